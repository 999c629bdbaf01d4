"""What is laid over the board for a while: cursor, threat, sight, noise, zone names."""

from __future__ import annotations

from typing import NamedTuple

from zterm.kernel.views import Token
from zterm.ui.ground import LARGE, Ground, Room
from zterm.ui.ink import Ink, Row, write
from zterm.ui.walls import Point, side_chars


class Arrow(NamedTuple):
    """So many (``number``) will cross from one area to another."""

    start: str
    end: str
    number: int


class Overlay(NamedTuple):
    """``cursor`` and ``targets`` are areas whose floor is lit; ``arrows`` and ``bites`` (area: number) belong
    to the threat preview; ``sight`` maps each seen area to its range, None when not shown; ``noise`` maps areas
    to their totals, None when not shown; ``names`` shows the areas' names."""

    cursor: str = ""
    targets: tuple[str, ...] = ()
    arrows: tuple[Arrow, ...] = ()
    bites: dict[str, int] = {}  # noqa: RUF012 - never changed
    sight: dict[str, int] | None = None
    noise: dict[str, int] | None = None
    names: bool = False


NOTHING = Overlay()


def with_overlay(area: str, tokens: list[Token], overlay: Overlay) -> tuple[Token, ...]:
    """The tokens of an area as an overlay shows them: noise totals, and bites (in a preview in the noise's place)."""
    if overlay.bites.get(area):
        kept = [t for t in tokens if t.group != "noise" or not overlay.arrows]
        bite = Token(area, "noise", f"-{overlay.bites[area]}", "bites", "bite")
        return (*kept, bite)
    if overlay.noise is not None:
        kept = [t for t in tokens if t.group != "noise"]
        total = overlay.noise.get(area, 0)
        if not total:
            return tuple(kept)
        loudest = total == max(overlay.noise.values())
        return (*kept, Token(area, "noise", f"~{total}", "noise", "noise", total, active=loudest))
    return tuple(tokens)


def dim(ground: Ground, rows: list[Row], sight: dict[str, int]) -> None:
    """Take texture and colour from the areas that are not seen, and show the range of those that are."""
    for area, room in ground.rooms.items():
        if area in sight:
            label(room, rows, str(sight[area]), "range", "b")
            continue
        for x, y in room.chars:
            ink = rows[y][x]
            plain = ink.role.startswith("texture")
            rows[y][x] = Ink(" " if plain else ink.char, ink.role, "unseen", ink.attrs.replace("b", "") + "d")
    for place in (*ground.places.values(), *ground.gaps):
        points = (*place.chars, *place.through)
        if not any(_beside(ground, x, y) & sight.keys() for x, y in points):
            for x, y in points:
                rows[y][x] = rows[y][x]._replace(ground="unseen")


def _beside(ground: Ground, x: int, y: int) -> set[str]:
    """The areas whose characters touch a place."""
    near = ((x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1))
    return {ground.owner[j][i] for i, j in near if 0 <= i < ground.width and 0 <= j < ground.height} - {""}


def label(room: Room, rows: list[Row], text: str, role: str, attrs: str = "") -> None:
    """Write a word in the first corner of a room where nothing but floor is, apart from a door beside it."""
    for y, start, whole in (*room.floor, *room.dotted):
        beside = start > 0 and rows[y][start - 1].role.startswith("door")
        left, length = start + beside, whole - beside
        there = rows[y][left : left + len(text) + 1]
        bare = all(i.char == " " or i.role.startswith("texture") for i in there[: len(text)])
        ended = all(i.char == " " or i.role.startswith(("texture", "wall", "dot", "edge")) for i in there[len(text) :])
        if len(text) <= length and bare and ended:
            tail = " " if len(there) > len(text) and there[-1].role.startswith("texture") else ""
            write(rows, left, y, text + tail, role, attrs)
            return


PLATE = 2
"""Rows of an area that are lit at most on a map that is not large: a whole floor is dear on a slow line."""


def light(ground: Ground, rows: list[Row], area: str, role: str) -> None:
    """Give an area's floor the background role; on a small map its middle rows only."""
    room = ground.rooms.get(area)
    if room is None:
        return
    runs = room.floor or tuple((y, x, 1) for x, y in room.chars)
    lines = sorted({y for y, _, _ in runs})
    plate = len(lines) if ground.sx >= LARGE else PLATE
    skip = max(0, len(lines) - plate) // 2
    for y, left, length in runs:
        if y in lines[skip : skip + plate]:
            for x in range(left, left + length):
                ink = rows[y][x]
                plain = ink.role.startswith("texture")
                rows[y][x] = ink._replace(char=" " if plain else ink.char, ground=role)


BARE = ("texture", "dot", "wall", "edge", "roof", "wire", "door")
"""Roles of what an arrow may stand on and beside."""


def arrows(ground: Ground, rows: list[Row], wanted: tuple[Arrow, ...]) -> None:
    """Draw each arrow with its number on the border that will be crossed, apart from what stands beside it."""
    for arrow in wanted:
        found = _crossing(ground, arrow)
        if not found:
            continue
        sign, points = found
        text = f"{sign}{arrow.number}"
        point, x = _spot(ground, rows, points, len(text))
        _hide_door(ground, rows, {point, *((at, point[1]) for at in range(x, x + len(text)))})
        write(rows, x, point[1], text, "threat", "b")


def _spot(ground: Ground, rows: list[Row], points: list[Point], length: int) -> tuple[Point, int]:
    """The point of a border, and where there an arrow of so many columns begins: if it can be where it touches no
    token, on the point before beside it."""
    last = ground.width - length
    spots = [((x, y), max(0, min(x - left, last))) for left in (0, 1, length, -1) for x, y in points]
    return min(spots, key=lambda spot: _crowd(rows, (spot[1], spot[0][1]), length))


def _crowd(rows: list[Row], spot: Point, length: int) -> int:
    """How much stands where an arrow would be: what it would hide counts more than what it would touch."""
    x, y = spot
    row = rows[y]
    inks = {at: row[at] for at in range(x - 1, x + length + 1) if 0 <= at < len(row)}
    full = [at for at, ink in inks.items() if ink.char != " " and not ink.role.startswith(BARE)]
    return sum(1 if at in (x - 1, x + length) else 4 for at in full)


def _hide_door(ground: Ground, rows: list[Row], covered: set[Point]) -> None:
    """An arrow over a door hides all of it."""
    for place in ground.places.values():
        if covered.intersection(place.chars) and len(place.chars) <= 3:
            for x, y in place.chars:
                rows[y][x] = rows[y][x]._replace(char=" ", attrs="")


def _crossing(ground: Ground, arrow: Arrow) -> tuple[str, list[Point]] | None:
    """The arrow's sign and its places, best first: on the door between two areas, else on their common border."""
    signs = {"h": ("v", "^"), "v": (">", "<")}
    sides = ground.meets.get(frozenset((arrow.start, arrow.end)), [])
    first, last = _middle(ground.rooms.get(arrow.start)), _middle(ground.rooms.get(arrow.end))
    if first is None or last is None:
        return None
    if not sides:
        flat = abs(last[1] - first[1]) * 2 > abs(last[0] - first[0])
        back = last[1] < first[1] if flat else last[0] < first[0]
        return signs["h" if flat else "v"][back], [((first[0] + last[0]) // 2, (first[1] + last[1]) // 2)]
    axis = "h" if sum(s.side == "N" for s in sides) * 2 >= len(sides) else "v"
    kept = [s for s in sides if s.side == ("N" if axis == "h" else "W")]
    chars = sorted({p for side in kept for p in side_chars(side, ground.sx, ground.sy)})
    open_chars = [p for p in chars if ground.rows[p[1]][p[0]].role != "wall"] or chars
    side = kept[0]
    behind = next(a.id for a in ground.shape.areas if (side.x, side.y) in a.cells)
    middle = (len(open_chars) - 1) // 2
    near = sorted(range(len(open_chars)), key=lambda at: (abs(at - middle), at))
    return signs[axis][behind == arrow.start], [open_chars[at] for at in near]


def _middle(room: Room | None) -> Point | None:
    if not room or not room.chars:
        return None
    return room.chars[len(room.chars) // 2]
