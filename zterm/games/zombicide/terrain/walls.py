"""Wall tokens and breaches (ZX-32 … ZX-36): which weapons break walls, trucks that ram them, what it opens."""

from __future__ import annotations

from collections.abc import Iterator

from zterm.games.zombicide import points
from zterm.games.zombicide.actions import pay
from zterm.games.zombicide.board import Way
from zterm.games.zombicide.catalogue import item, say
from zterm.games.zombicide.content import Feature
from zterm.games.zombicide.doors import populate_reached, reachable
from zterm.games.zombicide.inventory import discard, in_use
from zterm.games.zombicide.places import car_term
from zterm.games.zombicide.play import Play, Why, make_noise, nothing
from zterm.games.zombicide.points import Verb
from zterm.games.zombicide.state import Survivor, Thing
from zterm.games.zombicide.terrain import events as ev
from zterm.games.zombicide.terrain.barricades import spot
from zterm.games.zombicide.terrain.tokens import name_of, on, turn
from zterm.games.zombicide.vehicles import VEHICLES
from zterm.kernel.decision import Cost, Flow
from zterm.kernel.views import Mark

KINDS = ("wall", "breakable")


def walls(t: Play, zone: str) -> Iterator[tuple[str, Thing, Feature]]:
    """Go through the walls of a zone that stand and can be broken."""
    for name, thing, feature in on(t, *KINDS):
        if thing.face == "wall" and zone in feature.zones:
            yield name, thing, feature


def breakers(t: Play, who: Survivor) -> list[tuple[int, str]]:
    """List slot and card of the weapons in use that break walls, loaded if they have to be, each kind once."""
    found: dict[str, int] = {}
    for slot, card in in_use(t, who):
        if card.breaks_walls and not (slot in who.empty and any(a.reload for a in card.attacks)):
            found.setdefault(card.id, slot)
    return [(slot, card) for card, slot in found.items()]


def offer_breach(t: Play, who: Survivor) -> list[str]:
    """Offer to break walls of the zone with a weapon that does (ZX-32)."""
    if not t.state.things or who.actions < 1 or who.car:
        return []
    fit = breakers(t, who)
    return [f"breach:{name}:{card}" for name, _, _ in walls(t, who.zone) for _, card in fit] if fit else []


def do_breach(t: Play, who: Survivor, args: list[str]) -> Flow[None]:
    """Break a wall: it makes the noise of the weapon, and empties or uses it up as an attack does."""
    pay(who, "breach")
    slot, card = next(found for found in breakers(t, who) if found[1] == args[1])
    attacks = t.items[card].attacks
    if any(attack.reload for attack in attacks):
        who.empty = sorted({*who.empty, slot})
    if any(attack.everything and not attack.lasts for attack in attacks):
        discard(t, who, slot, "ZX-32")
    if any(attack.noise for attack in attacks):
        make_noise(t, who, who.zone, "ZB-072")
    yield from breach(t, args[0], who.name, "ZX-34")


def breach(t: Play, name: str, by: str, rule: str) -> Flow[None]:
    """Break a wall open; what it opens for the first time is populated like behind a door (ZX-35)."""
    before, reached = t.lay, reachable(t)
    behind = [zone for side in t.content.features[name].zones for zone in before.built(side)]
    turn(t, name, "breach")
    t.emit(ev.WallBreached(rule, name, by))
    now = reachable(t)
    yield from populate_reached(t, reached, [zone for zone in behind if zone in now])


def offer_ram(t: Play, who: Survivor) -> list[str]:
    """Offer the driver of a truck to ram the walls of buildings beside him (ZX-33)."""
    if not who.car or who.seat != 1 or who.actions < 1 or not t.state.driving:
        return []
    if not VEHICLES[t.state.cars[who.car].kind].rams:
        return []
    zones = t.board.zones
    return [
        f"ram:{who.car}:{name}"
        for name, _, feature in walls(t, who.zone)
        if any(zones[zone].building for zone in feature.zones)
    ]


def do_ram(t: Play, who: Survivor, args: list[str]) -> Flow[None]:
    """Ram a wall: the truck stays where it is, the wall is open."""
    pay(who, "drive")
    who.deeds.append("drive")
    yield from breach(t, args[1], who.name, "ZX-33")


def change(t: Play, name: str, face: str, rule: str) -> Flow[None]:
    """Put up, break or take away a wall, as a mission's rule says."""
    if face == "breach":
        return breach(t, name, rule, rule)
    if t.state.things[name].kind == "wall":
        turn(t, name, "wall" if face == "wall" else "")
        t.emit((ev.TokenLaid if face == "wall" else ev.TokenGone)(rule, name, t.state.things[name].zone))
    return nothing()


def _breach_label(t: Play, who: Survivor, args: list[str]) -> str:
    return say("options", "breach", wall=_wall(t, who, args[0]), tool=item(t.box, args[1]))


def _ram_label(t: Play, who: Survivor, args: list[str]) -> str:
    return say("options", "ram", wall=_wall(t, who, args[1]), car=car_term(t.content, args[0]))


def _wall(t: Play, who: Survivor, name: str) -> str:
    a, b = t.content.features[name].zones
    return say("view", "wall_to", wall=name_of(t.state.things[name], name), zone=b if a == who.zone else a)


def _not_here(t: Play, who: Survivor, name: str) -> Why | None:
    feature = t.content.features.get(name)
    if feature is None or feature.kind not in KINDS:
        return "no_such_token", {"what": name}
    if who.zone not in feature.zones:
        return "wall_elsewhere", {"token": name}
    return ("wall_open", {"token": name}) if t.state.things[name].face != "wall" else None


def why_not_breach(t: Play, who: Survivor, args: list[str]) -> Why:
    """Say why a wall is not broken."""
    found = _not_here(t, who, args[0] if args else "")
    if found is not None:
        return found
    if who.car:
        return "in_car", {"car": who.car}
    if len(args) < 2 or args[1] not in [card for _, card in breakers(t, who)]:
        return "no_wall_breaker", {"token": args[0]}
    return "no_actions", {"needed": 1, "left": who.actions}


def why_not_ram(t: Play, who: Survivor, args: list[str]) -> Why:
    """Say why a wall is not rammed."""
    car = t.state.cars.get(args[0]) if args else None
    if car is None or not VEHICLES[car.kind].rams:
        return "no_truck", {}
    if not t.state.driving:
        return "no_driving", {}
    if who.car != args[0] or who.seat != 1:
        return "not_driver", {"car": args[0]}
    found = _not_here(t, who, args[1] if len(args) > 1 else "")
    if found is not None:
        return found
    if who.actions < 1:
        return "no_actions", {"needed": 1, "left": who.actions}
    return "no_building_wall", {"token": args[1]}


def marks(t: Play) -> Iterator[Mark]:
    """Wall tokens, breaches and walls that can be breached on the map."""
    for name, thing, feature in on(t, *KINDS):
        at, axis = spot(t, name, feature)
        kind = "breach" if thing.face == "breach" else "wall_token" if thing.kind == "wall" else "breakable"
        yield Mark(name, at, axis, kind, "neutral", kind == "breach", (feature.zones[0], feature.zones[1]))


def way_word(t: Play, way: Way) -> str | None:
    """A way through a broken wall, or one that a wall closes."""
    if way.by == "breach":
        return "breach" if way.joins(t.state.ways) else "breakable"
    shut = any(way.id in feature.ways and thing.face == "wall" for _, thing, feature in on(t, "wall"))
    return "wall_token" if shut else None


def fill() -> None:
    """Put the rules of walls into the points."""
    one: points.Price = lambda t, who, args: Cost(1)  # noqa: E731
    points.VERBS["breach"] = Verb("ZX-32", offer_breach, do_breach, _breach_label, one, why_not_breach)
    points.VERBS["ram"] = Verb("ZX-33", offer_ram, do_ram, _ram_label, one, why_not_ram)
    points.MARKS.append(marks)
    points.WAY_WORDS.append(way_word)
    for kind in KINDS:
        points.CHANGES[kind] = (("wall", "breach", "gone"), change)
