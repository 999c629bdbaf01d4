"""Placing zombies where the cards of the box do not reach: several Abominations at once."""

import pytest

from tests.test_odds import play_of
from zterm.games.zombicide.spawning import place


@pytest.mark.parametrize(
    ("left", "abominations", "fatties", "walkers"),
    [(2, 2, 0, 0), (1, 1, 1, 2), (0, 0, 2, 4)],
)
def test_each_abomination_without_a_figure_comes_as_a_fatty_with_its_walkers(left, abominations, fatties, walkers):
    _, t = play_of({"survivors": {"kim": {"zone": "A"}}, "pool": {"abomination": left}})
    assert place(t, "B", "abomination", 2, "card", "ZB-217") == []
    here = t.state.zombies["B"]
    assert [here.get(kind, 0) for kind in ("abomination", "fatty", "walker")] == [abominations, fatties, walkers]
