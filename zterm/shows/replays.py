"""Replays: a save is played again from its seed, checked at every answer, and can be watched, left and branched.

Every answer's draws and digest are compared with what the journal holds. Where they differ the replay says so and
goes no further: what is shown has happened.
"""

from __future__ import annotations

import base64
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from zterm.content.problems import ContentError
from zterm.kernel.decision import Event, Refused, RuleFault
from zterm.kernel.journal import Saved
from zterm.kernel.match import Match, Position
from zterm.kernel.record import Given, Header, Record, SaveError, read
from zterm.kernel.views import Shape
from zterm.shows.beats import Beat, beat_of, label_of
from zterm.shows.words import put

MARK_EVERY = 16
"""Answers between the positions that are kept for going back."""


class Replay:
    """A save to be watched.

    ``at`` is the number of answers given so far, ``length`` of all that stand in the save, ``trouble`` says why the
    replay can't go on ("" while it can), ``notes`` what is to be said of the file.
    """

    def __init__(self, record: Record, path: Path) -> None:
        self.path = path
        self.record = record
        self.header: Header = record.header
        self.notes = list(record.notes)
        if record.practice:
            self.notes.append(put("replay", "practice"))
        self.trouble = ""
        self.match: Match[Any] = _begun(self.header, path)
        self.rules = self.match.rules
        self.shape: Shape = self.rules.shape()
        self.at = 0
        self.limit = len(record.answers)
        self._marks: dict[int, Position] = {0: self.match.position}
        self._labels: dict[int, str] = {}
        self._beat: Beat | None = None
        self._start()

    @classmethod
    def of(cls, name: str) -> Replay:
        """The replay of a save by its id or file; it may be one that is being played. Raises SaveError."""
        from zterm import saves

        path = saves.find(name)
        return cls(read(path), path)

    def _start(self) -> None:
        """Compare the beginning with the save's first snapshot, and the rules with those it was played by."""
        from zterm import saves

        header, rules = self.header, self.rules
        if header.content != rules.content_hash:
            self.notes.append(put("wrong", "mission_changed_since_match", mission=saves.mission_of(header)))
        if header.version != rules.version:
            self.notes.append(put("wrong", "match_played_rules", version=header.version, here=rules.version))
        first = next((shot for shot in self.record.shots if shot.answers == 0), None)
        if first is not None and base64.b64decode(first.base) != self.match.position.base:
            self._differs(put("wrong", "beginning"))
        self._beat = beat_of(self.match, self.match.events, extra=2.0)

    def _differs(self, where: str) -> None:
        self.trouble = put("wrong", "replays_differently_rest_cant", file=self.path.name, where=where)
        self.limit = self.at

    @property
    def beat(self) -> Beat:
        """The moment that is shown: the last answer and what it brought."""
        if self._beat is None:
            self._beat = beat_of(self.match, ())
        return self._beat

    @property
    def title(self) -> str:
        """What was played, in words."""
        return self.beat.view.title

    @property
    def length(self) -> int:
        """The number of the last answer."""
        return len(self.record.answers)

    @property
    def last_turn(self) -> int:
        """The turn that the match had reached."""
        return self.record.answers[-1].turn if self.record.answers else self.beat.turn

    def forward(self) -> bool:
        """Give the next answer; False at the end, or with ``trouble`` where it replays differently."""
        given = self.next()
        if given is None:
            return False
        who = given.who or (self.match.decision.who if self.match.decision else "")
        label = label_of(self.match, given.choose)
        events = self.give(given)
        if events is None:
            return False
        self._labels[self.at] = label
        self._beat = beat_of(self.match, events, "", given.choose, label, who)
        return True

    def next(self) -> Given | None:
        """The answer that comes next."""
        return self.record.answers[self.at] if self.at < self.limit else None

    def words(self, first: int, last: int) -> list[str]:
        """The answers with these numbers as they read when they were given, "" for 0 and what can't be played again.

        What was not shown yet is found in a match that is played aside and thrown away.
        """
        unknown = [number for number in range(max(1, first), last + 1) if number not in self._labels]
        if unknown:
            self._play_aside(unknown[0], unknown[-1])
        return [self._labels.get(number, "") for number in range(first, last + 1)]

    def _play_aside(self, first: int, last: int) -> None:
        """Put the answers with these numbers into words, as far as the match replays as it was."""
        known = {**self._marks, self.at: self.match.position}
        start = max(at for at in known if at < first)
        match = Match.restore(self.rules, known[start])
        for number in range(start + 1, min(last, self.limit) + 1):
            given = self.record.answers[number - 1]
            if number >= first:
                self._labels.setdefault(number, label_of(match, given.choose))
            try:
                match.choose(given.choose)
            except (Refused, RuleFault):
                return
            if match.table.chance.draws != given.draws or match.digest() != given.digest:
                return

    def give(self, given: Given) -> list[Event] | None:
        """Give an answer and return what it brought; None, with ``trouble``, when it replays differently."""
        before = self.match.position
        try:
            events = self.match.choose(given.choose)
        except (Refused, RuleFault) as fault:
            self._differs(put("wrong", "answer_why", n=self.at + 1, choose=given.choose, why=fault))
            return None
        if self.match.table.chance.draws != given.draws or self.match.digest() != given.digest:
            self.match = Match.restore(self.rules, before)
            self.match.answers = self.at
            self._differs(put("wrong", "answer", n=self.at + 1, choose=given.choose))
            return None
        self.at += 1
        if self.at % MARK_EVERY == 0:
            self._marks.setdefault(self.at, self.match.position)
        self._beat = None
        return events

    def back(self) -> bool:
        """Take one answer back; False at the beginning."""
        return self.at > 0 and self.jump(self.at - 1)

    def jump(self, number: int) -> bool:
        """Go to where a number of answers was given; False (nothing changed) when there are not so many.

        Where the match replays differently before that, it stops there with ``trouble``.
        """
        if not 0 <= number <= self.length:
            return False
        if number > self.limit:
            self._to(self.limit)
            return False
        if number == self.at:
            return True
        return self._to(number)

    def _to(self, number: int) -> bool:
        """Go back to the nearest kept position, quietly on, and show the last answer as a moment."""
        goal = max(0, number - 1)
        mark = max(at for at in self._marks if at <= goal)
        if not mark <= self.at <= goal:
            self.match = Match.restore(self.rules, self._marks[mark])
            self.match.answers = self.at = mark
            self._beat = None
        while self.at < goal:
            given = self.next()
            if given is None or self.give(given) is None:
                return False
        return number == 0 or self.forward()

    def jump_turn(self, turn: int) -> bool:
        """Go to the first moment of a turn; False (nothing changed) when the match has no such turn."""
        if turn <= 1:
            return turn == 1 and self.jump(0)
        for number, given in enumerate(self.record.answers, 1):
            if given.turn >= turn:
                return given.turn == turn and self.jump(number)
        return False

    def turns(self) -> dict[int, int]:
        """For each turn the number of the first answer that reached it."""
        found: dict[int, int] = {1: 0}
        for number, given in enumerate(self.record.answers, 1):
            found.setdefault(given.turn, number)
        return found

    def auto(self, speed: float = 1.0) -> Iterator[tuple[Beat, float]]:
        """Go through all moments from here on, each with the seconds it stands; ``speed`` 0 waits for nothing."""
        while True:
            yield self.beat, (self.beat.seconds / speed if speed > 0 else 0.0)
            if not self.forward():
                return

    def branch(self) -> Saved[Any]:
        """Make a new save of the moment that is shown, to play on from; raises SaveError."""
        from zterm import saves

        answers = [given.choose for given in self.record.answers[: self.at]]
        saved = saves.branch(self.header, answers)
        if saved.match.digest() != self.match.digest():
            saved.close()
            saved.path.unlink(missing_ok=True)
            raise SaveError(put("wrong", "branch_replays_differently", file=self.path))
        return saved


def _begun(header: Header, path: Path) -> Match[Any]:
    from zterm import saves

    try:
        return saves.anew(header)
    except SaveError as fault:
        raise SaveError(f"{path}: {fault}") from None
    except ContentError as fault:
        raise SaveError(put("wrong", "mission_cant_read", file=path, why=fault.problems[0])) from None
