"""Safe reading of YAML: text in, values with their place in the file out.

Not the YAML 1.1 most libraries read: ``true`` and ``false`` are the only booleans, plain decimal
numbers the only numbers, ``null`` (or nothing) the only null; ``no``, ``on``, ``012`` and ``12:30`` stay
text, and every key is text. Refused with their place: equal keys, anchors and aliases, tags, several documents,
control and direction-changing characters, and files that are too large, too deep or have too many parts.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Union

from msgspec import Struct

from zterm.content.kept import kept
from zterm.content.problems import ContentError, Problem
from zterm.content.words import Words, parser, put

MAX_BYTES = 1_000_000
MAX_DEPTH = 24
MAX_NODES = 60_000
MAX_TEXT = 20_000

_INT = re.compile(r"-?(?:0|[1-9][0-9]{0,17})")
_FLOAT = re.compile(r"-?(?:0|[1-9][0-9]{0,14})\.[0-9]{1,15}")
_UNWANTED = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb\ud800-\udfff]"
)
_WORDS: dict[str, Any] = {"true": True, "false": False, "null": None, "~": None, "": None}


if TYPE_CHECKING:
    Value = Any
else:
    Value = Union[dict[str, "Node"], list["Node"], str, int, float, bool, None]  # noqa: UP007 (evaluated by msgspec)


class Node(Struct, array_like=True, eq=False):
    """A value of a file with its place.

    ``value`` is a dict of nodes (keys are text), a list of nodes, or a str, int, float, bool or None.
    ``line`` and ``column`` count from 1; ``keys`` gives the place of each key of a dict.
    """

    value: Value
    path: str
    line: int = 0
    column: int = 0
    keys: dict[str, tuple[int, int]] = {}

    def problem(self, what: Words, expected: Words = "") -> Problem:
        """A mistake at this value."""
        return Problem(self.path, self.line, self.column, str(what), str(expected))

    def key_problem(self, key: str, what: Words, expected: Words = "") -> Problem:
        """A mistake at a key of this mapping."""
        line, column = self.keys.get(key, (self.line, self.column))
        return Problem(self.path, line, column, str(what), str(expected))

    def get(self, key: str) -> Node | None:
        """The node under a key, None if there is none or this is no mapping."""
        found = self.value.get(key) if isinstance(self.value, dict) else None
        return found if isinstance(found, Node) else None

    def at(self, *way: str | int) -> Node:
        """The node at the end of a way of keys and indices; the last one that exists if the way breaks off."""
        node = self
        for step in way:
            try:
                inner = node.value[step]
            except (KeyError, IndexError, TypeError):
                break
            if not isinstance(inner, Node):
                break
            node = inner
        return node

    def items(self) -> Iterator[tuple[str, Node]]:
        """Keys and nodes of a mapping (nothing of anything else)."""
        yield from self.value.items() if isinstance(self.value, dict) else ()

    def parts(self) -> list[Node]:
        """The nodes of a list; a single value counts as a list of one."""
        return self.value if isinstance(self.value, list) else [self]

    def plain(self) -> Any:
        """The value without places: dicts, lists and scalars."""
        if isinstance(self.value, dict):
            return {key: node.plain() for key, node in self.value.items()}
        if isinstance(self.value, list):
            return [node.plain() for node in self.value]
        return self.value


def node_of(value: Any, path: str = "<data>") -> Node:
    """Plain data as a node without places, for content that did not come from a file."""
    if isinstance(value, dict):
        return Node({str(key): node_of(inner, path) for key, inner in value.items()}, path)
    if isinstance(value, list | tuple):
        return Node([node_of(inner, path) for inner in value], path)
    return Node(value, path)


def read(path: str | Path, keep: bool = False, bare: bool = False) -> Node:
    """Read one YAML file. Raises ContentError with every mistake of form found in it.

    With ``keep`` it is not parsed again at the next start unless it has changed (see `content.kept`). With ``bare``
    a file of comments alone is a mapping of nothing.
    """
    name = str(path)
    try:
        with open(path, "rb") as file:
            data = file.read(MAX_BYTES + 1)
    except OSError as error:
        raise ContentError([Problem(name, 0, 0, put("yaml", "cannot_read", why=error.strerror or error))]) from error
    return kept(name, data, Node, lambda: parse(data, name)) if keep else parse(data, name, bare)


def substance(data: bytes) -> bytes:
    """A file whatever system it was last written on: copying it there and back makes no other file of it."""
    return data.removeprefix(b"\xef\xbb\xbf").replace(b"\r\n", b"\n")


def parse(data: bytes | str, path: str = "<text>", bare: bool = False) -> Node:
    """The same for text in memory; ``path`` is what messages name."""
    raw = data.encode("utf-8", "surrogatepass") if isinstance(data, str) else data
    if len(raw) > MAX_BYTES:
        raise ContentError(
            [Problem(path, 0, 0, put("yaml", "file_too_large"), put("yaml", "most_bytes", n=f"{MAX_BYTES:,}"))]
        )
    text = _decode(raw, path)
    builder = _Builder(path)
    root = builder.build(text)
    if bare and root is None and not builder.problems and text.strip():
        return Node({}, path, 1, 1)
    if builder.problems or root is None:
        raise ContentError(
            builder.problems or [Problem(path, 1, 1, put("yaml", "file_empty"), put("yaml", "mapping_list"))]
        )
    return root


def _decode(raw: bytes, path: str) -> str:
    """UTF-8 text without unwanted characters."""
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        column = error.start - raw.rfind(b"\n", 0, error.start)
        raise ContentError(
            [Problem(path, line, column, put("yaml", "not_utf_8_text"), put("yaml", "file_saved_utf_8"))]
        ) from error
    problems = [
        Problem(
            path,
            *_place(text, found.start()),
            put("yaml", "character_u_not_allowed", code=f"{ord(found[0]):04X}"),
            put("yaml", "printable_text"),
        )
        for found in _UNWANTED.finditer(text)
    ]
    if problems:
        raise ContentError(problems[:50])
    return text


def _place(text: str, index: int) -> tuple[int, int]:
    return text.count("\n", 0, index) + 1, index - text.rfind("\n", 0, index)


class _Builder:
    """Builds nodes from parser events without recursion, so that depth and number of parts are limited here."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.problems: list[Problem] = []
        self.root: Node | None = None
        self.stack: list[tuple[Node, list[Node]]] = []
        self.count = 0
        self.documents = 0

    def build(self, text: str) -> Node | None:
        import yaml

        loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
        try:
            for event in yaml.parse(text, Loader=loader):
                if not self.take(event):
                    return None
        except yaml.MarkedYAMLError as error:
            self.syntax(error)
        except RecursionError:
            self.problems.append(
                Problem(self.path, 1, 1, put("yaml", "nested_too_deeply"), put("yaml", "most_levels", n=MAX_DEPTH))
            )
        return self.root

    def syntax(self, error: Any) -> None:
        """A mistake of YAML itself, in the parser's words as far as they are known."""
        mark = error.problem_mark or error.context_mark
        line, column = (mark.line + 1, mark.column + 1) if mark else (1, 1)
        words = " ".join(parser(word) for word in (error.context, error.problem) if word)
        self.problems.append(Problem(self.path, line, column, put("yaml", "not_yaml", words=words), ""))

    def take(self, event: Any) -> bool:
        """Work in one event; False when a limit is passed and reading must end."""
        kind = type(event).__name__
        if kind == "DocumentStartEvent":
            self.documents += 1
            if self.documents > 1:
                return self.refuse(event, put("yaml", "second_document_starts_here"), put("yaml", "one_document_file"))
        elif kind == "AliasEvent":
            self.note(event, put("yaml", "alias_not_allowed", anchor=event.anchor), put("yaml", "value_written_out"))
            self.add(Node(None, self.path, *self.place(event)))
        elif kind == "ScalarEvent":
            return self.scalar(event)
        elif kind in ("MappingStartEvent", "SequenceStartEvent"):
            return self.open(event, {} if kind == "MappingStartEvent" else [])
        elif kind in ("MappingEndEvent", "SequenceEndEvent"):
            self.close()
        return True

    def place(self, event: Any) -> tuple[int, int]:
        return event.start_mark.line + 1, event.start_mark.column + 1

    def note(self, event: Any, what: str, expected: str) -> None:
        self.problems.append(Problem(self.path, *self.place(event), what, expected))

    def refuse(self, event: Any, what: str, expected: str) -> bool:
        self.note(event, what, expected)
        return False

    def counted(self, event: Any) -> bool:
        """Count a part and look at its anchor and tag; False when there are too many parts."""
        self.count += 1
        if self.count > MAX_NODES:
            return self.refuse(event, put("yaml", "file_too_many_parts"), put("yaml", "most", n=f"{MAX_NODES:,}"))
        if event.anchor is not None:
            self.note(event, put("yaml", "anchor_not_allowed", anchor=event.anchor), put("yaml", "value_without_name"))
        if event.tag is not None and event.tag != "!":
            self.note(event, put("yaml", "tag_not_allowed", tag=event.tag), put("yaml", "value_without_tag"))
        return True

    def open(self, event: Any, value: Any) -> bool:
        if not self.counted(event):
            return False
        if len(self.stack) >= MAX_DEPTH:
            return self.refuse(event, put("yaml", "nested_too_deeply"), put("yaml", "most_levels", n=MAX_DEPTH))
        self.stack.append((Node(value, self.path, *self.place(event)), []))
        return True

    def scalar(self, event: Any) -> bool:
        if not self.counted(event):
            return False
        text = event.value
        if len(text) > MAX_TEXT:
            return self.refuse(event, put("yaml", "text_too_long"), put("yaml", "most_characters", n=f"{MAX_TEXT:,}"))
        found = _UNWANTED.search(text)
        if found:
            self.note(
                event,
                put("yaml", "character_u_not_allowed", code=f"{ord(found[0]):04X}"),
                put("yaml", "printable_text"),
            )
        plain = event.implicit[0] and not event.style
        inside = self.stack[-1] if self.stack else None
        is_key = inside is not None and isinstance(inside[0].value, dict) and not inside[1]
        self.add(Node(text if is_key or not plain else _resolve(text), self.path, *self.place(event)))
        return True

    def close(self) -> None:
        node, _ = self.stack.pop()
        self.add(node)

    def add(self, node: Node) -> None:
        """Put a finished node where it belongs: under its key, into its list, or at the root."""
        if not self.stack:
            self.root = node
            return
        parent, waiting = self.stack[-1]
        if isinstance(parent.value, list):
            parent.value.append(node)
        elif not waiting:
            waiting.append(node)
        else:
            self.pair(parent, waiting.pop(), node)

    def pair(self, parent: Node, key: Node, node: Node) -> None:
        name = key.value
        if not isinstance(name, str):
            self.problems.append(key.problem(put("yaml", "key_no_text"), put("yaml", "word")))
        elif name in parent.value:
            line = parent.keys[name][0]
            self.problems.append(
                key.problem(put("yaml", "key_already_line", name=name, line=line), put("yaml", "each_key_once"))
            )
        else:
            parent.value[name] = node
            parent.keys[name] = (key.line, key.column)


def _resolve(text: str) -> Any:
    """The value of an unquoted scalar."""
    if text in _WORDS:
        return _WORDS[text]
    if _INT.fullmatch(text):
        return int(text)
    if _FLOAT.fullmatch(text):
        return float(text)
    return text
