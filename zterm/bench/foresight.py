"""The speed of what helps a player decide: the threat preview, the odds of attacks, a hint."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from zterm.bench import Say, p95, row
from zterm.bench.engine import median_ms
from zterm.bench.words import put
from zterm.bots import named
from zterm.bots.advice import advise, adviser, seed_of
from zterm.games.registry import game
from zterm.kernel.match import Match

MISSIONS, SEED = ("m00", "m03", "m05", "m07"), 3
EVERY, HINTS = 4, 10
"""Of how many decisions in a turn one is measured, and of how many of those a hint is asked for."""


def rows(name: str, say: Say) -> list[dict[str, Any]]:
    """Measure over matches that a bot plays, in missions of several sizes."""
    say(put("next", "foresight"))
    threats: list[float] = []
    odds: list[float] = []
    hints: list[float] = []
    for number, match in enumerate(_positions(name)):
        rules: Any = match.rules
        state, decision = match.state, match.decision
        assert decision is not None
        threats.append(median_ms(partial(rules.threat, state), 1))
        attacks = (option for option in decision.options if option.startswith("attack:"))
        odds += [median_ms(partial(rules.option, state, decision, option), 1) for option in attacks]
        bot = adviser(name, SEED) if number % HINTS == 0 else None
        if bot is not None:
            hints.append(median_ms(partial(advise, match, bot, seed_of(match, SEED)), 1))
    found = [("threat", threats, 30.0), ("odds", odds, 5.0), ("hint", hints, 1000.0)]
    return [
        row(id, put("bench", id), p95(times), "ms", bar, "most", slowest=round(max(times), 2), positions=len(times))
        for id, times, bar in found
    ]


def _positions(name: str) -> Iterator[Match[Any]]:
    """Every so many decisions of survivors' turns in matches of the quick bot."""
    for mission in MISSIONS:
        match = Match.start(game(name).rules(game(name).setup(mission)), SEED, history=False)
        bot, turns = named.make(name, "quick", SEED), 0
        while match.decision is not None:
            if match.decision.kind == "turn" and match.at_rest:
                turns += 1
                if turns % EVERY == 0:
                    yield match
            match.pick(bot(match))
