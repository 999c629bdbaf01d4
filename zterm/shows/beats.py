"""What a show is made of: one moment after the other, each with what was chosen, what happened and what is seen."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec
from msgspec import Struct

from zterm.content.rulebook import Entry
from zterm.kernel.decision import Event, Option
from zterm.kernel.match import Match
from zterm.kernel.ruleset import Ruleset
from zterm.kernel.views import View

READING = 0.055
"""Seconds that a character takes to be read."""
LEAST, MOST = 0.6, 9.0
"""Seconds that a beat stands at least and at most, at speed 1."""


class Told(Struct, frozen=True):
    """An event in words: the rule behind it, and dice that fell with the face that hits (0: none needed)."""

    text: str
    rule: str
    kind: str
    dice: tuple[int, ...] = ()
    needed: int = 0


class Beat(Struct, frozen=True):
    """One moment of a show.

    ``caption`` is said here ("" in a replay), ``option`` the answer that led here with its ``label`` and who gave it
    (all "" at the beginning), ``told`` what it brought, ``view`` what is seen now, ``prompt`` and ``choices`` the
    question that stands now. ``turn`` is the round, ``number`` counts answers, ``outcome`` is "" while it goes on.
    ``extra`` are seconds that it stands longer than its words need.
    """

    caption: str
    option: str
    label: str
    who: str
    told: tuple[Told, ...]
    view: View
    prompt: str
    choices: tuple[str, ...]
    turn: int
    number: int
    outcome: str = ""
    extra: float = 0.0

    @property
    def seconds(self) -> float:
        """How long it stands in a timed show at speed 1."""
        read = len(self.caption) + 0.5 * len(self.label) + 0.4 * sum(len(one.text) for one in self.told)
        return min(MOST, max(LEAST, read * READING)) + self.extra


def told_of(rules: Ruleset[Any], events: Iterable[Event]) -> tuple[Told, ...]:
    """Put events into words."""
    return tuple(_told(rules, event) for event in events)


def _told(rules: Ruleset[Any], event: Event) -> Told:
    faces, needed = getattr(event, "faces", ()), getattr(event, "needed", 0)
    kind = str(type(event).__struct_config__.tag)
    return Told(rules.tell(event), event.rule, kind, tuple(faces), needed if isinstance(needed, int) else 0)


def label_of(match: Match[Any], option: str) -> str:
    """An answer in words, as it stands now; "" when it does not stand."""
    decision, option = match.decision, match.rules.normal(option)
    if decision is None or option not in decision.options:
        return ""
    return match.rules.option(match.state, decision, option).label


def beat_of(
    match: Match[Any],
    events: Iterable[Event],
    caption: str = "",
    option: str = "",
    label: str = "",
    who: str = "",
    extra: float = 0.0,
) -> Beat:
    """Make the beat of a match as it stands after an answer."""
    rules, state, decision = match.rules, match.state, match.decision
    described: list[Option] = []
    if decision is not None:
        described = [rules.option(state, decision, one) for one in decision.options]
        described.sort(key=lambda one: (one.rank, one.id))
    over = match.over
    return Beat(
        caption,
        option,
        label,
        who,
        told_of(rules, events),
        rules.view(state, decision),
        rules.prompt(state, decision) if decision is not None else "",
        tuple(one.label for one in described),
        int(getattr(state, "turn", 0)),
        match.answers,
        over.outcome if over is not None and decision is None else "",
        extra,
    )


def rule_entries(game: str, ids: Iterable[str]) -> list[Entry]:
    """The rules with these ids, as far as the game's reference has them (a mission's own have none)."""
    from zterm.content import rulebook

    try:
        book = rulebook.load(game)
    except KeyError:
        return []
    found = (book.entries.get(id.upper()) for id in dict.fromkeys(ids))
    return [entry for entry in found if entry is not None]


def plain(thing: Any) -> Any:
    """Anything as plain data (dicts, lists, scalars)."""
    return msgspec.to_builtins(thing)
