"""Looking ahead: options of a turn tried out on copies of the match with other futures, to the end of the round.

The copies are played on by reflex. What is hidden is shuffled again in each of them, from an order that says nothing,
and the dice are others: nothing is learnt that the players could not know. The futures follow from the open position,
so the same position gets the same answer.
"""

from __future__ import annotations

from typing import Any
from zlib import crc32

from msgspec import Struct

from zterm.games.zombicide.sense.look import Look
from zterm.games.zombicide.sense.turn import places, toward
from zterm.games.zombicide.sense.worth import worth
from zterm.games.zombicide.state import State
from zterm.kernel.match import Bot, Match

PLACES = 4
"""Zones to end the turn in that are looked at."""
OPTIONS = 7
"""Ways to go on that are looked at, the reflex and those zones among them."""
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


class Try(Struct, frozen=True):
    """A way to go on with a turn: the next answer, and the zone to end the turn in ("": as the reflex goes on)."""

    option: str
    zone: str = ""


def better(match: Match[Any], first: str, reflex: Bot) -> str:
    """Find an option of the acting survivor's turn that comes out better than the reflex ``first``, else return it."""
    if first.split(":")[0] in SURE:
        return first
    tries = candidates(match, first)
    if len(tries) < 2:
        return first
    seed = seed_of(match.state)
    found = {each: [foresee(match, each, seed, reflex)] for each in tries}

    def mean(each: Try) -> float:
        return sum(found[each]) / len(found[each]) + (STICK if each == tries[0] else 0.0)

    best = sorted(tries, key=mean, reverse=True)[:FINALISTS]
    if all(each.option == first for each in best):
        return first
    if tries[0] not in best:
        best[-1] = tries[0]
    for each in best:
        found[each] += [foresee(match, each, seed + 1 + future, reflex) for future in range(CLOSER)]
    return max(best, key=mean).option


def candidates(match: Match[Any], first: str) -> list[Try]:
    """The reflex first, then other options and other zones to end the turn in."""
    look = Look(match)
    found = [Try(first)]
    for zone in places(look)[:PLACES]:
        option = toward(look, zone)
        if option in look.options:
            found.append(Try(option, zone))
    seen = {each.option for each in found}
    found += [Try(option) for option in singles(match, first) if option not in seen]
    return found[:OPTIONS]


def singles(match: Match[Any], first: str) -> list[str]:
    """The options worth a look, the simplest ones of each kind."""
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
    return spread(found)


def spread(options: list[str]) -> list[str]:
    """Bring one option of each kind to the front, then a second one of each, and so on."""
    seen: dict[str, int] = {}
    ranks = []
    for option in options:
        verb = option.split(":")[0]
        seen[verb] = seen.get(verb, 0) + 1
        ranks.append((seen[verb], option))
    return [option for _, option in sorted(ranks, key=lambda pair: pair[0])]


def foresee(match: Match[Any], each: Try, seed: int, reflex: Bot) -> float:
    """Give an answer on a copy with another future, play on to the next round, and weigh where that leads."""
    twin = match.imagine(seed)
    turn = twin.state.turn
    actor = twin.decision.actor if twin.decision is not None else ""
    twin.pick(each.option)
    for _ in range(LONGEST):
        if twin.decision is None or (twin.state.turn > turn and twin.decision.kind == "activate"):
            break
        if each.zone and twin.decision.kind == "turn" and twin.decision.actor == actor and twin.state.turn == turn:
            option = toward(Look(twin), each.zone)
            twin.pick(option if option in twin.decision.options else "end")
            continue
        twin.pick(reflex(twin))
    return worth(twin)


def seed_of(state: State) -> int:
    """A seed that follows from what everybody sees."""
    people = [
        (w.name, w.zone, w.slots, w.actions, w.xp, w.wounds, w.done, w.car, w.seat, w.searched)
        for w in state.survivors.values()
    ]
    return crc32(repr((state.turn, state.active, state.zombies, state.ways, people)).encode())
