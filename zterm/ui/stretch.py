"""A board with every other row of its lattice doubled, for a zoom between two whole scales.

What is drawn knows whole numbers of characters per cell only: one and a half rows per cell are one row per cell of a
board that is half as high again.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from zterm.kernel.views import Area, Cell, Mark, Shape, Side


def line(y: int) -> int:
    """Where a lattice line lies on the stretched board."""
    return y + y // 2


def _rows(y: int) -> range:
    """The rows that a row becomes."""
    return range(line(y), line(y + 1))


def _cells(cells: tuple[Cell, ...]) -> tuple[Cell, ...]:
    return tuple(sorted(((x, row) for x, y in cells for row in _rows(y)), key=lambda cell: (cell[1], cell[0])))


def _sides(side: Side) -> Iterator[Side]:
    if side.side == "N":
        yield replace(side, y=line(side.y))
    else:
        yield from (replace(side, y=row) for row in _rows(side.y))


def stretched(shape: Shape) -> Shape:
    """The board half as high again: its areas, lines and fills."""
    return Shape(
        shape.width,
        line(shape.height),
        tuple(Area(area.id, area.kind, _cells(area.cells)) for area in shape.areas),
        tuple(made for side in shape.sides for made in _sides(side)),
        {(x, row): fill for (x, y), fill in shape.fills.items() for row in _rows(y)},
    )


def moved(mark: Mark) -> Mark:
    """A door or another thing on a line, at its place on the stretched board."""
    x, y = mark.at
    whole = int(y)
    return replace(mark, at=(x, line(whole) + (y - whole) * len(_rows(whole))))
