"""Labels of options made to fit a list: what says little gives way first, and no two labels become the same."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from zterm.ui.rows import cut, whole_words, width

_ENDS = re.compile(r"[,:.] | [(]")
"""Where a label may end: before a bracket, and behind a part of a sentence."""
_SMALL = re.compile(r"[^\W\d_A-Z][^\W\d_A-Z']*")
"""A word that is no part of a name."""
GROUP = " .. "
"""Between the name of a group of options and their number."""


def shortened(labels: Sequence[str], rooms: Sequence[int]) -> list[str]:
    """Labels of one list, each for its room in columns; where all fit they stay as they are.

    The words that all begin with go first: the head of the list says them. Then a label ends where a part of it ends,
    as long as no other begins so; what still does not fit is cut, at its end or, where others begin so, in its middle.
    """
    if all(width(label) <= room for label, room in zip(labels, rooms, strict=True)):
        return list(labels)
    bare = _bare(labels)
    return [_short(label, room, bare) for label, room in zip(bare, rooms, strict=True)]


def _bare(labels: Sequence[str]) -> list[str]:
    """The labels without the words that they all begin with: a verb with its small words, or a whole part.

    No name is broken, and no mere number is left in front.
    """
    split = [label.split(" ") for label in labels]
    longest = min(map(len, split)) - 1 if len(labels) > 1 else 0
    for many in range(longest, 0, -1):
        said = split[0][:many]
        whole = said[-1].endswith((":", ",")) or all(_SMALL.fullmatch(word) for word in said[1:])
        if whole and all(words[:many] == said and not words[many][:1].isdigit() for words in split):
            return [" ".join(words[many:]) for words in split]
    return list(labels)


def least(labels: Sequence[str]) -> list[str]:
    """The same labels as short as they can be without being cut."""
    bare = _bare(labels)
    return [next(_parts(label, bare), label) for label in bare]


def _parts(label: str, labels: Sequence[str]) -> Iterator[str]:
    """The beginnings of a label at which it may end, as no other does, the shortest first."""
    ends = [found.start() for found in _ENDS.finditer(label)]
    for part in (label[:end] for end in ends):
        same = [one for one in labels if one.startswith(part) and (one == part or _ENDS.match(one, len(part)))]
        if len(same) == 1:
            yield part


def _short(label: str, room: int, labels: Sequence[str]) -> str:
    if width(label) <= room:
        return label
    name, dots, number = label.rpartition(GROUP)
    if dots:
        left = room - width(dots + number)
        first = whole_words(name, left)
        alone = sum(other.startswith(first) for other in labels if GROUP in other) == 1
        return f"{first if alone else name[:left].rstrip()}{dots}{number}"
    fitting = [part for part in _parts(label, labels) if width(part) <= room]
    if fitting:
        return fitting[-1]
    short = cut(label, room)
    if sum(other.startswith(short.removesuffix("..")) for other in labels) == 1:
        return short
    tail = label[-((room - 2) // 2) :]
    return f"{cut(label, room - width(tail))}{tail}"
