"""The speed of the rules: play-outs against python-chess, a zombies' phase, snapshots, loading, starting."""

from __future__ import annotations

import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from zterm.bench import Say, row
from zterm.bench.words import put
from zterm.bots import named
from zterm.games.registry import game
from zterm.kernel.chance import Chance
from zterm.kernel.journal import create, resume
from zterm.kernel.match import Bot, Match
from zterm.kernel.record import FORMAT, Header

GAME, MISSION = "zombicide", "m00"
RUNS = 5
SECONDS = 0.4
HORDE = 200
ANSWERS = 2000


def rows(say: Say) -> list[dict[str, Any]]:
    """Measure all rows that need no screen."""
    name = GAME
    setup = game(name).setup(MISSION)
    say(put("next", "playouts"))
    found = _playouts(name, setup)
    say(put("next", "horde"))
    found += _horde(name)
    say(put("next", "snapshots"))
    found += _snapshots(name, setup)
    say(put("next", "loading"))
    found += _loading(name, setup)
    say(put("next", "starting"))
    return found + _version()


def median_ms(do: Callable[[], object], times: int) -> float:
    """The median time of an action, in milliseconds."""
    taken = []
    for _ in range(times):
        began = time.perf_counter()
        do()
        taken.append(time.perf_counter() - began)
    return 1000 * statistics.median(taken)


def _playouts(name: str, setup: dict[str, Any]) -> list[dict[str, Any]]:
    """Random play-outs: decisions with two or more options a second, interleaved with python-chess moves a second."""
    rules = game(name).rules(setup)
    chess = _chess()
    ours, theirs = [], []
    for run in range(RUNS):
        ours.append(_decisions_a_second(rules, run))
        if chess is not None:
            theirs.append(_moves_a_second(chess, run))
    mine = statistics.median(ours)
    other = statistics.median(theirs) if theirs else None
    note = {} if other else {"note": put("bench", "no_chess")}
    what = put("bench", "playout")
    ratio = mine / other if other else None
    return [row("playout", what, ratio, "ratio", 0.25, "least", per_second=round(mine), chess_per_second=other, **note)]


def _chess() -> Any:
    try:
        import chess
    except ImportError:
        return None
    return chess


def _decisions_a_second(rules: Any, run: int) -> float:
    dice, seed, count = random.Random(run), run * 1000, 0
    began = time.perf_counter()
    while time.perf_counter() - began < SECONDS:
        match: Match[Any] = Match.start(rules, seed, history=False)
        seed += 1
        while match.decision is not None:
            options = match.decision.options
            count += len(options) > 1
            match.pick(options[int(dice.random() * len(options))])
    return count / (time.perf_counter() - began)


def _moves_a_second(chess: Any, run: int) -> float:
    dice, count = random.Random(run), 0
    began = time.perf_counter()
    while time.perf_counter() - began < SECONDS:
        board = chess.Board()
        while moves := list(board.legal_moves):
            board.push(moves[int(dice.random() * len(moves))])
            count += 1
            if count % 200 == 0 and time.perf_counter() - began >= SECONDS:
                break
            if board.halfmove_clock >= 100:
                break
    return count / (time.perf_counter() - began)


def _horde(name: str) -> list[dict[str, Any]]:
    """From the last ``end`` to the next decision with 200 zombies on nine tiles and six survivors out of reach."""
    rules = game(name).rules(game(name).setup(_nine_tiles(name)))
    taken = []
    for seed in range(21):
        match = _crowded(rules, seed)
        began = time.perf_counter()
        match.choose("end")
        taken.append(1000 * (time.perf_counter() - began))
    what = put("bench", "horde", n=HORDE)
    return [row("horde", what, statistics.median(taken), "ms", 10, "most", slowest=round(max(taken), 3))]


def _nine_tiles(name: str) -> str:
    """The first mission with nine tiles, else the one with the most."""
    best = (0, "")
    for info in game(name).missions():
        rules: Any = game(name).rules(game(name).setup(info.id))
        tiles = {tile for zone in rules.content.mission.board.zones.values() for tile in zone.tiles}
        if len(tiles) == 9:
            return info.id
        best = max(best, (len(tiles), info.id))
    return best[1]


def _crowded(rules: Any, seed: int) -> Match[Any]:
    """A position in which only the last survivor's ``end`` is left, and zombies stand at least three zones away."""
    state = rules.begin(Chance(seed))
    board = rules.content.mission.board
    lay = board.lay(state.ways)
    figures = list(state.survivors.values())
    start = figures[0].zone
    for who in figures:
        who.zone, who.done = start, True
    figures[-1].done, state.active = False, figures[-1].name
    state.phase, state.first_player = "players", state.players[0]
    state.to_play = [figures[-1].player]
    state.pool = dict.fromkeys(state.pool, 10_000)
    far = [z for z, its in board.zones.items() if its.kind in ("street", "corridor", "yard", "room")]
    far = [z for z in far if (lay.distance(start, z, True) or 0) > 3]
    kinds = ("walker", "walker", "fatty", "runner", "berserker_walker")
    for i in range(HORDE):
        here = state.zombies.setdefault(far[i * 7 % len(far)], {})
        kind = kinds[i % len(kinds)]
        here[kind] = here.get(kind, 0) + 1
    return Match(rules, state, Chance(seed))


def _snapshots(name: str, setup: dict[str, Any]) -> list[dict[str, Any]]:
    """Snapshot, restore and clone at a rest point in the middle of a match."""
    rules = game(name).rules(setup)
    match: Match[Any] = Match.start(rules, 3)
    choose = named.make(name, "random", 3)
    for _ in range(150):
        if match.decision is None or match.state.phase == "over":
            break
        match.choose(choose(match))
    while match.decision is not None and not match.at_rest:
        match.choose(choose(match))
    if match.decision is None:
        match = Match.start(rules, 3)
    position = match.position
    return [
        row("snapshot", put("bench", "snapshot"), median_ms(match._pack, 300), "ms", 0.5, "most"),
        row(
            "restore",
            put("bench", "restore"),
            median_ms(lambda: Match.restore(rules, position), 300),
            "ms",
            1,
            "most",
        ),
        row("clone", put("bench", "clone"), median_ms(match.clone, 300), "ms", 1, "most"),
    ]


def _loading(name: str, setup: dict[str, Any]) -> list[dict[str, Any]]:
    """Load a save of 2,000 answers: as many as the longest of some matches has, undone and given again up to that."""
    rules = game(name).rules(setup)
    with tempfile.TemporaryDirectory() as home:
        path, answers = _long_save(name, rules, setup, Path(home))
        taken = median_ms(lambda: resume(path, lambda header: rules).close(), 7)
        return [row("load", put("bench", "load"), taken, "ms", 150, "most", answers=answers)]


def _long_save(name: str, rules: Any, setup: dict[str, Any], home: Path) -> tuple[Path, int]:
    """Keep a match of 2,000 answers: a careful random player who lets no action go by, and who avoids the end."""
    best = (0, home)
    for seed in range(40):
        header = Header(FORMAT, name, rules.version, rules.mission, rules.content_hash, seed, setup, "")
        saved = create(Match.start(rules, seed), home / f"{seed}.zterm", header)
        choose = _dawdler(seed)
        while saved.match.decision is not None and saved.match.answers < ANSWERS:
            saved.choose(choose(saved.match))
        saved.close()
        best = max(best, (saved.match.answers, saved.path), key=lambda pair: pair[0])
        if best[0] >= ANSWERS:
            break
    return best[1], best[0]


def _dawdler(seed: int) -> Bot:
    """A chooser that spends answers on rearranging and never tires of it, so that matches grow long."""
    dice = random.Random(seed)

    def choose(match: Match[Any]) -> str:
        assert match.decision is not None
        options = match.decision.options
        swaps = [o for o in options if o.startswith("swap:")]
        if swaps and dice.random() < 0.97:
            return dice.choice(swaps)
        trade = [o for o in options if o in ("inventory",)]
        return trade[0] if trade else dice.choice(options)

    return choose


def _version() -> list[dict[str, Any]]:
    """``zterm --version`` against ``python -c pass``, interleaved."""
    ours, bare = [], []
    for _ in range(11):
        ours.append(median_ms(lambda: start("-m", "zterm", "--version"), 1))
        bare.append(median_ms(lambda: start("-c", "pass"), 1))
    mine, least = statistics.median(ours), statistics.median(bare)
    what = put("bench", "version")
    return [row("version", what, mine / least, "ratio", 2.5, "most", ms=round(mine, 2), python_ms=round(least, 2))]


def start(*arguments: str, environment: dict[str, str] | None = None) -> None:
    """Run Python with arguments to its end, its output thrown away."""
    subprocess.run([sys.executable, *arguments], check=True, stdout=subprocess.DEVNULL, env=environment)
