"""What Zombicide shows: tokens by the contract of ``kernel.views``, words for every place, and nothing hidden."""

import random

import msgspec
import pytest

from zterm.content.loader import node_of
from zterm.games import registry
from zterm.games.zombicide import game
from zterm.games.zombicide.places import heading
from zterm.kernel.chance import seeded
from zterm.kernel.match import Match

MISSIONS = [f"m{n:02d}" for n in range(11)]
GROUPS = {
    "zombie",
    "survivor",
    "zombivor",
    "noise",
    "objective",
    "button",
    "spawn",
    "start",
    "exit",
    "car",
    "manhole",
    "item",
    "tower",
}


def position(**given):
    board = {
        "zones": {
            "A": {"kind": "street", "at": [0, 0, 3, 3]},
            "B": {"kind": "street", "at": [3, 0, 3, 3]},
            "R": {"kind": "room", "at": [0, 3, 3, 3]},
            "Q": {"kind": "room", "at": [3, 3, 3, 3]},
        },
        "joins": [
            {"zones": ["A", "B"], "by": "open"},
            {"zones": ["A", "R"], "by": "door", "id": "d1", "state": "closed", "colour": "white"},
            {"zones": ["B", "Q"], "by": "fence"},
        ],
        "manholes": ["B"],
        "spawns": {
            "s1": {"zone": "B", "colour": "red", "active": True},
            "s2": {"zone": "A", "colour": "violet", "active": False},
        },
        "start": "A",
    }
    rules, state, _ = game.position(
        registry.given_of(node_of({"board": board, "phase": "players", "active": "shannon", "seed": 1, **given})), 1
    )
    return rules, state, rules.view(state, None)


SHANNON = {"zone": "A", "hand": ["sub_mg", "sub_mg"], "pack": ["fire_axe", "flashlight"], "xp": 8, "wounds": 1}


def of(view, group, area=None):
    return [t for t in view.tokens if t.group == group and area in (None, t.area)]


def test_zombies_are_one_token_a_type():
    _, _, view = position(
        survivors={"shannon": SHANNON},
        zombies={"B": {"walker": 3, "berserker_walker": 2, "berserker_fatty": 1, "abomination": 1}},
    )
    found = [(t.text, t.count, t.extra, t.role) for t in of(view, "zombie")]
    assert found == [("W", 3, 2, "walker"), ("F", 0, 1, "fatty"), ("A", 1, 0, "abomination")]
    assert of(view, "zombie")[0].name == "3 Walkers, 2 Berserker Walkers"


def test_survivors_cars_noise_and_tokens():
    _, _, view = position(
        survivors={
            "shannon": SHANNON,
            "kim": {"zone": "B", "seat": "c1:2"},
            "belle": {"zone": "B", "zombivor": True},
        },
        cars={"c1": {"kind": "police", "zone": "B", "seats": [None, "kim", None, None]}},
        noise={"A": 2},
        objectives={"o1": {"zone": "R", "colour": "red"}, "o2": {"zone": "R", "colour": "violet"}},
        buttons={"b1": {"zone": "R", "colour": "violet"}},
    )
    assert [(t.id, t.text, t.active) for t in of(view, "survivor")] == [("shannon", "s", True)]
    assert [t.text for t in of(view, "zombivor")] == ["b"]
    assert [t.text for t in of(view, "car")] == ["{P.k..}"]
    assert [(t.text, t.count) for t in of(view, "noise")] == [("~2", 2)]
    assert [t.text for t in of(view, "objective")] == ["*", "*v"]
    assert [t.text for t in of(view, "button")] == ["ov"]
    assert [t.text for t in of(view, "spawn")] == ["S1", "s2v"]
    assert [t.area for t in of(view, "manhole")] == ["B"]
    assert [t.area for t in of(view, "start")] == ["A"]


def test_people_sheets_and_cards():
    _, _, view = position(survivors={"shannon": SHANNON, "kim": {"zone": "B"}})
    shannon, kim = view.people
    assert (shannon.letter, shannon.level, shannon.points, shannon.track) == ("S", "Y", 8, (8, 19, 43))
    assert (shannon.wounds, shannon.wound_limit, shannon.active, kim.actions) == (1, 2, True, None)
    assert [field.label for field in shannon.sheet] == ["blue 0", "yellow 7", "orange 19", "red 43"]
    assert shannon.sheet[0].value == "[Point-blank]"
    assert shannon.sheet[1].value == "[+1 action]"
    assert shannon.sheet[2].value == "+1 free Ranged action | Lucky"
    cards = {card.slot: card for card in shannon.cards}
    gun = cards["hand 1"]
    assert gun.name == "Sub MG"
    assert [(f.label, f.value) for f in gun.stats] == [
        ("range", "0-1"),
        ("dice", "3"),
        ("accuracy", "5+"),
        ("damage", "1"),
    ]
    assert gun.marks == "DN"
    assert cards["pack 1"].marks == "+n"
    assert [f.value for f in cards["pack 2"].stats] == ["+1 card"]
    assert "Wounded" in [card.name for card in shannon.cards]


def test_marks_lie_beside_the_sheet_and_a_loud_zone_is_seen():
    rules, state, view = position(
        survivors={
            "shannon": SHANNON,
            "kim": {"zone": "R", "skills": ["rotten"], "marks": ["rotten", "born_leader"]},
            "belle": {"zone": "B", "skills": ["loud"], "marks": ["loud"]},
        }
    )
    shown = {who.id: [field.value for field in who.sheet if field.label == "beside the sheet"] for who in view.people}
    assert shown["shannon"] == []
    assert shown["kim"] == ["Rotten: zombies do not notice | one more action in the next turn (Born Leader)"]
    assert shown["belle"] == ["Loud in B"]
    assert [token.name for token in of(view, "noise")] == ["the noisiest zone (Loud, Belle)"]
    assert rules.public(state)["loud"] == "B"


def test_places_say_what_is_there_and_the_ways_out():
    _, _, view = position(survivors={"shannon": SHANNON}, zombies={"B": {"walker": 1, "berserker_runner": 2}})
    what, ways = view.places["A"].split("\n")
    assert what == "street: Shannon, spawn 2, asleep, violet, start"
    assert ways == "Ways: east B, south closed white door d1 R"
    what, ways = view.places["B"].split("\n")
    assert what == "street: 1 Walker, 2 Berserker Runners, spawn 1, manhole; seen, 1 zone from Shannon"
    assert ways == "Ways: south fence Q, west A"
    assert view.places["R"].startswith("room: empty; out of sight")


def test_doors_and_torn_fences_are_marks():
    rules, state, view = position(survivors={"shannon": SHANNON})
    assert [(m.id, m.kind, m.open, m.colour) for m in view.marks] == [("d1", "door", False, "white")]
    for way in rules.content.mission.board.ways:
        if way.bit >= 0:
            state.ways |= 1 << way.bit
    marks = {m.kind: m.open for m in rules.view(state, None).marks}
    assert marks == {"door": True, "tear": True}
    assert "torn fence" in rules.view(state, None).places["B"]


def test_status():
    rules = game.rules(game.setup("m00"))
    match = Match.start(rules, 1)
    view = rules.view(match.state, match.decision)
    assert view.title == "M00 Tutorial: The Break-In"
    assert {f.label: f.value for f in view.status} == {
        "Turn": "1",
        "Phase": "players",
        "Danger": "blue",
        "Goals": "0/2",
        "Objectives": "0/6",
        "Spawns": "3+1",
    }
    assert view.focus == "z10"


@pytest.mark.parametrize("mission", MISSIONS)
def test_hidden_colours_do_not_leak(mission):
    """What is shown is the same however the face-down objectives lie."""
    rules = game.rules(game.setup(mission))
    match = Match.start(rules, 5)
    encode = msgspec.json.encode
    shown = encode(rules.view(match.state, match.decision))
    chance = seeded(99)
    for _ in range(6):
        rules.forget(match.state, chance)
        assert encode(rules.view(match.state, match.decision)) == shown


@pytest.mark.parametrize("mission", MISSIONS)
def test_views_of_random_play_hold_the_contract(mission):
    rules = game.rules(game.setup(mission))
    shape = rules.shape()
    areas = {area.id for area in shape.areas}
    match = Match.start(rules, 11)
    rng = random.Random(11)
    for _ in range(120):
        if match.decision is None:
            break
        view = rules.view(match.state, match.decision)
        assert set(view.places) == areas
        assert view.focus in areas
        assert {t.group for t in view.tokens} <= GROUPS
        assert all(t.area in areas and t.name and t.text for t in view.tokens)
        assert sum(t.count + t.extra for t in of(view, "zombie")) == sum(
            sum(group.values()) for group in match.state.zombies.values()
        )
        assert len([p for p in view.people if p.active]) <= 1
        assert all("{" not in words and "_" not in words.replace("\n", " ") for words in view.places.values())
        match.choose(rng.choice([o for o in match.decision.options if o != "end"] or match.decision.options))


@pytest.mark.parametrize("mission", MISSIONS)
def test_directions_go_back_and_forth(mission):
    board = game.rules(game.setup(mission)).content.mission.board
    back = {"N": "S", "S": "N", "E": "W", "W": "E"}
    for way in board.ways:
        if way.a != way.b:
            assert heading(board, way.a, way.b) == back[heading(board, way.b, way.a)], way
