"""``doctor``: what this terminal can do, and what zterm will do about it."""

from __future__ import annotations

import argparse
import locale
import os
import sys
from collections.abc import Iterator, Mapping
from importlib import import_module, metadata
from pathlib import Path

import msgspec
from msgspec import Struct

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
        sys.stdout.write(msgspec.json.format(msgspec.json.encode(findings), indent=2).decode() + "\n")
        return 0
    width = max(len(one.check) for one in findings)
    for one in findings:
        print(f"{'  ' if one.good else '! '}{one.check:<{width}}  {one.found}")
        print(f"  {'':<{width}}  {one.does}")
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
    yield line(env)
    yield locales(env)
    yield folders()
    yield parts()


def terminal(env: Mapping[str, str]) -> Finding:
    """Whether there is a terminal that can show the full screen."""
    term = env.get("TERM", "")
    ends = [name for name in ("stdin", "stdout") if not getattr(sys, name).isatty()]
    inside = next((name for name, mark in (("tmux", "TMUX"), ("screen", "STY")) if env.get(mark)), "")
    found = f"TERM {term or 'is not set'}" + (f", inside {inside}" if inside else "")
    if ends:
        return Finding("terminal", f"{found}; {' and '.join(ends)} no terminal", "plain lines are played", False)
    if term in ("", "dumb"):
        return Finding("terminal", found, "plain lines are played, for this terminal can't place a cursor", False)
    return Finding("terminal", found, "matches are played on the full screen (--plain: in lines)")


def size(env: Mapping[str, str]) -> Finding:
    """How large the window is, and how many panes it gets."""
    for number in (1, 2, 0):
        try:
            columns, rows = os.get_terminal_size(number)
            break
        except OSError:
            continue
    else:
        return Finding("size", "no window", "lines are not cut, whatever their length")
    said = (env.get("COLUMNS", str(columns)), env.get("LINES", str(rows)))
    found = f"{columns} columns, {rows} rows"
    if said != (str(columns), str(rows)):
        found += f" (COLUMNS and LINES say {said[0]} and {said[1]}, and are not believed)"
    layout = import_module("zterm.ui.layout")
    least, whole = layout.SMALLEST, layout.WHOLE
    if columns < least[0] or rows < least[1]:
        return Finding("size", found, f"too small: the full screen asks for {least[0]} by {least[1]}", False)
    if columns < whole[0] or rows < whole[1]:
        return Finding("size", found, f"one pane at a time; all of them from {whole[0]} by {whole[1]} on", False)
    return Finding("size", found, "all panes are shown, and follow the window when it changes")


def colours(env: Mapping[str, str]) -> Finding:
    """How many colours there are, and who said so."""
    depth = import_module("zterm.ui.terminal").traits(env).depth
    words = {"true": "16 million colours", "256": "256 colours", "16": "16 colours", "none": "no colour"}[depth]
    why = "NO_COLOR" if env.get("NO_COLOR") else "COLORTERM" if depth == "true" and env.get("COLORTERM") else "TERM"
    does = {
        "true": "themes show as they are made",
        "256": "themes use the nearest of 256 colours",
        "16": "themes use the 16 colours of the terminal",
        "none": "bold, reverse and letters carry everything",
    }[depth]
    return Finding("colours", f"{words}, by {why}", does)


def characters(env: Mapping[str, str]) -> Finding:
    """Whether more than ASCII may be written."""
    unicode = import_module("zterm.ui.terminal").traits(env).unicode
    name = next((f"{key}={env[key]}" for key in ("LC_ALL", "LC_CTYPE", "LANG") if env.get(key)), "no locale is set")
    found = f"{name}, output in {getattr(sys.stdout, 'encoding', None) or 'unknown encoding'}"
    if unicode:
        return Finding("characters", found, "maps use characters of fixed width beyond ASCII, never emoji")
    return Finding("characters", found, "maps and panes are drawn in ASCII only (a UTF-8 locale gives more)")


def boxes(env: Mapping[str, str]) -> Finding:
    """How wide the terminal draws a box character: it is asked."""
    asked = import_module("zterm.ui.terminal")
    if not (sys.stdin.isatty() and sys.stdout.isatty()) or not asked.traits(env).unicode:
        return Finding("box lines", "not asked", "walls are drawn in ASCII" if sys.stdout.isatty() else "nothing drawn")
    asked.ask()
    columns, _ = asked.answer()
    colour = asked.traits(env).depth != "none"
    other = "walls are coloured blocks" if colour else "walls are drawn in ASCII"
    if columns is None:
        return Finding("box lines", "the terminal did not answer", other, False)
    if columns == 1:
        return Finding("box lines", "one column wide", "walls are drawn as lines that join")
    if columns == 2:
        return Finding("box lines", "two columns wide", other, False)
    return Finding("box lines", "not understood: no UTF-8 is shown", "everything is drawn in ASCII", False)


def keys(env: Mapping[str, str]) -> Iterator[Finding]:
    """What is to be known about the keyboard."""
    keymap, ownkeys = import_module("zterm.ui.keymap"), import_module("zterm.ui.ownkeys")
    trouble = ownkeys.load() or "; ".join(keymap.clashes())
    own = sum(1 for now, usual in zip(keymap.current(), keymap.KEYS, strict=True) if now != usual)
    found = f"{len(keymap.KEYS)} actions, " + (f"{own} with keys of your own, " if own else "")
    yield Finding(
        "keys",
        found + (trouble or "no clash"),
        "no key needs Alt, a mouse or a function key; Ctrl-A, Ctrl-B, Ctrl-S and Ctrl-Q are left to the terminal",
        not trouble,
    )
    if env.get("TMUX") or env.get("STY"):
        yield Finding(
            "escape key",
            "tmux and screen may hold it back for half a second",
            "q goes back as well as Esc does (tmux: set -sg escape-time 10)",
        )


def wishes() -> Finding:
    """What the settings ask for."""
    from zterm.content import settings

    found, usual = settings.load(), settings.defaults()
    changed = [f"{id} {value}" for id, value in found.values.items() if value != usual[id]]
    does = "the settings screen (O) changes them at once"
    return Finding("settings", "; ".join(found.notes) or ", ".join(changed) or "as at first", does, not found.notes)


def line(env: Mapping[str, str]) -> Finding:
    """Whether the player sits far away."""
    if import_module("zterm.ui.terminal").distant(env):
        return Finding("line", "over a network", "dice fall at once, and only what changed is sent")
    return Finding("line", "on this machine", "dice are seen falling (b changes that)")


def locales(env: Mapping[str, str]) -> Finding:
    """Whether the locale that is named exists here, and which language is spoken."""
    before = locale.setlocale(locale.LC_CTYPE)
    try:
        locale.setlocale(locale.LC_CTYPE, "")
        found, good = "installed here", True
    except locale.Error:
        found, good = "named, but not installed here", False
    finally:
        locale.setlocale(locale.LC_CTYPE, before)
    language = env.get("ZTERM_LANG") or "en"
    return Finding("locale", found, f"zterm speaks {language} (--lang CODE changes that)", good)


def folders() -> Finding:
    """Whether matches can be saved."""
    from zterm.saves import folder

    home: Path = folder()
    place = home
    while not place.exists() and place != place.parent:
        place = place.parent
    if place.is_dir() and os.access(place, os.W_OK | os.X_OK):
        return Finding("saves", str(home), "every answer is saved there before it is shown")
    return Finding("saves", f"{home} can't be written", "no match can be begun; set XDG_DATA_HOME", False)


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
        return Finding("parts", ", ".join(found), f"missing: {', '.join(missing)}; plain lines still work", False)
    return Finding("parts", ", ".join(found), "complete")
