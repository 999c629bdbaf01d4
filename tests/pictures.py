"""The pictures of the README, made by the program itself: ``python -m tests.pictures [FOLDER]``."""

from __future__ import annotations

import asyncio
import os
import sys
import tempfile
from pathlib import Path

HOME = Path(__file__).resolve().parent.parent / "themes"
PICTURES = {"preview.svg": ("m00", (80, 24), True), "preview_wide.svg": ("m05", (140, 45), False)}
"""For each picture its mission, its size in columns and rows, and whether an attack with its odds is marked."""

SEED, LEAST, MOST = 7, 120, 600
"""The match shown, and from which to which answer a moment with a fight is looked for."""


def best(match) -> str:
    """The attack with the most kills to expect, "" where none is to be expected to kill."""
    found = [(0.9, "")]
    for option in match.decision.options:
        odds = match.rules.option(match.state, match.decision, option).odds if option.startswith("attack:") else None
        if odds is not None and not odds.friend:
            found.append((sum(n * chance for n, chance in enumerate(odds.kills)), option))
    return max(found)[1]


def moment(mission: str):
    """A match that the bot has played on to a turn in which somebody can attack."""
    from zterm import saves
    from zterm.bots import named
    from zterm.games.registry import game

    saved = saves.begin("zombicide", game("zombicide").setup(mission), SEED)
    bot = named.make("zombicide", "quick", SEED)
    while saved.match.decision is not None and saved.match.answers < MOST:
        if saved.match.answers >= LEAST and saved.match.decision.kind == "turn" and best(saved.match):
            break
        saved.choose(bot(saved.match))
    return saved


def drawn(mission: str, size: tuple[int, int], marked: bool) -> str:
    """The play screen as an SVG picture."""
    from zterm.session import seat
    from zterm.ui import glyphs, themes
    from zterm.ui.client import Client
    from zterm.ui.pane import Look

    theme = themes.load("classic")
    look = Look(theme, glyphs.UNICODE, "true", themes.painter(theme, "true"))

    async def shown() -> str:
        app = Client(look, seat(saved), True)
        async with app.run_test(size=size) as pilot:
            desk, wanted = app.screen.desk, best(saved.match)
            if marked:
                desk.open(tuple(o for o in saved.match.decision.options if o.startswith("attack:")), "Attack")
            while wanted and not any(wanted in entry.ids for entry in [desk.marked()]):
                app.screen.mark(1)
            app.screen.draw()
            await pilot.pause(1.0)
            return app.export_screenshot(title="zterm", simplify=True)

    saved = moment(mission)
    try:
        return asyncio.run(shown())
    finally:
        saved.close()


def main(folder: Path = HOME) -> None:
    """Write all pictures into a folder."""
    with tempfile.TemporaryDirectory() as home:
        for name in ("XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME"):
            os.environ[name] = home
        os.environ["ZTERM_SPEED"] = "off"
        for file, what in PICTURES.items():
            (folder / file).write_text(drawn(*what) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:2]))
