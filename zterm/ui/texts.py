"""Texts to read: help, the whole log, rules; and what overlays need to know of a game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from zterm.kernel.views import Token
from zterm.ui.chronicle import entry_rows
from zterm.ui.desk import Desk
from zterm.ui.keymap import CHOOSING, CHOOSING_WORDS, Bound, current
from zterm.ui.rows import BLANK, Bit, Row, fit, row, wrap

if TYPE_CHECKING:
    from zterm.content.rulebook import Entry

WHERE = {
    "menu": "You are asked something. The panel at the lower left shows the question and what can be done.",
    "look": "You look around: the arrows walk a cursor over the map, the panel tells what is there.",
    "confirm": "You are asked whether the turn ends although actions are left: y ends it, Esc keeps playing.",
    "threat": "You see what would happen if the other side acted now: up and down pick a group, left and right a way.",
    "hint": "The adviser says what it would do: Enter does it, any other key keeps playing.",
    "report": "You are told what has just happened: Space shows more, any other key goes on.",
    "dice": "Dice are falling: any key shows all of them.",
    "title": "The first screen: arrows and Enter, or the number or letter of a line.",
    "new": "A new match: up and down walk the lines, left and right change one, Enter begins.",
}

LEGEND: tuple[tuple[str, str, str], ...] = (
    ("W3 F1 R2 A", "walker", "zombies by kind, with their number"),
    ("W3!2", "berserker", "two more of the kind are berserkers"),
    ("@kj", "survivor", "people, by the letter of their name; the one who acts stands first, in a capital"),
    ("~3", "noise", "noise tokens"),
    ("* *v", "objective", "objectives (v violet, w white, y yellow, b blue)"),
    ("ov", "button", "a button and its colour; pressed .v"),
    ("S1 s2v", "spawn", "spawn areas in order; a small s sleeps (v until violet)"),
    ("EXIT start", "exit", "exit and start"),
    ("{P....}", "car", "a car (P police) and its four seats, driver first"),
    ("[+] [/]", "neutral", "a door, closed and open; a letter is its colour (capital: closed)"),
    ("O $", "manhole", "a manhole; something to pick up"),
    (': _ = "', "texture_corridor", "the floor: corridor, room, cell, yard; a street is blank"),
    (". x #", "dot", "an open border, razor wire, roof"),
    ("- | ^", "texture_water", "the floor of terrain: water, bridge, tent"),
    ("[#] [=] [%] [H]", "neutral", "on a border: barricade, one half built, breach, wall token"),
    ("#% #C #B #b", "wire", "blocked: rubble, chandelier, bell, deflated boat"),
    ("(o) (@) =3 ||", "item", "drain, whirlpool, wooden bridge with its load, steel bridge"),
    ("[?] /? /A /I", "item", "confessional; tent, closed, administration, infirmary (/q /k /s others)"),
    ("Wt3 Rt1", "walker", "toxic zombies"),
)


def help_rows(desk: Desk | None, where: str, words: str, width: int) -> list[Row]:
    """Where the player is, all keys, and the signs of the map; with words the lines that have them."""
    rows: list[Row] = [BLANK]
    rows += [row(Bit(f" {line}", "strong")) for line in wrap(WHERE.get(where, WHERE["menu"]), width - 2, "")]
    if desk is not None:
        rows += [row(Bit(f" Now: {line}")) for line in wrap(desk.prompt(), width - 8)]
    rows += [BLANK, row(Bit(" KEYS", "title", "b")), *key_rows(width)]
    rows += [BLANK, row(Bit(" THE MAP", "title", "b"))]
    for text, role, meaning in LEGEND:
        rows += _pair(Bit(fit(f"  {text}", 16), role, "b"), meaning, width)
    rows += [BLANK, row(Bit(" Every answer is saved as it is given; leaving loses nothing.", "name"))]
    wanted = words.casefold().split()
    if not wanted:
        return rows
    return [line for line in rows if all(w in "".join(bit.text for bit in line.bits).casefold() for w in wanted)]


def key_rows(width: int, keys: tuple[Bound, ...] = ()) -> list[Row]:
    """A line for every key, by default for those in use."""
    rows = _pair(Bit(fit(f"  {CHOOSING}", 16), "key", "b"), CHOOSING_WORDS, width)
    for bound in keys or current():
        if bound.words:
            rows += _pair(Bit(fit(f"  {bound.shown}", 16), "key", "b"), bound.words, width)
    return rows


def _pair(left: Bit, text: str, width: int) -> list[Row]:
    lines = wrap(text, max(20, width - 18), "")
    return [row(left if not number else Bit(" " * 16), line) for number, line in enumerate(lines)]


def log_rows(desk: Desk, words: str, width: int) -> list[Row]:
    """The log, with a heading for each turn and the rule of each entry; with words the entries that have them."""
    rows: list[Row] = []
    turn = None
    for entry in desk.chronicle.find(words):
        if entry.turn != turn:
            turn = entry.turn
            rows.append(row(Bit(f" TURN {turn}", "title", "b")))
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
        return [row(" This game has no rules reference.")]
    rows = [] if words.strip() else [row(Bit(" Type words that a rule has, or its number.", "name")), BLANK]
    for name in names:
        book = rulebook.load(name)
        found = [line for entry in book.find(words) for line in _rule(entry, book.chapter(entry.chapter).title, width)]
        if len(names) > 1 and (found or not words.strip()):
            rows.append(row(Bit(f" {name.replace('_', ' ').upper()}", "title", "b")))
        if words.strip():
            rows += found
            continue
        for chapter in book.chapters:
            head = Bit(fit(f"  {chapter.number}", 8), "key", "b")
            rows.append(row(head, chapter.title, Bit(f"  p. {chapter.pages}", "name")))
    return rows


def _rule(entry: Entry, chapter: str, width: int) -> list[Row]:
    rows = [row(Bit(f" {entry.id}", "key", "b"), Bit(f"  {chapter}, page {entry.page}", "name"))]
    rows += [row(f"   {line}") for line in wrap(entry.text, width - 4, "")]
    if entry.settled:
        rows += [row(Bit(f"   {line}", "name")) for line in wrap(f"Settled: {entry.settled}", width - 4, "")]
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
            f"{name.replace('_', ' ').capitalize()}: a rule of the mission {mission}."
            if name
            else f"{rule}: not in the rules reference."
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
            total[token.area] = total.get(token.area, 0) + _count(token)
    return total or {"": 0}


def _count(token: Token) -> int:
    return token.count


def sight_of(desk: Desk, area: str) -> dict[str, int] | None:
    """The areas seen from one with their ranges, None where the game does not say."""
    ask = getattr(desk.rules, "sight", None)
    return dict(ask(desk.session.match.state, area)) if ask is not None and area else None
