"""The message catalogue: one file of templates a language, and the names of things in that language.

The language is that of ``ZTERM_LANG`` (English if it is not set) or of ``use``; what a language leaves out is said
in English. Nothing is read before the first word is wanted. Names of cards and figures come from the content pack
unless the catalogue has its own.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from zterm.content.loader import read
from zterm.games.zombicide.content import Box
from zterm.games.zombicide.skills import FAMILIES

FOLDER = Path(__file__).with_name("messages")
ENGLISH = "en"
Tables = dict[str, Any]


def _one_other(n: int) -> str:
    return "one" if n == 1 else "other"


def _polish(n: int) -> str:
    return "one" if n == 1 else "few" if n % 10 in (2, 3, 4) and n % 100 not in (12, 13, 14) else "other"


def _russian(n: int) -> str:
    return "one" if n % 10 == 1 and n % 100 != 11 else "few" if _polish(n) == "few" else "other"


PLURALS: dict[str, Callable[[int], str]] = {"one_other": _one_other, "polish": _polish, "russian": _russian}


_now: tuple[str, Tables] | None = None


def use(code: str = "") -> None:
    """Choose the language; without a code that of the environment, when words are wanted next."""
    global _now
    _now = (code, load(code)) if code else None


def language() -> str:
    """The code of the language in use."""
    return _now[0] if _now else os.environ.get("ZTERM_LANG") or ENGLISH


def languages() -> list[str]:
    """The codes of the languages that have a catalogue."""
    return sorted(file.stem for file in FOLDER.glob("*.yaml"))


@cache
def load(code: str) -> Tables:
    """Read the catalogue of a language, completed with English; raises ContentError for a file of bad form."""
    path = FOLDER / f"{code}.yaml"
    if code == ENGLISH:
        tables: Tables = read(path).plain()
        return tables
    return _over(load(ENGLISH), read(path).plain()) if path.is_file() else load(ENGLISH)


def _over(base: Tables, more: Tables) -> Tables:
    merged = dict(base)
    for key, value in more.items():
        under = base.get(key)
        merged[key] = _over(under, value) if isinstance(under, dict) and isinstance(value, dict) else value
    return merged


def tables() -> Tables:
    """The catalogue in use."""
    if _now is None:
        use(language())
    assert _now is not None
    return _now[1]


class Number(int):
    """A number for a template: ``{left:action}`` is the number with its noun."""

    def __format__(self, spec: str) -> str:
        nouns = tables()["nouns"]
        if spec in nouns:
            return forms(nouns[spec], self).format(n=int(self))
        return int.__format__(self, spec)


def forms(words: dict[str, str], n: int) -> str:
    """Pick the form of a word for a number; "other" stands in for a form that is missing."""
    return words.get(PLURALS[tables()["plural"]](n)) or words["other"]


def say(section: str, key: str, **facts: Any) -> str:
    """Fill a template; whole numbers take their nouns. Raises KeyError for a template or field that is not there."""
    template: str = tables()[section][key]
    if "{" not in template:
        return template
    return template.format_map({k: Number(v) if type(v) is int else v for k, v in facts.items()})


def word(section: str, key: str) -> str:
    """A word of a list; the key with spaces when the list has none."""
    found = tables()[section].get(key)
    return found if isinstance(found, str) else spoken(key)


def spoken(key: str) -> str:
    """An id as words."""
    return key.replace("_", " ")


def listed(parts: Iterable[str]) -> str:
    """A list in words."""
    return ", ".join(parts)


def survivor(box: Box, name: str) -> str:
    """The name of a survivor."""
    sheet = box.sheets.get(name)
    return sheet.name if sheet else spoken(name).title()


def zombie(box: Box, kind: str, n: int = 1) -> str:
    """A kind of zombie, in the number wanted: "Walker", "Walkers"."""
    own = tables()["zombies"].get(kind)
    if own:
        return forms(own, n)
    known = box.kinds.get(kind)
    if known is None:
        return spoken(kind)
    return known.name if n == 1 else known.plural


def zombies(box: Box, kind: str, n: int) -> str:
    """Zombies of a kind with their number: "3 Walkers"."""
    return f"{n} {zombie(box, kind, n)}"


def item(box: Box, name: str) -> str:
    """The name of a card."""
    own = tables()["items"].get(name)
    if own:
        return str(own)
    if name == "wounded":
        return say("view", "wounded")
    known = box.items.get(name)
    return known.name if known else spoken(name)


def weapon(box: Box, name: str) -> str:
    """The name of an attack, "Pistol x2" for a pair; a car that runs somebody over is a weapon too."""
    first, _, second = name.partition("+")
    own = tables()["attacks"].get(first)
    attack = box.attacks.get(first)
    if own is None and attack is None:
        return word("cars", first)
    return (own or item(box, attack.item if attack else first)) + (" x2" if second else "")


@lru_cache(maxsize=512)
def _skill(code: str, box: str, name: str, filled: tuple[tuple[str, str], ...]) -> str:
    titles = load(code)["skills"]
    if name in titles:
        return str(titles[name])
    for prefix in titles:
        if prefix.endswith("_") and name.startswith(prefix):
            return str(titles[prefix]).format(**dict(filled))
    return spoken(name)


def skill(box: Box, name: str) -> str:
    """The title of a skill; a skill with a blank is filled with its card, kind or level."""
    filled: tuple[tuple[str, str], ...] = ()
    prefix = next((p for p in (*FAMILIES, "can_start_at_") if name.startswith(p)), "")
    if prefix:
        rest = name.removeprefix(prefix)
        filled = (("item", item(box, rest)), ("zombie", zombie(box, rest)), ("level", word("levels", rest)))
    return _skill(language(), box.id, name, filled)


def is_skill(name: str) -> bool:
    """Whether an id is that of a skill."""
    titles = tables()["skills"]
    return name in titles or any(prefix.endswith("_") and name.startswith(prefix) for prefix in titles)


def slot(name: str) -> str:
    """The place of a card in the inventory."""
    return word("slots", name)
