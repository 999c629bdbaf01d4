"""Whatever is played, nothing is lost and nothing made from nothing: cards, miniatures, wounds, seats, experience."""

import random

import pytest

from zterm.games.zombicide import game
from zterm.games.zombicide.state import WOUNDED
from zterm.games.zombicide.wounds import wound_limit
from zterm.kernel.match import Match

MISSIONS = [info.id.lower() for info in game.missions()]
VARIANTS = {
    "plain": {},
    "alive": {"all_means": "alive"},
    "rising": {"resurrection": "always", "all_means": "alive"},
    "asking": {"resurrection": "ask", "all_means": "alive"},
    "zombivors": {"zombivors_from_start": "on", "all_means": "alive"},
}


def census(rules, s):
    """Count every card, with combined ones taken apart, so that the sum can be compared with the box."""
    held = [card for who in s.survivors.values() for card in who.slots if card not in (None, WOUNDED)]
    piles = [card for pile in s.aside.values() for card in pile]
    counts = {}
    for card in [*held, *piles, *s.equipment, *s.equipment_discard]:
        item = rules.content.box.items[card]
        for name in item.parts if item.keeps_parts else (card,):
            counts[name] = counts.get(name, 0) + 1
    return counts


def hold_invariants(rules, s, floating):
    """Check what must be true at every decision; ``floating`` is a card just drawn and not yet kept."""
    box, zones = rules.content.box, rules.content.mission.board.zones
    for kind, total in box.miniatures.items():
        assert sum(here.get(kind, 0) for here in s.zombies.values()) + s.pool[kind] == total, kind
        assert s.pool[kind] >= 0
    assert all(here and all(n > 0 for n in here.values()) for here in s.zombies.values())
    assert all(zone in zones for zone in [*s.zombies, *s.noise])
    cards = census(rules, s)
    for name, item in box.items.items():
        if not item.keeps_parts:
            assert cards.get(name, 0) + (name == floating) == item.count, (name, cards.get(name, 0))
    for who in s.survivors.values():
        assert who.zone in zones
        assert who.wounds <= wound_limit(who)
        assert who.actions >= 0
        assert all(n > 0 for n in who.free.values())
        assert not who.playing or who.slots.count(WOUNDED) == who.wounds
        if who.car:
            assert s.cars[who.car].seats[who.seat - 1] == who.name
            assert s.cars[who.car].zone == who.zone
    assert all(zones[car.zone].outdoor for car in s.cars.values())


def play_and_check(mission, options, seed, limit=1_500):
    """Play one random match (or a part of it) and check at every decision; return the decisions made."""
    rules = game.rules(game.setup(mission, options=options))
    chooser = random.Random(seed)
    match = Match.start(rules, seed, history=False)
    xp = {}
    for count in range(limit):
        decision = match.decision
        if decision is None:
            return count
        floating = decision.about.get("card") if decision.kind in ("search", "rearrange") else None
        hold_invariants(rules, match.state, floating)
        match.choose(chooser.choice(decision.options))
        for event in match.events:
            if type(event).__name__ == "XpGained":
                xp[event.survivor] = xp.get(event.survivor, 0) + event.amount
        assert all(who.xp == xp.get(who.name, 0) for who in match.state.survivors.values())
    return limit


@pytest.mark.parametrize("mission", MISSIONS)
@pytest.mark.parametrize("variant", ["alive", "rising"])
def test_nothing_is_lost(mission, variant):
    assert sum(play_and_check(mission, VARIANTS[variant], seed) for seed in range(3)) > 0


@pytest.mark.soak
@pytest.mark.parametrize("mission", MISSIONS)
def test_nothing_is_lost_in_ten_thousand_decisions(mission):
    done, seed = 0, 1000
    while done < 10_000:
        done += play_and_check(mission, list(VARIANTS.values())[seed % len(VARIANTS)], seed, 10_000)
        seed += 1
