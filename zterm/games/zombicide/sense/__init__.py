"""The heuristic bot: plays as a sensible player would, from what everybody at the table can see.

``choose`` answers by reflex, ``think`` looks ahead in a survivor's turn as well. Neither keeps a memory: every
answer follows from the open position alone, so a bot can take over any match at any decision, and the same position
gets the same answer.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from zterm.games.zombicide.sense import ahead, replies, turn
from zterm.games.zombicide.sense.dare import DARING
from zterm.games.zombicide.sense.look import Look
from zterm.games.zombicide.terrain import sense as terrain
from zterm.kernel.match import Bot, Match

terrain.fill()
Reply = Callable[[Look], str]

REPLIES: dict[str, Reply] = {
    "activate": turn.choose_next,
    "turn": turn.act,
    "hit": replies.hit,
    "friendly_hit": replies.share_wound,
    "reroll": replies.reroll,
    "level": replies.level,
    "search": replies.search,
    "rearrange": replies.rearrange,
    "populate": replies.populate,
    "route": replies.route,
    "gate": replies.gate,
    "assign_wound": replies.share_wound,
    "lose_card": replies.lose_card,
    "prevent": replies.prevent,
    "resurrect": replies.first,
    "escape": replies.escape,
    "refuse": replies.refuse,
    "first_player": replies.first,
    "split_start": replies.first,
    "distribute": replies.first,
    "link_order": replies.first,
    "mission": replies.first,
}


def heuristic(seed: int) -> Bot:
    """Make the bot that looks ahead in its turns. It is the same for every seed."""
    return think


def quick(seed: int) -> Bot:
    """Make the bot that plays by reflex alone, some thirty times as fast. It is the same for every seed."""
    return choose


def think(match: Match[Any]) -> str:
    """Answer the open decision, in a survivor's turn after a look ahead.

    Raises ValueError when the match is over.
    """
    answer = choose(match)
    decision = match.decision
    if decision is None or decision.kind != "turn" or match.state.turn >= DARING or not match.at_rest:
        return answer
    return ahead.better(match, answer, choose)


def choose(match: Match[Any]) -> str:
    """Answer the open decision by reflex; raises ValueError when the match is over."""
    decision = match.decision
    if decision is None:
        raise ValueError("the match is over")
    answer = REPLIES.get(decision.kind, replies.first)(Look(match))
    return answer if answer in decision.options else decision.options[0]
