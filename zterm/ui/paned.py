"""A screen of a map with panes around it: play, and what is watched."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from textual.app import ComposeResult
from textual.screen import Screen

from zterm.ui.board import BoardPane
from zterm.ui.layout import Plan, Rect
from zterm.ui.page import too_small
from zterm.ui.pane import Look, RowsPane, place


class Paned(Screen[Any], inherit_bindings=False):
    """The panes of a screen: ``board`` is the map, ``rows`` the others by name, ``small`` what stands where none fits.

    ``plan`` says which are seen, ``focus_on`` names the one that takes the keys.
    """

    AUTO_FOCUS = ""
    DEFAULT_CSS = """
    Paned { layers: base; overflow: hidden hidden; }
    Paned BoardPane { position: absolute; }
    """

    def __init__(self, look: Look, names: Iterable[str]) -> None:
        super().__init__()
        self.look = look
        self.board = BoardPane(look.theme, look.glyphs, look.depth)
        self.rows = {name: RowsPane(look, id=name) for name in names}
        self.small = RowsPane(look, id="small")
        self.plan = Plan("small", {})
        self.focus_on = "map"

    def compose(self) -> ComposeResult:
        """All panes; the layout says which are seen."""
        yield self.board
        yield from self.rows.values()
        yield self.small

    def put_panes(self, made: Plan) -> None:
        """Give every pane its place in a plan."""
        self.plan = made
        place(self.board, made.places.get("map"))
        for name, pane in self.rows.items():
            pane.put(made.places.get(name))
        width, height = self.app.size
        self.small.put(Rect(0, 0, max(1, width), max(1, height)) if made.kind == "small" else None)

    def shrunk(self) -> bool:
        """Say whether the window is too small for any pane; then it says so itself."""
        if self.plan.kind == "small":
            self.small.show(too_small(*self.app.size))
        return self.plan.kind == "small"
