"""From printed tiles to a board: turning tiles, joining zones over seams, and laying doors, gate, towers on them.

The work goes in two steps. ``lay_tiles`` makes a ``Ground``: named zones on one lattice and the class of every
cell side. The mission then changes it (``make_gate``, ``make_tower``, ``make_extra``, ``add_door``), and
``finish`` turns it into a ``Board``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from zterm.games.zombicide.board import Board, Way, Zone
from zterm.kernel.views import Area, Shape, Side

Cell = tuple[int, int]
Edge = tuple[int, int, str]
SIZE = 10
TURNS = "NESW"
JAG = 3
"""A border has jags where it runs so many times farther in its main direction than across it."""


class Tile(Struct, frozen=True):
    """One face of a tile as printed; see missions/README.md for the parts."""

    id: str
    back: str
    lattice: tuple[str, ...]
    zones: dict[str, str]
    open: frozenset[frozenset[str]]
    doorways: dict[Edge, frozenset[str]]
    fences: tuple[tuple[str, str, tuple[Cell, ...]], ...]
    wire: tuple[Cell, ...]
    edges: dict[str, str]
    lines: dict[str, str]
    manholes: tuple[Cell, ...]
    steps: tuple[tuple[str, str], ...] = ()
    traits: dict[str, tuple[str, ...]] = {}


class Border(NamedTuple):
    """A place where two zones face each other: the sides crossed (two when a strip lies between), middle and axis."""

    sides: tuple[Edge, ...]
    at: tuple[float, float]
    axis: str


class Ground:
    """A board in the making: ``at`` names the zone of each cell, ``classes`` the class of each cell side.

    Classes are those of ``views.Side``. ``borders`` lists for each pair of zones (in zone order) where they face
    each other, directly or over one or two cells without a zone.
    """

    def __init__(self, width: int, height: int) -> None:
        self.width = width
        self.height = height
        self.at: dict[Cell, str] = {}
        self.kinds: dict[str, str] = {}
        self.cells: dict[str, list[Cell]] = {}
        self.tiles: dict[str, tuple[str, ...]] = {}
        self.manholes: dict[str, tuple[str, ...]] = {}
        self.wire: set[Cell] = set()
        self.classes: dict[Edge, str] = {}
        self.fences: set[tuple[str, str]] = set()
        self.borders: dict[tuple[str, str], list[Border]] = {}
        self.doors: list[Way] = []
        self.ladders: list[tuple[str, str]] = []
        self.gates: dict[str, dict[str, tuple[str, ...]]] = {}
        self.order: dict[str, int] = {}
        self.steps: set[tuple[str, str]] = set()
        self.traits: dict[str, tuple[str, ...]] = {}
        self.over: dict[str, str] = {}

    def pair(self, a: str, b: str) -> tuple[str, str]:
        """Two zones in zone order."""
        return (a, b) if self.order[a] <= self.order[b] else (b, a)

    def between(self, a: str, b: str) -> list[Border]:
        """Where two zones face each other."""
        return self.borders.get(self.pair(a, b), [])


def side_of(cell: Cell, direction: str) -> Edge:
    """The side of a cell, written as the north or west side of a cell."""
    x, y = cell
    return {"N": (x, y, "N"), "W": (x, y, "W"), "S": (x, y + 1, "N"), "E": (x + 1, y, "W")}[direction]


def cells_of(edge: Edge) -> tuple[Cell, Cell]:
    """The two cells at a side: the upper or left one first."""
    x, y, direction = edge
    return ((x, y - 1) if direction == "N" else (x - 1, y)), (x, y)


def turned(cell: Cell, turn: int) -> Cell:
    """A tile's cell after turning the tile clockwise by 0, 90, 180 or 270 degrees."""
    x, y = cell
    for _ in range(turn // 90):
        x, y = SIZE - 1 - y, x
    return x, y


def turned_side(direction: str, turn: int) -> str:
    """A direction on the tile as a direction on the board."""
    return TURNS[(TURNS.index(direction) + turn // 90) % 4]


class _Placed:
    """A tile at its place: translates its cells and sides to those of the board."""

    def __init__(self, tile: Tile, turn: int, left: int, top: int, index: int) -> None:
        self.tile, self.turn, self.left, self.top, self.index = tile, turn, left, top, index

    def cell(self, cell: Cell) -> Cell:
        x, y = turned(cell, self.turn)
        return self.left + x, self.top + y

    def edge(self, cell: Cell, direction: str) -> Edge:
        return side_of(self.cell(cell), turned_side(direction, self.turn))


_Key = tuple[int, str]


class _Joined:
    """Zones of single tiles grouped into zones of the board (union-find)."""

    def __init__(self) -> None:
        self.parent: dict[_Key, _Key] = {}

    def root(self, key: _Key) -> _Key:
        while self.parent.setdefault(key, key) != key:
            key = self.parent[key]
        return key

    def join(self, a: _Key, b: _Key) -> None:
        self.parent[self.root(a)] = self.root(b)


def lay_tiles(grid: Sequence[Sequence[tuple[Tile, int]]], merged: Iterable[Sequence[Cell]] = ()) -> Ground:
    """Lay tiles (rows of tile and clockwise turn) and name the zones row by row.

    ``merged`` lists groups of cells whose zones a token makes one (a tower over two rooms).
    """
    ground = Ground(SIZE * max(map(len, grid)), SIZE * len(grid))
    placed = [
        _Placed(tile, turn, SIZE * column, SIZE * row, SIZE * row + column)
        for row, line in enumerate(grid)
        for column, (tile, turn) in enumerate(line)
    ]
    keys: dict[Cell, _Key] = {}
    marks: dict[Edge, list[tuple[str, bool]]] = {}
    for piece in placed:
        _place(ground, piece, keys, marks)
    joined = _Joined()
    _join_streets(placed, keys, marks, joined)
    for group in merged:
        known = [keys[cell] for cell in group if cell in keys]
        for key in known[1:]:
            joined.join(known[0], key)
    names = _name_zones(ground, placed, keys, joined)
    _classify(ground, placed, keys, marks)
    find_borders(ground)
    for piece in placed:
        for a, b, _ in piece.tile.fences:
            ground.fences.add(ground.pair(names[joined.root((piece.index, a))], names[joined.root((piece.index, b))]))
        for a, b in piece.tile.steps:
            ground.steps.add(ground.pair(names[joined.root((piece.index, a))], names[joined.root((piece.index, b))]))
        for letter, words in piece.tile.traits.items():
            zone = names[joined.root((piece.index, letter))]
            ground.traits[zone] = tuple(dict.fromkeys((*ground.traits.get(zone, ()), *words)))
    return ground


def _place(ground: Ground, piece: _Placed, keys: dict[Cell, _Key], marks: dict[Edge, list[tuple[str, bool]]]) -> None:
    """Put a tile's cells, wire and edge marks on the board."""
    tile = piece.tile
    for y, row in enumerate(tile.lattice):
        for x, letter in enumerate(row):
            if letter != "#":
                keys[piece.cell((x, y))] = (piece.index, letter)
    ground.wire.update(piece.cell(cell) for cell in tile.wire)
    last = SIZE - 1
    for direction, edge in tile.edges.items():
        line = tile.lines.get(direction, "-" * SIZE)
        for index, mark in enumerate(edge):
            cell = {"N": (index, 0), "S": (index, last), "W": (0, index), "E": (last, index)}[direction]
            marks.setdefault(piece.edge(cell, direction), []).append((mark, line[index] == "l"))


def _join_streets(
    placed: list[_Placed], keys: dict[Cell, _Key], marks: dict[Edge, list[tuple[str, bool]]], joined: _Joined
) -> None:
    """Streets run on over a seam: both edges open, no line on either, and at least two cells touching."""
    kinds = {(piece.index, letter): kind for piece in placed for letter, kind in piece.tile.zones.items()}
    touching: Counter[tuple[_Key, _Key]] = Counter()
    for edge, both in marks.items():
        first, second = cells_of(edge)
        if len(both) == 2 and first in keys and second in keys and set(both) == {("o", False)}:
            a, b = keys[first], keys[second]
            if kinds[a] == kinds[b] == "street":
                touching[a, b] += 1
    for (a, b), count in touching.items():
        if count >= 2:
            joined.join(a, b)


def _name_zones(ground: Ground, placed: list[_Placed], keys: dict[Cell, _Key], joined: _Joined) -> dict[_Key, str]:
    """Zones z1, z2 … row by row from the top left cell; returns the name of each group."""
    pieces = {piece.index: piece for piece in placed}
    names: dict[_Key, str] = {}
    for cell in sorted(keys, key=lambda cell: (cell[1], cell[0])):
        index, letter = keys[cell]
        root = joined.root((index, letter))
        if root not in names:
            name = names[root] = f"z{len(names) + 1}"
            ground.kinds[name] = pieces[index].tile.zones[letter]
            ground.cells[name] = []
            ground.tiles[name] = ground.manholes[name] = ()
            ground.order[name] = len(ground.order)
        name = names[root]
        ground.at[cell] = name
        ground.cells[name].append(cell)
        if pieces[index].tile.id not in ground.tiles[name]:
            ground.tiles[name] += (pieces[index].tile.id,)
    for piece in placed:
        for spot in piece.tile.manholes:
            ground.manholes[ground.at[piece.cell(spot)]] += (piece.tile.id,)
    return names


def _classify(
    ground: Ground, placed: list[_Placed], keys: dict[Cell, _Key], marks: dict[Edge, list[tuple[str, bool]]]
) -> None:
    """Give every side between two zones, and every outer side, its class."""
    pieces = {piece.index: piece for piece in placed}
    gaps = {piece.edge((x, y), direction) for piece in placed for x, y, direction in piece.tile.doorways}
    for edge in edges(ground):
        first, second = cells_of(edge)
        if ground.at.get(first) == ground.at.get(second):
            continue
        found = [mark for mark, _ in marks.get(edge, ())]
        if first not in keys or second not in keys:
            outer = second if first in keys else first
            inside = 0 <= outer[0] < ground.width and 0 <= outer[1] < ground.height
            if inside:
                ground.classes[edge] = "fence" if outer in ground.wire else "wall"
            else:
                ground.classes[edge] = "edge" if found == ["o"] else "wall"
        elif keys[first][0] == keys[second][0]:
            letters = frozenset((keys[first][1], keys[second][1]))
            through = letters in pieces[keys[first][0]].tile.open
            ground.classes[edge] = "open" if through else "gap" if edge in gaps else "wall"
        else:
            ground.classes[edge] = "wall" if {"w", "#"} & set(found) else "gap" if "d" in found else "open"


def edges(ground: Ground) -> Iterable[Edge]:
    """Every cell side of the lattice, outer ones included."""
    for y in range(ground.height + 1):
        for x in range(ground.width + 1):
            if x < ground.width:
                yield x, y, "N"
            if y < ground.height:
                yield x, y, "W"


def find_borders(ground: Ground) -> None:
    """Find for every pair of zones where they face each other, directly or over one or two cells without a zone."""
    rows = [[(x, y) for x in range(ground.width)] for y in range(ground.height)]
    columns = [[(x, y) for y in range(ground.height)] for x in range(ground.width)]
    for axis, direction, lines in (("v", "W", rows), ("h", "N", columns)):
        for line in lines:
            last: Cell | None = None
            for cell in line:
                if cell not in ground.at:
                    continue
                if last is not None and ground.at[last] != ground.at[cell]:
                    _note_border(ground, last, cell, direction, axis)
                last = cell


def _note_border(ground: Ground, last: Cell, cell: Cell, direction: str, axis: str) -> None:
    gap = cell[0] - last[0] + cell[1] - last[1] - 1
    if gap > 2:
        return
    near = side_of(last, "E" if direction == "W" else "S")
    far = (cell[0], cell[1], direction)
    middle = ((near[0] + far[0]) / 2, cell[1] + 0.5) if axis == "v" else (cell[0] + 0.5, (near[1] + far[1]) / 2)
    border = Border((near,) if gap == 0 else (near, far), middle, axis)
    ground.borders.setdefault(ground.pair(ground.at[last], ground.at[cell]), []).append(border)


def shut(ground: Ground, zone: str, kind: str, becomes: str = "wall") -> None:
    """Make a printed zone a token's: its kind changes and its printed passages to others become ``becomes``."""
    ground.kinds[zone] = kind
    for pair, borders in ground.borders.items():
        if zone in pair:
            for border in borders:
                for side in border.sides:
                    if ground.classes.get(side) in ("open", "gap") or becomes == "fence":
                        ground.classes[side] = becomes


def make_gate(ground: Ground, zone: str, sides: Mapping[str, Sequence[str]]) -> None:
    """A rotating gate over a printed zone; ``sides`` names the zones beyond each side that can open (ZB-339)."""
    shut(ground, zone, "gate")
    ground.fences = {pair for pair in ground.fences if zone not in pair}
    ground.gates[zone] = {side: tuple(zones) for side, zones in sides.items()}


def make_tower(ground: Ground, zone: str, feet: Iterable[str]) -> None:
    """A watch tower over a printed zone, climbed from ``feet`` and seen from all sides (ZB-329, ZB-330, ZB-333)."""
    shut(ground, zone, "tower", "fence")
    ground.fences = {pair for pair in ground.fences if zone not in pair}
    ground.ladders += [(zone, foot) for foot in feet]


def make_extra(ground: Ground, zone: str) -> None:
    """An extra zone over a printed zone: a room with walls; wire beside it stays (ZB-336)."""
    shut(ground, zone, "extra")


def add_door(
    ground: Ground, name: str, by: str, colour: str, zones: tuple[str, str], middle: tuple[float, float], axis: str = ""
) -> None:
    """Stand a door between two zones (the same zone twice: it leads off the board).

    The door stands for every printed gap between the two: those become wall. ``middle`` is the token's middle.
    """
    a, b = zones if zones[0] == zones[1] else ground.pair(*zones)
    borders = sorted(ground.between(a, b), key=lambda border: _far(border.at, middle)) if a != b else []
    for border in borders:
        for side in border.sides:
            if ground.classes.get(side) == "gap":
                ground.classes[side] = "wall"
    at = middle
    sides: tuple[Edge, ...] = ()
    if borders:
        near = borders[0]
        close = [border for border in borders[:2] if border.axis == near.axis and _far(border.at, middle) <= 1.0]
        sides = tuple(side for border in close or [near] for side in border.sides)
        axis = near.axis
        if _far(near.at, middle) <= 2.0:
            at = (near.at[0], middle[1]) if axis == "v" else (middle[0], near.at[1])
        else:
            at = near.at
    bit = len(ground.doors)
    ground.doors.append(Way(name, a, b, by, colour, bit, sides, at, axis or "h", 1 << bit))


def _far(a: tuple[float, float], b: tuple[float, float]) -> float:
    return abs(a[0] - b[0]) + abs(a[1] - b[1])


def finish(ground: Ground, printed: bool = False) -> tuple[Board, dict[str, dict[str, int]]]:
    """The board, and for each gate zone the bit of each of its four sides; ``printed`` if tiles make the board.

    Bits are given to the doors first, then to the fences, then to the sides of gates.
    """
    ways: list[Way] = []
    bit = len(ground.doors)
    for a, b in sorted(ground.fences, key=lambda pair: (ground.order[pair[0]], ground.order[pair[1]])):
        borders = ground.between(a, b)
        ways.append(way_over(f"{a}|{b}", a, b, "fence", borders, bit))
        bit += 1
    bits: dict[str, dict[str, int]] = {}
    doors = {door.id: door for door in ground.doors}
    for zone, sides in ground.gates.items():
        bits[zone] = {side: bit + index for index, side in enumerate(TURNS)}
        bit += len(TURNS)
        for side, targets in sides.items():
            for target in targets:
                ways.append(_gate_way(ground, zone, target, bits[zone][side], doors))
    ways += [_straight(way) for way in _printed(ground)] if printed else _printed(ground)
    for tower, foot in ground.ladders:
        a, b = ground.pair(tower, foot)
        ways.append(way_over(f"{a}|{b}:ladder", a, b, "ladder", ground.between(a, b), -1))
    zones = {
        name: Zone(
            name,
            kind,
            tuple(ground.cells[name]),
            ground.tiles[name],
            ground.manholes[name],
            ground.traits.get(name, ()),
            ground.over.get(name, ""),
        )
        for name, kind in ground.kinds.items()
    }
    return Board(zones, [*doors.values(), *ways], _shape(ground, zones)), bits


def way_over(name: str, a: str, b: str, by: str, borders: Sequence[Border], bit: int, extra: int = 0) -> Way:
    """A way over some borders, its middle on the border nearest to their common middle."""
    count = len(borders)
    middle = (sum(border.at[0] for border in borders) / count, sum(border.at[1] for border in borders) / count)
    near = min(borders, key=lambda border: _far(border.at, middle))
    straight = {border.axis for border in borders} == {near.axis}
    needs = (1 << bit if bit >= 0 else 0) | extra
    sides = tuple(side for border in borders for side in border.sides)
    return Way(name, a, b, by, "neutral", bit, sides, middle if straight else near.at, near.axis, needs)


def _straight(way: Way) -> Way:
    """An open border of printed streets, crossed by sight in its main direction only (ZB-050).

    Crosswalks lie aslant to the lattice: where one makes a jag of a cell or two nobody looks round the corner.
    """
    flat = tuple(side for side in way.sides if side[2] == "N")
    upright = tuple(side for side in way.sides if side[2] != "N")
    few, many = sorted((flat, upright), key=len)
    jagged = way.by == "open" and few and JAG * len(few) <= len(many)
    return replace(way, eyes=many) if jagged else way


def _gate_way(ground: Ground, zone: str, target: str, bit: int, doors: dict[str, Way]) -> Way:
    """The way over a gate's side; a door on that side and the side need each other."""
    a, b = ground.pair(zone, target)
    extra = 0
    for name, door in doors.items():
        if (door.a, door.b) == (a, b):
            extra |= 1 << door.bit
            doors[name] = replace(door, needs=door.needs | 1 << bit)
    return way_over(f"{a}|{b}:gate", a, b, "gate", ground.between(a, b), bit, extra)


def _printed(ground: Ground) -> list[Way]:
    """Open borders, doorways and the rims of towers."""
    ways = []
    order = ground.order
    for (a, b), borders in sorted(ground.borders.items(), key=lambda item: (order[item[0][0]], order[item[0][1]])):
        for by, mark in (("open", "open"), ("doorway", "gap")):
            chosen = [border for border in borders if ground.classes.get(border.sides[0]) == mark]
            chosen = [border for border in chosen if len(border.sides) == 1]
            if chosen:
                ways.append(way_over(f"{a}|{b}" + (":gap" if by == "doorway" else ""), a, b, by, chosen, -1))
        kinds = [ground.kinds[a], ground.kinds[b]]
        if "tower" in kinds and all(kind in ("tower", "street", "yard", "corridor", "gate") for kind in kinds):
            ways.append(way_over(f"{a}|{b}:rim", a, b, "rim", borders, -1))
    return ways


def _shape(ground: Ground, zones: Mapping[str, Zone]) -> Shape:
    """The board for front ends."""
    sides = tuple(Side(x, y, side, kind) for (x, y, side), kind in ground.classes.items())
    fills = {
        (x, y): "wire" if (x, y) in ground.wire else "solid"
        for y in range(ground.height)
        for x in range(ground.width)
        if (x, y) not in ground.at
    }
    areas = tuple(Area(zone.id, zone.kind, zone.cells) for zone in zones.values())
    return Shape(ground.width, ground.height, areas, sides, fills)


def beside(ground: Ground, edge: Edge) -> tuple[str, str]:
    """The zones on both sides of a cell side, over at most two cells without a zone; "" where there is none."""
    x, y, direction = edge
    dx, dy = (0, 1) if direction == "N" else (1, 0)
    back = next((ground.at[x - dx * n, y - dy * n] for n in (1, 2, 3) if (x - dx * n, y - dy * n) in ground.at), "")
    ahead = next((ground.at[x + dx * n, y + dy * n] for n in (0, 1, 2) if (x + dx * n, y + dy * n) in ground.at), "")
    return back, ahead
