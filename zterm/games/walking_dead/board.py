"""The board: spaces, what joins them, and how far a survivor or a zombie gets (chapters movement and zombies)."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

from zterm.games.walking_dead.content import Space
from zterm.kernel.views import Area, Shape, Side

TEXTURES = {"corner": "room", "camp": "yard", "sewer": "corridor", "calm": "cell"}
"""The texture an area is drawn with, by the kind of its space; the others lie bare."""


class Board:
    """Spaces in order and their neighbours."""

    def __init__(self, spaces: Iterable[Space], tracks: Iterable[tuple[str, ...]]) -> None:
        self.spaces = {space.id: space for space in spaces}
        self.rank = {name: number for number, name in enumerate(self.spaces)}
        self.tracks = tuple(tracks)
        near: dict[str, set[str]] = {name: set() for name in self.spaces}
        for track in self.tracks:
            for a, b in pairwise(track):
                near[a].add(b)
                near[b].add(a)
        self.near = {name: tuple(sorted(others, key=self.rank.__getitem__)) for name, others in near.items()}
        self.camp = next((s.id for s in self.spaces.values() if s.kind == "camp"), "")
        self.respawns = tuple(s.id for s in self.spaces.values() if s.respawn) or tuple(self.spaces)
        self.shape = _shape(self)

    def open(self, name: str) -> tuple[str, ...]:
        """The neighbours that a survivor may step on: no sewers (WD-17)."""
        return tuple(other for other in self.near[name] if self.spaces[other].kind != "sewer")

    def ends(self, start: str, steps: int) -> dict[str, tuple[str, ...]]:
        """Where a survivor's move can end, with the way there (WD-13, WD-25, WD-29).

        Exactly ``steps`` spaces without turning back; a corner stops the move, and on Camp it may end early. Where a
        road ends (on a board of one's own) the move ends too.
        """
        found: dict[str, tuple[str, ...]] = {}
        ways: list[tuple[str, ...]] = [(start,)]
        for number in range(1, steps + 1):
            longer: list[tuple[str, ...]] = []
            for way in ways:
                for other in self.open(way[-1]):
                    if len(way) > 1 and other == way[-2]:
                        continue
                    kind = self.spaces[other].kind
                    if number == steps or kind in ("corner", "camp"):
                        found.setdefault(other, (*way[1:], other))
                    if kind != "corner":
                        longer.append((*way, other))
            if not longer and not found:
                return {way[-1]: way[1:] for way in ways}
            ways = longer
        return found

    def reach(self, start: str, steps: int, stops: Iterable[str]) -> dict[str, tuple[str, ...]]:
        """Where a zombie can go with up to ``steps`` spaces, with the shortest way there (WD-72 … WD-76).

        It goes through sewers, onto corners and Camp too (WD-78), turns as it likes, and ends where it meets a survivor
        (``stops``).
        """
        blocked = set(stops)
        found: dict[str, tuple[str, ...]] = {start: ()}
        edge = [start]
        for _ in range(steps):
            nearer = edge
            edge = []
            for name in nearer:
                if name in blocked and name != start:
                    continue
                for other in self.near[name]:
                    if other not in found:
                        found[other] = (*found[name], other)
                        edge.append(other)
        del found[start]
        return found

    def far(self, start: str, sewers: bool) -> dict[str, int]:
        """The number of steps from a space to every other one, corners and figures not minded."""
        found, edge = {start: 0}, [start]
        while edge:
            nearer, edge = edge, []
            for name in nearer:
                for other in self.near[name] if sewers else self.open(name):
                    if other not in found:
                        found[other] = found[name] + 1
                        edge.append(other)
        return found


def _shape(board: Board) -> Shape:
    """The board as front ends draw it: neighbours share an open border, sewers a gap in the wall."""
    owner = {cell: space for space in board.spaces.values() for cell in space.cells}
    width = max((x for x, _ in owner), default=0) + 1
    height = max((y for _, y in owner), default=0) + 1
    areas = tuple(Area(s.id, TEXTURES.get(s.kind, "street"), s.cells) for s in board.spaces.values())
    sides = []
    for y in range(height + 1):
        for x in range(width + 1):
            here = owner.get((x, y))
            for side, other in (("N", owner.get((x, y - 1))), ("W", owner.get((x - 1, y)))):
                if here is not other:
                    sides.append(Side(x, y, side, _side(board, here, other)))
    return Shape(width, height, areas, tuple(sides), {})


def _side(board: Board, here: Space | None, other: Space | None) -> str:
    if here is None or other is None or other.id not in board.near[here.id]:
        return "wall"
    return "gap" if (here.kind == "sewer") != (other.kind == "sewer") else "open"
