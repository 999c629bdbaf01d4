"""What the terminal shows now, column by column, so that nothing is sent that stands there already.

Whatever an update holds, only the runs that differ go on the line: a screen that is drawn twice costs nothing the
second time. `forget` says that the terminal may show anything (another size, back from the background, line noise).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable
from typing import NamedTuple

from rich.cells import get_character_cell_size
from rich.segment import Segment
from rich.style import Style

from zterm.ui.pencil import Codes, Piece

GAP = 3
"""Unchanged columns of one style that are cheaper to send again than to step over."""


class Cell(NamedTuple):
    """A column: its characters ("" behind a wide one), their style, and what of both can be seen."""

    text: str
    style: Style | None
    seen: Hashable


Look = Callable[[Style | None], Codes]
"""The codes of a style (see `pencil.codes`)."""


class Shadow:
    """The cells of the terminal as far as they are known, row by row."""

    def __init__(self) -> None:
        self._rows: dict[int, list[Hashable]] = {}
        self._spans: dict[int, tuple[int, list[Segment]]] = {}

    def forget(self) -> None:
        """The terminal may show anything from now on."""
        self._rows.clear()
        self._spans.clear()

    def empty(self) -> bool:
        """Say whether nothing is known."""
        return not self._rows

    def unsent(self, x: int, y: int, columns: int, ground: str = "") -> None:
        """A span has not been sent after all: blanks of a ground stand there, or nobody knows what."""
        self._spans.pop(y, None)
        row = self._rows.setdefault(y, [])
        row[x : x + columns] = [(" ", ground) if ground else None] * columns

    def cleared(self, ground: str, columns: int, rows: int) -> Shadow:
        """What would be known after the whole terminal is cleared to a ground."""
        made = Shadow()
        made._rows = {y: [(" ", ground)] * columns for y in range(rows)}
        return made

    def take(self, other: Shadow) -> None:
        """Know from now on what another one knows."""
        self._rows, self._spans = other._rows, other._spans

    def copy(self) -> Shadow:
        """The same, to try something out on."""
        made = Shadow()
        made._rows, made._spans = {y: list(row) for y, row in self._rows.items()}, dict(self._spans)
        return made

    def changes(self, x: int, y: int, segments: Iterable[Segment], look: Look) -> list[Piece]:
        """The runs of a span that differ from what stands there; they are taken for sent."""
        span = (x, list(segments))
        if self._spans.get(y) == span:
            return []
        self._spans[y] = span
        new = cells(span[1], look)
        old = self._rows.setdefault(y, [])
        if len(old) < x + len(new):
            old += [None] * (x + len(new) - len(old))
        differ = [at for at, cell in enumerate(new) if cell.seen != old[x + at]]
        old[x : x + len(new)] = [cell.seen for cell in new]
        return [(x + first, y, _segments(new[first:last])) for first, last in _runs(differ, new)]


def cells(segments: Iterable[Segment], look: Look) -> list[Cell]:
    """The columns of a span; of a space only its ground can be seen."""
    made: list[Cell] = []
    for text, style, control in segments:
        if control or not text:
            continue
        codes = look(style)
        blank: Hashable = (" ", codes if codes[3] else codes[2])
        known: dict[str, Cell] = {}
        for char in text:
            found = known.get(char)
            if found is not None:
                made.append(found)
                continue
            size = 1 if char.isascii() else get_character_cell_size(char)
            if size == 1:
                known[char] = Cell(char, style, blank if char == " " else (char, codes))
                made.append(known[char])
            elif size:
                made.append(Cell(char, style, blank if char == " " else (char, codes)))
                made += [Cell("", style, ("", char, codes))] * (size - 1)
            elif made:
                at = next(n for n in range(len(made) - 1, -1, -1) if made[n].text or not n)
                made[at] = Cell(made[at].text + char, style, (made[at].text + char, codes))
    return made


def ground_of(segments: Iterable[Segment], look: Look) -> Counter[str]:
    """How many blank columns stand on each ground."""
    found: Counter[str] = Counter()
    for text, style, control in segments:
        codes = look(style)
        if not control and text and not codes[3]:
            found[codes[2]] += text.count(" ")
    return found


def _runs(differ: list[int], new: list[Cell]) -> list[tuple[int, int]]:
    """From where to where columns are to be sent: whole characters, near ones in one run."""
    runs: list[tuple[int, int]] = []
    for at in differ:
        first = at
        while first and not new[first].text:
            first -= 1
        last = at + 1
        while last < len(new) and not new[last].text:
            last += 1
        if runs and (first <= runs[-1][1] or _near(new[runs[-1][1] - 1 : first + 1])):
            runs[-1] = (runs[-1][0], max(last, runs[-1][1]))
        else:
            runs.append((first, last))
    return runs


def _near(between: list[Cell]) -> bool:
    """Say whether a gap (with the columns before and behind it) is short and of one style."""
    return len(between) - 2 <= GAP and len({cell.style for cell in between[:-1]}) == 1


def _segments(run: list[Cell]) -> list[Segment]:
    made: list[tuple[list[str], Style | None]] = []
    for cell in run:
        if made and made[-1][1] == cell.style:
            made[-1][0].append(cell.text)
        else:
            made.append(([cell.text], cell.style))
    return [Segment("".join(texts), style) for texts, style in made]
