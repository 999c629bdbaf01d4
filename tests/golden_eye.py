"""Short questions about a match, for the orders of ``golden_plans`` and ``golden_cars``."""

from __future__ import annotations

from typing import Any

from tests.golden_bot import Task, Walker
from zterm.kernel.match import Match

CELLS: dict[tuple[str, int, int], str] = {}


class Eye:
    """Short questions about a match."""

    def __init__(self, match: Match[Any]) -> None:
        self.match = match
        self.s = match.state
        self.mission = match.rules.content.mission
        self.board = self.mission.board
        self.exit = self.mission.exits[0] if self.mission.exits else ""
        self.start = self.mission.start[0]

    def taken(self, name: str) -> bool:
        """Whether an objective was taken."""
        return bool(self.s.objectives[name].taken)

    def pressed(self, name: str) -> bool:
        """Whether a button was ever pressed."""
        return self.s.buttons[name].pressed > 0

    def on(self, name: str) -> bool:
        """Whether a button stands on."""
        return self.s.buttons[name].on

    def gate(self) -> str:
        """The open sides of the gate."""
        return self.s.gates["g1"]

    def at(self, x: int, y: int) -> str:
        """The zone of a cell, or of the nearest one that has a zone."""
        key = (self.mission.id, x, y)
        if key not in CELLS:
            cells = [(abs(x - cx) + abs(y - cy), z.id) for z in self.board.zones.values() for cx, cy in z.cells]
            CELLS[key] = min(cells)[1]
        return CELLS[key]

    def take(self, *names: str, weight: float = 1.0) -> list[Task]:
        """Tasks to take what is not taken yet."""
        return [Task(f"take:{n}", self.s.objectives[n].zone, weight) for n in names if not self.taken(n)]

    def press(self, name: str, weight: float = 1.0, who: tuple[str, ...] = ()) -> Task:
        """The task to press a button."""
        return Task(f"press:{name}", self.s.buttons[name].zone, weight, who=who)

    def count(self, *names: str) -> int:
        """How many of these objectives are taken."""
        return sum(self.taken(n) for n in names)

    def out(self) -> int:
        """How many escaped."""
        return sum(w.escaped for w in self.s.survivors.values())

    def reach(self, zones: list[str], doors: bool = True) -> set[str]:
        """The zones that can be walked to, with doors that a tool opens if wanted."""
        walk = Walker(self.match)
        seen = set(zones)
        todo = list(seen)
        while todo:
            for other, _, door in walk.neighbours(todo.pop(), True):
                if other not in seen and (doors or not door):
                    seen.add(other)
                    todo.append(other)
        return seen

    def leave(self) -> list[Task]:
        """Everybody to the exit."""
        return [Task("", self.exit, 1.0, all=True)]
