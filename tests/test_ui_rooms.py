"""Demos, replays, campaigns and settings on the full screen, under Textual's pilot."""

from __future__ import annotations

import pytest

from tests.test_ui_play import begun, drive, home, press  # noqa: F401
from zterm import campaign as story
from zterm import saves
from zterm.bots import named
from zterm.content import catalogue, settings
from zterm.kernel.match import Match
from zterm.shows import demos
from zterm.shows.replays import Replay
from zterm.ui import themes
from zterm.ui.ending import End
from zterm.ui.page import Reader
from zterm.ui.play import Play
from zterm.ui.rooms.campaigns import CampaignMap, Campaigns, NewCampaign
from zterm.ui.rooms.lists import DemoList, WatchList
from zterm.ui.rooms.settings import SettingsPage
from zterm.ui.rooms.showroom import Showroom, piece_of
from zterm.ui.title import Title

THEMES = sorted(themes.files())


@pytest.fixture
def english():
    catalogue.use("en")
    yield
    catalogue.use()


def page(app) -> str:
    return "\n".join(app.screen.pane.text())


def shown(app, name) -> str:
    return "\n".join(app.screen.rows[name].text())


def test_a_demo_from_the_title_is_stepped_and_taken_over():
    async def script(app, pilot):
        await press(pilot, "d")
        assert isinstance(app.screen, DemoList)
        assert "Sight" in page(app)
        await press(pilot, "slash", *"first door", "enter")
        await press(pilot, "enter")
        room = app.screen
        assert isinstance(room, Showroom)
        assert "The first door wakes" in shown(app, "status")
        assert "ZB-" in shown(app, "hand")
        assert "0 of 11" in shown(app, "log")
        await press(pilot, "space", "space", "p", "space")
        chosen = room.person()
        await press(pilot, "tab")
        assert room.person() is not chosen
        assert room.show.at == 2
        assert "> 2 " in shown(app, "log")
        assert "Open south: door d1 to R1" in shown(app, "decision")
        await press(pilot, "r")
        assert isinstance(app.screen, Reader)
        await press(pilot, "escape", "question_mark", "escape", "m", "escape", "plus", "plus", "minus")
        assert room.speed == 2.0
        await press(pilot, "t")
        assert isinstance(app.screen, Play)
        assert "match of yours" in app.screen.desk.said
        assert app.screen.desk.decision.kind == "populate"
        await press(pilot, "Q")

    assert "zterm continue" in drive(None, script).last_words[0]
    assert len(saves.paths()) == 1


def test_a_demo_runs_by_itself_and_any_key_stops_it():
    async def script(app, pilot):
        show = demos.Show(demos.find("a-round"))
        show.beats = tuple(type(beat)(**{f: getattr(beat, f) for f in beat.__struct_fields__}) for beat in show.beats)
        room = Showroom(app.look, piece_of(show), 1000)
        app.push_screen(room)
        await pilot.pause()
        await press(pilot, "a")
        assert room.running
        assert "auto" in shown(app, "keys")
        room._tick()
        assert show.at == 1
        await press(pilot, "space")
        assert not room.running
        assert show.at == 1
        await press(pilot, "a")
        for _ in range(show.length):
            room._tick()
        assert not room.running
        assert "the end" in shown(app, "keys")
        await press(pilot, "left", "home", "left")
        assert "the beginning" in shown(app, "keys")

    drive(None, script)


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (140, 45), (200, 60), (20, 5)])
def test_every_demo_of_a_sample_is_drawn_at_every_size(size):
    async def script(app, pilot):
        for demo in demos.listing()[:: 85 if size[0] < 60 else 25]:
            room = Showroom(app.look, piece_of(demos.Show(demos.find(demo.id))))
            app.push_screen(room)
            await pilot.pause()
            await press(pilot, "space", "tab", "end", "escape")
            assert app.screen is not room

    drive(None, script, size)


def played(limit=60):
    saved = begun()
    bot = named.make("zombicide", "random", 1)
    for _ in range(limit):
        if saved.match.decision is not None:
            saved.choose(bot(saved.match))
    saved.close()
    return saves.save_id(saved.path)


def test_a_replay_is_stepped_jumped_and_branched():
    played()

    async def script(app, pilot):
        await press(pilot, "w")
        assert isinstance(app.screen, WatchList)
        assert "Tutorial: The Break-In" in page(app)
        await press(pilot, "enter", "space", "space", "space", "p")
        room = app.screen
        assert isinstance(room, Showroom)
        assert room.show.at == 2
        assert f"2 of {room.show.length}" in shown(app, "status")
        await press(pilot, "g", "9", "9", "9", "enter")
        assert "There is no turn 999" in shown(app, "keys")
        await press(pilot, "g", "1", "enter")
        assert room.show.at == 0
        await press(pilot, "pagedown", "pageup", "end")
        assert room.show.at in (room.show.length, 0)
        room.show.jump(5)
        digest = room.show.match.digest()
        await press(pilot, "m")
        assert isinstance(app.screen, Reader)
        await press(pilot, "escape", "t")
        assert isinstance(app.screen, Play)
        assert app.screen.desk.session.match.digest() == digest
        await press(pilot, "Q")

    drive(None, script)
    assert len(saves.paths()) == 2


def lost(app):
    """Play the match that is shown by a random bot to its end."""
    desk = app.screen.desk
    bot = named.make("zombicide", "random", 1)
    while desk.decision is not None:
        desk.session.saved.choose(bot(desk.session.match))
    desk.session.settle()
    desk.refresh()
    app.screen.after_answer()


async def begin_tuesday(app, pilot):
    """Begin a campaign with a team of four; gives the map that is shown then."""
    await press(pilot, "p")
    assert isinstance(app.screen, Campaigns)
    await press(pilot, "!", "enter")
    assert "name" in page(app).splitlines()[-1]
    await press(pilot, "backspace", *"Tuesday", "enter")
    form = app.screen
    assert isinstance(form, NewCampaign)
    assert "Tuesday" in page(app)
    assert "Begin the campaign" in page(app)
    while form.lines()[form.mark] != ("figure", "kim"):
        await press(pilot, "down")
    assert "yellow: " in page(app)
    await press(pilot, "space", "down", "space", "down", "space", "enter")
    assert "3" in page(app).splitlines()[-1]
    await press(pilot, "space", "enter")
    way = app.screen
    assert isinstance(way, CampaignMap)
    assert story.load("tuesday").team == ("watts", "shannon", "belle", "grindlock")
    assert "M10" in page(app)
    assert "comes next" in page(app)
    return way


def test_a_campaign_is_begun_lost_retried_and_accepted():
    async def script(app, pilot):
        way = await begin_tuesday(app, pilot)
        await press(pilot, "c")
        assert "No chronicle" in page(app)
        await press(pilot, "enter")
        await pilot.pause(0.1)
        assert isinstance(app.screen, Play)
        assert story.next_step(story.load("tuesday")).what == "resume"
        lost(app)
        await pilot.pause()
        assert isinstance(app.screen, End)
        assert "back to the campaign" in page(app)
        await press(pilot, "c")
        assert app.screen is way
        assert "was lost" in page(app)
        await press(pilot, "enter")
        assert "r plays it again" in page(app)
        await press(pilot, "c")
        assert isinstance(app.screen, Reader)
        await press(pilot, "escape", "r")
        await pilot.pause(0.1)
        lost(app)
        await pilot.pause()
        await press(pilot, "c", "a")
        assert "lost, accepted" in page(app)
        assert "M01" in way.next_words()
        assert len(story.load("tuesday").tries) == 2
        with pytest.raises(story.SaveError), story.held("tuesday"):
            pass
        await press(pilot, "down", "escape")
        with story.held("tuesday"):
            pass
        assert "Tuesday" in page(app)
        await press(pilot, "n", *"Wednesday", "enter", "right", "right", "down", *"ann", "down", *"bob", "enter")
        assert story.load("wednesday").players == ("ann", "bob", "p3")
        await press(pilot, "escape")
        assert {one.name for one in story.listing()} == {"Tuesday", "Wednesday"}
        await press(pilot, "home", "d", "n")
        assert len(story.listing()) == 2
        await press(pilot, "d")
        await pilot.pause(0.3)
        await press(pilot, "y")
        assert len(story.listing()) == 1
        await press(pilot, "escape")
        assert isinstance(app.screen, Title)

    drive(None, script)


@pytest.mark.parametrize("theme", THEMES)
def test_play_is_drawn_in_every_theme(theme):
    async def script(app, pilot):
        chosen = {**settings.defaults(), "theme": theme}
        assert app.apply(settings.Settings(chosen)) == ""
        await pilot.pause()
        assert app.look.theme.name == theme
        assert app.theme == f"zterm-{theme}"
        mono = themes.load(theme).mono
        for key in ("o", "x", "v", "n", "escape", "question_mark"):
            await press(pilot, key)
            colours = {
                segment.style.color
                for strip in app.screen._compositor.render_strips()
                for segment in strip
                if segment.style is not None and segment.style.color is not None
            }
            assert (not colours) == mono or mono
        if mono:
            assert all(line.isascii() for line in app.screen.pane.text())
        await press(pilot, "escape")
        app.apply(settings.Settings(settings.defaults()))
        await pilot.pause()
        assert app.look.theme.name == "classic"
        assert any(not char.isascii() for line in app.screen.board._rows for char in (ink.char for ink in line))

    drive(begun(), script)


def test_settings_hold_at_once_and_are_kept(english):
    async def script(app, pilot):
        await press(pilot, "O")
        assert isinstance(app.screen, SettingsPage)
        ids = app.screen.ids()

        async def change(id, times=1):
            while app.screen.ids()[app.screen.mark] != id:
                await press(pilot, "down")
            for _ in range(times):
                await press(pilot, "right")

        assert set(ids) >= {"theme", "glyphs", "colours", "speed", "ask_end", "forced", "practice", "language", "coach"}
        await change("theme")
        assert app.look.theme.name == "amber"
        await change("glyphs", 2)
        assert app.look.ascii
        await change("ask_end")
        await change("forced")
        await change("language", 2)
        assert "IMPOSTAZIONI" in page(app)
        await change("practice")
        await press(pilot, "escape")
        play = app.screen
        assert not play.asks
        told = [entry.text for entry in play.desk.chronicle.said]
        assert any(text.startswith("Turno 1") for text in told)
        assert not any(text.startswith("Turn 1") for text in told)
        await press(pilot, "o", "e")
        assert play.mode == "menu"

    drive(begun(), script)
    kept = settings.load()
    assert kept.notes == ()
    assert {id: kept.get(id) for id in ("theme", "glyphs", "ask_end", "language", "practice")} == {
        "theme": "amber",
        "glyphs": "ascii",
        "ask_end": "off",
        "language": "it",
        "practice": "on",
    }
    assert settings.path().parent.name == "zterm"
    assert [file.name for file in settings.folder().iterdir()] == ["settings.yaml"]


def test_settings_that_cannot_be_read_are_said_and_kept_beside():
    settings.folder().mkdir(parents=True)
    settings.path().write_text("theme: [")

    async def script(app, pilot):
        assert "as at first: settings.yaml:2:1: not YAML" in page(app)
        await press(pilot, "enter")
        assert isinstance(app.screen, Play)
        await press(pilot, "O", "right", "escape")

    drive(begun(), script)
    assert settings.path().with_name("settings.yaml.bad").read_text() == "theme: ["
    assert settings.load().get("theme") == "amber"


def test_practice_takes_back_dice_and_marks_the_save():
    saved = begun()
    bot = named.make("zombicide", "random", 3)
    while not saved.match.revealed or saved.match.decision is None:
        saved.choose(bot(saved.match))

    async def script(app, pilot):
        desk = app.screen.desk
        answers = desk.session.match.answers
        await press(pilot, "u")
        assert desk.session.match.answers == answers
        assert not saved.practice
        app.apply(settings.Settings({**settings.defaults(), "practice": "on"}))
        await press(pilot, "u", "u")
        assert desk.session.match.answers == answers - 2
        assert "practice" in app.screen.rows["status"].text()[0]
        await press(pilot, "U", "U")
        assert desk.session.match.answers == answers

    digest = saved.match.digest()
    drive(saved, script)
    again = saves.resume(saves.save_id(saved.path))
    assert again.practice
    assert again.match.digest() == digest
    again.close()
    shown = Replay.of(saves.save_id(saved.path))
    assert not shown.trouble
    assert shown.notes == ["practice: answers were taken back beyond dice and hidden cards"]
    assert saves.listing()[0].practice


def test_rooms_open_without_playing_a_match(monkeypatch):
    saved, bot = begun(), named.make("zombicide", "random", 1)
    for _ in range(60):
        saved.choose(bot(saved.match))
    saved.close()
    story.start("Friday")
    shows = demos.Show(demos.find("loud-doors")), Replay.of(saves.save_id(saves.paths()[0]))

    given, choose = [], Match.choose
    monkeypatch.setattr(Match, "choose", lambda match, option: given.append(option) or choose(match, option))
    most = {"demo": shows[0].length}

    async def script(app, pilot):
        makers = {
            "title": lambda: Title(app.look),
            "demos": lambda: DemoList(app.look),
            "watch": lambda: WatchList(app.look),
            "settings": lambda: SettingsPage(app.look),
            "campaigns": lambda: Campaigns(app.look),
            "campaign": lambda: CampaignMap(app.look, "Friday"),
            "demo": lambda: Showroom(app.look, piece_of(demos.Show(demos.find("loud-doors")))),
            "replay": lambda: Showroom(app.look, piece_of(Replay.of(saves.save_id(saves.paths()[0])))),
        }
        for name, make in makers.items():
            given.clear()
            screen = make()
            if not isinstance(screen, Showroom):
                screen.rows(80, 24)
            if isinstance(screen, CampaignMap):
                screen.let_go()
            assert len(given) <= most.get(name, 0), name

    drive(None, script)
    assert all(show.length >= 0 for show in shows)


def test_a_large_window_shows_cards_goals_and_signs_of_what_is_watched():
    async def script(app, pilot):
        await press(pilot, "d", "enter")
        assert isinstance(app.screen, Showroom)
        panes = {name: "\n".join(pane.text()) for name, pane in app.screen.rows.items() if pane.display}
        assert "Baseball Bat" in panes["team"]
        assert "Watts" in panes["team"], "a demo shows rules where a hand would be: everybody is in the list"
        assert "violet key" in panes["goals"]
        assert "{P....}" in panes["signs"]
        assert "next" not in panes
        await press(pilot, "escape", "escape")

    drive(None, script, (200, 60))
