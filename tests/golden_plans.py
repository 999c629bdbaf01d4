"""The orders of each mission for ``golden_bot``: what is wanted now, from the state alone."""

from __future__ import annotations

from typing import Any

from tests.golden_bot import Plan, Planner, Task, Walker
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


HOLD = Task("hold", "", stay=True)


def m00(match: Match[Any]) -> Plan:
    """Look for the violet key, then out."""
    e = Eye(match)
    key = any(o.colour == "violet" and o.taken for o in e.s.objectives.values())
    names = [f"o{i}" for i in range(1, 7)]
    if not key:
        return Plan([*e.take(*names)[:3], HOLD], e.count(*names) * 0.6, e.at(9, 22))
    return Plan(e.leave(), 6 + e.out())


def m02(match: Match[Any]) -> Plan:
    """Nine keys, then out."""
    e = Eye(match)
    names = [f"o{i}" for i in range(1, 10)]
    left = e.take(*names)
    if left:
        return Plan([*left, HOLD], e.count(*names), close=True)
    return Plan(e.leave(), 14 + e.out())


def m05(match: Match[Any]) -> Plan:
    """Both buttons, then out."""
    e = Eye(match)
    left = [e.press(b) for b in ("b2", "b1") if not e.pressed(b)]
    if left:
        return Plan([*left, HOLD], 2 - len(left), e.at(7, 4))
    return Plan(e.leave(), 6 + e.out())


def m06(match: Match[Any]) -> Plan:
    """The rescuers press violet, then white; all leave."""
    e = Eye(match)
    if not e.pressed("b2"):
        return Plan([e.press("b2"), HOLD], 0, e.at(18, 14))
    if not e.pressed("b1"):
        return Plan([e.press("b1"), HOLD], 1.5, e.at(17, 6))
    return Plan(e.leave(), 7 + e.out())


def m09(match: Match[Any]) -> Plan:
    """Green key, white button, yellow button, violet button, out by the west."""
    e = Eye(match)
    key = any(o.colour == "green" and o.taken for o in e.s.objectives.values())
    names = ["o4", "o5", "o6", "o7"]
    inside = e.at(8, 8)
    if not key:
        return Plan([*e.take("o7", "o6", "o5", "o4"), HOLD], e.count(*names) * 0.8)
    if not e.pressed("b3"):
        return Plan([e.press("b3"), HOLD], 5, "")
    if not e.pressed("b2"):
        tasks = [e.press("b2")]
        if "S" not in e.gate():
            tasks = [e.press("b1")]
        return Plan([*tasks, HOLD], 7 + (1 if "S" in e.gate() else 0), inside)
    return Plan(e.leave(), 14 + e.out())


def m01(match: Match[Any]) -> Plan:
    """One works violet and the gate, one white; the rest go out, the doors shut behind them, and who falls falls."""
    e = Eye(match)
    walk = Walker(match)
    team = e.s.standing()
    safe = set(e.mission.areas["safe_area"])
    inside = [w for w in team if w.zone in safe]
    names = ["o1", "o2", "o3", "o4", "o5"]
    done = 3.0 * e.count(*names) + e.pressed("b3") + e.pressed("b1") + e.pressed("b2")
    keepers = sorted(inside, key=walk.has_tool)[:2]
    one = tuple(w.name for w in keepers[:1])
    two = tuple(w.name for w in keepers[1:2]) or one
    west, east = e.take("o2", "o3"), e.take("o4", "o1")
    crew = tuple(w.name for w in team if w not in keepers)
    out = [w for w in team if w.zone not in safe]
    openers = [w.name for w in team if walk.has_tool(w)]
    passage = {"z41", "z42", "z50"}
    tasks = []
    if openers and not e.pressed("b1"):
        tasks.append(Task("", "z49", who=(openers[0],)))
    if openers and not e.pressed("b3"):
        tasks.append(Task("", "z45", who=(openers[-1],)))
    if west and not e.on("b1") and not any(w.zone in e.reach(["z30"], doors=False) for w in out):
        tasks.append(e.press("b1", who=one))
    elif west and e.on("b1") and not {"N", "S"} <= set(e.gate()):
        tasks.append(e.press("b2", who=one))
    elif e.on("b1") and (not west or not any(w.zone in passage for w in team)) and any(w.zone == "z30" for w in out):
        tasks.append(e.press("b1", who=one))
        done += 0.5
    if east and not e.on("b3") and not any(w.zone in ("z25", "z20", "z13") for w in out):
        tasks.append(e.press("b3", who=two))
    elif e.on("b3") and (not east or any(w.zone in ("z20", "z13") for w in out)):
        tasks.append(e.press("b3", who=two))
        done += 0.5
    tasks += [task._replace(who=crew) for task in [*west, *east]]
    tasks += [task._replace(who=one + two) for task in e.take("o5")]
    if not west and not east:
        done += 3.0 + 2 * (not e.on("b1")) + 2 * (not e.on("b3"))
        near = e.reach([w.zone for w in inside], doors=False)
        tasks += [Task("", z, 0.3) for z in e.s.zombies if z in near][:4]
        tasks += [Task("", "z13", 0.2, who=(w.name,)) for w in out]
    return Plan(tasks, done)


def m03(match: Match[Any]) -> Plan:
    """The saw, the green door, both colours of cells, all objectives; then clear the sectors."""
    e = Eye(match)
    green = next(d for d in e.board.doors.values() if d.colour == "green")
    opened = bool(e.s.ways >> green.bit & 1)
    names = [f"o{i}" for i in range(1, 8)]
    done = e.count(*names) + 2 * opened
    if not e.taken("o7"):
        return Plan(e.take("o7"), done, e.at(14, 19))
    if not opened:
        bearer = tuple(w.name for w in e.s.standing() if "concrete_saw" in w.slots)
        return Plan([Task("", e.at(14, 11), 1.0, who=bearer)], done, e.at(14, 13))
    tasks = [e.press(b) for b in ("b2", "b3", "b1") if not e.pressed(b)] + e.take("o3", "o2", "o1")
    reach = e.reach([w.zone for w in e.s.standing()])
    able = [task for task in tasks if task.zone in reach]
    if tasks and not able:
        able = [e.press("b3")]
    sectors = [z for a in ("violet_sector", "central_corridor", "white_sector") for z in e.mission.areas[a]]
    foes = [z for z in sectors if e.s.zombies.get(z)]
    if tasks:
        return Plan(able, done, "")
    done += 4 - 0.12 * sum(e.s.crowd(z) for z in foes)
    return Plan([Task("", z, 0.3) for z in foes], done, e.at(14, 5))


def m04(match: Match[Any]) -> Plan:
    """White, violet, the gate from inside, the welder through torn wire, all back, gate and door shut."""
    e = Eye(match)
    gate, booth = "z25", e.s.buttons["b2"].zone
    prison = set(e.mission.areas["prison"])
    home = e.at(0, 7)
    team = e.s.standing()
    outside = [w for w in team if w.zone not in prison]
    if not e.taken("o4"):
        done = e.pressed("b1") + e.pressed("b3") + e.pressed("b2")
        torn = any(e.s.ways >> w.bit & 1 for w in e.board.fences.values())
        done += 1.0 * torn
        if not e.pressed("b1"):
            return Plan([e.press("b1"), Task("", booth, 0.3)], done, home)
        if not e.on("b3"):
            return Plan([e.press("b3"), Task("", booth, 0.5)], done, home)
        crew = [w for w in team if w.zone == gate]
        wanted = min(3, len(team) - 1)
        if "E" not in e.gate():
            tasks = [Task("", booth), *[Task("", gate)] * wanted]
            if len(crew) >= wanted:
                tasks[0] = e.press("b2")
            return Plan(tasks, done + 0.3 * len(crew), home)
        if not crew and not outside:
            return Plan([e.press("b2")], done, home)
        away = tuple(w.name for w in [*crew, *outside])
        escort = [Task("", e.s.objectives["o4"].zone, 0.5, who=(name,)) for name in away]
        return Plan([*e.take("o4"), Task("", booth, 0.5), *escort], done + 1.5, home)
    done = 12.0 + len(team) - len(outside)
    if outside:
        away = tuple(w.name for w in outside)
        tasks = [Task("", booth, 0.5)]
        if "E" not in e.gate():
            tasks = [e.press("b2")]
        return Plan([*tasks, *[Task("", gate, 1.0, who=(name,)) for name in away]], done)
    done += 3
    if "E" in e.gate():
        return Plan([e.press("b2"), Task("", gate, 0.3)], done)
    done += 3
    return Plan([e.press("b3")] if e.on("b3") else [], done + (0 if e.on("b3") else 3), home)


def m07(match: Match[Any]) -> Plan:
    """Something that kills an Abomination, both buttons, then hunt."""
    e = Eye(match)
    left = [e.press(b) for b in ("b1", "b2") if not e.pressed(b)]
    crowd = sum(e.s.crowd(z) for z in e.s.zombies)
    held = [c for w in e.s.standing() for c in w.slots]
    heavy = held.count("concrete_saw") + held.count("molotov")
    if len(left) == 2 and not heavy and e.s.turn < 9:
        return Plan([Task("", e.at(18, 8))], 0.0, e.at(18, 8), loot=True)
    if left:
        return Plan(left, 3.0 - len(left) + 0.5 * heavy, e.at(18, 8))
    tasks = [e.press(b) for b in ("b1", "b2") if not e.on(b)]
    reach = e.reach([w.zone for w in e.s.standing()])
    tasks += [Task("", z, 0.1) for z in e.s.zombies if z in reach][:6]
    return Plan(tasks, 6.0 + 0.5 * heavy - 0.08 * crowd, "")


def m08(match: Match[Any]) -> Plan:
    """Gate, white, violet, eight food cards, home."""
    e = Eye(match)
    foods = [n for n, o in e.s.objectives.items() if o.colour == "red"]
    tags = e.s.tags.get("mission_food", [])
    reach = e.reach([w.zone for w in e.s.standing()])
    done = 1.5 * e.count(*foods) + e.pressed("b1") * 0.5 + 2 * e.pressed("b2") + 2 * e.pressed("b3")
    left = [task for task in e.take(*foods) if task.zone in reach]
    tasks = []
    if not e.pressed("b2"):
        through = sum(side in e.gate() for side in "SE")
        east = Task("", e.at(14, 3), 0.4, all=True)
        if through == 2:
            return Plan([e.press("b2"), east], done + 1.4)
        return Plan([e.press("b1"), east], done + 0.7 * through)
    if not e.pressed("b3"):
        tasks = [e.press("b3") if e.s.buttons["b3"].zone in reach else e.press("b1")]
    elif not left and e.count(*foods) < len(foods):
        tasks = [e.press("b1"), e.press("b2"), e.press("b3")]
    room = [w for w in e.s.standing() if sum(c in tags for c in w.slots if c) < 5]
    if e.count(*foods) < len(foods):
        names = tuple(w.name for w in room)
        return Plan([*tasks, *[task._replace(who=names) for task in left[:4]]], done, e.at(4, 19))
    carriers = tuple(w.name for w in e.s.standing() if any(c in tags for c in w.slots if c))
    home = [w for w in e.s.standing() if w.name in carriers and w.zone == e.start]
    done += sum(sum(c in tags for c in w.slots if c) for w in home) + 8
    return Plan([Task("", e.start, 1.0, who=(name,)) for name in carriers], done)


def m10(match: Match[Any]) -> Plan:
    """Five objectives outside, then the main entrance, three buttons and the two inside."""
    e = Eye(match)
    names = list(e.s.objectives)
    done = 1.5 * e.count(*names)
    reach = e.reach([w.zone for w in e.s.standing()])
    outside = e.take("o4", "o5", "o6", "o7", "o8")
    tasks = list(outside)
    tasks += [e.press(b) for b in ("b1", "b2", "b3") if not e.pressed(b)] + e.take("o9", "o10")
    able = [task for task in tasks if task.zone in reach]
    if tasks and not able:
        able = [e.press("b3"), e.press("b2")]
    return Plan(able[:6], done, close=True)


PLANS: dict[str, Planner] = {
    "m00": m00,
    "m01": m01,
    "m02": m02,
    "m03": m03,
    "m04": m04,
    "m05": m05,
    "m06": m06,
    "m07": m07,
    "m08": m08,
    "m09": m09,
    "m10": m10,
}
