"""Turns runs of one style into the terminal's bytes, as few as this terminal can do with.

Of a style only what differs from the one before is said, of the cursor only the shortest way. Blanks up to the edge
are erased, equal characters are repeated, where the terminal can do that (`Talents`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from rich.cells import cell_len, get_character_cell_size
from rich.color import Color, ColorSystem
from rich.color_triplet import ColorTriplet
from rich.segment import Segment
from rich.style import Style

Codes = tuple[str, str, str, bool]
"""Of a style: attributes, foreground and background as SGR parameters, and whether a space shows its foreground."""

_ATTRIBUTES = (("bold", "1"), ("dim", "2"), ("italic", "3"), ("underline", "4"), ("blink", "5"), ("reverse", "7"))
_OFF = {"1": "22", "2": "22", "3": "23", "4": "24", "5": "25", "7": "27"}
PLAIN: Codes = ("", "39", "49", False)
"""What a terminal is set to at first."""

FIXED = 22
"""The first of the 256 colours that nobody gives another shade: programs for the shell's colours change some below."""

_ALIKE = re.compile(r"(.)\1{2,}", re.DOTALL)


class Talents(NamedTuple):
    """What a terminal can do: erase with the background that is set, erase so many columns, repeat characters.

    ``repeats`` says which: "any", "ascii" or "" for none.
    """

    grounds: bool = False
    erases: bool = False
    repeats: str = ""
    columns: int = 0
    """How wide it is, 0 where that is not known."""


class Run(NamedTuple):
    """Characters of one style in a row, ``columns`` wide; where all is ``blank`` only the background can be seen."""

    x: int
    y: int
    text: str
    codes: Codes
    columns: int
    blank: bool


Piece = tuple[int, int, list[Segment]]
"""A changed stretch: column, row, and what stands there."""


@lru_cache(maxsize=4096)
def codes(style: Style | None, system: ColorSystem) -> Codes:
    """The SGR parameters of a style in a colour system."""
    if style is None:
        return PLAIN
    attributes = ";".join(code for name, code in _ATTRIBUTES if getattr(style, name))
    front = _colour(style.color, system, True) if style.color is not None else "39"
    back = _colour(style.bgcolor, system, False) if style.bgcolor is not None else "49"
    return attributes, front, back, bool(style.reverse or style.underline)


def _colour(colour: Color, system: ColorSystem, front: bool) -> str:
    """A colour as SGR parameters: by its number where it is one of the 256 exactly."""
    known = _numbers().get(colour.triplet) if system is ColorSystem.TRUECOLOR and colour.triplet is not None else None
    if known is not None:
        return f"{38 if front else 48};5;{known}"
    return ";".join(colour.downgrade(system).get_ansi_codes(foreground=front))


@lru_cache(maxsize=1)
def _numbers() -> dict[ColorTriplet, int]:
    """The numbers of the 256 colours that are the same everywhere."""
    return {Color.from_ansi(number).get_truecolor(): number for number in range(255, FIXED - 1, -1)}


def runs(pieces: Iterable[Piece], system: ColorSystem) -> list[Run]:
    """Pieces, from left to right and from top to bottom, as runs of one style; blanks go with what is beside them."""
    made: list[Run] = []
    for x, y, segments in pieces:
        for text, style, control in segments:
            if control or not text:
                continue
            look = codes(style, system)
            run = Run(x, y, text, look, cell_len(text), not look[3] and not text.strip(" "))
            x += run.columns
            joined = _joined(made[-1], run) if made else None
            if joined is None:
                made.append(run)
            else:
                made[-1] = joined
    return made


def _joined(one: Run, two: Run) -> Run | None:
    """Two runs as one, None where they are not neighbours of one style."""
    if one.y != two.y or one.x + one.columns != two.x:
        return None
    if one.codes != two.codes and (
        one.codes[2] != two.codes[2] or one.codes[3] or two.codes[3] or not (one.blank or two.blank)
    ):
        return None
    look = two.codes if one.blank else one.codes
    return Run(one.x, one.y, one.text + two.text, look, one.columns + two.columns, one.blank and two.blank)


MANY = 24
"""Runs from which on not every one is compared with every other."""


def in_order(drawn: Sequence[Run]) -> list[Run]:
    """The runs in an order in which little is to be said: next comes what looks like the last one, or stands near."""
    return _nearest(drawn) if len(drawn) <= MANY else _by_style(drawn)


def _nearest(drawn: Sequence[Run]) -> list[Run]:
    left, order, now = list(drawn), [], PLAIN
    at: tuple[int, int] | None = None
    while left:
        best = min(range(len(left)), key=lambda n: _price(now, left[n]) + len(move(at, left[n].x, left[n].y)))
        run = left.pop(best)
        order.append(run)
        now, at = _turned(now, run), (run.x + run.columns, run.y)
    return order


def _by_style(drawn: Sequence[Run]) -> list[Run]:
    """All runs of a style after one another, each style followed by the one that is told in the fewest bytes."""
    groups: dict[tuple[Codes, bool], list[Run]] = {}
    for run in drawn:
        look = (("", "", run.codes[2], False), True) if run.blank else (run.codes, False)
        groups.setdefault(look, []).append(run)
    order: list[Run] = []
    now = PLAIN
    while groups:
        look = min(groups, key=lambda key: _price(now, groups[key][0]))
        group = groups.pop(look)
        if not look[1]:
            group += groups.pop((("", "", look[0][2], False), True), [])
            group.sort(key=lambda run: (run.y, run.x))
        order += group
        for run in group:
            now = _turned(now, run)
    return order


def _price(now: Codes, run: Run) -> int:
    """About how many bytes it takes to turn the terminal to the style of a run."""
    if run.blank and not now[3]:
        return 0 if now[2] == run.codes[2] else len(run.codes[2]) + 3
    parts = sum(len(new) + 1 for old, new in zip(now[:3], run.codes[:3], strict=True) if old != new)
    return parts + 2 if parts else 0


def _turned(now: Codes, run: Run) -> Codes:
    """What the terminal is set to after a run."""
    if run.blank and not now[3]:
        return (now[0], now[1], run.codes[2], now[3])
    return run.codes


def move(at: tuple[int, int] | None, x: int, y: int, columns: int = 0) -> str:
    """What puts the cursor somewhere (columns and rows from 0) from where it stands, None where that is not known.

    From the right edge, where a cursor can hang, and where no width is given, it goes to the right alone.
    """
    if at == (x, y):
        return ""
    if at is not None and at[1] == y and at[0] < x:
        return f"\x1b[{x - at[0] if x - at[0] > 1 else ''}C"
    if at is not None and at[0] < columns:
        left = "\b" * (at[0] - x) if 0 <= at[0] - x < 4 else "" if x else "\r"
        if (left or x == at[0]) and y - at[1] in (0, 1):
            return left + "\x1b[B" * (y - at[1])
    row = y + 1 if y else ""
    return f"\x1b[{row};{x + 1}H" if x else f"\x1b[{row}H"


class Pencil:
    """Writes runs, remembering what the terminal is set to and where the cursor stands."""

    def __init__(self, talents: Talents | None = None) -> None:
        self.talents = talents or Talents()
        self.size = 0
        self._now = PLAIN
        self._at: tuple[int, int] | None = None
        self._parts: list[str] = []

    def write(self, run: Run) -> None:
        """Write a run at its place."""
        self._put(move(self._at, run.x, run.y, self.talents.columns))
        now = _turned(self._now, run)
        if now != self._now:
            self._put(_change(self._now, now))
            self._now = now
        text, end, shown = run.text, "", run.columns
        erased = not now[3] and (self.talents.grounds or now[2] == "49")
        rest = len(text) - len(text.rstrip(" "))
        if erased and rest > 3 and run.x + run.columns == self.talents.columns:
            text, end, shown = text[:-rest], "\x1b[K", run.columns - rest
        elif erased and self.talents.erases and rest > 5:
            text, end, shown = text[:-rest], f"\x1b[{rest}X", run.columns - rest
        self._put(_ALIKE.sub(self._repeated, text) + end)
        self._at = (run.x + shown, run.y)

    def clear(self, ground: str) -> None:
        """Clear the whole terminal to a ground."""
        now = (*PLAIN[:2], ground, False)
        self._put(("" if now == PLAIN else _change(PLAIN, now)) + "\x1b[2J")
        self._now = now

    def _put(self, part: str) -> None:
        self._parts.append(part)
        self.size += len(part) if part.isascii() else len(part.encode())

    def _repeated(self, found: re.Match[str]) -> str:
        """Equal characters in fewer bytes, where that can be done."""
        text, char = found[0], found[1]
        if self.talents.repeats == "any" or (self.talents.repeats and char.isascii()):
            short = f"{char}\x1b[{len(text) - 1}b"
            return short if len(short.encode()) < len(text.encode()) and get_character_cell_size(char) == 1 else text
        return text

    def end(self) -> str:
        """All bytes, with the terminal set back at their end."""
        if self._now != PLAIN:
            self._put("\x1b[m")
        return "".join(self._parts)


@lru_cache(maxsize=2048)
def _change(old: Codes, new: Codes) -> str:
    """What turns a terminal from one style to another."""
    parts = _switches(old[0], new[0]) if old[0] != new[0] else []
    parts = parts + [after for before, after in zip(old[1:3], new[1:3], strict=True) if before != after]
    return "\x1b[m" if new == PLAIN else f"\x1b[{';'.join(parts)}m"


def _switches(old: str, new: str) -> list[str]:
    """The parameters that turn one set of attributes into another."""
    had, wants = set(old.split(";")) - {""}, set(new.split(";")) - {""}
    off = sorted({_OFF[code] for code in had - wants})
    kept = {code for code in had & wants if _OFF[code] not in off}
    return off + sorted(wants - kept)
