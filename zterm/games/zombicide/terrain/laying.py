"""Terrain tokens laid on a board: zones they cut out, ways they open, bar or veil, and their bits in ``State.ways``.

``carve`` changes the ground before the board is finished (bridges, platforms and tents make zones of their own);
``lay`` changes the ways of the finished board. What is on the board now is then a matter of set bits only.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from msgspec.structs import replace

from zterm.content.loader import Node
from zterm.content.problems import Problem
from zterm.content.schema import Entry
from zterm.games.zombicide import tiles
from zterm.games.zombicide.board import NEVER_PASSED, Board, Way
from zterm.games.zombicide.content import Feature
from zterm.games.zombicide.mistakes import put
from zterm.games.zombicide.terrain.content import FILLED
from zterm.games.zombicide.tiles import Border, Cell, Ground

MOST_BITS = 62
"""Bits that ``State.ways`` has room for."""
HALF_STREET = 2
"""Cells of a border that one barricade closes (ZX-18)."""
WET = "water"

Find = Callable[[Any, Node], str]
"""The zone that an entry names, "" after noting that there is none."""


def carve(ground: Ground, entries: Entry, find: Find, problems: list[Problem]) -> None:
    """Make the zones of bridges, platforms and tents."""
    for name, entry in entries.items():
        match entry["kind"]:
            case "platform":
                _platform(ground, name, entry, problems)
            case "tent":
                zone = find(entry["at"], entry.node.at("at"))
                if zone:
                    ground.kinds[zone] = "tent"
    for name, entry in entries.items():
        if entry["kind"] == "bridge":
            _bridge(ground, name, entry, find, problems)


def _platform(ground: Ground, name: str, entry: Entry, problems: list[Problem]) -> None:
    """A platform: a tower climbed from every side, or one more zone at the board's edge (ZX-73)."""
    touched = _cut_out(ground, name, entry, entry["as"], problems)
    for other in touched:
        if entry["as"] == "tower":
            ground.ladders.append((name, other))
        for border in ground.between(name, other):
            for side in border.sides:
                ground.classes[side] = "fence" if entry["as"] == "tower" else "gap"


def _bridge(ground: Ground, name: str, entry: Entry, find: Find, problems: list[Problem]) -> None:
    """A bridge: a zone of its own over another one, joined with its ends only (ZX-57 … ZX-59)."""
    over = find(entry["over"], entry.node.at("over"))
    bridge = name
    if entry["at"] is not None:
        bridge = find(entry["at"], entry.node.at("at"))
    elif entry["cells"] is not None:
        ends = [find(end, node) for end, node in zip(entry["ends"], entry.node.at("ends").parts(), strict=False)]
        touched = _cut_out(ground, name, entry, "bridge", problems)
        for end in ends:
            if end not in touched and end:
                problems.append(
                    entry.node.at("ends").problem(
                        put("terrain", "does_not_touch_bridge", zone=end), put("terrain", "zone_beside")
                    )
                )
            for border in ground.between(name, end) if end else ():
                for side in border.sides:
                    ground.classes[side] = "open"
    else:
        problems.append(entry.node.problem(put("terrain", "bridge_without_place"), put("terrain", "bridge_place")))
        return
    if not over or not bridge or ground.kinds.get(bridge) != "bridge":
        if bridge and over:
            problems.append(
                entry.node.problem(put("terrain", "no_bridge", zone=bridge), put("terrain", "zone_kind_bridge"))
            )
        return
    ground.over[bridge] = over
    for border in ground.between(bridge, over):
        for side in border.sides:
            ground.classes[side] = "fence"


def _cut_out(ground: Ground, name: str, entry: Entry, kind: str, problems: list[Problem]) -> list[str]:
    """Give cells to a new zone, walls all around it; return the zones that touch it."""
    x, y, width, height = entry["cells"]
    cells = [(u, v) for v in range(y, y + height) for u in range(x, x + width)]
    if name in ground.kinds:
        problems.append(
            entry.node.problem(put("terrain", "name_zone_already", name=name), put("terrain", "another_id"))
        )
        return []
    under = [ground.at[cell] for cell in cells if cell in ground.at]
    ground.width, ground.height = max(ground.width, x + width), max(ground.height, y + height)
    ground.order[name] = len(ground.order)
    ground.kinds[name] = kind
    ground.cells[name] = []
    ground.tiles[name] = tuple(dict.fromkeys(tile for zone in under for tile in ground.tiles[zone]))
    ground.manholes[name] = ()
    for cell in cells:
        before = ground.at.get(cell)
        if before:
            ground.cells[before].remove(cell)
        ground.at[cell] = name
        ground.cells[name].append(cell)
        ground.wire.discard(cell)
    for zone in dict.fromkeys(under):
        if not ground.cells[zone]:
            problems.append(
                entry.node.at("cells").problem(
                    put("terrain", "nothing_left_zone", zone=zone), put("terrain", "part_zone")
                )
            )
    return _enclose(ground, name, cells)


def _enclose(ground: Ground, name: str, cells: list[Cell]) -> list[str]:
    """Wall in some cells and find their borders anew."""
    for cell in cells:
        for direction in tiles.TURNS:
            side = tiles.side_of(cell, direction)
            first, second = (ground.at.get(beside) for beside in tiles.cells_of(side))
            if first == second:
                ground.classes.pop(side, None)
            else:
                ground.classes[side] = "wall"
    ground.borders.clear()
    tiles.find_borders(ground)
    touched = {
        other
        for pair, borders in ground.borders.items()
        if name in pair and any(len(border.sides) == 1 for border in borders)
        for other in pair
        if other != name
    }
    return sorted(touched, key=ground.order.__getitem__)


class Layer:
    """Puts tokens on a board: gives bits, changes ways, collects the features and the bits set at the start."""

    def __init__(self, ground: Ground, board: Board, bit: int, find: Find, problems: list[Problem]) -> None:
        self.ground, self.board, self.bit, self.find, self.problems = ground, board, bit, find, problems
        self.ways: dict[str, Way] = {way.id: way for way in board.ways}
        self.features: list[Feature] = []
        self.on = 0

    def take_bit(self, there: bool) -> int:
        """The next free bit, set at the start if ``there``."""
        bit = self.bit
        self.bit += 1
        self.on |= 1 << bit if there else 0
        return bit

    def pair(self, entry: Entry) -> tuple[str, str] | None:
        """The two neighbours that an entry names."""
        nodes = entry.node.at("between").parts()
        a, b = (self.find(place, node) for place, node in zip(entry["between"], nodes, strict=True))
        if not a or not b:
            return None
        if a == b or not self.ground.between(a, b):
            what = put("terrain", "no_neighbours", a=a, b=b)
            self.problems.append(entry.node.at("between").problem(what, put("terrain", "two_zones_share_side")))
            return None
        return self.ground.pair(a, b)

    def between(self, a: str, b: str) -> list[Way]:
        """The ways between two zones that figures can use."""
        return [way for way in self.ways.values() if {way.a, way.b} == {a, b} and way.by not in NEVER_PASSED]

    def barricade(self, name: str, entry: Entry) -> None:
        """A place for barricades on a border, with one or two tokens (ZX-08, ZX-18)."""
        pair = self.pair(entry)
        ways = self.between(*pair) if pair else []
        if not pair or not ways:
            if pair:
                what = put("terrain", "nothing_leads", a=pair[0], b=pair[1])
                self.problems.append(entry.node.at("between").problem(what, put("terrain", "border_way_through")))
            return
        count = entry["needs"] or min(2, sum(width(way) for way in ways))
        built = entry["state"]
        names = [name] if count == 1 else [f"{name}_{n + 1}" for n in range(count)]
        bits = [self.take_bit(built == "finished") for _ in names]
        mask = sum(1 << bit for bit in bits)
        for way in ways:
            self.ways[way.id] = replace(way, piles=(*way.piles, mask))
        args = {"again": entry["again"], "site": name, "builders": tuple(entry["builders"])}
        face = "" if built == "none" else built
        for one, bit in zip(names, bits, strict=True):
            self.features.append(Feature(one, "barricade", pair, tuple(w.id for w in ways), bit, face, args))

    def filled(self, name: str, entry: Entry) -> None:
        """A token that fills a zone: nobody comes in, nobody sees in or out (ZX-28 … ZX-30, ZX-72)."""
        zone = self.find(entry["at"], entry.node.at("at"))
        if zone:
            self.fill(name, entry["kind"], zone, entry["there"])

    def fill(self, name: str, kind: str, zone: str, there: bool) -> None:
        """Let a bit close a zone to feet and eyes; where a match option decides about a kind it sets the bit later."""
        bit = self.take_bit(there)
        mask = 1 << bit
        for way in list(self.ways.values()):
            if zone in (way.a, way.b):
                self.ways[way.id] = replace(way, bars=(*way.bars, (mask, zone)), veils=(*way.veils, mask))
        self.features.append(Feature(name, kind, (zone,), (), bit, kind if there else ""))

    def wall(self, name: str, entry: Entry) -> None:
        """A wall token between two zones; its other side is a breach (ZX-36). On a printed wall it is that wall."""
        pair = self.pair(entry)
        if pair is None:
            return
        ways = self.between(*pair)
        if not ways:
            self.breakable(name, entry)
            return
        bit = self.take_bit(entry["state"] == "wall")
        for way in ways:
            self.ways[way.id] = replace(way, stops=(*way.stops, 1 << bit), veils=(*way.veils, 1 << bit))
        face = "" if entry["state"] == "none" else entry["state"]
        self.features.append(Feature(name, "wall", pair, tuple(w.id for w in ways), bit, face))

    def breakable(self, name: str, entry: Entry) -> None:
        """A printed wall that can be breached (ZX-32 … ZX-35)."""
        pair = self.pair(entry)
        if pair is None:
            return
        walls: list[Border] = []
        for border in self.ground.between(*pair):
            if any(self.ground.classes.get(side) == "wall" for side in border.sides):
                walls.append(border)
        if not walls:
            what = put("terrain", "no_wall_stands_between", a=pair[0], b=pair[1])
            self.problems.append(entry.node.at("between").problem(what, put("terrain", "two_zones_wall_between")))
            return
        bit = self.take_bit(entry["state"] == "breach")
        way = tiles.way_over(f"{pair[0]}|{pair[1]}:breach", *pair, "breach", walls, bit)
        self.ways[way.id] = way
        face = "breach" if entry["state"] == "breach" else "wall"
        self.features.append(Feature(name, "breakable", pair, (way.id,), bit, face))

    def bridge(self, name: str, entry: Entry) -> None:
        """A bridge; a set bit means that a wooden one has fallen."""
        bridge = name if entry["at"] is None else self.find(entry["at"], entry.node.at("at"))
        over = self.ground.over.get(bridge)
        if not over:
            return
        above = tiles.way_over(f"{bridge}|{over}:over", bridge, over, "over", self.ground.between(bridge, over), -1)
        self.ways[above.id] = above
        bit = -1
        if entry["material"] == "wooden":
            bit = self.take_bit(entry["fallen"])
            for way in list(self.ways.values()):
                if bridge in (way.a, way.b):
                    mask = 1 << bit
                    self.ways[way.id] = replace(way, stops=(*way.stops, mask), veils=(*way.veils, mask))
        face = "" if entry["fallen"] else entry["material"]
        self.features.append(Feature(name, "bridge", (bridge, over), (), bit, face))

    def lying(self, name: str, entry: Entry) -> None:
        """A token that lies in a zone and bars nothing."""
        zone = self.find(entry["at"], entry.node.at("at"))
        if not zone:
            return
        if entry["kind"] == "drain":
            if self.board.zones[zone].kind != WET:
                self.problems.append(
                    entry.node.at("at").problem(
                        put("terrain", "no_water_zone", zone=zone), put("terrain", "zone_kind_water")
                    )
                )
            self.features.append(Feature(name, "drain", (zone,), face=entry["state"]))
        else:
            shown = {"open": entry["open"]}
            self.features.append(Feature(name, entry["kind"], (zone,), face=entry["holds"], args=shown))

    def shores(self) -> None:
        """Water is entered from anywhere and left by the steps only (ZX-40, ZX-45)."""
        zones = self.board.zones
        for way in list(self.ways.values()):
            wet = [zone for zone in (way.a, way.b) if zones[zone].kind == WET]
            if len(wet) != 1 or way.by in NEVER_PASSED:
                continue
            land = way.other(wet[0])
            if way.by != "open":
                self.ways[way.id] = replace(way, only=land)
            elif self.ground.pair(way.a, way.b) in self.ground.steps:
                self.ways[way.id] = replace(way, by="steps")
            else:
                self.ways[way.id] = replace(way, by="bank", only=land)


LAYS = {
    "barricade": Layer.barricade,
    "wall": Layer.wall,
    "breakable": Layer.breakable,
    "bridge": Layer.bridge,
    "drain": Layer.lying,
    "confessional": Layer.lying,
    "tent": Layer.lying,
    **dict.fromkeys(FILLED, Layer.filled),
}
ORDER = ("bridge", "breakable", "wall", *FILLED, "barricade", "drain", "confessional", "tent")
"""Ways are made before what closes them is laid."""


def lay(
    ground: Ground,
    board: Board,
    entries: Entry,
    gates: Mapping[str, Mapping[str, int]],
    find: Find,
    boats: Iterable[Any],
    problems: list[Problem],
) -> tuple[Board, tuple[Feature, ...], int]:
    """Lay the tokens on a finished board: the board with its new ways, the features, and the bits set at the start.

    ``gates`` are the bits of the sides of gates; ``boats`` are those whose place is closed when they have sunk.
    """
    wet = [zone for zone, its in board.zones.items() if its.kind == WET]
    if not entries and not wet:
        return board, (), 0
    layer = Layer(ground, board, free_bit(board, gates), find, problems)
    for kind in ORDER:
        for name, entry in entries.items():
            if entry["kind"] == kind:
                LAYS[kind](layer, name, entry)
        if kind == "breakable":
            layer.shores()
    if list(boats):
        for zone in wet:
            if not any(f.kind == "deflated_boat" and zone in f.zones for f in layer.features):
                layer.fill(f"sunk_{zone}", "deflated_boat", zone, False)
    if layer.bit > MOST_BITS and entries:
        most = put("terrain", "doors_fences_tokens_change", n=layer.bit)
        problems.append(next(iter(entries.values())).node.problem(most, put("terrain", "most", n=MOST_BITS)))
    return Board(board.zones, layer.ways.values(), board.shape()), tuple(layer.features), layer.on


def free_bit(board: Board, gates: Mapping[str, Mapping[str, int]]) -> int:
    """The first bit that no way and no side of a gate has."""
    sides = [bit + 1 for bits in gates.values() for bit in bits.values()]
    return max([way.needs.bit_length() for way in board.ways] + sides, default=0)


def width(way: Way) -> int:
    """Barricades that close a way: one for a door and half a street, two for a double door and a street (ZX-18)."""
    if way.by == "main_door":
        return 2
    if way.by in ("open", "gate", "bank", "steps"):
        return 1 if len(way.sides) <= HALF_STREET else 2
    return 1
