"""Lists of what can be watched: demos by chapter, and saves."""

from __future__ import annotations

from itertools import zip_longest

from textual import events

from zterm import saves
from zterm.content.outward import capital, clean
from zterm.content.problems import ContentError, first
from zterm.games.registry import InputError
from zterm.kernel.record import SaveError
from zterm.shows import demos
from zterm.shows.chronicle import outcome_words
from zterm.shows.replays import Replay
from zterm.ui.glimpse import Board, Glimpse
from zterm.ui.page import PROSE, Page, foot, walked
from zterm.ui.pane import Look
from zterm.ui.rooms.showroom import Showroom, piece_of
from zterm.ui.rooms.words import put
from zterm.ui.rows import BLANK, Bit, Row, abreast, fit, row, spread, wrap

LISTED, PREVIEWED = 72, 40
"""Columns of a list in a wide window, and those beside it from which on a window is wide."""


class Picker(Page):
    """A list with a mark. Subclasses give ``head``, ``keys``, ``lines`` and do ``pick``."""

    head = ""
    keys = ""
    none = ""

    def __init__(self, look: Look) -> None:
        super().__init__(look)
        self.mark = 0
        self.said = ""
        self.asked = ""

    def count(self) -> int:
        """How many things can be marked."""
        raise NotImplementedError

    def lines(self, columns: int) -> tuple[list[Row], int]:
        """All rows of the list, and which of them is marked."""
        raise NotImplementedError

    def pick(self) -> None:
        """Do what Enter does with the marked thing."""
        raise NotImplementedError

    def rows(self, columns: int, height: int) -> list[Row]:
        """Head, the part of the list around the mark, and the keys."""
        room = height - 2
        most = columns if columns < LISTED + PREVIEWED else LISTED
        lines, at = self.lines(most)
        top = max(0, min(at - room // 2, len(lines) - room))
        shown = lines[top : top + room] or [row(Bit(self.none, "disabled"))]
        if most < columns:
            side = self.beside(columns - most - 3, room)
            shown += [BLANK] * (len(side) - len(shown))
            shown = [abreast(left, right, most) for left, right in zip_longest(shown, side, fillvalue=BLANK)]
        head = spread(
            [Bit(f" {self.head}", "title_focus", "b"), Bit(self.asked, "key", "b")],
            [Bit(f"{min(self.mark + 1, self.count())}/{self.count()} ")],
            columns,
            "title_focus",
        )
        said = f" {self.said}" if self.said else ""
        return [head, *shown, *[BLANK] * (room - len(shown)), foot(said, self.keys, columns)]

    def beside(self, columns: int, height: int) -> list[Row]:
        """What is told of the marked thing beside the list, in a wide window."""
        return []

    def press(self, action: str, event: events.Key) -> None:
        """Walk, pick, or go back."""
        self.said = ""
        to = walked(self.mark, self.count(), action, event, max(1, self.app.size.height - 4))
        if to is not None:
            self.mark = to
        elif action == "accept" and self.count():
            self.pick()
            if not self.is_current:
                return
        elif action in ("back", "quit"):
            self.dismiss()
            return
        else:
            self.other(action, event)
            if not self.is_current:
                return
        self.draw()

    def other(self, action: str, event: events.Key) -> None:
        """Take any other key."""

    def marked_row(self, text: str, more: str, mark: bool, columns: int, role: str = "text") -> Row:
        """A line of a list with something at its right end."""
        ground = "mark" if mark else "pane"
        head = Bit(f" {'>' if mark else ' '} ", "key", "b")
        left = [head, Bit(clean(text), "strong" if mark else role, "b" if mark else "")]
        return spread(left, [Bit(f" {more} ", "name")] if more else [], columns, ground)


class DemoList(Picker):
    """All demos by chapter, with search."""

    def __init__(self, look: Look) -> None:
        super().__init__(look)
        self.head, self.keys, self.none = put("demos", "head"), put("demos", "keys"), put("demos", "none")
        self._all = demos.listing()
        self._words = ""
        self._typing = False
        self._index: demos.Index | None = None
        self._shows: dict[str, demos.Show] = {}
        self._glimpse = Glimpse(self)
        self._none = self.none

    def _found(self) -> list[demos.Demo]:
        if self._words.strip():
            self._index = self._index or demos.Index()
            return self._index.found(self._all, self._words)
        return [one for group in demos.by_chapter(self._all).values() for one in group]

    def count(self) -> int:
        """How many demos are shown."""
        return len(self._found())

    def lines(self, columns: int) -> tuple[list[Row], int]:
        """A heading for each chapter, a line for each demo."""
        rows: list[Row] = []
        at, chapter = 0, None
        for number, one in enumerate(self._found()):
            if one.chapter != chapter:
                chapter = one.chapter
                if rows:
                    rows.append(BLANK)
                rows.append(row(Bit(f" {clean(capital(chapter))}", "title", "b")))
            if number == self.mark:
                at = len(rows)
            rows.append(self.marked_row(f"  {one.title}", one.id, number == self.mark, columns))
        return rows, at

    def beside(self, columns: int, height: int) -> list[Row]:
        """What the marked demo shows: its first words, the rules it is about, and where it begins."""
        found = self._found()
        if not found:
            return []
        one = found[self.mark]
        show, key = self._shows.get(one.id), (one.id,)
        words = next((beat.caption for beat in show.beats if beat.caption), "") if show is not None else ""
        rows = [row(Bit(line, "title", "b")) for line in wrap(clean(one.title), columns, "")]
        rows += [row(line) for line in wrap(clean(words), min(columns, PROSE), "")]
        board = self._glimpse.rows(key, lambda: self._begun(one.id), columns, height - len(rows) - 1)
        return [*rows, BLANK, *board] if show is not None else []

    def _begun(self, name: str) -> Board:
        """The position that a demo begins with; the demo is kept."""
        self._shows[name] = show = demos.Show(demos.find(name))
        return show.shape, show.beat.view

    def pick(self) -> None:
        """Show a demo."""
        one = self._found()[self.mark]
        try:
            show = demos.Show(demos.find(one.id))
        except (ContentError, InputError, SaveError) as fault:
            self.said = put("demos", "unread", why=clean(first(fault)))
            return
        self.app.push_screen(Showroom(self.look, piece_of(show)))

    def press(self, action: str, event: events.Key) -> None:
        """Type what is searched, or as in any list; Esc gives up a search first."""
        if self._typing or (action == "back" and self._words):
            self._type(event)
            self.draw()
        else:
            super().press(action, event)

    def _type(self, event: events.Key) -> None:
        self.mark = 0
        if event.key in ("enter", "escape", "down", "up") or not self._typing:
            found = event.key in ("enter", "down", "up") and self._typing
            self._typing, self._words = False, self._words if found else ""
        elif event.key == "backspace":
            self._words = self._words[:-1]
        elif event.character and event.character.isprintable() and len(self._words) < 40:
            self._words += event.character
        self._ask()

    def other(self, action: str, event: events.Key) -> None:
        """Begin a search."""
        if action == "rules":
            self._typing, self._words = True, ""
            self._ask()

    def _ask(self) -> None:
        words = self._words + ("_" if self._typing else "")
        self.asked = put("demos", "search", words=words) if words else ""
        self.none = put("demos", "not_found") if self._words else self._none


class WatchList(Picker):
    """All saves; Enter watches one."""

    def __init__(self, look: Look) -> None:
        super().__init__(look)
        self.head, self.keys, self.none = put("watch", "head"), put("watch", "keys"), put("watch", "none")
        try:
            self._saves = saves.listing()
        except SaveError as fault:
            self._saves, self.said = [], str(fault)

    def count(self) -> int:
        """How many saves there are."""
        return len(self._saves)

    def lines(self, columns: int) -> tuple[list[Row], int]:
        """A line a save."""
        rows = []
        for number, one in enumerate(self._saves):
            state = outcome_words(one.outcome) if one.outcome else put("show", "turn", turn=one.turn)
            more = f"{fit(state, 8)} {saves.minute(one.played)}"
            role = "text" if one.game else "disabled"
            rows.append(self.marked_row(one.title or one.id, more, number == self.mark, columns, role))
        return rows, self.mark

    def pick(self) -> None:
        """Watch a save."""
        found = replay(self._saves[self.mark].id)
        if isinstance(found, str):
            self.said = clean(found)
        else:
            self.app.push_screen(Showroom(self.look, piece_of(found)))


def replay(name: str) -> Replay | str:
    """The replay of a save, or a sentence that says why there is none."""
    try:
        return Replay.of(name)
    except (SaveError, InputError, ContentError) as fault:
        return first(fault)
