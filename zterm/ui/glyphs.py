"""The characters a board is drawn with: wall sets, and the few glyphs beyond ASCII.

Box-drawing characters are of ambiguous width (UAX #11 class A), so they belong to no theme: the wall set
is chosen at start by asking the terminal, and can be forced. All other glyphs are of class N or Na.
"""

from __future__ import annotations

from typing import NamedTuple

UP, RIGHT, DOWN, LEFT = 1, 2, 4, 8

WALLS: dict[str, str] = {
    "line": " ╹╺┗╻┃┏┣╸┛━┻┓┫┳╋",
    "light": " ╵╶└╷│┌├╴┘─┴┐┤┬┼",
    "solid": " " * 16,
    "ascii": " +-++|++-+-+++++",
}
"""Wall glyph by the sum of arms (up 1, right 2, down 4, left 8); "solid" is drawn by background alone."""


class Glyphs(NamedTuple):
    """One set of glyphs: ``walls`` is a key of `WALLS`, all others are single characters.

    ``dot`` marks an open border, ``edge_h`` and ``edge_v`` the free edge of the board, ``hatch`` a roof,
    ``wire`` razor wire, ``bars`` the shut side of a gate, ``active`` stands before the one who acts, and
    ``left right up down`` say at a pane's edge that there is more.
    """

    walls: str = "ascii"
    dot: str = "."
    edge_h: str = " "
    edge_v: str = " "
    hatch: str = "#"
    wire: str = "x"
    bars: str = "H"
    active: str = ">"
    left: str = "<"
    right: str = ">"
    up: str = "^"
    down: str = "v"


ASCII = Glyphs()
UNICODE = Glyphs("line", "∙", "╌", "╎", "░", "x", "H", "►", "◄", "►", "^", "v")


def wall_char(glyphs: Glyphs, arms: int) -> str:
    """The glyph of a wall character whose arms sum to ``arms`` (0 to 15)."""
    return WALLS[glyphs.walls][arms]


def choose(unicode: bool, box_is_narrow: bool, colour: bool) -> Glyphs:
    """The glyph set for a terminal: ``box_is_narrow`` if it said that box characters are one column wide."""
    if not unicode:
        return ASCII
    if box_is_narrow:
        return UNICODE
    return UNICODE._replace(walls="solid" if colour else "ascii")
