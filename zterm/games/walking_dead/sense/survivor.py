"""How the bot decides for a survivor."""

from __future__ import annotations

from collections.abc import Callable

from zterm.games.walking_dead.fights import bonus_of, strength_of
from zterm.games.walking_dead.fights import chance_to_win as chance
from zterm.games.walking_dead.play import Play, zombies_on
from zterm.games.walking_dead.sense.look import HELP, missing, tour, worst, worth
from zterm.games.walking_dead.state import Fight, Figure

Options = tuple[str, ...]


def _spot(t: Play, who: Figure, space: str) -> float:
    """How good it is to stop on a space: the way that is left, and what the space brings."""
    left = missing(t, who)
    place = t.board.spaces[space]
    if space == t.board.camp and not left:
        return 1000.0
    if space in left:
        left = [corner for corner in left if corner != space]
        return 6.0 - tour(t.board, space, left)
    value = -float(tour(t.board, space, left)) + HELP.get(place.kind, 0.0)
    if place.kind == "corner":
        value -= 5.0
    if zombies_on(t.state, space):
        value -= 2.0
    return value


def _turn(t: Play, who: Figure, options: Options) -> str:
    return _ability(t, who, options) or "roll"


def _ability(t: Play, who: Figure, options: Options) -> str:
    """Use an ability where it is worth it."""
    mine = [o for o in options if o.startswith("ability:")]
    if not mine:
        return ""
    ability = t.box.characters[who.name].ability
    if ability == "take_discard":
        best = max(mine, key=lambda o: worth(o.split(":")[2]))
        return best if worth(best.split(":")[2]) >= 8 or len(who.hand) <= 1 else ""
    if ability == "move_survivor" and not missing(t, who):
        return next((o for o in mine if o.endswith(f":{who.name}:{t.board.camp}")), "")
    if ability == "exchange":
        poor = sum(worth(card) <= 4 for card in who.hand)
        return mine[0] if poor >= 2 and t.state.scrounge else ""
    return mine[0] if ability == "collect" else ""


def _move(t: Play, who: Figure, options: Options) -> str:
    ends = [o for o in options if o.startswith("move:")]
    best = max(ends, key=lambda o: (_spot(t, who, o.split(":")[1]), o))
    again = next((o for o in options if o.startswith("ability:")), "")
    if again and t.state.rolled <= 2:
        to = best.split(":")[1]
        if to not in missing(t, who) and (to != t.board.camp or missing(t, who)):
            return again
    return best


def _aim(t: Play, who: Figure, fight: Fight) -> float:
    """The chance of winning that is worth cards: more for those who have little to lose left."""
    if not fight.attacker:
        lose = t.box.encounters[fight.card].lose
        if lose is not None and not any(effect.op == "bite" for effect in lose):
            return 0.3
    aim = 0.8 if not who.allies else 0.6 if who.allies == 1 else 0.5
    if len(who.hand) >= 6:
        aim += 0.17
    return aim


def _fight(t: Play, who: Figure, options: Options) -> str:
    fight = t.state.fight
    assert fight is not None
    if "win" in options:
        return "win"
    aim = _aim(t, who, fight)
    now = chance(t, fight)
    cards = [o.split(":")[1] for o in options if o.startswith("play:")]
    axes = sum(t.box.scrounge[card].attack for card in who.hand if t.box.scrounge[card].when == "roll")
    better = {card: chance(t, fight, t.box.scrounge[card].attack) for card in cards}
    if cards and chance(t, fight, axes) < aim:
        enough = [card for card in cards if better[card] >= aim]
        if enough:
            return "play:" + min(enough, key=lambda card: (worth(card), card))
        helps = [card for card in cards if better[card] > now]
        whole = chance(t, fight, sum(t.box.scrounge[card].attack for card in who.hand if card in cards))
        if helps and whole > 0.4:
            return "play:" + max(helps, key=lambda card: (better[card], -worth(card), card))
        if whole > 0.4 and cards:
            return "play:" + max(cards, key=lambda card: (t.box.scrounge[card].attack, card))
    return _ability(t, who, options) or "roll"


def _rolled(t: Play, who: Figure, options: Options) -> str:
    fight = t.state.fight
    assert fight is not None
    short = strength_of(t, fight) - fight.die - bonus_of(t, fight)
    cards = [o.split(":")[1] for o in options if o.startswith("play:")]
    in_all = sum(t.box.scrounge[c].attack for c in who.hand if t.box.scrounge[c].when == "roll")
    if cards and 0 < short <= in_all and _aim(t, who, fight) > 0.4:
        return "play:" + min(cards, key=lambda card: (t.box.scrounge[card].attack < short, worth(card), card))
    again = next((o for o in options if o.startswith("ability:")), "")
    if again and _aim(t, who, fight) > 0.4 and chance(t, fight, t.box.characters[who.name].bonus) >= 0.5:
        return again
    return "stand"


def _after(t: Play, who: Figure, options: Options) -> str:
    for option in options:
        card = t.box.scrounge.get(option.partition(":")[2])
        if card is None:
            continue
        if any(e.op == "ally" for e in card.do) and t.state.pool:
            return option
        if any(e.op == "scrounge" for e in card.do) and t.state.scrounge:
            return option
        if card.ride:
            left = missing(t, who)
            ends = t.board.ends(who.space, card.ride)
            if any(end in left or t.board.spaces[end].kind == "calm" for end in ends) or (
                not left and t.board.camp in ends
            ):
                return option
    return _ability(t, who, options) or "end"


def _bite(t: Play, who: Figure, options: Options) -> str:
    plays = [o for o in options if o != "pass"]
    question_about_me = t.state.fight is None and t.state.drawn is not None and t.state.drawn.figure == who.name
    mine = question_about_me or t.state.active == who.name
    mates = bool(who.badge)
    return plays[0] if mine or mates or not t.state.turned() else "pass"


def _support(t: Play, who: Figure, options: Options) -> str:
    fight = t.state.fight
    plays = [o for o in options if o != "pass"]
    if fight is None or not who.badge or not plays:
        return "pass"
    return plays[0] if chance(t, fight) < 0.6 and t.figure(fight.figure).allies <= 1 else "pass"


def _encounter(t: Play, who: Figure, options: Options) -> str:
    drawn = t.state.drawn
    assert drawn is not None
    plays = [o for o in options if o != "face"]
    return plays[0] if drawn.strength >= 8 and who.allies <= 1 else "face"


def _choose(t: Play, who: Figure, options: Options) -> str:
    if "choose:camp" in options:
        if not missing(t, who):
            return "choose:camp"
        here = tour(t.board, who.space, missing(t, who))
        back = tour(t.board, t.board.camp, missing(t, who))
        return "choose:camp" if back <= here + 4 and who.space not in missing(t, who) else "choose:quarrel"
    if "choose:return" in options:
        return "choose:return" if not who.allies or not who.hand else "choose:discard"
    return options[0]


def _discard(t: Play, who: Figure, options: Options) -> str:
    return worst(options, "discard")


def _exchange(t: Play, who: Figure, options: Options) -> str:
    card = worst(options, "put")
    return card if card and worth(card.split(":")[1]) <= 4 and len(t.state.scrounge) > 0 else "done"


def _give(t: Play, who: Figure, options: Options) -> str:
    for mate in t.state.living():
        if mate is not who and len(mate.hand) + 2 <= len(who.hand):
            gifts = [o for o in options if o.endswith(f":{mate.name}")]
            return max(gifts, key=lambda o: worth(o.split(":")[1]), default="keep")
    return "keep"


SURVIVOR: dict[str, Callable[[Play, Figure, Options], str]] = {
    "turn": _turn,
    "move": _move,
    "fight": _fight,
    "rolled": _rolled,
    "after": _after,
    "bite": _bite,
    "support": _support,
    "encounter": _encounter,
    "choose": _choose,
    "discard": _discard,
    "exchange": _exchange,
    "give": _give,
}
"""How each question is answered."""
