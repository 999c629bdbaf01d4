"""The words of the game: its message catalogue, and the names of figures, spaces and cards."""

from __future__ import annotations

from pathlib import Path

from zterm.content.catalogue import Catalogue
from zterm.content.templates import spoken
from zterm.games.walking_dead.play import Content

WORDS = Catalogue(Path(__file__).with_name("messages"))


def who(content: Content, name: str) -> str:
    """The name of a figure."""
    character = content.box.characters.get(name)
    return character.name if character else WORDS.word("figures", name)


def space(content: Content, name: str) -> str:
    """The name of a space: a corner's Location, Camp, or where on the track it lies."""
    place = content.board.spaces.get(name)
    if place is None:
        return name
    if place.tile:
        return card(content, place.tile)
    return WORDS.word("spaces", name) if WORDS.has("spaces", name) else name


def card(content: Content, name: str) -> str:
    """The name of a card, a tile or a choice of them."""
    if WORDS.has("cards", name):
        return WORDS.word("cards", name)
    box = content.box
    for part in (box.scrounge, box.encounters, box.zombie_cards, box.tiles):
        found = part.get(name)
        if found is not None:
            return str(found.name)
    return spoken(name)
