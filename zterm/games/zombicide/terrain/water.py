"""Water zones, whirlpools and closed drains (ZX-40 … ZX-46, ZX-48 … ZX-55); the roads beside are streets (ZX-38)."""

from __future__ import annotations

from collections.abc import Iterator

from zterm.games.zombicide import points
from zterm.games.zombicide.board import Way
from zterm.games.zombicide.catalogue import word
from zterm.games.zombicide.events import ZombiesMoved
from zterm.games.zombicide.movement import walk
from zterm.games.zombicide.play import Play, nothing
from zterm.games.zombicide.state import Survivor
from zterm.games.zombicide.terrain import events as ev
from zterm.games.zombicide.terrain.tokens import name_of, on, turn
from zterm.games.zombicide.wounds import eliminate, leave_seat
from zterm.kernel.decision import Flow
from zterm.kernel.views import Mark, Token

WATER_TOLL = 1
"""Extra actions for leaving a water zone (ZX-42)."""
WHIRL_TOLL = 2
"""Extra actions for leaving a whirlpool, whoever else is in it (ZX-51)."""
DROWNED = "whirlpool"


def wet(t: Play, zone: str) -> bool:
    """Say whether a zone is water."""
    return t.board.zones[zone].kind == "water"


def whirls(t: Play, zone: str) -> bool:
    """Say whether a whirlpool turns in a zone."""
    return (
        any(thing.zone == zone and thing.face == "open" for _, thing, _ in on(t, "drain")) if t.state.things else False
    )


def toll(t: Play, zone: str, zombies: int) -> int | None:
    """What leaving water costs."""
    if not wet(t, zone):
        return None
    return WHIRL_TOLL if whirls(t, zone) else zombies + WATER_TOLL


def held_fast(t: Play, zone: str, kind: str) -> bool:
    """Zombies cannot leave a whirlpool (ZX-53)."""
    return wet(t, zone) and whirls(t, zone)


def end_phase(t: Play) -> Flow[None]:
    """Whirlpools first take whom they hold, then pull in whoever is beside them (ZX-48 … ZX-50)."""
    if not any(thing.face == "open" for _, thing, _ in on(t, "drain")):
        return
    parts = [swallow, pull]
    if t.state.options.get("whirlpool") == "pull_first":
        parts.reverse()
    for part in parts:
        yield from part(t)


def afloat(t: Play, who: Survivor) -> bool:
    """Say whether a boat, or a helicopter, keeps a survivor from the whirlpool (ZX-52)."""
    if not who.car:
        return False
    return t.state.options.get("boats_in_whirlpool") != "lost" or t.state.cars[who.car].kind != "boat"


def swallow(t: Play) -> Flow[None]:
    """All figures in a whirlpool's zone are gone; nobody gains anything by it (ZX-48)."""
    for _, thing, _ in list(on(t, "drain")):
        if thing.face != "open":
            continue
        for kind, count in t.state.zombies.pop(thing.zone, {}).items():
            t.state.pool[kind] += count
            t.emit(ev.ZombiesSwept("ZX-48", thing.zone, kind, count))
        for who in t.state.at(thing.zone):
            if not afloat(t, who):
                yield from eliminate(t, who, DROWNED)


def pull(t: Play) -> Flow[None]:
    """Figures in the water beside a whirlpool are pulled into it (ZX-49)."""
    for _, thing, _ in list(on(t, "drain")):
        if thing.face != "open":
            continue
        for zone in t.lay.beside[thing.zone]:
            if not wet(t, zone) or whirls(t, zone):
                continue
            for kind, count in t.state.zombies.pop(zone, {}).items():
                there = t.state.zombies.setdefault(thing.zone, {})
                there[kind] = there.get(kind, 0) + count
                t.emit(ZombiesMoved("ZX-49", kind, count, zone, thing.zone))
            for who in t.state.at(zone):
                if not afloat(t, who):
                    leave_seat(t, who)
                    walk(t, who, thing.zone, "ZX-49")
    return nothing()


def change(t: Play, name: str, face: str, rule: str) -> Flow[None]:
    """Open or close a drain, as a mission's rule says (ZX-54, ZX-55)."""
    thing = t.state.things[name]
    if thing.face != face:
        turn(t, name, face)
        t.emit((ev.DrainOpened if face == "open" else ev.DrainClosed)(rule, name, thing.zone))
    return nothing()


def tokens(t: Play) -> Iterator[Token]:
    """Drains and whirlpools on the map."""
    for name, thing, _ in on(t, "drain"):
        kind = "whirlpool" if thing.face == "open" else "drain"
        words = name_of(thing, name) if kind == "drain" else f"{word('terrain', kind)} {name}"
        yield Token(thing.zone, "drain", word("terrain_signs", kind), words, "car", id=name)


def marks(t: Play) -> Iterator[Mark]:
    """The steps out of the water on the map (ZX-45)."""
    for number, way in enumerate((way for way in t.board.ways if way.by == "steps"), 1):
        yield Mark(f"st{number}", way.at, way.axis, "steps", "neutral", True, (way.a, way.b))


def way_word(t: Play, way: Way) -> str | None:
    """A way that rubble or a fallen bridge closes."""
    now = t.state.ways
    gone = any(now & mask == mask for mask in way.stops) or any(now & mask for mask, _ in way.bars)
    return "blocked" if gone and way.by not in ("breach", "over") else None


def fill() -> None:
    """Put the rules of water into the points."""
    points.TOLLS.append(toll)
    points.HALTS.append(wet)
    points.TIRES.append(wet)
    points.STAYS.append(held_fast)
    points.END_PHASE.append(end_phase)
    points.TOKENS.append(tokens)
    points.MARKS.append(marks)
    points.WAY_WORDS.append(way_word)
    points.CHANGES["drain"] = (("open", "closed"), change)
