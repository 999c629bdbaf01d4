"""Lines of coloured text as plain data: what every pane but the board is made of."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from rich.cells import cell_len, get_character_cell_size

from zterm.content.outward import clean
from zterm.ui.ink import Ink

_PLACED = re.compile(r"( ?)(/.*?|\S+\.(?:zterm|json)): (?=\S)")
"""The file at the beginning of a sentence about it."""

LOOSE = " ,:;|(-"
"""Signs that join a word to the next: nothing ends with them."""

JOINS = 3
"""Letters of a word that makes no end of a title: "The", "of", "An"."""


class Bit(NamedTuple):
    """A few characters of one look; roles and attributes as in `ink.Ink`, ``ground`` "" keeps the row's."""

    text: str
    role: str = "text"
    attrs: str = ""
    ground: str = ""


class Row(NamedTuple):
    """A line of a pane on a background role."""

    bits: tuple[Bit, ...] = ()
    ground: str = "pane"


BLANK = Row()


def row(*bits: Bit | str, ground: str = "pane") -> Row:
    """A row of bits; a plain text is a bit of the role "text"."""
    return Row(tuple(bit if isinstance(bit, Bit) else Bit(bit) for bit in bits), ground)


def plain(char: str) -> str:
    """An ASCII stand-in for one character."""
    if char < "\x80":
        return char
    base = unicodedata.normalize("NFKD", char)[:1]
    return base if " " <= base < "\x7f" else "?"


def width(text: str) -> int:
    """The columns that a text takes."""
    return len(text) if text.isascii() else cell_len(text)


def cut(text: str, columns: int) -> str:
    """A text that takes no more than so many columns, ended by ".." where it was cut: behind a word, if that costs
    less than half of them."""
    if width(text) <= columns:
        return text
    kept, left = "", max(0, columns - 2)
    for char in text:
        left -= get_character_cell_size(char)
        if left < 0:
            break
        kept += char
    if text[len(kept)] != " ":
        words = kept.rpartition(" ")[0]
        kept = words if width(words) > columns // 2 else kept
    return ((kept.rstrip(LOOSE) or kept) + "..")[: max(0, columns)]


def brief(text: str, columns: int) -> str:
    """A sentence in one line: where it is too long, the file it is about gives way, first its folder, then its name."""
    found = _PLACED.match(text)
    if width(text) > columns and found:
        space, rest = found[1], text[found.end() :]
        named = f"{space}{found[2].rsplit('/', 1)[-1]}: {rest}"
        text = named if width(named) <= columns else f"{space}{rest}"
    return cut(text, columns)


def fit(text: str, columns: int) -> str:
    """A text cut or padded to exactly so many columns."""
    text = cut(text, columns)
    return text + " " * (columns - width(text))


def fewer(text: str, columns: int) -> str:
    """A line of keys (its parts stand two spaces or a comma apart) without those parts before its last two for which
    there is no room."""
    lead = " " if text.startswith(" ") else ""
    parts = re.split(r"( {2,}|, )", text.strip())
    while len(parts) > 3 and width("".join((lead, *parts))) > columns:
        del parts[-5:-3]
    return cut("".join((lead, *parts)), columns)


def whole_words(text: str, columns: int) -> str:
    """The first words of a text that fit, without what joins them to the next; the first word in any case."""
    if width(text) <= columns:
        return text
    words = re.findall(r" *[^ ]+", text)
    while len(words) > 1 and (width("".join(words)) > columns or len(words[-1].strip()) <= JOINS):
        del words[-1]
    return cut("".join(words).rstrip(LOOSE), columns)


def length(bits: Iterable[Bit]) -> int:
    """The columns that bits take."""
    return sum(width(bit.text) for bit in bits)


def spread(left: Sequence[Bit], right: Sequence[Bit], columns: int, ground: str = "pane") -> Row:
    """A row with something at its left and something at its right end; the left gives way."""
    room = max(0, columns - length(right))
    kept: list[Bit] = []
    for bit in left:
        if room <= 0:
            break
        text = cut(bit.text, room)
        kept.append(bit._replace(text=text))
        room -= width(text)
    return Row((*kept, Bit(" " * room), *right), ground)


def abreast(left: Row, right: Row, room: int) -> Row:
    """Two rows beside each other: the first in ``room`` columns, two blank columns, the second."""
    first = [bit._replace(ground=bit.ground or left.ground) for bit in left.bits]
    second = [bit._replace(ground=bit.ground or right.ground) for bit in right.bits]
    pad = Bit(" " * max(0, room - length(first)), ground=left.ground)
    return Row((*first, pad, Bit("  "), *second))


def wrap(text: str, columns: int, indent: str = "  ") -> list[str]:
    """A text in lines of at most so many columns; lines after the first are indented."""
    columns = max(columns, len(indent) + 4)
    lines: list[str] = []
    line, used, bare = "", 0, True
    for word in text.split():
        size = width(word)
        while used + size + (not bare) > columns:
            if bare:
                head = cut(word, columns - used + 2)[:-2] or word[:1]
                line, word = line + head, word[len(head) :]
                size = width(word)
            lines.append(line)
            line, used, bare = indent, len(indent), True
        line = line + word if bare else f"{line} {word}"
        used, bare = used + size + (not bare), False
    return [*lines, line] if line.strip() or not lines else lines


def inks(line: Row, columns: int, ascii_only: bool = False) -> list[Ink]:
    """A row as exactly so many characters; a wide character is followed by an empty one."""
    made: list[Ink] = []
    for bit in line.bits:
        ground = bit.ground or line.ground
        for char in clean(bit.text):
            if ascii_only:
                char = plain(char)
            size = 1 if char < "\x80" else get_character_cell_size(char)
            if size == 0 or len(made) + size > columns:
                continue
            made.append(Ink(char, bit.role, ground, bit.attrs))
            made.extend([Ink("", bit.role, ground, bit.attrs)] * (size - 1))
    made.extend([Ink(" ", "text", line.ground)] * (columns - len(made)))
    return made


def title(name: str, hint: str, columns: int, focused: bool = False) -> Row:
    """A pane's title bar: its name, and what to press at the right end."""
    ground = "title_focus" if focused else "title"
    sign = ">" if focused else " "
    return spread([Bit(f"{sign}{name}", ground, "b")], [Bit(f"{hint} ", "key" if focused else "text")], columns, ground)
