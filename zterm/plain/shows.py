"""Demos and replays in plain lines: position, captions, what was chosen, what happened, the rules behind it."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Protocol

from zterm.content.outward import sentence
from zterm.content.rulebook import Entry
from zterm.kernel.views import Shape, View
from zterm.plain import words
from zterm.shows.beats import Beat, rule_entries
from zterm.shows.chronicle import outcome_words
from zterm.shows.words import put

SMALL = 12
"""A board with no more areas than this is described whole."""

KEYS = ("enter", "b", "g", "n", "p", "r", "a", "t", "q")
"""Keys of the catalogue that help says, in order."""

Say = Callable[[str], None]


class Watched(Protocol):
    """What demos and replays have in common."""

    shape: Shape
    at: int

    @property
    def beat(self) -> Beat:
        """The moment that is shown."""

    @property
    def length(self) -> int:
        """The number of the last moment."""

    def forward(self) -> bool:
        """Go on by one moment."""

    def back(self) -> bool:
        """Go back by one moment."""

    def jump(self, number: int) -> bool:
        """Go to a moment."""


class Player:
    """Shows something watched in plain lines.

    ``speed`` is a factor of the reading speed, 0 waits for nothing. ``line`` gives the next line typed (None at the
    end of input). ``shown`` are the rules that a demo shows, said where a moment has none of its own.
    """

    def __init__(
        self,
        show: Watched,
        game: str,
        say: Say,
        speed: float,
        line: Callable[[], str | None],
        shown: Sequence[Entry] = (),
    ) -> None:
        self.show = show
        self.shown = shown
        self.game = game
        self.say = say
        self.speed = speed
        self.line = line
        self.stepping = False
        self.where = "where"

    def run(self, step: bool) -> str:
        """Show it to its end; gives "taken" when the player wants to take over from here, else "done"."""
        self.position()
        while True:
            self.tell(self.show.beat)
            if step:
                answer = self.ask()
                if answer != "on":
                    return answer
                step = self.stepping
                continue
            if self.speed > 0:
                time.sleep(self.show.beat.seconds / self.speed)
            if not self.show.forward():
                return "done"

    def ask(self) -> str:
        """Obey lines until the moment changes ("on"), the player takes over ("taken") or leaves ("done")."""
        self.stepping = True
        while True:
            self.say(put("show", self.where, at=self.show.at, last=self.show.length))
            self.where = "where_short"
            typed = self.line()
            if typed is None:
                return "done"
            word, _, rest = typed.strip().lower().partition(" ")
            answer = self.obey(word, rest.strip())
            if answer:
                return answer

    def obey(self, word: str, rest: str) -> str:
        """Do what a line asks; "" when the moment stays."""
        show = self.show
        if word in ("", "f"):
            return "on" if show.forward() else "done"
        if word in ("t", "q"):
            return "taken" if word == "t" else "done"
        if word == "a":
            self.stepping = False
            return "on" if show.forward() else "done"
        if word == "b":
            return "on" if show.back() else self.stay(put("show", "first"))
        if word == "g" or word.isdecimal():
            number = rest if word == "g" else word
            found = number.isascii() and number.isdecimal() and len(number) < 9 and show.jump(int(number))
            return "on" if found else self.stay(put("show", "moments", last=show.length))
        if word == "n":
            return "on" if self.next_turn() else self.stay(put("show", "last_turn"))
        if word == "p":
            self.position()
        elif word == "r":
            self.rules()
        else:
            for key in KEYS:
                self.say(put("keys", key))
        return ""

    def stay(self, why: str) -> str:
        """Say why the moment stays."""
        self.say(why)
        return ""

    def next_turn(self) -> bool:
        """Go on to the first moment of a later turn."""
        here, turn = self.show.at, self.show.beat.turn
        while self.show.forward():
            if self.show.beat.turn > turn:
                return True
        self.show.jump(here)
        return False

    def tell(self, beat: Beat) -> None:
        """Say one moment."""
        if beat.caption:
            self.say(sentence(beat.caption))
        if beat.label:
            self.say(sentence(put("show", "chosen", label=beat.label)))
        for told in beat.told:
            self.say(sentence(told.text))
        if beat.outcome and beat.told:
            self.say(put("chronicle", "over", outcome=outcome_words(beat.outcome)))

    def position(self) -> None:
        """Describe the position: who is where, and what lies where."""
        for line in position_lines(self.show.shape, self.show.beat.view):
            self.say(line)

    def rules(self) -> None:
        """Say the rules behind this moment."""
        found = rule_entries(self.game, (told.rule for told in self.show.beat.told)) or self.shown
        for entry in found:
            self.say(rule_line(entry))
        if not found:
            self.say(put("show", "no_rule"))


def rule_line(entry: Entry) -> str:
    """A rule in one line."""
    text = f"{entry.text} {entry.settled}".rstrip()
    return put("show", "rule_line", id=entry.id, page=entry.page, text=text)


def position_lines(shape: Shape, view: View) -> list[str]:
    """A position in words: people, then every place of a small board, or what matters on a large one."""
    lines = [words.person_line(person) for person in view.people]
    ways = words.neighbours(shape, view.marks)
    if len(view.places) <= SMALL:
        shown = list(view.places)
    else:
        near = [other for _, _, other in ways.get(view.focus, [])]
        taken = {token.area for token in view.tokens if token.group in ("zombie", "survivor", "zombivor", "noise")}
        shown = [area for area in view.places if area in taken or area == view.focus or area in near]
    for area in shown:
        lines.append(words.map_line(view, area, ways.get(area, [])))
    return lines
