"""Mistakes of meaning in a mission: what the box does not hold, what rules name in vain, what nobody can reach."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import product

from zterm.content.loader import Node
from zterm.content.problems import Problem, suggest
from zterm.content.schema import Entry
from zterm.games.zombicide.board import NEVER_PASSED, Board, Way
from zterm.games.zombicide.content import Box, Clause, Mission
from zterm.games.zombicide.mistakes import put, thing

# The parts of a mission file that make or bar ways.
WAY_MAKERS = ("tiles", "start", "doors", "gate", "towers", "extra_zones", "terrain")


def tiles_exist(data: Entry, box: Box, problems: list[Problem]) -> None:
    """Every tile must be in the box, once, and never with the face on its back (ZB-003, ZB-004)."""
    seen: dict[str, int] = {}
    for node in (part for row in data.node.at("tiles").parts() for part in row.parts()):
        name = str(node.value).partition("@")[0]
        if "tiles" not in data.node.value or not isinstance(node.value, str):
            continue
        if name not in box.tiles:
            problems.append(node.problem(put("checks", "unknown_tile", name=name), suggest(name, box.tiles)))
        elif name in seen:
            problems.append(
                node.problem(
                    put("checks", "tile_laid_already_line", name=name, line=seen[name]), put("checks", "each_tile_once")
                )
            )
        elif box.tiles[name].back in seen:
            back = box.tiles[name].back
            problems.append(
                node.problem(
                    put("checks", "tile_back_line", tile=name, other=back, line=seen[back]),
                    put("checks", "another_tile"),
                )
            )
        seen.setdefault(name, node.line)


def tokens_in_box(data: Entry, box: Box, problems: list[Problem]) -> None:
    """No more tokens than the box holds (ZB-010, ZB-011, ZB-012)."""
    tokens = box.tokens
    doors: Counter[tuple[str, str]] = Counter()
    for entry in data["doors"]:
        kind = (entry["kind"], entry["colour"])
        doors[kind] += 1
        held = tokens.doors.get(entry["kind"], {}).get(entry["colour"], 0)
        if doors[kind] == held + 1:
            what = put("checks", "tokens", n=held, colour=entry["colour"], kind=entry["kind"])
            problems.append(entry.node.problem(what, put("checks", "no_box_holds")))
    for key, red, backs in (
        ("objectives", tokens.objectives_red, tokens.objectives_backs),
        ("spawns", tokens.spawns_red, tokens.spawns_backs),
    ):
        _two_faced(data[key], key, red, backs, problems)
    buttons: Counter[str] = Counter()
    for entry in data["buttons"]:
        buttons[entry["colour"]] += 1
        held = tokens.buttons.get(entry["colour"], 0)
        if buttons[entry["colour"]] == held + 1:
            what = put("checks", "buttons", n=held, colour=entry["colour"])
            problems.append(entry.node.problem(what, put("checks", "no_box_holds")))
    towers = [*data["towers"], *data["extra_zones"]]
    if len(towers) > tokens.towers:
        what = put("checks", "towers_extra_zones", n=len(towers))
        problems.append(towers[tokens.towers].node.problem(what, put("checks", "most_together", n=tokens.towers)))
    if data["gate"] and not tokens.gates:
        problems.append(data.node.at("gate").problem(put("checks", "box_no_gate"), put("checks", "no_gate")))
    if data["cars"] and not cars_fit([entry["kind"] for entry in data["cars"]], tokens.cars):
        what = put("checks", "box_cannot_lay_cars")
        problems.append(data.node.at("cars").problem(what, put("checks", "sides_car_tokens", n=len(tokens.cars))))


def _two_faced(entries: Iterable[Entry], key: str, red: int, backs: tuple[str, ...], problems: list[Problem]) -> None:
    """Tokens that are red on both sides, or red and of one other colour."""
    shown: Counter[str] = Counter()
    for entry in entries:
        shown[entry["colour"]] += 1
        colour = entry["colour"]
        if colour != "red" and shown[colour] > backs.count(colour):
            what = put("checks", "more_of_colour", n=backs.count(colour), shade=colour, what=thing(key))
            problems.append(entry.node.problem(what, put("checks", "no_box_holds")))
        elif sum(shown.values()) == red + len(backs) + 1:
            problems.append(
                entry.node.problem(
                    put("checks", "more_of_red", n=red + len(backs), what=thing(key)), put("checks", "no_box_holds")
                )
            )


def cars_fit(kinds: list[str], cars: tuple[tuple[str, str], ...]) -> bool:
    """Whether car tokens can show these kinds, each token one side."""
    wanted = Counter(kinds)
    return any(not wanted - Counter(sides) for sides in product(*cars))


def meaning(data: Entry, mission: Mission, problems: list[Problem]) -> None:
    """What rules and steps name must be on the board, and what must be reached must be reachable."""
    if _ways_stand(data, problems):
        _reachable(data, mission, problems)
    for entry, key in [(entry, key) for entry in data["rules"] for key in ("when", "if", "do")]:
        for node in entry.node.at(key).parts() if key in entry.node.value else ():
            _named(node, mission, problems)
    for entry in data["steps"]:
        _named(entry.node.at("done_when"), mission, problems)


def reached(board: Board, start: Iterable[str]) -> set[str]:
    """Zones that can be reached when every door is open, every fence torn and the gate turned as need be."""
    graph = board.joined(way for way in board.ways if way.by not in NEVER_PASSED)
    seen = set(start)
    todo = list(seen)
    while todo:
        fresh = [zone for zone in graph[todo.pop()] if zone not in seen]
        seen.update(fresh)
        todo += fresh
    return seen


def _ways_stand(data: Entry, problems: list[Problem]) -> bool:
    """Whether no mistake lies in what makes ways: a door misread is not there, and what it led to is not cut off."""
    wrong = {problem.line for problem in problems}
    return not any(wrong & _lines(data.node.at(key)) for key in WAY_MAKERS if key in data.node.value)


def _lines(node: Node) -> set[int]:
    inner = [part for _, part in node.items()] or (node.parts() if isinstance(node.value, list) else [])
    return {node.line}.union(*map(_lines, inner))


def _reachable(data: Entry, mission: Mission, problems: list[Problem]) -> None:
    if not mission.start:
        return
    seen = reached(mission.board, mission.start)
    for key, tokens in (("objectives", mission.objectives), ("buttons", mission.buttons)):
        zones = {token.id: token.zone for token in tokens}
        for index, entry in enumerate(data[key], 1):
            zone = zones.get(f"{key[0]}{index}", "")
            if zone and zone not in seen:
                what = put("checks", "nobody_can_reach", what=thing(key[:-1]), zone=zone)
                problems.append(entry.node.at("at").problem(what, put("checks", "zone_joined_start_doors")))
    for zone in mission.exits:
        if zone not in seen:
            problems.append(
                data.node.at("exit").problem(
                    put("checks", "nobody_can_reach_exit", zone=zone), put("checks", "zone_joined_start")
                )
            )


def _clauses(node: Node) -> Iterator[tuple[str, Node, Node]]:
    """Name, arguments and node of a clause and of the conditions in it."""
    if isinstance(node.value, str):
        yield node.value, Node({}, node.path, node.line, node.column), node
    for name, inner in node.items():
        yield name, inner, node
        if name in ("all", "any", "not"):
            for part in (inner.get("of") or inner).parts():
                yield from _clauses(part)


def _named(node: Node, mission: Mission, problems: list[Problem]) -> None:
    """Colours, gate and cars named by a clause must exist in the mission."""
    for name, inner, place in _clauses(node):
        if name in ("open_doors", "close_doors", "lock", "unlock", "door"):
            _doors_named(name, inner, mission, problems)
        known = _colours_known(name, mission)
        colour = inner.get("colour") or inner
        for part in colour.parts():
            if known is not None and isinstance(part.value, str) and part.value not in known:
                what = put("checks", "no_such_colour", what=thing(_WHAT[name]), colour=part.value)
                problems.append(
                    part.problem(what, suggest(part.value, sorted(known - {"any"})) or put("checks", "another_colour"))
                )
        if name in ("rotate_gate", "gate") and not mission.gates:
            problems.append(
                place.problem(put("checks", "mission_no_gate", name=name), put("checks", "gate_another_word"))
            )
        if name == "search":
            kind = inner.get("at") or inner
            if isinstance(kind.value, str) and kind.value.removesuffix("_car") not in {
                car.kind for car in mission.cars
            }:
                problems.append(
                    kind.problem(put("checks", "mission_no_car", kind=kind.value), put("checks", "kind_one_cars"))
                )


_WHAT = {
    "press": "button",
    "pressed": "button",
    "disable_button": "button",
    "take_linked": "objective",
    "take_objective": "objective",
    "taken": "objective",
    "spawn_on": "spawn_zone",
    "spawn_off": "spawn_zone",
}


def _colours_known(name: str, mission: Mission) -> set[str] | None:
    """The colours a word may name in this mission, None if it names none."""
    what = _WHAT.get(name)
    if what == "button":
        return {button.colour for button in mission.buttons}
    if what == "spawn_zone":
        return {spawn.colour for spawn in mission.spawns}
    if what == "objective":
        hidden = {
            effect.args["colour"] for rule in mission.rules for effect in rule.effects if effect.name == "hide_among"
        }
        return {objective.colour for objective in mission.objectives} | hidden | {"any"}
    return None


def _doors_named(name: str, inner: Node, mission: Mission, problems: list[Problem]) -> None:
    colour = (inner.get("colour") or inner).value
    what_node = inner.get("what")
    what = what_node.value if what_node is not None else "any"
    if isinstance(colour, str) and not any(
        door_matches(way, colour, str(what)) for way in mission.board.doors.values()
    ):
        kind = thing({"any": "door", "cell": "cell_door", "main_door": "main_entrance"}.get(str(what), str(what)))
        problems.append(
            inner.problem(
                put("checks", "mission_no_door", name=name, colour=colour, kind=kind), put("checks", "doors_board")
            )
        )


def door_matches(way: Way, colour: str, what: str) -> bool:
    """Whether a door is meant by a colour and the language's ``what``: door covers main entrances too."""
    by = {
        "any": ("door", "main_door", "cell_door"),
        "door": ("door", "main_door"),
        "main_door": ("main_door",),
        "cell": ("cell_door",),
    }
    return colour in (way.colour, "any") and way.by in by.get(what, ())


def inner_clauses(clause: Clause) -> Iterator[Clause]:
    """A clause and the conditions in it, at any depth."""
    yield clause
    if clause.name in ("all", "any", "not"):
        for part in clause.args["of"]:
            yield from inner_clauses(part)


def clauses_of(mission: Mission) -> Iterator[Clause]:
    """Every clause of a mission's rules and steps, the outer ones only."""
    for rule in mission.rules:
        yield rule.when
        yield from rule.conditions
        yield from rule.effects
    for step in mission.steps:
        yield step.done_when
