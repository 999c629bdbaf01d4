"""Moving (chapter 6, page 13): one zone a Move, more with skills, held back by zombies."""

from __future__ import annotations

from zterm.games.zombicide import events as ev
from zterm.games.zombicide.actions import affords, pay, price
from zterm.games.zombicide.play import Play, Why
from zterm.games.zombicide.points import halts, settle, toll
from zterm.games.zombicide.skills import zones_per_move
from zterm.games.zombicide.state import Survivor
from zterm.games.zombicide.variants import chosen
from zterm.kernel.decision import Cost, Flow


def held(t: Play, who: Survivor) -> int:
    """Count the extra actions that leaving a zone costs: its own, or one a zombie (ZB-130, ZB-133, Slippery ZB-407)."""
    return toll(t, who.zone, 0 if "slippery" in who.skills else t.state.crowd(who.zone))


def leaving(t: Play, who: Survivor) -> str:
    """Name the kind of action a Move is; with a match option no free one leads away from zombies (ZB-134)."""
    return "leave" if held(t, who) and chosen(t.state.options, "free_move") == "held" else "move"


def runs_past(t: Play, who: Survivor) -> bool:
    """Say whether zombies do not end his movement: never, but for a match option for the Slippery (ZB-131, ZB-407)."""
    return "slippery" in who.skills and chosen(t.state.options, "slippery") == "runs"


def paths(t: Play, who: Survivor) -> list[str]:
    """List the ways one Move action can go, as "z4" or "z4:z5"; zombies end a movement (ZB-131)."""
    lay, zombies, runs = t.lay, t.state.zombies, runs_past(t, who)
    found = list(lay.steps[who.zone])
    reach = 1 if halts(t, who.zone) else zones_per_move(who)
    heads: list[tuple[str, tuple[str, ...]]] = [(step, (who.zone, step)) for step in found] if reach > 1 else []
    for _ in range(reach - 1):
        longer = []
        for name, walked in heads:
            if (zombies.get(walked[-1]) and not runs) or halts(t, walked[-1]):
                continue
            for step in lay.steps[walked[-1]]:
                if step not in walked:
                    longer.append((f"{name}:{step}", (*walked, step)))
        found += [name for name, _ in longer]
        heads = longer
    return found


def offer_moves(t: Play, who: Survivor) -> list[str]:
    """Offer the Move actions that can be paid for; nobody moves out of a car without leaving it (ZB-170)."""
    if who.car or not affords(who, leaving(t, who), held(t, who)):
        return []
    return [f"move:{path}" for path in paths(t, who)]


def do_move(t: Play, who: Survivor, args: list[str]) -> Flow[None]:
    """Pay for a Move and go along the zones named; whoever is stopped may pay for another one (ZB-132)."""
    pay(who, leaving(t, who), held(t, who))
    yield from go(t, who, args, "ZB-129")


def go(t: Play, who: Survivor, path: list[str], rule: str) -> Flow[None]:
    """Walk along a path, as long as nothing happens on the way that ends it."""
    for zone in path:
        if zone not in t.lay.steps[who.zone]:
            break
        walk(t, who, zone, rule)
        yield from settle(t)
        if not who.playing or who.zone != zone or (t.state.zombies.get(zone) and not runs_past(t, who)):
            break


def walk(t: Play, who: Survivor, zone: str, rule: str) -> None:
    """Bring a survivor into a zone; in security zones he remembers where he came from, before the first (ZB-344).

    Being pushed back there is no Move and costs nothing (ZB-348).
    """
    t.emit(ev.Moved(rule, who.name, who.zone, zone))
    who.came = (who.came or who.zone) if t.board.zones[zone].kind == "security" else ""
    who.zone = zone


def move_cost(t: Play, who: Survivor) -> Cost | None:
    """Say what a Move would cost now, or None when it can't be paid."""
    return price(who, leaving(t, who), held(t, who))


def why_not_move(t: Play, who: Survivor, zone: str) -> Why:
    """Say why a Move to a zone does not stand: a catalogue key and its facts."""
    if zone not in t.board.zones:
        return "no_such_zone", {"zone": zone}
    if who.car:
        return "in_car", {"car": who.car}
    if zone == who.zone:
        return "already_there", {"zone": zone}
    if zone not in t.lay.steps[who.zone]:
        way = t.lay.barred(who.zone, zone)
        if way is None:
            between = t.board.between(who.zone, zone)
            if any(w.by in ("bank", "over") for w in between):
                return between[0].by, {"zone": zone}
            return ("wall" if not between else "no_way"), {"zone": zone}
        if way.joins(t.state.ways) and not way.starts(who.zone, t.state.ways):
            return ("bank" if way.only else "blocked"), {"zone": zone}
        if not way.joins(t.state.ways) and way.needs & t.state.ways == way.needs:
            return "blocked", {"zone": zone}
        if way.joins(t.state.ways):
            return "barricade", {"zone": zone}
        if way.by == "breach":
            return "wall", {"zone": zone}
        return ("fence" if way.by == "fence" else "door_closed"), {"door": way.id, "zone": zone}
    extra = held(t, who)
    if not affords(who, leaving(t, who), extra):
        key = "held_by_zombies" if extra and t.state.crowd(who.zone) else "no_actions"
        return key, {"zombies": extra, "needed": 1 + extra, "left": who.actions}
    return "not_now", {}
