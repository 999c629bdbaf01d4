"""What is said about games and their scenarios whatever the game, from the message catalogue."""

from __future__ import annotations

from pathlib import Path

from zterm.content.catalogue import Catalogue, Later

MESSAGES = Catalogue(Path(__file__).with_name("messages"))


def put(section: str, key: str, /, **facts: object) -> str:
    """A message, filled."""
    return MESSAGES.say(section, key, **facts)


def later(section: str, key: str, /, **facts: object) -> Later:
    """A message that is filled when it is read."""
    return Later(put, section, key, facts)
