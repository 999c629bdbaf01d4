"""The terrain pack: its tiles and figures, tokens on boards, mistakes with their places, and what must never show."""

from pathlib import Path

import pytest

from zterm.content import paths
from zterm.content.problems import ContentError
from zterm.games.zombicide import game
from zterm.games.zombicide.box import load_box
from zterm.games.zombicide.mission_files import check_mission, load_mission
from zterm.kernel.match import Match

PACK = paths.builtin("missions") / "terrain"
MISSIONS = ("t01", "t02", "t03", "t04")


@pytest.fixture(scope="module")
def box():
    return load_box(PACK)


@pytest.mark.component("ZX-01")
def test_parking_and_helicopter_have_nine_street_zones(box):
    for name in ("2T", "6T"):
        assert list(box.tiles[name].zones.values()) == ["street"] * 9


@pytest.mark.component("ZX-41")
def test_pipes_part_the_water_of_the_canal_tiles(box):
    for name in ("1T", "3T"):
        tile = box.tiles[name]
        assert sorted(letter for letter, kind in tile.zones.items() if kind == "water") == ["v", "w"]
        assert frozenset("wv") in tile.open


def test_a_pack_builds_on_another(box):
    base = game.box()
    assert set(base.items) < set(box.items)
    assert set(base.tiles) < set(box.tiles)
    assert box.kinds["toxic_fatty"].priority == 5
    assert box.miniatures["toxic_walker"] == 16
    assert box.items["concrete_saw"].breaks_walls
    assert not base.items["concrete_saw"].breaks_walls


def test_every_kind_of_token_and_vehicle_is_in_a_mission():
    missions = [load_mission(name) for name in MISSIONS]
    tokens = {feature.kind for mission in missions for feature in mission.features}
    assert tokens == {
        "barricade", "rubble", "chandelier", "bell", "deflated_boat", "wall", "breakable", "drain", "bridge",
        "confessional", "tent",
    }  # fmt: skip
    cars = {car.kind for mission in missions for car in mission.cars}
    assert {"motorcycle", "boat", "bulldozer", "hummer", "truck", "helicopter", "wreck"} <= cars
    kinds = {zone.kind for mission in missions for zone in mission.board.zones.values()}
    assert {"water", "bridge", "tent", "tower", "extra"} <= kinds


MISTAKES = [
    ("t01.yaml", "{kind: rubble, at: [18, 2]}", "{kind: rubbel, at: [18, 2]}", "unknown kind rubbel, expected rubble"),
    ("t01.yaml", "{kind: rubble, at: [18, 2]}", "{kind: rubble, at: [48, 2]}", "[48, 2] is off the board"),
    ("t01.yaml", "{kind: rubble, at: [18, 2]}", "{kind: rubble, on: [18, 2]}", "unknown key on"),
    ("t01.yaml", "{kind: drain, at: [16, 4]}", "{kind: drain, at: [16, 2]}", "is no water zone"),
    ("t01.yaml", "[[15, 7], [15, 8]]", "[[15, 7], [0, 2]]", "are no neighbours"),
    ("t01.yaml", "token: drain, to: open", "token: drian, to: open", "unknown token drian, expected drain"),
    ("t01.yaml", "ends: [[1, 3], [1, 6]]", "ends: [[9, 3], [1, 6]]", "does not touch the bridge"),
    ("t04.yaml", "between: [[2, 4], [3, 4]]", "between: [[2, 4], [2, 1]]", "no wall stands between"),
    ("t02.yaml", "[[4, 11], [4, 12]]", "[[6, 12], [7, 12]]", "nothing leads from"),
]


@pytest.mark.parametrize(("name", "old", "new", "message"), MISTAKES)
def test_mistakes_are_told_with_their_place(tmp_path, name, old, new, message):
    text = (PACK / name).read_text(encoding="utf-8")
    assert text.count(old) == 1
    file = tmp_path / name
    file.write_text(text.replace(old, new))
    line = text[: text.index(old)].count("\n") + 1
    found = [p for p in check_mission(file) if message in str(p)]
    assert found
    assert found[0].line == line


def test_an_unknown_base_is_told(tmp_path):
    folder = tmp_path / "other"
    folder.mkdir()
    (folder / "pack.yaml").write_text("id: other\ngame: zombicide\nextends: prisson\nname: Other\n")
    with pytest.raises(ContentError, match=r"pack\.yaml:3:10: prisson is no pack to build on"):
        load_box(folder)


@pytest.mark.parametrize("name", MISSIONS)
def test_what_lies_face_down_is_not_told(name):
    rules = game.rules(game.setup(name))
    state = Match.start(rules, 1).state
    told = rules.public(state)["terrain"]
    assert all("holds" not in token for token in told.values())


def test_tents_lie_at_random():
    rules = game.rules(game.setup("t03"))
    found = {tuple(thing.face for thing in Match.start(rules, seed).state.things.values()) for seed in range(12)}
    assert len(found) > 3


def test_packs_are_where_they_should_be():
    assert paths.packs("zombicide")["terrain"] == Path(PACK)
