"""Racing: where on the way to the goal a survivor best ends a turn when the match is safe however he fares."""

from __future__ import annotations

from heapq import heappop, heappush

from zterm.games.zombicide.points import toll
from zterm.games.zombicide.sense.fight import actions_to_come, might, power
from zterm.games.zombicide.sense.look import Look, spare
from zterm.games.zombicide.sense.moves import pressure, team_power
from zterm.games.zombicide.sense.plan import Plan, errand, moves_left
from zterm.games.zombicide.state import Survivor

WOUND, DEATH, LATER, MARGIN = 1.0, 4.0, 0.2, 0.1
"""What a wound, a death and zombies to come weigh against a zone nearer to the goal; how much better it has to be."""
HELP = 0.7


def push(look: Look, plan: Plan, who: Survivor) -> str | None:
    """The first move to the best zone to end the turn in on the way to the goal; None when that is here."""
    goal = target(look, plan, who)
    if not goal or goal == who.zone or who.car:
        return None
    far = look.far(goal)
    here = far.get(who.zone)
    if here is None:
        return None
    best, found = -risk(look, who, who.zone, float(who.actions)) + MARGIN, ""
    for zone, (left, first) in reach(look, who).items():
        if zone not in far or far[zone] >= here:
            continue
        if f"move:{first}" not in look.options:
            continue
        value = here - far[zone] - risk(look, who, zone, left)
        if value > best + 1e-9:
            best, found = value, f"move:{first}"
    return found or None


def target(look: Look, plan: Plan, who: Survivor) -> str:
    """The zone a survivor makes for: that of his errand, else where the group gathers."""
    goal = errand(look, plan, who)
    return goal.zone if goal is not None else plan.anchor


def reach(look: Look, who: Survivor) -> dict[str, tuple[float, str]]:
    """Zones a survivor can get to in this turn: the actions left there, and the first step."""
    t, zones = look.t, look.t.board.zones
    budget = float(moves_left(look, who))
    slippery = "slippery" in who.skills
    todo = [(0.0, who.zone, "")]
    done: dict[str, tuple[float, str]] = {}
    while todo:
        spent, zone, first = heappop(todo)
        if zone in done:
            continue
        done[zone] = (budget - spent, first)
        total = spent + 1 + toll(t, zone, 0 if slippery else look.s.crowd(zone))
        if total > budget:
            continue
        for other in look.lay.steps[zone]:
            if other not in done:
                heappush(todo, (total, other, first or other))
    del done[who.zone]
    return {zone: left for zone, left in done.items() if zones[zone].kind != "security"}


def risk(look: Look, who: Survivor, zone: str, left: float) -> float:
    """What it costs to end a turn in a zone with some actions left: wounds, a death, a crowd next turn."""
    mates = [mate for mate in look.team if mate is not who and mate.zone == zone]
    helpers = sum(
        power(look, mate) * actions_to_come(mate, False)
        for mate in look.undone()
        if mate is not who and (mate.zone == zone or mate.zone in look.lay.steps[zone])
    )
    boss = look.bosses(zone)
    kills = HELP * (left * might(look, who, zone) + helpers) if look.wounds_at(zone) > boss else 0.0
    wounds = boss + max(0.0, look.wounds_at(zone) - boss - kills)
    slack = spare(look.t, who) + sum(spare(look.t, mate) for mate in mates)
    cost = WOUND * wounds / (1 + len(mates)) + (DEATH if wounds > slack else 0.0)
    crowd = pressure(look, zone) - boss - sum(look.bosses(z) for z in look.lay.steps[zone])
    return cost + LATER * max(0.0, crowd - HELP * team_power(look, zone))
