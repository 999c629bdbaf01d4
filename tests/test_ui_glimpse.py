"""Boards that are seen before a match: of missions in the form and the campaign, of positions in the list of demos."""

from __future__ import annotations

import pytest

from tests.test_ui_play import begun, drive, home, press  # noqa: F401
from zterm.bots import named
from zterm.ui import canvas, glimpse
from zterm.ui.ending import End
from zterm.ui.glyphs import ASCII, UNICODE
from zterm.ui.newmatch import NewMatch
from zterm.ui.page import told_rows
from zterm.ui.rooms.campaigns import CampaignMap
from zterm.ui.rooms.lists import DemoList
from zterm.ui.rows import length


def page(app) -> str:
    return "\n".join(app.screen.pane.text())


async def looked(pilot, sign: str, most: float = 5.0) -> bool:
    """Wait until something stands on the page."""
    for _ in range(int(most / 0.05)):
        if sign in page(pilot.app):
            return True
        await pilot.pause(0.05)
    return False


def test_a_board_is_drawn_as_large_as_it_fits_or_not_at_all():
    shape, view = glimpse.of_mission("zombicide", "m05")
    for columns, height, zoom in ((86, 42, "near"), (86, 36, "wide"), (61, 21, "mid"), (60, 21, "far")):
        rows = glimpse.drawn(shape, view, columns, height, UNICODE)
        assert (length(rows[0].bits), len(rows)) == canvas.size(shape, zoom)
    assert glimpse.drawn(shape, view, 40, 21, UNICODE) == []
    assert glimpse.drawn(shape, view, 86, 20, UNICODE) == []
    text = "".join(bit.text for line in glimpse.drawn(shape, view, 86, 42, ASCII) for bit in line.bits)
    assert text.isascii()
    assert "EXIT" in text


@pytest.mark.parametrize("size", [(140, 45), (200, 60)])
def test_a_new_match_shows_the_board_of_the_mission_that_is_chosen(size):
    async def script(app, pilot):
        await press(pilot, "g")
        assert isinstance(app.screen, NewMatch)
        assert await looked(pilot, "{P....}"), "the cars of the first mission"
        await press(pilot, "down", *["right"] * 5)
        assert "An Easy Mission" in page(app)
        assert "{P....}" not in page(app), "no board but that of the mission which is named"
        assert await looked(pilot, "EXIT")
        await press(pilot, "escape")

    drive(None, script, size)


def test_a_small_window_has_no_board_and_makes_none(monkeypatch):
    made = []
    monkeypatch.setattr("zterm.ui.newmatch.of_mission", lambda *what: made.append(what))

    async def script(app, pilot):
        await press(pilot, "g")
        await pilot.pause(3 * glimpse.PAUSE)
        assert made == []
        await press(pilot, "escape")

    drive(None, script, (80, 24))


def test_a_campaign_shows_the_board_of_the_marked_mission():
    async def script(app, pilot):
        await press(pilot, "p", *"Crew", "enter", "enter")
        assert isinstance(app.screen, CampaignMap)
        assert await looked(pilot, "{P....}")
        await press(pilot, *["down"] * 5)
        assert await looked(pilot, "EXIT")
        assert "{P....}" not in page(app)
        await press(pilot, "escape")

    drive(None, script, (200, 60))


def test_the_list_of_demos_shows_where_the_marked_one_begins_and_its_first_words():
    async def script(app, pilot):
        await press(pilot, "d")
        assert isinstance(app.screen, DemoList)
        assert await looked(pilot, "six survivors stand together")
        assert "{P....}" in page(app)
        first = app.screen.pane.text()[1:3]
        assert all("starting-weapons" not in line[80:] for line in first), "the list keeps to its columns"
        await press(pilot, *["down"] * 3)
        assert await looked(pilot, "Nobody sees round a corner", 1)
        assert "six survivors stand together" not in page(app)
        await press(pilot, "escape")

    drive(None, script, (140, 45))


def test_a_drawn_line_of_a_story_is_cut_and_a_sentence_wrapped():
    lines = ["Dice", "----", "+-------+........+", "Kim took the last of all the objectives there were."]
    rows = told_rows(lines, "", 16)
    shown = ["".join(bit.text for bit in line.bits) for line in rows]
    assert shown[:3] == [" Dice", " ----", " +-------+........+"]
    assert len(shown) > 4
    assert all(len(line) <= 16 for line in shown[3:])
    assert [line.bits[0].role for line in rows[:2]] == ["title", "text"]


def test_a_wide_end_screen_shows_the_board_as_it_was_left_and_its_story():
    saved = begun("zombicide", "m00", 11)
    bot = named.make("zombicide", "quick", 7)
    while saved.match.decision is not None and len(saved.match.decision.options) > 0 and saved.match.over is None:
        saved.choose(bot(saved.match))

    async def script(app, pilot):
        assert isinstance(app.screen, End)
        text = app.screen.pane.text()
        assert any("Turning points" in line[76:] for line in text)
        assert any("xxxxxxxx" in line[:76] for line in text), "the yard's wire"
        await press(pilot, "q")

    drive(saved, script, (200, 60))


@pytest.mark.parametrize("size", [(80, 24), (100, 30), (200, 60)])
def test_the_settings_show_a_board_in_the_signs_that_are_chosen(size):
    async def script(app, pilot):
        await press(pilot, "s")
        assert ("W3!1" in page(app)) == (size[1] > 24)
        assert ("┃" in page(app)) == (size[1] > 24)
        await press(pilot, "down", "right", "right")
        assert "┃" not in page(app), "ASCII signs"
        await press(pilot, "left", "left", "escape")

    drive(None, script, size)
