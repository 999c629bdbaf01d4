"""The options of a decision as a short list: grouped by verb, then by target, so that a panel stays readable.

Option ids are paths ("attack:pistol:z3"); an entry is one option or a group of options that begin alike.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from itertools import product
from typing import NamedTuple

from zterm.kernel import decision
from zterm.kernel.decision import Cost, Odds, Option
from zterm.ui.keymap import LETTERS, NUMBERS
from zterm.ui.labels import GROUP, least, shortened
from zterm.ui.rows import Bit, Row, cut, fit, row, width, wrap
from zterm.ui.words import MESSAGES, put

Describe = Callable[[str], Option]


class Entry(NamedTuple):
    """A line of the list: one option (``ids`` holds it alone), a group, or (no ids) something not allowed now.

    ``rank`` is its place in the list as the game sees it.
    """

    key: str
    ids: tuple[str, ...]
    label: str
    why: str = ""
    letter: str = ""
    rank: int = 0


class Barred(NamedTuple):
    """Why a verb is not allowed now, and the place it has in the list when it is."""

    why: str
    rank: int = 0


class Level(NamedTuple):
    """A list that is open: the options in it, and how many parts of their ids it has used up."""

    ids: tuple[str, ...]
    depth: int
    name: str = ""


def entries(
    level: Level, describe: Describe, capacity: int, why: Mapping[str, Barred] = {}, people: Mapping[str, str] = {}
) -> list[Entry]:
    """The entries of a level, in the order of the game's ranks, with letters.

    At the first level every verb is one entry (unless there is one verb only), so that a list stays the same from
    answer to answer, and so does a verb's letter; deeper the options stand by themselves as long as there is room.
    ``why`` gives for verbs that are not allowed now the reason; they are added where there is room. ``people`` gives
    figures by their ids the letters that they keep.
    """
    groups = _parts(level)
    alone = len(groups) == 1
    folded = {key for key, ids in groups.items() if level.depth == 0 and not alone and len(ids) > 1}
    while not alone and sum(1 if key in folded else len(ids) for key, ids in groups.items()) > capacity:
        open_groups = [key for key, ids in groups.items() if key not in folded and len(ids) > 1]
        if not open_groups:
            break
        folded.add(max(open_groups, key=lambda key: len(groups[key])))
    made: list[Entry] = []
    for key, ids in groups.items():
        if key in folded:
            rank = min(describe(id).rank for id in (ids[0], ids[-1]))
            made.append(Entry(key, tuple(ids), _group_label(key, ids, describe), rank=rank))
        else:
            made += [Entry(key, (id,), describe(id).label, rank=describe(id).rank) for id in ids]
    for key, barred in why.items():
        if key not in groups and len(made) < capacity:
            made.append(Entry(key, (), MESSAGES.word("verbs", key).capitalize(), barred.why, rank=barred.rank))
    made.sort(key=lambda entry: entry.rank)
    verbs = level.depth == 0 and len({id.split(":")[0] for id in level.ids}) > 1
    own = _verb_letters() if verbs else people
    return _lettered(made, own if any(entry.key in own for entry in made) else {})


def _verb_letters() -> dict[str, str]:
    """The letters that verbs have for themselves, in the language in use."""
    return {verb: MESSAGES.word("letters", verb) for verb in MESSAGES.tables()["letters"]}


def name_letters(names: Mapping[str, str]) -> dict[str, str]:
    """A letter for each of several names by their ids: the first of the name that is free, else any."""
    made = _lettered([Entry(id, (), name) for id, name in names.items()], {})
    return {entry.key: entry.letter for entry in made if entry.letter}


def _parts(level: Level) -> dict[str, list[str]]:
    """The options by the next part of their ids; a part that all share is gone through."""
    depth = level.depth
    while True:
        groups: dict[str, list[str]] = {}
        for id in level.ids:
            parts = id.split(":")
            groups.setdefault(parts[depth] if depth < len(parts) else "", []).append(id)
        if len(groups) > 1 or "" in groups or len(level.ids) < 2:
            return groups
        depth += 1


def _group_label(key: str, ids: Sequence[str], describe: Describe) -> str:
    """What a group is called: the words that its labels begin with alike."""
    first, last = describe(ids[0]).label.split(), describe(ids[-1]).label.split()
    same: list[str] = []
    for one, other in zip(first, last, strict=False):
        if one != other:
            break
        same.append(one)
    name = re.sub(r" *\([^)]*$", "", " ".join(same)).rstrip(":,") or MESSAGES.word("verbs", key).capitalize()
    return f"{name}{GROUP}({len(ids)})"


def _lettered(made: list[Entry], own: Mapping[str, str]) -> list[Entry]:
    """Give letters: those that keys ``own``, else the first free one of a label that nobody owns, else any left."""
    given: dict[int, str] = {}
    for number, entry in enumerate(made):
        letter = "e" if entry.ids == ("end",) else own.get(entry.key, "")
        if letter and letter not in given.values():
            given[number] = letter
    for kept in (set(own.values()), set()):
        for by_label, number in product((True, False), range(len(made))):
            free = [char for char in LETTERS if char not in kept and char not in given.values()]
            wanted = made[number].label.lower() if by_label else free
            letter = next((char for char in wanted if char in free), "")
            if letter and number not in given:
                given[number] = letter
    return [entry._replace(letter=given.get(number, "")) for number, entry in enumerate(made)]


def deepest(level: Level) -> int:
    """How many parts of the ids of a group are used up when it is opened."""
    split = [id.split(":") for id in level.ids]
    depth = level.depth
    while all(len(parts) > depth for parts in split) and len({parts[depth] for parts in split}) == 1:
        depth += 1
    return depth


def cost_words(cost: Cost | None) -> str:
    """What an option spends, in few words ("" for nothing)."""
    if cost is None:
        return ""
    words = [MESSAGES.number("action", cost.actions)] if cost.actions else []
    if cost.free:
        words.append(put("cost", "free", kind=MESSAGES.word("frees", cost.free)))
    if cost.extra:
        words.append(put("cost", "extra", n=cost.extra))
    return ", ".join(words)


def odds_bits(odds: Odds, brief: bool = False) -> list[Bit]:
    """The chances of an attack: of so many kills or more, and (unless ``brief``) of hitting a friend, and the noise.

    In the game's own words where it has some.
    """
    if odds.words:
        return [Bit(odds.words, "good", "b")]
    bits = [Bit(put("odds", "kills"))]
    for many in range(1, len(odds.kills)):
        chance = sum(odds.kills[many:])
        if chance > 0:
            bits += [Bit(f"  {many}{'+' if many < len(odds.kills) - 1 else ''} "), Bit(percent(chance), "good", "b")]
    if len(bits) == 1:
        bits = [Bit(put("odds", "no_kill"), "bad")]
    if odds.friend and not brief:
        bits.append(Bit(f"  {put('odds', 'friend', chance=percent(odds.friend))}", "bad", "b"))
    if odds.noise and not brief:
        bits.append(Bit(f"  ~{odds.noise}", "noise"))
    return bits


def percent(chance: float) -> str:
    """A chance in whole percent: "91%"."""
    return f"{decision.percent(chance)}%"


def option_rows(shown: Sequence[Entry], mark: int, columns: int, height: int, even: bool = False) -> list[Row]:
    """The entries in one column where they fit, else in two, each as wide as its labels want (or ``even``)."""
    if len(shown) <= height:
        shown = _fitted(shown, [columns] * len(shown))
        return [Row(_entry(entry, number, number == mark, columns)) for number, entry in enumerate(shown)]
    left, right = split(shown, columns, height, even)
    shown = _fitted(shown, [left if number < height else right for number in range(len(shown))])
    rows = []
    for y in range(height):
        bits: tuple[Bit, ...] = ()
        for number, room in ((y, left), (y + height, right)):
            if number < len(shown):
                bits += _entry(shown[number], number, number == mark, room)
            else:
                bits += (Bit(" " * room),)
        rows.append(Row(bits))
    return rows


def split(shown: Sequence[Entry], columns: int, height: int, even: bool = False) -> tuple[int, int]:
    """The widths of two columns of entries; ``even`` ones stay the same from list to list if they can."""
    wants = _wants([entry.label for entry in shown], shown, height)
    if sum(wants) > columns:
        wants = _wants(least([entry.label for entry in shown]), shown, height)
    if even and (max(wants) <= columns // 2 or sum(wants) > columns):
        return columns // 2, columns - columns // 2
    if even:
        return (wants[0], columns - wants[0]) if wants[0] > columns // 2 else (columns - wants[1], wants[1])
    if wants[0] + wants[1] <= columns:
        left = columns // 2 if max(wants) <= columns // 2 else wants[0] + (columns - sum(wants)) // 2
    else:
        left = min(max(columns * wants[0] // sum(wants), 20), columns - 18)
    return left, columns - left


def per_page(shown: Sequence[Entry], columns: int, rows: int) -> int:
    """How many entries of a list stand on a page: those of two columns if no label has to be cut there, else of one."""
    most = capacity(rows)
    for start in range(0, len(shown) if len(shown) > rows else 0, most):
        page = shown[start : start + most]
        left, right = split(page, columns, rows)
        labels = least([entry.label for entry in page])
        if any(width(label) > (left if at < rows else right) - HEAD - 1 for at, label in enumerate(labels)):
            return max(1, min(rows, most))
    return most


def capacity(rows: int) -> int:
    """The most entries of a page of so many rows: those that have a number."""
    return max(1, min(2 * rows, len(NUMBERS)))


def _wants(labels: Sequence[str], shown: Sequence[Entry], height: int) -> tuple[int, int]:
    """The columns that the two columns of a list want, for entries that are called so."""
    wants = [_wanted(entry._replace(label=label)) for entry, label in zip(shown, labels, strict=True)]
    return max(wants[:height], default=0), max(wants[height:], default=0)


def _wanted(entry: Entry) -> int:
    return HEAD + width(f"{entry.label}: {put('said', 'not_now')}" if entry.why else entry.label) + 1


def _fitted(shown: Sequence[Entry], columns: Sequence[int]) -> list[Entry]:
    """Entries with labels that fit their columns; one that is not allowed now says so in its own way."""
    open_ = [number for number, entry in enumerate(shown) if entry.ids]
    labels = shortened([shown[n].label for n in open_], [columns[n] - HEAD - 1 for n in open_])
    made = list(shown)
    for number, label in zip(open_, labels, strict=True):
        made[number] = made[number]._replace(label=label)
    return made


HEAD = 5
"""Columns before a label: the mark, the digit, the letter."""


def _entry(entry: Entry, number: int, marked: bool, columns: int) -> tuple[Bit, ...]:
    ground = "mark" if marked else ""
    digit = NUMBERS[number] if number < len(NUMBERS) else " "
    head = f"{'>' if marked else ' '}{digit} {entry.letter or ' '} "
    room = columns - len(head) - 1
    if not entry.ids:
        name = f"{entry.label}: {entry.why}"
        if width(name) > room:
            name = cut(f"{entry.label}: {put('said', 'not_now')}", room)
        return (Bit(f" {head[1:]}", "disabled", "", ground), Bit(fit(name, room + 1), "disabled", "", ground))
    name = cut(entry.label, room)
    return (
        Bit(head, "key", "b", ground),
        Bit(f"{name} ", "text", "b" if marked else "", ground),
        Bit(" " * (room - width(name))),
    )


def label_rows(option: Option | None, entry: Entry | None, columns: int, most: int) -> list[Row]:
    """The whole label of what is marked, where a line is too short for it: at most so many rows."""
    if option is None or entry is None or option.odds is not None or width(entry.label) < columns:
        return []
    return [row(Bit(f" {line}", "strong")) for line in wrap(entry.label, columns - 2, "")[:most]]


def detail_row(
    option: Option | None, entry: Entry | None, columns: int, room: int, brief: bool = False, told: bool = False
) -> Row:
    """A line about what is marked: its label where it had too little ``room`` and is not ``told``, cost and odds."""
    if entry is None:
        return row("")
    if option is None:
        words = f" {entry.label}: {entry.why}" if entry.why else f" {put('panel', 'opens')}"
        return row(Bit(cut(words, columns), "name"))
    bits: list[Bit] = []
    if _wanted(entry) > room and option.odds is None and not told:
        bits.append(Bit(cut(f" {entry.label}", columns), "strong"))
    cost = cost_words(option.cost)
    if cost:
        bits.append(Bit(f" {cost}", "name"))
    if option.odds is not None:
        bits += [Bit("  " if bits else " "), *odds_bits(option.odds, brief)]
    if option.rule:
        bits.append(Bit(f"  {option.rule}", "disabled"))
    left = columns
    kept = []
    for bit in bits:
        if width(bit.text) <= left:
            kept.append(bit)
            left -= width(bit.text)
    return Row(tuple(kept))
