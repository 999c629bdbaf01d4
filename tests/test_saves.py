"""Saves on the command line: listed, named, deleted, each fault in a sentence."""

import json
import os
import re
import subprocess
import sys
import time
from itertools import count

import pytest
from msgspec.structs import replace

from tests.terminal import Terminal
from zterm import cli, saves
from zterm.content import catalogue, missions
from zterm.content.paths import builtin
from zterm.games import registry
from zterm.games.registry import game
from zterm.kernel import journal, record
from zterm.kernel.record import packed, read, sound
from zterm.session import playable
from zterm.ui.rooms.lists import WatchList
from zterm.ui.title import Saves, Title


def test_a_broken_save_is_listed_with_its_trouble(zterm):
    saves.folder().mkdir(parents=True)
    (saves.folder() / "bad.zterm").write_text("nonsense")
    assert "this is no zterm save" in zterm("saves")[1]
    assert json.loads(zterm("saves", "--json")[1])[0]["trouble"]
    status, _, err = zterm("continue", "bad")
    assert status == 2
    assert "this is no zterm save" in err


def test_a_save_whose_bot_is_gone_is_said_and_ends_nothing(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    saved = saves.begin("zombicide", registry.game("zombicide").setup("m00"), 1, {"p1": "bot:gone"})
    saved.close()
    with pytest.raises(registry.InputError, match="there is no bot 'gone'"):
        playable(saves.resume(None))
    saves.resume(None).close()
    with Terminal() as t:
        assert t.wait("Continue"), t.text()
        t.keys("c")
        assert t.wait("there is no bot 'gone'"), t.text()
        t.keys("w", 0.4)
        assert t.wait("watches"), t.text()
        t.keys("\r", 0.4)
        assert t.wait("play from here"), t.text()
        t.keys("t", 0.4)
        assert t.wait("It can't be taken up here: there is no bot 'gone'"), t.text()
        t.keys("\x03")
        assert t.end() == 130
    assert len(saves.paths()) == 1


def test_a_save_in_play_is_neither_deleted_nor_played_twice(zterm, toy):
    saved = saves.begin("toy", toy.setup("t00"), 1)
    name = saves.save_id(saved.path)
    for args in (["saves", "delete", name], ["continue", name, "--json"]):
        status, _, err = zterm(*args)
        assert status == 2
        assert "another zterm is playing this save" in err
    saved.close()
    assert zterm("saves", "delete", name, "--json")[1] == f'{{"deleted":"{name}"}}\n'


def test_saves_of_one_second_get_different_names(toy):
    names = []
    for _ in range(3):
        saved = saves.begin("toy", toy.setup("t00"), 1)
        names.append(saves.save_id(saved.path))
        saved.close()
    assert len(set(names)) == 3
    assert all(re.fullmatch(r"t00-\d{8}-\d{6}-\d+", name) for name in names)
    assert saves.folder().stat().st_mode & 0o777 == 0o700
    assert saves.folder().parent.stat().st_mode & 0o777 == 0o700


def test_only_saves_are_deleted(zterm, tmp_path):
    path = tmp_path / "precious.zterm"
    path.write_text("mine")
    status, _, err = zterm("saves", "delete", path)
    assert status == 2
    assert "only saves in" in err
    assert path.read_text() == "mine"


def test_a_link_to_nowhere_hides_no_other_save(zterm, toy):
    saved = saves.begin("toy", toy.setup("t00"), 1)
    saved.close()
    for name in ("gone", "round"):
        (saves.folder() / f"{name}.zterm").symlink_to(saves.folder() / f"{'no' if name == 'gone' else name}.zterm")
    assert {info.id: bool(info.trouble) for info in saves.listing()} == {
        saves.save_id(saved.path): False,
        "gone": True,
        "round": True,
    }
    assert not saves.info(saved.path).trouble
    assert saves.info(saves.folder() / "deleted.zterm").trouble
    assert zterm("saves")[0] == 0


def _began(name, mission):
    saved = saves.begin(name, game(name).setup(mission), 1)
    saved.close()
    return saves.save_id(saved.path)


def _words(page, columns=80):
    return ["".join(bit.text for bit in row.bits) for row in page.rows(columns, 24)]


def test_saves_are_called_by_the_titles_of_their_missions_in_the_language_in_use(tmp_path, capsys):
    own = tmp_path / "own.yaml"
    own.write_text((builtin("missions") / "prison_outbreak" / "m02.yaml").read_text().replace("Finding the", "My"))
    said = {
        _began("zombicide", "m00"): {"en": "Tutorial: The Break-In", "it": "Tutorial: The Break-In"},
        _began("zombicide", "t01"): {"en": "The canal works", "it": "La chiusa del canale"},
        _began("walking_dead", "teams"): {"en": "Team game", "it": "Gioco a squadre"},
        _began("zombicide", str(own)): {"en": "My Keys", "it": "My Keys"},
    }
    for code in ("en", "it"):
        catalogue.use(code)
        assert {one.id: one.title for one in saves.listing()} == {name: titles[code] for name, titles in said.items()}
        newest = saves.listing()[0].title
        assert f"{newest}, turn" in next(line for line in _words(Title(None)) if ">1" in line)
        assert cli.run(["saves", "--lang", code]) == 0
        for lines in (_words(Saves(None)), _words(WatchList(None)), capsys.readouterr().out.splitlines()):
            for titles in said.values():
                assert any(titles[code] in line for line in lines)
            assert not any(re.search(r" (m00|t01|teams|m02) ", line) for line in lines)


def test_a_save_without_its_mission_keeps_its_name(tmp_path):
    own = tmp_path / "own.yaml"
    own.write_text((builtin("missions") / "prison_outbreak" / "m02.yaml").read_text().replace("id: m02", "id: mine"))
    name = _began("zombicide", str(own))
    assert saves.listing()[0].title == "Finding the Keys"
    own.rename(tmp_path / "gone.yaml")
    missions._title.cache_clear()
    assert saves.listing()[0].title == "mine"
    assert any(re.search(r"> ?mine ", line) for line in _words(Saves(None)))
    assert any(name in line for line in _words(Saves(None)))


def test_listing_imports_no_game(monkeypatch):
    for name, mission in (("zombicide", "m00"), ("walking_dead", "teams")):
        _began(name, mission)
    for known in registry.GAMES:
        monkeypatch.setitem(registry.GAMES, known, "no.such.module")
    assert {one.title for one in saves.listing()} == {"Team game", "Tutorial: The Break-In"}


@pytest.fixture
def clock(monkeypatch):
    """A clock that goes on by a second whenever a journal looks at it."""
    ticks = count(1_800_000_000_000, 1000)
    monkeypatch.setattr(journal, "now", lambda: next(ticks))


def _toys(toy, n):
    return [saves.begin("toy", toy.setup("t00"), seed) for seed in range(n)]


def _finish(saved):
    while saved.match.decision is not None:
        saved.choose(saved.match.decision.options[0])


def _aged(path):
    """Make a save like those from before lines had times."""
    lines = [sound(raw) for raw in path.read_bytes().splitlines()]
    path.write_bytes(b"".join(packed(replace(one, at=0) if hasattr(one, "at") else one) for one in lines))


def test_the_save_played_last_comes_first_whatever_the_files_say(toy, clock, zterm):
    first, second, third = _toys(toy, 3)
    for saved in (third, second, first, second):
        saved.choose("dig")
    ids = [saves.save_id(one.path) for one in (second, first, third)]
    for age, saved in enumerate((first, third, second)):
        os.utime(saved.path, (1_900_000_000 - age, 1_900_000_000 - age))
    assert [one.id for one in saves.listing()] == ids
    assert saves.listing()[0].played.startswith("2027-01-15T")
    third.choose("move:B")
    third.undo()
    assert [saves.save_id(path) for path in saves.paths()] == [ids[2], *ids[:2]]
    for saved in (first, second, third):
        saved.close()
    assert f"Resumed as {ids[2]}" in zterm("continue", "--plain")[1]


def test_a_clock_that_was_wrong_for_a_while_does_not_decide_for_ever(toy, monkeypatch):
    wrong, first, second = _toys(toy, 3)
    with monkeypatch.context() as patched:
        patched.setattr(journal, "now", lambda: 4_000_000_000_000)
        wrong.choose("dig")
    for saved in (first, second):
        saved.choose("dig")
        time.sleep(0.002)
    assert [saves.save_id(path) for path in saves.paths()] == [
        saves.save_id(saved.path) for saved in (second, first, wrong)
    ]
    wrong.choose("move:B")
    assert saves.newest() == wrong.path
    assert not saves.past("2096-10-02T07:06:40Z")
    assert saves.past("2026-01-02T07:06:40Z")


def test_times_on_the_screen_are_those_of_the_clock_on_the_wall():
    code = "from zterm import saves; print(saves.minute('2026-07-01T22:59:59Z'), saves.minute('?'))"
    env = {**os.environ, "TZ": "HERE-2"}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=env, check=True)
    assert done.stdout == "2026-07-02 00:59 ?\n"


def test_a_match_that_goes_on_comes_before_later_ones_that_are_over(toy, clock, zterm):
    going, over, later = _toys(toy, 3)
    going.choose("dig")
    for saved in (over, later):
        _finish(saved)
    for saved in (going, over, later):
        saved.close()
    assert [saves.save_id(path) for path in saves.paths()] == [saves.save_id(one.path) for one in (later, over, going)]
    assert saves.newest() == going.path
    assert "Continue" in " ".join(_words(Title(None)))
    (saves.folder() / "zzz.zterm").write_text("nonsense")
    assert f"Resumed as {saves.save_id(going.path)}" in zterm("continue", "--plain")[1]
    going.path.unlink()
    assert saves.newest() == later.path
    assert "Continue" not in " ".join(_words(Title(None)))
    later.path.unlink()
    over.path.unlink()
    assert "no zterm save" in zterm("continue")[2]


def test_saves_from_before_answers_had_times_go_by_their_files_and_after_the_others(toy, clock):
    old, older, new = _toys(toy, 3)
    for age, saved in enumerate((old, older)):
        saved.choose("dig")
        _aged(saved.path)
        os.utime(saved.path, (1_900_000_000 - age, 1_900_000_000 - age))
    assert saves.paths() == [new.path, old.path, older.path]
    assert [one.played[:10] for one in saves.listing()] == ["2027-01-15", "2030-03-17", "2030-03-17"]
    older.choose("dig")
    assert saves.paths()[0] == older.path


def test_a_glance_at_the_end_says_what_the_whole_file_says(toy, monkeypatch):
    (saved,) = _toys(toy, 1)
    monkeypatch.setattr(record, "TAIL", 700)
    while saved.match.decision is not None:
        _agrees(saved.path)
        saved.choose(saved.match.decision.options[saved.match.answers % 2 - 1])
        saved.keep_position()
    _agrees(saved.path)
    whole = saved.path.read_bytes()
    for end in range(1, 400):
        saved.path.write_bytes(whole[:-end])
        _agrees(saved.path)
    saved.path.write_bytes(b"x" * 3000)
    assert record.glance(saved.path) is None
    assert record.glance(saved.path.parent) is None
    for path in (saved.path, saved.path.parent):
        with pytest.raises(record.SaveError):
            record.head(path)
    saved.path.write_bytes(whole[: whole.index(b"\n")])
    with pytest.raises(record.SaveError):
        record.head(saved.path)


def _agrees(path):
    seen, known = record.glance(path), read(path)
    assert seen == record.Glance(known.at, known.over is not None)
    assert record.head(path) == known.header
    assert known.at > 0


@pytest.mark.parametrize("command", [["replay"], ["export"], ["continue"]])
def test_a_file_that_is_no_save_is_not_called_missing(zterm, tmp_path, monkeypatch, command):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "notes.txt").write_text("nonsense")
    after = ["--format", "json"] if command == ["export"] else []
    status, _, err = zterm(*command, "notes.txt", *after)
    assert status == 2
    assert "notes.txt: this is no zterm save" in err
    status, _, err = zterm(*command, "./far/notes.txt", *after)
    assert status == 2
    assert "there is no save './far/notes.txt'" in err
