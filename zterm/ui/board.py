"""The board as a Textual widget: a window on a canvas that redraws only what has changed."""

from __future__ import annotations

from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget

from zterm.kernel.views import Shape, View
from zterm.ui import canvas
from zterm.ui.glyphs import Glyphs
from zterm.ui.ground import Ground
from zterm.ui.ink import VOID, Ink, Row
from zterm.ui.overlays import NOTHING, Overlay
from zterm.ui.pane import strip_of
from zterm.ui.themes import Painter, Theme, painter

GROUNDS = 5
"""Grounds that are kept."""

DIRECTIONS = {"up": (0, -1), "right": (1, 0), "down": (0, 1), "left": (-1, 0)}


class BoardPane(Widget, can_focus=False):
    """Shows a board. It scrolls by itself so that the focus area stays in the middle two thirds of the pane.

    Call `show` once a match, `update` after each answer; a still board sends nothing to the terminal.
    """

    DEFAULT_CSS = "BoardPane { width: 1fr; height: 1fr; }"

    def __init__(self, theme: Theme, glyphs: Glyphs, depth: str = "true", id: str | None = None) -> None:
        super().__init__(id=id)
        self._glyphs = glyphs
        self._paint: Painter = painter(theme, depth)
        self._wanted = "auto"
        self.zoom = "mid"
        self._shape: Shape | None = None
        self._view: View | None = None
        self._overlay = NOTHING
        self._ground: Ground | None = None
        self._drawn: tuple[object, ...] = ()
        self._grounds: dict[tuple[object, ...], Ground] = {}
        self._rows: list[Row] = []
        self._strips: dict[int, Strip] = {}
        self._origin = (0, 0)
        self._opening: tuple[tuple[int, int], tuple[int, int]] | None = None

    def show(self, shape: Shape, view: View, overlay: Overlay = NOTHING) -> None:
        """Draw another board from the beginning."""
        self._shape, self._view, self._overlay = shape, view, overlay
        self._grounds.clear()
        self._rebuild()

    def update(self, view: View, overlay: Overlay = NOTHING) -> None:
        """Draw another moment of the same board: only the characters that differ are sent."""
        if view is not self._view:
            self._opening = None
        self._view, self._overlay = view, overlay
        if self._ground is None or self._drawn[-1] != canvas.marks_key(view.marks):
            self._rebuild()
            return
        rows = canvas.compose(self._ground, view, overlay)
        changes = canvas.changes(self._rows, rows)
        self._rows = rows
        for change in changes:
            self._strips.pop(change.y, None)
        if self._follow():
            self.refresh()
            return
        left, top = self._origin
        pane = Region(0, 0, *self.size)
        regions = [Region(c.x - left, c.y - top, c.length, 1).intersection(pane) for c in changes]
        seen = [region for region in regions if region]
        seen += [Region(0, r.y, pane.width, 1) for r in self._at_edges(changes) if 0 <= r.y < pane.height]
        for y in {region.y for region in seen} & {0, self.size.height - 1}:
            seen.append(Region(0, y, self.size.width, 1))
        if seen:
            self.refresh(*seen)

    def _at_edges(self, changes: list[canvas.Change]) -> list[Region]:
        """The changes that lie across or beside the left or right edge of the pane, where words are shown or not."""
        left, top = self._origin
        edges = [x for x in (left, left + self.size.width) if 0 < x < (self._ground.width if self._ground else 0)]
        near = [c for c in changes if any(c.x - WORD <= x <= c.x + c.length + WORD for x in edges)]
        return [Region(c.x - left, c.y - top, c.length, 1) for c in near]

    def set_zoom(self, zoom: str) -> None:
        """Set the zoom: one of `canvas.ZOOMS`, or "auto" for the largest at which the whole board fits."""
        self._wanted = zoom
        self._opening = None
        self._rebuild()

    def place(self) -> dict[str, object]:
        """Zoom and window, to be taken up again by `open_at`."""
        return {"zoom": self._wanted, "origin": list(self._origin), "size": list(self.size)}

    def open_at(self, place: dict[str, object]) -> None:
        """Begin with the zoom and, in a pane of the same size, the window that `place` told."""
        zoom, origin, size = (place.get(key) for key in ("zoom", "origin", "size"))
        if zoom in (*canvas.ZOOMS, "auto"):
            self._wanted = str(zoom)
        pairs = [tuple(pair) for pair in (origin, size) if isinstance(pair, list) and len(pair) == 2]
        if len(pairs) == 2 and all(isinstance(part, int) for pair in pairs for part in pair):
            self._opening = (pairs[0], pairs[1])

    def step_zoom(self, step: int) -> str:
        """Zoom in (+1) or out (-1); gives the zoom that is shown then."""
        place = canvas.ZOOMS.index(self.zoom) + step
        self.set_zoom(canvas.ZOOMS[min(max(place, 0), len(canvas.ZOOMS) - 1)])
        return self.zoom

    def set_look(self, theme: Theme, glyphs: Glyphs, depth: str = "true") -> None:
        """Change theme, glyph set and colour depth."""
        self._glyphs, self._paint = glyphs, painter(theme, depth)
        self._rebuild()

    def cells_of(self, area: str) -> Region:
        """The part of the pane that an area takes up (its bounding box; may lie outside what is visible)."""
        box = self._box(area)
        return box.translate((-self._origin[0], -self._origin[1])) if box else Region()

    def beside(self, area: str, direction: str) -> str:
        """The next area from the middle of one in a direction ("up", "right", "down", "left"), for a look cursor.

        Walls do not matter; gives the same area if there is none further on.
        """
        if self._shape is None:
            return area
        where = {cell: a.id for a in self._shape.areas for cell in a.cells}
        cells = [cell for cell, a in where.items() if a == area]
        if not cells:
            return area
        middle = (sum(c[0] for c in cells) / len(cells), sum(c[1] for c in cells) / len(cells))
        x, y = min(cells, key=lambda c: (abs(c[0] - middle[0]) + abs(c[1] - middle[1]), c))
        dx, dy = DIRECTIONS[direction]
        while 0 <= x < self._shape.width and 0 <= y < self._shape.height:
            if where.get((x, y), area) != area:
                return where[x, y]
            x, y = x + dx, y + dy
        return area

    def on_resize(self) -> None:
        """Choose zoom and place anew for another size of the pane."""
        self._rebuild()

    def _rebuild(self) -> None:
        if self._shape is None or self._view is None or not self.size:
            return
        auto = self._wanted == "auto"
        self.zoom = canvas.best_zoom(self._shape, *self.size) if auto else self._wanted
        drawn = (self.zoom, self._glyphs, canvas.marks_key(self._view.marks))
        if drawn not in self._grounds:
            if len(self._grounds) >= GROUNDS:
                self._grounds.clear()
            self._grounds[drawn] = canvas.ground_of(self._shape, self.zoom, self._glyphs, self._view.marks)
        self._ground, self._drawn = self._grounds[drawn], drawn
        self._rows = canvas.compose(self._ground, self._view, self._overlay)
        self._strips.clear()
        opening = self._opening if self._opening and self._opening[1] == tuple(self.size) else None
        self._origin = opening[0] if opening else self._origin
        self._follow(centre=opening is None)
        self.refresh()

    def _box(self, area: str) -> Region | None:
        """The bounding box of an area on the canvas."""
        room = self._ground.rooms.get(area) if self._ground else None
        if not room or not room.chars:
            return None
        xs, ys = [x for x, _ in room.chars], [y for _, y in room.chars]
        return Region(min(xs), min(ys), max(xs) - min(xs) + 1, max(ys) - min(ys) + 1)

    def _follow(self, centre: bool = False) -> bool:
        """Move the window if the focus has left the middle two thirds; says whether it moved."""
        if self._ground is None or self._view is None:
            return False
        box = self._box(self._overlay.cursor or self._view.focus)
        rim = CURSOR_RIM if self._overlay.cursor else RIM
        origin = self._window_on(box, self._origin, rim, centre or box is None)
        target = self._box(next(iter(self._overlay.targets), "")) if not self._overlay.cursor else None
        if target is not None and not self._mostly_seen(target, origin):
            origin = self._window_on(target, origin, NO_RIM)
        moved = origin != self._origin
        self._origin = origin
        if moved:
            self._strips.clear()
        return moved

    def _mostly_seen(self, box: Region, origin: tuple[int, int]) -> bool:
        """Say whether two thirds of a box are in the window: a map that moves costs all of its bytes."""
        return 3 * box.intersection(Region(*origin, *self.size)).area >= 2 * box.area

    def _window_on(self, box: Region | None, start: tuple[int, int], rim: int, centre: bool = False) -> tuple[int, int]:
        """Where the window has to begin, from where it begins now, for a box to be seen."""
        ground = self._ground
        assert ground is not None
        spans = ((box.x, box.right), (box.y, box.bottom)) if box else ((0, 0), (0, 0))
        lengths = (ground.width, ground.height)
        x, y = (_window(start[i], self.size[i], lengths[i], spans[i], centre, rim) for i in (0, 1))
        return x, y

    def render_line(self, y: int) -> Strip:
        """One row of the pane."""
        row = y + self._origin[1]
        strip = self._strips.get(row)
        if strip is None:
            strip = self._strips[row] = self._strip(row, y)
        return strip

    def _strip(self, row: int, y: int) -> Strip:
        width, left = self.size.width, self._origin[0]
        inks: list[Ink] = [VOID] * width
        if 0 <= row < len(self._rows):
            line = self._rows[row]
            inks = [line[x] if 0 <= x < len(line) else VOID for x in range(left, left + width)]
            if 0 < left < len(line):
                self._whole(inks, line[left - 1], range(width))
            if 0 < left + width < len(line):
                self._whole(inks, line[left + width], range(width - 1, -1, -1))
        self._heads(inks, y)
        return strip_of(inks, self._paint)

    def _whole(self, inks: list[Ink], beyond: Ink, places: range) -> None:
        """Leave out what is seen of a word that the edge cuts: "1" is not S1. People's letters stand for themselves."""
        cut = []
        for x in places:
            if not (_lettered(beyond) and _lettered(inks[x]) and beyond.role == inks[x].role):
                break
            cut.append(x)
            beyond = inks[x]
        people = {t.text.casefold() for t in self._view.tokens if t.group in PEOPLE} if self._view and cut else set()
        if any(inks[x].char.casefold() not in people for x in cut):
            for x in cut:
                inks[x] = inks[x]._replace(char=" ")

    def _heads(self, inks: list[Ink], y: int) -> None:
        """Arrowheads in the middle of the pane's edges where the board goes on."""
        if self._ground is None or not inks:
            return
        (left, top), (width, height) = self._origin, self.size
        glyphs = self._glyphs
        if y == height // 2:
            if left > 0:
                _head(inks, 0, glyphs.left)
            if left + width < self._ground.width - 1:
                _head(inks, width - 1, glyphs.right)
        if y == 0 and top > 0:
            _head(inks, _free(inks), glyphs.up)
        if y == height - 1 and top + height < self._ground.height - 1:
            _head(inks, _free(inks), glyphs.down)


BARE = ("texture", "dot", "wall", "edge", "roof", "wire")
"""Roles of what an arrowhead may stand on and beside: never a token."""


PEOPLE = ("survivor", "zombivor")
WORD = 4
"""Columns of a word on the map, but for names."""


def _lettered(ink: Ink) -> bool:
    return (ink.char.isalnum() or ink.char in "+~!{}.$") and not ink.role.startswith(BARE)


def _bare(ink: Ink) -> bool:
    return ink.char == " " or ink.role.startswith(BARE)


def _free(inks: list[Ink]) -> int:
    """The place nearest to the middle of a row for an arrowhead: if there is one, with no token beside it, of which it
    would seem a part."""
    middle = len(inks) // 2
    places = sorted((x for x in range(1, len(inks) - 1) if _bare(inks[x])), key=lambda x: abs(x - middle))
    alone = (x for x in places if all(map(_bare, inks[x - 1 : x + 2])))
    return next(alone, places[0] if places else middle)


def _head(inks: list[Ink], x: int, sign: str) -> None:
    """Put an arrowhead on a row, unless a token stands there."""
    if _bare(inks[x]):
        inks[x] = Ink(sign, "title", "title", "b")


RIM, CURSOR_RIM, NO_RIM = 6, 18, 10_000
"""The focus and a cursor keep one of so many parts of a pane from its edges: a map that scrolls is dear.
What the marked option is about has to be seen only."""


def _window(start: int, pane: int, length: int, span: tuple[int, int], centre: bool, rim: int = RIM) -> int:
    """Where a window of ``pane`` characters begins on a line of ``length``, to keep a span in its middle part.

    A line that fits is centred (at most one character may be cut off); otherwise the window moves only when
    the span comes nearer to an edge than ``rim`` says, or when ``centre`` asks for it.
    """
    if length <= pane:
        return -((pane - length) // 2)
    if length == pane + 1:
        return 0
    first, last = start + pane // rim, start + pane - pane // rim
    inside = first <= span[0] and span[1] <= last
    reachable = (start == 0 and span[1] <= last) or (start == length - pane and span[0] >= first)
    if centre or not (inside or reachable) or not 0 <= start <= length - pane:
        start = (span[0] + span[1] - pane) // 2
    return min(max(start, 0), length - pane)
