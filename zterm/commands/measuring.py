"""``simulate`` and ``bench``: many matches by bots, and zterm's own speed on this machine."""

from __future__ import annotations

import argparse
import sys
from typing import Any

from zterm.bots import named
from zterm.bots import simulate as simulation
from zterm.commands import say, say_json, wishes
from zterm.commands.words import MESSAGES
from zterm.commands.words import put as words
from zterm.games.registry import InputError, game


def simulate(args: argparse.Namespace) -> int:
    """Play many matches by a bot and sum them up."""
    count = wishes.number(args.games, "games", 1, 10_000_000)
    jobs = wishes.number(args.jobs, "jobs", 1, 256)
    seed = wishes.seed(args.seed)
    target = wishes.target(args.mission)
    if target.scenario is not None:
        raise InputError(words("wrong", "no_scenario"))
    named.make(target.game, args.bot, 0)
    setup = wishes.setup(game(target.game), target.mission, wishes.players(args.players, ()), args)
    shown = sys.stderr.isatty()

    def progress(done: int, all_of: int) -> None:
        if shown:
            print(f"\r{words('measured', 'done', done=done, all=all_of)} ", end="", file=sys.stderr, flush=True)

    report = simulation.simulate(target.game, setup, args.bot, count, seed, jobs, progress)
    if shown:
        print("\r" + " " * 30 + "\r", end="", file=sys.stderr, flush=True)
    if args.json:
        say_json(report)
    else:
        _print(report, game(target.game).rules(setup))
    return 0


def _print(report: simulation.Simulation, rules: Any) -> None:
    low, high = report.interval
    turns = report.turns
    head = {"game": report.game, "mission": report.mission, "bot": report.bot, "n": report.games, "seed": report.seed}
    shares = {"rate": f"{report.rate:.1%}", "low": f"{low:.1%}", "high": f"{high:.1%}"}
    rounds = {"mean": f"{turns['mean']:.1f}", **{name: f"{turns[name]:.0f}" for name in ("median", "least", "most")}}
    each = {"answers": f"{report.answers:.0f}", "ms": f"{report.ms_per_decision:.3f}"}
    say(words("measured", "head", **head))
    say(words("measured", "won", won=report.won, **shares))
    say(words("measured", "turns", **rounds))
    say(words("measured", "decisions", decisions=report.decisions, **each))
    say(words("measured", "deaths", deaths=f"{report.deaths:.2f}"))
    if report.progress is not None:
        unwon = "" if report.progress_unwon is None else f"{report.progress_unwon:.0%}"
        say(words("measured", "progress_unwon" if unwon else "progress", share=f"{report.progress:.0%}", unwon=unwon))
    told = getattr(rules, "ending", str)
    for ending, count in report.endings.items():
        outcome, colon, reason = ending.partition(": ")
        say(f"{count:>6}  {MESSAGES.word('outcomes', outcome)}{colon}{told(reason) if reason else ''}")


def bench(args: argparse.Namespace) -> int:
    """Measure zterm on this machine."""
    from zterm.bench import bench as measure

    shown = sys.stderr.isatty()

    def under_way(text: str) -> None:
        if shown:
            print(f"\r{text:<40}", end="", file=sys.stderr, flush=True)

    report = measure(say=under_way)
    if shown:
        print("\r" + " " * 40 + "\r", end="", file=sys.stderr, flush=True)
    if args.json:
        say_json(report)
        return 0
    machine = report["machine"]
    facts = {name: machine[name] for name in ("processor", "python", "system")}
    say(words("measured", "machine", n=machine["cores"], **facts))
    for row in report["rows"]:
        value = "-" if row["value"] is None else f"{row['value']:g}"
        verdict = row.get("note") if row["met"] is None else words("verdicts", "met" if row["met"] else "missed")
        bar = words("measured", row["sense"], bar=f"{row['bar']:g}")
        facts = {"what": row["what"], "value": value, "unit": words("units", row["unit"]), "bar": bar}
        say(words("measured", "row", verdict=verdict or words("verdicts", "not_measured"), **facts))
    return 0
