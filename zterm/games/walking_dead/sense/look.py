"""What the bot makes of the board and of cards."""

from __future__ import annotations

from itertools import permutations
from weakref import WeakKeyDictionary

from zterm.games.walking_dead.board import Board
from zterm.games.walking_dead.objective import held, wanted
from zterm.games.walking_dead.play import Play
from zterm.games.walking_dead.state import Figure

_far: WeakKeyDictionary[Board, dict[tuple[str, bool], dict[str, int]]] = WeakKeyDictionary()
AWAY = 99
WORTH = {
    "shotgun": 9,
    "sack_of_guns": 8,
    "crossbow": 8,
    "non_lethal_wound": 8,
    "axe": 7,
    "handgun": 6,
    "canned_food": 6,
    "baseball_bat": 5,
    "radio_call": 5,
    "shortcut": 4,
    "hunting_knife": 3,
    "giddy_up": 2,
    "covering_fire": 2,
}
"""How much a card is missed when it is gone."""
HELP = {"scrounge": 1.6, "calm": 1.8, "advantage": 0.8, "supreme": 1.6, "again": 1.0, "camp": 1.8}
"""What a kind of space is worth, in steps."""


def far(board: Board, start: str, sewers: bool) -> dict[str, int]:
    """Distances from a space, kept for each board."""
    known = _far.setdefault(board, {})
    if (start, sewers) not in known:
        known[start, sewers] = board.far(start, sewers)
    return known[start, sewers]


def missing(t: Play, who: Figure) -> list[str]:
    """The corners whose tiles a survivor still wants."""
    have = held(t, who)
    return [s.id for s in t.board.spaces.values() if s.tile and s.tile in wanted(t) and s.tile not in have]


def tour(board: Board, start: str, corners: list[str]) -> int:
    """The shortest way from a space through all corners home to Camp."""
    best = 1000
    for order in permutations(corners):
        here, length = start, 0
        for stop in (*order, board.camp):
            length += far(board, here, False).get(stop, AWAY)
            here = stop
        best = min(best, length)
    return best


def worth(card: str) -> int:
    """How much a Scrounge card is missed."""
    return WORTH.get(card, 4)


def worst(options: tuple[str, ...], verb: str) -> str:
    """The option of a verb whose card is missed least."""
    cards = [o for o in options if o.startswith(f"{verb}:")]
    return min(cards, key=lambda o: worth(o.split(":")[1]), default="")


def frailty(t: Play, who: Figure) -> float:
    """How little it takes to kill a survivor, as far as everybody can see: less is frailer."""
    space = t.board.spaces[who.space].bonus if who.space else 0
    return who.allies * 2 + len(who.hand) + space
