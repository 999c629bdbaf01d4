"""The words of the full-screen client, from its message catalogue."""

from __future__ import annotations

from pathlib import Path

from zterm.content.catalogue import Catalogue
from zterm.content.words import Later

MESSAGES = Catalogue(Path(__file__).with_name("messages"))


def put(section: str, key: str, /, **facts: object) -> str:
    """A message, filled."""
    return MESSAGES.say(section, key, **facts)


def later(section: str, key: str, /, **facts: object) -> Later:
    """A message that is filled when it is read."""
    return MESSAGES.later(section, key, **facts)
