"""Looking ahead over the players' choices in a stretch that holds no chance."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from msgspec import Struct

from zterm.kernel.chance import Chance
from zterm.kernel.decision import Event
from zterm.kernel.match import Match
from zterm.kernel.ruleset import Ruleset

S = TypeVar("S")


class Line(Struct, frozen=True):
    """One way a stretch can go: the answers given on the way and the events they brought."""

    answers: tuple[str, ...]
    events: tuple[Event, ...]


def follow(
    rules: Ruleset[S], state: S, until: Callable[[S], bool], limit: int = 64
) -> tuple[list[Line], bool]:
    """Play a stretch from a state until ``until`` holds at the start of a step, once for each way of choosing.

    ``state`` is used up. The stretch must not draw (chance is not asked: a draw would be invented). Returns the lines
    in order of their answers and whether all of them were followed; at most ``limit`` are.
    """
    first = Match(rules, state, Chance(0), pause=until)
    lines: list[Line] = []
    todo: list[tuple[Match[S], tuple[str, ...], tuple[Event, ...]]] = [(first, (), tuple(first.events))]
    while todo:
        match, answers, events = todo.pop()
        if match.decision is None:
            lines.append(Line(answers, events))
            if len(lines) >= limit:
                return lines, not todo
            continue
        options = match.decision.options
        for option in reversed(options):
            twin = match.clone() if option is not options[0] else match
            twin.pause = until
            brought = tuple(twin.choose(option))
            todo.append((twin, (*answers, option), events + brought))
    return lines, True
