"""``check`` and ``verify``: content files and scenarios, every mistake with its place."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator
from pathlib import Path

from zterm.commands import say
from zterm.commands.words import put as words
from zterm.content.loader import Node, read
from zterm.content.messages import check_messages, is_messages
from zterm.content.paths import COACH, MANIFEST, mission_files
from zterm.content.problems import ContentError, Problem, listed
from zterm.content.rulebook import check as check_rules
from zterm.content.rulebook import is_rules
from zterm.games.coach import check as check_coach
from zterm.games.registry import GAMES, InputError, game
from zterm.games.scenario import Malformed, Scenario, files, is_scenario, load
from zterm.games.trial import start
from zterm.games.trial import verify as tried


def _found(paths: list[str]) -> Iterator[Path]:
    """All files meant; raises InputError before anything is done when a path does not exist."""
    for path in paths:
        if not path or not os.path.exists(path):
            raise InputError(words("wrong", "no_path", path=repr(path)))
    seen: set[Path] = set()
    for path in paths:
        inside = files(Path(path))
        if not inside:
            raise InputError(words("wrong", "no_yaml", path=repr(path)))
        for file in inside:
            if file.resolve() not in seen:
                seen.add(file.resolve())
                yield file


def check(args: argparse.Namespace) -> int:
    """Validate content files of any kind; exit status 1 if anything is wrong."""
    said: set[Problem] = set()
    packs: set[Path] = set()
    for file in _found(args.paths):
        try:
            problems = list(mistakes(file, packs))
        except ContentError as fault:
            problems = list(fault.problems)
        for problem in problems:
            if problem not in said:
                said.add(problem)
                say(problem)
    return 1 if said else 0


def mistakes(file: Path, packs: set[Path]) -> Iterator[Problem]:
    """The mistakes of one file; may raise ContentError with more.

    A part of a box is checked with its whole pack, and once only: ``packs`` are the ones done.
    """
    from zterm.content import settings
    from zterm.ui import ownkeys

    root = read(file)
    if is_messages(file):
        yield from check_messages(file)
    elif is_rules(file):
        check_rules(file)
    elif file.name == COACH and os.path.isfile(file.parent / MANIFEST):
        yield from check_coach(file)
    elif file.name == settings.FILE:
        yield from settings.check(root)
    elif ownkeys.is_keymap(file, root):
        ownkeys.parse(root)
    elif file.parent.name == "themes" or root.get("colours") or root.get("grounds"):
        from zterm.ui.themes import parse

        parse(root)
    elif is_scenario(root):
        yield from _positions(file)
    elif os.path.isfile(file.parent / MANIFEST) and file not in mission_files(file.parent):
        if file.parent.resolve() not in packs:
            packs.add(file.parent.resolve())
            game(_game_of(file, root)).check(file.parent)
    else:
        game(_game_of(file, root)).check(file)


def _positions(file: Path) -> Iterator[Problem]:
    for scenario in load(file):
        if isinstance(scenario, Malformed):
            yield from scenario.problems
            continue
        try:
            start(scenario)
        except ContentError as fault:
            yield from fault.problems
        except InputError as fault:
            yield Problem(str(file), scenario.line, 1, str(fault))


def _game_of(file: Path, root: Node) -> str:
    """The game a content file belongs to: its own ``game``, or that of the pack it lies in."""
    pack = file.parent / MANIFEST
    named = root.get("game")
    if named is None and os.path.isfile(pack) and pack != file:
        named = read(pack).get("game")
    name = named.value if named is not None and isinstance(named.value, str) else next(iter(GAMES))
    if name.lower() not in GAMES:
        place = named if named is not None else root
        raise ContentError([place.problem(words("checks", "no_game", game=repr(name)), listed(GAMES))])
    return name


def verify(args: argparse.Namespace) -> int:
    """Run scenario files, a line each; exit status 1 if any failed."""
    failed = 0
    seen: dict[str, str] = {}
    for file in _found(args.paths):
        try:
            scenarios = load(file)
        except ContentError as fault:
            first = fault.problems[0]
            say(f"failed {file.stem}: {first.what} ({file}:{first.line})")
            failed += 1
            continue
        for scenario in scenarios:
            failed += not _passed(scenario, seen)
    return 1 if failed else 0


def _passed(scenario: Scenario | Malformed, seen: dict[str, str]) -> bool:
    place = f"{scenario.path}:{scenario.line}"
    if isinstance(scenario, Scenario) and scenario.id in seen:
        why = words("checks", "taken", by=seen[scenario.id])
        say(f"failed {scenario.id}: {why} ({place})")
        return False
    seen.setdefault(scenario.id, place)
    verdict = tried(scenario)
    say(verdict)
    return verdict.passed
