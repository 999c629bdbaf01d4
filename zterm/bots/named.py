"""Bots by name: the one that plays any game at random, and those a game brings along."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from zterm.games.registry import InputError, game
from zterm.games.words import put
from zterm.kernel.chance import Chance
from zterm.kernel.match import Bot, Match


def random_bot(seed: int) -> Bot:
    """A bot that picks any legal option, all equally likely."""
    chance = Chance(seed & ((1 << 64) - 1))

    def choose(match: Match[Any]) -> str:
        decision = match.decision
        if decision is None:
            raise ValueError("the match is over")
        return decision.options[chance.below(len(decision.options))]

    return choose


def names(name: str) -> dict[str, Callable[[int], Bot]]:
    """The bots that can play a game, each made with a seed."""
    return {"random": random_bot, **game(name).bots()}


def make(name: str, bot: str, seed: int) -> Bot:
    """Make a bot for a game; raises InputError for an unknown name."""
    from zterm.content.problems import nearest

    known = names(name)
    if bot not in known:
        near = nearest(bot, known)
        hint = put("wanted", "did_you_mean", word=near) if near else put("wanted", "there_are", words=", ".join(known))
        raise InputError(put("wanted", "no_bot", bot=repr(bot), hint=hint))
    return known[bot](seed)
