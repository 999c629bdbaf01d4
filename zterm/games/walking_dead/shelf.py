"""Boxes and missions on the shelf: found by name, each read once."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from zterm.content.paths import missions_by_name, packs
from zterm.games.walking_dead.board import Board
from zterm.games.walking_dead.content import GAME, Box, Mission
from zterm.games.walking_dead.loading import PACK, load_box, load_mission
from zterm.games.walking_dead.wishes import wrong


@cache
def box(pack: str = PACK) -> tuple[Box, Board]:
    """Give the box and the board of a pack, read once; raises InputError when it is not there."""
    folder = packs(GAME).get(pack)
    if folder is None:
        raise wrong("no_pack", pack=pack)
    return load_box(folder)


@cache
def mission_at(path: str) -> Mission:
    """Load a mission file, read once; raises ContentError."""
    return load_mission(Path(path))


@cache
def files() -> dict[str, Path]:
    """All mission files by the names that ``play`` takes."""
    return missions_by_name(GAME)


def mission_named(name: str) -> Mission | None:
    """Load a mission by its name; None if there is none."""
    path = files().get(name.lower())
    return mission_at(str(path)) if path is not None else None


def mission_names() -> list[str]:
    """The names of all missions."""
    return list(files())
