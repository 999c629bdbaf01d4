"""The eleven boards: assembling printed tiles, and each mission walked on its map."""

import pytest

from zterm.games.zombicide import mission_checks, tiles
from zterm.games.zombicide.box import load_box
from zterm.games.zombicide.mission_files import load_mission

ALL = [f"m{number:02}" for number in range(11)]


class Walk:
    """One survivor walking a mission: counts moves and doors, opens doors, turns the gate."""

    def __init__(self, name, start=0):
        self.mission = load_mission(name)
        self.board = self.mission.board
        self.ways = self.mission.doors_open
        self.at = {cell: zone.id for zone in self.board.zones.values() for cell in zone.cells}
        self.zone = self.mission.start[start]
        self.moves = self.doors = 0

    def far(self, zone, goal):
        lay = self.board.lay(self.ways)
        found = {zone: 0}
        todo = [zone]
        for here in todo:
            for other in lay.steps[here]:
                if other not in found:
                    found[other] = found[here] + 1
                    todo.append(other)
        return found.get(goal)

    def go(self, *cells):
        for cell in cells:
            goal = self.at[cell]
            steps = self.far(self.zone, goal)
            assert steps is not None, (self.zone, cell, goal)
            self.moves += steps
            self.zone = goal
        return self

    def open(self, one, two):
        a, b = self.at[one], self.at[two]
        door = next(way for way in self.board.between(a, b) if way.id in self.board.doors)
        near = [(steps, zone) for zone in (a, b) if (steps := self.far(self.zone, zone)) is not None]
        steps, self.zone = min(near)
        self.moves += steps
        self.doors += 1
        self.ways |= 1 << door.bit
        return self

    def press(self, colour, what="any", on=True):
        for way in self.board.doors.values():
            if mission_checks.door_matches(way, colour, what):
                self.ways = self.ways | 1 << way.bit if on else self.ways & ~(1 << way.bit)
        return self

    def turn(self, sides):
        for side, bit in self.mission.gates[0].bits.items():
            self.ways = self.ways | 1 << bit if side in sides else self.ways & ~(1 << bit)
        return self

    @property
    def sum(self):
        return self.moves, self.doors


def test_m00_the_nearest_key():
    walk = Walk("m00").open((17, 4), (18, 4)).go((18, 4)).open((9, 21), (9, 24)).go((8, 28))
    assert walk.moves == 10


def test_m01_alone():
    walk = Walk("m01").open((19, 28), (20, 28)).open((19, 25), (20, 25)).go((18, 26)).press("white", "cell")
    walk.go((25, 11), (25, 5), (18, 26)).press("white", "cell", False)
    walk.open((9, 28), (10, 28)).open((9, 25), (10, 25)).go((12, 23)).press("violet", "door").go((12, 26)).turn("NS")
    walk.open((14, 2), (14, 3)).go((14, 10)).open((5, 13), (8, 13)).go((1, 14), (12, 23)).press("violet", "door", False)
    assert walk.go((0, 24)).sum == (75, 6)


def test_m02_all_keys_and_out():
    walk = (
        Walk("m02").open((5, 4), (8, 4)).go((1, 1), (4, 0), (2, 4)).open((11, 5), (14, 5)).go((15, 1), (18, 1), (18, 4))
    )
    walk.open((2, 14), (3, 14)).go((4, 14), (8, 14)).open((11, 14), (12, 14)).open((17, 14), (18, 14))
    assert walk.go((18, 14), (9, 29)).sum == (35, 5)


def test_m03_with_the_saw():
    walk = (
        Walk("m03").open((26, 22), (26, 23)).go((24, 24)).open((14, 12), (14, 13)).go((17, 13)).press("white", "cell")
    )
    walk.go((24, 4), (18, 10)).turn("NE").go((14, 4), (10, 13)).press("violet", "cell").go((5, 9))
    assert walk.doors == 2
    assert walk.moves == 33


def test_m04_the_yard_is_shut_but_for_the_wire():
    mission = load_mission("m04")
    board = mission.board
    welder = mission.objectives[3].zone
    assert board.zones[welder].kind == "extra"
    assert [way.by for way in board.touching[welder] if way.by != "fence"] == ["door"]
    walk = Walk("m04")
    walk.ways = (1 << len(board.doors)) - 1
    assert walk.far(walk.zone, welder) is None
    assert len(board.fences) == 4
    assert welder in mission_checks.reached(board, mission.start)


def test_m05_both_buttons_and_back():
    walk = Walk("m05").open((2, 9), (2, 10)).go((2, 7)).open((2, 2), (2, 4)).go((2, 1), (11, 0))
    assert walk.sum == (26, 2)


def test_m06_the_rescuers():
    walk = (
        Walk("m06", 1)
        .open((19, 15), (20, 15))
        .open((18, 14), (15, 12))
        .open((12, 11), (14, 11))
        .go((12, 12))
        .press("violet")
    )
    assert Walk("m06", 0).far(load_mission("m06").start[0], walk.at[12, 12]) is None
    assert walk.open((2, 12), (4, 12)).go((1, 0)).press("white").go((29, 9)).sum == (30, 4)


def test_m07_both_buttons():
    walk = Walk("m07").open((19, 8), (20, 8)).go((19, 3)).press("white").open((27, 9), (27, 10)).go((28, 9))
    assert walk.sum == (11, 2)


def test_m08_two_survivors_in_the_order_the_map_forces():
    one, two = Walk("m08"), Walk("m08")
    one.go((16, 0)).turn("ES")
    assert one.far(one.zone, one.at[11, 8]) is None
    assert two.far(two.zone, two.at[16, 8]) is None
    two.turn("ES").open((12, 8), (13, 8)).go((16, 8))
    assert two.far(two.zone, two.at[0, 24]) is None
    two.press("white").go((0, 24)).press("violet").go((4, 28)).open((2, 36), (4, 36))
    two.go((2, 38), (11, 38), (11, 35), (15, 31), (18, 31), (15, 29), (17, 25), (11, 11))
    one.turn("NE").go((11, 11))
    assert (one.moves + two.moves, one.doors + two.doors) == (104, 2)


def test_m09_by_either_room():
    for room, beside in (((21, 15), (24, 14)), ((28, 14), (25, 14))):
        walk = (
            Walk("m09")
            .open((22, 14) if room[0] < 24 else (27, 14), beside)
            .go(room)
            .open((27, 9), (27, 10))
            .go((28, 6))
        )
        walk.press("white").open((6, 11), (7, 11)).go((4, 10)).turn("SW").open((8, 12), (8, 13)).go((8, 15)).press(
            "violet"
        )
        assert walk.go((0, 9)).sum == (26, 4)


def test_m10_all_objectives():
    walk = (
        Walk("m10").open((1, 14), (2, 14)).go((0, 14)).open((4, 2), (4, 3)).go((0, 5)).open((9, 1), (10, 1)).go((18, 5))
    )
    walk.open((14, 2), (14, 3)).go((9, 14)).open((17, 14), (18, 14)).go((18, 14)).open((14, 22), (14, 24)).go(
        (10, 24)
    ).press("violet")
    walk.go((15, 27)).press("white").go((15, 28)).turn("ES").open((9, 32), (10, 32)).go((7, 32), (4, 36))
    assert walk.sum == (41, 7)


@pytest.mark.parametrize(
    ("name", "zones"),
    list(zip(ALL, [39, 62, 38, 71, 32, 40, 50, 53, 63, 57, 63], strict=True)),
)
def test_zones_are_named_row_by_row(name, zones):
    board = load_mission(name).board
    firsts = [(zone.cells[0][1], zone.cells[0][0]) for zone in board.zones.values()]
    assert firsts == sorted(firsts)
    assert list(board.zones) == [f"z{number}" for number in range(1, zones + 1)]
    covered = [cell for zone in board.zones.values() for cell in zone.cells]
    assert len(covered) == len(set(covered))


@pytest.mark.parametrize("name", ALL)
def test_every_lay_is_consistent(name):
    mission = load_mission(name)
    board = mission.board
    every = (1 << 1 + max(way.bit for way in board.ways)) - 1
    assert len({way.id for way in board.ways}) == len(board.ways)
    bits = [way.bit for way in board.ways if way.bit >= 0 and way.by != "gate"]
    assert len(bits) == len(set(bits))
    for ways in (0, mission.doors_open, every):
        lay = board.lay(ways)
        for zone in board.zones:
            assert all(zone in lay.steps[other] for other in lay.steps[zone])
            assert set(lay.drives[zone]) <= set(lay.steps[zone])
            assert all(lay.sees[other][zone] == far for other, far in lay.sees[zone].items())
            assert list(lay.steps[zone]) == sorted(lay.steps[zone], key=board.rank.__getitem__)
            for other in lay.steps[zone]:
                assert lay.sees[zone][other] == 1
                assert lay.barred(zone, other) is None


@pytest.mark.parametrize("name", ALL)
def test_the_shape_covers_the_board(name):
    mission = load_mission(name)
    shape = mission.board.shape()
    cells = {cell for area in shape.areas for cell in area.cells}
    assert cells | set(shape.fills) == {(x, y) for x in range(shape.width) for y in range(shape.height)}
    assert not cells & set(shape.fills)
    assert {side.kind for side in shape.sides} <= {"wall", "open", "gap", "fence", "edge"}
    assert len({(side.x, side.y, side.side) for side in shape.sides}) == len(shape.sides)
    for door in mission.board.doors.values():
        assert 0 <= door.at[0] <= shape.width
        assert 0 <= door.at[1] <= shape.height
        assert door.axis in ("h", "v")
        assert door.sides or door.a == door.b


def test_streets_run_on_over_seams():
    board = load_mission("m00").board
    at = {cell: zone for zone in board.zones.values() for cell in zone.cells}
    assert at[0, 9] is at[0, 10]
    assert set(at[0, 9].tiles) == {"3P", "17P"}
    assert at[10, 10].tiles == ("3P", "18P", "17P", "4P")
    assert at[9, 24] is not at[9, 27]


def test_a_door_swallows_the_printed_gap():
    board = load_mission("m03").board
    cells = [way for way in board.doors.values() if way.by == "cell_door"]
    assert len(cells) == 11
    assert all([way.id for way in board.between(door.a, door.b)] == [door.id] for door in cells)


def test_thick_walls_and_wire_are_crossed_by_doors():
    mission = load_mission("m02")
    door = mission.board.doors["d1"]
    assert [mission.board.zones[zone].kind for zone in (door.a, door.b)] == ["room", "street"]
    assert len(door.sides) % 2 == 0
    lay = mission.board.lay(1 << door.bit)
    assert lay.sees[door.a][door.b] == 1


def test_manholes_lie_on_their_tiles():
    for name in ALL:
        mission = load_mission(name)
        found = sorted(tile for zone in mission.board.zones.values() for tile in zone.manholes)
        box = load_box()
        assert found == sorted(tile for tile in mission.tiles for _ in box.tiles[tile].manholes)
        assert all(set(zone.manholes) <= set(zone.tiles) for zone in mission.board.zones.values())


def test_turning_a_tile_four_times_is_no_turn():
    assert [tiles.turned((2, 0), turn) for turn in (0, 90, 180, 270)] == [(2, 0), (9, 2), (7, 9), (0, 7)]
    assert [tiles.turned_side("N", turn) for turn in (0, 90, 180, 270)] == ["N", "E", "S", "W"]


@pytest.mark.parametrize("turn", [0, 90, 180, 270])
@pytest.mark.parametrize("name", sorted(load_box().tiles))
def test_every_tile_lies_every_way_round(name, turn):
    tile = load_box().tiles[name]
    straight, _ = tiles.finish(tiles.lay_tiles([[(tile, 0)]]))
    board, _ = tiles.finish(tiles.lay_tiles([[(tile, turn)]]))
    assert sorted(zone.kind for zone in board.zones.values()) == sorted(tile.zones.values())
    assert sorted(way.by for way in board.ways) == sorted(way.by for way in straight.ways)
    assert len(board.fences) == len(tile.fences)
    openings = {frozenset(two) for two in tile.open} | set(tile.doorways.values())
    assert len([way for way in board.ways if way.by in ("open", "doorway")]) == len(openings)
