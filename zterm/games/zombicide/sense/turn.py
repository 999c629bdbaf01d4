"""A sensible turn: who acts next, and what the acting survivor does, one answer at a time."""

from __future__ import annotations

from zterm.games.zombicide.points import IDEAS
from zterm.games.zombicide.searching import car_rules, searchable
from zterm.games.zombicide.sense.bait import bait, lure
from zterm.games.zombicide.sense.dare import dare
from zterm.games.zombicide.sense.drive import chauffeurs, fire, follow, ride, rides, travels, turn_order
from zterm.games.zombicide.sense.fight import Blow, actions_to_come, blows, power, strength
from zterm.games.zombicide.sense.gear import GAIN, arm_value, best_hand, carried, now_value, trade_gain
from zterm.games.zombicide.sense.goals import Goal, at_home
from zterm.games.zombicide.sense.guard import entry, guard, staying
from zterm.games.zombicide.sense.leave import exits_now, insured, slip_away
from zterm.games.zombicide.sense.look import Look, opens_now, spare
from zterm.games.zombicide.sense.moves import (
    advance,
    dash,
    escape_route,
    hasten,
    onward,
    pressure,
    stay_cost,
    step,
    turnstile,
    withdraw,
)
from zterm.games.zombicide.sense.plan import (
    Plan,
    distance,
    errand,
    make_plan,
    moves_left,
    reaches,
)
from zterm.games.zombicide.sense.press import expected_zombies
from zterm.games.zombicide.sense.push import push, reach
from zterm.games.zombicide.sense.stand import stands
from zterm.games.zombicide.sense.stock import depot
from zterm.games.zombicide.sense.tasks import carry_out, come_through, raises
from zterm.games.zombicide.state import Survivor

ARMED = 1.0
NEAR = 9.0
TOGETHER = 4
READY = 0.9
SOUND = 0.9
OUTSIDE = 1.0
AFOOT = 3.0
"""How far from where the group gathers one gets out of a car."""
LATE = 12
"""The turn from which waiting before a door only makes things worse."""


def plan_of(look: Look) -> Plan:
    """The group's plan, with a detour to a police car while people are badly armed."""
    plan = make_plan(look)
    stop = armoury(look)
    if stop and not plan.leaving and (plan.goal is None or distance(look, plan.goal) > NEAR):
        return Plan(Goal(stop, "reach"), stop, None, 0, plan.goals, False)
    room = depot(look) if not plan.leaving and not insured(look) else ""
    if room and (plan.goal is None or plan.goal.zone != room):
        return Plan(Goal(room, "reach"), room, None, 0, plan.goals, False)
    return plan


def armoury(look: Look) -> str:
    """The zone of a car worth searching for weapons now, "" when people are armed or none is near."""
    if look.danger not in ("blue", "yellow") or not look.team:
        return ""
    best = (4.5, "")
    for car in look.s.cars.values():
        if searchable(car) and car_rules(look.t, car) in ("police", "pimpmobile"):
            far = max(look.far(zone, False).get(car.zone, 99.0) for zone in look.held)
            best = min(best, (far + 0.5 * pressure(look, car.zone), car.zone))
    poor = sum(1 for who in look.team if arm_value(look, who) < ARMED) if best[1] else 0
    return best[1] if poor > 1 else ""


def choose_next(look: Look) -> str:
    """Say who acts next: those among zombies, then who can shoot, opens the door, has an errand, then the others."""
    plan = plan_of(look)
    if plan.dash and plan.door is not None and not rides(look, plan):
        able = [o for o in look.options if opens_now(look.t, look.s.survivors[o.split(":", 1)[1]])]
        beyond = len(look.path(plan.anchor, plan.goal.zone)) + 1 if plan.goal is not None else 1
        able = [o for o in able if reaches(look, look.s.survivors[o.split(":", 1)[1]], plan.anchor, beyond)]
        if able:
            return able[0]

    def rank(option: str) -> tuple[float, str]:
        who = look.s.survivors[option.split(":", 1)[1]]
        return -urgency(look, plan, who), option

    return min(look.options, key=rank)


def urgency(look: Look, plan: Plan, who: Survivor) -> float:
    """How soon a survivor should act."""
    by_car = turn_order(look, plan, who) if plan.leaving or travels(look, plan) else None
    if by_car is not None:
        return by_car
    here = look.s.crowd(who.zone)
    if here:
        return 100.0 + 5 * power(look, who) - 1.0 * who.xp
    score = -0.5 * look.far(who.zone).get(plan.anchor, 60.0)
    if any(look.s.crowd(z) for z in look.lay.steps[who.zone]):
        score += 30.0 + power(look, who) - 0.7 * who.xp
    if plan.door is not None and who.zone in (plan.door.a, plan.door.b) and opens_now(look.t, who):
        score += 20.0
    else:
        goal = errand(look, plan, who)
        if goal is not None:
            score += 10.0 if goal.verb != "wait" or goal.zone != who.zone else -10.0
    return score


def act(look: Look) -> str:
    """Choose what the acting survivor does now."""
    who = look.actor
    assert who is not None
    plan = plan_of(look)
    bold = dare(look, plan, who)
    if bold is not None:
        return bold
    option = act_on(look, plan, who)
    if insured(look) or plan.dash or not option.startswith("move:") or sound(look, who, option.split(":")[-1]):
        return option
    stay = brawl(look, plan, who) or arm(look, plan, who) or shoot(look, plan, who) or withdraw(look, plan, who)
    stay = stay or idle(look, plan, who) or "end"
    return stay if not stay.startswith("move:") or sound(look, who, stay.split(":")[-1]) else "end"


def sound(look: Look, who: Survivor, zone: str) -> bool:
    """Say whether a move is no worse than staying: it leads into no trap and costs nobody the life."""
    if look.t.board.zones[zone].kind == "security" or who.came:
        return True
    there = entry(look, who, zone)
    return there >= SOUND or there >= staying(look, who)


def act_on(look: Look, plan: Plan, who: Survivor) -> str:
    """Choose what the acting survivor would do, without a look at where it may end."""
    at_once = turnstile(look, plan, who) or slip_away(look, who) or lifesaving(look, plan, who)
    if at_once is not None:
        return at_once
    for idea in IDEAS:
        thought = idea(look, plan, who)
        if thought is not None:
            return thought
    if plan.leaving and at_home(plan.goals, who):
        return stand(look, plan, who)
    driven = by_car(look, plan, who)
    if driven is not None:
        return driven
    if 0 < look.s.crowd(who.zone) == look.bosses(who.zone) <= spare(look.t, who) and not plan.leaving:
        bold = carry_out(look, plan, who) or open_up(look, plan, who) or go_on_errand(look, plan, who)
        if bold is not None:
            return bold
    if plan.dash:
        rush = open_up(look, plan, who) or dash(look, plan, who)
        if rush is not None:
            return rush
    if plan.leaving:
        hurry = finish(look, plan, who) or brawl(look, plan, who) or hasten(look, plan, who)
        if hurry is not None:
            return hurry
    if insured(look) and not plan.leaving:
        for think in (carry_out, open_up, push):
            option = think(look, plan, who)
            if option is not None:
                return option
    if not plan.leaving and not who.car:
        return settle(look, plan, who)
    for think in (
        finish,
        build,
        brawl,
        carry_out,
        come_through,
        shoot_close,
        arm,
        shoot,
        open_up,
        advance,
        withdraw,
        idle,
    ):
        option = think(look, plan, who)
        if option is not None:
            return option
    return "end"


def settle(look: Look, plan: Plan, who: Survivor) -> str:
    """Go to the best zone to end the turn in, and do there what is to be done."""
    option = build(look, plan, who) or carry_out(look, plan, who)
    if option is None and not look.wounds_at(who.zone):
        option = come_through(look, plan, who) or open_up(look, plan, who) or lure(look, plan, who)
    if option is None:
        best = stands(look, plan, who)[0]
        if best.first and f"move:{best.first}" in look.options:
            return f"move:{best.first}"
    return option or in_place(look, plan, who)


def in_place(look: Look, plan: Plan, who: Survivor) -> str:
    """What is to be done where one is: take what is wanted, fight, shoot, search, open the door."""
    option = build(look, plan, who) or carry_out(look, plan, who)
    if option is not None:
        return option
    hits = [blow for blow in blows(look, who) if blow.zone == who.zone and blow.worth > 0.15]
    if hits and not (shy(look, who, hits[0].kills) and others_can(look, who, who.zone)):
        return hits[0].option
    for think in (shoot_close, arm, shoot, open_up, idle, bait):
        option = think(look, plan, who)
        if option is not None:
            return option
    return "end"


def toward(look: Look, zone: str) -> str:
    """What the acting survivor does to end the turn in a zone: the next step there, or what is to be done there."""
    who = look.actor
    assert who is not None
    plan = plan_of(look)
    if who.zone != zone:
        way = reach(look, who).get(zone)
        if way is not None and f"move:{way[1]}" in look.options:
            return f"move:{way[1]}"
    return in_place(look, plan, who)


def places(look: Look) -> list[str]:
    """Where the acting survivor may end the turn, the best zone first."""
    who = look.actor
    assert who is not None
    plan = plan_of(look)
    return [stand.zone for stand in stands(look, plan, who)] if not who.car else []


def lifesaving(look: Look, plan: Plan, who: Survivor) -> str | None:
    """What keeps people alive, unless the match is won without them or they are on the last steps out."""
    if insured(look) or (plan.leaving and (plan.dash or finish(look, plan, who))):
        return None
    return guard(look, plan, who)


def by_car(look: Look, plan: Plan, who: Survivor) -> str | None:
    """What cars are good for: the way out, keeping one near the group, a far goal."""
    if plan.leaving:
        return finish(look, plan, who) or ride(look, plan, who)
    if who.name in chauffeurs(look):
        return follow(look, plan, who)
    return trip(look, plan, who) if who.car or travels(look, plan) else None


def trip(look: Look, plan: Plan, who: Survivor) -> str | None:
    """Go to a far goal by car, and get out there."""
    near = look.far(who.zone, False).get(plan.anchor, 99.0) <= AFOOT
    if who.car:
        if not travels(look, plan) or near:
            shot = fire(look, who) if look.s.crowd(who.zone) else None
            return shot or next((o for o in look.options if o.startswith("leave:")), None)
    elif near or look.s.crowd(who.zone) or any(g.zone == who.zone and g.verb == "take" for g in plan.goals):
        return None
    return ride(look, plan, who)


def finish(look: Look, plan: Plan, who: Survivor) -> str | None:
    """Stand still on the way out when one may leave at the end of the turn."""
    if plan.leaving and plan.goal is not None and plan.goal.verb == "exit" and exits_now(look, who.zone, who):
        return "end"
    return None


def build(look: Look, plan: Plan, who: Survivor) -> str | None:
    """Combine cards whenever it can be done."""
    return next((o for o in look.options if o.startswith("combine:")), None)


def brawl(look: Look, plan: Plan, who: Survivor) -> str | None:
    """Among zombies: kill, or get out when that is hopeless."""
    here = look.s.crowd(who.zone)
    if not here:
        return None
    hits = [blow for blow in blows(look, who) if blow.zone == who.zone and blow.worth > 0.15]
    boss = look.bosses(who.zone)
    way_on = onward(look, plan, who)
    if plan.leaving and way_on:
        return way_on
    away = way_on or escape_route(look, who)
    if away is not None:
        short = look.wounds_at(who.zone) - look.slack(who.zone) - 0.9 * strength(look, who.zone, 1)
        if not hits and (look.wounds_at(who.zone) > 0 or way_on):
            return away
        if short > 0 and stay_cost(look, away.split(":")[-1], who) < 10:
            return away
        if boss and who.actions - 1 < 1 + here - min(1.0, hits[0].kills):
            return away
    if hits and not (shy(look, who, hits[0].kills) and others_can(look, who, who.zone)):
        return hits[0].option
    return None


def shy(look: Look, who: Survivor, kills: float = 1.0) -> bool:
    """Say whether a survivor's kills would bring the whole group's danger level up."""
    return who.level == max(mate.level for mate in look.team) and raises(look, who, max(1.0, kills))


def others_can(look: Look, who: Survivor, zone: str) -> bool:
    """Say whether those who have not acted can deal with a zone without this survivor."""
    mine = power(look, who) * actions_to_come(who, True)
    return strength(look, zone) - mine >= 1.5 * look.s.crowd(zone)


def shots(look: Look, who: Survivor) -> list[Blow]:
    """Ranged attacks worth an action."""
    return [blow for blow in blows(look, who) if blow.ranged and blow.zone != who.zone and blow.worth > 0.3]


def shoot_close(look: Look, plan: Plan, who: Survivor) -> str | None:
    """Shoot those who could reach somebody this turn (Runners next door)."""
    kinds = look.t.box.kinds
    for blow in shots(look, who):
        quick = any(kinds[k].actions > 1 for k in look.s.zombies.get(blow.zone, {}))
        if quick and (blow.zone in look.lay.steps[who.zone] or any(look.s.at(z) for z in look.lay.steps[blow.zone])):
            return blow.option
    return None


def shoot(look: Look, plan: Plan, who: Survivor) -> str | None:
    """Shoot zombies that can come, or that stand in the way out."""
    for blow in shots(look, who):
        near = look.far(who.zone, False).get(blow.zone, 99.0)
        if shy(look, who, blow.kills) and look.danger != "red":
            continue
        if plan.leaving and not (blocks(look, plan, who, blow.zone) or who.zone == plan.anchor):
            continue
        if near <= 4 + 0.6 * look.s.crowd(blow.zone) or plan.leaving:
            return blow.option
    return None


def blocks(look: Look, plan: Plan, who: Survivor, zone: str) -> bool:
    """Say whether zombies in a zone stand in somebody's way to where the group goes, or close to it."""
    path = look.path(who.zone, plan.anchor, False)
    return zone in path or plan.anchor in look.lay.steps[zone] or (not path and zone in look.lay.sees[plan.anchor])


def arm(look: Look, plan: Plan, who: Survivor) -> str | None:
    """Search where it is worth it, and take better weapons into the hands."""
    options = look.options
    if "inventory" in options and not calm_needed(look, who):
        gain = best_hand(look, who, carried(who))[0] - now_value(look, who)
        if gain > GAIN or trade_gain(look, who) > GAIN:
            return "inventory"
    if arm_value(look, who) < 1.6 or plan.anchor == who.zone:
        cars = [o for o in options if o.startswith("search:") and worth_searching(look, o.split(":")[1])]
        if cars:
            return cars[0]
    return None


def calm_needed(look: Look, who: Survivor) -> bool:
    """Say whether zombies are too near to spend an action on one's pack."""
    return look.wounds_at(who.zone) > 0


def worth_searching(look: Look, name: str) -> bool:
    """Say whether a car gives a weapon for sure."""
    return car_rules(look.t, look.s.cars[name]) in ("police", "pimpmobile")


def go_on_errand(look: Look, plan: Plan, who: Survivor) -> str | None:
    """Go and get an objective that lies open, when this survivor is the one for it."""
    goal = errand(look, plan, who)
    if goal is None or goal.zone == who.zone:
        return None
    path = look.path(who.zone, goal.zone, False)
    return step(look, who, path) if path else None


def stand(look: Look, plan: Plan, who: Survivor) -> str:
    """Where one has to be at the end: fight those who come, do what has to be done here, else make use of the time."""
    for think in (brawl, carry_out, shoot, arm, idle):
        option = think(look, plan, who)
        if option is not None:
            return option
    return "end"


def open_up(look: Look, plan: Plan, who: Survivor) -> str | None:
    """Open the door of the plan when the group is there and can clear what may wait behind it."""
    door = plan.door
    if door is None:
        return None
    found = [o for o in look.options if o == f"open:{door.id}" or o.startswith(f"open:{door.id}:")]
    if not found or not ready(look, plan, who):
        return None
    items = look.t.items
    return min(found, key=lambda o: (o.count(":") > 1 and items[o.split(":")[2]].door_noise, o))


def ready(look: Look, plan: Plan, opener: Survivor) -> bool:
    """Say whether the group stands ready for what is behind a door."""
    if plan.leaving:
        return plan.dash or behind(look, plan) <= 2
    far = look.far(plan.anchor, False)
    near = [m for m in look.team if far.get(m.zone, 99.0) <= 1.5]
    if not plan.rooms:
        return behind(look, plan) <= sum(power(look, m) * moves_left(look, m) for m in near)
    if len(near) < min(TOGETHER, sum(m.zone in far for m in look.team), plan.rooms + 1):
        return False
    if look.s.turn >= LATE or insured(look):
        return True
    able = sum(power(look, m) * max(0.0, actions_to_come(m, m is opener) - 1) for m in near if not m.done)
    bosses = look.bosses(plan.anchor) + sum(look.bosses(z) for z in look.lay.steps[plan.anchor])
    outside = pressure(look, plan.anchor) - bosses + behind(look, plan)
    return able >= READY * expected_zombies(look, plan.rooms) + OUTSIDE * outside


def behind(look: Look, plan: Plan) -> int:
    """Zombies seen in the zones just behind the plan's door."""
    assert plan.door is not None
    inside = plan.door.other(plan.anchor)
    if inside == plan.anchor:
        return 0
    return look.s.crowd(inside) + sum(look.s.crowd(z) for z in look.lay.steps[inside])


def idle(look: Look, plan: Plan, who: Survivor) -> str | None:
    """With actions left over: search, take better things into the hands."""
    for option in look.options:
        if option == "search" or (option.startswith("search:") and worth_searching(look, option.split(":")[1])):
            return option
    if "inventory" in look.options and who.actions:
        gain = best_hand(look, who, carried(who))[0] - now_value(look, who)
        if gain > 0.15 or trade_gain(look, who) > 0.2:
            return "inventory"
    return None
