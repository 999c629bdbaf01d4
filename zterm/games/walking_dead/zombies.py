"""A zombie player's turn and cards (chapters zombies and zombie cards)."""

from __future__ import annotations

from zterm.games.walking_dead import events as ev
from zterm.games.walking_dead.effects import run
from zterm.games.walking_dead.play import Play, discard, draw_zombie_hand, move_to, region_of, survivors_on
from zterm.games.walking_dead.state import RISEN, Fight, Figure
from zterm.kernel.decision import Flow


def respawn_step(t: Play) -> Flow[None]:
    """A killed zombie comes up in a sewer with a new hand, and then has its turn (WD-92)."""
    who = t.active
    options = [f"respawn:{space}" for space in t.board.respawns]
    answer = yield from t.ask("respawn", who, options, "WD-92")
    who.space, who.status = answer.split(":")[1], RISEN
    t.emit(ev.ZombieReturned("WD-92", who.name, who.space))
    draw_zombie_hand(t, who, "WD-92")
    t.state.phase = "zombie_roll"


def place_step(t: Play) -> Flow[None]:
    """In the team game each zombie player places his figure in a sewer, one after the other (WD-98)."""
    s = t.state
    who = next((f for f in s.turned() if not f.space), None)
    if who is None:
        s.phase = "setup"
        return
    options = [f"respawn:{space}" for space in t.board.respawns]
    answer = yield from t.ask("respawn", who, options, "WD-98")
    who.space = answer.split(":")[1]
    t.emit(ev.ZombieReturned("WD-98", who.name, who.space))


def roll_step(t: Play) -> Flow[None]:
    """Rolling is for those who want to move (WD-72)."""
    who = t.active
    answer = yield from t.ask("zombie_roll", who, ["roll", "stay"], "WD-72")
    if answer == "stay":
        t.state.phase = "zombie_card"
        return
    t.state.rolled = t.chance.dice(1)[0]
    t.emit(ev.MoveRolled("WD-72", who.name, t.state.rolled, t.state.rolled))
    t.state.phase = "zombie_move"


def _go(t: Play, who: Figure, spaces: int, rule: str) -> Flow[None]:
    """Move up to so many spaces, ending where a survivor stands (WD-72 … WD-76)."""
    ways = t.board.reach(who.space, spaces, [f.space for f in t.state.living()])
    options = ["stay", *(f"move:{space}" for space in ways)]
    answer = yield from t.ask("zombie_move", who, options, rule, spaces=spaces)
    if answer != "stay":
        to = answer.split(":")[1]
        met = "WD-74" if survivors_on(t.state, to) else rule
        move_to(t, who, to, met, "zombie", ways[to])


def move_step(t: Play) -> Flow[None]:
    """Move up to the roll."""
    yield from _go(t, t.active, t.state.rolled, "WD-72")
    t.state.phase = "zombie_card"


def attacks(t: Play, who: Figure) -> list[str]:
    """Attack cards on the survivors of the zombie's space (WD-79)."""
    here = survivors_on(t.state, who.space)
    cards = sorted({card for card in who.hand if t.box.zombie_cards[card].kind == "attack"})
    return [f"play:{card}:{target.name}" for card in cards for target in here]


def biteable(t: Play, who: Figure) -> list[Figure]:
    """On whom Bitten! can be played (WD-88): survivors with Allies, by the letter only far from the zombie (WD-89)."""
    region = region_of(t, who)
    found = []
    for target in t.state.living():
        apart = target.space != who.space and not (region and region == region_of(t, target))
        if target.allies and (apart or t.state.options["bitten"] == "anywhere"):
            found.append(target)
    return found


def playable(t: Play, who: Figure) -> list[str]:
    """What a zombie may play in its turn after moving: one card (WD-79, WD-83, WD-88)."""
    options = attacks(t, who)
    kinds = {card: t.box.zombie_cards[card].kind for card in sorted(set(who.hand))}
    if not survivors_on(t.state, who.space):
        options += [f"play:{card}" for card, kind in kinds.items() if kind == "move"]
    for card, kind in kinds.items():
        if kind == "bitten":
            options += [f"play:{card}:{target.name}" for target in biteable(t, who)]
    return options


def card_step(t: Play) -> Flow[None]:
    """Play one card, or none (WD-80)."""
    s, who = t.state, t.active
    answer = yield from t.ask("zombie_card", who, ["pass", *playable(t, who)], "WD-79")
    s.phase = "zombie_end"
    if answer == "pass":
        return
    _, card, *target = answer.split(":")
    if not target:
        _lay(t, who, card, "WD-83", "")
        s.lurch, s.phase = card, "lurch"
        return
    bitten = t.box.zombie_cards[card].kind == "bitten"
    yield from attack(t, who, card, t.figure(target[0]), not bitten)


def _lay(t: Play, who: Figure, card: str, rule: str, target: str) -> None:
    who.drop(card)
    t.state.zombie_discard.append(card)
    t.emit(ev.ZombieCardPlayed(rule, who.name, card, target, t.box.zombie_cards[card].strength))


def attack(t: Play, who: Figure, name: str, target: Figure, near: bool) -> Flow[None]:
    """Attack with a card: its extra effect comes at once (WD-82), then the survivor fights its Strength (WD-81)."""
    card = t.box.zombie_cards[name]
    _lay(t, who, name, "WD-88" if card.kind == "bitten" else "WD-81", target.name)
    if card.kind == "bitten":
        target.allies -= 1
        t.emit(ev.AlliesLost("WD-88", target.name, 1))
    yield from run(t, target, card.first, name, "WD-82")
    if target.alive:
        t.state.fight = Fight(target.name, name, card.strength, who.name, near)


def lurch_step(t: Play) -> Flow[None]:
    """Extra movement of a card; whom it reaches has to fight its Strength (WD-83, WD-84)."""
    s, who = t.state, t.active
    card = t.box.zombie_cards[s.lurch]
    yield from _go(t, who, card.spaces, "WD-83")
    s.phase, s.lurch = "zombie_end", ""
    here = survivors_on(s, who.space)
    if not here:
        return
    options = [f"target:{target.name}" for target in here]
    answer = yield from t.ask("target", who, options, "WD-79", card=card.id)
    target = t.figure(answer.split(":")[1])
    s.fight = Fight(target.name, card.id, card.strength, who.name, True)


def ambush_step(t: Play) -> Flow[None]:
    """After Sneak the zombie may play another card (WD-86)."""
    s = t.state
    who = t.figure(s.ambush)
    answer = yield from t.ask("ambush", who, ["pass", *attacks(t, who)], "WD-86")
    s.ambush = ""
    if answer != "pass":
        _, card, target = answer.split(":")
        yield from attack(t, who, card, t.figure(target), True)


def end_step(t: Play) -> Flow[None]:
    """Discard one card if wanted, then draw up to the limit (WD-71, WD-93)."""
    s, who = t.state, t.active
    if who.hand:
        options = ["keep", *sorted({f"discard:{card}" for card in who.hand})]
        answer = yield from t.ask("zombie_end", who, options, "WD-93")
        if answer != "keep":
            discard(t, who, answer.split(":")[1], "WD-93")
    draw_zombie_hand(t, who, "WD-93")
    s.phase = "over_turn"
