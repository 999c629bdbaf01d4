"""Reading a content pack: pack.yaml, equipment, zombie cards, survivors and tiles (chapters 1 and 3)."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable
from functools import lru_cache
from pathlib import Path
from typing import Any

from zterm.content import paths
from zterm.content.loader import Node, read
from zterm.content.problems import ContentError, Problem, suggest
from zterm.content.schema import (
    BAD,
    Check,
    Entry,
    bad,
    choice,
    flag,
    list_of,
    map_of,
    may,
    need,
    pair,
    record,
    text,
    whole,
)
from zterm.games.zombicide.board import KINDS
from zterm.games.zombicide.content import (
    CAR_KINDS,
    COLOURS,
    LEVELS,
    SPECIES,
    TYPES,
    Attack,
    Box,
    Face,
    Item,
    Row,
    Sheet,
    Tokens,
    ZombieCard,
    ZombieKind,
)
from zterm.games.zombicide.mistakes import later, put, thing
from zterm.games.zombicide.skills import GRANTED
from zterm.games.zombicide.tiles import SIZE, Cell, Edge, Tile, side_of

IDENT = text(later("box", "id"), "[a-z][a-z0-9_]*")
NAME = text(later("box", "name"), most=200)
CELL = pair(whole(0, 999), later("box", "cell"))
_TILE_ID = text(later("box", "tile_id"), "[0-9]{1,3}[A-Z]")
TILE_KINDS = (*KINDS[:6], "water")
TRAITS = ("no_search", "short_sight")
"""What can be printed on a zone: it is never searched, and inside it one sees the next zone at most."""
_SIDE = re.compile(r"([0-9]+),([0-9]+)([NESW])")


def side(node: Node, problems: list[Problem]) -> Any:
    """A cell side like "4,3S", given back as ((x, y), direction)."""
    found = _SIDE.fullmatch(node.value) if isinstance(node.value, str) else None
    if found is None:
        return bad(node, problems, put("box", "cell_side"))
    return (int(found[1]), int(found[2])), found[3]


_ATTACK = record(
    {
        "range": need(pair(whole(0, 12), later("box", "range"))),
        "dice": may(whole(1, 12), 0),
        "accuracy": may(whole(2, 6), 0),
        "damage": may(whole(1, 9), 0),
        "dual": may(flag, False),
        "noise": may(flag, False),
        "reload": may(flag, False),
        "everything": may(flag, False),
        "chooses": may(flag, False),
        "lasts": may(flag, False),
    }
)
_ITEM = record(
    {
        "name": need(NAME),
        "count": need(whole(0, 99)),
        "kind": need(choice("weapon", "item", "food", "event")),
        "attacks": may(map_of(_ATTACK, IDENT), {}),
        "opens_doors": may(flag, False),
        "door_noise": may(flag, False),
        "search_bonus": may(whole(0, 9), 0),
        "rerolls": may(list_of(IDENT), []),
        "prevents": may(flag, False),
        "grants": may(list_of(IDENT), []),
        "partner": may(IDENT, ""),
        "partner_dice": may(whole(0, 9), 0),
        "parts": may(list_of(IDENT, 2, 2), []),
        "keeps_parts": may(flag, False),
        "breaks_walls": may(flag, False),
        "special": may(choice("ultrared", "pimp"), ""),
    }
)
_FACE = record(
    {
        "blue": need(IDENT),
        "yellow": need(IDENT),
        "orange": need(list_of(IDENT, 2, 2)),
        "red": need(list_of(IDENT, 3, 3)),
    }
)
_SHEET = record(
    {
        "name": need(NAME),
        "letter": need(text(later("box", "small_letter"), "[a-z]")),
        "about": may(NAME, ""),
        "starts_with": may(IDENT, ""),
        "standard": need(_FACE),
        "zombivor": need(_FACE),
    }
)
_TWO = list_of(text(later("box", "zone_letter"), "[a-z]"), 2, 2)
_MARKS = record(dict.fromkeys("NESW", may(text(later("box", "marks"), f"[owd#]{{{SIZE}}}"), "o" * SIZE)))
_LINES = record(dict.fromkeys("NESW", may(text(later("box", "lines"), f"[-l]{{{SIZE}}}"), "-" * SIZE)))
_TILE = record(
    {
        "back": need(_TILE_ID),
        "lattice": need(list_of(text(later("box", "row_letters", n=SIZE), f"[a-z#]{{{SIZE}}}"), SIZE, SIZE)),
        "zones": need(map_of(choice(*TILE_KINDS), text(later("box", "zone_letter"), "[a-z]"))),
        "traits": may(map_of(list_of(choice(*TRAITS), single=True), text(later("box", "zone_letter"), "[a-z]")), {}),
        "open": may(list_of(_TWO), []),
        "steps": may(list_of(_TWO), []),
        "doorways": may(list_of(record({"zones": need(_TWO), "at": need(list_of(side, 1, 2, single=True))})), []),
        "fences": may(list_of(record({"zones": need(_TWO), "over": need(list_of(CELL, 1))})), []),
        "wire": may(list_of(CELL), []),
        "edges": need(_MARKS),
        "lines": may(_LINES, {}),
        "manholes": may(list_of(CELL), []),
    }
)
_COUNTS = map_of(whole(0, 99))
_RED = record({"red": need(whole(0, 99)), "backs": need(list_of(choice(*COLOURS)))})
_PACK = record(
    {
        "id": need(IDENT, "pack"),
        "game": need(choice("zombicide"), "zombicide"),
        "extends": may(IDENT, ""),
        "name": need(NAME, "?"),
        "dice": need(whole(1, 99), 6),
        "wounded": need(whole(0, 99), 24),
        "zombies": need(
            map_of(
                record(
                    {
                        "name": need(NAME),
                        "plural": need(NAME),
                        "type": need(choice(*TYPES)),
                        "species": need(choice(*SPECIES)),
                        "count": need(whole(0, 199)),
                        "actions": need(whole(1, 9)),
                        "toughness": need(whole(1, 9)),
                        "xp": need(whole(0, 99)),
                        "priority": need(whole(1, 99)),
                    }
                ),
                IDENT,
            ),
            {},
        ),
        "tokens": need(
            record(
                {
                    "doors": need(map_of(_COUNTS, choice("door", "main_door", "cell_door"))),
                    "objectives": need(_RED),
                    "spawns": need(_RED),
                    "buttons": need(map_of(whole(0, 99), choice(*COLOURS))),
                    "cars": need(list_of(list_of(choice(*CAR_KINDS), 2, 2))),
                    "towers": need(whole(0, 99)),
                    "gates": need(whole(0, 99)),
                    "tears": need(whole(0, 99)),
                    "others": may(_COUNTS, {}),
                }
            ),
        ),
        "setup": need(
            record(
                {
                    "set_aside": need(list_of(IDENT)),
                    "start": need(list_of(IDENT)),
                    "filler": need(list_of(IDENT, 1, single=True)),
                    "never_reshuffled": need(list_of(IDENT)),
                }
            ),
        ),
        "skills": need(list_of(text(later("box", "skill_id"), r"[a-z][a-z0-9_]*\*?")), []),
    },
    keep=True,
)
_PARTS: dict[str, tuple[str, Check]] = {
    "equipment": ("items", map_of(_ITEM, IDENT)),
    "zombie_cards": ("cards", map_of(record(dict.fromkeys(LEVELS, need(text(later("box", "row"))))))),
    "survivors": ("survivors", map_of(_SHEET, IDENT)),
    "tiles": ("tiles", map_of(_TILE, _TILE_ID)),
}


@lru_cache(maxsize=8)
def load_box(path: str | Path | None = None) -> Box:
    """The box in a pack's folder (by default the one that comes with zterm). Raises ContentError with all mistakes."""
    box, problems = _read_box(Path(path) if path is not None else paths.builtin("missions") / "prison_outbreak")
    if problems or box is None:
        raise ContentError(problems)
    return box


def check_pack(path: str | Path) -> list[Problem]:
    """All mistakes in the parts of a pack's box (not in its missions)."""
    return sorted(_read_box(Path(path))[1])


def _read_box(folder: Path) -> tuple[Box | None, list[Problem]]:
    problems: list[Problem] = []
    base = _base_of(folder, problems)
    pack = _part(folder, paths.MANIFEST, _PACK, problems, base)
    parts: dict[str, Entry] = {}
    for name, (key, check) in _PARTS.items():
        whole_file = _part(folder, f"{name}.yaml", record({key: need(check, Entry())}, keep=True), problems, base)
        parts[name] = (whole_file[key] if whole_file else None) or Entry()
    if not pack or not pack["tokens"] or not pack["setup"]:
        return None, problems
    items = {name: _item(name, entry) for name, entry in parts["equipment"].items()}
    kinds = {name: _kind(name, entry) for name, entry in pack["zombies"].items()}
    box = Box(
        id=pack["id"],
        name=pack["name"],
        items=items,
        attacks={attack.id: attack for item in items.values() for attack in item.attacks},
        zombie_cards={name: _card(name, entry, kinds, problems) for name, entry in parts["zombie_cards"].items()},
        sheets={name: _sheet(name, entry) for name, entry in parts["survivors"].items()},
        tiles={name: _tile(name, entry, problems) for name, entry in parts["tiles"].items()},
        kinds=kinds,
        miniatures={name: entry["count"] for name, entry in pack["zombies"].items()},
        tokens=_tokens(pack["tokens"]),
        skills=tuple(pack["skills"]),
        set_aside=tuple(pack["setup"]["set_aside"]),
        start=tuple(pack["setup"]["start"]),
        filler=tuple(pack["setup"]["filler"]),
        never_reshuffled=tuple(pack["setup"]["never_reshuffled"]),
        wounded=pack["wounded"],
        dice=pack["dice"],
        folder=str(folder),
    )
    _check_box(box, pack, parts, problems)
    return box, problems


def _base_of(folder: Path, problems: list[Problem]) -> Path | None:
    """The folder of the pack that a pack builds on, if it says one."""
    try:
        named = read(folder / paths.MANIFEST, keep=True).get("extends")
    except ContentError:
        return None
    if named is None:
        return None
    base = paths.packs().get(str(named.value))
    if base is None or base == folder or read(base / paths.MANIFEST, keep=True).get("extends") is not None:
        known = [name for name, path in paths.packs().items() if path != folder]
        problems.append(named.problem(put("box", "no_pack_build", pack=named.value), suggest(str(named.value), known)))
        return None
    return base


def _part(folder: Path, name: str, check: Check, problems: list[Problem], base: Path | None) -> Any:
    """One file of the pack, laid over that of the pack it builds on; None if it cannot be read."""
    try:
        own = base is None or os.path.isfile(folder / name)
        node = read((folder if own or base is None else base) / name, keep=True)
        if base is not None and own and os.path.isfile(base / name):
            node = over(read(base / name, keep=True), node)
        found = check(node, problems)
    except ContentError as error:
        problems += error.problems
        return None
    return None if found is BAD else found


def over(base: Node, own: Node) -> Node:
    """A node laid over another: mappings are joined key by key, anything else takes the place of what was there."""
    if not isinstance(base.value, dict) or not isinstance(own.value, dict):
        return own
    joined = Node({**base.value}, own.path, own.line, own.column)
    joined.keys = {**base.keys, **own.keys}
    for key, inner in own.value.items():
        joined.value[key] = over(base.value[key], inner) if key in base.value else inner
    return joined


def _item(name: str, entry: Entry) -> Item:
    attacks = tuple(
        Attack(id, name, values["range"][1] > 0, *values["range"], **{k: v for k, v in values.items() if k != "range"})
        for id, values in entry["attacks"].items()
    )
    rest: dict[str, Any] = {
        key: tuple(value) if isinstance(value, list) else value for key, value in entry.items() if key != "attacks"
    }
    return Item(id=name, attacks=attacks, **rest)


def _kind(name: str, entry: Entry) -> ZombieKind:
    return ZombieKind(name, **{key: value for key, value in entry.items() if key != "count"})


def _sheet(name: str, entry: Entry) -> Sheet:
    faces = [
        Face(face["blue"], face["yellow"], tuple(face["orange"]), tuple(face["red"]))
        for face in (entry["standard"], entry["zombivor"])
    ]
    return Sheet(name, entry["name"], entry["letter"], entry["starts_with"], *faces)


_ROW = re.compile(r"(?:(extra)|(manhole )?([1-9][0-9]?)) ([a-z_]+)")


def _card(name: str, entry: Entry, kinds: dict[str, ZombieKind], problems: list[Problem]) -> ZombieCard:
    """The rows of a zombie card, written like "2 walker", "extra runner", "manhole 1 fatty" or "nothing"."""
    rows = {}
    for level in LEVELS:
        words = entry[level]
        rows[level] = Row("nothing")
        found = _ROW.fullmatch(words)
        if words == "nothing":
            continue
        node = entry.node.at(level)
        if not found:
            problems.append(node.problem(put("box", "found", what=words), put("box", "card_row")))
        elif found[4] not in kinds:
            problems.append(node.problem(put("box", "unknown_zombie", name=found[4]), suggest(found[4], kinds)))
        else:
            what = "extra" if found[1] else "manhole" if found[2] else "spawn"
            rows[level] = Row(what, found[4], int(found[3] or 0))
    return ZombieCard(name, rows)


def _tokens(entry: Entry) -> Tokens:
    return Tokens(
        doors={kind: dict(colours) for kind, colours in entry["doors"].items()},
        objectives_red=entry["objectives"]["red"],
        objectives_backs=tuple(entry["objectives"]["backs"]),
        spawns_red=entry["spawns"]["red"],
        spawns_backs=tuple(entry["spawns"]["backs"]),
        buttons=dict(entry["buttons"]),
        cars=tuple((first, second) for first, second in entry["cars"]),
        towers=entry["towers"],
        gates=entry["gates"],
        tears=entry["tears"],
    )


def _tile(name: str, entry: Entry, problems: list[Problem]) -> Tile:
    """A tile; notes letters without a kind, kinds without a cell, and lists that name zones the tile has not."""
    letters = {letter for row in entry["lattice"] for letter in row} - {"#"}
    zones: dict[str, str] = dict(entry["zones"])
    for letter in sorted(letters ^ set(zones)):
        what = (
            put("box", "zone_no_kind", letter=letter)
            if letter in letters
            else put("box", "zone_no_cell", letter=letter)
        )
        problems.append(entry.node.at("zones").problem(what, put("box", "same_letters_lattice_zones")))
    doorways: dict[Edge, frozenset[str]] = {}
    for one in entry["doorways"]:
        for cell, direction in one["at"]:
            doorways[(*cell, direction)] = frozenset(one["zones"])
            _check_doorway(entry, one, cell, direction, problems)
    for node in [part for key in ("open", "doorways", "fences", "steps") for part in entry.node.at(key).parts()]:
        for part in (node.get("zones") or node).parts():
            if isinstance(part.value, str) and len(part.value) == 1 and part.value not in zones:
                problems.append(part.problem(put("box", "unknown_zone", zone=part.value), suggest(part.value, zones)))
    for key in ("wire", "manholes"):
        for x, y in entry[key]:
            if x >= SIZE or y >= SIZE or (entry["lattice"][y][x] == "#") != (key == "wire"):
                expected = put("box", "cell_tile") if key == "wire" else put("box", "cell_zone")
                problems.append(entry.node.at(key).problem(put("box", "at", what=key, x=x, y=y), expected))
    return Tile(
        id=name,
        back=entry["back"],
        lattice=tuple(entry["lattice"]),
        zones={letter: zones.get(letter, "street") for letter in sorted(letters)},
        open=frozenset(frozenset(two) for two in entry["open"]),
        doorways=doorways,
        fences=tuple((*one["zones"], tuple(one["over"])) for one in entry["fences"]),
        wire=tuple(entry["wire"]),
        edges={key: entry["edges"][key] for key in "NESW"},
        lines={key: value for key, value in entry["lines"].items() if value},
        manholes=tuple(entry["manholes"]),
        steps=tuple((a, b) for a, b in entry["steps"]),
        traits={letter: tuple(words) for letter, words in entry["traits"].items()},
    )


def _check_doorway(tile: Entry, one: Entry, cell: Cell, direction: str, problems: list[Problem]) -> None:
    """A doorway must lie between its two zones."""
    x, y, axis = side_of(cell, direction)
    around = [(x, y), (x, y - 1) if axis == "N" else (x - 1, y)]
    found = {tile["lattice"][v][u] for u, v in around if u < SIZE and 0 <= v < len(tile["lattice"]) and u >= 0}
    if found != set(one["zones"]):
        what = put(
            "box", "not_between", x=cell[0], y=cell[1], direction=direction, a=one["zones"][0], b=one["zones"][1]
        )
        problems.append(one.node.at("at").problem(what, put("box", "side_where_two_zones")))


def known_skill(skill: str, box: Box) -> bool:
    """Whether a skill id is in the pack's list, where ``collector_*`` stands for a collector of any zombie kind."""
    for known in box.skills:
        if skill == known or (known.endswith("*") and skill.startswith(known[:-1])):
            return skill.removeprefix(known[:-1]) in _blank_words(known, box) if known.endswith("*") else True
    return False


def _blank_words(skill: str, box: Box) -> Iterable[str]:
    """What may fill the blank of a skill: a level, a zombie kind or type, or a card."""
    if skill.startswith("can_start_at"):
        return LEVELS[1:]
    if skill.startswith("collector"):
        return box.kinds
    return TYPES if skill.startswith("dreadnought") else box.items


def _check_box(box: Box, pack: Entry, parts: dict[str, Entry], problems: list[Problem]) -> None:
    """What the parts say of one another: cards, skills, attacks, backs of tiles."""

    def unknown(node: Node, what: str, known: Any, ok: Callable[[str], bool] | None = None) -> None:
        for part in node.parts():
            if isinstance(part.value, str) and part.value and not (ok(part.value) if ok else part.value in known):
                problems.append(
                    part.problem(put("box", "unknown", what=thing(what), name=part.value), suggest(part.value, known))
                )

    def skilled(skill: str) -> bool:
        return known_skill(skill, box)

    for entry in parts["equipment"].values():
        for key in ("parts", "partner"):
            unknown(entry.node.get(key) or Node("", ""), "card", box.items)
        unknown(entry.node.get("rerolls") or Node("", ""), "attack", box.attacks)
        unknown(entry.node.get("grants") or Node("", ""), "skill", GRANTED)
    for name, entry in parts["survivors"].items():
        unknown(entry.node.get("starts_with") or Node("", ""), "card", box.items)
        gift = f"starts_with_a_{entry['starts_with']}"
        if entry["starts_with"] in box.items and gift != box.sheets[name].standard.blue:
            node = entry.node.at("starts_with")
            problems.append(node.problem(put("box", "gift", card=entry["starts_with"]), gift))
        for face in ("standard", "zombivor"):
            for _, node in entry.node.at(face).items():
                unknown(node, "skill", box.skills, skilled)
    for key in ("set_aside", "start", "filler", "never_reshuffled"):
        unknown(pack.node.at("setup", key), "card", box.items)
    for name, entry in parts["tiles"].items():
        other = box.tiles.get(entry["back"])
        if other is None or other.back != name:
            problems.append(
                entry.node.at("back").problem(
                    put("box", "tile_pair", name=name, back=entry["back"]), put("box", "two_faces_one_tile")
                )
            )
