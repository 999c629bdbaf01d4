"""Getting out early: where a mission asks only the living to leave, one who has got out keeps the win safe."""

from __future__ import annotations

from zterm.games.zombicide.content import Clause
from zterm.games.zombicide.mission import steps_done
from zterm.games.zombicide.mission_checks import inner_clauses
from zterm.games.zombicide.mission_conditions import Happening, holds
from zterm.games.zombicide.sense.gear import arm_value
from zterm.games.zombicide.sense.look import Look, opens
from zterm.games.zombicide.state import Survivor

CREW, NEAR = 3, 3.0
"""How many must be left inside at least, and how far from the way out somebody is who goes early."""


def ways_out(look: Look) -> Clause | None:
    """The condition of a step that wants people out, None when the mission has none."""
    parts = (part for step in look.t.mission.steps for part in inner_clauses(step.done_when))
    return next((part for part in parts if part.name == "survivors" and part.args["in"] == "escaped"), None)


def living_only(look: Look) -> bool:
    """Say whether the mission's last step asks only those who live to be out."""
    clause = ways_out(look)
    if clause is None:
        return False
    which = clause.args["which"]
    return which != "all" or look.s.options["all_means"] != "starting"


def expendable(look: Look) -> bool:
    """Say whether the match can still be won after this or that death."""
    return not look.t.needs_all or look.s.options["all_means"] != "starting"


def insured(look: Look) -> bool:
    """Say whether somebody is out already, so that the match is won however the others come out of it."""
    return living_only(look) and any(who.escaped for who in look.s.survivors.values())


def exits_now(look: Look, zone: str, who: Survivor | None = None) -> bool:
    """Say whether a survivor who ends the turn in a zone may leave the board."""
    for rule in look.t.mission.rules:
        if rule.when.name != "survivor_turn_end" or not any(e.name == "escape" for e in rule.effects):
            continue
        where = rule.when.args["in"]
        what = Happening("survivor_turn_end", who, zone)
        if zone in look.t.mission.areas.get(where, (where,)):
            return all(holds(look.t, c, what, rule.id) for c in rule.conditions)
    return False


def first_out(look: Look) -> str:
    """Who should leave before the work inside is done: the one near the way out who is missed least; "" for nobody."""
    if len(look.team) <= CREW or not living_only(look) or insured(look) or all(steps_done(look.t)[:-1]):
        return ""
    able = []
    for zone in look.t.mission.exits:
        if not exits_now(look, zone):
            continue
        for who in look.team:
            far = look.far(who.zone, False).get(zone, 99.0)
            if far <= NEAR and not who.car and not (who.done and who.zone != zone):
                able.append((opens(look.t, who), round(arm_value(look, who), 3), -who.xp, who.name))
    return min(able)[3] if able else ""


def slip_away(look: Look, who: Survivor) -> str | None:
    """What somebody does who leaves early: walk to the way out, stand still there."""
    if first_out(look) != who.name:
        return None
    if exits_now(look, who.zone, who):
        return "end"
    for zone in look.t.mission.exits:
        option = look.move(who, zone)
        if option:
            return option
    return None


def goes(look: Look, who: Survivor) -> bool:
    """Say whether a survivor who may leave the board does: all is done inside, or he is the one to go early."""
    return all(steps_done(look.t)[:-1]) or first_out(look) == who.name
