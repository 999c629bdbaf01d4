"""Random matches of every mission keep to the promises of the kernel.

They need not end: who has lost the last tool behind a closed door may walk about there for ever.
"""

import random

import pytest

from tests.conformance import conformance
from zterm.content import rulebook
from zterm.games.registry import game
from zterm.kernel.journal import create, resume
from zterm.kernel.match import Match
from zterm.kernel.record import FORMAT, Header, read

MISSIONS = [*(f"m{number:02}" for number in range(11)), "t01", "t02", "t03", "t04"]


def sensible(option):
    """Turn down what takes a match nowhere: throwing tools away, shuffling hands."""
    return not option.startswith(("drop:", "swap:", "inventory", "noise", "discard", "give:"))


def examined(mission, seeds, every, folder, **wish):
    zombicide = game("zombicide")
    recipe = zombicide.setup(mission, **wish)
    known = rulebook.load("zombicide").entries
    conformance(
        lambda: zombicide.rules(recipe),
        seeds,
        every=every,
        limit=2000,
        rule_ids=known,
        folder=folder,
        taste=sensible,
        ends=False,
    )


@pytest.mark.parametrize("mission", MISSIONS)
def test_missions_conform(mission, tmp_path):
    examined(mission, [1], 60, tmp_path)


def test_several_players_and_zombivors_conform(tmp_path):
    wish = {"players": ("ann", "bob"), "options": {"resurrection": "ask", "zombivors_from_start": "on"}}
    examined("m00", [7], 60, tmp_path, **wish)


@pytest.mark.soak
@pytest.mark.parametrize("mission", MISSIONS)
@pytest.mark.parametrize("resurrection", ["off", "ask"])
def test_missions_conform_in_the_long_run(mission, resurrection, tmp_path):
    examined(mission, range(10, 20), 10, tmp_path, options={"resurrection": resurrection})


def test_two_thousand_answers_are_each_given_once_on_loading(tmp_path, monkeypatch):
    """The worst save: nothing drawn or seen since its first answer, so that all of it can still be undone."""
    zombicide = game("zombicide")
    recipe = zombicide.setup("m00")
    rules = zombicide.rules(recipe)
    header = Header(FORMAT, "zombicide", rules.version, rules.mission, rules.content_hash, 1, recipe, "")
    saved = create(Match.start(rules, 1), tmp_path / "long.zterm", header)
    chance = random.Random(1)
    while saved.match.answers < 2000:
        options = [o for o in saved.match.decision.options if o.startswith(("activate:", "inventory", "swap:"))]
        saved.choose(chance.choice(options))
    digest = saved.match.digest()
    saved.close()
    given, choose = [], Match.choose
    monkeypatch.setattr(Match, "choose", lambda match, option: given.append(option) or choose(match, option))
    again = resume(saved.path, lambda header: rules)
    again.close()
    assert again.match.digest() == digest
    assert again.match.can_undo
    assert given == [answer.choose for answer in read(saved.path).answers]
