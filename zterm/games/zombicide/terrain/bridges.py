"""Steel and wooden bridges (ZX-56 … ZX-69): shooting up and down, the weight that breaks wood, the fall."""

from __future__ import annotations

from collections.abc import Iterator

from zterm.games.zombicide import points
from zterm.games.zombicide.catalogue import say, spoken, word
from zterm.games.zombicide.content import Attack
from zterm.games.zombicide.events import ZombiesMoved
from zterm.games.zombicide.movement import walk
from zterm.games.zombicide.play import Play, nothing
from zterm.games.zombicide.state import Survivor
from zterm.games.zombicide.terrain import events as ev
from zterm.games.zombicide.terrain.rubble import sink
from zterm.games.zombicide.terrain.tokens import on, turn
from zterm.games.zombicide.wounds import wound
from zterm.kernel.decision import Flow
from zterm.kernel.views import Token

BREAKS_AT = 10
"""The weight that breaks a wooden bridge (ZX-65)."""
WEIGHTS: dict[str, dict[str, int]] = {
    "damage": {"survivor": 1, "walker": 1, "runner": 1, "dog": 1, "fatty": 2, "abomination": 3},
    "even": dict.fromkeys(("survivor", "walker", "runner", "dog", "fatty", "abomination"), 1),
}
"""The weight of figures, by match option: by the damage that kills them, or the same for all (ZX-69)."""
FALL = "fall"


def weight(t: Play, zone: str) -> int:
    """Add up the weight of the figures in a zone; who flies over it weighs nothing (ZX-65, ZX-68)."""
    table = WEIGHTS.get(t.state.options.get("bridge_weight", ""), WEIGHTS["damage"])
    zombies = sum(n * table[t.box.kinds[kind].type] for kind, n in t.state.zombies.get(zone, {}).items())
    return zombies + table["survivor"] * len(afoot(t, zone))


def afoot(t: Play, zone: str) -> list[Survivor]:
    """The survivors of a zone who are in no vehicle."""
    return [who for who in t.state.at(zone) if not who.car]


def easier(t: Play, who: Survivor, attack: Attack, zone: str) -> int:
    """A shot from a bridge at those below is easier, one from below harder (ZX-60, ZX-61)."""
    if not attack.ranged:
        return 0
    zones = t.board.zones
    if zones[who.zone].over == zone:
        return 1
    return -1 if zones[zone].over == who.zone else 0


def settled(t: Play) -> Flow[None]:
    """A wooden bridge breaks as soon as it bears too much (ZX-65, ZX-68)."""
    for name, thing, _ in list(on(t, "bridge")):
        if thing.face == "wooden":
            load = weight(t, thing.zone)
            if load >= BREAKS_AT:
                yield from collapse(t, name, load, "ZX-65")


def collapse(t: Play, name: str, load: int, rule: str) -> Flow[None]:
    """Take a bridge off the board; all on it drop to the zone below (ZX-66, ZX-67)."""
    bridge, below = t.content.features[name].zones
    s = t.state
    turn(t, name, "")
    t.emit(ev.BridgeFell(rule, name, below, load))
    for kind, count in s.zombies.pop(bridge, {}).items():
        there = s.zombies.setdefault(below, {})
        there[kind] = there.get(kind, 0) + count
        t.emit(ZombiesMoved("ZX-66", kind, count, bridge, below))
    if bridge in s.noise:
        s.noise[below] = s.noise.get(below, 0) + s.noise.pop(bridge)
    for objective in s.objectives.values():
        objective.zone = below if objective.zone == bridge else objective.zone
    fallen = afoot(t, bridge)
    for who in s.at(bridge):
        walk(t, who, below, "ZX-66")
    for car in s.cars.values():
        car.zone = below if car.zone == bridge else car.zone
    if t.board.zones[below].kind != "water":
        for who in fallen:
            if who.playing:
                yield from wound(t, who, FALL)


def blasted(t: Play, who: Survivor, zone: str) -> Flow[None]:
    """What kills everything in a zone destroys a wooden bridge there, and sinks boats (ZX-05, ZX-64)."""
    sink(t, zone, "ZX-05")
    for name, thing, _ in list(on(t, "bridge")):
        if thing.face == "wooden" and thing.zone == zone:
            yield from collapse(t, name, 0, "ZX-64")


def spawns_nothing(t: Play, zone: str) -> bool:
    """Nothing appears on a bridge that is gone."""
    return bool(t.board.zones[zone].over) and all(thing.zone != zone for _, thing, _ in on(t, "bridge"))


def change(t: Play, name: str, face: str, rule: str) -> Flow[None]:
    """Let a wooden bridge fall, as a mission's rule says."""
    return collapse(t, name, 0, rule) if t.state.things[name].face == "wooden" else nothing()


def tokens(t: Play) -> Iterator[Token]:
    """Bridges on the map; a wooden one says what it bears."""
    for name, thing, feature in on(t, "bridge"):
        text = word("terrain_signs", thing.face)
        words = f"{word('terrain', thing.face)} {spoken(name)}"
        if thing.face == "wooden":
            load = weight(t, thing.zone)
            text = f"{text}{load}"
            words = say("view", "wooden_bridge", id=spoken(name), load=load, most=BREAKS_AT, zone=feature.zones[1])
        yield Token(thing.zone, "bridge", text, words, "item", id=name)


def fill() -> None:
    """Put the rules of bridges into the points."""
    points.AIM.append(easier)
    points.SETTLED.append(settled)
    points.BLASTED.append(blasted)
    points.NO_SPAWN.append(spawns_nothing)
    points.TOKENS.append(tokens)
    points.CHANGES["bridge"] = (("gone",), change)
