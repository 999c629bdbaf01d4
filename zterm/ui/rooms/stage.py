"""The panes of something watched as rows: caption, steps, rules, help."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from zterm.content.rulebook import Entry
from zterm.kernel.views import Shape
from zterm.shows.beats import Beat, Told
from zterm.shows.chronicle import outcome_words
from zterm.shows.demos import Show
from zterm.ui.chronicle import Dice, dice_bits
from zterm.ui.keymap import key_name
from zterm.ui.rooms.words import put
from zterm.ui.rows import BLANK, Bit, Row, cut, fit, row, title, width, wrap

REMEMBERED = 200
"""Moments back that are told again in the log of something watched."""


class Watched(Protocol):
    """What demos and replays have in common."""

    shape: Shape
    rules: Any
    at: int
    trouble: str

    @property
    def beat(self) -> Beat:
        """The moment that is shown."""

    @property
    def length(self) -> int:
        """The number of the last moment."""

    @property
    def title(self) -> str:
        """What is shown."""

    def words(self, first: int, last: int) -> list[str]:
        """Moments in a few words, "" for the beginning and what can't be shown."""

    def forward(self) -> bool:
        """Go on by one moment."""

    def back(self) -> bool:
        """Go back by one moment."""

    def jump(self, number: int) -> bool:
        """Go to a moment."""


def caption(show: Watched, kind: str, columns: int, height: int) -> list[Row]:
    """What is said of a moment, what was chosen, and what it brought."""
    beat = show.beat
    more = show.chapter if isinstance(show, Show) else put("show", "turn", turn=beat.turn)
    rows = [title(put("show", "caption" if kind == "demo" else "replay"), more, columns, True)]
    words = beat.caption or ("" if beat.option or beat.label else f"{show.title}. {put('show', 'beginning')}")
    rows += [row(Bit(f" {line}", "strong", "b")) for line in wrap(words, columns - 2, "")] if words else []
    if beat.label:
        who = f"{beat.who}: " if beat.who and kind == "replay" and beat.who not in ("all", "p1") else ""
        rows += [row(Bit(f" {line}", "key")) for line in wrap(f"> {who}{beat.label}", columns - 2)]
    room = height - len(rows)
    told = told_rows(beat.told, "", columns, rule=False)
    if len(told) > room > 0:
        told = [*told[: room - 1], row(Bit(f"   .. +{len(told) - room + 1} (m)", "name"))]
    rows += told
    if beat.outcome:
        rows.append(row(Bit(f" {put('show', 'over', outcome=outcome_words(beat.outcome))}", "title", "b")))
    return rows[:height]


def told_rows(told: Sequence[Told], words: str, columns: int, rule: bool = True) -> list[Row]:
    """Things told, with their dice; with words those that have them all."""
    wanted = words.casefold().split()
    rows: list[Row] = []
    for one in told:
        if not all(word in f"{one.text} {one.rule}".casefold() for word in wanted):
            continue
        tail = f"  {one.rule}" if rule else ""
        lines = wrap(f"{one.text}{tail}", columns - 4)
        rows += [row(f"   {line}") for line in lines]
        if one.dice:
            bits: list[Bit] = [Bit("     "), *dice_bits(Dice(one.dice, one.needed))]
            rows.append(Row((*bits, Bit(f"   {one.needed}+" if one.needed else "", "name"))))
    return rows


def steps(show: Watched, columns: int, height: int, focused: bool) -> list[Row]:
    """The moments around the one that is shown, a line each; all of them in full where there is room for that."""
    place = put("show", "moment", at=show.at, last=show.length)
    room = height - 1
    first = max(0, min(show.at - room // 2, show.length - room + 1))
    rows = [title(put("show", "steps"), place, columns, focused)]
    numbers = range(first, min(show.length, first + room - 1) + 1)
    named = len(str(show.length)) + 2
    told = [
        wrap(words or put("show", "lost" if number else "start"), columns - named - 1, "")
        for number, words in zip(numbers, show.words(first, numbers[-1]), strict=True)
    ]
    if sum(map(len, told)) > room:
        told = [[cut(" ".join(lines), columns - named - 1)] for lines in told]
    for number, lines in zip(numbers, told, strict=True):
        here = number == show.at
        head = f"{'>' if here else ' '}{number:>{named - 2}} "
        look = ("strong" if here else "text" if number < show.at else "name", "b" if here else "")
        for at, text in enumerate(lines):
            rows.append(row(Bit(" " * named if at else head, "key" if here else "name", look[1]), Bit(text, *look)))
    return rows


def rules(entries: Sequence[Entry], columns: int, height: int) -> list[Row]:
    """The texts of rules in a pane, as far as they have room."""
    name = put("show", "rule")
    ids = cut(" ".join(entry.id for entry in entries), max(0, columns - width(name) - 3))
    rows = [title(name, ids, columns, False)]
    body: list[Row] = []
    for entry in entries:
        head = f"{entry.id} " if len(entries) > 1 else ""
        body += [row(Bit(f" {line}")) for line in wrap(f"{head}{entry.text}", columns - 2, "")]
    if len(body) > height - 1:
        body = [*body[: height - 2], row(Bit(" .. (r)", "name"))]
    return [*rows, *body]


def rule_rows(entries: Sequence[Entry], columns: int) -> list[Row]:
    """The texts of rules with their places in the book."""
    rows: list[Row] = []
    for entry in entries:
        rows.append(row(Bit(f" {entry.id}", "key", "b"), Bit(f"  p. {entry.page}", "name")))
        rows += [row(f"   {line}") for line in wrap(entry.text, columns - 4, "")]
        if entry.settled:
            rows += [row(Bit(f"   {line}", "name")) for line in wrap(entry.settled, columns - 4, "")]
        rows.append(BLANK)
    return rows


HELP = (
    ("Space", "next", ""),
    ("p", "back", ""),
    ("a", "auto", ""),
    ("+ -", "faster", ""),
    ("g", "turn", "replay"),
    ("PgUp PgDn", "turns", "replay"),
    ("Home End", "ends", ""),
    ("t", "take", ""),
    ("r", "rule", ""),
    ("m", "log", ""),
    ("Tab", "pane", ""),
    ("Esc", "leave", ""),
)


def named(keys: str) -> str:
    """Keys by their names in the language in use."""
    return " ".join(map(key_name, keys.split()))


def help(kind: str, columns: int) -> list[Row]:
    """What is watched, and the keys for it."""
    rows = [BLANK, *(row(Bit(f" {line}", "strong")) for line in wrap(put("show_help", kind), columns - 2, "")), BLANK]
    for key, word, where in HELP:
        if where in ("", kind):
            rows.append(row(Bit(fit(f"  {named(key)}", 14), "key", "b"), put("show_help", word)))
    return rows
