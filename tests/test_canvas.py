"""The board as characters: walls, doors, borders, tokens, overlays, and what a change costs."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from zterm.kernel.views import Area, Mark, Shape, Side, Token, View
from zterm.ui import canvas, tokens
from zterm.ui.glyphs import ASCII, UNICODE, WALLS, choose, wall_char
from zterm.ui.ground import TEXTURES
from zterm.ui.ink import Row
from zterm.ui.overlays import PLATE, Arrow, Overlay
from zterm.ui.themes import narrow
from zterm.ui.tokens import BARE, groups, layout

KINDS = {"a": "room", "b": "corridor", "c": "corridor", "d": "street"}
PLAN = ["aaabbb", "aaabbb", "aaabbb", "aaaccc", "dddccc", "dddccc", "#ddccc"]


def block(text: str) -> str:
    """The lines of an indented block, without ends."""
    lines = [line.rstrip() for line in text.strip("\n").rstrip(" \n").split("\n")]
    return "\n".join(line[4:] for line in lines)


def shape_of(plan: list[str], borders: dict[str, str], edge: str = "edge") -> Shape:
    """A shape from rows of letters; ``borders`` gives the kind of line between two letters (default wall)."""
    height, width = len(plan), len(plan[0])
    cells: dict[str, list[tuple[int, int]]] = {}
    fills = {}
    sides = []
    for y, row in enumerate(plan):
        for x, letter in enumerate(row):
            if letter in "#x":
                fills[x, y] = "solid" if letter == "#" else "wire"
            else:
                cells.setdefault(letter, []).append((x, y))
    for y in range(height + 1):
        for x in range(width + 1):
            for side, i, j in (("N", x, y - 1), ("W", x - 1, y)):
                one = plan[j][i] if 0 <= i < width and 0 <= j < height else ""
                two = plan[y][x] if x < width and y < height else ""
                if one == two or (side == "N" and x == width) or (side == "W" and y == height):
                    continue
                if one and two:
                    sides.append(Side(x, y, side, borders.get(one + two, borders.get(two + one, "wall"))))
                elif one or two:
                    sides.append(Side(x, y, side, "wall" if "#" in one + two else edge))
    areas = tuple(Area(k, KINDS.get(k, "room"), tuple(v)) for k, v in cells.items())
    return Shape(width, height, areas, tuple(sides), fills)


def view_of(*tokens: Token, marks: tuple[Mark, ...] = ()) -> View:
    return View("t", (), (), tokens, marks, "", {})


def zombie(area: str, text: str, count: int, extra: int = 0) -> Token:
    roles = {"W": "walker", "F": "fatty", "R": "runner", "A": "abomination"}
    return Token(area, "zombie", text, text, roles[text], count, extra)


def person(area: str, text: str, active: bool = False, group: str = "survivor") -> Token:
    return Token(area, group, text, text, "danger_blue", active=active)


def plain(rows: list[Row]) -> str:
    """A canvas as text, without the spaces at the ends of lines."""
    return "\n".join("".join(ink.char for ink in row).rstrip() for row in rows)


def drawn(shape: Shape, zoom: str, view: View, overlay: Overlay | None = None, glyphs=UNICODE) -> str:
    ground = canvas.ground_of(shape, zoom, glyphs, view.marks)
    return plain(canvas.compose(ground, view, overlay or Overlay()))


BASIC = shape_of(PLAN, {"bc": "open"})
DOORS = (
    Mark("d1", (3.0, 3.5), "v", "door", "violet", False, ("a", "c")),
    Mark("d2", (1.5, 4.0), "h", "door", "neutral", True, ("a", "d")),
)


STANDING = (
    zombie("a", "W", 3),
    zombie("a", "F", 1, 2),
    person("c", "s", True),
    person("c", "k"),
    Token("c", "noise", "", "noise", count=2),
    Token("d", "exit", "EXIT", "exit"),
)

BLOCKS = {
    "far": """
    ╌╌╌╌╌╌╻╌╌╌╌╌╌
    ╎W3   ┃ :   ╎
    ╎F1!2 ╹ ∙ ∙ ╎
    ╎ _   V :   ╎
    ╺━╸/╺━┫ ►Sk ╎
    ╎EXIT ┃ ~2  ╎
    ┏━┓   ┃   : ╎
    ┗━┛╌╌╌╹╌╌╌╌╌╌
    """,
    "mid": """
    ╌╌╌╌╌╌╌╌╌╻╌╌╌╌╌╌╌╌╌
    ╎ _    _ ┃ :    : ╎
    ╎W3 F1!2 ╹∙ ∙ ∙ ∙ ╎
    ╎ _    _ V :    : ╎
    ╺━╸[/]╺━━┫  ►Sk   ╎
    ╎  EXIT  ┃   ~2   ╎
    ┏━━┓     ┃   :    ╎
    ┗━━┛╌╌╌╌╌╹╌╌╌╌╌╌╌╌╌
    """,
    "wide": """
    ╌╌╌╌╌╌╌╌╌╌╌╌╻╌╌╌╌╌╌╌╌╌╌╌╌
    ╎a     _    ┃b     :    ╎
    ╎           ┃           ╎
    ╎  W3 F1!2  ┃   :    :  ╎
    ╎           ╹ ∙ ∙ ∙ ∙ ∙ ╎
    ╎ _    _    V c    :    ╎
    ╺━━━╸[/]╺━━━┫    ►Sk    ╎
    ╎d          ┃    ~2     ╎
    ╎   EXIT    ┃           ╎
    ┏━━━┓       ┃ :    :    ╎
    ┗━━━┛╌╌╌╌╌╌╌╹╌╌╌╌╌╌╌╌╌╌╌╌
    """,
    "near": """
    ╌╌╌╌╌╌╌╌╌╌╌╌╻╌╌╌╌╌╌╌╌╌╌╌╌
    ╎a     _    ┃b     :    ╎
    ╎           ┃           ╎
    ╎   _    _  ┃   :    :  ╎
    ╎  W3 F1!2  ┃           ╎
    ╎ _    _    ┃ :    :    ╎
    ╎           ╹ ∙ ∙ ∙ ∙ ∙ ╎
    ╎   _    _  V c    :    ╎
    ╺━━━╸[/]╺━━━┫           ╎
    ╎d          ┃    ►Sk    ╎
    ╎           ┃    ~2     ╎
    ╎   EXIT    ┃ :    :    ╎
    ┏━━━┓       ┃           ╎
    ┃░░░┃       ┃   :    :  ╎
    ┗━━━┛╌╌╌╌╌╌╌╹╌╌╌╌╌╌╌╌╌╌╌╌
    """,
}


@pytest.mark.parametrize("zoom", canvas.ZOOMS)
def test_board_at_each_zoom(zoom):
    assert drawn(BASIC, zoom, view_of(*STANDING, marks=DOORS)) == block(BLOCKS[zoom])


def test_ascii_board():
    expected = """
             +
      _    _ | :    :
     W3 F1!2 +. . . .
      _    _ V :    :
    ---[/]---+  >Sk
       EXIT  |   ~2
    +--+     |   :
    +--+     +
    """
    assert drawn(BASIC, "mid", view_of(*STANDING, marks=DOORS), None, ASCII) == block(expected)


def test_threat_arrows_and_bites():
    overlay = Overlay(arrows=(Arrow("a", "c", 4), Arrow("b", "c", 12)), bites={"c": 2})
    expected = """
    ╌╌╌╌╌╌╌╌╌╻╌╌╌╌╌╌╌╌╌
    ╎ _    _ ┃ :    : ╎
    ╎W3 F1!2 ╹∙ ∙ ∙ ∙ ╎
    ╎ _    _ >4: v12: ╎
    ╺━╸[/]╺━━┫  ►Sk   ╎
    ╎  EXIT  ┃   -2   ╎
    ┏━━┓     ┃   :    ╎
    ┗━━┛╌╌╌╌╌╹╌╌╌╌╌╌╌╌╌
    """
    shown = drawn(BASIC, "mid", view_of(*STANDING, marks=DOORS), overlay)
    assert shown == block(expected)


def test_on_a_large_map_a_marked_area_is_lit_as_a_whole():
    ground = canvas.ground_of(BASIC, "near", UNICODE, DOORS)
    rows = canvas.compose(ground, view_of(*STANDING, marks=DOORS), Overlay(targets=("a",)))
    lit = {(x, y) for y, row in enumerate(rows) for x, ink in enumerate(row) if ink.ground == "target"}
    assert lit == {(x, y) for y, left, length in ground.rooms["a"].floor for x in range(left, left + length)}
    assert len({y for _, y in lit}) > PLATE


def test_cursor_sight_and_noise():
    view = view_of(*STANDING, marks=DOORS)
    ground = canvas.ground_of(BASIC, "mid", UNICODE, DOORS)
    rows = canvas.compose(ground, view, Overlay(cursor="c", sight={"c": 0, "b": 1}, noise={"c": 5, "a": 1}))
    lit = {(x, y) for y, row in enumerate(rows) for x, ink in enumerate(row) if ink.ground == "cursor"}
    assert lit <= set(ground.rooms["c"].chars)
    assert 1 <= len({y for _, y in lit}) <= PLATE
    assert {ink.ground for ink in rows[1][1:9]} == {"unseen"}
    text = plain(rows)
    assert "_" not in text
    loud = [ink for row in rows for ink in row if ink.role == "noise"]
    assert "".join(ink.char for ink in loud) == "~1~5"
    assert [ink.attrs for ink in loud if ink.char == "5"] == ["br"]
    assert [ink.char for row in rows for ink in row if ink.role == "range" and ink.char != " "] == ["1", "0"]


def test_doors_and_doorways_between_unseen_areas_are_as_dark_as_those():
    plan = ["aabbcc", "aabbcc", "aabbcc"]
    shape = shape_of(plan, {"ab": "gap", "bc": "wall"})
    door = Mark("d", (4.0, 1.5), "v", "door", "neutral", True, ("b", "c"))
    ground = canvas.ground_of(shape, "mid", UNICODE, (door,))
    gap, (place,) = ground.gaps[0].chars, ground.places["d"].chars

    def grounds(sight):
        rows = canvas.compose(ground, view_of(marks=(door,)), Overlay(sight=sight))
        return {rows[y][x].ground for x, y in gap}, rows[place[1]][place[0]].ground

    assert grounds({}) == ({"unseen"}, "unseen")
    dark, lit = grounds({"c": 0})
    assert dark == {"unseen"}
    assert lit != "unseen"
    dark, lit = grounds({"a": 0})
    assert "unseen" not in dark
    assert lit == "unseen"


def test_tokens_at_far_stand_apart_from_doors_where_they_can():
    shape = shape_of(["aaabbb", "aaabbb", "aaabbb"], {"ab": "wall"})
    door = Mark("d", (3.0, 1.5), "v", "door", "white", False, ("a", "b"))
    shown = drawn(shape, "far", view_of(zombie("b", "W", 3), zombie("a", "W", 2, 1), marks=(door,)))
    assert "╎W2!1 W W3" in shown


def test_an_arrow_hides_a_door_whole_and_touches_no_token():
    shape = shape_of(["aaabbb", "aaabbb", "aaabbb", "cccccc", "cccccc", "cccccc"], {"ab": "wall"})
    doors = (
        Mark("d", (3.0, 1.5), "v", "door", "white", False, ("a", "b")),
        Mark("e", (1.5, 3.0), "h", "door", "neutral", False, ("a", "c")),
    )
    tokens = [zombie("b", kind, 12) for kind in "WFR"]
    shown = drawn(shape, "mid", view_of(*tokens, marks=doors), Overlay(arrows=(Arrow("b", "a", 3), Arrow("a", "c", 2))))
    assert "<3 W12" in shown
    assert "╺━╸ v2╺━" in shown


def test_door_cuts_a_solid_strip_and_both_its_walls():
    shape = shape_of(["aaaa", "aaaa", "####", "dddd", "dddd"], {})
    mark = Mark("m", (2.0, 2.5), "h", "main_door", "white", False, ("a", "d"))
    expected = """
    ╌╌╌╌╌╌╌╌╌╌╌╌╌
    ╎ _    _    ╎
    ┏━━━╸[W]╺━━━┓
    ┗━━━╸   ╺━━━┛
    ╎           ╎
    ╌╌╌╌╌╌╌╌╌╌╌╌╌
    """
    assert drawn(shape, "mid", view_of(marks=(mark,))) == block(expected)


def test_door_and_tear_in_wire():
    shape = shape_of(["dddd", "xxxx", "bbbb"], {"dx": "fence", "bx": "fence"})
    door = Mark("m", (2.0, 1.5), "h", "main_door", "white", False, ("d", "b"))
    tear = Mark("m", (2.0, 1.5), "h", "tear", "", True, ("d", "b"))
    whole = Mark("m", (2.0, 1.5), "h", "tear", "", False, ("d", "b"))
    shown = [drawn(shape, "mid", view_of(marks=(mark,))).split("\n")[1] for mark in (door, tear, whole)]
    assert shown == ["╎xxxx[W]xxxx╎", "╎xxxx   xxxx╎", "╎xxxxxxxxxxx╎"]


@pytest.mark.parametrize("zoom", canvas.ZOOMS)
def test_figures_in_a_room_of_one_cell_are_seen(zoom):
    shape = shape_of(["aaa", "aea", "aaa"], {})
    shown = drawn(
        shape, zoom, view_of(zombie("e", "W", 3), zombie("e", "F", 2), person("e", "s", True), person("e", "k"))
    )
    assert "Z5" in shown or "W3" in shown
    assert "S2" in shown or "Sk" in shown


def test_a_gap_never_cuts_another_wall():
    shape = shape_of(["aab#", "aae#", "aac#"], {"ae": "gap"})
    rows = drawn(shape, "mid", view_of()).split("\n")
    assert all(row[9] in "┏┣┫┃┗┳┻" for row in rows if len(row) > 9), rows


def test_gate_sides():
    shape = shape_of(["bbbccc"] * 3, {"bc": "open"})
    for is_open, char in ((False, "H"), (True, " ")):
        mark = Mark("g", (3.0, 1.5), "v", "gate", "", is_open, ("b", "c"))
        rows = drawn(shape, "mid", view_of(marks=(mark,))).split("\n")
        assert [row[9] for row in rows[1:3]] == [char, char]


def test_doorways_and_swallowed_doorways():
    shape = shape_of(["aaabbb"] * 3 + ["cccddd"] * 3, {"ab": "gap", "cd": "open", "bd": "open"})
    expected = """
    ╌╌╌╌╌╌╌╌╌╻╌╌╌╌╌╌╌╌╌
    ╎ _    _   :    : ╎
    ╎   _    ╻   :    ╎
    ╺━━━━━━━━┛∙ ∙ ∙ ∙ ╎
    """
    top = drawn(shape, "mid", view_of()).split("\n")[:4]
    assert top == [line[4:] for line in expected.strip("\n").split("\n")[:4]]
    door = Mark("d", (3.0, 2.0), "v", "door", "neutral", False, ("b", "a"))
    rows = drawn(shape, "mid", view_of(marks=(door,))).split("\n")
    assert [row[9] for row in rows[1:4]] == ["╹", "+", "┛"]


def test_dots_give_way_to_a_door_at_their_end():
    shape = shape_of(["aabbb", "aabbb", "eebbb", "eeccc", "ffccc", "ffccc"], {"bc": "open"})
    door = Mark("d", (2.0, 3.0), "v", "cell_door", "white", False, ("e", "b"))
    rows = drawn(shape, "mid", view_of(marks=(door,))).split("\n")
    assert rows[3][6] == "W"
    assert "∙" not in rows[3]
    assert rows[4][7:].count("∙") == 4
    other = Mark("d", (2.0, 3.0), "v", "cell_door", "white", False, ("e", "c"))
    rows = drawn(shape, "mid", view_of(marks=(other,))).split("\n")
    assert "∙" not in rows[3]
    assert rows[2].count("∙") == 4


def test_a_crowd_takes_the_dots_below():
    shape = shape_of(["bbb", "bbb", "ccc", "ccc", "ccc"], {"bc": "open"})
    crowd = (zombie("b", "W", 6), zombie("b", "F", 2), zombie("b", "R", 1), zombie("b", "A", 1))
    rows = drawn(shape, "mid", view_of(*crowd)).split("\n")
    assert rows[1][1:9] == "W6 F2 R1"
    assert "A" in rows[2]
    rows = drawn(shape, "mid", view_of(*crowd, *(t for _ in range(3) for t in STANDING[2:5]))).split("\n")
    assert "W6" in rows[1]


@pytest.mark.parametrize("arms", range(16))
def test_wall_joins(arms):
    """A cross of four walls, each left out or not, joins to the glyph of its arms' sum."""
    sides = [Side(1, 0, "W", "wall"), Side(1, 1, "N", "wall"), Side(1, 1, "W", "wall"), Side(0, 1, "N", "wall")]
    kept = tuple(side for bit, side in enumerate(sides) if arms >> bit & 1)
    cells = ((0, 0), (1, 0), (0, 1), (1, 1))
    shape = Shape(2, 2, (Area("a", "street", cells),), kept, {})
    for zoom, (sx, sy) in canvas.SCALES.items():
        for name in ("line", "light", "ascii"):
            rows = canvas.compose(canvas.ground_of(shape, zoom, UNICODE._replace(walls=name)), view_of())
            assert rows[sy][sx].char == WALLS[name][arms]


def test_wall_sets():
    assert WALLS["line"] == " ╹╺┗╻┃┏┣╸┛━┻┓┫┳╋"
    assert wall_char(ASCII, 10) == "-"
    assert wall_char(ASCII, 5) == "|"
    assert {WALLS["ascii"][i] for i in (3, 6, 9, 12, 7, 11, 13, 14, 15)} == {"+"}
    assert choose(True, False, True).walls == "solid"
    assert choose(True, False, False).walls == "ascii"
    assert choose(False, True, True) == ASCII
    assert all(narrow(char) for char, _ in TEXTURES.values())


def test_solid_walls_are_background():
    rows = canvas.compose(canvas.ground_of(BASIC, "mid", UNICODE._replace(walls="solid")), view_of())
    assert rows[4][1].char == " "
    assert rows[4][1].ground == "wall_solid"


def test_ascii_is_ascii():
    everything = view_of(
        zombie("a", "W", 2, 1), person("a", "s", True), Token("b", "noise", "", "noise", count=3), marks=DOORS
    )
    for zoom in canvas.ZOOMS:
        assert drawn(BASIC, zoom, everything, Overlay(cursor="a", names=True), ASCII).isascii()
    assert not drawn(BASIC, "mid", everything).isascii()


def test_sizes_and_zoom():
    assert canvas.size(BASIC, "mid") == (19, 8)
    assert canvas.best_zoom(BASIC, 25, 15) == "near"
    assert canvas.best_zoom(BASIC, 24, 15) == "mid"
    assert canvas.best_zoom(BASIC, 12, 7) == "far"
    assert canvas.best_zoom(BASIC, 11, 7) == "mid"
    big = Shape(30, 30, (), (), {})
    assert canvas.best_zoom(big, 60, 30) == "far"


def words(tokens: tuple[Token, ...], step: int) -> str:
    return " ".join("".join(piece.text for piece in word) for part in groups(tokens, step, "►") for word in part)


CROWD = (
    zombie("a", "W", 3),
    zombie("a", "F", 0, 1),
    zombie("a", "A", 1),
    person("a", "s", True),
    person("a", "k"),
    person("a", "j", group="zombivor"),
    Token("a", "start", "start", "start"),
    Token("a", "exit", "EXIT", "exit"),
    Token("a", "car", "{Ms..k}", "car"),
)


def test_shrinking_order():
    assert words(CROWD, 0) == "W3 F!1 A ►Sk&j start EXIT {Ms..k}"
    assert words(CROWD, 1) == "W3 F!1 A ►Sk&j st Ex {M2}"
    assert words(CROWD, 3) == "Z5! ►S3 st Ex {M2}"
    assert words(CROWD, 4) == "Z5! ►S3 $+"
    assert words(CROWD, 5) == "Z5! S3 $+"


@pytest.mark.parametrize(
    ("width", "rows", "expected"),
    [
        (16, 3, ["W3 F!1 A ►Sk&j", "start EXIT", "{Ms..k}"]),
        (16, 4, ["W3 F!1 A", "►Sk&j", "start EXIT", "{Ms..k}"]),
        (8, 3, ["W3 F!1 A", "►Sk&j st", "Ex {M2}"]),
        (5, 2, ["Z5!", "►S3$+"]),
        (5, 3, ["Z5!", "►S3", "$+"]),
        (7, 1, ["Z5!S3$+"]),
        (5, 1, ["Z5!S3"]),
    ],
)
def test_fitting(width, rows, expected):
    runs = tuple((y, 1, width) for y in range(rows))
    _, lines = layout(CROWD, runs, (), True, "►")
    shown = ["".join(piece.text for piece in line.pieces) for line in lines]
    assert shown == expected


@pytest.mark.parametrize("width", range(5, 20))
@pytest.mark.parametrize("rows", range(1, 4))
def test_zombies_and_survivors_are_never_left_out(width, rows):
    runs = tuple((y, 0, width) for y in range(rows))
    step, lines = layout(CROWD, runs, (), True, "►")
    text = "".join(piece.text for line in lines for piece in line.pieces)
    assert ("W3" in text and "F!1" in text and "A" in text) or "Z5!" in text
    assert "Sk&j" in text or "S3" in text
    assert all(line.x >= 0 and line.x + sum(len(p.text) for p in line.pieces) <= width for line in lines)
    assert step <= BARE or (width, rows) in {(5, 1), (6, 1)}


def test_widest_wished_row_fits_at_mid():
    """A zone of three by three cells holds exactly `W3 F1 R2` at mid."""
    shape = shape_of(["aaab", "aaab", "aaab"], {})
    view = view_of(zombie("a", "W", 3), zombie("a", "F", 1), zombie("a", "R", 2))
    assert "┃" not in drawn(shape, "mid", view).split("\n")[1][:9]
    assert "W3 F1 R2" in drawn(shape, "mid", view)


def test_only_changes_are_reported():
    ground = canvas.ground_of(BASIC, "mid", UNICODE, DOORS)
    before = canvas.compose(ground, view_of(zombie("a", "W", 3), person("c", "s", True), marks=DOORS))
    same = canvas.compose(ground, view_of(zombie("a", "W", 3), person("c", "s", True), marks=DOORS))
    after = canvas.compose(ground, view_of(zombie("a", "W", 2), person("c", "s", True), marks=DOORS))
    assert canvas.changes(before, same) == []
    assert [(c.y, c.length) for c in canvas.changes(before, after)] == [(2, 1)]


def test_doors_open_and_close_without_new_ground():
    shut = Mark("d1", (3.0, 3.5), "v", "door", "violet", False, ("a", "c"))
    opened = Mark("d1", (3.0, 3.5), "v", "door", "violet", True, ("a", "c"))
    assert canvas.marks_key((shut,)) == canvas.marks_key((opened,))
    ground = canvas.ground_of(BASIC, "mid", UNICODE, (shut,))
    x, y = ground.places["d1"].middle
    closed = canvas.compose(ground, view_of(marks=(shut,)))[y][x]
    free = canvas.compose(ground, view_of(marks=(opened,)))[y][x]
    assert (closed.char, closed.attrs, closed.role) == ("V", "br", "door_violet")
    assert (free.char, free.attrs) == ("v", "b")


def test_who_acts_stands_out_in_a_car_too():
    car = Token("z1", "car", "PB.k.", "police car", "car")
    for step, shown in ((tokens.LOOSE, "{PB.k.}"), (tokens.SHORT_WORDS, "{P2}")):
        word = tokens.groups((car,), step)[2][0]
        assert "".join(piece.text for piece in word) == shown
    acting = [piece for piece in tokens.groups((car,), tokens.LOOSE)[2][0] if "r" in piece.attrs]
    assert [(piece.text, piece.role) for piece in acting] == [("B", "active")]
    assert not any("r" in piece.attrs for piece in tokens.groups((replace(car, text="P..k."),), tokens.LOOSE)[2][0])
