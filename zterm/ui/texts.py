"""Texts to read: help, the whole log, rules; and what overlays need to know of a game."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from zterm.ui.chronicle import entry_rows
from zterm.ui.desk import Desk
from zterm.ui.glyphs import Glyphs
from zterm.ui.keymap import Bound, current, key_name
from zterm.ui.legend import legend
from zterm.ui.rows import BLANK, Bit, Row, fit, row, wrap
from zterm.ui.words import MESSAGES, put

if TYPE_CHECKING:
    from zterm.content.rulebook import Entry

KEYED, SIGNS = 20, 19
"""Columns of keys, and of signs with what stands before and behind them."""


def help_rows(desk: Desk | None, where: str, words: str, width: int, glyphs: Glyphs) -> list[Row]:
    """Where the player is, all keys, and the signs of the map; with words the lines that have them."""
    rows: list[Row] = [BLANK]
    offered = desk.offers if desk is not None else None
    rows += [
        row(Bit(f" {line}", "strong"))
        for line in wrap(put("where", where if MESSAGES.has("where", where) else "menu"), width - 2, "")
    ]
    if desk is not None:
        rows += [row(Bit(f" {line}")) for line in wrap(put("help", "now", prompt=desk.prompt()), width - 3)]
        rows += [BLANK, row(Bit(f" {put('reader', 'goals')}", "title", "b")), *goal_rows(desk, width)[1:]]
    rows += [BLANK, row(Bit(f" {put('help', 'keys')}", "title", "b")), *key_rows(width, offered=offered)]
    rows += [BLANK, row(Bit(f" {put('help', 'map')}", "title", "b"))]
    for sign in legend(desk.rules if desk is not None else None, glyphs):
        rows += _pair(Bit(fit(f"  {sign.text}", SIGNS), sign.role, "b"), sign.words, width)
    rows += [BLANK, row(Bit(f" {put('help', 'saved')}", "name"))]
    wanted = words.casefold().split()
    if not wanted:
        return rows
    return [line for line in rows if all(w in "".join(bit.text for bit in line.bits).casefold() for w in wanted)]


def goal_rows(desk: Desk, width: int) -> list[Row]:
    """What wins the match, and which of it is reached."""
    rows: list[Row] = [BLANK]
    for goal in desk.view.goals:
        state = put("goals", "done" if goal.done else "open")
        rows += _pair(Bit(fit(f"  {state}", KEYED), "good" if goal.done else "name"), goal.text, width)
    if len(desk.view.goals) > 1:
        rows += [row(Bit(f"  {line}", "name")) for line in wrap(put("goals", "together"), width - 4, "")]
    return rows if desk.view.goals else [BLANK, row(Bit(f"  {put('goals', 'none')}", "disabled"))]


def key_rows(width: int, keys: tuple[Bound, ...] = (), offered: Callable[[str], bool] | None = None) -> list[Row]:
    """A line for every key, by default for those in use; without those that ``offered`` says no to."""
    rows = _pair(Bit(fit(f"  {put('help', 'choosing')}", KEYED), "key", "b"), put("help", "choosing_words"), width)
    for bound in keys or current():
        if bound.words and (offered is None or offered(bound.id)):
            shown = bound.shown or f"{key_name('Ctrl-P')} {bound.name}"
            rows += _pair(Bit(fit(f"  {shown}", KEYED), "key", "b"), bound.words, width)
    return rows


def _pair(left: Bit, text: str, width: int) -> list[Row]:
    used = len(left.text)
    lines = wrap(text, max(20, width - used - 2), "")
    return [row(left if not number else Bit(" " * used), line) for number, line in enumerate(lines)]


def log_rows(desk: Desk, words: str, width: int) -> list[Row]:
    """The log, with a heading for each turn and the rule of each entry; with words the entries that have them."""
    rows: list[Row] = []
    turn = None
    for entry in desk.chronicle.find(words):
        if entry.turn != turn:
            turn = entry.turn
            rows.append(row(Bit(f" {put('log', 'head', turn=turn)}", "title", "b")))
        rows += entry_rows(entry, width - 12, rule=False)[:1] if words else entry_rows(entry, width - 12)
        if entry.rule:
            last = rows[-1]
            used = sum(len(bit.text) for bit in last.bits)
            pad = max(1, width - 1 - len(entry.rule) - used)
            rows[-1] = Row((*last.bits, Bit(" " * pad + entry.rule, "disabled")), last.ground)
    return rows


def rules_rows(game: str, words: str, width: int) -> list[Row]:
    """The rules of a game ("" for all games) in which all words occur; without words the chapters."""
    from zterm.content import rulebook

    known = rulebook.games()
    names = [name for name in known if game in ("", name)]
    if not names:
        return [row(f" {put('rules', 'none')}")]
    rows = [] if words.strip() else [row(Bit(f" {put('rules', 'type')}", "name")), BLANK]
    for name in names:
        book = rulebook.load(name)
        found = book.find(words) if words.strip() else ()
        if len(names) > 1 and (found or not words.strip()):
            rows.append(row(Bit(f" {name.replace('_', ' ').upper()}", "title", "b")))
        if words.strip():
            rows += [line for entry in found for line in _rule(entry, book.chapter(entry.chapter).title, width)]
            continue
        for chapter in book.chapters:
            head = Bit(fit(f"  {chapter.number}", 8), "key", "b")
            rows.append(row(head, chapter.title, Bit(f"  {put('rules', 'pages', pages=chapter.pages)}", "name")))
    return rows


def _rule(entry: Entry, chapter: str, width: int) -> list[Row]:
    rows = [
        row(Bit(f" {entry.id}", "key", "b"), Bit(f"  {put('rules', 'page', chapter=chapter, page=entry.page)}", "name"))
    ]
    rows += [row(f"   {line}") for line in wrap(entry.text, width - 4, "")]
    if entry.settled:
        rows += [
            row(Bit(f"   {line}", "name")) for line in wrap(put("rules", "settled", text=entry.settled), width - 4, "")
        ]
    if entry.variant:
        rows += [row(f"   {line}") for line in wrap(put("rules", "switched", option=entry.variant), width - 4, "")]
    return [*rows, BLANK]


def rule_rows(game: str, rule: str, width: int) -> list[Row]:
    """One rule by its id; a mission's own rules are named only."""
    from zterm.content import rulebook

    try:
        book = rulebook.load(game)
        entry = book.entry(rule)
    except KeyError:
        mission, _, name = rule.partition(":")
        text = (
            put("rules", "mission", name=name.replace("_", " ").capitalize(), mission=mission)
            if name
            else put("rules", "unknown", rule=rule)
        )
        return [BLANK, *[row(f" {line}") for line in wrap(text, width - 2)]]
    return [BLANK, *_rule(entry, book.chapter(entry.chapter).title, width)]


def noise_of(desk: Desk) -> dict[str, int]:
    """How loud it is where: from the game where it says so, else from the noise tokens."""
    ask = getattr(desk.rules, "noise", None)
    if ask is not None:
        return dict(ask(desk.session.match.state))
    total: dict[str, int] = {}
    for token in desk.view.tokens:
        if token.group == "noise":
            total[token.area] = total.get(token.area, 0) + token.count
    return total or {"": 0}


def sight_of(desk: Desk, area: str) -> dict[str, int] | None:
    """The areas seen from one with their ranges, None where the game does not say."""
    ask = getattr(desk.rules, "sight", None)
    return dict(ask(desk.session.match.state, area)) if ask is not None and area else None
