"""The ways into the rooms: from the title, and from the command line. What a room needs is imported at its door."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from zterm.ui.page import Page
from zterm.ui.pane import Look
from zterm.ui.rooms.words import put

if TYPE_CHECKING:
    from zterm.shows.demos import Show
    from zterm.shows.replays import Replay
    from zterm.ui.client import Client

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


def run_room(name: str) -> int:
    """Show one of the `ROOMS` and leave with it; gives the exit status."""
    return _run(lambda client: _last(client, room(name, client.look)))


def run_show(show: Show | Replay, speed: float, running: bool) -> int:
    """Show a demo (Esc goes to the list of demos) or a replay; gives the exit status."""

    def first(client: Client) -> None:
        from zterm.shows.demos import Show
        from zterm.ui.rooms.showroom import Showroom, piece_of

        shown = Showroom(client.look, piece_of(show), speed, running)
        if isinstance(show, Show):
            _last(client, room("demos", client.look))
            client.push_screen(shown)
        else:
            _last(client, shown)

    return _run(first)


def run_campaign(name: str, seed: int | None) -> int:
    """Show the map of a campaign; ``seed`` is that of its next mission. Gives the exit status."""
    from zterm.ui.rooms.campaigns import CampaignMap

    pages: list[CampaignMap] = []

    def first(client: Client) -> None:
        page = CampaignMap(client.look, name, seed)
        pages.append(page)
        _last(client, page)

    try:
        return _run(first)
    finally:
        for page in pages:
            page.let_go()


def _last(client: Client, screen: Any) -> None:
    """Show a screen with which the program is left."""
    client.push_screen(screen, lambda _: client.leave(0))


def _run(first: Any) -> int:
    from zterm.ui.app import run_first

    return run_first(first)
