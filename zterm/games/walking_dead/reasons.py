"""Why an option of The Walking Dead is good or bad, in words: what the player who is asked can see, never more."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from zterm.content.outward import capital
from zterm.content.templates import listed
from zterm.games.walking_dead.catalogue import WORDS, card, space, who
from zterm.games.walking_dead.content import Effect
from zterm.games.walking_dead.fights import bonus_of, chance_to_win, strength_of
from zterm.games.walking_dead.play import Play, region_of, survivors_on, zombies_on
from zterm.games.walking_dead.sense.look import AWAY, far, missing, tour, worth
from zterm.games.walking_dead.state import Fight, Figure
from zterm.kernel.decision import percent
from zterm.kernel.match import Match

Facts = dict[str, Any]
Said = Iterator[str]

POOR = 4
"""A Scrounge card worth no more than this helps little."""


def reasons(match: Match[Any], option: str) -> list[str]:
    """Say why to take a legal option, or what to mind about it: sentences, the weightiest first."""
    decision = match.decision
    t: Play = match.rules.play(match.state)  # type: ignore[attr-defined]
    actor = t.state.figures.get(decision.actor or "") if decision is not None else None
    if decision is None or actor is None:
        return []
    verb, *args = option.split(":")
    say = _SAYS.get(f"{decision.kind}:{verb}") or _SAYS.get(decision.kind)
    said = list(say(t, actor, [verb, *args], dict(decision.about))) if say is not None else []
    return [capital(line) for line in said]


def _say(key: str, **facts: Any) -> str:
    return WORDS.say("advice", key, **facts)


def _name(t: Play, figure: Figure) -> str:
    return who(t.content, figure.name)


def _way(t: Play, actor: Figure, start: str) -> Said:
    """How far it still is from a space, through the Locations that are missing and home."""
    left = [corner for corner in missing(t, actor) if corner != start]
    length = tour(t.board, start, left)
    if left:
        yield _say("way", n=length, tiles=listed(space(t.content, corner) for corner in left))
    elif start != t.board.camp:
        yield _say("way_home", n=length)


def _turn(t: Play, actor: Figure, args: list[str], about: Facts) -> Said:
    yield from _way(t, actor, actor.space)


def _move(t: Play, actor: Figure, args: list[str], about: Facts) -> Said:
    to = t.board.spaces[args[1]]
    left = missing(t, actor)
    if to.id == t.board.camp and not left:
        yield _say("move_home")
        return
    if to.id in left:
        yield _say("move_tile", tile=space(t.content, to.id))
    elif to.kind == "corner":
        yield _say("move_corner")
    elif to.kind in ("scrounge", "calm", "again", "camp"):
        yield _say(f"move_{to.kind}")
    elif to.bonus:
        yield _say("move_bonus", n=to.bonus)
    for name in zombies_on(t.state, to.id):
        yield _say("move_zombie", zombie=_name(t, name))
    yield from _way(t, actor, to.id)


def _bites(lose: Iterable[Effect] | None) -> int:
    return 1 if lose is None else sum(effect.n for effect in lose if effect.op == "bite")


def _stake(t: Play, fight: Fight) -> str:
    """What losing a fight costs."""
    cards = t.box.zombie_cards if fight.attacker else t.box.encounters
    bites = _bites(cards[fight.card].lose)
    loser = t.figure(fight.figure)
    if not bites:
        return _say("lose_other")
    name = _name(t, loser)
    return _say("lose_death", survivor=name) if bites > loser.allies else _say("lose_bite", survivor=name, n=bites)


def _fight(t: Play, actor: Figure, args: list[str], about: Facts) -> Said:
    fight = t.state.fight
    assert fight is not None
    if args[0] == "win":
        yield _say("win", bonus=bonus_of(t, fight), strength=strength_of(t, fight))
        return
    yield _with_card(t, fight, args[1]) if args[0] == "play" else _roll(t, fight)
    yield _stake(t, fight)


def _roll(t: Play, fight: Fight) -> str:
    """The chance to win a fight as it stands."""
    chance = percent(chance_to_win(t, fight))
    return _say("roll", chance=chance, bonus=bonus_of(t, fight), strength=strength_of(t, fight))


def _with_card(t: Play, fight: Fight, played: str) -> str:
    """What a Scrounge card makes of the chance to win a fight."""
    now, then = chance_to_win(t, fight), chance_to_win(t, fight, t.box.scrounge[played].attack)
    return _say("card_raises" if then > now else "card_same", now=percent(now), then=percent(then))


def _rolled(t: Play, actor: Figure, args: list[str], about: Facts) -> Said:
    fight = t.state.fight
    assert fight is not None
    short = strength_of(t, fight) - fight.die - bonus_of(t, fight)
    helps = sum(t.box.scrounge[name].attack for name in actor.hand if t.box.scrounge[name].when == "roll")
    if args[0] == "play":
        rest = short - t.box.scrounge[args[1]].attack
        yield _say("late_short", n=rest) if rest > 0 else _say("late_enough")
    elif short > helps:
        yield _say("stand_short", n=short)
    elif short > 0:
        yield _say("stand_spares")
    else:
        yield _say("stand_won")
        return
    yield _stake(t, fight)


def _reroll_fight(t: Play, actor: Figure, args: list[str], about: Facts) -> Said:
    fight = t.state.fight
    assert fight is not None
    yield _say("again", chance=percent(chance_to_win(t, fight, t.box.characters[actor.name].bonus)))
    yield _stake(t, fight)
    yield _say("once")


def _reroll_move(t: Play, actor: Figure, args: list[str], about: Facts) -> Said:
    yield _say("again_move", n=t.state.rolled)
    yield _say("once")


def _ability(t: Play, actor: Figure, args: list[str], about: Facts) -> Said:
    match t.box.characters[actor.name].ability:
        case "take_discard":
            attack = t.box.scrounge[args[2]].attack
            if attack:
                yield _say("take_attack", card=card(t.content, args[2]), n=attack)
            elif worth(args[2]) == max(map(worth, t.state.scrounge_discard)):
                yield _say("take_best", card=card(t.content, args[2]))
        case "move_survivor" if args[2] == actor.name:
            yield from _move(t, actor, ["move", args[3]], about)
        case "exchange":
            poor = sum(worth(name) <= POOR for name in actor.hand)
            yield _say("exchange", n=poor)
        case "collect":
            givers = [
                f for f in t.state.living() if f is not actor and f.hand and region_of(t, f) == region_of(t, actor)
            ]
            yield _say("collect", people=listed(_name(t, f) for f in givers))
    yield _say("once")


def _play_late(t: Play, actor: Figure, args: list[str], about: Facts) -> Said:
    """A card after the Encounters of the turn (WD-35)."""
    played = t.box.scrounge[args[1]]
    for effect in played.do:
        if effect.op == "ally":
            yield _say("gain_ally", n=effect.n, left=t.state.pool)
        elif effect.op == "scrounge":
            yield _say("gain_cards", n=effect.n)
    if played.ride:
        ends = t.board.ends(actor.space, played.ride)
        good = [end for end in ends if end in missing(t, actor)]
        good += [t.board.camp] if not missing(t, actor) and t.board.camp in ends else []
        near = listed(space(t.content, end) for end in good)
        yield _say("ride", spaces=near) if near else _say("ride_on", n=played.ride)


def _end(t: Play, actor: Figure, args: list[str], about: Facts) -> Said:
    usable = [name for name in actor.hand if t.box.scrounge[name].when == "turn"]
    yield _say("end_saves") if usable else _say("end_nothing")


def _rival(actor: Figure, other: Figure) -> bool:
    return other is not actor and (not actor.badge or actor.badge != other.badge)


def _bite(t: Play, actor: Figure, args: list[str], about: Facts) -> Said:
    victim = t.figure(about["victim"])
    name = _name(t, victim)
    if args[0] == "pass" and _rival(actor, victim):
        yield _say("rival", survivor=name)
    yield _say("bite_ally", survivor=name, n=victim.allies) if victim.allies else _say("bite_death", survivor=name)


def _support(t: Play, actor: Figure, args: list[str], about: Facts) -> Said:
    fight = t.state.fight
    assert fight is not None
    fighter = t.figure(fight.figure)
    if args[0] == "play":
        yield _with_card(t, fight, args[1])
    else:
        if _rival(actor, fighter):
            yield _say("rival", survivor=_name(t, fighter))
        yield _say("alone", survivor=_name(t, fighter), chance=percent(chance_to_win(t, fight)))
    yield _stake(t, fight)


def _encounter(t: Play, actor: Figure, args: list[str], about: Facts) -> Said:
    drawn = t.state.drawn
    assert drawn is not None
    if not drawn.strength:
        yield _say("no_fight")
        return
    fight = Fight(actor.name, drawn.card, drawn.strength)
    yield _roll(t, fight)
    yield _stake(t, fight)


def _choose(t: Play, actor: Figure, args: list[str], about: Facts) -> Said:
    if args[1] in ("camp", "quarrel"):
        here, back = (tour(t.board, start, missing(t, actor)) for start in (actor.space, t.board.camp))
        yield _say("choose_way", here=here, camp=back)
    else:
        yield _say("choose_has", allies=actor.allies, cards=len(actor.hand))


def _discard(t: Play, actor: Figure, args: list[str], about: Facts) -> Said:
    if args[0] == "done":
        yield _say("done")
    elif worth(args[1]) == min(map(worth, actor.hand)):
        yield _say("least")
    else:
        yield _say("not_least")


def _give(t: Play, actor: Figure, args: list[str], about: Facts) -> Said:
    mates = [f for f in t.state.living() if f is not actor and f.badge == actor.badge]
    others = listed(f"{_name(t, mate)} {len(mate.hand)}" for mate in mates)
    yield _say("hands", own=len(actor.hand), others=others)


def _show(t: Play, actor: Figure, args: list[str], about: Facts) -> Said:
    yield _say("show")


def _prey(t: Play, start: str) -> Said:
    """The nearest survivor to a space, for a zombie."""
    here = survivors_on(t.state, start)
    if here:
        yield _say("prey_here", people=listed(_name(t, f) for f in here))
        return
    ways = far(t.board, start, True)
    near = min(t.state.living(), key=lambda f: ways.get(f.space, AWAY), default=None)
    if near is not None and near.space in ways:
        yield _say("prey_near", survivor=_name(t, near), n=ways[near.space])


def _attacks(t: Play, actor: Figure) -> str:
    """The attack cards in a zombie's hand, in words."""
    return listed(
        card(t.content, name) for name in sorted(set(actor.hand)) if t.box.zombie_cards[name].kind == "attack"
    )


def _armed(t: Play, actor: Figure) -> str:
    held = _attacks(t, actor)
    return _say("attack_held", cards=held) if held else _say("attack_none")


def _zombie_roll(t: Play, actor: Figure, args: list[str], about: Facts) -> Said:
    yield from _prey(t, actor.space)
    yield _armed(t, actor)


def _zombie_move(t: Play, actor: Figure, args: list[str], about: Facts) -> Said:
    yield from _prey(t, args[1] if len(args) > 1 else actor.space)


def _victim(t: Play, name: str, strength: int) -> str:
    target = t.figure(name)
    facts = {"survivor": _name(t, target), "allies": target.allies, "cards": len(target.hand)}
    return _say("victim", strength=strength, **facts)


def _zombie_card(t: Play, actor: Figure, args: list[str], about: Facts) -> Said:
    if args[0] == "pass":
        yield _say("card_kept")
        yield from _prey(t, actor.space)
        return
    played = t.box.zombie_cards[args[1]]
    if len(args) > 2:
        yield _victim(t, args[2], played.strength)
        return
    reach = t.board.reach(actor.space, played.spaces, [f.space for f in t.state.living()])
    people = listed(_name(t, f) for f in t.state.living() if f.space in reach)
    yield _say("reach", people=people, strength=played.strength) if people else _say("reach_none", n=played.spaces)


def _target(t: Play, actor: Figure, args: list[str], about: Facts) -> Said:
    yield _victim(t, args[1], t.box.zombie_cards[about["card"]].strength)


def _zombie_end(t: Play, actor: Figure, args: list[str], about: Facts) -> Said:
    yield _armed(t, actor)


def _react(t: Play, actor: Figure, args: list[str], about: Facts) -> Said:
    drawn = t.state.drawn
    assert drawn is not None
    target = t.figure(drawn.figure)
    kind = t.box.zombie_cards[args[1]].kind if args[0] == "play" else ""
    if kind == "sneak":
        yield _say("sneak", survivor=_name(t, target))
        yield _armed(t, actor)
    elif drawn.strength:
        fight = Fight(target.name, drawn.card, drawn.strength)
        facts = {"survivor": _name(t, target), "bonus": bonus_of(t, fight), "allies": target.allies}
        more = t.box.zombie_cards[args[1]].adds if kind else 0
        yield _say("frenzy" if kind else "frenzy_not", strength=strength_of(t, fight) + more, **facts)
    else:
        yield _say("no_fight")


_SAYS: dict[str, Callable[[Play, Figure, list[str], Facts], Said]] = {
    "turn": _turn,
    "turn:ability": _ability,
    "turn:show": _show,
    "move": _move,
    "move:ability": _reroll_move,
    "fight": _fight,
    "fight:ability": _ability,
    "rolled": _rolled,
    "rolled:ability": _reroll_fight,
    "after": _play_late,
    "after:ability": _ability,
    "after:show": _show,
    "after:end": _end,
    "bite": _bite,
    "support": _support,
    "encounter": _encounter,
    "choose": _choose,
    "discard": _discard,
    "exchange": _discard,
    "give": _give,
    "zombie_roll": _zombie_roll,
    "zombie_move": _zombie_move,
    "respawn": _zombie_move,
    "zombie_card": _zombie_card,
    "ambush": _zombie_card,
    "target": _target,
    "zombie_end": _zombie_end,
    "react": _react,
}
"""What is said, by the kind of the question, or of one verb of it."""
