"""Boxes and missions on the shelf: found by name, each read once."""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path

from zterm.content.loader import Node
from zterm.content.paths import MANIFEST, missions_by_name, packs
from zterm.content.problems import Problem, suggest
from zterm.games.zombicide.box import load_box
from zterm.games.zombicide.content import GAME, Box, Mission
from zterm.games.zombicide.mission_files import load_mission
from zterm.games.zombicide.mistakes import put


@cache
def box() -> Box:
    """Give the box, read once."""
    return load_box()


@cache
def box_of(path: str) -> Box:
    """Give the box that a mission file is played with: of the pack it lies in, else the one that comes with zterm."""
    folder = Path(path).resolve().parent
    return load_box(folder) if os.path.isfile(folder / MANIFEST) and folder != Path(box().folder) else box()


@cache
def mission_at(path: str) -> Mission:
    """Load a mission file with its box; raises ContentError."""
    return load_mission(path, box_of(path))


@cache
def files() -> dict[str, Path]:
    """All mission files by the names that ``play`` takes."""
    return missions_by_name(GAME)


def box_named(pack: str, mission: str, node: Node, problems: list[Problem]) -> Box | None:
    """Give a position's box: of the mission it is in, or of the pack named; None after noting a mistake."""
    if mission:
        path = files().get(mission.lower())
        return box() if path is None else box_of(str(path))
    if not pack:
        return box()
    known = packs(GAME)
    if pack not in known:
        problems.append(node.at("pack").problem(put("game", "no_pack", pack=pack), suggest(pack, known)))
        return None
    return load_box(known[pack])


def mission_named(name: str, node: Node, problems: list[Problem]) -> Mission | None:
    """Load a mission that a scenario names; None after noting what is wrong."""
    path = files().get(name.lower())
    if path is None:
        problems.append(node.at("mission").problem(put("game", "mission_unknown", name=name), suggest(name, files())))
        return None
    return mission_at(str(path))
