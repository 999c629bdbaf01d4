"""Bots: deterministic for a seed, better than chance, and at no loss on any mission."""

from __future__ import annotations

from typing import Any

import pytest

from zterm.bots import named
from zterm.bots.simulate import one, simulate
from zterm.games.registry import game
from zterm.kernel.match import Match

MISSIONS = [info.id for info in game("zombicide").missions() if info.id.startswith("m")]


def answers(bot: str, seed: int, limit: int) -> list[str]:
    match: Match[Any] = Match.start(game("zombicide").rules(game("zombicide").setup("m00")), seed)
    choose = named.make("zombicide", bot, seed)
    given = []
    while match.decision is not None and len(given) < limit:
        given.append(choose(match))
        match.choose(given[-1])
    return given


@pytest.mark.parametrize("bot", ["random", "quick", "heuristic"])
def test_a_bot_plays_the_same_for_the_same_seed(bot: str) -> None:
    assert answers(bot, 5, 120) == answers(bot, 5, 120)


def test_sense_does_better_than_chance() -> None:
    setup = game("zombicide").setup("m00")
    sense = simulate("zombicide", setup, "quick", 20, 0, 2)
    chance = simulate("zombicide", setup, "random", 20, 0, 2)
    assert chance.won <= 1
    assert sense.won > chance.won
    assert sense.turns["mean"] > chance.turns["mean"]


def test_looking_ahead_wins_often() -> None:
    """Of eight matches it wins about half: two wins are enough not to depend on luck."""
    setup, won = game("zombicide").setup("m00"), 0
    for seed in range(8):
        won += one("zombicide", setup, seed, "heuristic").outcome == "won"
        if won == 2:
            return
    assert won >= 2


@pytest.mark.parametrize("mission", MISSIONS)
def test_random_matches_go_without_a_fault_on_every_mission(mission: str) -> None:
    """Thirty matches; in some missions hardly one ends by itself: the last survivors stay where no zombie comes."""
    rules = game("zombicide").rules(game("zombicide").setup(mission))
    for seed in range(30):
        match: Match[Any] = Match.start(rules, seed, history=False)
        choose = named.random_bot(seed)
        for _ in range(3000):
            if match.decision is None:
                break
            match.pick(choose(match))
        assert match.over is not None or match.state.standing()


@pytest.mark.parametrize("mission", MISSIONS)
def test_sense_answers_everything_on_every_mission(mission: str) -> None:
    match: Match[Any] = Match.start(game("zombicide").rules(game("zombicide").setup(mission)), 11)
    choose = named.make("zombicide", "quick", 11)
    for _ in range(150):
        if match.decision is None:
            break
        match.pick(choose(match))


def test_sense_reads_no_hidden_card() -> None:
    """With the decks, the face-down tokens and the generator changed, its answers stay the same."""
    match: Match[Any] = Match.start(game("zombicide").rules(game("zombicide").setup("m00")), 3)
    choose = named.make("zombicide", "heuristic", 1)
    for turn in range(100):
        if match.decision is None:
            break
        answer = choose(match)
        assert choose(match.imagine(turn, history=True)) == answer
        match.choose(answer)


def test_one_match_says_how_it_went() -> None:
    played = one("zombicide", game("zombicide").setup("m00"), 1, "random")
    assert played.outcome == "lost"
    assert played.turn >= 1
    assert played.answers > 0
    assert played.deaths >= 1
