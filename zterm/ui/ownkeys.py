"""Keys of one's own: ``keymap.yaml`` in the config folder, a mapping from the ids of `keymap.KEYS` to keys.

    undo: u                 one key
    end: [e, ctrl+e]        or several, instead of the usual ones

What two things want, what chooses options, and what terminals keep for themselves is a mistake with its place. A file
with mistakes is not used at all.
"""

from __future__ import annotations

import os
import re
import unicodedata
from collections.abc import Iterator
from pathlib import Path

from zterm.content import settings
from zterm.content.loader import Node, read
from zterm.content.problems import ContentError, Problem, suggest
from zterm.ui import keymap
from zterm.ui.keymap import KEYS, LETTERS, NUMBERS, TAKEN, Bound
from zterm.ui.words import put

FILE = "keymap.yaml"
FIXED = ("interrupt", "suspend")
"""Ids whose keys stay as they are."""

_WORDS = {
    **{name: (name,) for name in ("up", "down", "left", "right", "home", "end", "insert", "delete", "backspace")},
    **{f"f{number}": (f"f{number}",) for number in range(1, 13)},
    "tab": ("tab",),
    "enter": ("enter",),
    "return": ("enter",),
    "space": ("space",),
    "esc": ("escape",),
    "escape": ("escape",),
    "pgup": ("pageup",),
    "pageup": ("pageup",),
    "pgdn": ("pagedown",),
    "pagedown": ("pagedown",),
    "shift+tab": ("shift+tab",),
}
_SHOWN = {"escape": "Esc", "pageup": "PgUp", "pagedown": "PgDn", "shift+tab": "Shift-Tab"}
_NAMES = {"hyphen_minus": "minus", "solidus": "slash", "reverse_solidus": "backslash", "low_line": "underscore"}
_NAMES |= {"plus_sign": "plus", "commercial_at": "at"}
_SAME = {"ctrl+h": "Backspace", "ctrl+i": "Tab", "ctrl+j": "Enter", "ctrl+m": "Enter"}
"""Chords that terminals send as another key."""
_CHORD = re.compile(r"(ctrl|alt)[+-]([a-z])")


def _say(key: str, **facts: object) -> str:
    return put("own_keys", key, **facts)


def path() -> Path:
    """The file of one's own keys (it need not exist)."""
    return settings.folder() / FILE


def is_keymap(file: Path, root: Node) -> bool:
    """Whether a file is one of keys: by its name, or because it names nothing but ids of keys."""
    ids = {bound.id for bound in KEYS}
    named = set(root.value) if isinstance(root.value, dict) else set()
    return "keymap" in file.name.lower() or bool(named and named <= ids)


def key_names(word: str) -> tuple[str, ...]:
    """Textual's names of a key as people write it ("u", "U", "+", "Esc", "ctrl+e"); () for none."""
    if len(word) == 1 and word.isprintable() and word != " ":
        if word.isalnum():
            return (word, f"upper_{word.lower()}") if word.isascii() and word.isupper() else (word,)
        try:
            name = unicodedata.name(word).lower().replace(" ", "_").replace("-", "_")
        except ValueError:
            return (word,)
        return (_NAMES.get(name, name),)
    low = word.lower().replace("shift-", "shift+")
    chord = _CHORD.fullmatch(low)
    return (f"{chord[1]}+{chord[2]}",) if chord else _WORDS.get(low, ())


def key_shown(word: str) -> str:
    """A key as help writes it."""
    names = key_names(word)
    if len(word) == 1 or not names:
        return word
    first, _, last = names[0].partition("+")
    return _SHOWN.get(names[0], f"{first.capitalize()}-{last.upper()}" if last else first.capitalize())


def parse(root: Node) -> tuple[Bound, ...]:
    """All keys with those of a file in place of the usual ones; raises ContentError with every mistake."""
    problems: list[Problem] = []
    if not isinstance(root.value, dict):
        raise ContentError([root.problem(_say("no_keymap"), _say("no_keymap_want"))])
    known = {bound.id: bound for bound in KEYS}
    own: dict[str, list[tuple[str, Node]]] = {}
    for id, node in root.items():
        if id not in known:
            problems.append(root.key_problem(id, _say("no_id", id=id), suggest(id, known)))
        elif id in FIXED:
            problems.append(root.key_problem(id, _say("fixed", id=id, named=known[id].shown), _say("fixed_want")))
        else:
            own[id] = list(_keys(id, node, problems))
    problems += _conflicts(own)
    if problems:
        raise ContentError(problems)
    return tuple(_bound(bound, own[bound.id]) if bound.id in own else bound for bound in KEYS)


def _keys(id: str, node: Node, problems: list[Problem]) -> Iterator[tuple[str, Node]]:
    """The keys of an id as they are written, those that can be used."""
    parts = node.parts()
    if not parts:
        problems.append(node.problem(_say("no_key", id=id), _say("no_key_want")))
    for part in parts:
        word = str(part.value) if isinstance(part.value, int | str) and not isinstance(part.value, bool) else ""
        names = key_names(word)
        if not names:
            problems.append(part.problem(_say("not_a_key", word=word or _say("this")), _say("not_a_key_want")))
        elif word in LETTERS or word in NUMBERS:
            wanted = _say("chooses_want", letters=LETTERS)
            problems.append(part.problem(_say("chooses", word=word, id=id), wanted))
        elif names[0] in _SAME:
            problems.append(part.problem(_say("same", word=word, named=_SAME[names[0]]), _say("another")))
        elif TAKEN.intersection(names):
            problems.append(part.problem(_say("taken", word=word, id=id), _say("another")))
        else:
            yield word, part


def _conflicts(own: dict[str, list[tuple[str, Node]]]) -> Iterator[Problem]:
    """Keys that two things want: both of the file, or one that keeps its usual key."""
    usual = {key: bound.id for bound in KEYS if bound.id not in own for key in bound.keys}
    seen: dict[str, tuple[str, Node]] = {}
    for id, keys in own.items():
        for word, node in keys:
            for name in key_names(word):
                if name in usual:
                    yield node.problem(_say("stands", word=word, other=usual[name], id=id), _say("another"))
                    break
                if name in seen:
                    first, place = seen[name]
                    twice = _say("twice", word=word, first=first, line=place.line, id=id)
                    yield node.problem(twice, _say("once"))
                    break
            for name in key_names(word):
                seen.setdefault(name, (id, node))


def _bound(bound: Bound, keys: list[tuple[str, Node]]) -> Bound:
    names = tuple(dict.fromkeys(name for word, _ in keys for name in key_names(word)))
    says = bound.id if bound.id in keymap.NAMELESS else bound.says
    return bound._replace(keys=names, sign=" ".join(key_shown(word) for word, _ in keys), says=says)


def load() -> str:
    """Use the user's own keys if there are any; "" or a sentence that says why they are not used."""
    file = path()
    try:
        if not os.path.isfile(file):
            keymap.bind(KEYS)
            return _say("usual", why=_say("no_file", file=FILE)) if os.path.lexists(file) else ""
        keymap.bind(parse(read(file, bare=True)))
    except ContentError as fault:
        more = len(fault.problems) - 1
        keymap.bind(KEYS)
        return _say("usual_more" if more else "usual", why=settings.short(fault.problems[0]), n=more)
    except OSError as fault:
        keymap.bind(KEYS)
        return _say("usual", why=_say("unread", file=file, why=fault.strerror))
    return ""
