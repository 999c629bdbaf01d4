"""Reading mission files: tiles, tokens, areas, steps and special rules (chapters 3, 10 and 12)."""

from __future__ import annotations

import os
from collections.abc import Iterable
from hashlib import sha256
from pathlib import Path
from typing import Any

from zterm.content import paths
from zterm.content.loader import Node, read, substance
from zterm.content.problems import ContentError, Problem, suggest
from zterm.content.schema import (
    BAD,
    Entry,
    bad,
    choice,
    flag,
    list_of,
    map_of,
    may,
    need,
    number,
    pair,
    record,
    text,
    whole,
)
from zterm.games.zombicide import mission_checks, mission_language, tiles
from zterm.games.zombicide.box import CELL, IDENT, NAME, check_pack, load_box, side
from zterm.games.zombicide.content import (
    CAR_KINDS,
    COLOURS,
    Box,
    Button,
    Car,
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
from zterm.games.zombicide.tiles import Cell, Ground


def _later(node: Node, problems: list[Problem]) -> Any:
    """Clauses are read once zones and areas are known."""
    return node


_CELLS = list_of(CELL, 1)
_COLOUR = choice(*COLOURS)
_MIDDLE = pair(number, later("missions", "point"))


def _laid(node: Node, problems: list[Problem]) -> Any:
    """A tile and its clockwise turn, written "3P" or "3P@90"."""
    value = node.value if isinstance(node.value, str) else ""
    name, _, turn = value.partition("@")
    if not name or turn not in ("", "0", "90", "180", "270"):
        return bad(node, problems, put("missions", "placed_tile"))
    return name, int(turn or 0)


def _start(node: Node, problems: list[Problem]) -> Any:
    """A cell, or a list of cells."""
    inner = node.value
    if isinstance(inner, list) and inner and not isinstance(inner[0].value, list):
        found = CELL(node, problems)
        return found if found is BAD else [found]
    return _CELLS(node, problems)


_DOOR = {
    "kind": may(choice("door", "main_door", "cell_door"), "door"),
    "at": need(side),
    "colour": may(_COLOUR, "neutral"),
    "open": may(flag, False),
    "joins": may(list_of(CELL, 2, 2), []),
    "middle": may(_MIDDLE),
    "leads_off": may(flag, False),
}
SCHEMA = {
    "id": need(text(later("missions", "id"), "[a-z0-9][a-z0-9_-]*"), "mission"),
    "game": need(choice("zombicide"), "zombicide"),
    "pack": may(IDENT, "prison_outbreak"),
    "title": need(NAME, "?"),
    "difficulty": need(choice("easy", "medium", "hard"), "medium"),
    "minutes": may(whole(1, 999), 90),
    "survivors_min": may(whole(1, 12), 4),
    "story": may(text(later("missions", "story_few_sentences"), most=4000), ""),
    "notes": may(list_of(text(later("missions", "text"))), []),
    "tiles": need(list_of(list_of(_laid, 1, 6), 1, 6), []),
    "start": need(_start, []),
    "exit": may(_start, []),
    "spawns": need(
        list_of(
            record(
                {"at": need(CELL), "colour": may(_COLOUR, "red"), "active": may(flag, True), "also": may(_CELLS, [])}
            ),
            1,
        ),
        [],
    ),
    "objectives": may(list_of(record({"at": need(CELL), "colour": may(_COLOUR, "red")})), []),
    "buttons": may(list_of(record({"at": need(CELL), "colour": need(_COLOUR)})), []),
    "doors": may(list_of(record(_DOOR)), []),
    "cars": may(list_of(record({"at": need(CELL), "kind": need(choice(*CAR_KINDS))})), []),
    "gate": may(
        record(
            {
                "at": need(CELL),
                "open": need(list_of(choice("N", "E", "S", "W"), 2, 2)),
                "sides": need(record(dict.fromkeys("NESW", may(_CELLS, [])))),
            }
        )
    ),
    "towers": may(list_of(record({"id": need(IDENT), "over": need(_CELLS), "foot": need(_CELLS)})), []),
    "extra_zones": may(list_of(record({"id": need(IDENT), "at": need(CELL)})), []),
    "terrain": may(terrain.tokens(CELL), Entry()),
    "areas": may(map_of(_CELLS, IDENT), Entry()),
    "steps": need(
        list_of(record({"text": need(text(later("missions", "step_words"))), "done_when": need(_later)}), 1), []
    ),
    "rules": may(
        list_of(
            record(
                {
                    "id": need(IDENT),
                    "name": need(NAME),
                    "when": need(_later),
                    "if": may(list_of(_later, single=True), []),
                    "do": need(list_of(_later, 1, single=True)),
                }
            )
        ),
        [],
    ),
}
_MISSION = record(SCHEMA, keep=True)


def load_mission(path: str | Path, box: Box | None = None) -> Mission:
    """A mission by its file, or by its id (``m00``, any case). Raises ContentError with every mistake found."""
    file = Path(path)
    if not os.path.isfile(file):
        found = paths.find_mission(str(path))
        if found is None:
            raise ContentError(
                [Problem(str(path), 0, 0, put("missions", "no_such_mission"), put("missions", "mission_id_file"))]
            )
        file = found
    mission, problems = _read(file, box)
    if problems or mission is None:
        raise ContentError(problems)
    return mission


def check_mission(path: str | Path, box: Box | None = None) -> list[Problem]:
    """Every mistake of a mission file, of form and of meaning, in the order of the file."""
    return sorted(set(_read(Path(path), box)[1]))


def check_path(path: str | Path) -> list[Problem]:
    """Every mistake of a pack's folder with all its missions, of one part of a box, or of one mission file."""
    place = Path(path)
    if os.path.isdir(place):
        found = list(check_pack(place)) if os.path.isfile(place / paths.MANIFEST) else []
        return sorted({*found, *(problem for file in paths.mission_files(place) for problem in check_mission(file))})
    if place.name in paths.PARTS and os.path.isfile(place.parent / paths.MANIFEST):
        return [problem for problem in check_pack(place.parent) if Path(problem.path).name == place.name]
    return check_mission(place)


def _read(file: Path, box: Box | None) -> tuple[Mission | None, list[Problem]]:
    problems: list[Problem] = []
    try:
        node = read(file, keep=True)
        data = _MISSION(node, problems)
        if data is BAD:
            return None, problems
        box = box or _box_of(data, file)
    except ContentError as error:
        return None, [*problems, *error.problems]
    digest = sha256(substance(file.read_bytes())).hexdigest()
    return build(data, box, digest, problems), problems


def _box_of(data: Entry, file: Path) -> Box:
    """The box a mission is made for: of the pack it lies in, or of one that zterm knows."""
    beside = file.resolve().parent
    own = beside.name == data["pack"] and os.path.isfile(beside / paths.MANIFEST)
    folder = beside if own else paths.packs().get(data["pack"])
    if folder is None:
        raise ContentError(
            [
                data.node.at("pack").problem(
                    put("missions", "unknown_pack", pack=data["pack"]), suggest(data["pack"], paths.packs())
                )
            ]
        )
    return load_box(folder)


def build(data: Entry, box: Box, digest: str, problems: list[Problem]) -> Mission | None:
    """A mission from its checked file; None (and the reasons in ``problems``) when the board cannot be laid."""
    mission_checks.tiles_exist(data, box, problems)
    mission_checks.tokens_in_box(data, box, problems)
    grid = [[(box.tiles[name], turn) for name, turn in row if name in box.tiles] for row in data["tiles"]]
    if not grid or not all(grid) or any(len(row) != len(grid[0]) for row in grid):
        if not problems:
            what = put("missions", "rows_tiles_differ_length")
            problems.append(data.node.at("tiles").problem(what, put("missions", "full_rectangle")))
        return None
    ground = tiles.lay_tiles(grid, [tower["over"] for tower in data["towers"]])

    def find(cell: Cell, node: Node) -> str:
        return _zone(ground, cell, node, problems)

    areas = _areas(data, ground, problems)
    _lay_tokens(data, ground, areas, problems)
    laying.carve(ground, data["terrain"], find, problems)
    opened = _lay_doors(data, ground, problems)
    board, bits = tiles.finish(ground, printed=True)
    boats = [car for car in data["cars"] if car["kind"] == "boat"]
    board, features, on = laying.lay(ground, board, data["terrain"], bits, find, boats, problems)
    opened |= on
    gates = _gates(data, ground, bits)
    for gate in gates:
        opened |= sum(1 << gate.bits[open_side] for open_side in gate.open)
    areas.setdefault("board", tuple(board.zones))
    names = mission_language.names_of(board.zones, areas, box, len(data["steps"]), features)
    rules = _rules(data, names, problems)
    mission = Mission(
        id=data["id"],
        game=data["game"],
        title=data["title"],
        difficulty=data["difficulty"],
        minutes=data["minutes"],
        survivors_min=data["survivors_min"],
        story=data["story"].strip(),
        board=board,
        start=areas.get("start", ()),
        exits=areas.get("exit", ()),
        spawns=tuple(_spawns(data, ground, problems)),
        objectives=tuple(
            Objective(f"o{n}", zone, entry["colour"])
            for n, zone, entry in _tokens(data, "objectives", ground, problems)
        ),
        buttons=tuple(Button(f"b{n}", at, one["colour"]) for n, at, one in _tokens(data, "buttons", ground, problems)),
        cars=tuple(Car(f"c{n}", entry["kind"], zone) for n, zone, entry in _tokens(data, "cars", ground, problems)),
        gates=gates,
        doors_open=opened,
        areas=areas,
        steps=tuple(_steps(data, names, problems)),
        rules=rules,
        driving=any(effect.name == "allow_driving" for rule in rules for effect in rule.effects),
        hash=digest,
        tiles=tuple(name for row in data["tiles"] for name, _ in row),
        features=features,
    )
    mission_checks.meaning(data, mission, problems)
    return mission


def _zone(ground: Ground, cell: Cell, node: Node, problems: list[Problem]) -> str:
    """The zone at a cell, "" after noting that there is none."""
    zone = ground.at.get(cell, "")
    if not zone:
        inside = cell[0] < ground.width and cell[1] < ground.height
        what = (
            put("missions", "no_zone", x=cell[0], y=cell[1])
            if inside
            else put("missions", "off_board", x=cell[0], y=cell[1])
        )
        problems.append(node.problem(what, put("missions", "cell_bounds", width=ground.width, height=ground.height)))
    return zone


def _zones(ground: Ground, cells: Iterable[Cell], node: Node, problems: list[Problem]) -> tuple[str, ...]:
    """The zones at some cells, each once, in the order given."""
    nodes = node.parts()
    if nodes and not isinstance(nodes[0].value, list):
        nodes = [node]
    cells = list(cells)
    places = nodes if len(nodes) == len(cells) else [node] * len(cells)
    found = [_zone(ground, cell, place, problems) for cell, place in zip(cells, places, strict=True)]
    return tuple(dict.fromkeys(zone for zone in found if zone))


def _tokens(data: Entry, key: str, ground: Ground, problems: list[Problem]) -> Iterable[tuple[int, str, Entry]]:
    """Number, zone and entry of each token of a list that lies in a zone."""
    for number_, entry in enumerate(data[key], 1):
        zone = _zone(ground, entry["at"], entry.node.at("at"), problems)
        if zone:
            yield number_, zone, entry


def _spawns(data: Entry, ground: Ground, problems: list[Problem]) -> Iterable[Spawn]:
    for number_, zone, entry in _tokens(data, "spawns", ground, problems):
        also = _zones(ground, entry["also"], entry.node.at("also"), problems)
        yield Spawn(
            f"s{number_}", zone, entry["colour"], entry["active"], tuple(other for other in also if other != zone)
        )


def _areas(data: Entry, ground: Ground, problems: list[Problem]) -> dict[str, tuple[str, ...]]:
    """Named sets of zones: the mission's own, start and exit, towers and extra zones."""
    areas = {
        name: _zones(ground, cells, data.node.at("areas", name), problems) for name, cells in data["areas"].items()
    }
    for name in ("start", "exit", "board", *mission_language.PLACES):
        if name in areas:
            problems.append(
                data.node.at("areas").key_problem(
                    name, put("missions", "taken", name=name), put("missions", "another_name")
                )
            )
    for name in ("start", "exit"):
        areas[name] = _zones(ground, data[name], data.node.at(name), problems)
    for key, cell_key in (("towers", "over"), ("extra_zones", "at")):
        for entry in data[key]:
            cells = entry[cell_key] if key == "towers" else [entry[cell_key]]
            if entry["id"] in areas:
                problems.append(
                    entry.node.at("id").problem(
                        put("missions", "taken", name=entry["id"]), put("missions", "another_name")
                    )
                )
            areas[entry["id"]] = _zones(ground, cells, entry.node.at(cell_key), problems)
    return areas


def _lay_tokens(data: Entry, ground: Ground, areas: dict[str, tuple[str, ...]], problems: list[Problem]) -> None:
    """Lay towers, extra zones and the gate over their printed zones."""
    for tower in data["towers"]:
        feet = _zones(ground, tower["foot"], tower.node.at("foot"), problems)
        for zone in areas[tower["id"]][:1]:
            near = [foot for foot in feet if ground.between(zone, foot)]
            if len(near) < len(feet):
                problems.append(
                    tower.node.at("foot").problem(
                        put("missions", "ladder_foot_not_beside"), put("missions", "zone_beside")
                    )
                )
            tiles.make_tower(ground, zone, near)
    for extra in data["extra_zones"]:
        for zone in areas[extra["id"]]:
            tiles.make_extra(ground, zone)
    gate = data["gate"]
    if gate:
        zone = _zone(ground, gate["at"], gate.node.at("at"), problems)
        sides = {}
        for key, cells in gate["sides"].items():
            node = gate.node.at("sides", key)
            beyond = _zones(ground, cells, node, problems)
            sides[key] = tuple(other for other in beyond if zone and ground.between(zone, other))
            if len(sides[key]) < len(beyond):
                problems.append(
                    node.problem(put("missions", "side_leads_zone_not", side=key), put("missions", "zone_beside"))
                )
        if zone:
            tiles.make_gate(ground, zone, sides)


def _gates(data: Entry, ground: Ground, bits: dict[str, dict[str, int]]) -> tuple[Gate, ...]:
    return tuple(Gate("g1", zone, tuple(data["gate"]["open"]), bits[zone]) for zone in ground.gates)


def _lay_doors(data: Entry, ground: Ground, problems: list[Problem]) -> int:
    """Stand the doors d1, d2 .. on the board; returns the bits of those that are open."""
    opened = 0
    for index, entry in enumerate(data["doors"], 1):
        cell, direction = entry["at"]
        edge = tiles.side_of(cell, direction)
        zones = _door_zones(entry, ground, edge, problems)
        if zones is None:
            continue
        x, y, axis = edge
        middle = entry["middle"] or ((x + 0.5, float(y)) if axis == "N" else (float(x), y + 0.5))
        opened |= (1 << len(ground.doors)) if entry["open"] else 0
        tiles.add_door(ground, f"d{index}", entry["kind"], entry["colour"], zones, middle, "h" if axis == "N" else "v")
    return opened


def _door_zones(entry: Entry, ground: Ground, edge: tiles.Edge, problems: list[Problem]) -> tuple[str, str] | None:
    """The two zones a door joins, None after noting why it joins nothing."""
    node = entry.node.at("at")
    if entry["leads_off"]:
        zone = _zone(ground, entry["at"][0], node, problems)
        return (zone, zone) if zone else None
    if entry["joins"]:
        zones = [
            _zone(ground, cell, entry.node.at("joins", index), problems) for index, cell in enumerate(entry["joins"])
        ]
        node = entry.node.at("joins")
    else:
        zones = list(tiles.beside(ground, edge))
    if not all(zones):
        if not entry["joins"]:
            problems.append(node.problem(put("missions", "door_joins_nothing"), put("missions", "side_or_joins")))
        return None
    if zones[0] == zones[1]:
        problems.append(
            node.problem(put("missions", "door_joins_itself", zone=zones[0]), put("missions", "side_between_two_zones"))
        )
        return None
    if not ground.between(*zones):
        problems.append(
            node.problem(
                put("missions", "door_joins_no_neighbours", a=zones[0], b=zones[1]), put("missions", "neighbours")
            )
        )
        return None
    return zones[0], zones[1]


def _steps(data: Entry, names: mission_language.Names, problems: list[Problem]) -> Iterable[Step]:
    for entry in data["steps"]:
        found = mission_language.condition(entry["done_when"], problems, names)
        if found is not BAD:
            yield Step(entry["text"].strip(), found)


def _rules(data: Entry, names: mission_language.Names, problems: list[Problem]) -> tuple[MissionRule, ...]:
    rules: dict[str, MissionRule] = {}
    for entry in data["rules"]:
        when = mission_language.trigger(entry["when"], problems, names)
        conditions = [mission_language.condition(part, problems, names) for part in entry["if"]]
        effects = [mission_language.effect(part, problems, names) for part in entry["do"]]
        if entry["id"] in rules:
            problems.append(
                entry.node.at("id").problem(
                    put("missions", "rule_already", id=entry["id"]), put("missions", "each_id_once")
                )
            )
        if BAD not in (when, *conditions, *effects):
            rules[entry["id"]] = MissionRule(entry["id"], entry["name"], when, tuple(conditions), tuple(effects))
    return tuple(rules.values())
