"""The panes that only large windows have beside the others: everybody's cards, what wins, the signs of the map."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from zterm.content.catalogue import language
from zterm.kernel.views import Goal, Person, View
from zterm.ui import legend
from zterm.ui.desk import Desk
from zterm.ui.glyphs import Glyphs
from zterm.ui.layout import EXTRAS
from zterm.ui.legend import Sign
from zterm.ui.rows import Bit, Row, cut, fit, row, title, width, wrap
from zterm.ui.words import put

NAMED, SIGNED = 12, 17
"""Columns of a name in the list of cards, and of a sign before its meaning."""


def offered(desk: Desk) -> list[str]:
    """Those of `layout.EXTRAS` that there is something to show in."""
    idle = {"next": not desk.offers("threat"), "goals": not desk.view.goals}
    return [name for name in EXTRAS if not idle.get(name)]


class Beside(NamedTuple):
    """What these panes know of a match: its rules, what its board has (see `legend.of_board`), the glyphs in use.

    ``goals_key`` is the key that tells the goals, "" where none does.
    """

    rules: Any
    built: frozenset[str]
    glyphs: Glyphs
    goals_key: str = "G"

    def pane(self, name: str, view: View, person: str, columns: int, height: int) -> list[Row]:
        """One of the panes "team" (of all but a person, "" for all), "goals" and "signs" at a moment."""
        if name == "team":
            return team(view, person, columns, height)
        if name == "goals":
            return goals(view.goals, columns, height, self.goals_key)
        if getattr(self.rules, "legend", None) is not None:
            return signs(legend.legend(self.rules, self.glyphs), columns, height)
        return _signs(self.glyphs, self.built | legend.of_view(view), columns, height, language())


@lru_cache(maxsize=8)
def _signs(glyphs: Glyphs, there: frozenset[str], columns: int, height: int, tongue: str) -> list[Row]:
    """The usual signs that are on a board, made once for each language and size."""
    return signs(legend.legend(None, glyphs, there), columns, height)


def team(view: View, chosen: str, columns: int, height: int) -> list[Row]:
    """What all but the one whose hand is shown have: hands first, then what is packed away; two lines each at most."""
    rows = [title(put("panes", "team" if chosen else "all_cards"), "", columns)]
    others = [person for person in view.people if person.id != chosen and person.area]
    most = 2 if 2 * len(others) < height else 1
    for person in others:
        lines = wrap(_held(person), columns - NAMED - 3, "")
        shown = [*lines[: most - 1], cut(" ".join(lines[most - 1 :]), columns - NAMED - 3)]
        for number, text in enumerate(line for line in shown if line):
            name = Bit(fit("" if number else f" {person.name}", NAMED + 2), person.role or "text")
            rows.append(row(name, Bit(text, "text" if not number else "name")))
    return rows[:height]


def _held(person: Person) -> str:
    """The cards of somebody: those in the hands, a bar, the others."""
    ready = _named(card.name for card in person.cards if card.ready and not card.played)
    packed = _named(card.name for card in person.cards if not card.ready and not card.played)
    return " | ".join(part for part in (ready or put("panes", "empty_hands"), packed) if part)


def _named(names: Iterable[str]) -> str:
    return ", ".join(name if number == 1 else f"{name} x{number}" for name, number in Counter(names).items())


def goals(wanted: Sequence[Goal], columns: int, height: int, key: str = "G") -> list[Row]:
    """What wins the match, and which of it is reached."""
    rows = [title(put("reader", "goals"), key, columns)]
    for goal in wanted:
        sign = Bit(f" [{'x' if goal.done else ' '}] ", "good" if goal.done else "name", "b" if goal.done else "")
        for number, text in enumerate(wrap(goal.text, columns - 6, "")):
            rows.append(row(Bit("     ") if number else sign, Bit(text, "name" if goal.done else "text")))
    if len(rows) > height:
        rows = [*rows[: height - 1], row(Bit(f" .. {key}", "name"))]
    return rows


def signs(there: Sequence[Sign], columns: int, height: int) -> list[Row]:
    """The signs that are on the map now, with what they mean; those that have no room are in the help."""
    rows = [title(put("panes", "signs"), "?", columns)]
    named = max((width(sign.text) + 3 for sign in there), default=0)
    named = min(named, SIGNED)
    for sign in there:
        for number, text in enumerate(wrap(sign.words, columns - named - 1, "")):
            rows.append(row(Bit(fit("" if number else f" {sign.text}", named), sign.role, "b"), Bit(text)))
    if len(rows) > height:
        rows = [*rows[: height - 1], row(Bit(" .. ?", "name"))]
    return rows
