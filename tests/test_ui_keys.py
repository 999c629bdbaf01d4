"""What keys do for a newcomer: short texts in the panel, letters that stay, and a word where a key does nothing."""

from __future__ import annotations

import pytest

from tests.test_ui_play import SIZES, begun, drive, home, panel, press  # noqa: F401
from zterm import saves
from zterm.content.loader import node_of
from zterm.games import registry
from zterm.kernel.decision import Option
from zterm.ui import menu, telling
from zterm.ui.ending import End
from zterm.ui.rows import length, row
from zterm.ui.words import MESSAGES


def pane(app, name):
    return "\n".join(app.screen.rows[name].text())


@pytest.mark.parametrize("size", [*SIZES, (60, 20)])
def test_goals_and_a_rule_stand_in_the_panel_and_the_key_that_opened_them_closes_them(size):
    async def script(app, pilot):
        for key, words in (("G", "violet key"), ("r", "RULE ZB-")):
            for close in (key, "escape", "space", "enter"):
                await press(pilot, key)
                assert words in panel(app)
                assert app.screen.mode == "text"
                await press(
                    pilot, *[close] * len(app.screen.telling.pages) if close in ("space", "enter") else (close,)
                )
                assert app.screen.mode == "menu"
        await press(pilot, "G")
        told = "".join("".join(bit.text for bit in line.bits) for page in app.screen.telling.pages for line in page)
        assert "all of this holds" in told
        await press(pilot, "down")
        assert app.screen.mode == "menu"
        assert app.screen.desk.mark == 1

    drive(begun(), script, size)


def test_a_text_too_long_for_the_panel_has_a_screen_of_its_own():
    async def script(app, pilot):
        rows = [row("line") for _ in range(telling.PAGES * 6 + 1)]
        assert not telling.read(app.screen, "rule", "LONG", lambda width: rows)
        assert telling.read(app.screen, "rule", "SHORT", lambda width: rows[1:])
        assert "2 more" in panel(app)

    drive(begun(), script)


def test_keys_that_do_nothing_say_so():
    async def script(app, pilot):
        for key, words in (
            ("y", "y does nothing here"),
            ("f1", "f1 does nothing here"),
            ("9", "no option 9"),
            ("c", "letter c"),
        ):
            await press(pilot, key)
            assert words in app.screen.desk.said
            assert words in pane(app, "keys")
        await press(pilot, "down")
        assert app.screen.desk.said == ""

    drive(begun(), script)


def test_the_title_of_a_newcomer_says_where_to_begin_and_what_a_key_does_not_do():
    async def script(app, pilot):
        def text():
            return "\n".join(app.screen.pane.text())

        assert "begin here" in text()
        await press(pilot, "y")
        assert " y does nothing here." in text()
        assert "arrows and Enter" in text()
        await press(pilot, "down")
        assert "does nothing" not in text()
        await press(pilot, "d", "slash", *"nothing so", "enter")
        assert "no demo has these words" in text()
        await press(pilot, "escape")
        assert "Setup and rounds" in text()
        await press(pilot, "y", "escape")
        assert "begin here" in text()

    drive(None, script)


def test_the_sheet_is_that_of_the_person_who_is_marked():
    async def script(app, pilot):
        play = app.screen
        for _ in range(3):
            option = play.desk.marked_option().id
            assert play.desk.person == option.rpartition(":")[2]
            assert play.desk.chosen().name.upper() in pane(app, "sheet")
            await press(pilot, "down")

    drive(begun(), script)


def test_letters_of_people_stay_when_others_are_done():
    async def script(app, pilot):
        play = app.screen
        first = {entry.key: entry.letter for entry in play.desk.entries()}
        assert first["watts"] == "w"
        assert len(set(first.values())) == len(first) == 6
        await press(pilot, "i", "e", "y")
        await pilot.pause(0.3)
        await press(pilot, "y")
        left = {entry.key: entry.letter for entry in play.desk.entries()}
        assert left == {key: letter for key, letter in first.items() if key != "kim"}

    drive(begun(), script)


def test_letters_of_verbs_stay_and_what_is_over_says_why():
    async def script(app, pilot):
        play = app.screen
        seen = {}
        for _ in range(12):
            for entry in play.desk.entries() if len({o.split(":")[0] for o in play.desk.decision.options}) > 1 else ():
                if entry.key in MESSAGES.tables()["letters"]:
                    assert entry.letter == MESSAGES.word("letters", entry.key)
                seen[entry.key] = entry.why
            rest = [o for o in play.desk.decision.options if o.split(":")[0] in ("open", "move", "activate", "take")]
            play.answer(rest[0] if rest else "end")
            if play.desk.spent():
                assert play.desk.marked().ids == ("end",)
                assert "no action left" in next(e.why for e in play.desk.entries() if e.key == "move")
                assert "Space ends" in pane(app, "keys")
                answers = play.desk.session.match.answers
                await press(pilot, "escape", "escape", "space")
                assert play.desk.session.match.answers > answers
        assert {"move", "noise", "drop"} <= set(seen)

    drive(begun(), script)


@pytest.mark.parametrize("free", [False, True])
def test_what_ended_a_match_is_taken_back_or_the_end_says_why_not(monkeypatch, free):
    monkeypatch.setitem(registry.GAMES, "toy", "tests.toygame")

    async def script(app, pilot):
        play = app.screen
        while not isinstance(app.screen, End):
            options = play.desk.decision.options
            play.answer(next((o for o in ("dig", "end") if o in options), options[0]))
            await pilot.pause()
        play.mode = "report"
        telling.report(play, list(play.desk.chronicle.said), [])
        if free:
            play.desk.session.practice = True
        await press(pilot, "u")
        if free:
            assert app.screen is play
            assert play.mode == "menu"
            assert "WHAT HAPPENED" not in panel(app)
            assert play.desk.decision is not None
        else:
            assert isinstance(app.screen, End)
            assert app.screen.said
            assert app.screen.said in "".join(app.screen.pane.text())

    drive(begun("toy", "t00"), script)


@pytest.mark.parametrize("size", SIZES)
def test_a_label_too_long_for_a_line_is_read_whole(size):
    async def script(app, pilot):
        desk = app.screen.desk
        labels = [desk.describe(option).label for option in desk.decision.options]
        assert any("road" in label for label in labels)
        long = Option("play:axe", " ".join(["long"] * 24) + " end")
        columns = app.screen.plan.places["decision"].width
        rows = menu.label_rows(long, menu.Entry("axe", (long.id,), long.label), columns, 5)
        text = " ".join("".join(bit.text for bit in line.bits).strip() for line in rows)
        assert text == long.label
        assert all(length(line.bits) <= columns for line in rows)
        assert menu.label_rows(long, menu.Entry("axe", (long.id,), "short"), columns, 5) == []

    drive(begun("walking_dead", "survival", 7), script, size)


def test_arrows_list_where_a_driver_may_drive_and_the_map_stays():
    saved = begun(seed=99, answers=["activate:watts", "move:z15", "move:z14", "enter:c2:1", "end"])
    while not any(option.startswith("drive:") for option in saved.match.decision.options):
        options = saved.match.decision.options
        saved.choose(next((o for o in ("activate:watts", "end") if o in options), options[0]))

    async def script(app, pilot):
        play = app.screen
        origin = play.board._origin
        await press(pilot, "right")
        assert "East: drive where?" in panel(app)
        shown = {id for entry in play.desk.entries() for id in entry.ids}
        assert "drive:c2:z15" in shown
        assert all(option.split(":")[2] == "z15" for option in shown)
        await press(pilot, "escape", "left")
        assert {id.split(":")[2] for entry in play.desk.entries() for id in entry.ids} == {"z13"}
        assert play.board._origin == origin
        await press(pilot, "escape", "right", "enter")
        assert play.desk.view.focus in ("z15", "z10", "z16", "z14")
        assert play.desk.active().actions == 2

    drive(saved, script)


def placed(**more):
    """A match from a position: Kim in a room, a street with a zombie beside it."""
    zones = {"R": {"kind": "room", "at": [0, 0, 3, 3]}, "S": {"kind": "street", "at": [0, 3, 3, 3]}}
    joins = [{"zones": ["R", "S"], "by": "door", "id": "d1", "state": "open"}]
    kim = {"zone": "R", "skills": [], **more.pop("kim")}
    given = {
        "board": {"zones": zones, "joins": joins, "start": "S"},
        "survivors": {"kim": kim},
        "active": "kim",
        **more,
    }
    return saves.begin_at("zombicide", registry.given_of(node_of(given)), 1)


def test_space_goes_on_and_never_chooses():
    """Neither among the things of a turn nor at a question like "Roll again?" does it answer or move the mark."""
    kim = {"hand": ["pistol"], "pack": ["plenty_of_ammo_light"]}
    saved = placed(kim=kim, zombies={"S": {"walker": 1}}, dice=[1])

    async def script(app, pilot):
        desk = app.screen.desk
        for option in ("attack:pistol:S", "stand"):
            before = desk.decision, desk.session.match.answers, desk.marked()
            assert ". marks" in pane(app, "keys")
            await press(pilot, "space", "space")
            assert before == (desk.decision, desk.session.match.answers, desk.marked())
            assert "Enter does what is marked" in pane(app, "keys")
            await press(pilot, "full_stop")
            assert desk.marked() != before[2]
            app.screen.answer(option)
            assert desk.session.match.answers == before[1] + 1
            while app.screen.mode != "menu":
                await press(pilot, "escape")
        assert desk.decision.kind == "turn"

    drive(saved, script)


def test_space_does_the_only_thing_there_is():
    saved = placed(kim={"hand": [None, "pistol"], "pack": ["baseball_bat", "nails"]})
    for option in ("combine:nailbat", "swap:hand1:pack1"):
        saved.choose(option)
    assert saved.match.decision.options == ("done",)

    async def script(app, pilot):
        assert "Space next" in pane(app, "keys")
        await press(pilot, "space")
        assert app.screen.desk.decision.kind == "turn"

    drive(saved, script)
