"""Hints: legal, quick, the same for the same seed, with reasons in words, and without a look at what is hidden."""

from __future__ import annotations

import pytest

from tests import toygame
from zterm.bots import named
from zterm.bots.advice import advise
from zterm.content.catalogue import use
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
