"""The keys of the play screen as one table: what each is called, where it works, and what help says of it.

Digits and the letters of `LETTERS` choose options; no key here is one that terminals or tmux take for themselves.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from zterm.ui.words import MESSAGES, put

LETTERS = "acdfgiopstw"
"""Letters that an option may have; all others are keys of their own everywhere."""

NUMBERS = "1234567890"

TAKEN = frozenset({"ctrl+a", "ctrl+b", "ctrl+s", "ctrl+q", "ctrl+z", "ctrl+backslash"})
"""Keys that terminals, tmux and screen use: never bound."""

IGNORED = frozenset(
    f"{side}_{key}" for side in ("left", "right") for key in ("shift", "control", "alt", "super", "hyper", "meta")
) | {"shift", "control", "alt", "super", "caps_lock", "num_lock", "scroll_lock", "kp_begin"}
"""Keys that are no key presses of their own."""


class Bound(NamedTuple):
    """An action by its id: its keys (Textual's names), how they are written, what says what it does, where it works.

    ``sign`` is in English, ``says`` a key of the catalogue ("" for what help does not tell).
    """

    id: str
    keys: tuple[str, ...]
    sign: str
    says: str
    where: str = "play"

    @property
    def shown(self) -> str:
        """The keys as help writes them, in the language in use."""
        return " ".join(key_name(part) for part in self.sign.split(" "))

    @property
    def words(self) -> str:
        """What it does, "" for what help does not tell."""
        return put("keys", self.says) if self.says else ""

    @property
    def name(self) -> str:
        """What the list of commands calls it."""
        return MESSAGES.word("commands", self.id)


def key_name(sign: str) -> str:
    """The name of a key in the language in use; letters and signs are their own names."""
    return MESSAGES.word("key_names", sign) if len(sign) > 1 and MESSAGES.has("key_names", sign) else sign


KEYS: tuple[Bound, ...] = (
    Bound("left", ("left", "h"), "arrows hjkl", "arrows"),
    Bound("right", ("right", "l"), "", ""),
    Bound("up", ("up", "k"), "", ""),
    Bound("down", ("down", "j"), "", ""),
    Bound("accept", ("enter",), "Enter", "accept"),
    Bound("back", ("escape", "q"), "Esc q", "back"),
    Bound("next", ("space",), "Space", "next"),
    Bound("mark_next", ("full_stop",), ".", "mark_next"),
    Bound("mark_back", ("comma",), ",", "mark_back"),
    Bound("page_down", ("pagedown", "right_square_bracket"), "PgDn ]", "page_down"),
    Bound("page_up", ("pageup", "left_square_bracket"), "PgUp [", "page_up"),
    Bound("pane_next", ("tab",), "Tab", "pane_next"),
    Bound("pane_back", ("shift+tab",), "Shift-Tab", "pane_back"),
    Bound("end", ("e",), "e", "end"),
    Bound("look", ("x",), "x", "look"),
    Bound("sight", ("v",), "v", "sight"),
    Bound("noise", ("n",), "n", "noise"),
    Bound("threat", ("z",), "z", "threat"),
    Bound("hint", ("H", "upper_h"), "H", "hint"),
    Bound("undo", ("u",), "u", "undo"),
    Bound("redo", ("U", "upper_u"), "U", "redo"),
    Bound("goals", ("G", "upper_g"), "G", "goals"),
    Bound("rule", ("r",), "r", "rule"),
    Bound("rules", ("slash",), "/", "rules"),
    Bound("palette", ("ctrl+p",), "Ctrl-P", "palette"),
    Bound("coach", (), "", "coach"),
    Bound("log", ("m",), "m", "log"),
    Bound("zoom_in", ("plus", "equals_sign"), "+", "zoom_in"),
    Bound("zoom_out", ("minus",), "-", "zoom_out"),
    Bound("names", ("number_sign",), "#", "names"),
    Bound("speed", ("b",), "b", "speed"),
    Bound("save", ("S", "upper_s"), "S", "save"),
    Bound("settings", ("O", "upper_o"), "O", "settings"),
    Bound("quit", ("Q", "upper_q"), "Q", "quit"),
    Bound("help", ("question_mark",), "?", "help"),
    Bound("interrupt", ("ctrl+c",), "Ctrl-C", "interrupt", "everywhere"),
    Bound("suspend", ("ctrl+z",), "Ctrl-Z", "suspend", "everywhere"),
    Bound("redraw", ("ctrl+l",), "Ctrl-L", "redraw", "everywhere"),
)

EVERYWHERE = ("interrupt", "suspend", "redraw")
"""What works on every screen."""


WALKING = ("move", "go", "walk", "step")
"""Verbs of options that the arrows answer, when such an option names an area beside the active figure."""

RIDING = ("drive",)
"""Verbs of options ("drive:car:area:..") that the arrows list by the first area, for who cannot walk."""

ENDING = ("end", "done", "stay", "stand", "none")
"""Options that the end key answers, in this order."""

NAMELESS = ("left", "right", "up", "down")
"""The arrows: said one by one of those that have keys of a player's own."""

_BY_KEY = {key: bound.id for bound in KEYS for key in bound.keys}
_current = KEYS


def bind(keys: tuple[Bound, ...]) -> None:
    """Use these keys from now on (see `ui.ownkeys`)."""
    global _current
    _current = keys
    _BY_KEY.clear()
    _BY_KEY.update((key, bound.id) for bound in keys for key in bound.keys)


def current() -> tuple[Bound, ...]:
    """The keys that are in use."""
    return _current


def actual(text: str) -> str:
    """A line of hints that names usual keys, with those in use instead of them."""
    if _current is KEYS:
        return text
    own = {usual.shown: now.shown.split(" ")[0] for usual, now in zip(KEYS, _current, strict=True) if usual != now}
    return " ".join(own.get(word, word) for word in text.split(" "))


def action_of(key: str) -> str:
    """The action of a key, "" if it has none."""
    return _BY_KEY.get(key, "")


def clashes(keys: Iterable[Bound] = KEYS) -> list[str]:
    """What is wrong with a keymap, a sentence each: keys bound twice, keys of options, keys others take."""
    found: list[str] = []
    seen: dict[str, str] = {}
    for bound in keys:
        for key in bound.keys:
            if key in seen:
                found.append(put("clashes", "twice", key=key, first=seen[key], second=bound.id))
            seen[key] = bound.id
            if key in LETTERS or key in NUMBERS:
                found.append(put("clashes", "chooses", key=key, id=bound.id))
            if key in TAKEN and bound.id != "suspend":
                found.append(put("clashes", "taken", key=key, id=bound.id))
    return found
