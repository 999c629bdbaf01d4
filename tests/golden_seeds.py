"""Seeds with kind decks, for ``golden_find``: ``python -m tests.golden_seeds m07 --saw 8`` lists the kindest."""

from __future__ import annotations

import argparse
from typing import Any, NamedTuple

from tests.golden_find import WINNING
from zterm.games.zombicide import game
from zterm.games.zombicide.state import State
from zterm.kernel.match import Match

WEIGHTS = {"walker": 1.0, "runner": 1.8, "fatty": 3.2, "abomination": 9.0}
WORTH = {
    "automatic_shotgun": 6.0,
    "chainsaw": 6.0,
    "sub_mg": 5.0,
    "concrete_saw": 4.0,
    "shotgun": 4.0,
    "sawed_off": 4.0,
    "katana": 3.5,
    "meat_cleaver": 3.0,
    "kukri": 2.5,
    "rifle": 2.5,
    "claw_hammer": 2.5,
    "gasoline": 2.5,
    "glass_bottles": 2.5,
    "hatchet": 2.0,
    "flashlight": 2.0,
    "wakizashi": 2.0,
    "riot_shield": 2.0,
    "pistol": 1.0,
    "aaahh": -3.0,
}


class Kind(NamedTuple):
    """How kind a seed is: the less the better; what its zombie cards bring, what its first equipment is worth."""

    score: float
    seed: int
    zombies: float
    arms: float


def burden(row: Any) -> float:
    """Say how much a row of a zombie card brings."""
    if row.what in ("nothing", "extra"):
        return 0.3 * (row.what == "extra")
    species, _, kind = row.zombie.rpartition("_")
    return WEIGHTS[kind] * (1.15 if species else 1.0) * row.count * (1.5 if row.what == "manhole" else 1.0)


def kindness(box: Any, s: State, seed: int, cards: int) -> Kind:
    """Weigh the decks of a match just begun: blue cards first, then yellow ones, against the first searches."""
    deck = [box.zombie_cards[name].rows for name in s.zombie_deck[: cards + 14]]
    zombies = sum(burden(row["blue"]) for row in deck[:cards]) + 0.6 * sum(
        burden(row["yellow"]) for row in deck[cards:]
    )
    arms = sum(WORTH.get(card, 0.0) for card in s.equipment[:16])
    return Kind(zombies - 0.6 * arms, seed, zombies, arms)


def kindest(mission: str, seeds: range, saw: int, cards: int = 28) -> list[Kind]:
    """Rank seeds; ``saw`` is how soon something that kills an Abomination must come up among the equipment."""
    rules = game.rules(game.setup(mission, ("one",), None, WINNING))
    found = []
    for seed in seeds:
        s = Match.start(rules, seed, history=False).state
        deck = s.equipment
        parts = [deck.index(card) if card in deck else 99 for card in ("concrete_saw", "gasoline", "glass_bottles")]
        if min(parts[0], max(parts[1:])) < saw:
            found.append(kindness(rules.content.box, s, seed, cards))
    return sorted(found)


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("mission")
    parser.add_argument("--seeds", type=int, default=20000, help="how many seeds are looked at")
    parser.add_argument("--saw", type=int, default=99, help="a Concrete Saw or a Molotov among so many first cards")
    parser.add_argument("--show", type=int, default=10)
    asked = parser.parse_args()
    for kind in kindest(asked.mission, range(1, asked.seeds), asked.saw)[: asked.show]:
        print(f"{kind.seed:7} {kind.score:6.1f}: zombies {kind.zombies:5.1f}, arms {kind.arms:5.1f}")


if __name__ == "__main__":
    main()
