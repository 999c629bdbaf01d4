"""What buttons would do: which one to press so that a place can be reached, and who has to wait where for it."""

from __future__ import annotations

from heapq import heappop, heappush
from typing import Any, NamedTuple

from zterm.games.zombicide.mission_checks import door_matches
from zterm.games.zombicide.mission_effects import TURNS
from zterm.games.zombicide.sense.look import Look

DEEP, KEPT = 3, 4000
"""How many presses are looked ahead, how many answers are remembered."""
STAGED = 0.5
"""What it costs more when somebody has to wait elsewhere while another presses."""


class World(NamedTuple):
    """How the board would stand: open ways, buttons that are on, sides of the gates."""

    ways: int
    on: tuple[bool, ...]
    gates: tuple[str, ...]


class Wire(NamedTuple):
    """A button to press. ``posts``: the zones from which the way goes on then (none: from the button itself), ``post``
    the nearest of them, ``crew`` how many should wait there."""

    button: str
    posts: frozenset[str]
    post: str
    crew: int


def world_of(look: Look) -> World:
    """How the board stands now."""
    s = look.s
    return World(s.ways, tuple(b.on for b in s.buttons.values()), tuple(s.gates.values()))


def outcomes(look: Look, world: World, name: str) -> list[World]:
    """How the board may stand after a button is pressed: one way, or one for each direction of a gate."""
    names = list(look.s.buttons)
    number, button = names.index(name), look.s.buttons[name]
    on = tuple(value != (i == number) for i, value in enumerate(world.on))
    ways, turns = world.ways, False
    for rule in look.t.mission.rules:
        when = rule.when
        if when.name != "press" or when.args["first"] or when.args["colour"] not in ("any", button.colour):
            continue
        if when.args["to"] not in ("any", "on" if on[number] else "off"):
            continue
        for effect in rule.effects:
            if effect.name in ("open_doors", "close_doors"):
                for door in look.t.board.doors.values():
                    if door_matches(door, effect.args["colour"], effect.args["what"]):
                        ways = ways | 1 << door.bit if effect.name == "open_doors" else ways & ~(1 << door.bit)
            turns = turns or effect.name == "rotate_gate"
    after = World(ways, on, world.gates)
    return [turned(look, after, order) for order in TURNS.values()] if turns else [after]


def turned(look: Look, world: World, order: str) -> World:
    """How the board stands after its gates turn a quarter."""
    ways, gates = world.ways, []
    for gate, sides in zip(look.t.mission.gates, world.gates, strict=True):
        opened = [order[order.index(side) + 1] for side in sides]
        gates.append("".join(side for side in "NESW" if side in opened))
        for side, bit in gate.bits.items():
            ways = ways | 1 << bit if side in opened else ways & ~(1 << bit)
    return World(ways, world.on, tuple(gates))


def region(look: Look, world: World, starts: frozenset[str]) -> frozenset[str]:
    """Zones that can be walked to, doors opened with tools on the way."""
    board, locked, ways = look.t.board, look.s.locked, world.ways
    seen, todo = set(starts), list(starts)
    while todo:
        zone = todo.pop()
        for way in board.touching[zone]:
            other = way.b if zone == way.a else way.a
            if other in seen or not way.starts(zone, ways):
                continue
            by_tool = look.can_open and way.by in ("door", "main_door") and way.id not in locked and way.id
            if way.passable(ways) or (by_tool and way.passable(ways | 1 << way.bit)):
                seen.add(other)
                todo.append(other)
    return frozenset(seen)


_KNOWN: dict[Any, tuple[str, frozenset[str]] | None] = {}


_NEAR: dict[Any, bool] = {}


def unlock(look: Look, targets: frozenset[str]) -> Wire | None:
    """The button to press next so that one of some zones can be reached; None when no button helps."""
    world = world_of(look)
    start = region(look, world, frozenset(who.zone for who in look.team))
    alone = len(look.team) < 2
    dead = tuple(b.dead for b in look.s.buttons.values())
    key = (look.t.mission.hash, world, start, targets, alone, dead, tuple(look.s.locked), look.can_open)
    if key not in _KNOWN:
        if len(_KNOWN) > KEPT:
            _KNOWN.clear()
        _KNOWN[key] = _unlock(look, world, start, targets, alone)
    known = _KNOWN[key]
    if known is None:
        return None
    button, posts = known
    crew = min(2, len(look.team) - 1)
    ways = {
        post: sorted(look.far(who.zone).get(post, 99.0) for who in look.team)[:crew] for post in posts if post in start
    }
    post = min(ways, key=lambda zone: (round(sum(ways[zone]), 3), zone), default="")
    return Wire(button, posts, post, crew)


def _unlock(
    look: Look, world: World, start: frozenset[str], targets: frozenset[str], alone: bool
) -> tuple[str, frozenset[str]] | None:
    found = presses_to(look, world, start, targets, alone)
    if found is None or not found[1]:
        return None
    _, presses, after = found
    onward = frozenset((look.s.buttons[presses[1]].zone,)) if len(presses) > 1 else targets
    if region(look, after, frozenset((look.s.buttons[presses[0]].zone,))) & onward:
        return presses[0], frozenset()
    return presses[0], frozenset(zone for zone in start if region(look, after, frozenset((zone,))) & onward)


def presses_to(
    look: Look, world: World, start: frozenset[str], targets: frozenset[str], alone: bool
) -> tuple[float, tuple[str, ...], World] | None:
    """The presses after which one of some zones can be reached: their cost, the buttons, the board after the first."""
    todo: list[tuple[float, int, World, frozenset[str], tuple[str, ...], World]] = [(0.0, 0, world, start, (), world)]
    number, seen = 0, set()
    while todo:
        cost, _, now, reach, presses, first = heappop(todo)
        if targets & reach:
            return cost, presses, first
        if len(presses) >= DEEP or (now, reach) in seen:
            continue
        seen.add((now, reach))
        for name, button in look.s.buttons.items():
            if button.dead or button.zone not in reach:
                continue
            for after in outcomes(look, now, name):
                own = region(look, after, frozenset((button.zone,)))
                beyond = own if alone else region(look, after, reach)
                number += 1
                extra = 0.0 if own == beyond else STAGED
                heappush(todo, (cost + 1 + extra, number, after, beyond, (*presses, name), first if presses else after))
    return None


def comes_near(look: Look, targets: frozenset[str], more: int) -> bool:
    """Say whether a zone can be reached, buttons pressed where they help, once further ways (a mask) are open."""
    world = world_of(look)._replace(ways=look.s.ways | more)
    start = region(look, world, frozenset(who.zone for who in look.team))
    alone = len(look.team) < 2
    key = (look.t.mission.hash, world, start, targets, alone, tuple(look.s.locked), look.can_open)
    if key not in _NEAR:
        if len(_NEAR) > KEPT:
            _NEAR.clear()
        _NEAR[key] = presses_to(look, world, start, targets, alone) is not None
    return _NEAR[key]


def turn_for(look: Look, targets: frozenset[str], sides: tuple[tuple[str, str], ...]) -> str:
    """Which way to turn the gates: so that some zones come into reach, then so that open and shut sides are as wanted.

    ``sides`` are pairs of wanted open and shut sides.
    """
    found = []
    here = look.actor.zone if look.actor is not None else look.team[0].zone
    for name, order in TURNS.items():
        after = turned(look, world_of(look), order)
        near = region(look, after, frozenset(who.zone for who in look.team))
        way = presses_to(look, after, near, targets, len(look.team) < 2) if targets else None
        shown = "".join(after.gates)
        fits = sum(all(s in shown for s in wide) and not any(s in shown for s in shut) for wide, shut in sides)
        apart = sum(who.zone not in region(look, after, frozenset((here,))) for who in look.team)
        found.append((way[0] if way is not None else 9.0, -fits, apart, name))
    return f"turn:{min(found)[3]}"
