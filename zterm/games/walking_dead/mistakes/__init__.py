"""What is said about mistakes in content of The Walking Dead, from a catalogue that is read when there are any."""

from __future__ import annotations

from pathlib import Path

from zterm.content.catalogue import Catalogue
from zterm.content.templates import Term
from zterm.content.words import Words

__all__ = ["Words", "later", "put", "thing"]

MESSAGES = Catalogue(Path(__file__).with_name("messages"))
put = MESSAGES.say
"""A message, filled."""
later = MESSAGES.later
"""A message that is filled when it is read."""


def thing(name: str) -> Term:
    """What a mistake is about, as a word that others agree with."""
    return MESSAGES.term("things", name)
