"""Why an option is good or bad, from facts that everybody at the table can see; and what positions are worth.

For the adviser (``zterm.bots.advice``): reasons in words, the numbers by which futures are compared, what is expected.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from zterm.content.outward import capital, decimal
from zterm.games.zombicide import catalogue as cat
from zterm.games.zombicide.catalogue import say
from zterm.games.zombicide.labels import describe
from zterm.games.zombicide.mission import steps_done
from zterm.games.zombicide.movement import held
from zterm.games.zombicide.places import door_term
from zterm.games.zombicide.play import Play
from zterm.games.zombicide.sense.fight import power
from zterm.games.zombicide.sense.look import Look, spare
from zterm.games.zombicide.sense.plan import fresh_rooms, make_plan
from zterm.games.zombicide.sense.press import expected_zombies
from zterm.games.zombicide.state import THRESHOLDS, Survivor
from zterm.kernel.decision import Odds, percent
from zterm.kernel.match import Match

ARMED = 0.75
"""Kills an action that make somebody well armed."""

WEIGHTS = {"xp": 0.7, "wounds": -4.0, "dead": -40.0, "goals": 8.0, "pressure": -0.4, "out": 6.0}
"""What the numbers of ``tally`` are worth."""


def reasons(match: Match[Any], option: str) -> list[str]:
    """Say why to take a legal option, or what to mind about it: sentences, the weightiest first."""
    look = Look(match)
    verb, *args = option.split(":")
    who = look.actor or look.s.survivors.get(args[0] if args else "")
    said = list(_SAYS[verb](look, who, args, option)) if verb in _SAYS and who is not None else []
    return [capital(line) for line in said]


def _say(key: str, **facts: Any) -> str:
    return say("advice", key, **facts)


def _open(look: Look, who: Survivor, args: list[str], option: str) -> Iterator[str]:
    door = look.t.board.doors[args[0]]
    inside = door.other(who.zone) if who.zone in (door.a, door.b) else door.b
    rooms = fresh_rooms(look, inside)
    if rooms:
        expected = round(expected_zombies(look, rooms))
        yield _say("open_rooms", n=rooms, zombies=cat.number("zombie", max(1, expected)))
    else:
        yield _say("open_empty", door=door_term(look.t.content, door.id))
    near = [m for m in look.team if look.far(m.zone, False).get(who.zone, 99.0) <= 1.5]
    armed = sum(1 for m in near if power(look, m) >= ARMED)
    if rooms:
        yield _say("open_armed", n=armed, of=len(near))
    tools = [args[1]] if len(args) > 1 else [c for c in who.slots[:2] if c in look.t.items]
    if any(look.t.items[card].door_noise and look.t.items[card].opens_doors for card in tools if card):
        yield _say("open_noise")
    yield from _goal(look, inside, who)


def _goal(look: Look, zone: str, who: Survivor) -> Iterator[str]:
    """Where the group wants to go, when a step leads nearer to it."""
    plan = make_plan(look)
    if plan.goal is None:
        return
    here = look.far(who.zone).get(plan.goal.zone, 99.0)
    there = look.far(zone).get(plan.goal.zone, 99.0)
    if zone == plan.goal.zone:
        yield _say("goal_there", zone=zone)
    elif there < here:
        yield _say("goal_nearer", zone=plan.goal.zone)
    elif zone == plan.anchor != who.zone:
        yield _say("gather", zone=zone)


def _move(look: Look, who: Survivor, args: list[str], option: str) -> Iterator[str]:
    zone = args[-1]
    yield from _goal(look, zone, who)
    leaving = held(look.t, who)
    if leaving:
        yield _say("move_held", n=leaving)
    crowd = look.s.crowd(zone)
    if crowd:
        yield _say("move_into", zombies=cat.number("zombie", crowd))
    here, there = look.wounds_at(who.zone), look.wounds_at(zone)
    if there < here:
        yield _say("move_safer", here=round(here), there=round(there))
    elif there > here:
        yield _say("move_danger", n=round(there), zone=zone)
    mates = sum(1 for m in look.s.at(zone) if m is not who)
    if mates and not crowd:
        yield _say("move_mates", n=mates)


def _enter(look: Look, who: Survivor, args: list[str], option: str) -> Iterator[str]:
    yield _say("enter_driver" if args[1] == "1" else "enter_seat")


def _drive(look: Look, who: Survivor, args: list[str], option: str) -> Iterator[str]:
    odds = describe(look.t, look.decision, option).odds
    if odds is not None:
        yield _say("attack_kills", kills=decimal(_mean(odds)), some=f"{percent(1 - odds.kills[0])} %")
        if odds.friend:
            yield _say("attack_friend", chance=f"{percent(odds.friend)} %")
    yield from _goal(look, args[-1], who)


def _mean(odds: Odds) -> float:
    return sum(number * chance for number, chance in enumerate(odds.kills))


def _attack(look: Look, who: Survivor, args: list[str], option: str) -> Iterator[str]:
    zone = args[1]
    odds = describe(look.t, look.decision, option).odds
    if odds is not None:
        yield _say("attack_kills", kills=decimal(_mean(odds)), some=f"{percent(1 - odds.kills[0])} %")
        if odds.friend:
            yield _say("attack_friend", chance=f"{percent(odds.friend)} %")
        if odds.noise:
            yield _say("attack_noise", zone=who.zone)
    if zone == who.zone:
        wounds = look.wounds_at(zone)
        if wounds:
            yield _say("attack_here", n=round(wounds))
    elif any(look.t.box.kinds[k].actions > 1 for z in zone.split("+") for k in look.s.zombies.get(z, {})):
        yield _say("attack_quick")


def _search(look: Look, who: Survivor, args: list[str], option: str) -> Iterator[str]:
    if args:
        yield _say("search_car")
    if power(look, who) < ARMED:
        yield _say("search_weak", survivor=cat.survivor_term(look.t.box, who.name))
    elif look.wounds_at(who.zone) == 0:
        yield _say("search_calm")


def _take(look: Look, who: Survivor, args: list[str], option: str) -> Iterator[str]:
    yield _say("take")
    yield from _level(look, who, 5)


def _level(look: Look, who: Survivor, amount: int) -> Iterator[str]:
    highest = max((m.xp for m in look.team), default=0)
    for limit in THRESHOLDS[1:]:
        if highest < limit <= who.xp + amount:
            yield _say("level_up", survivor=cat.survivor_term(look.t.box, who.name))


def _end(look: Look, who: Survivor, args: list[str], option: str) -> Iterator[str]:
    waiting = [m for m in look.undone() if m is not who]
    wounds = look.wounds_at(who.zone)
    if who.actions:
        yield _say("end_rest", n=who.actions)
    if waiting:
        yield _say("end_others", n=len(waiting))
    if wounds:
        yield _say("end_bitten", n=round(wounds), zone=who.zone)


def _activate(look: Look, who: Survivor, args: list[str], option: str) -> Iterator[str]:
    crowd = look.s.crowd(who.zone)
    name = cat.survivor_term(look.t.box, who.name)
    if crowd:
        yield _say("act_crowd", survivor=name, zombies=cat.number("zombie", crowd))
    elif look.near_zombies(who.zone):
        yield _say("act_near", survivor=name, zombies=cat.number("zombie", look.near_zombies(who.zone)))
    else:
        yield _say("act_free", survivor=name)
    plan = make_plan(look)
    if plan.door is not None and who.zone in (plan.door.a, plan.door.b):
        yield _say("act_door", survivor=name)


def _wound(look: Look, who: Survivor, args: list[str], option: str) -> Iterator[str]:
    hurt = look.s.survivors[args[0]]
    left = spare(look.t, hurt)
    yield _say("wound_left" if left > 0 else "wound_dies", survivor=cat.survivor_term(look.t.box, hurt.name), n=left)


def _noise(look: Look, who: Survivor, args: list[str], option: str) -> Iterator[str]:
    yield _say("noise", zone=who.zone)


def _inventory(look: Look, who: Survivor, args: list[str], option: str) -> Iterator[str]:
    yield _say("inventory")


_SAYS: dict[str, Callable[[Look, Survivor, list[str], str], Iterator[str]]] = {
    "open": _open,
    "move": _move,
    "attack": _attack,
    "search": _search,
    "take": _take,
    "press": _take,
    "end": _end,
    "activate": _activate,
    "enter": _enter,
    "drive": _drive,
    "wound": _wound,
    "noise": _noise,
    "inventory": _inventory,
}


def tally(t: Play) -> dict[str, float]:
    """The numbers that matter of a position, and under ``worth`` what it is worth to the players."""
    s = t.state
    people = s.survivors.values()
    kinds = t.box.kinds
    beside = 0
    for who in s.standing():
        for zone in (who.zone, *t.lay.steps[who.zone]):
            beside += sum(n * kinds[kind].actions for kind, n in s.zombies.get(zone, {}).items())
    found = {
        "xp": float(sum(who.xp for who in people)),
        "wounds": float(sum(who.wounds for who in people if who.alive)),
        "dead": float(sum(1 for who in people if not who.alive)),
        "goals": float(sum(1 for o in s.objectives.values() if o.taken) + 2 * sum(steps_done(t))),
        "kills": float(sum(who.kills for who in people)),
        "pressure": float(beside),
        "out": float(sum(1 for who in people if who.escaped)),
    }
    found["worth"] = sum(WEIGHTS.get(key, 0.0) * value for key, value in found.items())
    return found


def outlook(before: Mapping[str, float], mean: Mapping[str, float]) -> list[str]:
    """What is to be expected by the end of the round, in words."""
    change = {key: mean.get(key, 0.0) - before.get(key, 0.0) for key in ("kills", "wounds", "dead", "goals")}
    parts = [_say("end_kills", kills=decimal(max(0.0, change["kills"])))]
    parts.append(_say("end_wounds", wounds=decimal(max(0.0, change["wounds"]))))
    if change["dead"] > 0.05:
        parts.append(_say("end_dead", dead=decimal(change["dead"])))
    if change["goals"] > 0.05:
        parts.append(_say("end_goals"))
    line = _say("outlook", what=cat.listed(parts))
    return [capital(line)]
