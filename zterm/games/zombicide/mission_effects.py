"""Effects of the mission language: each a small piece of rules."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from zterm.games.zombicide import events as ev
from zterm.games.zombicide.board import Way
from zterm.games.zombicide.doors import (
    cards_first,
    close_doors,
    is_open,
    open_doors,
    opening_last,
    populate,
    populate_reached,
    reachable,
)
from zterm.games.zombicide.experience import gain_xp
from zterm.games.zombicide.inventory import put
from zterm.games.zombicide.mission_checks import door_matches
from zterm.games.zombicide.mission_conditions import Happening, zones_of
from zterm.games.zombicide.objectives import take
from zterm.games.zombicide.play import Play, nothing
from zterm.games.zombicide.points import CHANGES
from zterm.games.zombicide.spawning import place, shortages
from zterm.games.zombicide.state import Survivor
from zterm.games.zombicide.wounds import check_loss, hush, leave_seat
from zterm.kernel.decision import Flow, decide

Args = dict[str, Any]
Effect = Callable[[Play, Happening, Args, str], Flow[None]]
TURNS = {"right": "NESWN", "left": "NWSEN"}


def _doors(t: Play, args: Args) -> list[Way]:
    return [d for d in t.board.doors.values() if door_matches(d, args["colour"], args["what"])]


def _xp(t: Play, what: Happening, args: Args, rule: str) -> Flow[None]:
    if what.who is not None:
        yield from gain_xp(t, what.who, args["n"], rule)


def _hide_among(t: Play, what: Happening, args: Args, rule: str) -> Flow[None]:
    """Give one of the tokens that show a colour another true colour, by chance (ZB-436)."""
    s, where = t.state, zones_of(t, args["where"], what)
    group = [n for n, o in s.objectives.items() if o.shown == args["among"] and o.zone in where]
    able = [n for n in group if s.objectives[n].colour == args["among"]]
    if able:
        s.objectives[able[t.chance.below(len(able))]].colour = args["colour"]
        if group not in s.face_down:
            s.face_down.append(group)
    return nothing()


def _take_linked(t: Play, what: Happening, args: Args, rule: str) -> Flow[None]:
    """The presser takes the objective of a button, once (ZB-175, ZB-176)."""
    for name, objective in t.state.objectives.items():
        if objective.button and objective.colour == args["colour"] and not objective.taken and what.who is not None:
            yield from take(t, what.who, name, "ZB-175")


def _disable_button(t: Play, what: Happening, args: Args, rule: str) -> Flow[None]:
    for button in t.state.buttons.values():
        if button.colour == args["colour"]:
            button.dead = True
    return nothing()


def _open_doors(t: Play, what: Happening, args: Args, rule: str) -> Flow[None]:
    return open_doors(t, _doors(t, args), what.who.name if what.who else rule, rule)


def _close_doors(t: Play, what: Happening, args: Args, rule: str) -> Flow[None]:
    close_doors(t, _doors(t, args), rule)
    return nothing()


def _lock(t: Play, what: Happening, args: Args, rule: str) -> Flow[None]:
    for door in _doors(t, args):
        if args["opens_with"]:
            t.state.opens_with[door.id] = args["opens_with"]
        elif door.id not in t.state.locked:
            t.state.locked.append(door.id)
    return nothing()


def _unlock(t: Play, what: Happening, args: Args, rule: str) -> Flow[None]:
    for door in _doors(t, args):
        if door.id in t.state.locked:
            t.state.locked.remove(door.id)
            t.emit(ev.DoorUnlocked(rule, door.id))
    return nothing()


def _rotate_gate(t: Play, what: Happening, args: Args, rule: str) -> Flow[None]:
    """Turn the gate a quarter, left or right as the presser chooses (ZB-337), with whoever is in it (ZB-340)."""
    for gate in t.mission.gates:
        if gate.button and gate.button != what.zone:
            continue
        player = what.who.player if what.who else "all"
        actor = what.who.name if what.who else None
        answer = yield decide("gate", player, ["turn:left", "turn:right"], "ZB-337", actor, about={"gate": gate.id})
        reached = reachable(t)
        order = TURNS[answer.split(":", 1)[1]]
        sides = [order[order.index(side) + 1] for side in t.state.gates[gate.id]]
        t.state.gates[gate.id] = "".join(side for side in "NESW" if side in sides)
        for side, bit in gate.bits.items():
            mask = 1 << bit
            t.state.ways = t.state.ways | mask if side in sides else t.state.ways & ~mask
        t.emit(ev.GateTurned(rule, gate.id, tuple(t.state.gates[gate.id])))
        yield from populate_reached(t, reached)


def _spawn_on(t: Play, what: Happening, args: Args, rule: str) -> Flow[None]:
    for name, spawn in t.state.spawns.items():
        if spawn.colour == args["colour"] and not spawn.active:
            spawn.active = True
            t.emit(ev.SpawnActivated(rule, name))
    return nothing()


def _spawn_off(t: Play, what: Happening, args: Args, rule: str) -> Flow[None]:
    for name, spawn in t.state.spawns.items():
        if spawn.colour == args["colour"] and spawn.active:
            spawn.active = False
            t.emit(ev.SpawnStopped(rule, name))
    return nothing()


def _spawn_area(t: Play, what: Happening, args: Args, rule: str) -> Flow[None]:
    zones = [z for z in t.board.zones if z in zones_of(t, args["area"], what)]
    if args["kinds"]:
        zones = [z for z in zones if t.board.zones[z].kind in args["kinds"]]
    if args["first_time_only"]:
        zones = [z for z in zones if z not in t.state.populated]
    return populate(t, zones)


def _place_zombie(t: Play, what: Happening, args: Args, rule: str) -> Flow[None]:
    short: list[str] = []
    for zone in zones_of(t, args["at"], what):
        there = any(args["kind"] in here for here in t.state.zombies.values()) or not t.state.pool.get(args["kind"])
        if args["if_in_play"] and there:
            for kind in args["if_in_play"]:
                short += place(t, zone, kind, 1, "mission", rule, escort=False)
        else:
            short += place(t, zone, args["kind"], args["count"], "mission", rule)
    yield from shortages(t, short)


def _set_aside(t: Play, what: Happening, args: Args, rule: str) -> Flow[None]:
    """Take cards out of the deck that the mission needs (ZB-029)."""
    s = t.state
    for card in args["cards"]:
        count = s.equipment.count(card) if args["all"] else min(1, s.equipment.count(card))
        for _ in range(count):
            s.equipment.remove(card)
            s.aside.setdefault(args["as"] or card, []).append(card)
    return nothing()


def _place_cache(t: Play, what: Happening, args: Args, rule: str) -> Flow[None]:
    for zone in zones_of(t, args["at"], what):
        t.state.cache.setdefault(zone, []).extend(args["cards"])
    return nothing()


def _give(t: Play, what: Happening, args: Args, rule: str) -> Flow[None]:
    if what.who is None:
        return nothing()
    for card in args["cards"]:
        pile = t.state.aside.get(card)
        if pile:
            put(what.who, pile.pop())
            t.emit(ev.CardDrawn(rule, what.who.name, card))
        cache = t.state.cache.get(what.who.zone, [])
        if card in cache:
            cache.remove(card)
    return nothing()


def _draw(t: Play, what: Happening, args: Args, rule: str) -> Flow[None]:
    pile = t.state.aside.get(args["from"], [])
    if args["random"]:
        t.chance.shuffle(pile)
    for _ in range(min(args["count"], len(pile))):
        card = pile.pop(0)
        t.reveal()
        if args["tag"] and card not in t.state.tags.setdefault(args["tag"], []):
            t.state.tags[args["tag"]].append(card)
        if what.who is not None:
            put(what.who, card)
            t.emit(ev.CardDrawn(rule, what.who.name, card))
    return nothing()


def _elsewhere(t: Play, what: Happening, args: Args, rule: str) -> Flow[None]:
    """Effects that others read themselves: a car's search (``searching``), a split start (``rounds``), putting cards in
    order when a rule is done (``mission``)."""
    return nothing()


def _allow_driving(t: Play, what: Happening, args: Args, rule: str) -> Flow[None]:
    t.state.driving = True
    return nothing()


def _escape(t: Play, what: Happening, args: Args, rule: str) -> Flow[None]:
    """Let a survivor leave the board at the end of his turn (ZB-437)."""
    who = what.who
    if who is None or not who.playing:
        return
    answer = yield decide("escape", who.player, ["escape", "stay"], "ZB-437", who.name)
    if answer == "escape":
        t.emit(ev.SurvivorEscaped(rule, who.name))
        leave_seat(t, who)
        who.escaped = True
        hush(t, who)
        check_loss(t)


def _turn_token(t: Play, what: Happening, args: Args, rule: str) -> Flow[None]:
    for name in args["token"]:
        sides, turn = CHANGES.get(t.state.things[name].kind, ((), None))
        if turn is not None and args["to"] in sides:
            yield from turn(t, name, args["to"], rule)


def _win(t: Play, what: Happening, args: Args, rule: str) -> Flow[None]:
    t.finish("won", "mission", rule)


def _lose(t: Play, what: Happening, args: Args, rule: str) -> Flow[None]:
    t.finish("lost", args["reason"] or "mission", rule)


def wire(t: Play, who: Survivor, name: str) -> Flow[None]:
    """Work a button of a board without mission rules: its doors, its gate, the linked objective (ZB-173 … ZB-175)."""
    return opening_last(t, _wire(t, who, name))


def _wire(t: Play, who: Survivor, name: str) -> Flow[None]:
    button = t.state.buttons[name]
    what = Happening("press", who, name, button.colour)
    opens = next(b.opens for b in t.mission.buttons if b.id == name)
    doors = [t.board.doors[d] for d in opens]
    if not all(is_open(t, door) for door in doors):
        yield from open_doors(t, doors, who.name, "ZB-173")
    else:
        close_doors(t, doors, "ZB-174")
    if any(gate.button == name for gate in t.mission.gates):
        yield from _rotate_gate(t, what, {}, "ZB-337")
    yield from cards_first(t)
    if button.pressed == 1:
        yield from _take_linked(t, what, {"colour": button.colour}, "ZB-175")


EFFECTS: dict[str, Effect] = {
    "xp": _xp,
    "hide_among": _hide_among,
    "take_linked": _take_linked,
    "disable_button": _disable_button,
    "open_doors": _open_doors,
    "close_doors": _close_doors,
    "lock": _lock,
    "unlock": _unlock,
    "rotate_gate": _rotate_gate,
    "spawn_on": _spawn_on,
    "spawn_off": _spawn_off,
    "spawn_area": _spawn_area,
    "place_zombie": _place_zombie,
    "set_aside": _set_aside,
    "place_cache": _place_cache,
    "give": _give,
    "draw": _draw,
    "rearrange": _elsewhere,
    "search_as": _elsewhere,
    "allow_driving": _allow_driving,
    "split_start": _elsewhere,
    "turn_token": _turn_token,
    "escape": _escape,
    "win": _win,
    "lose": _lose,
}
