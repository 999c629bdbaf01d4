"""Terrain tokens on the table: turning them over, with the bit that carries what they do to ways and sight."""

from __future__ import annotations

from collections.abc import Iterator

from zterm.games.zombicide.catalogue import Term, phrase, spoken, term
from zterm.games.zombicide.content import Feature
from zterm.games.zombicide.play import Content, Play
from zterm.games.zombicide.state import State, Thing
from zterm.games.zombicide.terrain.content import FILLED

WORKS: dict[str, frozenset[str]] = {
    "barricade": frozenset({"finished"}),
    "wall": frozenset({"wall"}),
    "breakable": frozenset({"breach"}),
    "bridge": frozenset({""}),
    **{kind: frozenset({kind}) for kind in FILLED},
}
"""The sides with which a token's bit is set."""


def turn(t: Play, name: str, face: str) -> None:
    """Show a side of a token ("": it leaves the board) and set its bit accordingly."""
    t.state.things[name].face = face
    set_bit(t.content, t.state, name)


def set_bit(content: Content, s: State, name: str) -> None:
    """Bring a token's bit in line with the side that shows."""
    feature, thing = content.features[name], s.things[name]
    if feature.bit < 0:
        return
    works = thing.face in WORKS[thing.kind] and not (
        thing.kind == "deflated_boat" and s.options.get("deflated_boat") == "boats"
    )
    mask = 1 << feature.bit
    s.ways = s.ways | mask if works else s.ways & ~mask


def laid(content: Content, s: State) -> None:
    """Let match options decide what tokens do, and keep faces that are not known down."""
    for name, feature in content.features.items():
        set_bit(content, s, name)
        if feature.kind in ("tent", "confessional"):
            s.things[name].shown = bool(feature.args["open"])
        s.things[name].people = list(feature.args.get("builders", ()))


def on(t: Play, *kinds: str) -> Iterator[tuple[str, Thing, Feature]]:
    """Go through the tokens of some kinds that are on the board."""
    for name, thing in t.state.things.items():
        if thing.face and thing.kind in kinds:
            yield name, thing, t.content.features[name]


def name_of(thing: Thing, name: str) -> str:
    """A token in words: "rubble r1"."""
    return term_of(thing, name).text


def term_of(thing: Thing, name: str) -> Term:
    """The same, with its kind and its id as forms."""
    return phrase("view", "thing", thing=term("terrain", thing.kind), id=spoken(name))
