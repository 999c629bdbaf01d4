"""What a game shows, as plain data that any front end can draw.

A game knows no screen and a front end knows no rule: between them lie the structures of this
module. ``Shape`` is drawn once a match (the board that never changes), ``View`` after each
answer. All positions are lattice cells: ``x`` to the right, ``y`` down, from 0.
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from zterm.kernel.decision import Decision

Cell = tuple[int, int]


class Area(Struct, frozen=True):
    """A place of the board where figures stand (zone, space, square).

    ``kind`` is a texture role ("street", "corridor", "room", "cell", "yard", "security", "gate",
    "tower", "extra"); ``cells`` are the lattice cells it covers, row by row.
    """

    id: str
    kind: str
    cells: tuple[Cell, ...]


class Side(Struct, frozen=True):
    """A line on the north or west side of a cell (x may be the width, y the height of the board).

    ``kind``: "wall" (nothing passes), "open" (a border of two areas, free), "gap" (a doorway: free
    passage through a wall), "fence" (seen through, not walked through), "edge" (free edge of the board).
    Sides inside one area have no entry.
    """

    x: int
    y: int
    side: str
    kind: str


class Shape(Struct, frozen=True):
    """The board that never changes in a match: size in cells, areas, lines, and cells that are no area.

    ``fills`` maps a cell to "solid" (roof, wall mass) or "wire" (a strip of razor wire).
    """

    width: int
    height: int
    areas: tuple[Area, ...]
    sides: tuple[Side, ...]
    fills: dict[Cell, str]


class Mark(Struct, frozen=True):
    """A door or another thing that stands on a line between two areas and can change.

    ``at`` is the exact middle in lattice units (cell corners are whole numbers), ``axis`` "h" for a
    door in a horizontal wall, "v" in a vertical one, ``kind`` "door", "main_door", "cell_door", "tear".
    """

    id: str
    at: tuple[float, float]
    axis: str
    kind: str
    colour: str
    open: bool
    areas: tuple[str, str]


class Token(Struct, frozen=True):
    """Something that stands in an area.

    ``group`` says how it is drawn: "zombie" (``text`` "W", ``count``, ``extra`` berserkers of the same
    type), "survivor" (``text`` a small letter, capital wanted when ``active``), "noise", "objective",
    "button", "spawn", "start", "exit", "car", "manhole", "item". ``role`` is a colour role of the theme.
    ``name`` is the thing in words, for look mode and plain mode.
    """

    area: str
    group: str
    text: str
    name: str
    role: str = ""
    count: int = 1
    extra: int = 0
    active: bool = False
    id: str = ""


class Field(Struct, frozen=True):
    """A labelled value of the status line or of a sheet; ``role`` colours it.

    ``key`` says in every language alike what it is, where a front end may want to know ("range", "dice").
    ``short`` is the label where there is little room ("": none of its own).
    """

    label: str
    value: str
    role: str = ""
    key: str = ""
    short: str = ""


class Card(Struct, frozen=True):
    """A card in a hand: where it lies, its name, and what is printed on it (short words, in order).

    ``ready`` is said of one that can be used as it lies (in a hand and not in a bag), ``played`` of one that was played
    and lies face up before its owner.
    """

    slot: str
    name: str
    stats: tuple[Field, ...] = ()
    marks: str = ""
    role: str = ""
    ready: bool = False
    played: bool = False


class Person(Struct, frozen=True):
    """One line of the people's pane, with the sheet and the hand behind it.

    ``level`` is a one-letter rank with its colour role in ``role``; ``actions`` is what is left, None
    when it is not this one's turn; ``track`` is (now, next threshold, last threshold) of the progress track.
    ``brief`` are the few values that matter in a game without points and wounds (short labels), instead of those.
    """

    id: str
    name: str
    letter: str
    area: str
    level: str
    role: str
    points: int
    wounds: int
    wound_limit: int
    actions: int | None
    active: bool
    done: bool
    state: str
    player: str
    track: tuple[int, ...] = ()
    sheet: tuple[Field, ...] = ()
    cards: tuple[Card, ...] = ()
    place: str = ""
    brief: tuple[Field, ...] = ()


class Goal(Struct, frozen=True):
    """Something that has to be reached, in words, and whether it is now."""

    text: str
    done: bool = False


class View(Struct, frozen=True):
    """Everything a front end shows of one moment, for one viewer.

    ``status`` are the fields of the status line in order; ``focus`` is the area to keep in sight.
    ``places`` describes an area in words, for look mode and plain mode: kind and what is there on the first
    line, the ways out on a second one if the game says them. ``private`` is the player whose hidden hand it shows
    ("" when it shows nobody's, or nobody else plays): before people at one screen see it they hand the screen over.
    ``goals`` are what wins the match, all of them together. ``names`` are those of areas whose ids nobody says (the
    words in ``places`` begin with them).
    """

    title: str
    status: tuple[Field, ...]
    people: tuple[Person, ...]
    tokens: tuple[Token, ...]
    marks: tuple[Mark, ...]
    focus: str
    places: dict[str, str]
    private: str = ""
    goals: tuple[Goal, ...] = ()
    names: dict[str, str] = {}


class Arrow(Struct, frozen=True):
    """A group that will go from an area to the next one: the kind of its pieces and their number.

    ``sign`` is the kind as the map writes it ("W"), ``words`` kind and number in words, ``rule`` what moves them.
    """

    start: str
    end: str
    what: str
    count: int
    sign: str = ""
    words: str = ""
    rule: str = ""


class Bite(Struct, frozen=True):
    """Harm that will be done in an area: how many wounds, who may take them (ids), and by what, in words."""

    area: str
    count: int
    whom: tuple[str, ...]
    words: str = ""
    rule: str = ""


class Split(Struct, frozen=True):
    """A group that will part over several ways; ``added`` pieces come to make the parts equal."""

    area: str
    groups: int
    added: int
    words: str
    rule: str = ""


class Branch(Struct, frozen=True):
    """What happens if the players' own choices on the way are these (``choices`` are option ids in order).

    ``apart`` says in words what tells it from the other branches; empty where nobody says.
    """

    choices: tuple[str, ...]
    arrows: tuple[Arrow, ...]
    bites: tuple[Bite, ...]
    lines: tuple[str, ...]
    splits: tuple[Split, ...] = ()
    apart: tuple[str, ...] = ()


class Way(Struct, frozen=True):
    """One way at a question in a preview: the answers to it and what it brings, and the route by which the game finds
    it again (told to nobody else)."""

    route: tuple[Any, ...]
    answers: tuple[str, ...]


class Threat(Struct, frozen=True):
    """What the game's own side will do next if it acted now.

    One branch when nobody has a choice in it; ``complete`` is False when there are more branches than were followed.
    ``asked`` is the first question at which branches part, ``ways`` are the ways it leaves: what follows one of them
    can be asked for by itself, so that every branch can be come to however many there are (none where there is one).
    """

    branches: tuple[Branch, ...]
    complete: bool
    asked: Decision | None = None
    ways: tuple[Way, ...] = ()
