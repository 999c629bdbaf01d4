"""What the signs of the map mean: all of them for the help, those that stand on a board for the pane beside it."""

from __future__ import annotations

from collections.abc import Set
from typing import Any, NamedTuple

from zterm.kernel.views import Shape, View
from zterm.ui.glyphs import LEFT, RIGHT, Glyphs, wall_char
from zterm.ui.words import put


class Sign(NamedTuple):
    """A sign as it is drawn, its colour role, what it is, and what has to be on a board for it to be there.

    Nothing in ``when``: it is shown at times only.
    """

    text: str
    role: str
    words: str
    when: tuple[str, ...] = ()


def signs(glyphs: Glyphs) -> tuple[Sign, ...]:
    """All signs that a map can have, in the glyphs that are in use."""
    ends = f"{wall_char(glyphs, LEFT)} {wall_char(glyphs, RIGHT)}" if glyphs.walls != "solid" else ""
    fills = f"{glyphs.dot} {glyphs.wire} {glyphs.hatch}"
    made = (
        ("W3 F1 R2 A", "walker", "zombies", ("zombie",)),
        ("W3!2", "berserker", "berserkers", ("berserker",)),
        ("Wt3 Rt1", "walker", "toxic", ("toxic",)),
        (f"@kj {glyphs.active}Sk", "survivor", "people", ("survivor",)),
        ("@k&s", "zombivor", "zombivors", ("zombivor",)),
        (f"Z9! {glyphs.active}S4 $+", "walker", "sums", ()),
        ("~3", "noise", "noise", ("noise",)),
        ("* *v", "objective", "objectives", ("objective",)),
        ("ov", "button", "button", ("button",)),
        ("S1 s2v", "spawn", "spawns", ("spawn",)),
        (put("legend", "ways_sign"), "exit", "exit", ("exit", "start")),
        ("{P....}", "car", "car", ("car",)),
        ("[+] [/]", "neutral", "door", ("door", "main_door", "cell_door")),
        (glyphs.bars * 2, "gate", "gate", ("gate",)),
        (ends, "wall", "doorway", ("gap",)),
        (put("legend", "tower_sign"), "tower", "tower", ("tower",)),
        ("O $", "manhole", "manhole", ("manhole", "item")),
        (': _ = " %', "texture_corridor", "floor", ("corridor", "room", "cell", "yard", "security")),
        (fills, "dot", "borders", ("open", "wire", "fence", "solid")),
        ("- | ^", "texture_water", "terrain", ("water", "bridge", "tent")),
        ("[#] [=] [%] [H]", "neutral", "works", ("barricade", "unfinished", "breach", "wall_token")),
        ("[:] [^]", "neutral", "edges", ("breakable", "steps")),
        ("#% #C #B #b", "wire", "blocked", ("rubble",)),
        ("(o) (@) =3 ||", "item", "crossings", ("drain", "bridge")),
        ("[?] /? /A /I", "item", "tents", ("booth", "tent")),
        (f"-2 {glyphs.right}3 ^5", "bite", "threat", ()),
        ("0 1 2", "range", "sight", ()),
    )
    return tuple(Sign(text, role, put("legend", what), when) for text, role, what, when in made if text)


def of_board(shape: Shape) -> frozenset[str]:
    """What a board has that never changes, as the signs name it: kinds of areas, fills and lines."""
    kinds = {area.kind for area in shape.areas} | {side.kind for side in shape.sides}
    return frozenset(kinds | set(shape.fills.values()))


def of_view(view: View) -> set[str]:
    """What stands on a board at a moment, as the signs name it: groups of tokens, kinds of doors."""
    found = {token.group for token in view.tokens} | {mark.kind for mark in view.marks}
    zombies = [token for token in view.tokens if token.group == "zombie"]
    found |= {"berserker"} if any(token.extra for token in zombies) else set()
    return found | ({"toxic"} if any(len(token.text) > 1 for token in zombies) else set())


def legend(rules: Any, glyphs: Glyphs, there: Set[str] | None = None) -> tuple[Sign, ...]:
    """The signs of a game's own, where it has some, else the usual ones; with ``there`` those that are on the board."""
    ask = getattr(rules, "legend", None)
    if ask is not None:
        return tuple(Sign(sign.label, sign.role, sign.value) for sign in ask())
    return tuple(sign for sign in signs(glyphs) if there is None or not there.isdisjoint(sign.when))
