"""The part of a canvas that stays: floors, textures, walls, borders, fills, and where doors stand.

Drawn once for each board, zoom and glyph set (and set of door places); tokens and open doors are put on a copy.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field

from zterm.kernel.views import Area, Mark, Shape, Side
from zterm.ui.glyphs import Glyphs, wall_char
from zterm.ui.ink import VOID, Ink, Row
from zterm.ui.walls import (
    Place,
    Plan,
    Point,
    as_opening,
    cut,
    doorways,
    raise_walls,
    side_areas,
    side_chars,
    tear,
)

TEXTURES = {"corridor": (":", 5), "room": ("_", 5), "cell": ("=", 3), "yard": ('"', 4), "security": ("%", 5)}
TEXTURES |= {"water": ("-", 4), "tent": ("^", 5), "bridge": ("|", 4)}
"""Texture character by kind of area and the columns from one to the next; other kinds are bare."""

LARGE = 4
"""Columns per cell from which on a map is a large one: areas have their names on them, textures are sparse."""

FLOOR, BORDER_H, BORDER_V, BUILT = range(4)


@dataclass
class Room:
    """The characters of one area: ``chars`` all that are not wall, ``floor`` and ``dotted`` runs
    (row, column, length) where tokens can stand: the widest of each row inside, and of each dotted row;
    ``below`` are the dotted runs that border it from below and belong to its neighbours,
    ``walls`` the lines above and below its cells, for figures that fit nowhere else."""

    chars: list[Point] = field(default_factory=list)
    floor: list[tuple[int, int, int]] = field(default_factory=list)
    dotted: list[tuple[int, int, int]] = field(default_factory=list)
    below: list[tuple[int, int, int]] = field(default_factory=list)
    walls: list[tuple[int, int, int]] = field(default_factory=list)


@dataclass
class Border:
    """The open border between two areas along one lattice line: its characters, and how far its dots have moved."""

    axis: str
    line: int
    areas: tuple[str, str]
    start: int
    stop: int
    shift: int = 0


@dataclass
class Ground:
    """The finished floor: ``rows`` of characters, ``owner`` of each ("" for walls), the rooms by area id,
    the place of each mark by id, the common borders by pair of areas, and the doorways without a mark."""

    shape: Shape
    sx: int
    sy: int
    glyphs: Glyphs
    width: int
    height: int
    rows: list[Row]
    owner: list[list[str]]
    rooms: dict[str, Room]
    places: dict[str, Place]
    meets: dict[frozenset[str], list[Side]]
    gaps: list[Place]


def build(shape: Shape, scale: tuple[int, int], glyphs: Glyphs, marks: tuple[Mark, ...] = ()) -> Ground:
    """Draw the ground of a board at a scale (characters per cell, across and down).

    Of the marks only the places count, not whether they are open.
    """
    plan = Plan(shape, *scale)
    gates = {frozenset(mark.areas): mark for mark in marks if mark.kind == "gate"}
    built = [s for s in shape.sides if s.kind in ("wall", "gap") and frozenset(side_areas(plan, s)) not in gates]
    raise_walls(plan, [*built, *_solid_sides(plan)])
    places: dict[str, Place] = {}
    meets = _meetings(plan)
    for pair, mark in gates.items():
        places[mark.id] = _gate_place(plan, meets.get(pair, []))
    doors = [mark for mark in marks if mark.kind != "gate"]
    for mark in doors:
        places[mark.id] = (tear if mark.kind == "tear" else cut)(plan, as_opening(mark))
    gaps = [
        cut(plan, opening) for opening in doorways(plan, [as_opening(mark) for mark in marks if mark.kind != "tear"])
    ]
    borders = _borders(plan)
    _give_way(borders, [(places[m.id], m.areas) for m in doors if m.kind != "tear"])
    owner, classes = _classify(plan, borders)
    if _keep_room(borders, owner, classes):
        owner, classes = _classify(plan, borders)
    rows = _floor(plan, owner, classes)
    _fill(plan, rows, glyphs)
    _fence(plan, rows, glyphs)
    _dots(plan, rows, borders, glyphs)
    _edges(plan, rows, glyphs)
    _walls(plan, rows, glyphs)
    for place in (*places.values(), *gaps):
        _clear(plan, rows, owner, place)
    rooms = _rooms(plan, owner, classes)
    for border in borders:
        line, length = border.line + border.shift, border.stop - border.start - 1
        free = border.axis == "h" and not any(plan.arms[line][border.start + 1 : border.stop])
        if free and border.areas[0] in rooms:
            rooms[border.areas[0]].below.append((line, border.start + 1, length))
    return Ground(shape, *scale, glyphs, plan.width, plan.height, rows, owner, rooms, places, meets, gaps)


def _solid_sides(plan: Plan) -> list[Side]:
    """Where wall mass meets anything else there is a wall, unless the board says otherwise."""
    said = {(s.x, s.y, s.side) for s in plan.shape.sides}
    fills = plan.shape.fills
    found = []
    for (x, y), fill in fills.items():
        if fill != "solid":
            continue
        for side, i, j, other in (
            ("N", x, y, (x, y - 1)),
            ("W", x, y, (x - 1, y)),
            ("N", x, y + 1, (x, y + 1)),
            ("W", x + 1, y, (x + 1, y)),
        ):
            if (i, j, side) not in said and fills.get(other) != "solid":
                found.append(Side(i, j, side, "wall"))
    return found


def _meetings(plan: Plan) -> dict[frozenset[str], list[Side]]:
    """The cell sides at which two areas touch, by pair of areas."""
    found: dict[frozenset[str], list[Side]] = defaultdict(list)
    for (x, y), area in plan.area.items():
        for side, other in (("N", (x, y - 1)), ("W", (x - 1, y))):
            before = plan.area.get(other)
            if before and before != area:
                found[frozenset((before, area))].append(Side(x, y, side, ""))
    return dict(found)


def _gate_place(plan: Plan, sides: list[Side]) -> Place:
    chars = sorted({p for side in sides for p in side_chars(side, plan.sx, plan.sy)}, key=lambda p: (p[1], p[0]))
    free = [p for p in chars if plan.arms[p[1]][p[0]] == 0]
    axis = "h" if sides and sides[0].side == "N" else "v"
    return Place(tuple(free), free[len(free) // 2] if free else (0, 0), axis)


def _borders(plan: Plan) -> list[Border]:
    """Open borders, one for each straight run between the same two areas."""
    runs: list[Border] = []
    sides = [s for s in plan.shape.sides if s.kind == "open"]
    for side in sorted(sides, key=lambda s: (s.side, s.y, s.x) if s.side == "N" else (s.side, s.x, s.y)):
        flat = side.side == "N"
        axis, line, at = ("h", side.y, side.x) if flat else ("v", side.x, side.y)
        step, across = (plan.sx, plan.sy) if flat else (plan.sy, plan.sx)
        areas = side_areas(plan, side)
        last = runs[-1] if runs else None
        if last and (last.axis, last.line, last.areas, last.stop) == (axis, line * across, areas, at * step):
            last.stop += step
        else:
            runs.append(Border(axis, line * across, areas, at * step, (at + 1) * step))
    return runs


def _give_way(borders: list[Border], doors: list[tuple[Place, tuple[str, str]]]) -> None:
    """Move a row of dots away from a door at its end, so that the door clearly opens on one of the two areas."""
    for place, areas in doors:
        across = "h" if place.axis == "v" else "v"
        for border in borders:
            both = set(border.areas) & set(areas)
            if border.axis != across or len(both) != 1:
                continue
            along, lines = (0, 1) if across == "h" else (1, 0)
            if not any(point[along] in (border.start, border.stop) for point in place.chars):
                continue
            taken = {point[lines] for point in place.chars}
            if border.line + border.shift not in taken:
                continue
            down = border.areas[0] in both
            shift = max(taken) - border.line + 1 if down else min(taken) - border.line - 1
            if border.shift * shift >= 0:
                border.shift = shift


def _classify(plan: Plan, borders: list[Border]) -> tuple[list[list[str]], list[list[int]]]:
    """Whose every character is, and whether it is floor, a dotted line or built."""
    owner = [[""] * plan.width for _ in range(plan.height)]
    classes = [[BUILT] * plan.width for _ in range(plan.height)]
    for y in range(plan.height):
        row = min(y // plan.sy, plan.shape.height - 1)
        for x in range(plan.width):
            area = owner[y][x] = plan.area.get((min(x // plan.sx, plan.shape.width - 1), row), "")
            if not area or plan.arms[y][x] or x in (0, plan.width - 1) or y in (0, plan.height - 1):
                continue
            inside = x % plan.sx and y % plan.sy
            if inside or all(plan.area.get(cell) == area for cell in plan.cells(x, y)):
                classes[y][x] = FLOOR
    for border in borders:
        _shift(plan, border, owner, classes)
    return owner, classes


def _keep_room(borders: list[Border], owner: list[list[str]], classes: list[list[int]]) -> bool:
    """Put dots back that have moved so far as to leave an area no floor; says whether there were any."""
    roomy = {
        area
        for line, kinds in zip(owner, classes, strict=True)
        for area, kind in zip(line, kinds, strict=True)
        if kind in (FLOOR, BORDER_H)
    }
    cramped = [border for border in borders if border.shift and not roomy.issuperset(border.areas)]
    for border in cramped:
        border.shift = 0
    return bool(cramped)


def _shift(plan: Plan, border: Border, owner: list[list[str]], classes: list[list[int]]) -> None:
    """Mark the characters of one border; those between its line and its moved dots change hands."""
    flat = border.axis == "h"
    kind = BORDER_H if flat else BORDER_V
    here, there = border.line, border.line + border.shift
    limit = plan.height if flat else plan.width
    for line in range(max(min(here, there), 0), min(max(here, there), limit - 1) + 1):
        for along in range(border.start + 1, border.stop):
            x, y = (along, line) if flat else (line, along)
            if plan.arms[y][x]:
                continue
            owner[y][x] = border.areas[0] if line < there else border.areas[1]
            classes[y][x] = kind if line == there else FLOOR


def _floor(plan: Plan, owner: list[list[str]], classes: list[list[int]]) -> list[Row]:
    kinds = {area.id: area.kind for area in plan.shape.areas}
    rows = [[Ink(" ", "text", kinds[area]) if area else VOID for area in line] for line in owner]
    corners: dict[str, Point] = {}
    for y, line in enumerate(classes):
        for x in range(1, plan.width - 1):
            if line[x] == FLOOR:
                left, top = corners.setdefault(owner[y][x], (x, y))
                corners[owner[y][x]] = (min(left, x), top)
    for y, line in enumerate(classes):
        for x in range(1, plan.width - 1):
            area = owner[y][x]
            if line[x - 1] == line[x] == line[x + 1] == FLOOR and kinds[area] in TEXTURES:
                char, period = TEXTURES[kinds[area]]
                left, top = corners[area]
                if _textured(x - left, y - top, period, 2 if plan.sx >= LARGE else plan.sy):
                    rows[y][x] = Ink(char, "texture_" + kinds[area], kinds[area])
    return rows


def _textured(x: int, y: int, period: int, rows: int) -> bool:
    """Whether a texture has a mark at this place of its area: a staggered lattice, sparse at every scale."""
    level, between = divmod(y, rows)
    return not between and (x - (level % 2) * (period // 2)) % period == 1


def _fill(plan: Plan, rows: list[Row], glyphs: Glyphs) -> None:
    for (i, j), fill in plan.shape.fills.items():
        char, role = (glyphs.wire, "wire") if fill == "wire" else (glyphs.hatch, "roof")
        for y in range(j * plan.sy, (j + 1) * plan.sy):
            for x in range(i * plan.sx, (i + 1) * plan.sx):
                if not plan.arms[y][x]:
                    rows[y][x] = Ink(char, role, "roof_ground" if role == "roof" else "wire_ground")


def _fence(plan: Plan, rows: list[Row], glyphs: Glyphs) -> None:
    """A fence that has no strip of its own is a sparse row of wire on its line."""
    for side in plan.shape.sides:
        if side.kind != "fence":
            continue
        before = (side.x, side.y - 1) if side.side == "N" else (side.x - 1, side.y)
        if "wire" in (plan.shape.fills.get(before), plan.shape.fills.get((side.x, side.y))):
            continue
        for x, y in side_chars(side, plan.sx, plan.sy):
            if not plan.arms[y][x] and (side.side == "W" or x % 2 == 0):
                rows[y][x] = Ink(glyphs.wire, "wire", rows[y][x].ground)


def _dots(plan: Plan, rows: list[Row], borders: list[Border], glyphs: Glyphs) -> None:
    for border in borders:
        line = border.line + border.shift
        for along in range(border.start, border.stop + 1):
            if border.axis == "h" and along % 2:
                continue
            x, y = (along, line) if border.axis == "h" else (line, along)
            if not (0 <= x < plan.width and 0 <= y < plan.height) or plan.arms[y][x] or (x, y) in plan.taken:
                continue
            if rows[y][x].role not in ("wire", "roof"):
                rows[y][x] = Ink(glyphs.dot, "dot", rows[y][x].ground)


def _edges(plan: Plan, rows: list[Row], glyphs: Glyphs) -> None:
    for side in sorted(plan.shape.sides, key=lambda s: s.side, reverse=True):
        if side.kind == "edge":
            char = glyphs.edge_h if side.side == "N" else glyphs.edge_v
            for x, y in side_chars(side, plan.sx, plan.sy):
                if not plan.arms[y][x] and (x, y) not in plan.taken:
                    rows[y][x] = Ink(char, "edge", rows[y][x].ground)


def _walls(plan: Plan, rows: list[Row], glyphs: Glyphs) -> None:
    solid = glyphs.walls == "solid"
    role, ground = ("wall_solid", "wall_solid") if solid else ("wall", "wall_ground")
    for y, line in enumerate(plan.arms):
        for x, arms in enumerate(line):
            if arms:
                rows[y][x] = Ink(wall_char(glyphs, arms), role, ground)


def _clear(plan: Plan, rows: list[Row], owner: list[list[str]], place: Place) -> None:
    """Floor where a wall, wire or roof is cut."""
    kinds = {area.id: area.kind for area in plan.shape.areas}
    for x, y in (*place.chars, *place.through):
        near = [owner[y][x]] + [plan.area.get(cell, "") for cell in plan.cells(x, y)]
        area = next((a for a in near if a), "")
        rows[y][x] = Ink(" ", "text", kinds.get(area, "opening") if area else "opening")
        owner[y][x] = ""


def _rooms(plan: Plan, owner: list[list[str]], classes: list[list[int]]) -> dict[str, Room]:
    rooms = {area.id: Room() for area in plan.shape.areas}
    for y in range(plan.height):
        runs: dict[tuple[str, int], tuple[int, int]] = {}
        start = 0
        for x in range(plan.width + 1):
            ended = x == plan.width or owner[y][x] != owner[y][start] or classes[y][x] != classes[y][start]
            if ended and x > start:
                key = (owner[y][start], classes[y][start])
                if x - start > runs.get(key, (0, 0))[1]:
                    runs[key] = (start, x - start)
                start = x
            if x < plan.width:
                if plan.arms[y][x]:
                    owner[y][x] = ""
                elif owner[y][x]:
                    rooms[owner[y][x]].chars.append((x, y))
        for (area, kind), (left, length) in runs.items():
            if area and kind in (FLOOR, BORDER_H):
                (rooms[area].floor if kind == FLOOR else rooms[area].dotted).append((y, left, length))
    for place in plan.shape.areas:
        room = rooms[place.id]
        room.walls = _on_walls(plan, place)
        if not room.floor and not room.dotted:
            room.floor = room.walls
            room.chars = [(x, y) for y, left, length in room.floor for x in range(left, left + length)]
    return rooms


def _on_walls(plan: Plan, area: Area) -> list[tuple[int, int, int]]:
    """Runs for an area that is too small at this scale: figures in it stand on the lines around its cells."""
    runs: dict[int, tuple[int, int]] = {}
    for x, y in area.cells:
        for line in (y * plan.sy, (y + 1) * plan.sy):
            left, right = runs.get(line, (x, x))
            runs[line] = (min(left, x), max(right, x))
    return [(line, left * plan.sx, (right - left + 1) * plan.sx) for line, (left, right) in sorted(runs.items())]
