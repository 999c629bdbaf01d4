"""What the rules ask and what they report: decisions, options, events, refusals, results."""

from __future__ import annotations

from collections.abc import Generator, Iterable
from typing import TYPE_CHECKING, Any, TypeVar

from msgspec import Struct

if TYPE_CHECKING:
    from zterm.kernel.views import Card

T = TypeVar("T")

EVERYBODY = "all"

NEARLY_SURE = 0.999999
"""A chance from which only the sums of fractions keep it from 1."""


class Decision(Struct, frozen=True, gc=False):
    """A question to a player.

    ``kind`` names the question, ``who`` the player's id (or "all" for the group), ``options`` the ids
    of the legal answers, sorted and unique. ``actor`` is the figure whose turn it is, if any.
    ``rest`` promises that the flow reaches this decision again from the state alone. ``always`` asks
    even when there is one option only. ``about`` holds the facts the prompt needs; ``rule`` is the
    id of the rule that asks.
    """

    kind: str
    who: str
    options: tuple[str, ...]
    rule: str
    actor: str | None = None
    rest: bool = False
    always: bool = False
    about: dict[str, Any] = {}


def decide(
    kind: str,
    who: str,
    options: Iterable[str],
    rule: str,
    actor: str | None = None,
    rest: bool = False,
    always: bool = False,
    about: dict[str, Any] | None = None,
) -> Decision:
    """Make a decision from options in any order."""
    return Decision(kind, who, tuple(sorted(options)), rule, actor, rest, always, about or {})


class Cost(Struct, frozen=True, omit_defaults=True):
    """What an option spends: ordinary ``actions``, the name of a ``free`` action, ``extra`` actions included."""

    actions: int = 0
    free: str | None = None
    extra: int = 0


class Odds(Struct, frozen=True):
    """Chances of an attack: ``kills[n]`` of exactly n kills, ``friend`` of hitting a friend, ``noise`` tokens made.

    ``hits[n]`` is the chance of exactly n hits (the last one of so many or more), where the game knows it. ``words``
    are the chances as the game puts them, where they are not of kills: front ends then say nothing else.
    """

    kills: tuple[float, ...]
    friend: float
    noise: int
    hits: tuple[float, ...] = ()
    words: str = ""


def percent(chance: float) -> int:
    """A chance in whole percent; what is possible is never 0 and what is not sure never 100."""
    whole = round(chance * 100)
    return min(99, max(1, whole)) if 0 < chance < NEARLY_SURE else whole


class Option(Struct, frozen=True):
    """An option in full: id, label in words, cost, and odds for an attack.

    ``rank`` is its place in a list for people, the lowest first; ids themselves are sorted by spelling only. ``card``
    is one that it takes up: what is printed on it should be known before.
    """

    id: str
    label: str
    cost: Cost | None = None
    odds: Odds | None = None
    rule: str = ""
    rank: int = 0
    card: Card | None = None


class Event(Struct, frozen=True, gc=False, tag_field="kind", tag="event"):
    """A fact that happened; every game derives its own kinds. ``rule`` is the id of the rule that caused it."""

    rule: str


class Result(Struct, frozen=True):
    """How a match ended: "won", "lost" or "drawn", the winners' ids, and the reason as a catalogue key."""

    outcome: str
    winners: tuple[str, ...]
    reason: str


Flow = Generator[Decision, str, T]


class Refused(Exception):
    """An answer was not legal; the text says why. Nothing has changed."""


class RuleFault(Exception):
    """A rule raised; the match stands where it stood before the answer."""
