"""How good a position is for the group: how far the mission has come, who is hurt, what is near. Only what is open."""

from __future__ import annotations

from zterm.games.zombicide.content import Mission
from zterm.games.zombicide.mission import steps_done
from zterm.games.zombicide.mission_checks import inner_clauses
from zterm.games.zombicide.sense.guard import chance, fray
from zterm.games.zombicide.sense.leave import insured
from zterm.games.zombicide.sense.look import Look, spare
from zterm.games.zombicide.sense.plan import distance, make_plan
from zterm.games.zombicide.state import THRESHOLDS, State
from zterm.kernel.match import Match

WON, LOST = 100.0, -60.0
STEP, TOKEN, OUT = 15.0, 8.0, 12.0
DEATH, WOUND, GUARD, PATH = 30.0, 5.0, 1.0, 0.7
RISK = 40.0
"""What the chance weighs that somebody dies in the round that begins."""
CHEAP = 0.3
"""What wounds and deaths weigh once somebody is out whose escape wins the match."""
DANGER = (0.0, 8.0, 25.0, 50.0)
HERE, NEXT, AWAY = 0.8, 0.3, 0.1


def worth(match: Match[object]) -> float:
    """Weigh a position; a won match counts 100, a lost one -60 and a little for how long it lasted."""
    s: State = match.state  # type: ignore[assignment]
    over = match.over
    if over is not None:
        return WON if over.outcome == "won" else LOST + 0.3 * min(s.turn, 100)
    look = Look(match)
    return (
        progress(look) + health(look) - menace(look) - RISK * (1 - survival(look)) * (CHEAP if insured(look) else 1.0)
    )


def survival(look: Look) -> float:
    """About the chance that everybody lives through the round that begins."""
    whole = 1.0
    for zone in look.held:
        if look.wounds_at(zone) > look.slack(zone):
            people = look.s.at(zone)
            whole *= max(chance(fray(look, who, zone), 3 + (who.level > 0), 1) for who in people)
    return whole


def progress(look: Look) -> float:
    """What has been done: steps, tokens that count for them, people out, and how near the next goal is."""
    s, mission = look.s, look.t.mission
    colours = wanted_colours(mission)
    taken = sum(1 for token in s.objectives.values() if token.taken and (token.shown in colours or not colours))
    pressed = sum(1 for button in s.buttons.values() if button.pressed)
    total = STEP * sum(steps_done(look.t)) + TOKEN * (taken + pressed)
    total += OUT * sum(who.escaped for who in s.survivors.values())
    plan = make_plan(look)
    return total - (PATH * distance(look, plan.goal) if plan.goal is not None else 0.0)


_COLOURS: dict[str, frozenset[str]] = {}


def wanted_colours(mission: Mission) -> frozenset[str]:
    """Colours of objectives that the steps ask for, with those that may hide one; none: all count."""
    if mission.hash not in _COLOURS:
        _COLOURS[mission.hash] = _wanted(mission)
    return _COLOURS[mission.hash]


def _wanted(mission: Mission) -> frozenset[str]:
    found = {c for step in mission.steps for part in inner_clauses(step.done_when) for c in _colours(part.args)}
    for rule in mission.rules:
        for effect in rule.effects:
            if effect.name == "hide_among" and effect.args["colour"] in found:
                found |= {str(effect.args["among"])}
    return frozenset() if "any" in found else frozenset(found)


def _colours(args: dict[str, object]) -> tuple[str, ...]:
    colour = args.get("colour", ())
    return (colour,) if isinstance(colour, str) else tuple(colour)  # type: ignore[arg-type]


def health(look: Look) -> float:
    """What state people are in: deaths, wounds, cards that prevent one, and how high the danger stands or soon will."""
    total = 0.0
    scale = CHEAP if insured(look) else 1.0
    for who in look.s.survivors.values():
        if not who.alive:
            total -= DEATH * scale
        elif not who.escaped:
            total -= WOUND * who.wounds * (1 + 0.5 * who.wounds) * scale
            total += GUARD * min(1, spare(look.t, who) - (1 - who.wounds))
    level = max((who.level for who in look.team), default=0)
    limits = (*THRESHOLDS[1:], 99)
    soon = sum(max(0.0, 1 - (limits[who.level] - who.xp) / 7) for who in look.team)
    return float(total - DANGER[level] - 0.5 * soon)


def menace(look: Look) -> float:
    """How much zombies weigh: most where survivors stand, less beside them, little elsewhere."""
    held = {who.zone for who in look.team}
    steps = look.lay.steps
    total = 0.0
    for zone, here in look.s.zombies.items():
        near = HERE if zone in held else NEXT if any(z in held for z in steps[zone]) else AWAY
        total += near * sum(here.values())
    return total
