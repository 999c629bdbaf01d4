"""A match as plain numbered lines: for a screen reader, a pipe, a terminal that can do nothing."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import BinaryIO

from zterm.kernel.decision import EVERYBODY, Event, Option, Refused, RuleFault
from zterm.kernel.journal import SaveError
from zterm.kernel.views import Person, View
from zterm.plain import words
from zterm.plain.watch import Watch
from zterm.saves import save_id
from zterm.session import Session

HELP = (
    "Type the number, the letter or the id of an option.",
    "?          say the question again",
    "map        every place of the board, and what leads where",
    "look ZONE  one place (without ZONE: where the turn is)",
    "people     who is where; hand [NAME]: what somebody carries",
    "log [N]    the last N things that happened",
    "rule [ID or WORD]  a rule; without one, the rule behind the last event",
    "undo, redo take an answer back, give it again",
    "quit       leave; the match is saved after every answer",
)
LOG_LINES = 20
RULES_SHOWN = 8

Say = Callable[[str], None]


class Reader:
    """One match over lines of text."""

    def __init__(self, session: Session, source: BinaryIO, say: Say, watch: Watch, ask: Callable[[], None]) -> None:
        self.session = session
        self.source = source
        self.say = say
        self.watch = watch
        self.ask = ask
        self.log: list[tuple[str, str]] = []
        self.options: list[Option] = []
        self.stood = ""
        self.left = False
        self.words: dict[str, Callable[[str], None]] = {
            "map": self.map,
            "look": self.look,
            "people": self.people,
            "hand": self.hand,
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

    def run(self, resumed: bool) -> int:
        """Play to the end of the match or of the input; returns the exit status. Raises Stopped on a signal."""
        match, header = self.session.match, self.session.saved.header
        title = self.view().title
        self.say(f"{title}. Seed {header.seed}. {'Resumed' if resumed else 'Saved'} as {save_id(self.path)}.")
        self.say("Type ? to hear the question again, help for all words.")
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
                self.say(f"A rule failed, and nothing has changed: {fault}")
            except (Refused, SaveError) as why:
                self.say(words.sentence(str(why)))
        return 0

    @property
    def path(self) -> Path:
        """The file of the match."""
        return self.session.saved.path

    def view(self) -> View:
        """The view of whoever is asked."""
        match = self.session.match
        decision = match.decision
        viewer = None if decision is None or decision.who == EVERYBODY else decision.who
        return match.rules.view(match.state, decision, viewer)

    def heed(self, line: str) -> None:
        """Obey one line: an option by number, letter or id, or a word; raises Refused, RuleFault, SaveError."""
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
            self.say(f"There is no option {line}; there are 1 to {len(self.options)}.")
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
            self.say(words.sentence(f"Not now: {match.rules.refusal(match.state, decision, line)}"))
        self.say("Type ? for the question, help for all words.")

    def after(self, events: list[Event]) -> None:
        """Tell what happened and put the next question, or say how it ended."""
        match = self.session.match
        for event in events:
            text = match.rules.tell(event)
            self.log.append((text, event.rule))
            self.say(text)
        if self.session.trouble:
            self.say(words.sentence(self.session.trouble))
        over = match.over
        if match.decision is not None:
            self.question()
        elif over is not None:
            winners = f" Winners: {', '.join(over.winners)}." if over.winners else ""
            self.say(f"The match is over: {over.outcome}.{winners}")

    def question(self, whole: bool = False) -> None:
        """Put the open question: the position in words when the turn has changed (or ``whole``), then the options."""
        match, decision = self.session.match, self.session.decision
        assert decision is not None
        view = self.view()
        now = f"{decision.who} {decision.actor} {view.focus} {view.status}"
        if whole or (decision.rest and now != self.stood):
            self.stood = now
            self.position(view)
        described = [match.rules.option(match.state, decision, option) for option in decision.options]
        self.options = sorted(described, key=lambda option: (option.rank, option.id))
        self.say(match.rules.prompt(match.state, decision))
        for line in words.option_lines(self.options):
            self.say(line)

    def position(self, view: View) -> None:
        """Say where the match stands: status, whose turn, what is there and around."""
        self.say(words.status_line(view.status))
        active = self.active(view)
        if active is not None:
            self.say(words.person_line(active))
        self.place(view, view.focus)

    def active(self, view: View) -> Person | None:
        """Whose turn it is."""
        return next((person for person in view.people if person.active), None)

    def place(self, view: View, area: str) -> None:
        """Say what is in an area and what leads out of it."""
        if not area:
            return
        self.say(words.sentence(f"Here: {words.place_line(view, area)}"))
        for line in words.around(view, self.ways(view).get(area, [])):
            self.say(line)

    def ways(self, view: View) -> dict[str, list[words.Neighbour]]:
        """The ways out of every area as they are now."""
        return words.neighbours(self.session.match.rules.shape(), view.marks)

    def map(self, rest: str) -> None:
        """Describe every area with its ways."""
        view = self.view()
        for area, ways in self.ways(view).items():
            leads = "; ".join(f"{direction} {way} {other}" for direction, way, other in ways)
            self.say(words.sentence(words.place_line(view, area)) + (f" {leads}." if leads else ""))

    def look(self, rest: str) -> None:
        """Describe one area."""
        view = self.view()
        known = {area.lower(): area for area in view.places}
        area = known.get(rest.lower()) if rest else view.focus
        if area is None:
            self.say(f"There is no place {rest}; the places are {', '.join(view.places)}.")
        else:
            self.place(view, area)

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
            self.say(f"There is nobody called {rest}; there are {who}." if rest else f"Whose? There are {who}.")
        else:
            for line in words.hand_lines(person):
                self.say(line)

    def past(self, rest: str) -> None:
        """Tell the last events again."""
        count = int(rest) if rest.isascii() and rest.isdecimal() and len(rest) < 6 else LOG_LINES
        for text, rule in self.log[-count:] if count else ():
            self.say(f"{text} ({rule})")
        if not self.log:
            self.say("Nothing has happened since you sat down.")

    def rule(self, rest: str) -> None:
        """Say a rule: by id, by words, or the one behind the last event (else behind the question)."""
        from zterm.content.rulebook import load

        decision = self.session.decision
        wanted = rest or (self.log[-1][1] if self.log else decision.rule if decision else "")
        try:
            book = load(self.session.saved.header.game)
        except KeyError:
            self.say(f"Rule {wanted}.")
            return
        known = book.entries.get(wanted.upper())
        found = [known] if known else book.find(wanted)
        for entry in found[:RULES_SHOWN]:
            self.say(f"{entry.id}, page {entry.page}: {entry.text} {entry.settled}".rstrip())
        if not found:
            own = wanted == (self.log[-1][1] if self.log else "") and ":" in wanted
            self.say(f"{wanted} is a rule of this mission." if own else f"No rule says {wanted}.")
        elif len(found) > RULES_SHOWN:
            self.say(f"And {len(found) - RULES_SHOWN} more: {', '.join(e.id for e in found[RULES_SHOWN:][:30])}.")

    def undo(self, rest: str) -> None:
        """Take the last answer back."""
        self.session.undo()
        self.say("Taken back.")
        self.question()

    def redo(self, rest: str) -> None:
        """Give again what was taken back."""
        self.after(self.session.redo())

    def save(self, rest: str) -> None:
        """Say that it is saved."""
        self.say(f"Saved as {save_id(self.path)}, as after every answer.")

    def help(self, rest: str) -> None:
        """Say all words."""
        for line in HELP:
            self.say(line)

    def quit(self, rest: str) -> None:
        """Leave; everything is on disk already."""
        self.say(f"Saved as {save_id(self.path)}. Go on with: zterm continue {save_id(self.path)}")
        self.left = True


def run(
    session: Session, source: BinaryIO, say: Say, resumed: bool, watch: Watch, ask: Callable[[], None] = lambda: None
) -> int:
    """Play a session in plain lines; ``ask`` prints the prompt on a terminal. Raises Stopped on a signal."""
    return Reader(session, source, say, watch, ask).run(resumed)
