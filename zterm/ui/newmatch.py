"""The form for a new match: game, mission, players, team, match options, seed; and its base, for other forms."""

from __future__ import annotations

import re
import secrets
from collections.abc import Sequence
from typing import Any

from textual import events

from zterm import saves
from zterm.content.outward import clean
from zterm.content.problems import ContentError, first
from zterm.games.registry import GAMES, FigureInfo, InputError, game
from zterm.kernel.chance import SEED_LIMIT
from zterm.kernel.record import SaveError
from zterm.ui.glimpse import Glimpse, of_mission
from zterm.ui.keymap import NUMBERS
from zterm.ui.page import PROSE, Page, Reader, foot
from zterm.ui.pane import Look
from zterm.ui.rows import Bit, Row, fit, spread, width, wrap
from zterm.ui.texts import help_rows
from zterm.ui.words import put

MOST = 6
"""Players at one match."""

Line = tuple[str, str]
"""A line of the form: what kind, and the id of the thing."""


class Form(Page):
    """Players, team and options for a mission. Subclasses say with which lines, and what is begun."""

    def __init__(self, look: Look) -> None:
        super().__init__(look)
        self.said = ""
        self.mark = 0
        self.game = next(iter(GAMES))
        self.mission = 0
        self.players = 1
        self.named: dict[int, str] = {}
        self.unfolded = False
        self._take()

    def head(self) -> str:
        """What the form is called."""
        return put("new", "head")

    def lines(self) -> list[Line]:
        """The lines of the form."""
        raise NotImplementedError

    def begin(self) -> None:
        """Begin what the form is for."""
        raise NotImplementedError

    def _take(self) -> None:
        """Read what the game offers."""
        playing: Any = game(self.game)
        self.missions = list(playing.missions())
        self.mission = 0
        self.figures: list[FigureInfo] = []
        self.values: dict[str, str] = {}
        self._touched = False
        self._pick()

    def _pick(self) -> None:
        """Read the mission's options and people, and mark who takes part unless the player says otherwise.

        These are the people in the recipe that the game makes by itself.
        """
        playing: Any = game(self.game)
        mission = self.missions[self.mission].id if self.missions else ""
        self.options = list(playing.options(mission))
        self.values = {option.id: self.values.get(option.id, option.default) for option in self.options}
        figures = list(playing.figures(mission))
        if figures != self.figures:
            self.figures, self._touched = figures, False
        if self._touched:
            return
        known = {figure.id for figure in self.figures}
        self.picked = dict.fromkeys(known, False)
        try:
            recipe = playing.setup(mission, self.names())
        except (InputError, IndexError):
            return
        for part in recipe.values():
            if isinstance(part, list) and part and known.issuperset(str(one) for one in part):
                self.picked.update(dict.fromkeys(part, True))

    def names(self) -> list[str]:
        """The names of the players."""
        return [self.named.get(number) or f"p{number}" for number in range(1, self.players + 1)]

    def team(self) -> list[str] | None:
        """Who was picked, None where that is left to the game."""
        return [figure.id for figure in self.figures if self.picked.get(figure.id)] if self._touched else None

    def people_lines(self) -> list[Line]:
        """The lines about players (with names where there are several) and the team."""
        names = [("name", str(number)) for number in range(1, self.players + 1)] if self.players > 1 else []
        return [("players", ""), *names, *(("figure", figure.id) for figure in self.figures)]

    def option_lines(self) -> list[Line]:
        """The line that opens the options, and those when they are open."""
        shown = [("option", option.id) for option in self.options] if self.unfolded else []
        return [("options", ""), *shown] if self.options else []

    def rows(self, columns: int, height: int) -> list[Row]:
        """The lines at the left, what the marked one means at the right."""
        left = min(52, columns * 2 // 3)
        lines = self.lines()
        parts = [[what for what in lines if (what[0] == "option") == options] for options in (False, True)]
        named = [self._named(part, left) for part in parts]
        if max(named) + max(width(self.value_of(*what)) for what in lines) <= left:
            named = [max(named)] * 2
        form = [self._line(number, *what, left, named[what[0] == "option"]) for number, what in enumerate(lines)]
        room = height - 2
        about: list[tuple[Bit, ...]] = [(bit,) for bit in self._about(min(columns - left - 3, PROSE))]
        about += [(), *(line.bits for line in self.picture(columns - left - 3, room - len(about) - 1))]
        top = max(0, min(self.mark - room // 2, len(form) - room))
        more = put("new", "more") if top + room < len(form) else put("new", "hint")
        form = form[top : top + room]
        rows = [spread([Bit(f" {self.head()}", "title_focus", "b")], [Bit(f" {more} ")], columns, "title_focus")]
        for y in range(room):
            bits = form[y].bits if y < len(form) else (Bit(" " * left),)
            rows.append(Row((*bits, Bit("  "), *(about[y] if y < len(about) else ()))))
        return [*rows, foot(self.said, f" {self.keys()}", columns)]

    def picture(self, columns: int, height: int) -> list[Row]:
        """What is seen below the words about a line, where there is room."""
        return []

    def keys(self) -> str:
        """The keys of the form."""
        return put("new", "keys")

    def name_of(self, kind: str) -> str:
        """What a line is called."""
        return put("new", kind)

    def value_of(self, kind: str, id: str) -> str:
        """What stands behind the name of a line."""
        match kind:
            case "game":
                return game(self.game).TITLE
            case "mission":
                return self.missions[self.mission].title if self.missions else put("new", "none")
            case "players":
                return str(self.players)
            case "name":
                return self.names()[int(id) - 1]
            case "option":
                return self.values[id]
            case "options":
                changed = sum(self.values[option.id] != option.default for option in self.options)
                return put("new", "changed", n=changed) if changed else put("new", "usual", n=len(self.options))
        return ""

    def _named(self, lines: list[Line], columns: int) -> int:
        """The columns that the names of some lines have, so that names and values are seen."""
        told = [(width(self._label(*what)) + 4, width(self.value_of(*what))) for what in lines]
        name = max([25, *(name for name, value in told if value)])
        value = max((value for _, value in told), default=0)
        return max(min(name, columns - value), min(name, 14))

    def _label(self, kind: str, id: str) -> str:
        """What stands at the left of a line."""
        if kind == "figure":
            name = next(figure.name for figure in self.figures if figure.id == id)
            return f"  [{'x' if self.picked.get(id) else ' '}] {name}"
        if kind == "option":
            return f"  {self._option_name(id)}"
        return f"  {put('new', 'name', n=id)}" if kind == "name" else self.name_of(kind)

    def _line(self, number: int, kind: str, id: str, columns: int, named: int) -> Row:
        mark = number == self.mark
        ground = "mark" if mark else ""
        value = self.value_of(kind, id) + ("_" if mark and kind in ("seed", "name") else "")
        head = f" {'>' if mark else ' '}{self._label(kind, id)}"
        room = max(min(named, columns - width(value)), width(head) + 2)
        text = fit(head, room) if value else f"{head}  "
        role = "strong" if mark or kind == "begin" else "text"
        tail = Bit(fit(value, max(0, columns - width(text))), "key", "b", ground)
        return Row((Bit(text, role, "b" if mark else "", ground), tail) if columns > width(head) + 2 else ())

    def _option_name(self, id: str) -> str:
        named = next((option.name for option in self.options if option.id == id), "")
        return (named or id.replace("_", " ")).capitalize()

    def _about(self, columns: int) -> list[Bit]:
        """What the marked line means."""
        kind, id = self.lines()[self.mark]
        indent = "  " if kind == "figure" else ""
        return [
            Bit(clean(part), "title", "b") if not n else Bit(clean(part))
            for n, whole in enumerate(self.about(kind, id))
            for part in (wrap(whole, columns, indent) if whole else [""])
        ]

    def about(self, kind: str, id: str) -> Sequence[str]:
        """What a line means: a heading and sentences."""
        if kind in ("mission", "begin", "game") and self.missions:
            one = self.missions[self.mission]
            facts = put("new", "about", id=one.id, difficulty=one.difficulty, n=one.minutes)
            return (one.title, facts, "", *one.story.split("\n"))
        if kind in ("players", "options", "seed"):
            more = (put("new", "about_seed_r"),) if kind == "seed" else ()
            return (put("new", kind), put("new", f"about_{kind}"), *more)
        if kind == "name":
            return (put("new", "name", n=id), put("new", "about_name"))
        if kind == "figure":
            figure = next(figure for figure in self.figures if figure.id == id)
            return (figure.name, put("new", "about_figure"), "", *figure.lines)
        if kind == "option":
            option = next(option for option in self.options if option.id == id)
            usual = option.values.index(option.default)
            told = [put("new", "usual_value", told=one) if n == usual else one for n, one in enumerate(option.told)]
            return (self._option_name(id), put("new", "about_option", rule=option.rule), option.text, "", *told)
        return ()

    def press(self, action: str, event: events.Key) -> None:
        """Walk, change, type, begin, or go back."""
        self.said = ""
        lines = self.lines()
        kind, id = lines[self.mark]
        if self.typed(kind, id, event):
            pass
        elif action in ("up", "down"):
            self.mark = (self.mark + (1 if action == "down" else -1)) % len(lines)
        elif action in ("page_up", "page_down"):
            self.mark = max(0, min(self.mark + (10 if action == "page_down" else -10), len(lines) - 1))
        elif event.key in ("home", "end"):
            self.mark = 0 if event.key == "home" else len(lines) - 1
        elif action in ("left", "right", "next"):
            self.change(kind, id, -1 if action == "left" else 1)
        elif action == "accept":
            self.begin()
            return
        elif action == "help":
            title = put("reader", "help")
            self.app.push_screen(
                Reader(
                    self.look, title, lambda words, width: help_rows(None, "new", words, width, self.look.glyphs), True
                )
            )
        elif action in ("back", "quit"):
            self.dismiss(None)
            return
        self.draw()

    def typed(self, kind: str, id: str, event: events.Key) -> bool:
        """Type in the line of a player's name; says whether the key was for that."""
        if kind != "name":
            return False
        number, char = int(id), event.character or ""
        now = self.named.get(number, "")
        if event.key == "backspace":
            self.named[number] = now[:-1]
        elif re.fullmatch(r"[A-Za-z0-9_-]", char) and len(now) < 20:
            self.named[number] = now + char
        else:
            return False
        return True

    def change(self, kind: str, id: str, step: int) -> None:
        """Change a line to the next (+1) or the last (-1) of its values."""
        if kind == "mission" and self.missions:
            self.mission = (self.mission + step) % len(self.missions)
        elif kind == "game":
            names = list(GAMES)
            self.game = names[(names.index(self.game) + step) % len(names)]
            self._take()
        elif kind == "players":
            self.players = (self.players - 1 + step) % MOST + 1
        elif kind == "figure":
            self.picked[id] = not self.picked.get(id)
            self._touched = True
        elif kind == "options":
            self.unfolded = not self.unfolded
        elif kind == "option":
            values = next(option.values for option in self.options if option.id == id)
            self.values[id] = values[(values.index(self.values[id]) + step) % len(values)]
        if kind in ("mission", "players"):
            self._pick()

    def fault(self, fault: Exception) -> None:
        """Say what is wrong with what was wished for."""
        self.said = f" {clean(first(fault))}"
        self.draw()


class NewMatch(Form):
    """The form for a new match. Dismissed with the match begun (an open save), or None."""

    def __init__(self, look: Look) -> None:
        self.seed = str(secrets.randbits(31))
        self._fresh_seed = True
        super().__init__(look)
        self._glimpse = Glimpse(self)

    def lines(self) -> list[Line]:
        """Game, mission, players and team, options, seed, and the line that begins."""
        made = [("game", "")] if len(GAMES) > 1 else []
        return [*made, ("mission", ""), *self.people_lines(), *self.option_lines(), ("seed", ""), ("begin", "")]

    def picture(self, columns: int, height: int) -> list[Row]:
        """The board of the mission that is chosen."""
        if not self.missions:
            return []
        name, mission = self.game, self.missions[self.mission].id
        return self._glimpse.rows((name, mission), lambda: of_mission(name, mission), columns, height)

    def value_of(self, kind: str, id: str) -> str:
        """What stands behind the name of a line."""
        return self.seed if kind == "seed" else super().value_of(kind, id)

    def typed(self, kind: str, id: str, event: events.Key) -> bool:
        """Type in the seed's line too; the first digit replaces the seed that was drawn."""
        if kind != "seed":
            return super().typed(kind, id, event)
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

    def begin(self) -> None:
        """Begin the match."""
        if int(self.seed) >= SEED_LIMIT:
            self.said = f" {put('new', 'seed_bounds', last=SEED_LIMIT - 1)}"
            self.draw()
            return
        try:
            setup = game(self.game).setup(self.missions[self.mission].id, self.names(), self.team(), self.values)
            self.dismiss(saves.begin(self.game, setup, int(self.seed)))
        except (InputError, SaveError, ContentError) as fault:
            self.fault(fault)
