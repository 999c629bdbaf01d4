"""A match as plain numbered lines: for a screen reader, a pipe, a terminal that can do nothing."""

from __future__ import annotations

import os
import sys
import unicodedata
from collections.abc import Callable, Iterable
from functools import partial
from itertools import groupby
from pathlib import Path
from typing import BinaryIO

from zterm.coach import Coach
from zterm.content import settings
from zterm.content.catalogue import for_ears
from zterm.content.outward import sentence
from zterm.kernel.decision import Event, Option, Refused, RuleFault
from zterm.kernel.record import SaveError
from zterm.kernel.views import View
from zterm.plain import ahead, places, words
from zterm.plain.watch import Watch
from zterm.plain.words import line as put
from zterm.saves import save_id
from zterm.session import Session, seat_words, with_figures

LOG_LINES = 20
RULES_SHOWN, LINES_SHOWN = 3, 12
"""How much is said at once of what was found."""
FOLDED, KEPT = 6, 3
"""From so many things of one kind in a row on only the first of them are said in brief."""
PUBLIC = ("log", "rule", "more", "undo", "redo", "brief", "normal", "full", "notes", "save", "help", "quit")
"""Words that tell nothing of hands: they work while the keyboard is handed over."""
OVER = ("log", "repeat", "rule", "more", "undo", "story", "people", "map", "look", "zombies", "save", "help", "quit")
"""Words that work when the match is over."""
LEVELS = ("brief", "normal", "full")
"""How much is said, the least first."""

SHORT = {"q": "quit", "u": "undo"}
"""Letters that are no option's, for words."""

Say = Callable[[str], None]


class Reader:
    """One match over lines of text.

    ``holder`` is the player at the keyboard; while another one has to take it (``covered``) no hand is told. ``since``
    is what was said since the last answer, ``given`` are the labels of the answers that undo takes back, ``further``
    what was found and not said yet.
    """

    def __init__(self, session: Session, source: BinaryIO, say: Say, watch: Watch, ask: Callable[[], None]) -> None:
        self.session = session
        self.source = source
        self.voice = say
        self.watch = watch
        self.ask = ask
        self.log: list[tuple[str, str]] = []
        self.options: list[Option] = []
        self.stood = ""
        self.holder = ""
        self.covered = ""
        self.left = False
        self.known: dict[str, str] = {}
        self.held: dict[str, str] = {}
        self.around: list[str] = []
        self.since: list[str] = []
        self.given: list[str] = []
        self.taken: list[str] = []
        self.further: list[str] = []
        self.at_once = LINES_SHOWN
        wished = settings.load()
        self.level = wished.get("lines")
        session.practice = wished.on("practice")
        self.coach = Coach(session.match.rules.mission) if sys.stdin.isatty() else None
        self.words: dict[str, Callable[[str], None]] = {
            **{name: partial(self.tell, told) for name, told in places.ASKED.items()},
            "threat": lambda rest: self.each(ahead.threat(self.session, rest.split())),
            "after": self.ahead_of,
            "goals": self.goals,
            "hint": lambda rest: self.each(ahead.hint(self.session, self.options)),
            "log": self.past,
            "repeat": self.repeat,
            "rule": self.rule,
            "more": self.more,
            "story": self.tale,
            **{level: partial(self.speak, level) for level in LEVELS},
            "notes": self.notes,
            "undo": self.undo,
            "redo": self.redo,
            "save": self.save,
            "help": self.help,
            "quit": self.quit,
            "?": lambda rest: self.question(whole=True),
        }
        self.own = {words.MESSAGES.word("commands", name): name for name in words.MESSAGES.tables()["commands"]}

    def run(self, resumed: bool) -> int:
        """Play to the end of the match or of the input; returns the exit status. Raises Stopped on a signal."""
        match, header = self.session.match, self.session.saved.header
        title = self.view().title
        self.say(put("resumed" if resumed else "begun", title=title, seed=header.seed, save=save_id(self.path)))
        self.goals("")
        self.say(put("hint"))
        opening = [] if resumed else list(match.events)
        self.after(opening + self.session.settle())
        while not self.left and (match.decision is not None or self.lingers):
            self.ask()
            line = self.watch.line(self.source)
            if not line:
                self.quit("")
                break
            try:
                self.heed(unicodedata.normalize("NFKC", line.decode("utf-8-sig", "replace")).strip())
            except RuleFault as fault:
                self.say(put("fault", fault=fault))
            except (Refused, SaveError) as why:
                self.say(sentence(why))
        return 0

    def say(self, line: str) -> None:
        """Say a line, and keep it to be repeated."""
        self.since.append(line)
        self.voice(line)

    @property
    def lingers(self) -> bool:
        """Whether a person may still say something after the end: to take an answer back, to hear how it went."""
        return self.session.match.over is not None and sys.stdin.isatty()

    @property
    def path(self) -> Path:
        """The file of the match."""
        return self.session.saved.path

    def view(self) -> View:
        """The view of the person asked, else of who has the keyboard."""
        match = self.session.match
        return match.rules.view(match.state, match.decision, self.session.viewer(self.holder))

    def handed(self) -> str:
        """Who has to get the keyboard before hidden hands are told, by name; "" when nobody has to."""
        view = self.view()
        self.covered = self.session.taker(view, self.holder)
        return with_figures(self.covered, view)

    def handing(self, line: str) -> bool:
        """Heed a line while the keyboard is handed over: an empty one takes it. False for words that work then."""
        if self.called(line) in PUBLIC:
            return False
        if not line:
            self.holder = self.covered
        self.question(whole=not line)
        return True

    def heed(self, line: str) -> None:
        """Obey one line: an option by number, letter or id, or a word; raises Refused, RuleFault, SaveError."""
        if self.covered and self.handing(line):
            return
        over = self.session.match.decision is None
        if not line:
            self.left = over
            return
        option = None if over else self.picked(line.lower())
        if option is not None:
            self.answer(option)
            return
        word = self.called(line)
        if word and (not over or word in OVER):
            self.words[word](line.partition(" ")[2].strip())
        elif over:
            self.say(put("over_words"))
        elif line.isdecimal():
            self.say(put("no_option", number=line, last=len(self.options)))
        else:
            self.refuse(line)

    def answer(self, option: str) -> None:
        """Give an answer; raises Refused, RuleFault, SaveError."""
        label = next(one.label for one in self.options if one.id == option)
        events = self.session.answer(option)
        self.given.append(label)
        self.taken.clear()
        self.after(events)

    def called(self, line: str) -> str:
        """The word of the line mode that a line begins with, by its English name; "" for none."""
        word = line.partition(" ")[0].lower()
        return SHORT.get(word) or (word if word in self.words else self.own.get(word, ""))

    def picked(self, line: str) -> str | None:
        """The id of the option a line names, if it names one."""
        if line.isascii() and line.isdecimal() and len(line) < 6:
            number = int(line)
            return self.options[number - 1].id if 1 <= number <= len(self.options) else None
        for option, letter in zip(self.options, words.letters(self.options), strict=True):
            if line == option.id.lower() or line == letter:
                return option.id
        return None

    def refuse(self, line: str) -> None:
        """Say why something typed is no option now."""
        match = self.session.match
        decision = match.decision
        if decision is not None and decision.options and ":" in line:
            self.say(sentence(put("not_now", why=match.rules.refusal(match.state, decision, line))))
        else:
            self.say(put("no_word", word=line))
        self.say(put("hint_again"))

    def after(self, events: list[Event]) -> None:
        """Tell what happened and put the next question, or say how it ended."""
        match = self.session.match
        self.since.clear()
        for _, alike in groupby(events, key=type):
            self.report([(sentence(match.rules.tell(event)), event.rule) for event in alike])
        note = self.coach.next(match.decision, events) if self.coach is not None else None
        if note is not None:
            self.log.append((put("note", text=note.lines), note.rule))
            self.say(self.logged(*self.log[-1]))
        if self.session.failed is not None:
            who, fault = self.session.failed
            self.say(sentence(put("bot_fault", who=who, fault=sentence(fault))))
        over = match.over
        if match.decision is not None:
            self.question()
        elif over is not None:
            outcome = words.MESSAGES.word("outcomes", over.outcome)
            winners = over.winners if len(self.session.players) > 1 else ()
            key = "over_won" if winners else "over"
            self.say(put(key, outcome=outcome, winners=", ".join(map(seat_words, winners))))
            self.ended()

    def report(self, alike: list[tuple[str, str]]) -> None:
        """Say events of one kind with their rules; many of them in brief."""
        self.log += alike
        folded = len(alike) - KEPT if self.level == "brief" and len(alike) >= FOLDED else 0
        for text, rule in alike[: len(alike) - folded]:
            self.say(self.logged(text, rule))
        if folded:
            self.say(put("folded", n=folded))

    def ended(self) -> None:
        """Say how everybody fared, and what can still be done."""
        from zterm.plain import tale

        try:
            story = tale.story(self.path)
        except SaveError as why:
            self.say(sentence(why))
        else:
            self.each([*tale.fates(story, self.view()), *tale.together(story)])
        if self.lingers:
            self.say(put("over_words"))

    def tale(self, rest: str) -> None:
        """Tell how the match went so far."""
        from zterm.plain import tale

        self.each(tale.told(tale.story(self.path), self.view()))

    def logged(self, text: str, rule: str) -> str:
        """A line of the log, with its rule where everything is said."""
        return put("logged", text=text, rule=rule) if self.level == "full" else text

    def question(self, whole: bool = False) -> None:
        """Put the open question: the position in words when the turn has changed (or ``whole``), then the options."""
        match, decision = self.session.match, self.session.decision
        assert decision is not None
        name = self.handed()
        if name:
            self.options = []
            if sys.stdout.isatty():
                self.voice(words.wiped(os.environ.get("TERM", "")))
            self.say(put("hand_over", name=name))
            return
        view = self.view()
        now = f"{decision.who} {decision.actor} {view.focus} {view.status}"
        whole = whole or (decision.rest and self.level == "full")
        if whole or (decision.rest and now != self.stood):
            self.stood = now
            self.position(view, whole)
        described = [match.rules.option(match.state, decision, option) for option in decision.options]
        self.options = sorted(described, key=lambda option: (option.rank, option.id))
        self.say(match.rules.prompt(match.state, decision))
        for line in words.option_lines(self.options):
            self.say(line)

    def position(self, view: View, whole: bool) -> None:
        """Say where the match stands: status, whose turn, what is there and around.

        Of the status, of what somebody carries and of the place only what has changed since it was told, unless
        ``whole``; in brief only the status and whose turn it is.
        """
        fields = [field for field in view.status if whole or self.known.get(field.label) != field.value]
        self.known = {field.label: field.value for field in view.status}
        self.each([words.status_line(tuple(fields))])
        active = places.active(view)
        if active is not None:
            self.say(words.person_line(active))
        if self.level == "brief" and not whole:
            return
        if active is not None:
            hands = ahead.hands(view)
            self.each([hands] if whole or self.held.get(active.id) != hands else [])
            self.held[active.id] = hands
        around = [*places.place(view, self.ways(view), view.focus), places.nearest(view, self.ways(view))]
        self.each(around if whole or around != self.around else [])
        self.around = around

    def each(self, lines: Iterable[str]) -> None:
        """Say lines, but for empty ones."""
        for line in filter(None, lines):
            self.say(line)

    def tell(self, told: places.Asked, rest: str) -> None:
        """Say what is asked about the position."""
        view = self.view()
        self.begin(told(view, self.ways(view), rest), LINES_SHOWN)

    def ways(self, view: View) -> places.Ways:
        """The ways out of every area as they are now."""
        return words.neighbours(self.session.match.rules.shape(), view.marks)

    def ahead_of(self, rest: str) -> None:
        """Say what could bite after an option, given by number, letter or id."""
        option = self.picked(rest.lower())
        known = [one for one in self.options if one.id == option]
        if known:
            viewer = self.session.viewer(self.holder)
            self.say(f"{sentence(known[0].label)} {ahead.after(self.session, known[0].id, viewer)}")
        else:
            self.say(put("after_what"))

    def goals(self, rest: str) -> None:
        """Say what wins the match, and what of it is reached."""
        found = ahead.goals(self.view())
        self.each(found or ([put("no_goals")] if self.stood else []))

    def past(self, rest: str) -> None:
        """Tell the last events again."""
        count = int(rest) if rest.isascii() and rest.isdecimal() and len(rest) < 6 else LOG_LINES
        for text, rule in self.log[-count:] if count else ():
            self.say(self.logged(text, rule))
        if not self.log:
            self.say(put("nothing_yet"))

    def repeat(self, rest: str) -> None:
        """Say again what was said since the last answer."""
        said = list(self.since)
        self.since.clear()
        self.each(said)

    def speak(self, level: str, rest: str) -> None:
        """Say more or less from now on, and in other matches too."""
        self.level = level
        trouble = settings.save({**settings.load().values, "lines": level})
        self.each([put(level), trouble])

    def notes(self, rest: str) -> None:
        """Turn the coach's notes on or off."""
        self.coach = self.coach or Coach(self.session.match.rules.mission)
        self.say(put("notes_on" if self.coach.switch() else "notes_off"))

    def rule(self, rest: str) -> None:
        """Say a rule: by id, by words, or the one behind the last event (else behind the question)."""
        from zterm.content.rulebook import load

        decision = self.session.decision
        wanted = rest or (self.log[-1][1] if self.log else decision.rule if decision else "")
        try:
            book = load(self.session.saved.header.game)
        except KeyError:
            self.say(put("rule_named", rule=wanted))
            return
        known = book.entries.get(wanted.upper())
        found = [known] if known else book.ranked(wanted)
        self.begin([words.rule_line(entry) for entry in found], RULES_SHOWN)
        if not found:
            own = wanted == (self.log[-1][1] if self.log else "") and ":" in wanted
            self.say(put("rule_of_mission", rule=wanted) if own else put("no_rule", words=wanted))

    def begin(self, found: Iterable[str], at_once: int) -> None:
        """Say the first of what was found; ``more`` says the rest."""
        self.further, self.at_once = list(filter(None, found)), at_once
        if self.further:
            self.more("")

    def more(self, rest: str) -> None:
        """Say some more of what was found, and how much is left."""
        self.each(self.further[: self.at_once] or [put("no_more")])
        self.further = self.further[self.at_once :]
        if self.further:
            self.say(put("more_say", n=len(self.further)))

    def undo(self, rest: str) -> None:
        """Take the last answer back, and say which."""
        self.session.undo()
        self.put_down()
        label = self.given.pop() if self.given else ""
        self.taken.append(label)
        self.since.clear()
        hidden = self.handed() or not label
        self.say(put("taken_back") if hidden else sentence(put("taken_back_what", label=label)))
        self.question()

    def redo(self, rest: str) -> None:
        """Give again what was taken back."""
        events = self.session.redo()
        self.put_down()
        self.given.append(self.taken.pop() if self.taken else "")
        self.after(events)

    def put_down(self) -> None:
        """Nobody is known to have the keyboard, if it was being handed over."""
        if self.covered:
            self.holder = ""

    def save(self, rest: str) -> None:
        """Say that it is saved; raises SaveError."""
        self.session.saved.keep()
        self.say(put("saved", save=save_id(self.path)))

    def help(self, rest: str) -> None:
        """Say what can be typed; with a word, what that one does."""
        self.each(words.help_lines(rest, self.called(rest)))

    def quit(self, rest: str) -> None:
        """Leave; everything is on disk already. Raises SaveError where it is not any more."""
        self.session.saved.keep()
        self.say(put("left", save=save_id(self.path)))
        self.left = True


def run(
    session: Session, source: BinaryIO, say: Say, resumed: bool, watch: Watch, ask: Callable[[], None] = lambda: None
) -> int:
    """Play a session in plain lines; ``ask`` prints the prompt on a terminal. Raises Stopped on a signal."""
    with for_ears():
        return Reader(session, source, say, watch, ask).run(resumed)
