"""The one seeded generator of a match.

SplitMix64: a state of one 64-bit word and the same numbers on every platform and Python version.
The state is part of the match, so a snapshot holds the future dice and a save replays them.
"""

from __future__ import annotations

from collections.abc import MutableSequence
from typing import Any

from msgspec import Struct

from zterm.kernel.telling import Told

_MASK = (1 << 64) - 1
SEED_LIMIT = 1 << 63


class OutOfDice(Exception):
    """A scenario's given dice were used up: the position rolls more than it was given."""


class Chance(Struct):
    """A generator: ``state`` (one 64-bit word), ``draws`` made so far, and optionally loaded dice.

    ``loaded`` dice (scenarios) are taken first to last; with None the dice are random. When they run out, a
    ``strict`` generator refuses to roll and another goes on at random.
    """

    state: int
    draws: int = 0
    loaded: list[int] | None = None
    strict: bool = True

    def word(self) -> int:
        """Draw 64 random bits."""
        self.draws += 1
        self.state = s = (self.state + 0x9E3779B97F4A7C15) & _MASK
        s = ((s ^ (s >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        s = ((s ^ (s >> 27)) * 0x94D049BB133111EB) & _MASK
        return s ^ (s >> 31)

    def below(self, limit: int) -> int:
        """Draw a whole number from 0 to ``limit`` - 1, all equally likely (``limit`` ≥ 1)."""
        bound = (_MASK + 1) - (_MASK + 1) % limit
        word = self.word()
        while word >= bound:
            word = self.word()
        return word % limit

    def dice(self, count: int, sides: int = 6) -> list[int]:
        """Roll ``count`` dice; raises OutOfDice when loaded dice do not suffice."""
        if self.loaded is None:
            return [1 + self.below(sides) for _ in range(count)]
        if len(self.loaded) < count and not self.strict:
            faces, self.loaded = self.loaded, None
            self.draws += len(faces)
            return faces + self.dice(count - len(faces), sides)
        if len(self.loaded) < count:
            raise OutOfDice(Told("dice_rolled_only_given", rolled=count, given=len(self.loaded)))
        faces = self.loaded[:count]
        del self.loaded[:count]
        self.draws += count
        return faces

    def shuffle(self, cards: MutableSequence[Any]) -> None:
        """Shuffle in place (Fisher and Yates)."""
        for i in range(len(cards) - 1, 0, -1):
            j = self.below(i + 1)
            cards[i], cards[j] = cards[j], cards[i]


def seeded(seed: int) -> Chance:
    """Make a generator from a public seed (0 … 2^63-1); raises ValueError outside of it."""
    if not 0 <= seed < SEED_LIMIT:
        raise ValueError(f"the seed is a whole number from 0 to {SEED_LIMIT - 1}, not {seed}")
    return Chance(seed)
