"""Toxic zombies: their blood, and the Toxic Abomination (ZX-79 … ZX-82)."""

from __future__ import annotations

from zterm.games.zombicide import points
from zterm.games.zombicide.play import Play, nothing
from zterm.games.zombicide.state import Survivor
from zterm.games.zombicide.terrain import events as ev
from zterm.games.zombicide.variants import chosen
from zterm.games.zombicide.wounds import wound
from zterm.kernel.decision import Flow

CAR_HIT = "ZB-272"
BOSS = "toxic_abomination"


def turned(t: Play) -> Flow[None]:
    """At the end of the zombies' phase those who stand with a Toxic Abomination turn toxic, while figures last.

    Berserkers do not, but with a match option (ZB-123).
    """
    zombies, pool = t.state.zombies, t.state.pool
    everybody = chosen(t.state.options, "toxic_change") == "all"
    for zone in [z for z in t.board.zones if zombies.get(z, {}).get(BOSS)]:
        here = zombies[zone]
        for kind in [k for k in t.box.kinds if k in here]:
            its = t.box.kinds[kind]
            into = f"toxic_{its.type}"
            if its.species == "toxic" or not (everybody or its.species == "standard"):
                continue
            count = min(here[kind], pool.get(into, 0))
            if count:
                _swap(t, zone, kind, into, count)
    return nothing()


def _swap(t: Play, zone: str, kind: str, into: str, count: int) -> None:
    here, pool = t.state.zombies[zone], t.state.pool
    here[kind] -= count
    if not here[kind]:
        del here[kind]
    here[into] = here.get(into, 0) + count
    pool[kind] += count
    pool[into] -= count
    t.emit(ev.ZombiesTurned("ZX-79", zone, kind, count, into))


def sprayed(t: Play, who: Survivor, zone: str, kind: str, rule: str) -> Flow[None]:
    """The blood of a toxic zombie killed in one's own zone is a wound; not from behind the wheel."""
    if t.box.kinds[kind].species != "toxic" or who.zone != zone or rule == CAR_HIT:
        return
    if not who.playing or "toxic_immunity" in who.skills or chosen(t.state.options, "toxic_blood") == "harmless":
        return
    t.emit(ev.BloodSprayed("ZX-83", who.name, kind, zone))
    yield from wound(t, who, kind)


def fill() -> None:
    """Put the rules of toxic zombies into the points."""
    points.ZOMBIES_DONE.append(turned)
    points.KILLED.append(sprayed)
