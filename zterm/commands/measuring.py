"""``simulate`` and ``bench``: many matches by bots, and zterm's own speed on this machine."""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from math import sqrt
from typing import Any

import msgspec

from zterm.bots import named
from zterm.commands import wishes
from zterm.games.registry import GAMES, InputError, game
from zterm.kernel.chance import SEED_LIMIT
from zterm.kernel.match import Match

LONGEST = 100_000
Z95 = 1.959964


class Played(msgspec.Struct, frozen=True):
    """How one simulated match went; ``seconds`` of play, without setting up."""

    seed: int
    outcome: str
    reason: str
    turn: int
    answers: int
    seconds: float


def one(name: str, setup: dict[str, Any], seed: int, bot: str) -> Played:
    """Let a bot play one match to its end."""
    match = Match.start(game(name).rules(setup), seed)
    choose = named.make(name, bot, seed + 1)
    began = time.perf_counter()
    answers = 0
    while match.decision is not None and answers < LONGEST:
        match.pick(choose(match))
        answers += 1
    seconds = time.perf_counter() - began
    over = match.over
    turn = getattr(match.state, "turn", 0)
    return Played(seed, over.outcome if over else "unfinished", over.reason if over else "", turn, answers, seconds)


def interval(won: int, games: int) -> tuple[float, float]:
    """The 95 % confidence interval (Wilson) of a win rate."""
    if not games:
        return 0.0, 1.0
    rate, z = won / games, Z95
    middle = (rate + z * z / (2 * games)) / (1 + z * z / games)
    wide = z * sqrt(rate * (1 - rate) / games + z * z / (4 * games * games)) / (1 + z * z / games)
    return (middle - wide if won else 0.0), (middle + wide if won < games else 1.0)


def simulate(args: argparse.Namespace) -> int:
    """Play many matches by a bot and sum them up."""
    count = wishes.number(args.games, "the number of games", 1, 10_000_000)
    jobs = wishes.number(args.jobs, "the number of jobs", 1, 256)
    seed = wishes.seed(args.seed)
    target = wishes.target(args.mission)
    if target.scenario is not None:
        raise InputError("simulate plays missions, not scenarios")
    named.make(target.game, args.bot, 0)
    setup = wishes.setup(game(target.game), target.mission, wishes.players(args.players, ()), args)
    work = [(target.game, setup, (seed + i) % SEED_LIMIT, args.bot) for i in range(count)]
    played: list[Played] = []
    for result in _run(work, jobs):
        played.append(result)
        if sys.stderr.isatty():
            print(f"\r{len(played)} of {count} ", end="", file=sys.stderr, flush=True)
    if sys.stderr.isatty():
        print("\r" + " " * 30 + "\r", end="", file=sys.stderr, flush=True)
    report = {"game": target.game, "mission": target.mission, "bot": args.bot, "seed": seed, **summary(played)}
    if args.json:
        sys.stdout.write(msgspec.json.encode(report).decode() + "\n")
    else:
        _print(report)
    return 0


def _run(work: list[tuple[Any, ...]], jobs: int) -> Iterator[Played]:
    if jobs == 1:
        yield from (one(*each) for each in work)
        return
    from concurrent.futures import ProcessPoolExecutor

    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(_one, work, chunksize=max(1, min(16, len(work) // jobs)))


def _one(work: tuple[Any, ...]) -> Played:
    return one(*work)


def summary(played: list[Played]) -> dict[str, Any]:
    """Sum up simulated matches."""
    won = sum(p.outcome == "won" for p in played)
    turns = [p.turn for p in played]
    answers = sum(p.answers for p in played)
    endings = Counter(f"{p.outcome}: {p.reason}" if p.reason else p.outcome for p in played)
    return {
        "games": len(played),
        "won": won,
        "rate": won / len(played),
        "interval": list(interval(won, len(played))),
        "turns": {"mean": statistics.fmean(turns), "least": min(turns), "most": max(turns)},
        "decisions": answers,
        "ms_per_decision": 1000 * sum(p.seconds for p in played) / max(1, answers),
        "endings": dict(endings.most_common()),
    }


def _print(report: dict[str, Any]) -> None:
    low, high = report["interval"]
    turns = report["turns"]
    print(f"{report['game']} {report['mission']}, bot {report['bot']}, {report['games']} games, seed {report['seed']}")
    print(f"won {report['won']}: {report['rate']:.1%} (95 % confidence: {low:.1%} to {high:.1%})")
    print(f"turns {turns['mean']:.1f} ({turns['least']} to {turns['most']})")
    print(f"decisions {report['decisions']}, {report['ms_per_decision']:.3f} ms each")
    for ending, count in report["endings"].items():
        print(f"{count:>6}  {ending}")


def bench(args: argparse.Namespace) -> int:
    """Measure zterm on this machine with the first mission of the first game."""
    name = next(iter(GAMES))
    mission = game(name).missions()[0].id
    setup = game(name).setup(mission)
    starts = {"start_ms": _start_ms("-m", "zterm", "--version"), "python_ms": _start_ms("-c", "pass")}
    figures = {**starts, **_playing(name, setup), **_saving(name, setup)}
    if args.json:
        report = {"game": name, "mission": mission, **{key: round(value, 4) for key, value in figures.items()}}
        sys.stdout.write(msgspec.json.encode(report).decode() + "\n")
    else:
        print(f"{name} {mission}")
        for key, value in figures.items():
            print(f"{key:<22}{value:>12.3f}")
    return 0


def _start_ms(*arguments: str) -> float:
    import subprocess

    def once() -> None:
        subprocess.run([sys.executable, *arguments], check=True, stdout=subprocess.DEVNULL)

    return _median_ms(once, 9)


def _median_ms(do: Callable[[], object], times: int) -> float:
    taken = []
    for _ in range(times):
        began = time.perf_counter()
        do()
        taken.append(time.perf_counter() - began)
    return 1000 * statistics.median(taken)


def _playing(name: str, setup: dict[str, Any]) -> dict[str, float]:
    rules = game(name).rules(setup)
    games = [one(name, setup, seed, "random") for seed in range(5)]
    match = Match.start(rules, 1)
    position = match.position
    return {
        "setup_ms": _median_ms(lambda: game(name).rules(setup), 5),
        "random_games_per_s": len(games) / sum(p.seconds for p in games),
        "answer_ms": 1000 * sum(p.seconds for p in games) / sum(p.answers for p in games),
        "clone_ms": _median_ms(match.clone, 200),
        "digest_ms": _median_ms(match.digest, 200),
        "view_ms": _median_ms(lambda: rules.view(match.state, match.decision), 200),
        "snapshot_bytes": float(len(position.base)),
    }


def _dawdle(match: Match[Any]) -> str:
    """An answer that can be taken back, if there is one: makes long matches, and all of it has to be loaded."""
    assert match.decision is not None
    options = match.decision.options
    first = match.answers * 7919 % len(options)
    for option in (*options[first:], *options[:first]):
        twin = match.clone()
        twin.choose(option)
        if twin.can_undo and twin.decision is not None:
            return option
    return options[first]


def _saving(name: str, setup: dict[str, Any]) -> dict[str, float]:
    """The journal's cost of an answer, and of loading the longest match of some (at most 2,000 answers)."""
    import tempfile
    from pathlib import Path

    from zterm.kernel.journal import FORMAT, Header, create, resume

    rules = game(name).rules(setup)
    with tempfile.TemporaryDirectory() as home:
        longest, taken = Path(home), []
        most = -1
        for seed in range(6):
            header = Header(FORMAT, name, rules.version, rules.mission, rules.content_hash, seed, setup, "")
            saved = create(Match.start(rules, seed), Path(home) / f"{seed}.zterm", header)
            while saved.match.decision is not None and saved.match.answers < 2000:
                option = _dawdle(saved.match)
                began = time.perf_counter()
                saved.choose(option)
                taken.append(time.perf_counter() - began)
            saved.close()
            if saved.match.answers > most:
                longest, most = saved.path, saved.match.answers
            if most >= 2000:
                break
        loading = _median_ms(lambda: resume(longest, lambda header: rules).close(), 5)
    return {
        "saved_answer_ms": 1000 * statistics.median(taken),
        "loaded_answers": float(most),
        "load_ms": loading,
    }
