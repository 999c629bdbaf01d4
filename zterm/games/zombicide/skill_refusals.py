"""Why a skill cannot be used on something now: a catalogue key and its facts."""

from __future__ import annotations

from collections.abc import Callable

from zterm.games.zombicide.doors import is_open
from zterm.games.zombicide.movement import held, why_not_move
from zterm.games.zombicide.play import Play, Why
from zterm.games.zombicide.skill_actions import USES, charge_toll
from zterm.games.zombicide.state import Survivor

Reason = Callable[[Play, Survivor, str, str], Why | None]
"""The skill and its target ("" for none) -> why that does not stand, None where nothing better can be said."""


def why_not_skill(t: Play, who: Survivor, args: list[str]) -> Why:
    """Say why a skill does not stand."""
    name, target = (*args, "", "")[:2]
    if name not in who.skills:
        return "no_such_skill", {"skill": name}
    if name not in USES:
        return "skill_works_alone", {"skill": name}
    if USES[name].once and name in who.used:
        return "skill_used", {"skill": name}
    if who.actions < USES[name].cost:
        return "no_actions", {"needed": USES[name].cost, "left": who.actions}
    reason = REASONS.get(name)
    return (reason(t, who, name, target) if reason else None) or ("skill_no_target", {"skill": name})


def _next_door(t: Play, who: Survivor, name: str, zone: str) -> Why | None:
    """Why a zone is not one clear step away for Lifesaver and Shove (ZB-389, ZB-406)."""
    zones = t.board.zones
    if who.car:
        return "in_car", {"car": who.car}
    if zone not in zones:
        return ("no_such_zone", {"zone": zone}) if zone else None
    if "tower" in (zones[zone].kind, zones[who.zone].kind):
        return "skill_tower", {"skill": name}
    if zone == who.zone or zone not in t.lay.beside[who.zone]:
        return why_not_move(t, who, zone)
    return None


def _save(t: Play, who: Survivor, name: str, zone: str) -> Why | None:
    found = _next_door(t, who, name, zone)
    if found or zone not in t.board.zones:
        return found
    if not t.state.zombies.get(zone):
        return "skill_no_zombies", {"skill": name, "zone": zone}
    return "skill_nobody", {"skill": name, "zone": zone}


def _shove(t: Play, who: Survivor, name: str, zone: str) -> Why | None:
    if not t.state.zombies.get(who.zone):
        return "skill_no_zombies", {"skill": name, "zone": who.zone}
    return _next_door(t, who, name, zone)


def _taunt(t: Play, who: Survivor, name: str, zone: str) -> Why | None:
    if zone not in t.board.zones:
        return ("no_such_zone", {"zone": zone}) if zone else None
    if not t.state.zombies.get(zone):
        return "skill_no_zombies", {"skill": name, "zone": zone}
    return "no_sight", {"zone": zone}


def _charge(t: Play, who: Survivor, name: str, zone: str) -> Why | None:
    if who.car:
        return "in_car", {"car": who.car}
    if charge_toll(t, who) > who.actions - 1:
        return "held_by_zombies", {"zombies": held(t, who), "needed": 1 + held(t, who), "left": who.actions}
    if zone not in t.board.zones:
        return ("no_such_zone", {"zone": zone}) if zone else None
    if not t.state.zombies.get(zone):
        return "skill_no_zombies", {"skill": name, "zone": zone}
    return "skill_far", {"skill": name, "zone": zone}


def _nose(t: Play, who: Survivor, name: str, target: str) -> Why | None:
    if "kill" not in who.deeds:
        return "skill_no_kill", {"skill": name}
    if who.searched:
        return "searched_already", {}
    return ("zombies_here", {"zone": who.zone}) if t.state.zombies.get(who.zone) else None


def _heal(t: Play, who: Survivor, name: str, target: str) -> Why | None:
    mate = t.state.survivors.get(target)
    if mate is None:
        return None
    if mate not in t.state.at(who.zone):
        return "skill_elsewhere", {"skill": name, "survivor": target}
    return "skill_unhurt", {"skill": name, "survivor": target}


def _lead(t: Play, who: Survivor, name: str, target: str) -> Why | None:
    return ("skill_for_others", {"skill": name}) if target in t.state.survivors else None


def _lock(t: Play, who: Survivor, name: str, target: str) -> Why | None:
    door = t.board.doors.get(target)
    if door is None:
        return ("no_such_door", {"door": target}) if target else None
    if who.zone not in (door.a, door.b):
        return "door_elsewhere", {"door": target}
    return ("skill_door_shut", {"skill": name, "door": target}) if not is_open(t, door) else None


REASONS: dict[str, Reason] = {
    "lifesaver": _save,
    "shove": _shove,
    "taunt": _taunt,
    "bloodlust_combat": _charge,
    "bloodlust_melee": _charge,
    "bloodlust_ranged": _charge,
    "hold_your_nose": _nose,
    "medic": _heal,
    "born_leader": _lead,
    "lock_it_down": _lock,
}
