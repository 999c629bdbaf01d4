"""Mistakes in content files, each with the place where it stands and what was expected there."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from typing import NamedTuple

from zterm.content.words import put


class Problem(NamedTuple):
    """One mistake. ``line`` and ``column`` count from 1; 0 means the file as a whole."""

    path: str
    line: int
    column: int
    what: str
    expected: str = ""

    @property
    def said(self) -> str:
        """What is wrong and what was expected, without the place."""
        return self.what + (put("problems", "expected", expected=self.expected) if self.expected else "")

    def __str__(self) -> str:
        return f"{self.path}:{self.line}:{self.column}: {self.said}"


class ContentError(Exception):
    """Content that cannot be used; ``problems`` are all the mistakes found, in the order of the file."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(sorted(set(problems)))
        super().__init__("\n".join(map(str, self.problems)))


def first(fault: Exception) -> str:
    """What went wrong in one sentence: the first mistake of content, the words of any other exception."""
    return str(fault.problems[0] if isinstance(fault, ContentError) else fault)


def nearest(word: str, known: Iterable[str]) -> str:
    """The known word most like ``word``, or "" if none is near."""
    found = get_close_matches(word, list(known), n=1, cutoff=0.6)
    return found[0] if found else ""


def listed(words: Iterable[str], limit: int = 12, both: bool = False) -> str:
    """``a, b or c`` (``both``: and c): words as an enumeration for messages, cut after ``limit``."""
    every = list(words)
    if len(every) > limit:
        return put("problems", "cut", words=", ".join(every[:limit]), n=len(every))
    if len(every) < 2:
        return "".join(every)
    return put("problems", "both" if both else "either", words=", ".join(every[:-1]), last=every[-1])


def suggest(word: str, known: Iterable[str]) -> str:
    """What was expected instead of an unknown word: the nearest known one, else all of them."""
    every = list(known)
    near = nearest(word, every)
    return f"{near}" if near else listed(every) if every else put("problems", "nothing_here")
