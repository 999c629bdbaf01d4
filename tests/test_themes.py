"""Themes: widths of glyphs, readable colours, safe fall-backs."""

from __future__ import annotations

import pytest
from rich.color import Color, ColorSystem

from zterm.content.loader import parse as parse_yaml
from zterm.content.problems import ContentError
from zterm.ui import themes
from zterm.ui.glyphs import WALLS

NAMES = sorted(themes.files())
ROLES_ON_FLOOR = ("text", "walker", "fatty", "runner", "abomination", "berserker", "danger_blue", "danger_red")
FLOORS = ("street", "corridor", "room", "cell", "yard", "security", "pane", "cursor", "target", "unseen")


def luminance(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [p / 12.92 if p <= 0.03928 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, two: str) -> float:
    low, high = sorted((luminance(one), luminance(two)))
    return (high + 0.05) / (low + 0.05)


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


@pytest.mark.parametrize("name", [n for n in NAMES if n != "mono_ascii"])
def test_tokens_are_readable_on_every_floor(name):
    theme = themes.load(name)
    for role in ROLES_ON_FLOOR:
        for ground in FLOORS:
            pair = themes.colour_of(theme, role).colour, themes.ground_of(theme, ground).colour
            assert contrast(*pair) >= 3.0, (role, ground, pair)


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
