"""Looking ahead: options of a turn tried out on copies of the match with other futures, to the end of the round.

The copies are played on by reflex. What is hidden is shuffled again in each of them, from an order that says nothing,
and the dice are others: nothing is learnt that the players could not know. The futures follow from the open position,
so the same position gets the same answer.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from zlib import crc32

from zterm.games.zombicide.sense.worth import worth
from zterm.games.zombicide.state import State
from zterm.kernel.match import Match

Reflex = Callable[[Match[Any]], str]

OPTIONS = 6
"""Options looked at, the reflex among them."""
FINALISTS = 2
"""How many of the best are looked at more closely."""
CLOSER = 3
"""Futures more for each of those."""
STICK = 1.0
"""How much better than the reflex another option must be."""
SURE = ("attack", "combine", "inventory", "enter", "seat", "reload")
"""Kinds of answers that are given without a look ahead."""
LONGEST = 120
"""Answers looked ahead at most."""
ORDER = {"take": 0, "end": 2, "drive": 3, "enter": 4, "leave": 5, "attack": 6, "move": 7, "open": 8}
"""Which kinds of options are looked at first; those left out are not looked at.

Nobody presses a button on the strength of one round seen ahead: what it opens or shuts off shows later.
"""


def better(match: Match[Any], first: str, reflex: Reflex) -> str:
    """Find an option of the acting survivor's turn that comes out better than the reflex ``first``, else return it."""
    options = candidates(match, first)
    if len(options) < 2 or first.split(":")[0] in SURE:
        return first
    seed = seed_of(match.state)
    found = {option: [foresee(match, option, seed, reflex)] for option in options}

    def mean(option: str) -> float:
        return sum(found[option]) / len(found[option]) + (STICK if option == first else 0.0)

    best = sorted(options, key=mean, reverse=True)[:FINALISTS]
    if best[0] == first:
        return first
    if first not in best:
        best[-1] = first
    for option in best:
        found[option] += [foresee(match, option, seed + 1 + future, reflex) for future in range(CLOSER)]
    return max(best, key=mean)


def candidates(match: Match[Any], first: str) -> list[str]:
    """The reflex and the other options worth a look, the simplest ones of each kind."""
    assert match.decision is not None
    s: State = match.state
    found = []
    for option in match.decision.options:
        verb, *args = option.split(":")
        if option == first or verb not in ORDER or (verb == "move" and len(args) > 1):
            continue
        if verb == "attack" and ("+" in args[1] or not s.crowd(args[1])):
            continue
        if verb == "drive" and len(args) > 3:
            continue
        found.append(option)
    found.sort(key=lambda option: ORDER[option.split(":")[0]])
    return [first, *spread(found)[: OPTIONS - 1]]


def spread(options: list[str]) -> list[str]:
    """Bring one option of each kind to the front, then a second one of each, and so on."""
    seen: dict[str, int] = {}
    ranks = []
    for option in options:
        verb = option.split(":")[0]
        seen[verb] = seen.get(verb, 0) + 1
        ranks.append((seen[verb], option))
    return [option for _, option in sorted(ranks, key=lambda pair: pair[0])]


def foresee(match: Match[Any], option: str, seed: int, reflex: Reflex) -> float:
    """Give an answer on a copy with another future, play on to the next round, and weigh where that leads."""
    twin = match.imagine(seed)
    turn = twin.state.turn
    twin.pick(option)
    for _ in range(LONGEST):
        if twin.decision is None or (twin.state.turn > turn and twin.decision.kind == "activate"):
            break
        twin.pick(reflex(twin))
    return worth(twin)


def seed_of(state: State) -> int:
    """A seed that follows from what everybody sees."""
    people = [
        (w.name, w.zone, w.slots, w.actions, w.xp, w.wounds, w.done, w.car, w.seat, w.searched)
        for w in state.survivors.values()
    ]
    return crc32(repr((state.turn, state.active, state.zombies, state.ways, people)).encode())
