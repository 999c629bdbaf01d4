"""Setup: pawns on Camp, Allies, the Scrounge deck, the other decks (chapter setup)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from zterm.games.walking_dead.content import deck
from zterm.games.walking_dead.play import Content
from zterm.games.walking_dead.state import RISEN, ZOMBIE_NAMES, Figure, State
from zterm.kernel.chance import Chance


def empty_state(content: Content, players: Sequence[str], options: dict[str, str]) -> State:
    """Make a state with full decks in the order of the content and nobody on the board."""
    box = content.box
    return State(
        players=list(players),
        figures={},
        order=[],
        options=dict(options),
        pool=0,
        scrounge=deck(box.scrounge),
        encounters=deck(box.encounters),
        zombies=deck(box.zombie_cards),
    )


def seats(content: Content, players: Sequence[str], picks: Sequence[str], seating: str) -> list[tuple[str, str]]:
    """Who sits where, clockwise: figure and player; in teams the zombies sit together or between the survivors."""
    zombies = content.mission.zombies
    if not zombies:
        return list(zip(picks, players, strict=True))
    spots = (0, 2) if seating == "alternate" else (0, 1)
    humans, walkers = iter(picks), iter(ZOMBIE_NAMES)
    return [(next(humans) if i in spots else next(walkers), player) for i, player in enumerate(players)]


def begin(content: Content, recipe: dict[str, Any], chance: Chance) -> State:
    """Set a match up (WD-01 … WD-08, WD-96 … WD-102); who begins is rolled in the first step."""
    mission, box = content.mission, content.box
    s = empty_state(content, recipe["players"], recipe["options"])
    for name, player in seats(content, recipe["players"], recipe["survivors"], recipe["options"]["seating"]):
        zombie = name in ZOMBIE_NAMES
        s.figures[name] = Figure(name, player, "" if zombie else content.board.camp, RISEN if zombie else "alive")
        s.order.append(name)
    survivors = s.living()
    many = 1 if mission.in_all else len(survivors)
    s.pool = min(mission.ally_tokens * many, box.allies)
    chance.shuffle(s.scrounge)
    del s.scrounge[mission.scrounge_cards * many :]
    for who in survivors:
        who.allies = min(mission.allies_kept, s.pool)
        s.pool -= who.allies
        who.hand, s.scrounge = s.scrounge[: mission.dealt], s.scrounge[mission.dealt :]
    chance.shuffle(s.encounters)
    chance.shuffle(s.zombies)
    for who in s.turned():
        who.hand, s.zombies = s.zombies[: box.hand], s.zombies[box.hand :]
    if s.turned():
        s.phase = "place"
    return s
