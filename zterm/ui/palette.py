"""The list of all commands by name (Ctrl-P): shown in the decision panel, found by typing words."""

from __future__ import annotations

from collections.abc import Sequence

from zterm.ui.keymap import Bound
from zterm.ui.rows import Bit, Row, cut, fit, row, spread
from zterm.ui.words import put

HIDDEN = ("left", "right", "up", "down", "accept", "palette")
"""What makes no sense by name: moving about, and the list itself."""


def found(keys: Sequence[Bound], typed: str) -> list[Bound]:
    """The commands with words that begin as those typed; those whose id begins so come first."""
    wanted = typed.casefold().split()
    known = [bound for bound in keys if bound.words and bound.id not in HIDDEN and bound.where == "play"]
    fits = [bound for bound in known if all(_begins(word, bound) for word in wanted)]
    return sorted(fits, key=lambda bound: not (wanted and bound.name.startswith(wanted[0])))


def _begins(word: str, bound: Bound) -> bool:
    """Say whether a word of a command begins so."""
    text = f"{bound.name} {bound.shown} {bound.words}".casefold()
    return any(part.strip(",:()").startswith(word) for part in text.split())


def panel(keys: Sequence[Bound], typed: str, mark: int, columns: int, height: int) -> list[Row]:
    """The panel: what was typed, the commands that fit, the one marked."""
    shown = found(keys, typed)
    left = [Bit(f">{put('palette', 'title')}", "title_focus", "b"), Bit(f"  {typed}_", "key", "b")]
    rows = [spread(left, [Bit(f"{min(mark + 1, len(shown))}/{len(shown)} ")], columns, "title_focus")]
    room = height - 1
    first = max(0, min(mark - room // 2, len(shown) - room))
    for at, bound in enumerate(shown[first : first + room], first):
        on = at == mark
        key = Bit(fit(f"{'>' if on else ' '}{bound.shown.split(' ')[0]}", 8), "key", "b")
        name = bound.name
        told = name in bound.words or name.split(" ")[0] in bound.words.split(" ")[:3]
        words = cut(bound.words if told else f"{name}: {bound.words}", columns - 9)
        rows.append(row(key, Bit(words), ground="mark" if on else "pane"))
    if not shown:
        rows.append(row(Bit(f" {put('palette', 'none')}", "disabled")))
    return rows
