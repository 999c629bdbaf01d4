"""The commands of play that are not about options: panes, zoom, overlays, texts, undo, leaving."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual import events

from zterm.ui import modes, reading, texts
from zterm.ui.desk import Desk
from zterm.ui.keymap import EVERYWHERE, actual
from zterm.ui.page import Reader
from zterm.ui.words import MESSAGES, put

if TYPE_CHECKING:
    from zterm.ui.play import Play


def run(screen: Play, action: str, event: events.Key) -> None:
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
            desk.said = desk.session.kept() or put("said", "saved", save=screen.save_name())
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
    """Go on where one thing is left to do; what is to be chosen stays as it is."""
    desk = screen.desk
    only = desk.only()
    if desk.decision is not None and not only:
        desk.said = actual(put("said", "choose"))
    elif screen.too_early(event):
        desk.said = put("said", "too_early")
    elif only:
        screen.answer(only)


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
            look,
            put("reader", "help"),
            lambda words, width: texts.help_rows(desk, screen.mode, words, width, look.glyphs),
            True,
        )
    elif action == "goals":
        reading.read_short(screen, action, put("reader", "goals"), lambda width: texts.goal_rows(desk, width))
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
        reading.read_rule(screen, _rule(screen))
        return
    screen.app.push_screen(reader)


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
