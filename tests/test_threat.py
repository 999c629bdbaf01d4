"""The threat preview says what then happens: held against the real activation over random positions."""

import random

import pytest

from zterm.games.zombicide import events as ev
from zterm.games.zombicide import game
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
