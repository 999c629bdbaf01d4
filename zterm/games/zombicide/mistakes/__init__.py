"""What is said about mistakes in content of Zombicide, from a catalogue that is read when there are any."""

from __future__ import annotations

from pathlib import Path

from zterm.content.catalogue import Catalogue
from zterm.content.problems import nearest
from zterm.content.templates import Term
from zterm.content.words import Words

__all__ = ["Words", "later", "near", "put", "thing"]

MESSAGES = Catalogue(Path(__file__).with_name("messages"))
put = MESSAGES.say
"""A message, filled."""
later = MESSAGES.later
"""A message that is filled when it is read."""


def thing(name: str) -> Term:
    """What a mistake is about, as a word that others agree with."""
    return MESSAGES.term("things", name)


def near(name: str, known: list[str]) -> Words:
    """A hint for a word that is not known: the nearest one that is, else all of them."""
    close = nearest(name, known)
    return later("game", "did_you_mean", word=close) if close else later("game", "there_are", words=", ".join(known))
