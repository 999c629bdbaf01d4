"""Random matches of The Walking Dead keep to the promises of the kernel, hidden hands included."""

import random

import pytest

from tests.conformance import conformance
from zterm.content import rulebook
from zterm.games.registry import game
from zterm.kernel.match import Match

TABLES = [("survival", 1), ("survival", 2), ("survival", 3), ("survival", 4), ("teams", 4)]


def ruleset(mission, players, **options):
    walking_dead = game("walking_dead")
    recipe = walking_dead.setup(mission, [f"p{i + 1}" for i in range(players)], options=options)
    return lambda: walking_dead.rules(recipe)


def examined(mission, players, seeds, every, folder, **options):
    known = rulebook.load("walking_dead").entries
    conformance(ruleset(mission, players, **options), seeds, every=every, rule_ids=known, folder=folder)


@pytest.mark.parametrize(("mission", "players"), TABLES)
def test_missions_conform(mission, players, tmp_path):
    examined(mission, players, range(1, 4), 12, tmp_path)


def test_the_other_readings_conform(tmp_path):
    examined("teams", 4, [5, 6], 12, tmp_path, bitten="anywhere", six="encounters", seating="alternate", reveal="on")
    examined("survival", 3, [7], 12, tmp_path, reveal="on")


@pytest.mark.soak
@pytest.mark.parametrize(("mission", "players"), TABLES)
def test_missions_conform_in_the_long_run(mission, players, tmp_path):
    examined(mission, players, range(100, 160), 5, tmp_path)


def hands(shown):
    """The hands that a public state shows, by figure."""
    people = {**shown["survivors"], **{name + "*": z for name, z in shown["zombies"].items()}}
    return {name: person["hand"] for name, person in people.items() if "hand" in person}


@pytest.mark.parametrize(("mission", "players"), [("survival", 4), ("teams", 4)])
def test_a_hand_is_shown_to_its_owner_only(mission, players):
    chance = random.Random(3)
    match = Match.start(ruleset(mission, players)(), 3)
    while match.decision is not None:
        rules, state = match.rules, match.state
        assert hands(rules.public(state)) == {}
        for viewer in state.players:
            own = {f.name for f in state.figures.values() if f.player == viewer}
            assert {name.rstrip("*") for name in hands(rules.public(state, viewer))} <= own
            assert rules.view(state, match.decision, viewer).private == viewer
            for person in rules.view(state, match.decision, viewer).people:
                backs = [card.name for card in person.cards if card.role != "good"]
                assert person.id in own or set(backs) <= {"hidden card"}
        match.choose(chance.choice(match.decision.options))


def test_looking_ahead_deals_others_other_cards():
    match = Match.start(ruleset("survival", 4)(), 8)
    asked = match.decision.who
    others = [f.name for f in match.state.figures.values() if f.player != asked]
    twins = [match.imagine(seed) for seed in range(4)]
    for twin in twins:
        same = [f.name for f in twin.state.figures.values() if f.hand == match.state.figures[f.name].hand]
        assert [name for name in same if name not in others]
        assert len(same) < len(match.state.figures)


def test_a_player_is_not_called_like_the_onlooker():
    with pytest.raises(Exception, match="can't be called"):
        game("walking_dead").setup("survival", ["all", "bob"])
