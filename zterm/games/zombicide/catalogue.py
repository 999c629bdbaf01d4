"""The words of Zombicide: the game's message catalogue, and the names of things in the language in use.

Names of cards, figures and missions come from the content pack unless a catalogue has its own: the game's for cards
and figures, for missions that of the folder ``messages`` in the pack.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path

from zterm.content import missions, outward
from zterm.content.catalogue import Catalogue, language, languages, use
from zterm.content.templates import Term, listed, spoken
from zterm.games.zombicide.content import Box, Mission
from zterm.games.zombicide.skills import FAMILIES

__all__ = [
    "MESSAGES",
    "Term",
    "has",
    "is_skill",
    "item",
    "kinds",
    "language",
    "languages",
    "listed",
    "mission_text",
    "number",
    "phrase",
    "say",
    "skill",
    "slot",
    "spoken",
    "survivor",
    "survivor_term",
    "tables",
    "term",
    "use",
    "weapon",
    "word",
    "zombie",
    "zombies",
    "zombies_term",
]

MESSAGES = Catalogue(Path(__file__).with_name("messages"))
"""The game's messages."""

tables = MESSAGES.tables
has = MESSAGES.has
say = MESSAGES.say
phrase = MESSAGES.phrase
word = MESSAGES.word
term = MESSAGES.term
number = MESSAGES.number


def along(zones: Iterable[str]) -> str:
    """A way through zones: "z4 > z5"."""
    return say("view", "next_zone").join(zones)


def player(id: str) -> str:
    """A player as people say it: "Player 2" for p2, else the name he gave himself."""
    number = outward.seat(id)
    return say("view", "player", n=number) if number else id


def survivor(box: Box, name: str) -> str:
    """The name of a survivor."""
    return survivor_term(box, name).text


def survivor_term(box: Box, name: str) -> Term:
    """The name of a survivor, with the gender."""
    sheet = box.sheets.get(name)
    return term("survivors", name, sheet.name if sheet else spoken(name).title())


def zombie(box: Box, kind: str, n: int = 1) -> str:
    """A kind of zombie, in the number wanted: "Walker", "Walkers"."""
    known = box.kinds.get(kind)
    name = "" if known is None else known.name if n == 1 else known.plural
    return term("zombies", kind, name, n).text


def kinds(box: Box, kind: str) -> str:
    """All zombies of a kind: "Walkers"; the form ``all`` where a language has one, else that for two."""
    return term("zombies", kind).forms.get("all") or zombie(box, kind, 2)


def zombies(box: Box, kind: str, n: int) -> str:
    """Zombies of a kind with their number: "3 Walkers"."""
    return f"{n} {zombie(box, kind, n)}"


def zombies_term(box: Box, kind: str, n: int) -> Term:
    """The same, for words that agree with it."""
    return Term(zombies(box, kind, n), term("zombies", kind).gender, n)


def item(box: Box, name: str) -> str:
    """The name of a card."""
    if name == "wounded":
        return say("view", "wounded")
    known = box.items.get(name)
    return term("items", name, known.name if known else "").text


def weapon(box: Box, name: str) -> str:
    """The name of an attack, "Pistol x2" for a pair; a car that runs somebody over is a weapon too."""
    first, _, second = name.partition("+")
    attack = box.attacks.get(first)
    if attack is None and not has("attacks", first):
        return word("cars", first)
    return term("attacks", first, item(box, attack.item if attack else first)).text + (" x2" if second else "")


@lru_cache(maxsize=512)
def _skill(code: str, name: str, filled: tuple[tuple[str, str], ...]) -> str:
    titles = tables()["skills"]
    if name in titles:
        return word("skills", name)
    for prefix in titles:
        if prefix.endswith("_") and name.startswith(prefix):
            return say("skills", prefix, **dict(filled))
    return spoken(name)


def skill(box: Box, name: str) -> str:
    """The title of a skill; a skill with a blank is filled with its card, kind or level."""
    filled: tuple[tuple[str, str], ...] = ()
    prefix = next((p for p in FAMILIES if name.startswith(p)), "")
    if prefix:
        rest = name.removeprefix(prefix)
        filled = (("item", item(box, rest)), ("zombie", zombie(box, rest)), ("level", word("levels", rest)))
    return _skill(language(), name, filled)


def is_skill(name: str) -> bool:
    """Whether an id is that of a skill."""
    titles = tables()["skills"]
    return name in titles or any(prefix.endswith("_") and name.startswith(prefix) for prefix in titles)


def slot(name: str) -> str:
    """The place of a card in the inventory."""
    return word("slots", name)


def mission_text(box: Box, mission: Mission, key: str, printed: str) -> str:
    """A text of a mission (``title``, ``story``, ``step_1``, ``rule_exit``) in the language in use, else as printed."""
    return printed if mission.inline else missions.mission_text(box.id, mission.id, key, printed)
