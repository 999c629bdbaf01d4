"""Hints: legal, quick, the same for the same seed, with reasons in words, and without a look at what is hidden."""

from __future__ import annotations

import pytest

from tests import toygame
from zterm.bots import named
from zterm.bots.advice import advise, adviser
from zterm.content.catalogue import use
from zterm.games import registry
from zterm.games.zombicide import game
from zterm.kernel.match import Match


@pytest.fixture
def italian():
    use("it")
    yield
    use("en")


def positions(mission, seed, every=9, most=90):
    """A match played by the bot, at every so many answers."""
    match = Match.start(game.rules(game.setup(mission, options={"all_means": "alive"})), seed)
    bot = named.make("zombicide", "quick", 1)
    for number in range(most):
        if match.decision is None:
            return
        if number % every == 0:
            yield match, bot
        match.choose(bot(match))


@pytest.mark.parametrize("mission", ["m00", "m05", "m10"])
def test_a_hint_is_legal_and_always_the_same(mission):
    for match, bot in positions(mission, 11):
        before = match.digest()
        marked = match.decision.options[-1]
        one = advise(match, bot, 5, marked, seconds=10)
        assert one.option in match.decision.options
        assert one.rival in ("", marked)
        assert match.digest() == before
        assert all(line and line[0] != " " for line in one.reasons + one.against)
        assert advise(match, bot, 5, marked, seconds=10) == one


def test_time_is_kept():
    match, bot = next(iter(positions("m00", 3)))
    assert advise(match, bot, 5, seconds=0.0).option in match.decision.options


def test_what_is_hidden_is_not_read():
    for match, bot in positions("m00", 21, every=30):
        other = match.imagine(77, history=True)
        assert advise(match, bot, 5, seconds=10) == advise(other, bot, 5, seconds=10)


def test_every_kind_of_reason_has_words_in_both_languages(italian):
    said = {"it": set(), "en": set()}
    for code in said:
        use(code)
        for mission in ("m00", "m08"):
            for match, _ in positions(mission, 4, every=3):
                for option in match.decision.options:
                    said[code].update(match.rules.reasons(match, option))
    assert len(said["it"]) > 20
    assert len(said["en"]) > 20
    assert not said["it"] & {line for line in said["en"] if len(line) > 30}


def test_a_game_without_reasons_gets_advice_too():
    match = Match.start(toygame.rules({"players": ["p1"]}), 3)
    found = advise(match, named.random_bot(1), 5)
    assert found.option in match.decision.options
    assert found.reasons == ()


def deciding(mission, players, seed, **options):
    """A match of The Walking Dead played by its bot, at every decision."""
    walking_dead = registry.game("walking_dead")
    setup = walking_dead.setup(mission, [f"p{n + 1}" for n in range(players)], options=options)
    match = Match.start(walking_dead.rules(setup), seed)
    bot = adviser("walking_dead", seed)
    while match.decision is not None:
        yield match
        match.choose(bot(match))


MATCHES = [("survival", 1, 0), ("survival", 4, 1), ("survival", 4, 2), ("teams", 4, 3)]


def test_every_option_of_the_walking_dead_has_reasons_in_both_languages(italian):
    said = {"it": set(), "en": set()}
    kinds = set()
    for code, lines in said.items():
        use(code)
        for mission, players, seed in MATCHES:
            for match in deciding(mission, players, seed, reveal="on"):
                for option in match.decision.options:
                    found = match.rules.reasons(match, option)
                    assert found, (match.decision.kind, option)
                    assert all(line.endswith(".") and line[0].upper() == line[0] for line in found)
                    lines.update(found)
                    kinds.add(match.decision.kind)
    assert {"move", "fight", "rolled", "after", "support", "zombie_card", "react"} <= kinds
    assert not said["it"] & said["en"]


def test_reasons_of_the_walking_dead_tell_nothing_hidden():
    for match in deciding("survival", 4, 2):
        other = match.imagine(77)
        for option in match.decision.options:
            assert other.rules.reasons(other, option) == match.rules.reasons(match, option)


def test_reasons_of_a_move_name_the_way_and_those_of_a_roll_the_chance():
    kinds = {}
    for match in deciding("survival", 1, 0):
        for option in match.decision.options:
            kinds.setdefault((match.decision.kind, option.split(":")[0]), (match, match.rules.reasons(match, option)))
    assert "spaces are left at least: to Police Station" in kinds["move", "move"][1][-1]
    assert "against Strength" in kinds["fight", "roll"][1][0]


def test_a_hint_counts_who_wins_for_the_player_who_asks():
    """A zombie's player is not sent where the survivors win, nor kept from where they lose."""
    from zterm.bots.advice import _tally

    *_, match = deciding("teams", 4, 3)
    won = set(match.over.winners)
    for player in match.state.players:
        assert (_tally(match, player)["worth"] > 0) == (player in won)
    assert 0 < len(won) < len(match.state.players)
