"""The points at which features of the board plug into the rules: plain tables, filled by the modules of ``terrain``.

A chapter of the base rules asks its table and knows no feature; a feature adds its functions and knows which point they
belong to. All tables are filled when ``terrain.features`` is imported and never change afterwards.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from msgspec import Struct

from zterm.games.zombicide.board import Way
from zterm.games.zombicide.content import Attack
from zterm.games.zombicide.play import Content, Play, Why
from zterm.games.zombicide.state import Car, State, Survivor, Thing
from zterm.kernel.chance import Chance
from zterm.kernel.decision import Cost, Flow
from zterm.kernel.views import Mark, Token

Groups = dict[str, dict[str, int]]

TOLLS: list[Callable[[Play, str, int], int | None]] = []
"""Extra actions that leaving a zone costs, given those for its zombies; None: nothing special about the zone."""

HALTS: list[Callable[[Play, str], bool]] = []
"""Whether a Move of several zones ends in a zone, and one that begins there goes a single zone."""

SETTLED: list[Callable[[Play], Flow[None]]] = []
"""What follows when figures have come somewhere: asked after every zone of a move, every action, every step."""

STAYS: list[Callable[[Play, str, str], bool]] = []
"""Whether zombies of a kind cannot move out of a zone."""

TIRES: list[Callable[[Play, str], bool]] = []
"""Whether the zombies that move out of a zone or into it move no more in this activation."""

DISTRACTED: list[Callable[[Play, Groups], Groups]] = []
"""Zombies with an extra activation, before each action of it: what is left of them to act (others are busy)."""

NO_SPAWN: list[Callable[[Play, str], bool]] = []
"""Whether no zombie appears in a zone now."""

ZOMBIES_DONE: list[Callable[[Play], Flow[None]]] = []
"""What happens when the zombies' phase ends."""

END_PHASE: list[Callable[[Play], Flow[None]]] = []
"""What happens in the end phase."""

KILLED: list[Callable[[Play, Survivor, str, str, str], Flow[None]]] = []
"""What follows when a survivor has killed a zombie: where, of which kind, by which rule."""

BLASTED: list[Callable[[Play, Survivor, str], Flow[None]]] = []
"""What follows when a weapon has killed everything in a zone."""

AIM: list[Callable[[Play, Survivor, Attack, str], int]] = []
"""How much easier (more than 0) or harder a shot at a zone is."""

SEARCHED: list[Callable[[Play, str], bool | None]] = []
"""Whether a zone can be searched by hand; None: as its kind says."""

CROSSED: list[Callable[[Play, Car, str, str], Flow[None]]] = []
"""What a car does on its way from one zone to the next."""

ADRIFT: list[Callable[[Play, Car, str], bool]] = []
"""Whether a car cannot enter a zone."""

LAID: list[Callable[[Content, State], None]] = []
"""What else holds for tokens as they are laid on the board, in matches and in positions."""

SETUP: list[Callable[[Content, State, Chance], None]] = []
"""What the setup of a match does with tokens (face-down ones are mixed)."""

FORGET: list[Callable[[State, Chance], None]] = []
"""How what nobody may know is mixed again."""

PUBLIC: list[Callable[[Content, State], dict[str, Any]]] = []
"""What is added to the public state."""

TOKENS: list[Callable[[Play], Iterator[Token]]] = []
"""What lies in the zones, for the map and in words."""

MARKS: list[Callable[[Play], Iterator[Mark]]] = []
"""What stands on borders, for the map."""

WAY_WORDS: list[Callable[[Play, Way], str | None]] = []
"""A key of the way templates (``way_KEY``) for a way that is not what it was printed as."""

CHANGES: dict[str, tuple[tuple[str, ...], Callable[[Play, str, str, str], Flow[None]]]] = {}
"""How a mission's rule turns a token of a kind: the sides there are, and what turns it (token, side, rule)."""

IDEAS: list[Callable[[Any, Any, Survivor], str | None]] = []
"""What the heuristic bot thinks of before anything else in a turn: (look, plan, survivor) -> an option or None."""


Label = Callable[[Play, Survivor, list[str]], str]
Price = Callable[[Play, Survivor, list[str]], Cost | None]
WhyNot = Callable[[Play, Survivor, list[str]], Why]


class Verb(Struct, frozen=True):
    """Something a feature lets survivors do in their turn.

    ``offer`` lists the options, ``do`` carries one out, ``label`` puts one in words, ``cost`` says what it costs,
    ``why`` says why one does not stand; each gets the arguments after the verb.
    """

    rule: str
    offer: Callable[[Play, Survivor], list[str]]
    do: Callable[[Play, Survivor, list[str]], Flow[None]]
    label: Label
    cost: Price
    why: WhyNot


VERBS: dict[str, Verb] = {}
"""What features add to a survivor's turn."""


def settle(t: Play) -> Flow[None]:
    """Let what depends on where figures stand happen."""
    if t.state.things:
        for rule in SETTLED:
            yield from rule(t)


def toll(t: Play, zone: str, zombies: int) -> int:
    """Give the extra actions that leaving a zone costs; ``zombies`` is what its zombies ask for (ZB-130)."""
    for rule in TOLLS:
        found = rule(t, zone, zombies)
        if found is not None:
            return found
    return zombies


def halts(t: Play, zone: str) -> bool:
    """Say whether a Move of several zones ends in a zone."""
    return any(rule(t, zone) for rule in HALTS)


def stays(t: Play, zone: str, kind: str) -> bool:
    """Say whether zombies of a kind cannot leave a zone."""
    return any(rule(t, zone, kind) for rule in STAYS)


def tires(t: Play, *zones: str) -> bool:
    """Say whether a move between zones is the last one of an activation."""
    return any(rule(t, zone) for rule in TIRES for zone in zones)


def spawns_nothing(t: Play, zone: str) -> bool:
    """Say whether no zombie appears in a zone now."""
    return any(rule(t, zone) for rule in NO_SPAWN)


def easier(t: Play, who: Survivor, attack: Attack, zone: str) -> int:
    """Say how much easier a shot at a zone is; below 0: harder."""
    return sum(rule(t, who, attack, zone) for rule in AIM)


def searched_by_hand(t: Play, zone: str, usual: bool) -> bool:
    """Say whether a zone can be searched by hand; ``usual`` is what its kind says."""
    for rule in SEARCHED:
        found = rule(t, zone)
        if found is not None:
            return found
    return usual


def things(state: State, *kinds: str) -> Iterator[tuple[str, Thing]]:
    """Go through the tokens of some kinds with their ids."""
    for name, thing in state.things.items():
        if thing.kind in kinds:
            yield name, thing
