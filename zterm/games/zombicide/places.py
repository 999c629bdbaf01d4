"""Directions and names of places: which way a zone lies from another, and what a way is called."""

from __future__ import annotations

from collections import Counter
from weakref import WeakKeyDictionary

from zterm.games.zombicide.board import Board, Way, Zone
from zterm.games.zombicide.catalogue import Term, has, mission_text, phrase, say, spoken, term, word
from zterm.games.zombicide.play import Content

SIDES = ("N", "E", "S", "W")
BACK = {"N": "S", "S": "N", "E": "W", "W": "E"}
_headings: WeakKeyDictionary[Board, dict[tuple[str, str], str]] = WeakKeyDictionary()


def heading(board: Board, a: str, b: str) -> str:
    """The side ("N" "E" "S" "W") on which zone ``b`` lies from its neighbour ``a``, as the lattice has it."""
    known = _headings.setdefault(board, {})
    found = known.get((a, b))
    if found is None:
        found = known[a, b] = _heading(board, a, b)
    return found


def _heading(board: Board, a: str, b: str) -> str:
    votes: Counter[str] = Counter()
    for way in board.between(a, b):
        for side in way.sides:
            if direction := _beyond(board.zones[a], board.zones[b], side):
                votes[direction] += 1
    if votes:
        return max(SIDES, key=lambda side: votes[side])
    (ax, ay), (bx, by) = _middle(board.zones[a]), _middle(board.zones[b])
    if a == b and (off := board.between(a, b)):
        bx, by = off[0].at[0] - 0.5, off[0].at[1] - 0.5
    if abs(bx - ax) > abs(by - ay):
        return "E" if bx > ax else "W"
    return "S" if by > ay else "N"


def _beyond(a: Zone, b: Zone, side: tuple[int, int, str]) -> str:
    """The direction from ``a`` over a cell side, judged by the cells of either zone beside it."""
    x, y, line = side
    near, far = (x, y), (x, y - 1) if line == "N" else (x - 1, y)
    if near in a.cells or far in b.cells:
        return line
    if far in a.cells or near in b.cells:
        return BACK[line]
    return ""


def _middle(zone: Zone) -> tuple[float, float]:
    return (
        sum(x for x, _ in zone.cells) / len(zone.cells),
        sum(y for _, y in zone.cells) / len(zone.cells),
    )


def zone_words(content: Content, zone: str) -> str:
    """A zone with its kind: "z7 (street)"."""
    known = content.mission.board.zones.get(zone)
    return say("view", "zone", zone=zone, kind=word("zones", known.kind)) if known else zone


def door_term(content: Content, door: str) -> Term:
    """A door, fence or gate side in words: "white cell door d3"."""
    way = next((w for w in content.mission.board.ways if w.id == door), None)
    if way is None:
        return phrase("view", "door", door=term("doors", "door"), id=door)
    return way_term(way)


def way_term(way: Way) -> Term:
    """A way that can be shut, in words."""
    if not has("doors", way.by):
        return term("barriers", way.by)
    name = term("doors", way.by)
    if way.colour in ("", "neutral"):
        return phrase("view", "door", door=name, id=way.id)
    return phrase("view", "door_colour", door=name, id=way.id, colour=term("colours", way.colour))


def car_term(content: Content, car: str) -> Term:
    """A car in words: "police car c1"."""
    known = next((c for c in content.mission.cars if c.id == car), None)
    return phrase("view", "car_name", car=term("cars", known.kind), id=car) if known else Term(car)


def token_term(content: Content, token: str) -> Term:
    """An objective or a button in words; the colour of an objective is not told."""
    mission = content.mission
    button = next((b for b in mission.buttons if b.id == token), None)
    if button is not None:
        return phrase("view", "button", colour=term("colours", button.colour), id=token)
    feature = content.features.get(token)
    if feature is not None:
        return phrase("view", "thing", thing=term("terrain", feature.kind), id=spoken(token))
    if any(o.id == token for o in mission.objectives):
        return phrase("view", "objective", id=token)
    return Term(token)


def rule_words(content: Content, rule: str) -> str:
    """The name of a mission's rule, given as "M00:silent_alarm" or "silent_alarm"."""
    name = rule.split(":", 1)[-1]
    known = next((r for r in content.mission.rules if r.id == name), None)
    return mission_text(content.box, content.mission, f"rule_{name}", known.name) if known else rule
