"""A thin schema: checks that walk nodes, note every mistake with its place, and hand back plain values.

A check is a function ``(node, problems) -> value``; it appends what is wrong to ``problems`` and then gives
``BAD``. Checks are put together from the makers below. ``record`` gives an ``Entry``, a dict that remembers
its node, so that later checks of meaning can still name the place.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from zterm.content.loader import Node
from zterm.content.problems import Problem, listed, suggest
from zterm.content.words import Words, later, put

BAD: Any = type("Bad", (), {"__repr__": lambda self: "BAD", "__bool__": lambda self: False})()
Check = Callable[[Node, list[Problem]], Any]
TEXT = later("schema", "text")


class Entry(dict[str, Any]):
    """A checked mapping with the node it came from."""

    node: Node


class Field:
    """A key of a record: its check, and whether it must be there; ``default`` stands in when it is not (or is bad)."""

    __slots__ = ("check", "default", "needed")

    def __init__(self, check: Check, needed: bool, default: Any = None) -> None:
        self.check = check
        self.needed = needed
        self.default = default


def need(check: Check, default: Any = None) -> Field:
    """A key that must be there."""
    return Field(check, True, default)


def may(check: Check, default: Any = None) -> Field:
    """A key that may be left out."""
    return Field(check, False, default)


def shown(node: Node) -> str:
    """A node's value in a few words, for messages."""
    value = node.value
    if isinstance(value, dict):
        return put("schema", "mapping")
    if isinstance(value, list):
        return put("schema", "list")
    if value is None:
        return put("schema", "nothing")
    if isinstance(value, bool):
        return str(value).lower()
    text = str(value)
    return text if len(text) <= 40 else text[:38] + ".."


def bad(node: Node, problems: list[Problem], expected: Words, what: Words = "") -> Any:
    """Note a mistake at ``node`` and give BAD."""
    problems.append(node.problem(what or put("schema", "found", what=shown(node)), expected))
    return BAD


def text(expected: Words = TEXT, pattern: str = "", most: int = 2000, empty: bool = False) -> Check:
    """Text, if given matching a whole regular expression. Numbers are not taken for text."""
    form = re.compile(pattern) if pattern else None

    def check(node: Node, problems: list[Problem]) -> Any:
        value = node.value
        if not isinstance(value, str) or len(value) > most or (not value and not empty):
            return bad(node, problems, expected)
        if form is not None and not form.fullmatch(value):
            return bad(node, problems, expected)
        return value

    return check


def whole(least: int = 0, most: int = 10**9) -> Check:
    """A whole number between two bounds."""

    def check(node: Node, problems: list[Problem]) -> Any:
        value = node.value
        if isinstance(value, bool) or not isinstance(value, int):
            return bad(node, problems, put("schema", "whole_number"))
        if not least <= value <= most:
            return bad(node, problems, put("schema", "whole_number_from", least=least, most=most))
        return value

    return check


def number(node: Node, problems: list[Problem]) -> Any:
    """A number, whole or with decimals; given back as a float."""
    value = node.value
    if isinstance(value, bool) or not isinstance(value, int | float):
        return bad(node, problems, put("schema", "number"))
    return float(value)


def flag(node: Node, problems: list[Problem]) -> Any:
    """true or false."""
    return node.value if isinstance(node.value, bool) else bad(node, problems, put("schema", "flag"))


def choice(*words: str) -> Check:
    """One of some words."""

    def check(node: Node, problems: list[Problem]) -> Any:
        if isinstance(node.value, str) and node.value in words:
            return node.value
        if isinstance(node.value, str):
            return bad(node, problems, _either(node.value, words))
        return bad(node, problems, listed(words))

    return check


def _either(word: str, known: Any) -> str:
    every = list(known)
    return listed(every) if len(every) <= 6 else suggest(word, every)


def list_of(item: Check, least: int = 0, most: int = 10_000, single: bool = False) -> Check:
    """A list; bad items are noted and left out (BAD when too few are left).

    ``single``: one value without brackets counts as a list of one.
    """

    def check(node: Node, problems: list[Problem]) -> Any:
        if not isinstance(node.value, list):
            if single:
                one = item(node, problems)
                return [] if one is BAD else [one]
            return bad(node, problems, put("schema", "list"))
        if not least <= len(node.value) <= most:
            size = put("schema", "least", least=least) if len(node.value) < least else put("schema", "most", most=most)
            problems.append(node.problem(put("schema", "list_parts", n=len(node.value)), size))
        values = [value for value in (item(part, problems) for part in node.value) if value is not BAD]
        return values if least <= len(values) <= most else BAD

    return check


def pair(item: Check, expected: Words) -> Check:
    """A list of exactly two values, as a tuple."""

    def check(node: Node, problems: list[Problem]) -> Any:
        if not isinstance(node.value, list) or len(node.value) != 2:
            return bad(node, problems, expected)
        values = tuple(item(part, problems) for part in node.value)
        return BAD if any(value is BAD for value in values) else values

    return check


def map_of(item: Check, key: Check | None = None) -> Check:
    """A mapping with free keys; bad values are noted and left out."""

    def check(node: Node, problems: list[Problem]) -> Any:
        if not isinstance(node.value, dict):
            return bad(node, problems, put("schema", "mapping"))
        values = Entry()
        values.node = node
        for name, inner in node.value.items():
            if key is not None and key(Node(name, node.path, *node.keys.get(name, (0, 0))), problems) is BAD:
                continue
            value = item(inner, problems)
            if value is not BAD:
                values[name] = value
        return values

    return check


def record(fields: Mapping[str, Field], keep: bool = False) -> Check:
    """A mapping with known keys.

    Unknown and missing keys are noted. The record is BAD when a needed key is missing or bad, unless ``keep``:
    then defaults stand in, so that the rest can be checked further.
    """

    def check(node: Node, problems: list[Problem]) -> Any:
        if not isinstance(node.value, dict):
            return bad(node, problems, put("schema", "mapping_with", fields=listed(fields)))
        whole_one = True
        for name in node.value:
            if name not in fields:
                problems.append(node.key_problem(name, put("schema", "unknown_key", name=name), suggest(name, fields)))
        entry = Entry()
        entry.node = node
        for name, field in fields.items():
            inner = node.value.get(name)
            value = BAD if inner is None else field.check(inner, problems)
            if inner is None and field.needed:
                problems.append(node.problem(put("schema", "key_missing", name=name), name))
            if value is BAD:
                whole_one = whole_one and not (field.needed or inner is not None)
                value = field.default
            entry[name] = value
        return entry if whole_one or keep else BAD

    return check
