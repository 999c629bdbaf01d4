"""The ways into the rooms from the title. What a room needs is imported at its door."""

from __future__ import annotations

from contextlib import suppress

from zterm.ui.page import Page
from zterm.ui.pane import Look
from zterm.ui.rooms.words import put

ROOMS = ("campaign", "demos", "watch", "settings")


def title_lines() -> list[tuple[str, str, str, str]]:
    """The lines of the title screen: id, letter, name, and what is there."""
    from zterm import campaign
    from zterm.shows import demos

    newest = next(iter(campaign.listing()), None)
    more = put("title", "campaign_more")
    if newest is not None:
        won = len({one.mission for one in newest.tries if one.outcome == "won"})
        more = put("title", "campaign_last", name=newest.name, won=won, last=len(newest.missions))
    count = demos.total()
    return [
        ("campaign", "p", put("title", "campaign"), more),
        ("demos", "d", put("title", "demos"), put("title", "demos_more", n=count)),
        ("watch", "w", put("title", "watch"), put("title", "watch_more")),
    ]


def warm() -> None:
    """Read what new matches, rules and demos are found in, so that they are there at once.

    What can't be read is told there.
    """
    with suppress(Exception):
        from zterm.content import rulebook
        from zterm.games.registry import GAMES, game
        from zterm.shows import demos
        from zterm.ui import newmatch  # noqa: F401

        for name in GAMES:
            playing = game(name)
            playing.options(next((mission.id for mission in playing.missions()), ""))
            playing.figures()
        for name in rulebook.games():
            rulebook.load(name)
        demos.Index()


def room(name: str, look: Look) -> Page:
    """The first screen of one of the `ROOMS`."""
    if name == "campaign":
        from zterm.ui.rooms.campaigns import Campaigns

        return Campaigns(look)
    if name == "settings":
        from zterm.ui.rooms.settings import SettingsPage

        return SettingsPage(look)
    from zterm.ui.rooms.lists import DemoList, WatchList

    return DemoList(look) if name == "demos" else WatchList(look)
