"""The orders of each mission for ``golden_bot``: what is wanted now, from the state alone."""

from __future__ import annotations

from typing import Any

from tests.golden_bot import Plan, Planner, Task
from tests.golden_cars import m01, m07
from tests.golden_eye import Eye
from tests.golden_food import m08
from zterm.kernel.match import Match

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
