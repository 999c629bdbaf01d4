"""Fewer bytes for partial screen updates.

Textual's partial update writes each changed line from the left edge of its widget on. `install` makes it
begin at the first changed column, which is what makes play over a slow line pleasant. If a later Textual
is built otherwise, nothing is changed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rich.control import Control

if TYPE_CHECKING:
    from rich.console import Console


def render_segments(self: Any, console: Console) -> str:
    """The terminal's bytes for an update: for every changed span its place and its characters."""
    parts: list[str] = []
    for y, start, stop in self.spans:
        for end, (x, strip) in zip(self.chop_ends[y], self.chops[y].items(), strict=False):
            left, right = max(x, start), min(end, stop)
            if strip is None or left >= right:
                continue
            part = strip if (left, right) == (x, end) else strip.crop(left - x, right - x)
            parts += (Control.move_to(left, y).segment.text, part.render(console))
    return "".join(parts)


def install() -> bool:
    """Put the thrifty way in place; says whether Textual is built as expected."""
    try:
        from textual._compositor import ChopsUpdate
    except ImportError:
        return False
    update = ChopsUpdate([], [], [])
    if not all(hasattr(update, name) for name in ("chops", "spans", "chop_ends", "render_segments")):
        return False
    ChopsUpdate.render_segments = render_segments  # type: ignore[method-assign]
    return True
