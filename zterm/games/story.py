"""What is told of a match when it is over, as plain data: how everybody fared, turning points, luck, deaths.

A game may offer ``storyteller(rules)`` in its ``game`` module; without it ``PlainTeller`` tells what any view shows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from importlib import import_module
from typing import Any, Protocol

from msgspec import Struct

from zterm.games.registry import game_module
from zterm.kernel.decision import Event
from zterm.kernel.ruleset import Ruleset


class Fate(Struct, frozen=True):
    """How somebody fared: ``fate`` in words, ``points`` and ``level`` reached, ``kills`` (None where nobody counts).

    ``died`` is whether he was lost in the match.
    """

    id: str
    name: str
    fate: str
    points: int
    level: str
    wounds: int
    kills: int | None
    died: bool


class Moment(Struct, frozen=True):
    """A turning point: its turn, its words and the rule behind it."""

    turn: int
    text: str
    rule: str = ""


class Luck(Struct, frozen=True):
    """Somebody's dice: how many were rolled, how many hit, and how many were to be expected."""

    name: str
    dice: int
    hits: int
    expected: float


class Death(Struct, frozen=True):
    """Where somebody (or a number of zombies) fell: ``who`` is a name, ``area`` of the board, ``count`` pieces."""

    area: str
    who: str
    turn: int
    count: int = 1
    foe: bool = False


class Story(Struct, frozen=True):
    """A match as it is told at its end."""

    people: tuple[Fate, ...]
    moments: tuple[Moment, ...]
    luck: tuple[Luck, ...]
    deaths: tuple[Death, ...]


class Teller(Protocol):
    """Listens to a match from its beginning and tells its story."""

    def hear(self, turn: int, events: Iterable[Event]) -> None:
        """Take in what an answer brought."""

    def story(self, state: Any) -> Story:
        """Tell the story up to the state."""


class PlainTeller:
    """Tells what any game's view shows: who is there and how they stand."""

    def __init__(self, rules: Ruleset[Any]) -> None:
        self.rules = rules

    def hear(self, turn: int, events: Iterable[Event]) -> None:
        """Nothing is remembered of what no game has explained."""

    def story(self, state: Any) -> Story:
        """Tell how the people stand."""
        view = self.rules.view(state, None)
        people = tuple(
            Fate(one.id, one.name, one.state, one.points, one.level, one.wounds, None, not one.area)
            for one in view.people
        )
        return Story(people, (), (), ())


def teller(rules: Ruleset[Any]) -> Teller:
    """The storyteller of a game; raises InputError for an unknown game."""
    module: Any = import_module(game_module(rules.game))
    make: Callable[[Ruleset[Any]], Teller] = getattr(module, "storyteller", PlainTeller)
    return make(rules)
