"""Looking ahead over the players' choices in a stretch that holds no chance."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Generic, TypeVar

from msgspec import Struct

from zterm.kernel.chance import Chance
from zterm.kernel.decision import Decision, Event
from zterm.kernel.match import Match, Position
from zterm.kernel.ruleset import Ruleset

S = TypeVar("S")
RETURN = 4
"""The effort of going back to a place, in answers."""
EVENTS = 8
"""So many events are the effort of one more answer."""


class Line(Struct, frozen=True):
    """One way a stretch can go: the answers given on the way and the events they brought."""

    answers: tuple[str, ...]
    events: tuple[Event, ...]


class Course(Struct, Generic[S]):
    """Where a line stands: the state (to read), the open question, the number of the step in the stretch (from 0), the
    events so far, and what the game wanted to remember of the way (``None`` at first)."""

    state: S
    decision: Decision
    step: int
    events: Sequence[Event]
    memory: Any


class _Place(Struct):
    """A place to go back to: the match there, what led to it, and the answer to give."""

    position: Position
    answers: tuple[str, ...]
    events: tuple[Event, ...]
    step: int
    option: str
    memory: Any


def follow(
    rules: Ruleset[S],
    state: S,
    until: Callable[[S], bool],
    choices: Callable[[Course[S]], Sequence[tuple[str, Any]]],
    told: Callable[[Sequence[Event]], object],
    limit: int = 64,
    effort: int = 1000,
) -> tuple[list[Line], bool]:
    """Play a stretch from a state until ``until`` holds at the start of a step, once for each way of choosing.

    ``choices`` gives the answers to a question that may lead to something different, each with what to remember of it:
    whatever is still to come of an answer must show in the state or in the memory. ``told`` gives what counts of
    events: lines that come to the same are one. ``state`` is used up. The stretch must not draw (chance is not asked:
    a draw would be invented). Returns the lines in order of their answers and whether all of them were followed: at
    most ``limit`` are, with ``effort`` answers given in all.
    """
    match = Match(rules, state, Chance(0), pause=until)
    walk = _Walk(choices, told, effort)
    lines: dict[object, Line] = {}
    line = walk.on(match, (), tuple(match.events), 0, None)
    while True:
        if line is not None:
            lines.setdefault(told(line.events), line)
        if not walk.todo:
            return list(lines.values()), True
        if len(lines) >= limit or walk.effort < 0:
            return list(lines.values()), False
        back = walk.todo.pop()
        match = Match.restore(rules, back.position)
        match.pause = until
        walk.effort -= RETURN + len(back.position.since)
        line = walk.answer(match, back)


def _picked(match: Match[S], option: str) -> tuple[Event, ...]:
    match.pick(option)
    return tuple(match.table.events)


class _Walk(Generic[S]):
    """The lines that are followed: the places to go back to, and those that lines came by."""

    def __init__(
        self,
        choices: Callable[[Course[S]], Sequence[tuple[str, Any]]],
        told: Callable[[Sequence[Event]], object],
        effort: int,
    ) -> None:
        self.choices, self.told, self.effort = choices, told, effort
        self.todo: list[_Place] = []
        self.seen: set[object] = set()

    def answer(self, match: Match[S], back: _Place) -> Line | None:
        """Give the answer noted at a place and go on from there."""
        base = match.position.base
        events = back.events + _picked(match, back.option)
        step = back.step + (match.position.base is not base)
        return self.on(match, (*back.answers, back.option), events, step, back.memory)

    def on(
        self, match: Match[S], answers: tuple[str, ...], events: tuple[Event, ...], step: int, memory: Any
    ) -> Line | None:
        """Go on to the end of a line, noting the other choices on the way; None: another line came by here before."""
        while match.decision is not None:
            found = self.choices(Course(match.state, match.decision, step, events, memory))
            position = match.position
            if len(found) > 1:
                mark = (match.digest(), repr(match.decision), repr(memory), len(events), self.told(events))
                if mark in self.seen:
                    return None
                self.seen.add(mark)
                self.todo += [_Place(position, answers, events, step, *other) for other in reversed(found[1:])]
            option, memory = found[0]
            brought = _picked(match, option)
            events += brought
            self.effort -= 1 + len(brought) // EVENTS
            answers += (option,)
            step += match.position.base is not position.base
        return Line(answers, events)
