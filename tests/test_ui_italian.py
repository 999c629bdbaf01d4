"""The full-screen client in Italian at 80x24: nothing on the screen is English but names."""

from __future__ import annotations

import random
import re

import pytest

from tests.test_catalogues import ENGLISH, names_of_things
from tests.test_ui_play import begun, drive, press
from zterm import saves
from zterm.content import catalogue
from zterm.games.registry import game
from zterm.ui.play import Play

MORE = """
turn page back keys next undo redo look log rule rules help hint enter space arrows hand sheet survivors nothing now
what happened dice shows match over paused leave quit saves game games mission players saved
"""
"""Words of the client's own, beside the function words of every text in English."""
SHOWN_AS_TYPED = ("figure", "option")
"""Lines of a new match with names of skills, or with values as the command line takes them."""
NAMES = {"mission", "game"}
"""Said in Italian too: in the name of a command or a file."""
KEYS = ["question_mark", "pagedown", "pagedown", "escape", "m", "escape", "x", "down", "enter", "escape", "escape", "z",
        "escape", "H", "escape", "ctrl+p", "escape", "slash", "escape", "v", "n", "number_sign", "plus", "minus", "b",
        "S", "r", "escape", "O", "escape", "tab", "tab", "escape", "u", "U", "q"]  # fmt: skip


@pytest.fixture(autouse=True)
def italian(english, monkeypatch):
    monkeypatch.setenv("ZTERM_SPEED", "off")
    monkeypatch.setenv("XDG_CONFIG_HOME", "/tmp/zterm")
    monkeypatch.setenv("ZTERM_LANG", "it")
    catalogue.use("it")


def screen(app) -> str:
    """All that is on the screen, as lines."""
    lines = app.screen._compositor.render_strips()
    return "\n".join("".join(segment.text for segment in line) for line in lines)


def english_on(text: str) -> set[str]:
    for name in ("The Walking Dead", *names_of_things()):
        text = re.sub(re.escape(name), "", text, flags=re.IGNORECASE)
    text = re.sub(r"\S+\.\.", "", text)
    wanted = {*ENGLISH.split(), *MORE.split()} - NAMES - {"a", "in", "no"}
    return {word for word in re.findall(r"[A-Za-z']+", text) if word.lower() in wanted}


def held(app, seen: list[str]) -> None:
    text = screen(app)
    found = english_on(text)
    assert not found, f"{found} on\n{text}"
    seen.append(text)


async def random_play(app, pilot, seed, steps, seen):
    rng = random.Random(seed)
    for number in range(steps):
        if number < len(KEYS):
            await press(pilot, KEYS[number])
        else:
            play = app.screen
            if not isinstance(play, Play) or play.desk.decision is None:
                break
            if play.mode != "menu":
                await press(pilot, "escape")
            elif play.desk.covered:
                await pilot.pause(0.25)
                await press(pilot, "enter")
            else:
                play.answer(rng.choice(play.desk.decision.options))
                await pilot.pause()
                if play.desk.decision is None:
                    break
        held(app, seen)


@pytest.mark.parametrize(
    ("name", "mission", "seed", "steps"), [("zombicide", "m00", 3, 90), ("walking_dead", "survival", 4, 110)]
)
def test_a_match_is_played_in_italian(name, mission, seed, steps):
    seen: list[str] = []

    async def script(app, pilot):
        await random_play(app, pilot, seed, steps, seen)

    drive(begun(name, mission, seed), script, (80, 24))
    assert len(seen) > 60
    assert any("REGISTRO" in text for text in seen)


def test_the_hand_over_in_italian():
    seen: list[str] = []
    setup = game("walking_dead").setup("survival", ["anna", "bruno"], ["shane", "lori"])

    async def script(app, pilot):
        held(app, seen)
        await pilot.pause(0.25)
        await press(pilot, "enter")
        held(app, seen)

    drive(saves.begin("walking_dead", setup, 5), script, (80, 24))
    assert "Passa la tastiera a" in seen[0]


def test_title_new_match_saves_and_end_in_italian():
    begun(seed=1).close()
    seen: list[str] = []

    async def script(app, pilot):
        held(app, seen)
        await press(pilot, "a")
        held(app, seen)
        await press(pilot, "d")
        held(app, seen)
        await press(pilot, "n", "escape", "g")
        for _ in range(14):
            if app.screen.lines()[app.screen.mark][0] not in (
                "figure",
                "option",
            ):  # skills, and values as one types them
                held(app, seen)
            await press(pilot, "down")
        await press(pilot, "escape", "question_mark")
        held(app, seen)
        await press(pilot, "escape", "f")
        held(app, seen)
        await press(pilot, "escape", "escape", "q")

    drive(None, script, (80, 24))

    async def end(app, pilot):
        app.show_end(app.screen)
        await pilot.pause()
        held(app, seen)

    drive(begun(seed=2), end, (80, 24))


def test_what_is_said_after_the_screen_is_italian():
    async def script(app, pilot):
        await press(pilot, "Q")

    app = drive(begun(seed=2), script)
    assert app.last_words[0].startswith("Partita salvata: ")


def test_the_rooms_in_italian():
    begun(seed=1).close()
    seen: list[str] = []
    steps = "d space down enter space space question_mark escape r escape m escape q q p enter escape w enter space"

    async def script(app, pilot):
        for key in [*steps.split(), "escape", "escape", "s", *["down"] * 5]:
            await press(pilot, key)
            text = screen(app)
            found = english_on(re.sub(r'\b[a-z]+(-[a-z0-9]+)+\b|"[^"]*"', "", text)) - {"yaml"}
            assert not found, f"{key}: {found} on\n{text}"
            seen.append(text)
        await press(pilot, "escape", "q")

    drive(None, script, (80, 24))
    every = "\n".join(seen)
    for words in ("DIMOSTRAZIONI", "DIDASCALIA", "Spazio ", "CAMPAGNE", "IMPOSTAZIONI", "Classico"):
        assert words in every
