"""The words of the full-screen client, from its message catalogue."""

from __future__ import annotations

from pathlib import Path

from zterm.content.catalogue import Catalogue

MESSAGES = Catalogue(Path(__file__).with_name("messages"))
put = MESSAGES.say
"""A message, filled."""
later = MESSAGES.later
"""A message that is filled when it is read."""
