"""Themes: widths of glyphs, readable colours, safe fall-backs."""

from __future__ import annotations

import itertools
import math

import pytest
from rich.color import Color, ColorSystem

from zterm.content.loader import parse as parse_yaml
from zterm.content.paths import own
from zterm.content.problems import ContentError
from zterm.ui import shades, themes
from zterm.ui.glyphs import WALLS

NAMES = sorted(themes.files())
COLOURED = [name for name in NAMES if not themes.load(name).mono]
KINDS = ("corridor", "room", "cell", "yard", "water", "bridge", "tent", "security")
FLOORS = (*KINDS, "street", "gate", "tower", "extra", "opening")
LIT = ("cursor", "target")
DANGER = ("danger_blue", "danger_yellow", "danger_orange", "danger_red")
TOKENS = (
    "text",
    "name",
    "range",
    "threat",
    "bite",
    "walker",
    "fatty",
    "runner",
    "abomination",
    "berserker",
    "survivor",
)
TOKENS += ("active", "zombivor", "noise", "spawn", "exit", "start", "car", "tower", "ladder", "manhole")
TOKENS += ("item", "objective", "button", "gate", *DANGER)
TOKENS += tuple(
    f"door_{colour}" for colour in ("neutral", "blue", "yellow", "orange", "red", "white", "violet", "green")
)
WORDS = ("text", "strong", "disabled", "title", "key", "name", "range", "good", "bad", "hit", "miss", "threat", "bite")
WORDS += ("noise", "zombivor", "walker", "active", *DANGER)
READ = [
    *((role, floor) for role in TOKENS for floor in (*FLOORS, *LIT)),
    *((role, ground) for role in WORDS for ground in ("pane", "status", "title", "mark")),
    *((role, "title_focus") for role in ("title_focus", "text", "key")),
    *((role, "card") for role in ("strong", "text", "bad", "good")),
    ("wall", "wall_ground"),
    ("gate", "wall_ground"),
]
"""What is read: words in the panes, and the letters and numbers of what stands on the board."""
SEEN = [
    *((role, floor) for role in ("dot", "edge", "wire") for floor in FLOORS),
    *((f"texture_{kind}", kind) for kind in KINDS),
    ("roof", "roof_ground"),
    ("wire", "wire_ground"),
]
"""What is seen only: borders, textures and fills of the board."""


def test_all_six_are_there():
    assert NAMES == ["amber", "classic", "colour_blind", "high_contrast", "light", "mono_ascii"]


@pytest.mark.parametrize("name", NAMES)
def test_glyphs_are_narrow_everywhere(name):
    glyphs = themes.load(name).glyphs
    assert all(themes.narrow(char) for char in glyphs[1:])
    assert all(ord(char) < 128 for char in WALLS["ascii"] + WALLS["solid"])


@pytest.mark.parametrize("name", NAMES)
def test_file_name_is_theme_name(name):
    assert themes.load(name).name == name


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("depth", themes.DEPTHS)
def test_foreground_never_equals_background(name, depth):
    theme = themes.load(name)
    style = themes.painter(theme, depth)
    for role in theme.colours:
        if role == "wall_solid":
            continue
        for ground in theme.grounds:
            if ground == "wall_solid":
                continue
            made = style(role, ground, "")
            assert made.color is None or made.color != made.bgcolor, (role, ground)


@pytest.mark.parametrize("name", COLOURED)
@pytest.mark.parametrize(("pairs", "least"), [(READ, shades.READ), (SEEN, shades.SEEN)], ids=["read", "seen"])
def test_colours_used_together_can_be_told_apart(name, pairs, least):
    theme = themes.load(name)
    colours = {
        pair: (themes.colour_of(theme, pair[0]).colour, themes.ground_of(theme, pair[1]).colour) for pair in pairs
    }
    found = {pair: round(shades.contrast(*both), 2) for pair, both in colours.items()}
    assert {pair: ratio for pair, ratio in found.items() if ratio < least} == {}


@pytest.mark.parametrize("name", COLOURED)
def test_words_are_read_in_sixteen_colours(name):
    """A terminal's own sixteen may be as dark as those of the first PCs, whose grey and blues are weak on black."""
    theme = themes.load(name)
    style = themes.painter(theme, "16")
    weak = {"bright_black", "blue", "bright_blue"} if theme.dark else set()
    assert {role for role in (*TOKENS, *WORDS) if themes.colour_of(theme, role).name in weak} == set()
    found = {}
    for pair in READ:
        made = style(*pair, "")
        front, back = (colour.get_truecolor().hex for colour in (made.color, made.bgcolor))
        found[pair] = round(shades.contrast(front, back), 2)
    assert {pair: ratio for pair, ratio in found.items() if ratio < shades.SEEN} == {}


@pytest.mark.parametrize("name", COLOURED)
@pytest.mark.parametrize("depth", ["true", "256"])
def test_what_is_pale_is_still_seen(name, depth):
    """The terminal's own dim is as dark as the terminal likes: a paler colour is sent instead."""
    theme = themes.load(name)
    style = themes.painter(theme, depth)
    for role in TOKENS:
        for ground in (*FLOORS, "unseen"):
            made = style(role, ground, "d")
            assert not made.dim
            front, back = (colour.get_truecolor().hex for colour in (made.color, made.bgcolor))
            assert shades.contrast(front, back) >= shades.SEEN, (role, ground)
            assert front != style(role, ground, "").color.get_truecolor().hex


def test_contrast_is_that_of_the_web_guidelines():
    assert shades.contrast("#000000", "#ffffff") == pytest.approx(21)
    assert shades.contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)
    assert shades.mixed("#000000", "#ffffff", 0.5) == "#808080"


@pytest.mark.parametrize("name", NAMES)
def test_without_colour_only_attributes_are_left(name):
    style = themes.painter(themes.load(name), "none")
    for role in themes.load(name).colours:
        made = style(role, "cursor", "b")
        assert made.color is None
        assert made.bgcolor is None
    assert style("text", "cursor", "").reverse
    assert not style("text", "room", "").reverse
    assert style("text", "wall_solid", "").reverse


@pytest.mark.parametrize("name", NAMES)
def test_headings_are_told_from_what_is_below_them_at_every_depth(name):
    theme = themes.load(name)
    for depth in themes.DEPTHS:
        paint = themes.painter(theme, depth)
        bar, pane = paint("text", "title", ""), paint("text", "pane", "")
        assert (bar.bgcolor, bool(bar.underline)) != (pane.bgcolor, bool(pane.underline)), depth
        assert not (bar.underline and bar.bgcolor != pane.bgcolor), depth


def test_mono_never_has_colour():
    assert themes.painter(themes.load("mono_ascii"), "true")("walker", "room", "").color is None
    assert themes.textual_theme(themes.load("mono_ascii")).ansi


def test_sixteen_colours_come_out_by_name():
    for number, name in enumerate(themes.NAMES):
        colour = Color.from_rgb(*themes.SIXTEEN[name]).downgrade(ColorSystem.STANDARD)
        assert colour.number == number, name


def test_roles_fall_back():
    theme = themes.load("classic")
    assert themes.colour_of(theme, "door_violet") == theme.colours["violet"]
    assert themes.colour_of(theme, "no_such_thing") == theme.colours["text"]
    assert themes.ground_of(theme, "swamp") == theme.grounds["extra"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('name: x\ntitle: X\nlike: classic\nglyphs: {dot: "·"}\n', "one column wide"),
        ('name: x\ntitle: X\nlike: classic\nglyphs: {blob: "o"}\n', "unknown glyph"),
        ('name: x\ntitle: X\nlike: classic\ncolours: {text: "red"}\n', "#rrggbb"),
        ("name: x\ntitle: X\nlike: nothing\n", "no theme"),
        ("name: x\ntitle: X\n", "pane is missing, expected a look for every role, or like: classic"),
        ('name: x\ntitle: X\nlike: classic\ncolours: {text: "#ffffff mauve"}\n', "mauve"),
    ],
)
def test_mistakes_are_said(text, said):
    with pytest.raises(ContentError) as caught:
        themes.parse(parse_yaml(text))
    assert said in str(caught.value)


def test_own_glyphs_and_colours():
    text = 'name: x\ntitle: X\nlike: classic\nglyphs: {dot: ":"}\ncolours: {text: "#00ff00"}\n'
    theme = themes.parse(parse_yaml(text))
    assert theme.glyphs.dot == ":"
    assert theme.colours["text"].colour == "#00ff00"
    assert theme.colours["walker"] == themes.load("classic").colours["walker"]


def test_themes_that_are_like_each_other_are_a_mistake():
    folder = own("themes")
    folder.mkdir(parents=True)
    for name, like in (("one", "two"), ("two", "three"), ("three", "one"), ("four", "classic")):
        (folder / f"{name}.yaml").write_text(f"name: {name}\ntitle: T\nlike: {like}\n")
    for name in ("one", "two", "three"):
        with pytest.raises(ContentError, match=r"\.yaml:3:1: no theme"):
            themes.load(name)
    assert themes.load("four").colours == themes.load("classic").colours


def test_a_theme_that_is_like_no_other_needs_a_few_roles_only():
    grounds = ", ".join(f'{role}: "#000000"' for role in themes.GROUNDS)
    colours = ", ".join(f'{role}: "#ffffff"' for role in themes.COLOURS)
    theme = themes.parse(parse_yaml(f"name: x\ntitle: X\ngrounds: {{{grounds}}}\ncolours: {{{colours}}}\n"))
    classic = themes.load("classic")
    for depth in themes.DEPTHS:
        style = themes.painter(theme, depth)
        for role, ground, attrs in itertools.product(classic.colours, classic.grounds, ("", "d", "r")):
            style(role, ground, attrs)
        themes.textual_theme(theme, depth)


TOLD = 15.0
"""The difference of two grounds (CIE 1976) that an eye tells at a glance, side by side."""


def apart(one: str, two: str) -> float:
    """How different two colours look: their distance in CIE L*a*b* (1976)."""
    labs = []
    for colour in (one, two):
        r, g, b = (
            (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4) for p in (v / 255 for v in shades.rgb(colour))
        )
        white = (
            (0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505,
            0.2126 * r + 0.7152 * g + 0.0722 * b,
            (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089,
        )
        x, y, z = (t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116 for t in white)
        labs.append((116 * y - 16, 500 * (x - y), 200 * (y - z)))
    return math.dist(*labs)


@pytest.mark.parametrize("name", COLOURED)
def test_a_marked_area_is_like_no_floor(name):
    """What is lit is told by its colour alone on a map: it must not pass for another kind of floor."""
    theme = themes.load(name)
    for lit in ("target", "cursor"):
        far = {floor: apart(theme.grounds[lit].colour, theme.grounds[floor].colour) for floor in FLOORS}
        assert {floor: far[floor] for floor in FLOORS if far[floor] < TOLD} == {}, lit


@pytest.mark.parametrize("name", COLOURED)
def test_what_is_dim_in_sixteen_colours_is_still_seen(name):
    """Textual makes a dim colour half of its ground: no token may be paler then than the palest of the sixteen."""
    style = themes.painter(themes.load(name), "16")
    for role, ground in itertools.product(TOKENS, ("street", "pane")):
        made = style(role, ground, "d")
        front, back = (colour.get_truecolor().hex for colour in (made.color, made.bgcolor))
        faint = shades.contrast("#{:02x}{:02x}{:02x}".format(*themes.SIXTEEN["bright_black"]), back)
        shown = shades.mixed(front, back, 0.5) if made.dim else front
        assert shades.contrast(shown, back) >= min(shades.SEEN, faint), role
