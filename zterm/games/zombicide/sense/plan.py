"""The group's plan: what the mission wants next, where the group gathers for it, who does it."""

from __future__ import annotations

import itertools

from msgspec import Struct

from zterm.games.zombicide.board import Way
from zterm.games.zombicide.sense.goals import Goal, goals
from zterm.games.zombicide.sense.look import Look, opens, opens_now
from zterm.games.zombicide.sense.press import good_time
from zterm.games.zombicide.state import THRESHOLDS, Survivor

CREW = 2
"""How many wait where a button opens the way."""
APART = 40.0
"""From this distance on a goal is out of reach for some of the group, so that those who can go have to go alone."""


class Plan(Struct, frozen=True):
    """What the group is about.

    ``goal`` is next, ``anchor`` where the group gathers for it, ``door`` the shut door on the way (None when it is
    open), ``rooms`` how many rooms it would open, ``goals`` everything wanted now, ``leaving`` that all go out,
    ``dash`` that everybody can get out in this very turn, ``front`` the zone before the last door.
    """

    goal: Goal | None
    anchor: str
    door: Way | None
    rooms: int
    goals: tuple[Goal, ...]
    leaving: bool
    dash: bool = False
    front: str = ""


def make_plan(look: Look) -> Plan:
    """Make the group's plan from what everybody sees."""
    found = goals(look)
    centre = middle(look)
    if not found or not centre:
        return Plan(None, centre, None, 0, tuple(found), False)
    leaving = all(g.verb in ("exit", "home") for g in found)
    best = min(
        found,
        key=lambda g: (
            g.verb == "mission",
            g.verb == "wait" and not g.name,
            round(distance(look, g), 3),
            g.zone,
            g.name,
        ),
    )
    start = min(look.team, key=lambda w: (look.far(w.zone).get(best.zone, 1e6), w.name)).zone
    path = [start, *look.path(start, best.zone)]
    for here, there in itertools.pairwise(path):
        way = shut_way(look, here, there)
        if way is not None and leaving and best.verb == "exit":
            return way_out(look, best, way, here, path[path.index(here) + 1 :], tuple(found))
        if way is not None:
            return Plan(best, here, way, fresh_rooms(look, there), tuple(found), leaving)
    if best.verb == "open":
        door = look.t.board.doors[best.name]
        return Plan(best, best.zone, door, fresh_rooms(look, door.other(best.zone)), tuple(found), leaving)
    return Plan(best, gathering(look, path, best, leaving), None, 0, tuple(found), leaving)


def way_out(look: Look, goal: Goal, door: Way, front: str, beyond: list[str], found: tuple[Goal, ...]) -> Plan:
    """Plan a common dash through the last door: gather beside it, where nobody is lured into the way, then all go."""
    clear = not any(look.s.crowd(zone) for zone in beyond)
    openers = [who for who in look.team if opens_now(look.t, who) and moves_left(look, who) > 0]
    dash = clear and all(reaches(look, who, front, len(beyond)) for who in look.team)
    dash = dash and any(reaches(look, who, front, len(beyond) + 1) for who in openers)
    if dash:
        return Plan(goal, front, door, 0, found, True, True, front)
    places = [front, *look.lay.steps[front]]
    best = min(places, key=lambda zone: (bother(look, zone, front, beyond), zone))
    return Plan(goal, best, door, 0, found, True, False, front)


def bother(look: Look, place: str, front: str, beyond: list[str]) -> float:
    """How bad a gathering place is: zombies it would draw into the way out, those around it."""
    cost = 0.0 if place != front else 0.5
    for zone, here in look.s.zombies.items():
        count = sum(here.values())
        spot = zone
        for _ in range(2):
            nearer = look.lay.toward(place, spot)
            if not nearer or look.lay.barred(spot, nearer[0]) is not None:
                break
            spot = nearer[0]
        if spot in beyond:
            cost += 1.0 * count
        if zone == place or zone in look.lay.steps[place]:
            cost += 0.4 * count
    return cost + 0.3 * sum(look.far(who.zone, False).get(place, 9.0) for who in look.team)


def moves_left(look: Look, who: Survivor) -> int:
    """Moves a survivor can still make in this players' phase."""
    if who.done:
        return 0
    if who is look.actor:
        return who.actions + who.free.get("move", 0)
    return 3 + who.skills.count("plus1_action") + who.skills.count("plus1_free_move_action")


def reaches(look: Look, who: Survivor, front: str, more: int) -> bool:
    """Say whether a survivor gets to a zone and so many steps farther in this turn."""
    far = look.far(who.zone, False).get(front)
    if who.car or far is None:
        return False
    path = look.path(who.zone, front, False)
    held = look.s.crowd(who.zone) + sum(look.s.crowd(zone) for zone in path)
    return len(path) + held + more <= moves_left(look, who)


def gathering(look: Look, path: list[str], goal: Goal, leaving: bool) -> str:
    """Where the group waits for an open goal: out of doors before a room, for a way out the goal itself."""
    if leaving or (goal.verb == "press" and not good_time(look, (), goal.name)):
        return goal.zone
    zones = look.t.board.zones
    outside = [zone for zone in path if not zones[zone].building]
    return outside[-1] if outside else path[0]


def middle(look: Look) -> str:
    """The zone of the survivor who is nearest to all the others."""
    if not look.team:
        return ""
    held = look.held
    if len(held) == 1:
        return next(iter(held))

    def whole(zone: str) -> float:
        far = look.far(zone)
        return sum(count * far.get(other, 50.0) for other, count in held.items())

    spread = {zone: whole(zone) for zone in held}
    found: Survivor = min(look.team, key=lambda w: (spread[w.zone], w.name))
    return found.zone


def distance(look: Look, goal: Goal) -> float:
    """How far a goal is for the group as a whole, rooms still to be opened counted by what may be in them."""
    total = sum(count * look.far(zone).get(goal.zone, 300.0) for zone, count in look.held.items())
    return total / max(1, len(look.team))


def shut_way(look: Look, a: str, b: str) -> Way | None:
    """The shut door between two neighbours that has to be opened, None when one can walk."""
    ways = look.t.board.between(a, b)
    if any(way.passable(look.s.ways) for way in ways):
        return None
    doors = [w for w in ways if w.id in look.t.board.doors and w.by != "cell_door" and w.id not in look.s.locked]
    return doors[0] if doors else None


def fresh_rooms(look: Look, inside: str) -> int:
    """How many zones would draw a zombie card when a door to a zone of their building is opened."""
    zones = look.t.board.zones
    rooms = [
        z for z in look.lay.built(inside) if z not in look.s.populated and zones[z].kind in ("room", "cell", "extra")
    ]
    return len(rooms)


def errand(look: Look, plan: Plan, who: Survivor) -> Goal | None:
    """The goal that a survivor should see to himself, when he is the best one for it among those still to act."""
    if plan.leaving:
        return None
    crew: list[str] = []
    for goal in plan.goals:
        if goal.verb == "wait":
            mates = sorted(
                (w for w in look.team if w.name not in crew and goal.zone in look.far(w.zone)),
                key=lambda w: (round(look.far(w.zone)[goal.zone], 3) + 0.8 * w.wounds, w.name),
            )
            chosen = [w.name for w in mates[: 1 if goal.name else min(CREW, len(look.team) - 1)]]
            if who.name in chosen:
                return goal
            crew += chosen
    free = [w for w in look.undone() if not w.car and w.name not in crew]
    for goal in sorted(plan.goals, key=lambda g: (round(distance(look, g), 3), g.zone, g.name)):
        if goal.verb not in ("take", "press", "open", "mission"):
            continue
        fit = [w for w in free if goal.verb != "open" or fits(look, w, goal.name)]
        awaited = goal.verb == "press" and any(g.verb == "wait" and not g.name for g in plan.goals)
        able = [w for w in fit if w.zone == goal.zone or clear_path(look, w, goal, awaited)]
        if not able:
            continue
        best = min(able, key=lambda w: (fitness(look, w, goal), w.name))
        if best is who:
            return goal
        free.remove(best)
    return None


def clear_path(look: Look, who: Survivor, goal: Goal, awaited: bool = False) -> list[str]:
    """A walkable way to a goal through open doors, [] if there is none or it is too far (unless others wait for it)."""
    path = look.path(who.zone, goal.zone, False)
    return path if len(path) <= 4 or awaited or goal.verb == "open" or distance(look, goal) >= APART else []


def fits(look: Look, who: Survivor, door: str) -> bool:
    """Say whether a survivor carries what opens a door."""
    wanted = look.s.opens_with.get(door)
    return wanted in who.slots if wanted else opens(look.t, who)


def fitness(look: Look, who: Survivor, goal: Goal) -> float:
    """How good a survivor is for an errand (less is better): near, unhurt, with experience to gain."""
    far = look.far(who.zone, False).get(goal.zone, 99.0)
    level_up = 3.0 if goal.verb == "take" and crosses(who, 5) else 0.0
    return far + 0.8 * who.wounds + level_up + (0.1 * who.xp if goal.verb == "take" else 0.0)


def crosses(who: Survivor, amount: int) -> bool:
    """Say whether so much experience would bring a survivor to the next danger level."""
    return any(who.xp < limit <= who.xp + amount for limit in THRESHOLDS[1:])
