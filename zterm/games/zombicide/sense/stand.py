"""Where to end a turn: every zone in reach weighed by what can be done there and what it costs to stand there."""

from __future__ import annotations

from msgspec import Struct

from zterm.games.zombicide.searching import by_hand
from zterm.games.zombicide.sense.fight import actions_to_come, might, power
from zterm.games.zombicide.sense.gear import arm_value
from zterm.games.zombicide.sense.look import ZOMBIE_COST, Look, opens_now, spare
from zterm.games.zombicide.sense.moves import pressure
from zterm.games.zombicide.sense.plan import Plan, errand
from zterm.games.zombicide.sense.push import reach
from zterm.games.zombicide.state import Survivor

WOUND, DEATH = 3.0, 30.0
"""What a wound and a death to expect cost."""
SURE, HELP = 0.75, 0.6
"""How much of the kills to expect is counted on, and how much of those of people who have to come first."""
KILL, COMING = 1.2, 1.0
"""What a kill is worth, and a zombie that may come beyond those that can be dealt with costs."""
HUNTED, FLIGHT = 1.0, 2.0
"""What it costs to stand near a zombie that nobody can kill, and how many turns off it no longer matters."""
NEED, ENOUGH = 2.0, 2.0
"""What a search is worth to who is unarmed, and how well one is armed who needs none."""
TASK, NEARER, GATHER, OPEN = 5.0, 1.2, 1.0, 3.0
"""What it is worth to do an errand, a step nearer to it, a step nearer to the group's place, to stand at its door."""
TRAIL, LOOSE = 0.3, 1.5
"""What a step away from each of the others costs, and how many cost nothing."""
STAY = 0.3


class Stand(Struct, frozen=True):
    """A zone to end a turn in: how good it is, the zone, the first step there ("" when one is there)."""

    value: float
    zone: str
    first: str


def stands(look: Look, plan: Plan, who: Survivor) -> list[Stand]:
    """Every zone in reach as a place to end the turn in, the best first."""
    places = {who.zone: (float(who.actions), "")}
    places.update(reach(look, who))
    goal = errand(look, plan, who)
    found = [
        Stand(value(look, plan, who, zone, left, goal.zone if goal else ""), zone, first)
        for zone, (left, first) in places.items()
    ]
    return sorted(found, key=lambda s: (-s.value, s.zone))


def value(look: Look, plan: Plan, who: Survivor, zone: str, left: float, task: str) -> float:
    """How good it is to end the turn in a zone with so many actions left there; ``task`` is where an errand leads."""
    here, bosses, mine = look.s.crowd(zone), look.bosses(zone), might(look, who, zone)
    blows = left + actions_to_come(who, True) - who.actions
    kills = min(here - bosses, blows * mine) if here else 0.0
    stuck = [mate for mate in look.s.at(zone) if mate is not who and mate.done]
    total = harm(look, zone, stuck, 0.0) - harm(look, zone, [*stuck, who], kills) + KILL * kills
    near = [m for m in look.team if m is not who and (m.zone == zone or m.zone in look.lay.steps[zone])]
    able = 3 * SURE * (power(look, who) + sum(power(look, mate) for mate in near))
    total -= COMING * max(0.0, pressure(look, zone) - kills - bosses - able) + HUNTED * hunted(look, zone)
    rest = left - (kills / max(0.3, mine) if kills else 0.0)
    if rest >= 1 and not who.searched and by_hand(look.t, zone) and here - kills < 0.5:
        total += NEED * max(0.1, min(1.0, ENOUGH - arm_value(look, who)))
    return total + pull(look, plan, who, zone, left, task)


def pull(look: Look, plan: Plan, who: Survivor, zone: str, left: float, task: str) -> float:
    """How much of the mission is done in a zone: an errand, the way to where the group gathers, being together."""
    far, total = look.far(zone), STAY if zone == who.zone else 0.0
    if task:
        total += (TASK if zone == task and left >= 1 else 0.0) - NEARER * far.get(task, 40.0)
    elif plan.anchor:
        total -= GATHER * far.get(plan.anchor, 40.0)
    if plan.door is not None and left >= 1 and zone == plan.anchor and opens_now(look.t, who):
        total += OPEN
    return total - TRAIL * sum(max(0.0, min(5.0, far.get(m.zone, 5.0)) - LOOSE) for m in look.team if m is not who)


def hunted(look: Look, zone: str) -> float:
    """How close zombies are that nobody can kill, by the turns they need to a zone."""
    total = 0.0
    for lair in look.giants:
        far = 0 if lair == zone else look.lay.distance(zone, lair)
        if far is None:
            continue
        for kind, count in look.s.zombies[lair].items():
            if look.tough(kind):
                turns = far / 2 if kind.startswith("berserker") else far
                total += count * max(0.0, FLIGHT - turns)
    return total


def harm(look: Look, zone: str, people: list[Survivor], kills: float) -> float:
    """What the coming zombies' phase costs people in a zone: wounds and deaths to expect after so many kills."""
    if not people:
        return 0.0
    wounds, crowd = look.wounds_at(zone), max(1, look.s.crowd(zone))
    if not wounds:
        return 0.0
    boss = look.bosses(zone)
    for mate in look.undone():
        if mate is look.actor:
            continue
        if mate.zone == zone:
            kills += might(look, mate, zone) * actions_to_come(mate, False)
        elif not look.s.crowd(mate.zone):
            way = look.far(mate.zone, False).get(zone, 99.0) - look.s.crowd(zone) * ZOMBIE_COST
            kills += HELP * might(look, mate, zone) * max(0.0, actions_to_come(mate, False) - way)
    left = boss + max(0.0, wounds - boss) * max(0.0, 1 - SURE * kills / max(1, crowd - boss))
    slack = sum(spare(look.t, mate) for mate in people)
    deaths = min(float(len(people)), max(0.0, (left - slack + 0.5) / 2))
    return WOUND * min(left, float(slack)) + DEATH * deaths
