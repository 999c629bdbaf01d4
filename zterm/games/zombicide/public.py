"""The state in its public names (what ``{"get": "state"}`` answers and scenarios look at); deck orders stay hidden."""

from __future__ import annotations

from typing import Any

from zterm.games.zombicide import points
from zterm.games.zombicide.play import Content, danger
from zterm.games.zombicide.state import HANDS, LEVELS, State, Survivor


def public(content: Content, s: State) -> dict[str, Any]:
    """Describe the state with the names of the interface; nothing face-down or in a deck is told."""
    board = content.mission.board
    more = {key: value for add in points.PUBLIC for key, value in add(content, s).items()}
    return more | {
        "turn": s.turn,
        "phase": s.phase,
        "danger": danger(s),
        "loud": s.loud or None,
        "active": s.active or None,
        "first_player": s.first_player or None,
        "players": list(s.players),
        "options": dict(s.options),
        "zones": {zone: _zone(s, zone, its.kind) for zone, its in board.zones.items()},
        "doors": {
            name: {
                "state": "open" if s.ways >> way.bit & 1 else "closed",
                "colour": way.colour,
                "locked": name in s.locked,
            }
            for name, way in board.doors.items()
        },
        "gates": {name: {"open": list(sides)} for name, sides in s.gates.items()},
        "buttons": {name: {"zone": b.zone, "pressed": b.pressed, "on": b.on} for name, b in s.buttons.items()},
        "cars": {
            name: {"kind": c.kind, "zone": c.zone, "seats": list(c.seats), "searched": c.searched}
            for name, c in s.cars.items()
        },
        "survivors": {name: survivor(who) for name, who in s.survivors.items()},
        "spawns": {name: {"zone": z.zone, "colour": z.colour, "active": z.active} for name, z in s.spawns.items()},
        "objectives": {name: _objective(s, name) for name in s.objectives},
        "decks": {
            "equipment": len(s.equipment),
            "equipment_discard": len(s.equipment_discard),
            "zombies": len(s.zombie_deck),
            "zombie_discard": len(s.zombie_discard),
            "aside": {name: len(pile) for name, pile in s.aside.items()},
        },
        "discards": {"equipment": list(s.equipment_discard), "zombies": list(s.zombie_discard)},
        "pool": dict(s.pool),
        "outcome": s.outcome or None,
    }


def _zone(s: State, zone: str, kind: str) -> dict[str, Any]:
    return {
        "kind": kind,
        "zombies": dict(s.zombies.get(zone, {})),
        "noise": s.noise.get(zone, 0),
        "survivors": [who.name for who in s.at(zone)],
        "objectives": [n for n, o in s.objectives.items() if o.zone == zone and not o.taken],
    }


def _objective(s: State, name: str) -> dict[str, Any]:
    objective = s.objectives[name]
    found: dict[str, Any] = {"zone": objective.zone, "taken": bool(objective.taken)}
    if objective.taken or objective.button:
        found["colour"] = objective.colour
    return found


def survivor(who: Survivor) -> dict[str, Any]:
    """Describe one survivor."""
    return {
        "player": who.player,
        "zone": None if who.escaped or not who.alive else who.zone,
        "seat": f"{who.car}:{who.seat}" if who.car else None,
        "xp": who.xp,
        "level": LEVELS[who.level],
        "actions": who.actions,
        "free": dict(who.free),
        "wounds": who.wounds,
        "hand": list(who.slots[:HANDS]),
        "pack": list(who.slots[HANDS:]),
        "skills": list(who.skills),
        "zombivor": who.zombivor,
        "alive": who.alive and not who.down,
        "down": who.down,
        "escaped": who.escaped,
        "done": who.done,
        "searched": who.searched,
        "unloaded": [who.slots[i] for i in who.empty],
        "marks": list(who.marks),
        "kills": who.kills,
    }
