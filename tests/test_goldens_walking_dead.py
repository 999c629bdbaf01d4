"""Golden playthroughs of The Walking Dead, one for each ending: what is told must not change by itself.

``python -m tests.test_goldens_walking_dead`` plays the recorded answers again and writes what is told now; with
``--find`` it first looks for new playthroughs.
"""

import sys
from pathlib import Path

import msgspec
import pytest

from zterm.games.registry import game
from zterm.kernel.match import Match

FOLDER = Path(__file__).parent / "goldens" / "walking_dead"
ENDINGS = {
    "alone_home": ("survival", 1, "WD-95", "won"),
    "alone_dead": ("survival", 1, "WD-95", "lost"),
    "race_home": ("survival", 4, "WD-10", "won"),
    "late_team_home": ("survival", 4, "WD-69", "won"),
    "nobody_home": ("survival", 2, "WD-11", "lost"),
    "late_team_dead": ("survival", 4, "WD-67", "lost"),
    "team_home": ("teams", 4, "WD-103", "won"),
    "team_dead": ("teams", 4, "WD-105", "lost"),
}
"""Each ending: mission, players, the rule that ends it, the outcome."""


class Recipe(msgspec.Struct):
    """What a playthrough starts from, and its answers."""

    mission: str
    players: int
    seed: int
    answers: list[str]


def started(recipe):
    walking_dead = game("walking_dead")
    setup = walking_dead.setup(recipe.mission, [f"p{i + 1}" for i in range(recipe.players)])
    return Match.start(walking_dead.rules(setup), recipe.seed)


def read(name):
    lines = (FOLDER / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    head = dict(line.split(": ", 1) for line in lines[:3])
    answers = [line[2:] for line in lines[3:] if line.startswith("> ")]
    return Recipe(head["mission"], int(head["players"]), int(head["seed"]), answers)


def told(recipe):
    """The playthrough as text: the answers and what they brought. Gives the match and its last event too."""
    match = started(recipe)
    lines = [f"mission: {recipe.mission}", f"players: {recipe.players}", f"seed: {recipe.seed}"]
    last = None
    for events, answer in [(match.events, ""), *((None, a) for a in recipe.answers)]:
        if answer:
            lines.append(f"> {answer}")
            events = match.choose(answer)
        for event in events:
            lines.append(f"{event.rule} {match.rules.tell(event)}")
            last = event
    return "\n".join(lines) + "\n", match, last


@pytest.mark.parametrize("name", ENDINGS)
def test_playthrough(name):
    mission, players, rule, outcome = ENDINGS[name]
    recipe = read(name)
    assert (recipe.mission, recipe.players) == (mission, players)
    text, match, last = told(recipe)
    assert (last.rule, match.over.outcome) == (rule, outcome)
    assert text == (FOLDER / f"{name}.txt").read_text(encoding="utf-8")


def find(name):
    """Let the bot play until a match ends in the way wanted."""
    from zterm.games.walking_dead.sense import heuristic

    mission, players, rule, outcome = ENDINGS[name]
    for seed in range(5000):
        recipe = Recipe(mission, players, seed, [])
        match, choose, last = started(recipe), heuristic(seed), None
        while match.decision is not None:
            recipe.answers.append(choose(match))
            last = [last, *match.choose(recipe.answers[-1])][-1]
        if (last.rule, match.over.outcome) == (rule, outcome):
            return recipe
    raise LookupError(name)


def main():
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name in ENDINGS:
        recipe = find(name) if "--find" in sys.argv else read(name)
        (FOLDER / f"{name}.txt").write_text(told(recipe)[0], encoding="utf-8")


if __name__ == "__main__":
    main()
