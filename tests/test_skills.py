"""Skills: every id that content names is declared under its rule, and survivors of one's own play with any of them."""

import re
import shutil
from pathlib import Path

import pytest
import yaml

from zterm.content import paths, rulebook
from zterm.content.problems import ContentError
from zterm.games.registry import InputError
from zterm.games.zombicide import game
from zterm.games.zombicide import skills as declared
from zterm.games.zombicide.box import check_pack, load_box
from zterm.games.zombicide.skill_actions import USES
from zterm.kernel.chance import seeded
from zterm.kernel.match import Match

ONE_LIKE = {"starts_with_a": "pistol", "plus1_damage_with": "pistol", "collector": "runner", "dreadnought": "walker"}
PACK = paths.builtin("missions") / "prison_outbreak"


def described() -> dict[str, str]:
    """Every skill id of the rules reference, a blank filled in where it has one, with the rule's id."""
    found = {}
    for entry in rulebook.load("zombicide").entries.values():
        for name in (entry.skill, *entry.also) if entry.skill else ():
            word = ONE_LIKE.get(name, "red" if name == "can_start_at" else "")
            found[f"{name}_{word}" if word else name] = entry.id
    return found


def on_sheets() -> set[str]:
    faces = [face for sheet in load_box().sheets.values() for face in (sheet.standard, sheet.zombivor)]
    return {name for face in faces for name in (face.blue, face.yellow, *face.orange, *face.red)}


def test_every_skill_of_the_rules_is_declared_under_its_rule():
    assert {name: declared.skill(name).rule for name in described()} == described()


def test_nothing_else_is_declared():
    families = {prefix for prefix in declared.FAMILIES if any(name.startswith(prefix) for name in described())}
    assert families == set(declared.FAMILIES)
    assert set(declared.SKILLS) == {name for name in described() if not any(map(name.startswith, families))}


def test_every_skill_of_the_sheets_is_declared_under_its_rule():
    book = rulebook.load("zombicide")
    assert {name: declared.skill(name).rule for name in on_sheets()} == {n: book.skill(n).id for n in on_sheets()}


def test_the_pack_lists_every_skill():
    listed = set(load_box().skills)
    assert listed == set(declared.SKILLS) | {f"{prefix}*" for prefix in declared.FAMILIES}


def test_cards_grant_declared_skills_and_uses_are_declared():
    granted = {name for item in load_box().items.values() for name in item.grants}
    assert granted | set(USES) <= set(declared.SKILLS)
    with pytest.raises(KeyError, match="flying"):
        declared.skill("flying")


def test_every_skill_has_a_scenario():
    files = Path(__file__).parent.glob("scenarios/**/skills_*.yaml")
    named = set(re.findall(r"ZB-\d+", "".join(path.read_text() for path in files)))
    assert [name for name, rule in described().items() if rule not in named] == []


MIRA = {
    "name": "Mira",
    "letter": "m",
    "about": "nurse",
    "standard": {
        "blue": "can_start_at_orange",
        "yellow": "medic",
        "orange": ["hoard", "starts_with_a_katana"],
        "red": ["zombie_link", "tactician", "plus1_damage_with_fire_axe"],
    },
    "zombivor": {
        "blue": "ninja",
        "yellow": "rotten",
        "orange": ["collector_berserker_runner", "dreadnought_fatty"],
        "red": ["trick_shot", "regeneration", "one_re_roll_per_turn"],
    },
}


@pytest.fixture
def pack(tmp_path):
    """A pack of one's own: the built-in one with one more survivor and the tutorial."""
    folder = tmp_path / "mine"
    shutil.copytree(PACK, folder, ignore=shutil.ignore_patterns("m[0-9]*"))
    (folder / "m00.yaml").write_text((PACK / "m00.yaml").read_text().replace("pack: prison_outbreak", "pack: mine"))
    add(folder, "mira", MIRA)
    return folder


def add(folder, name, sheet):
    path = folder / "survivors.yaml"
    data = yaml.safe_load(path.read_text())
    data["survivors"][name] = sheet
    path.write_text(yaml.safe_dump(data, sort_keys=False))


def begin(pack, **options):
    team = ["mira", "kim", "joshua", "shannon"]
    setup = game.setup(str(pack / "m00.yaml"), figures=team, options=options)
    rules, chance = game.rules(setup), seeded(5)
    return Match(rules, rules.begin(chance), chance)


def state(match):
    return match.rules.public(match.state)["survivors"]["mira"]


def test_a_survivor_of_ones_own_plays(pack):
    assert check_pack(pack) == []
    match = begin(pack)
    assert match.decision.kind in ("first_player", "activate")
    assert (state(match)["skills"], state(match)["xp"], state(match)["level"]) == (["can_start_at_orange"], 0, "blue")


def test_high_start_gives_experience_skills_and_cards(pack):
    match = begin(pack, high_start="on")
    assert (match.decision.kind, match.decision.actor) == ("level", "mira")
    assert match.decision.options == ("level:hoard", "level:starts_with_a_katana")
    match.choose("level:starts_with_a_katana")
    assert (state(match)["xp"], state(match)["level"]) == (19, "orange")
    assert state(match)["skills"] == ["can_start_at_orange", "medic", "starts_with_a_katana"]
    assert "katana" in state(match)["hand"]
    assert match.decision.kind in ("first_player", "activate")
    assert match.rules.public(match.state)["danger"] == "orange"


def test_high_start_with_six_slots(pack):
    match = begin(pack, high_start="on")
    match.choose("level:hoard")
    assert len(state(match)["pack"]) == 4


def test_the_side_of_the_zombivors_starts_where_its_first_skill_says(pack):
    match = begin(pack, high_start="on", zombivors_from_start="on")
    assert (state(match)["skills"], state(match)["xp"]) == (["ninja"], 0)


def test_a_card_set_aside_may_be_the_one_to_start_with(pack):
    add(pack, "mira", {**MIRA, "standard": {**MIRA["standard"], "blue": "starts_with_a_gunblade"}})
    match = begin(pack)
    assert "gunblade" in state(match)["hand"]
    assert match.rules.public(match.state)["decks"]["aside"]["gunblade"] == 1


def test_seven_survivors(pack):
    add(pack, "ida", MIRA)
    team = ["mira", "ida", "kim", "joshua", "shannon", "belle", "grindlock", "watts"]
    with pytest.raises(InputError, match="not 8"):
        game.setup(str(pack / "m00.yaml"), ["one", "two", "three"], team)
    for number in (7, 8):
        setup = game.setup(str(pack / "m00.yaml"), ["one", "two", "three"], team[:number], {"more_survivors": "on"})
        rules, chance = game.rules(setup), seeded(5)
        people = rules.public(Match(rules, rules.begin(chance), chance).state)["survivors"].values()
        hands = sorted(card for one in people for card in one["hand"] if card)
        assert (hands.count("nightstick"), hands.count("pan")) == (3, number - 6)
        assert sorted(one["player"] for one in people).count("one") == 3


@pytest.mark.parametrize(
    ("skill", "nearest"),
    [("collector_unicorn", ""), ("starts_with_a_katan", ""), ("can_start_at_blue", ""), ("medik", "medic")],
)
def test_unknown_skills_are_told(pack, skill, nearest):
    add(pack, "nobody", {**MIRA, "standard": {**MIRA["standard"], "yellow": skill}})
    found = [str(problem) for problem in check_pack(pack)]
    assert any(f"unknown skill {skill}" in problem and nearest in problem for problem in found), found
    with pytest.raises(ContentError):
        load_box(pack)


def test_survivors_of_a_pack_are_known_in_its_missions_only():
    with pytest.raises(InputError, match="there is no survivor 'mira'"):
        game.setup("m00", figures=["mira", "kim", "joshua", "shannon"])
