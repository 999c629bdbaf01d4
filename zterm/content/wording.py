"""Message catalogues: a file of templates for each language, filled with facts; what one leaves out is said in English.

A game keeps its catalogues in a folder ``messages`` (``en.yaml`` and others). The language is that of ``ZTERM_LANG``.
Nothing is read before the first word is wanted.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

from zterm.content.loader import read

ENGLISH = "en"
Tables = dict[str, Any]


@cache
def _load(folder: Path, code: str) -> Tables:
    path = folder / f"{code}.yaml"
    if code == ENGLISH:
        tables: Tables = read(path).plain()
        return tables
    return _over(_load(folder, ENGLISH), read(path).plain()) if path.is_file() else _load(folder, ENGLISH)


def _over(base: Tables, more: Tables) -> Tables:
    merged = dict(base)
    for key, value in more.items():
        under = base.get(key)
        merged[key] = _over(under, value) if isinstance(under, dict) and isinstance(value, dict) else value
    return merged


class Catalogue:
    """The words of one game, in the language in use."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def tables(self) -> Tables:
        """Every section of the language in use; raises ContentError for a file of bad form."""
        return _load(self.folder, os.environ.get("ZTERM_LANG") or ENGLISH)

    def has(self, section: str, key: str) -> bool:
        """Whether there is a template of that name."""
        return key in self.tables()[section]

    def say(self, section: str, key: str, **facts: Any) -> str:
        """Fill a template; raises KeyError for a template or a field that is not there.

        A template with ``one`` and ``other`` is chosen by the fact ``n`` or ``count``.
        """
        template = self.tables()[section][key]
        if isinstance(template, dict):
            number = facts.get("count", facts.get("n", 0))
            template = template.get("none" if number == 0 else "one" if number == 1 else "other", template["other"])
        return str(template).format_map(facts)

    def word(self, section: str, key: str) -> str:
        """A word of a list; the key with spaces when the list has none."""
        found = self.tables()[section].get(key)
        return found if isinstance(found, str) else spoken(key)


def spoken(key: str) -> str:
    """An id as words."""
    return key.replace("_", " ")


def listed(parts: Iterable[str]) -> str:
    """A list in words."""
    return ", ".join(parts)
