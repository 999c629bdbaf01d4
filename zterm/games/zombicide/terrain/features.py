"""All features of the terrain expansion, brought into the points of the rules once."""

from __future__ import annotations

from typing import Any

from zterm.games.zombicide import points
from zterm.games.zombicide.play import Content
from zterm.games.zombicide.state import State
from zterm.games.zombicide.terrain import barricades, bridges, camp, church, rubble, toxic, walls, water
from zterm.games.zombicide.terrain.barricades import GONE
from zterm.games.zombicide.terrain.tokens import laid

MODULES = (barricades, rubble, walls, water, bridges, church, camp, toxic)
HIDDEN = ("tent", "confessional")


def public(content: Content, s: State) -> dict[str, Any]:
    """The tokens as everybody sees them: what lies face down is not told."""
    return {"terrain": {name: _token(content, s, name) for name in s.things}} if s.things else {}


def _token(content: Content, s: State, name: str) -> dict[str, Any]:
    thing = s.things[name]
    found: dict[str, Any] = {"kind": thing.kind, "zone": thing.zone, "there": bool(thing.face)}
    if thing.kind in HIDDEN:
        found["open"] = thing.shown
        if thing.shown and thing.face:
            found["holds"] = thing.face
        return found
    found["state"] = thing.face or "none"
    if thing.kind == "barricade":
        found["builders"] = [name for name in thing.people if name != GONE]
        found["between"] = list(content.features[name].zones)
    return found


def fill() -> None:
    """Fill the points, once however often it is asked for."""
    if points.LAID:
        return
    points.LAID.append(laid)
    points.PUBLIC.append(public)
    for module in MODULES:
        module.fill()
