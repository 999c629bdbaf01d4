"""What a player asks for on the command line, checked and turned into what a game takes."""

from __future__ import annotations

import argparse
import os
import re
import secrets
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from msgspec import Struct

from zterm.commands.words import put as words
from zterm.content.problems import nearest
from zterm.games.registry import GAMES, Game, InputError, game
from zterm.kernel.chance import SEED_LIMIT

MOST_PLAYERS = 99


class Target(Struct, frozen=True):
    """What is to be played: a mission (id or file) of a game, or a scenario's position."""

    game: str
    mission: str
    scenario: Any = None


def number(text: str, what: str, least: int, most: int) -> int:
    """A whole number within bounds, a mistake names ``what`` it is by its key; raises InputError."""
    if re.fullmatch(r"[0-9]{1,19}", text, re.ASCII) and least <= int(text) <= most:
        return int(text)
    shown = text if len(text) <= 30 else text[:30] + "…"
    raise InputError(words("wrong", "number", what=words("wrong", what), least=least, most=most, text=repr(shown)))


def seed(text: str | None) -> int:
    """The seed asked for, or a random one; raises InputError."""
    return secrets.randbelow(SEED_LIMIT) if text is None else number(text, "seed", 0, SEED_LIMIT - 1)


def hint(word: str, known: Iterable[str]) -> str:
    """The end of a sentence about an unknown word."""
    every = list(known)
    near = nearest(word.lower(), every)
    if near:
        return words("wrong", "near", word=near)
    return words("wrong", "known" if every else "known_none", words=", ".join(every))


def target(wish: str) -> Target:
    """Find a mission by ``[GAME/]MISSION`` (case does not matter) or a file of one's own; raises InputError."""
    path = Path(wish)
    looks = wish.endswith((".yaml", ".yml")) or wish.startswith((".", "/", "~"))
    if looks or ("/" in wish and os.path.isfile(path)):
        return _file(path.expanduser())
    name, slash, mission = wish.partition("/")
    if not slash:
        return _mission(list(GAMES), wish)
    if name.lower() not in GAMES:
        raise InputError(words("wrong", "no_game", game=repr(name), hint=hint(name, GAMES)))
    return _mission([name.lower()], mission)


def first() -> str:
    """The mission that a newcomer begins with: the first one of the first game."""
    name = next(iter(GAMES))
    return f"{name}/{game(name).missions()[0].id}"


def _mission(games: Sequence[str], wish: str) -> Target:
    """Find a mission; all of them are read only where the wish is not the id of one that stands ready."""
    for name in games:
        try:
            return Target(name, str(game(name).setup(wish)["mission"]))
        except InputError:
            continue
    known: list[str] = []
    for name in games:
        for info in game(name).missions():
            if info.id.lower() == wish.lower():
                return Target(name, info.id)
            known.append(info.id)
    raise InputError(words("wrong", "no_mission", mission=repr(wish), hint=hint(wish, known)))


def _utf8(name: str) -> bool:
    """Say whether a name can be written into a save."""
    try:
        return bool(name.encode())
    except UnicodeEncodeError:
        return False


def _file(path: Path) -> Target:
    from zterm.commands.kinds import kind_of
    from zterm.content.loader import read
    from zterm.content.problems import ContentError
    from zterm.games.scenario import Malformed, load

    if not os.path.isfile(path):
        raise InputError(words("wrong", "a_folder" if os.path.isdir(path) else "no_file", path=repr(str(path))))
    if not _utf8(whole := os.path.abspath(path)):
        raise InputError(words("wrong", "no_utf8", path=repr(whole)))
    root = read(path)
    kind = kind_of(path, root)
    if kind not in ("mission", "scenario"):
        raise InputError(words("wrong", "not_played", path=repr(str(path)), kind=words("kinds", kind)))
    if kind == "mission":
        named = root.get("game")
        name = named.value if named is not None and isinstance(named.value, str) else next(iter(GAMES))
        game(name)
        return Target(name.lower(), str(path))
    scenario = load(path)[0]
    if isinstance(scenario, Malformed):
        raise ContentError(scenario.problems)
    return Target(scenario.game, scenario.id, scenario)


def players(count: str | None, seats: Sequence[tuple[str, str]]) -> tuple[str, ...]:
    """The players' ids: p1 … pN, or the names of the seats; () leaves it to the game. Raises InputError."""
    if count is not None:
        wanted = number(count, "players", 1, MOST_PLAYERS)
        return tuple(f"p{i + 1}" for i in range(wanted))
    names = [name for name, _ in seats]
    if not names or not all(re.fullmatch(r"p[1-9][0-9]?", name) for name in names):
        return tuple(names)
    return tuple(f"p{i + 1}" for i in range(max(int(name[1:]) for name in names)))


def seats(wishes: Sequence[str]) -> list[tuple[str, str]]:
    """``PLAYER=human|bot:NAME`` taken apart; raises InputError."""
    found: list[tuple[str, str]] = []
    for wish in wishes:
        name, _, who = wish.partition("=")
        if not re.fullmatch(r"[A-Za-z0-9_-]{1,20}", name) or not (who == "human" or re.fullmatch("bot:.+", who)):
            raise InputError(words("wrong", "seat", wish=repr(wish)))
        if name in dict(found):
            raise InputError(words("wrong", "seat_twice", name=name))
        found.append((name, who))
    return found


def setup(playing: Game, mission: str, names: tuple[str, ...], args: argparse.Namespace) -> dict[str, Any]:
    """The recipe of a match from the options of ``play`` and ``simulate``; raises InputError."""
    wish: dict[str, Any] = {"players": names} if names else {}
    if args.survivors is not None:
        wish["figures"] = _figures(playing, mission, args.survivors)
    chosen: dict[str, str] = {}
    known = [info.id for info in playing.options()]
    for pair in args.option:
        key, equals, value = pair.partition("=")
        if not equals:
            raise InputError(words("wrong", "option", pair=repr(pair)))
        if key not in known:
            raise InputError(words("wrong", "no_option", option=repr(key), hint=hint(key, known)))
        if key in chosen:
            raise InputError(words("wrong", "option_twice", option=key))
        chosen[key] = value
    if chosen:
        wish["options"] = chosen
    return playing.setup(mission, **wish)


def _figures(playing: Game, mission: str, text: str) -> list[str]:
    """The survivors named, out of those that can play the mission."""
    known = [info.id for info in playing.figures(mission)]
    wanted = [name.strip().lower().replace(" ", "_") for name in text.split(",")]
    for name in wanted:
        if name not in known:
            raise InputError(words("wrong", "no_survivor", name=repr(name), hint=hint(name, known)))
    return wanted
