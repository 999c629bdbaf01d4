"""The threat preview says what then happens: held against the real activation over random positions."""

import random

import msgspec
import pytest

from zterm.games.zombicide import events as ev
from zterm.games.zombicide import game
from zterm.games.zombicide.state import State
from zterm.games.zombicide.terrain.tokens import turn
from zterm.kernel.chance import seeded
from zterm.kernel.match import Match

MISSIONS = [info.id.lower() for info in game.missions()]


def told(events):
    moves, bites = {}, {}
    for event in events:
        if isinstance(event, ev.ZombiesMoved):
            key = (event.start, event.to, event.zombie)
            moves[key] = moves.get(key, 0) + event.count
        elif isinstance(event, ev.ZombiesAttacked):
            bites[event.zone] = bites.get(event.zone, 0) + event.count
    return moves, bites


def shown(branch):
    moves = {(a.start, a.end, a.what): a.count for a in branch.arrows}
    return moves, {bite.area: bite.count for bite in branch.bites}


def really(match, chooser):
    """Let everybody end his turn and the zombies act; return the events of the activation, or None."""
    while match.decision is not None and match.state.phase == "players":
        options = match.decision.options
        foreseen = match.rules.threat(match.state)
        match.pause = lambda s: s.phase == "spawn"
        match.choose("end" if "end" in options else chooser.choice(options))
        if match.state.phase != "players":
            break
    events = list(match.events)
    while match.decision is not None and match.state.phase == "zombies":
        match.choose(chooser.choice(match.decision.options))
        events += match.events
    return foreseen, events


def compare(mission, seed, rounds):
    rules = game.rules(game.setup(mission, options={"all_means": "alive"}))
    chooser = random.Random(seed)
    match = Match.start(rules, seed)
    checked = 0
    while match.state.phase == "setup":
        match.choose(chooser.choice(match.decision.options))
    for _ in range(rounds):
        for _ in range(chooser.randrange(12)):
            if match.decision is None or match.state.phase != "players":
                break
            match.choose(chooser.choice(match.decision.options))
        if match.decision is None or match.state.phase != "players":
            return checked
        foreseen, events = really(match, chooser)
        if match.over is None and foreseen.complete:
            assert told(events) in [shown(branch) for branch in foreseen.branches], (mission, seed)
            checked += 1
        if match.paused:
            match.run()
    return checked


@pytest.mark.parametrize("mission", MISSIONS)
def test_what_is_foreseen_happens(mission):
    assert sum(compare(mission, seed, 6) for seed in range(6)) > 3


@pytest.mark.soak
@pytest.mark.parametrize("mission", MISSIONS)
def test_what_is_foreseen_happens_in_hundreds_of_positions(mission):
    assert sum(compare(mission, seed, 20) for seed in range(100, 160)) > 100


FACES = {
    "barricade": ("", "unfinished", "finished"),
    "wall": ("", "wall", "breach"),
    "breakable": ("wall", "breach"),
    "drain": ("open", "closed"),
    "rubble": ("", "rubble"),
    "chandelier": ("", "chandelier"),
    "bell": ("", "bell"),
    "deflated_boat": ("", "deflated_boat"),
}


def scatter(rules, state, chooser):
    """Survivors anywhere, zombies of all kinds, few figures left, noise, and tokens on any of their sides."""
    zones = list(rules.content.mission.board.zones)
    for name, thing in state.things.items():
        if thing.kind in FACES:
            turn(rules.play(state), name, chooser.choice(FACES[thing.kind]))
    for who in state.survivors.values():
        who.zone = chooser.choice(zones)
        if chooser.random() < 0.2:
            who.skills.append(chooser.choice(["ninja", "tough", "low_profile"]))
    for zone in chooser.sample(zones, chooser.randrange(1, 5)):
        for kind in chooser.sample(list(state.pool), chooser.randrange(1, 4)):
            if count := min(chooser.randrange(1, 4), state.pool[kind]):
                state.pool[kind] -= count
                here = state.zombies.setdefault(zone, {})
                here[kind] = here.get(kind, 0) + count
    for kind in state.pool:
        if chooser.random() < 0.25:
            state.pool[kind] = chooser.randrange(2)
    state.noise = {zone: chooser.randrange(1, 4) for zone in chooser.sample(zones, 2)}


def strew(mission, seed):
    """Let the zombies of a strewn position act, and say whether that was foreseen; None: not all was told."""
    rules = game.rules(game.setup(mission, options={"all_means": "alive"}))
    chooser = random.Random(seed)
    state = rules.begin(seeded(seed))
    scatter(rules, state, chooser)
    foreseen = rules.threat(state)
    state.phase, state.stage = "zombies", 0
    match = Match(rules, msgspec.convert(msgspec.to_builtins(state), State), seeded(seed), pause=told_all)
    events = list(match.events)
    while match.decision is not None and match.state.phase == "zombies":
        match.choose(chooser.choice(match.decision.options))
        events += match.events
    if match.over is not None or not foreseen.complete:
        return None
    return told(events) in [shown(branch) for branch in foreseen.branches]


def told_all(state):
    return state.phase == "spawn"


@pytest.mark.parametrize("mission", MISSIONS)
def test_what_is_foreseen_happens_wherever_everybody_stands(mission):
    found = [strew(mission, seed) for seed in range(12)]
    assert False not in found
    assert found.count(True) > 6


@pytest.mark.soak
@pytest.mark.parametrize("mission", MISSIONS)
def test_what_is_foreseen_happens_wherever_everybody_stands_in_hundreds_of_positions(mission):
    assert False not in [strew(mission, seed) for seed in range(100, 600)]


@pytest.mark.parametrize(("seed", "whole"), [(151, True), (31, False)])
def test_with_time_more_ways_are_followed(seed, whole):
    rules = game.rules(game.setup("m00", options={"all_means": "alive"}))
    state = rules.begin(seeded(seed))
    scatter(rules, state, random.Random(seed))
    quick, thorough = rules.threat(state), rules.threat(state, thorough=True)
    assert not quick.complete
    assert thorough.complete is whole
    assert len(thorough.branches) >= len(quick.branches)
    assert thorough.branches[0].choices == quick.branches[0].choices
