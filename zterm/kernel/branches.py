"""Looking ahead over the players' choices in a stretch that holds no chance."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from msgspec import Struct

from zterm.kernel.chance import Chance
from zterm.kernel.decision import Decision, Event
from zterm.kernel.match import Match
from zterm.kernel.ruleset import Ruleset

S = TypeVar("S")


class Line(Struct, frozen=True):
    """One way a stretch can go: the answers given on the way and the events they brought."""

    answers: tuple[str, ...]
    events: tuple[Event, ...]


def follow(
    rules: Ruleset[S],
    state: S,
    until: Callable[[S], bool],
    limit: int = 64,
    different: Callable[[S, Decision], Sequence[str]] = lambda state, decision: decision.options,
) -> tuple[list[Line], bool]:
    """Play a stretch from a state until ``until`` holds at the start of a step, once for each way of choosing.

    ``state`` is used up; ``different`` leaves out options that come to the same as another, and where the same answers
    in another order lead to the same place, one order stands for all.
    The stretch must not draw (chance is not asked: a draw would be invented). Returns the lines in order of their
    answers and whether all of them were followed; at most ``limit`` are.
    """
    first = Match(rules, state, Chance(0), pause=until)
    lines: list[Line] = []
    seen: set[tuple[str, int, str]] = set()
    todo: list[tuple[Match[S], tuple[str, ...], tuple[Event, ...]]] = [(first, (), tuple(first.events))]
    while todo:
        match, answers, events = todo.pop()
        place = (match.digest(), len(answers), repr(match.decision))
        if place in seen:
            continue
        seen.add(place)
        if match.decision is None:
            lines.append(Line(answers, events))
            if len(lines) >= limit:
                return lines, not todo
            continue
        options = different(match.state, match.decision)
        for option in reversed(options):
            twin = match.clone() if option is not options[0] else match
            twin.pause = until
            brought = tuple(twin.choose(option))
            todo.append((twin, (*answers, option), events + brought))
    return lines, True
