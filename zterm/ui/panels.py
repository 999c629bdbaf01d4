"""What the decision panel shows, and the commands of play that are not about options."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from textual import events

from zterm.kernel.views import Field, Token
from zterm.ui import chances, foresight, hints, modes, panes, telling, texts
from zterm.ui.chances import extra_rows
from zterm.ui.chronicle import Dice, Said, dice_bits
from zterm.ui.desk import Desk
from zterm.ui.keymap import EVERYWHERE, actual
from zterm.ui.menu import detail_row, label_rows, option_rows, split
from zterm.ui.page import Reader
from zterm.ui.rows import Bit, Row, cut, length, row, spread, width, wrap
from zterm.ui.words import MESSAGES, put

if TYPE_CHECKING:
    from zterm.ui.play import Play


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
    "menu": ("next", "undo", "look", "threat", "sight", "noise", "hint", "rule", "end", "help"),
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
LESS = ("rule", "end", "next")
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


def command(screen: Play, action: str, event: events.Key) -> None:
    """Do a command of play that is not about options."""
    desk = screen.desk
    match action:
        case "back":
            _back(screen)
        case "next":
            _next(screen, event)
        case "page_down" | "page_up":
            _page(screen, 1 if action == "page_down" else -1)
        case "pane_next" | "pane_back":
            screen.walk_panes(1 if action == "pane_next" else -1)
        case "end":
            if desk.ending():
                screen.ask_end()
            elif desk.decision is not None:
                desk.said = put("said", "no_end")
        case "undo" | "redo":
            desk.undo() if action == "undo" else desk.redo()
            screen.mode = "menu"
            screen.draw()
        case "zoom_in" | "zoom_out":
            zoom = screen.board.step_zoom(1 if action == "zoom_in" else -1)
            desk.said = put("said", "zoom", zoom=MESSAGES.word("zooms", zoom))
        case "names":
            screen.overlay = screen.overlay._replace(names=not screen.overlay.names)
            screen.draw("map")
        case "sight" | "noise" if not desk.offers(action):
            desk.said = put("said", f"no_{action}")
        case "look" | "sight" | "noise":
            _over_map(screen, action)
        case "threat" | "hint" | "palette":
            modes.start(screen, action)
        case "coach":
            desk.said = put("coach", "on" if screen.coach.switch() else "off")
        case "speed":
            speeds = ("off", "quick", "slow")
            screen.speed = speeds[(speeds.index(screen.speed) + 1) % 3]
            desk.said = put("said", "speed", speed=MESSAGES.word("speeds", screen.speed))
        case "save":
            desk.said = put("said", "saved", save=screen.save_name())
        case "settings":
            screen.app.show_settings()  # type: ignore[attr-defined]
        case "quit":
            screen.app.leave(0)  # type: ignore[attr-defined]
        case "help" | "log" | "rules" | "rule" | "goals":
            _read(screen, action)
        case _ if action in EVERYWHERE:
            screen.app.run_everywhere(action)  # type: ignore[attr-defined]
        case "":
            _say_unused(desk, event)


def _say_unused(desk: Desk, event: events.Key) -> None:
    """Say that a key does nothing; what a line garbled, and what terminals send by themselves, is passed over."""
    char = event.character or ""
    if "+" not in event.key and char != "\N{REPLACEMENT CHARACTER}":
        desk.said = put("said", "no_key", key=char if char.isprintable() and char else event.key)


def _back(screen: Play) -> None:
    if screen.desk.back():
        screen.show_menu()
    elif screen.focus_on != "map":
        screen.focus_on, screen.log_back = "map", 0
        if screen.plan.kind == "single":
            screen.lay_out()
        screen.draw()
    else:
        if screen.overlay.sight is None and screen.overlay.noise is None:
            screen.desk.said = put("said", "no_back")
        screen.overlay = screen.overlay._replace(sight=None, noise=None)
        screen.draw("map")


def _next(screen: Play, event: events.Key) -> None:
    """The natural next thing: the end of a turn in which nothing is left to do, else the next option."""
    desk = screen.desk
    if desk.spent():
        screen.take(next((i for i, e in enumerate(desk.entries()) if e.ids == ("end",)), -1), event)
    else:
        screen.mark(1)


def _page(screen: Play, step: int) -> None:
    if screen.focus_on == "log":
        room = max(1, screen.plan.places["log"].height - 2)
        screen.log_back = max(0, min(screen.log_back - step * room, len(screen.desk.chronicle.said) - 1))
        screen.draw("log")
    else:
        screen.desk.turn_page(step)
        screen.show_menu()


def _over_map(screen: Play, action: str) -> None:
    desk, overlay = screen.desk, screen.overlay
    if action == "look":
        screen.mode, screen.cursor = "look", desk.view.focus
        screen.focus_on = "map"
        screen.lay_out()
        screen.draw()
    elif action == "noise":
        noise = None if overlay.noise is not None else texts.noise_of(desk)
        screen.overlay = overlay._replace(noise=noise, sight=None)
        screen.draw("map")
    else:
        here = screen.cursor if screen.mode == "look" else desk.view.focus
        sight = None if overlay.sight is not None else texts.sight_of(desk, here)
        if sight is None and overlay.sight is None:
            desk.said = put("said", "no_sight")
        screen.overlay = overlay._replace(sight=sight, noise=None)
        screen.draw("map")


def _read(screen: Play, action: str) -> None:
    """Open a text: help, the log, or rules."""
    desk, look = screen.desk, screen.look
    if action == "help":
        reader = Reader(
            look, put("reader", "help"), lambda words, width: texts.help_rows(desk, screen.mode, words, width), True
        )
    elif action == "goals":
        read_short(screen, action, put("reader", "goals"), lambda width: texts.goal_rows(desk, width))
        return
    elif action == "log":
        title = put("reader", "log")
        reader = Reader(look, title, lambda words, width: texts.log_rows(desk, words, width), True, at_end=True)
    elif action == "rules":
        reader = Reader(
            look,
            put("reader", "rules"),
            lambda words, width: texts.rules_rows(desk.rules.game, words, width),
            True,
            typing=True,
        )
    else:
        read_rule(screen, _rule(screen))
        return
    screen.app.push_screen(reader)


def read_rule(screen: Play, rule: str) -> None:
    """Show a rule by its id, or say that there is none."""
    desk = screen.desk
    if not rule:
        desk.said = put("said", "no_rule")
        return
    title = put("reader", "rule", rule=rule)
    read_short(screen, "rule", title, lambda width: texts.rule_rows(desk.rules.game, rule, width))


def read_short(screen: Play, action: str, title: str, text: Callable[[int], Sequence[Row]]) -> None:
    """Show a text in the panel, on a screen of its own where it is long."""
    if not telling.read(screen, action, title, text):
        screen.app.push_screen(Reader(screen.look, title, lambda words, width: text(width), False))


def _rule(screen: Play) -> str:
    """The rule behind the log line or the option that is marked, else behind the question."""
    desk = screen.desk
    said = desk.chronicle.said
    if screen.focus_on == "log" and said:
        return said[-1 - min(screen.log_back, len(said) - 1)].rule
    entry = desk.marked()
    if screen.mode == "menu" and entry is not None and entry.ids:
        return desk.describe(entry.ids[0]).rule
    return desk.decision.rule if desk.decision is not None else ""


def read_person(screen: Play) -> None:
    """Show everything about the person whose sheet is chosen: all of the sheet, and every card in full."""
    chosen = screen.desk.chosen()
    if chosen is not None:
        person = chosen
        read_short(screen, "accept", person.name, lambda width: panes.whole(person, width))


def read_area(screen: Play, area: str) -> None:
    """Show everything about an area."""
    desk = screen.desk
    tokens: list[Token] = [token for token in desk.view.tokens if token.area == area]

    def rows(width: int) -> list[Row]:
        found = []
        for line in desk.view.places.get(area, "").split("\n"):
            found += [row(Bit(f" {text}")) for text in wrap(line, width - 2)]
        for token in tokens:
            number = f"{token.count} " if token.count > 1 else ""
            extra = f", {put('panel', 'extra', n=token.extra)}" if token.extra else ""
            found.append(
                row(Bit(f"  {token.text:<6}", token.role or token.group, "b"), f" {number}{token.name}{extra}")
            )
        return found

    read_short(screen, "accept", f"{put('panel', 'look')} {area}", rows)
