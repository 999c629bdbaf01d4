"""Wall lines of a board as arm bits on characters, and the places where doors and doorways cut them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from zterm.kernel.views import Cell, Mark, Shape, Side
from zterm.ui.glyphs import DOWN, LEFT, RIGHT, UP

Point = tuple[int, int]
STRAIGHT = {"h": LEFT | RIGHT, "v": UP | DOWN}


class Place(NamedTuple):
    """Where a door or doorway stands on the canvas: its characters (the middle one is ``middle``) and its
    wall's axis; ``through`` are the characters of a strip that it cuts besides."""

    chars: tuple[Point, ...]
    middle: Point
    axis: str
    through: tuple[Point, ...] = ()


class Opening(NamedTuple):
    """A wanted cut: its middle in lattice units, the axis of its wall and the two areas it joins."""

    id: str
    at: tuple[float, float]
    axis: str
    areas: tuple[str, str]


class Plan:
    """The lattice on the canvas: which area each cell belongs to, and the arms of every character.

    ``sx`` and ``sy`` are characters per cell; ``arms`` is indexed [row][column]; ``taken`` are characters
    that a cut already uses.
    """

    def __init__(self, shape: Shape, sx: int, sy: int) -> None:
        self.shape, self.sx, self.sy = shape, sx, sy
        self.width, self.height = shape.width * sx + 1, shape.height * sy + 1
        self.area = {cell: area.id for area in shape.areas for cell in area.cells}
        self.arms = [[0] * self.width for _ in range(self.height)]
        self.taken: set[Point] = set()
        self._between: dict[frozenset[str], list[Side]] = {}
        for side in shape.sides:
            self._between.setdefault(frozenset(side_areas(self, side)), []).append(side)

    def between(self, areas: Iterable[str]) -> list[Side]:
        """The sides of the common border of two areas, none if they do not touch."""
        return self._between.get(frozenset(areas), [])

    def cells(self, x: int, y: int) -> tuple[Cell, ...]:
        """The one, two or four cells that a character touches (those inside the board)."""
        column, row = x // self.sx, y // self.sy
        columns = (column - 1, column) if x % self.sx == 0 else (column,)
        rows = (row - 1, row) if y % self.sy == 0 else (row,)
        shape = self.shape
        return tuple((i, j) for j in rows for i in columns if 0 <= i < shape.width and 0 <= j < shape.height)

    def flanks(self, x: int, y: int, axis: str) -> tuple[set[str], set[str]]:
        """What lies on both sides of a wall character: area ids, ``"#"`` for a filled or empty cell."""
        first: set[str] = set()
        second: set[str] = set()
        for cell in self.cells(x, y):
            before = cell[1] * self.sy < y if axis == "h" else cell[0] * self.sx < x
            (first if before else second).add(self.area.get(cell, "#"))
        return first, second


def side_chars(side: Side, sx: int, sy: int) -> list[Point]:
    """The characters that a cell side runs over, both ends included."""
    if side.side == "N":
        return [(x, side.y * sy) for x in range(side.x * sx, (side.x + 1) * sx + 1)]
    return [(side.x * sx, y) for y in range(side.y * sy, (side.y + 1) * sy + 1)]


def side_areas(plan: Plan, side: Side) -> tuple[str, str]:
    """The areas before (above or left of) and behind a cell side, ``"#"`` where there is none."""
    before = (side.x, side.y - 1) if side.side == "N" else (side.x - 1, side.y)
    return plan.area.get(before, "#"), plan.area.get((side.x, side.y), "#")


def raise_walls(plan: Plan, sides: Iterable[Side]) -> None:
    """Set the arm bits of every given side."""
    for side in sides:
        chars = side_chars(side, plan.sx, plan.sy)
        ahead, back = (RIGHT, LEFT) if side.side == "N" else (DOWN, UP)
        for index, (x, y) in enumerate(chars):
            if index < len(chars) - 1:
                plan.arms[y][x] |= ahead
            if index:
                plan.arms[y][x] |= back


def doorways(plan: Plan, doors: list[Opening]) -> list[Opening]:
    """One opening for each run of "gap" sides, except those that a door swallows: between the same two areas,
    or, where a gap leads into a filled strip, from one of its areas and near it."""
    runs: list[list[Side]] = []
    gaps = [side for side in plan.shape.sides if side.kind == "gap"]
    for side in sorted(gaps, key=lambda s: (s.side, s.y, s.x) if s.side == "N" else (s.side, s.x, s.y)):
        last = runs[-1][-1] if runs else None
        if last and _adjacent(last, side) and set(side_areas(plan, last)) == set(side_areas(plan, side)):
            runs[-1].append(side)
        else:
            runs.append([side])
    found = []
    for run in runs:
        areas = side_areas(plan, run[0])
        half = len(run) / 2
        at = (run[0].x + half, float(run[0].y)) if run[0].side == "N" else (float(run[0].x), run[0].y + half)
        if any(_swallows(door, areas, at) for door in doors):
            continue
        found.append(Opening("", at, "h" if run[0].side == "N" else "v", areas))
    return found


def _swallows(door: Opening, areas: tuple[str, str], at: tuple[float, float]) -> bool:
    if set(door.areas) == set(areas):
        return True
    near = abs(door.at[0] - at[0]) <= 2 and abs(door.at[1] - at[1]) <= 2
    return "#" in areas and near and bool(set(door.areas) & set(areas) or areas == ("#", "#"))


def _adjacent(one: Side, two: Side) -> bool:
    if one.side != two.side:
        return False
    if one.side == "N":
        return one.y == two.y and two.x == one.x + 1
    return one.x == two.x and two.y == one.y + 1


def cut(plan: Plan, opening: Opening) -> Place:
    """Find the place of an opening and cut the wall there (and a strip behind it, with its other wall)."""
    for axis in (opening.axis, "v" if opening.axis == "h" else "h"):
        middle, wide = _best(plan, opening, axis)
        if middle:
            return _cut_wall(plan, middle, axis, wide)
    return _cut_strip(plan, opening)


def _best(plan: Plan, opening: Opening, axis: str) -> tuple[Point | None, bool]:
    """The straight wall character nearest to the opening's middle, and whether three in a row are free."""
    cx, cy = opening.at[0] * plan.sx, opening.at[1] * plan.sy
    want_three = axis == "h" and plan.sx > 2
    farthest = 0 if _border(plan, opening.areas) else 1
    found: tuple[tuple[float, ...], Point, bool] | None = None
    for y in range(max(0, int(cy - 2.5 * plan.sy)), min(plan.height, int(cy + 2.5 * plan.sy) + 2)):
        for x in range(max(0, int(cx - 3 * plan.sx)), min(plan.width, int(cx + 3 * plan.sx) + 2)):
            if not _free(plan, (x, y), axis):
                continue
            away = abs(x - cx) / plan.sx + abs(y - cy) / plan.sy
            tier = _tier(plan, opening, (x, y), axis)
            if tier > farthest or (tier and away > 2):
                continue
            wide = want_three and all(
                _free(plan, (x + i, y), axis) and _tier(plan, opening, (x + i, y), axis) <= tier for i in (-1, 1)
            )
            score = (tier, 0 if wide or not want_three else 1, round(away, 3), y, x)
            if found is None or score < found[0]:
                found = (score, (x, y), wide)
    return (found[1], found[2]) if found else (None, False)


def _border(plan: Plan, areas: tuple[str, str]) -> list[Point]:
    """The characters of the common border of two areas, none if they do not touch."""
    return [point for side in plan.between(areas) for point in side_chars(side, plan.sx, plan.sy)]


def _free(plan: Plan, point: Point, axis: str) -> bool:
    x, y = point
    inside = 0 <= x < plan.width and 0 <= y < plan.height
    return inside and plan.arms[y][x] == STRAIGHT[axis] and point not in plan.taken


def _tier(plan: Plan, opening: Opening, point: Point, axis: str) -> int:
    """0 if the wall parts just the two areas, 1 if it parts one of them from a strip, 2 otherwise."""
    one, two = plan.flanks(*point, axis)
    a, b = opening.areas
    if (a in one and b in two) or (b in one and a in two):
        return 0
    if ("#" in two or not two) and (a in one or b in one):
        return 1
    if ("#" in one or not one) and (a in two or b in two):
        return 1
    return 2


def _cut_wall(plan: Plan, middle: Point, axis: str, wide: bool) -> Place:
    reach = (-1, 0, 1) if wide else (0,)
    chars = [(middle[0] + i, middle[1]) for i in reach] if axis == "h" else [middle]
    through: list[Point] = []
    for step in (-1, 1):
        through += _strip_behind(plan, chars, axis, step)
    for point in (*chars, *through):
        _open(plan, point, axis)
    return Place(tuple(chars), middle, axis, tuple(through))


def _strip_behind(plan: Plan, chars: list[Point], axis: str, step: int) -> list[Point]:
    """Characters of the filled strip on one side of a cut, up to and with its other wall (none if no strip)."""
    found: list[Point] = []
    for distance in range(1, 3 * (plan.sy if axis == "h" else plan.sx) + 1):
        row = [(x, y + step * distance) if axis == "h" else (x + step * distance, y) for x, y in chars]
        if not all(0 <= x < plan.width and 0 <= y < plan.height for x, y in row):
            return []
        if any(cell in plan.area for point in row for cell in _between(plan, point, axis, step)):
            return []
        arms = [plan.arms[y][x] for x, y in row]
        if any(arms):
            return found + [p for p, value in zip(row, arms, strict=True) if value == STRAIGHT[axis]]
        found += row
    return []


def _between(plan: Plan, point: Point, axis: str, step: int) -> list[Cell]:
    """The cells that lie between a character and the one before it on the way through a strip."""
    x, y = point
    if axis == "h":
        row = min(y, y - step) // plan.sy
        return [cell for cell in plan.cells(x, y) if cell[1] == row]
    column = min(x, x - step) // plan.sx
    return [cell for cell in plan.cells(x, y) if cell[0] == column]


def _open(plan: Plan, point: Point, axis: str) -> None:
    """Take the wall off one character; straight neighbours along the wall become half lines."""
    x, y = point
    plan.taken.add(point)
    plan.arms[y][x] = 0
    ends = ((x - 1, y, RIGHT), (x + 1, y, LEFT)) if axis == "h" else ((x, y - 1, DOWN), (x, y + 1, UP))
    for nx, ny, arm in ends:
        if 0 <= nx < plan.width and 0 <= ny < plan.height and plan.arms[ny][nx] == STRAIGHT[axis]:
            plan.arms[ny][nx] &= ~arm


def _cut_strip(plan: Plan, opening: Opening) -> Place:
    """A door without a straight wall near: in razor wire, or on a slanted wall, at its own middle."""
    sx, sy, axis = plan.sx, plan.sy, opening.axis
    cx, cy = opening.at[0] * sx, opening.at[1] * sy
    points = _wire_near(plan, opening.at)

    def away(point: Point) -> tuple[float, int, int, int]:
        arms = plan.arms[point[1]][point[0]].bit_count()
        return round(abs(point[1] - cy) / sy + abs(point[0] - cx) / sx, 1), arms, point[1], point[0]

    own = (min(max(round(cx), 0), plan.width - 1), min(max(round(cy), 0), plan.height - 1))
    border = [point for point in _border(plan, opening.areas) if point not in plan.taken]
    middle = min(points or border or [own], key=away)
    inside = set(points)
    chars = [middle]
    row = [(middle[0] + i, middle[1]) for i in (-1, 0, 1)]
    if axis == "h" and sx > 2 and all(p in inside and p not in plan.taken for p in row):
        chars = row
    if axis == "h":
        through = [p for p in points if p[0] in {x for x, _ in chars} and p not in chars]
    else:
        through = [p for p in points if p[1] == middle[1] and p not in chars]
    for point in chars:
        for way in ("h", "v"):
            _open(plan, point, way)
    return Place(tuple(chars), middle, axis, tuple(through))


def _wire_near(plan: Plan, at: tuple[float, float]) -> list[Point]:
    """Characters of razor wire near a place: those of a strip, or of a fence that is only a line."""
    sx, sy = plan.sx, plan.sy
    wired = [cell for cell, fill in plan.shape.fills.items() if fill == "wire"]
    near = [c for c in wired if abs(c[0] + 0.5 - at[0]) <= 1.6 and abs(c[1] + 0.5 - at[1]) <= 1.6]
    points = [(x, y) for i, j in near for y in range(j * sy, j * sy + sy) for x in range(i * sx, i * sx + sx)]
    if not points:
        fences = [s for s in plan.shape.sides if s.kind == "fence"]
        close = [s for s in fences if abs(s.x + 0.5 - at[0]) <= 1.6 and abs(s.y + 0.5 - at[1]) <= 1.6]
        points = [point for side in close for point in side_chars(side, sx, sy)]
    return [(x, y) for x, y in points if not plan.arms[y][x]]


def tear(plan: Plan, opening: Opening) -> Place:
    """Where wire between two areas would be torn: a place in the wire, nothing if there is none near."""
    return _cut_strip(plan, opening) if _wire_near(plan, opening.at) else Place((), (0, 0), opening.axis)


def as_opening(mark: Mark) -> Opening:
    """The cut that a door wants."""
    return Opening(mark.id, mark.at, mark.axis, mark.areas)
