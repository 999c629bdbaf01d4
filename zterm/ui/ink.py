"""One character of the canvas and what it wears."""

from __future__ import annotations

from typing import NamedTuple


class Ink(NamedTuple):
    """A character with its colour role, the role of its background, and attributes.

    ``attrs`` holds letters: "b" bold, "d" dim, "r" reverse, "u" underline.
    """

    char: str
    role: str = "text"
    ground: str = "pane"
    attrs: str = ""


Row = list[Ink]
VOID = Ink(" ")


def write(rows: list[Row], x: int, y: int, text: str, role: str, attrs: str = "", ground: str = "") -> None:
    """Write ``text`` on a canvas from (x, y) on; what lies outside is cut off; ``ground`` "" keeps the floor's."""
    row = rows[y]
    for index, char in enumerate(text):
        if 0 <= x + index < len(row):
            row[x + index] = Ink(char, role, ground or row[x + index].ground, attrs)
