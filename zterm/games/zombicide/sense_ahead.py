"""Looking ahead: before a step that may cost blood, play the rest of the round a few times with other dice.

The copies come from ``Match.imagine``: a fresh generator and hidden cards shuffled again, so nothing that a
player could not know is looked at. Where the first idea ends badly, the alternatives are tried the same way.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from zterm.games.zombicide.sense_fight import blows
from zterm.games.zombicide.sense_look import Look, spare
from zterm.games.zombicide.sense_plan import make_plan
from zterm.games.zombicide.sense_turn import pressure, stay_cost, team_power
from zterm.kernel.match import Match

Choose = Callable[[Match[Any]], str]
LONGEST = 400
TRIES = 2
MOST = 5
GRAVE = 6.0


def ponder(match: Match[Any], idea: str, base: Choose, seed: int) -> str:
    """Give the idea back when it goes well, else the best of the alternatives; ``base`` plays on in the copies."""
    look = Look(match)
    if not tense(look, idea):
        return idea
    before = worth(match)
    seeds = [seed * 65537 + match.state.turn * 257 + len(look.options) + i for i in range(TRIES)]
    first = outcome(match, idea, base, seeds[0])
    if first >= before - GRAVE:
        return idea
    ranked = [(first + outcome(match, idea, base, seeds[1]) + 3.0, 0, idea)]
    for place, option in enumerate(others(look, idea), 1):
        total = sum(outcome(match, option, base, s) for s in seeds)
        ranked.append((total, -place, option))
    return max(ranked)[2]


def tense(look: Look, idea: str) -> bool:
    """Say whether a choice can cost blood before the next turn: zombies are near, or somebody calls them."""
    if idea.startswith(("open:", "take:", "press:")):
        return True
    return any(look.near_zombies(who.zone) for who in look.team)


def others(look: Look, idea: str) -> list[str]:
    """The alternatives worth trying: the best moves, the best attacks, whatever else changes something."""
    who = look.actor
    assert who is not None
    moves = sorted((stay_cost(look, o.split(":")[-1], who), o) for o in look.options if o.startswith("move:"))
    found = [o for _, o in moves[:3]] + [b.option for b in blows(look, who)[:2]] + ["end"]
    found += [o for o in look.options if o.startswith(("take:", "search", "enter:"))][:1]
    return [o for o in dict.fromkeys(found) if o != idea and o in look.options][:MOST]


def outcome(match: Match[Any], option: str, base: Choose, seed: int) -> float:
    """Play an option and the rest of the round in a copy; give the worth of what comes out."""
    twin = match.imagine(seed)
    turn = twin.state.turn
    twin.pick(option)
    for _ in range(LONGEST):
        if twin.decision is None or twin.state.turn != turn:
            break
        twin.pick(base(twin))
    return worth(twin)


def worth(match: Match[Any]) -> float:
    """The worth of a position for the group."""
    over = match.over
    if over is not None:
        return 400.0 if over.outcome == "won" else -300.0
    look = Look(match)
    s = look.s
    total = 0.0
    for who in s.survivors.values():
        if who.escaped:
            total += 30.0
        elif not who.playing:
            total -= 150.0
        else:
            total += 10.0 * min(2, spare(look.t, who)) - (8.0 if spare(look.t, who) <= 0 else 0.0)
            total += 4.0 * who.level - 0.6 * look.bosses(who.zone)
    for zone in dict.fromkeys(who.zone for who in look.team):
        total -= 1.0 * max(0.0, pressure(look, zone) - 0.5 * team_power(look, zone)) + 0.3 * s.crowd(zone)
    total += 7.0 * sum(1 for token in s.objectives.values() if token.taken)
    plan = make_plan(look)
    if plan.goal is not None and look.team:
        far = sum(min(20.0, look.far(who.zone).get(plan.goal.zone, 20.0)) for who in look.team)
        total -= 0.8 * far / len(look.team)
    return total
