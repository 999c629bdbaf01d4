"""What the terminal sends, made ready for Textual's parser of keys.

Esc and a key right after it are two keys: over a network, and in tmux, both can arrive in one piece, which is what a
terminal sends for Alt and that key too. zterm binds no Alt key by itself, so the piece is read as what was typed,
except that in a match a key behind Esc never does more than show something: an answer is given by a key of its own.

Sequences can arrive in pieces too. What was begun waits for its rest; what never becomes whole is no key, or the
digits in it would choose options. What was pasted, reports of a mouse, and answers of the terminal that nobody asked
for are no keys at all.
"""

from __future__ import annotations

import re
import time
from collections.abc import Iterable
from functools import lru_cache

from textual._xterm_parser import XTermParser
from textual.events import MouseEvent
from textual.keys import _character_to_key
from textual.message import Message

from zterm.ui import keymap

ESC = "\x1b"

ESCAPE = "\x1b[27u"
"""The Esc key, told apart from the beginning of a sequence."""

PASTE, PASTED = "\x1b[200~", "\x1b[201~"
"""Before and behind what was pasted."""

LONGEST = 2.0
"""Seconds without a sign of life after which a paste is over even if the terminal has not said so."""

WHEEL = "\x1b[?1007"
"""The beginning of all that is said of the mode in which a terminal sends arrows for the wheel of a mouse."""

ALONE, BEGUN = 0.1, 1.0
"""Seconds after which an Esc was a key, and after which a sequence that was begun will not become whole."""

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

_WHOLE = re.compile(
    r"""\x1b(?:
        \[\[.                                          # a function key of the Linux console
      | \[M[^\x1b]{3}                                  # an old report of a mouse
      | \[(?!M)[0-?]*[ -/]*[@-Z\\-~]                   # a control sequence
      | O[^\x1b]                                       # a key of the keypad
      | [\]P_^X][^\x07\x1b]*(?:\x07|\x1b\\)            # an answer in words
    )""",
    re.VERBOSE | re.DOTALL,
)
_BEGUN = re.compile(r"\x1b(?:\[(?:\[|M[^\x1b]{0,2}|[0-?]*[ -/]*)|O|[\]P_^X][^\x07\x1b]*\x1b?)?", re.DOTALL)
_TORN = re.compile(
    r"""\[(?: [<-?\d][\d;:]*(?:[ -/]*[@-~]|$)  |  [A-DFHIOZ]  |  \[(?:[A-E]|$)  |  M(?:[^\x1b]{3}|[^\x1b]{0,2}$) )
      | O[A-DFHMP-Sj-y]  |  \](?:\d+;|\d+$)  |  P[\d>]  |  _[A-Z]""",
    re.VERBOSE,
)
"""What comes behind an Esc that has waited too long, whole or begun: hands do not type that in one go."""

_OPENING = tuple("[O]P_")
"""Characters behind the Esc of a sequence."""

_WIDE = {0xFF01 + n: 0x21 + n for n in range(94)} | {0x3000: 0x20}
"""What stands for ASCII where a keyboard writes Chinese or Japanese."""

_KEYS_OF_TEXTUAL = 32
"""Characters of the longest sequence that Textual reads in one piece."""


@lru_cache(maxsize=256)
def stray(sequence: str) -> bool:
    """Say whether a sequence stands for no key and no message: Textual would take it apart into letters, or fail.

    Such come when tmux attaches, or a terminal answers a question that another program has put.
    """
    if len(sequence) > _KEYS_OF_TEXTUAL or sequence[1] in "]P_^X":
        return True
    try:
        found = list(XTermParser(False).feed(sequence))
    except (ValueError, OverflowError):
        return True
    return not found or any(isinstance(one, MouseEvent) for one in found)


def behind(char: str) -> str:
    """A key right after Esc: as it is where it only shows something, else as one with Alt, which no match takes."""
    return char if keymap.action_of(_character_to_key(char)) in SHOWS else f"\x1b[{ord(char)};3u"


class WheelIsArrows(Message):
    """The terminal says that it sends arrows for the wheel of a mouse: they would move people on the board."""


class Parser(XTermParser):
    """Textual's parser, which gets whole sequences of keys only, and Esc and a key behind it as two keys."""

    _held = ""
    _since = 0.0
    _given = ""
    _lone = 0.0
    _pasting = 0.0
    _wheel = False

    def feed(self, data: str) -> Iterable[Message]:
        """Take what the terminal sends; gives the keys in it."""
        typed = self.typed(data) if data else ""
        if typed or not data:
            yield from super().feed(typed)
        if self._wheel:
            self._wheel = False
            yield WheelIsArrows()

    def typed(self, data: str) -> str:
        """The keys in what came, each whole; the beginning of what may be one is held back."""
        now = time.monotonic()
        if self._pasting and now > self._pasting + LONGEST:
            self._pasting, self._held = 0.0, ""
        data = self._joined(data.translate(_WIDE), now)
        self._since = self._since if self._held[1:] else now
        data, self._held, kept = self._held + data, "", ""
        while data:
            if self._pasting:
                data = self._unpasted(data, now)
                continue
            before, found, data = data.partition("\x1b")
            kept, data = kept + before, found + data
            if whole := _WHOLE.match(data):
                data = data[whole.end() :]
                self._wheel = self._wheel or whole[0] == f"{WHEEL};1$y"
                if whole[0] == PASTE:
                    self._pasting = now
                elif not stray(whole[0]):
                    kept += whole[0]
            elif _BEGUN.fullmatch(data):
                self._held, data = data, ""
            elif data:
                kept, data = kept + self._after(data[1]), data[1:] if data[1] == "\x1b" else data[2:]
        return kept

    def _joined(self, data: str, now: float) -> str:
        """What came, with the beginning that was given as keys before it when it is the rest of a torn sequence.

        Neither Esc nor the character behind it chooses anything; what comes behind them in one piece would.
        """
        given, self._given = self._given if now < self._lone + BEGUN else "", ""
        if len(data) > 1 and given and _TORN.match(given[1:] + data):
            return given + data
        if given == ESC and data in _OPENING:
            self._given = given + data
        return data

    def _unpasted(self, data: str, now: float) -> str:
        """What stands behind the end of a paste; an end that is not whole yet is held back."""
        self._pasting = now
        _, found, after = data.partition(PASTED)
        if found:
            self._pasting = 0.0
        else:
            self._held = next((PASTED[:n] for n in range(len(PASTED) - 1, 0, -1) if data.endswith(PASTED[:n])), "")
        return after

    def _after(self, char: str) -> str:
        """Esc and the character behind it."""
        if char == "\x1b":
            return ESCAPE
        if any(key.startswith("alt+") for bound in keymap.current() for key in bound.keys):
            return f"\x1b{char}"
        return ESCAPE + behind(char)

    def tick(self) -> Iterable[Message]:
        """Time passes: an Esc that nothing followed is a key, what was begun and never ended is none."""
        now, held = time.monotonic(), self._held
        if held and not self._pasting and now >= self._since + (ALONE if held == ESC else BEGUN):
            yield from self.flush()
        yield from super().tick()

    def flush(self) -> Iterable[Message]:
        """Wait no longer for the rest of what was begun: give the keys that it can be."""
        held, self._held = self._held, ""
        if held == ESC:
            self._given, self._lone = ESC, time.monotonic()
            yield from super().feed(ESCAPE)
        elif len(held) == 2:
            yield from super().feed(self._after(held[1]))
