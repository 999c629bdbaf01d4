"""The content pack read from YAML: every mistake is noted with its place, and checked against what it speaks of."""

from __future__ import annotations

import os
from collections.abc import Callable
from hashlib import blake2b
from pathlib import Path
from typing import Any, TypeVar

from zterm.content.loader import Node, read, substance
from zterm.content.paths import packs
from zterm.content.problems import ContentError, Problem, suggest
from zterm.content.schema import BAD, Check, Entry, bad, choice, flag, list_of, map_of, may, need, record, text, whole
from zterm.games.walking_dead.board import Board
from zterm.games.walking_dead.content import (
    Box,
    Character,
    Choice,
    Effect,
    Encounter,
    Mission,
    Scrounge,
    Space,
    Tile,
    ZombieCard,
)
from zterm.games.walking_dead.mistakes import later, put

PACK = "walking_dead"
TEAM = 2
"""The survivors of a team game."""
KINDS = ("empty", "scrounge", "advantage", "supreme", "calm", "again", "corner", "camp", "sewer")
REGIONS = ("blue", "green", "red", "yellow")
ABILITIES = ("reroll_fight", "reroll_move", "take_discard", "move_survivor", "exchange", "collect")
COUNTED = (
    "scrounge",
    "ally",
    "return_ally",
    "kill_ally",
    "discard",
    "bite",
    "encounter",
    "shuffle_in",
    "skip",
    "again",
)
OPS = (*COUNTED, "camp", "region", "choose")

_id = text(later("loading", "id"), "[a-z0-9_]{1,40}")
_name = text(later("loading", "name"))
T = TypeVar("T")


def effect(node: Node, problems: list[Problem]) -> Any:
    """One effect: a mapping with one key, the operation."""
    if not isinstance(node.value, dict) or len(node.value) != 1:
        return bad(node, problems, put("loading", "effect"))
    op, inner = next(iter(node.value.items()))
    if op not in OPS:
        problems.append(node.key_problem(op, put("loading", "unknown_effect", name=op), suggest(op, OPS)))
        return BAD
    if op == "camp":
        return Effect(op) if flag(inner, problems) is not BAD else BAD
    if op == "region":
        return Effect(op, inner=tuple(list_of(effect)(inner, problems) or ()))
    if op == "choose":
        ways = list_of(record({"id": need(_id), "do": need(list_of(effect))}), 2)(inner, problems)
        return BAD if ways is BAD else Effect(op, choices=tuple(Choice(w["id"], tuple(w["do"])) for w in ways))
    count = whole(1, 20)(inner, problems)
    return BAD if count is BAD else Effect(op, count)


_effects = list_of(effect)
_space = {
    "kind": need(choice(*KINDS)),
    "region": may(choice(*REGIONS), ""),
    "bonus": may(whole(0, 3), 0),
    "tile": may(_id, ""),
    "respawn": may(flag, False),
    "at": need(list_of(whole(0, 200), 4, 4)),
}
_BOARD = {
    "spaces": need(map_of(record(_space), _id)),
    "tracks": need(list_of(list_of(_id, 2))),
}
_TILE = {"name": need(_name), "count": need(whole(1, 20)), "attack": may(whole(0, 9), 0), "do": may(_effects, [])}
_SCROUNGE = {
    "name": need(_name),
    "count": need(whole(0, 99)),
    "when": need(choice("fight", "roll", "encounter", "turn", "support", "bite")),
    "attack": may(whole(0, 9), 0),
    "loud": may(flag, False),
    "back": may(choice("won", "six"), ""),
    "calms": may(flag, False),
    "ride": may(whole(0, 9), 0),
    "do": may(_effects, []),
}
_ENCOUNTER = {
    "name": need(_name),
    "count": need(whole(0, 99)),
    "strength": may(whole(1, 30), 0),
    "cards": may(flag, True),
    "win": may(_effects, []),
    "lose": may(_effects),
    "do": may(_effects, []),
}
_ZOMBIE = {
    "name": need(_name),
    "count": need(whole(0, 99)),
    "kind": need(choice("attack", "move", "sneak", "frenzy", "bitten")),
    "strength": may(whole(1, 30), 0),
    "spaces": may(whole(1, 20), 0),
    "adds": may(whole(1, 9), 0),
    "first": may(_effects, []),
    "lose": may(_effects),
}
_CHARACTER = {
    "name": need(_name),
    "letter": need(text(later("loading", "small_letter"), "[a-z]")),
    "ability": need(choice(*ABILITIES)),
    "bonus": may(whole(0, 9), 0),
}
_PACK = {
    "id": need(_id),
    "game": need(choice("walking_dead")),
    "name": need(_name),
    "allies": need(whole(0, 99)),
    "hand": need(whole(1, 20)),
    "figures": need(
        record(
            {
                "zombies": need(whole(2, 2)),
                "badges": need(record({"survivors": need(whole()), "zombies": need(whole())})),
            }
        )
    ),
}
_MISSION = {
    "id": need(_id),
    "game": need(choice("walking_dead")),
    "pack": may(_id, PACK),
    "title": need(_name),
    "difficulty": may(_name, "medium"),
    "minutes": may(whole(1, 999), 30),
    "story": may(text(later("loading", "text"), most=4000), ""),
    "players": need(list_of(whole(1, 4), 2, 2)),
    "zombies": may(whole(0, 2), 0),
    "allies": need(record({"each": may(whole(0, 16)), "all": may(whole(0, 16)), "keep": need(whole(0, 16))})),
    "scrounge": need(record({"each": may(whole(0, 40)), "all": may(whole(0, 40)), "deal": need(whole(0, 40))})),
}


def _checked(node: Node, fields: dict[str, Any], problems: list[Problem]) -> Any:
    found = record(fields)(node, problems)
    if found is BAD or problems:
        raise ContentError(problems)
    return found


def board_of(node: Node, problems: list[Problem]) -> Board | None:
    """Make a board from its ``spaces`` and ``tracks``; None after noting what is wrong."""
    found = record(_BOARD)(node, problems)
    if found is BAD:
        return None
    spaces = []
    taken: dict[tuple[int, int], str] = {}
    for name, entry in found["spaces"].items():
        x, y, width, height = entry["at"]
        cells = tuple((x + i, y + j) for j in range(height) for i in range(width))
        for cell in cells:
            if cell in taken:
                problems.append(
                    entry.node.problem(
                        put("loading", "lies", name=name, other=taken[cell]), put("loading", "cells_free")
                    )
                )
                break
            taken[cell] = name
        bonus = entry["bonus"] or {"advantage": 1, "supreme": 2}.get(entry["kind"], 0)
        spaces.append(Space(name, entry["kind"], entry["region"], bonus, entry["tile"], entry["respawn"], cells))
    if sum(space.kind == "camp" for space in spaces) != 1:
        problems.append(
            node.at("spaces").problem(put("loading", "board_not_exactly_one"), put("loading", "one_space_kind_camp"))
        )
    known = {space.id for space in spaces}
    for track, part in zip(found["tracks"], node.at("tracks").parts(), strict=False):
        for name in track:
            if name not in known:
                problems.append(part.problem(put("loading", "no_space", name=name), suggest(name, known)))
    return None if problems else Board(spaces, (tuple(track) for track in found["tracks"]))


def _cards(path: Path, fields: dict[str, Any], make: Callable[[str, Entry], T], key: str = "cards") -> dict[str, T]:
    return _made(read(path, keep=True), fields, make, key)


def _made(root: Node, fields: dict[str, Any], make: Callable[[str, Entry], T], key: str) -> dict[str, T]:
    problems: list[Problem] = []
    check: Check = map_of(record(fields), _id)
    inner = root.get(key)
    if inner is None:
        raise ContentError([root.problem(put("loading", "key_missing", name=key), key)])
    entries = check(inner, problems)
    if entries is BAD or problems:
        raise ContentError(problems)
    return {name: make(name, entry) for name, entry in entries.items()}


def _plain(entry: Entry) -> dict[str, Any]:
    return {key: tuple(value) if isinstance(value, list) else value for key, value in entry.items()}


def load_box(folder: Path) -> tuple[Box, Board]:
    """Read a pack; raises ContentError with every mistake of the first file that has any."""
    pack = _checked(read(folder / "pack.yaml", keep=True), _PACK, [])
    root = read(folder / "board.yaml", keep=True)
    problems: list[Problem] = []
    tiles = _made(root, _TILE, lambda name, e: Tile(id=name, **_plain(e)), "tiles")
    ground = Node({k: v for k, v in root.items() if k != "tiles"}, root.path, root.line, root.column)
    board = board_of(ground, problems)
    if board is None:
        raise ContentError(problems)
    for space in board.spaces.values():
        if space.tile and space.tile not in tiles:
            problems.append(
                root.at("spaces", space.id).problem(
                    put("loading", "no_tile", name=space.tile), suggest(space.tile, tiles)
                )
            )
    if problems:
        raise ContentError(problems)
    box = Box(
        name=pack["name"],
        allies=pack["allies"],
        hand=pack["hand"],
        zombie_figures=pack["figures"]["zombies"],
        badges=dict(pack["figures"]["badges"]),
        scrounge=_cards(folder / "scrounge.yaml", _SCROUNGE, lambda n, e: Scrounge(id=n, **_plain(e))),
        encounters=_cards(folder / "encounters.yaml", _ENCOUNTER, lambda n, e: Encounter(id=n, **_plain(e))),
        zombie_cards=_cards(folder / "zombie_cards.yaml", _ZOMBIE, lambda n, e: ZombieCard(id=n, **_plain(e))),
        characters=_cards(
            folder / "characters.yaml", _CHARACTER, lambda n, e: Character(id=n, **_plain(e)), "characters"
        ),
        tiles=tiles,
    )
    return box, board


def load_mission(path: Path) -> Mission:
    """Read a mission; raises ContentError with every mistake in it."""
    root = read(path, keep=True)
    problems: list[Problem] = []
    found = _checked(root, _MISSION, problems)
    for key in ("allies", "scrounge"):
        if (found[key]["each"] is None) == (found[key]["all"] is None):
            problems.append(root.at(key).problem(put("loading", "counted_wrong"), put("loading", "counted")))
    if (found["allies"]["all"] is None) != (found["scrounge"]["all"] is None):
        problems.append(
            root.at("scrounge").problem(
                put("loading", "allies_scrounge_counted_differently"), put("loading", "each_all_both")
            )
        )
    folder = pack_folder(path, found["pack"])
    if folder is None:
        expected = suggest(found["pack"], packs("walking_dead"))
        problems.append(root.at("pack").problem(put("loading", "no_pack_game", pack=found["pack"]), expected))
    least, most = found["players"]
    if least > most or (found["zombies"] and (least != most or least - found["zombies"] != TEAM)):
        problems.append(root.at("players").problem(put("loading", "players_wrong"), put("loading", "players_form")))
    if problems:
        raise ContentError(problems)
    in_all = found["allies"]["all"] is not None
    which = "all" if in_all else "each"
    return Mission(
        id=found["id"],
        title=found["title"],
        difficulty=found["difficulty"],
        minutes=found["minutes"],
        story=found["story"].strip(),
        least=found["players"][0],
        most=found["players"][1],
        zombies=found["zombies"],
        ally_tokens=found["allies"][which],
        allies_kept=found["allies"]["keep"],
        scrounge_cards=found["scrounge"][which],
        dealt=found["scrounge"]["deal"],
        in_all=in_all,
        pack=found["pack"],
        hash=content_hash(path, folder),
    )


def pack_folder(mission: Path, pack: str) -> Path | None:
    """The folder of the pack that a mission names: its own folder, or an installed pack; None if there is none."""
    if mission.parent.name == pack and os.path.isfile(mission.parent / "pack.yaml"):
        return mission.parent
    return packs("walking_dead").get(pack)


def content_hash(path: Path, folder: Path | None) -> str:
    """Fingerprint a mission together with the pack it is played with."""
    found = blake2b(digest_size=8)
    parts = sorted(folder.glob("*.yaml")) if folder is not None else []
    for file in [path, *(part for part in parts if part.name in PART_NAMES)]:
        found.update(substance(file.read_bytes()))
    return found.hexdigest()


PART_NAMES = frozenset(
    {"pack.yaml", "board.yaml", "scrounge.yaml", "encounters.yaml", "zombie_cards.yaml", "characters.yaml"}
)
