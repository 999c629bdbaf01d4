"""The play screen under Textual's pilot: the opening of M00 by keys, every key, help, bots, another game."""

from __future__ import annotations

import asyncio

import pytest

from tests import toygame
from zterm import saves
from zterm.bots import named
from zterm.games import registry
from zterm.games.registry import game
from zterm.session import seat
from zterm.ui import glyphs, keymap, texts, themes
from zterm.ui.client import Client
from zterm.ui.ending import End
from zterm.ui.newmatch import NewMatch
from zterm.ui.pane import Look
from zterm.ui.play import Play
from zterm.ui.title import Saves, Title

SIZES = [(80, 24), (140, 45)]


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    for name in ("XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.setenv(name, str(tmp_path / name.lower()))
    monkeypatch.setenv("ZTERM_SPEED", "off")
    return tmp_path


def look(theme="classic", depth="true", set_=glyphs.UNICODE):
    palette = themes.load(theme)
    return Look(palette, set_, depth, themes.painter(palette, depth))


def begun(name="zombicide", mission="m00", seed=4711, answers=(), seats=None):
    saved = saves.begin(name, game(name).setup(mission), seed, seats)
    for answer in answers:
        saved.choose(answer)
    return saved


def drive(saved, script, size=(80, 24), shown=None):
    """Run the client on a match (or on the title, without one) and the script in it."""

    async def main():
        app = Client(shown or look(), seat(saved) if saved else None, False)
        async with app.run_test(size=size) as pilot:
            await pilot.pause(0.05)
            await script(app, pilot)
        return app

    try:
        return asyncio.run(main())
    finally:
        if saved is not None:
            saved.close()


async def press(pilot, *keys):
    for key in keys:
        await pilot.press(key)
    await pilot.pause()


def panel(app) -> str:
    return "\n".join(app.screen.rows["decision"].text())


def person(app, name):
    return next(one for one in app.screen.desk.view.people if one.id == name)


@pytest.mark.parametrize("size", SIZES)
def test_the_opening_of_the_break_in_by_keys(size):
    async def script(app, pilot):
        play = app.screen
        assert isinstance(play, Play)
        assert "who acts next" in panel(app)
        await press(pilot, "o")
        assert person(app, "joshua").active
        await press(pilot, "down")
        assert person(app, "joshua").area == "z15"
        await press(pilot, "up", "k")
        assert person(app, "joshua").area == "z4"
        assert person(app, "joshua").actions == 0
        await press(pilot, "up")
        assert "no action left" in play.desk.said
        await press(pilot, "space")
        assert "who acts next" in panel(app)
        await press(pilot, "s", "right")
        assert person(app, "shannon").area == "z10"
        assert "z11" in play.desk.said
        await press(pilot, "e")
        assert play.mode == "confirm"
        await press(pilot, "y")
        assert play.mode == "confirm", "a key typed before the question was there must not answer it"
        await pilot.pause(0.3)
        await press(pilot, "y")
        assert "who acts next" in panel(app)
        await press(pilot, "1", "i")
        assert "rearrange" in play.desk.decision.kind
        await press(pilot, "e")
        assert play.desk.decision.kind == "turn"

    drive(begun(), script, size)


def test_undo_redo_and_the_log_agree():
    def told_of(desk):
        return sum(1 for entry in desk.chronicle.said if not entry.note)

    async def script(app, pilot):
        desk = app.screen.desk
        await press(pilot, "o", "down")
        told = told_of(desk)
        await press(pilot, "u")
        assert person(app, "joshua").area == "z10"
        assert told_of(desk) == told - 1
        await press(pilot, "U")
        assert person(app, "joshua").area == "z15"
        assert told_of(desk) == told
        await press(pilot, "u", "u", "u", "u")
        assert "Nothing to undo" in desk.said

    drive(begun(), script)


def test_digits_mark_and_do_and_groups_open_and_close():
    async def script(app, pilot):
        desk = app.screen.desk
        await press(pilot, "o", "1")
        assert len(desk.levels) == 2
        await press(pilot, "2")
        assert desk.mark == 1
        assert person(app, "joshua").area == "z10"
        await press(pilot, "escape")
        assert len(desk.levels) == 1
        await press(pilot, "1", "2", "2")
        assert person(app, "joshua").area != "z10"
        await press(pilot, "full_stop", "full_stop", "comma")
        assert desk.mark == 1

    drive(begun(), script)


def test_look_walks_a_cursor_and_tells():
    async def script(app, pilot):
        await press(pilot, "o", "x", "down")
        assert "LOOK  z15" in panel(app)
        assert "Ways" in panel(app)
        await press(pilot, "enter")
        assert "street" in panel(app)
        assert app.screen.mode == "text"
        assert app.screen._overlay().cursor == "z15"
        await press(pilot, "escape", *["right"] * 9)
        assert "the board ends" in app.screen.desk.said
        await press(pilot, "v", "escape")
        assert app.screen.mode == "menu"
        assert app.screen.overlay.sight is None
        await press(pilot, "v")
        assert app.screen.overlay.sight
        await press(pilot, "n")
        assert app.screen.overlay.noise["z10"] == 6

    drive(begun(), script)


def test_the_whole_sheet_is_read_from_the_list_of_people_and_esc_says_what_it_does():
    async def script(app, pilot):
        await press(pilot, "escape")
        assert "Nothing is open" in app.screen.rows["keys"].text()[0]
        answers = app.screen.desk.session.match.answers
        await press(pilot, "tab", "down", "enter")
        told = "\n".join("".join(bit.text for bit in line.bits) for page in app.screen.telling.pages for line in page)
        assert "Kim" in panel(app)
        assert "ORANGE 19" in told
        assert "range 0" in told
        await press(pilot, "escape")
        assert app.screen.desk.session.match.answers == answers

    drive(begun(), script)


def test_an_end_says_why_and_its_story_is_read():
    saved = begun(mission="m05", seed=7)
    bot = named.make("zombicide", "heuristic", 1)

    async def script(app, pilot):
        session = app.screen.desk.session
        while session.decision is not None and session.match.answers < 1500:
            session.answer(bot(session.match))
        app.screen.desk.refresh()
        app.screen.desk.events = session.match.events
        app.screen.after_answer()
        await pilot.pause()
        assert isinstance(app.screen, End)
        assert app.screen._reason().startswith("Match "), app.screen._reason()
        await press(pilot, "t")
        told = "\n".join(app.screen.pane.text())
        assert "THE STORY" in told
        assert "Survivors" in told or "kills" in told

    drive(saved, script)


def test_a_match_that_is_over_tells_its_end_when_it_is_opened_again():
    saved = begun(mission="m05", seed=7)
    bot = named.make("zombicide", "random", 1)
    while saved.match.decision is not None:
        saved.choose(bot(saved.match))
    saved.close()

    async def script(app, pilot):
        await press(pilot, "a", "enter")
        await pilot.pause(0.1)
        assert isinstance(app.screen, End)
        assert app.screen._reason().startswith("Match "), app.screen._reason()
        await press(pilot, "t")
        assert "THE STORY" in "\n".join(app.screen.pane.text())

    drive(None, script)


def test_every_key_is_reachable_and_none_breaks():
    async def script(app, pilot):
        await press(pilot, "o")
        for bound in keymap.KEYS:
            if bound.id in ("quit", "interrupt", "suspend"):
                continue
            for key in bound.keys:
                await press(pilot, key)
                if not isinstance(app.screen, Play):
                    await press(pilot, "escape", "escape")
                assert isinstance(app.screen, Play), (bound.id, key)
                assert app.is_running
                if app.screen.mode != "menu" or len(app.screen.desk.levels) > 1:
                    await press(pilot, "escape", "escape")
        for key in ("f1", "alt+e", "left_shift", "insert", "ä"):
            await press(pilot, key)
        await press(pilot, "Q")

    assert drive(begun(), script).return_code == 0


def test_help_covers_every_key():
    text = "\n".join("".join(bit.text for bit in line.bits) for line in texts.key_rows(100))
    for bound in keymap.KEYS:
        if bound.words:
            assert bound.words[:30] in text
            assert bound.shown in text
        else:
            assert bound.id in ("left", "right", "up", "down")
    assert "1-9, letters" in text


def test_rules_and_the_log_open_and_are_searched():
    async def script(app, pilot):
        await press(pilot, "o", "down", "r")
        assert "RULE ZB-" in panel(app)
        await press(pilot, "q", "slash", *"noise token")
        assert any("ZB-" in line for line in app.screen.pane.text())
        await press(pilot, "enter", "escape", "m", "slash", *"z15", "enter")
        assert any("z10 > z15" in line for line in app.screen.pane.text())

    drive(begun(), script)


def test_panes_by_tab_and_people_by_arrows():
    async def script(app, pilot):
        play = app.screen
        await press(pilot, "tab", "down")
        assert play.focus_on == "people"
        assert play.desk.person == "kim"
        assert "KIM" in play.rows["sheet"].text()[0]
        await press(pilot, "tab")
        assert play.focus_on == "log"
        await press(pilot, "up", "r", "escape", "shift+tab", "shift+tab")
        assert play.focus_on == "map"
        await pilot.resize_terminal(60, 20)
        await pilot.pause()
        assert play.plan.kind == "single"
        await press(pilot, "tab")
        assert "SURVIVORS" in play.rows["people"].text()[0]
        assert not play.board.display
        await pilot.resize_terminal(10, 5)
        await pilot.pause()
        assert "60x20" in " ".join(play.small.text())
        await press(pilot, "o")
        assert "activate" in play.desk.decision.kind, "nothing is answered unseen"
        await pilot.resize_terminal(100, 30)
        await pilot.pause()
        assert play.plan.kind == "whole"

    drive(begun(), script)


@pytest.mark.parametrize(
    ("theme", "depth", "set_"), [("light", "16", glyphs.UNICODE), ("mono_ascii", "none", glyphs.ASCII)]
)
def test_other_looks(theme, depth, set_):
    async def script(app, pilot):
        await press(pilot, "o", "x", "v", "question_mark")
        assert all(line.isascii() for line in app.screen.pane.text())

    drive(begun(), script, shown=look(theme, depth, set_))


def test_title_new_match_and_saves():
    begun().close()

    async def script(app, pilot):
        assert isinstance(app.screen, Title)
        await press(pilot, "a")
        assert isinstance(app.screen, Saves)
        assert "Tutorial: The Break-In" in app.screen.pane.text()[1]
        await press(pilot, "d", "n", "escape", "g")
        form = app.screen
        assert isinstance(form, NewMatch)
        assert not any(kind == "option" for kind, _ in form.lines())
        while form.lines()[form.mark][0] != "options":
            await press(pilot, "down")
        await press(pilot, "space")
        flat = {id for kind, id in form.lines() if kind == "option"}
        assert "whirlpool" not in flat
        assert "resurrection" in flat
        await press(pilot, "down", "right")
        assert "1 changed" in "".join(form.pane.text())
        await press(pilot, "left", "up", "space", "home", "down", *["left"] * 4)
        terrain = form.missions[form.mission].id.lower()
        assert ("whirlpool" in {option.id for option in form.options}) == terrain.startswith("t")
        await press(pilot, *["right"] * 4, "home")
        await press(pilot, "up", "up", "1", "2", "backspace", "down", "down")
        while form.lines()[form.mark] != ("figure", "watts"):
            await press(pilot, "down")
        await press(pilot, "space")
        assert "[ ] Watts" in "".join(form.pane.text())
        await press(pilot, "question_mark", "escape", "enter")
        await pilot.pause(0.2)
        assert isinstance(app.screen, Play), form.pane.text()[-1]
        assert app.screen.desk.session.saved.header.seed == 1
        await press(pilot, "Q")

    app = drive(None, script)
    assert "zterm continue" in app.last_words[0]
    assert len(saves.paths()) >= 2


@pytest.fixture
def toy(monkeypatch):
    monkeypatch.setitem(registry.GAMES, "toy", "tests.toygame")


@pytest.mark.parametrize("size", [*SIZES, (60, 20), (200, 60)])
def test_another_game_is_drawn_and_played_to_its_end(toy, size):
    async def script(app, pilot):
        await press(pilot, "right")
        assert app.screen.desk.view.focus == "B"
        await press(pilot, "right")
        assert "door d1 is closed" in app.screen.desk.said
        for _ in range(200):
            if isinstance(app.screen, End):
                break
            desk = app.screen.desk
            wanted = next((o for o in ("dig", "end") if o in desk.decision.options), desk.decision.options[0])
            app.screen.answer(wanted)
            await pilot.pause()
        assert isinstance(app.screen, End)
        assert "WON" in "".join(app.screen.pane.text()) or "LOST" in "".join(app.screen.pane.text())
        await press(pilot, "s")
        assert isinstance(app.screen, Play)
        assert app.screen.desk.session.saved.header.seed == 4711
        await press(pilot, "Q")

    drive(begun("toy", "t00"), script, size)


def test_dice_fall_one_by_one_and_any_key_shows_all(toy):
    async def script(app, pilot):
        app.screen.speed = "slow"
        await press(pilot, "g")
        if app.screen.mode != "dice":
            app.screen.answer("dig")
        assert app.screen.mode == "dice"
        assert " . " in panel(app)
        await press(pilot, "space")
        assert app.screen.mode == "menu"

    drive(begun("toy", "t00"), script)


def test_a_rule_that_raises_leaves_the_match_and_says_so(toy, monkeypatch):
    monkeypatch.setattr(toygame, "rules", lambda setup: toygame.Toy(setup["players"], broken="dig"))

    async def script(app, pilot):
        app.screen.answer("dig")
        assert "broken" in app.screen.desk.said
        assert app.screen.desk.decision.kind == "turn"

    drive(begun("toy", "t00"), script)


def test_enter_right_after_a_digit_that_did_its_option_does_not_answer_the_next_question(home):
    async def script(app, pilot):
        await press(pilot, "1", "enter")
        assert person(app, "watts").active
        assert len(app.screen.desk.levels) == 1
        assert app.screen.desk.session.match.answers == 1
        await pilot.pause(0.6)
        await press(pilot, "enter")
        assert len(app.screen.desk.levels) == 2

    drive(begun(), script)
