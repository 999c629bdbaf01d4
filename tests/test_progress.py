"""How far a match came: the share of a mission's steps that is done."""

from __future__ import annotations

from typing import Any

import pytest

from zterm.games.registry import game
from zterm.kernel.match import Match


def position(mission: str, **options: str) -> Match[Any]:
    rules = game("zombicide").rules(game("zombicide").setup(mission, options=options))
    return Match.start(rules, 1, history=False)


def share(match: Match[Any]) -> float:
    return float(match.rules.progress(match.state))


@pytest.mark.parametrize("info", game("zombicide").missions(), ids=lambda info: info.id)
def test_nothing_is_done_at_the_start(info: Any) -> None:
    assert share(position(info.id)) == 0 or (info.id == "t04" and share(position("t04")) < 0.05)


def test_tokens_and_people_count_each_for_a_part_of_their_step() -> None:
    match = position("m02")
    tokens = list(match.state.objectives.values())
    tokens[0].taken = "kim"
    assert share(match) == pytest.approx(0.5 / len(tokens))
    for token in tokens:
        token.taken = "kim"
    assert share(match) == pytest.approx(0.5)
    match.state.survivors["kim"].escaped = True
    assert share(match) == pytest.approx(0.5 + 0.5 / 6)


def test_the_dead_are_missed_only_where_all_are_wanted() -> None:
    for meaning, part in (("starting", 1 / 6), ("alive", 1 / 5)):
        match = position("m02", all_means=meaning)
        match.state.survivors["kim"].escaped = True
        match.state.survivors["belle"].alive = False
        assert share(match) == pytest.approx(part / 2)


def test_what_holds_from_the_start_counts_when_all_before_is_done() -> None:
    match = position("m03")
    s = match.state
    assert share(match) == 0
    green = next(door for door in match.rules.play(s).board.doors.values() if door.colour == "green")
    s.ways |= 1 << green.bit
    assert share(match) == 0
    for token in s.objectives.values():
        if token.colour == "green":
            token.taken = "kim"
    assert share(match) == pytest.approx(2 / 3)
    for token in s.objectives.values():
        token.taken = "kim"
    assert share(match) == pytest.approx(1)


def test_a_won_match_is_done() -> None:
    match = position("m00")
    match.state.outcome = "won"
    assert share(match) == 1
