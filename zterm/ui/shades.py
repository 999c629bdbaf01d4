"""Colours measured and mixed: how well one is read on another, and what a paler one looks like."""

from __future__ import annotations

from functools import lru_cache

PALE = 0.4
"""How much of the ground is in a paler colour."""

SEEN = 3.0
"""The contrast below which a sign on the map is hard to see (WCAG 2.1, 1.4.11)."""

READ = 4.5
"""The contrast below which text is hard to read (WCAG 2.1, 1.4.3)."""


def rgb(colour: str) -> tuple[int, int, int]:
    """Red, green and blue (0 to 255) of "#rrggbb"."""
    red, green, blue = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
    return red, green, blue


@lru_cache(maxsize=1024)
def luminance(colour: str) -> float:
    """Relative luminance of "#rrggbb" (0 black, 1 white), as WCAG 2.1 defines it."""
    parts = [part / 255 for part in rgb(colour)]
    red, green, blue = (p / 12.92 if p <= 0.03928 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, two: str) -> float:
    """Contrast ratio of two colours "#rrggbb", from 1 to 21."""
    low, high = sorted((luminance(one), luminance(two)))
    return (high + 0.05) / (low + 0.05)


def mixed(front: str, back: str, share: float) -> str:
    """A colour with a ``share`` (0 to 1) of another in it."""
    parts = (round(f + (b - f) * share) for f, b in zip(rgb(front), rgb(back), strict=True))
    return "#{:02x}{:02x}{:02x}".format(*parts)


@lru_cache(maxsize=1024)
def pale(front: str, back: str) -> str:
    """A colour made paler on its ground, as far as it is still seen on it."""
    for step in range(int(PALE * 20), 0, -1):
        made = mixed(front, back, step / 20)
        if contrast(made, back) >= SEEN:
            return made
    return front
