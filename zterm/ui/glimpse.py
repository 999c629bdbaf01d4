"""A board as it is set up, for pages that have room for a look at it: made a moment after the page was drawn."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from itertools import groupby

from zterm.content.catalogue import language
from zterm.content.problems import ContentError
from zterm.games.registry import InputError, game
from zterm.kernel.match import Match
from zterm.kernel.record import SaveError
from zterm.kernel.views import Shape, View
from zterm.ui import canvas
from zterm.ui.glyphs import Glyphs
from zterm.ui.ink import Row as Inks
from zterm.ui.page import Page
from zterm.ui.rows import Bit, Row
from zterm.ui.soon import soon

PAUSE = 0.2
"""Seconds that something is marked before its board is made: who walks down a list wants to walk."""

LEAST = (41, 11)
"""Columns and rows below which no board is made: hardly one would have room."""

KEPT = 40
"""Boards that are kept."""

Board = tuple[Shape, View]


class Glimpse:
    """The boards that a page shows; one is made when it is wanted for a while, and the page drawn again."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._wanted: tuple[tuple[str, ...], Callable[[], Board]] | None = None
        self._soon: asyncio.Handle | None = None
        self._boards: dict[tuple[str, ...], Board | None] = {}
        self._drawn: dict[tuple[object, ...], list[Row]] = {}

    def rows(self, key: tuple[str, ...], make: Callable[[], Board], columns: int, height: int) -> list[Row]:
        """A board as large as it fits, no rows while it is not made, can't be, or has no room.

        ``key`` says which it is, ``make`` makes it.
        """
        key = (*key, language())
        if columns < LEAST[0] or height < LEAST[1]:
            return []
        if key not in self._boards:
            self._wanted = key, make
            if self._soon is None:
                self._soon = soon(self._page, PAUSE, self._made)
            return []
        board, place = self._boards[key], (key, columns, height)
        if place not in self._drawn:
            self._drawn[place] = drawn(*board, columns, height, self._page.look.glyphs) if board is not None else []
        return self._drawn[place]

    def _made(self) -> None:
        self._soon = None
        if self._wanted is None or not self._page.is_attached:
            return
        key, make = self._wanted
        try:
            board = make()
        except (InputError, ContentError, SaveError, OSError):
            board = None
        if len(self._boards) >= KEPT:
            self._boards.clear()
            self._drawn.clear()
        self._boards[key] = board
        self._page.draw()


def of_mission(name: str, mission: str) -> Board:
    """The board of a game's mission with everything where it begins. Raises InputError, ContentError."""
    playing = game(name)
    rules = playing.rules(playing.setup(mission))
    match = Match.start(rules, 1)
    return rules.shape(), rules.view(match.state, match.decision, None)


def drawn(shape: Shape, view: View, columns: int, height: int, glyphs: Glyphs) -> list[Row]:
    """A board at the largest zoom at which all of it has room; no rows where none has."""
    for zoom in reversed(canvas.ZOOMS):
        wide, high = canvas.size(shape, zoom)
        if wide <= columns and high <= height:
            ground = canvas.ground_of(shape, zoom, glyphs, view.marks)
            return [Row(tuple(_bits(line))) for line in canvas.compose(ground, view)]
    return []


def _bits(line: Inks) -> list[Bit]:
    """A row of a canvas as bits, one for each stretch of one look."""
    alike = groupby(line, key=lambda ink: (ink.role, ink.ground, ink.attrs))
    return [Bit("".join(ink.char for ink in inks), role, attrs, ground) for (role, ground, attrs), inks in alike]
