"""Demos and replays on the full screen: the same map and panes as in play, with captions, steps and rules.

The hand's place shows the rules of a demo, the log's place its steps; the panel says what happens.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, NamedTuple

import msgspec
from textual import events

from zterm.content.outward import clean
from zterm.content.problems import ContentError, first
from zterm.content.rulebook import Entry
from zterm.games.registry import InputError
from zterm.kernel.journal import Saved
from zterm.kernel.record import SaveError
from zterm.kernel.views import Field, Person
from zterm.saves import save_id
from zterm.session import playable
from zterm.shows.beats import Told, rule_entries
from zterm.shows.demos import Show
from zterm.shows.replays import Replay
from zterm.ui import canvas, extras, hints, panes, thrift
from zterm.ui.keymap import NUMBERS
from zterm.ui.layout import EXTRAS, PANES, plan
from zterm.ui.legend import of_board
from zterm.ui.page import Reader, heard
from zterm.ui.pane import Look
from zterm.ui.paned import Paned
from zterm.ui.rooms import stage
from zterm.ui.rooms.words import put
from zterm.ui.rows import BLANK, Bit, Row, brief, fewer, row
from zterm.ui.soon import soon

ROWS = ("status", "strip", "people", "sheet", "hand", "log", *EXTRAS, "decision", "keys")
SPEEDS = (0.5, 1.0, 2.0, 4.0, 8.0)
"""Factors of the reading speed."""


class Piece(NamedTuple):
    """Something to watch: what it is ("demo" or "replay"), the show, its game, and how it becomes a match."""

    kind: str
    show: stage.Watched
    game: str
    take: Callable[[], Saved[Any]]


def piece_of(show: Show | Replay) -> Piece:
    """What is needed to show a demo or a replay."""
    if isinstance(show, Show):
        return Piece("demo", show, show.scenario.game, show.take_over)
    return Piece("replay", show, show.header.game, show.branch)


class Showroom(Paned, inherit_bindings=False):
    """A demo or a replay being watched. Dismissed with nothing; what is taken over is begun by the app."""

    def __init__(self, look: Look, piece: Piece, speed: float = 1.0, running: bool = False) -> None:
        super().__init__(look, ROWS)
        self.piece = piece
        self.show = piece.show
        self.speed = min(SPEEDS, key=lambda known: abs(known - speed))
        self.running = running
        self.typed: str | None = None
        self.said = clean(next(iter(getattr(piece.show, "notes", ())), ""))
        self._timer: asyncio.Handle | None = None
        self._chosen = (-1, 0)
        self._built = of_board(piece.show.shape)

    def on_mount(self) -> None:
        """Show the first moment."""
        self.lay_out()
        self.board.show(self.show.shape, self.show.beat.view)
        self.draw()
        self._wait()

    def on_resize(self, event: events.Resize) -> None:
        """Lay out the new size."""
        self.lay_out()
        self.draw()

    def lay_out(self) -> None:
        """Give every pane its place."""
        boards, people = canvas.sizes(self.show.shape), len(self.show.beat.view.people)
        wins = ("goals",) if self.show.beat.view.goals else ()
        self.put_panes(plan(*self.app.size, boards, people, self.focus_on, ("team", "signs", *wins)))

    def draw(self) -> None:
        """Draw everything; what did not change costs nothing."""
        if self.shrunk():
            return
        for name, where in self.plan.places.items():
            if name == "map":
                self.board.update(self.show.beat.view)
            else:
                self.rows[name].show(self._pane(name, where.width, where.height))

    def person(self) -> Person | None:
        """Whose sheet and hand are shown: the one chosen at this moment, the one who acts, or the first."""
        people = self.show.beat.view.people
        moment, number = self._chosen
        if moment == self.show.at and people:
            return people[number % len(people)]
        return next((one for one in people if one.active), people[0] if people else None)

    def rules(self) -> list[Entry]:
        """The rules behind the moment; in a demo without any, those that it shows."""
        found = rule_entries(self.piece.game, (told.rule for told in self.show.beat.told))
        if not found and isinstance(self.show, Show):
            found = self.show.shown_rules()
        return found

    def _pane(self, name: str, width: int, height: int) -> list[Row]:
        beat, sign, on = self.show.beat, self.look.glyphs.active, self.focus_on == name
        person = self.person()
        chosen = person.id if person is not None else ""
        match name:
            case "status":
                place = put("show", "moment", at=self.show.at, last=self.show.length)
                kind = put("show", self.piece.kind)
                named = msgspec.structs.replace(beat.view, title=self.show.title)
                return [panes.status(named, [Field(kind.lower(), place)], width)]
            case "strip":
                return [panes.strip(beat.view, chosen, width, sign)]
            case "people":
                return panes.people(beat.view, chosen, width, height, on or self._chosen[0] == self.show.at, sign)
            case "sheet":
                return panes.sheet(person, width, height, on)
            case "hand":
                rules = self.piece.kind == "demo"
                return stage.rules(self.rules(), width, height) if rules else panes.hand(person, width, height, on)
            case "log":
                return stage.steps(self.show, width, height, on)
            case "team" | "goals" | "signs":
                beside = extras.Beside(self.show.rules, self._built, self.look.glyphs, "")
                held = "" if self.piece.kind == "demo" else chosen
                return beside.pane(name, beat.view, held, width, height)
            case "decision":
                return stage.caption(self.show, self.piece.kind, width, height)
        return [self._keys(width)]

    def _keys(self, width: int) -> Row:
        if self.typed is not None:
            text, role = fewer(put("show", "goto", typed=self.typed), width), "key"
        elif self.said:
            text, role = brief(f" {self.said}", width), "noise"
        elif self.running:
            text, role = fewer(put("show", "running", speed=f"{self.speed:g}"), width), "key"
        else:
            return hints.line(put("show", f"keys_{self.piece.kind}"), width)
        return row(Bit(text, role), ground="status")

    def on_key(self, event: events.Key) -> None:
        """Do what a key stands for, and send what has changed at once."""
        action = heard(self, event)
        if action is None:
            return
        self.said = ""
        if self.typed is not None:
            self._type(event)
        elif not self._paced(action, event):
            self._command(action, event)
        if self.is_current:
            self.draw()
            thrift.flush(self)

    def _paced(self, action: str, event: events.Key) -> bool:
        """Faster, slower, and while it runs by itself: stop; says whether the key was for that."""
        if action in ("zoom_in", "zoom_out"):
            at = SPEEDS.index(self.speed) + (1 if action == "zoom_in" else -1)
            self.speed = SPEEDS[max(0, min(at, len(SPEEDS) - 1))]
            self.said = "" if self.running else put("show", "speed", speed=f"{self.speed:g}")
            self._wait()
            return True
        if event.key == "a" or (self.running and action not in ("back", "quit")):
            self.running = not self.running and self.show.at < self.show.length
            self._wait()
            return True
        return False

    def _command(self, action: str, event: events.Key) -> None:
        """Do a command while nothing runs."""
        match action or event.key:
            case "back" | "quit":
                self.stop()
                self.dismiss()
            case "next" | "accept" | "right" | "down":
                if not self.show.forward():
                    self.said = self.show.trouble or put("show", f"last_{self.piece.kind}")
            case "p" | "left" | "up" | "backspace" | "undo":
                if not self.show.back():
                    self.said = put("show", "first")
            case "home" | "G":
                self.show.jump(0 if event.key == "home" else self.show.length)
            case "page_down" | "page_up":
                self._turn(1 if action == "page_down" else -1)
            case "g":
                self.typed = "" if self.piece.kind == "replay" else None
            case "t":
                self._take()
            case "pane_next" | "pane_back":
                self._walk(1 if action == "pane_next" else -1)
            case "rule" | "help" | "log":
                self._read(action)
            case _:
                if event.key == "end" or action == "end":
                    self.show.jump(self.show.length)
                    self.said = self.show.trouble

    def _type(self, event: events.Key) -> None:
        """Type the number of a turn and go there."""
        assert self.typed is not None
        typed, self.typed = self.typed, None
        if event.key in NUMBERS:
            self.typed = (typed + event.key)[:6]
        elif event.key == "backspace":
            self.typed = typed[:-1]
        elif event.key == "enter" and typed and isinstance(self.show, Replay) and not self.show.jump_turn(int(typed)):
            last = self.show.last_turn
            self.said = self.show.trouble or put("show", "no_turn", turn=int(typed), last=last)

    def _turn(self, step: int) -> None:
        """Go to the turn before or after; in a demo so many moments as fill a page."""
        if not isinstance(self.show, Replay):
            self.show.jump(max(0, min(self.show.at + 5 * step, self.show.length)))
            return
        turns = list(self.show.turns().values())
        later = [at for at in turns if at > self.show.at]
        earlier = [at for at in turns if at < self.show.at]
        goal = (later[:1] or [self.show.length]) if step > 0 else (earlier[-1:] or [0])
        self.show.jump(goal[0])
        self.said = self.show.trouble

    def _walk(self, step: int) -> None:
        """Show the next pane where there is room for one only, else the next one's sheet and hand."""
        if self.plan.kind == "single":
            self.focus_on = PANES[(PANES.index(self.focus_on) + step) % len(PANES)]
            self.lay_out()
            return
        people, here = self.show.beat.view.people, self.person()
        if here is not None:
            self._chosen = (self.show.at, people.index(here) + step)

    def _take(self) -> None:
        """Make a match of what is shown, and play it."""
        try:
            saved = playable(self.piece.take(), fresh=True)
        except (SaveError, InputError, ContentError) as fault:
            self.said = put("show", "no_take", why=first(fault))
        else:
            self.stop()
            name = save_id(saved.path)
            self.app.begin(saved, resumed=True, said=put("show", "taken", name=name))  # type: ignore[attr-defined]

    def _read(self, action: str) -> None:
        """Open help, the rules of the moment, or all that was told."""
        if action == "help":
            text: Callable[[str, int], list[Row]] = lambda words, width: stage.help(self.piece.kind, width)  # noqa: E731
        elif action == "rule":
            entries = self.rules()
            if not entries:
                self.said = put("show", "no_rule")
                return
            text = lambda words, width: [BLANK, *stage.rule_rows(entries, width)]  # noqa: E731
        else:
            told = self.told()
            text = lambda words, width: stage.told_rows(told, words, width)  # noqa: E731
        name = put("show", self.piece.kind)
        self.app.push_screen(Reader(self.look, name, text, action == "log", at_end=action == "log"))

    def told(self) -> list[Told]:
        """Everything that was told up to this moment."""
        here = self.show.at
        found: list[Told] = []
        for number in range(max(0, here - stage.REMEMBERED), here + 1):
            self.show.jump(number)
            found += self.show.beat.told
        return found

    def _wait(self) -> None:
        """While it runs by itself: wait as long as this moment takes to be read."""
        self.stop()
        if self.running:
            self._timer = soon(self, self.show.beat.seconds / self.speed, self._tick)

    def _tick(self) -> None:
        if not self.show.forward():
            self.running = False
            self.said = self.show.trouble or put("show", f"last_{self.piece.kind}")
        self.draw()
        thrift.flush(self)
        self._wait()

    def stop(self) -> None:
        """Wait no longer."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
