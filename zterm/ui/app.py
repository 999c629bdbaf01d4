"""The full-screen client: starts Textual, looks after signals and the terminal, and leaves both clean.

Textual is imported when a screen is really wanted: ``run_title`` and ``run_match`` are the ways in.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from zterm.ui import terminal

if TYPE_CHECKING:
    from zterm.session import Session
    from zterm.ui.pane import Look


def run_match(session: Session, resumed: bool) -> int:
    """Play a match on the full screen; gives the exit status (130 after Ctrl-C, 128 + n after a signal)."""
    return _run(lambda look: _client(look, session, resumed))


def run_title() -> int:
    """Show the title screen and play what is chosen there; gives the exit status."""
    return _run(lambda look: _client(look, None, False))


def _client(look: Look, session: Session | None, resumed: bool) -> Any:
    from zterm.ui.client import Client

    return Client(look, session, resumed)


def _run(make: Callable[[Look], Any]) -> int:
    """Prepare the terminal, run the client, and say in a sentence what is to be said after it."""
    env = os.environ
    traits = terminal.traits(env)
    env.pop("NO_COLOR", None)
    env.setdefault("TEXTUAL_FPS", "1000")
    env["TEXTUAL_COLOR_SYSTEM"] = terminal.SYSTEMS[traits.depth]
    env["TEXTUAL_ANIMATIONS"] = "none"
    terminal.ask()
    app = make(_look(traits))
    fault: BaseException | None = None
    try:
        app.run(mouse=False)
    except Exception as error:
        fault = error
    finally:
        app.close_matches()
    fault = app.fault or fault
    if app.signum:
        return 128 + int(app.signum)
    if fault is not None:
        raise fault
    for line in app.last_words:
        print(line, file=sys.stderr)
    return int(app.status)


def _look(traits: terminal.Traits) -> Look:
    """Load what draws, then read the terminal's answer about box characters."""
    from zterm.ui import client, glyphs, themes
    from zterm.ui.pane import Look

    theme = themes.load("classic")
    paint = themes.painter(theme, traits.depth)
    columns, client.Client.typed = terminal.answer()
    unicode = traits.unicode and (columns is None or columns <= 2)
    chosen = glyphs.choose(unicode, columns == 1, traits.depth != "none")
    return Look(theme, chosen, traits.depth, paint)
