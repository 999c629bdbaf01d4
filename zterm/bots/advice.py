"""Advice for a person at a decision: what a game's own bot would answer, held against other options by looking ahead.

Nothing hidden is read: everything happens on copies with another future (`Match.imagine`). A game may say more than how
a match ends: ``tally(state)`` numbers that matter with their ``worth``, ``outlook(before, after)`` words for what is
expected, ``reasons(match, option)`` facts of the position. The same position and seed give the same advice, as long as
the time is not used up.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Struct

from zterm.games.registry import game
from zterm.kernel.match import Bot, Match

Tally = Mapping[str, float]

FUTURES = 3
"""Futures that each option is looked at in."""
RIVALS = 3
"""Other options that the bot's own is held against."""
FARTHEST = 60
"""Answers looked ahead at most; the end of the round comes before."""
APART = 0x5EED
"""Keeps the futures that are looked at apart from the match's own."""
EDGE = 6.0
"""How much better another option must come out on average (and worse in no future) to be advised instead."""
SECONDS = 0.8


class Advice(Struct, frozen=True):
    """What to do (an option's id) and why, in words; ``rival`` is the marked option it was held against, and how it
    comes out; ``futures`` how many futures were looked at."""

    option: str
    reasons: tuple[str, ...]
    rival: str = ""
    against: tuple[str, ...] = ()
    futures: int = 0


def adviser(name: str, seed: int) -> Bot | None:
    """The bot of a game that gives advice, the quickest it has; None for a game without bots."""
    made = dict(game(name).bots())
    make = made.get("quick") or made.get("heuristic") or next(iter(made.values()), None)
    return make(seed) if make is not None else None


def seed_of(match: Match[Any], seed: int) -> int:
    """The seed of the futures that are looked at for a match of a seed as it stands now."""
    return (seed ^ APART) + match.answers


def advise(match: Match[Any], bot: Bot, seed: int, marked: str = "", seconds: float = SECONDS) -> Advice:
    """Advise on the open decision; raises ValueError when there is none. The match itself is not touched."""
    decision = match.decision
    if decision is None:
        raise ValueError("there is nothing to decide")
    rules: Any = match.rules
    first = bot(match.imagine(seed))
    options = list(dict.fromkeys([first, *([marked] if marked in decision.options else []), *_others(match, first)]))
    options = options[: RIVALS + 1]
    ends, futures = _look_ahead(match, bot, seed, options, seconds) if len(decision.options) > 1 else ({}, 0)
    worth = {option: [_worth(end) for end in found] for option, found in ends.items() if found}
    tells = hasattr(rules, "reasons")
    reasons: Callable[[Match[Any], str], list[str]] = getattr(rules, "reasons", lambda match, option: [])
    best = _best(first, worth, lambda option: not tells or bool(reasons(match, option)))
    before = _tally(match, decision.who)
    told = tuple(reasons(match, best))
    against: tuple[str, ...] = ()
    if marked in worth and marked != best:
        against = tuple(_outlook(rules, before, ends[marked]) or reasons(match, marked))
    told += tuple(_outlook(rules, before, ends[best])) if best in ends else ()
    return Advice(best, told, marked if marked != best else "", against, futures)


def _best(first: str, worth: dict[str, list[float]], speaks: Callable[[str], bool]) -> str:
    """The bot's choice, or an option that comes out clearly better; one that nothing speaks for did so by luck."""
    best, most = first, sum(worth.get(first, [])) + EDGE * len(worth.get(first, []))
    for option, found in worth.items():
        never_worse = all(one >= other for one, other in zip(found, worth[first], strict=True))
        if option != first and never_worse and sum(found) > most and speaks(option):
            best, most = option, sum(found)
    return best


def _others(match: Match[Any], first: str) -> list[str]:
    """One option of each other kind, in the order in which people see them."""
    assert match.decision is not None
    kinds = {first.split(":")[0]: first}
    rank = {option: match.rules.option(match.state, match.decision, option).rank for option in match.decision.options}
    for option in sorted(rank, key=lambda option: (rank[option], option)):
        kinds.setdefault(option.split(":")[0], option)
    same = [option for option in match.decision.options if option.split(":")[0] == first.split(":")[0]]
    others = [option for option in kinds.values() if option != first]
    return others or [option for option in same if option != first]


def _look_ahead(
    match: Match[Any], bot: Bot, seed: int, options: list[str], seconds: float
) -> tuple[dict[str, list[Tally]], int]:
    """Where each option leads in the same few futures, played on by the bot to the end of the round."""
    player = match.decision.who if match.decision is not None else ""
    until = time.monotonic() + seconds
    ends: dict[str, list[Tally]] = {option: [] for option in options}
    for future in range(FUTURES):
        found = {}
        for option in options:
            found[option] = _play_on(match.imagine(seed + 1 + future), bot, option, player, until)
            if time.monotonic() > until:
                return ends, future * len(options)
        for option, end in found.items():
            ends[option].append(end)
    return ends, FUTURES * len(options)


def _play_on(twin: Match[Any], bot: Bot, option: str, player: str, until: float) -> Tally:
    turn = getattr(twin.state, "turn", 0)
    twin.pick(option)
    for _ in range(FARTHEST):
        if twin.decision is None or getattr(twin.state, "turn", 0) != turn or time.monotonic() > until:
            break
        twin.pick(bot(twin))
    return _tally(twin, player)


def _tally(match: Match[Any], player: str) -> Tally:
    """The numbers that matter of a position; to have won or lost, for the player who is advised, outweighs them all."""
    rules: Any = match.rules
    ask = getattr(rules, "tally", None)
    found = dict(ask(match.state)) if ask is not None else {}
    result = match.over
    if result is not None and result.outcome != "drawn":
        found["worth"] = found.get("worth", 0.0) + (1000.0 if player in result.winners else -1000.0)
    return found


def _worth(tally: Tally) -> float:
    return tally.get("worth", 0.0)


def _outlook(rules: Any, before: Tally, ends: list[Tally]) -> list[str]:
    """What is expected, in the game's own words."""
    ask = getattr(rules, "outlook", None)
    if ask is None or not ends:
        return []
    mean = {key: sum(end.get(key, 0.0) for end in ends) / len(ends) for key in {key for end in ends for key in end}}
    return list(ask(before, mean))
