"""Saves on the command line: listed, named, deleted, each fault in a sentence."""

import json
import re

from zterm import saves


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
