"""Look for a winning line of answers: each turn is tried many times on copies of the match with the real dice.

It plays with open cards, and the lines that look best are carried on (a beam). What it finds is a plain list of
answers that anybody can give.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from tests.golden_bot import Planner, Policy, Walker, assign, firepower, value_of
from zterm.kernel.match import Match

HOPELESS = -1e6
"""The score of a position that is not played on."""


def scored(match: Match[Any], planner: Planner) -> float:
    """Say how good a position at the start of a round is."""
    s = match.state
    over = match.over
    if over is not None:
        return 1e6 - s.turn if over.outcome == "won" else HOPELESS
    walk = Walker(match)
    team = s.standing()
    plan = planner(match)
    _, total = assign(plan, walk, team)
    score = 40.0 * plan.done - 1.5 * total
    for w in s.survivors.values():
        if not w.alive:
            score -= 45
        else:
            score -= 5 * w.wounds if not w.zombivor else 8 + 4 * w.wounds
            score += 2.0 * min(3.0, max((value_of(walk.t, c) for c in w.slots[:2]), default=0.0))
            score += plan.arms * min(4.5, firepower(walk.t, w))
    held = {w.zone for w in team}
    near = {z for zone in held for z in walk.t.lay.steps[zone]}
    for zone, here in s.zombies.items():
        score -= sum(here.values()) * ((4.0 if zone in held else 1.3 if zone in near else 0.0) + 2.4 * plan.fear)
    level = max((w.level for w in team), default=0)
    score -= (0, 6, 25, 60)[level] * plan.calm
    if plan.calm > 1:
        next_up = (7, 19, 43, 99)[level]
        score -= 3.0 * plan.calm * sum(max(0.0, 1 - (next_up - w.xp) / 7) ** 2 for w in team)
    return score


class Line(NamedTuple):
    """A line of play so far: the match at a round's start, the answers, the score."""

    match: Match[Any]
    answers: tuple[Any, ...]
    score: float


Rate = Callable[[Match[Any], Planner], float]


class Style(NamedTuple):
    """How a mission is searched: what a position is worth, who plays.

    ``parts`` is how many ways of standing on the board a beam keeps at least, each with as many lines as the others
    may have; 1 for a beam of any lines.
    """

    rate: Rate = scored
    policy: type[Policy] = Policy
    parts: int = 1


PLAIN = Style()


def cleared(match: Match[Any], planner: Planner) -> float:
    """Say how near the board is to having no zombie left in this players' phase."""
    s = match.state
    lay = match.rules.play(s).lay
    waiting = {w.zone for w in s.standing() if not w.done}
    score = 0.0
    for zone, here in s.zombies.items():
        gaps = [gap for own in waiting if (gap := lay.distance(zone, own)) is not None]
        score -= 0.35 * min(gaps, default=4)
        for kind, n in here.items():
            score -= n * (3.0 if kind.endswith("abomination") else 1.7 if kind.endswith("fatty") else 1.0)
    return score


def push(beam: list[Line], planner: Planner, dice: random.Random, width: int, tries: int) -> Line | None:
    """Try hard to win within this players' phase by killing all; None where it cannot be done."""
    turn, current = beam[0].match.state.turn, beam
    while current:
        found = []
        for line in current:
            for _ in range(tries):
                child = play_turn(line, planner, dice.getrandbits(40), cleared)
                over = child.match.over
                if over is not None and over.outcome == "won":
                    return child
                if over is None and child.match.at_rest and child.match.state.turn == turn:
                    found.append(child)
        current = spread(found, width)
    return None


def play_turn(line: Line, planner: Planner, seed: int, style: Style = PLAIN) -> Line:
    """Play one survivor's turn, and what follows, to the next rest point where somebody is activated."""
    match = line.match.clone(False)
    policy = style.policy(planner, seed)
    turn = match.state.turn
    answers: list[str] = []
    while match.decision is not None and len(answers) < 150:
        if answers and match.at_rest and (match.decision.kind == "activate" or match.state.turn > turn):
            break
        answer = policy.choose(match)
        answers.append(answer)
        match.pick(answer)
    return Line(match, (line.answers, answers), style.rate(match, planner))


def play_round(
    beam: list[Line], planner: Planner, dice: random.Random, width: int, tries: int, style: Style = PLAIN
) -> list[Line]:
    """Carry the lines of a beam through one round, turn by turn; a won line is returned alone."""
    turn = beam[0].match.state.turn
    current, finished = beam, []
    while current:
        found = []
        for line in current:
            for _ in range(tries):
                child = play_turn(line, planner, dice.getrandbits(40), style)
                over = child.match.over
                if over is not None and over.outcome == "won":
                    return [child]
                if over is not None or not child.match.at_rest or child.score <= HOPELESS:
                    continue
                (finished if child.match.state.turn > turn else found).append(child)
        current = spread(found, width, style.parts)
    return spread(finished, width, style.parts)


def flat(answers: Any) -> list[str]:
    """Unroll the answers of a line."""
    rounds = []
    while answers:
        answers, last = answers
        rounds.append(last)
    return [a for part in reversed(rounds) for a in part]


def search(
    rules: Any,
    seed: int,
    planner: Planner,
    width: int = 5,
    tries: int = 12,
    rounds: int = 80,
    tell: Callable[[str], None] | None = None,
    style: Style = PLAIN,
    luck: int = 0,
) -> Line | None:
    """Look for a winning line; None if the beam dies or runs out of rounds. ``luck`` varies what is tried."""
    match = Match.start(rules, seed, history=False)
    opening: list[str] = []
    dice = random.Random(f"{seed}/{luck}" if luck else seed)
    policy = style.policy(planner, seed)
    while match.decision is not None and match.decision.kind != "activate":
        answer = policy.choose(match)
        opening.append(answer)
        match.pick(answer)
    beam = [Line(match, ((), opening), 0.0)]
    for _ in range(rounds):
        near = sorted((line for line in beam if planner(line.match).push), key=lambda one: -cleared(one.match, planner))
        if near and (won := push(near[:8], planner, dice, 2 * width, 2 * tries)):
            return won
        beam = play_round(beam, planner, dice, width, tries, style)
        if not beam:
            return None
        if beam[0].match.over is not None:
            return beam[0]
        if tell:
            s = beam[0].match.state
            tell(
                f"turn {s.turn} score {beam[0].score:.0f} done {planner(beam[0].match).done:.1f} "
                f"{[(w.name[:2], w.zone, w.wounds, 'Z' if w.zombivor else '', w.xp) for w in s.standing()]} "
                f"zombies {sum(sum(z.values()) for z in s.zombies.values())}"
            )
    return None


def spread(found: Iterable[Line], width: int, parts: int = 1) -> list[Line]:
    """Keep the best lines that differ."""
    kept: list[Line] = []
    seen: set[Any] = set()
    stands: Counter[Any] = Counter()
    for line in sorted(found, key=lambda one: -one.score):
        s = line.match.state
        stand = tuple(w.zone for w in s.survivors.values())
        key = (tuple((w.zone, w.wounds) for w in s.survivors.values()), s.ways, round(line.score))
        if key not in seen and stands[stand] < max(3, width // parts):
            seen.add(key)
            stands[stand] += 1
            kept.append(line)
        if len(kept) == width:
            break
    return kept
