"""How the bot decides for a zombie player."""

from __future__ import annotations

from collections.abc import Callable

from zterm.games.walking_dead.play import Play, survivors_on
from zterm.games.walking_dead.sense.look import AWAY, far, frailty
from zterm.games.walking_dead.state import Figure

Options = tuple[str, ...]


def _prey(t: Play, who: Figure, space: str) -> float:
    """How good a space is for a zombie: near to survivors, and to frail ones; less is better."""
    ways = far(t.board, space, True)
    return min((ways.get(f.space, AWAY) * 3 + frailty(t, f) for f in t.state.living()), default=0.0)


def _can_attack(t: Play, who: Figure) -> bool:
    return any(t.box.zombie_cards[card].kind == "attack" for card in who.hand)


def _roll(t: Play, who: Figure, options: Options) -> str:
    return "stay" if survivors_on(t.state, who.space) and _can_attack(t, who) else "roll"


def _move(t: Play, who: Figure, options: Options) -> str:
    spots = {o: o.split(":")[1] if ":" in o else who.space for o in options}
    return min(options, key=lambda o: (_prey(t, who, spots[o]), o))


def _card(t: Play, who: Figure, options: Options) -> str:
    """The attack with the highest Strength, on the frailest; a movement card if it reaches somebody."""
    best, value = "pass", 0.0
    for option in options:
        if option == "pass":
            continue
        _, name, *target = option.split(":")
        card = t.box.zombie_cards[name]
        if target:
            score = card.strength * 2 - frailty(t, t.figure(target[0])) / 3 + len(card.first)
        else:
            reach = t.board.reach(who.space, card.spaces, [f.space for f in t.state.living()])
            score = card.strength if any(survivors_on(t.state, space) for space in reach) else 0.0
        if score > value:
            best, value = option, score
    return best


def _end(t: Play, who: Figure, options: Options) -> str:
    if _can_attack(t, who):
        return "keep"
    poor = [o for o in options if o != "keep" and t.box.zombie_cards[o.split(":")[1]].kind == "frenzy"]
    return poor[0] if poor else "keep"


def _react(t: Play, who: Figure, options: Options) -> str:
    drawn = t.state.drawn
    assert drawn is not None
    strength = drawn.strength
    kinds = {t.box.zombie_cards[o.split(":")[1]].kind: o for o in options if o != "pass"}
    if "sneak" in kinds and strength <= 6 and _can_attack(t, who):
        return kinds["sneak"]
    if "frenzy" in kinds and strength and len(drawn.frenzy) < 2 and t.figure(drawn.figure).allies <= 2:
        return kinds["frenzy"]
    return "pass"


def _target(t: Play, who: Figure, options: Options) -> str:
    return min(options, key=lambda o: (frailty(t, t.figure(o.split(":")[1])), o))


def _respawn(t: Play, who: Figure, options: Options) -> str:
    return min(options, key=lambda o: (_prey(t, who, o.split(":")[1]), o))


ZOMBIE: dict[str, Callable[[Play, Figure, Options], str]] = {
    "zombie_roll": _roll,
    "zombie_move": _move,
    "zombie_card": _card,
    "zombie_end": _end,
    "react": _react,
    "ambush": _card,
    "target": _target,
    "respawn": _respawn,
}
"""How each question is answered."""
