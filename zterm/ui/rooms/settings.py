"""The settings screen: a line a setting; what is changed holds at once and is saved at once."""

from __future__ import annotations

from textual import events

from zterm.content import catalogue, settings
from zterm.content.outward import clean
from zterm.ui import keymap, ownkeys, themes
from zterm.ui.glimpse import drawn
from zterm.ui.keymap import KEYS
from zterm.ui.page import PROSE, Page, foot
from zterm.ui.pane import Look
from zterm.ui.rooms.sample import board
from zterm.ui.rooms.words import MESSAGES, put
from zterm.ui.rows import BLANK, Bit, Row, fit, spread, width, wrap

OWN_KEYS = "keys"
"""The last line: no setting, but where keys of one's own are."""
SAMPLE = (("W3 F1 R2 A", "walker"), ("@kj", "survivor"), ("~3", "noise"), ("*", "objective"), ("[+]", "neutral"))

TALL = 28
"""Rows from which on a small board is shown: where there are fewer, a line may be slow."""


class SettingsPage(Page):
    """All settings. Dismissed with nothing."""

    def __init__(self, look: Look) -> None:
        super().__init__(look)
        self.mark = 0
        found = settings.load()
        self.values = dict(found.values)
        self.said = found.notes[0] if found.notes else ""

    def ids(self) -> list[str]:
        """The lines, in order."""
        return [*settings.schema(), OWN_KEYS]

    def rows(self, columns: int, height: int) -> list[Row]:
        """The settings at the left, what the marked one means at the right."""
        ids = self.ids()
        named = max(width(put("settings", id)) for id in ids)
        left = min(max(named + 22, 40), columns // 2 + 6)
        about = self._about(min(columns - left - 4, PROSE))
        head = spread([Bit(f" {put('settings', 'head')}", "title_focus", "b")], [], columns, "title_focus")
        rows = [head, BLANK]
        for number in range(max(len(ids), len(about))):
            bits = (
                self._line(ids[number], number == self.mark, named, left) if number < len(ids) else (Bit(" " * left),)
            )
            rows.append(Row((*bits, Bit("   "), about[number] if number < len(about) else Bit(""))))
        rows += [BLANK, *self._sample(columns)]
        if height >= TALL:
            shown = drawn(*board(), columns - 8, height - len(rows) - 2, self.look.glyphs)
            rows += [BLANK, *(Row((Bit("    "), *line.bits)) for line in shown)]
        rows = rows[: height - 1] + [BLANK] * (height - 1 - len(rows))
        said = f" {clean(self.said)}" if self.said else ""
        return [*rows, foot(said, put("settings", "keys_line"), columns)]

    def _line(self, id: str, mark: bool, named: int, columns: int) -> tuple[Bit, ...]:
        ground = "mark" if mark else "pane"
        head = f" {'>' if mark else ' '} {fit(put('settings', id), named)}  "
        value = self.value_words(id)
        arrows = ("< ", " >") if mark and id != OWN_KEYS else ("  ", "")
        text = fit(f"{arrows[0]}{value}{arrows[1]}", columns - width(head))
        return (
            Bit(head, "strong" if mark else "text", "b" if mark else "", ground),
            Bit(text, "key" if mark else "name", "b" if mark else "", ground),
        )

    def value_words(self, id: str) -> str:
        """The value of a line as it is shown."""
        if id == OWN_KEYS:
            own = sum(1 for bound, usual in zip(keymap.current(), KEYS, strict=True) if bound.keys != usual.keys)
            return put("settings", "own_keys", n=own) if own else put("settings", "keys_usual")
        value = self.values[id]
        if id == "theme":
            try:
                return MESSAGES.term("theme_titles", value, themes.load(value).title).text
            except Exception:
                return value
        if id == "language" and value != "auto":
            return catalogue.names().get(value, value)
        if id == "speed" and value == "off":
            return put("speeds", value)
        return MESSAGES.word("values", value)

    def _about(self, columns: int) -> list[Bit]:
        """What the marked line means, and where it is kept."""
        id = self.ids()[self.mark]
        lines = wrap(put("settings_help", id), columns, "")
        file = ownkeys.path() if id == OWN_KEYS else settings.path()
        if id != OWN_KEYS:
            lines += ["", *wrap(put("settings_help", "file"), columns, "")]
        return [
            *(Bit(clean(line)) for line in lines),
            *(Bit(clean(part), "name") for part in _pieces(str(file), columns)),
        ]

    def _sample(self, columns: int) -> list[Row]:
        """A few signs in the colours that are chosen."""
        bits = [Bit("   ")]
        for text, role in SAMPLE:
            bits += [Bit(f" {text} ", role, "b", "corridor"), Bit(" ")]
        floors = [Bit("   ")]
        for ground in ("street", "corridor", "room", "cell", "yard", "security"):
            floors += [Bit(f" {put('floors', ground)} ", "text", "", ground), Bit(" ")]
        return [Row(tuple(bits)), Row(tuple(floors))]

    def press(self, action: str, event: events.Key) -> None:
        """Walk, change, or go back."""
        self.said = ""
        ids = self.ids()
        if action in ("up", "down"):
            self.mark = (self.mark + (1 if action == "down" else -1)) % len(ids)
        elif action in ("left", "right", "next", "accept"):
            self._change(ids[self.mark], -1 if action == "left" else 1)
        elif action in ("back", "quit", "settings"):
            self.dismiss()
            return
        self.draw()

    def _change(self, id: str, step: int) -> None:
        """Give a setting its next value; it is saved and holds at once."""
        if id == OWN_KEYS:
            self.said = ownkeys.load()
            return
        values = settings.schema()[id].values
        at = values.index(self.values[id]) if self.values[id] in values else 0
        self.values[id] = values[(at + step) % len(values)]
        trouble = settings.save(self.values)
        self.said = self.app.apply(settings.Settings(dict(self.values))) or trouble  # type: ignore[attr-defined]


def _pieces(text: str, columns: int) -> list[str]:
    """A path in pieces of at most so many columns, each as many whole folders as have room."""
    pieces: list[str] = []
    while width(text) > columns > 0:
        at = text.rfind("/", 1, columns) + 1 or columns
        pieces.append(text[:at])
        text = text[at:]
    return [*pieces, text]
