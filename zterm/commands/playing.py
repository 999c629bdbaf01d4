"""``zterm``, ``play`` and ``continue``: a match begins or goes on, in the front end that fits."""

from __future__ import annotations

import argparse
import gc
import os
import sys
from importlib import import_module
from typing import Any

from zterm.commands import complain, say
from zterm.commands.words import put as words
from zterm.games.registry import InputError, game
from zterm.kernel.journal import Saved
from zterm.session import Session, seat


def screen() -> bool:
    """Say whether the full-screen client can run: a terminal on both ends that is not dumb."""
    return sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM", "") not in ("", "dumb")


def title(args: argparse.Namespace) -> int:
    """The title screen; in a pipe, what can be asked."""
    if screen():
        _prepare(args)
        client = _client()
        if client is not None:
            return int(client.run_title())
    from zterm.commands.parser import parser

    print(parser().format_help(), end="")
    return 0


def _prepare(args: argparse.Namespace) -> None:
    """Begin what the full screen needs: nothing loaded before it is garbage, and the terminal is asked what it can."""
    gc.disable()
    if screen() and not any(vars(args).get(front) for front in ("plain", "json")):
        import_module("zterm.ui.terminal").ask()


def play(args: argparse.Namespace) -> int:
    """Begin a match and play it."""
    _prepare(args)
    from zterm import saves
    from zterm.commands import wishes

    seed = wishes.seed(args.seed)
    target = wishes.target(args.mission or wishes.first())
    asked = wishes.seats(args.seat)
    names = wishes.players(args.players, asked)
    if target.scenario is None:
        playing = game(target.game)
        setup = wishes.setup(playing, target.mission, names, args)
        _seated(target.game, asked, tuple(setup.get("players", names)))
        saved = saves.begin(target.game, setup, seed, dict(asked))
    else:
        saved = _scenario(target.scenario, args, seed if args.seed is not None else target.scenario.seed, asked)
    for note in saved.notes:
        complain(note)
    return hold(saved, args, resumed=False)


def _scenario(scenario: Any, args: argparse.Namespace, seed: int, asked: list[tuple[str, str]]) -> Saved[Any]:
    from zterm import saves

    if args.survivors or args.players or args.option:
        raise InputError(words("wrong", "scenario_has"))
    if scenario.setup is None:
        return saves.begin_at(scenario.game, scenario.given, seed, dict(asked))
    wish = scenario.setup
    setup = game(scenario.game).setup(wish["mission"], wish["players"], wish["figures"], wish["options"])
    _seated(scenario.game, asked, tuple(setup.get("players", wish["players"])))
    return saves.begin(scenario.game, setup, seed, dict(asked))


def _seated(name: str, asked: list[tuple[str, str]], players: tuple[str, ...]) -> None:
    """Check that every seat is a player's and every bot exists; raises InputError."""
    from zterm.bots import named
    from zterm.commands.wishes import hint

    for player, who in asked:
        if player not in players:
            raise InputError(words("wrong", "no_player", player=repr(player), hint=hint(player, players)))
        if who != "human":
            named.make(name, who.removeprefix("bot:"), 0)


def go_on(args: argparse.Namespace) -> int:
    """Take up a save and play on."""
    _prepare(args)
    from zterm import saves

    saved = saves.resume(args.save)
    for note in saved.notes:
        complain(note)
    return hold(saved, args, resumed=True)


def hold(saved: Saved[Any], args: argparse.Namespace, resumed: bool) -> int:
    """Play a match in the front end asked for; the save is let go of at the end, whatever happens."""
    try:
        session = seat(saved)
        client = None if args.json or args.plain or not screen() else _client()
        status = _lines(session, args.json, resumed) if client is None else int(client.run_match(session, resumed))
        if session.chronicle is not None:
            from zterm.shows.words import put

            sentence = put("chronicle", "kept", file=session.chronicle)
            say(sentence) if client is None and not args.json else complain(sentence)
        elif session.untold:
            complain(session.untold)
        return status
    finally:
        gc.enable()
        saved.close()


def _client() -> Any:
    """The full-screen client, None where it or what it is made with is not installed."""
    try:
        return import_module("zterm.ui.app")
    except ModuleNotFoundError as fault:
        if (fault.name or "").partition(".")[0] not in ("textual", "rich") and fault.name != "zterm.ui.app":
            raise
        complain(words("said", "no_client", what=fault.name))
        return None


def _lines(session: Session, json: bool, resumed: bool) -> int:
    gc.enable()
    from zterm.plain.watch import Stopped, Watch

    source = sys.stdin.buffer
    try:
        with Watch() as watch:
            session.stop = lambda: watch.pending != 0
            if json:
                from zterm.plain import jsonl

                return jsonl.run(session, source, sys.stdout.buffer, resumed, watch)
            from zterm.plain import lines

            return lines.run(session, source, say, resumed, watch, _ask if sys.stdin.isatty() else lambda: None)
    except Stopped as stopped:
        if not json:
            say("")
        return 128 + stopped.signum


def _ask() -> None:
    print("? ", end="", flush=True)
