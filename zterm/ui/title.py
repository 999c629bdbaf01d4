"""The title screen and the list of saves."""

from __future__ import annotations

import re
from collections.abc import Sequence
from threading import Thread
from typing import Any

from textual import events

from zterm import saves
from zterm.content.outward import capital, clean
from zterm.games.registry import GAMES, InputError, left_out
from zterm.kernel.record import SaveError
from zterm.session import playable
from zterm.ui.keymap import NUMBERS
from zterm.ui.page import Doom, Page, Reader, centred, foot, walked
from zterm.ui.pane import Look
from zterm.ui.rooms import doors
from zterm.ui.rooms.words import put
from zterm.ui.rows import BLANK, Bit, Row, fit, row, spread, whole_words, width, wrap
from zterm.ui.texts import help_rows, rules_rows
from zterm.ui.words import MESSAGES
from zterm.ui.words import put as say

NAME = (
    "####  #####  ####  ####   #   #",
    "   #    #    #     #   #  ## ##",
    "  #     #    ###   ####   # # #",
    " #      #    #     #  #   #   #",
    "####    #    ####  #   #  #   #",
)


IDLE = 0.1
"""Seconds after the first look at the choices."""

TROUBLE = 3
"""Lines for what is wrong with a save."""

LISTED = 100
"""Columns of the list of saves at most: what stands at the right end of a line belongs to its name."""

MARGIN, HEAD = 6, 6
"""Columns before a menu, and of a line before its name."""


def _when(save: saves.SaveInfo) -> str:
    """When a save was played last, to the minute."""
    return saves.minute(save.played)


def menu(choices: Sequence[tuple[str, str, str, str]], mark: int, columns: int) -> list[Row]:
    """The lines of a menu: id, letter, name, and what is there; in the middle of a wide screen."""
    named = max(width(name) for _, _, name, _ in choices) + 2
    wide = HEAD + named + max(width(more) for *_, more in choices) + 1
    left = (columns - wide) // 2 if columns >= wide + 4 * MARGIN else max(0, min(MARGIN, columns - wide))
    rows = []
    for number, (_, letter, name, more) in enumerate(choices):
        here = number == mark
        head = Bit(f"{' ' * left}{'>' if here else ' '}{NUMBERS[number]} {letter}  ", "key", "b")
        words = Bit(fit(name, named), "strong" if here else "text", "b" if here else "")
        told = Bit(whole_words(more, max(0, columns - left - HEAD - named - 1)), "name")
        rows.append(row(head, words, told, ground="mark" if here else "pane"))
    return rows


def _letters(part: str, columns: int) -> Row:
    """A line of the name, in the middle: its signs as blocks."""
    pieces = re.findall("#+|[^#]+", centred(part, columns))
    return row(*(Bit(" " * len(one), "title", "r" if one[0] == "#" else "") for one in pieces))


class Title(Page):
    """The first screen. Dismissed with a match to play (an open save), or None to leave."""

    def __init__(self, look: Look) -> None:
        super().__init__(look)
        self.mark = 0
        self.said = ""
        self._told = False
        self._choices = self._list()

    def on_mount(self) -> None:
        """Show the choices; then, beside the keys, read what the next screens are made of."""
        super().on_mount()
        if not self.app.is_headless:
            self.set_timer(IDLE, Thread(target=doors.warm, daemon=True).start)

    def _list(self) -> list[tuple[str, str, str, str]]:
        choices = []
        try:
            path = saves.newest()
        except SaveError as fault:
            path, self.said = None, str(fault)
        newest = saves.info(path) if path is not None else None
        if newest is not None and newest.game and newest.outcome is None:
            choices.append(
                (
                    "go on",
                    "c",
                    say("title", "go_on"),
                    say("title", "go_on_more", mission=newest.title, turn=newest.turn, when=_when(newest)),
                )
            )
        new = "new_more" if path is not None else "new_first"
        choices += [
            ("new", "g", say("title", "new"), say("title", new, n=len(GAMES))),
            *doors.title_lines(),
            ("saves", "a", say("title", "saves"), say("title", "saves_more")),
            ("rules", "f", say("title", "rules"), say("title", "rules_more")),
            ("settings", "s", put("title", "settings"), put("title", "settings_more")),
            ("help", "?", say("title", "help"), say("title", "help_more")),
            ("quit", "q", say("title", "quit"), ""),
        ]
        return choices

    def rows(self, columns: int, height: int) -> list[Row]:
        """The name and the choices."""
        rows = [BLANK, *(_letters(part, columns) for part in NAME)]
        rows += [BLANK, row(Bit(centred(say("title", "motto"), columns), "name")), BLANK]
        if height >= 24:
            rows = [BLANK, *rows, BLANK]
        rows += menu(self._choices, self.mark, columns)
        above = [BLANK] * ((height - 1 - len(rows)) // 3)
        rows = [*above, *rows, *[BLANK] * (height - 1 - len(rows) - len(above))]
        said = f" {self.said}" if self.said else ""
        return [*rows[: height - 1], foot(said, f" {say('title', 'keys')}", columns)]

    def press(self, action: str, event: events.Key) -> None:
        """Move the mark or choose."""
        self.said = ""
        if action in ("up", "down"):
            self.mark = (self.mark + (1 if action == "down" else -1)) % len(self._choices)
        elif action == "accept":
            self.choose(self._choices[self.mark][0])
            return
        elif action in ("help", "quit", "settings") or event.key == "q":
            self.choose(action if action in ("help", "settings") else "quit")
            return
        else:
            for number, (name, letter, *_) in enumerate(self._choices):
                if event.key in (NUMBERS[number], letter):
                    self.mark = number
                    self.choose(name)
                    return
        self.draw()

    def choose(self, name: str) -> None:
        """Do one of the choices."""
        self.draw()
        app, look = self.app, self.look
        if name == "quit":
            self.dismiss(None)
        elif name == "go on":
            self._resume(None)
        elif name == "new":
            from zterm.ui.newmatch import NewMatch

            app.push_screen(NewMatch(look), self._opened)
            self._tell_left_out()
        elif name == "saves":
            app.push_screen(Saves(look), self._resume)
        elif name in doors.ROOMS:
            app.push_screen(doors.room(name, look), lambda _: self._fresh())
        elif name == "rules":
            app.push_screen(
                Reader(
                    look, say("reader", "rules"), lambda words, width: rules_rows("", words, width), True, typing=True
                )
            )
        else:
            app.push_screen(
                Reader(
                    look,
                    say("reader", "help"),
                    lambda words, width: help_rows(None, "title", words, width, look.glyphs),
                    True,
                )
            )

    def _tell_left_out(self) -> None:
        """Once, before a match is chosen: the player's missions that are not in the list, and why."""
        wrong = [] if self._told else [capital(text) for name in GAMES for text in left_out(name)]
        self._told = True
        if wrong:
            from zterm.ui.faults import Faults

            self.app.push_screen(Faults(self.look, wrong))

    def _fresh(self) -> None:
        """List again what there is, after a visit elsewhere."""
        self._choices = self._list()
        self.mark = min(self.mark, len(self._choices) - 1)
        self.draw()

    def _resume(self, name: str | None) -> None:
        if name == "":
            return
        try:
            self._opened(playable(saves.resume(name)))
        except (SaveError, InputError) as fault:
            self.said = str(fault)
            self.draw()

    def _opened(self, saved: Any) -> None:
        if saved is not None:
            self.dismiss(saved)


class Saves(Page):
    """The list of saves. Dismissed with an id, or "" for none."""

    def __init__(self, look: Look) -> None:
        super().__init__(look)
        self.mark = 0
        self.doom = Doom()
        self.said = ""
        self._list: list[saves.SaveInfo] = []
        self._read()

    def _read(self) -> None:
        try:
            self._list = saves.listing()
        except SaveError as fault:
            self.said = str(fault)

    def rows(self, columns: int, height: int) -> list[Row]:
        """A line a save, and what is wrong with the marked one."""
        rows = [
            spread(
                [Bit(f" {say('saves', 'head')}", "title_focus", "b")],
                [Bit(f"{min(self.mark + 1, len(self._list))}/{len(self._list)} ")],
                columns,
                "title_focus",
            )
        ]
        room, across = height - 2 - TROUBLE, min(columns, LISTED)
        top = max(0, min(self.mark - room // 2, len(self._list) - room))
        for number, save in list(enumerate(self._list))[top : top + room]:
            mark = number == self.mark
            state = say("saves", "turn", turn=save.turn) if not save.trouble else say("saves", "damaged")
            state = MESSAGES.word("saves", save.outcome) if save.outcome else state
            name = save.title or save.id
            facts, given = f"{fit(state, 8)} {_when(save)}", MESSAGES.number("answer", save.answers)
            if width(name) + width(facts) + max(width(given), 12) + 8 <= across:
                facts += f"  {given:>12}"
            left = [
                Bit(f" {'>' if mark else ' '} ", "key", "b"),
                Bit(clean(name), "strong" if mark else "text", "b" if mark else ""),
            ]
            rows.append(spread(left, [Bit(f" {clean(facts)} ", "name")], across, "mark" if mark else "pane"))
        if not self._list:
            rows.append(row(Bit(f" {say('saves', 'none')}", "disabled")))
        rows += [BLANK] * (height - 1 - TROUBLE - len(rows))
        wrong = self.said or (self._list[self.mark].trouble if self._list else "")
        told = [row(Bit(f" {text}", "bad")) for text in wrap(clean(wrong), columns - 2)] if wrong else []
        rows += (told or [row(Bit(f" {clean(save.id)}", "name")) for save in self._list[self.mark :][:1]])[:TROUBLE]
        rows += [BLANK] * (height - 1 - len(rows))
        asked = f" {say('saves', 'doom', save=self.doom.name)}" if self.doom.name else ""
        return [*rows[: height - 1], foot(asked, f" {say('saves', 'keys')}", columns)]

    def press(self, action: str, event: events.Key) -> None:
        """Walk the list, play or delete."""
        self.said = ""
        to = walked(self.mark, len(self._list), action, event, max(1, self.app.size.height - 4 - TROUBLE))
        if self.doom.name:
            doomed = self.doom.answer(event)
            if doomed:
                try:
                    saves.delete(doomed)
                except SaveError as fault:
                    self.said = str(fault)
                self._read()
                self.mark = max(0, min(self.mark, len(self._list) - 1))
        elif to is not None:
            self.mark = to
        elif action == "accept" and self._list:
            self.dismiss(self._list[self.mark].id)
            return
        elif event.key == "d" and self._list:
            self.doom.ask(self._list[self.mark].id)
        elif action in ("back", "quit"):
            self.dismiss("")
            return
        self.draw()
