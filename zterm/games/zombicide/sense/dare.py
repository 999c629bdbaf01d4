"""Daring all: so late in a match that nothing is won by waiting, people go for the goal or for the zombies."""

from __future__ import annotations

from zterm.games.zombicide.sense.fight import blows
from zterm.games.zombicide.sense.look import Look
from zterm.games.zombicide.sense.plan import Plan
from zterm.games.zombicide.sense.press import good_time
from zterm.games.zombicide.state import Survivor

DARING = 40
"""The turn from which risks are taken: matches that are won are over sooner."""


def dare(look: Look, plan: Plan, who: Survivor) -> str | None:
    """Do what is wanted here, strike, or go to the goal, to a place to be at, or to the nearest zombies, come what may.

    None before it is time for that, and where nothing of all that can be done.
    """
    if look.s.turn < DARING or who.car:
        return None
    for goal in plan.goals:
        option = f"{goal.verb}:{goal.name}"
        timely = goal.verb in ("take", "mission") or good_time(look, plan.goals, goal.name)
        if goal.zone == who.zone and option in look.options and timely:
            return option
    hits = [blow for blow in blows(look, who) if blow.zone == who.zone]
    if hits:
        return hits[0].option
    for zone in aims(look, plan, who):
        if zone == who.zone:
            return None
        option = look.move(who, zone)
        if option:
            return option
    return None


def aims(look: Look, plan: Plan, who: Survivor) -> list[str]:
    """Zones worth all risks, the best first: what is wanted next, then zombies, the nearest first."""
    far = look.far(who.zone, False)
    wanted = sorted((g for g in plan.goals if g.zone in far), key=lambda g: (round(far[g.zone], 3), g.zone))
    foes = sorted((zone for zone in look.s.zombies if zone in far), key=lambda zone: (round(far[zone], 3), zone))
    return [goal.zone for goal in wanted] + foes
