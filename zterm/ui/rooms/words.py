"""The words of the rooms, from their message catalogue."""

from __future__ import annotations

from pathlib import Path

from zterm.content.catalogue import Catalogue

MESSAGES = Catalogue(Path(__file__).with_name("messages"))
put = MESSAGES.say
"""A message, filled."""
