"""The end screen: how a match went, and what can be done next."""

from __future__ import annotations

from textual import events

from zterm.kernel.views import Person
from zterm.ui.desk import Desk
from zterm.ui.page import Page, Reader, centred
from zterm.ui.pane import Look
from zterm.ui.rows import BLANK, Bit, Row, clean, fit, row, wrap
from zterm.ui.texts import log_rows

WORDS = {"won": ("WON", "good"), "lost": ("LOST", "bad"), "drawn": ("DRAWN", "title")}
CHOICES = (
    ("a", "again", "play it again with another seed"),
    ("s", "same", "play it again with the same seed"),
    ("m", "log", "read the whole log"),
    ("u", "undo", "take back the last answer, if that can be"),
    ("q", "leave", "leave"),
)


IN_CAMPAIGN = (("c", "campaign", "back to the campaign"), *CHOICES[2:4])


class End(Page):
    """How a match ended. Dismissed with "again", "same", "campaign", "undo" or "leave"."""

    def __init__(self, look: Look, desk: Desk, campaign: bool = False) -> None:
        super().__init__(look)
        self.desk = desk
        self.choices = IN_CAMPAIGN if campaign else CHOICES
        self.said = ""
        self.mark = 0

    def rows(self, columns: int, height: int) -> list[Row]:
        """Outcome, reason, figures, people, and what to press."""
        desk = self.desk
        match = desk.session.match
        result = match.over
        word, role = WORDS.get(result.outcome if result else "", ("OVER", "title"))
        rows = [row(Bit(f" {clean(desk.view.title)}", "strong", "b"), ground="status"), BLANK]
        rows += [row(Bit(centred(word, columns), role, "b")), BLANK]
        rows += [row(centred(line, columns)) for line in wrap(self._reason(), columns - 4, "")]
        seed = desk.session.saved.header.seed
        facts = f"turn {desk.turn}   answers {match.answers}   seed {seed}"
        rows += [BLANK, row(Bit(centred(facts, columns), "name")), BLANK]
        rows += [_person(person, self._kills(person), columns) for person in desk.view.people]
        rows.append(BLANK)
        story = getattr(desk.session, "chronicle", None)
        if story is not None and len(rows) + len(self.choices) + 3 < height:
            rows += [row(Bit(f"    {line}", "name")) for line in wrap(f"Its story: {story}", columns - 8)]
            rows.append(BLANK)
        for number, (key, _, words) in enumerate(self.choices):
            mark = number == self.mark
            rows.append(
                row(
                    Bit(f"  {'>' if mark else ' '}{key}  ", "key", "b"),
                    Bit(fit(words, 48)),
                    ground="mark" if mark else "pane",
                )
            )
        rows = rows[: height - 1]
        rows += [BLANK] * (height - 1 - len(rows))
        return [*rows, row(Bit(f" {self.said or 'arrows and Enter, or a letter'}", "name"), ground="status")]

    def _reason(self) -> str:
        said = [entry.text for entry in self.desk.chronicle.said if "MatchOver" in entry.text]
        result = self.desk.session.match.over
        reason = result.reason.replace("_", " ").capitalize() if result is not None else ""
        last = self.desk.chronicle.said[-1].text if self.desk.chronicle.said else ""
        return said[-1] if said else (last if last and not last.startswith("The match goes on") else reason)

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
        found = next((name for letter, name, _ in self.choices if letter == key), "")
        if found == "log":
            self.app.push_screen(
                Reader(self.look, "LOG", lambda words, width: log_rows(self.desk, words, width), True, at_end=True)
            )
        elif found:
            self.dismiss(found)


def _person(person: Person, kills: int | None, columns: int) -> Row:
    end = person.state or ("in play" if person.area else "gone")
    bits = [
        Bit(f"    {fit(person.name, 14)}", person.role or "text", "b"),
        Bit(f"{person.level} {person.points:>3} XP   "),
        Bit(f"wounds {person.wounds}   ", "bad" if person.wounds else "disabled"),
        Bit(f"kills {kills:>3}   " if kills is not None else "", "walker"),
        Bit(end, "name"),
    ]
    return Row(tuple(bits))
