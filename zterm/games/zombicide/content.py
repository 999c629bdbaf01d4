"""Typed content of Zombicide: the box (cards, tiles, sheets, figures) and what a mission is made of.

``box.load_box`` reads a content pack, ``missions.load_mission`` a mission; boards drawn in scenario files are read by
``inline.mission_from_inline``. All types are frozen; ids are snake case text.
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from zterm.games.zombicide.board import Board
from zterm.games.zombicide.tiles import Tile

GAME = "zombicide"
"""What files and saves call this game."""
LEVELS = ("blue", "yellow", "orange", "red")
SPECIES = ("standard", "berserker", "toxic")
TYPES = ("walker", "fatty", "runner", "abomination")
COLOURS = ("red", "blue", "green", "yellow", "violet", "white", "neutral")
CAR_KINDS = (
    "police",
    "pimpmobile",
    "hippiemobile",
    "sports",
    "taxi",
    "motorcycle",
    "boat",
    "bulldozer",
    "hummer",
    "truck",
    "helicopter",
    "wreck",
)

INLINE = "inline"
"""The id of a mission that a scenario brings along: nobody calls it anything."""


class Attack(Struct, frozen=True):
    """One way to attack with a card. ``min`` and ``max`` count zones (0 is the own zone), ``accuracy`` is the least
    roll that hits; ``everything`` kills all in the target zone (``lasts``: without being used up by it), ``chooses``
    lets the player choose the targets."""

    id: str
    item: str
    ranged: bool
    min: int
    max: int
    dice: int = 0
    accuracy: int = 0
    damage: int = 0
    dual: bool = False
    noise: bool = False
    reload: bool = False
    everything: bool = False
    chooses: bool = False
    lasts: bool = False


class Item(Struct, frozen=True):
    """An equipment card. ``count`` is how many the box holds, ``kind`` weapon, item, food or event.

    ``rerolls``: attacks this card lets re-roll, from any slot. ``prevents``: in a hand it may be discarded against a
    wound. ``grants``: skills while in a hand. ``partner``: with that card in the other hand ``partner_dice`` more
    dice. ``parts``: what it is combined from; with ``keeps_parts`` those cards stay under it. ``breaks_walls``: makes
    breaches. ``special``: "ultrared" or "pimp", the deck of special weapons it belongs to.
    """

    id: str
    name: str
    count: int
    kind: str
    attacks: tuple[Attack, ...] = ()
    opens_doors: bool = False
    door_noise: bool = False
    search_bonus: int = 0
    rerolls: tuple[str, ...] = ()
    prevents: bool = False
    grants: tuple[str, ...] = ()
    partner: str = ""
    partner_dice: int = 0
    parts: tuple[str, ...] = ()
    keeps_parts: bool = False
    breaks_walls: bool = False
    special: str = ""


class Row(Struct, frozen=True):
    """A row of a zombie card: ``what`` is spawn, extra, manhole or nothing; ``zombie`` a kind of zombie."""

    what: str
    zombie: str = ""
    count: int = 0


class ZombieCard(Struct, frozen=True):
    """A zombie card: its row for each danger level."""

    id: str
    rows: dict[str, Row]


class Face(Struct, frozen=True):
    """One side of a survivor's sheet: skill ids by level; orange and red are choices."""

    blue: str
    yellow: str
    orange: tuple[str, ...]
    red: tuple[str, ...]


class Sheet(Struct, frozen=True):
    """A survivor: both sides of the sheet, and the card a "starts with" skill hands out ("" if none)."""

    id: str
    name: str
    letter: str
    starts_with: str
    standard: Face
    zombivor: Face


class ZombieKind(Struct, frozen=True):
    """A kind of zombie (ZB-109, ZB-111).

    ``toughness``: the damage that kills it, ``priority`` its place in ranged attacks (ZB-252).
    """

    id: str
    name: str
    plural: str
    type: str
    species: str
    actions: int
    toughness: int
    xp: int
    priority: int


class Tokens(Struct, frozen=True):
    """The tokens of the box. ``doors`` by kind and colour; ``objectives`` and ``spawns``: how many are red on both
    sides, and the colours on the back of the others; ``cars``: the two kinds of each car token."""

    doors: dict[str, dict[str, int]]
    objectives_red: int
    objectives_backs: tuple[str, ...]
    spawns_red: int
    spawns_backs: tuple[str, ...]
    buttons: dict[str, int]
    cars: tuple[tuple[str, str], ...]
    towers: int
    gates: int
    tears: int


class Box(Struct, frozen=True):
    """Everything in the box of a pack. ``set_aside``, ``start``, ``filler`` and ``never_reshuffled`` are item ids
    (ZB-027, ZB-035, ZB-141); ``wounded`` is the number of Wounded cards, ``dice`` of dice, ``folder`` where it lies."""

    id: str
    name: str
    items: dict[str, Item]
    attacks: dict[str, Attack]
    zombie_cards: dict[str, ZombieCard]
    sheets: dict[str, Sheet]
    tiles: dict[str, Tile]
    kinds: dict[str, ZombieKind]
    miniatures: dict[str, int]
    tokens: Tokens
    skills: tuple[str, ...]
    set_aside: tuple[str, ...]
    start: tuple[str, ...]
    filler: tuple[str, ...]
    never_reshuffled: tuple[str, ...]
    wounded: int
    dice: int
    folder: str


class Spawn(Struct, frozen=True):
    """A spawn zone token; ``also`` are further zones it lies on."""

    id: str
    zone: str
    colour: str
    active: bool
    also: tuple[str, ...] = ()


class Objective(Struct, frozen=True):
    """An objective token with the colour that shows (hidden ones show red)."""

    id: str
    zone: str
    colour: str


class Button(Struct, frozen=True):
    """A button; ``opens`` are doors it opens and closes by itself (scenario files only, missions say it in rules)."""

    id: str
    zone: str
    colour: str
    opens: tuple[str, ...] = ()


class Car(Struct, frozen=True):
    """A car token."""

    id: str
    kind: str
    zone: str


class Gate(Struct, frozen=True):
    """A rotating gate: ``open`` are the sides open at the start, ``bits`` the bit of each side (N E S W) in
    ``State.ways``; ``button`` turns it ("" if the mission's rules do)."""

    id: str
    zone: str
    open: tuple[str, ...]
    bits: dict[str, int]
    button: str = ""


class Feature(Struct, frozen=True):
    """A token of the terrain chapters: its kind, the zones it lies in or parts, the ways it works on, its bit in
    ``State.ways`` (-1: none), the side that shows at the start, and what else the mission says of it."""

    id: str
    kind: str
    zones: tuple[str, ...]
    ways: tuple[str, ...] = ()
    bit: int = -1
    face: str = ""
    args: dict[str, Any] = {}


class Clause(Struct, frozen=True):
    """A trigger, condition or effect with its arguments, as ``mission_language`` defines them."""

    name: str
    args: dict[str, Any]


class MissionRule(Struct, frozen=True):
    """A special rule: when the trigger fires and all conditions hold, the effects happen in order."""

    id: str
    name: str
    when: Clause
    conditions: tuple[Clause, ...]
    effects: tuple[Clause, ...]


class Step(Struct, frozen=True):
    """An objective of the mission in words, and the condition that tells it is done."""

    text: str
    done_when: Clause


class Mission(Struct, frozen=True):
    """A mission on its board. ``doors_open`` are the bits of ``State.ways`` set at the start (open doors and gate
    sides), ``areas`` named sets of zones (``start``, ``exit`` and ``board`` always among them), ``driving`` whether
    cars may be driven, ``hash`` a digest of the file.
    """

    id: str
    game: str
    title: str
    difficulty: str
    minutes: int
    survivors_min: int
    story: str
    board: Board
    start: tuple[str, ...]
    exits: tuple[str, ...]
    spawns: tuple[Spawn, ...]
    objectives: tuple[Objective, ...]
    buttons: tuple[Button, ...]
    cars: tuple[Car, ...]
    gates: tuple[Gate, ...]
    doors_open: int
    areas: dict[str, tuple[str, ...]]
    steps: tuple[Step, ...]
    rules: tuple[MissionRule, ...]
    driving: bool
    hash: str
    tiles: tuple[str, ...] = ()
    inline: bool = False
    features: tuple[Feature, ...] = ()
