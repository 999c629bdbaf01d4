"""Terrain tokens in mission files and on boards drawn inline: the form of each kind (see missions/README.md)."""

from __future__ import annotations

from typing import Any

from zterm.content.loader import Node
from zterm.content.problems import Problem, suggest
from zterm.content.schema import (
    BAD,
    Check,
    Field,
    bad,
    choice,
    flag,
    list_of,
    map_of,
    may,
    need,
    record,
    text,
    whole,
)
from zterm.games.zombicide.mistakes import later, put

IDENT = text(later("terrain", "id"), "[a-z][a-z0-9_]*")
TENTS = ("administration", "infirmary", "quarters", "kitchen", "storage")
SEARCHED_TENTS = ("administration", "infirmary")
BOOTHS = ("ultrared", "pimp", "walker")
FILLED = ("rubble", "chandelier", "bell", "deflated_boat")
"""Tokens that fill a whole zone."""


def _rectangle(node: Node, problems: list[Problem]) -> Any:
    """Cells as [x, y, width, height]."""
    found = node.plain()
    good = isinstance(found, list) and len(found) == 4 and all(type(n) is int and 0 <= n <= 200 for n in found)
    if not good or found[2] < 1 or found[3] < 1:
        return bad(node, problems, put("terrain", "rectangle"))
    return tuple(found)


def _kinds(place: Check) -> dict[str, dict[str, Field]]:
    """The keys of each kind of token; ``place`` reads a zone."""
    between = need(list_of(place, 2, 2))
    at = {"at": need(place)}
    fills = {**at, "there": may(flag, True)}
    return {
        "barricade": {
            "between": between,
            "needs": may(whole(1, 2)),
            "state": may(choice("none", "unfinished", "finished"), "none"),
            "builders": may(list_of(text(later("terrain", "survivor")), single=True), []),
            "again": may(flag, True),
        },
        **dict.fromkeys(FILLED, fills),
        "wall": {"between": between, "state": may(choice("wall", "breach", "none"), "wall")},
        "breakable": {"between": between, "state": may(choice("wall", "breach"), "wall")},
        "drain": {**at, "state": may(choice("closed", "open"), "closed")},
        "bridge": {
            "at": may(place),
            "cells": may(_rectangle),
            "over": need(place),
            "ends": may(list_of(place, 1, 4), []),
            "material": need(choice("steel", "wooden")),
            "fallen": may(flag, False),
        },
        "confessional": {**at, "holds": may(choice(*BOOTHS), "walker"), "open": may(flag, False)},
        "tent": {**at, "holds": may(choice(*TENTS), "quarters"), "open": may(flag, False)},
        "platform": {"cells": need(_rectangle), "as": may(choice("tower", "extra"), "tower")},
    }


def tokens(place: Check) -> Check:
    """The ``terrain`` of a mission: a mapping from id to token. ``place`` reads a zone (a cell, or a zone's name)."""
    forms = {kind: record({"kind": need(choice(kind)), **fields}) for kind, fields in _kinds(place).items()}

    def one(node: Node, problems: list[Problem]) -> Any:
        kind = node.get("kind") if isinstance(node.value, dict) else None
        if kind is None:
            return bad(node, problems, put("terrain", "token", kind=next(iter(forms))))
        if str(kind.value) not in forms:
            problems.append(
                kind.problem(put("terrain", "unknown_kind", kind=kind.value), suggest(str(kind.value), forms))
            )
            return BAD
        return forms[str(kind.value)](node, problems)

    return map_of(one, IDENT)
