"""Combat (chapter 8): weapons in use, dice, hits, melee, ranged attacks by priority, friendly fire, reloading."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from zterm.games.zombicide import events as ev
from zterm.games.zombicide.actions import affords, pay
from zterm.games.zombicide.content import Attack
from zterm.games.zombicide.hits import allot_freely, allot_ranged, kill_everything
from zterm.games.zombicide.inventory import discard, in_use
from zterm.games.zombicide.play import Play, lose_mark, make_noise
from zterm.games.zombicide.points import BLASTED, easier
from zterm.games.zombicide.skills import MELEE, RANGED, has, skill
from zterm.games.zombicide.state import WOUNDED, Survivor
from zterm.games.zombicide.variants import chosen
from zterm.kernel.decision import Flow, decide

MOST = 6


class Weapon(Struct):
    """A way to attack with cards in use: the attack, the slots used, and whether both of a pair strike."""

    attack: Attack
    slots: tuple[int, ...]
    id: str


def kind_of(attack: Attack) -> str:
    """Say which kind of combat an attack is."""
    return RANGED if attack.ranged else MELEE


def weapons(t: Play, who: Survivor) -> Iterator[Weapon]:
    """Go through the weapons in use, loaded or not: each alone, and identical Dual ones as a pair (ZB-243, ZB-244)."""
    seen: dict[str, list[int]] = {}
    for slot, item in in_use(t, who):
        if item.attacks:
            seen.setdefault(item.id, []).append(slot)
    for name, slots in seen.items():
        for attack in t.items[name].attacks:
            loaded = [s for s in slots if s not in who.empty] if attack.reload else slots
            if loaded:
                yield Weapon(attack, (loaded[0],), attack.id)
            dual = attack.dual or (has(who, "dual", kind_of(attack)) and not attack.everything)
            if len(loaded) > 1 and dual:
                yield Weapon(attack, (loaded[0], loaded[1]), f"{attack.id}+{attack.id}")


def reach(t: Play, who: Survivor, attack: Attack) -> int:
    """Give the maximum range in zones, with skills and the watch tower (ZB-331, ZB-364)."""
    more = sum(skill(name).reach for name in who.skills)
    return attack.max + more + (1 if t.board.zones[who.zone].kind == "tower" else 0)


def targets(t: Play, who: Survivor, attack: Attack) -> list[str]:
    """List the zones an attack may be aimed at, whoever stands between (ZB-162, ZB-245, ZB-247, ZB-249 … ZB-251)."""
    if not attack.ranged:
        return [who.zone] if t.state.zombies.get(who.zone) else []
    farthest = reach(t, who, attack)
    return [z for z, distance in t.lay.sees[who.zone].items() if attack.min <= distance <= farthest]


def offer_attacks(t: Play, who: Survivor) -> list[str]:
    """Offer every attack that can be paid for."""
    found: list[str] = []
    payable: dict[str, bool] = {}
    for weapon in weapons(t, who):
        kind = kind_of(weapon.attack)
        if kind not in payable:
            payable[kind] = affords(who, kind)
        if payable[kind]:
            found += [f"attack:{weapon.id}:{zone}" for zone in targets(t, who, weapon.attack)]
    if "trick_shot" in who.skills:
        found += _trick_shots(t, found)
    return found


def _trick_shots(t: Play, offered: list[str]) -> list[str]:
    """Offer two zones at once for a Dual ranged pair (ZB-417)."""
    zones: dict[str, list[str]] = {}
    for option in offered:
        _, weapon, zone = option.split(":")
        if "+" in weapon and t.attacks[weapon.split("+")[0]].ranged:
            zones.setdefault(weapon, []).append(zone)
    return [f"attack:{w}:{a}+{b}" for w, seen in zones.items() for a in seen for b in seen if a != b]


def find_weapon(t: Play, who: Survivor, name: str) -> Weapon:
    """Give the weapon in use that an option names."""
    return next(w for w in weapons(t, who) if w.id == name)


def do_attack(t: Play, who: Survivor, args: list[str]) -> Flow[None]:
    """Carry out an attack action: cost, dice, re-rolls, hits, noise, reload."""
    weapon = find_weapon(t, who, args[0])
    pay(who, kind_of(weapon.attack))
    yield from strike(t, who, weapon, args[1].split("+"))


def strike(t: Play, who: Survivor, weapon: Weapon, zones: list[str]) -> Flow[None]:
    """Attack with a weapon without paying.

    One noise token for the whole action where it was done, for two Dual weapons too (ZB-070, ZB-073, ZB-074).
    """
    attack, place = weapon.attack, who.zone
    lose_mark(who, "rotten")
    who.deeds.append("combat")
    if attack.reload:
        who.empty = sorted({*who.empty, *weapon.slots})
    if attack.everything:
        if not attack.lasts:
            discard(t, who, weapon.slots[0], "ZB-085")
        yield from kill_everything(t, who, zones[0])
        for rule in BLASTED:
            yield from rule(t, who, zones[0])
    else:
        yield from _shoot_zones(t, who, weapon, zones)
    if attack.noise:
        make_noise(t, who, place, "ZB-072")


def _shoot_zones(t: Play, who: Survivor, weapon: Weapon, zones: list[str]) -> Flow[None]:
    """Roll for each zone attacked and deal the hits; with two zones each weapon of the pair has its own (ZB-417)."""
    attack, reaped = weapon.attack, 0
    parts = [weapon] if len(zones) == 1 else [Weapon(attack, (slot,), attack.id) for slot in weapon.slots]
    scores = yield from roll_attack(t, who, parts, zones)
    for zone, hits in zip(zones, scores, strict=True):
        if not hits:
            continue
        free = not attack.ranged or attack.chooses or chooses_targets(who, zone)
        reaped = yield from (allot_freely if free else allot_ranged)(t, who, attack, zone, hits, reaped)


def chooses_targets(who: Survivor, zone: str) -> bool:
    """Say whether skills let a shooter choose his targets (Sniper ZB-408, Point blank ZB-397)."""
    return "sniper" in who.skills or ("point_blank" in who.skills and zone == who.zone)


def dice_of(t: Play, who: Survivor, weapon: Weapon) -> int:
    """Count the dice of an attack: printed, partner card, skills for each weapon (ZB-243, ZB-356, ZB-382)."""
    kind = kind_of(weapon.attack)
    each = weapon.attack.dice + has(who, "die", kind) + has(who, "frenzy", kind) * who.wounds
    partner = t.items[weapon.attack.item].partner
    if partner and any(item.id == partner for _, item in in_use(t, who)):
        each += t.items[weapon.attack.item].partner_dice
    return each * len(weapon.slots)


def needed(who: Survivor, attack: Attack) -> int:
    """Give the face a die must show, with bonuses to the roll; a bonus never lifts a result above 6 (ZB-353)."""
    return max(1, attack.accuracy - has(who, "roll", kind_of(attack)))


def goal_of(t: Play, who: Survivor, attack: Attack, zone: str) -> int:
    """Give the face needed against a zone: what makes a shot easier or harder leaves it between 2 and 6 (ZX-62)."""
    goal = needed(who, attack)
    if chosen(t.state.options, "ones") == "miss":
        goal = max(2, goal)
    more = easier(t, who, attack, zone)
    return min(MOST, max(min(goal, 2), goal - more)) if more else goal


def rerolls(t: Play, who: Survivor, attack: Attack) -> list[str]:
    """List what lets the survivor roll all dice of this action again (ZB-366, ZB-393, Plenty of Ammo ZB-104)."""
    found = [name for name in who.skills if skill(name).reroll and name not in who.used]
    carried = dict.fromkeys(c for c in who.slots if c is not None and c != WOUNDED)
    return found + [card for card in carried if attack.id in t.items[card].rerolls]


def roll_attack(t: Play, who: Survivor, parts: list[Weapon], zones: list[str]) -> Flow[list[int]]:
    """Roll for each part of an attack, offer re-rolls of all its dice, then the dice that sixes add (ZB-238, ZB-402).

    Returns the hits in each zone.
    """
    attack = parts[0].attack
    goals = [goal_of(t, who, attack, zone) for zone in zones]
    thrown = [t.chance.dice(dice_of(t, who, part)) for part in parts]
    for part, zone, faces, goal in zip(parts, zones, thrown, goals, strict=True):
        t.emit(ev.DiceRolled("ZB-238", who.name, part.id, tuple(faces), goal, hits_in(faces, goal), zone))
    sources = rerolls(t, who, attack)
    while sources:
        shown = [face for faces in thrown for face in faces]
        source = yield from ask_reroll(t, who, sources, shown, goals[0], zones[0])
        if not source:
            break
        rule = "ZB-104" if source in t.items else skill(source).rule
        thrown = [t.chance.dice(len(faces)) for faces in thrown]
        for part, zone, faces, goal in zip(parts, zones, thrown, goals, strict=True):
            hits = hits_in(faces, goal)
            t.emit(ev.DiceRerolled(rule, who.name, part.id, tuple(faces), goal, hits, source, zone))
    scores = [hits_in(faces, goal) for faces, goal in zip(thrown, goals, strict=True)]
    if has(who, "six", kind_of(attack)):
        for i, (part, zone) in enumerate(zip(parts, zones, strict=True)):
            scores[i] += _more_dice(t, who, part, zone, thrown[i], goals[i])
    return scores


def ask_reroll(t: Play, who: Survivor, sources: list[str], faces: list[int], goal: int, zone: str) -> Flow[str]:
    """Ask whether all dice are rolled again, and by what; the source is taken off the list, "" means they stand."""
    options = [f"reroll:{s}" for s in sources] if len(sources) > 1 else ["reroll"]
    about = {"faces": faces, "needed": goal, "hits": hits_in(faces, goal), "zone": zone, "sources": list(sources)}
    answer = yield decide("reroll", who.player, [*options, "stand"], "ZB-393", who.name, about=about)
    if answer == "stand":
        return ""
    source = answer.split(":", 1)[1] if ":" in answer else sources[0]
    sources.remove(source)
    if source not in t.items and skill(source).reroll == "turn":
        who.used.append(source)
    return source


def lifts(t: Play, who: Survivor, kind: str) -> int:
    """Say by how much bonuses lift a die on its way to a 6 that adds a die (ZB-404)."""
    return has(who, "roll", kind) if chosen(t.state.options, "raised_five") == "six" else 0


def _more_dice(t: Play, who: Survivor, weapon: Weapon, zone: str, faces: list[int], goal: int) -> int:
    """Roll one more die for each 6, again and again (ZB-402); a lifted 5 counts as a 6 (ZB-404)."""
    bonus = lifts(t, who, kind_of(weapon.attack))
    times, hits = has(who, "six", kind_of(weapon.attack)), 0
    while sixes := sum(1 for face in faces if face + bonus >= MOST):
        faces = t.chance.dice(sixes * times)
        hits += hits_in(faces, goal)
        t.emit(ev.DiceRolled("ZB-402", who.name, weapon.id, tuple(faces), goal, hits_in(faces, goal), zone))
    return hits


def hits_in(faces: list[int], goal: int) -> int:
    """Count the dice that show the face needed or more."""
    return sum(1 for face in faces if face >= goal)


def offer_reload(t: Play, who: Survivor) -> list[str]:
    """Offer to reload weapons that were fired (ZB-265)."""
    if not who.empty or who.actions < 1:
        return []
    return [f"reload:{name}" for name in dict.fromkeys(who.slots[i] for i in who.empty)]


def do_reload(t: Play, who: Survivor, args: list[str]) -> Flow[None]:
    """Reload a weapon, both of an identical Dual pair in use at once (ZB-265, ZB-268)."""
    pay(who, "reload")
    same = [i for i in who.empty if who.slots[i] == args[0]]
    attack = t.items[args[0]].attacks[0]
    paired = attack.dual or has(who, "dual", kind_of(attack)) > 0
    used = [slot for slot, _ in in_use(t, who) if slot in same]
    same = used[: 2 if paired else 1] or same[:1]
    for slot in same:
        who.empty.remove(slot)
    t.emit(ev.WeaponReloaded("ZB-268" if paired and len(same) > 1 else "ZB-265", who.name, args[0]))
    return
    yield
