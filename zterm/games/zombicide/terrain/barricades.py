"""Barricades (ZX-08 … ZX-27): built in two steps at the mission's places, piled up against, destroyed."""

from __future__ import annotations

from collections.abc import Iterator

from zterm.games.zombicide import points
from zterm.games.zombicide.actions import pay
from zterm.games.zombicide.board import Way
from zterm.games.zombicide.catalogue import item, say
from zterm.games.zombicide.content import Feature
from zterm.games.zombicide.doors import tools
from zterm.games.zombicide.experience import gain_xp
from zterm.games.zombicide.play import Play, Why, make_noise, nothing
from zterm.games.zombicide.points import Groups, Verb
from zterm.games.zombicide.state import Car, Survivor, Thing
from zterm.games.zombicide.terrain import events as ev
from zterm.games.zombicide.terrain.tokens import name_of, on, turn
from zterm.games.zombicide.vehicles import VEHICLES
from zterm.kernel.decision import Cost, Flow
from zterm.kernel.views import Mark

LABOUR = 3
"""Actions at once that each half of the work takes."""
REWARD = 5
GONE = "gone"
"""The mark of a place where no barricade may stand again."""


def here(t: Play, zone: str) -> Iterator[tuple[str, Thing, Feature]]:
    """Go through the places of a zone's borders, built on or not."""
    for name, thing in t.state.things.items():
        feature = t.content.features[name]
        if thing.kind == "barricade" and zone in feature.zones:
            yield name, thing, feature


def able(t: Play, who: Survivor) -> bool:
    """Say whether a survivor can build now: three ordinary actions, no zombie in the zone (ZX-10, ZX-16)."""
    return who.actions >= LABOUR and not who.car and not t.state.zombies.get(who.zone)


def offer_build(t: Play, who: Survivor) -> list[str]:
    """Offer the places where a barricade can be begun, one token of each."""
    if not t.state.things or not able(t, who):
        return []
    sites: dict[str, str] = {}
    for name, thing, feature in here(t, who.zone):
        if not thing.face and GONE not in thing.people:
            sites.setdefault(feature.args["site"], name)
    return [f"build:{name}" for name in sites.values()]


def offer_finish(t: Play, who: Survivor) -> list[str]:
    """Offer the barricades that can be finished."""
    if not t.state.things or not able(t, who):
        return []
    return [f"finish:{name}" for name, thing, _ in here(t, who.zone) if thing.face == "unfinished"]


def do_build(t: Play, who: Survivor, args: list[str]) -> Flow[None]:
    """Begin a barricade: it stands there unfinished and does nothing (ZX-11, ZX-12)."""
    pay(who, "build", LABOUR - 1)
    turn(t, args[0], "unfinished")
    t.state.things[args[0]].people = [who.name]
    t.emit(ev.BarricadeStarted("ZX-11", who.name, args[0]))
    return nothing()


def do_finish(t: Play, who: Survivor, args: list[str]) -> Flow[None]:
    """Finish a barricade; all who built it gain experience (ZX-13, ZX-14)."""
    pay(who, "finish", LABOUR - 1)
    turn(t, args[0], "finished")
    t.emit(ev.BarricadeFinished("ZX-13", who.name, args[0]))
    thing = t.state.things[args[0]]
    thing.people = list(dict.fromkeys([*thing.people, who.name]))
    for name in list(thing.people):
        builder = t.state.survivors.get(name)
        if builder is not None and builder.playing:
            yield from gain_xp(t, builder, REWARD, "ZX-14")


def destroy(t: Play, name: str, by: str, rule: str) -> None:
    """Take a barricade off the board; unless the mission forbids it another may stand there (ZX-08)."""
    turn(t, name, "")
    t.state.things[name].people = [] if t.content.features[name].args["again"] else [GONE]
    t.emit(ev.BarricadeDestroyed(rule, name, by))


def offer_break(t: Play, who: Survivor) -> list[str]:
    """Offer to break barricades as one breaks doors, naming the tool when there is a choice (ZX-21)."""
    if not t.state.things or who.actions < 1 or who.car:
        return []
    fit = tools(t, who)
    found = []
    for name, thing, _ in here(t, who.zone):
        if thing.face:
            found += [f"break:{name}"] if len(fit) == 1 else [f"break:{name}:{tool}" for tool in fit]
    return found


def do_break(t: Play, who: Survivor, args: list[str]) -> Flow[None]:
    """Break a barricade with a door tool; a noisy one makes noise."""
    pay(who, "break")
    tool = args[1] if len(args) > 1 else tools(t, who)[0]
    destroy(t, args[0], who.name, "ZX-21")
    if t.items[tool].door_noise:
        make_noise(t, who, who.zone, "ZB-144")
    return nothing()


def besiege(t: Play, groups: Groups) -> Groups:
    """Zombies with an extra activation spend it on all barricades of their zones (ZX-22 … ZX-24).

    What stands is seen before anything falls: those on both sides of a barricade are busy with it.
    """
    standing = {
        zone: [name for name, thing, _ in here(t, zone) if thing.face] if t.state.things and group else []
        for zone, group in groups.items()
    }
    for zone, names in standing.items():
        for name in names:
            if t.state.things[name].face:
                destroy(t, name, next(iter(groups[zone])), "ZX-22")
    return {zone: group for zone, group in groups.items() if not standing[zone]}


def crush(t: Play, car: Car, start: str, zone: str) -> Flow[None]:
    """Heavy vehicles destroy the barricades they drive through (ZX-26)."""
    if VEHICLES[car.kind].breaks:
        for name, thing, feature in here(t, zone):
            if thing.face and start in feature.zones:
                destroy(t, name, car.kind, "ZX-26")
    return nothing()


def _label(verb: str) -> points.Label:
    def label(t: Play, who: Survivor, args: list[str]) -> str:
        feature = t.content.features[args[0]]
        a, b = feature.zones
        facts = {"token": name_of(t.state.things[args[0]], args[0]), "zone": b if a == who.zone else a}
        if len(args) > 1:
            return say("options", f"{verb}_tool", tool=item(t.box, args[1]), **facts)
        return say("options", verb, **facts)

    return label


def _price(actions: int) -> points.Price:
    return lambda t, who, args: Cost(actions)


def _why(t: Play, who: Survivor, args: list[str], face: str, other: str) -> Why | None:
    """Why nothing is done with a barricade, None if it is here and looks as wanted."""
    name = args[0] if args else ""
    feature = t.content.features.get(name)
    if feature is None or feature.kind != "barricade":
        return "no_such_token", {"what": name}
    if who.zone not in feature.zones:
        return "barricade_elsewhere", {"token": name}
    thing = t.state.things[name]
    if GONE in thing.people:
        return "barricade_once", {"token": name}
    if face != "any" and thing.face != face:
        return other, {"token": name}
    if face == "any" and not thing.face:
        return other, {"token": name}
    return ("in_car", {"car": who.car}) if who.car else None


def _why_work(face: str, other: str) -> points.WhyNot:
    def why(t: Play, who: Survivor, args: list[str]) -> Why:
        found = _why(t, who, args, face, other)
        if found is not None:
            return found
        if t.state.zombies.get(who.zone):
            return "zombies_here", {"zone": who.zone}
        return "barricade_actions", {"needed": LABOUR, "left": who.actions}

    return why


def why_not_break(t: Play, who: Survivor, args: list[str]) -> Why:
    """Say why a barricade is not broken."""
    found = _why(t, who, args, "any", "barricade_absent")
    if found is not None:
        return found
    if not tools(t, who):
        return "no_barricade_tool", {"token": args[0]}
    if who.actions < 1:
        return "no_actions", {"needed": 1, "left": who.actions}
    return "which_barricade_tool", {"token": args[0]}


def marks(t: Play) -> Iterator[Mark]:
    """Barricades on the map."""
    for name, thing, feature in on(t, "barricade"):
        at, axis = spot(t, name, feature)
        kind = "barricade" if thing.face == "finished" else "unfinished"
        yield Mark(name, at, axis, kind, "neutral", thing.face != "finished", (feature.zones[0], feature.zones[1]))


def spot(t: Play, name: str, feature: Feature) -> tuple[tuple[float, float], str]:
    """Where a token stands on its border: two tokens share it."""
    way = next(way for way in t.board.ways if way.id == feature.ways[0])
    others = [n for n, f in t.content.features.items() if f.args.get("site") == feature.args.get("site") and f.ways]
    if len(others) < 2 or not feature.args.get("site"):
        return way.at, way.axis
    sides = sorted(way.sides)
    x, y, _ = sides[0 if name == others[0] else -1]
    return ((x + 0.5, float(y)) if way.axis == "h" else (float(x), y + 0.5)), way.axis


def way_word(t: Play, way: Way) -> str | None:
    """A way that barricades close."""
    return "barricade" if way.piles and way.joins(t.state.ways) and not way.passable(t.state.ways) else None


def public(name: str, t: Play) -> dict[str, object]:
    """What everybody sees of a barricade."""
    thing = t.state.things[name]
    return {"state": thing.face or "none", "builders": [p for p in thing.people if p != GONE]}


def fill() -> None:
    """Put the rules of barricades into the points."""
    points.VERBS["build"] = Verb(
        "ZX-11", offer_build, do_build, _label("build"), _price(LABOUR), _why_work("", "barricade_begun")
    )
    points.VERBS["finish"] = Verb(
        "ZX-13",
        offer_finish,
        do_finish,
        _label("finish"),
        _price(LABOUR),
        _why_work("unfinished", "barricade_not_begun"),
    )
    points.VERBS["break"] = Verb("ZX-21", offer_break, do_break, _label("break"), _price(1), why_not_break)
    points.DISTRACTED.append(besiege)
    points.CROSSED.append(crush)
    points.MARKS.append(marks)
    points.WAY_WORDS.append(way_word)
