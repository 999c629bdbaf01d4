"""Look for golden playthroughs: ``python -m tests.golden_find MISSION win|loss [--seed N] [--seconds N] …``."""

from __future__ import annotations

import argparse
import sys
import time

from tests import golden
from tests.golden_bot import Planner, Policy
from tests.golden_food import STYLE
from tests.golden_plans import PLANS
from tests.golden_search import PLAIN, flat, search
from zterm.games.zombicide import game
from zterm.kernel.match import Match

WINNING = {"all_means": "alive", "resurrection": "always"}
OPTIONS = {"m08": {"zombivors_from_start": "on"}}
"""The match options of the missions that do without the others'."""
STYLES = {"m08": STYLE}
LONGEST = 900


def win(
    mission: str, seed: int, seconds: float, width: int, tries: int, options: dict[str, str]
) -> golden.Golden | None:
    """Search seed after seed, the group apart and together; None when the time is up."""
    rules = game.rules(game.setup(mission, ("one",), None, options))
    planner, style = PLANS[mission], STYLES.get(mission, PLAIN)
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        for luck, mind in enumerate(((False, 0.1), (False, 1.0), (True, 1.0), (True, 0.4))):
            plan = minded(planner, *mind) if style is PLAIN else planner
            line = search(rules, seed, plan, width, tries, tell=tell, style=style, luck=luck)
            if line is not None:
                return made(mission, seed, options, flat(line.answers))
        seed += 1
    return None


def tell(text: str) -> None:
    """Say how a search is getting on."""
    print(text, file=sys.stderr, flush=True)


def minded(planner: Planner, close: bool, fear: float) -> Planner:
    """The same orders for a group that stays together or not, and minds the zombies more or less."""
    return lambda match: planner(match)._replace(close=close, fear=fear)


def loss(mission: str, seed: int, seeds: int) -> golden.Golden | None:
    """Play plainly, without a look ahead, until a match is lost; by the mission's own rule if any is, the shortest."""
    rules = game.rules(game.setup(mission, ("one",)))
    best: tuple[bool, int, golden.Golden] | None = None
    for number in range(seed, seed + seeds):
        match, policy = Match.start(rules, number, history=False), Policy(PLANS[mission], number)
        answers: list[str] = []
        while match.decision is not None and len(answers) < LONGEST:
            answers.append(policy.choose(match))
            match.pick(answers[-1])
        over = match.over
        if over is None or over.outcome != "lost":
            continue
        rank = (over.reason != "mission", len(answers))
        if best is None or rank < best[:2]:
            best = (*rank, made(mission, number, {}, answers))
    return best[2] if best else None


def made(mission: str, seed: int, options: dict[str, str], answers: list[str]) -> golden.Golden:
    """A golden of the box's six survivors and one player."""
    return golden.Golden(mission, seed, ["one"], list(game.DEFAULT_SURVIVORS), options, answers)


def main() -> int:
    """The command line; 1 when nothing was found."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("mission", choices=sorted(PLANS))
    parser.add_argument("end", choices=("win", "loss"))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=300)
    parser.add_argument("--width", type=int, default=6)
    parser.add_argument("--tries", type=int, default=10)
    parser.add_argument("--seeds", type=int, default=40, help="how many seeds a loss is chosen from")
    parser.add_argument("--option", action="append", default=[], help="a match option, key=value")
    asked = parser.parse_args()
    options = OPTIONS.get(asked.mission, WINNING) | dict(part.split("=", 1) for part in asked.option)
    if asked.end == "win":
        found = win(asked.mission, asked.seed, asked.seconds, asked.width, asked.tries, options)
    else:
        found = loss(asked.mission, asked.seed, asked.seeds)
    if found is None:
        print(f"no {asked.end} of {asked.mission} was found", file=sys.stderr)
        return 1
    played = golden.replay(found)
    golden.write(golden.FOLDER / f"{asked.mission}_{asked.end}.txt", played)
    print(f"{asked.mission}: {played.golden.outcome} in turn {played.golden.turns}, {len(found.answers)} answers")
    return 0


if __name__ == "__main__":
    sys.exit(main())
