"""Conditions of the mission language: each a plain question about the state."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import Struct

from zterm.games.zombicide.content import Clause
from zterm.games.zombicide.mission_checks import door_matches
from zterm.games.zombicide.play import Play
from zterm.games.zombicide.state import Survivor


class Happening(Struct, frozen=True):
    """What triggered a rule: the trigger, who did it, where (a button's id for a press), and the colour.

    For ``survivor_killed`` the colour is the card that the last wound cost, if any.
    """

    trigger: str
    who: Survivor | None
    zone: str
    colour: str = ""


Args = dict[str, Any]
Condition = Callable[[Play, Args, Happening], bool]


def holds(t: Play, clause: Clause, what: Happening, rule: str = "") -> bool:
    """Say whether a condition holds now."""
    if clause.name == "once":
        return rule not in t.state.fired
    return CONDITIONS[clause.name](t, clause.args, what)


def zones_of(t: Play, place: str, what: Happening) -> tuple[str, ...]:
    """Give the zones a place means: a named area, the zone of the token taken, or a single zone."""
    if place == "token_zone":
        return (what.zone,)
    return t.mission.areas.get(place, (place,))


def _taken(t: Play, args: Args, what: Happening) -> bool:
    taken, wanted = objectives_taken(t, args, what)
    return taken >= wanted


def objectives_taken(t: Play, args: Args, what: Happening) -> tuple[int, int]:
    """Give how many of the objectives a condition means are taken, and how many it wants."""
    where = zones_of(t, args["where"], what)
    meant = [
        o
        for o in t.state.objectives.values()
        if ("any" in args["colour"] or o.colour in args["colour"]) and o.zone in where
    ]
    return sum(bool(o.taken) for o in meant), len(meant) if args["count"] == "all" else int(args["count"])


def _pressed(t: Play, args: Args, what: Happening) -> bool:
    return any(b.pressed for b in t.state.buttons.values() if b.colour == args["colour"])


def _door(t: Play, args: Args, what: Happening) -> bool:
    doors = [d for d in t.board.doors.values() if door_matches(d, args["colour"], args["what"])]
    wanted = args["is"] == "open"
    return all(bool(t.state.ways >> d.bit & 1) == wanted for d in doors)


def _gate(t: Play, args: Args, what: Happening) -> bool:
    sides = "".join(t.state.gates.values())
    return all(side in sides for side in args["open"]) and not any(side in sides for side in args["shut"])


def _survivors(t: Play, args: Args, what: Happening) -> bool:
    people = list(t.state.survivors.values())
    if args["in"] == "escaped":
        gone = [who for who in people if who.escaped]
        if args["which"] == "any":
            return bool(gone)
        if args["which"] == "all" and t.state.options["all_means"] == "starting":
            return len(gone) == len(people)
        return bool(gone) and all(who.escaped for who in people if who.alive)
    zones = zones_of(t, args["in"], what)
    playing = [who for who in people if who.playing]
    if args["which"] == "any":
        return any(who.zone in zones for who in playing)
    left = people if args["which"] == "all" and t.state.options["all_means"] == "starting" else _left(people)
    return len(playing) == len(left) > 0 and all(who.zone in zones for who in playing)


def _left(people: list[Survivor]) -> list[Survivor]:
    """Those who are still in play, and those laid down who will rise (ZB-300)."""
    return [who for who in people if who.alive and not who.escaped]


def _clear(t: Play, args: Args, what: Happening) -> bool:
    return not any(t.state.zombies.get(z) for z in zones_of(t, args["area"], what))


def _no_path(t: Play, args: Args, what: Happening) -> bool:
    zones = {"zombies": set(t.state.zombies), "survivors": {who.zone for who in t.state.standing()}}
    seen = set(zones[args["from"]])
    todo = list(seen)
    climbs = args["from"] == "survivors"
    while todo:
        for zone in t.lay.steps[todo.pop()]:
            if zone not in seen and (climbs or t.board.zones[zone].kind != "tower"):
                seen.add(zone)
                todo.append(zone)
    return not seen & zones[args["to"]] and not (args["from"] == "zombies" and _torn_to(t, zones[args["to"]]))


def _torn_to(t: Play, zones: set[str]) -> bool:
    """Say whether an Abomination gets to one of some zones, through wire too (ZB-325), though up no tower."""
    beasts = [z for z, here in t.state.zombies.items() if any(kind.endswith("abomination") for kind in here)]
    low = [z for z in zones if t.board.zones[z].kind != "tower"]
    return any(t.lay.distance(to, beast) is not None for to in low for beast in beasts)


def _carries(t: Play, args: Args, what: Happening) -> bool:
    if args["who"] == "victim":
        tagged = t.state.tags.get(args["tag"], [])
        return what.who is not None and _count(what.who, tagged) + (what.colour in tagged) >= args["at_least"]
    return cards_carried(t, args, what) >= int(args["at_least"])


def cards_carried(t: Play, args: Args, what: Happening) -> int:
    """Give how many cards with a tag survivors at a place carry: all together, or who has most of them."""
    tagged, zones = t.state.tags.get(args["tag"], []), zones_of(t, args["in"], what)
    counts = [_count(who, tagged) for who in t.state.standing() if who.zone in zones]
    return sum(counts) if args["who"] == "together" else max(counts, default=0)


def _count(who: Survivor, cards: list[str]) -> int:
    return sum(1 for card in who.slots if card in cards)


def _step(t: Play, args: Args, what: Happening) -> bool:
    return holds(t, t.mission.steps[args["n"] - 1].done_when, what)


def _token(t: Play, args: Args, what: Happening) -> bool:
    """Say whether tokens show a side; "there" is any side, "gone" none."""
    wanted = args["is"]
    faces = [t.state.things[name].face for name in args["token"]]
    if wanted in ("there", "gone"):
        return all(bool(face) == (wanted == "there") for face in faces)
    return all(face == wanted for face in faces)


CONDITIONS: dict[str, Condition] = {
    "all": lambda t, args, what: all(holds(t, c, what) for c in args["of"]),
    "any": lambda t, args, what: any(holds(t, c, what) for c in args["of"]),
    "not": lambda t, args, what: not any(holds(t, c, what) for c in args["of"]),
    "taken": _taken,
    "pressed": _pressed,
    "step": _step,
    "door": _door,
    "gate": _gate,
    "survivors": _survivors,
    "clear": _clear,
    "no_path": _no_path,
    "carries": _carries,
    "turn": lambda t, args, what: t.state.turn >= int(args["at_least"]),
    "token": _token,
}
