"""Full screens made of rows: the base of title, forms, help and texts to read."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import zip_longest
from typing import Any

from textual import events
from textual.app import ComposeResult
from textual.screen import Screen

from zterm.content.outward import clean
from zterm.ui import hints, keymap
from zterm.ui.keymap import EVERYWHERE, IGNORED, action_of
from zterm.ui.layout import SMALLEST, Rect
from zterm.ui.pane import Look, RowsPane
from zterm.ui.rows import BLANK, Bit, Row, abreast, brief, row, spread, width, wrap
from zterm.ui.words import put


def fits(columns: int, height: int) -> bool:
    """Whether a window is large enough for a page."""
    return columns >= SMALLEST[0] and height >= SMALLEST[1]


def too_small(columns: int, height: int) -> list[Row]:
    """What is shown where nothing else fits."""
    key = next((bound.sign for bound in keymap.current() if bound.id == "quit"), "")
    text = put("page", "small", wanted=f"{SMALLEST[0]}x{SMALLEST[1]}", here=f"{columns}x{height}", key=key)
    lines = wrap(text, max(4, columns), "")
    return [row(line) for line in lines[:height]]


def heard(screen: Screen[Any], event: events.Key) -> str | None:
    """The action of a key ("" for none), None for one that the screen has nothing more to do with.

    What works everywhere is done; a key that was typed ahead goes to the screen that has come on top since.
    """
    event.stop()
    event.prevent_default()
    if event.key in IGNORED:
        return None
    top, action = screen.app.screen, action_of(event.key)
    if top is not screen:
        again = events.Key(event.key, event.character)
        again.time = event.time
        top.post_message(again)
        return None
    if action in EVERYWHERE:
        screen.app.run_everywhere(action)  # type: ignore[attr-defined]
        return None
    return action


DRAWN = re.compile(r" {3}|-{3}|\.{3}")
"""What only a line that is drawn has in it: a board, a table."""

UNREAD = 0.2
"""Seconds in which nobody has read a question."""


class Doom:
    """The question of a list whether something is deleted; ``name`` is what it is about, "" when none is open."""

    def __init__(self) -> None:
        self.name = ""
        self._read_at = 0.0

    def ask(self, name: str) -> None:
        """Put the question."""
        self.name, self._read_at = name, events.Key("", None).time + UNREAD

    def answer(self, event: events.Key) -> str:
        """What a key says to delete, "" for nothing: y alone does, once the question can have been read."""
        if event.key == "y" and event.time < self._read_at:
            return ""
        name, self.name = self.name, ""
        return name if event.key == "y" else ""


def without_alt(event: events.Key) -> events.Key:
    """A key that came right after Esc (see `escapes`) as the key it is, where nothing can go wrong with it."""
    name = event.key.removeprefix("alt+")
    if name == event.key or action_of(event.key):
        return event
    again = events.Key(name, name if len(name) == 1 else None)
    again.time = event.time
    return again


class Page(Screen[Any], inherit_bindings=False):
    """A screen of rows. Subclasses give ``rows`` and take keys in ``press``."""

    AUTO_FOCUS = ""
    DEFAULT_CSS = "Page { layers: base; overflow: hidden hidden; }"

    def __init__(self, look: Look) -> None:
        super().__init__()
        self.look = look
        self.pane = RowsPane(look)
        self._unused = ""
        self._rows: list[Row] = []

    def compose(self) -> ComposeResult:
        """One pane that fills the screen from the beginning: it has not to be laid out twice."""
        columns, height = self.app.size
        self.pane.put(Rect(0, 0, max(1, columns), max(1, height)))
        yield self.pane

    def on_mount(self) -> None:
        """Show the first rows."""
        self.draw()

    def on_resize(self, event: events.Resize) -> None:
        """Take the new size."""
        self.draw()

    def draw(self) -> None:
        """Show what there is now."""
        columns, height = self.app.size
        if columns < 1 or height < 1:
            return
        self.pane.put(Rect(0, 0, columns, height))
        small = not fits(columns, height)
        self._rows = too_small(columns, height) if small else self.rows(columns, height)
        shown = self._rows
        if self._unused and not small:
            keys = "".join(bit.text for bit in shown[-1].bits)
            shown = [*shown[:-1], foot(f" {self._unused} {keys}", "", columns)]
        self.pane.show(shown)

    def rows(self, columns: int, height: int) -> list[Row]:
        """The rows of the screen at a size."""
        raise NotImplementedError

    def press(self, action: str, event: events.Key) -> None:
        """Take a key with the action it stands for ("" for none)."""
        raise NotImplementedError

    def on_key(self, event: events.Key) -> None:
        """Hand a key on, unless the whole program takes it."""
        if heard(self, event) is None:
            return
        event = without_alt(event)
        action = action_of(event.key)
        if not fits(*self.app.size):
            if action == "quit":
                self.app.leave(0)  # type: ignore[attr-defined]
            return
        before, self._unused = self._rows, ""
        self.press(action, event)
        if action not in SILENT and event.is_printable and self.app.screen is self and self._rows == before:
            self._unused = put("page", "unused", key=event.character)
            self.draw()


SILENT = ("up", "down", "left", "right", "page_up", "page_down", "next", "accept", "mark_next", "mark_back")
"""What may find nothing more to do without a word."""


def foot(said: str, keys: str, columns: int, role: str = "noise") -> Row:
    """The last line of a page: something said, else the keys."""
    if said:
        return row(Bit(brief(said, columns), role), ground="status")
    return hints.line(keys, columns)


def walked(mark: int, count: int, action: str, event: events.Key, page: int) -> int | None:
    """Where a key leads in a list of so many things that is marked there; None for a key that does not walk."""
    last = max(0, count - 1)
    if event.key in ("home", "end"):
        return 0 if event.key == "home" else last
    if action in ("up", "down"):
        return (mark + (-1 if action == "up" else 1)) % (last + 1)
    if action in ("page_up", "page_down"):
        return max(0, min(mark + (page if action == "page_down" else -page), last))
    return None


PROSE = 88
"""Columns of a text that is read at a glance."""

TWO = 140
"""Columns from which on a text stands in two of its own."""


class Reader(Page):
    """A text to read, with search where ``find`` gives the rows for words; ``at_end`` begins at its end.

    In a wide window it stands in two columns, unless its lines have to stay whole (``whole``).
    """

    def __init__(
        self,
        look: Look,
        name: str,
        find: Callable[[str, int], Sequence[Row]],
        search: bool,
        at_end: bool = False,
        typing: bool = False,
        whole: bool = False,
    ) -> None:
        super().__init__(look)
        self._name = name
        self._find = find
        self._search = search
        self._words = ""
        self._typing = self._asked = typing
        self._whole = whole
        self._top = 10**9 if at_end else 0
        self._text: tuple[tuple[str, int], list[Row]] = (("", 0), [])

    def rows(self, columns: int, height: int) -> list[Row]:
        """Title, the part of the text that is in sight, and the keys."""
        two = columns >= TWO and not self._whole
        half = (columns - 2) // 2
        text = self._lines(half if two else columns)
        room = height - 2
        page = 2 * room if two else room
        self._top = max(0, min(self._top, len(text) - page))
        shown = text[self._top : self._top + page]
        place = f"{put('reader', 'place', first=self._top + 1, last=self._top + len(shown), all=len(text))} "
        wanted = f"{self._words}{'_' if self._typing else ''}"
        asked = f"  {put('reader', 'search', words=wanted)}" if wanted else ""
        head = spread(
            [Bit(f" {self._name}", "title_focus", "b"), Bit(asked, "key", "b")], [Bit(place)], columns, "title_focus"
        )
        keys = put("reader", "typing" if self._typing else "keys_search" if self._search else "keys")
        if len(shown) > room:
            rest = [*shown[room:], *[BLANK] * (page - len(shown))]
            shown = [abreast(left, right, half) for left, right in zip(shown[:room], rest, strict=True)]
        return [head, *shown, *[BLANK] * (room - len(shown)), foot("", keys, columns)]

    def _lines(self, columns: int) -> list[Row]:
        """All rows for the words that are searched, found once."""
        key = (self._words, columns)
        if self._text[0] != key:
            nothing = row(Bit(f" {put('reader', 'nothing')}", "disabled"))
            self._text = (key, list(self._find(*key)) or [nothing])
        return self._text[1]

    def press(self, action: str, event: events.Key) -> None:
        """Scroll, search, or go back."""
        if self._typing and self._asked and event.key == "escape" and not self._words:
            self.dismiss()
            return
        if self._typing:
            self._type(event)
        elif action in ("back", "accept", "quit", "help", "log") or event.key in ("escape", "q"):
            self.dismiss()
            return
        elif action == "rules" and self._search:
            self._typing, self._words = True, ""
        else:
            room = max(1, self.app.size.height - 3)
            steps = {"up": -1, "down": 1, "page_up": -room, "page_down": room, "next": room}
            jump = {"home": 0, "g": 0, "end": 10**9, "G": 10**9}
            self._top = jump.get(event.key, self._top + steps.get(action, 0))
        self.draw()

    def _type(self, event: events.Key) -> None:
        if event.key in ("enter", "escape"):
            self._typing = False
            if event.key == "escape":
                self._words = ""
        elif event.key == "backspace":
            self._words = self._words[:-1]
        elif event.character and event.character.isprintable() and len(self._words) < 40:
            self._words += event.character
            self._top = 0


def centred(text: str, columns: int) -> str:
    """A text in the middle of so many columns."""
    return " " * max(0, (columns - width(text)) // 2) + text


def told_rows(lines: Sequence[str], words: str, columns: int) -> list[Row]:
    """A text of lines to read; with words the lines that have them. Sentences are wrapped, what is drawn is cut.

    A line with a line of dashes below it is a heading.
    """
    wanted = words.casefold().split()
    rows: list[Row] = []
    for line, below in zip_longest(lines, lines[1:], fillvalue=""):
        if all(word in line.casefold() for word in wanted):
            text = clean(line)
            long = len(text) >= columns and not DRAWN.search(text.strip())
            role = "title" if below and set(below) <= {"-", "="} else "text"
            rows += [row(Bit(f" {part}", role)) for part in (wrap(text, columns - 2) if long else [text])]
    return rows
