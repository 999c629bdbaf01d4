"""What rules may offer beside the protocol of all rulesets: every name that is asked for is listed, with its form."""

from __future__ import annotations

import inspect
import re
from pathlib import Path

import pytest

import zterm
from zterm.games.walking_dead.rules import WalkingDead
from zterm.games.zombicide.rules import Zombicide
from zterm.kernel.ruleset import Extras

ASKED = re.compile(r"getattr\([\w.]*\brules, \"(\w+)\"")
LISTED = {name for name in vars(Extras) if not name.startswith("_")}


def test_what_is_asked_of_rules_by_name_is_listed_and_nothing_else():
    sources = (file.read_text(encoding="utf-8") for file in Path(zterm.__file__).parent.rglob("*.py"))
    asked = {name for source in sources for name in ASKED.findall(source)}
    assert asked == LISTED


@pytest.mark.parametrize("rules", [Zombicide, WalkingDead])
def test_what_a_game_has_of_them_is_called_as_listed(rules):
    offered = LISTED & set(vars(rules))
    assert offered
    for name in offered:
        wanted, found = (inspect.signature(getattr(of, name)).parameters.values() for of in (Extras, rules))
        assert [(p.name, p.default) for p in found] == [(p.name, p.default) for p in wanted], name
