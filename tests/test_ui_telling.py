"""Dice that fall before anything shows what they brought; notes where no log is seen."""

from __future__ import annotations

import pytest

from tests.test_ui_play import begun, drive, home, panel, press  # noqa: F401
from tests.test_ui_sizes import played, someone
from zterm.bots import named
from zterm.session import seat
from zterm.ui import panes
from zterm.ui.desk import Desk


def pane(app, name) -> str:
    return "\n".join(app.screen.rows[name].text())


def fight():
    """A match in which somebody can attack."""
    saved = played(least=150)
    while not any(option.startswith("attack:") for option in saved.match.decision.options):
        saved.choose(saved.match.decision.options[0])
    return saved


def test_nothing_shows_what_dice_brought_before_they_lie():
    async def script(app, pilot):
        play = app.screen
        play.speed = "slow"
        before, map_before = pane(app, "log"), play.board._rows
        play.answer(next(option for option in play.desk.decision.options if option.startswith("attack:")))
        assert play.mode == "dice"
        assert pane(app, "log") == before
        assert play.board._rows is map_before
        play._foresee()
        assert play.board._rows is map_before
        await press(pilot, "enter")
        assert play.mode != "dice"
        assert pane(app, "log") != before

    drive(fight(), script)


def test_a_note_of_the_coach_is_read_where_there_is_one_pane():
    async def script(app, pilot):
        await press(pilot, "s")
        assert app.screen.mode == "report"
        assert "Note: " in panel(app)
        await pilot.resize_terminal(70, 22)
        await pilot.pause()
        assert "Note: " in panel(app)
        await press(pilot, "space")
        assert app.screen.mode == "menu"
        assert app.screen.telling.text is None

    drive(begun(), script, (60, 20))


def test_cards_of_many_words_stand_below_each_other():
    person = someone()
    cards = tuple(type(card)(card.slot, card.name, card.stats, ready=True) for card in person.cards * 3)
    many = type(person)(**{name: getattr(person, name) for name in person.__struct_fields__} | {"cards": cards})
    rows = ["".join(bit.text for bit in line.bits) for line in panes.hand(many, 38, 8, False)]
    assert [line.strip() for line in rows[1:]] == [
        "*Plenty of Ammo re-roll Pistol,",
        "Rifle, Sub MG",
        "*Baseball Bat range 0",
        "*Plenty of Ammo re-roll Pistol..",
        "*Baseball Bat range 0",
        "*Plenty of Ammo re-roll Pistol..",
        "*Baseball Bat range 0",
    ]


def test_no_word_of_a_card_is_broken():
    person = someone()
    named = "Encounters are drawn"
    card = type(person.cards[0])("card 1", "Non-Lethal Wound", (type(person.sheet[0])("", named),), ready=True)
    five = type(person)(**{name: getattr(person, name) for name in person.__struct_fields__} | {"cards": (card,) * 5})
    for columns in (38, 50, 60, 90):
        shown = " ".join(bit.text for line in panes.hand(five, columns, 14, False) for bit in line.bits).split()
        assert {"Non-Lethal", "Encounters"} <= set(shown), columns


def test_a_name_of_two_lines_is_as_strong_in_both():
    person = someone()
    card = type(person.cards[0])("hand 1", "Automatic Shotgun", person.cards[1].stats, ready=True)
    one = type(person)(**{name: getattr(person, name) for name in person.__struct_fields__} | {"cards": (card,)})
    rows = panes.hand(one, 38, 9, False)
    assert [line.bits[1].attrs for line in rows[1:4]] == ["b", "b", ""]


def test_a_game_that_foretells_nothing_has_no_pane_for_it():
    async def script(app, pilot):
        assert "next" not in app.screen.plan.places

    drive(begun("walking_dead", "survival"), script, (140, 45))


@pytest.mark.parametrize("wished", [True, False])
def test_an_only_choice_is_told_where_that_is_wished(wished):
    saved = begun()
    desk = Desk(seat(saved), False)
    desk.shows_forced = wished
    bot = named.make("zombicide", "quick", 1)
    for _ in range(200):
        assert desk.answer(bot(desk.session.match))
        if desk.session.match.forced:
            break
    assert desk.session.match.forced
    told = [entry.text for entry in desk.chronicle.said if entry.text.startswith("Only choice: ")]
    assert len(told) == (len(desk.session.match.forced) if wished else 0)
    saved.close()
