"""A pane of rows as a Textual widget that redraws only the characters that have changed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rich.segment import Segment
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget

from zterm.ui.glyphs import Glyphs
from zterm.ui.ink import Ink
from zterm.ui.layout import Rect
from zterm.ui.rows import BLANK, Row, inks
from zterm.ui.themes import Painter, Theme


class Look(NamedTuple):
    """How things are drawn here: theme, glyph set, colour depth, and the painter made of them."""

    theme: Theme
    glyphs: Glyphs
    depth: str
    paint: Painter

    @property
    def ascii(self) -> bool:
        """Say whether nothing but ASCII may be sent."""
        return all(part.isascii() for part in self.glyphs)


def strip_of(line: Sequence[Ink], paint: Painter) -> Strip:
    """The characters of a row with as few changes of style as they need."""
    segments: list[Segment] = []
    text, style, wears = "", None, ("", "", "")
    for char, role, ground, attrs in line:
        if (role, ground, attrs) != wears:
            wears = (role, ground, attrs)
            before, style = style, paint(*wears)
            if style is not before and text:
                segments.append(Segment(text, before))
                text = ""
        text += char
    segments.append(Segment(text, style))
    return Strip(segments, len(line))


def place(widget: Widget, rect: Rect | None) -> None:
    """Put a widget where a layout wants it; None hides it."""
    widget.display = rect is not None
    if rect is not None:
        widget.styles.offset = (rect.x, rect.y)
        widget.styles.width, widget.styles.height = rect.width, rect.height


class RowsPane(Widget, can_focus=False):
    """Shows rows. ``put`` gives it its place, ``show`` its rows; what did not change is not sent again."""

    DEFAULT_CSS = "RowsPane { position: absolute; width: 1; height: 1; }"

    def __init__(self, look: Look, id: str | None = None) -> None:
        super().__init__(id=id)
        self._look = look
        self._rows: list[Row] = []
        self._inks: list[list[Ink]] = []
        self._strips: dict[int, Strip] = {}
        self.rect = Rect(0, 0, 1, 1)

    def put(self, rect: Rect | None) -> None:
        """Take a place on the screen; None hides the pane."""
        place(self, rect)
        if rect is not None and rect != self.rect:
            self.rect = rect
            self._rows, self._inks = [], []
            self._strips.clear()

    def wear(self, look: Look) -> None:
        """Draw in another look from now on; the rows must be shown again."""
        self._look = look
        self._rows, self._inks = [], []
        self._strips.clear()

    def show(self, rows: Sequence[Row]) -> None:
        """Show other rows; what is too much is cut off, what is missing is blank."""
        columns, height = self.rect.width, self.rect.height
        wanted = [*rows[:height], *[BLANK] * (height - len(rows))]
        fresh = len(self._inks) != height
        if fresh:
            self._rows = wanted
            self._inks = [inks(line, columns, self._look.ascii) for line in wanted]
            self._strips.clear()
            self.refresh()
            return
        regions = []
        for y, (old, new) in enumerate(zip(self._rows, wanted, strict=True)):
            if old == new:
                continue
            line = inks(new, columns, self._look.ascii)
            spans = changed(self._inks[y], line)
            self._inks[y] = line
            if spans:
                self._strips.pop(y, None)
                regions += [Region(start, y, end - start, 1) for start, end in spans]
        self._rows = wanted
        if regions:
            self.refresh(*regions)

    def text(self) -> list[str]:
        """What the pane shows, as lines of text."""
        return ["".join(ink.char for ink in line) for line in self._inks]

    def render_line(self, y: int) -> Strip:
        """One row of the pane."""
        strip = self._strips.get(y)
        if strip is None:
            line = self._inks[y] if y < len(self._inks) else inks(BLANK, max(1, self.size.width))
            strip = self._strips[y] = strip_of(line, self._look.paint)
        return strip


GAP = 10
"""So many equal characters are worth a jump of the cursor."""


def changed(old: Sequence[Ink], new: Sequence[Ink]) -> list[tuple[int, int]]:
    """The stretches in which two rows of the same length differ; none begins or ends inside a wide character."""
    spans: list[tuple[int, int]] = []
    size = len(new)
    for x in range(size):
        if old[x] == new[x]:
            continue
        start, end = x, x + 1
        while start > 0 and (old[start].char == "" or new[start].char == ""):
            start -= 1
        while end < size and (old[end].char == "" or new[end].char == ""):
            end += 1
        if spans and start - spans[-1][1] < GAP:
            spans[-1] = (spans[-1][0], max(end, spans[-1][1]))
        else:
            spans.append((start, end))
    return spans
