"""Why an answer does not stand now, in words."""

from __future__ import annotations

from zterm.games.walking_dead.catalogue import WORDS, card
from zterm.games.walking_dead.catalogue import space as named
from zterm.games.walking_dead.dying import barred
from zterm.games.walking_dead.play import Play, survivors_on
from zterm.games.walking_dead.state import Figure
from zterm.kernel.decision import Decision


def why_not(t: Play, decision: Decision, option: str) -> str:
    """Say why an option does not stand at a decision."""
    verb, *args = option.split(":")
    who = t.state.figures.get(decision.actor or "")
    if who is not None and args:
        if verb == "move" and decision.kind in ("move", "zombie_move"):
            return _move(t, decision, who, args[0])
        if verb in ("play", "discard", "give", "put"):
            return _card(t, decision, who, args)
        if verb == "ability":
            return _ability(t, who, args[0])
    if verb == "stay" and decision.kind == "move":
        return WORDS.say("refusals", "must_move")
    if verb == "win" and decision.kind == "fight":
        return WORDS.say("refusals", "must_roll")
    return WORDS.say("refusals", "not_asked", question=WORDS.word("questions", decision.kind))


def _move(t: Play, decision: Decision, who: Figure, to: str) -> str:
    place = t.board.spaces.get(to)
    if place is None:
        return WORDS.say("refusals", "no_such_space", space=to)
    if decision.kind == "zombie_move":
        return WORDS.say("refusals", "out_of_reach", space=named(t.content, to), n=decision.about["spaces"])
    if place.kind == "sewer":
        return WORDS.say("refusals", "sewer")
    if to == who.space:
        return WORDS.say("refusals", "must_move")
    return WORDS.say("refusals", "not_exact", space=named(t.content, to), n=decision.about["spaces"])


def _card(t: Play, decision: Decision, who: Figure, args: list[str]) -> str:
    name = args[0]
    known = t.box.zombie_cards if who.zombie else t.box.scrounge
    if name not in known:
        return WORDS.say("refusals", "no_such_card", card=name)
    facts = {"card": card(t.content, name)}
    if name not in who.hand:
        return WORDS.say("refusals", "not_in_hand", **facts)
    if who.zombie:
        return _zombie_card(t, decision, who, args)
    if barred(t):
        return WORDS.say("refusals", "no_cards", **facts)
    if decision.kind == "turn" or decision.kind == "move":
        return WORDS.say("refusals", "before_encounter", **facts)
    return WORDS.say("refusals", f"when_{t.box.scrounge[name].when}", **facts)


def _zombie_card(t: Play, decision: Decision, who: Figure, args: list[str]) -> str:
    kind = t.box.zombie_cards[args[0]].kind
    facts = {"card": card(t.content, args[0])}
    if kind == "attack" and not survivors_on(t.state, who.space):
        return WORDS.say("refusals", "nobody_here", **facts)
    return WORDS.say("refusals", f"zombie_{kind}", **facts)


def _ability(t: Play, who: Figure, name: str) -> str:
    if name != who.name:
        return WORDS.say("refusals", "not_yours")
    if who.used:
        return WORDS.say("refusals", "ability_used")
    if who.name != t.state.active:
        return WORDS.say("refusals", "ability_own_turn")
    return WORDS.say("refusals", "ability_not_now")
