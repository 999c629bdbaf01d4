"""The characters' abilities: once a game, in one's own turn (WD-59, WD-60)."""

from __future__ import annotations

from collections.abc import Callable

from zterm.games.walking_dead import events as ev
from zterm.games.walking_dead.objective import check_home
from zterm.games.walking_dead.play import Play, draw_scrounge, move_to, region_of, shuffle_into_scrounge
from zterm.games.walking_dead.state import Figure
from zterm.kernel.decision import Flow

MOMENTS = {
    "reroll_fight": ("rolled",),
    "reroll_move": ("moving",),
    "take_discard": ("turn", "fight"),
    "move_survivor": ("turn",),
    "exchange": ("turn", "fight"),
    "collect": ("turn", "fight"),
}
"""When each ability can be used: ``turn`` (before the roll and before the end), moving, fight, rolled."""


def offers(t: Play, who: Figure, moment: str) -> list[str]:
    """What of his ability a survivor may use at a moment of his own turn."""
    character = t.box.characters.get(who.name)
    if character is None or who.used or who.name != t.state.active or moment not in MOMENTS[character.ability]:
        return []
    head = f"ability:{who.name}"
    match character.ability:
        case "take_discard":
            return sorted({f"{head}:{card}" for card in t.state.scrounge_discard})
        case "move_survivor":
            return [f"{head}:{f.name}:{space}" for f in t.state.living() for space in t.board.open(f.space)]
        case "exchange":
            return [head] if who.hand else []
        case "collect":
            return [head] if _givers(t, who) else []
    return [head]


def _givers(t: Play, who: Figure) -> list[Figure]:
    """The other survivors of the region who hold a card."""
    region = region_of(t, who)
    return [f for f in t.state.living() if f is not who and f.hand and region and region_of(t, f) == region]


def use(t: Play, who: Figure, answer: str) -> Flow[None]:
    """Use an ability; it is spent for the rest of the game."""
    args = answer.split(":")[2:]
    ability = t.box.characters[who.name].ability
    who.used = True
    t.emit(ev.AbilityUsed("WD-59", who.name, ability, args[0] if args else ""))
    yield from USES[ability](t, who, args)


def _reroll_fight(t: Play, who: Figure, args: list[str]) -> Flow[None]:
    fight = t.state.fight
    assert fight is not None
    fight.die = t.chance.dice(1)[0]
    fight.late += t.box.characters[who.name].bonus
    return
    yield


def _reroll_move(t: Play, who: Figure, args: list[str]) -> Flow[None]:
    face = t.chance.dice(1)[0]
    t.state.rolled = face + t.box.characters[who.name].bonus
    t.emit(ev.MoveRolled("WD-59", who.name, face, t.state.rolled))
    return
    yield


def _take_discard(t: Play, who: Figure, args: list[str]) -> Flow[None]:
    t.state.scrounge_discard.remove(args[0])
    who.hand.append(args[0])
    return
    yield


def _move_survivor(t: Play, who: Figure, args: list[str]) -> Flow[None]:
    """Move a living survivor one space; the space is not resolved, for he did not stop there himself (WD-121)."""
    target = t.figure(args[0])
    move_to(t, target, args[1], "WD-121", "ability", (args[1],))
    check_home(t, target)
    return
    yield


def _exchange(t: Play, who: Figure, args: list[str]) -> Flow[None]:
    """Shuffle any number of hand cards into the Scrounge deck and draw as many."""
    laid: list[str] = []
    while who.hand:
        options = [*sorted({f"put:{card}" for card in who.hand}), "done"]
        answer = yield from t.ask("exchange", who, options, "WD-59", count=len(laid))
        if answer == "done":
            break
        card = answer.split(":")[1]
        who.drop(card)
        laid.append(card)
    shuffle_into_scrounge(t, laid, "WD-59")
    if laid:
        draw_scrounge(t, who, len(laid), "WD-59")


def _collect(t: Play, who: Figure, args: list[str]) -> Flow[None]:
    """Every other survivor of the region gives a card at random."""
    for giver in _givers(t, who):
        card = giver.hand[t.chance.below(len(giver.hand))]
        giver.drop(card)
        who.hand.append(card)
        t.table.seen = True
        t.emit(ev.CardGiven("WD-59", giver.name, who.name))
    return
    yield


USES: dict[str, Callable[[Play, Figure, list[str]], Flow[None]]] = {
    "reroll_fight": _reroll_fight,
    "reroll_move": _reroll_move,
    "take_discard": _take_discard,
    "move_survivor": _move_survivor,
    "exchange": _exchange,
    "collect": _collect,
}
