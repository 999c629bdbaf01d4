"""What is said about content, saves and matches, from the message catalogue; the kernel is told its words here."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from zterm.content.catalogue import Catalogue, Later, Words
from zterm.kernel import telling

__all__ = ["Later", "Words", "later", "parser", "put", "system"]

MESSAGES = Catalogue(Path(__file__).with_name("messages"))
_wording: list[str] = []
"""The key that is being worded: what is wrong with this very catalogue can't be said with it."""


def put(section: str, key: str, /, **facts: object) -> str:
    """A message, filled."""
    said = {name: str(fact) if isinstance(fact, Later | Exception) else fact for name, fact in facts.items()}
    if _wording:
        return " ".join([key.replace("_", " "), *map(str, said.values())])
    _wording.append(key)
    try:
        if "why" in said:
            said["why"] = system(said["why"])
        return MESSAGES.say(section, key, **said)
    finally:
        _wording.pop()


def system(why: object) -> str:
    """What an operating system says of a fault, in the language in use where its words are known."""
    text = str(why)
    return MESSAGES.say("system", text) if MESSAGES.has("system", text) else text


def parser(words: str) -> str:
    """What the YAML parser says of a file, in the language in use where its words are known."""
    return MESSAGES.say("parser", words) if not _wording and MESSAGES.has("parser", words) else words


def later(section: str, key: str, /, **facts: object) -> Later:
    """A message that is filled when it is read."""
    return Later(put, section, key, facts)


def _kernel(key: str, facts: Mapping[str, Any]) -> str:
    return put("kernel", key, **facts)


telling.use(_kernel)
