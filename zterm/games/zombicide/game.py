"""Zombicide as one of the games: its missions, options, survivors, recipes, rulesets and positions."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from zterm.content.problems import ContentError, listed
from zterm.content.schema import Entry
from zterm.games.registry import FigureInfo, InputError, MissionInfo, OptionInfo
from zterm.games.zombicide import catalogue as cat
from zterm.games.zombicide.actions import FREE_KINDS
from zterm.games.zombicide.content import GAME
from zterm.games.zombicide.mission_files import check_path
from zterm.games.zombicide.mistakes import later, near, put
from zterm.games.zombicide.rules import VERSION, Zombicide
from zterm.games.zombicide.setup import swap_cars
from zterm.games.zombicide.shelf import box, box_of, files, mission_at
from zterm.games.zombicide.state import LEVELS, State
from zterm.games.zombicide.story import Teller
from zterm.games.zombicide.variants import OPTIONS, chosen, settled
from zterm.kernel.chance import Chance
from zterm.kernel.match import Bot

ID = GAME
TITLE = "Zombicide: Prison Outbreak"
MOST_PLAYERS = 6
MOST_SURVIVORS = 12
EACH = {1: (4, 5, 6), 2: (6,), 3: (6,), 4: (4,), 5: (5,), 6: (6,)}
TERRAIN = "ZX-"
"""How the rules of the terrain are numbered."""
DEFAULT_SURVIVORS = ("watts", "kim", "joshua", "shannon", "belle", "grindlock")

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
    "storyteller",
]

DECISIONS = frozenset(
    [
        "first_player",
        "split_start",
        "activate",
        "turn",
        "hit",
        "friendly_hit",
        "reroll",
        "level",
        "search",
        "rearrange",
        "populate",
        "route",
        "gate",
        "assign_wound",
        "lose_card",
        "prevent",
        "resurrect",
        "escape",
        "distribute",
        "refuse",
        "link_order",
        "mission",
    ]
)
PHASES = ("players", "zombies", "spawn", "end")
COUNTS = {
    "zombies": frozenset(
        f"{species}{kind}"
        for species in ("", "berserker_", "toxic_")
        for kind in ("walker", "fatty", "runner", "abomination")
    )
}
COUNTS["pool"] = COUNTS["zombies"]
COUNTS["free"] = frozenset(FREE_KINDS)
SETS = frozenset({"open", "survivors", "objectives", "skills", "marks", "unloaded"})


def check(path: Path) -> None:
    """Check a content file: a pack's folder or manifest, or a mission; raises ContentError."""
    problems = check_path(path)
    if problems:
        raise ContentError(problems)


def missions() -> tuple[MissionInfo, ...]:
    """List the missions of the box and of the player's own packs; files with mistakes are left to ``check``."""
    return _missions(cat.language())


@cache
def _missions(lang: str) -> tuple[MissionInfo, ...]:
    found = []
    for name, path in files().items():
        try:
            m = mission_at(str(path))
        except ContentError:
            continue
        of = box_of(str(path))
        title, story = cat.mission_text(of, m, "title", m.title), cat.mission_text(of, m, "story", m.story)
        grade = cat.word("difficulties", m.difficulty)
        found.append(MissionInfo(name, title, grade, m.minutes, story, str(path), m.difficulty))
    return tuple(found)


def options(mission: str = "") -> tuple[OptionInfo, ...]:
    """List the match options, each in words: those that can matter in a mission, or all."""
    path = str(files().get(mission.lower(), mission))
    flat = bool(mission) and box_of(path) is box() and not mission_at(path).features
    return tuple(
        replace(
            option,
            text=cat.word("match_options", option.id),
            name=cat.word("option_names", option.id),
            meanings=tuple(cat.word("option_values", f"{option.id}.{value}") for value in option.values),
        )
        for option in OPTIONS
        if not (flat and option.rule.startswith(TERRAIN))
    )


def figures(mission: str = "") -> tuple[FigureInfo, ...]:
    """List the survivors of a mission's box, or of the box that comes with zterm, with their standard skills."""
    found = []
    path = files().get(mission.lower(), Path(mission)) if mission else None
    of = box() if path is None else box_of(str(path))
    for sheet in of.sheets.values():
        face = sheet.standard
        levels = ((face.blue,), (face.yellow,), face.orange, face.red)
        skills = (" | ".join(cat.skill(of, name) for name in names) for names in levels)
        lines = tuple(f"{cat.word('levels', level)}: {told}" for level, told in zip(LEVELS, skills, strict=True))
        found.append(FigureInfo(sheet.id, sheet.name, lines))
    return tuple(found)


def setup(
    mission: str,
    players: Sequence[str] = ("p1",),
    figures: Sequence[str] | None = None,
    options: Mapping[str, str] | None = None,
) -> dict[str, Any]:
    """Check a wish and return the recipe of a match; raises InputError with one sentence."""
    path = _path_of(mission)
    names = [name.strip().lower() for name in (figures or DEFAULT_SURVIVORS)]
    sheets = box_of(str(files().get(path, path))).sheets
    for name in names:
        if name not in sheets:
            raise InputError(put("game", "no_survivor", name=repr(name), hint=near(name, list(sheets))))
    if len(set(names)) < len(names):
        raise InputError(put("game", "picked_twice"))
    count = len(players)
    if not 1 <= count <= MOST_PLAYERS or len(set(players)) < count:
        raise InputError(put("game", "players_form", most=MOST_PLAYERS, count=count))
    if figures is None and len(names) not in EACH[count]:
        names = names[: EACH[count][-1]]
    chosen_options = settled(options or {})
    many = chosen(chosen_options, "more_survivors") == "on" and EACH[1][0] <= len(names) <= MOST_SURVIVORS
    if len(names) not in EACH[count] and not (many and len(names) >= count):
        wanted = listed(map(str, EACH[count]))
        raise InputError(put("game", "team_form", n=count, wanted=wanted, found=len(names)))
    return {"mission": path, "players": list(players), "survivors": names, "options": chosen_options}


def _path_of(mission: str) -> str:
    key = mission.lower()
    if key in files():
        return key
    path = Path(mission)
    if path.suffix in (".yaml", ".yml"):
        if not os.path.isfile(path):
            raise InputError(put("game", "no_mission_file", mission=mission))
        return str(path.resolve())
    raise InputError(later("game", "no_mission", mission=repr(mission), hint=near(key, list(files()))))


def rules(setup: Mapping[str, Any]) -> Zombicide:
    """Make the ruleset of a recipe; raises InputError when its mission is gone."""
    name = str(setup["mission"])
    path = files().get(name, Path(name))
    if not os.path.isfile(path):
        raise InputError(put("game", "mission_not", name=name))
    box, mission = box_of(str(path)), mission_at(str(path))
    return Zombicide(box, swap_cars(box, mission, setup["options"]), dict(setup))


def notes(setup: Mapping[str, Any]) -> tuple[str, ...]:
    """Warn a group that is smaller than its mission is made for (ZB-031)."""
    name, team = str(setup["mission"]), len(setup["survivors"])
    least = mission_at(str(files().get(name, name))).survivors_min
    return (put("game", "small_team", least=least, n=team),) if team < least else ()


def position(given: Entry, seed: int) -> tuple[Zombicide, State, Chance]:
    """Make ruleset, state and generator from a scenario's *given*; raises ContentError with every mistake found."""
    from zterm.games.zombicide.given import position as placed

    return placed(given, seed)


def bots() -> dict[str, Callable[[int], Bot]]:
    """Name the bots that know this game."""
    from zterm.games.zombicide.sense import heuristic, quick

    return {"heuristic": heuristic, "quick": quick}


def storyteller(rules: Zombicide) -> Teller:
    """Somebody who listens to a match and tells its story."""
    return Teller(rules)
