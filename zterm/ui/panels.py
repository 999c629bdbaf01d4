"""What the decision panel shows beside its modes: the question, an area, a report, dice; and the line of keys."""

from __future__ import annotations

from collections.abc import Sequence

from zterm.kernel.views import Field
from zterm.ui import chances, foresight, hints
from zterm.ui.chances import extra_rows
from zterm.ui.chronicle import Dice, Said, dice_bits
from zterm.ui.desk import Desk
from zterm.ui.keymap import actual
from zterm.ui.menu import detail_row, label_rows, option_rows, split
from zterm.ui.rows import Bit, Row, cut, length, row, spread, width, wrap
from zterm.ui.words import put


def seed_field(desk: Desk) -> list[Field]:
    """The seed, for the status line."""
    header = desk.session.saved.header
    marked = [Field(put("panes", "undo"), put("panes", "practice"))] if desk.session.saved.practice else []
    return [*marked, Field(put("panes", "seed"), str(header.seed), key="seed")]


def head(name: str, hint: str, width: int, focused: bool = True) -> Row:
    """The panel's title bar."""
    ground = "title_focus" if focused else "title"
    sign = ">" if focused else " "
    return spread(
        [Bit(f"{sign}{name}", "title_focus" if focused else "title", "b")],
        [Bit(f"{hint} " if hint else "")],
        width,
        ground,
    )


def menu(desk: Desk, width: int, height: int, focused: bool) -> list[Row]:
    """The question, its options, and a line about the marked one."""
    if desk.decision is None:
        return [head(put("panel", "over" if desk.session.match.over else "paused"), "", width)]
    level = desk.levels[-1]
    hint = put("panel", "back") if level.name else ""
    if desk.pages() > 1:
        hint = put("panel", "page", n=desk.page + 1, last=desk.pages())
    prompt = desk.prompt()
    shown = desk.entries()
    option = desk.marked_option()
    name = option.label if level.name and option is not None and option.odds is not None else level.name or prompt
    even = len(desk.levels) == 1
    extra = extra_rows(desk, shown, height)
    space = height - 2 - extra
    first, *more = wrap(name, width - len(hint) - 3, "") if len(shown) < space - 1 else [name]
    rows = [head(first, hint, width, focused), *option_rows(shown, desk.mark, width, space, even)]
    if more:
        rows.insert(1, row(Bit(cut(f" {' '.join(more)}", width), "strong")))
    free = max(0, space + 1 - len(rows))
    label = label_rows(option, desk.marked(), width, free)
    rows += [*[row("")] * (free - len(label)), *label]
    rooms = (width, width) if len(shown) <= space else split(shown, width, space, even)
    room = rooms[0 if desk.mark < space else 1]
    last = detail_row(option, desk.marked(), width, room, extra > 0, bool(label))
    return [*rows[: space + 1], *chances.rows(desk, extra, width), last]


def list_height(desk: Desk, height: int) -> int:
    """Rows of options in a panel of a height."""
    return height - 2 - extra_rows(desk, desk.entries(), height)


def confirming(desk: Desk, width: int, height: int) -> list[Row]:
    """The question whether a turn ends with actions left."""
    active = desk.active()
    left = (active.actions or 0) if active is not None else 0
    name = active.name if active is not None else ""
    return [
        head(put("panel", "end"), "", width),
        row(""),
        row(" ", Bit(put("panel", "left", name=name, n=left), "strong")),
        row(""),
        row(Bit("   y", "key", "b"), f"  {put('panel', 'end_yes')}"),
        row(Bit(" Esc", "key", "b"), f"  {put('panel', 'end_no')}"),
    ][:height]


def looking(desk: Desk, area: str, width: int, height: int) -> list[Row]:
    """What stands in an area, in words."""
    rows = [head(f"{put('panel', 'look')}  {area}", put("panel", "look_keys"), width)]
    for line in desk.view.places.get(area, "").split("\n"):
        rows += [row(Bit(f" {text}")) for text in wrap(line, width - 2)]
    coming = foresight.of_area(desk, area)
    room = height - bool(coming)
    if len(rows) > room:
        rows = [*rows[: room - 1], row(Bit(f" .. {put('panel', 'look_all')}", "name"))]
    lines = wrap(coming, width - 2) if coming else []
    if len(rows) + len(lines) > height:
        lines = [cut(coming, width - 1)]
    return [*rows, *(row(Bit(f" {text}", "threat")) for text in lines)]


def reporting(title: str, pages: Sequence[Sequence[Row]], width: int, height: int) -> list[Row]:
    """A page of what has happened, or of a text."""
    more = put("panel", "report_more", n=len(pages) - 1) if len(pages) > 1 else put("panel", "report_on")
    return [head(title, more, width), *(pages[0] if pages else ())][:height]


def rolling(rolls: Sequence[Said], landed: int, width: int, height: int) -> list[Row]:
    """Dice that land one by one."""
    rows = [head(put("panel", "dice"), put("panel", "dice_all"), width)]
    for entry in rolls:
        dice = entry.dice or Dice((), 0)
        rows.append(
            row(Bit(cut(f" {entry.text}" if landed >= len(dice.faces) else " " + entry.text.split(":")[0], width)))
        )
        bits = [Bit("  "), *dice_bits(dice, max(0, landed))]
        if dice.needed:
            bits.append(Bit(f"   {put('panel', 'needed', n=dice.needed)}", "name"))
        rows.append(Row(tuple(bits)))
        landed -= len(dice.faces)
        if landed < 0:
            break
    return [rows[0], *rows[1:][-(height - 1) :]]


LINES = {
    "menu": ("next", "mark_next", "undo", "look", "threat", "sight", "noise", "hint", "rule", "end", "help"),
    "look": ("walk", "all", "sight", "noise", "names", "zoom", "back"),
    "confirm": ("confirm",),
    "report": ("report",),
    "text": ("text",),
    "dice": ("dice",),
    "people": ("choose", "sheet", "pane", "map", "help"),
    "log": ("scroll", "rule", "all_log", "rules", "pane", "map", "help"),
}
"""Of what the keys line speaks in each mode or pane, in order."""
MORE = ("log", "palette", "zoom", "names", "rules", "speed", "save", "quit")
"""Of what it speaks besides where there is room."""
SPOKEN = ("threat", "hint", "palette", "handover")
"""Modes that have a line of keys of their own."""
LESS = ("rule", "end", "mark_next")
"""What gives way first where there is too little."""


def keys(desk: Desk, mode: str, focus: str, columns: int) -> Row:
    """The keys line: the keys in use and what they do, without what this game does not offer."""
    if mode == "menu" and desk.covered:
        mode = "handover"
    if mode in SPOKEN:
        return hints.line(actual(put(mode, "keys")), columns)
    name = {"sheet": "people", "hand": "people"}.get(focus, focus) if mode == "menu" else mode
    name = name if name in LINES else "menu"
    gap = " " if name == "menu" else "  "
    shown = {key: actual(put("short", key)) for key in LINES[name] if desk.offers(key)}
    if name == "menu":
        shown.pop("mark_next" if desk.only() else "next")
    if name == "menu" and desk.spent():
        shown["next"] = actual(put("short", "next_end"))
    for key in (*LESS, *reversed([*shown][:-1])):
        if 1 + width(gap.join(shown.values())) > columns:
            shown.pop(key, "")
    if len(shown) == 1:
        return hints.line(f" {gap.join(shown.values())}", columns)
    first = [Bit(" "), *hints.abreast([*shown.values()], gap)[1:]]
    more = [Bit(" "), *hints.abreast([actual(put("short", key)) for key in MORE], "  ")]
    fits = name == "menu" and columns >= length(first) + length(more)
    return Row((*first, *(more if fits else ())), "status")
