"""Things in the user's folders that are no files, files that somebody else wrote, settings of Textual's own."""

from __future__ import annotations

import json
import os
import signal
from pathlib import Path
from typing import Any

import pytest

from tests.terminal import Terminal
from zterm import coach, memory
from zterm.cli import run


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in ("DATA", "STATE", "CONFIG", "CACHE"):
        monkeypatch.setenv(f"XDG_{name}_HOME", str(tmp_path / name.lower()))
    return tmp_path


@pytest.fixture
def impatient() -> Any:
    def late(signum: int, frame: Any) -> None:
        raise TimeoutError("waits for a pipe")

    before = signal.signal(signal.SIGALRM, late)
    signal.alarm(60)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)


def test_pipes_folders_and_links_to_nowhere_are_passed_over(
    home: Path, impatient: None, capsys: pytest.CaptureFixture[str]
) -> None:
    missions, campaigns, themes = (
        home / "data/zterm/missions",
        home / "data/zterm/campaigns",
        home / "data/zterm/themes",
    )
    own = missions / "own"
    (own / "demos").mkdir(parents=True)
    (own / "pack.yaml").write_text("game: zombicide\nname: Own\n")
    for folder in (missions, own, own / "demos", campaigns, themes):
        folder.mkdir(exist_ok=True)
        ending = "json" if folder == campaigns else "yaml"
        os.mkfifo(folder / f"tube.{ending}")
        (folder / f"folder.{ending}").mkdir()
        (folder / f"link.{ending}").symlink_to("nowhere")
    for words in (
        ["missions"],
        ["demo", "--list"],
        ["campaign", "--list"],
        ["doctor"],
        ["simulate", "m00", "--games", "1"],
    ):
        assert run(words) == 0, (words, capsys.readouterr().err)
    assert "tube" not in capsys.readouterr().out


def test_no_path_is_not_this_folder(capsys: pytest.CaptureFixture[str]) -> None:
    for command in ("check", "verify"):
        assert run([command, ""]) == 2
        assert "there is no file or folder ''" in capsys.readouterr().err


@pytest.mark.parametrize("text", ["", "[]", "null", '{"seen": 5}', '{"seen": [[], {}]}', "[" * 100_000, "\0"])
def test_what_was_remembered_may_be_anything(home: Path, text: str) -> None:
    place = home / "data/zterm"
    place.mkdir(parents=True)
    (place / f"{coach.NAME}.json").write_text(text)
    (place / "views.json").write_text(text)
    assert memory.view_of("seen") == {}
    notes = coach.Coach("m00")
    told = coach.coach.load("m00")[0]
    notes._left = [told]
    assert notes._unread()
    memory.keep_view("x", {"zoom": "near"})
    assert memory.view_of("x") == {"zoom": "near"}


def test_a_view_that_somebody_rewrote_is_passed_over(home: Path) -> None:
    with Terminal("play", "m00", "--seed", "4711") as t:
        assert t.wait("who acts next"), t.text()
        t.keys("Q")
        assert t.end() == 0
    file = home / "data/zterm/views.json"
    views = json.loads(file.read_text())
    odd = {"zoom": [], "origin": ["a", {}], "size": [-1, 10**30], "names": "x", "person": [], "seen": {"verbs": 5}}
    file.write_text(json.dumps(dict.fromkeys(views, odd)))
    with Terminal("continue") as t:
        assert t.wait("who acts next"), t.text()


def test_what_textual_takes_from_the_environment_is_not_heeded(home: Path) -> None:
    odd = {"TEXTUAL_LOG": "/nowhere/log", "TEXTUAL_PRESS": "Q", "TEXTUAL": "debug", "TEXTUAL_FPS": "x"}
    with Terminal("play", "m00", "--seed", "4711", env=odd) as t:
        assert t.wait("who acts next"), t.text()
        t.keys("?")
        assert t.wait("HELP"), t.text()
        t.keys("q")
        t.keys("Q")
        assert t.end() == 0
