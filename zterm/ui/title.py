"""The title screen, the list of saves, and the form for a new match."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Any

from textual import events

from zterm import saves
from zterm.content.problems import ContentError
from zterm.games.registry import GAMES, FigureInfo, InputError, game
from zterm.kernel.chance import SEED_LIMIT
from zterm.kernel.journal import SaveError
from zterm.ui.keymap import NUMBERS
from zterm.ui.page import Page, Reader, centred
from zterm.ui.pane import Look
from zterm.ui.rooms import doors
from zterm.ui.rooms.words import put
from zterm.ui.rows import BLANK, Bit, Row, clean, cut, fit, row, spread, wrap
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


def _when(save: saves.SaveInfo) -> str:
    """When a save was played last, to the minute."""
    return save.played[:16].replace("T", " ")


def line(mark: bool, key: str, letter: str, name: str, more: str, columns: int) -> Row:
    """A line of a menu."""
    ground = "mark" if mark else "pane"
    head = Bit(f"      {'>' if mark else ' '}{key} {letter}  ", "key", "b")
    return row(
        head,
        Bit(fit(name, 14), "strong" if mark else "text", "b" if mark else ""),
        Bit(cut(more, max(0, columns - 27)), "name"),
        ground=ground,
    )


class Title(Page):
    """The first screen. Dismissed with a match to play (an open save), or None to leave."""

    def __init__(self, look: Look) -> None:
        super().__init__(look)
        self.mark = 0
        self.said = ""
        self._choices = self._list()

    def _list(self) -> list[tuple[str, str, str, str]]:
        choices = []
        try:
            newest = next(
                (save for save in map(saves.info, saves.paths()[:9]) if not save.outcome and not save.trouble), None
            )
        except SaveError as fault:
            newest, self.said = None, str(fault)
        if newest is not None:
            choices.append(
                (
                    "go on",
                    "c",
                    say("title", "go_on"),
                    say("title", "go_on_more", mission=newest.mission, turn=newest.turn, when=_when(newest)),
                )
            )
        choices += [
            ("new", "g", say("title", "new"), say("title", "new_more", n=len(GAMES))),
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
        rows = [BLANK] + [row(Bit(centred(part, columns), "title", "b")) for part in NAME]
        rows += [BLANK, row(Bit(centred(say("title", "motto"), columns), "name")), BLANK]
        if height >= 24:
            rows = [BLANK, *rows, BLANK]
        for number, (_, letter, name, more) in enumerate(self._choices):
            rows.append(line(number == self.mark, NUMBERS[number], letter, name, more, columns))
        rows += [BLANK] * (height - 1 - len(rows))
        return [
            *rows[: height - 1],
            row(
                Bit(
                    cut(f" {self.said or say('title', 'keys')}", columns),
                    "noise" if self.said else "name",
                ),
                ground="status",
            ),
        ]

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
            app.push_screen(NewMatch(look), self._opened)
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
                Reader(look, say("reader", "help"), lambda words, width: help_rows(None, "title", words, width), True)
            )

    def _fresh(self) -> None:
        """List again what there is, after a visit elsewhere."""
        self._choices = self._list()
        self.mark = min(self.mark, len(self._choices) - 1)
        self.draw()

    def _resume(self, name: str | None) -> None:
        if name == "":
            return
        try:
            if name is None:
                path = next(
                    path for path in saves.paths() if not saves.info(path).outcome and not saves.info(path).trouble
                )
                name = saves.save_id(path)
            self._opened(saves.resume(name))
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
        self.doomed = ""
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
                [Bit(f"{len(self._list)} ")],
                columns,
                "title_focus",
            )
        ]
        room = height - 4
        top = max(0, min(self.mark - room // 2, len(self._list) - room))
        for number, save in list(enumerate(self._list))[top : top + room]:
            mark = number == self.mark
            state = say("saves", "turn", turn=save.turn) if not save.trouble else say("saves", "damaged")
            state = MESSAGES.word("saves", save.outcome) if save.outcome else state
            facts = {"id": fit(save.id, 34), "state": fit(state, 8), "when": _when(save)}
            text = say("saves", "line", n=save.answers, **facts)
            rows.append(
                row(
                    Bit(cut(f" {'>' if mark else ' '}{clean(text)}", columns), "strong" if mark else "text"),
                    ground="mark" if mark else "pane",
                )
            )
        if not self._list:
            rows.append(row(Bit(f" {say('saves', 'none')}", "disabled")))
        rows += [BLANK] * (height - 3 - len(rows))
        trouble = self._list[self.mark].trouble if self._list else ""
        rows += [row(Bit(f" {text}", "bad")) for text in wrap(clean(self.said or trouble), columns - 2)][:2] or []
        rows += [BLANK] * (height - 1 - len(rows))
        keys = f" {say('saves', 'doom', save=self.doomed) if self.doomed else say('saves', 'keys')}"
        return [*rows[: height - 1], row(Bit(cut(keys, columns), "noise" if self.doomed else "name"), ground="status")]

    def press(self, action: str, event: events.Key) -> None:
        """Walk the list, play or delete."""
        self.said = ""
        if self.doomed:
            doomed, self.doomed = self.doomed, ""
            if event.key == "y":
                try:
                    saves.delete(doomed)
                except SaveError as fault:
                    self.said = str(fault)
                self._read()
                self.mark = max(0, min(self.mark, len(self._list) - 1))
        elif action in ("up", "down") and self._list:
            self.mark = (self.mark + (1 if action == "down" else -1)) % len(self._list)
        elif action == "accept" and self._list:
            self.dismiss(self._list[self.mark].id)
            return
        elif event.key == "d" and self._list:
            self.doomed = self._list[self.mark].id
        elif action in ("back", "quit"):
            self.dismiss("")
            return
        self.draw()


class NewMatch(Page):
    """The form for a new match. Dismissed with the match begun (an open save), or None."""

    def __init__(self, look: Look) -> None:
        super().__init__(look)
        self.said = ""
        self.mark = 0
        self.game = next(iter(GAMES))
        self.seed = str(secrets.randbits(31))
        self._fresh_seed = True
        self.players = 1
        self.figures: list[FigureInfo] = []
        self._take()

    def _take(self) -> None:
        """Read what the game offers."""
        playing: Any = game(self.game)
        self.missions = list(playing.missions())
        self.options = list(playing.options())
        self.mission = 0
        self._cast()
        self.values = {option.id: option.default for option in self.options}
        self._touched = False
        self._pick()

    def _cast(self) -> None:
        """Read who can take part in the mission marked."""
        mission = self.missions[self.mission].id if self.missions else ""
        figures = list(game(self.game).figures(mission))
        if figures != self.figures:
            self.figures, self._touched = figures, False

    def _pick(self) -> None:
        """Mark who takes part unless the player says otherwise: those in the recipe that the game makes by itself."""
        if self._touched:
            return
        known = {figure.id for figure in self.figures}
        self.picked = dict.fromkeys(known, False)
        try:
            recipe = game(self.game).setup(self.missions[self.mission].id, self._names())
        except (InputError, IndexError):
            return
        for part in recipe.values():
            if isinstance(part, list) and part and known.issuperset(str(one) for one in part):
                self.picked.update(dict.fromkeys(part, True))

    def _names(self) -> list[str]:
        return [f"p{number}" for number in range(1, self.players + 1)]

    def lines(self) -> list[tuple[str, str]]:
        """The lines of the form: what kind, and the id of the thing."""
        made = [("game", "")] if len(GAMES) > 1 else []
        made += [("mission", ""), ("players", "")]
        made += [("figure", figure.id) for figure in self.figures]
        made += [("option", option.id) for option in self.options]
        return [*made, ("seed", ""), ("begin", "")]

    def rows(self, columns: int, height: int) -> list[Row]:
        """The lines at the left, what the marked one means at the right."""
        left = min(52, columns * 2 // 3)
        form = [self._line(number, *what, left) for number, what in enumerate(self.lines())]
        about = self._about(columns - left - 2)
        room = height - 2
        top = max(0, min(self.mark - room + 2, len(form) - room))
        form = form[top : top + room]
        rows = [
            spread(
                [Bit(f" {say('new', 'head')}", "title_focus", "b")],
                [Bit(f"{say('new', 'hint')} ")],
                columns,
                "title_focus",
            )
        ]
        for y in range(room):
            bits = form[y].bits if y < len(form) else (Bit(" " * left),)
            text = about[y] if y < len(about) else Bit("")
            rows.append(Row((*bits, Bit("  "), text)))
        keys = self.said or f" {say('new', 'keys')}"
        return [*rows, row(Bit(cut(keys, columns), "noise" if self.said else "name"), ground="status")]

    def _line(self, number: int, kind: str, id: str, columns: int) -> Row:
        mark = number == self.mark
        ground = "mark" if mark else ""
        values = {
            "game": game(self.game).TITLE,
            "mission": self.missions[self.mission].title if self.missions else say("new", "none"),
            "players": str(self.players),
            "seed": self.seed + ("_" if mark else ""),
            "begin": "",
        }
        if kind == "figure":
            name = next(figure.name for figure in self.figures if figure.id == id)
            label, value = f"  [{'x' if self.picked.get(id) else ' '}] {name}", ""
        elif kind == "option":
            label, value = self._option_name(id), self.values[id]
        else:
            label, value = say("new", kind), values[kind]
        head = f" {'>' if mark else ' '}{label}"
        room = columns - len(head) - 2
        text = fit(f"{head}  ", 25) if value and len(head) < 24 else head + "  "
        role = "strong" if mark or kind == "begin" else "text"
        return Row(
            (
                Bit(text, role, "b" if mark else "", ground),
                Bit(fit(value, max(0, columns - len(text))), "key", "b", ground),
            )
            if room
            else ()
        )

    def _option_name(self, id: str) -> str:
        named = next((option.name for option in self.options if option.id == id), "")
        return (named or id.replace("_", " ")).capitalize()

    def _about(self, columns: int) -> list[Bit]:
        """What the marked line means."""
        kind, id = self.lines()[self.mark]
        text: Sequence[str] = ()
        if kind in ("mission", "begin", "game") and self.missions:
            one = self.missions[self.mission]
            text = (
                one.title,
                say("new", "about", id=one.id, difficulty=one.difficulty, n=one.minutes),
                "",
                *one.story.split("\n"),
            )
        elif kind == "players":
            text = (say("new", "players"), say("new", "about_players"))
        elif kind == "figure":
            figure = next(figure for figure in self.figures if figure.id == id)
            text = (figure.name, say("new", "about_figure"), "", *figure.lines)
        elif kind == "option":
            option = next(option for option in self.options if option.id == id)
            text = (
                self._option_name(id),
                say("new", "about_option", values=" | ".join(option.values), rule=option.rule),
                "",
                option.text,
            )
        elif kind == "seed":
            text = (say("new", "seed"), say("new", "about_seed"), say("new", "about_seed_r"))
        made = [
            Bit(clean(part), "title", "b") if not n else Bit(clean(part))
            for n, whole in enumerate(text)
            for part in (wrap(whole, columns, "") if whole else [""])
        ]
        return made

    def press(self, action: str, event: events.Key) -> None:
        """Walk, change, type the seed, begin, or go back."""
        self.said = ""
        lines = self.lines()
        kind, id = lines[self.mark]
        if kind == "seed" and self._typed(event):
            pass
        elif action in ("up", "down"):
            self.mark = (self.mark + (1 if action == "down" else -1)) % len(lines)
        elif action in ("left", "right", "next"):
            self._change(kind, id, -1 if action == "left" else 1)
        elif action == "accept":
            self._begin()
            return
        elif action == "help":
            self.app.push_screen(
                Reader(
                    self.look, say("reader", "help"), lambda words, width: help_rows(None, "new", words, width), True
                )
            )
        elif action in ("back", "quit"):
            self.dismiss(None)
            return
        self.draw()

    def _typed(self, event: events.Key) -> bool:
        """Type in the seed's line; the first digit replaces the seed that was drawn."""
        if event.key in NUMBERS:
            self.seed = (event.key if self._fresh_seed or self.seed == "0" else self.seed + event.key)[:19]
            self._fresh_seed = False
        elif event.key == "backspace":
            self.seed, self._fresh_seed = self.seed[:-1] or "0", False
        elif event.key == "r":
            self.seed, self._fresh_seed = str(secrets.randbits(31)), True
        else:
            return False
        return True

    def _change(self, kind: str, id: str, step: int) -> None:
        if kind == "mission" and self.missions:
            self.mission = (self.mission + step) % len(self.missions)
            self._cast()
        elif kind == "game":
            names = list(GAMES)
            self.game = names[(names.index(self.game) + step) % len(names)]
            self._take()
        elif kind == "players":
            self.players = (self.players - 1 + step) % 6 + 1
        elif kind == "figure":
            self.picked[id] = not self.picked.get(id)
            self._touched = True
        elif kind == "option":
            values = next(option.values for option in self.options if option.id == id)
            self.values[id] = values[(values.index(self.values[id]) + step) % len(values)]
        if kind in ("mission", "players"):
            self._pick()

    def _begin(self) -> None:
        if int(self.seed) >= SEED_LIMIT:
            self.said = f" {say('new', 'seed_bounds', last=SEED_LIMIT - 1)}"
            self.draw()
            return
        picked = [figure.id for figure in self.figures if self.picked.get(figure.id)] if self._touched else None
        try:
            setup = game(self.game).setup(self.missions[self.mission].id, self._names(), picked, self.values)
            saved = saves.begin(self.game, setup, int(self.seed))
        except (InputError, SaveError) as fault:
            self.said = f" {clean(str(fault))}"
        except ContentError as fault:
            self.said = f" {clean(str(fault.problems[0]))}"
        else:
            self.dismiss(saved)
            return
        self.draw()
