"""What large windows show beside the rest: cards of the others, goals, signs; and the zoom between two others."""

from __future__ import annotations

import itertools

import pytest
from msgspec.structs import replace

from tests.test_ui_play import begun, home  # noqa: F401
from zterm.games.registry import game
from zterm.kernel.views import Area, Card, Field, Goal, Person, Shape, View
from zterm.ui import canvas, extras, legend, stretch
from zterm.ui.glyphs import ASCII, UNICODE
from zterm.ui.rows import length

MISSIONS = [mission.id for mission in game("zombicide").missions()]
BARE = {"wall", "edge", "street", "extra"}
"""What is on a board without a sign of its own: walls, its edge, and floors that are blank."""


def text(rows) -> list[str]:
    return ["".join(bit.text for bit in line.bits).rstrip() for line in rows]


def shown(mission: str):
    match = begun("zombicide", mission, 7).match
    return match.rules.shape(), match.rules.view(match.state, match.decision, None)


@pytest.mark.parametrize("mission", MISSIONS)
def test_all_that_stands_on_a_board_is_in_the_legend(mission):
    shape, view = shown(mission)
    there = legend.of_board(shape) | legend.of_view(view)
    told = {name for sign in legend.signs(UNICODE) for name in sign.when}
    assert there - told <= BARE


@pytest.mark.parametrize("mission", ["m01", "m05", "t03"])
def test_words_of_the_map_stand_in_the_legend_as_they_are_written(mission, language):
    _, view = shown(mission)
    signs = " ".join(sign.text for sign in legend.signs(UNICODE)).split()
    words = {token.text for token in view.tokens if token.group in ("exit", "start", "tower")}
    assert words
    assert words <= set(signs)


def test_a_board_has_the_signs_that_are_on_it_only():
    shape, view = shown("m05")
    words = [sign.text for sign in legend.legend(None, ASCII, legend.of_board(shape) | legend.of_view(view))]
    assert ". x #" in words
    assert "ov" in words
    assert not {"{P....}", "Wt3 Rt1", "[#] [=] [%] [H]", "HH", "@k&s"} & set(words)
    every = [sign.text for sign in legend.legend(None, ASCII)]
    assert {"{P....}", "HH", "@k&s", "0 1 2", "Z9! >S4 $+"} <= set(every)
    assert all(word.isascii() for word in every)


def somebody(name: str, *cards: tuple[str, bool], area: str = "z1") -> Person:
    held = tuple(Card("hand 1" if ready else "pack 1", card, ready=ready) for card, ready in cards)
    return Person(name.lower(), name, name[0], area, "B", "", 0, 0, 2, None, False, False, "", "p1", cards=held)


def test_the_cards_of_the_others_in_two_lines_at_most():
    people = (
        somebody("Ann", ("Pistol", True)),
        somebody("Bob", ("Katana", True), ("Katana", True), ("Rice", False)),
        somebody("Cyd", *((f"Plenty of Ammo {n}", False) for n in range(6))),
        somebody("Dan", ("Axe", True), area=""),
    )
    view = View("M", (), people, (), (), "", {})
    rows = extras.team(view, "ann", 50, 12)
    assert text(rows)[1] == " Bob          Katana x2 | Rice"
    assert text(rows)[2].startswith(" Cyd          empty hands | Plenty of Ammo 0")
    assert text(rows)[3].endswith("..")
    assert len(rows) == 4, "who has left has no line"
    assert all(length(line.bits) <= 50 for line in rows)
    assert len(extras.team(view, "ann", 50, 3)) == 3


def test_goals_are_ticked_off_and_cut_where_there_is_no_room():
    goals = (Goal("Take every objective", True), Goal("Leave through the exit with all who are left"))
    assert text(extras.goals(goals, 30, 6))[1:] == [
        " [x] Take every objective",
        " [ ] Leave through the exit",
        "     with all who are left",
    ]
    assert text(extras.goals(goals, 30, 3))[-1] == " .. G"


def test_signs_without_room_are_in_the_help():
    made = [legend.Sign(f"s{n}", "text", "something that is long enough for two lines") for n in range(9)]
    rows = text(extras.signs(made, 30, 7))
    assert len(rows) == 7
    assert rows[1].startswith(" s0  something")
    assert rows[-1] == " .. ?"


@pytest.mark.parametrize("mission", MISSIONS)
def test_every_board_can_be_drawn_half_as_high_again(mission):
    shape, view = shown(mission)
    high = stretch.stretched(shape, stretch.lines(shape))
    assert canvas.size(shape, "wide") == (shape.width * 4 + 1, high.height + 1)
    assert high.height == shape.height * 3 // 2
    assert {area.id for area in high.areas} == {area.id for area in shape.areas}
    cells = [cell for area in high.areas for cell in area.cells]
    assert len(cells) == len(set(cells))
    assert len(cells) + len(high.fills) == len(set(cells) | set(high.fills)) <= high.width * high.height
    ground = canvas.ground_of(shape, "wide", UNICODE, view.marks)
    near = canvas.ground_of(shape, "near", UNICODE, view.marks)
    assert {id for id, place in ground.places.items() if place.chars} == {
        id for id, place in near.places.items() if place.chars
    }
    assert all(ground.rooms[area.id].chars for area in shape.areas)


def test_a_door_keeps_its_place_between_the_same_rows():
    shape, view = shown("m05")
    at = stretch.lines(shape)
    assert at[:5] == (0, 1, 3, 4, 6)
    door = replace(view.marks[0], at=(2.0, 3.5))
    assert stretch.moved(door, at).at == (2.0, 5.0), "the middle of the fourth row, that is drawn twice"
    assert stretch.moved(replace(door, at=(2.0, 2.5)), at).at == (2.0, 3.5)
    assert stretch.moved(replace(door, at=(2.0, 20.0)), at).at == (2.0, 30.0), "on the last line"


def test_rows_with_flat_areas_are_those_that_are_doubled():
    areas = [Area("a", "room", ((0, 0),)), Area("b", "room", ((1, 0), (1, 1))), Area("c", "room", ((0, 1), (0, 2)))]
    shape = Shape(2, 5, (*areas, Area("d", "room", ((1, 2), (1, 3), (1, 4)))), (), {})
    assert stretch.lines(shape) == (0, 2, 3, 4, 6, 7), "the first row of the first two, the second of the next"
    beside = (areas[0], Area("e", "room", ((0, 1),)))
    assert stretch.lines(Shape(2, 2, beside, (), {})) == (0, 1, 3), "there is no room for both"
    assert stretch.lines(Shape(2, 4, beside, (), {})) == (0, 2, 4, 5, 6), "there is, if the others are not doubled"


@pytest.mark.parametrize("mission", ["m02", "m04", "m08"])
def test_doorways_of_areas_of_one_cell_cut_no_corner(mission):
    shape, _ = shown(mission)
    at = stretch.lines(shape)
    assert at[-1] == shape.height * 3 // 2
    rows = [{y for _, y in area.cells} for area in shape.areas]
    assert all(at[y + 1] - at[y] == 2 for (y,) in (one for one in rows if len(one) == 1))


def test_a_name_stands_apart_from_a_door():
    shape, view = shown("m05")
    for zoom in ("wide", "near"):
        rows = canvas.compose(canvas.ground_of(shape, zoom, UNICODE, view.marks), view)
        for line in rows:
            for before, ink in itertools.pairwise(line):
                assert not (before.role.startswith("door") and ink.role == "name" and ink.char != " ")


def test_only_what_can_be_shown_is_offered(monkeypatch):
    class Desk:
        view = View("M", (Field("Turn", "1"),), (), (), (), "", {})

        def offers(self, action: str) -> bool:
            return action != "threat"

    assert extras.offered(Desk()) == ["team", "signs"]


@pytest.mark.parametrize("mission", MISSIONS)
def test_walls_end_where_a_way_cuts_them(mission):
    """No whole line runs into a doorway: its end is half a line, as an end should look."""
    shape, view = shown(mission)
    for zoom in canvas.ZOOMS:
        ground = canvas.ground_of(shape, zoom, UNICODE, view.marks)
        cuts = {point for place in (*ground.places.values(), *ground.gaps) for point in place.chars}
        ways = [(-1, 0, "━"), (1, 0, "━"), (0, -1, "┃"), (0, 1, "┃")]
        whole = [
            (x, y)
            for x, y in cuts
            for dx, dy, sign in ways
            if 0 <= x + dx < ground.width and 0 <= y + dy < ground.height
            if (x + dx, y + dy) not in cuts and ground.rows[y + dy][x + dx].char == sign
        ]
        assert whole == [], zoom
