"""What the heuristic bot makes of terrain: barricades that a mission wants, confessionals, whirlpools."""

from __future__ import annotations

from collections.abc import Iterator

from zterm.games.zombicide import points
from zterm.games.zombicide.mission import steps_done
from zterm.games.zombicide.mission_checks import inner_clauses
from zterm.games.zombicide.sense.look import Look
from zterm.games.zombicide.sense.moves import step
from zterm.games.zombicide.sense.plan import Plan
from zterm.games.zombicide.state import Survivor
from zterm.games.zombicide.terrain.water import wet, whirls


def wanted(look: Look) -> Iterator[tuple[str, str]]:
    """The tokens that open steps want turned, and to which side."""
    for open_step, done in zip(look.t.mission.steps, steps_done(look.t), strict=True):
        for clause in inner_clauses(open_step.done_when) if not done else ():
            if clause.name == "token":
                for name in clause.args["token"]:
                    if look.s.things[name].face != clause.args["is"]:
                        yield name, clause.args["is"]


def labour(look: Look, plan: Plan, who: Survivor) -> str | None:
    """Build the barricades that the mission wants, where nobody disturbs it; go there first."""
    if who.car or look.s.crowd(who.zone) or any(goal.verb in ("take", "press") for goal in plan.goals):
        return None
    left = [name for name, face in wanted(look) if face == "finished"]
    for verb in ("finish", "build"):
        for name in left:
            if f"{verb}:{name}" in look.options:
                return f"{verb}:{name}"
    for name in left:
        zones = look.t.content.features[name].zones
        if who.zone in zones:
            return "end" if who.actions and not look.wounds_at(who.zone) and who.actions < 3 else None
        near = min(zones, key=lambda zone: (look.s.crowd(zone), look.far(who.zone, False).get(zone, 99.0), zone))
        busy = sum(1 for mate in look.team if mate.zone in zones and mate is not who)
        path = look.path(who.zone, near, False)
        if path and busy < 2 and not look.s.crowd(near) and (option := step(look, who, path)):
            return option
    return None


def swim(look: Look, plan: Plan, who: Survivor) -> str | None:
    """Out of the water, away from whirlpools first."""
    if who.car or not wet(look.t, who.zone):
        return None
    moves = [o for o in look.options if o.startswith("move:")]
    dry = [o for o in moves if not wet(look.t, o.split(":")[1])]
    if whirls(look.t, who.zone):
        return next(iter(dry or moves), None)
    near = any(whirls(look.t, zone) for zone in look.lay.beside[who.zone])
    return dry[0] if near and dry else None


def confess(look: Look, plan: Plan, who: Survivor) -> str | None:
    """Open a confessional on the way, when nobody is near."""
    if plan.leaving or who.actions < 2 or look.near_zombies(who.zone):
        return None
    wants = [name for name, face in wanted(look) if face == "gone"]
    here = [o for o in look.options if o.startswith("confess:")]
    return next((o for o in here if not wants or o.split(":")[1] in wants), None)


def fill() -> None:
    """Teach the bot, once."""
    if not points.IDEAS:
        points.IDEAS.extend((swim, labour, confess))
