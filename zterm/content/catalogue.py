"""Message catalogues: what players read, one YAML file a language, in a folder ``messages`` beside what it belongs to.

A file is a mapping of sections, a section a mapping from keys to messages. ``language`` gives the language's own name,
``complete: false`` marks one that is only begun; the section ``open`` of English names sections in which another
language may have keys of its own. A message is a template, or a mapping of forms: ``text`` (the
template itself), ``gender``, number forms (``one``, ``few``, ``many``, ``other``, or an exact number as ``"0"``), and
forms of any other name. One in number forms is chosen by the fact ``count`` or ``n``. Templates have fields as in
``str.format``:

- ``{zone}`` the fact as it is; ``{door:the}`` its form of that name;
- ``{left:action}`` a number with the noun ``action`` of the section ``nouns``, in the form its language wants;
- ``{survivor:wounded}`` the form of ``variants.wounded`` that agrees with the gender or the number of the fact;
- ``{colour:door}`` the form of the fact that agrees with the fact ``door``.

What a language leaves out is said in English. Nothing is read before the first word is wanted.

The section ``spoken`` has other templates for ears, under section and key (``events.moved``): those are filled instead
within ``for_ears``, where signs that save columns ("4+", "[5]", ">") would only be in the way.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

from zterm.content.templates import (
    ENGLISH,
    NOUNS,
    VARIANTS,
    Forms,
    Message,
    Tables,
    Term,
    agreeing,
    chosen,
    counted,
    parsed,
    plain,
    spoken,
)
from zterm.content.words import Later

_PACKAGE = Path(__file__).resolve().parent.parent
_CODE = re.compile(r"[A-Za-z]{2,3}")
_BEGUN = re.compile(rb"^complete: *false *(#.*)?$", re.MULTILINE)


SPOKEN = "spoken"
"""The section of templates for ears."""

_language: str | None = None
_ears = False


@contextmanager
def for_ears() -> Iterator[None]:
    """Say everything within for ears: templates of the section ``spoken`` stand in for those of their names."""
    global _ears
    before, _ears = _ears, True
    try:
        yield
    finally:
        _ears = before


def use(code: str = "") -> None:
    """Choose the language; without a code that of the environment, when words are wanted next."""
    global _language
    _language = code or None


def language() -> str:
    """The code of the language in use: that of ``use``, of ZTERM_LANG, or of the locale if it is complete."""
    global _language
    if _language is None:
        _language = _of_environment()
    return _language


@contextmanager
def speaking(code: str) -> Iterator[None]:
    """Speak a language for a while."""
    global _language
    before, _language = _language, code
    try:
        yield
    finally:
        _language = before


def _of_environment() -> str:
    named = os.environ.get("ZTERM_LANG", "")
    if named:
        return matching(named, languages()) or ENGLISH
    locale = next((value for name in ("LC_ALL", "LC_MESSAGES", "LANG") if (value := os.environ.get(name))), "")
    code = "" if short(locale) in ("", ENGLISH) else matching(locale, languages())
    return code if code and complete(code) else ENGLISH


def short(locale: str) -> str:
    """The language of a locale's name: "it" for "it_IT.UTF-8", "" for "C"."""
    found = _CODE.match(locale)
    return found[0].lower() if found and locale[found.end() :][:1] in ("", "_", "-", ".", "@") else ""


def matching(wish: str, known: Iterable[str]) -> str:
    """The known language that a code or locale name means, "" if there is none."""
    return short(wish) if short(wish) in known else ""


@cache
def folders() -> tuple[Path, ...]:
    """All folders of messages that come with zterm."""
    depths = ("*/messages", "*/*/messages", "*/*/*/messages")
    return tuple(sorted(path for pattern in depths for path in _PACKAGE.glob(pattern)))


@cache
def languages() -> tuple[str, ...]:
    """The codes of all languages that have a catalogue, sorted."""
    return tuple(sorted({ENGLISH, *(file.stem for folder in folders() for file in folder.glob("*.yaml"))}))


@cache
def names() -> dict[str, str]:
    """Every language by its code, under the name it has for itself: ``{"it": "Italiano"}``."""
    from zterm.content.loader import read

    found = {}
    for code in languages():
        file = next(path for folder in folders() if os.path.isfile(path := folder / f"{code}.yaml"))
        named = read(file, keep=True).get("language")
        found[code] = str(named.value) if named is not None else code
    return found


def complete(code: str) -> bool:
    """Whether a language is more than begun: none of its files has the line ``complete: false``."""
    files = (file for folder in folders() if os.path.isfile(file := folder / f"{code}.yaml"))
    return not any(_BEGUN.search(file.read_bytes()) for file in files)


@cache
def load(folder: Path, code: str) -> Tables:
    """Read the messages of a folder in a language, completed with English.

    Raises ContentError with every mistake of a file, one of them if English is not there.
    """
    from zterm.content.messages import read_messages

    path, base = folder / f"{code}.yaml", folder / f"{ENGLISH}.yaml"
    if code == ENGLISH:
        return read_messages(path)
    english = load(folder, ENGLISH) if os.path.isfile(base) or not os.path.isfile(path) else {}
    if not os.path.isfile(path):
        return english
    own = read_messages(path, english)
    return {name: {**english.get(name, {}), **own.get(name, {})} for name in {**english, **own}}


class Catalogue:
    """The messages of one folder, in the language in use."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._code = ""
        self._tables: Tables = {}

    def tables(self) -> Tables:
        """All messages by section and key; raises ContentError for a file that cannot be used."""
        code = _language or language()
        if code != self._code:
            self._tables = load(self.folder, code)
            self._code = code
        return self._tables

    def forget(self) -> None:
        """Read the files again when words are wanted next."""
        self._code = ""
        load.cache_clear()

    def has(self, section: str, key: str) -> bool:
        """Whether there is a message."""
        return key in self.tables().get(section, ())

    def say(self, section: str, key: str, /, **facts: Any) -> str:
        """Fill a template; of one in number forms that for the fact ``count`` or ``n``.

        Raises KeyError for a template or field that is not there.
        """
        message = self._found(section, key)
        template = message if isinstance(message, str) else chosen(message, facts)
        return self._filled(template, facts) if "{" in template or "}" in template else template

    def _found(self, section: str, key: str) -> Message:
        tables = self.tables()
        heard = tables.get(SPOKEN, {}).get(f"{section}.{key}") if _ears else None
        return tables[section][key] if heard is None else heard

    def later(self, section: str, key: str, /, **facts: Any) -> Later:
        """The same, to be filled when it is read."""
        return Later(self.say, section, key, facts)

    def phrase(self, section: str, key: str, /, **facts: Any) -> Term:
        """Fill a template, with its other forms; its gender may be that of one of the facts."""
        message = self._found(section, key)
        if isinstance(message, str):
            return Term(self._filled(message, facts))
        forms = {name: self._filled(template, facts) for name, template in message.forms.items()}
        model = facts.get(message.gender)
        gender = model.gender if isinstance(model, Term) else message.gender
        return Term(forms.get("text", ""), gender, None, forms, message.code)

    def word(self, section: str, key: str) -> str:
        """A word of a list; the key with spaces when the list has none."""
        found = self.tables().get(section, {}).get(key)
        return found if isinstance(found, str) else self.term(section, key).text

    def term(self, section: str, key: str, name: str = "", count: int | None = None) -> Term:
        """The same with its gender and forms; ``name`` stands in for a text that the catalogue does not have.

        With a count it is the form for that number.
        """
        found = self.tables().get(section, {}).get(key)
        if found is None:
            return Term(name or spoken(key), count=count)
        if isinstance(found, str):
            return Term(found, count=count)
        text = found.forms.get("text", "") if count is None else counted(found, count)
        return Term(text or name or found.text or spoken(key), found.gender, count, found.forms, found.code)

    def number(self, noun: str, n: int) -> str:
        """A number with its noun: "1 action", "2 actions"; the noun itself must be there (KeyError)."""
        return self._filled(counted(self.tables()[NOUNS][noun], n), {"n": n})

    def _filled(self, template: str, facts: Mapping[str, Any]) -> str:
        if plain(template):
            return template.format_map(facts)
        out = []
        for text, field, spec in parsed(template):
            out.append(text)
            if field is not None:
                value = facts[field]
                out.append(self._formed(value, spec, facts) if spec else str(value))
        return "".join(out)

    def _formed(self, value: Any, spec: str, facts: Mapping[str, Any]) -> str:
        tables = self.tables()
        if type(value) is int and spec in tables.get(NOUNS, ()):
            return self.number(spec, value)
        variant = tables.get(VARIANTS, {}).get(spec)
        if variant is not None:
            return agreeing(variant, value)
        if not isinstance(value, Term) or not value.forms:
            return str(value)
        if spec in value.forms:
            return value.forms[spec]
        return agreeing(Forms(value.code, value.forms), facts.get(spec)) or value.text
