"""Looking ahead over the players' choices in a stretch that holds no chance."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from hashlib import blake2b
from heapq import heappop, heappush
from typing import Any, Generic, TypeVar

from msgspec import Struct, field

from zterm.kernel.chance import Chance
from zterm.kernel.decision import Decision, Event
from zterm.kernel.match import Match, Position
from zterm.kernel.ruleset import Ruleset

S = TypeVar("S")
RETURN = 4
"""The effort of going back to a place, in answers."""
EVENTS = 3
"""So many events are the effort of one more answer."""

Tally = Mapping[Any, int]
"""What is told of some events, and how often."""
_Sum = frozenset[tuple[Any, int]]
_NOTHING: _Sum = frozenset()


class Line(Struct, frozen=True):
    """One way a stretch can go: the answers given on the way and the events they brought."""

    answers: tuple[str, ...]
    events: tuple[Event, ...]


class Course(Struct, Generic[S]):
    """Where a line stands: the state and what is pending in the step (to read), the open question (None at the end),
    the number of the step in the stretch (from 0), the events since the last question, and what the game wanted to
    remember (``None`` at first)."""

    state: S
    pending: Sequence[Any]
    decision: Decision | None
    step: int
    events: Sequence[Event]
    memory: Any


class _Fork(Struct, gc=False):
    """A question with several answers that may differ: what follows each, as far as that was found out.

    Forks, parts and places are many and never form a circle, so the garbage collector need not look through them.
    """

    parts: list[_Part] = field(default_factory=list)
    told: dict[_Sum, tuple[_Part, _Sum]] | None = None


class _Part(Struct, gc=False):
    """What leads from one fork to the next one or (``to`` is None) to the end; ``done`` when that was played."""

    answers: list[str] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)
    to: _Fork | None = None
    done: bool = False


class _Place(Struct, gc=False):
    """A place to go back to: the match there, the part that begins there, and the answer to give; ``depth`` is the
    number of forks before it."""

    position: Position
    part: _Part
    depth: int
    step: int
    option: str
    memory: Any


Choose = Callable[[Course[S]], Sequence[tuple[str, Any]]]
"""The answers to a question that may lead to something different, each with what to remember of it: whatever is still
to come of an answer must show in the state, in what is pending or in the memory. It is asked at the end of each line as
well, without a question."""


class Lookahead(Generic[S]):
    """A stretch of play from a state until ``until`` holds at the start of a step, once for each way of choosing.

    ``state`` is used up. The stretch must not draw (chance is not asked: a draw would be invented).
    """

    def __init__(self, rules: Ruleset[S], state: S, until: Callable[[S], bool], choices: Choose[S]) -> None:
        self.rules, self.until, self.choices = rules, until, choices
        self.first = _Part()
        self.todo: list[tuple[int, int, _Place]] = []
        self.forks: dict[bytes, _Fork] = {}
        self.effort = self.most = self.noted = 0
        self.ended = False
        match = Match(rules, state, Chance(0), pause=until)
        self._on(match, self.first, tuple(match.events), 0, 0, None)

    def go(self, effort: int) -> bool:
        """Follow lines until so many answers were given in all; say whether there is nothing left to follow.

        The first line is followed to its end in any case, and where the answers are not enough the first choices of a
        line are given all their answers before later ones are.
        """
        self.most = effort
        while self.todo and self.effort < effort:
            _, _, back = heappop(self.todo)
            match = Match.restore(self.rules, back.position)
            match.pause = self.until
            self.effort += RETURN + len(back.position.since)
            base = match.position.base
            events = _picked(match, back.option)
            step = back.step + (match.position.base is not base)
            self._on(match, back.part, events, back.depth, step, back.memory)
        return not self.todo

    def lines(self, told: Callable[[Sequence[Event]], Tally], limit: int) -> tuple[list[Line], bool]:
        """The lines that come to something different, in order of their answers, and whether those are all there are.

        ``told`` counts what is told of events: lines that come to the same are one. At most ``limit`` are given.
        """
        for fork in self.forks.values():
            fork.told = None
        found = _lines(self.first, told, limit)
        return found[:limit], not self.todo and len(found) <= limit

    def _on(self, match: Match[S], part: _Part, events: tuple[Event, ...], depth: int, step: int, memory: Any) -> None:
        """Go on to the end of a line, noting the other choices on the way; stop where another line came by before, or
        at a fork when enough was done."""
        part.events += events
        while True:
            found = self.choices(Course(match.state, match.table.pending, match.decision, step, events, memory))
            if match.decision is None:
                part.done = self.ended = True
                return
            position = match.position
            option, later = found[0]
            if len(found) > 1:
                told = match.digest(), match.table.pending, match.decision, [memory for _, memory in found]
                mark = blake2b(repr(told).encode(), digest_size=16).digest()
                part.done = True
                part.to = self.forks.get(mark)
                if part.to is not None:
                    return
                fork = part.to = self.forks[mark] = _Fork([_Part([choice]) for choice, _ in found])
                depth += 1
                tired = self.ended and self.effort >= self.most
                for way, other in list(zip(fork.parts, found, strict=True))[0 if tired else 1 :]:
                    self.noted += 1
                    heappush(self.todo, (depth, self.noted, _Place(position, way, depth, step, *other)))
                if tired:
                    return
                part = fork.parts[0]
            else:
                part.answers.append(option)
            events, memory = _picked(match, option), later
            part.events += events
            self.effort += 1 + len(events) // EVENTS
            step += match.position.base is not position.base


def _picked(match: Match[S], option: str) -> tuple[Event, ...]:
    match.pick(option)
    return tuple(match.table.events)


def _lines(first: _Part, told: Callable[[Sequence[Event]], Tally], limit: int) -> list[Line]:
    """The lines of what was played that come to something different, in order; a few more than ``limit`` at most."""
    forks = [first.to] if first.to is not None else []
    while forks:
        fork = forks[-1]
        later = [part.to for part in fork.parts if part.to is not None and part.to.told is None]
        if fork.told is None and later:
            forks += later
            continue
        forks.pop()
        if fork.told is None:
            fork.told = {}
            for part in fork.parts:
                for total, rest in _sums(part, told):
                    fork.told.setdefault(total, (part, rest))
                if len(fork.told) > limit:
                    break
    return [_line(first, rest) for rest in dict(_sums(first, told)).values()]


def _sums(part: _Part, told: Callable[[Sequence[Event]], Tally]) -> Iterator[tuple[_Sum, _Sum]]:
    """What is told of the lines from a part on, each with what is told of its rest."""
    if not part.done:
        return
    own = told(part.events)
    for rest in (_NOTHING,) if part.to is None else part.to.told or ():
        total = dict(own)
        for key, count in rest:
            total[key] = total.get(key, 0) + count
        yield frozenset(total.items()), rest


def _line(part: _Part, rest: _Sum) -> Line:
    """The line from a part on of which the rest is told."""
    answers, events = list(part.answers), list(part.events)
    while part.to is not None:
        part, rest = (part.to.told or {})[rest]
        answers += part.answers
        events += part.events
    return Line(tuple(answers), tuple(events))
