"""A bot that plays with sense: survivors who plan the shortest round and spend cards where they count, and zombies.

It looks at what its player may see: the board, what lies open, and its own hand.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from zterm.games.walking_dead.play import Play
from zterm.games.walking_dead.sense.survivor import SURVIVOR
from zterm.games.walking_dead.sense.zombie import ZOMBIE
from zterm.games.walking_dead.state import Figure
from zterm.kernel.chance import Chance
from zterm.kernel.match import Bot, Match

Choose = Callable[[Play, Figure, tuple[str, ...]], str]


def heuristic(seed: int) -> Bot:
    """Make the bot; the seed only settles what it has no opinion about."""
    chance = Chance(seed & ((1 << 64) - 1))

    def choose(match: Match[Any]) -> str:
        decision = match.decision
        if decision is None:
            raise ValueError("the match is over")
        t: Play = match.rules.play(match.state)  # type: ignore[attr-defined]
        who = t.figure(decision.actor or "")
        known: Choose | None = (ZOMBIE if who.zombie else SURVIVOR).get(decision.kind)
        answer = known(t, who, decision.options) if known is not None else ""
        return answer if answer in decision.options else decision.options[chance.below(len(decision.options))]

    return choose
