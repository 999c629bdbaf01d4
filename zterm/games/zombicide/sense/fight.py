"""Reckoning attacks: hits to expect, who would fall, and which attack is the best one."""

from __future__ import annotations

from functools import cache
from math import comb
from typing import Any

from msgspec import Struct

from zterm.games.zombicide.combat import Weapon, chooses_targets, dice_of, kind_of, needed, rerolls, weapons
from zterm.games.zombicide.hits import damage_of, friends_in
from zterm.games.zombicide.sense.look import Look
from zterm.games.zombicide.skills import has
from zterm.games.zombicide.state import Survivor


class Blow(Struct, frozen=True):
    """An attack on offer: its option, the zone, expected kills, their worth, whether it makes noise or burns all."""

    option: str
    zone: str
    kills: float
    worth: float
    noise: bool
    ranged: bool
    damage: int = 0


@cache
def at_least(dice: int, goal: int, again: bool) -> tuple[float, ...]:
    """Chances of at least 1, 2, … hits with some dice; with ``again`` the roll may be taken a second time."""
    p = max(0.0, min(1.0, (7 - goal) / 6))
    exact = [comb(dice, k) * p**k * (1 - p) ** (dice - k) for k in range(dice + 1)]
    if again:
        mean = dice * p
        low = sum(chance for k, chance in enumerate(exact) if k < mean)
        exact = [chance * low + (chance if k >= mean else 0.0) for k, chance in enumerate(exact)]
    return tuple(sum(exact[k:]) for k in range(1, dice + 1))


def chances(look: Look, who: Survivor, weapon: Weapon) -> tuple[float, ...]:
    """Chances of at least 1, 2, … hits of a weapon in this survivor's hands."""
    attack = weapon.attack
    dice = dice_of(look.t, who, weapon)
    if has(who, "six", kind_of(attack)):
        dice += dice // 4
    return at_least(dice, needed(who, attack), bool(rerolls(look.t, who, attack)))


def falls(look: Look, who: Survivor, weapon: Weapon, zone: str) -> list[float]:
    """The worth of the zombies that one hit after another would kill in a zone, by the rules of targeting."""
    attack, kinds = weapon.attack, look.t.box.kinds
    here = look.s.zombies.get(zone, {})
    damage = damage_of(look.t, who, attack)
    free = not attack.ranged or attack.chooses or chooses_targets(who, zone)
    close = attack.ranged and zone == who.zone and "point_blank" in who.skills
    immune = attack.ranged and not close
    if free:
        able = [k for k in here if kinds[k].toughness <= damage and not (immune and kinds[k].species == "berserker")]
        able.sort(key=look.worth, reverse=True)
        return [look.worth(k) for k in able for _ in range(here[k])]
    found: list[float] = []
    for level in sorted({kinds[k].priority for k in here}):
        alike = [k for k in here if kinds[k].priority == level]
        able = [k for k in alike if kinds[k].toughness <= damage and kinds[k].species != "berserker"]
        found += [look.worth(k) for k in able for _ in range(here[k])]
        if len(able) < len(alike):
            break
    return found


def blows(look: Look, who: Survivor) -> list[Blow]:
    """Every attack on offer to the acting survivor that hits no friend, best first."""
    known = {weapon.id: weapon for weapon in weapons(look.t, who)}
    found = []
    for option in look.options:
        if not option.startswith("attack:"):
            continue
        _, name, zone = option.split(":")
        if "+" in zone or name not in known or not look.s.zombies.get(zone):
            continue
        blow = weigh(look, who, known[name], zone, option)
        if blow is not None and blow.kills > 0.05:
            found.append(blow)
    found.sort(key=lambda b: (-b.worth, b.noise, b.option))
    return found


def weigh(look: Look, who: Survivor, weapon: Weapon, zone: str, option: str) -> Blow | None:
    """Reckon one attack; None where friends would suffer."""
    attack, there = weapon.attack, look.s.zombies.get(zone, {})
    if attack.everything:
        if zone == who.zone or look.s.at(zone):
            return None
        worth = sum(look.worth(k) * n for k, n in there.items())
        if worth < 4:
            return None
        return Blow(option, zone, float(sum(there.values())), worth, True, True, 9)
    if attack.ranged and friends_in(look.t, who, zone) and not chooses_targets(who, zone) and not attack.chooses:
        return None
    odds = chances(look, who, weapon)
    gain = falls(look, who, weapon, zone)
    kills = sum(odds[: len(gain)])
    worth = sum(p * w for p, w in zip(odds, gain, strict=False))
    return Blow(option, zone, kills, worth, attack.noise, attack.ranged, damage_of(look.t, who, attack))


_POWER: dict[Any, float] = {}


def power(look: Look, who: Survivor) -> float:
    """Kills to expect of one attack of a survivor in a crowd of Walkers in his zone, or of a shot next door."""
    key = (tuple(who.slots), tuple(who.skills), who.wounds, tuple(who.empty))
    if key not in _POWER:
        if len(_POWER) > 20000:
            _POWER.clear()
        found = [sum(chances(look, who, weapon)) for weapon in weapons(look.t, who) if not weapon.attack.everything]
        _POWER[key] = max(found, default=0.0)
    return _POWER[key]


def actions_to_come(who: Survivor, acting: bool) -> float:
    """Actions a survivor still has in this players' phase."""
    if who.done:
        return 0.0
    free = sum(n for kind, n in who.free.items() if kind in ("melee", "ranged", "combat"))
    if acting:
        return who.actions + free
    return 3.0 + who.skills.count("plus1_action") + sum(1 for s in who.skills if s.endswith("free_combat_action"))


def might(look: Look, who: Survivor, zone: str) -> float:
    """Kills to expect of one attack of a survivor on those who stand in a zone, were he there."""
    if not look.s.zombies.get(zone):
        return power(look, who)
    key = (who.name, zone)
    if key not in look.mights:
        best = 0.0
        for weapon in weapons(look.t, who):
            if not weapon.attack.everything and (weapon.attack.min == 0 or who.zone != zone):
                odds = chances(look, who, weapon)
                best = max(best, sum(odds[: len(falls(look, who, weapon, zone))]))
        look.mights[key] = best
    return look.mights[key]


def strength(look: Look, zone: str, reach: int = 1) -> float:
    """Kills that survivors who have not acted can make this turn in a zone, those next door a step less."""
    total = 0.0
    for who in look.undone():
        acting = who is look.actor
        if who.zone == zone:
            total += might(look, who, zone) * actions_to_come(who, acting)
        elif reach and zone in look.lay.steps[who.zone] and not look.s.crowd(who.zone):
            total += might(look, who, zone) * max(0.0, actions_to_come(who, acting) - 1)
    return total
