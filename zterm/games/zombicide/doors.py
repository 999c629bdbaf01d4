"""Doors and what waits behind them (chapter 6, page 14): opening, noise, and populating a building."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from zterm.games.zombicide import events as ev
from zterm.games.zombicide.actions import affords, pay
from zterm.games.zombicide.board import Way
from zterm.games.zombicide.inventory import in_use
from zterm.games.zombicide.play import Opening, Play, Why, make_noise
from zterm.games.zombicide.spawning import barren, draw_card, resolve_card
from zterm.games.zombicide.state import Survivor
from zterm.games.zombicide.variants import chosen
from zterm.kernel.decision import EVERYBODY, Flow, decide


def is_open(t: Play, door: Way) -> bool:
    """Say whether a door stands open."""
    return bool(t.state.ways >> door.bit & 1)


def tools(t: Play, who: Survivor) -> list[str]:
    """List the door tools in use, each kind once (ZB-144)."""
    return list(dict.fromkeys(item.id for _, item in in_use(t, who) if item.opens_doors))


def closed_doors(t: Play, who: Survivor) -> list[Way]:
    """List the closed doors here that a tool may open: not locked (ZB-145 … ZB-147), not a cell's (ZB-315, ZB-322)."""
    doors, cells = t.board.doors, chosen(t.state.options, "cell_doors") == "tools"
    return [
        way
        for way in t.board.touching[who.zone]
        if way.id in doors and (cells or way.by != "cell_door") and not is_open(t, way) and way.id not in t.state.locked
    ]


def fitting(t: Play, who: Survivor, door: Way) -> list[str]:
    """List the tools in use that open this door; a mission may want a certain one."""
    wanted = t.state.opens_with.get(door.id)
    return [tool for tool in tools(t, who) if not wanted or tool == wanted]


def offer_doors(t: Play, who: Survivor) -> list[str]:
    """Offer the doors that can be opened, naming the tool when there is a choice."""
    doors = closed_doors(t, who)
    if not doors:
        return []
    found = []
    if not (free_opening(who) or affords(who, "open")):
        return []
    for door in doors:
        fit = fitting(t, who, door)
        if breaks_in(t, who, door.id) or len(fit) == 1:
            found.append(f"open:{door.id}")
        else:
            found += [f"open:{door.id}:{tool}" for tool in fit]
    return found


def breaks_in(t: Play, who: Survivor, door: str) -> bool:
    """Say whether Break-in needs no tool for a door: for all but those that want a certain one (ZB-375)."""
    return "break_in" in who.skills and door not in t.state.opens_with


def free_opening(who: Survivor) -> bool:
    """Say whether the free opening of Break-in is left this turn (ZB-375)."""
    return "break_in" in who.skills and "break_in" not in who.used


def do_open(t: Play, who: Survivor, args: list[str]) -> Flow[None]:
    """Open a door; a noisy tool makes a noise token, whether it kills noisily or not (ZB-065, ZB-072, ZB-144)."""
    door = t.board.doors[args[0]]
    if free_opening(who):
        who.used.append("break_in")
    else:
        pay(who, "open")
    noisy = False
    if not breaks_in(t, who, door.id):
        tool = args[1] if len(args) > 1 else fitting(t, who, door)[0]
        noisy = t.items[tool].door_noise
    yield from open_doors(t, [door], who.name, noisy=who if noisy else None)


def open_doors(t: Play, doors: list[Way], by: str, rule: str = "ZB-144", noisy: Survivor | None = None) -> Flow[None]:
    """Open doors together, then populate what they open for the first time (ZB-148, ZB-317, ZB-321).

    ``noisy`` is who opened them with a noisy tool.
    """
    doors = [door for door in doors if not is_open(t, door)]
    if not doors:
        return
    before = t.lay
    behind = [
        zone
        for door in doors
        if door.id not in t.state.shut_again
        for side in (door.a, door.b)
        for zone in before.built(side)
    ]
    reached = reachable(t)
    for door in doors:
        t.state.ways |= 1 << door.bit
        t.emit(ev.DoorOpened(rule, door.id, by))
    if noisy is not None:
        make_noise(t, noisy, noisy.zone, "ZB-144")
    if any(door.id not in t.state.shut_again for door in doors):
        yield from populate_reached(t, reached, behind)


def populate_reached(t: Play, reached: set[str], behind: Iterable[str] = ()) -> Flow[None]:
    """Populate what lies ``behind`` and what survivors can walk to now and could not before (ZB-318, ZB-319).

    ``reached`` is what they could walk to before. While the rules of an event are worked it waits for their end.
    """
    if t.waiting is not None:
        t.waiting.append((reached, tuple(behind)))
        return
    zones = {*behind, *(reachable(t) - reached)} - set(t.state.populated)
    yield from populate(t, [z for z in t.board.zones if z in zones and spawns_inside(t, z)])


def opening_last(t: Play, rules: Flow[None]) -> Flow[None]:
    """Work the rules of an event, and only then populate what they opened (ZB-173, ZB-321)."""
    outer, t.waiting = t.waiting, []
    yield from rules
    opened, t.waiting = t.waiting, outer
    yield from populate_opened(t, opened)


def cards_first(t: Play) -> Flow[None]:
    """Populate what has been opened so far, by a match option, before a press brings anything else (ZB-321)."""
    if t.waiting and chosen(t.state.options, "press_cards") == "first":
        opened, t.waiting = t.waiting, None
        yield from populate_opened(t, opened)
        t.waiting = []


def populate_opened(t: Play, opened: Sequence[Opening]) -> Flow[None]:
    """Populate what several openings of an event have opened together."""
    if opened:
        yield from populate_reached(t, opened[0][0], [zone for _, behind in opened for zone in behind])


def close_doors(t: Play, doors: list[Way], rule: str) -> None:
    """Close doors; opening them again brings nobody (ZB-156)."""
    for door in doors:
        if is_open(t, door):
            t.state.ways &= ~(1 << door.bit)
            if door.id not in t.state.shut_again:
                t.state.shut_again.append(door.id)
            t.emit(ev.DoorClosed(rule, door.id))


def spawns_inside(t: Play, zone: str) -> bool:
    """Say whether a zone gets a card when its building is opened; corridors are street (ZB-151, ZB-152)."""
    return t.board.zones[zone].building and not barren(t, zone)


def reachable(t: Play) -> set[str]:
    """Collect the zones that survivors can walk to (ZB-318, ZB-319)."""
    steps = t.lay.steps
    seen = {who.zone for who in t.state.standing()}
    todo = list(seen)
    while todo:
        for zone in steps[todo.pop()]:
            if zone not in seen:
                seen.add(zone)
                todo.append(zone)
    return seen


def populate(t: Play, rooms: list[str]) -> Flow[None]:
    """Draw a zombie card for each zone of a building, also where survivors stand (ZB-148 … ZB-150, ZB-153).

    The group says in which order.
    """
    left = list(rooms)
    t.state.populated += rooms
    while left:
        about = {"left": len(left)}
        options = [f"populate:{z}" for z in left]
        answer = yield decide("populate", EVERYBODY, options, "ZB-149", t.state.active or None, about=about)
        zone = answer.split(":", 1)[1]
        left.remove(zone)
        yield from resolve_card(t, draw_card(t), zone, "building", "ZB-149")


def why_not_open(t: Play, who: Survivor, door_id: str, tool: str = "") -> Why:
    """Say why a door can't be opened now: a catalogue key and its facts."""
    door = t.board.doors.get(door_id)
    facts: dict[str, object] = {"door": door_id}
    if door is None:
        return "no_such_door", facts
    if who.zone not in (door.a, door.b):
        return "door_elsewhere", facts
    if is_open(t, door):
        return "door_open", facts
    if door_id in t.state.locked:
        return "door_locked", facts
    if door.by == "cell_door" and chosen(t.state.options, "cell_doors") == "buttons":
        return "cell_door", facts
    if not fitting(t, who, door) and not breaks_in(t, who, door_id):
        return "no_door_tool", facts
    if not affords(who, "open"):
        return "no_actions", {"needed": 1, "left": who.actions}
    if tool and tool not in fitting(t, who, door):
        return "no_such_tool", {"door": door_id, "item": tool}
    return ("one_tool" if tool else "which_tool"), facts
