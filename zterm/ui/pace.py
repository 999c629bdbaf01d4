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


SAMPLE = 400
"""Bytes of an update from which on the time to its answer tells how fast the line is."""

SLOW = 6000.0
"""Bytes a second below which a line is drawn piece by piece: 57,600 baud."""

PIECE = 0.7
"""Seconds that a piece may take on the line, so that a key never waits long behind what it makes needless."""

LEAST = 400
"""Bytes of the smallest piece."""


class Pace:
    """What is under way; ``asks`` says whether updates end with the question, ``rate`` are bytes a second if known."""

    def __init__(self, asks: bool = False, rate: float = 0.0) -> None:
        self.asks = asks
        self.rate = rate
        self._sent: deque[tuple[int, float]] = deque()
        self._due = 0.0
        self._answered = 0.0
        self._way: float | None = None

    def room(self) -> int:
        """The bytes that the next update may take, 0 for any number: only a slow line that answers gets pieces."""
        return max(LEAST, int(self.rate * PIECE)) if self.asks and 0 < self.rate < SLOW else 0

    def ending(self, size: int) -> str:
        """What an update of a size has to end with."""
        if not self.asks:
            return ""
        now = time.monotonic()
        self._sent.append((size, now))
        self._due = max(self._due, now + GRACE) + size / SLOWEST
        return ASK

    def answered(self) -> None:
        """An answer has come: the oldest update has arrived."""
        now = time.monotonic()
        if self._sent:
            self._learn(now, *self._sent.popleft())
        self._answered = now
        if not self._sent:
            self._due = 0.0

    def _learn(self, now: float, size: int, began: float) -> None:
        """Learn from an answer how long the way is (a short update) or how fast the line (a long one).

        An answer can be late because this program was busy: the rate never falls by more than half at once.
        """
        alone, took = began > self._answered, now - max(began, self._answered)
        if size >= SAMPLE:
            way = self._way if alone and self._way is not None and self._way < took else 0.0
            self.rate = max(size / max(took - way, 0.001), self.rate / 2)
        elif alone:
            self._way = min(took, self._way if self._way is not None else took)

    def busy(self) -> bool:
        """Say whether the line has enough to carry. A terminal that does not answer in time is asked no more."""
        if sum(size for size, _ in self._sent) < AHEAD:
            return False
        if time.monotonic() < self._due:
            return True
        self.asks = False
        self._sent.clear()
        return False
