"""Small boards drawn inside scenario files (``given: board``), as missions like any other."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256
from typing import Any

from zterm.content.loader import Node, node_of
from zterm.content.problems import ContentError, Problem, suggest
from zterm.content.schema import BAD, Entry, Field, bad, choice, flag, list_of, map_of, may, need, record, text, whole
from zterm.games.zombicide import mission_language, tiles
from zterm.games.zombicide.board import KINDS, Board
from zterm.games.zombicide.box import TRAITS
from zterm.games.zombicide.content import (
    CAR_KINDS,
    COLOURS,
    INLINE,
    Box,
    Button,
    Car,
    Clause,
    Gate,
    Mission,
    MissionRule,
    Objective,
    Spawn,
    Step,
)
from zterm.games.zombicide.mistakes import later, put
from zterm.games.zombicide.terrain import content as terrain
from zterm.games.zombicide.terrain import laying
from zterm.games.zombicide.tiles import Ground

_ID = text(later("inline", "id"), "[A-Za-z0-9][A-Za-z0-9_-]*")
_COLOUR = choice(*COLOURS)
_JOINS = ("open", "door", "main_door", "cell_door", "fence", "ladder", "steps")


def _rectangles(node: Node, problems: list[Problem]) -> Any:
    """A rectangle [x, y, width, height], or a list of them."""
    parts = node.value if isinstance(node.value, list) else []
    several = bool(parts) and isinstance(parts[0].value, list)
    found = []
    for part in parts if several else [node]:
        numbers = part.plain()
        if not isinstance(numbers, list) or len(numbers) != 4 or not all(type(n) is int for n in numbers):
            return bad(part, problems, put("inline", "rectangle"))
        x, y, width, height = numbers
        if x < 0 or y < 0 or width < 1 or height < 1 or x + width > 200 or y + height > 200:
            return bad(part, problems, put("inline", "rectangle_bounds"))
        found.append((x, y, width, height))
    return found


def _or_null(node: Node, problems: list[Problem]) -> Any:
    return (
        node.value
        if node.value is None or isinstance(node.value, str)
        else bad(node, problems, put("inline", "name_null"))
    )


BOARD: dict[str, Field] = {
    "zones": need(
        map_of(
            record(
                {
                    "kind": need(choice(*KINDS)),
                    "at": need(_rectangles),
                    "traits": may(list_of(choice(*TRAITS), single=True), []),
                }
            ),
            _ID,
        ),
        Entry(),
    ),
    "joins": may(
        list_of(
            record(
                {
                    "zones": need(list_of(_ID, 2, 2)),
                    "by": need(choice(*_JOINS)),
                    "id": may(_ID, ""),
                    "state": may(choice("open", "closed"), "closed"),
                    "colour": may(_COLOUR, "neutral"),
                }
            )
        ),
        [],
    ),
    "manholes": may(list_of(_ID, single=True), []),
    "tiles": may(map_of(list_of(_ID, single=True)), Entry()),
    "spawns": may(
        map_of(record({"zone": need(_ID), "colour": may(_COLOUR, "red"), "active": may(flag, True)}), _ID),
        Entry(),
    ),
    "start": may(list_of(_ID, single=True), []),
    "exit": may(list_of(_ID, single=True), []),
    "areas": may(map_of(list_of(_ID, single=True)), Entry()),
}
"""What a board that is drawn in a position may say."""
_BOARD = record(BOARD, keep=True)
_TOKENS = {
    "objectives": map_of(record({"zone": need(_ID), "colour": may(_COLOUR, "red"), "taken": may(flag, False)}), _ID),
    "buttons": map_of(
        record(
            {
                "zone": need(_ID),
                "colour": may(_COLOUR, "neutral"),
                "opens": may(list_of(_ID, single=True), []),
                "pressed": may(whole(0, 99), 0),
                "on": may(flag, False),
            }
        ),
        _ID,
    ),
    "cars": map_of(
        record(
            {
                "kind": need(choice(*CAR_KINDS)),
                "zone": need(_ID),
                "seats": may(list_of(_or_null, 0, 4), []),
                "searched": may(flag, False),
            }
        ),
        _ID,
    ),
    "terrain": terrain.tokens(_ID),
    "gates": map_of(
        record(
            {
                "zone": need(_ID),
                "open": need(list_of(choice("N", "E", "S", "W"), 0, 4)),
                "button": may(_ID, ""),
            }
        ),
        _ID,
    ),
}


def mission_from_inline(given: Node | dict[str, Any], box: Box) -> Mission:
    """The mission of a scenario's ``given``: board, objectives, buttons, cars, gates and win (a board alone will do).

    Driving is allowed and nothing wins unless ``win`` says so. Raises ContentError with every mistake found.
    """
    node = given if isinstance(given, Node) else node_of(given, "<given>")
    board_node = node.get("board")
    if board_node is None:
        board_node, node = node, Node({}, node.path, node.line, node.column)
    problems: list[Problem] = []
    data = _BOARD(board_node, problems)
    if data is BAD:
        raise ContentError(problems)
    tokens = {key: _tokens(node, key, problems) for key in _TOKENS}
    mission = _build(data, tokens, node, box, problems)
    if problems:
        raise ContentError(problems)
    return mission


def _tokens(node: Node, key: str, problems: list[Problem]) -> Entry:
    inner = node.get(key)
    found = _TOKENS[key](inner, problems) if inner is not None else Entry()
    return Entry() if found is BAD else found


def _build(data: Entry, tokens: dict[str, Entry], node: Node, box: Box, problems: list[Problem]) -> Mission:
    ground = _ground(data, problems)
    opened = _joins(data, ground, tokens["gates"], problems)
    here = list(data["zones"])

    def find(zone: str, node: Node) -> str:
        if zone not in here:
            problems.append(node.problem(put("inline", "unknown_zone", zone=zone), suggest(zone, here)))
        return zone if zone in here else ""

    laying.carve(ground, tokens["terrain"], find, problems)
    board, bits = tiles.finish(ground)
    boats = [car for car in tokens["cars"].values() if car["kind"] == "boat"]
    board, features, on = laying.lay(ground, board, tokens["terrain"], bits, find, boats, problems)
    opened |= on
    gates = tuple(
        Gate(name, entry["zone"], tuple(entry["open"]), bits[entry["zone"]], entry["button"])
        for name, entry in tokens["gates"].items()
        if entry["zone"] in bits
    )
    opened |= sum(1 << gate.bits[side] for gate in gates for side in gate.open)
    areas = {name: tuple(zones) for name, zones in data["areas"].items()}
    areas |= {"start": tuple(data["start"]), "exit": tuple(data["exit"]), "board": tuple(board.zones)}
    names = mission_language.names_of(board.zones, areas, box, 1, features)
    win = node.get("win")
    done = mission_language.condition(win, problems, names) if win is not None else BAD
    _known_zones(data, {key: held for key, held in tokens.items() if key != "terrain"}, board.zones, problems)
    buttons = _buttons(tokens["buttons"], board, problems)
    return Mission(
        id=INLINE,
        game="zombicide",
        title="A position",
        difficulty="medium",
        minutes=0,
        survivors_min=1,
        story="",
        board=board,
        start=areas["start"],
        exits=areas["exit"],
        spawns=tuple(Spawn(name, e["zone"], e["colour"], e["active"]) for name, e in data["spawns"].items()),
        objectives=tuple(Objective(name, e["zone"], e["colour"]) for name, e in tokens["objectives"].items()),
        buttons=buttons,
        cars=tuple(Car(name, e["kind"], e["zone"]) for name, e in tokens["cars"].items()),
        gates=gates,
        doors_open=opened,
        areas=areas,
        steps=() if done is BAD else (Step("", done),),
        rules=_rules(areas),
        driving=True,
        hash=sha256(repr(node.plain()).encode() + repr(data.node.plain()).encode()).hexdigest(),
        tiles=tuple(data["tiles"]) or ("t1",),
        inline=True,
        features=features,
    )


def _buttons(entries: Entry, board: Board, problems: list[Problem]) -> tuple[Button, ...]:
    """The buttons with the doors they open, which the board must have."""
    for entry in entries.values():
        for part in entry.node.at("opens").parts() if entry["opens"] else ():
            name = str(part.value)
            if name not in board.doors:
                problems.append(part.problem(put("given", "no_door", name=name), suggest(name, board.doors)))
    return tuple(
        Button(name, entry["zone"], entry["colour"], tuple(door for door in entry["opens"] if door in board.doors))
        for name, entry in entries.items()
    )


def _rules(areas: dict[str, tuple[str, ...]]) -> tuple[MissionRule, ...]:
    """What holds on every board: an objective is worth 5 XP (ZB-435), the exit lets people out (ZB-437)."""
    explore = Clause("take_objective", {"colour": "any"})
    rules = [MissionRule("objective", "Objectives", explore, (), (Clause("xp", {"n": 5}),))]
    if areas["exit"]:
        leave = Clause("survivor_turn_end", {"in": "exit"})
        clear = Clause("clear", {"area": "exit"})
        rules.append(MissionRule("exit", "Exit", leave, (clear,), (Clause("escape", {}),)))
    return tuple(rules)


def _ground(data: Entry, problems: list[Problem]) -> Ground:
    """Zones on the lattice, walls between all of them, tiles and manholes."""
    rectangles = [rectangle for entry in data["zones"].values() for rectangle in entry["at"]]
    width = max((x + w for x, _, w, _ in rectangles), default=1)
    height = max((y + h for _, y, _, h in rectangles), default=1)
    ground = Ground(width, height)
    for name, entry in data["zones"].items():
        ground.order[name] = len(ground.order)
        ground.kinds[name] = entry["kind"]
        ground.traits[name] = tuple(entry["traits"])
        cells = {(x, y) for x0, y0, w, h in entry["at"] for y in range(y0, y0 + h) for x in range(x0, x0 + w)}
        taken = sorted({ground.at[cell] for cell in cells if cell in ground.at})
        if taken:
            problems.append(
                entry.node.at("at").problem(
                    put("inline", "lies_over", name=name, other=taken[0]), put("inline", "cells_own")
                )
            )
        ground.cells[name] = sorted(cells - set(ground.at), key=lambda cell: (cell[1], cell[0]))
        ground.at.update(dict.fromkeys(ground.cells[name], name))
        ground.tiles[name] = (
            tuple(t for t, zones in data["tiles"].items() if name in zones) if data["tiles"] else ("t1",)
        )
        lies_on = ground.tiles[name] or ("t1",)
        ground.manholes[name] = (lies_on[0] if len(lies_on) == 1 else "",) * data["manholes"].count(name)
    for edge in tiles.edges(ground):
        first, second = (ground.at.get(cell) for cell in tiles.cells_of(edge))
        if first != second:
            ground.classes[edge] = "wall"
    tiles.find_borders(ground)
    return ground


def _joins(data: Entry, ground: Ground, gates: Entry, problems: list[Problem]) -> int:
    """Open what is listed between touching zones; returns the bits of the doors that are open."""
    gated = {entry["zone"] for entry in gates.values() if ground.kinds.get(entry["zone"]) == "gate"}
    sides: dict[str, dict[str, list[str]]] = {zone: {side: [] for side in tiles.TURNS} for zone in gated}
    for entry in gates.values():
        if entry["zone"] not in gated and entry["zone"] in ground.kinds:
            problems.append(
                entry.node.at("zone").problem(
                    put("inline", "no_gate", zone=entry["zone"]), put("inline", "zone_kind_gate")
                )
            )
    for zone, kind in ground.kinds.items():
        if kind == "tower":
            tiles.make_tower(ground, zone, ())
    opened = 0
    for entry in data["joins"]:
        a, b = entry["zones"]
        if a not in ground.kinds or b not in ground.kinds:
            continue
        borders = [border for border in ground.between(a, b) if len(border.sides) == 1]
        if not borders or a == b:
            problems.append(
                entry.node.at("zones").problem(
                    put("inline", "do_not_touch", a=a, b=b), put("inline", "two_zones_share_side")
                )
            )
            continue
        opened |= _join(entry, ground, (a, b), bool(gated & {a, b}), problems)
        for gate in gated & {a, b}:
            _gate_sides(ground, gate, b if gate == a else a, sides[gate])
    for gate in gated:
        if not any(sides[gate].values()):
            for one, two in list(ground.borders):
                if gate in (one, two):
                    _gate_sides(ground, gate, two if gate == one else one, sides[gate])
        tiles.make_gate(ground, gate, sides[gate])
    return opened


def _join(entry: Entry, ground: Ground, zones: tuple[str, str], gated: bool, problems: list[Problem]) -> int:
    """One join; returns its bit if it is an open door."""
    a, b = zones
    by = entry["by"]
    borders = [border for border in ground.between(a, b) if len(border.sides) == 1]
    if by in ("open", "fence", "steps") and not gated:
        for border in borders:
            ground.classes[border.sides[0]] = "open" if by == "steps" else by
        if by == "steps":
            ground.steps.add(ground.pair(a, b))
        if by == "fence":
            ground.fences.add(ground.pair(a, b))
    elif by == "ladder":
        tower, foot = (a, b) if ground.kinds[a] == "tower" else (b, a)
        if ground.kinds[tower] != "tower":
            problems.append(
                entry.node.at("by").problem(put("inline", "ladder_leads_no_tower"), put("inline", "zone_kind_tower"))
            )
        ground.ladders.append((tower, foot))
    elif by in ("door", "main_door", "cell_door"):
        name = entry["id"] or f"d{len(ground.doors) + 1}"
        if any(door.id == name for door in ground.doors):
            problems.append(
                entry.node.at("id").problem(put("inline", "door_already", name=name), put("inline", "another_id"))
            )
        middle = borders[len(borders) // 2].at
        tiles.add_door(ground, name, by, entry["colour"], (a, b), middle)
        return 1 << ground.doors[-1].bit if entry["state"] == "open" else 0
    return 0


def _gate_sides(ground: Ground, gate: str, other: str, sides: dict[str, list[str]]) -> None:
    """Note on which sides of a gate another zone lies."""
    for border in ground.between(gate, other):
        first, _ = tiles.cells_of(border.sides[0])
        before = ground.at[first] == gate
        side = ("E" if before else "W") if border.axis == "v" else ("S" if before else "N")
        if len(border.sides) == 1 and other not in sides[side]:
            sides[side].append(other)


def _known_zones(data: Entry, tokens: dict[str, Entry], zones: Iterable[str], problems: list[Problem]) -> None:
    """Every zone named anywhere must be drawn."""
    known = list(zones)
    nodes = [data.node.get(key) for key in ("manholes", "start", "exit")]
    nodes += [entry.node.at("zones") for entry in data["joins"]]
    nodes += [node for key in ("tiles", "areas") for _, node in data.node.at(key).items() if key in data.node.value]
    nodes += [entry.node.at("zone") for held in (data["spawns"], *tokens.values()) for entry in held.values()]
    for node in nodes:
        for part in node.parts() if node is not None else ():
            if isinstance(part.value, str) and part.value not in known:
                problems.append(
                    part.problem(put("inline", "unknown_zone", zone=part.value), suggest(part.value, known))
                )
