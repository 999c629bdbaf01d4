"""What the panel says below the options: the odds of a marked attack, and what could bite after a marked move."""

from __future__ import annotations

from collections.abc import Sequence

from zterm.content.outward import decimal
from zterm.kernel.decision import Odds
from zterm.kernel.views import Card
from zterm.ui import foresight
from zterm.ui.desk import Desk
from zterm.ui.keymap import WALKING
from zterm.ui.menu import Entry, percent
from zterm.ui.rows import Bit, Row, cut, length, row
from zterm.ui.words import put


def extra_rows(desk: Desk, shown: Sequence[Entry], height: int) -> int:
    """How many rows below the options (beside the one about the marked option) a list leaves to chances and threats.

    It depends on the list, not on the mark, so that options never jump.
    """
    alone = [entry.ids[0] for entry in shown if len(entry.ids) == 1]
    known = [odds for option in alone if (odds := desk.describe(option).odds) is not None]
    if any(not odds.words for odds in known):
        wanted = 2
    elif any(desk.describe(option).card is not None for option in alone) or _foretold(desk, alone):
        wanted = 1
    else:
        return 0
    return max((n for n in range(wanted + 1) if len(shown) <= 2 * (height - 2 - n)), default=0)


def _foretold(desk: Desk, alone: Sequence[str]) -> bool:
    """Say whether a list has a row about what bites."""
    return desk.offers("threat") and (any(map(walks, alone)) or (desk.foretells and len(desk.levels) == 1))


def _printed(card: Card) -> str:
    """What is printed on a card, in a line."""
    stats = ", ".join(f"{field.label} {field.value}".strip() for field in card.stats)
    return f"{stats}  {card.marks}".rstrip()


def walks(option: str) -> bool:
    """Say whether an option moves the acting figure."""
    return option.split(":")[0] in WALKING


def rows(desk: Desk, room: int, columns: int) -> list[Row]:
    """So many rows about the marked option: chances of hits and of kills, what bites after a move, else the threat."""
    if room < 1:
        return []
    option = desk.marked_option()
    made: list[Row] = []
    if option is not None and option.odds is not None and not option.odds.words:
        made = odds_rows(option.odds, columns)[-room:]
    elif option is not None and option.card is not None:
        made = [row(Bit(cut(f" {_printed(option.card)}", columns), "name"))]
    elif option is not None and walks(option.id):
        after = foresight.after_bit(desk.after(option.id))
        made = [row(Bit(" "), after._replace(text=cut(after.text, columns - 1)))]
    elif len(desk.levels) == 1 and desk.foretells:
        made = [foresight.line(desk.foreseen, desk, columns)]
    return [*made, *[row("")] * (room - len(made))]


def odds_rows(odds: Odds, columns: int) -> list[Row]:
    """The chances of each number of hits; then of hitting a friend, the noise, and what to expect."""
    expected = sum(number * chance for number, chance in enumerate(odds.kills))
    average = Bit(f" {put('odds', 'average', n=decimal(expected))}", "strong")
    friend = Bit(f"  {put('odds', 'no_friend')}", "name")
    if odds.friend:
        friend = Bit(f"  {put('odds', 'friend', chance=percent(odds.friend))}", "bad", "b")
    noise = (
        Bit(f"  {put('odds', 'noise', n=odds.noise)}", "noise")
        if odds.noise
        else Bit(f"  {put('odds', 'silent')}", "name")
    )
    facts = [average, friend, noise]
    for least in (average, noise) if odds.friend else (friend, average):
        if length(facts) > columns:
            facts.remove(least)
    last = Row(tuple(facts))
    return [_spread(put("odds", "hits"), odds.hits, columns), last] if odds.hits else [last]


def _spread(name: str, chances: Sequence[float], columns: int) -> Row:
    """The chance of each number, as many as have room."""
    bits = [Bit(f" {name}")]
    for number, chance in enumerate(chances):
        more = [Bit(f"  {number} "), Bit(percent(chance), "good" if number else "text")]
        if length(bits) + length(more) > columns:
            break
        bits += more
    return Row(tuple(bits))
