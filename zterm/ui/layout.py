"""Where the panes of the play screen lie, computed from the size of the terminal alone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

SMALLEST = (60, 20)
"""Columns and rows below which nothing can be played."""

WHOLE = (80, 24)
"""Columns and rows from which all panes are shown at once."""

PANES = ("map", "people", "sheet", "hand", "log")
"""The panes that Tab walks through, in order (the map stands with the decision)."""

_NARROW, _MEDIUM, _WIDE, _SPARED = 29, 38, 58, 48
"""Columns beside the map in a narrow, a medium and a wide window, and what a larger map leaves of the last."""

_TWO = 97
"""Columns beside the map from which on there are two columns of panes."""

EXTRAS = ("next", "team", "goals", "signs")
"""Panes of large windows only: what comes next, everybody's cards, what wins, and the signs of the map."""

_NEXT, _TEAM, _GOALS, _SIGNS = 8, 8, 6, 12
"""Rows that each of them has at least, where it is there at all."""

_GROWN = 8
"""Rows by which the hand grows before the signs stand below it."""


BANDS = (("decision", "status", "keys", "strip"), ("people", "sheet", "hand", "log", *EXTRAS))
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
    single layout also ``strip``, and the pane of the five that is shown; in a large one also some of `EXTRAS`.
    """

    kind: str
    places: dict[str, Rect]


def plan(
    width: int,
    height: int,
    boards: Sequence[tuple[int, int]] = (),
    people: int = 6,
    shown: str = "map",
    extras: Sequence[str] = EXTRAS,
) -> Plan:
    """Lay out a terminal of a size.

    ``boards`` are the sizes of the board at all zooms, the largest first: the map is made as wide as the first that
    has room as a whole; where none has, half of the screen, as far as the largest needs that. ``people`` is the number
    of lines of the people's pane, ``shown`` the pane to be seen where there is room for one only, ``extras`` are those
    of `EXTRAS` that there is something to show in.
    """
    if width < SMALLEST[0] or height < SMALLEST[1]:
        return Plan("small", {})
    if width < WHOLE[0] or height < WHOLE[1]:
        return _single(width, height, shown)
    return _whole(width, height, boards, people, extras)


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


def _whole(width: int, height: int, boards: Sequence[tuple[int, int]], people: int, extras: Sequence[str]) -> Plan:
    side, least = (_NARROW, 50) if width < 100 else (_MEDIUM, 61) if width < 140 else (_WIDE, 81)
    large = width >= 140 and height >= 45
    deep = 8 if height >= 45 else 7
    left = _map_width(width, height - 2 - deep, boards, side, least)
    places = {
        "status": Rect(0, 0, width, 1),
        "map": Rect(0, 1, left, height - 2 - deep),
        "decision": Rect(0, height - 1 - deep, left, deep),
        "keys": Rect(0, height - 1, width, 1),
    }
    places.update(_side(left + 1, width - left - 1, height - 2, people, extras if large else ()))
    return Plan("whole", places)


def _map_width(width: int, rows: int, boards: Sequence[tuple[int, int]], side: int, least: int) -> int:
    """Columns of the map: those of the largest board that is seen as a whole beside the panes."""
    spared = min(side, _SPARED)
    fits = next((w for w, h in boards if h <= rows and w <= width - spared - 1), 0)
    if fits:
        return max(fits, min(least, width - side - 1))
    largest = boards[0][0] if boards else 0
    return min(width - side - 1, max(least, min(largest, max(largest * 3 // 4 + 1, width // 2))))


def _side(x: int, width: int, rows: int, people: int, extras: Sequence[str]) -> dict[str, Rect]:
    """The panes beside the map, in one column or, where it is wide, in two, the log in the second."""
    two = width >= _TWO
    first = width // 2 if two else width
    lines = min(people, 8) + 1
    sheet = 3 if rows < 28 else 6 if rows < 40 else 8 if rows > 50 or two else 7
    hand = 6 if rows < 28 else 9 if rows > 50 or two else 8
    if rows - lines - sheet - hand < 4:
        lines = max(4, rows - sheet - hand - 4)
    spare = rows - lines - sheet - hand
    if not two:
        more = _more(spare // 2, 0, extras)
        log = spare - sum(more.values())
        return _stacked(x, first, {"people": lines, "sheet": sheet, "hand": hand, "log": log, **more})
    more = _more(spare, people, extras)
    spare -= sum(more.values())
    wanted = "signs" in extras
    second = {"log": rows, "signs": max(_SIGNS, rows // 3) if wanted and rows >= 3 * _SIGNS else 0}
    if "next" in more:
        more["next"] += spare
    elif wanted and spare >= _GROWN + _SIGNS:
        more["signs"], second["signs"] = min(spare - _GROWN, 2 * _SIGNS), 0
        hand += spare - more["signs"]
    else:
        hand += spare
    second["log"] -= second["signs"]
    places = _stacked(x, first, {"people": lines, "sheet": sheet, "hand": hand, **more})
    return places | _stacked(x + first + 1, width - first - 1, second)


def _more(room: int, people: int, extras: Sequence[str]) -> dict[str, int]:
    """The heights of the extra panes below the others, in the order they stand; those that have no room are left out.

    ``people`` are those whose cards are shown (nobody alone has a team).
    """
    kept: dict[str, int] = {}
    for name, least in (("next", _NEXT), ("goals", _GOALS), ("team", _TEAM)):
        if name in extras and room >= least and (name != "team" or people > 1):
            kept[name] = least
            room -= least
    if "team" in kept:
        kept["team"] += max(0, min(room, 2 * people - 1 - _TEAM))
    return {name: kept[name] for name in ("team", "goals", "next") if name in kept}


def _stacked(x: int, width: int, heights: dict[str, int]) -> dict[str, Rect]:
    """Panes of these heights one below the other, from the second row of the screen."""
    places: dict[str, Rect] = {}
    y = 1
    for name, height in heights.items():
        if height:
            places[name] = Rect(x, y, width, height)
            y += height
    return places


def bands(places: dict[str, Rect]) -> tuple[tuple[Rect, ...], ...]:
    """The places of each of `BANDS`."""
    return tuple(tuple(places[name] for name in names if name in places) for names in BANDS)
