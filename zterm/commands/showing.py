"""``demo`` and ``replay``: something is watched, and may be taken over."""

from __future__ import annotations

import argparse
import sys
from typing import Any

from zterm.commands import complain, say
from zterm.commands.parser import Usage
from zterm.commands.playing import screen
from zterm.commands.words import put as words
from zterm.content.catalogue import for_ears
from zterm.content.outward import capital
from zterm.games.registry import InputError
from zterm.shows.words import put

FASTEST = 100.0


def speed(text: str | None) -> float:
    """The speed asked for (0 waits for nothing), by default 1 on a terminal and 0 in a pipe; raises InputError."""
    if text is None:
        return 1.0 if sys.stdout.isatty() else 0.0
    try:
        found = float(text)
    except ValueError:
        found = -1.0
    if not 0 <= found <= FASTEST:
        raise InputError(words("wrong", "speed", most=f"{FASTEST:.0f}", text=repr(text[:30])))
    return found


def demo(args: argparse.Namespace) -> int:
    """List the demos, or show one."""
    from zterm.shows import demos

    pace = speed(args.speed)
    if args.name is None or args.list:
        if args.name is not None:
            raise Usage(words("usage", "demo"))
        return _list(args) if args.list or args.plain or not screen() else _room("demos")
    if screen() and not args.plain:
        _ask()
        return _watched(demos.Show(demos.find(args.name)), args, pace)
    with for_ears():
        return _demo_lines(args, pace)


def _demo_lines(args: argparse.Namespace, pace: float) -> int:
    from zterm.plain import shows
    from zterm.shows import demos

    show = demos.Show(demos.find(args.name))
    say(put("show", "chapter" if show.chapter else "demo", title=show.title, chapter=show.chapter))
    rules = show.shown_rules()
    for entry in rules:
        say(put("show", "rule", rule=shows.rule_line(entry)))
    player = shows.Player(show, show.scenario.game, say, pace, _line, rules)
    if player.run(args.step) == "taken":
        return _taken(show.take_over(), args)
    if show.trouble:
        complain(words("said", "demo_ends", why=show.trouble))
        return 1
    say(put("show", "end_demo"))
    return 0


def _ask() -> None:
    """Ask the terminal what it can, while content and client are being loaded."""
    from zterm.ui import terminal

    terminal.ask()


def _room(name: str) -> int:
    """Show one of the rooms on the full screen."""
    from zterm.ui import app

    return app.run_room(name)


def _watched(show: Any, args: argparse.Namespace, pace: float) -> int:
    """Show a demo or a replay on the full screen; it runs by itself where a speed was asked for."""
    from zterm.ui import app

    return app.run_show(show, pace or 1.0, args.speed is not None and not args.step)


def _list(args: argparse.Namespace) -> int:
    from zterm.shows import demos

    found = demos.by_chapter(demos.listing())
    width = max((len(demo.id) for group in found.values() for demo in group), default=0)
    for number, (chapter, group) in enumerate(found.items()):
        if number:
            say()
        say(capital(chapter))
        for demo in group:
            say(f"  {demo.id.ljust(width)}  {demo.title}")
    if not found:
        complain(put("show", "none"))
    elif sys.stdout.isatty():
        say("\n" + put("show", "watch"))
    return 0


def replay(args: argparse.Namespace) -> int:
    """Watch a save from its beginning."""
    from zterm.shows.replays import Replay

    pace = speed(args.speed)
    if screen() and not args.plain:
        _ask()
        show = Replay.of(args.save)
        if args.to is not None:
            _go(show, args.to)
        return _watched(show, args, pace)
    with for_ears():
        return _replay_lines(args, pace)


def _replay_lines(args: argparse.Namespace, pace: float) -> int:
    from zterm.plain import shows
    from zterm.shows.replays import Replay

    show = Replay.of(args.save)
    say(put("show", "replay", title=show.title, seed=show.header.seed, n=show.length))
    for note in show.notes:
        complain(note)
    if args.to is not None:
        _go(show, args.to)
    player = shows.Player(show, show.header.game, say, pace, _line)
    if player.run(args.step) == "taken":
        return _taken(show.branch(), args)
    if show.trouble:
        complain(show.trouble)
        return 1
    say(put("show", "end_replay"))
    return 0


def _go(show: Any, text: str) -> None:
    """Go to answer N, or with ``tN`` to the beginning of turn N; raises InputError."""
    turn = text[:1] in ("t", "T")
    number = text[1:] if turn else text
    if not (number.isascii() and number.isdecimal() and len(number) < 9):
        raise InputError(words("wrong", "to", text=repr(text[:30])))
    if not (show.jump_turn(int(number)) if turn else show.jump(int(number))):
        if show.trouble:
            complain(show.trouble)
            return
        last = show.last_turn if turn else show.length
        raise InputError(words("wrong", "no_turn" if turn else "no_answer", n=number, last=last))


def _taken(saved: Any, args: argparse.Namespace) -> int:
    """Play on from what was watched, in plain lines."""
    from zterm.commands.playing import hold

    args.plain, args.json = True, False
    return hold(saved, args, resumed=True)


def _line() -> str | None:
    """The next line typed, None at the end of input."""
    if sys.stdin.isatty():
        print("? ", end="", flush=True)
    line = sys.stdin.buffer.readline(65_536)
    return line.decode("utf-8", "replace") if line else None
