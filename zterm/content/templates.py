"""Templates of messages: their forms, the fields they ask for, and which form a number or a gender takes.

Which form a number takes is Babel's knowledge (CLDR), and Babel is imported when the first form must be chosen.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache, lru_cache
from string import Formatter
from typing import Any

from msgspec import Struct

from zterm.content.words import put

ENGLISH = "en"
NOUNS, VARIANTS = "nouns", "variants"
NUMBERS = ("zero", "one", "two", "few", "many", "other")
"""The plural categories of CLDR."""


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
    parts = []
    for text, field, spec, conversion in Formatter().parse(template):
        if field is not None and (not field.isidentifier() or conversion):
            raise ValueError(put("templates", "no_field", field=field))
        if spec and not spec.isidentifier():
            raise ValueError(put("templates", "no_word_stand_behind", spec=repr(spec)))
        parts.append((text, field, spec or ""))
    return tuple(parts)


@lru_cache(maxsize=4096)
def plain(template: str) -> bool:
    """Whether a template has only fields that take their facts as they are."""
    return not any(spec for _, _, spec in parsed(template))


def fields(message: Message) -> frozenset[str]:
    """The fields that a message asks for, in any of its forms."""
    templates = [message] if isinstance(message, str) else message.forms.values()
    return frozenset(field for template in templates for _, field, _ in parsed(template) if field is not None)


def chosen(message: Forms, facts: Mapping[str, Any]) -> str:
    """The form of a message that its facts ask for: the plain one, else that for the fact ``count`` or ``n``."""
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
