"""Skills that are used in one's own turn (chapter 11): what each offers and what it does."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from zterm.games.zombicide import activation
from zterm.games.zombicide import events as ev
from zterm.games.zombicide.actions import pay
from zterm.games.zombicide.board import DOORS, Way
from zterm.games.zombicide.doors import close_doors, is_open
from zterm.games.zombicide.inventory import rearrange
from zterm.games.zombicide.movement import go, held, walk
from zterm.games.zombicide.play import Play, lose_mark
from zterm.games.zombicide.points import halts, searched_by_hand
from zterm.games.zombicide.searching import search_car, search_room, searchable
from zterm.games.zombicide.skills import skill
from zterm.games.zombicide.state import WOUNDED, Survivor
from zterm.games.zombicide.variants import chosen
from zterm.kernel.decision import Flow, decide

DOORED = DOORS | {"gate"}
"""Ways that are doors, or a gate's side."""


class Use(Struct, frozen=True):
    """A skill used on one's turn: the targets it may have now, what it does, and what it costs in actions."""

    targets: Callable[[Play, Survivor], list[str]]
    do: Callable[[Play, Survivor, str], Flow[None]]
    cost: int = 0
    once: bool = True


def offer_skills(t: Play, who: Survivor) -> list[str]:
    """Offer the skills that can be used now, with each target."""
    found: list[str] = []
    for name in who.skills:
        use = USES.get(name)
        if use is None or (use.once and name in who.used) or who.actions < use.cost:
            continue
        found += [f"skill:{name}:{target}" if target else f"skill:{name}" for target in use.targets(t, who)]
    return found


def do_skill(t: Play, who: Survivor, args: list[str]) -> Flow[None]:
    """Use a skill on a target."""
    name, target = args[0], args[1] if len(args) > 1 else ""
    use = USES[name]
    if use.cost:
        pay(who, "skill", use.cost - 1)
    if use.once:
        who.used.append(name)
    t.emit(ev.SkillUsed(skill(name).rule, who.name, name, target))
    yield from use.do(t, who, target)


def _clear_neighbours(t: Play, who: Survivor) -> list[str]:
    """Zones one clear step away, over no fence (ZB-328); towers are left out (ZB-335, ZB-389).

    With a match option so is what lies behind a door.
    """
    if who.car or t.board.zones[who.zone].kind == "tower":
        return []
    near = [z for z in t.lay.beside[who.zone] if t.board.zones[z].kind != "tower"]
    if chosen(t.state.options, "through_doors") == "never":
        near = [z for z in near if any(w.by not in DOORED for w in _passed(t, who.zone, z))]
    return near


def _passed(t: Play, zone: str, other: str) -> list[Way]:
    return [way for way in t.board.between(zone, other) if way.passable(t.state.ways)]


def _save_targets(t: Play, who: Survivor) -> list[str]:
    return [z for z in _clear_neighbours(t, who) if t.state.zombies.get(z) and any(not m.car for m in t.state.at(z))]


def _save(t: Play, who: Survivor, zone: str) -> Flow[None]:
    """Pull the others of a zone out of it; each may refuse (Lifesaver ZB-389)."""
    for mate in [m for m in t.state.at(zone) if not m.car]:
        answer = yield decide("refuse", mate.player, ["accept", "refuse"], "ZB-389", mate.name, about={"to": who.zone})
        if answer == "accept":
            walk(t, mate, who.zone, "ZB-389")


def _shove_targets(t: Play, who: Survivor) -> list[str]:
    if not t.state.zombies.get(who.zone):
        return []
    return [z for z in _clear_neighbours(t, who) if t.board.zones[z].kind != "security"]


def _shove(t: Play, who: Survivor, zone: str) -> Flow[None]:
    """Push all zombies of the zone next door; it is no movement (Shove ZB-406)."""
    group = t.state.zombies.pop(who.zone)
    there = t.state.zombies.setdefault(zone, {})
    for kind, count in group.items():
        there[kind] = there.get(kind, 0) + count
        t.emit(ev.ZombiesMoved("ZB-406", kind, count, who.zone, zone))
    return
    yield


def _taunt_targets(t: Play, who: Survivor) -> list[str]:
    seen = t.board.zones if chosen(t.state.options, "taunt") == "anywhere" else t.lay.sees[who.zone]
    return [z for z in t.board.zones if z in seen and t.state.zombies.get(z)]


def _taunt(t: Play, who: Survivor, zone: str) -> Flow[None]:
    """The zombies of a zone act at once, with eyes for the taunter only (Taunt ZB-414)."""
    group = dict(t.state.zombies[zone])
    for kind in group:
        t.emit(ev.ExtraActivation("ZB-414", kind, "taunt"))
    yield from activation.activate(t, {zone: group}, who)


def _other_names(t: Play, who: Survivor) -> list[str]:
    return [m.name for m in t.state.standing() if m is not who]


def _lead(t: Play, who: Survivor, name: str) -> Flow[None]:
    """Give another survivor one more action in his next turn (Born Leader ZB-374)."""
    t.state.survivors[name].marks.append("born_leader")
    return
    yield


def _heal_targets(t: Play, who: Survivor) -> list[str]:
    return [m.name for m in t.state.at(who.zone) if m.wounds]


def _heal(t: Play, who: Survivor, name: str) -> Flow[None]:
    """Remove one Wounded card (Medic ZB-395)."""
    heal(t, t.state.survivors[name], 1, "ZB-395")
    return
    yield


def heal(t: Play, who: Survivor, wounds: int, rule: str) -> None:
    """Take Wounded cards from a survivor."""
    for _ in range(min(wounds, who.wounds)):
        who.wounds -= 1
        if WOUNDED in who.slots:
            who.slots[who.slots.index(WOUNDED)] = None
        t.emit(ev.WoundHealed(rule, who.name))


def _open_doors_here(t: Play, who: Survivor) -> list[Way]:
    doors = t.board.doors
    return [w for w in t.board.touching[who.zone] if w.id in doors and is_open(t, w)]


def _lock(t: Play, who: Survivor, door: str) -> Flow[None]:
    """Close an open door of the zone; opening it again brings nobody (Lock it down ZB-390), in cells too (ZB-320)."""
    close_doors(t, [t.board.doors[door]], "ZB-390")
    return
    yield


def _bloodlust_targets(t: Play, who: Survivor) -> list[str]:
    if who.car or charge_toll(t, who) > who.actions - 1:
        return []
    return [path.rsplit(":", 1)[-1] for path in _charges(t, who)]


def charge_toll(t: Play, who: Survivor) -> int:
    """Count the extra actions that zombies left behind cost (ZB-371), none with the match option."""
    return held(t, who) if chosen(t.state.options, "bloodlust") == "held" else 0


def _charges(t: Play, who: Survivor) -> list[str]:
    """Ways of one or two zones that end in a zone with zombies, one way a zone (ZB-371)."""
    found: dict[str, str] = {}
    lay, zombies = t.lay, t.state.zombies
    near = lay.steps[who.zone]
    for zone in near:
        if zombies.get(zone):
            found[zone] = zone
    for zone in near if not halts(t, who.zone) else ():
        for further in lay.steps[zone] if not zombies.get(zone) and not halts(t, zone) else ():
            if zombies.get(further) and further != who.zone and further not in found:
                found[further] = f"{zone}:{further}"
    return list(found.values())


def _bloodlust(kind: str) -> Callable[[Play, Survivor, str], Flow[None]]:
    def charge(t: Play, who: Survivor, target: str) -> Flow[None]:
        """Charge into a zone with zombies and gain a free combat action there (ZB-371 … ZB-373)."""
        path = next(p for p in _charges(t, who) if p.rsplit(":", 1)[-1] == target)
        who.actions -= charge_toll(t, who)
        yield from go(t, who, path.split(":"), "ZB-371")
        if who.playing:
            who.free[kind] = who.free.get(kind, 0) + 1

    return charge


def _nose_targets(t: Play, who: Survivor) -> list[str]:
    """The zone itself ("") and the cars in it, of which none is searched twice a turn (ZB-283, ZB-387)."""
    deed = "kill" if chosen(t.state.options, "hold_your_nose") == "anywhere" else f"kill:{who.zone}"
    if deed not in who.deeds or who.searched or t.state.zombies.get(who.zone):
        return []
    usual = t.board.zones[who.zone].kind not in ("security", "gate", "tower")
    found = [""] if not who.car and searched_by_hand(t, who.zone, usual) else []
    return found + [name for name, car in t.state.cars.items() if car.zone == who.zone and searchable(car)]


def _nose(t: Play, who: Survivor, target: str) -> Flow[None]:
    """Search where zombies were killed, also outdoors, or a car there; it is the search of the turn (ZB-387)."""
    who.searched = True
    kept = yield from (search_car(t, who, t.state.cars[target]) if target else search_room(t, who))
    if kept and who.playing:
        yield from rearrange(t, who, "ZB-138")


def _be_loud(t: Play, who: Survivor, target: str) -> Flow[None]:
    """Make the zone the noisiest of the board until his next turn (ZB-391); nobody is Rotten and Loud (ZB-405)."""
    t.state.loud, t.state.loud_by = who.zone, who.name
    lose_mark(who, "rotten")
    who.deeds.append("noise")
    return
    yield


def _toggle_ninja(t: Play, who: Survivor, target: str) -> Flow[None]:
    """Choose to be heard, or not any more (ZB-396)."""
    if "heard" in who.marks:
        who.marks.remove("heard")
    else:
        who.marks.append("heard")
    return
    yield


def _always(t: Play, who: Survivor) -> list[str]:
    return [""]


USES: dict[str, Use] = {
    "lifesaver": Use(_save_targets, _save),
    "shove": Use(_shove_targets, _shove),
    "taunt": Use(_taunt_targets, _taunt),
    "born_leader": Use(_other_names, _lead),
    "medic": Use(_heal_targets, _heal),
    "bloodlust_combat": Use(_bloodlust_targets, _bloodlust("combat"), cost=1, once=False),
    "bloodlust_melee": Use(_bloodlust_targets, _bloodlust("melee"), cost=1, once=False),
    "bloodlust_ranged": Use(_bloodlust_targets, _bloodlust("ranged"), cost=1, once=False),
    "hold_your_nose": Use(_nose_targets, _nose),
    "loud": Use(_always, _be_loud),
    "ninja": Use(_always, _toggle_ninja, once=False),
    "lock_it_down": Use(lambda t, who: [w.id for w in _open_doors_here(t, who)], _lock, cost=1, once=False),
}
