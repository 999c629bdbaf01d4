"""Saves on the command line: listed, named, deleted, each fault in a sentence."""

import json
import re

from zterm import cli, saves
from zterm.content import catalogue, missions
from zterm.content.paths import builtin
from zterm.games import registry
from zterm.games.registry import game
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
    assert any(" >mine " in line for line in _words(Saves(None)))
    assert any(name in line for line in _words(Saves(None)))


def test_listing_imports_no_game(monkeypatch):
    for name, mission in (("zombicide", "m00"), ("walking_dead", "teams")):
        _began(name, mission)
    for known in registry.GAMES:
        monkeypatch.setitem(registry.GAMES, known, "no.such.module")
    assert {one.title for one in saves.listing()} == {"Team game", "Tutorial: The Break-In"}
