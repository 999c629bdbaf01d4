"""Texts to read from play: a short one in the panel, a long one on a screen of its own."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from zterm.kernel.views import Token
from zterm.ui import panes, telling, texts
from zterm.ui.page import Reader
from zterm.ui.rows import Bit, Row, row, wrap
from zterm.ui.words import put

if TYPE_CHECKING:
    from zterm.ui.play import Play


def read_rule(screen: Play, rule: str) -> None:
    """Show a rule by its id, or say that there is none."""
    desk = screen.desk
    if not rule:
        desk.said = put("said", "no_rule")
        return
    title = put("reader", "rule", rule=rule)
    read_short(screen, "rule", title, lambda width: texts.rule_rows(desk.rules.game, rule, width))


def read_short(screen: Play, action: str, title: str, text: Callable[[int], Sequence[Row]]) -> None:
    """Show a text in the panel, on a screen of its own where it is long."""
    if not telling.read(screen, action, title, text):
        screen.app.push_screen(Reader(screen.look, title, lambda words, width: text(width), False))


def read_person(screen: Play) -> None:
    """Show everything about the person whose sheet is chosen: all of the sheet, and every card in full."""
    chosen = screen.desk.chosen()
    if chosen is not None:
        person = chosen
        read_short(screen, "accept", person.name, lambda width: panes.whole(person, width))


def read_area(screen: Play, area: str) -> None:
    """Show everything about an area."""
    desk = screen.desk
    tokens: list[Token] = [token for token in desk.view.tokens if token.area == area]

    def rows(width: int) -> list[Row]:
        found = []
        for line in desk.view.places.get(area, "").split("\n"):
            found += [row(Bit(f" {text}")) for text in wrap(line, width - 2)]
        for token in tokens:
            number = f"{token.count} " if token.count > 1 else ""
            extra = f", {put('panel', 'extra', n=token.extra)}" if token.extra else ""
            found.append(
                row(Bit(f"  {token.text:<6}", token.role or token.group, "b"), f" {number}{token.name}{extra}")
            )
        return found

    read_short(screen, "accept", f"{put('panel', 'look')} {area}", rows)
