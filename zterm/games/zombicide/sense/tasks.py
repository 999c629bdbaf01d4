"""What the mission wants done at a place: who takes an objective or presses a button, and when."""

from __future__ import annotations

from zterm.games.zombicide.sense.fight import actions_to_come, might, strength
from zterm.games.zombicide.sense.look import Look, spare
from zterm.games.zombicide.sense.moves import step
from zterm.games.zombicide.sense.plan import Plan, moves_left
from zterm.games.zombicide.sense.press import called, good_time
from zterm.games.zombicide.state import THRESHOLDS, Survivor


def carry_out(look: Look, plan: Plan, who: Survivor) -> str | None:
    """Take or press what is wanted here."""
    for goal in plan.goals:
        option = f"{goal.verb}:{goal.name}"
        if goal.zone != who.zone or option not in look.options:
            continue
        if (
            goal.verb == "mission"
            or (goal.verb == "press" and good_time(look, plan.goals, goal.name))
            or (goal.verb == "take" and may_take(look, who) and not left_to_others(look, who))
        ):
            return option
    return None


def come_through(look: Look, plan: Plan, who: Survivor) -> str | None:
    """Go to the side of a button that others wait to press, for fear of shutting this survivor out."""
    zone = called(look, plan.goals, who)
    path = look.path(who.zone, zone, False) if zone else []
    return step(look, who, path) if path else None


def may_take(look: Look, who: Survivor) -> bool:
    """Say whether a survivor can deal with what an objective may bring: get away again, or have it killed."""
    here = look.s.crowd(who.zone)
    others = strength(look, who.zone) - might(look, who, who.zone) * actions_to_come(who, True)
    if here and who.actions < 2 + here and others < 1.3 * here:
        return False
    return not surprises(look) or who.actions >= 3 or others >= 3.0 or spare(look.t, who) >= 3


def left_to_others(look: Look, who: Survivor) -> bool:
    """Say whether taking an objective would raise the danger, while somebody else can do it in this turn without."""
    if not raises(look, who, 5):
        return False
    for mate in look.undone():
        if mate is who or mate.car or raises(look, mate, 5):
            continue
        far = look.far(mate.zone, False).get(who.zone, 99.0)
        if far + 1 + look.s.crowd(mate.zone) <= moves_left(look, mate):
            return True
    return False


def raises(look: Look, who: Survivor, gain: float) -> bool:
    """Say whether so much experience for a survivor would bring the danger up."""
    highest = max(mate.level for mate in look.team)
    return highest < 3 and who.xp + gain >= THRESHOLDS[highest + 1]


def surprises(look: Look) -> bool:
    """Say whether an objective that nobody has seen may call zombies."""
    for rule in look.t.mission.rules:
        if rule.when.name != "take_objective" or not any(e.name == "place_zombie" for e in rule.effects):
            continue
        colour = rule.when.args["colour"]
        if not any(token.taken and token.shown == colour for token in look.s.objectives.values()):
            return True
    return False
