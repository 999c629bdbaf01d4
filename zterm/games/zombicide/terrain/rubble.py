"""Rubble, and what is like rubble: chandelier, bell, deflated boat (ZX-05 … ZX-07, ZX-28 … ZX-31, ZX-72)."""

from __future__ import annotations

from collections.abc import Iterator

from zterm.games.zombicide import points
from zterm.games.zombicide.catalogue import word
from zterm.games.zombicide.play import Play, nothing
from zterm.games.zombicide.state import Car
from zterm.games.zombicide.terrain import events as ev
from zterm.games.zombicide.terrain.content import FILLED
from zterm.games.zombicide.terrain.tokens import name_of, on, turn
from zterm.kernel.decision import Flow
from zterm.kernel.views import Token


def blocked(t: Play) -> int:
    """The bits of the tokens that close zones now."""
    return sum(1 << feature.bit for _, _, feature in on(t, *FILLED)) & t.state.ways


def spawns_nothing(t: Play, zone: str) -> bool:
    """Nothing appears under rubble, nor where rubble keeps everything from the survivors (ZX-31)."""
    mask = blocked(t) if t.state.things else 0
    if not mask:
        return False
    if any(thing.zone == zone for _, thing, feature in on(t, *FILLED) if mask >> feature.bit & 1):
        return True
    people = [who.zone for who in t.state.standing()]
    return zone not in _joined(t, people, mask) and zone in _joined(t, people, 0)


def _joined(t: Play, zones: list[str], mask: int) -> set[str]:
    """Zones that can be reached from some others if every door were open and only some tokens stood.

    Walls that stand and bridges overhead are no ways; whoever is under rubble can walk out of it.
    """
    now = t.state.ways
    seen, todo = set(zones), list(zones)
    while todo:
        here = todo.pop()
        for way in t.board.touching[here]:
            other = way.other(here)
            if other in seen or not (way.by == "ladder" or way.leads(now, True)):
                continue
            if not any(bar & mask and into == other for bar, into in way.bars):
                seen.add(other)
                todo.append(other)
    return seen


def keeps_out(t: Play, car: Car, zone: str) -> bool:
    """A boat does not enter a zone with a deflated boat, whatever that does to others (ZX-06)."""
    return car.kind == "boat" and any(thing.zone == zone for _, thing, _ in on(t, "deflated_boat"))


def change(t: Play, name: str, face: str, rule: str) -> Flow[None]:
    """Lay a token or take it away, as a mission's rule says."""
    thing = t.state.things[name]
    if bool(thing.face) != (face == "there"):
        turn(t, name, thing.kind if face == "there" else "")
        t.emit((ev.TokenLaid if face == "there" else ev.TokenGone)(rule, name, thing.zone))
    return nothing()


def sink(t: Play, zone: str, rule: str) -> None:
    """Sink the boats of a zone: a deflated boat is left there (ZX-05)."""
    for car_id, car in list(t.state.cars.items()):
        if car.kind != "boat" or car.zone != zone:
            continue
        for name in car.seats:
            if name is not None:
                who = t.state.survivors[name]
                who.car, who.seat = "", 0
        del t.state.cars[car_id]
        t.emit(ev.BoatSunk(rule, car_id, zone))
        for token, thing in points.things(t.state, "deflated_boat"):
            if thing.zone == zone and not thing.face:
                turn(t, token, "deflated_boat")
                t.emit(ev.TokenLaid("ZX-05", token, zone))


def tokens(t: Play) -> Iterator[Token]:
    """What fills zones, on the map."""
    for name, thing, _ in on(t, *FILLED):
        yield Token(thing.zone, "rubble", word("terrain_signs", thing.kind), name_of(thing, name), "wire", id=name)


def fill() -> None:
    """Put the rules of rubble into the points."""
    points.NO_SPAWN.append(spawns_nothing)
    points.ADRIFT.append(keeps_out)
    points.TOKENS.append(tokens)
    for kind in FILLED:
        points.CHANGES[kind] = (("there", "gone"), change)
