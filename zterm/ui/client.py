"""The Textual app: screens come and go here, signals end it cleanly, and every exit is one of ours."""

from __future__ import annotations

import asyncio
import gc
import os
import signal
from collections.abc import Callable
from typing import Any

from textual.app import App
from textual.events import Paste, Resize

from zterm.content import catalogue
from zterm.content.settings import Settings, load
from zterm.kernel.journal import Saved
from zterm.session import Session
from zterm.ui import looks, telling, terminal, themes, thrift
from zterm.ui.driver import OwnDriver
from zterm.ui.escapes import Parser
from zterm.ui.pace import POLL, Pace
from zterm.ui.pane import Look
from zterm.ui.play import Play
from zterm.ui.words import put

RESIZED = 0.05
"""Seconds after which a change of size has reached every pane."""

SIGNALS = (signal.SIGHUP, signal.SIGTERM, signal.SIGINT)


def _collect_from_now_on() -> None:
    """Collect garbage, but never look again at what was loaded before the first screen."""
    gc.freeze()
    gc.enable()


def _speed(settings: Settings) -> str:
    """How dice fall: as the settings say, else quickly, and at once over a network."""
    if os.environ.get("ZTERM_SPEED") == "off":
        return "off"
    wish = settings.get("speed")
    return wish if wish != "auto" else "off" if terminal.distant(os.environ) else "quick"


def _set(play: Play, settings: Settings) -> None:
    """Let settings hold for a match."""
    play.asks = settings.on("ask_end")
    play.desk.shows_forced = settings.on("forced")
    play.desk.session.practice = settings.on("practice")


class Client(App[int], inherit_bindings=False):
    """The program on the full screen. ``status`` is its exit status, ``signum`` the signal that ended it (0: none).

    ``fault`` is an exception that ended it, ``last_words`` what is said once the terminal is back.
    """

    TITLE = "zterm"
    ENABLE_COMMAND_PALETTE = False
    AUTO_FOCUS = ""
    CSS = "Screen { background: $ground-pane; color: $ink-text; scrollbar-size: 0 0; }"
    typed = b""

    def __init__(
        self,
        look: Look,
        session: Session | None,
        resumed: bool,
        first: Callable[[Client], None] | None = None,
        settings: Settings | None = None,
        notes: tuple[str, ...] = (),
    ) -> None:
        thrift.install()
        super().__init__(driver_class=OwnDriver)
        self.look = look
        self.session = session
        self.resumed = resumed
        self.opened: list[Saved[Any]] = []
        self.status = 0
        self.signum = 0
        self.fault: BaseException | None = None
        self.last_words: list[str] = []
        self.pace = Pace()
        self._behind = False
        self.first = first
        self.settings = settings or load()
        self.notes = (*self.settings.notes, *notes)
        self.traits, self.box = terminal.Traits(look.depth, not look.ascii), 1 if look.glyphs.walls == "line" else None
        self.speed = _speed(self.settings)
        look_theme = themes.textual_theme(look.theme, look.depth)
        self.register_theme(look_theme)
        self.theme = look_theme.name

    def on_mount(self) -> None:
        """Take the signals, watch the line, and show the first screen."""
        loop = asyncio.get_running_loop()
        for signum in SIGNALS:
            if not self.is_headless:
                loop.add_signal_handler(signum, self.stop_by, signum)
        if not self.is_headless:
            self.set_interval(1.0, self._watch_line)
        if self.session is not None:
            self.play(self.session, self.resumed)
        elif self.first is not None:
            self.first(self)
        else:
            self.show_title()
        if self.notes:
            from zterm.ui.faults import Faults

            self.push_screen(Faults(self.look, self.notes))
        if self.signum:
            self.stop_by(self.signum)
        self.call_after_refresh(_collect_from_now_on)
        if self.typed:
            self._feed(self.typed)
            Client.typed = b""

    def _feed(self, typed: bytes) -> None:
        """Give the keys that were typed while the client was being loaded."""
        parser = Parser(False)
        for message in [*parser.feed(typed.decode("utf-8", "replace")), *parser.flush()]:
            self.post_message(message)

    def stop_by(self, signum: int) -> None:
        """End because of a signal; the match is on disk already."""
        self.signum = self.signum or signum
        if not self.is_headless:
            terminal.end_soon(128 + signum)
        for play in self.screen_stack:
            if isinstance(play, Play):
                play.desk.session.kept()
                play.remember()
        self.exit(return_code=128 + signum)

    def _watch_line(self) -> None:
        if terminal.gone():
            self.stop_by(signal.SIGHUP)

    def run_everywhere(self, action: str) -> None:
        """Do what works on every screen: leave at once, go to the background, or draw all anew."""
        if action == "interrupt":
            self.leave(130)
        elif action == "redraw":
            self.redraw()
        else:
            self.action_suspend_process()

    def leave(self, status: int) -> None:
        """Leave the program; the match that is played stays saved, or only Ctrl-C leaves (with a status)."""
        play = next((screen for screen in reversed(self.screen_stack) if isinstance(screen, Play)), None)
        if play is not None:
            play.remember()
        if play is not None and play.desk.decision is not None:
            lost = play.desk.session.kept()
            if lost and not status:
                play.desk.said = lost
                play.draw()
                return
            self.last_words = [lost or put("client", "left", save=play.save_name())]
        self.status = status
        self.exit(return_code=status)

    def play(self, session: Session, resumed: bool) -> None:
        """Show a match."""
        play = Play(session, self.look, resumed, self.speed)
        _set(play, self.settings)
        self.push_screen(play)

    def show_title(self) -> None:
        """Show the title screen."""
        from zterm.ui.title import Title

        title = Title(self.look)
        self.push_screen(title, self._chosen)

    def show_settings(self) -> None:
        """Show the settings."""
        from zterm.ui.rooms.settings import SettingsPage

        self.push_screen(SettingsPage(self.look))

    def apply(self, settings: Settings) -> str:
        """Let settings hold for all that is open; "" or a sentence about what can't be had."""
        before, self.settings = self.settings, settings
        self.speed = _speed(settings)
        if settings.get("language") != before.get("language"):
            wish = settings.get("language")
            catalogue.use("" if wish == "auto" else wish)
        plays = [screen for screen in self.screen_stack if isinstance(screen, Play)]
        for play in plays:
            _set(play, settings)
            play.speed = self.speed
            play.coach.on = settings.on("coach")
            if settings.get("language") != before.get("language"):
                play.desk.chronicle.reword()
                play.desk.refresh()
        look, said = looks.look_of(settings, self.traits, self.box)
        self.look = look
        looks.wear(self, look)
        return said

    def _chosen(self, saved: Saved[Any] | None) -> None:
        """Play what was chosen on the title screen; None leaves."""
        if saved is None:
            self.leave(0)
            return
        self.begin(saved, resumed=saved.match.answers > 0)

    def begin(self, saved: Saved[Any], resumed: bool, said: str = "") -> None:
        """Play a save that this program has opened; ``said`` is a line for the player."""
        from zterm.session import seat

        self.opened.append(saved)
        self.play(seat(saved), resumed)
        if isinstance(self.screen, Play) and (said or saved.notes):
            self.screen.desk.said = said or saved.notes[0]

    def show_end(self, play: Play, said: str = "") -> None:
        """Show how a match ended, with a line for the player, and do what is chosen then."""
        from zterm.ui.ending import End

        end = End(self.look, play.desk, self._campaign() is not None)
        end.said = said
        self.push_screen(end, lambda choice: self._after_end(play, choice or "leave"))

    def _after_end(self, play: Play, choice: str) -> None:
        from zterm import saves
        from zterm.kernel.record import SaveError

        if choice == "undo":
            play.desk.undo()
            if play.desk.decision is None:
                self.show_end(play, play.desk.said)
                return
            play.over_shown = False
            telling.close(play)
            play.draw()
            return
        if self._back_to_campaign(play):
            return
        if choice not in ("again", "same"):
            self.leave(0)
            return
        import secrets

        header = play.desk.session.saved.header
        seed = header.seed if choice == "same" else secrets.randbits(31)
        try:
            if "position" in header.setup:
                saved = saves.begin_at(header.game, header.setup["position"], seed, header.seats)
            else:
                saved = saves.begin(header.game, header.setup, seed, header.seats)
        except SaveError as fault:
            play.desk.said = str(fault)
            play.draw()
            return
        self.pop_screen()
        self.begin(saved, resumed=False)

    def _campaign(self) -> Any:
        """The map of the campaign that is played, None where none is."""
        return next((screen for screen in self.screen_stack if hasattr(screen, "refreshed")), None)

    def _back_to_campaign(self, play: Play) -> bool:
        """After a mission of a campaign: back to its map; False where no campaign is played."""
        below = self._campaign()
        if below is None:
            return False
        for saved in [saved for saved in self.opened if saved is play.desk.session.saved]:
            saved.close()
            self.opened.remove(saved)
        self.pop_screen()
        below.refreshed()
        return True

    def close_matches(self) -> None:
        """Let go of the saves that this program opened itself."""
        for saved in self.opened:
            saved.close()
        self.opened.clear()

    def on_resize(self, event: Resize) -> None:
        """What the terminal shows after a change of size is not known: draw all, also once it is laid out."""
        if getattr(self, "_size", None) not in (None, event.size):
            self.redraw()
            self.set_timer(RESIZED, self.redraw)

    def on_cursor_position(self) -> None:
        """The terminal's answer: it has drawn what was sent before the question."""
        self.pace.answered()
        if self._behind and not self.pace.busy():
            self._catch_up()

    def draw_later(self) -> None:
        """Draw what has changed once the line is free."""
        if not self._behind:
            self._behind = True
            self.set_timer(POLL, self._catch_up)

    def _catch_up(self) -> None:
        """Draw all that has changed meanwhile; what the terminal shows already is not sent."""
        self._behind = False
        if self.pace.busy():
            self.draw_later()
        elif self.screen_stack:
            self.screen.refresh()

    def redraw(self) -> None:
        """Draw the whole screen, whatever the terminal shows."""
        thrift.SHADOW.forget()
        if self.screen_stack:
            self.screen.refresh()

    def _display(self, screen: Any, renderable: Any) -> None:
        """Send what has changed on the screen."""
        if not thrift.display(self, renderable):
            super()._display(screen, renderable)

    def _set_pointer_shape(self, shape: str) -> None:
        """There is no mouse: say nothing of its pointer."""

    def on_paste(self, event: Paste) -> None:
        """Pasted text is no keys."""
        event.stop()

    def _fatal_error(self) -> None:
        """Leave after an exception without printing anything; it is raised again once the terminal is back."""
        self.fault = self._exception or RuntimeError("what the terminal sent could not be read")
        self._close_messages_no_wait()

    def panic(self, *renderables: Any) -> None:
        """As `_fatal_error`, for what Textual wants to print."""
        self._fatal_error()
