"""Every way of choosing while zombies act is foreseen, and no other: held against answers of all kinds.

Small positions are played in all ways there are, larger ones with many random answers.
"""

import random

import msgspec
import pytest

from tests.test_threat import MISSIONS, scatter
from zterm.games.zombicide import events as ev
from zterm.games.zombicide import fates, game, pools
from zterm.games.zombicide.state import WOUNDED, State
from zterm.kernel.chance import seeded
from zterm.kernel.match import Match

OPTIONS = (
    {"all_means": "alive"},
    {"resurrection": "always"},
    {"zombivors_from_start": "on", "all_means": "alive"},
    {"berserker_abomination": "anybody", "tough": "activation", "abominations": "3", "all_means": "alive"},
)
DREADNOUGHTS = ["dreadnought_walker", "dreadnought_runner"]
SKILLS = [
    "tough",
    "is_that_all_youve_got",
    "death_grasp",
    "webbing",
    "ninja",
    "dreadnought_walker",
    "dreadnought_runner",
]
PACK = msgspec.msgpack.Encoder().encode
UNPACK = msgspec.msgpack.Decoder(State).decode
FEW = 250
"""So many ways of answering make a small position."""


def outcome(events):
    """Moves and bites by kind of zombie, summed up."""
    found = {}
    for event in events:
        if isinstance(event, ev.ZombiesMoved):
            key = (event.start, event.to, event.zombie)
        elif isinstance(event, ev.ZombiesAttacked):
            key = (event.zone, "bites")
        else:
            continue
        found[key] = found.get(key, 0) + event.count
    return frozenset(found.items())


def foreseen(branch):
    moves = {}
    for arrow in branch.arrows:
        key = (arrow.start, arrow.end, arrow.what)
        moves[key] = moves.get(key, 0) + arrow.count
    return frozenset([*moves.items(), *(((bite.area, "bites"), bite.count) for bite in branch.bites)])


def acting(state):
    """The position as the zombies begin to act, packed."""
    copy = UNPACK(PACK(state))
    copy.phase, copy.stage, copy.active, copy.to_play = "zombies", 0, "", []
    return PACK(copy)


def played(rules, packed, answer):
    """Let the zombies act with answers from a function; returns the events."""
    match = Match(rules, UNPACK(packed), seeded(1), history=False, pause=lambda state: state.phase != "zombies")
    events = list(match.events)
    while match.decision is not None:
        match.pick(answer(match.decision))
        events += match.table.events
    return events


def all_outcomes(rules, packed, most):
    """The outcomes of all ways of answering, None if there are more ways than ``most``."""
    found, todo, count = set(), [()], 0
    while todo:
        count += 1
        if count > most:
            return None
        given, asked = todo.pop(), []

        def answer(decision, given=given, asked=asked):
            at = len(asked)
            asked.append(given[at] if at < len(given) else decision.options[0])
            if at >= len(given):
                todo.extend((*asked[:-1], option) for option in decision.options[1:])
            return asked[-1]

        found.add(outcome(played(rules, packed, answer)))
    return found


def equip(rules, state, chooser, zones):
    """Gather people in few zones, with cards and skills that matter for wounds, some of them wounded."""
    for who in state.survivors.values():
        who.zone = chooser.choice(zones)
        who.slots = [chooser.choice(["riot_shield", "nightstick", "pistol", "water", None]) for _ in who.slots]
        if chooser.random() < 0.3:
            who.skills.append(chooser.choice(SKILLS))
        if chooser.random() < 0.1:
            who.marks.append("rotten")
        if chooser.random() < 0.4:
            who.wounds = 1
            who.slots[chooser.randrange(len(who.slots))] = WOUNDED
    cards = [card for who in state.survivors.values() for card in who.slots if card not in (None, WOUNDED)]
    if chooser.random() < 0.2:
        state.tags = {"mission_food": chooser.sample(cards, min(2, len(cards)))}
    for zone in zones:
        kind = chooser.choice(list(state.pool))
        if count := min(chooser.randrange(4), state.pool[kind]):
            state.pool[kind] -= count
            here = state.zombies.setdefault(zone, {})
            here[kind] = here.get(kind, 0) + count


def position(mission, seed, few=False):
    rules = game.rules(game.setup(mission, options=OPTIONS[seed % len(OPTIONS)]))
    chooser = random.Random(f"{mission} {seed}")
    state = rules.begin(seeded(seed))
    zones = chooser.sample(list(rules.content.mission.board.zones), 3)
    if not few:
        scatter(rules, state, chooser)
    equip(rules, state, chooser, zones)
    if few:
        for who in list(state.survivors.values())[3:]:
            who.escaped = True
    return rules, state


def small(mission, seeds):
    """Hold previews of small positions against all there is; returns how many had several ways."""
    several = 0
    for seed in seeds:
        rules, state = position(mission, seed, few=True)
        real = all_outcomes(rules, acting(state), FEW)
        if real is not None:
            threat = rules.threat(state, thorough=True)
            assert threat.complete, (mission, seed)
            assert {foreseen(branch) for branch in threat.branches} == real, (mission, seed)
            several += len(real) > 1
    return several


def large(mission, seeds, tries):
    """Hold previews against random answers, and their branches against what their own answers bring."""
    checked = 0
    for seed in seeds:
        rules, state = position(mission, seed)
        threat, packed = rules.threat(state, thorough=True), acting(state)
        for branch in threat.branches[:8]:
            given = iter(branch.choices)
            assert outcome(played(rules, packed, lambda decision, given=given: next(given))) == foreseen(branch)
            assert next(given, None) is None
        ways = {foreseen(branch) for branch in threat.branches}
        for number in range(tries if threat.complete else 0):
            chooser = random.Random(number)
            real = outcome(played(rules, packed, lambda decision, by=chooser: by.choice(decision.options)))
            assert real in ways, (mission, seed)
        checked += threat.complete
    return checked


def by_routes(rules, state, route=()):
    """All branches of a position, come to by choosing one way after the other wherever there are too many at once."""
    threat = rules.threat(state, False, route)
    if threat.complete:
        return {foreseen(branch) for branch in threat.branches}
    assert len(threat.ways) > 1
    return set().union(*(by_routes(rules, state, way.route) for way in threat.ways))


def crowded(mission, seeds):
    """Positions with more ways of choosing than are followed at once, but not more than there is time for."""
    for seed in seeds:
        rules, state = position(mission, seed)
        if not rules.threat(state).complete and (threat := rules.threat(state, thorough=True)).complete:
            yield rules, state, {foreseen(branch) for branch in threat.branches}


@pytest.mark.parametrize("mission", MISSIONS)
def test_small_positions_have_exactly_the_ways_that_are_foreseen(mission):
    small(mission, range(8))


def test_some_small_positions_have_several_ways():
    assert sum(small(mission, range(8, 14)) for mission in MISSIONS[:6]) > 2


@pytest.mark.parametrize("mission", MISSIONS)
def test_whatever_is_answered_was_foreseen(mission):
    assert large(mission, range(6), 12) > 2


@pytest.mark.soak
@pytest.mark.parametrize("mission", MISSIONS)
def test_thousands_of_positions_have_exactly_the_ways_that_are_foreseen(mission):
    assert small(mission, range(100, 300)) > 10
    assert large(mission, range(100, 300), 40) > 150


@pytest.mark.parametrize("mission", ["m00", "m02", "m07", "m08"])
def test_every_way_can_be_come_to_by_choosing(mission):
    rules, state, ways = next(crowded(mission, range(200)))
    assert by_routes(rules, state) == ways
    assert {foreseen(branch) for branch in list(rules.threats(state))[-1].branches} == ways


@pytest.mark.soak
@pytest.mark.parametrize("mission", MISSIONS)
def test_every_way_of_many_positions_can_be_come_to_by_choosing(mission):
    for rules, state, ways in crowded(mission, range(100, 160)):
        assert by_routes(rules, state) == ways


def test_however_many_ways_there_are_choices_lead_to_all_that_may_follow_them():
    rules = game.rules(game.setup("m00", options={"all_means": "alive"}))
    state, chooser = rules.begin(seeded(31)), random.Random(31)
    scatter(rules, state, chooser)
    assert not rules.threat(state, thorough=True).complete
    for _ in range(6):
        threat = rules.threat(state)
        while not threat.complete:
            threat = rules.threat(state, False, chooser.choice(threat.ways).route)
        for branch in threat.branches[:8]:
            given = iter(branch.choices)
            assert outcome(played(rules, acting(state), lambda decision, given=given: next(given))) == foreseen(branch)


def test_the_ways_at_a_question_are_told_in_words():
    rules, state, _ = next(crowded("m00", range(200)))
    threat = rules.threat(state)
    assert "{" not in rules.prompt(state, threat.asked)
    told = [rules.spoken(state, way.answers) for way in threat.ways]
    assert all(told)
    assert not any("_" in words for ways in told for words in ways)


def stand(cards):
    """A board with two survivors side by side: their cards in the hands."""
    rules = game.rules(game.setup("m00", options={"all_means": "alive"}))
    state = rules.begin(seeded(1))
    state.phase = "zombies"
    people = list(state.survivors.values())[:2]
    for who, hands in zip(people, cards, strict=True):
        who.slots = [*hands, *[None] * (5 - len(hands))]
        who.skills = []
    return rules.play(state), people


def fallen(found):
    return sorted(sum(label[0] for label in crowd) for _, crowd in found)


@pytest.mark.parametrize(
    ("hits", "cards", "later", "falls"),
    [
        (1, [[], []], fates.Later(), [0]),
        (2, [[], []], fates.Later(), [0, 1]),
        (3, [[], []], fates.Later(), [1]),
        (4, [[], []], fates.Later(), [2]),
        (3, [["nightstick"], []], fates.Later(), [0, 1]),
        (5, [["nightstick"], []], fates.Later(), [2]),
    ],
)
def test_who_falls_of_a_pool_of_wounds(hits, cards, later, falls):
    t, people = stand(cards)
    assert fallen(pools.ends(t, people, ["walker"] * hits, later, fates.Known())) == falls


def test_few_ways_cover_what_a_second_attack_can_come_to():
    t, people = stand([["nightstick", "pistol"], ["pistol", "water"]])
    once = pools.ends(t, people, ["runner"] * 2, fates.Later(2, once=True), fates.Known())
    apart = pools.ends(t, people, ["runner"] * 2, fates.Later(2), fates.Known())
    assert set(fallen(once)) == set(fallen(apart))
    assert sum(map(len, once.values())) < sum(map(len, apart.values()))


def test_answers_of_a_way_are_found_by_whom_they_ask():
    t, people = stand([["nightstick"], ["pistol"]])
    found = pools.ends(t, people, ["walker"] * 4, fates.Later(), fates.Known())
    (said,) = next(iter(found.values()))
    assert [kind for kind, _, _ in said].count("assign_wound") == 4
    assert {actor for kind, actor, _ in said if kind != "assign_wound"} <= {who.name for who in people}


def test_ways_are_told_apart_by_who_dies_and_where_an_abomination_goes():
    rules, state = next(
        (rules, state)
        for seed in range(50)
        for rules, state in [position("m00", seed, few=True)]
        if any(len(branch.apart) and branch.bites for branch in rules.threat(state).branches)
    )
    branches = rules.threat(state).branches
    assert len({branch.apart for branch in branches}) > 1
    assert all(">" in words or "die" in words for branch in branches for words in branch.apart)
