"""What stays true in any match of The Walking Dead, whatever is answered: cards, Allies, places, badges, questions."""

import random
from collections import Counter

import pytest

from zterm.games.registry import game
from zterm.games.walking_dead.content import deck
from zterm.games.walking_dead.sense import heuristic
from zterm.games.walking_dead.shelf import box
from zterm.kernel.match import Match

WD = game("walking_dead")
BOX, BOARD = box()
TABLES = [("survival", 1), ("survival", 2), ("survival", 4), ("teams", 4)]


def cards(s):
    """All cards of the three decks, wherever they are."""
    living = [f for f in s.figures.values() if not f.zombie]
    zombies = [f for f in s.figures.values() if f.zombie]
    scrounge = Counter(s.scrounge + s.scrounge_discard)
    for f in s.figures.values():
        scrounge.update(f.played)
    for f in living:
        scrounge.update(f.hand)
    encounters = Counter(s.encounters + s.encounter_discard + s.faced + ([s.drawn.card] if s.drawn else []))
    walkers = Counter(s.zombies + s.zombie_discard)
    for f in zombies:
        walkers.update(f.hand)
    return scrounge, encounters, walkers


def holds(s, before, match):
    """Check one position."""
    scrounge, encounters, walkers = cards(s)
    assert scrounge == before[0]
    assert encounters == Counter(deck(BOX.encounters))
    assert walkers == Counter(deck(BOX.zombie_cards))
    allies = s.pool + sum(f.allies for f in s.figures.values())
    assert allies <= before[3]
    before[3] = allies
    for f in s.figures.values():
        assert f.allies >= 0
        if f.alive:
            assert BOARD.spaces[f.space].kind != "sewer"
            assert len(set(f.tiles)) == len(f.tiles)
        elif f.zombie:
            assert len(f.hand) <= BOX.hand
            assert f.allies == 0
            assert (f.status == "killed") == (f.space == "") or s.phase == "place"
            assert f.status == "risen" or not f.hand
        else:
            assert f.hand == []
            assert f.allies == 0
    assert sum(f.zombie or f.status == "fallen" for f in s.figures.values()) <= 2
    decision = match.decision
    if decision is not None:
        asked = s.figures[decision.actor]
        assert asked.player == decision.who
        assert asked.alive or asked.zombie
        for option in decision.options:
            verb, *args = option.split(":")
            if verb in ("play", "discard", "give", "put"):
                assert args[0] in asked.hand, f"{option} is not in the hand of {decision.actor}"


@pytest.mark.parametrize(("mission", "players"), TABLES)
@pytest.mark.parametrize("sense", [False, True])
def test_conservation(mission, players, sense):
    for seed in range(25):
        chance = random.Random(seed)
        setup = WD.setup(mission, [f"p{i + 1}" for i in range(players)])
        match = Match.start(WD.rules(setup), seed, history=False)
        choose = heuristic(seed) if sense else None
        start = cards(match.state)
        before = [*start, match.state.pool + sum(f.allies for f in match.state.figures.values())]
        many = 28 if mission == "teams" else 10 * players
        assert sum(start[0].values()) == many
        while match.decision is not None:
            holds(match.state, before, match)
            match.pick(choose(match) if choose else chance.choice(match.decision.options))
        holds(match.state, before, match)
        assert match.over is not None
        assert (match.over.outcome == "won") == match.over.reason.endswith("home")


def test_looking_ahead_keeps_every_card():
    chance = random.Random(4)
    match = Match.start(WD.rules(WD.setup("survival", list("abcd"), options={"reveal": "on"})), 4)
    while match.decision is not None:
        twin = match.imagine(chance.randrange(1000))
        assert cards(twin.state) == cards(match.state)
        for name, f in match.state.figures.items():
            other = twin.state.figures[name]
            assert (len(other.hand), other.shown) == (len(f.hand), f.shown)
            assert f.player != match.decision.who or other.hand == f.hand
        match.choose(chance.choice(match.decision.options))
