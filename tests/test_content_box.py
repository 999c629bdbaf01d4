"""The box of Prison Outbreak: counts of the component list (ZB-001 … ZB-013) and what the cards say."""

import shutil

import pytest

from zterm.content import paths
from zterm.content.problems import ContentError
from zterm.games.zombicide import box as box_module
from zterm.games.zombicide import game
from zterm.games.zombicide.box import check_pack, load_box
from zterm.games.zombicide.content import LEVELS
from zterm.games.zombicide.mission_files import check_path
from zterm.kernel.match import Match


@pytest.fixture(scope="module")
def box():
    return load_box()


@pytest.mark.component("ZB-002", "ZB-003", "ZB-006", "ZB-007", "ZB-013")
def test_component_counts(box):
    titles = {item.id: item.count for item in box.items.values() if item.count}
    assert (len(titles), sum(titles.values())) == (32, 83)
    assert len(box.zombie_cards) == 42
    assert box.wounded == 24
    assert sum(titles.values()) + len(box.zombie_cards) + box.wounded == 149
    assert list(box.zombie_cards) == [str(number) for number in range(79, 121)]
    assert (len(box.tiles), len(box.sheets), box.dice) == (18, 6, 6)


@pytest.mark.component("ZB-005")
def test_miniatures(box):
    assert sum(box.miniatures.values()) == 78
    assert [box.miniatures[kind] for kind in ("walker", "fatty", "runner", "abomination")] == [30, 6, 12, 1]
    assert [box.miniatures["berserker_" + kind] for kind in ("walker", "fatty", "runner", "abomination")] == [
        16,
        4,
        8,
        1,
    ]


@pytest.mark.component("ZB-010", "ZB-011")
def test_tokens_sum_to_110(box):
    tokens = box.tokens
    others = 1 + 1 + 1 + 18 + 24
    doors = sum(count for colours in tokens.doors.values() for count in colours.values())
    faces = tokens.objectives_red + len(tokens.objectives_backs) + tokens.spawns_red + len(tokens.spawns_backs)
    rest = sum(tokens.buttons.values()) + len(tokens.cars) + tokens.towers + tokens.gates + tokens.tears
    assert doors + faces + rest + others == 110
    assert (tokens.objectives_red + len(tokens.objectives_backs), tokens.spawns_red + len(tokens.spawns_backs)) == (
        13,
        6,
    )


@pytest.mark.component("ZB-004")
def test_tiles_are_nine_with_two_faces(box):
    assert all(box.tiles[tile.back].back == tile.id != tile.back for tile in box.tiles.values())
    forced = {("3P", "12P"), ("4P", "6P"), ("7P", "11P"), ("10P", "18P"), ("16P", "17P")}
    assert all(box.tiles[one].back == other for one, other in forced)


@pytest.mark.component("ZB-067", "ZB-071")
def test_cards_of_the_rulebooks_examples(box):
    attack = box.attacks
    assert (attack["sub_mg"].dice, attack["sub_mg"].accuracy, attack["sub_mg"].max, attack["sub_mg"].dual) == (
        3,
        5,
        1,
        True,
    )
    assert (attack["rifle"].min, attack["rifle"].max, attack["rifle"].ranged) == (1, 3, True)
    assert (attack["kukri"].damage, attack["kukri"].dual, attack["kukri"].ranged) == (2, True, False)
    assert attack["sawed_off"].reload
    assert attack["molotov"].everything
    assert attack["sniper_rifle"].chooses
    axe, saw, hammer = box.items["fire_axe"], box.items["chainsaw"], box.items["claw_hammer"]
    assert (axe.opens_doors, axe.door_noise, axe.attacks[0].noise) == (True, True, False)
    assert (saw.opens_doors, saw.door_noise, saw.attacks[0].noise) == (True, True, True)
    assert (hammer.opens_doors, hammer.door_noise) == (True, False)
    assert [a.id for a in box.items["gunblade"].attacks] == ["gunblade_blade", "gunblade_gun"]


def test_setup_cards(box):
    aside = sum(box.items[name].count for name in box.set_aside)
    assert sum(item.count for item in box.items.values()) - aside - len(box.start) == 71
    assert set(box.never_reshuffled) == {"nightstick", "pan", "molotov", "gunblade", "nailbat"}


def test_combinations(box):
    parts = {name: item.parts for name, item in box.items.items() if item.parts}
    assert parts == {
        "nailbat": ("baseball_bat", "nails"),
        "molotov": ("glass_bottles", "gasoline"),
        "sniper_rifle": ("rifle", "scope"),
    }
    assert box.items["sniper_rifle"].keeps_parts


def test_zombie_cards(box):
    assert all(set(card.rows) == set(LEVELS) for card in box.zombie_cards.values())
    rows = box.zombie_cards["115"].rows
    assert (rows["blue"].what, rows["red"].what, rows["red"].zombie) == ("nothing", "extra", "walker")
    assert (box.zombie_cards["119"].rows["yellow"].what, box.zombie_cards["119"].rows["yellow"].count) == ("manhole", 2)
    assert sum(card.rows["yellow"].what == "extra" for card in box.zombie_cards.values()) == 4


@pytest.mark.component("ZB-001")
def test_survivors(box):
    assert [sheet.letter for sheet in box.sheets.values()] == list("wkjsbg")
    assert all(sheet.standard.yellow == "plus1_action" != sheet.zombivor.yellow for sheet in box.sheets.values())
    assert box.sheets["watts"].starts_with == "baseball_bat"


@pytest.mark.component("ZB-108")
def test_priorities(box):
    order = sorted(box.kinds.values(), key=lambda kind: kind.priority)
    assert [kind.id for kind in order][:2] == ["walker", "berserker_walker"]
    assert box.kinds["fatty"].priority == box.kinds["abomination"].priority
    assert [kind.id for kind in order][-2:] == ["runner", "berserker_runner"]


@pytest.mark.component("ZB-253")
def test_actions_damage_and_points(box):
    table = {kind.type: (kind.actions, kind.toughness, kind.xp) for kind in box.kinds.values()}
    assert table == {"walker": (1, 1, 1), "fatty": (1, 2, 1), "abomination": (1, 3, 5), "runner": (2, 1, 1)}
    assert len(box.kinds) == 8


@pytest.mark.component("ZB-171")
def test_cars_have_four_seats():
    rules = game.rules(game.setup("m00"))
    state = Match.start(rules, 1).state
    assert [len(car.seats) for car in state.cars.values()] == [4, 4]


@pytest.fixture
def pack(tmp_path):
    folder = tmp_path / "mine"
    shutil.copytree(paths.builtin("missions") / "prison_outbreak", folder)
    return folder


@pytest.mark.parametrize(
    ("file", "old", "new", "line"),
    [
        (
            "equipment.yaml",
            "parts: [baseball_bat, nails]",
            "parts: [baseball_bat, nials]",
            "unknown card nials, expected nails",
        ),
        ("equipment.yaml", "rerolls: [sawed_off", "rerolls: [sawedoff", "unknown attack sawedoff, expected sawed_off"),
        ("equipment.yaml", "grants: [tough]", "grants: [lucky]", "unknown skill lucky, expected tough"),
        ("survivors.yaml", "starts_with: baseball_bat", "starts_with: pistol", "no skill gives pistol at the start"),
        ("equipment.yaml", "accuracy: 5", "accuracy: 7", "found 7, expected a whole number from 2 to 6"),
        ("zombie_cards.yaml", "92: {blue: 1 walker", "92: {blue: 1 wolker", "unknown zombie wolker, expected walker"),
        ("zombie_cards.yaml", "extra fatty", "extr fatty", "found extr fatty"),
        ("survivors.yaml", "blue: lucky", "blue: luky", "unknown skill luky, expected lucky"),
        ("tiles.yaml", "back: 15P", "back: 16P", "tile 1P and 16P, expected two faces of one tile"),
        ("tiles.yaml", '"aaabbbbccc"', '"aaabbbbcc"', "expected a row of 10 letters or #"),
        ("tiles.yaml", 'at: ["4,8E"]', 'at: ["3,8E"]', "3,8E is not between p and q"),
        ("pack.yaml", "filler: [nightstick", "filler: [nightstik", "unknown card nightstik, expected nightstick"),
        ("pack.yaml", "dice: 6", "dise: 6", "unknown key dise, expected dice"),
    ],
)
def test_mistakes_of_a_box_are_told_with_their_line(pack, file, old, new, line):
    path = pack / file
    words = path.read_text()
    assert old in words
    path.write_text(words.replace(old, new, 1))
    number = words[: words.index(old)].count("\n") + 1
    found = [str(problem) for problem in check_pack(pack)]
    assert any(problem.startswith(f"{path}:") and line in problem for problem in found), found
    assert any(problem.startswith(f"{path}:{number}:") for problem in found) or "unknown key" in line, found
    box_module.load_box.cache_clear()
    with pytest.raises(ContentError):
        load_box(pack)


def test_a_pack_of_ones_own_is_checked_with_its_missions(pack):
    for mission in pack.glob("m0*.yaml"):
        mission.write_text(mission.read_text().replace("pack: prison_outbreak", "pack: mine"))
    assert check_path(pack) == []
    (pack / "tiles.yaml").unlink()
    assert any("tiles.yaml:0:0: cannot be read" in str(problem) for problem in check_path(pack))
