"""Which areas lie beside an area in each direction, whatever stands between them."""

from __future__ import annotations

from collections import defaultdict

from zterm.kernel.views import Shape

DIRECTIONS = {"up": (0, -1), "right": (1, 0), "down": (0, 1), "left": (-1, 0)}

Compass = dict[str, dict[str, tuple[str, ...]]]


def compass(shape: Shape) -> Compass:
    """For each area and direction the areas that touch it there, the one beside its middle first."""
    where = {cell: area.id for area in shape.areas for cell in area.cells}
    found: Compass = {}
    for area in shape.areas:
        middle = tuple(sum(cell[i] for cell in area.cells) / len(area.cells) for i in (0, 1))
        sides: dict[str, tuple[str, ...]] = {}
        for name, (dx, dy) in DIRECTIONS.items():
            nearest: dict[str, float] = defaultdict(lambda: 1e9)
            for x, y in area.cells:
                other = where.get((x + dx, y + dy))
                if other is not None and other != area.id:
                    off = abs(y - middle[1]) if dx else abs(x - middle[0])
                    nearest[other] = min(nearest[other], off)
            sides[name] = tuple(sorted(nearest, key=lambda id: (nearest[id], id)))
        found[area.id] = sides
    return found
