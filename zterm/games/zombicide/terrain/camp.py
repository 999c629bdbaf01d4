"""The camp (ZX-73 … ZX-78): tents, which the first survivor opens, and where nobody searches."""

from __future__ import annotations

from collections.abc import Iterator

from zterm.games.zombicide import points
from zterm.games.zombicide.catalogue import say, spoken, word
from zterm.games.zombicide.play import Content, Play
from zterm.games.zombicide.spawning import draw_card, resolve_card
from zterm.games.zombicide.state import State
from zterm.games.zombicide.terrain import events as ev
from zterm.games.zombicide.terrain.content import SEARCHED_TENTS
from zterm.games.zombicide.terrain.tokens import name_of, on
from zterm.kernel.chance import Chance
from zterm.kernel.decision import Flow
from zterm.kernel.views import Token

KIND = "tent"


def settled(t: Play) -> Flow[None]:
    """The first survivor in a tent opens it: a zombie card is drawn for it (ZX-75, ZX-76)."""
    for name, thing, _ in list(on(t, KIND)):
        people = t.state.at(thing.zone) if not thing.shown else []
        if people:
            thing.shown = True
            t.reveal()
            t.emit(ev.TentOpened("ZX-75", people[0].name, name, thing.face))
            yield from resolve_card(t, draw_card(t), thing.zone, "tent", "ZX-75")


def searched(t: Play, zone: str) -> bool | None:
    """Only the administration and the infirmary are searched (ZX-77); parking never is (ZX-02)."""
    its = t.board.zones[zone]
    if "no_search" in its.traits:
        return False
    if its.kind != KIND:
        return None
    return any(thing.zone == zone and thing.shown and thing.face in SEARCHED_TENTS for _, thing, _ in on(t, KIND))


def mix(content: Content, s: State, chance: Chance) -> None:
    """Place tents at random (ZX-74)."""
    forget(s, chance)


def forget(s: State, chance: Chance) -> None:
    """What is in the tents that nobody has opened, nobody knows."""
    closed = [thing for _, thing in points.things(s, KIND) if not thing.shown]
    if len(closed) > 1:
        faces = [thing.face for thing in closed]
        chance.shuffle(faces)
        for thing, face in zip(closed, faces, strict=True):
            thing.face = face


def tokens(t: Play) -> Iterator[Token]:
    """Tents on the map: what an open one is."""
    for name, thing, _ in on(t, KIND):
        words = name_of(thing, name)
        text = word("terrain_signs", KIND)
        if thing.shown:
            words = say("view", "tent_open", tent=word("tents", thing.face), id=spoken(name))
            text = word("tent_signs", thing.face)
        yield Token(thing.zone, "tent", text, words, "tower", active=thing.shown, id=name)


def fill() -> None:
    """Put the rules of the camp into the points."""
    points.SETTLED.append(settled)
    points.SEARCHED.append(searched)
    points.SETUP.append(mix)
    points.FORGET.append(forget)
    points.TOKENS.append(tokens)
