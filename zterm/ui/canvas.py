"""A board as a canvas of characters: the ground with the tokens, doors and overlays of one moment.

Nothing here knows the terminal or a game: a canvas is made of `views.Shape` and `views.View` alone.
"""

from __future__ import annotations

from collections import defaultdict
from typing import NamedTuple

from zterm.kernel.views import Mark, Shape, Token, View
from zterm.ui import overlays, stretch
from zterm.ui.glyphs import Glyphs
from zterm.ui.ground import LARGE, Ground, build
from zterm.ui.ink import Row, write
from zterm.ui.overlays import NOTHING, Overlay
from zterm.ui.tokens import BARE, Line, Run, layout

SCALES: dict[str, tuple[int, int]] = {"far": (2, 1), "mid": (3, 1), "wide": (4, 1), "near": (4, 2)}
"""Characters per cell, across and down, by zoom."""

STRETCHED = ("wide",)
"""Zooms at which one of two rows of cells is drawn twice."""

ZOOMS = tuple(SCALES)


class Change(NamedTuple):
    """A stretch of characters that differs between two canvases."""

    x: int
    y: int
    length: int


SIGNS = {"barricade": "#", "unfinished": "=", "breach": "%", "breakable": ":", "wall_token": "H", "steps": "^"}
"""Signs of things on a border that are no doors, by kind of mark."""


def size(shape: Shape, zoom: str) -> tuple[int, int]:
    """Columns and rows of a board's canvas at a zoom."""
    sx, sy = SCALES[zoom]
    height = stretch.height(shape.height) if zoom in STRETCHED else shape.height
    return shape.width * sx + 1, height * sy + 1


def sizes(shape: Shape) -> tuple[tuple[int, int], ...]:
    """Columns and rows of a board's canvas at all zooms, the largest first."""
    return tuple(size(shape, zoom) for zoom in reversed(ZOOMS))


def best_zoom(shape: Shape, width: int, height: int) -> str:
    """The largest zoom at which the whole board fits a pane, else "mid".

    At far the last row and column (the board's edge) may be left out.
    """
    for zoom in reversed(ZOOMS):
        w, h = size(shape, zoom)
        spare = 1 if zoom == "far" else 0
        if w - spare <= width and h - spare <= height:
            return zoom
    return "mid"


def ground_of(shape: Shape, zoom: str, glyphs: Glyphs, marks: tuple[Mark, ...] = ()) -> Ground:
    """The part that stays of a board at a zoom (cells' sizes as in `SCALES`)."""
    if zoom in STRETCHED:
        at = stretch.lines(shape)
        shape, marks = stretch.stretched(shape, at), tuple(stretch.moved(mark, at) for mark in marks)
    return build(shape, SCALES[zoom], glyphs, marks)


def marks_key(marks: tuple[Mark, ...]) -> tuple[object, ...]:
    """What of the marks the ground depends on: a ground holds as long as this stays the same."""
    return tuple((m.id, m.at, m.axis, m.kind == "gate", m.areas) for m in marks)


def compose(ground: Ground, view: View, overlay: Overlay = NOTHING) -> list[Row]:
    """The canvas of one moment: rows of `Ink`, `ground.height` of `ground.width` each."""
    rows = [list(row) for row in ground.rows]
    for mark in view.marks:
        if mark.id in ground.places:
            _door(ground, rows, mark)
    standing: dict[str, list[Token]] = defaultdict(list)
    for token in view.tokens:
        standing[token.area].append(token)
    touched = {*standing, *overlay.bites, *(overlay.noise or ())}
    shown = {a: overlays.with_overlay(a, standing.get(a, []), overlay) for a in touched & ground.rooms.keys()}
    for line in _lay_out(ground, shown):
        _stand(rows, line)
    if overlay.names or ground.sx >= LARGE:
        for area, room in ground.rooms.items():
            overlays.label(room, rows, area, "name")
    if overlay.sight is not None:
        overlays.dim(ground, rows, overlay.sight)
    for area in overlay.targets:
        overlays.light(ground, rows, area, "target")
    if overlay.cursor:
        overlays.light(ground, rows, overlay.cursor, "cursor")
    overlays.arrows(ground, rows, overlay.arrows)
    return rows


def _door(ground: Ground, rows: list[Row], mark: Mark) -> None:
    """Draw a door, a gate's side or torn wire in its present form."""
    place, glyphs = ground.places[mark.id], ground.glyphs
    if mark.kind == "gate":
        for x, y in () if mark.open else place.chars:
            write(rows, x, y, glyphs.bars, "gate", "b", "wall_ground")
        return
    if mark.kind == "tear":
        for x, y in () if mark.open else (*place.chars, *place.through):
            write(rows, x, y, glyphs.wire, "wire", ground="wire_ground")
        return
    role = f"door_{mark.colour or 'neutral'}"
    letter = "" if mark.colour in ("", "neutral") else mark.colour[0]
    char = SIGNS.get(mark.kind) or ((letter or "/") if mark.open else (letter.upper() or "+"))
    if len(place.chars) == 3:
        (left, y), _, (right, _) = place.chars
        write(rows, left, y, "[", role)
        write(rows, right, y, "]", role)
    write(rows, *place.middle, char, role, "b" if mark.open else "br")


def _lay_out(ground: Ground, shown: dict[str, tuple[Token, ...]]) -> list[Line]:
    """The rows of tokens of all areas; where one is too small, the dots below it give up their row if they can."""
    centred, active = ground.sx > 2, ground.glyphs.active
    done: dict[str, tuple[Line, ...]] = {}
    tight: list[tuple[str, int]] = []
    for area in sorted(shown):
        room = ground.rooms[area]
        step, done[area] = layout(shown[area], tuple(room.floor), tuple(room.dotted), centred, active)
        if step and room.below:
            tight.append((area, step))
        if step > BARE:
            done[area] = layout(shown[area], tuple(room.walls), (), centred, active)[1]
    for area, step in tight:
        room = ground.rooms[area]
        used = [line.run for other, lines in done.items() if other != area for line in lines]
        below = [run for run in room.below if not any(_overlap(run, other) for other in used)]
        wider, lines = layout(shown[area], tuple(room.floor), (*room.dotted, *below), centred, active)
        if wider < step:
            done[area] = lines
    return [line for lines in done.values() for line in lines]


def _overlap(one: Run, two: Run) -> bool:
    return one[0] == two[0] and one[1] < two[1] + two[2] and two[1] < one[1] + one[2]


def _stand(rows: list[Row], line: Line) -> None:
    """Put a row of tokens on the floor; texture goes from the whole row."""
    y, left, length = line.run
    for x in range(left, left + length):
        if rows[y][x].role.startswith("texture"):
            rows[y][x] = rows[y][x]._replace(char=" ", role="text")
    x = line.x
    for piece in line.pieces:
        write(rows, x, y, piece.text, piece.role, piece.attrs)
        x += len(piece.text)


def changes(old: list[Row], new: list[Row], join: int = 3) -> list[Change]:
    """The stretches in which two canvases of one size differ; those at most ``join`` columns apart are one."""
    found: list[Change] = []
    for y, (before, after) in enumerate(zip(old, new, strict=True)):
        if before == after:
            continue
        start = end = -1
        for x, (one, two) in enumerate(zip(before, after, strict=True)):
            if one == two:
                continue
            if start >= 0 and x - end > join:
                found.append(Change(start, y, end - start + 1))
                start = -1
            start = x if start < 0 else start
            end = x
        found.append(Change(start, y, end - start + 1))
    return found
