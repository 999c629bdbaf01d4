"""Lines of keys: every key stands out from what it does."""

from __future__ import annotations

import re
from collections.abc import Sequence

from zterm.ui.keymap import key_name
from zterm.ui.rows import Bit, Row, fewer

_NAMES = ("arrows", "Enter", "Space", "Esc", "Tab", "Shift-Tab", "PgUp", "PgDn", "Home", "End", "Backspace", "Delete")
_SIDES = ("Up", "Down", "Left", "Right")
_OTHERS = re.compile(r"F\d+|Ctrl-.+|[Cc]trl\+.+")


def line(text: str, columns: int) -> Row:
    """A line of keys whose parts stand two spaces apart, with as many of them as have room."""
    pieces = re.split(r"( {2,})", fewer(text, columns).strip())
    lead = [Bit(" ")] if text.startswith(" ") else []
    return Row((*lead, *(bit for piece in pieces for bit in _bits(piece))), "status")


def abreast(parts: Sequence[str], gap: str) -> list[Bit]:
    """Parts so far apart, each with its keys standing out."""
    return [bit for part in parts for bit in (Bit(gap, "name"), *_bits(part))]


def _bits(part: str) -> tuple[Bit, ...]:
    """The keys that a part begins with, and its words."""
    words, keys = part.split(" "), 0
    if len(words[0]) == 1:
        keys = 1
    while keys < len(words) and (_named(words[keys]) or (len(words[keys]) == 1 and not words[keys].isalnum())):
        keys += 1
    rest = "".join(f" {word}" for word in words[keys:])
    named = " ".join(words[:keys])
    return (*([Bit(named, "key", "b")] if named else []), *([Bit(rest if named else part, "name")] if rest else []))


def _named(word: str) -> bool:
    names = {key_name(name) for name in _NAMES}
    sides = {side for name in _SIDES for side in (key_name(name), key_name(name).lower(), name.lower())}
    return word in names or word in sides or _OTHERS.fullmatch(word) is not None
