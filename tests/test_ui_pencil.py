"""The bytes of an update: few, and on the screen exactly what was to be shown."""

from __future__ import annotations

import time
from types import SimpleNamespace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.color import ColorSystem
from rich.segment import Segment
from rich.style import Style

from tests.terminal import Screen, Stream, Terminal
from zterm.ui import thrift
from zterm.ui.layout import Rect
from zterm.ui.pencil import PLAIN, Pencil, Run, Talents, codes, in_order, move, runs

ALL = Talents(True, True, "any", 80)
STYLES = [
    None,
    Style(color="#d2d6dc", bgcolor="#121417"),
    Style(color="#5fafff", bgcolor="#121417", bold=True),
    Style(color="#ffffff", bgcolor="#2a3038", bold=True, reverse=True),
    Style(color="#6b5138", bgcolor="#35291f"),
    Style(bgcolor="#35291f", underline=True),
    Style(bold=True, dim=True),
]


def drawn(pieces, talents=ALL, system=ColorSystem.TRUECOLOR):
    pencil = Pencil(talents)
    for run in in_order(runs(pieces, system)):
        pencil.write(run)
    return pencil.end()


def shown(data, start=None):
    """What can be seen on a screen after bytes: of a blank without reverse and underline only its ground."""
    screen = start or Screen(80, 24)
    Stream(screen).feed(data.encode())
    cells = {(x, y): screen.buffer[y][x] for y in range(screen.lines) for x in range(screen.columns)}
    inked = {at: cell for at, cell in cells.items() if cell.data != " " or cell.reverse or cell.underscore}
    blank = {at: cell.bg for at, cell in cells.items() if at not in inked and cell.bg != "default"}
    return {**inked, **blank}


def plainly(pieces, system=ColorSystem.TRUECOLOR):
    """Every segment with its place and its whole style."""
    parts = []
    for x, y, segments in pieces:
        parts.append(f"\x1b[{y + 1};{x + 1}H")
        for text, style, _ in segments:
            attributes, front, back, _ = codes(style, system)
            parts.append(f"\x1b[0;{attributes + ';' if attributes else ''}{front};{back}m{text}")
    return "".join(parts) + "\x1b[0m"


WORDS = st.text(st.sampled_from("ab \u2501\u2501  \u2219#"), min_size=1, max_size=9) | st.sampled_from(
    [" " * 5, " " * 20, "\u2501" * 12, "=" * 9, "\u5c71\u7530"]
)


@st.composite
def screens(draw):
    pieces, count = [], draw(st.integers(1, 12))
    for y in sorted(draw(st.sets(st.integers(0, 23), min_size=1, max_size=count))):
        x = draw(st.integers(0, 40))
        while x < 78:
            texts = draw(st.lists(st.tuples(WORDS, st.sampled_from(STYLES)), min_size=1, max_size=5))
            segments, left = [], 80 - x
            for text, style in texts:
                segment = Segment(text, style)
                if segment.cell_length <= left:
                    segments.append(segment)
                    left -= segment.cell_length
            if draw(st.booleans()) and left:
                segments.append(Segment(" " * left, draw(st.sampled_from(STYLES))))
                left = 0
            pieces.append((x, y, segments))
            x = 80 - left + draw(st.integers(1, 30))
    return pieces


ABLE = [ALL, Talents(columns=80), Talents(), Talents(repeats="any"), Talents(repeats="ascii"), Talents(True, True)]


@settings(max_examples=150, deadline=None)
@given(screens(), st.sampled_from(ABLE))
def test_the_shortest_way_shows_the_same(pieces, talents):
    assert shown(drawn(pieces, talents)) == shown(plainly(pieces))


def test_blanks_are_erased_and_equal_characters_repeated_where_the_terminal_can():
    coloured = [(0, 2, [Segment("ab" + " " * 78, STYLES[1])])]
    assert drawn(coloured).endswith("mab\x1b[K\x1b[m")
    assert drawn(coloured, Talents(columns=80)).endswith("mab" + " " * 78 + "\x1b[m")
    assert drawn([(0, 2, [Segment("ab" + " " * 78, None)])], Talents(columns=80)) == "\x1b[3Hab\x1b[K"
    assert drawn([(0, 2, [Segment("ab" + " " * 20, None)])], Talents(columns=80)) == "\x1b[3Hab" + " " * 20
    assert drawn([(0, 2, [Segment("ab" + " " * 20, None)])]) == "\x1b[3Hab\x1b[20X"
    wall = [(4, 0, [Segment("\u2501" * 5 + "--", None)])]
    assert drawn(wall) == "\x1b[;5H\u2501\x1b[4b--"
    assert drawn(wall, Talents()) == "\x1b[;5H" + "\u2501" * 5 + "--"
    assert drawn(wall, Talents(repeats="ascii")) == "\x1b[;5H" + "\u2501" * 5 + "--"
    assert drawn([(0, 2, [Segment("a" + "-" * 20, None)])], Talents(repeats="ascii")) == "\x1b[3Ha-\x1b[19b"
    assert drawn(coloured, Talents(repeats="ascii", columns=80)).endswith("mab \x1b[77b\x1b[m")
    reversed_ = [(0, 0, [Segment("a" + " " * 79, STYLES[3])])]
    assert drawn(reversed_).endswith("a \x1b[78b\x1b[m")


def test_the_cursor_goes_the_shortest_way():
    assert move(None, 3, 4) == "\x1b[5;4H"
    assert [move(None, 0, 0), move(None, 0, 7), move(None, 9, 0)] == ["\x1b[H", "\x1b[8H", "\x1b[;10H"]
    assert [move((3, 4), x, 4) for x in (3, 4, 9, 2)] == ["", "\x1b[C", "\x1b[6C", "\x1b[5;3H"]
    assert [move((3, 4), x, 4, 80) for x in (2, 1, 0)] == ["\b", "\b\b", "\b\b\b"]
    assert [move((9, 4), x, 5, 80) for x in (9, 8, 0, 1)] == ["\x1b[B", "\b\x1b[B", "\r\x1b[B", "\x1b[6;2H"]
    assert [move((80, 4), x, 4, 80) for x in (79, 0)] == ["\x1b[5;80H", "\x1b[5H"]


def test_styles_are_sent_as_differences():
    red, blue = Style(color="red", bgcolor="black"), Style(color="blue", bgcolor="black")
    parts = [Segment("a", red), Segment("  ", blue), Segment("b", red), Segment("c", red + Style(bold=True))]
    assert drawn([(0, 0, [*parts, Segment("d", red)])], system=ColorSystem.STANDARD) in (
        "\x1b[H\x1b[31;40ma  b\x1b[Cd\x1b[4H\x1b[1mc\x1b[m",
        "\x1b[H\x1b[31;40ma  b\x1b[Cd\b\b\x1b[1mc\x1b[m",
        "\x1b[H\x1b[31;40ma  b\x1b[1mc\x1b[22md\x1b[m",
    )


def test_exact_colours_go_by_their_number():
    style = Style(color="#5fafff", bgcolor="#121417")
    assert codes(style, ColorSystem.TRUECOLOR)[1:3] == ("38;5;75", "48;2;18;20;23")
    assert codes(Style(color="#0000ff"), ColorSystem.TRUECOLOR)[1] == "38;2;0;0;255"
    assert codes(None, ColorSystem.TRUECOLOR) == PLAIN


def test_what_matters_most_is_drawn_first_and_a_slow_line_gets_pieces():
    line, styles = thrift.LINE, STYLES[1:5]
    pieces = [(0, y, [Segment(f"row {y:2} " * 3, styles[y % 4]), Segment("x", styles[(y + 1) % 4])]) for y in range(24)]
    try:
        line.talents, line.bands, line.room = ALL, ((Rect(0, 20, 80, 2), Rect(0, 0, 80, 1)),), 0
        thrift.SHADOW.forget()
        whole = thrift.drawn(pieces, ColorSystem.TRUECOLOR)
        first = sorted(whole.index(f"row {y:2}") for y in (0, 20, 21))
        assert first[-1] < min(whole.index(f"row {y:2}") for y in range(1, 20))
        line.room = 200
        thrift.SHADOW.forget()
        screen, parts = Screen(80, 24), 0
        while parts < 20:
            look = lambda style: codes(style, ColorSystem.TRUECOLOR)  # noqa: E731
            left = [part for x, y, row in pieces for part in thrift.SHADOW.changes(x, y, row, look)]
            sent = thrift.drawn(left, ColorSystem.TRUECOLOR)
            assert len(sent) < 300
            shown(sent, screen)
            parts += 1
            if not line.behind:
                break
        assert 3 < parts < 20
        assert shown("", screen) == shown(plainly(pieces))
    finally:
        line.talents, line.bands, line.room, line.behind = Talents(), (), 0, False
        thrift.SHADOW.forget()


KEYS = ("?", "\x1b", "5\r", "\x1b[B", "z", "\x1b", "x", "\x1b[A", "\x1b", "+", "-", "m", "\x1b", "u", "n", "/", "\x1b")


def alike(able, plain, before, most=8.0):
    """Read two terminals until both have changed and show the same."""
    began = time.perf_counter()
    while time.perf_counter() - began < most:
        able.read(0.15), plain.read(0.1)
        now = shown("", able.screen)
        if now != before and now == shown("", plain.screen):
            return now
    assert shown("", able.screen) == shown("", plain.screen)
    pytest.fail("nothing has changed")


def test_a_terminal_that_repeats_and_erases_shows_what_one_that_does_not_shows(tmp_path, monkeypatch):
    def begun(term, repeats):
        for name in ("DATA", "STATE", "CONFIG"):
            monkeypatch.setenv(f"XDG_{name}_HOME", str(tmp_path / term / name.lower()))
        env = {"COLORTERM": "truecolor", "TERM": term, "SSH_CONNECTION": "there"}
        return Terminal("play", "m00", "--seed", "4711", env=env, repeats=repeats)

    with begun("xterm-256color", "any") as able, begun("screen-256color", "") as plain:
        for _ in range(300):
            able.read(0.02, 0.2), plain.read(0.02, 0.2)
            if "who acts next" in able.text() and "who acts next" in plain.text():
                break
        last = alike(able, plain, None)
        for key in KEYS:
            able.keys(key, 0.01), plain.keys(key, 0.01)
            last = alike(able, plain, last)
        able.read(0.3), plain.read(0.3)
        sizes = len(able.keys("\x0c", 0.4)), len(plain.keys("\x0c", 0.4))
        assert shown("", able.screen) == shown("", plain.screen) == last
        assert sizes[0] < 3400
        assert sizes[0] < sizes[1] < 4200


def test_runs_keep_to_one_style_and_blanks_go_with_what_is_beside_them():
    red, green = Style(color="red", bgcolor="black"), Style(color="green", bgcolor="black")
    other = Style(color="red", bgcolor="blue")
    made = runs([(1, 0, [Segment(" ", green), Segment("a", red), Segment("  ", green)])], ColorSystem.STANDARD)
    assert made == [Run(1, 0, " a  ", codes(red, ColorSystem.STANDARD), 4, False)]
    made = runs([(0, 0, [Segment("a", red)]), (1, 0, [Segment("b", other)])], ColorSystem.STANDARD)
    assert [run.text for run in made] == ["a", "b"]


def test_a_terminal_that_repeats_ascii_alone_as_tmux_does_is_sent_less(tmp_path, monkeypatch):
    sent = {}
    for repeats in ("", "ascii"):
        for name in ("DATA", "STATE", "CONFIG"):
            monkeypatch.setenv(f"XDG_{name}_HOME", str(tmp_path / name.lower()))
        with Terminal(env={"TERM": "screen-256color"}, repeats=repeats) as t:
            assert t.wait("arrows and Enter"), t.text()
            t.read(0.3)
            sent[repeats] = (len(t.sent), shown("", t.screen))
    assert sent["ascii"][0] < sent[""][0] - 500
    assert sent["ascii"][1] == sent[""][1]


def page(rows):
    """A screen of rows of one segment each, as an update of a layout."""
    lines = [[[Segment(text.ljust(80), style)]] for text, style in rows]
    return SimpleNamespace(strips=lines, region=SimpleNamespace(x=0, y=0, width=80, height=len(lines)))


def test_on_a_slow_line_a_full_screen_is_cleared_for_a_page_of_few_words():
    line, console = thrift.LINE, SimpleNamespace(_color_system=ColorSystem.TRUECOLOR)
    full = page([("#=" * 40, STYLES[1 + y % 2]) for y in range(24)])
    text = page([(f"some words in row {y}, then {'.' * (y % 5)}   {'apart':>30}", STYLES[1]) for y in range(24)])
    sizes = {}
    try:
        usual = ALL._replace(repeats="")
        for room, able in ((0, usual), (400, usual), (400, usual._replace(grounds=False))):
            line.talents, line.bands, line.room = able, (), 0
            thrift.SHADOW.forget()
            screen = Screen(80, 24)
            shown(thrift.whole(full, console), screen)
            sent, parts, line.room = "", 0, room
            while not parts or (line.behind and parts < 40):
                piece = thrift.whole(text, console)
                shown(piece, screen)
                sent, parts = sent + piece, parts + 1
            assert shown("", screen) == shown(plainly([(0, y, row[0]) for y, row in enumerate(text.strips)]))
            assert ("\x1b[2J" in sent) == bool(room and able.grounds)
            assert sent.count("\x1b[2J") <= 1
            sizes[room, able.grounds] = len(sent)
            assert thrift.whole(text, console) == ""
        assert sizes[400, True] < 0.8 * sizes[400, False]
    finally:
        line.talents, line.bands, line.room, line.behind = Talents(), (), 0, False
        thrift.SHADOW.forget()
