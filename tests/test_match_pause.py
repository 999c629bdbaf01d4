"""Pauses between steps: where a match stops without a question, and how it goes on."""

import pytest

from tests.toygame import Dug, Toy
from zterm.kernel.chance import Chance, OutOfDice
from zterm.kernel.decision import Refused, RuleFault
from zterm.kernel.match import Match


def always(state):
    return True


def paused(rules=None):
    rules = rules or Toy()
    chance = Chance(1)
    return Match(rules, rules.begin(chance), chance, pause=always)


def test_a_paused_match_has_no_question_and_is_not_over():
    match = paused()
    assert (match.decision, match.over, match.paused, match.events) == (None, None, True, [])
    with pytest.raises(Refused, match="the match is paused"):
        match.choose("end")
    assert match.run() == []
    assert match.decision is not None
    assert match.decision.kind == "turn"
    with pytest.raises(Refused, match="not paused"):
        match.run()


def test_a_pause_changes_nothing():
    straight = Match.start(Toy(), 1)
    match = paused()
    match.run(always)
    assert match.paused
    match.run()
    assert match.digest() == straight.digest()
    assert match.decision == straight.decision


def test_a_copy_of_a_paused_match_goes_on_to_its_question():
    match = paused()
    twin = match.clone()
    assert twin.decision is not None
    assert match.paused


def test_what_was_before_a_run_can_not_be_undone():
    match = paused()
    match.run()
    match.choose("move:B")
    match.pause = always
    match.choose("nod")
    assert match.paused
    match.run()
    with pytest.raises(Refused):
        match.undo()


def test_a_rule_that_fails_in_a_run_leaves_the_match_paused_where_it_was():
    class Failing(Toy):
        def step(self, table):
            table.emit(Dug("TOY-1", "x", ()))
            table.state.turn = 99
            raise RuntimeError("broken")

    match = paused(Failing())
    before = match.digest()
    with pytest.raises(RuleFault):
        match.run()
    assert match.paused
    assert match.digest() == before


def test_dice_that_run_out():
    strict = Chance(1, loaded=[6])
    with pytest.raises(OutOfDice):
        strict.dice(2)
    assert strict.loaded == [6]
    loose = Chance(1, loaded=[6], strict=False)
    faces = loose.dice(3)
    assert faces[0] == 6
    assert len(faces) == 3
    assert loose.draws == 3
    assert loose.loaded is None
