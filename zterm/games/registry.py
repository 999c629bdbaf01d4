"""The games that can be played, and what each has to offer. A new game adds one line to GAMES."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, Protocol

from msgspec import Struct

from zterm.content.loader import Node
from zterm.content.paths import missions_by_name
from zterm.content.problems import ContentError, nearest
from zterm.content.schema import Entry
from zterm.games.words import put
from zterm.kernel.chance import Chance
from zterm.kernel.decision import Event
from zterm.kernel.match import Bot
from zterm.kernel.ruleset import Ruleset

GAMES = {"zombicide": "zterm.games.zombicide.game", "walking_dead": "zterm.games.walking_dead.game"}


class InputError(Exception):
    """Something asked for does not exist or does not fit; the text is one sentence for the player."""


class MissionInfo(Struct, frozen=True):
    """A line of the mission list; ``minutes`` is the printed playing time, ``path`` its file.

    ``difficulty`` is put into words, ``grade`` is its id ("easy", "medium", "hard").
    """

    id: str
    title: str
    difficulty: str
    minutes: int
    story: str
    path: str
    grade: str


class OptionInfo(Struct, frozen=True):
    """A match option: its values, the default, the rule it switches, what it asks, what it is called.

    ``meanings`` say in words what each of the values stands for.
    """

    id: str
    values: tuple[str, ...]
    default: str
    rule: str
    text: str
    name: str = ""
    meanings: tuple[str, ...] = ()

    @property
    def told(self) -> tuple[str, ...]:
        """The values with what they mean: "taxi: taxis, as many as the box has"."""
        return tuple(f"{value}: {meaning}" for value, meaning in zip(self.values, self.meanings, strict=True))


class FigureInfo(Struct, frozen=True):
    """Somebody who can be picked for a match, with the lines of the sheet in words."""

    id: str
    name: str
    lines: tuple[str, ...]


class Game(Protocol):
    """What a game's ``game`` module offers (a module is the object: these are its functions and names).

    ``DECISIONS`` are the kinds of its questions. ``COUNTS`` names the tallies of the public state (``zombies``,
    ``pool``) with their possible keys: one that is absent there counts 0. ``SETS`` names its lists whose order says
    nothing (the sides of a gate), in the state and in events. ``PHASES`` are the values of its public
    ``phase`` that a scenario can ``run`` to the end of.
    """

    ID: str
    TITLE: str
    VERSION: str
    DECISIONS: frozenset[str]
    COUNTS: Mapping[str, frozenset[str]]
    SETS: frozenset[str]
    PHASES: tuple[str, ...]

    def missions(self) -> tuple[MissionInfo, ...]:
        """List the missions of the box and of the player's own packs."""

    def options(self, mission: str = "") -> tuple[OptionInfo, ...]:
        """List the match options: those that can matter in a mission, or all."""

    def figures(self, mission: str = "") -> tuple[FigureInfo, ...]:
        """List who can be picked, for a mission (the id or a file) if one is named."""

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

    def notes(self, setup: Mapping[str, Any]) -> tuple[str, ...]:
        """Say what players should know about a recipe before they play it; nothing, as a rule."""

    def position(self, given: Entry, seed: int) -> tuple[Ruleset[Any], Any, Chance]:
        """Make ruleset, state and generator from a scenario's *given*; raises ContentError with every mistake.

        ``given`` is plain data, ``given.node`` the same with places. ``seed`` is what *given* says, or else a default.
        """

    def check(self, path: Path) -> None:
        """Check a content file of this game (mission, pack or part of a box); raises ContentError."""

    def bots(self) -> dict[str, Callable[[int], Bot]]:
        """Name the bots that know this game; each is made with a seed and picks an option of a match."""


def left_out(name: str) -> tuple[str, ...]:
    """Sentences about mission files that a game's list leaves out, each with its first mistake; () where all are in."""
    playing = game(name)
    known = {info.path for info in playing.missions()}
    missing = [file for file in missions_by_name(name.lower()).values() if str(file) not in known]
    wrong = {file: _mistake(playing, file) for file in missing}
    return tuple(put("wanted", "left_out", file=file.name, why=why) for file, why in wrong.items() if why)


def _mistake(playing: Game, file: Path) -> str:
    """The first mistake of a mission file or of the pack it lies in; "" where both are sound."""
    for part in (file, file.parent):
        try:
            playing.check(part)
        except ContentError as fault:
            return str(fault.problems[0])
    return ""


def given_of(node: Node) -> Entry:
    """A scenario's *given*, from a file or by ``node_of`` from plain data, as ``Game.position`` takes it."""
    given = Entry(node.plain() if isinstance(node.value, dict) else {})
    given.node = node
    return given


def event_kinds(name: str) -> dict[str, type[Event]]:
    """The kinds of events a game can report, by their names."""
    package = game_module(name).rpartition(".")[0]
    game(name)
    kinds: dict[str, type[Event]] = {}
    todo: list[type[Event]] = [Event]
    while todo:
        for kind in todo.pop().__subclasses__():
            todo.append(kind)
            if kind.__module__.startswith(package):
                kinds[str(kind.__struct_config__.tag)] = kind
    return kinds


def game_module(name: str) -> str:
    """The module of a game (case does not matter); raises InputError with the nearest name for an unknown one."""
    found = GAMES.get(name.lower())
    if found is None:
        near = nearest(name.lower(), GAMES)
        hint = (
            put("wanted", "did_you_mean", word=near)
            if near
            else put("wanted", "there_are", words=", ".join(sorted(GAMES)))
        )
        raise InputError(put("wanted", "no_game", game=repr(name), hint=hint))
    return found


def game(name: str) -> Game:
    """Import a game by its id (case does not matter); raises InputError for an unknown one."""
    module: Any = import_module(game_module(name))
    found: Game = module
    return found
