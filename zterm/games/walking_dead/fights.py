"""Fights: Scrounge cards before the roll, the roll, cards after it, and who won (chapters combat and scrounge)."""

from __future__ import annotations

from zterm.games.walking_dead import events as ev
from zterm.games.walking_dead.abilities import offers, use
from zterm.games.walking_dead.dying import barred, bite, kill_zombie
from zterm.games.walking_dead.effects import run
from zterm.games.walking_dead.play import Play
from zterm.games.walking_dead.state import RISEN, Fight, Figure
from zterm.kernel.decision import Flow


def bonus_of(t: Play, fight: Fight) -> int:
    """All that is added to the die (WD-51): cards in play (WD-40), help, the space, Location tiles."""
    who = t.figure(fight.figure)
    cards = sum(t.box.scrounge[card].attack for card in who.played)
    tiles = sum(t.box.tiles[tile].attack for tile in who.tiles)
    space = t.board.spaces[who.space].bonus if who.space else 0
    return cards + tiles + space + fight.support + fight.late


def strength_of(t: Play, fight: Fight) -> int:
    """The Strength to reach; Frenzy adds to that of an Encounter unless it is cancelled (WD-87, WD-119, WD-125)."""
    drawn = t.state.drawn
    if fight.attacker or drawn is None or t.state.calm:
        return fight.strength
    return fight.strength + sum(t.box.zombie_cards[card].adds for card in drawn.frenzy)


def loud(t: Play, who: Figure) -> int:
    """How many loud weapons lie before somebody, those of earlier fights of the turn too (WD-118)."""
    return sum(t.box.scrounge[card].loud for card in who.played)


def wins(t: Play, fight: Fight) -> bool:
    """Whether the fight as it stands is won: the total reaches the Strength (WD-52), or a 6 (WD-53, WD-126)."""
    if fight.die == 6 and (not fight.attacker or t.state.options["six"] == "always"):
        return True
    return fight.die + bonus_of(t, fight) >= strength_of(t, fight)


def chance_to_win(t: Play, fight: Fight, more: int = 0) -> float:
    """The chance of winning a fight on the next roll, with what is in play now and so much more."""
    sixes = not fight.attacker or t.state.options["six"] == "always"
    bonus, strength = bonus_of(t, fight) + more, strength_of(t, fight)
    return sum(face + bonus >= strength or (face == 6 and sixes) for face in range(1, 7)) / 6


def fight_step(t: Play) -> Flow[None]:
    """One question of a fight, or its roll and its end."""
    fight = t.state.fight
    assert fight is not None
    who = t.figure(fight.figure)
    if fight.die:
        yield from _after_roll(t, fight, who)
    elif fight.rolling:
        yield from _helpers(t, fight, who)
    else:
        yield from _before_roll(t, fight, who)


def _playable(t: Play, who: Figure, when: str) -> list[str]:
    if barred(t):
        return []
    return sorted({card for card in who.hand if t.box.scrounge[card].when == when})


def _before_roll(t: Play, fight: Fight, who: Figure) -> Flow[None]:
    """The fighter plays cards, rolls, or wins without a roll when his bonus suffices (WD-50, WD-112)."""
    options = ["roll", *(f"play:{card}" for card in _playable(t, who, "fight"))]
    options += offers(t, who, "fight")
    if bonus_of(t, fight) >= strength_of(t, fight) and not loud(t, who):
        options.append("win")
    answer = yield from t.ask("fight", who, options, "WD-50", card=fight.card, by=fight.attacker)
    if answer == "roll":
        fight.rolling = True
    elif answer == "win":
        yield from _settle(t, fight, who)
    elif answer.startswith("ability:"):
        yield from use(t, who, answer)
    else:
        _play(t, who, answer.split(":")[1])


def _play(t: Play, who: Figure, card: str) -> None:
    who.drop(card)
    who.played.append(card)
    t.emit(ev.CardPlayed("WD-39", who.name, card))
    if t.box.scrounge[card].calms:
        t.state.calm = True
        t.emit(ev.FrenzyCancelled("WD-119", who.name))


def _helpers(t: Play, fight: Fight, who: Figure) -> Flow[None]:
    """Ask who can help "any survivor", one after the other (WD-36); then the die falls."""
    for name in t.state.after(who.name)[1:]:
        helper = t.figure(name)
        cards = _playable(t, helper, "support") if helper.alive and name not in fight.helped else []
        if not cards:
            continue
        options = [*(f"play:{card}" for card in cards), "pass"]
        answer = yield from t.ask("support", helper, options, "WD-36", target=who.name, card=fight.card)
        if answer == "pass":
            fight.helped.append(name)
        else:
            card = answer.split(":")[1]
            helper.drop(card)
            t.state.scrounge_discard.append(card)
            fight.support += t.box.scrounge[card].attack
            t.emit(ev.CardPlayed("WD-36", name, card, who.name))
        return
    fight.die = t.chance.dice(1)[0]
    _report(t, fight)


def _report(t: Play, fight: Fight) -> None:
    bonus, strength = bonus_of(t, fight), strength_of(t, fight)
    t.emit(ev.FightRolled("WD-51", fight.figure, fight.die, bonus, fight.die + bonus, strength))


def _after_roll(t: Play, fight: Fight, who: Figure) -> Flow[None]:
    """Cards and abilities after the roll, while they can still matter (WD-38)."""
    options: list[str] = []
    lost = not wins(t, fight)
    if lost:
        options += [f"play:{card}" for card in _playable(t, who, "roll")]
    if lost or (fight.die == 1 and loud(t, who)):
        options += offers(t, who, "rolled")
    if not options:
        yield from _settle(t, fight, who)
        return
    answer = yield from t.ask("rolled", who, [*options, "stand"], "WD-38", die=fight.die, card=fight.card)
    if answer == "stand":
        yield from _settle(t, fight, who)
    elif answer.startswith("ability:"):
        yield from use(t, who, answer)
        _report(t, fight)
    else:
        fight.acted = True
        _play(t, who, answer.split(":")[1])
        _report(t, fight)


def _settle(t: Play, fight: Fight, who: Figure) -> Flow[None]:
    """End a fight: cards come back, loud shots are heard, then what winning or losing brings (WD-54, WD-55)."""
    won = not fight.die or wins(t, fight)
    total, strength = fight.die + bonus_of(t, fight), strength_of(t, fight)
    made = ev.FightWon if won else ev.FightLost
    rule = ("WD-53" if fight.die == 6 and total < strength else "WD-52") if won else "WD-55"
    t.emit(made(rule, who.name, fight.card, fight.die, total, strength))
    if fight.die == 1:
        t.state.extra += [who.name] * loud(t, who)
    _take_back(t, fight, who, won)
    t.state.fight = None
    if fight.attacker:
        yield from _zombie_fought(t, fight, who, won)
    else:
        yield from _encounter_fought(t, fight, who, won)


def _take_back(t: Play, fight: Fight, who: Figure, won: bool) -> None:
    """Return what comes back: Crossbows after a 6 (WD-115), Baseball Bats after a win without a late card (WD-114)."""
    for card in list(who.played):
        back = t.box.scrounge[card].back
        if (back == "six" and fight.die == 6) or (back == "won" and won and not fight.acted):
            who.played.remove(card)
            who.hand.append(card)
            t.emit(ev.CardReturned("WD-115" if back == "six" else "WD-114", who.name, card))


def _encounter_fought(t: Play, fight: Fight, who: Figure, won: bool) -> Flow[None]:
    card = t.box.encounters[fight.card]
    if won:
        yield from run(t, who, card.win, fight.card, "WD-54")
    elif card.lose is None:
        yield from bite(t, who, fight.card, "WD-55")
    else:
        yield from run(t, who, card.lose, fight.card, "WD-54")
    t.state.faced.append(fight.card)
    t.state.drawn = None
    t.emit(ev.EncounterResolved("WD-49", who.name, fight.card))


def _zombie_fought(t: Play, fight: Fight, who: Figure, won: bool) -> Flow[None]:
    """A won fight kills the zombie that stands there (WD-91), never the player of Bitten! (WD-120)."""
    card = t.box.zombie_cards[fight.card]
    zombie = t.figure(fight.attacker)
    if won:
        if fight.near and zombie.status == RISEN and zombie.space == who.space:
            kill_zombie(t, zombie, who.name)
    elif card.lose is None:
        yield from bite(t, who, fight.attacker, "WD-90")
    else:
        yield from run(t, who, card.lose, fight.attacker, "WD-90")
