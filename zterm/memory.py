"""Small things the client remembers in the data folder: coach notes that were read, how each match was looked at."""

from __future__ import annotations

import contextlib
import json
from typing import Any

from zterm.content import files

MOST = 50
"""Matches whose look is remembered."""


def read(name: str) -> dict[str, Any]:
    """What is remembered under a name; {} for nothing, or when it can't be read."""
    from zterm.saves import data_folder

    try:
        found = json.loads((data_folder() / f"{name}.json").read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def write(name: str, facts: dict[str, Any]) -> None:
    """Remember facts under a name; where the disk does not want to, they are forgotten."""
    from zterm.saves import data_folder

    place = data_folder() / f"{name}.json"
    with contextlib.suppress(OSError):
        place.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        files.write(place, json.dumps(facts).encode())


def keep_view(save: str, facts: dict[str, Any]) -> None:
    """Remember how a match was looked at (of the last ones only)."""
    known = read("views")
    known.pop(save, None)
    write("views", {**dict(list(known.items())[-MOST + 1 :]), save: facts})


def view_of(save: str) -> dict[str, Any]:
    """How a match was looked at last, {} when that is not known."""
    found = read("views").get(save, {})
    return found if isinstance(found, dict) else {}
