"""The board widget: what it redraws, how it scrolls, what it tells about places."""

from __future__ import annotations

import asyncio

import pytest
from rich.console import Console
from rich.segment import Segment
from rich.style import Style
from textual.app import App, ComposeResult
from textual.geometry import Region
from textual.strip import Strip

from tests.test_canvas import BASIC, DOORS, STANDING, person, shape_of, view_of, zombie
from zterm.ui import themes, thrift
from zterm.ui.board import BoardPane, _free, _head, _window
from zterm.ui.glyphs import UNICODE
from zterm.ui.ink import Ink
from zterm.ui.overlays import Overlay


class Harness(App[None]):
    def __init__(self) -> None:
        super().__init__()
        self.pane = BoardPane(themes.load("classic"), UNICODE)
        self.asked: list[tuple[Region, ...]] = []

    def compose(self) -> ComposeResult:
        yield self.pane

    def watch_refreshes(self) -> None:
        real = self.pane.refresh

        def spy(*regions: Region, **kwargs: bool) -> BoardPane:
            self.asked.append(regions)
            return real(*regions, **kwargs)

        self.pane.refresh = spy  # type: ignore[method-assign]


def run(test, size=(60, 20)):
    async def go():
        app = Harness()
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            await test(app, pilot)

    asyncio.run(go())


def text_of(pane: BoardPane) -> list[str]:
    return [pane.render_line(y).text for y in range(pane.size.height)]


def test_only_what_changed_is_refreshed():
    async def check(app, pilot):
        app.pane.set_zoom("mid")
        app.pane.show(BASIC, view_of(*STANDING, marks=DOORS))
        await pilot.pause()
        app.watch_refreshes()
        app.pane.update(view_of(*STANDING, marks=DOORS))
        assert app.asked == []
        app.pane.update(view_of(zombie("a", "W", 4), *STANDING[1:], marks=DOORS))
        (regions,) = app.asked
        assert [(r.width, r.height) for r in regions] == [(1, 1)]
        region = regions[0]
        assert text_of(app.pane)[region.y][region.x] == "4"

    run(check)


def test_zoom_zones_and_cursor():
    async def check(app, pilot):
        pane = app.pane
        pane.show(BASIC, view_of(*STANDING, marks=DOORS))
        assert pane.zoom == "near"
        assert pane.step_zoom(-1) == "wide"
        assert pane.step_zoom(-1) == "mid"
        assert pane.step_zoom(-1) == "far"
        assert pane.step_zoom(-1) == "far"
        assert pane.beside("a", "right") == "b"
        assert pane.beside("a", "down") == "d"
        assert pane.beside("a", "left") == "a"
        pane.update(view_of(*STANDING, marks=DOORS), Overlay(cursor="b"))

    run(check)


def test_scrolls_to_the_focus_and_says_that_there_is_more():
    shape = shape_of(["a" * 10 + "b" * 10 + "c" * 10] * 12, {"ab": "open", "bc": "open"})

    async def check(app, pilot):
        pane = app.pane
        view = view_of(person("c", "s", True))
        pane.set_zoom("mid")
        pane.show(shape, type(view)("t", (), (), view.tokens, (), "c", {}))
        box = pane.cells_of("c")
        assert box.x >= 0
        assert box.right <= pane.size.width
        assert text_of(pane)[pane.size.height // 2][0] == "◄"
        assert "►S" in "".join(text_of(pane))
        app.watch_refreshes()
        pane.update(view, Overlay(cursor="a"))
        assert app.asked == [()]
        assert pane.cells_of("a").x >= 0

    run(check, size=(45, 20))


def test_an_arrowhead_stands_beside_no_token():
    def line(text):
        return [Ink(char, "dot" if char == "∙" else "walker", "street", "") for char in text]

    for text in ("    W3 F2 R1     ", "  ∙ W3 ∙ F2 ∙    ", "W88 F88 R88 A88   "):
        inks, at = line(text), _free(line(text))
        _head(inks, at, UNICODE.down)
        assert inks[at].char == UNICODE.down
        assert {text[at - 1], text[at + 1]} <= {" ", "∙"}, text
    assert _free(line("W88 F88 R88")) == 3
    full = line("W1W2W3")
    _head(full, _free(full), UNICODE.down)
    assert full == line("W1W2W3")


def test_a_word_that_the_edge_cuts_is_left_out_but_not_people():
    shape = shape_of(["a" * 10 + "b" * 10 + "c" * 10] * 4, {"ab": "open", "bc": "open"})

    async def check(app, pilot):
        pane = app.pane
        pane.set_zoom("mid")
        crowd = [zombie("b", "W", 12), zombie("b", "R", 15), person("b", "a"), person("b", "e")]
        pane.show(shape, view_of(*crowd))
        whole = ["".join(ink.char for ink in row) for row in pane._rows]
        words = {word for row in whole for word in row.split() if word[0] in "WR"}
        assert words == {"W12", "R15"}
        seen = set()
        for left in range(1, len(whole[0]) - 20):
            pane._origin = (left, 0)
            pane._strips.clear()
            for y, row in enumerate(whole):
                cells = "".join(
                    ink.char if ink.char in "WR125ae" else " " for ink in map(Ink, pane.render_line(y).text)
                )
                for x, char in enumerate(cells[1:-1], 1):
                    if char in "125":
                        at = max(row.rfind("W", 0, left + x + 1), row.rfind("R", 0, left + x + 1))
                        assert at >= left
                        assert row[at : at + 3] == cells[at - left : at - left + 3]
                seen |= {char for char in "ae" if cells[0] == char or cells[-1] == char}
        assert seen

    run(check, size=(20, 6))


def test_what_changes_beyond_the_edge_is_drawn_where_its_word_begins():
    shape = shape_of(["a" * 10 + "b" * 10] * 4, {"ab": "open"})

    async def check(app, pilot):
        pane = app.pane
        pane.set_zoom("mid")
        pane.show(shape, view_of(zombie("b", "W", 9)))
        y, x = next((y, row.index(ink)) for y, row in enumerate(pane._rows) for ink in row if ink.char == "9")
        pane._origin = (x - 20, 0)
        pane._follow = lambda centre=False: False
        pane._strips.clear()
        assert pane.render_line(y).text[-1] == " "
        app.watch_refreshes()
        pane.update(view_of())
        assert any(region.y == y and region.right >= 20 for regions in app.asked for region in regions)

    run(check, size=(20, 6))


@pytest.mark.parametrize(
    ("start", "pane", "length", "span", "expected"),
    [
        (0, 60, 50, (0, 5), -5),
        (0, 60, 61, (0, 5), 0),
        (0, 60, 100, (10, 20), 0),
        (0, 60, 100, (52, 58), 25),
        (40, 60, 100, (80, 95), 40),
        (40, 60, 100, (20, 30), 0),
    ],
)
def test_window(start, pane, length, span, expected):
    assert _window(start, pane, length, span, False) == expected


def test_partial_updates_begin_at_the_changed_column():
    assert thrift.install()
    from textual._compositor import ChopsUpdate

    strip = Strip([Segment("abcdefghij", Style())], 10)
    update = ChopsUpdate([{0: strip}], [(0, 4, 6)], [[10]])
    console = Console(force_terminal=True, color_system=None)
    assert update.render_segments(console) == "\x1b[;5Hef"
