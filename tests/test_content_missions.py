"""Mission files: all of the box are sound, the manual's example works, and mistakes are told with their place."""

import re

import pytest

from zterm.content import paths
from zterm.content.loader import parse
from zterm.content.problems import ContentError
from zterm.games import scenario
from zterm.games.trial import verify
from zterm.games.zombicide import game, given, inline, mission_language
from zterm.games.zombicide.box import load_box
from zterm.games.zombicide.inline import mission_from_inline
from zterm.games.zombicide.mission_files import check_mission, load_mission
from zterm.shows.demos import Show

FOLDER = paths.builtin("missions") / "prison_outbreak"
ALL = [f"m{number:02}" for number in range(11)]


@pytest.mark.parametrize("name", ALL)
def test_missions_of_the_box_are_sound(name):
    assert check_mission(FOLDER / f"{name}.yaml") == []
    mission = load_mission(name)
    assert mission.id == name
    assert mission.steps
    assert len(mission.hash) == 64
    assert mission.driving == bool(mission.cars) == (name in {"m00", "m01", "m07", "m08", "m10"})
    assert {effect.args["n"] for rule in mission.rules for effect in rule.effects if effect.name == "xp"} == {5}


@pytest.mark.parametrize(
    ("name", "doors", "opened", "objectives", "buttons", "spawns", "asleep"),
    [
        ("m00", 10, 2, 6, 0, 4, 1),
        ("m01", 14, 4, 8, 3, 4, 1),
        ("m02", 6, 1, 9, 0, 6, 1),
        ("m03", 20, 4, 7, 3, 4, 0),
        ("m04", 10, 0, 4, 3, 3, 1),
        ("m05", 19, 0, 4, 2, 4, 1),
        ("m06", 16, 1, 6, 2, 3, 0),
        ("m07", 18, 0, 3, 3, 5, 1),
        ("m08", 12, 3, 11, 3, 3, 0),
        ("m09", 23, 0, 7, 3, 4, 1),
        ("m10", 23, 0, 10, 3, 4, 0),
    ],
)
def test_tokens_of_the_maps(name, doors, opened, objectives, buttons, spawns, asleep):
    mission = load_mission(name)
    board = mission.board
    assert len(board.doors) == doors
    assert sum(mission.doors_open >> door.bit & 1 for door in board.doors.values()) == opened
    assert (len(mission.objectives), len(mission.buttons), len(mission.spawns)) == (objectives, buttons, spawns)
    assert sum(not spawn.active for spawn in mission.spawns) == asleep


def test_the_tutorial_in_detail():
    mission = load_mission("M00")
    board = mission.board
    assert mission.tiles == ("3P", "18P", "17P", "4P", "1P", "2P")
    assert board.zones[mission.start[0]].kind == "street"
    assert board.zones[mission.exits[0]].kind == "yard"
    assert [board.zones[spawn.zone].kind for spawn in mission.spawns] == ["street", "street", "street", "yard"]
    assert [(spawn.colour, spawn.active) for spawn in mission.spawns] == [
        ("red", True),
        ("violet", False),
        ("red", True),
        ("red", True),
    ]
    assert all(board.zones[objective.zone].kind == "room" for objective in mission.objectives)
    assert [car.kind for car in mission.cars] == ["police", "police"]
    keys = [door for door in board.doors.values() if door.colour == "violet"]
    assert [(door.by, board.zones[door.a].kind, board.zones[door.b].kind) for door in keys] == [
        ("main_door", "street", "yard")
    ]
    assert (board.doors["d10"].a, board.doors["d10"].b) == (mission.exits[0],) * 2
    lock = next(rule for rule in mission.rules if rule.id == "violet_key").effects[1]
    assert lock.args == {"colour": "violet", "what": "main_door", "opens_with": ""}
    assert mission.steps[0].done_when.args == {"colour": ("violet",), "where": "board", "count": 1}
    assert mission.areas["exit"] == mission.exits
    assert mission.areas["board"] == tuple(board.zones)


def test_clauses_hold_every_argument():
    mission = load_mission("m01")
    rule = next(rule for rule in mission.rules if rule.id == "white_on")
    assert rule.when.args == {"colour": "white", "to": "on", "first": False}
    assert rule.effects[1].args == {"area": "white_area", "kinds": ("room",), "first_time_only": True}
    ring = mission.steps[1].done_when
    assert [inner.name for inner in ring.args["of"]] == ["door", "door", "no_path", "survivors"]


def example():
    manual = (paths.builtin("missions") / "README.md").read_text(encoding="utf-8")
    return re.search(r"```yaml\n(id: .*?)```", manual, re.S)[1]


def test_the_example_of_the_manual(tmp_path):
    file = tmp_path / "two_keys.yaml"
    file.write_text(example())
    assert check_mission(file) == []
    assert load_mission(file).title == "Two keys"


def test_the_manual_names_every_word_and_argument():
    manual = (paths.builtin("missions") / "README.md").read_text(encoding="utf-8")
    for table in (mission_language.TRIGGERS, mission_language.CONDITIONS, mission_language.EFFECTS):
        for name, word in table.items():
            row = next(line for line in manual.splitlines() if line.startswith(f"| `{name}` | {word.about}"))
            assert all(f"{key}:" in row.replace("**", "") and str(arg.about) in row for key, arg in word.args.items())


def test_the_scenario_of_the_manual_holds_and_can_be_shown(tmp_path):
    manual = (paths.builtin("missions") / "README.md").read_text(encoding="utf-8")
    file = tmp_path / "shot.yaml"
    file.write_text(re.search(r"```yaml\n(id: a-shot.*?)```", manual, re.S)[1])
    [one] = scenario.load(file)
    assert one.demo
    assert str(verify(one)) == "passed a-shot-in-the-street"
    assert not Show(one).trouble


def test_the_manual_names_every_key_of_scenarios():
    manual = (paths.builtin("missions") / "README.md").read_text(encoding="utf-8")
    part = manual[manual.index("## Scenarios and demos") : manual.index("## The box of a pack")]
    tables = [line for line in part.splitlines() if line.startswith("|") or line.startswith("`given")]
    named = set(re.findall(r"`(?:\{)?(\w+)", "\n".join(tables)))
    for keys in (scenario.KEYS, scenario.CHECKS, scenario.VERBS, given.POSITION, given.SURVIVOR, inline.BOARD):
        assert set(keys) - named == set()


MISTAKES = [
    ("at: [4, 5]", "at: [40, 5]", "[40, 5] is off the board"),
    ("exit: [19, 5]", "exit: 19", "found 19"),
    ("  - [3P, 17P]", "  - [3P, 12P]", "tile 12P is the back of 3P, in line 10"),
    ("  - [3P, 17P]", "  - [3P, 3P]", "tile 3P is laid already, in line 10"),
    ("  - [3P, 17P]", "  - [3P, 99P]", "unknown tile 99P"),
    ("  - [3P, 17P]", "  - [3P@45, 17P]", "found 3P@45"),
    ('at: "2,5E"', 'at: "2,2N"', "this door joins z1 to itself"),
    ('at: "2,5E"', 'at: "2,5X"', "found 2,5X"),
    ('at: "14,7S", colour: violet', 'at: "9,9S", colour: violet', "this door joins nothing"),
    ('at: "14,7S", colour: violet', 'at: "14,7S", joins: [[0, 0], [19, 9]]', "do not touch"),
    ('at: "14,7S", colour: violet', 'at: "14,7S", colour: vilet', "found vilet"),
    ('  - {at: "2,5E"} ', "  # ", "nobody can reach this objective"),
    ("lock: violet", "lock: blue", "lock: the mission has no blue door"),
    ("spawn_on: violet", "spawn_on: blue", "no spawn zone of this mission is blue, expected red or violet"),
    ("take_objective: violet", "take_objective: white", "no objective of this mission is white"),
    ("kind: runner", "kind: runer", "unknown zombie runer, expected runner"),
    ("at: second_house", "at: second_hose", "unknown place second_hose, expected second_house"),
    ("clear: exit", "cleared: exit", "unknown condition cleared, expected clear"),
    ("do: escape", "do: escaped", "unknown effect escaped, expected escape"),
    ("when: setup", "when: set_up", "unknown trigger set_up, expected setup"),
    ("do: [{xp: 5}]", "do: [{xp: 0}]", "found 0, expected a whole number from 1 to 99"),
    ("do: [{xp: 5}]", "do: [{give: [rifel]}]", "unknown card rifel, expected rifle"),
    ("do: [{xp: 5}]", "do: [rotate_gate]", "the mission has no gate"),
    ("do: [{xp: 5}]", "do: [{draw: {form: pile}}]", "draw has no argument form, expected from"),
    ("do: [{xp: 5}]", "do: [{place_zombie: walker}]", "found walker, expected arguments by name"),
    ("do: [{xp: 5}]", "do: []", "at least 1"),
    ("when: setup", "when: {search: taxi}", "the mission has no taxi"),
    ("id: bell", "id: bolt", "rule bolt is there already"),
    ("colour: violet, active: false", "colour: violet, activ: false", "unknown key activ, expected active"),
    ("difficulty: easy", "dificulty: easy", "key difficulty is missing"),
    ("pack: prison_outbreak", "pack: prison_outbrake", "unknown pack prison_outbrake, expected prison_outbreak"),
]


@pytest.mark.parametrize(("old", "new", "message"), MISTAKES, ids=[new for _, new, _ in MISTAKES])
def test_mistakes_are_told_with_their_place(tmp_path, old, new, message):
    words = example()
    assert old in words
    file = tmp_path / "wrong.yaml"
    file.write_text(words.replace(old, new, 1))
    line = words[: words.index(old)].count("\n") + 1
    found = [str(problem) for problem in check_mission(file)]
    mine = [problem for problem in found if message in problem]
    assert mine, found
    assert all(re.match(rf"{re.escape(str(file))}:\d+:\d+: ", problem) for problem in found)
    if message not in (
        "nobody can reach this objective",
        "key difficulty is missing",
        "no objective of this mission is white",
    ):
        assert any(problem.startswith(f"{file}:{line}:") for problem in mine), (line, found)
    with pytest.raises(ContentError):
        load_mission(file)


def test_mistakes_of_form_and_meaning_are_told_together(tmp_path):
    file = tmp_path / "wrong.yaml"
    words = (
        example()
        .replace("minutes: 30", "minutes: soon")
        .replace("at: [14, 9]", "at: [14, 99]")
        .replace("clear: exit", "clear: nowhere")
    )
    file.write_text(words)
    found = [str(problem) for problem in check_mission(file)]
    assert ["found soon" in found[0], "off the board" in found[1], "unknown place nowhere" in found[-1]] == [True] * 3


@pytest.mark.parametrize(
    ("old", "new"), [("colour: green", "colour: pink"), ('"3,36E"', '"3,36X"'), ("green, joins", "green, jons")]
)
def test_a_door_misread_cuts_nothing_off(tmp_path, old, new):
    words = (FOLDER / "m08.yaml").read_text()
    assert old in words
    file = tmp_path / "m.yaml"
    file.write_text(words.replace(old, new, 1))
    found = [str(problem) for problem in check_mission(file)]
    assert len(found) == 1, found
    assert f":{words[: words.index(old)].count(chr(10)) + 1}:" in found[0]


@pytest.mark.component("ZB-012")
def test_more_tokens_than_the_box_holds(tmp_path):
    words = (FOLDER / "m00.yaml").read_text()
    words = words.replace("doors:\n", "doors:\n" + '  - {at: "4,6S", colour: white}\n' * 2, 1)
    words = words.replace("cars:\n", "cars:\n  - {at: [9, 0], kind: police}\n", 1)
    words = words.replace(
        "objectives:\n", "objectives:\n" + "  - {at: [4, 4]}\n" * 7 + "  - {at: [4, 4], colour: violet}\n" * 2, 1
    )
    words = words.replace("spawns:\n", "spawns:\n" + "  - {at: [0, 9]}\n" * 3, 1)
    file = tmp_path / "m.yaml"
    file.write_text(words)
    found = "\n".join(str(problem) for problem in check_mission(file))
    assert "more than 1 white door tokens" in found
    assert "the box cannot lay these cars together" in found
    assert "more than 13 objectives" in found
    assert "more than 1 violet objectives" in found
    assert "more than 6 spawns" in found


def test_no_such_mission():
    with pytest.raises(ContentError, match="no such mission"):
        load_mission("m99")


BOARD = """
board:
  zones: {A: {kind: street, at: [0, 0, 4, 3]}, B: {kind: rom, at: [4, 0, 4, 3]}, C: {kind: street, at: [2, 0, 4, 3]}}
  joins: [{zones: [A, C], by: opne}, {zones: [A, X], by: open}]
  spawn: {}
objectives: {o1: {zone: Y}}
win: {taken: {color: red}}
"""


def test_mistakes_of_an_inline_board():
    with pytest.raises(ContentError) as caught:
        mission_from_inline(parse(BOARD, "s.yaml"), load_box())
    found = [str(problem) for problem in caught.value.problems]
    for place, words in [
        ("s.yaml:3:", "found rom"),
        ("s.yaml:3:", "C lies over A"),
        ("s.yaml:4:", "found opne"),
        ("s.yaml:4:", "unknown zone X"),
        ("s.yaml:5:3:", "unknown key spawn, expected spawns"),
        ("s.yaml:6:", "unknown zone Y"),
        ("s.yaml:7:", "taken has no argument color, expected colour"),
    ]:
        assert any(problem.startswith(place) and words in problem for problem in found), (words, found)


def test_a_team_smaller_than_the_mission_is_made_for_is_warned():
    assert game.notes(game.setup("m00")) == ()
    four = game.setup("m00", figures=["kim", "watts", "belle", "joshua"])
    assert game.notes(four) == ("the mission is made for 6 survivors and more; with 4 it is harder",)
