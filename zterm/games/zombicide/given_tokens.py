"""Tokens of a position on a printed mission: where cars, objectives, buttons and gates are given otherwise.

Boards drawn inline have theirs checked and laid in ``inline``; here a key left out means as the mission has it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from zterm.content.loader import Node
from zterm.content.problems import Problem, suggest
from zterm.content.schema import BAD, Check, Entry, choice, flag, list_of, map_of, may, record, text, whole
from zterm.games.zombicide.content import CAR_KINDS, COLOURS, Car, Mission
from zterm.games.zombicide.mistakes import put, thing
from zterm.games.zombicide.state import State

_name = text("a name")
_colour = may(choice(*COLOURS))
_CHECKS: dict[str, Check] = {
    "cars": map_of(
        record(
            {
                "kind": may(choice(*CAR_KINDS)),
                "zone": may(_name),
                "seats": may(list_of(lambda n, p: n.value, 0, 4), []),
                "searched": may(flag),
            }
        )
    ),
    "objectives": map_of(record({"zone": may(_name), "colour": _colour, "taken": may(flag)})),
    "buttons": map_of(
        record(
            {
                "zone": may(_name),
                "colour": _colour,
                "opens": may(list_of(_name, single=True)),
                "pressed": may(whole(0, 99)),
                "on": may(flag),
            }
        )
    ),
    "gates": map_of(
        record({"zone": may(_name), "open": may(list_of(choice("N", "E", "S", "W"), 0, 4)), "button": may(_name)})
    ),
}


def with_cars(mission: Mission, given: Node, problems: list[Problem]) -> Mission:
    """Put the cars of a printed mission where they are given, of the kind that is given; further ones need a zone."""
    cars, zones = {car.id: car for car in mission.cars}, mission.board.zones
    for name, entry in _read(given, "cars", problems).items():
        car = cars.get(name)
        if car is None and not entry["zone"]:
            problems.append(
                entry.node.problem(put("given", "no_such", what=thing("car"), name=name), suggest(name, cars))
            )
        elif not entry["zone"] or _zone(entry, zones, problems):
            kind = entry["kind"] or (car.kind if car else "police")
            cars[name] = Car(name, kind, entry["zone"] or (car.zone if car else ""))
    return replace(mission, cars=tuple(cars.values())) if given.get("cars") is not None else mission


def lay(s: State, mission: Mission, given: Node, problems: list[Problem]) -> None:
    """Lay the tokens of a printed mission as a position gives them; what does not fit is noted."""
    found = {key: _read(given, key, problems) for key in _CHECKS if key != "cars"}
    zones = mission.board.zones
    for key, tokens in (("objectives", s.objectives), ("buttons", s.buttons)):
        for name, entry in found[key].items():
            if _known(name, entry, key, tokens, problems) and entry["zone"] and _zone(entry, zones, problems):
                tokens[name].zone = entry["zone"]
    _gates(s, mission, found["gates"], problems)


def _read(given: Node, key: str, problems: list[Problem]) -> Entry:
    node = given.get(key)
    entries = _CHECKS[key](node, problems) if node is not None else Entry()
    return Entry() if entries is BAD else entries


def _known(name: str, entry: Entry, key: str, tokens: Mapping[str, Any], problems: list[Problem]) -> bool:
    """Say whether the mission has a token; an unknown one is noted."""
    if name not in tokens:
        problems.append(
            entry.node.problem(put("given", "no_such", what=thing(key[:-1]), name=name), suggest(name, tokens))
        )
    return name in tokens


def _zone(entry: Entry, zones: Mapping[str, Any], problems: list[Problem]) -> bool:
    """Say whether the zone of an entry is on the board; an unknown one is noted."""
    zone = entry["zone"]
    if zone not in zones:
        problems.append(entry.node.at("zone").problem(put("given", "no_zone", name=zone), suggest(zone, zones)))
    return zone in zones


def _gates(s: State, mission: Mission, given: Entry, problems: list[Problem]) -> None:
    """Turn gates as they are given; they stay where the mission has them."""
    gates = {gate.id: gate for gate in mission.gates}
    for name, entry in given.items():
        if not _known(name, entry, "gates", gates, problems):
            continue
        gate = gates[name]
        if entry["zone"] not in (None, gate.zone):
            problems.append(entry.node.at("zone").problem(put("given", "gate_zone", zone=gate.zone), gate.zone))
        if entry["open"] is not None:
            s.gates[name] = "".join(entry["open"])
            for side, bit in gate.bits.items():
                s.ways = s.ways | 1 << bit if side in entry["open"] else s.ways & ~(1 << bit)
