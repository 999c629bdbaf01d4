"""Leaving by car: who rides in which car, boarding, driving to the last door, opening it, and out."""

from __future__ import annotations

from zterm.games.zombicide.searching import car_rules
from zterm.games.zombicide.sense.fight import blows
from zterm.games.zombicide.sense.gear import GAIN, arm_value, best_hand, carried, now_value
from zterm.games.zombicide.sense.look import Look, opens, opens_now
from zterm.games.zombicide.sense.plan import Plan, moves_left
from zterm.games.zombicide.state import Survivor

WALK = 1.5
TRIP = 4.0
FAR = 8.0
ENOUGH = 1.8
CREW, FETCH, WHEELS = 5, 5.0, 1
"""People a group has at least to spare chauffeurs, how far these walk for a car, and how many there are."""


def rides(look: Look, plan: Plan) -> dict[str, str]:
    """Say who should be in which car on the way out: those aboard, and those for whom a car is worth the walk."""
    s = look.s
    if not s.driving or plan.goal is None or not ((plan.leaving and plan.goal.verb == "exit") or travels(look, plan)):
        return {}
    front = front_of(look, plan)
    stuck = blocked(look)
    cars = {
        name: car
        for name, car in s.cars.items()
        if name not in stuck and route(look, car.zone, front, name, True) is not None
    }
    found = {seat: name for name, car in cars.items() for seat in car.seats if seat is not None}
    free = {name: car.seats.count(None) for name, car in cars.items()}
    foot = [who for who in look.team if not who.car]
    nearest = {
        who.name: min((look.far(who.zone, False).get(c.zone, 99.0) for c in cars.values()), default=99.0)
        for who in foot
    }
    for who in sorted(foot, key=lambda w: (nearest[w.name], w.name)):
        far = look.far(who.zone, False)
        able = [(far.get(car.zone, 99.0), name) for name, car in cars.items() if free[name] > 0]
        best = min(able, default=(99.0, ""))
        if best[0] > 0 and far.get(front, 99.0) <= WALK:
            continue
        if best[0] <= FAR:
            found[who.name] = best[1]
            free[best[1]] -= 1
    return found


def blocked(look: Look) -> set[str]:
    """Cars that stand beside one with more people aboard: neither could leave without running over the other's."""
    aboard = {name: sum(seat is not None for seat in car.seats) for name, car in look.s.cars.items()}
    found = set()
    for name, car in look.s.cars.items():
        for other, its in look.s.cars.items():
            if other != name and its.zone == car.zone and (aboard[other], name) > (aboard[name], other):
                found.add(name)
    return found


def gateway(look: Look, plan: Plan) -> tuple[str, str]:
    """The zone cars make for and the shut door they need opened there ("" when they can drive right out)."""
    if look.gateway is None:
        look.gateway = _gateway(look, plan)
    return look.gateway


def travels(look: Look, plan: Plan) -> bool:
    """Say whether the group's next goal is so far away that it goes there by car."""
    if plan.leaving or plan.goal is None or not plan.anchor or plan.anchor not in look.lay.drives:
        return False
    far = look.far(plan.anchor, False)
    if sum(far.get(who.zone, 99.0) >= TRIP for who in look.team) >= 2:
        return True
    near = (plan.anchor, *look.lay.steps[plan.anchor])
    return any(who.car and who.zone not in near and who.name not in chauffeurs(look) for who in look.team)


def chauffeurs(look: Look) -> dict[str, str]:
    """Who keeps which car near the group for the way out: whoever is at its wheel, else who gets there soonest."""
    if look.wheels is None:
        look.wheels = _chauffeurs(look) if look.s.driving and look.t.mission.exits and len(look.team) >= CREW else {}
    return look.wheels


def _chauffeurs(look: Look) -> dict[str, str]:
    found: dict[str, str] = {}
    for name, car in look.s.cars.items():
        if car.seats and car.seats[0] is not None and len(found) < WHEELS:
            found[car.seats[0]] = name
    for name, car in look.s.cars.items():
        if not car.seats or car.seats[0] is not None or len(found) >= WHEELS:
            continue
        able = []
        for who in look.team:
            far = look.far(who.zone, False).get(car.zone, 99.0)
            if who.name not in found and not who.car and not opens(look.t, who) and far <= FETCH:
                able.append((far + 0.3 * who.xp, who.name))
        if able:
            found[min(able)[1]] = name
    return found


def follow(look: Look, plan: Plan, who: Survivor) -> str | None:
    """What a chauffeur does before the way out: fetch the car, keep it near the group, shoot and search from it."""
    name = chauffeurs(look).get(who.name)
    if name is None or not plan.anchor or (look.s.crowd(who.zone) and not who.car):
        return None
    if any(goal.zone == who.zone and goal.verb == "take" for goal in plan.goals):
        return None
    if not who.car:
        seat = f"enter:{name}:1"
        return seat if seat in look.options else board(look, who, name, {})
    if who.seat != 1:
        return None
    far = look.far(plan.anchor, False)
    streets = {
        zone: far.get(zone, 99.0) + 2.0 * look.s.crowd(zone) for zone in look.lay.drives if look.lay.drives[zone]
    }
    nearest = sorted(streets, key=lambda zone: (round(streets[zone], 3), zone))
    ways = ((zone, route(look, who.zone, zone, name)) for zone in nearest)
    best, path = next(((zone, way) for zone, way in ways if way is not None), (who.zone, []))
    alone = sum(seat is not None for seat in look.s.cars[name].seats) == 1
    if len(path) > alone and not friends(look, who.zone, name):
        for length in (2, 1):
            option = f"drive:{name}:{':'.join(path[:length])}"
            if len(path) >= length and option in look.options:
                return option
    return fire(look, who) or evade(look, who, best) or rummage(look, who) or "end"


def _gateway(look: Look, plan: Plan) -> tuple[str, str]:
    assert plan.goal is not None
    if not plan.leaving:
        return plan.anchor, ""
    goal, cars = plan.goal.zone, look.s.cars
    if any(route(look, car.zone, goal, name, True) is not None for name, car in cars.items()):
        return goal, ""
    for name, way in look.t.board.doors.items():
        if way.by != "main_door" or way.a == way.b or name in look.s.locked or look.s.ways >> way.bit & 1:
            continue
        for near, beyond in ((way.a, way.b), (way.b, way.a)):
            inside = route(look, beyond, goal, "", True) is not None
            if inside and any(route(look, car.zone, near, key, True) is not None for key, car in cars.items()):
                return near, name
    return goal, ""


def front_of(look: Look, plan: Plan) -> str:
    """The zone cars make for on the way out."""
    return gateway(look, plan)[0]


def shut(look: Look, plan: Plan) -> bool:
    """Say whether a door has to be opened before cars can drive out."""
    return bool(gateway(look, plan)[1])


def keyed(look: Look, plan: Plan, seats: dict[str, str]) -> str:
    """The car that goes up to the last door: the one with a door tool aboard, the nearest of several."""
    able = []
    for who in look.team:
        if who.name in seats and opens_now(look.t, who):
            car = look.s.cars[seats[who.name]]
            able.append(
                (len(route(look, car.zone, front_of(look, plan), seats[who.name], True) or []), seats[who.name])
            )
    return min(able)[1] if able else ""


def route(look: Look, start: str, goal: str, car: str, blind: bool = False) -> list[str] | None:
    """The zones a car drives to a goal, around friends on foot (``blind``: through them); None where no way leads."""
    if start == goal:
        return []
    drives = look.lay.drives
    before: dict[str, str] = {start: ""}
    todo = [start]
    for zone in todo:
        for other in drives[zone]:
            if other in before or (not blind and friends(look, other, car)):
                continue
            before[other] = zone
            if other == goal:
                path = [goal]
                while before[path[-1]] != start:
                    path.append(before[path[-1]])
                return path[::-1]
            todo.append(other)
    return None


def friends(look: Look, zone: str, car: str) -> bool:
    """Say whether somebody who is not in this car would be run over in a zone."""
    return any(who.car != car for who in look.s.at(zone))


def ride(look: Look, plan: Plan, who: Survivor) -> str | None:
    """What somebody with a place in a car does on the way out; None where the car has no say."""
    seats = rides(look, plan)
    name = seats.get(who.name)
    if seats and not who.car and shut(look, plan) and who.zone == front_of(look, plan):
        key = gateway(look, plan)[1]
        opening = [o for o in look.options if o.split(":")[:2] == ["open", key]]
        if opening:
            return opening[0]
    if plan.leaving and not needed_at_wheel(look, who):
        walk = on_foot(look, plan, who)
        if walk is not None:
            return walk
    if name is None:
        return next((o for o in look.options if o.startswith("leave:")), None) if who.car in blocked(look) else None
    if not who.car:
        return board(look, who, name, seats)
    waiting = [m for m in look.team if seats.get(m.name) == name and not m.car]
    wheel = f"seat:{who.car}:1"
    if wheel in look.options and not waiting:
        return wheel
    if who.seat == 1 and not must_open(look, plan, who):
        return drive(look, plan, who, waiting)
    if shut(look, plan) and who.zone == front_of(look, plan) and opens_now(look.t, who) and may_open(look, who):
        out = f"leave:{who.car}:{who.seat}"
        if out in look.options:
            return out
    return fire(look, who) or rummage(look, who) or "end"


def on_foot(look: Look, plan: Plan, who: Survivor) -> str | None:
    """Get out of the car, or walk on, where a survivor reaches the clear way out on his own feet in this turn."""
    assert plan.goal is not None
    path = look.path(who.zone, plan.goal.zone, False)
    if plan.goal.verb != "exit" or not path or look.s.crowd(path[-1]):
        return None
    held = look.s.crowd(who.zone) + sum(look.s.crowd(zone) for zone in path)
    if (1 if who.car else 0) + len(path) + held > moves_left(look, who):
        return None
    option = f"leave:{who.car}:{who.seat}" if who.car else f"move:{path[0]}"
    return option if option in look.options else None


def needed_at_wheel(look: Look, who: Survivor) -> bool:
    """Say whether a survivor is a driver with others aboard."""
    return who.seat == 1 and any(name not in (None, who.name) for name in look.s.cars[who.car].seats)


def rummage(look: Look, who: Survivor) -> str | None:
    """With time on one's hands in a police car: look for better weapons, and bring the best into the hands."""
    option = f"search:{who.car}"
    useful = car_rules(look.t, look.s.cars[who.car]) == "police" and arm_value(look, who) < ENOUGH
    if useful and who.actions >= 2 and option in look.options:
        return option
    if "inventory" in look.options and best_hand(look, who, carried(who))[0] - now_value(look, who) > GAIN:
        return "inventory"
    return None


def must_open(look: Look, plan: Plan, who: Survivor) -> bool:
    """Say whether the driver has to open the door himself, for want of another with a tool aboard."""
    if not (shut(look, plan) and who.zone == front_of(look, plan) and opens_now(look.t, who)):
        return False
    crew = [look.s.survivors[n] for n in look.s.cars[who.car].seats if n is not None and n != who.name]
    return not any(opens_now(look.t, mate) for mate in crew)


def may_open(look: Look, who: Survivor) -> bool:
    """Say whether a passenger can get out, open the door and, with nobody around, get in again."""
    return who.actions >= 2 and not look.s.crowd(who.zone)


def fire(look: Look, who: Survivor) -> str | None:
    """An attack from the car on those in the zone, or on those who could come."""
    for blow in blows(look, who):
        if blow.worth > 0.3 and (blow.zone == who.zone or blow.zone in look.lay.steps[who.zone]):
            return blow.option
    return None


def board(look: Look, who: Survivor, name: str, seats: dict[str, str]) -> str | None:
    """Walk to the car and get in, the driver's seat first; who has a door tool leaves that to others."""
    car = look.s.cars[name]
    entries = [o for o in look.options if o.startswith(f"enter:{name}:")]
    if entries:
        mates = [m for m in look.team if seats.get(m.name) == name and not m.car and m is not who]
        spare_seat = opens_now(look.t, who) and any(not opens_now(look.t, m) for m in mates)
        return entries[1] if spare_seat and len(entries) > 1 else entries[0]
    if who.zone == car.zone:
        return None
    path = look.path(who.zone, car.zone, False)
    option = f"move:{path[0]}" if path else ""
    if option not in look.options:
        return None
    if look.s.crowd(path[0]) and who.actions < 2:
        return None
    return option


def drive(look: Look, plan: Plan, who: Survivor, waiting: list[Survivor]) -> str | None:
    """Drive towards the last door, or out through it; wait for those who come, unless it gets too hot."""
    assert plan.goal is not None
    goal = front_of(look, plan)
    behind = shut(look, plan) and keyed(look, plan, rides(look, plan)) not in ("", who.car)
    here = look.s.cars[who.car].zone
    close = [m for m in waiting if look.far(m.zone, False).get(here, 99.0) <= FAR]
    if close and not friends(look, here, who.car):
        meeting = meet(look, who, here, close)
        if meeting is not None:
            return meeting
    if close or here == goal or friends(look, here, who.car):
        return fire(look, who) or evade(look, who, goal) or rummage(look, who) or "end"
    options = [o for o in look.options if o.startswith(f"drive:{who.car}:")]
    path = route(look, here, goal, who.car)
    if path is None:
        path = route(look, here, goal, who.car, True) or []
        while path and any(friends(look, zone, who.car) for zone in path):
            path.pop()
    if behind and path and path[-1] == goal:
        path = path[:-1]
    for length in (2, 1):
        option = f"drive:{who.car}:{':'.join(path[:length])}"
        if len(path) >= length and option in options:
            return option
    out = on_foot(look, plan, who) if plan.leaving else None
    return out or fire(look, who) or evade(look, who, goal) or rummage(look, who) or "end"


def meet(look: Look, who: Survivor, here: str, close: list[Survivor]) -> str | None:
    """Drive towards those who come on foot and have no actions left, up to the zone beside the nearest of them."""
    if any(not mate.done for mate in close):
        return None
    ways = [route(look, here, mate.zone, who.car, True) or [] for mate in close]
    path = min((way for way in ways if len(way) > 1), key=len, default=[])[:-1]
    if not path or any(look.s.crowd(zone) > 2 for zone in path[-1:]):
        return None
    for length in (2, 1):
        option = f"drive:{who.car}:{':'.join(path[:length])}"
        if len(path) >= length and option in look.options and not any(friends(look, z, who.car) for z in path[:length]):
            return option
    return None


def evade(look: Look, who: Survivor, goal: str) -> str | None:
    """Drive away from zombies that would wound those aboard, to the calmest place in reach."""
    here = look.s.cars[who.car].zone
    if not look.wounds_at(here) or friends(look, here, who.car):
        return None
    best: tuple[float, str] | None = None
    for option in look.options:
        if not option.startswith(f"drive:{who.car}:"):
            continue
        zones = option.split(":")[2:]
        if any(friends(look, zone, who.car) for zone in zones):
            continue
        far = look.far(zones[-1]).get(goal, 20.0)
        cost = 3.0 * look.wounds_at(zones[-1]) + look.near_zombies(zones[-1]) + 0.5 * far
        if best is None or (cost, option) < best:
            best = (cost, option)
    return best[1] if best is not None and best[0] < 3.0 * look.wounds_at(here) else None


def turn_order(look: Look, plan: Plan, who: Survivor) -> float | None:
    """How soon somebody acts on the way out by car: boarding, opening, driving, then the passengers."""
    seats = rides(look, plan)
    name = seats.get(who.name)
    if name is None:
        return 45.0 if seats else None
    if who.car and plan.goal is not None and who.zone == plan.goal.zone:
        return 90.0
    if not who.car:
        return 70.0 - look.far(who.zone, False).get(look.s.cars[name].zone, 9.0)
    if who.seat == 1:
        return 55.0 - (look.far(who.zone).get(plan.goal.zone, 9.0) if plan.goal is not None else 0.0)
    if shut(look, plan) and who.zone == front_of(look, plan) and opens_now(look.t, who) and may_open(look, who):
        return 60.0
    if look.s.crowd(who.zone) and shut(look, plan):
        return 57.0 if opens_now(look.t, who) else 58.0
    return 50.0 - (look.far(who.zone).get(plan.goal.zone, 9.0) if plan.goal is not None else 0.0)
