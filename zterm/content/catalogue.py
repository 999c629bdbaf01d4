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

What a language leaves out is said in English. Nothing is read before the first word is wanted. Which form a number
takes is Babel's knowledge (CLDR), and Babel is imported when the first form must be chosen.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Mapping
from functools import cache, lru_cache
from pathlib import Path
from string import Formatter
from typing import Any

from msgspec import Struct

ENGLISH = "en"
NOUNS, VARIANTS = "nouns", "variants"
NUMBERS = ("zero", "one", "two", "few", "many", "other")
"""The plural categories of CLDR."""

_PACKAGE = Path(__file__).resolve().parent.parent
_CODE = re.compile(r"[A-Za-z]{2,3}")
_BEGUN = re.compile(rb"^complete: *false *(#.*)?$", re.MULTILINE)


class Forms(Struct, frozen=True):
    """A message with several forms: its language, the templates by name (``text`` is the plain one), the gender."""

    code: str
    forms: dict[str, str]
    gender: str = ""

    @property
    def text(self) -> str:
        """The plain form, or the first there is."""
        return self.forms.get("text") or next(iter(self.forms.values()), "")


Message = str | Forms
Tables = dict[str, dict[str, Message]]


class Term(Struct, frozen=True):
    """A word or phrase with what others need to agree with it: gender, number, and its own other forms."""

    text: str
    gender: str = ""
    count: int | None = None
    forms: dict[str, str] = {}
    code: str = ENGLISH

    def __str__(self) -> str:
        return self.text


_language: str | None = None


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
        file = next(path for folder in folders() if (path := folder / f"{code}.yaml").is_file())
        named = read(file, keep=True).get("language")
        found[code] = str(named.value) if named is not None else code
    return found


def complete(code: str) -> bool:
    """Whether a language is more than begun: none of its files has the line ``complete: false``."""
    files = (file for folder in folders() if (file := folder / f"{code}.yaml").is_file())
    return not any(_BEGUN.search(file.read_bytes()) for file in files)


@cache
def plural(code: str) -> Callable[[int], str]:
    """The plural rule of a language: the category of a whole number; English for a language that Babel has not.

    The language's own data are read alone: a Locale reads four times as much before it answers.
    """
    from babel import localedata

    known = code if localedata.exists(code) else ENGLISH
    rule: Callable[[int], str] = localedata.load(known, merge_inherited=False)["plural_form"]
    return rule


@cache
def categories(code: str) -> tuple[str, ...]:
    """The plural categories that the numbers of a game can take in a language, as NUMBERS orders them."""
    found = {plural(code)(n) for n in range(1000)}
    return tuple(name for name in NUMBERS if name in found)


def counted(message: Message, n: int) -> str:
    """The form of a message for a number: the exact one, that of its category, or ``other``."""
    if isinstance(message, str):
        return message
    forms = message.forms
    exact = forms.get(str(n))
    if exact is not None:
        return exact
    of_number = {name: form for name, form in forms.items() if name in NUMBERS}
    if len(set(of_number.values())) > 1:
        return of_number.get(plural(message.code)(n)) or of_number.get("other") or message.text
    return next(iter(of_number.values()), message.text)


@lru_cache(maxsize=4096)
def parsed(template: str) -> tuple[tuple[str, str | None, str], ...]:
    """A template as parts: text, the field after it (None at the end), and what stands behind the field's colon.

    Raises ValueError for a template of bad form, and for fields with anything but a name.
    """
    from zterm.content.words import put

    parts = []
    for text, field, spec, conversion in Formatter().parse(template):
        if field is not None and (not field.isidentifier() or conversion):
            raise ValueError(put("templates", "no_field", field=field))
        if spec and not spec.isidentifier():
            raise ValueError(put("templates", "no_word_stand_behind", spec=repr(spec)))
        parts.append((text, field, spec or ""))
    return tuple(parts)


@lru_cache(maxsize=4096)
def _plain(template: str) -> bool:
    """Whether a template has only fields that take their facts as they are."""
    return not any(spec for _, _, spec in parsed(template))


def fields(message: Message) -> frozenset[str]:
    """The fields that a message asks for, in any of its forms."""
    templates = [message] if isinstance(message, str) else message.forms.values()
    return frozenset(field for template in templates for _, field, _ in parsed(template) if field is not None)


@cache
def load(folder: Path, code: str) -> Tables:
    """Read the messages of a folder in a language, completed with English.

    Raises ContentError with every mistake of a file, one of them if English is not there.
    """
    from zterm.content.messages import read_messages

    path, base = folder / f"{code}.yaml", folder / f"{ENGLISH}.yaml"
    if code == ENGLISH:
        return read_messages(path)
    english = load(folder, ENGLISH) if base.is_file() or not path.is_file() else {}
    if not path.is_file():
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
        message = self.tables()[section][key]
        template = message if isinstance(message, str) else _chosen(message, facts)
        return self._filled(template, facts) if "{" in template or "}" in template else template

    def later(self, section: str, key: str, /, **facts: Any) -> Later:
        """The same, to be filled when it is read."""
        return Later(self.say, section, key, facts)

    def phrase(self, section: str, key: str, /, **facts: Any) -> Term:
        """Fill a template, with its other forms; its gender may be that of one of the facts."""
        message = self.tables()[section][key]
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
        if _plain(template):
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


class Later:
    """A sentence that is worded when it is read, in the language in use then."""

    __slots__ = ("_facts", "_key", "_put", "_section")

    def __init__(self, put: Callable[..., str], section: str, key: str, facts: Mapping[str, Any]) -> None:
        self._put, self._section, self._key, self._facts = put, section, key, facts

    def __str__(self) -> str:
        return self._put(self._section, self._key, **self._facts)


Words = str | Later
"""Words that stand already, or come when they are read."""


def _chosen(message: Forms, facts: Mapping[str, Any]) -> str:
    number = facts.get("count", facts.get("n"))
    return message.text if "text" in message.forms or type(number) is not int else counted(message, number)


def agreeing(message: Message, model: Any) -> str:
    """The form of a message that agrees with a fact: by its gender if that has a form, else by its number."""
    if isinstance(message, str):
        return message
    gender = model.gender if isinstance(model, Term) else ""
    count = model.count if isinstance(model, Term) else model if type(model) is int else None
    if gender in message.forms:
        return message.forms[gender]
    return message.text if count is None else counted(message, count)


def spoken(key: str) -> str:
    """An id as words."""
    return key.replace("_", " ")


def listed(parts: Iterable[str]) -> str:
    """A list in words."""
    return ", ".join(parts)
