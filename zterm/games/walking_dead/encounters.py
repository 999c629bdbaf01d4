"""Encounters: drawn face up, who may interfere, and what they bring (chapters encounters and zombie cards)."""

from __future__ import annotations

from zterm.games.walking_dead import events as ev
from zterm.games.walking_dead.dying import barred
from zterm.games.walking_dead.effects import run
from zterm.games.walking_dead.play import Play, move_to
from zterm.games.walking_dead.state import RISEN, Drawn, Fight, Figure
from zterm.kernel.decision import Flow


def draw_encounter(t: Play, who: Figure, rule: str) -> None:
    """Lay the top Encounter face up (WD-47), one at a time (WD-124).

    An empty deck is made anew from the discards (WD-48).
    """
    s = t.state
    if not s.encounters:
        s.encounters, s.encounter_discard = s.encounter_discard, []
        t.chance.shuffle(s.encounters)
        if s.encounters:
            t.emit(ev.DeckShuffled("WD-48", "encounters", len(s.encounters)))
    if not s.encounters:
        t.emit(ev.DeckEmpty("WD-48", who.name, "encounters"))
        return
    card = s.encounters.pop(0)
    s.drawn = Drawn(card, who.name, t.box.encounters[card].strength)
    t.table.seen = True
    t.emit(ev.EncounterDrawn(rule, who.name, card, s.drawn.strength))


def reactions(t: Play, zombie: Figure) -> list[str]:
    """What a zombie may play on the Encounter that lies there: Sneak, and Frenzy if it is a fight (WD-85 … WD-87)."""
    drawn = t.state.drawn
    if drawn is None or zombie.status != RISEN or zombie.name in drawn.passed:
        return []
    kinds = ("sneak", "frenzy") if drawn.strength else ("sneak",)
    return sorted({f"play:{card}" for card in zombie.hand if t.box.zombie_cards[card].kind in kinds})


def encounter_step(t: Play) -> Flow[None]:
    """One question about the Encounter that lies face up, or its fight, or its text."""
    drawn = t.state.drawn
    assert drawn is not None
    who = t.figure(drawn.figure)
    for name in t.state.after(t.state.active):
        zombie = t.figure(name)
        options = reactions(t, zombie)
        if options:
            answer = yield from t.ask("react", zombie, [*options, "pass"], "WD-87", card=drawn.card, target=who.name)
            _react(t, drawn, who, zombie, answer)
            return
    if (yield from _shortcut(t, drawn, who)):
        return
    card = t.box.encounters[drawn.card]
    if drawn.strength:
        t.state.fight = Fight(who.name, drawn.card, drawn.strength)
        return
    yield from run(t, who, card.do, drawn.card, "WD-57")
    t.state.encounter_discard.append(drawn.card)
    t.state.drawn = None
    t.emit(ev.EncounterResolved("WD-57", who.name, drawn.card))


def _react(t: Play, drawn: Drawn, who: Figure, zombie: Figure, answer: str) -> None:
    if answer == "pass":
        drawn.passed.append(zombie.name)
        return
    card = answer.split(":")[1]
    zombie.drop(card)
    t.state.zombie_discard.append(card)
    sneaks = t.box.zombie_cards[card].kind == "sneak"
    t.emit(ev.ZombieCardPlayed("WD-86" if sneaks else "WD-87", zombie.name, card, who.name))
    if not sneaks:
        drawn.frenzy.append(card)
        return
    cancel(t, drawn, "WD-86", card)
    if zombie.space != who.space:
        move_to(t, zombie, who.space, "WD-86", "card")
    t.state.ambush = zombie.name


def cancel(t: Play, drawn: Drawn, rule: str, by: str) -> None:
    """Discard the Encounter unresolved."""
    t.state.encounter_discard.append(drawn.card)
    t.state.drawn = None
    t.emit(ev.EncounterCancelled(rule, drawn.figure, drawn.card, by))


def _shortcut(t: Play, drawn: Drawn, who: Figure) -> Flow[bool]:
    """Let a survivor play a card on the Encounter he has just drawn in his turn; it is replaced by another."""
    if who.name != t.state.active or barred(t):
        return False
    cards = sorted({card for card in who.hand if t.box.scrounge[card].when == "encounter"})
    if not cards:
        return False
    options = [*(f"play:{card}" for card in cards), "face"]
    answer = yield from t.ask("encounter", who, options, "WD-35", card=drawn.card)
    if answer == "face":
        return False
    card = answer.split(":")[1]
    who.drop(card)
    who.played.append(card)
    t.emit(ev.CardPlayed("WD-35", who.name, card))
    cancel(t, drawn, "WD-35", card)
    t.state.extra.insert(0, who.name)
    return True
