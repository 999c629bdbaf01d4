"""The page before everything else when files of the player's own have mistakes: each told whole, and how to go on."""

from __future__ import annotations

from collections.abc import Sequence

from textual import events

from zterm.content.outward import clean, sentence
from zterm.ui.page import PROSE, Page, foot
from zterm.ui.pane import Look
from zterm.ui.rows import BLANK, Bit, Row, row, spread, wrap
from zterm.ui.words import put


class Faults(Page):
    """Sentences about what could not be used, in full. Any key that goes on or back closes it."""

    def __init__(self, look: Look, told: Sequence[str]) -> None:
        super().__init__(look)
        self.told = tuple(told)

    def rows(self, columns: int, height: int) -> list[Row]:
        """A part for each sentence; where there are too many lines, the advice at their end gives way."""
        rows = [spread([Bit(f" {put('faults', 'head')}", "title_focus", "b")], [], columns, "title_focus"), BLANK]
        for text in self.told:
            rows += [row(Bit(f" {line}")) for line in wrap(sentence(clean(text)), min(columns - 2, PROSE), "")]
            rows.append(BLANK)
        rows += [row(Bit(f" {line}", "name")) for line in wrap(put("faults", "more"), min(columns - 2, PROSE), "")]
        rows += [BLANK] * (height - 1 - len(rows))
        return [*rows[: height - 1], foot("", f" {put('faults', 'keys')}", columns)]

    def press(self, action: str, event: events.Key) -> None:
        """Go on."""
        if action in ("accept", "back", "next", "quit"):
            self.dismiss()
