"""Fewer bytes for screen updates.

Textual's partial update writes each changed line from the left edge of its widget on, and sets and resets all
colours for every change of style. `install` makes updates send only the columns that differ from what the
terminal shows (see `shadow`), and of styles only what differs from the style before, which is what makes play
over a slow line pleasant. If a later Textual is built otherwise, nothing is changed.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from functools import partial as with_given
from typing import TYPE_CHECKING, Any

from rich.cells import cell_len
from rich.color import ColorSystem
from rich.segment import Segment
from rich.style import Style

from zterm.ui.shadow import Look, Piece, Shadow

if TYPE_CHECKING:
    from rich.console import Console

Codes = tuple[str, str, str, bool]
"""Of a style: attributes, foreground and background as SGR parameters, and whether a space shows its foreground."""

_ATTRIBUTES = (("bold", "1"), ("dim", "2"), ("italic", "3"), ("underline", "4"), ("blink", "5"), ("reverse", "7"))
_OFF = {"1": "22", "2": "22", "3": "23", "4": "24", "5": "25", "7": "27"}
_PLAIN: Codes = ("", "39", "49", False)

SHADOW = Shadow()
"""What the terminal shows; a program has one."""


@lru_cache(maxsize=4096)
def codes(style: Style, system: ColorSystem) -> Codes:
    """The SGR parameters of a style in a colour system."""
    attributes = ";".join(code for name, code in _ATTRIBUTES if getattr(style, name))
    front = style.color.downgrade(system).get_ansi_codes() if style.color is not None else ("39",)
    back = style.bgcolor.downgrade(system).get_ansi_codes(foreground=False) if style.bgcolor is not None else ("49",)
    return attributes, ";".join(front), ";".join(back), bool(style.reverse or style.underline)


def _look(system: ColorSystem, style: Style | None) -> Codes:
    return codes(style, system) if style is not None else _PLAIN


def move(at: tuple[int, int] | None, x: int, y: int) -> str:
    """What puts the cursor somewhere (columns and rows from 0) from where it stands, None where that is not known."""
    if at is not None and at[1] == y and at[0] <= x:
        return f"\x1b[{x - at[0] if x - at[0] > 1 else ''}C" if x > at[0] else ""
    return f"\x1b[{y + 1};{x + 1}H"


class Pencil:
    """Turns segments into the terminal's bytes, remembering what the terminal is set to and where the cursor stands."""

    def __init__(self, system: ColorSystem) -> None:
        self.system = system
        self._now = _PLAIN
        self._at: tuple[int, int] | None = None
        self.parts: list[str] = []

    def move(self, x: int, y: int) -> None:
        """Put the cursor somewhere (columns and rows from 0)."""
        self.parts.append(move(self._at, x, y))
        self._at = (x, y)

    def write(self, segments: Iterable[Segment]) -> None:
        """Write segments where the cursor stands."""
        for text, style, control in segments:
            if control or not text:
                continue
            wanted = _look(self.system, style)
            if wanted != self._now:
                self._turn(text, wanted)
            self.parts.append(text)
            if self._at is not None:
                self._at = (self._at[0] + cell_len(text), self._at[1])

    def _turn(self, text: str, wanted: Codes) -> None:
        """Set the terminal to another style, as far as the text shows it."""
        attributes, front, back, inked = self._now
        if not wanted[3] and not inked and text.isspace():
            if wanted[2] != back:
                self.parts.append(f"\x1b[{wanted[2]}m")
                self._now = (attributes, front, wanted[2], inked)
            return
        new = _switches(attributes, wanted[0]) if wanted[0] != attributes else []
        new = new + [part for part, old in ((wanted[1], front), (wanted[2], back)) if part != old]
        if new:
            self.parts.append(f"\x1b[{';'.join(new)}m")
        self._now = wanted

    def end(self) -> str:
        """All bytes, with the terminal set back at their end."""
        if self._now != _PLAIN:
            self.parts.append("\x1b[0m")
        return "".join(self.parts)


@lru_cache(maxsize=256)
def _switches(old: str, new: str) -> list[str]:
    """The parameters that turn one set of attributes into another."""
    had, wants = set(old.split(";")) - {""}, set(new.split(";")) - {""}
    off = sorted({_OFF[code] for code in had - wants})
    kept = {code for code in had & wants if _OFF[code] not in off}
    return off + sorted(wants - kept)


def _system(console: Console) -> ColorSystem:
    return console._color_system or ColorSystem.TRUECOLOR


def partial(self: Any, console: Console) -> str:
    """The terminal's bytes for an update: for every changed run its place and its characters."""
    pencil = Pencil(_system(console))
    look: Look = with_given(_look, pencil.system)
    pieces: list[Piece] = []
    for y, start, stop in self.spans:
        for end, (x, strip) in zip(self.chop_ends[y], self.chops[y].items(), strict=False):
            left, right = max(x, start), min(end, stop)
            if strip is not None and left < right:
                span = strip if (left, right) == (x, end) else strip.crop(left - x, right - x)
                pieces += SHADOW.changes(left, y, span, look)
    for left, y, segments in in_thrifty_order(pieces, pencil.system):
        pencil.move(left, y)
        pencil.write(segments)
    return pencil.end()


MANY = 24
"""Changed runs from which on their order is left as it is."""


def in_thrifty_order(pieces: list[Piece], system: ColorSystem) -> list[Piece]:
    """The runs of an update in an order in which little is to be said: next comes what begins as the last one ends."""
    if not 2 < len(pieces) <= MANY:
        return pieces
    ends = [_ends(segments, system) for _, _, segments in pieces]
    left, order, now = list(range(len(pieces))), [], _PLAIN
    at: tuple[int, int] | None = None
    while left:
        best = min(left, key=lambda n: (_price(now, ends[n][0]) + len(move(at, *pieces[n][:2])), n))
        left.remove(best)
        x, y, segments = pieces[best]
        order.append(pieces[best])
        now, at = ends[best][1], (x + sum(segment.cell_length for segment in segments), y)
    return order


def _ends(segments: list[Segment], system: ColorSystem) -> tuple[Codes, Codes]:
    """The styles with which a span begins and ends."""
    styles = [codes(style, system) if style is not None else _PLAIN for text, style, _ in segments if text]
    return (styles[0], styles[-1]) if styles else (_PLAIN, _PLAIN)


def _price(old: Codes, new: Codes) -> int:
    """About how many bytes it takes to turn one style into another."""
    return sum(len(after) + 1 for before, after in zip(old[:3], new[:3], strict=True) if before != after)


def whole(self: Any, console: Console) -> str:
    """The terminal's bytes for all lines of a region."""
    pencil = Pencil(_system(console))
    look: Look = with_given(_look, pencil.system)
    for y, line in enumerate(self.strips, self.region.y):
        for left, _, segments in SHADOW.changes(self.region.x, y, (part for strip in line for part in strip), look):
            pencil.move(left, y)
            pencil.write(segments)
    return pencil.end()


def install() -> bool:
    """Put the thrifty way in place, for a terminal that may show anything; says whether Textual is as expected."""
    SHADOW.forget()
    try:
        from textual._compositor import ChopsUpdate, LayoutUpdate
    except ImportError:
        return False
    update = ChopsUpdate([], [], [])
    if not all(hasattr(update, name) for name in ("chops", "spans", "chop_ends", "render_segments")):
        return False
    ChopsUpdate.render_segments = partial  # type: ignore[method-assign]
    if all(name in LayoutUpdate.__init__.__annotations__ for name in ("strips", "region")):
        LayoutUpdate.render_segments = whole  # type: ignore[method-assign]
    return True


def flush(screen: Any) -> None:
    """Send what has changed on a screen at once, not at Textual's next tick.

    A change of layout, and a Textual that is built otherwise, wait for the tick.
    """
    compositor = getattr(screen, "_compositor", None)
    ready = all(hasattr(screen, name) for name in ("_compositor_refresh", "_layout_required", "_dirty_widgets"))
    if compositor is None or not ready or screen._layout_required or not screen.is_current:
        return
    dirty = {widget for widget in screen.children if getattr(widget, "_dirty_regions", None)}
    if not dirty or any(widget._layout_required for widget in dirty):
        return
    compositor.update_widgets(dirty)
    for widget in dirty:
        widget._repaint_required = False
    screen._compositor_refresh()


LONG = 512
"""Bytes from which on an update is worth being shown at one stroke, where the terminal can do that."""


def display(app: Any, update: Any) -> bool:
    """Send an update: nothing at all where nothing changed, and no cursor movement after it. False: Textual's turn.

    While the line has enough to carry nothing is sent; what has changed then is drawn when it is free again.
    """
    driver = getattr(app, "_driver", None)
    ready = all(hasattr(app, name) for name in ("_begin_update", "_end_update", "_batch_count", "_running", "_closed"))
    if not ready or driver is None or app.is_headless or driver.is_inline or not hasattr(update, "render_segments"):
        return False
    if app._batch_count or not app._running or app._closed:
        return False
    if app.pace.busy() or _waiting(driver):
        app.draw_later()
    elif sequence := update.render_segments(app.console):
        long = len(sequence) > LONG
        if long:
            app._begin_update()
        driver.write(sequence + app.pace.ending(len(sequence)))
        if long:
            app._end_update()
        driver.flush()
    app.post_display_hook()
    return True


def _waiting(driver: Any) -> bool:
    """Say whether the terminal has not even taken what was sent last (a serial line, Ctrl-S)."""
    queue = getattr(getattr(driver, "_writer_thread", None), "_queue", None)
    return queue is not None and queue.qsize() > 0
