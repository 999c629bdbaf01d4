"""Confessionals (ZX-70, ZX-71); chandelier and bell are in ``rubble`` (ZX-72)."""

from __future__ import annotations

from collections.abc import Iterator

from zterm.games.zombicide import points
from zterm.games.zombicide.actions import pay
from zterm.games.zombicide.catalogue import say, word
from zterm.games.zombicide.events import CardDiscarded, CardDrawn, DeckEmpty
from zterm.games.zombicide.inventory import bury, rearrange
from zterm.games.zombicide.play import Content, Play, Why
from zterm.games.zombicide.points import Verb
from zterm.games.zombicide.searching import draw_equipment, receive
from zterm.games.zombicide.spawning import place, shortages
from zterm.games.zombicide.state import State, Survivor
from zterm.games.zombicide.terrain import events as ev
from zterm.games.zombicide.terrain.tokens import name_of, on, term_of, turn
from zterm.kernel.chance import Chance
from zterm.kernel.decision import Cost, Flow
from zterm.kernel.views import Token

KIND = "confessional"


def offer(t: Play, who: Survivor) -> list[str]:
    """Offer the confessionals of the zone."""
    if not t.state.things or who.actions < 1 or who.car:
        return []
    return [f"confess:{name}" for name, thing, _ in on(t, KIND) if thing.zone == who.zone]


def do(t: Play, who: Survivor, args: list[str]) -> Flow[None]:
    """Turn a confessional over and take it away: a weapon, or a Walker (ZX-71)."""
    pay(who, "confess")
    thing = t.state.things[args[0]]
    holds = thing.face
    t.reveal()
    turn(t, args[0], "")
    t.emit(ev.BoothOpened("ZX-71", who.name, args[0], holds))
    kept = False
    if holds == "walker":
        yield from shortages(t, place(t, who.zone, "walker", 1, "booth", "ZX-71"))
    elif holds == "ultrared":
        kept = yield from _first_ultrared(t, who)
    else:
        kept = yield from _any_pimp(t, who)
    if kept and who.playing:
        yield from rearrange(t, who, "ZX-71")


def _first_ultrared(t: Play, who: Survivor) -> Flow[bool]:
    """Draw until an Ultrared weapon comes up, also among the discards; the other cards are discarded."""
    s = t.state
    while any(t.items[card].special == "ultrared" for card in (*s.equipment, *s.equipment_discard)):
        card = draw_equipment(t)
        if card is None:
            break
        if t.items[card].special == "ultrared":
            return (yield from receive(t, who, card, "ZX-71"))
        t.emit(CardDrawn("ZX-71", who.name, card))
        t.emit(CardDiscarded("ZX-71", who.name, card))
        bury(t, card)
    t.emit(DeckEmpty("ZX-71", "ultrared"))
    return False


def _any_pimp(t: Play, who: Survivor) -> Flow[bool]:
    """Draw one of the special weapons that are left, by chance."""
    pile = [card for card in t.items for _ in t.state.aside.get(card, ()) if t.items[card].special == "pimp"]
    if not pile:
        t.emit(DeckEmpty("ZX-71", "pimpmobile"))
        return False
    card = pile[t.chance.below(len(pile))]
    t.state.aside[card].pop()
    return (yield from receive(t, who, card, "ZX-71"))


def mix(content: Content, s: State, chance: Chance) -> None:
    """Lay confessionals face down at random (ZX-70)."""
    closed = [thing for _, thing in points.things(s, KIND) if thing.face and not thing.shown]
    faces = [thing.face for thing in closed]
    chance.shuffle(faces)
    for thing, face in zip(closed, faces, strict=True):
        thing.face = face


def forget(s: State, chance: Chance) -> None:
    """What is in the confessionals that are left, nobody knows."""
    closed = [thing for _, thing in points.things(s, KIND) if thing.face and not thing.shown]
    if len(closed) > 1:
        faces = [thing.face for thing in closed]
        chance.shuffle(faces)
        for thing, face in zip(closed, faces, strict=True):
            thing.face = face


def label(t: Play, who: Survivor, args: list[str]) -> str:
    """The option in words."""
    return say("options", "confess", token=term_of(t.state.things[args[0]], args[0]))


def why_not(t: Play, who: Survivor, args: list[str]) -> Why:
    """Say why a confessional is not opened."""
    name = args[0] if args else ""
    thing = t.state.things.get(name)
    if thing is None or thing.kind != KIND:
        return "no_such_token", {"what": name}
    if not thing.face:
        return "booth_open", {"token": name}
    if thing.zone != who.zone:
        return "token_elsewhere", {"token": name}
    if who.car:
        return "in_car", {"car": who.car}
    return "no_actions", {"needed": 1, "left": who.actions}


def tokens(t: Play) -> Iterator[Token]:
    """Confessionals on the map."""
    for name, thing, _ in on(t, KIND):
        yield Token(thing.zone, "booth", word("terrain_signs", KIND), name_of(thing, name), "item", id=name)


def fill() -> None:
    """Put the rules of the church into the points."""
    points.VERBS["confess"] = Verb("ZX-71", offer, do, label, lambda t, who, args: Cost(1), why_not)
    points.SETUP.append(mix)
    points.FORGET.append(forget)
    points.TOKENS.append(tokens)
