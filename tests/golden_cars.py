"""The orders of two missions that need a car, the gate or the tower used well."""

from __future__ import annotations

from typing import Any, NamedTuple

from tests.golden_bot import Plan, Ride, Task, Walker
from tests.golden_eye import Eye
from zterm.games.zombicide.state import Survivor
from zterm.kernel.match import Match

WHITE_YARD = {"z20", "z21", "z14", "z13"}
NORTH, SOUTH = ("z9", "z15", "z24"), ("z28", "z27", "z22", "z33", "z23", "z17", "z12")


class Crews(NamedTuple):
    """Who of M01 is where: inside, in the gate's rooms, out in the west, out in the east."""

    home: list[Survivor]
    passage: list[Survivor]
    wild: list[Survivor]
    east: list[Survivor]


def m01(match: Match[Any]) -> Plan:
    """Two go west by car through the violet door, which shuts behind them, two to the east tower; towers are safe."""
    e = Eye(match)
    s, team = e.s, e.s.standing()
    safe, white = set(e.mission.areas["safe_area"]), set(e.mission.areas["white_area"]) | WHITE_YARD
    crews = Crews(
        [w for w in team if w.zone in safe],
        [w for w in team if w.zone in ("z41", "z42")],
        [w for w in team if w.zone not in safe | white | {"z41", "z42"}],
        [w for w in team if w.zone in white],
    )
    done = 3.0 * e.count("o1", "o2", "o3", "o4", "o5") + 1.5 * e.pressed("b1") + e.pressed("b3") + 0.5 * e.pressed("b2")
    heavy = {w.name for w in team if {"concrete_saw", "molotov"} & set(w.slots)}
    bosses = sum(n for here in s.zombies.values() for kind, n in here.items() if kind.endswith("abomination"))
    done += 0.7 * bool(heavy - {w.name for w in crews.wild}) - 0.4 * bosses
    rides: tuple[Ride, ...] = ()
    tasks, more = _violet_door(e, crews, heavy)
    done += more
    if crews.wild:
        new, more, rides = _west(e, crews)
        tasks, done = tasks + new, done + more
    new, more = _east(e, crews)
    home = tuple(w.name for w in crews.home)
    tasks, done = [*tasks, *new, *(task._replace(who=home) for task in e.take("o5"))], done + more
    if e.count("o1", "o2", "o3", "o4") == 4:
        near = e.reach([w.zone for w in crews.home], doors=False)
        tasks += [Task("", z, 0.3) for z in s.zombies if z in near][:4]
        done += 2.0 * (not e.on("b1") and not e.on("b3"))
        done -= 0.3 * len([w for w in crews.wild if w.zone not in ("z12", "z13")])
    loot = not e.pressed("b3") and s.turn < 5
    return Plan(tasks, done, "", loot=loot, calm=1.5, arms=2.0 if loot else 0.5, rides=rides)


def _violet_door(e: Eye, crews: Crews, heavy: set[str]) -> tuple[list[Task], float]:
    """Runners wait at the violet door, two at the buttons: open, out, shut, all in one players' phase."""
    home, passage, wild = crews.home, crews.passage, crews.wild
    west_left = e.take("o2", "o3")
    wanted = 2 if len(home + passage + wild) > 3 else 1
    if not e.s.ways >> e.board.doors["d3"].bit & 1:
        return [Task("", "z49")], 0.0
    if not west_left or len(wild) >= wanted:
        if not e.on("b1"):
            return [], 4.5
        shut = e.press("b1", who=tuple(w.name for w in home))
        return [shut, *(Task("", "z50", 0.5, who=(w.name,)) for w in passage)], 0.0
    walk = Walker(e.match)
    tools = [w for w in passage + home if walk.has_tool(w)]
    tools.sort(key=lambda w: (w.name in heavy, w.zone not in ("z41", "z42"), w.xp))
    runners = list(dict.fromkeys(w.name for w in [*(wild + passage)[:wanted], *tools, *home]))[:wanted]
    pressers = tuple(w.name for w in home if w.name not in runners)
    if not {"N", "S"} <= set(e.gate()):
        return [e.press("b2", who=pressers), *(Task("", "z50", who=(n,)) for n in runners)], 0.0
    posted = sum(w.zone == "z49" and w.name not in runners for w in home)
    ready = [n for n in runners if e.s.survivors[n].zone in ("z41", "z30")]
    tasks = [Task("", "z30" if e.on("b1") else "z41", who=(n,)) for n in runners]
    if not e.on("b1") and len(ready) == wanted and posted >= min(2, len(pressers)):
        tasks = [e.press("b1", who=pressers)]
    done = 0.7 + 0.4 * len(ready) + 0.5 * min(2, posted) + 1.5 * len(wild)
    return [*tasks, *[Task("", "z49", who=pressers)] * 2], done


def _west(e: Eye, crews: Crews) -> tuple[list[Task], float, tuple[Ride, ...]]:
    """By car to the workshop in the north, then to the room in the west and up the left tower."""
    wild = crews.wild
    crew = tuple(w.name for w in wild)
    north = tuple(w.name for w in wild if w.zone in NORTH)
    south = tuple(w.name for w in wild if w.zone in SOUTH)
    others = tuple(n for n in crew if n not in north + south)
    got = e.taken("o2")
    rides: tuple[Ride, ...] = ()
    if len(wild) < 2 and e.on("b1") and not (got and e.taken("o3")):
        rides = (Ride("c1", "z4", (*crew, *(w.name for w in crews.passage))),)
    elif not (south and got):
        rides = (Ride("c1", "z29" if got or north else "z4", others),)
    tasks = [task._replace(who=north or others) for task in e.take("o2")]
    tasks += [task._replace(who=south or (others if north or got else crew)) for task in e.take("o3")]
    done = 0.0
    if e.taken("o3"):
        tasks += [Task("", "z12", 0.5, who=(n,)) for n in (crew if got else south)]
        done += sum(1.0 for w in wild if w.zone == "z12")
    return tasks, done, rides


def _east(e: Eye, crews: Crews) -> tuple[list[Task], float]:
    """White opens for those who go to the right tower, and shuts once they are on it or back."""
    gang = crews.east
    left = e.take("o4", "o1")
    home = tuple(w.name for w in crews.home)
    tasks: list[Task] = []
    if left:
        there = any(w.zone in ("z25", "z26", "z34") for w in gang)
        if not e.pressed("b3") or (not e.on("b3") and (not gang or there)):
            tasks.append(e.press("b3", who=home))
        return [*tasks, *(task._replace(who=tuple(w.name for w in gang) or home) for task in left)], 0.0
    inland = [w for w in gang if w.zone not in ("z12", "z13")]
    tasks = [Task("", "z13" if w.zone in ("z20", "z21", "z25") else "z51", 0.6, who=(w.name,)) for w in inland]
    if e.on("b3") and not inland:
        tasks.append(e.press("b3", who=home))
    return tasks, 2.0 * (not inland) + 2.0 * (not e.on("b3"))


def m07(match: Match[Any]) -> Plan:
    """Search for what kills an Abomination and for weapons, press both buttons, then hunt where zombies come in."""
    e = Eye(match)
    left = [e.press(b) for b in ("b1", "b2") if not e.pressed(b)]
    crowd = sum(e.s.crowd(z) for z in e.s.zombies)
    held = [c for w in e.s.standing() for c in w.slots]
    heavy = min(2, held.count("concrete_saw") + held.count("molotov"))
    bosses = sum(n for here in e.s.zombies.values() for kind, n in here.items() if kind.endswith("abomination"))
    if len(left) == 2 and (not heavy or e.s.turn < 5) and e.s.turn < 8:
        tasks = [Task("", e.s.buttons["b2"].zone, 1.5), Task("", e.s.buttons["b1"].zone)]
        return Plan(tasks, heavy * 0.5, e.at(18, 8), loot=True, calm=3.0, arms=4.0)
    done = 3.0 - 1.5 * len(left) + 0.5 * heavy - 0.4 * bosses
    if left:
        late = 0.4 * max(0, e.s.turn - 6)
        return Plan([left[-1], *left[:-1]], done - late, e.at(18, 8), loot=True, calm=3.0, arms=4.0)
    tasks = [e.press(b) for b in ("b1", "b2") if not e.on(b)]
    reach = e.reach([w.zone for w in e.s.standing()])
    foes = sorted((z for z in e.s.zombies if z in reach), key=lambda z: -e.s.crowd(z))
    posts = ("z23", "z22", "z30", "z29")
    weighed = crowd + 3 * bosses
    tasks += [] if weighed <= 27 else [Task("", z, 0.2) for z in posts if z in reach]
    tasks += [Task("", z, 0.1) for z in foes][:6]
    lay = match.rules.play(e.s).lay
    held = {w.zone for w in e.s.standing()}
    for zone, here in e.s.zombies.items():
        gaps = [gap for own in held if (gap := lay.distance(own, zone)) is not None]
        done -= 0.04 * sum(here.values()) * max(0, min(gaps, default=9) - 1)
    rally = "z23" if "z23" in reach else ""
    return Plan(tasks, done + 3.0 - 0.08 * crowd, rally, calm=3.0, arms=4.0, push=weighed <= 27 and not e.s.active)
