"""What missions are called and have to say, in the language in use: found by names alone, before any game is imported.

A mission's own file says it as it is printed; the folder ``messages`` of its pack has the other languages.
"""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path

from zterm.content.catalogue import language, load
from zterm.content.loader import read
from zterm.content.paths import missions_by_name, packs
from zterm.content.problems import ContentError
from zterm.content.templates import Forms, Tables


@cache
def _of_pack(pack: str, code: str) -> Tables:
    folder = packs().get(pack)
    return load(folder / "messages", code) if folder and os.path.isfile(folder / "messages" / f"{code}.yaml") else {}


def mission_text(pack: str, mission: str, key: str, printed: str) -> str:
    """A text (``title``, ``story``, ``step_1``, ``rule_exit``) of a pack's mission in the language in use.

    ``printed`` stands in for what no message file of the pack has. Raises ContentError for a bad message file.
    """
    found = _of_pack(pack, language()).get(mission, {}).get(key)
    return printed if found is None else found.text if isinstance(found, Forms) else found


def mission_title(game: str, mission: str) -> str:
    """The title of a game's mission, by its name or file; "" when its file is gone or can't be read."""
    try:
        return _title(_files(game).get(mission.lower(), Path(mission)), language())
    except (ContentError, OSError, ValueError):
        return ""


_files = cache(missions_by_name)


@cache
def _title(path: Path, code: str) -> str:
    if path.suffix not in (".yaml", ".yml") or not os.path.isfile(path):
        return ""
    title, mission = (read(path, keep=True).at(key).value for key in ("title", "id"))
    return mission_text(path.parent.name, str(mission), "title", title) if isinstance(title, str) else ""
