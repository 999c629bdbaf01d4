"""Where content lies: what comes with zterm, and the user's own folders beside it.

Built-in missions and themes are in ``zterm/data`` of an installed package, or beside the package in a
checkout. The user's own are in ``missions`` and ``themes`` of the user data folder (see ``zterm paths``).
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path

MANIFEST = "pack.yaml"
COACH = "coach.yaml"
LOOKED_AT = 10_000
_GAME = re.compile(r"^game:[ \t]*[\"']?([A-Za-z0-9_]+)", re.MULTILINE)
PARTS = frozenset(
    {
        MANIFEST,
        COACH,
        "board.yaml",
        "characters.yaml",
        "encounters.yaml",
        "equipment.yaml",
        "scrounge.yaml",
        "survivors.yaml",
        "tiles.yaml",
        "zombie_cards.yaml",
    }
)
"""Files of a pack that are no missions."""


def builtin(kind: str) -> Path:
    """The folder of the content that comes with zterm; ``kind`` is "missions" or "themes"."""
    package = Path(__file__).resolve().parent.parent
    inside = package / "data" / kind
    return inside if os.path.isdir(inside) else package.parent / kind


def own(kind: str) -> Path:
    """The folder for the user's own content of that kind (it need not exist)."""
    import platformdirs

    return platformdirs.user_data_path("zterm", appauthor=False) / kind


def folders(kind: str) -> list[Path]:
    """All folders of that kind that exist, the built-in one first."""
    return [folder for folder in (builtin(kind), own(kind)) if os.path.isdir(folder)]


def game_of(path: Path) -> str:
    """The game that a content file names, in small letters; "" when it names none or can't be read."""
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            found = _GAME.search(file.read(LOOKED_AT))
    except OSError:
        return ""
    return found[1].lower() if found else ""


def packs(game: str = "") -> dict[str, Path]:
    """Content packs by the name of their folder; a built-in pack is never hidden by one of the user's.

    With ``game`` only those whose manifest names that game.
    """
    found: dict[str, Path] = {}
    for folder in folders("missions"):
        for inner in _inside(folder):
            if os.path.isfile(inner / MANIFEST):
                found.setdefault(inner.name, inner)
    return {name: inner for name, inner in found.items() if not game or game_of(inner / MANIFEST) == game}


def _inside(folder: Path) -> list[Path]:
    """What lies in a folder; nothing in one that can't be read."""
    try:
        return sorted(folder.iterdir())
    except OSError:
        return []


def files_in(folder: Path, pattern: str = "*.yaml") -> list[Path]:
    """The files of a folder whose names fit, sorted: no folders, no links to nowhere, no pipes to wait for."""
    return sorted(file for file in folder.glob(pattern) if os.path.isfile(file))


def mission_files(pack: Path) -> list[Path]:
    """The mission files of a pack: every YAML file in it whose name is not that of a part of the box."""
    return [file for file in files_in(pack) if file.name not in PARTS]


def loose_missions(game: str = "") -> Iterator[Path]:
    """Mission files of the user's that lie in no pack; with ``game`` only those that name it."""
    folder = own("missions")
    if os.path.isdir(folder):
        yield from (file for file in files_in(folder) if not game or game_of(file) == game)


def missions_by_name(game: str) -> dict[str, Path]:
    """A game's mission files by their names in small letters: those of packs first, then the user's loose ones."""
    found: dict[str, Path] = {}
    for file in [*(file for pack in packs(game).values() for file in mission_files(pack)), *loose_missions(game)]:
        found.setdefault(file.stem.lower(), file)
    return found


def find_mission(name: str) -> Path | None:
    """The file of a mission by its name (``m00``, upper or lower case, or ``pack/m00``); None if there is none."""
    pack, _, wanted = name.lower().rpartition("/")
    for title, folder in packs().items():
        if pack in ("", title.lower()):
            for file in mission_files(folder):
                if file.stem.lower() == wanted:
                    return file
    return next((file for file in loose_missions() if not pack and file.stem.lower() == wanted), None)
