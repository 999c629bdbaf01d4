"""A board with half of the rows of its lattice doubled, for a zoom between two whole scales.

What is drawn knows whole numbers of characters per cell only: one and a half rows per cell are one row per cell of a
board that is half as high again.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from zterm.kernel.views import Area, Cell, Mark, Shape, Side


def height(rows: int) -> int:
    """The rows of the stretched board of one with so many."""
    return rows + rows // 2


def lines(shape: Shape) -> tuple[int, ...]:
    """Where each lattice line of a board lies on the stretched one, from the first to the last.

    Of every two rows one is doubled, the second. But rows with areas that are no higher than one row are doubled where
    that can be, or their doors would have no room: two of them for one of the nearest two rows without any.
    """
    flat = {ys.pop() for area in shape.areas if len(ys := {y for _, y in area.cells}) == 1}
    doubled = {pair: sorted({2 * pair, 2 * pair + 1} & flat) or [2 * pair + 1] for pair in range(shape.height // 2)}
    free = [pair for pair in doubled if not {2 * pair, 2 * pair + 1} & flat]
    for pair, rows in doubled.items():
        if len(rows) > 1 and free:
            nearest = min(free, key=lambda other: abs(other - pair))
            free.remove(nearest)
            doubled[nearest] = []
        elif len(rows) > 1:
            doubled[pair] = rows[1:]
    twice = {row for rows in doubled.values() for row in rows}
    found = [0]
    for y in range(shape.height):
        found.append(found[-1] + (2 if y in twice else 1))
    return tuple(found)


def stretched(shape: Shape, at: Sequence[int]) -> Shape:
    """The board half as high again, its lattice lines at the given places: its areas, lines and fills."""
    return Shape(
        shape.width,
        at[-1],
        tuple(Area(area.id, area.kind, _cells(area.cells, at)) for area in shape.areas),
        tuple(made for side in shape.sides for made in _sides(side, at)),
        {(x, row): fill for (x, y), fill in shape.fills.items() for row in _rows(y, at)},
    )


def moved(mark: Mark, at: Sequence[int]) -> Mark:
    """A door or another thing on a line, at its place on the stretched board."""
    x, y = mark.at
    whole = min(int(y), len(at) - 1)
    return replace(mark, at=(x, at[whole] + (y - whole) * len(_rows(whole, at))))


def _rows(y: int, at: Sequence[int]) -> range:
    """The rows that a row becomes."""
    return range(at[y], at[y + 1]) if y + 1 < len(at) else range(at[-1], at[-1] + 1)


def _cells(cells: tuple[Cell, ...], at: Sequence[int]) -> tuple[Cell, ...]:
    made = ((x, row) for x, y in cells for row in _rows(y, at))
    return tuple(sorted(made, key=lambda cell: (cell[1], cell[0])))


def _sides(side: Side, at: Sequence[int]) -> Iterator[Side]:
    if side.side == "N":
        yield replace(side, y=at[side.y])
    else:
        yield from (replace(side, y=row) for row in _rows(side.y, at))
