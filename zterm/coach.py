"""The coach: notes for a first match, each told once, in the log, when it first matters."""

from __future__ import annotations

from collections.abc import Iterable

from zterm import memory
from zterm.content import settings
from zterm.content.problems import ContentError
from zterm.games import coach
from zterm.games.coach import Note
from zterm.kernel.decision import Decision, Event

NAME = "coach"
"""Where it is remembered which notes were read."""


class Coach:
    """The notes of a mission that were not told yet; ``on`` says whether notes are wanted."""

    def __init__(self, mission: str) -> None:
        self.on = settings.load().on("coach")
        self._mission = mission
        self._left: list[Note] | None = None

    def next(self, decision: Decision | None, events: Iterable[Event]) -> Note | None:
        """The note that is due now, remembered as told; None for nothing new."""
        if not self.on:
            return None
        if self._left is None:
            self._left = self._unread()
        note = coach.due(self._left, decision, events) if self._left else None
        if note is not None:
            self._left.remove(note)
            seen = _seen()
            memory.write(NAME, {"seen": [*seen, f"{self._mission}:{note.id}"]})
        return note

    def switch(self) -> bool:
        """Turn notes on (all that were told may come again) or off, for good; gives whether they are on now."""
        self.on = not self.on
        values = {**settings.load().values, "coach": "on" if self.on else "off"}
        settings.save(values)
        if self.on:
            memory.write(NAME, {"seen": []})
            self._left = None
        return self.on

    def _unread(self) -> list[Note]:
        try:
            notes = coach.load(self._mission)
        except ContentError:
            return []
        seen = _seen() if notes else []
        return [note for note in notes if f"{self._mission}:{note.id}" not in seen]


def _seen() -> list[str]:
    """The notes that were told, as far as that is remembered."""
    seen = memory.read(NAME).get("seen")
    return [note for note in seen if isinstance(note, str)] if isinstance(seen, list) else []
