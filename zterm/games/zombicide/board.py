"""The board: zones, the ways between them, and what depends on which ways are open (rulebook chapters 5 and 10).

A ``Board`` never changes in a match. Which doors are open, which fences are torn and how the gate is turned
is one number, ``ways``: a set bit is an open way (``Way.bit`` says which). ``Board.lay(ways)`` gives a ``Lay``,
everything that follows from it as plain dicts: who sees whom, where one can walk, drive and which way zombies go.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from msgspec import Struct
from msgspec.structs import replace

from zterm.kernel.views import Shape

OUTDOOR = frozenset({"street", "corridor", "yard", "tower", "gate", "water", "bridge"})
BUILDING = frozenset({"room", "cell", "security", "extra"})
KINDS = ("street", "corridor", "room", "cell", "yard", "security", "gate", "tower", "extra", "water", "bridge", "tent")
DOORS = frozenset({"door", "main_door", "cell_door"})
CLEAR = frozenset({"open", "doorway", "ladder", "rim", "fence", "bank", "steps", "over"})
"""Ways that block sight only where something veils them."""
NEVER_PASSED = frozenset({"rim", "over"})
"""Ways that are seen over and never crossed."""
NO_ZOMBIE_WAY = NEVER_PASSED | {"ladder"}
HIGH = frozenset({"tower", "bridge"})
"""Zones that zombies may have no way to."""
ROADS = frozenset({"street", "yard", "corridor", "gate"})
SHORT_SIGHT = "short_sight"
"""The trait of zones from which one sees no farther than the next zone (ZX-37)."""
LAYS_KEPT = 256


class Zone(Struct, frozen=True):
    """A zone (ZB-049): its kind, lattice cells, the ids of the tiles it lies on, and the tile of each manhole in it.

    Grates in the street are manholes too (ZX-39). A manhole's tile is "" where a zone over several tiles does not tell
    on which it lies: any of them counts.
    ``traits`` are words that chapters of the rules ask for, ``over`` the zone that a bridge crosses.
    """

    id: str
    kind: str
    cells: tuple[tuple[int, int], ...]
    tiles: tuple[str, ...] = ()
    manholes: tuple[str, ...] = ()
    traits: tuple[str, ...] = ()
    over: str = ""

    @property
    def outdoor(self) -> bool:
        """Street and what counts as street (ZB-053, ZB-310)."""
        return self.kind in OUTDOOR

    @property
    def building(self) -> bool:
        """Zones under the rules of buildings (ZB-051, ZB-316, ZB-336, ZB-342)."""
        return self.kind in BUILDING


class Way(Struct, frozen=True):
    """A way between two zones.

    ``by``: "open" "doorway" "door" "main_door" "cell_door" "fence" "ladder" "gate" "breach" (a wall until its bit is
    set), "bank" and "steps" (water's edge), or "rim" and "over" (a tower's edge, a bridge above: seen over, never
    crossed). ``bit`` is its place in ``State.ways`` (-1: it never changes), ``needs`` the mask of all
    bits that must be set to pass: a door on a gate's side needs the gate's side too, and the other way round.
    A door with ``a == b`` leads off the board.
    ``sides`` are the cell sides it lies on, ``eyes`` those that sight crosses where an open border has jags (none: all
    of them), ``at`` its middle in lattice units, ``axis`` "h" on a horizontal line.
    Tokens that bar it: all bits of one mask of ``stops`` close it for everybody, of ``piles`` for all who do not break
    through while zombies still choose their way over it, of ``veils`` for the eye, and one of ``bars`` for all who want
    to enter the zone beside it. ``only`` is the zone from which alone it can be passed ("": from both).
    """

    id: str
    a: str
    b: str
    by: str
    colour: str = "neutral"
    bit: int = -1
    sides: tuple[tuple[int, int, str], ...] = ()
    at: tuple[float, float] = (0.0, 0.0)
    axis: str = "v"
    needs: int = 0
    stops: tuple[int, ...] = ()
    piles: tuple[int, ...] = ()
    veils: tuple[int, ...] = ()
    bars: tuple[tuple[int, str], ...] = ()
    only: str = ""
    eyes: tuple[tuple[int, int, str], ...] = ()

    def passable(self, ways: int) -> bool:
        """Whether figures can pass now."""
        return self.joins(ways) and not _any(self.piles, ways)

    def joins(self, ways: int) -> bool:
        """Whether it is open but for what is piled up on it."""
        return self.by not in NEVER_PASSED and ways & self.needs == self.needs and not _any(self.stops, ways)

    def clear(self, ways: int) -> bool:
        """Whether one sees through it now; fences never block sight (ZB-323)."""
        return (self.by in CLEAR or ways & self.needs == self.needs) and not _any(self.veils, ways)

    def leads(self, ways: int, shut: bool) -> bool:
        """Whether zombies choose their way over it: fences always (ZB-324), with ``shut`` whatever is only closed."""
        if self.by in NO_ZOMBIE_WAY or _any(self.stops, ways):
            return False
        return self.by == "fence" or (shut and self.by != "breach") or self.joins(ways)

    def starts(self, zone: str, ways: int) -> bool:
        """Whether it can be passed from that end, if it is passable at all."""
        if self.only not in ("", zone):
            return False
        return not self.bars or not any(ways & mask and into != zone for mask, into in self.bars)

    def other(self, zone: str) -> str:
        """The zone at its other end."""
        return self.b if zone == self.a else self.a


def _any(masks: tuple[int, ...], ways: int) -> bool:
    """Whether all bits of one of the masks are set."""
    return any(ways & mask == mask for mask in masks) if masks else False


Line = tuple[tuple[str, tuple[Way, ...]], ...]
"""Zones along a lattice row or column, each with the ways through the border to the next one (none: a wall)."""


class Lay:
    """What follows from the ways that are open (see the module). Shared and cached: never change its dicts.

    ``sees``    zone -> {zone seen: range}, its own zone included at range 0 (ZB-050 … ZB-059)
    ``steps``   zone -> zones a survivor reaches with one move, in zone order (ZB-060 … ZB-064, ZB-129)
    ``drives``  zone -> zones a car reaches with one zone of driving, in zone order (ZB-166, ZB-169)
    """

    __slots__ = ("_beside", "_board", "_built", "_graphs", "_paths", "_routes", "_ways", "drives", "sees", "steps")

    def __init__(self, board: Board, ways: int) -> None:
        self._board = board
        self._ways = ways
        self._paths: dict[tuple[str, bool], tuple[dict[str, int], dict[str, tuple[str, ...]]]] = {}
        self._graphs: dict[tuple[bool, bool], dict[str, tuple[str, ...]]] = {}
        self._built: dict[str, tuple[str, ...]] = {}
        self._beside: dict[str, tuple[str, ...]] = {}
        self._routes: dict[str, dict[str, tuple[str, ...]]] = {}
        self.steps = board.joined((way for way in board.ways if way.passable(ways)), ways)
        self.drives = self.routes("road")
        self.sees = _sight(board, ways)

    def routes(self, medium: str) -> dict[str, tuple[str, ...]]:
        """Zone -> zones that a vehicle of a medium ("road", "heavy", "water", "air", "": none) reaches at a step."""
        if medium not in self._routes:
            board, ways = self._board, self._ways
            found = ROUTES[medium](board, ways) if medium else {}
            self._routes[medium] = {zone: found.get(zone, ()) for zone in board.zones}
        return self._routes[medium]

    @property
    def beside(self) -> dict[str, tuple[str, ...]]:
        """Zone -> zones with a passable way between, steps or no steps; never one that nobody enters."""
        if not self._beside:
            self._beside = self._board.joined(_both_ways(self._board.ways, self._ways), self._ways)
        return self._beside

    def toward(self, target: str, zone: str, shut: bool = False) -> tuple[str, ...]:
        """First steps of the shortest zombie ways from ``zone`` to ``target``, in zone order; () if none (or there).

        Zombies go as if fences were no obstacle (ZB-324) and never up a ladder: the way to a tower ends at its
        foot (ZB-215). With ``shut`` closed doors and shut gate sides count as open (ZB-202, ZB-341).
        """
        return self._path(target, shut)[1].get(zone, ())

    def distance(self, target: str, zone: str, shut: bool = False) -> int | None:
        """Steps of the shortest such way, None if there is none."""
        return self._path(target, shut)[0].get(zone)

    def barred(self, a: str, b: str) -> Way | None:
        """The way between two neighbours that cannot be passed now (shut door or gate, fence), None if one can pass."""
        found = None
        for way in self._board.between(a, b):
            if way.passable(self._ways) and way.starts(a, self._ways):
                return None
            if way.by not in NEVER_PASSED and (found is None or not self._ways >> way.bit & 1):
                found = way
        return found

    def built(self, zone: str) -> tuple[str, ...]:
        """The building of a building zone: all building zones joined to it by openings (ZB-148, ZB-314)."""
        if zone not in self._built:
            zones, board = self._board.zones, self._board
            inside = board.joined(
                way
                for way in board.ways
                if way.by != "fence" and way.joins(self._ways) and zones[way.a].building and zones[way.b].building
            )
            seen, todo = {zone}, [zone]
            while todo:
                fresh = [other for other in inside[todo.pop()] if other not in seen]
                seen.update(fresh)
                todo += fresh
            group = tuple(sorted(seen, key=board.rank.__getitem__)) if zones[zone].building else ()
            self._built.update(dict.fromkeys(group or (zone,), group))
        return self._built[zone]

    def _path(self, target: str, shut: bool) -> tuple[dict[str, int], dict[str, tuple[str, ...]]]:
        """Distances to ``target`` and first steps towards it, for all zones."""
        key = (target, shut)
        if key not in self._paths:
            graph, back = self._graph(shut), self._graph(shut, True)
            start = (target, *self._feet(target, back))
            far = dict.fromkeys(start, 0)
            todo = list(start)
            for zone in todo:
                for other in back[zone]:
                    if other not in far:
                        far[other] = far[zone] + 1
                        todo.append(other)
            first = {
                zone: tuple(other for other in graph[zone] if far.get(other) == steps - 1)
                for zone, steps in far.items()
                if steps
            }
            self._paths[key] = (far, first)
        return self._paths[key]

    def _feet(self, target: str, back: dict[str, tuple[str, ...]]) -> tuple[str, ...]:
        """The zones nearest to a tower, or to a bridge between towers, that zombies can come to (ZB-215)."""
        zones = self._board.zones
        seen, ring = {target}, [target]
        while ring and all(zones[zone].kind in HIGH and not back[zone] for zone in ring):
            beyond = [
                way.other(zone)
                for zone in ring
                for way in self._board.touching[zone]
                if "tower" in (zones[way.a].kind, zones[way.b].kind) and way.passable(self._ways)
            ]
            ring = [zone for zone in dict.fromkeys(beyond) if zone not in seen]
            seen.update(ring)
        return tuple(zone for zone in ring if zone != target)

    def _graph(self, shut: bool, back: bool = False) -> dict[str, tuple[str, ...]]:
        """Where zombies can go from each zone, or with ``back`` from where they can come into it."""
        if (shut, back) not in self._graphs:
            zones = self._board.zones
            ways = [
                way
                for way in self._board.ways
                if way.leads(self._ways, shut) and "tower" not in (zones[way.a].kind, zones[way.b].kind)
            ]
            if back and not any(way.only or way.bars for way in ways):
                self._graphs[shut, back] = self._graph(shut)
            else:
                self._graphs[shut, back] = self._board.joined(ways, self._ways, back=back)
        return self._graphs[shut, back]


class Board:
    """Zones and ways of a mission. ``rank`` is each zone's place, ``touching`` the ways at each zone."""

    def __init__(self, zones: Mapping[str, Zone], ways: Iterable[Way], shape: Shape) -> None:
        self.zones: dict[str, Zone] = dict(zones)
        self.ways: tuple[Way, ...] = tuple(ways)
        self.doors: dict[str, Way] = {way.id: way for way in self.ways if way.by in DOORS}
        self.fences: dict[str, Way] = {way.id: way for way in self.ways if way.by == "fence"}
        self.rank: dict[str, int] = {zone: index for index, zone in enumerate(self.zones)}
        self.touching: dict[str, tuple[Way, ...]] = dict.fromkeys(self.zones, ())
        self._between: dict[tuple[str, str], tuple[Way, ...]] = {}
        for way in self.ways:
            for a, b in dict.fromkeys(((way.a, way.b), (way.b, way.a))):
                self.touching[a] += (way,)
                self._between[a, b] = (*self._between.get((a, b), ()), way)
        self._shape = shape
        self._lays: dict[int, Lay] = {}
        self.lines: tuple[Line, ...] = _lines(self, shape.width, shape.height)

    def lay(self, ways: int) -> Lay:
        """Everything that depends on the open ways, computed once for each value of ``ways``."""
        found = self._lays.get(ways)
        if found is None:
            if len(self._lays) >= LAYS_KEPT:
                del self._lays[next(iter(self._lays))]
            found = self._lays[ways] = Lay(self, ways)
        return found

    def shape(self) -> Shape:
        """The board as front ends draw it."""
        return self._shape

    def between(self, a: str, b: str) -> tuple[Way, ...]:
        """All ways between two zones."""
        return self._between.get((a, b), ())

    def joined(self, ways: Iterable[Way], now: int = 0, back: bool = False) -> dict[str, tuple[str, ...]]:
        """The zones that can be reached from each zone by some ways, in zone order; ``now`` are the bits set.

        With ``back`` the direction in which a way is passed is turned round.
        """
        found: dict[str, set[str]] = {zone: set() for zone in self.zones}
        for way in ways:
            if way.a != way.b:
                if way.starts(way.b if back else way.a, now):
                    found[way.a].add(way.b)
                if way.starts(way.a if back else way.b, now):
                    found[way.b].add(way.a)
        return {zone: tuple(sorted(others, key=self.rank.__getitem__)) for zone, others in found.items()}


def _both_ways(them: Iterable[Way], ways: int) -> Iterator[Way]:
    """Ways that are passable now, as if each could be passed in both directions."""
    return (replace(way, only="") if way.only else way for way in them if way.passable(ways))


def _drivable(board: Board, way: Way) -> bool:
    """Cars keep to streets, yards and corridors, and pass open borders, main doors and gates (ZB-166, ZB-169, ZB-311).

    A side of the gate with a door on it is as wide as the door.
    """
    kinds = {board.zones[way.a].kind, board.zones[way.b].kind}
    narrow = way.by == "gate" and any(other.by in ("door", "cell_door") for other in board.between(way.a, way.b))
    return way.by in ("open", "main_door", "gate") and kinds <= ROADS and not narrow


def _road(board: Board, ways: int) -> dict[str, tuple[str, ...]]:
    return board.joined((way for way in board.ways if way.passable(ways) and _drivable(board, way)), ways)


def _heavy(board: Board, ways: int) -> dict[str, tuple[str, ...]]:
    """Heavy vehicles drive on what is piled up (ZX-26)."""
    return board.joined((way for way in board.ways if way.joins(ways) and _drivable(board, way)), ways)


def _water(board: Board, ways: int) -> dict[str, tuple[str, ...]]:
    """Boats keep to the water."""
    wet = {zone.id for zone in board.zones.values() if zone.kind == "water"}
    return board.joined((way for way in board.ways if way.passable(ways) and {way.a, way.b} <= wet), ways)


def _air(board: Board, ways: int) -> dict[str, tuple[str, ...]]:
    """A helicopter flies from any zone under the sky to the next one, whatever stands between (ZX-26)."""
    sky = [way for way in board.ways if board.zones[way.a].outdoor and board.zones[way.b].outdoor]
    free = [replace(way, only="", piles=()) for way in sky]
    return board.joined((way for way in free if not _any(way.stops, ways)), ways)


ROUTES = {"road": _road, "heavy": _heavy, "water": _water, "air": _air}
"""Where vehicles can go, by medium."""


def _lines(board: Board, width: int, height: int) -> tuple[Line, ...]:
    """The different lines of sight of the board, each lattice row and column once, and once more under bridges."""
    cells = {cell: zone.id for zone in board.zones.values() for cell in zone.cells}
    below = {cell: zone.over or zone.id for zone in board.zones.values() for cell in zone.cells}
    found: dict[Line, None] = {}
    for layer in (cells, below) if below != cells else (cells,):
        for y in range(height):
            row = [layer.get((x, y), "") for x in range(width)]
            found[_line(board, row, [(x, y, "W") for x in range(width)])] = None
        for x in range(width):
            row = [layer.get((x, y), "") for y in range(height)]
            found[_line(board, row, [(x, y, "N") for y in range(height)])] = None
    return tuple(line for line in found if len(line) > 1)


def _line(board: Board, row: list[str], sides: list[tuple[int, int, str]]) -> Line:
    """One line: ``row`` names the zone of each cell, ``sides`` the side crossed to come into it.

    An opening opens the whole common border of its zones (ZB-051), an open border only where it is drawn. Up to two
    cells without a zone (wire, a thick wall) may lie between the two sides of a border.
    """
    line: list[tuple[str, tuple[Way, ...]]] = []
    here, gap = "", 0
    for zone, side in zip(row, sides, strict=True):
        if zone == here and not gap:
            continue
        if not zone:
            gap += 1
            continue
        if here:
            ways = [
                way
                for way in board.between(here, zone)
                if way.by != "open" or (not gap and side in (way.eyes or way.sides))
            ]
            line.append((here, tuple(ways) if gap <= 2 and zone != here else ()))
        here, gap = zone, 0
    if here:
        line.append((here, ()))
    return tuple(line)


def _sight(board: Board, ways: int) -> dict[str, dict[str, int]]:
    """Who sees whom at which range (ZB-050 … ZB-059, ZB-312); sight is mutual (ZB-058)."""
    zones = board.zones
    sees: dict[str, dict[str, int]] = {zone: {zone: 0} for zone in zones}

    short = {zone.id for zone in zones.values() if SHORT_SIGHT in zone.traits}

    def note(a: str, b: str, far: int) -> None:
        if far > 1 and not short.isdisjoint((a, b)):
            return
        if far < sees[a].get(b, 1000):
            sees[a][b] = sees[b][a] = far

    for way in board.ways:
        if way.clear(ways):
            note(way.a, way.b, 1)
    outdoor = {zone.id for zone in zones.values() if zone.outdoor}
    for line in board.lines:
        clear = [any(way.clear(ways) for way in through) for _, through in line]
        for start, (zone, _) in enumerate(line):
            for far in range(1, len(line) - start):
                if not clear[start + far - 1]:
                    break
                seen = line[start + far][0]
                if seen in outdoor:
                    note(zone, seen, far)
                    continue
                if zone in outdoor or far > 1:
                    note(zone, seen, far)
                break
    return {zone: dict(sorted(seen.items(), key=lambda item: board.rank[item[0]])) for zone, seen in sees.items()}
