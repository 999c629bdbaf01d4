"""The hand-over of keyboard and screen: between two people's questions nobody's hidden cards are shown."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual import events

from zterm.ui.rows import BLANK, Bit, Row, row, spread, wrap
from zterm.ui.words import put

if TYPE_CHECKING:
    from zterm.ui.play import Play

WORKS = ("help", "log", "rules", "undo", "redo", "zoom_in", "zoom_out", "names", "speed", "save", "settings", "quit")
"""Commands that work while the screen is handed over."""


def panel(name: str, width: int, height: int) -> list[Row]:
    """The decision panel while somebody is asked for."""
    head = spread([Bit(f">{put('handover', 'title')}", "title_focus", "b")], [], width, "title_focus")
    rows = [head, BLANK]
    rows += [row(Bit(f" {text}", "strong", "b")) for text in wrap(put("handover", "give", name=name), width - 2, "")]
    rows += [row(Bit(f" {text}", "name")) for text in wrap(put("handover", "hidden"), width - 2, "")]
    return rows[:height]


def press(screen: Play, action: str, event: events.Key) -> bool:
    """Take a key: Enter shows the hand, what says nothing of hands works; nothing else does anything."""
    if action in WORKS:
        return False
    if action == "accept" and not screen.too_soon(event):
        screen.desk.uncover()
        screen.draw()
        screen.mark_shown()
    return True
