"""How fast a screen is drawn: never more than the line has carried, so that what is seen does not lag behind the keys.

Over a network nobody tells how far the terminal is. So an update may end with a question (where is the cursor?),
and the answer says that all before it has arrived. Until then only so many bytes are sent ahead; what changes in the
meantime is drawn at one stroke afterwards.
"""

from __future__ import annotations

import time
from collections import deque

ASK = "\x1b[6n"
"""The question: every terminal that zterm draws lines on has answered it once."""

AHEAD = 1200
"""Bytes that may be under way: more than a second of a line of 9,600 baud."""

SLOWEST = 240
"""Bytes a second of a line that is still waited for."""

GRACE = 3.0
"""Seconds that an answer may take besides."""

POLL = 0.05
"""Seconds after which is looked again."""


class Pace:
    """What is under way; ``asks`` says whether updates end with the question."""

    def __init__(self, asks: bool = False) -> None:
        self.asks = asks
        self._sent: deque[int] = deque()
        self._due = 0.0

    def ending(self, size: int) -> str:
        """What an update of a size has to end with."""
        if not self.asks:
            return ""
        self._sent.append(size)
        self._due = max(self._due, time.monotonic() + GRACE) + size / SLOWEST
        return ASK

    def answered(self) -> None:
        """An answer has come: the oldest update has arrived."""
        if self._sent:
            self._sent.popleft()
        if not self._sent:
            self._due = 0.0

    def busy(self) -> bool:
        """Say whether the line has enough to carry. A terminal that does not answer in time is asked no more."""
        if sum(self._sent) < AHEAD:
            return False
        if time.monotonic() < self._due:
            return True
        self.asks = False
        self._sent.clear()
        return False
