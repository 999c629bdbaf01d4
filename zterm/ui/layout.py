"""Where the panes of the play screen lie, computed from the size of the terminal alone."""

from __future__ import annotations

from typing import NamedTuple

SMALLEST = (60, 20)
"""Columns and rows below which nothing can be played."""

WHOLE = (80, 24)
"""Columns and rows from which all panes are shown at once."""

PANES = ("map", "people", "sheet", "hand", "log")
"""The panes that Tab walks through, in order (the map stands with the decision)."""

_NARROW, _MEDIUM, _WIDE = 29, 38, 58
_NEXT, _CARDS = 8, 13


BANDS = (("decision", "status", "keys", "strip"), ("people", "sheet", "hand", "log", "next"))
"""Over a slow line the question is drawn first, then the people, and last the map."""


class Rect(NamedTuple):
    """A place on the screen, in characters from the upper left corner."""

    x: int
    y: int
    width: int
    height: int

    def holds(self, x: int, y: int) -> bool:
        """Say whether a place lies in it."""
        return self.x <= x < self.x + self.width and self.y <= y < self.y + self.height


class Plan(NamedTuple):
    """A layout: ``kind`` is "small" (nothing fits), "single" (one pane at a time) or "whole".

    ``places`` maps pane names to places: ``status``, ``decision``, ``keys``, and the panes of `PANES`; in a
    single layout also ``strip``, and the pane of the five that is shown; in a large one also ``next``.
    """

    kind: str
    places: dict[str, Rect]


def plan(width: int, height: int, near: tuple[int, int] = (0, 0), people: int = 6, shown: str = "map") -> Plan:
    """Lay out a terminal of a size.

    ``near`` is the size of the board at its largest zoom: the map grows up to it where all of it can be seen, else up
    to the size at the zoom before, or half of the screen. ``people`` is the number of lines of the people's pane,
    ``shown`` the pane to be seen where there is room for one only.
    """
    if width < SMALLEST[0] or height < SMALLEST[1]:
        return Plan("small", {})
    if width < WHOLE[0] or height < WHOLE[1]:
        return _single(width, height, shown)
    return _whole(width, height, near, people)


def _single(width: int, height: int, shown: str) -> Plan:
    room = height - 10
    return Plan(
        "single",
        {
            "status": Rect(0, 0, width, 1),
            "strip": Rect(0, 1, width, 1),
            shown: Rect(0, 2, width, room),
            "decision": Rect(0, 2 + room, width, 7),
            "keys": Rect(0, height - 1, width, 1),
        },
    )


def _whole(width: int, height: int, near: tuple[int, int], people: int) -> Plan:
    side, least = (_NARROW, 50) if width < 100 else (_MEDIUM, 61) if width < 140 else (_WIDE, 81)
    deep = 8 if height >= 45 else 7
    wanted = near[0] if near[1] <= height - 2 - deep else min(near[0], max(near[0] * 3 // 4 + 1, width // 2))
    left = min(width - side - 1, max(wanted, least))
    side = width - left - 1
    places = {
        "status": Rect(0, 0, width, 1),
        "map": Rect(0, 1, left, height - 2 - deep),
        "decision": Rect(0, height - 1 - deep, left, deep),
        "keys": Rect(0, height - 1, width, 1),
    }
    places.update(_side(left + 1, side, height - 2, people))
    if width >= 140 and height >= 45:
        _make_room(places)
    return Plan("whole", places)


def _make_room(places: dict[str, Rect]) -> None:
    """A pane for what comes next, in the lower part of the log or, where that has a column of its own, of the hand."""
    name = "log" if places["log"].x == places["hand"].x else "hand"
    above = places[name]
    deep = _NEXT if name == "log" else max(_NEXT, above.height - _CARDS)
    places[name] = above._replace(height=above.height - deep)
    places["next"] = Rect(above.x, above.y + above.height - deep, above.width, deep)


def _side(x: int, width: int, rows: int, people: int) -> dict[str, Rect]:
    """The panes beside the map, in one column or, where it is wide, in two."""
    two = width >= 2 * _MEDIUM + 1
    first = width // 2 if two else width
    lines = min(people, 8) + 1
    small = rows < 28
    sheet = 3 if small else 6 if rows < 40 else 7 if not two else 10
    hand = 6 if small else 8
    if rows - lines - sheet - hand < 4:
        lines = max(4, rows - sheet - hand - 4)
    places: dict[str, Rect] = {}
    y = 1
    for name, height in (("people", lines), ("sheet", sheet), ("hand", rows - lines - sheet if two else hand)):
        places[name] = Rect(x, y, first, height)
        y += height
    places["log"] = Rect(x + first + 1, 1, width - first - 1, rows) if two else Rect(x, y, width, rows + 1 - y)
    return places


def bands(places: dict[str, Rect]) -> tuple[tuple[Rect, ...], ...]:
    """The places of each of `BANDS`."""
    return tuple(tuple(places[name] for name in names if name in places) for names in BANDS)


def without_next(made: Plan) -> Plan:
    """A layout in which the pane for what comes next goes to the one above it."""
    places = dict(made.places)
    below = places.pop("next", None)
    for name, where in places.items():
        if below is not None and (where.x, where.y + where.height) == (below.x, below.y):
            places[name] = where._replace(height=where.height + below.height)
    return made._replace(places=places)
