"""Cars (chapter 6, page 15; attacks chapter 8, pages 20-21): seats, driving, running over.

Whoever sits in one fights from it, and is hit, as on foot (ZB-275, ZB-276).
"""

from __future__ import annotations

from zterm.games.zombicide import events as ev
from zterm.games.zombicide.actions import pay
from zterm.games.zombicide.combat import ask_reroll, hits_in
from zterm.games.zombicide.hits import by_priority, friends_in
from zterm.games.zombicide.play import Play, Why
from zterm.games.zombicide.points import ADRIFT, CROSSED
from zterm.games.zombicide.skills import skill
from zterm.games.zombicide.state import Car, Survivor
from zterm.games.zombicide.vehicles import VEHICLES
from zterm.games.zombicide.wounds import leave_seat
from zterm.kernel.decision import Flow

HIT = 4
_STOPS_CARS = {"main_door": "car_door", "fence": "car_fence"}
_STOPS_CARS |= dict.fromkeys(("door", "cell_door", "passable"), "car_narrow")
"""Why a way does not let a car through, by its kind if nobody can pass it; only double doors are worth opening."""


def offer_seats(t: Play, who: Survivor) -> list[str]:
    """Offer to enter, leave or change seats (ZB-163, ZB-164); zombies in the zone keep people from boarding."""
    if who.actions < 1:
        return []
    if who.car:
        free = [f"seat:{who.car}:{i + 1}" for i, s in enumerate(t.state.cars[who.car].seats) if s is None]
        return [f"leave:{who.car}:{who.seat}", *free]
    if t.state.zombies.get(who.zone):
        return []
    found = []
    for name, car in t.state.cars.items():
        if car.zone == who.zone:
            found += [f"enter:{name}:{i + 1}" for i, s in enumerate(car.seats) if s is None]
    return found


def do_enter(t: Play, who: Survivor, args: list[str]) -> Flow[None]:
    """Enter a car or change seats."""
    pay(who, "seat")
    rule = "ZB-164" if who.car else "ZB-163"
    leave_seat(t, who)
    who.car, who.seat = args[0], int(args[1])
    t.state.cars[who.car].seats[who.seat - 1] = who.name
    t.emit(ev.SeatTaken(rule, who.name, who.car, who.seat))
    return
    yield


def do_leave(t: Play, who: Survivor, args: list[str]) -> Flow[None]:
    """Leave the car for its zone."""
    pay(who, "seat")
    t.emit(ev.SeatLeft("ZB-163", who.name, who.car))
    leave_seat(t, who)
    return
    yield


def offer_drives(t: Play, who: Survivor) -> list[str]:
    """Offer to drive one or two zones, a sports car three (ZB-165 … ZB-169), also there and back."""
    if not who.car or who.seat != 1 or who.actions < 1 or not t.state.driving:
        return []
    car = t.state.cars[who.car]
    drives = t.lay.routes(VEHICLES[car.kind].medium)
    found: list[str] = []
    heads = [("", car.zone)]
    for _ in range(zones_a_drive(car)):
        heads = [(f"{name}:{step}", step) for name, last in heads for step in drives[last] if enters(t, car, step)]
        found += [f"drive:{who.car}{name}" for name, _ in heads]
    return found


def zones_a_drive(car: Car) -> int:
    """Zones that one action drives at most (ZB-165, ZB-290)."""
    return VEHICLES[car.kind].zones


def enters(t: Play, car: Car, zone: str) -> bool:
    """Say whether nothing in a zone keeps a car out."""
    return not any(rule(t, car, zone) for rule in ADRIFT)


def do_drive(t: Play, who: Survivor, args: list[str]) -> Flow[None]:
    """Drive along zones, running over everybody in the zones left, crossed and entered (ZB-168, ZB-269, ZB-279)."""
    pay(who, "drive")
    car = t.state.cars[args[0]]
    path = [car.zone, *args[1:]]
    who.deeds.append("drive")
    yield from run_over(t, who, car, path[0])
    for zone in path[1:]:
        if not who.playing:
            break
        start, car.zone = car.zone, zone
        for name in car.seats:
            if name is not None:
                t.state.survivors[name].zone = zone
        for rule in CROSSED:
            yield from rule(t, car, start, zone)
        yield from run_over(t, who, car, zone)
    t.emit(ev.CarMoved("ZB-165", args[0], tuple(path)))


def run_over(t: Play, who: Survivor, car: Car, zone: str) -> Flow[None]:
    """Roll a die for each figure in a zone but the car's own people; 4 and more hit for 1 damage (ZB-269 … ZB-272).

    It makes no noise (ZB-080), and the driver has the experience (ZB-274). Skills that roll an action's dice again work
    on each zone's dice (ZB-366, ZB-393).
    """
    if not VEHICLES[car.kind].runs_over:
        return
    aboard = frozenset(name for name in car.seats if name is not None)
    figures = t.state.crowd(zone) + len(friends_in(t, who, zone, aboard))
    if not figures:
        return
    faces = t.chance.dice(figures)
    t.emit(ev.DiceRolled("ZB-269", who.name, car.kind, tuple(faces), HIT, hits_in(faces, HIT), zone))
    sources = [name for name in who.skills if skill(name).reroll and name not in who.used]
    while sources and (source := (yield from ask_reroll(t, who, sources, faces, HIT, zone))):
        faces = t.chance.dice(figures)
        hits = hits_in(faces, HIT)
        t.emit(ev.DiceRerolled(skill(source).rule, who.name, car.kind, tuple(faces), HIT, hits, source, zone))
    if hits := hits_in(faces, HIT):
        yield from by_priority(t, who, zone, hits, 1, aboard, "ZB-272", False)


def why_not_car(t: Play, who: Survivor, verb: str, args: list[str]) -> Why:
    """Say why something about a car does not stand: a catalogue key and its facts."""
    car = t.state.cars.get(args[0]) if args else None
    if car is None:
        return "no_such_car", {"car": args[0] if args else ""}
    if verb in ("drive", "leave", "seat") and who.car != args[0]:
        return "not_in_car", {"car": args[0]}
    if verb == "leave" and args[1:] != [str(who.seat)]:
        return "other_seat", {"seat": who.seat}
    if verb == "enter" and (who.car or car.zone != who.zone):
        return ("in_car" if who.car else "no_such_car"), {"car": args[0]}
    if verb == "enter" and t.state.zombies.get(who.zone):
        return "zombies_here", {"zone": who.zone}
    if verb in ("enter", "seat"):
        number = args[1] if len(args) > 1 else ""
        if number not in [str(n + 1) for n in range(len(car.seats))] or car.seats[int(number) - 1] is not None:
            return "seat_taken", {"car": args[0], "seat": number}
    if verb == "drive":
        if not t.state.driving:
            return "no_driving", {}
        if who.seat != 1:
            return "not_driver", {"car": args[0]}
        if any(z not in t.board.zones or not t.board.zones[z].outdoor for z in args[1:]):
            return "cars_stay_outside", {"zone": args[-1]}
        if who.actions >= 1:
            return _why_not_drive(t, car, args[1:])
    return "no_actions", {"needed": 1, "left": who.actions}


def _why_not_drive(t: Play, car: Car, path: list[str]) -> Why:
    """Say what keeps a car from the zones named: a shut door, wire, a way that is too narrow, or the distance."""
    drives, here = t.lay.routes(VEHICLES[car.kind].medium), car.zone
    for zone in path:
        if zone not in drives[here]:
            way = t.lay.barred(here, zone)
            by = way.by if way is not None else "passable" if zone in t.lay.steps[here] else ""
            return _STOPS_CARS.get(by, "car_no_way"), {"door": way.id if way is not None else "", "zone": zone}
        here = zone
    far = len(path) > zones_a_drive(car)
    return ("car_too_far" if far else "car_no_way"), {"zone": here, "zones": zones_a_drive(car)}
