"""Themes: what the colour roles of a screen look like at every colour depth.

A theme is a YAML file in a ``themes`` folder. Roles are written as ``"#rrggbb name attributes"``: the
colour, the name of its stand-in among the 16 terminal colours, and any of bold, dim, reverse, underline.
``like`` takes over all roles of another theme that are not named. A ground (background) with ``reverse``
is shown reversed where there is no colour, and with 16 colours if it has no colour name; one with
``underline`` is underlined where nothing else tells it from the ground of the panes.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec import Struct
from rich.color import Color
from rich.style import Style

from zterm.content import paths
from zterm.content.loader import Node, read
from zterm.content.problems import ContentError, Problem
from zterm.content.schema import BAD, Check, bad, flag, map_of, may, need, record, text
from zterm.ui import shades
from zterm.ui.glyphs import ASCII, UNICODE, Glyphs
from zterm.ui.words import later, put

if TYPE_CHECKING:
    from textual.theme import Theme as TextualTheme

DEPTHS = ("true", "256", "16", "none")
ATTRIBUTES = ("bold", "dim", "reverse", "underline")
_PLAIN = ("black", "red", "green", "yellow", "blue", "magenta", "cyan", "white")
NAMES = (*_PLAIN, *(f"bright_{name}" for name in _PLAIN))
_LOW = ((0, 0, 0), (170, 0, 0), (0, 170, 0), (170, 85, 0), (0, 0, 170), (170, 0, 170), (0, 170, 170), (170, 170, 170))
_HIGH = tuple(tuple(85 + 170 * (part > 84) for part in colour) for colour in _LOW)
SIXTEEN: dict[str, tuple[int, ...]] = {
    **dict(zip(NAMES[:8], _LOW, strict=True)),
    **dict(zip(NAMES[8:], _HIGH, strict=True)),
    "bright_yellow": (255, 255, 85),
}
"""The colours that a 16-colour terminal maps back to exactly these names."""


class Look(Struct, frozen=True):
    """A role: ``colour`` "#rrggbb", ``name`` among the 16 ("" for none), attributes."""

    colour: str
    name: str = ""
    attrs: frozenset[str] = frozenset()


class Theme(Struct, frozen=True):
    """A palette with its glyphs; ``mono`` means that no colour is ever used."""

    name: str
    title: str
    dark: bool
    mono: bool
    glyphs: Glyphs
    grounds: dict[str, Look]
    colours: dict[str, Look]


Painter = Callable[[str, str, str], Style]
"""Style of (role, ground, attribute letters as in `ink.Ink`)."""


def _look(node: Node, problems: list[Problem]) -> Any:
    """Check one role."""
    value = text(later("themes", "look"), most=80)(node, problems)
    if value is BAD:
        return BAD
    colour, name, attrs = "", "", set()
    for word in value.split():
        if word.startswith("#") and len(word) == 7 and all(c in "0123456789abcdefABCDEF" for c in word[1:]):
            colour = word
        elif word in NAMES:
            name = word
        elif word in ATTRIBUTES:
            attrs.add(word)
        else:
            return bad(node, problems, put("themes", "look_word"), put("themes", "unknown_word", word=repr(word)))
    return Look(colour, name, frozenset(attrs)) if colour else bad(node, problems, put("themes", "colour_first"))


def narrow(char: str) -> bool:
    """Whether a glyph is one column wide in every terminal (East Asian Width class N or Na)."""
    return len(char) == 1 and char.isprintable() and unicodedata.east_asian_width(char) in ("N", "Na")


def _glyphs(node: Node, problems: list[Problem]) -> Any:
    """A set by name, or single glyphs put over the unicode set."""
    if node.value in ("ascii", "unicode"):
        return ASCII if node.value == "ascii" else UNICODE
    if not isinstance(node.value, dict):
        return bad(node, problems, put("themes", "glyph_sets"))
    chosen: dict[str, str] = {}
    for key, inner in node.value.items():
        if key not in Glyphs._fields or key == "walls":
            problems.append(
                node.key_problem(key, put("themes", "unknown_glyph", glyph=repr(key)), ", ".join(Glyphs._fields[1:]))
            )
        elif not isinstance(inner.value, str) or not narrow(inner.value):
            bad(inner, problems, put("themes", "narrow"))
        else:
            chosen[key] = inner.value
    return UNICODE._replace(**chosen)


def _form() -> Check:
    word = text(later("themes", "short_name"), pattern="[a-z0-9_]+")
    looks = map_of(_look)
    return record(
        {
            "name": need(word),
            "title": need(text(later("themes", "theme_title"))),
            "like": may(word, ""),
            "dark": may(flag, True),
            "mono": may(flag, False),
            "glyphs": may(_glyphs, UNICODE),
            "grounds": may(looks, {}),
            "colours": may(looks, {}),
        }
    )


GROUNDS, COLOURS = ("pane", "title", "extra"), ("text", "title", "car", "noise", "bad", "good")
"""What a theme must have that is like no other: all else can stand back to one of them."""


def files() -> dict[str, Path]:
    """Theme files by name; a built-in theme is never hidden by one of the user's."""
    found: dict[str, Path] = {}
    for folder in paths.folders("themes"):
        for file in paths.files_in(folder):
            found.setdefault(file.stem, file)
    return found


def parse(node: Node, known: Callable[[str], Theme] | None = None, under: tuple[str, ...] = ()) -> Theme:
    """A theme from a file's content. Raises ContentError with every mistake in it.

    ``known`` loads the theme that it is `like`; by default those of `files`. ``under`` are the themes that are like
    this one.
    """
    problems: list[Problem] = []
    entry = _form()(node, problems)
    if problems or entry is BAD:
        raise ContentError(problems)
    if not entry["like"]:
        grounds, colours = {}, {}
        missing = [role for role in GROUNDS if role not in entry["grounds"]]
        missing += [role for role in COLOURS if role not in entry["colours"]]
        if missing:
            raise ContentError([node.problem(put("themes", "not_whole", role=missing[0]), put("themes", "like"))])
    elif entry["like"] in (entry["name"], *under) or (known is None and entry["like"] not in files()):
        raise ContentError(
            [node.key_problem("like", put("themes", "no_theme", theme=repr(entry["like"])), ", ".join(files()))]
        )
    else:
        base = known(entry["like"]) if known else _load(entry["like"], under)
        grounds, colours = base.grounds, base.colours
    return Theme(
        entry["name"],
        entry["title"],
        entry["dark"],
        entry["mono"],
        entry["glyphs"],
        {**grounds, **entry["grounds"]},
        {**colours, **entry["colours"]},
    )


@cache
def load(name: str) -> Theme:
    """A theme by its name. Raises KeyError if there is none, ContentError if its file is wrong."""
    return _load(name, ())


def _load(name: str, under: tuple[str, ...]) -> Theme:
    return parse(read(files()[name], keep=True), under=(*under, name))


def _rgb(look: Look, depth: str) -> str:
    if depth == "16" and look.name:
        return "#{:02x}{:02x}{:02x}".format(*SIXTEEN[look.name])
    return look.colour


def _colour(look: Look, depth: str) -> Color:
    return Color.parse(_rgb(look, depth))


def colour_of(theme: Theme, role: str) -> Look:
    """The look of a foreground role: ``door_violet`` falls back to ``violet``, an unknown one to ``text``."""
    while role not in theme.colours and "_" in role:
        role = role.partition("_")[2]
    return theme.colours.get(role) or theme.colours["text"]


def ground_of(theme: Theme, role: str) -> Look:
    """The look of a background role; an unknown kind of area is like ``extra``."""
    return theme.grounds.get(role) or theme.grounds["extra"]


def painter(theme: Theme, depth: str = "true") -> Painter:
    """A function from (role, ground, attribute letters) to a style, remembering what it made.

    ``depth`` is one of `DEPTHS`; with "none", or in a mono theme, styles hold bold, dim and reverse only.
    """
    made: dict[tuple[str, str, str], Style] = {}
    bare = depth == "none" or theme.mono

    def style(role: str, ground: str = "pane", attrs: str = "") -> Style:
        key = (role, ground, attrs)
        found = made.get(key)
        if found is None:
            found = made[key] = _style(theme, "none" if bare else depth, key)
        return found

    return style


def _style(theme: Theme, depth: str, key: tuple[str, str, str]) -> Style:
    role, ground, attrs = key
    look, floor = colour_of(theme, role), ground_of(theme, ground)
    turned = ("r" in attrs) != ("reverse" in look.attrs)
    flips = "reverse" in floor.attrs and (depth == "none" or (depth == "16" and not floor.name))
    bold = "b" in attrs or "bold" in look.attrs
    weak = ("d" in attrs or "dim" in look.attrs) and not (depth == "16" and _lost(look, floor))
    if depth == "none":
        weak = weak or role in ("disabled", "texture", "name", "miss") or role.startswith("texture")
    flat = depth == "none" or (depth == "16" and floor.name == ground_of(theme, "pane").name)
    lined = "u" in attrs or "underline" in look.attrs or (flat and "underline" in floor.attrs)
    if depth == "none":
        front, back, turned = None, None, turned != flips
    elif flips:
        front, back = _colour(theme.grounds["pane"], depth), _colour(theme.colours["text"], depth)
    elif weak and depth != "16":
        front, back, weak = Color.parse(shades.pale(look.colour, floor.colour)), _colour(floor, depth), False
    else:
        front, back = _colour(look, depth), _colour(floor, depth)
    return Style(
        color=front,
        bgcolor=back,
        bold=bold or None,
        dim=weak or None,
        reverse=turned or None,
        underline=lined or None,
    )


def _lost(look: Look, floor: Look) -> bool:
    """Whether a colour of the 16 would be lost on its ground if it were made paler, as Textual does with dim."""
    front, back = _rgb(look, "16"), _rgb(floor, "16")
    least = min(shades.SEEN, shades.contrast(_rgb(Look("", "bright_black"), "16"), back))
    return shades.contrast(shades.mixed(front, back, 0.5), back) < least


def textual_theme(theme: Theme, depth: str = "true") -> TextualTheme:
    """The same palette for Textual's own widgets; styles may use ``$ground-NAME`` and ``$ink-NAME``.

    Without colour every variable is the terminal's default and the theme is one of ANSI colours.
    """
    from textual.theme import BUILTIN_THEMES
    from textual.theme import Theme as TextualTheme

    bare = depth == "none" or theme.mono
    shades = {f"ground-{k.replace('_', '-')}": _rgb(v, depth) for k, v in theme.grounds.items()}
    shades |= {f"ink-{k.replace('_', '-')}": _rgb(v, depth) for k, v in theme.colours.items()}
    if bare:
        shades = {**BUILTIN_THEMES["ansi-dark"].variables, **dict.fromkeys(shades, "ansi_default")}
    pane, front = shades["ground-pane"], shades["ink-text"]
    return TextualTheme(
        name=f"zterm-{theme.name}",
        primary=shades["ink-title"],
        secondary=shades["ink-car"],
        warning=shades["ink-noise"],
        error=shades["ink-bad"],
        success=shades["ink-good"],
        accent=shades["ink-title"],
        foreground=front,
        background=pane,
        surface=pane,
        panel=shades["ground-title"],
        boost=pane,
        dark=theme.dark,
        variables=shades,
        ansi=bare,
    )
