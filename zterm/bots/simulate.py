"""Many matches by a bot: how often it wins, how long it takes, how the matches end."""

from __future__ import annotations

import statistics
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from math import sqrt
from typing import Any

from msgspec import Struct

from zterm.bots import named
from zterm.games.registry import game
from zterm.kernel.chance import SEED_LIMIT
from zterm.kernel.match import Match

LONGEST = 10_000
"""Answers after which a match counts as unfinished: some ten times a long one."""
STALLED = 50
"""Turns without a step forward or a death after which it counts as unfinished too: nobody can do or suffer anything."""
Z95 = 1.959964

Progress = Callable[[int, int], None]


class Played(Struct, frozen=True):
    """How one match went. ``seconds`` are those of play without setting up, ``deaths`` figures that were lost.

    ``progress`` is the share of what the match asks for that was done when it was at its best (at the start of a turn
    or at the end), None for games that do not tell.
    """

    seed: int
    outcome: str
    reason: str
    turn: int
    answers: int
    deaths: int
    seconds: float
    progress: float | None = None


class Simulation(Struct, frozen=True):
    """What many matches come to: ``rate`` of wins with its 95 % ``interval`` (Wilson), turns, answers, endings.

    ``deaths`` is the mean of figures lost in a match, ``ms_per_decision`` the bot's thinking and the rules together,
    ``progress`` the mean of how far matches came (1: all were won), ``progress_unwon`` the same of those not won; both
    are None for games that do not tell, the second also when all were won.
    """

    game: str
    mission: str
    bot: str
    seed: int
    games: int
    won: int
    rate: float
    interval: tuple[float, float]
    turns: dict[str, float]
    answers: float
    decisions: int
    deaths: float
    ms_per_decision: float
    endings: dict[str, int]
    progress: float | None = None
    progress_unwon: float | None = None


def simulate(
    name: str,
    setup: Mapping[str, Any],
    bot: str,
    games: int,
    seed: int = 0,
    jobs: int = 1,
    progress: Progress | None = None,
) -> Simulation:
    """Let a bot play matches with the seeds ``seed``, ``seed`` + 1, … in ``jobs`` processes.

    ``setup`` is the recipe that the game's ``setup`` made; ``progress`` gets the matches done and all of them.
    Raises InputError for an unknown bot. The same arguments give the same result, but for the times.
    """
    named.make(name, bot, 0)
    recipe = dict(setup)
    work = [(name, recipe, (seed + i) % SEED_LIMIT, bot) for i in range(games)]
    played: list[Played] = []
    for result in _run(work, jobs):
        played.append(result)
        if progress is not None:
            progress(len(played), games)
    return sum_up(name, str(recipe.get("mission", "")), bot, seed, played)


def one(name: str, setup: Mapping[str, Any], seed: int, bot: str) -> Played:
    """Let a bot play one match to its end."""
    match = Match.start(game(name).rules(dict(setup)), seed, history=False)
    choose = named.make(name, bot, (seed + 1) % SEED_LIMIT)
    began = time.perf_counter()
    answers, turn, best, stands, since = 0, 0, 0.0, (0.0, 0), 0
    while match.decision is not None and answers < LONGEST:
        if getattr(match.state, "turn", 0) != turn:
            turn, done = match.state.turn, _progress(match)
            best = max(best, done or 0.0)
            if (done or 0.0, _deaths(match.state)) != stands:
                stands, since = (done or 0.0, _deaths(match.state)), turn
            elif done is not None and turn - since > STALLED:
                break
        match.pick(choose(match))
        answers += 1
    seconds = time.perf_counter() - began
    over, last = match.over, _progress(match)
    return Played(
        seed,
        over.outcome if over else "unfinished",
        over.reason if over else "",
        getattr(match.state, "turn", 0),
        answers,
        _deaths(match.state),
        seconds,
        None if last is None else max(best, last),
    )


def _progress(match: Match[Any]) -> float | None:
    """How much of what a match asks for is done (0 to 1), for games that tell."""
    ask = getattr(match.rules, "progress", None)
    return None if ask is None else float(ask(match.state))


def _deaths(state: Any) -> int:
    """Figures of a state that are out of the match for good, for games that keep their figures by name."""
    figures = getattr(state, "survivors", None)
    if not isinstance(figures, dict):
        return 0
    return sum(1 for who in figures.values() if not getattr(who, "alive", True))


def _run(work: Sequence[tuple[Any, ...]], jobs: int) -> Iterator[Played]:
    if jobs <= 1:
        yield from (one(*each) for each in work)
        return
    from concurrent.futures import ProcessPoolExecutor

    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(_one, work, chunksize=max(1, min(8, len(work) // (4 * jobs))))


def _one(work: tuple[Any, ...]) -> Played:
    return one(*work)


def interval(won: int, games: int) -> tuple[float, float]:
    """The 95 % confidence interval (Wilson) of a win rate."""
    if not games:
        return 0.0, 1.0
    rate, z = won / games, Z95
    middle = (rate + z * z / (2 * games)) / (1 + z * z / games)
    wide = z * sqrt(rate * (1 - rate) / games + z * z / (4 * games * games)) / (1 + z * z / games)
    return (max(0.0, middle - wide) if won else 0.0), (min(1.0, middle + wide) if won < games else 1.0)


def sum_up(name: str, mission: str, bot: str, seed: int, played: Sequence[Played]) -> Simulation:
    """Sum up matches that were played."""
    won = sum(p.outcome == "won" for p in played)
    turns = [p.turn for p in played]
    answers = sum(p.answers for p in played)
    endings = Counter(f"{p.outcome}: {p.reason}" if p.reason else p.outcome for p in played)
    return Simulation(
        game=name,
        mission=mission,
        bot=bot,
        seed=seed,
        games=len(played),
        won=won,
        rate=won / len(played),
        interval=interval(won, len(played)),
        turns={
            "mean": statistics.fmean(turns),
            "median": float(statistics.median(turns)),
            "least": float(min(turns)),
            "most": float(max(turns)),
        },
        answers=answers / len(played),
        decisions=answers,
        deaths=statistics.fmean(p.deaths for p in played),
        ms_per_decision=1000 * sum(p.seconds for p in played) / max(1, answers),
        endings=dict(endings.most_common()),
        progress=_mean([p.progress for p in played]),
        progress_unwon=_mean([p.progress for p in played if p.outcome != "won"]),
    )


def _mean(shares: Sequence[float | None]) -> float | None:
    """The mean of shares that are all known."""
    known = [share for share in shares if share is not None]
    return statistics.fmean(known) if known and len(known) == len(shares) else None
