"""Tokens as text: what stands in an area, and how it shrinks until it fits.

Words are runs of pieces (text, colour role, attributes); a layout puts words into the rows of a room.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from zterm.kernel.views import Token

Run = tuple[int, int, int]
"""A stretch of floor: row, column, length."""


class Piece(NamedTuple):
    """A few characters of one look."""

    text: str
    role: str
    attrs: str = ""


Word = tuple[Piece, ...]
Groups = tuple[tuple[Word, ...], tuple[Word, ...], tuple[Word, ...]]
"""Zombies, survivors, and the rest."""

LONE = frozenset({"abomination"})
"""Roles of which one is the rule: a number stands only from two on."""

SHORT = {"start": "st", "exit": "Ex", "tower": "T"}
PREFIX = {"noise": "~", "objective": "*", "button": "o"}
LOOSE, SHORT_WORDS, TIGHT, SUMMED, BUNDLED, BARE = range(6)
"""How far tokens are shrunk: as they are; long words short; no spaces; kinds summed; markers behind one
sign; that without the sign before survivors."""


class Line(NamedTuple):
    """A row of words laid out: where it begins, and its pieces with the spaces between."""

    x: int
    y: int
    pieces: tuple[Piece, ...]
    run: Run


def width(words: Iterable[Word]) -> int:
    """The columns that the words take without spaces."""
    return sum(len(piece.text) for word in words for piece in word)


def groups(tokens: tuple[Token, ...], step: int, active: str = ">") -> Groups:
    """The words for the tokens of one area at a shrinking step; ``active`` is the sign before the one who acts."""
    zombies = [t for t in tokens if t.group == "zombie"]
    people = [t for t in tokens if t.group in ("survivor", "zombivor")]
    rest = [t for t in tokens if t.group not in ("zombie", "survivor", "zombivor")]
    first = (_zombie_sum(zombies),) if step >= SUMMED and zombies else tuple(_zombie(t) for t in zombies)
    second: tuple[Word, ...] = ()
    if people:
        second = (_people_sum(people, active, step) if step >= SUMMED else _people(people, active),)
    third = tuple(_marker(t, step >= SHORT_WORDS) for t in rest)
    if step >= BUNDLED and (len(third) > 1 or width(third) > 2):
        third = ((Piece("$+", "item", "b"),),)
    return first, second, third


def _zombie(token: Token) -> Word:
    lone = token.role in LONE and token.count == 1
    plain = token.text + ("" if lone or not token.count else str(token.count))
    extra = (Piece(f"!{token.extra}", "berserker", "b"),) if token.extra else ()
    return (Piece(plain, token.role or "walker", "b"), *extra)


def _zombie_sum(tokens: list[Token]) -> Word:
    total = sum(token.count + token.extra for token in tokens)
    mark = (Piece("!", "berserker", "b"),) if any(token.extra for token in tokens) else ()
    return (Piece(f"Z{total}", "walker", "b"), *mark)


def _people(tokens: list[Token], active: str) -> Word:
    first = [t for t in tokens if t.active]
    others = [t for t in tokens if not t.active and t.group == "survivor"]
    turned = [t for t in tokens if not t.active and t.group == "zombivor"]
    pieces = [Piece(active if first else "@", "active", "b")]
    pieces += [Piece(t.text.upper(), t.role or "survivor", "br") for t in first]
    pieces += [Piece(t.text, t.role or "survivor", "b") for t in others]
    if turned:
        pieces.append(Piece("&", "zombivor", "b"))
        pieces += [Piece(t.text, t.role or "survivor", "b") for t in turned]
    return tuple(pieces)


def _people_sum(tokens: list[Token], active: str, step: int) -> Word:
    first = next((t for t in tokens if t.active), None)
    sign = () if step >= BARE and first else (Piece(active if first else "@", "active", "b"),)
    letter = (Piece(first.text.upper(), first.role or "survivor", "br"),) if first else ()
    turned = any(t.group == "zombivor" for t in tokens) and not first
    tail = (Piece("&", "zombivor", "b"),) if turned else ()
    return (*sign, *letter, Piece(str(len(tokens)), "survivor", "b"), *tail)


def _marker(token: Token, short: bool) -> Word:
    text, attrs = token.text, ""
    if token.group == "noise":
        text = text if text.startswith(("~", "-")) else f"~{token.count}"
        attrs = "br" if token.active or text.startswith("-") else "b"
    elif token.group == "car":
        text = text if text.startswith("{") else "{" + text + "}"
        if short:
            seated = sum(c != "." for c in text[2:-1])
            driven = any(c.isupper() for c in text[2:-1])
            text = "{" + text[1] + (str(seated) if seated else "") + "}"
            return _car(text, token, text[2:-1] if driven else "")
        return _car(text, token, next((c for c in text[2:-1] if c.isupper()), ""))
    elif token.group == "spawn":
        attrs = "br" if token.active or text[:1].isupper() else "b"
    elif token.group in PREFIX:
        if not text.startswith((PREFIX[token.group], ".")):
            text = PREFIX[token.group] + text
        attrs = "d" if text.startswith(".") else "b"
    elif token.group in SHORT:
        text = SHORT[token.group] if short else text
        attrs = "b" if token.group != "start" else ""
    elif token.group == "manhole":
        text, attrs = text or "O", "d"
    elif token.group == "item":
        text, attrs = text or "$", "b"
    return (Piece(text, token.role or token.group, attrs),)


def _car(text: str, token: Token, acting: str) -> Word:
    """A car; the seat of who acts (or the number of people, when short) stands out as on foot."""
    role = token.role or token.group
    head, seat, tail = text.partition(acting) if acting else (text, "", "")
    if acting and len(head) < 2:
        more, seat, tail = tail.partition(acting)
        head = f"{head}{acting}{more}"
    pieces = [Piece(head, role, "b"), *([Piece(seat, "active", "br"), Piece(tail, role, "b")] if seat else [])]
    return tuple(pieces)


@lru_cache(maxsize=4096)
def layout(
    tokens: tuple[Token, ...], floor: tuple[Run, ...], dotted: tuple[Run, ...], centred: bool, active: str
) -> tuple[int, tuple[Line, ...]]:
    """Where the tokens of an area stand, shrunk as little as possible: the step of shrinking, and the rows.

    ``floor`` and ``dotted`` are the runs of the room (see `ground.Room`). What is not ``centred`` stands at the
    left, a column from what is there where all of its rows have room for that. Tried in order, at each step of
    shrinking: each group on its own rows, groups sharing rows, and both with the dotted rows too.
    """
    if not tokens or not (floor or dotted):
        return LOOSE, ()
    everywhere = tuple(sorted({*floor, *dotted}))
    for step in range(BARE + 1):
        parts = groups(tokens, step, active)
        for runs in (floor, everywhere):
            for own in (True, False):
                lines = _place(parts, runs, own, "" if step >= TIGHT else " ", centred)
                if lines:
                    return step, lines
    return BARE + 1, _clipped(groups(tokens, BARE, active), everywhere)


def _place(parts: Groups, runs: tuple[Run, ...], own: bool, gap: str, centred: bool) -> tuple[Line, ...]:
    """The words in the fewest rows, as near to the middle of the room as they fit; empty if they don't fit."""
    for size in range(1, len(runs) + 1):
        starts = range(len(runs) - size + 1)
        middle = (len(runs) - size) // 2
        for start in sorted(starts, key=lambda s: (abs(s - middle), s)):
            window = runs[start : start + size]
            if window[-1][0] - window[0][0] != size - 1:
                continue
            rows = _flow(parts, [run[2] for run in window], own, len(gap))
            if rows is not None:
                pairs = [(run, row) for run, row in zip(window, rows, strict=False) if row]
                apart = all(run[2] - width(row) - len(gap) * (len(row) - 1) > 1 for run, row in pairs)
                return tuple(_line(run, row, gap, None if centred else int(apart)) for run, row in pairs)
    return ()


def _flow(parts: Groups, widths: list[int], own: bool, gap: int) -> list[list[Word]] | None:
    """Words row by row into the given widths, None if they run out."""
    rows: list[list[Word]] = [[]]
    room = widths[0]
    for part in parts:
        fresh = own and bool(rows[-1])
        for word in part:
            need = width((word,)) + (gap if rows[-1] else 0)
            while fresh or need > room:
                if len(rows) == len(widths):
                    return None
                room = widths[len(rows)]
                rows.append([])
                fresh, need = False, width((word,))
            rows[-1].append(word)
            room -= need
    return rows


def _line(run: Run, words: list[Word], gap: str, indent: int | None) -> Line:
    """A row of words so many columns from the left, None: in the middle."""
    y, left, length = run
    pieces: list[Piece] = []
    for word in words:
        if pieces and gap:
            pieces.append(Piece(gap, "text"))
        pieces += word
    free = length - sum(len(piece.text) for piece in pieces)
    return Line(left + (free // 2 if indent is None else indent), y, tuple(pieces), run)


def _clipped(parts: Groups, runs: tuple[Run, ...]) -> tuple[Line, ...]:
    """Last resort in a room too small for all: zombies and survivors, cut at the end of the row."""
    run = max(runs, key=lambda r: r[2])
    pieces: list[Piece] = []
    room = run[2]
    for word in (*parts[0], *parts[1], *parts[2]):
        for piece in word:
            if room > 0:
                pieces.append(piece._replace(text=piece.text[:room]))
                room -= len(piece.text)
    return (Line(run[1], run[0], tuple(pieces), run),)
