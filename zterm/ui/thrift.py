"""Fewer bytes for screen updates.

Textual's partial update writes each changed line from the left edge of its widget on, and sets and resets all
colours for every change of style. `install` makes updates send only the columns that differ from what the
terminal shows (see `shadow`), in the fewest bytes (see `pencil`), which is what makes play over a slow line
pleasant. If a later Textual is built otherwise, nothing is changed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import partial as with_given
from typing import TYPE_CHECKING, Any

from rich.color import ColorSystem
from rich.style import Style

from zterm.ui.layout import Rect
from zterm.ui.pencil import MANY, Codes, Pencil, Piece, Run, Talents, codes, in_order, runs
from zterm.ui.shadow import Look, Shadow, ground_of

if TYPE_CHECKING:
    from rich.console import Console

SHADOW = Shadow()
"""What the terminal shows; a program has one."""


class Line:
    """The terminal at the other end, as far as an update has to know it; a program has one.

    ``bands`` are the places to be drawn first, those of the first band before all. ``room`` are the bytes that an
    update may take (0: any number), and ``behind`` says that the last one was cut short.
    """

    def __init__(self) -> None:
        self.talents = Talents()
        self.bands: Sequence[Sequence[Rect]] = ()
        self.room = 0
        self.behind = False


LINE = Line()
"""The line to the terminal."""


def _system(console: Console) -> ColorSystem:
    return console._color_system or ColorSystem.TRUECOLOR


def partial(self: Any, console: Console) -> str:
    """The terminal's bytes for an update: for every changed run its place and its characters."""
    system = _system(console)
    look: Look = with_given(_look, system)
    pieces: list[Piece] = []
    for y, start, stop in self.spans:
        for end, (x, strip) in zip(self.chop_ends[y], self.chops[y].items(), strict=False):
            left, right = max(x, start), min(end, stop)
            if strip is not None and left < right:
                span = strip if (left, right) == (x, end) else strip.crop(left - x, right - x)
                pieces += SHADOW.changes(left, y, span, look)
    return drawn(pieces, system)


def _look(system: ColorSystem, style: Style | None) -> Codes:
    return codes(style, system)


def whole(self: Any, console: Console) -> str:
    """The terminal's bytes for all lines of a region."""
    system = _system(console)
    look: Look = with_given(_look, system)
    lines = [(y, [part for strip in line for part in strip]) for y, line in enumerate(self.strips, self.region.y)]

    def changes(shadow: Shadow) -> list[Piece]:
        return [piece for y, line in lines for piece in shadow.changes(self.region.x, y, line, look)]

    if not LINE.room or not LINE.talents.grounds or self.region.width < LINE.talents.columns:
        return drawn(changes(SHADOW), system)
    ground = sum((ground_of(line, look) for _, line in lines), Counter()).most_common(1)[0][0]
    blank, kept = SHADOW.cleared(ground, self.region.width, self.region.height), SHADOW.copy()
    anew, usual = changes(blank), changes(kept)
    if _size(anew, system) + CLEARING < _size(usual, system):
        SHADOW.take(blank)
        return drawn(anew, system, ground)
    SHADOW.take(kept)
    return drawn(usual, system)


CLEARING = 100
"""Bytes that have to be spared where a screen is cleared before it is drawn: it blinks."""


def _size(pieces: list[Piece], system: ColorSystem) -> int:
    """The bytes that pieces take."""
    pencil = Pencil(LINE.talents)
    for run in in_order(runs(pieces, system)):
        pencil.write(run)
    return pencil.size


def drawn(pieces: list[Piece], system: ColorSystem, ground: str = "") -> str:
    """The terminal's bytes for pieces, what is needed most first; what finds no room stays to be drawn.

    With a ground the terminal is cleared to it before.
    """
    pencil = Pencil(LINE.talents)
    if ground:
        pencil.clear(ground)
    order = [run for band in _bands(runs(pieces, system)) for run in in_order(band)]
    LINE.behind = False
    for run in order:
        if LINE.room and pencil.size >= LINE.room:
            SHADOW.unsent(run.x, run.y, run.columns, ground)
            LINE.behind = True
        else:
            pencil.write(run)
    return pencil.end()


def _bands(made: list[Run]) -> list[list[Run]]:
    """The runs by the bands in which they begin; a few are drawn in any order."""
    if len(made) <= MANY or not LINE.bands:
        return [made]
    bands: list[list[Run]] = [[] for _ in range(len(LINE.bands) + 1)]
    for run in made:
        inside = (n for n, band in enumerate(LINE.bands) if any(place.holds(run.x, run.y) for place in band))
        bands[next(inside, len(LINE.bands))].append(run)
    return bands


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

    While the line has enough to carry nothing is sent; what has changed then is drawn when it is free again. Nor does
    a far terminal of which nothing is known get a part of the screen: what matters most comes first.
    """
    driver = getattr(app, "_driver", None)
    ready = all(hasattr(app, name) for name in ("_begin_update", "_end_update", "_batch_count", "_running", "_closed"))
    if not ready or driver is None or app.is_headless or driver.is_inline or not hasattr(update, "render_segments"):
        return False
    if app._batch_count or not app._running or app._closed:
        return False
    if app.pace.busy() or _waiting(driver) or (app.pace.asks and SHADOW.empty() and hasattr(update, "spans")):
        app.draw_later()
    else:
        _send(app, driver, update)
    app.post_display_hook()
    return True


def _send(app: Any, driver: Any, update: Any) -> None:
    """Send an update; over a slow line a part of it, and the rest when that has arrived."""
    LINE.talents = LINE.talents._replace(columns=app.size.width)
    LINE.bands = getattr(app.screen, "bands", ())
    LINE.room = app.pace.room()
    sequence = update.render_segments(app.console)
    if LINE.behind:
        app.draw_later()
    if not sequence:
        return
    stroke = len(sequence) > LONG and not LINE.room
    if stroke:
        app._begin_update()
    driver.write(sequence + app.pace.ending(len(sequence.encode())))
    if stroke:
        app._end_update()
    driver.flush()


def _waiting(driver: Any) -> bool:
    """Say whether the terminal has not even taken what was sent last (a serial line, Ctrl-S)."""
    queue = getattr(getattr(driver, "_writer_thread", None), "_queue", None)
    return queue is not None and queue.qsize() > 0
