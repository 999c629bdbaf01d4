"""Keeping people alive: the chance that nobody dies where zombies stand, getting out in time, coming to the rescue."""

from __future__ import annotations

from functools import lru_cache

from msgspec import Struct

from zterm.games.zombicide.combat import Weapon, weapons
from zterm.games.zombicide.hits import damage_of
from zterm.games.zombicide.sense.fight import actions_to_come, chances, falls, might
from zterm.games.zombicide.sense.look import Look, spare
from zterm.games.zombicide.sense.moves import stay_cost
from zterm.games.zombicide.sense.plan import Plan
from zterm.games.zombicide.state import Survivor

HOPE = 0.6
"""How much of the kills to expect of others is counted on."""
AWAY, ABANDONED = 0.97, 0.02
"""The chance that all goes well for who gets out, and where he leaves others to die."""
TRAPPED = 0.6
"""How much of the chance is left to who stays with zombies that nobody can kill."""
GAIN = 0.2
"""How much better a rescue must make the chances."""


class Fray(Struct, frozen=True):
    """A survivor among zombies: chances of at least 1, 2, … kills with his best blow, the wounds each of those would
    deal in the order they fall, all wounds that come, those that can be taken, and how many zombies there are."""

    odds: tuple[float, ...]
    falling: tuple[int, ...]
    wounds: float
    slack: float
    crowd: int
    blow: str = ""


def fray(look: Look, who: Survivor, zone: str) -> Fray:
    """What a survivor faces in a zone, were he there."""
    kinds, here = look.t.box.kinds, look.s.zombies.get(zone, {})
    weapon, odds = best_weapon(look, who, zone)
    damage = damage_of(look.t, who, weapon.attack) if weapon is not None else 0
    able = sorted((k for k in here if kinds[k].toughness <= damage), key=look.worth, reverse=True)
    falling = tuple(kinds[k].actions for k in able for _ in range(here[k]))[: len(odds) + 6]
    slack = look.slack(zone) + (spare(look.t, who) if who.zone != zone else 0)
    wounds = look.wounds_at(zone) - HOPE * helpers(look, who, zone)
    return Fray(odds, falling if odds else (), round(wounds, 1), slack, look.s.crowd(zone), weapon.id if weapon else "")


def best_weapon(look: Look, who: Survivor, zone: str) -> tuple[Weapon | None, tuple[float, ...]]:
    """The weapon that kills most in a zone, and its chances of so many kills and more; none where friends suffer."""
    mates = any(mate is not who for mate in look.s.at(zone))
    best: tuple[float, Weapon | None, tuple[float, ...]] = (0.0, None, ())
    for weapon in weapons(look.t, who):
        attack = weapon.attack
        if attack.everything or attack.min > 0 or (attack.ranged and mates):
            continue
        odds = chances(look, who, weapon)
        odds = odds[: len(falls(look, who, weapon, zone))]
        if sum(odds) > best[0] + 1e-9:
            best = (sum(odds), weapon, odds)
    return best[1], best[2]


def helpers(look: Look, who: Survivor, zone: str) -> float:
    """Kills to expect in a zone of others there who have not acted."""
    return float(
        sum(
            might(look, mate, zone) * actions_to_come(mate, False)
            for mate in look.s.at(zone)
            if mate is not who and not mate.done
        )
    )


@lru_cache(maxsize=50_000)
def chance(fray: Fray, actions: int, price: int, down: int = 0) -> float:
    """The chance that nobody dies there: enough of them killed, or out in time.

    ``price`` is what getting out costs beside the zombies that hold back (99: there is no way out, or nobody may be
    left), ``down`` how many have fallen.
    """
    if fray.wounds - sum(fray.falling[:down]) <= fray.slack:
        return 1.0
    best = AWAY if actions >= price + fray.crowd - down else 0.0
    return max(best, struck(fray, actions, price, down)) if actions > 0 else best


def struck(fray: Fray, actions: int, price: int, down: int = 0) -> float:
    """The same chance when the next action is a blow; 0 where none can be struck."""
    left = len(fray.falling) - down
    if actions < 1 or left < 1:
        return 0.0
    odds = (1.0, *fray.odds[:left], 0.0)
    return sum((odds[n] - odds[n + 1]) * chance(fray, actions - 1, price, down + n) for n in range(len(odds) - 1))


def entry(look: Look, who: Survivor, zone: str) -> float:
    """The chance that nobody dies in a zone that a survivor enters with his next action."""
    left = max(0, who.actions + who.free.get("move", 0) - 1 - look.s.crowd(who.zone))
    there = chance(fray(look, who, zone), left, 1)
    bosses = look.bosses(zone)
    return there * TRAPPED if bosses and left < 1 + bosses else there


def staying(look: Look, who: Survivor) -> float:
    """The chance that nobody dies in a survivor's zone when he does not leave it."""
    there = chance(fray(look, who, who.zone), who.actions, 99)
    return there * TRAPPED if look.bosses(who.zone) else there


def guard(look: Look, plan: Plan, who: Survivor) -> str | None:
    """What to do at once lest somebody dies: strike, get out while one can, help others; None when all is well."""
    if look.wounds_at(who.zone) <= look.slack(who.zone):
        return rescue(look, who)
    face = fray(look, who, who.zone)
    blow = f"attack:{face.blow}:{who.zone}"
    out, price = way_out(look, plan, who)
    aboard = {m.name for m in look.team if m.car and m.car == who.car and who.seat == 1} | {who.name}
    stuck = [m for m in look.s.at(who.zone) if m.done and m.name not in aboard]
    left = sum(spare(look.t, m) for m in stuck)
    gone = AWAY if not stuck or face.wounds <= left else ABANDONED
    actions = who.actions + sum(n for kind, n in who.free.items() if kind in ("melee", "combat"))
    hit = struck(face, actions, price if gone == AWAY else 99) if blow in look.options else 0.0
    if out and gone > hit:
        return out
    return blow if hit > ABANDONED else None


def way_out(look: Look, plan: Plan, who: Survivor) -> tuple[str, int]:
    """The best way out of a zone and what it costs beside the zombies there; "" when there is none now."""
    if who.car and who.seat != 1:
        out = f"leave:{who.car}:{who.seat}"
        return (out if who.actions >= 2 + look.s.crowd(who.zone) else ""), 2
    far = look.far(plan.anchor, False) if plan.anchor else {}
    best: tuple[float, str] = (1e9, "")
    for option in look.options:
        verb, *zones = option.split(":")
        if verb not in ("move", "drive"):
            continue
        zone = zones[-1]
        if verb == "drive" and any(m.car != who.car for z in (who.zone, *zones[1:]) for m in look.s.at(z)):
            continue
        people = [m for m in look.team if m.car == who.car] if who.car else [who]
        danger = look.wounds_at(zone) - look.slack(zone) - sum(spare(look.t, m) for m in people)
        cost = stay_cost(look, zone, who) + 0.2 * far.get(zone, 30.0) + (60.0 if danger > 0 else 0.0)
        best = min(best, (cost, option))
    price = 1 - look.s.crowd(who.zone) if who.car else 1
    return (best[1] if best[0] < 60.0 else ""), price


def rescue(look: Look, who: Survivor) -> str | None:
    """Go to others who would die where they are and can do nothing more, when that betters their chances."""
    if who.car or who.actions < 1:
        return None
    best: tuple[float, str] = (GAIN, "")
    here = look.s.crowd(who.zone)
    for zone in look.held:
        if zone == who.zone or not any(m.done for m in look.s.at(zone)):
            continue
        if look.wounds_at(zone) - HOPE * helpers(look, who, zone) <= look.slack(zone):
            continue
        path = look.path(who.zone, zone, False)
        option = f"move:{path[0]}" if path else ""
        if option not in look.options or any(look.s.crowd(z) for z in path[:-1]):
            continue
        mates = [m for m in look.s.at(who.zone) if m is not who]
        if mates and look.wounds_at(who.zone) > sum(spare(look.t, m) for m in mates):
            continue
        left = who.actions + who.free.get("move", 0) - len(path) - here
        if left >= 0:
            best = max(best, (chance(fray(look, who, zone), left, 99), option))
    return best[1] or None
