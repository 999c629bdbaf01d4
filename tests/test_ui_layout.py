"""The layout of the play screen at every size, the option lists, rows of text, and the keymap."""

from __future__ import annotations

import itertools

import pytest
from rich.segment import Segment
from rich.style import Style

from zterm.content.outward import clean
from zterm.kernel.decision import Cost, Odds, Option
from zterm.kernel.views import Shape
from zterm.ui import canvas, keymap, menu
from zterm.ui.chronicle import Chronicle, Dice, dice_bits
from zterm.ui.ink import Ink
from zterm.ui.layout import EXTRAS, PANES, Rect, plan
from zterm.ui.pane import changed
from zterm.ui.rows import Bit, brief, cut, fit, inks, row, width, wrap
from zterm.ui.shadow import Shadow


def sizes(tiles: str) -> tuple[tuple[int, int], ...]:
    """The sizes of a board of so many tiles at all zooms."""
    across, down = (int(n) * 10 for n in tiles.split("x"))
    return canvas.sizes(Shape(across, down, (), (), {}))


def whole(width, height, tiles="2x2"):
    found = plan(width, height, sizes(tiles))
    assert found.kind == "whole"
    return found.places


def test_the_sizes_of_the_sketch():
    small = whole(80, 24)
    assert small["map"] == Rect(0, 1, 50, 15)
    assert small["decision"] == Rect(0, 16, 50, 7)
    assert small["people"] == Rect(51, 1, 29, 7)
    assert small["sheet"] == Rect(51, 8, 29, 3)
    assert small["hand"] == Rect(51, 11, 29, 6)
    assert small["log"] == Rect(51, 17, 29, 6)
    middle = whole(100, 30, "2x3")
    assert middle["map"][2:] == (61, 21)
    assert middle["sheet"] == Rect(62, 8, 38, 6)
    assert middle["hand"] == Rect(62, 14, 38, 8)
    large = whole(140, 45)
    assert large["map"] == Rect(0, 1, 81, 35)
    assert large["decision"] == Rect(0, 36, 81, 8)
    assert large["hand"] == Rect(82, 15, 58, 8)
    assert large["log"].height == 13
    assert large["next"].height == 8


def test_a_large_window_shows_more():
    wide = whole(200, 60)
    assert set(wide) == {"status", "map", "decision", "keys", "people", "sheet", "hand", "log", *EXTRAS}
    assert wide["log"].x > wide["people"].x + wide["people"].width
    assert wide["next"].height > 8
    assert wide["log"].height > 30
    lone = plan(200, 60, sizes("2x2"), people=1, extras=("team", "goals", "signs")).places
    assert "team" not in lone, "nobody alone has others"
    assert lone["signs"].x == lone["hand"].x
    assert lone["log"].height == 58
    bare = plan(200, 60, sizes("2x2"), extras=()).places
    assert not set(bare) & set(EXTRAS)
    assert bare["hand"].y + bare["hand"].height == 59


@pytest.mark.parametrize(
    ("size", "tiles", "columns", "zoom"),
    [
        ((140, 45), "2x2", 81, "wide"),
        ((140, 45), "2x3", 81, "mid"),
        ((140, 45), "2x1", 81, "near"),
        ((120, 40), "2x2", 81, "wide"),
        ((100, 30), "2x2", 61, "mid"),
        ((200, 60), "2x2", 81, "near"),
        ((200, 60), "2x3", 81, "wide"),
        ((200, 60), "3x3", 121, "wide"),
        ((200, 60), "2x4", 81, "mid"),
        ((200, 80), "3x3", 121, "near"),
        ((140, 45), "2x4", 81, "mid"),
        ((140, 45), "3x3", 91, "mid"),
        ((140, 45), "3x2", 91, "mid"),
        ((200, 60), "3x2", 121, "near"),
    ],
)
def test_the_map_is_as_large_as_it_can_be_as_a_whole(size, tiles, columns, zoom):
    where = plan(*size, sizes(tiles)).places["map"]
    across, down = (int(n) * 10 for n in tiles.split("x"))
    assert where.width == columns
    assert canvas.best_zoom(Shape(across, down, (), (), {}), where.width, where.height) == zoom


@pytest.mark.parametrize("size", [(60, 20), (79, 24), (80, 23), (60, 100)])
def test_one_pane_at_a_time(size):
    for shown in PANES:
        found = plan(*size, shown=shown)
        assert found.kind == "single"
        assert set(found.places) == {"status", "strip", shown, "decision", "keys"}
    assert plan(60, 20).places["map"] == Rect(0, 2, 60, 10)


@pytest.mark.parametrize("size", [(59, 20), (60, 19), (10, 5), (1, 1), (0, 0)])
def test_too_small(size):
    assert plan(*size).kind == "small"


def test_panes_fill_the_screen_and_never_overlap():
    windows = itertools.product((60, 79, 80, 99, 100, 139, 140, 159, 200, 300), (20, 24, 30, 45, 60, 90))
    for (columns, height), near, people in itertools.product(windows, ("2x2", "2x3", "3x3"), (1, 6, 12)):
        places = plan(columns, height, sizes(near), people).places
        cells: set[tuple[int, int]] = set()
        for rect in places.values():
            assert rect.width > 0, (columns, height, places)
            assert rect.height > 0, (columns, height, places)
            assert rect.x + rect.width <= columns
            assert rect.y + rect.height <= height
            mine = set(itertools.product(range(rect.x, rect.x + rect.width), range(rect.y, rect.y + rect.height)))
            assert not cells & mine, (columns, height, places)
            cells |= mine


def test_the_keymap_has_no_clash_and_its_keys_are_free():
    assert keymap.clashes() == []
    assert len({bound.id for bound in keymap.KEYS}) == len(keymap.KEYS)
    twice = (*keymap.KEYS, keymap.Bound("other", ("x", "a", "ctrl+b"), "", ""))
    assert len(keymap.clashes(twice)) == 3
    assert not any("alt+" in key for bound in keymap.KEYS for key in bound.keys)


OPTIONS = {
    "attack:pistol:z1": "Attack z1: Pistol",
    "attack:pistol:z2": "Attack z2: Pistol",
    "drop:hand1": "Discard Pistol",
    "drop:hand2": "Discard Axe",
    "end": "End the turn",
    "move:z1": "Go north: z1",
    "move:z2": "Go south: z2",
    "search": "Search",
    **{f"give:{who}:{slot}": f"Give {who}: {slot}" for who in ("ann", "bob") for slot in ("hand1", "hand2", "pack1")},
}


RANKS = ("move", "attack", "search", "give", "drop", "end")


def describe(id):
    odds = Odds((0.5, 0.3, 0.2), 0.1, 1) if "attack" in id else None
    return Option(id, OPTIONS[id], Cost(actions=1), odds, "T-1", RANKS.index(id.split(":")[0]))


def shown(ids, capacity=10, depth=0):
    return menu.entries(menu.Level(tuple(sorted(ids)), depth), describe, capacity)


def test_verbs_with_many_targets_are_groups():
    made = shown(OPTIONS)
    labels = [entry.label for entry in made]
    assert labels == [
        "Go .. (2)",
        "Attack .. (2)",
        "Search",
        "Give .. (6)",
        "Discard .. (2)",
        "End the turn",
    ]
    assert made[-1].letter == "e"
    letters = [entry.letter for entry in made]
    assert len(set(letters)) == len(letters)
    assert all(letter in keymap.LETTERS for letter in letters[:-1])
    assert {id for entry in made for id in entry.ids} == set(OPTIONS)


def test_a_group_is_called_by_no_half_of_a_bracket():
    ids = ("discard:gunblade:hand1", "discard:gunblade:hand2", "end")
    labels = dict(zip(ids, ("Discard Gunblade (hand 1)", "Discard Gunblade (hand 2)", "End"), strict=True))
    made = menu.entries(menu.Level(ids, 0), lambda id: Option(id, labels[id], None, None, "T-1", 0), 10)
    assert "Discard Gunblade .. (2)" in [entry.label for entry in made]


def test_a_small_panel_folds_more_and_groups_open_in_levels():
    made = shown(OPTIONS, 6)
    assert len(made) == 6
    gifts = next(entry for entry in made if entry.label.startswith("Give"))
    level = menu.Level(gifts.ids, 0)
    inner = menu.entries(menu.Level(gifts.ids, menu.deepest(level)), describe, 4)
    assert [entry.label for entry in inner] == ["Give ann: .. (3)", "Give bob: .. (3)"] or len(inner) <= 4
    assert {id for entry in inner for id in entry.ids} == set(gifts.ids)


def test_what_is_not_allowed_stands_with_its_reason():
    level = menu.Level(("end", "noise"), 0)
    made = menu.entries(level, lambda id: Option(id, id), 10, {"search": menu.Barred("no room", -1)})
    assert (made[0].label, made[0].why) == ("Search", "no room")
    text = "".join(bit.text for bit in menu.option_rows(made, 1, 40, 5)[0].bits)
    assert "Search: no room" in text


def test_odds_and_costs_in_words():
    text = "".join(bit.text for bit in menu.odds_bits(Odds((0.25, 0.5, 0.25), 0.0, 2)))
    assert text == "kills  1+ 75%  2 25%  ~2"
    assert menu.cost_words(Cost(actions=2, extra=1)) == "2 actions, 1 of them extra"
    assert [menu.percent(chance) for chance in (0.9999, 0.0001, 1.0, 0.0)] == ["99%", "1%", "100%", "0%"]


def test_two_columns_use_the_room():
    made = [menu.Entry(str(n), (str(n),), "x" * n) for n in (5, 30, 5, 5, 5, 5)]
    left, right = menu.split(made, 50, 5)
    assert left + right == 50
    assert left >= 36
    for line in menu.option_rows(made, 0, 50, 5):
        assert sum(width(bit.text) for bit in line.bits) <= 50


def test_a_sentence_too_long_for_its_line_keeps_what_is_wrong():
    place, wrong = "/home/somebody/.local/share/zterm/saves", "the answer can't be saved: No space left on device"
    assert brief(f" {place}/m05-1.zterm: {wrong}", 140) == f" {place}/m05-1.zterm: {wrong}"
    assert brief(f" {place}/m05-1.zterm: {wrong}", 80) == f" m05-1.zterm: {wrong}"
    assert brief(f" {place}/m05-1.zterm: {wrong}", 60) == f" {wrong}"
    assert brief(f" m05-1.zterm: {wrong}", 60) == f" {wrong}"
    assert brief(f" {place}/m05-1.zterm: {wrong}", 12) == cut(f" {wrong}", 12)
    assert brief(" Practice undo: off, as before", 20) == " Practice undo.."


def test_texts_are_measured_in_columns_and_cleaned():
    assert width("山田") == 4
    assert cut("山田太郎", 5) == "山.."
    assert fit("ab", 4) == "ab  "
    assert clean("a\x1b]52;c\x07b\u202e\x9b") == "a?]52;c?b??"
    assert wrap("one two three", 9) == ["one two", "  three"]
    assert all(width(line) <= 8 for line in wrap("a" * 30 + " b", 8))
    line = inks(row("山a", Bit("é")), 5)
    assert [ink.char for ink in line] == ["山", "", "a", "é", " "]
    assert "".join(ink.char for ink in inks(row("山aé\x1b"), 5, ascii_only=True)).isascii()


def test_only_what_differs_is_drawn_and_wide_characters_stay_whole():
    def line(text):
        return inks(row(text), 30)

    assert changed(line("abc"), line("abc")) == []
    assert changed(line("abcdef"), line("abXdeY")) == [(2, 6)]
    assert changed(line("a" + " " * 20 + "b"), line("c" + " " * 20 + "d")) == [(0, 1), (21, 22)]
    assert changed(line("山b"), line("田b")) == [(0, 2)]
    assert changed([Ink("a")], [Ink("a", "bad")]) == [(0, 1)]


def test_only_what_the_terminal_does_not_show_is_sent():
    shadow, plain = Shadow(), lambda style: ("", str(style), "0", False)

    def sent(text, x=0, style=None):
        return [
            (x, "".join(s.text for s in part)) for x, _, part in shadow.changes(x, 0, [Segment(text, style)], plain)
        ]

    assert sent("a b") == [(0, "a b")]
    assert sent("a b") == []
    assert sent("a bc") == [(3, "c")]
    assert sent("x bc       y") == [(0, "x bc       y")]
    assert sent("z bc       z") == [(0, "z"), (11, "z")]
    assert sent("z b d", style=Style.parse("red")) == [(0, "z b d")]
    assert sent(" ", 1) == []
    assert sent("\u5c71\u7530", 20) == [(20, "\u5c71\u7530")]
    assert sent("\u5c71e\u0301x", 20) == [(22, "e\u0301x")]
    shadow.forget()
    assert sent("z") == [(0, "z")]


def test_the_log_is_bounded_and_searched():
    log = Chronicle(str)
    for number in range(20_050):
        log.note(1 + number // 1000, f"line {number}")
    assert len(log.said) == 20_000
    assert [entry.text for entry in log.find("turn 21 line 20049")] == ["line 20049"]
    assert len(log.tail(30, 5)) == 5
    log.forget(20_048)
    assert log.said[-1].text == "line 20047"
    assert [bit.text for bit in dice_bits(Dice((5, 2), 4))] == ["[5]", " 2 "]
    assert [bit.text for bit in dice_bits(Dice((5, 2), 4), 1)] == ["[5]", " . "]


def test_a_full_page_of_the_log_goes_on_with_what_it_told_last():
    def told(log: Chronicle, height: int) -> list[str]:
        return ["".join(bit.text for bit in line.bits).strip() for line in log.page(30, height)]

    for height, kept in ((5, 1), (12, 5)):
        log = Chronicle(str)
        for number in range(height):
            log.note(1, f"line {number}")
            told(log, height)
        assert told(log, height) == [f"line {number}" for number in range(height)]
        log.note(1, "one more")
        assert told(log, height) == [*(f"line {number}" for number in range(height - kept, height)), "one more"]
