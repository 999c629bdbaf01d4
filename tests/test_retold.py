"""The zombies' phase of the game is the one that is told a second time in ``retold``, on towns drawn at random."""

import json
from contextlib import suppress
from random import Random

import pytest
import yaml

from tests.retold import Endless, Horde, Lost, Town
from zterm.content.paths import builtin
from zterm.games import scenario, trial

TOWNS = 40
CARDS = yaml.safe_load((builtin("missions") / "prison_outbreak" / "zombie_cards.yaml").read_text(encoding="utf-8"))
CARDS = {str(number): rows for number, rows in CARDS["cards"].items()}
RARE = ("115", "116", "117", "118", "119", "120")


def activation(town, random):
    """A position before the zombies act, the phase to run, and what must come of it."""
    horde = Horde(town, random)
    given = horde.given() | {"phase": "zombies"}
    with suppress(Lost):
        horde.phase()
    return given, "zombies", horde


def spawning(town, random):
    """A position before zombies come, the phase to run, and what must come of it."""
    horde = Horde(town, random)
    zones = random.choices(town.zones, k=random.randint(1, 4))
    cards = random.sample(RARE + tuple(random.sample(list(CARDS), 6)), len(zones))
    tiles = {"t1": [], "t2": []}
    for zone in town.zones:
        tiles[random.choice(list(tiles))].append(zone)
    tiles = {name: its for name, its in tiles.items() if its}
    outdoors = [z for z in town.zones if town.kinds[z] != "room"]
    manholes = random.choices(outdoors, k=random.randint(0, 3)) if outdoors else []
    given = horde.given() | {"phase": "spawn", "decks": {"zombies": cards}}
    spawns = {f"s{n}": {"zone": zone, "colour": "red", "active": True} for n, zone in enumerate(zones)}
    given["board"] |= {"tiles": tiles, "manholes": manholes, "spawns": spawns}
    with suppress(Lost):
        for zone, card in zip(zones, cards, strict=True):
            horde.card(CARDS[card], zone, tiles, manholes)
    return given, "spawn", horde


def told(kind, random):
    """A scenario of a position drawn at random, or None for one that is too long or too small to be told."""
    town = Town(random)
    if len(town.zones) < 4:
        return None
    try:
        given, phase, horde = kind(town, random)
    except Endless:
        return None
    when = [{"run": phase}, *({"choose": answer} for answer in horde.said)]
    return {"game": "zombicide", "given": given, "when": when, "then": horde.then()}


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("kind", [activation, spawning])
def test_the_zombies_do_what_is_told(kind, seed, tmp_path):
    random = Random(seed)
    drawn = [one for one in (told(kind, random) for _ in range(2 * TOWNS)) if one][:TOWNS]
    assert len(drawn) == TOWNS
    path = tmp_path / "drawn.yaml"
    path.write_text(json.dumps([{"id": f"t{n}", **one} for n, one in enumerate(drawn)]), encoding="utf-8")
    verdicts = [trial.verify(one) for one in scenario.load(path)]
    wrong = {str(verdict): drawn[int(verdict.id[1:])] for verdict in verdicts if not verdict.passed}
    assert len(verdicts) == TOWNS
    assert not wrong
