"""The end screen: how a match went, and what can be done next."""

from __future__ import annotations

from pathlib import Path

from textual import events

from zterm.content.outward import clean
from zterm.kernel.views import Person
from zterm.ui.desk import Desk
from zterm.ui.glimpse import drawn
from zterm.ui.page import Page, Reader, centred, foot, told_rows
from zterm.ui.pane import Look
from zterm.ui.panes import brief_bits
from zterm.ui.rows import BLANK, Bit, Row, abreast, fit, row, wrap
from zterm.ui.texts import log_rows
from zterm.ui.words import put

ROLES = {"won": "good", "lost": "bad", "drawn": "title"}
CHOICES = (("a", "again"), ("s", "same"), ("t", "tale"), ("m", "log"), ("u", "undo"), ("q", "leave"))
WIDE, FACTS, STORY = 140, 60, 124
"""Columns from which on the story stands beside the outcome, those of the outcome, and of the story at most."""
IN_CAMPAIGN = (("c", "campaign"), *CHOICES[2:5])


class End(Page):
    """How a match ended. Dismissed with "again", "same", "campaign", "undo" or "leave"."""

    def __init__(self, look: Look, desk: Desk, campaign: bool = False) -> None:
        super().__init__(look)
        self.desk = desk
        self.choices = IN_CAMPAIGN if campaign else CHOICES
        self.said = ""
        self.mark = 0
        self._told: list[str] | None = None
        self._room = (0, 0)
        self._final: list[Row] = []

    def rows(self, columns: int, height: int) -> list[Row]:
        """Outcome, reason, figures, people, and what to press; in a wide window the story beside them."""
        wide = columns >= WIDE
        told = min(STORY, columns - FACTS)
        rows = self._facts(columns - told - 2 if wide else columns, height)
        if wide:
            head, *rows = rows
            story = told_rows(self._story(), "", told)[: height - 3]
            story = [BLANK, *story, *[BLANK] * len(rows)]
            rows = [
                head,
                *(abreast(left, right, columns - told - 2) for left, right in zip(rows, story, strict=False)),
            ]
        said = f" {self.said}" if self.said else ""
        return [*rows, foot(said, f" {put('ending', 'keys')}", columns)]

    def _facts(self, columns: int, height: int) -> list[Row]:
        """What is always shown, in all rows but the last."""
        desk = self.desk
        match = desk.session.match
        result = match.over
        outcome = result.outcome if result and result.outcome in ROLES else "over"
        word, role = put("ending", outcome), ROLES.get(outcome, "title")
        rows = [row(Bit(f" {clean(desk.view.title)}", "strong", "b"), ground="status"), BLANK]
        rows += [row(Bit(centred(word, columns), role, "b")), BLANK]
        rows += [row(centred(line, columns)) for line in wrap(self._reason(), columns - 4, "")]
        killed = [row(Bit(centred(line, columns), "bad")) for line in wrap(self._deaths(), columns - 4, "")]
        below = len(desk.view.people) + len(self.choices) + 4
        rows += killed if self._deaths() and len(rows) + len(killed) + below < height else []
        seed = desk.session.saved.header.seed
        facts = put("ending", "facts", turn=desk.turn, answers=match.answers, seed=seed)
        rows += [BLANK, row(Bit(centred(facts, columns), "name")), BLANK]
        rows += [_person(person, self._kills(person), columns) for person in desk.view.people]
        rows.append(BLANK)
        story = desk.session.chronicle
        if story is not None and len(rows) + len(self.choices) + 3 < height:
            rows += [row(Bit(f"    {line}", "name")) for line in wrap(put("ending", "story", file=story), columns - 8)]
            rows.append(BLANK)
        for number, (key, name) in enumerate(self.choices):
            mark = number == self.mark
            rows.append(
                row(
                    Bit(f"  {'>' if mark else ' '}{key}  ", "key", "b"),
                    Bit(fit(put("ending", name), 48)),
                    ground="mark" if mark else "pane",
                )
            )
        rows += [BLANK, *self._board(columns - 4, height - len(rows) - 2)]
        rows = rows[: height - 1]
        return [*rows, *[BLANK] * (height - 1 - len(rows))]

    def _board(self, columns: int, height: int) -> list[Row]:
        """The board as it was left, where there is room for it."""
        if (columns, height) != self._room:
            self._room = (columns, height)
            board = drawn(self.desk.shape, self.desk.view, columns, height, self.look.glyphs)
            self._final = [Row((Bit("    "), *line.bits)) for line in board]
        return self._final

    def _story(self) -> list[str]:
        """The lines of the chronicle that was written, none if there is none."""
        if self._told is None:
            session = self.desk.session
            if session.chronicle is None and not session.untold:
                session.tell()
            file = session.chronicle
            try:
                self._told = Path(file).read_text(encoding="utf-8", errors="replace").splitlines() if file else []
            except OSError:
                self._told = []
        return self._told

    def _reason(self) -> str:
        result = self.desk.session.match.over
        reason = result.reason.replace("_", " ").capitalize() if result is not None else ""
        ends = [event for event in self.desk.events if event.__struct_config__.tag == "match_over"]
        return clean(self.desk.rules.tell(ends[-1])) if ends else reason

    def _deaths(self) -> str:
        """Who was killed in what the last answer brought, and by whom."""
        killed = [event for event in self.desk.events if event.__struct_config__.tag == "survivor_killed"]
        return ", ".join(clean(self.desk.rules.tell(event)) for event in killed)

    def _tale(self) -> None:
        """Read how the match went: turning points, luck, where who died, everything in order."""
        lines = self._story()
        if not lines:
            self.said = put("ending", "no_tale")
            self.draw()
            return
        title = put("ending", "tale_head")
        text = Reader(self.look, title, lambda words, width: told_rows(lines, words, width), True, whole=True)
        self.app.push_screen(text)

    def _kills(self, person: Person) -> int | None:
        """Kills, where the public state of a game counts them for its people."""
        public = self.desk.rules.public(self.desk.session.match.state)
        for part in public.values():
            one = part.get(person.id) if isinstance(part, dict) else None
            if isinstance(one, dict) and isinstance(one.get("kills"), int):
                return int(one["kills"])
        return None

    def press(self, action: str, event: events.Key) -> None:
        """Choose what comes next."""
        if action in ("up", "down"):
            self.mark = (self.mark + (1 if action == "down" else -1)) % len(self.choices)
            self.draw()
            return
        leave = self.choices[0][0] if self.choices is IN_CAMPAIGN else "q"
        key = {"quit": leave, "back": leave, "accept": self.choices[self.mark][0]}.get(action, event.key)
        found = next((name for letter, name in self.choices if letter == key), "")
        if found == "log":
            self.app.push_screen(
                Reader(
                    self.look, put("reader", "log"), lambda words, width: log_rows(self.desk, words, width), True, True
                )
            )
        elif found == "tale":
            self._tale()
        elif found:
            self.dismiss(found)


def _person(person: Person, kills: int | None, columns: int) -> Row:
    end = person.state or put("ending", "in_play" if person.area else "gone")
    margin, named, gap = (4, 14, 3) if columns >= 66 else (1, 11, 2)
    bits = [Bit(f"{' ' * margin}{fit(person.name, named)}", person.role or "text", "b")]
    if person.brief:
        bits += [bit for field in person.brief for bit in brief_bits(field, True)]
    else:
        points, wounds = put("ending", "points", n=f"{person.points:>3}"), put("ending", "wounds", n=person.wounds)
        role = "bad" if person.wounds else "disabled"
        bits += [Bit(f"{person.level} {points}{' ' * gap}"), Bit(f"{wounds}{' ' * gap}", role)]
    if kills is not None:
        bits.append(Bit(f"{put('ending', 'kills', n=f'{kills:>3}')}{' ' * gap}", "walker"))
    return Row((*bits, Bit(end, "name")))
