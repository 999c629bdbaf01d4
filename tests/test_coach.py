"""Coach notes: each told once when it first matters, remembered, turned off for good, and checked with their places."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from tests.test_plain import typed
from tests.test_ui_play import begun, drive, home, press  # noqa: F401
from zterm import memory
from zterm.bots import named
from zterm.cli import run
from zterm.content import catalogue, settings
from zterm.games import coach
from zterm.games.zombicide import game
from zterm.kernel.match import Match

PACK = Path(__file__).parent.parent / "missions" / "prison_outbreak"


def notes_told(app):
    return [entry for entry in app.screen.desk.chronicle.said if entry.note]


def test_the_first_match_tells_each_note_once():
    async def script(app, pilot):
        assert [entry.rule for entry in notes_told(app)] == ["ZB-041"]
        assert "Choose who acts" in notes_told(app)[0].text
        await press(pilot, "o")
        await press(pilot, "down", "up")
        assert len(notes_told(app)) >= 3
        assert len({entry.text for entry in notes_told(app)}) == len(notes_told(app))

    drive(begun(), script)
    seen = memory.read("coach")["seen"]
    assert "m00:who_acts" in seen

    async def later(app, pilot):
        assert "Choose who acts" not in " ".join(entry.text for entry in notes_told(app))

    drive(begun(), later)


def test_other_missions_have_no_notes_and_notes_can_be_turned_off_for_good():
    async def script(app, pilot):
        assert notes_told(app) == []

    drive(begun(mission="m05"), script)

    async def off(app, pilot):
        await press(pilot, "ctrl+p", *"coach", "enter", "o")
        assert len(notes_told(app)) == 1

    drive(begun(), off)
    assert not settings.load().on("coach")
    drive(begun(), script)


SCREEN = re.compile(r"(?:^|[ .])[HGOxz?](?= )|\\br on|arrows|frecce|Digits|cifre|[(][*~S]|Mark |Segna ")
"""What stands for a key, a sign of the map or a pane."""


@pytest.mark.parametrize("code", ["en", "it", "pl"])
def test_in_lines_notes_name_words_instead_of_keys_and_signs(code):
    catalogue.use(code)
    try:
        notes = coach.load("m00")
    finally:
        catalogue.use()
    assert any(SCREEN.search(note.text) for note in notes)
    assert [note.lines for note in notes if SCREEN.search(note.lines)] == []
    assert all(len(note.lines) <= coach.LONGEST for note in notes)


def test_lines_on_a_terminal_tell_the_notes_for_lines(monkeypatch):
    monkeypatch.setattr(sys.stdin, "isatty", lambda: True)
    saved = begun()
    said = typed(saved, "watts")
    saved.close()
    assert any(line.startswith("Note: Choose who acts") and "Type a number" in line for line in said)
    assert not any("Digits" in line for line in said)


def test_all_notes_are_sound_short_and_have_rules_and_italian():
    notes = coach.load("m00")
    assert len(notes) >= 25
    assert coach.check(PACK / "coach.yaml") == []
    assert len({note.text for note in notes}) == len(notes)
    assert all(len(note.text) < 130 for note in notes)
    raw = (PACK / "coach.yaml").read_text()
    assert raw.count("in: {it:") == len(notes)


def test_most_notes_come_in_matches_of_the_mission():
    told = set()
    for seed in range(6):
        match = Match.start(game.rules(game.setup("m00", options={"all_means": "alive"})), seed)
        bot = named.make("zombicide", "heuristic" if seed % 2 else "random", seed)
        left = [note for note in coach.load("m00") if note.id not in told]
        for _ in range(400):
            note = coach.due(left, match.decision, match.events)
            if note is not None:
                left.remove(note)
                told.add(note.id)
            if match.decision is None:
                break
            match.choose(bot(match))
    assert len(told) >= 22, sorted({note.id for note in coach.load("m00")} - told)


HEAD = "game: zombicide\nmissions: [m00]\nnotes:\n"
GOOD = "  - {id: a, when: {decision: turn}, text: Some words, rule: ZB-041}\n"


@pytest.mark.parametrize(
    ("text", "what"),
    [
        (HEAD + GOOD + GOOD, "two notes a"),
        (HEAD + GOOD.replace("turn", "trun"), "no decision trun"),
        (HEAD + GOOD.replace("decision: turn", "event: moovd"), "no event moovd"),
        (HEAD + GOOD.replace("decision: turn", "event: moved, fromm: z1"), "no field fromm"),
        (HEAD + GOOD.replace("decision: turn", "option: move, decision: turn"), "one thing"),
        (HEAD + GOOD.replace("ZB-041", "ZB-999"), "no rule ZB-999"),
        (HEAD + GOOD.replace("Some words", "x" * 300), "found"),
        (HEAD.replace("m00", "m77") + GOOD, "no mission m77"),
        (HEAD.replace("zombicide", "walking_dead") + GOOD, "not of the game"),
        (HEAD + "  - {id: a, when: {decision: turn}, rule: ZB-041}\n", "text is missing"),
    ],
)
def test_mistakes_are_named_with_their_place(text, what, tmp_path, monkeypatch, capsys):
    file = tmp_path / "coach.yaml"
    (tmp_path / "pack.yaml").write_text("id: x\ngame: zombicide\nname: X\n")
    file.write_text(text)
    monkeypatch.setattr(coach, "find_mission", lambda name: tmp_path / "m00.yaml" if name == "m00" else None)
    assert run(["check", str(file)]) == 1
    said = capsys.readouterr().out
    assert what in said
    assert f"{file}:" in said
