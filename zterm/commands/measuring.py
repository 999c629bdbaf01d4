"""``simulate`` and ``bench``: many matches by bots, and zterm's own speed on this machine."""

from __future__ import annotations

import argparse
import sys

import msgspec

from zterm.bots import named
from zterm.bots import simulate as simulation
from zterm.commands import wishes
from zterm.commands.words import put as words
from zterm.games.registry import InputError, game


def simulate(args: argparse.Namespace) -> int:
    """Play many matches by a bot and sum them up."""
    count = wishes.number(args.games, "the number of games", 1, 10_000_000)
    jobs = wishes.number(args.jobs, "the number of jobs", 1, 256)
    seed = wishes.seed(args.seed)
    target = wishes.target(args.mission)
    if target.scenario is not None:
        raise InputError(words("wrong", "no_scenario"))
    named.make(target.game, args.bot, 0)
    setup = wishes.setup(game(target.game), target.mission, wishes.players(args.players, ()), args)
    shown = sys.stderr.isatty()

    def progress(done: int, all_of: int) -> None:
        if shown:
            print(f"\r{done} of {all_of} ", end="", file=sys.stderr, flush=True)

    report = simulation.simulate(target.game, setup, args.bot, count, seed, jobs, progress)
    if shown:
        print("\r" + " " * 30 + "\r", end="", file=sys.stderr, flush=True)
    if args.json:
        sys.stdout.write(msgspec.json.encode(report).decode() + "\n")
    else:
        _print(report)
    return 0


def _print(report: simulation.Simulation) -> None:
    low, high = report.interval
    turns = report.turns
    print(f"{report.game} {report.mission}, bot {report.bot}, {report.games} games, seed {report.seed}")
    print(f"won {report.won}: {report.rate:.1%} (95 % confidence: {low:.1%} to {high:.1%})")
    print(f"turns {turns['mean']:.1f}, median {turns['median']:.0f} ({turns['least']:.0f} to {turns['most']:.0f})")
    print(f"decisions {report.decisions}, {report.answers:.0f} a match, {report.ms_per_decision:.3f} ms each")
    print(f"deaths {report.deaths:.2f} a match")
    for ending, count in report.endings.items():
        print(f"{count:>6}  {ending}")


def bench(args: argparse.Namespace) -> int:
    """Measure zterm on this machine."""
    from zterm.bench import bench as measure

    shown = sys.stderr.isatty()

    def say(text: str) -> None:
        if shown:
            print(f"\r{text:<40}", end="", file=sys.stderr, flush=True)

    report = measure(say=say)
    if shown:
        print("\r" + " " * 40 + "\r", end="", file=sys.stderr, flush=True)
    if args.json:
        sys.stdout.write(msgspec.json.encode(report).decode() + "\n")
        return 0
    machine = report["machine"]
    print(f"{machine['processor']}, {machine['cores']} cores, {machine['python']}, {machine['system']}")
    for row in report["rows"]:
        value = "-" if row["value"] is None else f"{row['value']:g}"
        verdict = {True: "met", False: "missed", None: row.get("note", "not measured")}[row["met"]]
        print(f"{row['what']}: {value} {row['unit']} (at {row['sense']} {row['bar']:g}: {verdict})")
    return 0
