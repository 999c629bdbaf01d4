"""How things are drawn: made of the settings, the terminal's traits, and its answer about box characters."""

from __future__ import annotations

from typing import TYPE_CHECKING

from zterm.content.problems import ContentError
from zterm.content.settings import Settings
from zterm.ui import glyphs, themes
from zterm.ui.glyphs import ASCII, Glyphs
from zterm.ui.pane import Look, RowsPane
from zterm.ui.terminal import Traits
from zterm.ui.words import put

if TYPE_CHECKING:
    from textual.app import App

FIRST = "classic"


def look_of(settings: Settings, traits: Traits, box: int | None) -> tuple[Look, str]:
    """The look for a terminal and what to say about it ("" for nothing); ``box`` is the width of a box character."""
    theme, said = _theme(settings.get("theme"))
    wish = settings.get("colours")
    depth = traits.depth if wish == "auto" else wish
    return Look(
        theme, _glyphs(settings.get("glyphs"), theme, traits, box, depth), depth, themes.painter(theme, depth)
    ), said


def _theme(name: str) -> tuple[themes.Theme, str]:
    try:
        return themes.load(name), ""
    except KeyError:
        return themes.load(FIRST), put("looks", "no_theme", theme=name, now=FIRST)
    except ContentError as fault:
        return themes.load(FIRST), put("looks", "bad_theme", why=fault.problems[0], now=FIRST)


def _glyphs(wish: str, theme: themes.Theme, traits: Traits, box: int | None, depth: str) -> Glyphs:
    unicode = wish == "unicode" or (wish == "auto" and traits.unicode and (box is None or box <= 2))
    plain = all(part.isascii() for part in theme.glyphs)
    if not unicode or plain:
        return theme.glyphs._replace(walls="ascii") if plain else ASCII
    narrow = box == 1 or (wish == "unicode" and box is None)
    walls = glyphs.choose(True, narrow, depth != "none" and not theme.mono).walls
    return theme.glyphs._replace(walls=walls)


def wear(app: App[int], look: Look) -> None:
    """Draw everything that is open in another look, at once."""
    from rich.console import COLOR_SYSTEMS

    from zterm.ui.board import BoardPane
    from zterm.ui.terminal import SYSTEMS

    if not app.is_headless:
        app.console._color_system = COLOR_SYSTEMS.get(SYSTEMS[look.depth], app.console._color_system)
    theme = themes.textual_theme(look.theme, look.depth)
    app.register_theme(theme)
    app.theme = theme.name
    for screen in app.screen_stack:
        if not hasattr(screen, "look"):
            continue
        screen.look = look
        for pane in screen.query(RowsPane):
            pane.wear(look)
        for board in screen.query(BoardPane):
            board.set_look(look.theme, look.glyphs, look.depth)
        if hasattr(screen, "draw"):
            screen.draw()
