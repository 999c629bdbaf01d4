"""A match as plain numbered lines: for a screen reader, a pipe, a terminal that can do nothing."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import BinaryIO

from zterm.coach import Coach
from zterm.content.outward import sentence
from zterm.kernel.decision import Event, Option, Refused, RuleFault
from zterm.kernel.record import SaveError
from zterm.kernel.views import Person, View
from zterm.plain import ahead, words
from zterm.plain.watch import Watch
from zterm.saves import save_id
from zterm.session import Session, with_figures

LOG_LINES = 20
RULES_SHOWN = 8
OUT_OF_SIGHT = 60
"""Empty lines that push what one player was told off another one's screen."""
PUBLIC = ("log", "rule", "undo", "redo", "save", "help", "quit")
"""Words that tell nothing of hands: they work while the keyboard is handed over."""

Say = Callable[[str], None]


def put(key: str, **facts: object) -> str:
    """A line of the catalogue, filled."""
    return words.MESSAGES.say("lines", key, **facts)


class Reader:
    """One match over lines of text.

    ``holder`` is the player at the keyboard; while another one has to take it (``covered``) no hand is told.
    """

    def __init__(self, session: Session, source: BinaryIO, say: Say, watch: Watch, ask: Callable[[], None]) -> None:
        self.session = session
        self.source = source
        self.say = say
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
        self.coach = Coach(session.match.rules.mission) if sys.stdin.isatty() else None
        self.words: dict[str, Callable[[str], None]] = {
            "map": self.map,
            "look": self.look,
            "people": self.people,
            "hand": self.hand,
            "zombies": lambda rest: self.each(ahead.zombies(self.view(), self.ways(self.view()))),
            "threat": lambda rest: self.each(ahead.threat(self.session)),
            "after": self.ahead_of,
            "goals": self.goals,
            "hint": lambda rest: self.each(ahead.hint(self.session)),
            "log": self.past,
            "rule": self.rule,
            "undo": self.undo,
            "redo": self.redo,
            "save": self.save,
            "help": self.help,
            "quit": self.quit,
            "?": lambda rest: self.question(whole=True),
            "q": self.quit,
            "u": self.undo,
        }
        for name in words.MESSAGES.tables()["commands"]:
            self.words.setdefault(words.MESSAGES.word("commands", name), self.words[name])

    def run(self, resumed: bool) -> int:
        """Play to the end of the match or of the input; returns the exit status. Raises Stopped on a signal."""
        match, header = self.session.match, self.session.saved.header
        title = self.view().title
        self.say(put("resumed" if resumed else "begun", title=title, seed=header.seed, save=save_id(self.path)))
        self.goals("")
        self.say(put("hint"))
        opening = [] if resumed else list(match.events)
        self.after(opening + self.session.settle())
        while not self.left and match.decision is not None:
            self.ask()
            line = self.watch.line(self.source)
            if not line:
                self.quit("")
                break
            try:
                self.heed(line.decode("utf-8", "replace").strip())
            except RuleFault as fault:
                self.say(put("fault", fault=fault))
            except (Refused, SaveError) as why:
                self.say(sentence(why))
        return 0

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
        word = line.partition(" ")[0].lower()
        if word in {name for name, act in self.words.items() if act in [self.words[one] for one in PUBLIC]}:
            return False
        if not line:
            self.holder = self.covered
        self.question(whole=not line)
        return True

    def heed(self, line: str) -> None:
        """Obey one line: an option by number, letter or id, or a word; raises Refused, RuleFault, SaveError."""
        if self.covered and self.handing(line):
            return
        if not line:
            return
        option = self.picked(line.lower())
        if option is not None:
            self.after(self.session.answer(option))
            return
        word, _, rest = line.partition(" ")
        if word.lower() in self.words:
            self.words[word.lower()](rest.strip())
        elif line.isdecimal():
            self.say(put("no_option", number=line, last=len(self.options)))
        else:
            self.refuse(line)

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
        if decision is not None and decision.options and (":" in line or line.isidentifier()):
            self.say(sentence(put("not_now", why=match.rules.refusal(match.state, decision, line))))
        self.say(put("hint_again"))

    def after(self, events: list[Event]) -> None:
        """Tell what happened and put the next question, or say how it ended."""
        match = self.session.match
        for event in events:
            text = words.told(match.rules, event)
            self.log.append((text, event.rule))
            self.say(text)
        note = self.coach.next(match.decision, events) if self.coach is not None else None
        if note is not None:
            self.log.append((put("note", text=note.lines), note.rule))
            self.say(self.log[-1][0])
        if self.session.failed is not None:
            who, fault = self.session.failed
            self.say(sentence(put("bot_fault", who=who, fault=sentence(fault))))
        over = match.over
        if match.decision is not None:
            self.question()
        elif over is not None:
            outcome = words.MESSAGES.word("outcomes", over.outcome)
            key = "over_won" if over.winners else "over"
            self.say(put(key, outcome=outcome, winners=", ".join(over.winners)))

    def question(self, whole: bool = False) -> None:
        """Put the open question: the position in words when the turn has changed (or ``whole``), then the options."""
        match, decision = self.session.match, self.session.decision
        assert decision is not None
        name = self.handed()
        if name:
            self.options = []
            for _ in range(OUT_OF_SIGHT if sys.stdout.isatty() else 0):
                self.say("")
            self.say(put("hand_over", name=name))
            return
        view = self.view()
        now = f"{decision.who} {decision.actor} {view.focus} {view.status}"
        if whole or (decision.rest and now != self.stood):
            self.stood = now
            self.position(view, whole)
        described = [match.rules.option(match.state, decision, option) for option in decision.options]
        self.options = sorted(described, key=lambda option: (option.rank, option.id))
        self.say(words.unbracketed(match.rules.prompt(match.state, decision)))
        for line in words.option_lines(self.options):
            self.say(line)

    def position(self, view: View, whole: bool) -> None:
        """Say where the match stands: status, whose turn, what is there and around.

        Of the status, of what somebody carries and of the place only what has changed since it was told, unless
        ``whole``.
        """
        fields = [field for field in view.status if whole or self.known.get(field.label) != field.value]
        self.known = {field.label: field.value for field in view.status}
        self.each([words.status_line(tuple(fields))])
        active = self.active(view)
        if active is not None:
            self.say(words.person_line(active))
            hands = ahead.hands(view)
            self.each([hands] if whole or self.held.get(active.id) != hands else [])
            self.held[active.id] = hands
        around = [*self.place_lines(view, view.focus), ahead.nearest(view, self.ways(view))]
        self.each(around if whole or around != self.around else [])
        self.around = around

    def each(self, lines: list[str]) -> None:
        """Say lines, but for empty ones."""
        for line in filter(None, lines):
            self.say(line)

    def active(self, view: View) -> Person | None:
        """Whose turn it is."""
        return next((person for person in view.people if person.active), None)

    def place_lines(self, view: View, area: str) -> list[str]:
        """What is in an area and what leads out of it; nothing where no area is meant."""
        if not area:
            return []
        here = sentence(put("here", place=words.place_line(view, area)))
        return [here, *words.around(view, self.ways(view).get(area, []))]

    def ways(self, view: View) -> dict[str, list[words.Neighbour]]:
        """The ways out of every area as they are now."""
        return words.neighbours(self.session.match.rules.shape(), view.marks)

    def map(self, rest: str) -> None:
        """Describe every area with its ways."""
        view = self.view()
        for area, ways in self.ways(view).items():
            self.say(words.map_line(view, area, ways))

    def look(self, rest: str) -> None:
        """Describe one area."""
        view = self.view()
        known = {area.lower(): area for area in view.places}
        area = known.get(rest.lower()) if rest else view.focus
        if area is None:
            self.say(put("no_place", place=rest, places=", ".join(view.places)))
        else:
            self.each(self.place_lines(view, area))

    def people(self, rest: str) -> None:
        """Say who is where."""
        for person in self.view().people:
            self.say(words.person_line(person))

    def hand(self, rest: str) -> None:
        """Say what somebody carries."""
        view = self.view()
        found = [p for p in view.people if rest.lower() in (p.id.lower(), p.name.lower())] if rest else []
        active = self.active(view)
        person = found[0] if found else active if not rest else None
        if person is None:
            who = ", ".join(p.name for p in view.people)
            self.say(put("nobody", name=rest, names=who) if rest else put("whose", names=who))
        else:
            for line in words.hand_lines(person):
                self.say(line)

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
        found = self.view().goals
        for number, goal in enumerate(found, 1):
            self.say(sentence(put("goal_done" if goal.done else "goal", number=number, text=goal.text)))
        if len(found) > 1:
            self.say(put("goals_together"))
        if not found and self.stood:
            self.say(put("no_goals"))

    def past(self, rest: str) -> None:
        """Tell the last events again."""
        count = int(rest) if rest.isascii() and rest.isdecimal() and len(rest) < 6 else LOG_LINES
        for text, rule in self.log[-count:] if count else ():
            self.say(put("logged", text=text, rule=rule))
        if not self.log:
            self.say(put("nothing_yet"))

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
        found = [known] if known else book.find(wanted)
        for entry in found[:RULES_SHOWN]:
            text = f"{entry.text} {entry.settled}".rstrip()
            self.say(put("rule", id=entry.id, page=entry.page, text=text))
        if not found:
            own = wanted == (self.log[-1][1] if self.log else "") and ":" in wanted
            self.say(put("rule_of_mission", rule=wanted) if own else put("no_rule", words=wanted))
        elif len(found) > RULES_SHOWN:
            ids = ", ".join(entry.id for entry in found[RULES_SHOWN:][:30])
            self.say(put("more_rules", n=len(found) - RULES_SHOWN, ids=ids))

    def undo(self, rest: str) -> None:
        """Take the last answer back."""
        self.session.undo()
        self.put_down()
        self.say(put("taken_back"))
        self.question()

    def redo(self, rest: str) -> None:
        """Give again what was taken back."""
        events = self.session.redo()
        self.put_down()
        self.after(events)

    def put_down(self) -> None:
        """Nobody is known to have the keyboard, if it was being handed over."""
        if self.covered:
            self.holder = ""

    def save(self, rest: str) -> None:
        """Say that it is saved."""
        self.say(put("saved", save=save_id(self.path)))

    def help(self, rest: str) -> None:
        """Say all words."""
        for key in words.MESSAGES.tables()["help"]:
            self.say(words.MESSAGES.say("help", key))

    def quit(self, rest: str) -> None:
        """Leave; everything is on disk already."""
        self.say(put("left", save=save_id(self.path)))
        self.left = True


def run(
    session: Session, source: BinaryIO, say: Say, resumed: bool, watch: Watch, ask: Callable[[], None] = lambda: None
) -> int:
    """Play a session in plain lines; ``ask`` prints the prompt on a terminal. Raises Stopped on a signal."""
    return Reader(session, source, say, watch, ask).run(resumed)
