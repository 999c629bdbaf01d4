"""``check`` and ``verify``: content files and scenarios, every mistake with its place."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator, Sequence
from pathlib import Path

from zterm.commands import say
from zterm.commands.kinds import kind_of
from zterm.commands.words import put as words
from zterm.content import settings
from zterm.content.loader import Node, read
from zterm.content.messages import check_messages
from zterm.content.paths import MANIFEST
from zterm.content.problems import ContentError, Problem, listed
from zterm.content.rulebook import check as check_rules
from zterm.games.coach import check as check_coach
from zterm.games.registry import GAMES, InputError, game
from zterm.games.scenario import Malformed, Scenario, files, load
from zterm.games.trial import Failure, Verdict, start
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
            root = _read(file)
            problems = list(mistakes(file, root, kind_of(file, root), packs))
        except ContentError as fault:
            problems = list(fault.problems)
        for problem in problems:
            if problem not in said:
                said.add(problem)
                say(problem)
    return 1 if said else 0


def _read(file: Path) -> Node:
    return read(file, bare=file.name in (settings.FILE, "keymap.yaml"))


def mistakes(file: Path, root: Node, kind: str, packs: set[Path]) -> Iterator[Problem]:
    """The mistakes of one file of a ``kind`` (see `kind_of`); may raise ContentError with more.

    A part of a box is checked with its whole pack, and once only: ``packs`` are the ones done.
    """
    if kind == "messages":
        yield from check_messages(file)
    elif kind == "rules":
        check_rules(file)
    elif kind == "coach":
        yield from check_coach(file)
    elif kind == "settings":
        yield from settings.check(root)
    elif kind == "keymap":
        from zterm.ui import ownkeys

        ownkeys.parse(root)
    elif kind == "theme":
        from zterm.ui import themes

        themes.parse(root)
    elif kind == "scenario":
        yield from _positions(file)
    elif kind == "mission":
        game(_game_of(file, root)).check(file)
    elif file.parent.resolve() not in packs:
        packs.add(file.parent.resolve())
        game(_game_of(file, root)).check(file.parent)


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
    """Run scenario files, a line each; exit status 1 if any failed.

    A file of another kind is said to be one, and checked as what it is.
    """
    passed = True
    seen: dict[str, str] = {}
    packs: set[Path] = set()
    for file in _found(args.paths):
        kind = ""
        try:
            root = _read(file)
            kind = kind_of(file, root)
            if kind == "scenario":
                verdicts = [_passed(scenario, seen) for scenario in load(file)]
                passed = passed and all(verdicts)
                continue
            if kind == "part" and file.parent.resolve() in packs:
                continue
            problems = tuple(mistakes(file, root, kind, packs))
        except ContentError as fault:
            problems = fault.problems
        passed = _sound(file, kind, problems) and passed
    return 0 if passed else 1


def _sound(file: Path, kind: str, problems: Sequence[Problem]) -> bool:
    """Say in a line whether a file that can't be run is sound; ``kind`` is "" when it can't be read."""
    called = words("kinds", kind) if kind not in ("", "scenario") else ""
    if not problems:
        say(f"passed {file.stem}: {words('checks', 'sound', kind=called)}")
        return True
    faults = tuple(Failure(problem.said, problem.line) for problem in problems)
    if called:
        what = words("checks", "faulty", kind=called, fault=faults[0].what)
        faults = (Failure(what, faults[0].line), *faults[1:])
    say(Verdict(file.stem, problems[0].path, faults))
    return False


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
