"""The full-screen client: starts Textual, looks after signals and the terminal, and leaves both clean.

Textual is imported when a screen is really wanted: the functions ``run_...`` are the ways in.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable
from types import FrameType
from typing import TYPE_CHECKING, Any

from zterm.content.settings import Settings, load
from zterm.ui import terminal

if TYPE_CHECKING:
    from zterm.session import Session
    from zterm.shows.demos import Show
    from zterm.shows.replays import Replay
    from zterm.ui.client import Client
    from zterm.ui.pane import Look
    from zterm.ui.rooms.campaigns import CampaignMap


def run_match(session: Session, resumed: bool) -> int:
    """Play a match on the full screen; gives the exit status (130 after Ctrl-C, 128 + n after a signal)."""
    return _run(lambda look, *rest: _client(look, session, resumed, None, *rest))


def run_title() -> int:
    """Show the title screen and play what is chosen there; gives the exit status."""
    return _run_first(None)


def run_room(name: str) -> int:
    """Show one of the `rooms.doors.ROOMS` and leave with it; gives the exit status."""

    def first(client: Client) -> None:
        from zterm.ui.rooms import doors

        _last(client, doors.room(name, client.look))

    return _run_first(first)


def run_show(show: Show | Replay, speed: float, running: bool) -> int:
    """Show a demo (Esc goes to the list of demos) or a replay; gives the exit status."""

    def first(client: Client) -> None:
        from zterm.shows.demos import Show
        from zterm.ui.rooms import doors
        from zterm.ui.rooms.showroom import Showroom, piece_of

        shown = Showroom(client.look, piece_of(show), speed, running)
        if isinstance(show, Show):
            _last(client, doors.room("demos", client.look))
            client.push_screen(shown)
        else:
            _last(client, shown)

    return _run_first(first)


def run_campaign(name: str, seed: int | None) -> int:
    """Show the map of a campaign; ``seed`` is that of its next mission. Gives the exit status."""
    pages: list[CampaignMap] = []

    def first(client: Client) -> None:
        from zterm.ui.rooms.campaigns import CampaignMap

        page = CampaignMap(client.look, name, seed)
        pages.append(page)
        _last(client, page)

    try:
        return _run_first(first)
    finally:
        for page in pages:
            page.let_go()


def _last(client: Client, screen: Any) -> None:
    """Show a screen with which the program is left."""
    client.push_screen(screen, lambda _: client.leave(0))


def _run_first(first: Callable[[Client], None] | None) -> int:
    """Show what ``first`` puts on the screen, the title without it."""
    return _run(lambda look, *rest: _client(look, None, False, first, *rest))


def _client(
    look: Look,
    session: Session | None,
    resumed: bool,
    first: Callable[[Client], None] | None,
    settings: Settings,
    notes: tuple[str, ...],
) -> Any:
    from zterm.ui.client import Client

    return Client(look, session, resumed, first, settings, notes)


def _run(make: Callable[[Look, Settings, tuple[str, ...]], Any]) -> int:
    """Prepare the terminal, run the client, and say in a sentence what is to be said after it."""
    env = os.environ
    traits = terminal.traits(env)
    settings = load()
    depth = traits.depth if settings.get("colours") == "auto" else settings.get("colours")
    for name in [name for name in env if name.startswith("TEXTUAL") or name in ("NO_COLOR", "COLUMNS", "LINES")]:
        del env[name]
    env["TEXTUAL_FPS"] = "1000"
    env["TEXTUAL_COLOR_SYSTEM"] = terminal.SYSTEMS[depth]
    env["TEXTUAL_ANIMATIONS"] = "none"
    terminal.ask()
    app = _made(make, settings, traits)
    fault: BaseException | None = None
    _heed_early(app)
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


def _heed_early(app: Client) -> None:
    """Let a signal that comes while the screen is being taken wait until it can be given back."""

    def early(signum: int, frame: FrameType | None) -> None:
        app.signum = app.signum or signum
        signal.signal(signum, signal.SIG_DFL)

    for signum in (signal.SIGHUP, signal.SIGTERM):
        if signal.getsignal(signum) is signal.SIG_DFL:
            signal.signal(signum, early)


def _made(make: Callable[[Look, Settings, tuple[str, ...]], Any], settings: Settings, traits: terminal.Traits) -> Any:
    """Load what draws, then read the terminal's answer about box characters, and make the client."""
    from zterm.ui import client, looks, ownkeys, thrift
    from zterm.ui.pencil import Talents

    keys = ownkeys.load()
    box, repeats, client.Client.typed = terminal.answer()
    thrift.LINE.talents = Talents(*terminal.erases(), repeats)
    look, said = looks.look_of(settings, traits, box)
    app = make(look, settings, tuple(note for note in (keys, said) if note))
    app.traits, app.box = traits, box
    app.pace.rate = terminal.baud() / 10
    app.pace.asks = box is not None and (app.pace.rate > 0 or terminal.distant(os.environ))
    return app
