"""The Walking Dead as one of the games: its missions, options, characters, recipes, rulesets and positions."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from zterm.content.missions import mission_text
from zterm.content.paths import MANIFEST, PARTS, mission_files
from zterm.content.problems import ContentError, Problem
from zterm.games.registry import FigureInfo, MissionInfo, OptionInfo
from zterm.games.walking_dead.catalogue import WORDS
from zterm.games.walking_dead.content import GAME
from zterm.games.walking_dead.given import position
from zterm.games.walking_dead.loading import load_box, load_mission
from zterm.games.walking_dead.mistakes import put
from zterm.games.walking_dead.rules import VERSION, WalkingDead
from zterm.games.walking_dead.shelf import box, files, mission_at
from zterm.games.walking_dead.wishes import OPTIONS, checked_options, hint, wrong
from zterm.kernel.decision import EVERYBODY
from zterm.kernel.match import Bot

ID = GAME
TITLE = "The Walking Dead"
DECISIONS = frozenset(
    [
        "turn",
        "move",
        "fight",
        "rolled",
        "support",
        "bite",
        "encounter",
        "react",
        "choose",
        "discard",
        "exchange",
        "after",
        "give",
        "respawn",
        "zombie_roll",
        "zombie_move",
        "zombie_card",
        "target",
        "ambush",
        "zombie_end",
    ]
)
COUNTS: Mapping[str, frozenset[str]] = {}
SETS: frozenset[str] = frozenset()
PHASES = (
    "setup",
    "place",
    "roll",
    "move",
    "space",
    "draw",
    "encounter",
    "fight",
    "after",
    "end",
    "respawn",
    "zombie_roll",
    "zombie_move",
    "zombie_card",
    "lurch",
    "zombie_end",
    "over_turn",
)
DEFAULT_FIGURES = ("rick", "glenn", "andrea", "lori")
__all__ = [
    "COUNTS",
    "DECISIONS",
    "ID",
    "PHASES",
    "SETS",
    "TITLE",
    "VERSION",
    "bots",
    "check",
    "figures",
    "missions",
    "notes",
    "options",
    "position",
    "rules",
    "setup",
]


def check(path: Path) -> None:
    """Check a content file: a pack's folder or part, or a mission; raises ContentError."""
    folder = path if os.path.isdir(path) else path.parent if path.name in PARTS else None
    if folder is None:
        load_mission(path)
        return
    if not os.path.isfile(folder / MANIFEST):
        raise ContentError([Problem(str(folder), 0, 0, put("game", "folder_no_pack"), MANIFEST)])
    load_box(folder)
    for file in mission_files(folder):
        load_mission(file)


@cache
def missions() -> tuple[MissionInfo, ...]:
    """List the missions; files with mistakes are left to ``check``."""
    found = []
    for path in files().values():
        try:
            m = mission_at(str(path))
        except ContentError:
            continue
        found.append(
            MissionInfo(
                m.id,
                mission_text(m.pack, m.id, "title", m.title),
                WORDS.word("difficulties", m.difficulty),
                m.minutes,
                mission_text(m.pack, m.id, "story", m.story),
                str(path),
                m.difficulty,
            )
        )
    return tuple(found)


def options(mission: str = "") -> tuple[OptionInfo, ...]:
    """List the match options; all of them can matter in any mission."""
    return tuple(
        OptionInfo(
            name,
            values,
            values[0],
            rule,
            WORDS.word("match_options", name),
            WORDS.word("option_names", name),
            tuple(WORDS.word("option_values", f"{name}.{value}") for value in values),
        )
        for name, (values, rule) in OPTIONS.items()
    )


def figures(mission: str = "") -> tuple[FigureInfo, ...]:
    """List the characters with their abilities."""
    characters = box()[0].characters.values()
    return tuple(FigureInfo(c.id, c.name, (WORDS.word("abilities", c.ability),)) for c in characters)


def setup(
    mission: str,
    players: Sequence[str] | None = None,
    figures: Sequence[str] | None = None,
    options: Mapping[str, str] | None = None,
) -> dict[str, Any]:
    """Check a wish and return the recipe of a match; raises InputError with one sentence.

    Without ``players`` one for each figure plays, or else the mission's least number of them: ``p1`` and so on.
    """
    path = _path_of(mission)
    m = mission_at(str(files().get(path, Path(path))))
    many = max(m.least, len(figures) + m.zombies if figures else 0)
    seats = list(players) if players else [f"p{i + 1}" for i in range(many)]
    if not m.least <= len(seats) <= m.most or len(set(seats)) < len(seats):
        wanted = str(m.least) if m.least == m.most else put("game", "to", least=m.least, most=m.most)
        raise wrong("players", mission=m.id, wanted=wanted, n=len(seats))
    if EVERYBODY in seats:
        raise wrong("name", name=repr(EVERYBODY))
    count = len(seats) - m.zombies
    names = [name.strip().lower() for name in (figures or DEFAULT_FIGURES[:count])]
    known = box(m.pack)[0].characters
    for name in names:
        if name not in known:
            raise wrong("no_survivor", name=repr(name), hint=hint(name, known))
    if len(set(names)) < len(names):
        raise wrong("twice")
    if len(names) != count:
        raise wrong("figures", players=len(seats), wanted=count, n=len(names))
    return {"mission": path, "players": seats, "survivors": names, "options": checked_options(options or {})}


def _path_of(mission: str) -> str:
    key = mission.lower()
    if key in files():
        return key
    path = Path(mission)
    if path.suffix in (".yaml", ".yml"):
        if not os.path.isfile(path):
            raise wrong("no_file", mission=mission)
        return str(path.resolve())
    raise wrong("no_mission", mission=repr(mission), hint=hint(key, files()))


def rules(setup: Mapping[str, Any]) -> WalkingDead:
    """Make the ruleset of a recipe; raises InputError when its mission is gone."""
    name = str(setup["mission"])
    path = files().get(name, Path(name))
    if not os.path.isfile(path):
        raise wrong("gone", mission=name)
    mission = mission_at(str(path))
    return WalkingDead(*box(mission.pack), mission, dict(setup))


def notes(setup: Mapping[str, Any]) -> tuple[str, ...]:
    """Nothing needs to be said before a match."""
    return ()


def bots() -> dict[str, Callable[[int], Bot]]:
    """Name the bots that know this game."""
    from zterm.games.walking_dead.sense import heuristic

    return {"heuristic": heuristic}
