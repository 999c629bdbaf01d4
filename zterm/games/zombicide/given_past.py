"""What must have happened before a position of a scenario file.

Pressed buttons, taken objectives and carried cards say something of doors, spawn zones and tokens of the mission, where
the position does not say it itself.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from zterm.games.zombicide.board import Way
from zterm.games.zombicide.content import Clause, Mission
from zterm.games.zombicide.inventory import cards
from zterm.games.zombicide.mission_checks import door_matches
from zterm.games.zombicide.state import Button, State


class Said(Struct, frozen=True):
    """What a position says itself: the doors and spawn zones it names, and whether it lists the populated zones."""

    doors: frozenset[str] = frozenset()
    spawns: frozenset[str] = frozenset()
    populated: bool = False


def settle(s: State, mission: Mission, said: Said) -> None:
    """Bring the state into line with what the position tells."""
    for name, button in s.buttons.items():
        if button.pressed:
            _linked_taken(s, button)
            _disable(s, mission, button)
            _doors_worked(s, mission, said, name, button)
            if button.on:
                _wake(s, said, _effects(mission, "press", button.colour))
    for objective in s.objectives.values():
        if objective.taken:
            _wake(s, said, _effects(mission, "take_objective", objective.colour))
    _tag_cards(s, mission)


def _effects(mission: Mission, trigger: str, colour: str) -> Iterator[Clause]:
    """Go through the effects of the rules that a colour triggers, for buttons those of switching on."""
    for rule in mission.rules:
        args = rule.when.args
        if rule.when.name == trigger and args["colour"] in ("any", colour) and args.get("to") != "off":
            yield from rule.effects


def _linked_taken(s: State, button: Button) -> None:
    """The first press took the linked objective (ZB-175)."""
    for objective in s.objectives.values():
        if objective.button and objective.colour == button.colour and not objective.taken:
            objective.taken, objective.shown = "somebody", objective.colour


def _disable(s: State, mission: Mission, button: Button) -> None:
    """A button that works once is used up."""
    for effect in _effects(mission, "press", button.colour):
        if effect.name == "disable_button" and effect.args["colour"] == button.colour:
            button.dead = True


def _doors_worked(s: State, mission: Mission, said: Said, name: str, button: Button) -> None:
    """The doors of a button were opened: nobody comes out of them a second time (ZB-174)."""
    board = mission.board
    doors = _doors(mission, name, button.colour)
    areas = [e.args["area"] for e in _effects(mission, "press", button.colour) if e.name == "spawn_area"]
    opened = s.ways
    for door in doors:
        opened |= 1 << door.bit
        if button.on and not mission.inline and door.id not in said.doors:
            s.ways |= 1 << door.bit
        elif not s.ways >> door.bit & 1 and door.id not in s.shut_again:
            s.shut_again.append(door.id)
    if said.populated:
        return
    lay = board.lay(opened)
    behind = [zone for door in doors for side in (door.a, door.b) for zone in lay.built(side)]
    behind += [zone for area in areas for zone in mission.areas.get(area, (area,))]
    s.populated += [zone for zone in board.zones if zone in behind and zone not in s.populated]


def _doors(mission: Mission, name: str, colour: str) -> list[Way]:
    """The doors that a button opens."""
    doors = mission.board.doors
    if mission.inline:
        return [doors[door] for button in mission.buttons if button.id == name for door in button.opens]
    worked = [effect.args for effect in _effects(mission, "press", colour) if effect.name == "open_doors"]
    return [door for door in doors.values() if any(door_matches(door, a["colour"], a["what"]) for a in worked)]


def _wake(s: State, said: Said, effects: Iterator[Clause]) -> None:
    """Spawn zones that were switched on are active (ZB-230)."""
    wanted = [effect.args["colour"] for effect in effects if effect.name == "spawn_on"]
    for name, spawn in s.spawns.items():
        if spawn.colour in wanted and name not in said.spawns:
            spawn.active = True


def _tag_cards(s: State, mission: Mission) -> None:
    """Cards that a mission sets aside for its objectives and somebody carries come from there."""
    effects = [effect for rule in mission.rules for effect in rule.effects]
    carried = {card for who in s.survivors.values() for _, card in cards(who)}
    piles = [effect.args for effect in effects if effect.name == "set_aside" and effect.args["all"]]
    for args in (effect.args for effect in effects if effect.name == "draw" and effect.args["tag"]):
        kinds = {card for pile in piles if pile["as"] == args["from"] for card in pile["cards"]}
        tagged = s.tags.setdefault(args["tag"], [])
        tagged += sorted((carried & kinds) - set(tagged))
