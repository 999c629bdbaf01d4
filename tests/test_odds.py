"""Odds against what happens: against dice thrown here, and against the rules themselves."""

import random
from collections import Counter
from math import comb, sqrt

import msgspec
import pytest

from zterm.content.loader import node_of
from zterm.games import registry
from zterm.games.zombicide import combat, game, labels
from zterm.games.zombicide import odds as odds_module
from zterm.games.zombicide.odds import drive_odds, hit_chances, odds
from zterm.games.zombicide.play import Play
from zterm.games.zombicide.state import State
from zterm.kernel.chance import seeded
from zterm.kernel.decision import Decision
from zterm.kernel.ruleset import Table

ROLLS = 200_000
TRIALS = 2_500


def table(given):
    """A table with two streets A and B, survivors and zombies as given, and the ruleset of it."""
    board = {
        "zones": {"A": {"kind": "street", "at": [0, 0, 3, 3]}, "B": {"kind": "street", "at": [3, 0, 3, 3]}},
        "joins": [{"zones": ["A", "B"], "by": "open"}],
    }
    whole = {"board": board, "phase": "players", "seed": 1, **given}
    return game.position(registry.given_of(node_of(whole)), 1)


def play_of(given):
    rules, state, chance = table(given)
    return rules, Play(Table(state, chance), rules.content)


def shooter(**more):
    return {"zone": "A", "actions": 3, "skills": [], **more}


def test_plain_dice_are_binomial():
    chances = hit_chances(6, 5, 6, 0, 0, tuple(range(7)))
    for hits, chance in enumerate(chances):
        assert chance == pytest.approx(comb(6, hits) * (1 / 3) ** hits * (2 / 3) ** (6 - hits))


def test_nothing_to_kill():
    assert hit_chances(3, 4, 6, 0, 1, (0,)) == (1.0,)


@pytest.mark.parametrize("six", [6, 5])
def test_added_dice_and_rerolls_against_thrown_dice(six):
    """Three dice, 4+ hits, sixes add a die, one re-roll of a total below what a new roll promises."""
    table = tuple(range(13))
    chances = hit_chances(3, 4, six, 1, 1, table)
    fresh = hit_chances(3, 4, six, 1, 0, table)
    expected = sum(n * p for n, p in enumerate(fresh))
    grown = sum(n * p for n, p in enumerate(hit_chances(1, 4, six, 1, 0, table)))
    rng = random.Random(20)
    faces = (1, 2, 3, 4, 5, 6)
    seen: Counter[int] = Counter()
    for _ in range(ROLLS):
        dice = rng.choices(faces, k=3)
        if sum(d >= 4 for d in dice) + grown * sum(d >= six for d in dice) < expected:
            dice = rng.choices(faces, k=3)
        hits = 0
        while dice:
            hits += sum(d >= 4 for d in dice)
            dice = rng.choices(faces, k=sum(d >= six for d in dice))
        seen[min(hits, 12)] += 1
    for hits, chance in enumerate(chances):
        assert seen[hits] / ROLLS == pytest.approx(chance, abs=5 * sqrt(chance / ROLLS) + 1e-5)


CASES = {
    "melee": ({"hand": ["chainsaw"]}, {"A": {"walker": 3, "fatty": 1}}, {}, "chainsaw", "A"),
    "melee pair": ({"hand": ["kukri", "kukri"]}, {"A": {"walker": 1, "berserker_fatty": 1}}, {}, "kukri+kukri", "A"),
    "priority": (
        {"hand": ["sub_mg", "sub_mg"]},
        {"B": {"walker": 2, "fatty": 1, "runner": 2}},
        {},
        "sub_mg+sub_mg",
        "B",
    ),
    "berserkers absorb": (
        {"hand": ["shotgun"]},
        {"B": {"berserker_walker": 1, "fatty": 2, "walker": 1}},
        {},
        "shotgun",
        "B",
    ),
    "same rank": ({"hand": ["shotgun"]}, {"B": {"fatty": 1, "abomination": 1, "runner": 2}}, {}, "shotgun", "B"),
    "friend": ({"hand": ["sub_mg"]}, {"B": {"walker": 3}}, {"kim": {"zone": "B", "hand": []}}, "sub_mg", "B"),
    "lucky": ({"hand": ["shotgun"], "skills": ["lucky"]}, {"B": {"walker": 3}}, {}, "shotgun", "B"),
    "ammo and lucky": (
        {"hand": ["pistol", "pistol"], "pack": ["plenty_of_ammo_light"], "skills": ["lucky"]},
        {"B": {"walker": 3}},
        {},
        "pistol+pistol",
        "B",
    ),
    "roll 6": (
        {"hand": ["shotgun"], "skills": ["roll6_plus1_die_ranged", "plus1_to_dice_roll_ranged", "lucky"]},
        {"B": {"walker": 5, "runner": 1}},
        {},
        "shotgun",
        "B",
    ),
    "reaper": (
        {"hand": ["sub_mg"], "skills": ["reaper_combat"]},
        {"B": {"walker": 1, "runner": 3}},
        {},
        "sub_mg",
        "B",
    ),
    "reaper in melee": ({"hand": ["katana"], "skills": ["reaper_melee"]}, {"A": {"walker": 3}}, {}, "katana", "A"),
    "point blank": (
        {"hand": ["sub_mg"], "skills": ["point_blank"]},
        {"A": {"berserker_walker": 1, "fatty": 1, "runner": 1}},
        {"kim": {"zone": "A", "hand": []}},
        "sub_mg",
        "A",
    ),
    "sniper": (
        {"hand": ["sub_mg"], "skills": ["sniper"]},
        {"B": {"berserker_walker": 1, "walker": 1, "runner": 1}},
        {"kim": {"zone": "B", "hand": []}},
        "sub_mg",
        "B",
    ),
    "frenzy": (
        {"hand": ["hatchet"], "wounds": 1, "skills": ["frenzy_melee"]},
        {"A": {"walker": 4}},
        {},
        "hatchet",
        "A",
    ),
    "trick shot with a Reaper": (
        {"hand": ["sub_mg", "sub_mg"], "skills": ["trick_shot", "reaper_ranged"]},
        {"A": {"walker": 1}, "B": {"walker": 3}},
        {},
        "sub_mg+sub_mg",
        "A+B",
    ),
    "trick shot": (
        {"hand": ["sub_mg", "sub_mg"], "skills": ["trick_shot", "lucky"]},
        {"A": {"walker": 2}, "B": {"walker": 1, "fatty": 1}},
        {},
        "sub_mg+sub_mg",
        "B+A",
    ),
}


def answer(decision, worth, kills_of):
    """The answers the odds count on."""
    options = decision.options
    if decision.kind == "reroll":
        again = [o for o in options if o.startswith("reroll")]
        return again[0] if kills_of(decision.about) < worth(len(again)) else "stand"
    if decision.kind == "hit":
        reap = [o for o in options if o.startswith(("reap", "hit:"))]
        best = [o for o in reap if not o.endswith(("fatty", "abomination"))] or [
            o for o in reap if o != "hit:abomination"
        ]
        return (best or reap or ["none"])[0]
    if decision.kind == "prevent":
        return "suffer"
    return options[0]


def strike(play, who, weapon, zones, answers):
    flow = combat.strike(play, who, weapon, zones)
    reply = None
    while True:
        try:
            decision = flow.send(reply)
        except StopIteration:
            return
        reply = answers(decision)


@pytest.mark.parametrize("name", CASES)
def test_odds_against_the_rules(name):
    more, zombies, others, weapon_id, zone = CASES[name]
    given = {"survivors": {"shannon": shooter(**more), **others}, "zombies": zombies}
    compare(*play_of(given), weapon_id, zone)


@pytest.mark.parametrize(
    ("zombies", "first"),
    [({"B": {"walker": 1}, "A": {"fatty": 1}}, "B"), ({"B": {"fatty": 1}}, "B"), ({"A": {"walker": 1}}, "A")],
)
def test_attacks_that_kill_stand_before_those_at_the_tough_and_at_nobody(zombies, first):
    shooting = {"shannon": shooter(hand=["pistol"]), "kim": {"zone": "A", "hand": []}}
    _, play = play_of({"survivors": shooting, "zombies": zombies})
    options = ("attack:pistol:A", "attack:pistol:B")
    decision = Decision("turn", "p1", options, "ZB-125", "shannon")
    ranks = {option[-1]: labels.describe(play, decision, option).rank for option in options}
    assert min(ranks, key=ranks.__getitem__) == first
    assert len(set(ranks.values())) == 2


@pytest.mark.parametrize(("here", "there", "goal"), [("bridge", "W", 3), ("W", "bridge", 5), ("bridge", "N", 4)])
def test_odds_from_bridges_and_up_to_them(here, there, goal):
    board = {
        "zones": {
            "N": {"kind": "street", "at": [0, 0, 6, 2]},
            "W": {"kind": "water", "at": [0, 2, 4, 2]},
            "bridge": {"kind": "bridge", "at": [4, 2, 2, 2]},
        },
        "joins": [{"zones": ["N", "bridge"], "by": "open"}, {"zones": ["N", "W"], "by": "steps"}],
    }
    given = {
        "board": board,
        "terrain": {"b1": {"kind": "bridge", "at": "bridge", "over": "W", "material": "wooden"}},
        "survivors": {"shannon": {"zone": here, "hand": ["pistol", "pistol"], "skills": []}},
        "zombies": {there: {"walker": 1, "fatty": 1, "runner": 1}},
    }
    rules, play = play_of(given)
    compare(rules, play, "pistol+pistol", there)
    who = play.state.survivors["shannon"]
    assert combat.goal_of(play, who, play.attacks["pistol"], there) == goal


def compare(rules, play, weapon_id, zone):
    """Hold the odds of an attack against many attacks."""
    who = play.state.survivors["shannon"]
    found = odds(play, who, combat.find_weapon(play, who, weapon_id), zone)
    assert sum(found.kills) == pytest.approx(1)
    assert found.noise == int(play.attacks[weapon_id.split("+")[0]].noise)
    data = msgspec.msgpack.encode(play.state)
    decode = msgspec.msgpack.Decoder(State).decode
    chance = seeded(7)
    seen: Counter[int] = Counter()
    shot = 0
    policy = Policy(play, who, weapon_id, zone)
    for _ in range(TRIALS):
        trial = Play(Table(decode(data), chance), rules.content)
        me = trial.state.survivors["shannon"]
        strike(trial, me, combat.find_weapon(trial, me, weapon_id), zone.split("+"), policy)
        seen[me.kills] += 1
        shot += any(w.wounds or not w.alive for w in trial.state.survivors.values() if w is not me)
    for kills in range(max(len(found.kills), max(seen) + 1)):
        chance_of = found.kills[kills] if kills < len(found.kills) else 0.0
        margin = 4.5 * sqrt(max(chance_of * (1 - chance_of), 1e-4) / TRIALS)
        assert seen[kills] / TRIALS == pytest.approx(chance_of, abs=margin), (kills, found, seen)
    assert shot / TRIALS == pytest.approx(found.friend, abs=4.5 * sqrt(0.25 / TRIALS) if found.friend else 0)


class Policy:
    """Answers: re-roll below what a new roll promises, kill what can be killed, suffer wounds."""

    def __init__(self, play, who, weapon_id, zones):
        self.play, self.who, self.weapon, self.zones = play, who, weapon_id, zones.split("+")
        self.cache = {}

    def __call__(self, decision):
        return answer(decision, self.worth, self.kills)

    def worth(self, left):
        """Expected kills of a new roll with one re-roll less than now."""
        if left not in self.cache:
            skills, slots = self.who.skills, self.who.slots
            self.who.skills = [s for s in skills if s != "lucky"]
            if left == 1:
                self.who.slots = [None if s and s.startswith("plenty") else s for s in slots]
            weapon = combat.find_weapon(self.play, self.who, self.weapon)
            self.cache[left] = self.expected(odds(self.play, self.who, weapon, "+".join(self.zones)))
            self.who.skills, self.who.slots = skills, slots
        return self.cache[left]

    @staticmethod
    def expected(found):
        return sum(n * p for n, p in enumerate(found.kills))

    def kills(self, about):
        """Expected kills of a roll that stands: its hits, and what its sixes add."""
        each = len(about["faces"]) // len(self.zones)
        return sum(
            self.kills_in(zone, about["faces"][i * each : (i + 1) * each], about["needed"])
            for i, zone in enumerate(self.zones)
        )

    def kills_in(self, zone, faces, goal):
        here = self.play.state.zombies.get(zone, {})
        damage = self.play.attacks[self.weapon.split("+")[0]].damage
        able = sum(n for kind, n in here.items() if kind in ("walker", "runner", "fatty")[: 2 + (damage > 1)])
        hits = sum(face >= goal for face in faces)
        if "roll6_plus1_die_ranged" not in self.who.skills:
            return min(hits, able)
        bonus = 1 if "plus1_to_dice_roll_ranged" in self.who.skills else 0
        sixes = sum(face + bonus >= 6 for face in faces)
        return min(able, hits + sixes * ((7 - goal) / 6) / (1 - (1 + bonus) / 6))


def test_molotov_kills_all_and_friends():
    _, play = play_of(
        {
            "survivors": {"shannon": shooter(hand=["molotov"]), "kim": {"zone": "B"}},
            "zombies": {"B": {"walker": 2, "abomination": 1}},
        }
    )
    who = play.state.survivors["shannon"]
    found = odds(play, who, combat.find_weapon(play, who, "molotov"), "B")
    assert found.kills == (0, 0, 0, 1)
    assert found.friend == 1
    assert found.noise == 1


def test_driving():
    _, play = play_of(
        {
            "survivors": {"shannon": shooter(seat="c1:1"), "kim": {"zone": "B"}},
            "zombies": {"A": {"walker": 1}, "B": {"berserker_runner": 1}},
            "cars": {"c1": {"kind": "police", "zone": "A", "seats": ["shannon", None, None, None]}},
        }
    )
    who = play.state.survivors["shannon"]
    found = drive_odds(play, who, ["B"])
    assert found is not None
    # A: one die, half. B: two dice, the first hit is Kim's (she takes two), so nothing dies there.
    assert found.kills == (0.5, 0.5)
    assert found.friend == 0.75
    there_and_back = drive_odds(play, who, ["B", "A"])
    assert there_and_back is not None
    assert there_and_back.kills[1] == pytest.approx(0.75)


def test_driving_with_a_re_roll():
    """One zombie, one die: with Lucky it dies three times in four."""
    _, play = play_of(
        {
            "survivors": {"shannon": shooter(seat="c1:1", skills=["lucky"])},
            "zombies": {"B": {"walker": 1}},
            "cars": {"c1": {"kind": "taxi", "zone": "A", "seats": ["shannon", None, None, None]}},
        }
    )
    found = drive_odds(play, play.state.survivors["shannon"], ["B"])
    assert found is not None
    assert found.kills == (0.25, 0.75)


def test_the_odds_of_many_dice_take_few_sums_and_are_kept(monkeypatch):
    product, sums = odds_module._product, []
    monkeypatch.setattr(odds_module, "_product", lambda one, two: sums.append(1) or product(one, two))
    given = {
        "survivors": {"shannon": shooter(hand=["sub_mg", "sub_mg"], skills=["lucky", "roll6_plus1_die_combat"])},
        "zombies": {"B": {"walker": 20, "fatty": 6, "runner": 12}},
    }
    _, play = play_of(given)
    who = play.state.survivors["shannon"]
    weapon = combat.find_weapon(play, who, "sub_mg+sub_mg")
    hit_chances.cache_clear()
    found = odds(play, who, weapon, "B")
    assert 0 < len(sums) < 200
    sums.clear()
    assert odds(play, who, weapon, "B") == found
    assert sums == []
