"""How the play screen tells what an answer brought: a report where the log has no room, and dice that fall."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from textual.timer import Timer

from zterm.ui.chronicle import Dice, Said, report_pages
from zterm.ui.rows import Row

if TYPE_CHECKING:
    from zterm.ui.play import Play

SPEEDS = {"off": 0.0, "quick": 0.12, "slow": 0.4}
"""Seconds for a die to land."""

LYING = 4
"""Times of a die for which all dice lie before it goes on."""


class Telling:
    """What is being told: the news of a report and its pages, the rolls with the number of dice that have landed."""

    def __init__(self) -> None:
        self.news: list[Said] = []
        self.pages: list[list[Row]] = []
        self.rolls: list[Said] = []
        self.landed = 0
        self.after = "menu"
        self.timer: Timer | None = None


def report(screen: Play, news: Sequence[Said], note: Sequence[Said]) -> None:
    """Prepare a report of news that the log has no room for, and of a note where no log is seen.

    A bot's news stay in the log.
    """
    log, panel = screen.plan.places.get("log"), screen.plan.places.get("decision")
    if panel is None or screen.desk.session.bot() is not None:
        return
    room = log.height - 1 if log is not None else 0
    width = log.width if log is not None else panel.width
    rows = sum(len(page) for page in report_pages(news, width, 1))
    told = [*news] if rows > room and len(news) > 2 else []
    told += note if log is None or told else ()
    if told:
        screen.telling.news, screen.mode = told, "report"
        paginate(screen)


def paginate(screen: Play) -> None:
    """Cut the report into pages for the panel as it is now."""
    panel = screen.plan.places.get("decision")
    if screen.telling.news and panel is not None:
        screen.telling.pages = report_pages(screen.telling.news, panel.width, panel.height - 1)


def turn_page(screen: Play) -> bool:
    """Go to the next page of the report; False where there is none."""
    if len(screen.telling.pages) < 2:
        return False
    screen.telling.pages.pop(0)
    screen.draw("decision")
    return True


def close(screen: Play) -> None:
    """The report was read."""
    screen.mode, screen.telling.pages, screen.telling.news = "menu", [], []
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
