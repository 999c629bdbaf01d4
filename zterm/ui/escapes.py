"""What the terminal sends, made ready for Textual's parser of keys.

Esc and a key right after it are two keys: over a network, and in tmux, both can arrive in one piece, which is what a
terminal sends for Alt and that key too. zterm binds no Alt key by itself, so the piece is read as what was typed,
except that in a match a key behind Esc never does more than show something: an answer is given by a key of its own.
What was pasted, and answers of the terminal that nobody asked for, are no keys at all.
"""

from __future__ import annotations

import re
import time
from collections.abc import Iterable
from functools import lru_cache

from textual._xterm_parser import XTermParser
from textual.keys import _character_to_key
from textual.message import Message

from zterm.ui import keymap

ESCAPE = "\x1b[27u"
"""The Esc key, told apart from the beginning of a sequence."""

PASTE, PASTED = "\x1b[200~", "\x1b[201~"
"""Before and behind what was pasted."""

LONGEST = 2.0
"""Seconds without a sign of life after which a paste is over even if the terminal has not said so."""

SHOWS = frozenset(
    [
        "mark_next",
        "mark_back",
        "page_down",
        "page_up",
        "look",
        "sight",
        "noise",
        "threat",
        "hint",
        "goals",
        "rule",
        "rules",
        "palette",
        "log",
        "zoom_in",
        "zoom_out",
        "names",
        "settings",
        "help",
    ]
)
"""Actions that may follow an Esc in one piece."""

_GLUED = re.compile(r"\x1b([^\x1b\[O\]P_^X])")
_ANSWERS = re.compile(r"\x1b[\]P_^X][^\x07\x1b]*(?:\x07|\x1b\\)")


_CONTROL = re.compile(r"\x1b\[[<-?]?[\d;:]*[ -/]*[@-LN-Z\\-~]")
"""A whole control sequence, but for the beginnings of old mouse reports and of the Linux console's function keys."""


@lru_cache(maxsize=256)
def stray(sequence: str) -> bool:
    """Say whether a control sequence stands for no key and no message: Textual would take it apart into letters.

    Such come when tmux attaches, or a terminal answers a question that another program has put.
    """
    try:
        return not list(XTermParser(False).feed(sequence))
    except ValueError:
        return True


def behind(char: str) -> str:
    """A key right after Esc: as it is where it only shows something, else as one with Alt, which no match takes."""
    return char if keymap.action_of(_character_to_key(char)) in SHOWS else f"\x1b[{ord(char)};3u"


class Parser(XTermParser):
    """Textual's parser, without pastes, and with Esc and a key behind it as two keys."""

    _open = False
    _pasting = 0.0

    def feed(self, data: str) -> Iterable[Message]:
        """Take what the terminal sends; gives the keys in it."""
        typed = self.apart(self.typed(data)) if data else ""
        return super().feed(typed) if typed or not data else ()

    def typed(self, data: str) -> str:
        """The same data without what was pasted."""
        now, kept = time.monotonic(), ""
        if self._pasting and now > self._pasting + LONGEST:
            self._pasting = 0.0
        while data:
            if self._pasting:
                self._pasting = now
                _, found, data = data.partition(PASTED)
                self._pasting = 0.0 if found else now
            else:
                before, found, data = data.partition(PASTE)
                kept += before
                self._pasting = now if found else 0.0
        return _CONTROL.sub(lambda found: "" if stray(found[0]) else found[0], _ANSWERS.sub("", kept))

    def apart(self, data: str) -> str:
        """The same data with every Esc that is a key of its own told apart."""
        if not data or any(key.startswith("alt+") for bound in keymap.current() for key in bound.keys):
            return data
        after, self._open = (data, False) if not self._open else (f"\x1b{data}", True)
        glued = _GLUED.sub(lambda found: ESCAPE + behind(found[1]), after)
        if self._open:
            glued = glued.removeprefix("\x1b")
        self._open = data.endswith("\x1b")
        return glued

    def tick(self) -> Iterable[Message]:
        """Time passes: an Esc that nothing followed is a key."""
        self._open = False
        return super().tick()
