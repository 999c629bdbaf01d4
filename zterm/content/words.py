"""What is said about content, saves and matches, from the message catalogue; the kernel is told its words here.

Catalogues are content themselves, read with what is said here of their mistakes: so this module is below them and is
given its own by ``use``. Until then, and of what is wrong with that catalogue itself, keys stand for sentences.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Protocol

from zterm.kernel import telling


class Says(Protocol):
    """A catalogue, as far as it is wanted here."""

    def has(self, section: str, key: str) -> bool:
        """Whether there is a message."""

    def say(self, section: str, key: str, /, **facts: Any) -> str:
        """Fill a template."""


class Later:
    """A sentence that is worded when it is read, in the language in use then."""

    __slots__ = ("_facts", "_key", "_put", "_section")

    def __init__(self, put: Callable[..., str], section: str, key: str, facts: Mapping[str, Any]) -> None:
        self._put, self._section, self._key, self._facts = put, section, key, facts

    def __str__(self) -> str:
        return self._put(self._section, self._key, **self._facts)


Words = str | Later
"""Words that stand already, or come when they are read."""

_catalogue: Says | None = None
_wording: list[str] = []
"""The key that is being worded: what is wrong with this very catalogue can't be said with it."""


def use(catalogue: Says) -> None:
    """Take the words from a catalogue from now on."""
    global _catalogue
    _catalogue = catalogue


def put(section: str, key: str, /, **facts: object) -> str:
    """A message, filled."""
    said = {name: str(fact) if isinstance(fact, Later | Exception) else fact for name, fact in facts.items()}
    if _wording or _catalogue is None:
        return " ".join([key.replace("_", " "), *map(str, said.values())])
    _wording.append(key)
    try:
        if "why" in said:
            said["why"] = system(said["why"])
        return _catalogue.say(section, key, **said)
    finally:
        _wording.pop()


def system(why: object) -> str:
    """What an operating system says of a fault, in the language in use where its words are known."""
    return _known("system", str(why))


def parser(words: str) -> str:
    """What the YAML parser says of a file, in the language in use where its words are known."""
    return words if _wording else _known("parser", words)


def _known(section: str, words: str) -> str:
    known = _catalogue is not None and _catalogue.has(section, words)
    return _catalogue.say(section, words) if known and _catalogue is not None else words


def later(section: str, key: str, /, **facts: object) -> Later:
    """A message that is filled when it is read."""
    return Later(put, section, key, facts)


def _kernel(key: str, facts: Mapping[str, Any]) -> str:
    return put("kernel", key, **facts)


telling.use(_kernel)
