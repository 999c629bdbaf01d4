"""The play screen: map, people, sheet, hand, log, and the decision in a panel of fixed height."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Any

from textual import events

from zterm import memory
from zterm.coach import Coach
from zterm.saves import save_id
from zterm.session import Session
from zterm.ui import (
    canvas,
    commands,
    extras,
    foresight,
    handover,
    modes,
    panels,
    panes,
    reading,
    telling,
    thrift,
)
from zterm.ui.desk import Desk
from zterm.ui.keymap import LETTERS, NUMBERS
from zterm.ui.layout import EXTRAS, PANES, bands, plan
from zterm.ui.modes import Modes
from zterm.ui.overlays import Overlay
from zterm.ui.page import UNREAD, heard
from zterm.ui.pane import Look
from zterm.ui.paned import Paned
from zterm.ui.rows import Bit, Row, brief, row
from zterm.ui.soon import soon
from zterm.ui.telling import SPEEDS, Telling
from zterm.ui.words import MESSAGES, put

REPEAT, HABIT = 0.15, 0.3
"""Keys of one kind that come faster than this are one key held down; Enter so soon after a digit belongs to it."""

PAUSE = 0.25
"""Seconds without a key after which a preview that is always in sight is made anew."""

ROWS = ("status", "strip", "people", "sheet", "hand", "log", *EXTRAS, "decision", "keys")


class Play(Paned, inherit_bindings=False):
    """One match on the screen. Ends with an exit status through ``App.leave``, or goes on to the end screen.

    ``mode`` says what the decision panel shows: "menu", "look", "confirm" (of an end with actions left),
    "report" (what happened, page by page), "dice", or one of the modes of `modes`.
    """

    asks = True

    def __init__(self, session: Session, look: Look, resumed: bool, speed: str) -> None:
        super().__init__(look, ROWS)
        self.desk = Desk(session, resumed)
        self.speed = speed
        self.mode = "menu"
        self.cursor = ""
        self.log_back = 0
        self.overlay = Overlay()
        self.over_shown = False
        self.modes = Modes()
        self.coach = Coach(self.desk.rules.mission)
        self._resumed = resumed
        self._keyed = 0.0
        self._soon: asyncio.Handle | None = None
        self.telling = Telling()
        self._shown_at = 0.0
        self._enter = (0.0, -1)

    def on_mount(self) -> None:
        """Show the match as it stands, and let bots begin."""
        if self._resumed:
            self._open_as_it_was()
        self.lay_out()
        self.board.show(self.desk.shape, self.desk.view, self._overlay())
        self.after_answer()

    def _open_as_it_was(self) -> None:
        """Take up zoom, window, names and person as they were when this match was left."""
        facts = memory.view_of(self.save_name())
        self.board.open_at(facts)
        self.overlay = self.overlay._replace(names=facts.get("names") is True)
        self.desk.recall_seen(facts.get("seen"))
        known = {person.id for person in self.desk.view.people}
        if self.desk.active() is None and (person := str(facts.get("person"))) in known:
            self.desk.person = person

    def remember(self) -> None:
        """Keep how this match is looked at, for the next time."""
        desk = self.desk
        facts = {**self.board.place(), "names": self.overlay.names, "person": desk.person, "seen": desk.past.facts()}
        memory.keep_view(self.save_name(), facts)

    def on_resize(self, event: events.Resize) -> None:
        """Lay out the new size."""
        self.lay_out()
        telling.paginate(self)
        self.draw()

    def lay_out(self) -> None:
        """Give every pane its place."""
        width, height = self.app.size
        boards, people = canvas.sizes(self.desk.shape), len(self.desk.view.people)
        self.put_panes(plan(width, height, boards, people, self.focus_on, extras.offered(self.desk)))
        places = self.plan.places
        self.bands = bands(places)
        if "decision" in places:
            self.desk.set_room(places["decision"].width, places["decision"].height - 2)
            self.desk.foretells = places["decision"].width > 60 and "next" not in places and width >= 100

    def draw(self, *names: str) -> None:
        """Draw the panes named, or all; what did not change costs nothing."""
        if self.shrunk():
            return
        for name in names or ("map", *ROWS):
            where = self.plan.places.get(name)
            if where is None:
                continue
            if name == "map":
                self.board.update(self.desk.view, self._overlay())
            else:
                self.rows[name].show(self._pane(name, where.width, where.height))
        if self.desk.stale and self._soon is None and ("next" in self.plan.places or self.desk.foretells):
            self._soon = soon(self, PAUSE, self._foresee)

    def _foresee(self) -> None:
        """Make the preview that is always in sight anew, once no key has come for a while."""
        self._soon = None
        if self.mode == "dice":
            return
        if self.desk.stale and events.Key("", None).time < self._keyed + PAUSE:
            self._soon = soon(self, PAUSE, self._foresee)
        elif self.desk.stale:
            self.desk.threat()
            self.draw("next", "decision", "map")

    def _pane(self, name: str, width: int, height: int) -> list[Row]:
        desk, sign = self.desk, self.look.glyphs.active
        view, on = desk.view, self.focus_on == name
        match name:
            case "status":
                return [panes.status(view, panels.seed_field(desk), width)]
            case "strip":
                return [panes.strip(view, desk.person, width, sign)]
            case "people":
                return panes.people(view, desk.person, width, height, on, sign)
            case "sheet":
                return panes.sheet(desk.chosen(), width, height, on)
            case "hand":
                return panes.hand(desk.chosen(), width, height, on)
            case "log":
                return desk.chronicle.pane(width, height, on, self.log_back)
            case "next":
                return foresight.pane(desk.foreseen, desk, width, height)
            case "team" | "goals" | "signs":
                beside = extras.Beside(desk.rules, desk.built, self.look.glyphs)
                return beside.pane(name, view, desk.person, width, height)
            case "decision":
                return self._decision(width, height)
        return [self._keys(width)]

    def _decision(self, width: int, height: int) -> list[Row]:
        desk = self.desk
        match self.mode:
            case "look":
                return panels.looking(desk, self.cursor, width, height)
            case "confirm":
                return panels.confirming(desk, width, height)
            case "report" | "text":
                return panels.reporting(self.telling.title, self.telling.pages, width, height)
            case "dice":
                return panels.rolling(self.telling.rolls, self.telling.landed, width, height)
        if self.mode == "menu" and desk.covered:
            return handover.panel(desk.handed(), width, height)
        shown = modes.panel(self, width, height)
        return shown if shown is not None else panels.menu(desk, width, height, self.focus_on == "map")

    def _keys(self, width: int) -> Row:
        if self.desk.said:
            return row(Bit(brief(f" {self.desk.said}", width), "noise", "b"), ground="status")
        return panels.keys(self.desk, self.mode, self.focus_on, width)

    def _overlay(self) -> Overlay:
        if self.under() == "look":
            return self.overlay._replace(cursor=self.cursor)
        shown = modes.overlay(self)
        if shown is not None:
            return shown
        option = self.desk.marked_option() if self.mode == "menu" else None
        last = option.id.rpartition(":")[2] if option is not None else ""
        warned = foresight.warned(self.desk) if "next" in self.plan.places else {}
        return self.overlay._replace(targets=(last,) if last in self.desk.areas else (), bites=warned)

    def under(self) -> str:
        """The mode that the map shows: under a text that of what it was opened from."""
        return self.telling.below if self.mode == "text" else self.mode

    def on_key(self, event: events.Key) -> None:
        """Do what a key stands for, and send what has changed at once."""
        action, self._keyed = heard(self, event), event.time
        if action is None:
            return
        if self.plan.kind == "small":
            if action == "quit":
                self.app.leave(0)  # type: ignore[attr-defined]
        else:
            self.press(action, event)
            thrift.flush(self)

    def press(self, action: str, event: events.Key) -> None:
        """Hand a key to what is shown in the panel, else take it as a command of play."""
        had = self.desk.said
        self.desk.said = ""
        if self.mode == "dice":
            telling.lie(self)
            if action in ("next", "accept", "back", "") or not self.is_current:
                return
        taken = {
            "report": self._in_report,
            "text": self._in_text,
            "confirm": self._in_confirm,
            "look": self._in_look,
        }.get(self.mode)
        if self.mode in modes.TAKES:
            taken = partial(modes.press, self)
        elif self.mode == "menu" and self.desk.covered:
            taken = partial(handover.press, self)
        if taken is None or not taken(action, event):
            self._in_play(action, event)
        if had or self.desk.said:
            self.draw("keys")

    def _in_report(self, action: str, event: events.Key) -> bool:
        if action in ("next", "accept", "page_down") and telling.turn_page(self):
            return True
        telling.close(self)
        return action in ("next", "accept", "back", "page_down")

    def _in_text(self, action: str, event: events.Key) -> bool:
        if action in ("next", "accept", "page_down") and telling.turn_page(self):
            return True
        read = action in ("next", "accept", "back", "page_down", self.telling.action)
        telling.close(self, self.telling.below if read else "menu")
        return read

    def _in_confirm(self, action: str, event: events.Key) -> bool:
        if event.key in ("y", "Y", "upper_y") and not self.too_soon(event):
            self.mode = "menu"
            self.answer(self.desk.ending())
        elif action == "back":
            self.mode = "menu"
            self.show_menu()
        elif action not in ("help", "quit"):
            self.desk.said = put("said", "confirm")
        return action not in ("help", "quit")

    def _in_look(self, action: str, event: events.Key) -> bool:
        if action in ("up", "down", "left", "right"):
            came, self.cursor = self.cursor, self.board.beside(self.cursor, action)
            if came == self.cursor:
                self.desk.said = put("said", "board_ends", side=MESSAGES.word("sides", action), area=came)
            self.draw("map", "decision")
        elif action in ("back", "look"):
            self.mode = "menu"
            self.overlay = self.overlay._replace(sight=None, noise=None)
            self.show_menu()
        elif action == "accept":
            reading.read_area(self, self.cursor)
        else:
            return action not in (*modes.PASSED, "sight", "noise", "threat")
        return True

    def _in_play(self, action: str, event: events.Key) -> None:
        if action in ("up", "down", "left", "right"):
            self._arrow(action, event)
        elif action in ("mark_next", "mark_back"):
            self.mark(1 if action == "mark_next" else -1)
        elif action == "accept" and self.focus_on in ("people", "sheet", "hand"):
            reading.read_person(self)
        elif action == "accept":
            if self._fresh_enter(event):
                self.take(self.desk.mark, event)
        elif event.key in NUMBERS:
            number = NUMBERS.index(event.key)
            entry = next(iter(self.desk.entries()[number : number + 1]), None)
            if entry is not None and (number == self.desk.mark or len(entry.ids) > 1):
                self._enter = (event.time + HABIT, -1)
                self.take(number, event)
            elif entry is not None:
                self.mark_at(number)
            else:
                self.desk.said = put("said", "no_number", n=event.key)
        elif len(event.key) == 1 and event.key in LETTERS:
            found = self.desk.by_letter(event.key)
            if found is not None:
                odds = len(self.desk.entries()[found].ids) == 1 and self._marked_odds(found)
                self.mark_at(found) if odds else self.take(found, event)
            else:
                self.desk.said = put("said", "no_letter", letter=event.key)
        else:
            commands.run(self, action, event)

    def _marked_odds(self, number: int) -> bool:
        """Mark an attack the first time, so that its odds are seen; say whether that was done."""
        entry = self.desk.entries()[number]
        return number != self.desk.mark and self.desk.describe(entry.ids[0]).odds is not None

    def _fresh_enter(self, event: events.Key) -> bool:
        """A held Enter answers one question only."""
        answers = self.desk.session.match.answers
        last, chain = self._enter
        held = event.time - last < REPEAT
        self._enter = (event.time, chain if held else answers)
        return self._enter[1] == answers

    def _arrow(self, direction: str, event: events.Key) -> None:
        if self.focus_on == "log":
            back = self.log_back + {"up": 1, "down": -1}.get(direction, 0)
            self.log_back = max(0, min(back, len(self.desk.chronicle.said) - 1))
            self.draw("log")
        elif self.focus_on in ("people", "sheet", "hand"):
            self.desk.choose_person(1 if direction in ("down", "right") else -1)
            self.draw("people", "sheet", "hand", "strip")
        elif self.desk.walkable():
            option = self.desk.walk(direction)
            if option:
                self.answer(option)
            else:
                self.show_menu()
        else:
            self.mark(
                {"up": -1, "down": 1, "left": -5, "right": 5}[direction]
                if direction in ("up", "down")
                else self._across(direction)
            )

    def _across(self, direction: str) -> int:
        """The step of the mark into the other column of options."""
        count, height = len(self.desk.entries()), panels.list_height(self.desk, self.plan.places["decision"].height)
        step = height if direction == "right" else -height
        return step if count > height and 0 <= self.desk.mark + step < count else 0

    def mark(self, step: int) -> None:
        """Move the mark."""
        self.desk.move_mark(step)
        self._draw_mark()

    def mark_at(self, number: int) -> None:
        """Put the mark on an entry of the page."""
        self.desk.mark = number
        self._draw_mark()

    def _draw_mark(self) -> None:
        """Draw what the mark is seen in, with the sheet of whom it is about."""
        self.desk.follow()
        self.draw("decision", "map", "strip", "sheet", "hand")

    def show_menu(self) -> None:
        """Draw what the mark and the list are seen in."""
        self._draw_mark()
        self.draw("keys")

    def take(self, number: int, event: events.Key | None = None) -> None:
        """Do an entry of the page: open a group, or answer with an option."""
        shown = self.desk.entries()
        entry = shown[number] if 0 <= number < len(shown) else None
        if entry is None:
            return
        if not entry.ids:
            self.desk.said = f"{entry.label}: {entry.why}"
        elif len(entry.ids) > 1:
            self.desk.open(entry.ids, entry.label)
            self.show_menu()
        elif event is not None and self.too_early(event):
            self.desk.said = put("said", "too_early")
        elif entry.ids[0] == self.desk.ending():
            self.ask_end()
        else:
            self.answer(entry.ids[0])

    def too_soon(self, event: events.Key) -> bool:
        """A key that came before what it would accept could be read."""
        return event.time < self._shown_at + UNREAD

    def too_early(self, event: events.Key) -> bool:
        """A key typed before a question that came by surprise (dice, hidden cards) was on the screen."""
        match, decision = self.desk.session.match, self.desk.decision
        return decision is not None and not decision.rest and match.revealed and event.time < self._shown_at

    def ask_end(self) -> None:
        """End, at once where nothing is lost, else after a question."""
        active = self.desk.active()
        option = self.desk.ending()
        if self.asks and option == "end" and active is not None and (active.actions or 0) > 0:
            self.mode = "confirm"
            self.draw("decision", "keys")
            self.call_after_refresh(self.mark_shown)
            self.mark_shown()
        elif option:
            self.answer(option)

    def mark_shown(self) -> None:
        """Note the time: what is asked stands on the screen now."""
        self._shown_at = events.Key("", None).time

    def answer(self, option: str) -> None:
        """Answer the question and show what follows."""
        self.desk.session.stop = lambda: True
        if not self.desk.answer(option):
            self.show_menu()
            return
        self.after_answer()

    def after_answer(self) -> None:
        """Show what an answer brought: dice, a report where the log has no room, the next question, the end."""
        desk = self.desk
        self.mode, self.log_back = "menu", 0
        self.overlay = self.overlay._replace(sight=None)
        if desk.active() is not None and self.plan.kind == "single" and self.focus_on != "map":
            self.focus_on = "map"
            self.lay_out()
        note = self.coach.next(desk.decision, desk.events)
        if note is not None:
            desk.chronicle.note(max(desk.turn, 1), put("coach", "note", text=note.text), note.rule)
        telling.report(self, desk.news, [desk.chronicle.said[-1]] if note is not None else [])
        if not telling.roll(self, desk.news):
            self.go_on()

    def go_on(self) -> None:
        """All that was to be seen fall has fallen: show where the match stands, and let a bot or the end come."""
        desk = self.desk
        self.draw()
        self.mark_shown()
        self.call_after_refresh(self.mark_shown)
        if desk.session.bot() is not None:
            soon(self, SPEEDS[self.speed], self._bot)
        elif desk.decision is None and not self.over_shown:
            self.over_shown = True
            self.app.show_end(self)  # type: ignore[attr-defined]

    def _bot(self) -> None:
        """Let a bot give one answer."""
        once = iter((False, True))
        self.desk.session.stop = lambda: next(once, True)
        answers = self.desk.session.match.answers
        if self.desk.bots() and self.desk.session.match.answers != answers:
            self.after_answer()
        else:
            self.draw()

    def walk_panes(self, step: int) -> None:
        """Go to the next pane."""
        names = PANES if self.plan.kind == "single" else ("map", "people", "log")
        at = names.index(self.focus_on) if self.focus_on in names else 0
        self.focus_on = names[(at + step) % len(names)]
        if self.plan.kind == "single":
            self.lay_out()
        self.draw()

    def save_name(self) -> str:
        """The id of the save that is played."""
        saved: Any = self.desk.session.saved
        return save_id(saved.path)
