"""Everything that changes in a match of Zombicide, as plain typed data.

Zones, kinds and cards are ids; what they mean lies in the content. ``ways`` is the set of open ways
(doors, torn fences, gate sides) as a bit mask over ``Board.ways``: the one truth about what is open.
"""

from __future__ import annotations

from msgspec import Struct, field

HANDS = 2
SLOT_NAMES = ("hand1", "hand2", *(f"pack{n}" for n in range(1, 13)))
"""Names of the slots; those beyond the ones a survivor has hold cards for as long as he trades."""
SLOT_OF = {name: i for i, name in enumerate(SLOT_NAMES)}
LEVELS = ("blue", "yellow", "orange", "red")
THRESHOLDS = (0, 7, 19, 43)
WOUNDED = "wounded"


class Survivor(Struct):
    """One survivor: where he is, what he carries, what he can still do.

    ``slots`` are card ids or "wounded" or None (two hands, then the pack); ``empty`` are the slots whose weapon
    has to be reloaded. ``actions`` are ordinary actions left this turn, ``free`` free actions left by kind, ``used``
    skills used this turn, ``deeds`` what he did this turn (kill, combat, drive, noise), ``marks`` lasting marks
    (extra action of a Born Leader …).
    ``fell`` says who eliminated him ("zombies", "friend"), ``down`` that he waits to rise again.
    """

    name: str
    player: str
    zone: str
    slots: list[str | None]
    skills: list[str]
    xp: int = 0
    level: int = 0
    wounds: int = 0
    actions: int = 0
    free: dict[str, int] = field(default_factory=dict)
    empty: list[int] = field(default_factory=list)
    used: list[str] = field(default_factory=list)
    deeds: list[str] = field(default_factory=list)
    marks: list[str] = field(default_factory=list)
    car: str = ""
    seat: int = 0
    searched: bool = False
    done: bool = False
    alive: bool = True
    down: bool = False
    escaped: bool = False
    zombivor: bool = False
    fell: str = ""
    kills: int = 0
    came: str = ""

    @property
    def playing(self) -> bool:
        """On the board and able to act or be hit (not dead, not laid down, not escaped)."""
        return self.alive and not self.down and not self.escaped


class Car(Struct):
    """A car: kind, zone, who sits on its four seats (driver first), whether it was searched."""

    kind: str
    zone: str
    seats: list[str | None]
    searched: bool = False


class Objective(Struct):
    """An objective token; ``colour`` is its hidden face, ``shown`` the face everybody sees."""

    zone: str
    colour: str
    shown: str
    taken: str = ""
    button: bool = False


class Button(Struct):
    """A button: how often pressed, whether it stands on, whether it can be pressed again."""

    zone: str
    colour: str
    pressed: int = 0
    on: bool = False
    dead: bool = False


class SpawnZone(Struct):
    """A spawn zone token."""

    zone: str
    colour: str
    active: bool


class Thing(Struct):
    """A token of the terrain chapters: its kind, its zone, the side that shows ("" while it is not on the board),
    whether that side is known, and who has built on it."""

    kind: str
    zone: str
    face: str = ""
    shown: bool = True
    people: list[str] = field(default_factory=list)


class State(Struct):
    """The whole match. ``phase`` is setup, players, zombies, spawn, end or over; ``stage`` counts the parts
    of a phase already done (spawn zones drawn, runner actions). ``turnstiles`` remembers for the zombies in a
    security zone, by kind, the zone each came from. ``things`` are tokens of the terrain chapters; ``tired`` counts by
    zone and kind the zombies that move no more in this activation.
    ``shut_again`` lists the doors that were closed after they had stood open."""

    players: list[str]
    survivors: dict[str, Survivor]
    ways: int
    zombies: dict[str, dict[str, int]]
    noise: dict[str, int]
    pool: dict[str, int]
    equipment: list[str]
    equipment_discard: list[str]
    zombie_deck: list[str]
    zombie_discard: list[str]
    aside: dict[str, list[str]]
    cars: dict[str, Car]
    objectives: dict[str, Objective]
    buttons: dict[str, Button]
    spawns: dict[str, SpawnZone]
    gates: dict[str, str]
    populated: list[str]
    options: dict[str, str]
    turn: int = 1
    phase: str = "setup"
    stage: int = 0
    first_player: str = ""
    to_play: list[str] = field(default_factory=list)
    active: str = ""
    locked: list[str] = field(default_factory=list)
    shut_again: list[str] = field(default_factory=list)
    opens_with: dict[str, str] = field(default_factory=dict)
    fired: list[str] = field(default_factory=list)
    cache: dict[str, list[str]] = field(default_factory=dict)
    tags: dict[str, list[str]] = field(default_factory=dict)
    face_down: list[list[str]] = field(default_factory=list)
    driving: bool = False
    turnstiles: dict[str, dict[str, list[str]]] = field(default_factory=dict)
    loud: str = ""
    loud_by: str = ""
    dealt: dict[str, str] = field(default_factory=dict)
    things: dict[str, Thing] = field(default_factory=dict)
    tired: dict[str, dict[str, int]] = field(default_factory=dict)
    outcome: str = ""
    reason: str = ""

    def standing(self) -> list[Survivor]:
        """Survivors on the board, in seating order."""
        return [s for s in self.survivors.values() if s.alive and not s.down and not s.escaped]

    def at(self, zone: str) -> list[Survivor]:
        """Survivors on the board in a zone, in seating order."""
        return [s for s in self.survivors.values() if s.zone == zone and s.alive and not s.down and not s.escaped]

    def crowd(self, zone: str) -> int:
        """Zombies of all kinds in a zone."""
        here = self.zombies.get(zone)
        return sum(here.values()) if here else 0
