"""What the zombies would do if they acted now: their activation played on a copy (chapter 7, pages 15-16)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from zterm.games.zombicide import events as ev
from zterm.games.zombicide.state import State
from zterm.kernel.branches import Line, follow
from zterm.kernel.views import Arrow, Bite, Branch, Threat

if TYPE_CHECKING:
    from zterm.games.zombicide.rules import Zombicide

_TOLD = (ev.ZombiesMoved, ev.ZombiesAttacked, ev.ZombiesSplit, ev.FenceTorn, ev.PoolEmpty, ev.ExtraActivation)
_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(State).decode


def threat(rules: Zombicide, state: State) -> Threat:
    """Play the activation step (no spawn) on a copy of the state, once for each way of choosing in it.

    Choices are the way of an Abomination, who takes a wound and what it costs, and which branch stays short.
    Lines that come to the same moves and bites are one branch.
    """
    copy = _decode(_encode(state))
    copy.phase, copy.stage, copy.active, copy.to_play = "zombies", 0, "", []
    lines, complete = follow(rules, copy, lambda s: s.phase != "zombies")
    found: dict[tuple[tuple[Arrow, ...], tuple[Bite, ...]], Branch] = {}
    for line in lines:
        branch = _branch(rules, state, line)
        found.setdefault((branch.arrows, branch.bites), branch)
    return Threat(tuple(found.values()), complete)


def _branch(rules: Zombicide, state: State, line: Line) -> Branch:
    moves: dict[tuple[str, str, str], int] = {}
    bites: dict[str, int] = {}
    whom: dict[str, list[str]] = {}
    for event in line.events:
        if isinstance(event, ev.ZombiesMoved):
            key = (event.start, event.to, event.zombie)
            moves[key] = moves.get(key, 0) + event.count
        elif isinstance(event, ev.ZombiesAttacked):
            bites[event.zone] = bites.get(event.zone, 0) + event.count
            whom[event.zone] = [who.name for who in state.at(event.zone)]
    arrows = tuple(Arrow(start, to, kind, count) for (start, to, kind), count in moves.items())
    lines = tuple(rules.tell(event) for event in line.events if isinstance(event, _TOLD))
    harm = tuple(Bite(zone, count, tuple(whom[zone])) for zone, count in bites.items())
    return Branch(line.answers, arrows, harm, lines)
