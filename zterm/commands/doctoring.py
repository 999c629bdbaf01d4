"""``doctor``: what this terminal can do, and what zterm will do about it."""

from __future__ import annotations

import argparse
import locale
import os
import sys
from collections.abc import Iterator, Mapping
from importlib import import_module, metadata
from pathlib import Path

from msgspec import Struct

from zterm.commands import say, say_json
from zterm.commands.words import put
from zterm.content.catalogue import language
from zterm.content.problems import listed

NEEDED = ("textual", "rich", "msgspec", "PyYAML", "platformdirs")


class Finding(Struct, frozen=True):
    """One thing looked at: what was found, what zterm does about it, and whether that is a loss."""

    check: str
    found: str
    does: str
    good: bool = True


def doctor(args: argparse.Namespace) -> int:
    """Say everything; the exit status is always 0."""
    findings = list(examine(os.environ))
    if args.json:
        say_json(findings, indent=2)
        return 0
    names = [put("checked", one.check.replace(" ", "_")) for one in findings]
    width = max(map(len, names))
    for name, one in zip(names, findings, strict=True):
        say(f"{'  ' if one.good else '! '}{name:<{width}}  {one.found}")
        say(f"  {'':<{width}}  {one.does}")
    return 0


def examine(env: Mapping[str, str]) -> Iterator[Finding]:
    """Look at everything, one after the other."""
    yield terminal(env)
    yield size(env)
    yield colours(env)
    yield characters(env)
    yield boxes(env)
    yield from keys(env)
    yield wishes()
    yield palettes()
    yield line(env)
    yield locales()
    yield folders()
    yield parts()


def terminal(env: Mapping[str, str]) -> Finding:
    """Whether there is a terminal that can show the full screen."""
    term = env.get("TERM", "")
    ends = [name for name in ("stdin", "stdout") if not getattr(sys, name).isatty()]
    inside = next((name for name, mark in (("tmux", "TMUX"), ("screen", "STY")) if env.get(mark)), "")
    found = put("doctor", "term", term=term or put("doctor", "not_set")) + (
        put("doctor", "inside", what=inside) if inside else ""
    )
    if ends:
        return Finding(
            "terminal",
            put("doctor", "no_terminal", found=found, ends=listed(ends, both=True), n=len(ends)),
            put("doctor", "plain_lines_played"),
            False,
        )
    if term in ("", "dumb"):
        return Finding("terminal", found, put("doctor", "plain_lines_played_terminal"), False)
    return Finding("terminal", found, put("doctor", "matches_played_full_screen"))


def size(env: Mapping[str, str]) -> Finding:
    """How large the window is, and how many panes it gets."""
    for number in (1, 2, 0):
        try:
            columns, rows = os.get_terminal_size(number)
            break
        except OSError:
            continue
    else:
        return Finding("size", put("doctor", "no_window"), put("doctor", "lines_not_cut_whatever"))
    said = (env.get("COLUMNS", str(columns)), env.get("LINES", str(rows)))
    found = put("doctor", "columns_rows", columns=columns, rows=rows)
    if said != (str(columns), str(rows)):
        found += put("doctor", "columns_lines_say_not", columns=said[0], rows=said[1])
    layout = import_module("zterm.ui.layout")
    least, whole = layout.SMALLEST, layout.WHOLE
    if columns < least[0] or rows < least[1]:
        return Finding("size", found, put("doctor", "too_small_full_screen", columns=least[0], rows=least[1]), False)
    if columns < whole[0] or rows < whole[1]:
        return Finding("size", found, put("doctor", "one_pane_time_all", columns=whole[0], rows=whole[1]), False)
    return Finding("size", found, put("doctor", "all_panes_shown_follow"))


def colours(env: Mapping[str, str]) -> Finding:
    """How many colours there are, and who said so."""
    depth = import_module("zterm.ui.terminal").traits(env).depth
    words = put("depths", depth)
    why = "NO_COLOR" if env.get("NO_COLOR") else "COLORTERM" if depth == "true" and env.get("COLORTERM") else "TERM"
    return Finding("colours", put("doctor", "by", words=words, why=why), put("depths_do", depth))


def characters(env: Mapping[str, str]) -> Finding:
    """Whether more than ASCII may be written."""
    unicode = import_module("zterm.ui.terminal").traits(env).unicode
    name = next(
        (f"{key}={env[key]}" for key in ("LC_ALL", "LC_CTYPE", "LANG") if env.get(key)), put("doctor", "no_locale_set")
    )
    found = put(
        "doctor",
        "output",
        locale=name,
        encoding=getattr(sys.stdout, "encoding", None) or put("doctor", "unknown_encoding"),
    )
    if unicode:
        return Finding("characters", found, put("doctor", "maps_use_characters_fixed"))
    return Finding("characters", found, put("doctor", "maps_panes_drawn_ascii"))


def boxes(env: Mapping[str, str]) -> Finding:
    """How wide the terminal draws a box character: it is asked."""
    asked = import_module("zterm.ui.terminal")
    if not (sys.stdin.isatty() and sys.stdout.isatty()) or not asked.traits(env).unicode:
        return Finding(
            "box lines",
            put("doctor", "not_asked"),
            put("doctor", "walls_drawn_ascii") if sys.stdout.isatty() else put("doctor", "nothing_drawn"),
        )
    asked.ask()
    columns = asked.answer().columns
    colour = asked.traits(env).depth != "none"
    other = put("doctor", "walls_coloured_blocks") if colour else put("doctor", "walls_drawn_ascii")
    if columns is None:
        return Finding("box lines", put("doctor", "terminal_did_not_answer"), other, False)
    if columns == 1:
        return Finding("box lines", put("doctor", "one_column_wide"), put("doctor", "walls_drawn_lines_join"))
    if columns == 2:
        return Finding("box lines", put("doctor", "two_columns_wide"), other, False)
    return Finding("box lines", put("doctor", "not_understood_no_utf"), put("doctor", "everything_drawn_ascii"), False)


def keys(env: Mapping[str, str]) -> Iterator[Finding]:
    """What is to be known about the keyboard."""
    keymap, ownkeys = import_module("zterm.ui.keymap"), import_module("zterm.ui.ownkeys")
    trouble = ownkeys.load() or "; ".join(keymap.clashes())
    own = sum(1 for now, usual in zip(keymap.current(), keymap.KEYS, strict=True) if now != usual)
    found = put("doctor", "actions", n=len(keymap.KEYS)) + (put("doctor", "own_keys", n=own) if own else "")
    yield Finding(
        "keys",
        found + (trouble or put("doctor", "no_clash")),
        put("doctor", "no_key_needs_alt"),
        not trouble,
    )
    if env.get("TMUX") or env.get("STY"):
        yield Finding(
            "escape key",
            put("doctor", "tmux_screen_may_hold"),
            put("doctor", "q_goes_back_well"),
        )


def wishes() -> Finding:
    """What the settings ask for."""
    from zterm.content import settings

    found, usual = settings.load(), settings.defaults()
    changed = [f"{id} {value}" for id, value in found.values.items() if value != usual[id]]
    does = put("doctor", "settings_screen_o_changes")
    return Finding(
        "settings", "; ".join(found.notes) or ", ".join(changed) or put("doctor", "as_at_first"), does, not found.notes
    )


def palettes() -> Finding:
    """Whether all themes can be used, the user's own too."""
    from zterm.content.problems import ContentError, Problem
    from zterm.content.settings import short

    themes = import_module("zterm.ui.themes")
    problems: list[Problem] = []
    for name in themes.files():
        try:
            themes.load(name)
        except ContentError as fault:
            problems += fault.problems
    found = put("doctor", "themes", n=len(themes.files()))
    if not problems:
        return Finding("themes", found, put("doctor", "settings_screen_o_changes"))
    more = put("doctor", "more", n=len(problems) - 1) if len(problems) > 1 else ""
    return Finding("themes", f"{short(problems[0])}{more}", put("doctor", "theme_not_used"), False)


def line(env: Mapping[str, str]) -> Finding:
    """Whether the player sits far away."""
    if import_module("zterm.ui.terminal").distant(env):
        return Finding("line", put("doctor", "over_network"), put("doctor", "dice_fall_once_only"))
    return Finding("line", put("doctor", "machine"), put("doctor", "dice_seen_falling_b"))


def locales() -> Finding:
    """Whether the locale that is named exists here, and which language is spoken."""
    before = locale.setlocale(locale.LC_CTYPE)
    try:
        locale.setlocale(locale.LC_CTYPE, "")
        found, good = put("doctor", "installed_here"), True
    except locale.Error:
        found, good = put("doctor", "named_but_not_installed"), False
    finally:
        locale.setlocale(locale.LC_CTYPE, before)
    return Finding("locale", found, put("doctor", "zterm_speaks_lang_code", language=language()), good)


def folders() -> Finding:
    """Whether matches can be saved."""
    from zterm.saves import folder

    home: Path = folder()
    place = home
    while not os.path.exists(place) and place != place.parent:
        place = place.parent
    if os.path.isdir(place) and os.access(place, os.W_OK | os.X_OK):
        return Finding("saves", str(home), put("doctor", "every_answer_saved_before"))
    return Finding("saves", put("doctor", "cant_written", file=home), put("doctor", "no_match_can_begun"), False)


def parts() -> Finding:
    """The versions of what zterm is made with."""
    from zterm import __version__

    found, missing = [f"zterm {__version__}", f"Python {sys.version.split()[0]}"], []
    for name in NEEDED:
        try:
            found.append(f"{name} {metadata.version(name)}")
        except metadata.PackageNotFoundError:
            missing.append(name)
    if missing:
        return Finding(
            "parts", ", ".join(found), put("doctor", "missing_plain_lines_still", parts=", ".join(missing)), False
        )
    return Finding("parts", ", ".join(found), put("doctor", "complete"))
