"""Campaigns on the full screen: a list of them, and the map of one with its missions, team and story."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path

from textual import events

from zterm import campaign as story
from zterm.campaign import Campaign, Chapter
from zterm.content.outward import capital, clean
from zterm.content.problems import ContentError, first
from zterm.games.registry import InputError, game
from zterm.kernel.record import SaveError
from zterm.ui.glimpse import Glimpse, of_mission
from zterm.ui.newmatch import Form, Line
from zterm.ui.page import PROSE, Doom, Page, Reader, foot, told_rows
from zterm.ui.pane import Look
from zterm.ui.rooms.lists import Picker
from zterm.ui.rooms.words import MESSAGES, put
from zterm.ui.rows import BLANK, Bit, Row, abreast, brief, cut, fit, row, spread, width, wrap

NAMED = 10
"""Columns that a name has at least; where there are too few, figures give way."""
ROLES = {"won": "good", "lost": "bad", "accepted": "bad", "playing": "noise", "next": "title", "ahead": "disabled"}
SIGNS = {"won": "[#]", "lost": "[x]", "accepted": "[x]", "playing": "[>]", "next": "[ ]", "ahead": " . "}


def sentence(fault: Exception) -> str:
    """What went wrong, in one sentence."""
    return clean(first(fault))


def spoken(name: str) -> str:
    """A name from an id."""
    return clean(capital(name).replace("_", " "))


class Campaigns(Picker):
    """All campaigns, and the way to begin a new one."""

    def __init__(self, look: Look) -> None:
        super().__init__(look)
        self.head, self.none = put("campaign", "head"), put("campaign", "none")
        self.typed: str | None = None
        self.doom = Doom()
        self._read()

    def _read(self) -> None:
        self._list, self._wrong = story.survey()
        if self.typed is None and not self._list and not self._wrong:
            self.typed = ""
        self._keys()

    def _keys(self) -> None:
        self.keys = put("campaign", "keys_name" if self.typed is not None else "keys_list")
        if self.doom.name:
            self.said = put("campaign", "doom", name=self.doom.name)

    def count(self) -> int:
        """The campaigns, and the line for a new one."""
        return len(self._list) + 1

    def lines(self, columns: int) -> tuple[list[Row], int]:
        """A line a campaign, then the new one."""
        rows = [BLANK]
        for number, one in enumerate(self._list):
            won = sum(chapter.state == "won" for chapter in story.chapters(one))
            text = put("campaign", "line", name=one.name, won=won, last=len(one.missions))
            team = cut(", ".join(map(spoken, one.team)), max(0, columns - width(text) - 6))
            rows.append(self.marked_row(text, team, number == self.mark, columns))
        new = self.mark == len(self._list)
        name = put("campaign", "new") if self.typed is None else put("campaign", "name", typed=self.typed)
        rows += [self.marked_row(name, "", new, columns, "title"), BLANK]
        rows += [row(Bit(f"   {line}", "name")) for line in wrap(put("campaign", "anew"), columns - 4, "")]
        for wrong in self._wrong:
            rows += [BLANK, *(row(Bit(f"   {line}", "bad")) for line in wrap(clean(wrong), columns - 4, ""))]
        return rows, self.mark + 1

    def pick(self) -> None:
        """Open a campaign, or ask for the name of a new one."""
        if self.mark < len(self._list):
            self.open(self._list[self.mark].name)
        else:
            self.typed = ""
            self._keys()

    def open(self, name: str) -> None:
        """Show the map of a campaign."""
        try:
            page = CampaignMap(self.look, name)
        except (InputError, SaveError, ContentError) as fault:
            self.said = sentence(fault)
            return
        self.app.push_screen(page, lambda _: self._again())

    def _begun(self, name: str | None) -> None:
        """Open the campaign that was begun, if one was."""
        self._again()
        if name is not None:
            self.mark = 0
            self.open(name)

    def _again(self) -> None:
        self._read()
        self.draw()

    def press(self, action: str, event: events.Key) -> None:
        """Type a name, confirm, or as in any list."""
        self.said = ""
        if self.typed is not None:
            self._type(event)
        elif self.doom.name:
            doomed = self.doom.answer(event)
            if doomed:
                try:
                    story.delete(doomed)
                except (InputError, SaveError) as fault:
                    self.said = sentence(fault)
                self.mark = 0
            self._read()
        else:
            super().press(action, event)
            return
        if self.is_current:
            self.draw()

    def other(self, action: str, event: events.Key) -> None:
        """Begin a new one, or ask whether one is to be deleted."""
        if event.key == "n":
            self.mark, self.typed = len(self._list), ""
        elif event.key == "d" and self.mark < len(self._list):
            self.doom.ask(self._list[self.mark].name)
        self._keys()

    def _type(self, event: events.Key) -> None:
        assert self.typed is not None
        self.mark = len(self._list)
        if event.key == "escape":
            self.typed = None
            if not self._list:
                self.dismiss()
                return
        elif event.key == "enter":
            name = self.typed.strip()
            try:
                story.unused(name)
            except InputError as fault:
                self.said = sentence(fault)
                return
            self.typed = None
            self.app.push_screen(NewCampaign(self.look, name), self._begun)
        elif event.key == "backspace":
            self.typed = self.typed[:-1]
        elif event.character and event.character.isprintable() and len(self.typed) < 40:
            self.typed += event.character
        self._keys()


class NewCampaign(Form):
    """The form for a campaign that has a name: players, team, options. Dismissed with the name, None for none."""

    def __init__(self, look: Look, name: str) -> None:
        self.name_of_it = name
        super().__init__(look)

    def head(self) -> str:
        """What the form is called."""
        return put("campaign", "form", name=clean(self.name_of_it))

    def name_of(self, kind: str) -> str:
        """What a line is called."""
        return put("campaign", "begin") if kind == "begin" else super().name_of(kind)

    def keys(self) -> str:
        """The keys of the form."""
        return put("campaign", "keys_form")

    def lines(self) -> list[Line]:
        """Players and team, options, and the line that begins."""
        return [*self.people_lines(), *self.option_lines(), ("begin", "")]

    def about(self, kind: str, id: str) -> Sequence[str]:
        """What a line means."""
        if kind == "begin":
            return (clean(self.name_of_it), put("campaign", "anew"))
        return super().about(kind, id)

    def begin(self) -> None:
        """Begin the campaign."""
        try:
            story.start(self.name_of_it, self.game, self.team(), self.names(), self.values)
        except (InputError, SaveError, ContentError) as fault:
            self.fault(fault)
            return
        self.dismiss(self.name_of_it)


class CampaignMap(Page):
    """One campaign: its missions as a way, the team, what comes next. It is held until the page is left.

    Raises InputError, SaveError and ContentError when the campaign can't be opened.
    """

    def __init__(self, look: Look, name: str, seed: int | None = None) -> None:
        super().__init__(look)
        self._glimpse = Glimpse(self)
        self.said = ""
        self.seed = seed
        self._held = ExitStack()
        self._held.enter_context(story.held(name))
        try:
            self._take(story.load(name))
        except BaseException:
            self._held.close()
            raise
        self.mark = self._here()

    def _take(self, one: Campaign) -> None:
        self.campaign = story.refresh(one)
        self.chapters: list[Chapter] = story.chapters(self.campaign)
        self.step = story.next_step(self.campaign)

    def _here(self) -> int:
        return next((at for at, one in enumerate(self.chapters) if one.mission == self.step.mission), 0)

    def refreshed(self) -> None:
        """Look again how the match went that was played."""
        try:
            self._take(story.load(self.campaign.name))
        except (InputError, SaveError, ContentError) as fault:
            self.said = sentence(fault)
        self.mark = self._here()
        self.draw()

    def let_go(self) -> None:
        """Let others have the campaign."""
        self._held.close()

    def on_unmount(self) -> None:
        """Nothing is held when the page is gone."""
        self.let_go()

    def rows(self, columns: int, height: int) -> list[Row]:
        """The way of missions at the left, team and story of the marked one at the right, what comes next below."""
        won = sum(one.state == "won" for one in self.chapters)
        line = put("campaign", "line", name=clean(self.campaign.name), won=won, last=len(self.chapters))
        head = spread([Bit(f" {line}", "title_focus", "b")], [], columns, "title_focus")
        left = min(54, columns * 3 // 5)
        way = [row(Bit(f" {put('campaign', 'map')}", "title", "b"))]
        room = height - 5
        for number, chapter in enumerate(self.chapters):
            way += self._chapter(number, chapter, left, double=2 * len(self.chapters) < room)
        skip = max(0, min(self.mark - room // 2, len(way) - room)) if len(way) > room else 0
        way = way[skip : skip + room]
        side = self._side(min(columns - left - 3, PROSE), room)
        if len(side) < room:
            side += [BLANK, *self._board(columns - left - 3, room - len(side) - 1)]
        rows = [head, BLANK]
        for y in range(room):
            rows.append(abreast(way[y] if y < len(way) else BLANK, side[y] if y < len(side) else BLANK, left))
        role = "noise" if self.said else "strong"
        words = brief(self.said, 2 * columns - 4) if self.said else self.next_words()
        rows += [row(Bit(f" {line}", role, "b")) for line in wrap(words, columns - 2, "")[:2]]
        rows += [BLANK] * (height - 1 - len(rows))
        key = "keys_lost" if self.step.what == "decide" else "keys_map"
        return [*rows[: height - 1], foot("", put("campaign", key), columns)]

    def _board(self, columns: int, height: int) -> list[Row]:
        """The board of the marked mission."""
        name, mission = self.campaign.game, self.chapters[self.mark].mission
        return self._glimpse.rows((name, mission), lambda: of_mission(name, mission), columns, height)

    def _chapter(self, number: int, one: Chapter, columns: int, double: bool) -> list[Row]:
        """A mission on the way, and the way on."""
        mark = number == self.mark
        state = put("states", one.state) if one.state != "ahead" else ""
        more = [MESSAGES.number("turns", one.turns)] if one.state in ("won", "accepted", "lost") else []
        more += [MESSAGES.number("tries", one.tries)] if one.tries > 1 else []
        for words in more:
            if columns - width(f"{state}, {words}") - 12 >= min(width(one.title), 24):
                state += f", {words}"
        role = ROLES[one.state]
        room = columns - width(state) - 12
        bits = (
            Bit(f" {'>' if mark else ' '}", "key", "b"),
            Bit(f"{SIGNS[one.state]} ", role, "b"),
            Bit(f"{one.mission.upper():<4}", "key" if one.state != "ahead" else "disabled"),
            Bit(fit(one.title, max(4, room)), "strong" if mark else "text" if one.state != "ahead" else "disabled"),
            Bit(f" {state}", role),
        )
        rows = [Row(bits, "mark" if mark else "pane")]
        if double and number < len(self.chapters) - 1:
            rows.append(row(Bit("    |", "disabled" if one.state in ("ahead", "next", "playing") else role)))
        return rows

    def _side(self, columns: int, room: int) -> list[Row]:
        """The team with what it has done, and the marked mission."""
        labels = [put("campaign", key) for key in ("kills", "points", "fallen")]
        widths = [max(4, width(label)) + 1 for label in labels]
        while sum(widths) + NAMED > columns and len(widths) > 1:
            del labels[-1], widths[-1]
        named = max(NAMED, min(14, columns - sum(widths)))
        heads = "".join(" " * (size - width(label)) + label for label, size in zip(labels, widths, strict=True))
        rows = [row(Bit(fit(put("campaign", "team"), named), "title", "b"), Bit(heads, "name"))]
        for one in story.tallies(self.campaign):
            figures = (one.kills, one.points, one.deaths)
            shown = "".join(f"{figure:>{size}}" for figure, size in zip(figures, widths, strict=False))
            rows.append(row(Bit(fit(spoken(one.name), named), "strong"), Bit(shown, "text")))
        rows.append(BLANK)
        chapter = self.chapters[self.mark]
        info = next((m for m in game(self.campaign.game).missions() if m.id.lower() == chapter.mission), None)
        rows += [row(Bit(line, "title", "b")) for line in wrap(chapter.title, columns, "")]
        if info is not None:
            about = put("campaign", "mission_about", difficulty=info.difficulty, minutes=info.minutes)
            rows.append(row(Bit(cut(about, columns), "name")))
            rows += [row(line) for part in info.story.split("\n") for line in wrap(clean(part), columns, "")]
        return rows if len(rows) <= room else [*rows[: room - 1], row(Bit("..", "name"))]

    def next_words(self) -> str:
        """What comes next, in a sentence."""
        if self.step.what == "finished":
            return put("campaign", "finished")
        one = self.chapters[self._here()]
        key = {"begin": "next", "resume": "resume", "decide": "lost"}[self.step.what]
        return put("campaign", key, mission=one.mission.upper(), title=one.title)

    def press(self, action: str, event: events.Key) -> None:
        """Walk the missions, play on, retry or accept, read a chronicle, or go back."""
        self.said = ""
        if action in ("up", "down"):
            self.mark = (self.mark + (1 if action == "down" else -1)) % len(self.chapters)
        elif event.key == "c":
            self._chronicle()
        elif self.step.what == "decide" and event.key == "a":
            self._accept()
        elif (action in ("accept", "next") and self.step.what != "decide") or (
            self.step.what == "decide" and event.key == "r"
        ):
            self._play()
            return
        elif action in ("accept", "next"):
            self.said = self.next_words()
        elif action in ("back", "quit"):
            self.let_go()
            self.dismiss()
            return
        if self.is_current:
            self.draw()

    def _accept(self) -> None:
        try:
            self._take(story.accept(self.campaign))
        except (InputError, SaveError) as fault:
            self.said = sentence(fault)
        self.mark = self._here()

    def _play(self) -> None:
        """Play the match that is next, with the team."""
        try:
            seed, self.seed = self.seed, None
            self.campaign, saved, resumed = story.play(self.campaign, secrets.randbits(31) if seed is None else seed)
        except (InputError, SaveError, ContentError) as fault:
            self.said = sentence(fault)
            self.draw()
            return
        self.app.begin(saved, resumed=resumed)  # type: ignore[attr-defined]

    def _chronicle(self) -> None:
        """Read the chronicle of the marked mission."""
        mission = self.chapters[self.mark].mission
        file = next((one.chronicle for one in reversed(self.campaign.tries) if one.mission == mission), "")
        try:
            text = Path(file).read_text(encoding="utf-8", errors="replace").splitlines() if file else []
        except OSError:
            text = []
        if not text:
            self.said = put("campaign", "no_chronicle")
            return

        self.app.push_screen(
            Reader(self.look, mission.upper(), lambda words, width: told_rows(text, words, width), True, whole=True)
        )
