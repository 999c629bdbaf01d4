"""What the kernel has to tell people: keys with facts. Which words they become is up to the layers above it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

Wording = Callable[[str, Mapping[str, Any]], str]


def _bare(key: str, facts: Mapping[str, Any]) -> str:
    inside = ", ".join(f"{name}={value}" for name, value in facts.items())
    return f"{key}({inside})"


_wording: Wording = _bare


def use(wording: Wording) -> None:
    """Let sentences be worded by a function of key and facts; until then they show both as they are."""
    global _wording
    _wording = wording


class Told:
    """A sentence by its key and facts, worded when it is read; an exception that carries one reads as its words."""

    __slots__ = ("facts", "key")

    def __init__(self, key: str, /, **facts: Any) -> None:
        self.key = key
        self.facts = facts

    def __str__(self) -> str:
        return _wording(self.key, self.facts)

    __repr__ = __str__

    def __reduce__(self) -> tuple[Any, ...]:
        return _again, (self.key, self.facts)


def _again(key: str, facts: dict[str, Any]) -> Told:
    return Told(key, **facts)
