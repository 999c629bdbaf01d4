"""Sight, steps, cars and zombie ways on small boards (ZB-048 … ZB-064, ZB-166, ZB-202, ZB-323 … ZB-333)."""

import pytest

from zterm.games.zombicide.box import load_box
from zterm.games.zombicide.inline import mission_from_inline


def drawn(zones, joins, **more):
    """A board: zones as "name kind x y width height", joins as "a b by [open] [id]"."""
    kinds = {}
    for words in zones:
        name, kind, *numbers = words.split()
        kinds.setdefault(name, {"kind": kind, "at": []})["at"].append([int(n) for n in numbers])
    listed = []
    for words in joins:
        a, b, by, *rest = words.split()
        listed.append(
            {"zones": [a, b], "by": by, **({"state": rest[0]} if rest else {}), **({"id": rest[1]} if rest[1:] else {})}
        )
    gates = more.pop("gates", {})
    mission = mission_from_inline({"board": {"zones": kinds, "joins": listed, **more}, "gates": gates}, load_box())
    return mission, mission.board.lay(mission.doors_open)


def seen(lay, zone):
    return {other: far for other, far in lay.sees[zone].items() if other != zone}


def test_rc_011_in_a_building_one_zone_deep():
    _, lay = drawn(["B1 room 0 0 3 3", "B2 room 3 0 3 3", "B3 room 6 0 3 3"], ["B1 B2 open", "B2 B3 open"])
    assert seen(lay, "B1") == {"B2": 1}
    assert seen(lay, "B2") == {"B1": 1, "B3": 1}


def test_rc_012_into_a_building_and_out():
    zones = ["S3 street 0 0 3 3", "S2 street 3 0 3 3", "S1 street 6 0 3 3", "B1 room 9 0 3 3", "B2 room 12 0 3 3"]
    _, lay = drawn(zones, ["S3 S2 open", "S2 S1 open", "S1 B1 door open", "B1 B2 open"])
    assert seen(lay, "S3") == {"S2": 1, "S1": 2, "B1": 3}
    assert seen(lay, "B1") == {"S1": 1, "S2": 2, "S3": 3, "B2": 1}
    assert seen(lay, "B2") == {"B1": 1}


def test_rc_013_a_closed_door_blocks_sight():
    mission, lay = drawn(["S1 street 0 0 3 3", "B1 room 3 0 3 3"], ["S1 B1 door closed d1"])
    assert seen(lay, "S1") == seen(lay, "B1") == {}
    opened = mission.board.lay(mission.doors_open | 1 << mission.board.doors["d1"].bit)
    assert seen(opened, "S1") == {"B1": 1}
    assert seen(opened, "B1") == {"S1": 1}


def test_rc_020_range_counts_zones():
    _, lay = drawn(["S1 street 0 0 3 3", "S2 street 3 0 3 3", "S3 street 6 0 3 3"], ["S1 S2 open", "S2 S3 open"])
    assert lay.sees["S1"] == {"S1": 0, "S2": 1, "S3": 2}


def test_rc_147_corridors_are_streets():
    zones = [f"K{n} corridor {3 * n} 0 3 3" for n in range(1, 5)] + ["S1 street 0 0 3 3", "S0 street 0 3 3 3"]
    joins = ["K1 K2 open", "K2 K3 open", "K3 K4 open", "K1 S1 main_door open", "S1 S0 open"]
    _, lay = drawn(zones, joins)
    assert seen(lay, "K4") == {"K3": 1, "K2": 2, "K1": 3, "S1": 4}
    assert lay.drives["S1"] == ("K1", "S0")
    assert lay.drives["K1"] == ("K2", "S1")


def test_no_sight_round_corners_or_off_the_line():
    zones = ["A street 0 0 3 3", "B street 3 0 3 3", "C street 3 3 3 3", "D street 6 3 3 3"]
    _, lay = drawn(zones, ["A B open", "B C open", "C D open"])
    assert seen(lay, "A") == {"B": 1}
    assert seen(lay, "B") == {"A": 1, "C": 1}
    assert lay.steps["A"] == ("B",)


def test_a_zone_over_several_lines_is_seen_by_each():
    zones = ["A street 0 0 3 6", "B street 3 0 3 3", "C street 3 3 3 3"]
    _, lay = drawn(zones, ["A B open", "A C open"])
    assert seen(lay, "A") == {"B": 1, "C": 1}
    assert seen(lay, "B") == {"A": 1}


def test_an_opening_opens_the_whole_border():
    zones = ["R room 0 0 3 6", "S street 3 0 3 6", "T street 6 4 3 2"]
    _, lay = drawn(zones, ["R S door open", "S T open"])
    assert seen(lay, "R") == {"S": 1, "T": 2}


def test_from_house_to_house_over_a_street():
    zones = ["R room 0 0 3 3", "S street 3 0 3 3", "Q room 6 0 3 3", "P room 9 0 3 3"]
    _, lay = drawn(zones, ["R S door open", "S Q door open", "Q P open"])
    assert seen(lay, "R") == {"S": 1, "Q": 2}
    assert seen(lay, "P") == {"Q": 1}


def test_a_line_stops_in_a_room_with_a_second_door():
    zones = ["S street 0 0 3 3", "R room 3 0 3 3", "T street 6 0 3 3"]
    _, lay = drawn(zones, ["S R door open", "R T door open"])
    assert seen(lay, "S") == {"R": 1}


def test_cells_and_locks_are_building_zones():
    zones = ["A corridor 0 0 3 3", "Z security 3 0 3 3", "B room 6 0 3 3", "C cell 0 3 3 3"]
    _, lay = drawn(zones, ["A Z open", "Z B open", "A C cell_door open"])
    assert seen(lay, "A") == {"Z": 1, "C": 1}
    assert lay.drives["A"] == ()
    assert lay.built("B") == ("Z", "B")
    assert lay.built("A") == ()
    assert lay.built("C") == ("C",)


def test_sight_is_mutual_and_includes_the_own_zone():
    zones = ["A street 0 0 2 2", "B street 2 0 2 2", "R room 4 0 2 2", "C street 2 2 2 2"]
    _, lay = drawn(zones, ["A B open", "B R door open", "B C open"])
    for zone, others in lay.sees.items():
        assert others[zone] == 0
        assert all(lay.sees[other][zone] == far for other, far in others.items())


FENCE = ["A street 0 0 3 3", "Y yard 3 0 3 3", "B street 0 3 3 3", "X yard 3 3 3 3"]


def test_fences_are_seen_through_and_bar_only_the_living():
    mission, lay = drawn(FENCE, ["A Y fence", "A B open", "Y X open"])
    board = mission.board
    fence = board.between("A", "Y")[0]
    assert seen(lay, "A") == {"Y": 1, "B": 1}
    assert lay.steps["A"] == lay.drives["A"] == ("B",)
    assert lay.barred("A", "Y") == fence
    assert lay.toward("X", "B") == ("A",)
    assert lay.toward("X", "A") == ("Y",)
    torn = board.lay(mission.doors_open | 1 << fence.bit)
    assert torn.steps["A"] == ("Y", "B")
    assert torn.drives["A"] == ("B",)
    assert torn.barred("A", "Y") is None


def test_towers_are_climbed_by_the_ladder_and_see_all_round():
    zones = [
        "T tower 3 3 3 3",
        "N street 3 0 3 3",
        "W street 0 3 3 3",
        "S street 3 6 3 3",
        "E street 6 3 3 3",
        "R room 9 3 3 3",
    ]
    mission, lay = drawn(zones, ["T S ladder", "E R door open"])
    assert seen(lay, "T") == {"N": 1, "W": 1, "S": 1, "E": 1, "R": 2}
    assert seen(lay, "W") == {"T": 1, "E": 2, "R": 3}
    assert lay.steps["T"] == ("S",)
    assert lay.steps["E"] == ("R",)
    assert lay.drives["S"] == ()
    assert (lay.toward("T", "S"), lay.toward("T", "N"), lay.distance("T", "S")) == ((), (), 0)
    assert lay.barred("T", "N") is None
    assert mission.board.between("T", "N")[0].by == "rim"


def test_a_gate_opens_and_shuts_by_its_sides():
    zones = ["G gate 3 3 3 3", "N corridor 3 0 3 3", "W room 0 3 3 3", "S corridor 3 6 3 3", "E street 6 3 3 3"]
    joins = ["G N open", "G W open", "G S door closed d1", "G E open"]
    mission, lay = drawn(zones, joins, gates={"g1": {"zone": "G", "open": ["N", "S"], "button": "b1"}})
    gate = mission.gates[0]
    assert (gate.open, sorted(gate.bits)) == (("N", "S"), ["E", "N", "S", "W"])
    assert lay.steps["G"] == ("N",)
    assert lay.drives["N"] == ("G",)
    assert lay.barred("G", "E").by == "gate"
    assert lay.barred("G", "S").id == "d1"
    door = mission.board.doors["d1"]
    both = mission.board.lay(mission.doors_open | 1 << door.bit)
    assert both.steps["G"] == ("N", "S")
    assert seen(both, "N") == {"G": 1, "S": 2}
    turned = mission.board.lay(1 << gate.bits["E"] | 1 << gate.bits["W"] | 1 << door.bit)
    assert turned.steps["G"] == ("W", "E")
    assert turned.barred("G", "S").by == "gate"
    assert seen(turned, "W") == {"G": 1, "E": 2}
    assert turned.toward("N", "E") == ()
    assert turned.toward("N", "E", True) == ("G",)


def test_zombies_take_the_shortest_ways():
    zones = [f"{'ABCDEFGHI'[x + 3 * y]} street {2 * x} {2 * y} 2 2" for y in range(3) for x in range(3)]
    ring = ["A B", "B C", "C F", "F I", "A D", "D G", "G H", "H I"]
    mission, lay = drawn(zones, [f"{pair} open" for pair in ring] + ["E B door closed d1", "E H open"])
    assert lay.toward("I", "A") == ("B", "D")
    assert lay.distance("I", "A") == 4
    assert lay.toward("I", "I") == ()
    assert lay.toward("E", "A") == ("D",)
    assert lay.toward("E", "A", True) == ("B",)
    assert mission.board.lay(mission.doors_open | 1).toward("E", "A") == ("B",)


def test_closed_houses_and_no_way_at_all():
    mission, lay = drawn(["S street 0 0 3 3", "R room 3 0 3 3", "X room 0 3 3 3"], ["S R door closed d1"])
    assert lay.toward("R", "S") == ()
    assert lay.distance("R", "S") is None
    assert lay.toward("R", "S", True) == ("R",)
    assert lay.distance("X", "S", True) is None
    assert lay.barred("S", "X") is None
    assert mission.board.between("S", "X") == ()


def test_lays_are_kept_and_bounded():
    mission, lay = drawn(["S street 0 0 3 3", "R room 3 0 3 3"], ["S R door closed d1"])
    assert mission.board.lay(mission.doors_open) is lay
    for value in range(2, 600):
        mission.board.lay(value)
    assert len(mission.board._lays) <= 256


@pytest.mark.parametrize(
    ("kind", "search"), [("street", True), ("corridor", True), ("yard", True), ("room", False), ("cell", False)]
)
def test_outdoor_and_building_kinds(kind, search):
    mission, _ = drawn([f"A {kind} 0 0 3 3"], [])
    assert mission.board.zones["A"].outdoor == search
    assert mission.board.zones["A"].building != search
