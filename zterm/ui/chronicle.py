"""What has happened, in words: a bounded ring of log entries and the rows that show them."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from itertools import islice
from typing import NamedTuple

from zterm.content.outward import clean
from zterm.kernel.decision import Event
from zterm.ui.rows import BLANK, Bit, Row, length, title, wrap
from zterm.ui.words import put

LIMIT = 20_000
"""Entries that are kept; older ones fall out."""


TALL = 10
"""Rows from which on a page of the log keeps half of what it told when it is full."""

_BRACKETS = re.compile(r"(\[\d+\])")


class Dice(NamedTuple):
    """Dice as they fell; ``needed`` is the face that hits, 0 where dice do not hit."""

    faces: tuple[int, ...]
    needed: int


class Said(NamedTuple):
    """A log entry: its turn, words, the rule behind it, dice that belong to it, whether it is a heading or a note.

    ``event`` is what it tells, None for a note.
    """

    turn: int
    text: str
    rule: str = ""
    dice: Dice | None = None
    heading: bool = False
    note: bool = False
    event: Event | None = None


class Chronicle:
    """The log of a match. ``tell`` puts an event into words."""

    def __init__(self, tell: Callable[[Event], str]) -> None:
        self._tell = tell
        self.said: deque[Said] = deque(maxlen=LIMIT)
        self.total = 0
        self._start = 0
        self._seen = 0
        self._size = (0, 0)

    def note(self, turn: int, text: str, rule: str = "") -> None:
        """Add something that is no event of the rules; with a rule it is a note about that."""
        self._add(Said(turn, clean(text), rule, note=bool(rule)))

    def add(self, turn: int, events: Iterable[Event]) -> list[Said]:
        """Add events; gives the entries made of them."""
        made = [said_of(turn, event, clean(self._tell(event))) for event in events]
        for entry in made:
            self._add(entry)
        return made

    def reword(self) -> None:
        """Put all events into words again, in the language that is in use now; notes stay as they are."""
        self.said = deque((self._again(entry) for entry in self.said), LIMIT)
        self._size = (0, 0)

    def _again(self, entry: Said) -> Said:
        if entry.event is None:
            return entry
        return entry._replace(text=clean(self._tell(entry.event)))

    def forget(self, total: int) -> None:
        """Take away the newest entries until so many were ever added: what they told was taken back."""
        while self.total > total and self.said:
            self.said.pop()
            self.total -= 1

    def _add(self, entry: Said) -> None:
        self.said.append(entry)
        self.total += 1

    def tail(self, columns: int, height: int) -> list[Row]:
        """The newest entries that fit, the newest at the bottom."""
        rows: list[Row] = []
        for entry in reversed(self.said):
            rows[:0] = entry_rows(entry, columns)
            if len(rows) >= height:
                break
        return rows[-height:] if height > 0 else []

    def page(self, columns: int, height: int) -> list[Row]:
        """The newest entries on a page that fills from the top: a log that scrolls is dear on a slow line.

        An entry that has no more room begins a page, below the entry before it or, on a tall page, below as many as
        fill half of it; several at once fill the page. What is taken back leaves the page where it began.
        """
        fresh = self.total - self._seen
        if (columns, height) != self._size or fresh > 2 or self._start >= self.total:
            self._start = self._filled(columns, height)
        self._size, self._seen = (columns, height), self.total
        rows = self._since(self._start, columns)
        if len(rows) > height:
            before = self._filled(columns, height // 2) if height >= TALL else self.total
            self._start = max(self._start, min(before, self.total - 1 - max(1, fresh)))
            rows = self._since(self._start, columns)
        return rows[-height:] if height > 0 else []

    def _since(self, start: int, columns: int) -> list[Row]:
        first = max(0, len(self.said) - (self.total - start))
        return [line for entry in islice(self.said, first, None) for line in entry_rows(entry, columns)]

    def _filled(self, columns: int, height: int) -> int:
        """Where a page begins that the newest entries fill."""
        room, start = height, self.total
        for entry in reversed(self.said):
            room -= len(entry_rows(entry, columns))
            if room < 0:
                break
            start -= 1
        return start

    def pane(self, columns: int, height: int, focused: bool, back: int) -> list[Row]:
        """The log pane: title bar and the newest entries, ``back`` entries earlier when it is scrolled."""
        head = title(put("panes", "log"), put("panes", "log_back" if back else "log_all", n=back), columns, focused)
        if not back:
            return [head, *(self.tail(columns, height - 1) if focused else self.page(columns, height - 1))]
        rows: list[Row] = []
        for entry in islice(reversed(self.said), back, None):
            rows[:0] = entry_rows(entry, columns, marked=not rows)
            if len(rows) >= height - 1:
                break
        return [head, *rows[-(height - 1) :]]

    def find(self, words: str) -> list[Said]:
        """The entries in which every word occurs, whatever its case; without a word all of them."""
        wanted = words.casefold().split()
        return [entry for entry in self.said if all(word in _searched(entry) for word in wanted)]


def _searched(entry: Said) -> str:
    return f"{put('log', 'turn', turn=entry.turn)} {entry.text} {entry.rule}".casefold()


def said_of(turn: int, event: Event, text: str) -> Said:
    """The entry for an event: one with ``faces`` shows its dice, one with ``phase`` is a heading."""
    faces = getattr(event, "faces", None)
    dice = Dice(tuple(faces), int(getattr(event, "needed", 0))) if faces else None
    return Said(turn, text, event.rule, dice, hasattr(event, "phase"), event=event)


def dice_bits(dice: Dice, landed: int | None = None) -> list[Bit]:
    """Dice in a row: a face that hits in brackets; only the first ``landed`` are shown yet."""
    bits = []
    for number, face in enumerate(dice.faces):
        if landed is not None and number >= landed:
            bits.append(Bit(" . ", "disabled"))
        elif dice.needed and face >= dice.needed:
            bits.append(Bit(f"[{face}]", "hit", "b"))
        else:
            bits.append(Bit(f" {face} ", "miss" if dice.needed else "text"))
    return bits


def _hits(line: str, role: str, attrs: str) -> list[Bit]:
    """A line of text in which dice in brackets are shown as hits."""
    parts = _BRACKETS.split(line)
    return [Bit(part, "hit", "b") if number % 2 else Bit(part, role, attrs) for number, part in enumerate(parts)]


def entry_rows(entry: Said, columns: int, marked: bool = False, rule: bool = False) -> list[Row]:
    """An entry as rows: its words wrapped, dice below; with ``rule`` its rule at the end."""
    ground = "mark" if marked else "pane"
    role, attrs = ("strong", "b") if entry.heading else ("key" if entry.note else "text", "")
    lines = wrap(entry.text, columns - 1)
    rows: list[Row] = []
    for number, text in enumerate(lines):
        sign = Bit(">" if marked and not number else " ", role, attrs)
        rows.append(Row((sign, *_hits(text, role, attrs)), ground))
    if entry.dice is not None and not all(str(face) in entry.text for face in entry.dice.faces):
        line: list[Bit] = [Bit("  ")]
        for bit in dice_bits(entry.dice):
            if length(line) + 3 > columns:
                rows.append(Row(tuple(line), ground))
                line = [Bit("  ")]
            line.append(bit)
        rows.append(Row(tuple(line), ground))
    if rule and entry.rule and length(rows[-1].bits) + len(entry.rule) + 2 <= columns:
        rows[-1] = Row((*rows[-1].bits, Bit(f"  {entry.rule}", "disabled")), ground)
    return rows


def report_rows(entries: Sequence[Said], columns: int) -> list[Row]:
    """Entries one below the other."""
    return [line for entry in entries for line in entry_rows(entry, columns)]


def cut_pages(rows: Sequence[Row], height: int) -> list[list[Row]]:
    """Rows cut into pages of so many."""
    pages = [[*rows[i : i + height]] for i in range(0, len(rows), height)]
    return [page + [BLANK] * (height - len(page)) for page in pages]
