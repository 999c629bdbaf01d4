"""Things in the user's folders that are no files, files that somebody else wrote, settings of Textual's own."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from rich.cells import cell_len

from tests.terminal import Terminal
from zterm import coach, memory, saves
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


def test_odd_folders_take_a_line_each(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("DATA", "STATE", "CONFIG", "CACHE"):
        monkeypatch.setenv(f"XDG_{name}_HOME", "/tmp/two\nlines")
    assert run(["paths"]) == 0
    assert all(":" in line for line in capsys.readouterr().out.splitlines())


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


NAMES = ["a\x1b]52;c;QUJD\x07b", "two\nlines", "\u202egnp", "\udcff\udcfe", "山田🧟"]
LONG = ["x" * 300, "./" + "x" * 300, "x" * 300 + ".yaml", "x" * 300 + ".zterm", "a/" * 3000]


def test_names_of_saves_steer_no_terminal_and_are_found_again(home: Path) -> None:
    def said(*words: str, typed: str = "") -> bytes:
        env = {**os.environ, "PYTHONPATH": str(Path(__file__).parent.parent), "LANG": "C.UTF-8"}
        done = subprocess.run(
            [sys.executable, "-m", "zterm", *words], input=typed.encode(), capture_output=True, env=env, check=True
        )
        return done.stdout + done.stderr

    said("play", "m00", "--seed", "1")
    folder = home / "data/zterm/saves"
    first = next(folder.iterdir())
    for name in NAMES:
        (folder / f"{name}.zterm").write_bytes(first.read_bytes())
    listed = said("saves")
    assert not set(listed) & {0x1B, 0x07, 0x0D}
    assert "\u202e" not in listed.decode()
    lines = listed.decode().splitlines()
    assert len(lines) == 1 + len(NAMES)
    assert len({cell_len(line.partition("zombicide")[0]) for line in lines}) == 1
    for row in json.loads(said("saves", "--json")):
        assert os.path.isfile(row["path"])
        assert row["id"].isprintable()
    for name in NAMES:
        assert b"\x1b" not in said("continue", "--plain", name)
        told = json.loads(said("continue", "--json", name).splitlines()[0])
        assert json.loads(said("saves", "delete", told["save"], "--json")) == {"deleted": told["save"]}
    assert list(folder.iterdir()) == [first]
    assert b"\x1b" not in said("paths")


def test_words_of_content_steer_no_terminal(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = (Path(__file__).parent.parent / "missions/terrain/t01.yaml").read_text()
    folder = home / "data/zterm/missions"
    folder.mkdir(parents=True)
    own = re.sub(r"(?m)^title: .*$", r'title: "Own \\e]0;gone\\a\\x9b2J\\u202e"', text)
    assert own != text
    (folder / "x1.yaml").write_text(own)
    for words in (["missions"], ["check", str(folder / "x1.yaml")], ["play", str(folder / "\x1b[2J.yaml")]):
        run(words)
        out, err = capsys.readouterr()
        assert not set(out + err) & {"\x1b", "\x07", "\x9b", "\u202e"}


@pytest.mark.parametrize("name", LONG, ids=[name[:9] + str(len(name)) for name in LONG])
def test_a_name_that_is_too_long_is_one_sentence(name: str, home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (home / "data").mkdir()
    for words in ("play", "check", "verify", "continue", "replay", "saves delete", "demo", "simulate", "campaign"):
        assert run([*words.split(), name]) == 2, words
        err = capsys.readouterr().err
        assert err.count("\n") == 1, words
        assert "never should" not in err
    saved = saves.begin("zombicide", saves.game("zombicide").setup("m00"), 3)
    saved.close()
    assert run(["export", saves.save_id(saved.path), "--format", "text", "-o", name]) == 2
    assert "can't be written" in capsys.readouterr().err


@pytest.mark.parametrize(
    "line",
    ["then: {decision: {kind: [a]}}", "then: {over: [a]}", "when: [{run: {a: 1}}]", "then: {events: [{kind: [x]}]}"],
)
def test_a_list_where_a_word_belongs_is_a_mistake_with_its_place(
    line: str, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = home / "x.yaml"
    rest = "".join(f"{key}: {value}\n" for key, value in (("when", "[]"), ("then", "{}")) if not line.startswith(key))
    file.write_text(f"id: x\ngame: zombicide\nrule: ZB-041\ntitle: t\ngiven: {{mission: m00}}\n{rest}{line}\n")
    for command in ("check", "verify"):
        assert run([command, str(file)]) == 1
        out, err = capsys.readouterr()
        assert err == ""
        assert f"{file}:7" in out


def test_a_list_for_the_kind_of_a_token_is_a_mistake_with_its_place(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = (Path(__file__).parent.parent / "missions/terrain/t01.yaml").read_text()
    file = home / "x.yaml"
    file.write_text(text.replace("{kind: drain,", "{kind: [a],"))
    assert run(["check", str(file)]) == 1
    out, err = capsys.readouterr()
    assert err == ""
    assert f"{file}:" in out


def test_a_mission_whose_name_is_no_utf_8_is_refused_and_other_things_work_there(
    home: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = home / "\udcff"
    own = folder / "zterm/missions/own"
    own.mkdir(parents=True)
    for file in (Path(__file__).parent.parent / "missions/prison_outbreak").glob("*.yaml"):
        (own / file.name).write_bytes(file.read_bytes())
    for command in (["play", "--plain"], ["simulate", "--games", "1"]):
        assert run([*command, str(own / "m01.yaml")]) == 2
        assert "is no UTF-8" in capsys.readouterr().err
    assert not (home / "data/zterm/saves").exists()
    run(["check", str(own)])
    assert "never should" not in capsys.readouterr().err
    monkeypatch.setenv("XDG_DATA_HOME", str(folder))
    for words in (["missions"], ["simulate", "m00", "--games", "1"], ["paths", "--json"], ["saves", "--json"]):
        assert run(words) == 0
        assert capsys.readouterr().err == ""
