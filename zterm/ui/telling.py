"""How the play screen tells what an answer brought: a report where the log has no room, and dice that fall.

A short text to read (a rule, the goals) stands in the same place.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from textual.timer import Timer

from zterm.ui.chronicle import Dice, Said, cut_pages, report_rows
from zterm.ui.rows import Row
from zterm.ui.words import put

if TYPE_CHECKING:
    from zterm.ui.play import Play

SPEEDS = {"off": 0.0, "quick": 0.12, "slow": 0.4}
"""Seconds for a die to land."""

LYING = 4
"""Times of a die for which all dice lie before it goes on."""


Text = Callable[[int], Sequence[Row]]
"""The rows of something to read, in so many columns."""

PAGES = 3
"""Pages of the panel that a text may take: what is longer is read on a screen of its own."""


class Telling:
    """What is being told: a ``text`` under a title and its pages, the rolls with the number of dice that have landed.

    ``action`` is the key that opened the text, which closes it as well; ``below`` the mode to go back to.
    """

    def __init__(self) -> None:
        self.text: Text | None = None
        self.title = ""
        self.action = ""
        self.below = "menu"
        self.pages: list[list[Row]] = []
        self.rolls: list[Said] = []
        self.landed = 0
        self.after = "menu"
        self.timer: Timer | None = None


def report(screen: Play, news: Sequence[Said], note: Sequence[Said]) -> None:
    """Prepare a report of news that the log has no room for, with a note of the coach or without one.

    A bot's news stay in the log.
    """
    log, panel = screen.plan.places.get("log"), screen.plan.places.get("decision")
    if panel is None or screen.desk.session.bot() is not None:
        return
    room = log.height - 1 if log is not None else 0
    width = log.width if log is not None else panel.width
    told = [*news, *note] if len(report_rows([*news, *note], width)) > room and len(news) + len(note) > 2 else []
    told = told or ([*note] if log is None else [])
    if told:
        screen.mode, screen.telling.below = "report", "menu"
        screen.telling.text, screen.telling.title = partial(report_rows, told), put("panel", "report")
        paginate(screen)


def read(screen: Play, action: str, title: str, text: Text) -> bool:
    """Show a text in the panel, in place of the question; False where it is too long for that."""
    panel, telling = screen.plan.places.get("decision"), screen.telling
    text = partial(_trimmed, text)
    if panel is None or len(text(panel.width)) > PAGES * (panel.height - 1):
        return False
    telling.below = screen.mode if screen.mode != "text" else telling.below
    telling.text, telling.title, telling.action, screen.mode = text, title, action, "text"
    paginate(screen)
    screen.draw("decision", "keys")
    return True


def _trimmed(text: Text, columns: int) -> Sequence[Row]:
    """A text without empty rows at its ends."""
    rows = list(text(columns))
    while rows and not any(bit.text.strip() for bit in rows[-1].bits):
        rows.pop()
    first = next((n for n, line in enumerate(rows) if any(bit.text.strip() for bit in line.bits)), 0)
    return rows[first:]


def paginate(screen: Play) -> None:
    """Cut what is told into pages for the panel as it is now."""
    panel = screen.plan.places.get("decision")
    if screen.telling.text is not None and panel is not None:
        screen.telling.pages = cut_pages(screen.telling.text(panel.width), panel.height - 1)


def turn_page(screen: Play) -> bool:
    """Go to the next page of what is told; False where there is none."""
    if len(screen.telling.pages) < 2:
        return False
    screen.telling.pages.pop(0)
    screen.draw("decision")
    return True


def close(screen: Play, to: str = "menu") -> None:
    """What was told was read: go back to the question, or ``to`` what was shown before."""
    screen.mode, screen.telling.pages, screen.telling.text = to, [], None
    screen.show_menu()


def roll(screen: Play, news: Sequence[Said]) -> bool:
    """Let the dice of news land one by one, if there are any to be seen; says whether there are.

    Until they lie, nothing else shows what they brought.
    """
    rolls = [entry for entry in news if entry.dice] if screen.speed != "off" else []
    if not rolls:
        return False
    telling = screen.telling
    telling.after, telling.rolls, telling.landed = screen.mode, rolls, 0
    screen.mode = "dice"
    telling.timer = screen.set_interval(SPEEDS[screen.speed], lambda: _land(screen))
    screen.draw("decision", "keys")
    return True


def _land(screen: Play) -> None:
    telling = screen.telling
    telling.landed += 1
    total = sum(len((entry.dice or Dice((), 0)).faces) for entry in telling.rolls)
    if telling.landed > total + LYING:
        lie(screen)
    else:
        screen.draw("decision")


def lie(screen: Play) -> None:
    """All dice lie: go on with what was to be shown."""
    telling = screen.telling
    if telling.timer is not None:
        telling.timer.stop()
        telling.timer = None
    if screen.mode == "dice":
        screen.mode, telling.rolls = telling.after, []
        screen.go_on()
