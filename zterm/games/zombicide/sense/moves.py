"""Where to stand and where to go: how bad a zone is to end the round in, safe steps, ways out of a crowd."""

from __future__ import annotations

from zterm.games.zombicide.sense.fight import actions_to_come, power, strength
from zterm.games.zombicide.sense.look import Look, spare
from zterm.games.zombicide.sense.plan import Plan, moves_left
from zterm.games.zombicide.state import Survivor

CROWD = 1.3
CALM = 0.9
STORM = 0.5
FREE, TRAP, BESIDE = 2.0, 4.0, 0.7
"""Zombies that one still gets away from with three actions, how bad each one more is, and one that nobody can kill."""


def pressure(look: Look, zone: str) -> float:
    """Zombies that could stand in a zone after the next zombies' phase."""
    kinds, zombies, steps = look.t.box.kinds, look.s.zombies, look.lay.steps
    total = float(look.s.crowd(zone)) + striders(look, zone)
    near = steps[zone]
    for beside in near:
        total += look.s.crowd(beside)
        for far in steps[beside]:
            if far != zone and far not in near:
                total += sum(n for k, n in zombies.get(far, {}).items() if kinds[k].actions > 1)
    return total


def team_power(look: Look, zone: str) -> float:
    """Kills the group can make next turn around a zone."""
    far = look.far(zone, False)
    near = [who for who in look.team if far.get(who.zone, 99.0) <= 3]
    return float(sum(power(look, who) * (3 + who.skills.count("plus1_action")) for who in near))


def stay_cost(look: Look, zone: str, who: Survivor) -> float:
    """How bad it is to end the phase in a zone: wounds to expect, deaths, and a crowd too big for next turn."""
    helpers = sum(
        power(look, mate) * actions_to_come(mate, False)
        for mate in look.undone()
        if mate is not who and (mate.zone == zone or mate.zone in look.lay.steps[zone])
    )
    boss = look.bosses(zone)
    wounds = boss + max(0.0, look.wounds_at(zone) - boss - 0.8 * helpers)
    stuck = [m for m in look.s.at(zone) if m is not who and m.done]
    slack = sum(spare(look.t, m) for m in stuck) + spare(look.t, who)
    cost = 3.0 * wounds / (1 + len(stuck)) + (40.0 if wounds > slack else 0.0)
    beside = float(sum(look.bosses(z) for z in look.lay.steps[zone])) + striders(look, zone)
    left = max(0.0, pressure(look, zone) - boss - beside - 0.7 * team_power(look, zone))
    held = boss + beside + left - FREE
    alone = 0 if any(m is not who and (m.zone == zone or m.zone in look.lay.steps[zone]) for m in look.team) else 1
    return cost + BESIDE * beside + 1.5 * left + (TRAP * held if held > 0 else 0.0) + 0.3 * alone


def striders(look: Look, zone: str) -> int:
    """Count Abominations that go two zones at a time and could come from beyond the next zones."""
    near = look.lay.steps[zone]
    behind = {far for beside in near for far in look.lay.steps[beside]} - {zone, *near}
    return sum(look.s.zombies[far].get("berserker_abomination", 0) for far in behind if far in look.s.zombies)


def escape_route(look: Look, who: Survivor) -> str | None:
    """The move to the best zone to end the phase in, None when nothing is better than here."""
    now = stay_cost(look, who.zone, who)
    best: tuple[float, str] | None = None
    for option in look.options:
        if option.startswith("move:"):
            zone = option.split(":")[-1]
            cost = stay_cost(look, zone, who) + 0.1 * len(option.split(":")) + (5.0 if look.s.crowd(zone) else 0.0)
            if best is None or (cost, option) < best:
                best = (cost, option)
    return best[1] if best is not None and best[0] < now - 0.5 else None


def onward(look: Look, plan: Plan, who: Survivor) -> str | None:
    """The move towards where the group gathers when it leads to a better place than here."""
    option = look.move(who, plan.anchor)
    zone = option.removeprefix("move:")
    if not option or look.s.crowd(zone):
        return None
    if stay_cost(look, zone, who) < stay_cost(look, who.zone, who) - 0.5:
        return option
    if plan.leaving and look.wounds_at(zone) < spare(look.t, who):
        return option
    return None


def step(look: Look, who: Survivor, path: list[str]) -> str | None:
    """The first move along a path when it is safe enough; two zones at once where a skill allows."""
    if look.t.board.zones[path[0]].kind == "security":
        option = f"move:{path[0]}"
        return option if option in look.options and through(look, who, path) else None
    ways = [f"move:{':'.join(path[:n])}" for n in range(min(3, len(path)), 0, -1)]
    for option in ways:
        if option in look.options:
            zones = option.split(":")[1:]
            if all(safe(look, who, zone) for zone in zones) or passes(look, who, path):
                return option
    return None


def through(look: Look, who: Survivor, path: list[str]) -> bool:
    """Say whether to go through a turnstile: nobody may stay in it, so the zone behind it counts.

    Helpers can come through after him, so the strength of all who are near decides about zombies there.
    """
    if len(path) < 2 or moves_left(look, who) < 2:
        return False
    crowd = look.s.crowd(path[1])
    if crowd:
        return who.actions >= 3 and crowd <= STORM * team_power(look, path[1])
    return pressure(look, path[1]) <= max(2.0, CALM * team_power(look, path[1]))


def turnstile(look: Look, plan: Plan, who: Survivor) -> str | None:
    """In a turnstile: go on to where the group goes; with nothing beyond, back."""
    if look.t.board.zones[who.zone].kind != "security":
        return None
    back = who.came
    option = look.move(who, plan.anchor)
    if option and option != f"move:{back}":
        return option
    return next((o for o in look.options if o.startswith("move:") and o != f"move:{back}"), "end")


def passes(look: Look, who: Survivor, path: list[str]) -> bool:
    """Say whether a survivor can go through a zone with zombies and out of it again in this turn."""
    if len(path) < 2:
        return False
    crowd = look.s.crowd(path[0])
    return 0 < crowd <= 2 and who.actions >= 2 + crowd and not look.s.crowd(path[1]) and safe(look, who, path[1])


def safe(look: Look, who: Survivor, zone: str) -> bool:
    """Say whether a survivor may step into a zone: nobody there he and the others can't deal with."""
    crowd = look.s.crowd(zone)
    if crowd:
        return actions_to_come(who, True) >= 2 and strength(look, zone) >= CROWD * look.wounds_at(zone)
    if look.wounds_at(zone) and strength(look, zone) < 1.5 * look.wounds_at(zone):
        return stay_cost(look, zone, who) <= stay_cost(look, who.zone, who)
    return pressure(look, zone) <= max(2.0, CALM * team_power(look, zone))


def advance(look: Look, plan: Plan, who: Survivor) -> str | None:
    """Move towards where the group gathers, without running ahead of it."""
    if not plan.anchor or who.zone == plan.anchor:
        return None
    path = look.path(who.zone, plan.anchor, False)
    if not path:
        return rejoin(look, who)
    if ahead(look, plan, path[0], 3.5):
        return None
    if moves_left(look, who) <= 1 and stay_cost(look, path[0], who) > stay_cost(look, who.zone, who) + 1.0:
        return None
    return step(look, who, path)


def rejoin(look: Look, who: Survivor) -> str | None:
    """Cut off from where the group goes: move to where most of the others are that can be reached."""
    far = look.far(who.zone, False)
    mates = [mate.zone for mate in look.team if mate is not who and mate.zone in far]
    if not mates:
        return None
    zone = min(mates, key=lambda z: (-mates.count(z), far[z], z))
    path = look.path(who.zone, zone, False) if zone != who.zone else []
    return step(look, who, path) if path else None


def ahead(look: Look, plan: Plan, zone: str, most: float) -> bool:
    """Say whether a zone is too far ahead of the last of the group."""
    goal = plan.goal.zone if plan.leaving and plan.goal is not None else plan.anchor
    lag = max((look.far(m.zone).get(goal, 0.0) + 2.0 * m.done * look.s.crowd(m.zone) for m in look.team), default=0.0)
    return look.far(zone).get(goal, 99.0) < lag - most


def hasten(look: Look, plan: Plan, who: Survivor) -> str | None:
    """On the way out: go on as long as the next zone is empty, or can be passed through."""
    path = look.path(who.zone, plan.anchor, False) if plan.anchor != who.zone else []
    option = f"move:{path[0]}" if path else ""
    if option not in look.options:
        return None
    if ahead(look, plan, path[0], 4.5):
        return None
    if look.s.crowd(path[0]):
        return option if passes(look, who, path) else None
    last = moves_left(look, who) <= 1 or (len(path) > 1 and look.s.crowd(path[1]) > 0)
    if last and stay_cost(look, path[0], who) > stay_cost(look, who.zone, who) + 3.0:
        return None
    return option


def withdraw(look: Look, plan: Plan, who: Survivor) -> str | None:
    """Leave a place where the coming zombies' phase would hurt."""
    if stay_cost(look, who.zone, who) < 1.0:
        return None
    return escape_route(look, who)


def dash(look: Look, plan: Plan, who: Survivor) -> str | None:
    """Go straight for the way out."""
    return look.move(who, plan.anchor) or None
