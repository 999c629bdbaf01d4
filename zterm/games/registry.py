"""The games that can be played, and what each has to offer. A new game adds one line to GAMES."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import Any, Protocol

from msgspec import Struct

from zterm.kernel.chance import Chance
from zterm.kernel.match import Match
from zterm.kernel.ruleset import Ruleset

GAMES = {"zombicide": "zterm.games.zombicide.game"}


class InputError(Exception):
    """Something asked for does not exist or does not fit; the text is one sentence for the player."""


class MissionInfo(Struct, frozen=True):
    """A line of the mission list; ``minutes`` is the printed playing time, ``path`` its file."""

    id: str
    title: str
    difficulty: str
    minutes: int
    story: str
    path: str


class OptionInfo(Struct, frozen=True):
    """A match option: its values, the first-class default, the rule it switches, and what it means."""

    id: str
    values: tuple[str, ...]
    default: str
    rule: str
    text: str


class FigureInfo(Struct, frozen=True):
    """Somebody who can be picked for a match, with the lines of the sheet in words."""

    id: str
    name: str
    lines: tuple[str, ...]


class Game(Protocol):
    """What a game's ``game`` module offers (a module is the object: these are its functions and names)."""

    ID: str
    TITLE: str
    VERSION: str

    def missions(self) -> tuple[MissionInfo, ...]:
        """List the missions of the box and of the player's own packs."""

    def options(self) -> tuple[OptionInfo, ...]:
        """List the match options."""

    def figures(self) -> tuple[FigureInfo, ...]:
        """List who can be picked."""

    def setup(
        self,
        mission: str,
        players: Sequence[str] = ("p1",),
        figures: Sequence[str] | None = None,
        options: Mapping[str, str] | None = None,
    ) -> dict[str, Any]:
        """Check a wish and return the recipe of a match (plain data, goes into the save); raises InputError."""

    def rules(self, setup: Mapping[str, Any]) -> Ruleset[Any]:
        """Make the ruleset of a recipe; raises InputError when its content is gone."""

    def position(self, given: Mapping[str, Any], seed: int) -> tuple[Ruleset[Any], Any, Chance]:
        """Make ruleset, state and generator from a scenario's *given*; raises content.problems for mistakes."""

    def bots(self) -> dict[str, Callable[[int], Callable[[Match[Any]], str]]]:
        """Name the bots that know this game; each is made with a seed and picks an option of a match."""


def game(name: str) -> Game:
    """Import a game by its id (case does not matter); raises InputError for an unknown one."""
    key = name.lower()
    if key not in GAMES:
        raise InputError(f"there is no game {name!r}; there are: {', '.join(sorted(GAMES))}")
    module: Any = import_module(GAMES[key])
    found: Game = module
    return found
