"""A board as text in plain ASCII: walls, names of areas, and a mark in each area that has one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from zterm.games.story import Death
from zterm.kernel.views import Shape
from zterm.shows.words import put

WIDE, HIGH = 3, 1
"""Characters inside a lattice cell."""
LINES = {"wall": ("-", "|"), "gap": (" ", " "), "open": (".", "."), "fence": ("x", "x"), "edge": (" ", " ")}


def draw(shape: Shape, texts: Mapping[str, Iterable[str]]) -> list[str]:
    """Draw a board; ``texts`` are the lines written into an area, as far as they fit."""
    step_x, step_y = WIDE + 1, HIGH + 1
    grid = [[" "] * (shape.width * step_x + 1) for _ in range(shape.height * step_y + 1)]
    for (x, y), kind in shape.fills.items():
        for column in range(WIDE):
            grid[y * step_y + 1][x * step_x + 1 + column] = "#" if kind == "solid" else "x"
    for side in shape.sides:
        across, down = LINES.get(side.kind, LINES["wall"])
        if side.side == "N":
            for column in range(side.x * step_x, side.x * step_x + step_x + 1):
                _put(grid, column, side.y * step_y, across)
        else:
            for line in range(side.y * step_y, side.y * step_y + step_y + 1):
                _put(grid, side.x * step_x, line, down)
    for area in shape.areas:
        _write(grid, area.cells, list(texts.get(area.id, ())))
    lines = ["".join(line).rstrip() for line in grid]
    while lines and not lines[-1]:
        lines.pop()
    while lines and not lines[0]:
        lines.pop(0)
    return lines


def _put(grid: list[list[str]], x: int, y: int, glyph: str) -> None:
    """Draw a piece of a line; walls that cross make a corner, and nothing hides a wall."""
    there = grid[y][x]
    if there in "-|+":
        if glyph in "-|" and glyph != there:
            grid[y][x] = "+"
        return
    grid[y][x] = glyph


def _write(grid: list[list[str]], cells: tuple[tuple[int, int], ...], texts: list[str]) -> None:
    """Write lines into an area, each where a row of its cells begins and as wide as that row."""
    rows: dict[int, list[int]] = {}
    for x, y in cells:
        rows.setdefault(y, []).append(x)
    for y, words in zip(sorted(rows), texts, strict=False):
        first = min(rows[y])
        end = first
        while end + 1 in rows[y]:
            end += 1
        room = (end - first + 1) * (WIDE + 1) - 1
        for offset, glyph in enumerate(words[:room]):
            grid[y * (HIGH + 1) + 1][first * (WIDE + 1) + 1 + offset] = glyph


def death_map(shape: Shape, deaths: Iterable[Death]) -> list[str]:
    """The board with who fell where; [] when nobody did."""
    found: dict[str, list[str]] = {}
    foes: dict[str, int] = {}
    for death in deaths:
        if death.foe:
            foes[death.area] = foes.get(death.area, 0) + death.count
        else:
            found.setdefault(death.area, []).append(f"+{death.who}")
    if not found and not foes:
        return []
    texts = {
        area.id: [
            area.id,
            *found.get(area.id, []),
            *([put("chronicle", "dead", n=foes[area.id])] if area.id in foes else []),
        ]
        for area in shape.areas
        if area.id in found or area.id in foes
    }
    return draw(shape, texts)
