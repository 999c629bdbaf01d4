"""What can happen in Zombicide: typed facts, put into words by the message catalogue.

``rule`` is the id of the rule that caused the event ("ZB-206", or a mission's own "M00:silent_alarm").
Zones, survivors, kinds and cards are ids. ``from`` is spelled ``start`` in Python.
"""

from __future__ import annotations

from msgspec import field

from zterm.kernel.decision import Event


class PhaseBegan(Event, frozen=True, tag="phase_began"):
    """A phase of the round begins."""

    phase: str
    turn: int


class TurnBegan(Event, frozen=True, tag="turn_began"):
    """A survivor begins his turn."""

    survivor: str


class Moved(Event, frozen=True, tag="moved"):
    """A survivor went, was pulled or was pushed from one zone to the next."""

    survivor: str
    start: str = field(name="from")
    to: str


class DiceRolled(Event, frozen=True, tag="dice_rolled"):
    """Dice of an attack: faces as they fell, the face needed, and how many hit."""

    survivor: str
    weapon: str
    faces: tuple[int, ...]
    needed: int
    hits: int
    zone: str = ""


class DiceRerolled(Event, frozen=True, tag="dice_rerolled"):
    """All dice of an attack rolled again, and by what."""

    survivor: str
    weapon: str
    faces: tuple[int, ...]
    needed: int
    hits: int
    by: str
    zone: str = ""


class ZombieKilled(Event, frozen=True, tag="zombie_killed"):
    """A survivor killed a zombie."""

    survivor: str
    zombie: str
    zone: str


class ZombieAbsorbed(Event, frozen=True, tag="zombie_absorbed"):
    """Hits fell on a zombie that is too tough or immune and were lost."""

    zombie: str
    zone: str
    hits: int = 1


class XpGained(Event, frozen=True, tag="xp_gained"):
    """A survivor gained experience."""

    survivor: str
    amount: int
    total: int


class LevelGained(Event, frozen=True, tag="level_gained"):
    """A survivor reached a danger level."""

    survivor: str
    level: str


class SkillGained(Event, frozen=True, tag="skill_gained"):
    """A survivor has a new skill."""

    survivor: str
    skill: str


class NoiseMade(Event, frozen=True, tag="noise_made"):
    """Noise tokens were put on a zone."""

    zone: str
    amount: int


class SurvivorWounded(Event, frozen=True, tag="survivor_wounded"):
    """A survivor took a Wounded card, by whom, and the card it cost (None for none)."""

    survivor: str
    by: str
    lost: str | None


class WoundPrevented(Event, frozen=True, tag="wound_prevented"):
    """A wound was prevented by a card or a skill."""

    survivor: str
    by: str


class SurvivorKilled(Event, frozen=True, tag="survivor_killed"):
    """A survivor was eliminated."""

    survivor: str
    by: str


class SurvivorRose(Event, frozen=True, tag="survivor_rose"):
    """A survivor came back as a zombivor."""

    survivor: str


class SurvivorEscaped(Event, frozen=True, tag="survivor_escaped"):
    """A survivor left the board alive."""

    survivor: str


class CardDrawn(Event, frozen=True, tag="card_drawn"):
    """A survivor drew or received an equipment card."""

    survivor: str
    card: str


class CardDiscarded(Event, frozen=True, tag="card_discarded"):
    """A survivor discarded an equipment card."""

    survivor: str
    card: str


class ZombieCardDrawn(Event, frozen=True, tag="zombie_card_drawn"):
    """A zombie card was drawn for a zone, read at a danger level."""

    card: str
    zone: str
    row: str


class DeckShuffled(Event, frozen=True, tag="deck_shuffled"):
    """Discards became a deck again ("equipment" or "zombies")."""

    deck: str


class DoorOpened(Event, frozen=True, tag="door_opened"):
    """A door opened; ``by`` is a survivor or a button."""

    door: str
    by: str


class DoorClosed(Event, frozen=True, tag="door_closed"):
    """A door closed."""

    door: str


class GateTurned(Event, frozen=True, tag="gate_turned"):
    """A rotating gate turned; ``open`` are the sides open now."""

    gate: str
    open: tuple[str, ...]


class ButtonPressed(Event, frozen=True, tag="button_pressed"):
    """A survivor pressed a button."""

    button: str
    survivor: str


class ObjectiveTaken(Event, frozen=True, tag="objective_taken"):
    """A survivor took an objective, which showed its colour."""

    objective: str
    colour: str
    survivor: str


class ZombiesSpawned(Event, frozen=True, tag="zombies_spawned"):
    """Zombies were placed, and why ("card", "escort", "manhole", "aaahh", "mission", "building")."""

    zone: str
    zombie: str
    count: int
    why: str


class ZombiesAttacked(Event, frozen=True, tag="zombies_attacked"):
    """Zombies of a kind attacked in a zone."""

    zone: str
    zombie: str
    count: int


class ZombiesMoved(Event, frozen=True, tag="zombies_moved"):
    """Zombies of a kind went from one zone to the next."""

    zombie: str
    count: int
    start: str = field(name="from")
    to: str


class ZombiesSplit(Event, frozen=True, tag="zombies_split"):
    """A group split over several ways; ``added`` zombies made the parts equal."""

    zombie: str
    zone: str
    groups: int
    added: int


class ExtraActivation(Event, frozen=True, tag="extra_activation"):
    """All zombies of a kind act once more ("card", "shortage", "taunt")."""

    zombie: str
    why: str


class PoolEmpty(Event, frozen=True, tag="pool_empty"):
    """Miniatures of a kind ran out; ``missing`` could not be placed."""

    zombie: str
    missing: int


class FenceTorn(Event, frozen=True, tag="fence_torn"):
    """An Abomination tore razor wire on its way."""

    start: str = field(name="from")
    to: str


class CarMoved(Event, frozen=True, tag="car_moved"):
    """A car drove along zones."""

    car: str
    path: tuple[str, ...]


class SeatTaken(Event, frozen=True, tag="seat_taken"):
    """A survivor sits on a seat of a car (1 is the driver's)."""

    survivor: str
    car: str
    seat: int


class SeatLeft(Event, frozen=True, tag="seat_left"):
    """A survivor left a car."""

    survivor: str
    car: str


class ItemsMoved(Event, frozen=True, tag="items_moved"):
    """A card changed its place (``slot`` is the new one; ``other`` lay there before) or its owner (``partner``)."""

    survivor: str
    partner: str = ""
    card: str = ""
    slot: str = ""
    other: str = ""


class ItemBuilt(Event, frozen=True, tag="item_built"):
    """Two cards were combined."""

    survivor: str
    item: str


class WeaponReloaded(Event, frozen=True, tag="weapon_reloaded"):
    """A weapon was reloaded in a turn."""

    survivor: str
    weapon: str


class SkillUsed(Event, frozen=True, tag="skill_used"):
    """A survivor used a skill on a target (a zone or a name)."""

    survivor: str
    skill: str
    target: str = ""


class WoundHealed(Event, frozen=True, tag="wound_healed"):
    """A Wounded card was removed."""

    survivor: str


class SpawnActivated(Event, frozen=True, tag="spawn_activated"):
    """A spawn zone began to spawn."""

    spawn: str


class SpawnStopped(Event, frozen=True, tag="spawn_stopped"):
    """A spawn zone stopped."""

    spawn: str


class DoorUnlocked(Event, frozen=True, tag="door_unlocked"):
    """A locked door may be opened now."""

    door: str


class NoiseCleared(Event, frozen=True, tag="noise_cleared"):
    """All noise tokens left the board."""


class FirstPlayer(Event, frozen=True, tag="first_player"):
    """The first-player token is with a player."""

    player: str


class DeckEmpty(Event, frozen=True, tag="deck_empty"):
    """Nothing is left to draw."""

    deck: str


class ChainStopped(Event, frozen=True, tag="chain_stopped"):
    """A chain of extra activations repeated itself and was ended."""

    zombie: str


class MatchOver(Event, frozen=True, tag="match_over"):
    """The match ended."""

    outcome: str
    reason: str
