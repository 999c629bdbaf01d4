"""What the game is played with, as frozen typed data: board, cards, characters, missions."""

from __future__ import annotations

from msgspec import Struct

GAME = "walking_dead"
"""What files and saves call this game."""


class Space(Struct, frozen=True):
    """A space of the track.

    ``kind``: empty, scrounge, advantage, supreme, calm, again, corner, camp, sewer. ``region`` is "" in sewers and on
    Camp (WD-32). ``bonus`` counts in fights there, ``tile`` is the Location of a corner, ``respawn`` marks the middle
    of a sewer. ``cells`` are lattice cells.
    """

    id: str
    kind: str
    region: str
    bonus: int
    tile: str
    respawn: bool
    cells: tuple[tuple[int, int], ...]


class Effect(Struct, frozen=True):
    """One thing that a card does: ``op`` with a number, with inner effects (region), or with ``choices`` (choose)."""

    op: str
    n: int = 1
    inner: tuple[Effect, ...] = ()
    choices: tuple[Choice, ...] = ()


class Choice(Struct, frozen=True):
    """A way to settle a card that gives a choice."""

    id: str
    do: tuple[Effect, ...]


class Scrounge(Struct, frozen=True):
    """A Scrounge card; see scrounge.yaml for the fields."""

    id: str
    name: str
    count: int
    when: str
    attack: int = 0
    loud: bool = False
    back: str = ""
    calms: bool = False
    ride: int = 0
    do: tuple[Effect, ...] = ()


class Encounter(Struct, frozen=True):
    """An Encounter card; ``strength`` 0 is no fight. ``lose`` None means the one Bite of WD-55."""

    id: str
    name: str
    count: int
    strength: int = 0
    cards: bool = True
    win: tuple[Effect, ...] = ()
    lose: tuple[Effect, ...] | None = None
    do: tuple[Effect, ...] = ()


class ZombieCard(Struct, frozen=True):
    """A Zombie card: ``kind`` is attack, move, sneak, frenzy or bitten."""

    id: str
    name: str
    count: int
    kind: str
    strength: int = 0
    spaces: int = 0
    adds: int = 0
    first: tuple[Effect, ...] = ()
    lose: tuple[Effect, ...] | None = None


class Character(Struct, frozen=True):
    """A character with the ability of its card (WD-59)."""

    id: str
    name: str
    letter: str
    ability: str
    bonus: int = 0


class Tile(Struct, frozen=True):
    """A Location tile: a lasting bonus in fights, and what it brings once."""

    id: str
    name: str
    count: int
    attack: int = 0
    do: tuple[Effect, ...] = ()


class Box(Struct, frozen=True):
    """Everything in the box but the board's spaces."""

    name: str
    allies: int
    hand: int
    zombie_figures: int
    badges: dict[str, int]
    scrounge: dict[str, Scrounge]
    encounters: dict[str, Encounter]
    zombie_cards: dict[str, ZombieCard]
    characters: dict[str, Character]
    tiles: dict[str, Tile]


class Mission(Struct, frozen=True):
    """A way to play: how many players, how many of them begin as zombies, and what is dealt.

    ``ally_tokens`` and ``scrounge_cards`` are those used: for each player, or in all with ``in_all``.
    """

    id: str
    title: str
    difficulty: str
    minutes: int
    story: str
    least: int
    most: int
    zombies: int
    ally_tokens: int
    allies_kept: int
    scrounge_cards: int
    dealt: int
    in_all: bool
    pack: str
    hash: str = ""

    @property
    def teams(self) -> bool:
        """Whether it is played in teams from the beginning (WD-96)."""
        return self.zombies > 0


def deck(cards: dict[str, Scrounge] | dict[str, Encounter] | dict[str, ZombieCard]) -> list[str]:
    """All cards of a deck by id, as often as they are in it."""
    return [card.id for card in cards.values() for _ in range(card.count)]
