"""The keys of the play screen as one table: what each is called, where it works, and what help says of it.

Digits and the letters of `LETTERS` choose options; no key here is one that terminals or tmux take for themselves.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

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
    """An action by its id: its keys (Textual's names), as help writes them, what it does, and where it works."""

    id: str
    keys: tuple[str, ...]
    shown: str
    words: str
    where: str = "play"


KEYS: tuple[Bound, ...] = (
    Bound("left", ("left", "h"), "arrows hjkl", "move the active figure one area; in lists and look mode the cursor"),
    Bound("right", ("right", "l"), "", ""),
    Bound("up", ("up", "k"), "", ""),
    Bound("down", ("down", "j"), "", ""),
    Bound("accept", ("enter",), "Enter", "do what is marked"),
    Bound("back", ("escape", "q"), "Esc q", "one step back"),
    Bound("next", ("space",), "Space", "the next thing: more of a report, the end of an empty turn, the next option"),
    Bound("mark_next", ("full_stop",), ".", "mark the next option"),
    Bound("mark_back", ("comma",), ",", "mark the option before"),
    Bound("page_down", ("pagedown", "right_square_bracket"), "PgDn ]", "next page of options, log or text"),
    Bound("page_up", ("pageup", "left_square_bracket"), "PgUp [", "page before"),
    Bound("pane_next", ("tab",), "Tab", "next pane"),
    Bound("pane_back", ("shift+tab",), "Shift-Tab", "pane before"),
    Bound("end", ("e",), "e", "end the turn, or what is being done"),
    Bound("look", ("x",), "x", "look: walk a cursor over the map"),
    Bound("sight", ("v",), "v", "what is seen from here, with ranges"),
    Bound("noise", ("n",), "n", "where it is loud"),
    Bound("threat", ("z",), "z", "threat: what the other side would do now, whom it would bite"),
    Bound("hint", ("H", "upper_h"), "H", "a hint: what the adviser would do, and why"),
    Bound("undo", ("u",), "u", "take back, up to the last dice or hidden card"),
    Bound("redo", ("U", "upper_u"), "U", "do again what was taken back"),
    Bound("rule", ("r",), "r", "the rule behind the marked option or log line"),
    Bound("rules", ("slash",), "/", "search the rules"),
    Bound("palette", ("ctrl+p",), "Ctrl-P", "all commands by name"),
    Bound("coach", (), "", "coach notes of a first match, on or off"),
    Bound("log", ("m",), "m", "the whole log, with search"),
    Bound("zoom_in", ("plus", "equals_sign"), "+", "larger map"),
    Bound("zoom_out", ("minus",), "-", "smaller map"),
    Bound("names", ("number_sign",), "#", "names of the areas"),
    Bound("speed", ("b",), "b", "dice at once, quick or slow"),
    Bound("save", ("S", "upper_s"), "S", "save (every answer is saved already)"),
    Bound("settings", ("O", "upper_o"), "O", "settings: colours, signs, speed, language, keys"),
    Bound("quit", ("Q", "upper_q"), "Q", "save and leave"),
    Bound("help", ("question_mark",), "?", "help for where you are"),
    Bound("interrupt", ("ctrl+c",), "Ctrl-C", "save and leave at once", "everywhere"),
    Bound("suspend", ("ctrl+z",), "Ctrl-Z", "to the shell; fg comes back", "everywhere"),
)

CHOOSING = "1-9, letters"
CHOOSING_WORDS = "mark an option, and do it when it is marked already; its letter does it at once"

WALKING = ("move", "go", "walk", "step")
"""Verbs of options that the arrows answer, when such an option names an area beside the active figure."""

ENDING = ("end", "done", "stay", "stand", "none")
"""Options that the end key answers, in this order."""

FIRST = ("move", "go", "walk", "attack", "shoot", "fight", "search", "open", "take", "press")
LAST = ("combine", "reload", "noise", "drop", "done", "stay", "end")
"""Verbs that stand at the beginning and at the end of a list of options; all others keep their order between."""

NAMELESS = {
    "left": "one area to the left; in lists and look mode the cursor",
    "right": "one area to the right; in lists and look mode the cursor",
    "up": "one area up; in lists and look mode the cursor",
    "down": "one area down; in lists and look mode the cursor",
}
"""What the arrows do, one by one: said of those that have keys of a player's own."""

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
                found.append(f"{key} stands for {seen[key]} and for {bound.id}")
            seen[key] = bound.id
            if key in LETTERS or key in NUMBERS:
                found.append(f"{key} ({bound.id}) chooses options")
            if key in TAKEN and bound.id != "suspend":
                found.append(f"{key} ({bound.id}) is taken by terminals")
    return found
