"""What the decision panel can show beside the question: the threat preview, a hint, the list of commands."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from textual import events

from zterm.content.outward import clean, sentence
from zterm.ui import foresight, keymap, palette, reading
from zterm.ui.overlays import Overlay
from zterm.ui.rows import Bit, Row, cut, row, spread, wrap
from zterm.ui.soon import soon
from zterm.ui.words import put

if TYPE_CHECKING:
    from zterm.bots.advice import Advice
    from zterm.kernel.views import Threat, Way
    from zterm.ui.desk import Desk
    from zterm.ui.play import Play

PASSED = ("zoom_in", "zoom_out", "names", "help", "log", "rules", "quit", "hint", "palette", "settings")
"""Commands that work while the preview or a hint is shown."""

TAKES = ("threat", "hint", "palette")
"""The modes of this module: they take keys first."""

WAYS = ("up", "down", "mark_next", "mark_back", "next", "left", "right", "accept", "back", "threat")
"""Keys that choose a way in the preview."""

PAUSE = 0.3
"""Seconds after which a preview that was cut short is gone on with."""
BREATH = 0.02
"""Seconds between one slice of that work and the next, for keys."""


class Modes:
    """What the modes remember: branch and line of the preview, whether a way is chosen in it, the advice, the words
    typed for a command."""

    def __init__(self) -> None:
        self.branch = 0
        self.pick = 0
        self.ways = False
        self.advice: Advice | None = None
        self.typed = ""
        self.mark = 0


def panel(screen: Play, width: int, height: int) -> list[Row] | None:
    """The decision panel in one of these modes, None in any other."""
    modes = screen.modes
    match screen.mode:
        case "threat":
            if modes.ways:
                return foresight.ways(screen.desk, modes.mark, width, height)
            return foresight.panel(screen.desk, modes.branch, modes.pick, width, height)
        case "hint":
            return _hint_panel(screen, width, height)
        case "palette":
            return palette.panel(keymap.current(), modes.typed, modes.mark, width, height)
    return None


def start(screen: Play, action: str) -> None:
    """Begin one of these modes."""
    if action == "threat":
        threat = screen.desk.threat()
        if threat is None or not threat.branches:
            screen.desk.said = foresight.unforeseen(screen.desk)
            return
    elif action == "hint" and (screen.desk.decision is None or _adviser(screen) is None):
        screen.desk.said = put("hint", "over" if screen.desk.decision is None else "none")
        return
    screen.modes.typed, screen.modes.advice = "", None
    screen.modes.mark = 0
    screen.mode = action
    if action == "threat":
        _taken(screen, ())
    screen.draw("decision", "map", "keys")
    if action == "hint":
        screen.call_after_refresh(_advise, screen)


def _taken(screen: Play, taken: tuple[Way, ...]) -> None:
    """Show the preview after some choices in it; what is left out for want of time comes when it is looked at."""
    modes = screen.modes
    screen.desk.take(taken)
    modes.branch, modes.ways = 0, False
    modes.pick = _first(screen.desk, 0)
    soon(screen, PAUSE, partial(_finish, screen, taken))


def _first(desk: Desk, number: int) -> int:
    """The first line of a branch that tells what happens, after what there is to choose."""
    return min(len(foresight.choices(desk)), len(foresight.shown(desk, number)) - 1)


def _finish(screen: Play, taken: tuple[Way, ...]) -> None:
    """Go on with a preview that is still looked at until it is complete."""
    desk, modes, before = screen.desk, screen.modes, screen.desk.ahead()
    if screen.mode != "threat" or desk.taken != taken or before is None:
        return
    new = desk.finish_threat()
    if new is None:
        soon(screen, BREATH, partial(_finish, screen, taken))
    elif new:
        seen, whole = before.branches[modes.branch], desk.ahead()
        same = [n for n, branch in enumerate(whole.branches if whole else ()) if branch.choices == seen.choices]
        modes.branch = (same or [0])[0]
        screen.draw("decision", "map")


def press(screen: Play, action: str, event: events.Key) -> bool:
    """Take a key in one of these modes; False hands it on to play."""
    taken: Callable[[Any, str, events.Key], bool] = {"threat": _in_threat, "hint": _in_hint, "palette": _in_palette}[
        screen.mode
    ]
    return taken(screen, action, event)


def close(screen: Play) -> None:
    """Go back to the question."""
    screen.mode = "menu"
    screen.show_menu()


def overlay(screen: Play) -> Overlay | None:
    """The preview over the map, None in other modes."""
    threat = screen.desk.ahead() if screen.under() == "threat" else None
    if threat is None or not threat.branches:
        return None
    number = min(screen.modes.branch, len(threat.branches) - 1)
    lines = foresight.shown(screen.desk, number)
    area = lines[min(screen.modes.pick, len(lines) - 1)].area if lines else ""
    return foresight.overlay(threat.branches[number], screen.overlay, area)


def _in_threat(screen: Play, action: str, event: events.Key) -> bool:
    threat, modes, desk = screen.desk.ahead(), screen.modes, screen.desk
    if modes.ways and threat is not None and action in WAYS:
        _in_ways(screen, threat, action)
        return True
    if threat is None or action in ("back", "threat"):
        close(screen)
        return True
    lines = foresight.shown(desk, modes.branch)
    if action in ("up", "down", "mark_next", "mark_back", "next") and lines:
        modes.pick = (modes.pick + (-1 if action in ("up", "mark_back") else 1)) % len(lines)
    elif action in ("left", "right"):
        modes.branch = (modes.branch + (1 if action == "right" else -1)) % len(threat.branches)
        modes.pick = _first(desk, modes.branch)
    elif action == "rule":
        reading.read_rule(screen, lines[modes.pick].rule if lines else "")
        return True
    elif action == "accept" and lines and lines[modes.pick].role == "taken":
        _taken(screen, desk.taken[:-1])
    elif action == "accept" and lines and lines[modes.pick].role == "asked":
        modes.ways, modes.mark = True, 0
    elif action == "accept":
        number = modes.branch
        reading.read_short(screen, action, put("threat", "steps"), lambda width: foresight.steps(desk, number, width))
        return True
    else:
        return action not in PASSED
    screen.draw("decision", "map")
    return True


def _in_ways(screen: Play, threat: Threat, action: str) -> None:
    """Choose a way in the preview, or leave that."""
    modes = screen.modes
    if action in ("back", "threat", "left"):
        modes.ways = False
    elif action in ("accept", "right"):
        _taken(screen, (*screen.desk.taken, threat.ways[modes.mark]))
    else:
        modes.mark = (modes.mark + (-1 if action in ("up", "mark_back") else 1)) % len(threat.ways)
    screen.draw("decision", "map")


def _adviser(screen: Play) -> Any:
    """The bot of the game that gives advice, None where it has none."""
    from zterm.bots.advice import adviser

    header = screen.desk.session.saved.header
    return adviser(header.game, header.seed)


def _advise(screen: Play) -> None:
    """Look ahead, then show what comes of it."""
    from zterm.bots.advice import advise, seed_of

    if screen.mode != "hint":
        return
    match, marked = screen.desk.session.match, screen.desk.marked_option()
    seed = seed_of(match, screen.desk.session.saved.header.seed)
    screen.modes.advice = advise(match, _adviser(screen), seed, marked.id if marked is not None else "")
    screen.draw("decision")
    screen.mark_shown()


def _in_hint(screen: Play, action: str, event: events.Key) -> bool:
    advice = screen.modes.advice
    if action in ("back", "hint"):
        close(screen)
    elif action == "accept" and advice is not None:
        if not screen.too_soon(event):
            screen.mode = "menu"
            screen.answer(advice.option)
    elif action == "rule" and advice is not None:
        reading.read_rule(screen, screen.desk.describe(advice.option).rule)
    elif action in ("up", "down"):
        screen.modes.mark += 1 if action == "down" else -1
        screen.draw("decision")
    elif action in PASSED:
        return False
    else:
        close(screen)
        return action in ("next", "left", "right", "accept")
    return True


def _hint_panel(screen: Play, width: int, height: int) -> list[Row]:
    advice, desk = screen.modes.advice, screen.desk
    hint = put("hint", "looked", n=advice.futures) if advice is not None and advice.futures else ""
    left = [Bit(f">{put('hint', 'title')}", "title_focus", "b")]
    rows = [spread(left, [Bit(f"{hint} " if hint else "")], width, "title_focus")]
    if advice is None:
        return [*rows, row(Bit(put("hint", "thinking"), "name"))]
    option = desk.describe(advice.option)
    rows.append(row(Bit(cut(f"> {option.label}", width), "strong", "b"), ground="mark"))
    lines = [Bit(f" {text}") for text in wrap(clean(" ".join(advice.reasons)), width - 2, "")]
    if advice.rival:
        label = desk.describe(advice.rival).label
        against = f"{sentence(put('hint', 'instead', label=label))} {' '.join(advice.against)}".strip()
        lines += [Bit(f" {text}", "name") for text in wrap(clean(against), width - 2, "")]
    room = height - 2
    screen.modes.mark = max(0, min(screen.modes.mark, len(lines) - room))
    return [*rows, *(row(bit) for bit in lines[screen.modes.mark : screen.modes.mark + room])]


def _in_palette(screen: Play, action: str, event: events.Key) -> bool:
    modes = screen.modes
    shown = palette.found(keymap.current(), modes.typed)
    if event.key == "escape" or action == "palette":
        close(screen)
        return True
    if event.key == "enter":
        close(screen)
        if shown:
            screen.press(shown[min(modes.mark, len(shown) - 1)].id, events.Key("command", None))
        return True
    if event.key in ("up", "down", "tab", "shift+tab", "pageup", "pagedown"):
        step = {"up": -1, "shift+tab": -1, "pageup": -5, "pagedown": 5}.get(event.key, 1)
        modes.mark = max(0, min(modes.mark + step, len(shown) - 1))
    elif event.key == "backspace":
        modes.typed, modes.mark = modes.typed[:-1], 0
    elif event.character and event.character.isprintable() and len(modes.typed) < 20:
        modes.typed, modes.mark = modes.typed + event.character, 0
    screen.draw("decision")
    return True
