"""A small board made up to show what a theme, signs and colours look like on a map."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from zterm.kernel.views import Area, Mark, Shape, Side, Token, View

ROOMS = (("a", "room", 5), ("b", "corridor", 5), ("c", "cell", 3), ("d", "yard", 4), ("e", "street", 4))
"""Areas from left to right: id, kind, columns of cells."""

HIGH = 4
BORDERS = {"ab": "wall", "bc": "wall", "cd": "wall", "de": "open"}
"""What lies between two areas beside each other."""

TOKENS = (
    Token("a", "survivor", "k", "", "danger_blue", active=True),
    Token("a", "survivor", "j", "", "danger_yellow"),
    Token("a", "objective", "*", "", "red"),
    Token("a", "noise", "~2", "", "noise", 2),
    Token("b", "zombie", "W", "", "walker", 3, 1),
    Token("b", "zombie", "F", "", "fatty"),
    Token("b", "zombie", "R", "", "runner", 2),
    Token("c", "button", "ov", "", "violet"),
    Token("d", "zombie", "A", "", "abomination"),
    Token("d", "spawn", "S1", "", "spawn"),
    Token("e", "car", "{P....}", "", "car"),
    Token("e", "manhole", "O", "", "manhole"),
)


def board() -> tuple[Shape, View]:
    """The board, and what stands on it."""
    areas, marks, at = [], [], 0
    for number, (name, kind, wide) in enumerate(ROOMS):
        areas.append(Area(name, kind, tuple((x, y) for y in range(HIGH) for x in range(at, at + wide))))
        at += wide
        if number < 2:
            colour = ("neutral", "violet")[number]
            marks.append(Mark(colour, (at, HIGH / 2), "v", "door", colour, False, (name, ROOMS[number + 1][0])))
    shape = Shape(at, HIGH, tuple(areas), tuple(_sides(at)), {})
    return shape, View("", (), (), TOKENS, tuple(marks), "a", {})


def _sides(wide: int) -> Iterator[Side]:
    """Walls around it, and the lines between the areas."""
    for x in range(wide):
        yield Side(x, 0, "N", "wall")
        yield Side(x, HIGH, "N", "wall")
    lines, at = {0: "wall", wide: "edge"}, 0
    for (one, _, columns), (other, _, _) in pairwise(ROOMS):
        at += columns
        lines[at] = BORDERS[one + other]
    for x, kind in lines.items():
        for y in range(HIGH):
            yield Side(x, y, "W", kind)
