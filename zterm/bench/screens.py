"""The speed of the full-screen client in a pseudo-terminal of 80x24, beside a bare Textual app with one widget."""

from __future__ import annotations

import os
import statistics
import tempfile
from pathlib import Path
from typing import Any

from zterm.bench import Say, p95, row
from zterm.bench.engine import median_ms, start
from zterm.bench.terminals import Terminal
from zterm.bench.words import put

STARTS = 5
BELLE = b"5"
"""Marks the survivor whom the script walks with: one without a tool for the doors that she passes."""
TIMES = 30
PAGES, OPENINGS = "?mr/OxvnzG#", 5
"""Keys that open something on the play screen, and how often each is pressed."""
IDLE = 10.0
BARE = """
from textual.app import App
from textual.widgets import Static
class Bare(App):
    def compose(self):
        yield Static("ready")
Bare().run(mouse=False)
"""
UP, DOWN, LEFT, RIGHT = b"\x1b[A", b"\x1b[B", b"\x1b[D", b"\x1b[C"
DRAWN, READY = b"help", b"ready"
WALK = (UP, LEFT, DOWN, RIGHT)


def rows(say: Say) -> list[dict[str, Any]]:
    """Measure the first frame, keys, bytes, the idle screen and memory."""
    with tempfile.TemporaryDirectory() as home:
        client = [*("-m", "zterm", "play", "m00", "--seed", "1")]
        ours, bare = _environment(home), _environment(home)
        say(put("next", "frame"))
        frames = [(_first_frame(client, ours, DRAWN), _first_frame(["-c", BARE], bare, READY)) for _ in range(STARTS)]
        mine, least = (statistics.median(times) for times in zip(*frames, strict=True))
        what = put("bench", "frame")
        found = [row("frame", what, mine / least, "ratio", 1.8, "most", ms=_ms(mine), bare_ms=_ms(least))]
        say(put("next", "keys"))
        found += _keys(client, ours, bare)
        say(put("next", "pages"))
        found += [_pages(client, ours), _wide(client, ours), _listing(ours)]
    return found


def _pages(client: list[str], environment: dict[str, str]) -> dict[str, Any]:
    """Open every page of the play screen and close it again."""
    terminal = Terminal(client, environment)
    times: dict[str, float] = {}
    try:
        terminal.listen(quiet=0.5, need=DRAWN)
        for key in PAGES:
            times[key] = statistics.median(_opened(terminal, key.encode()) for _ in range(OPENINGS))
    finally:
        terminal.close()
    return row("pages", put("bench", "pages"), max(times.values()), "ms", 50, "most", keys=times)


def _opened(terminal: Terminal, key: bytes) -> float:
    took, _ = _press(terminal, key, quiet=0.1)
    _press(terminal, b"\x1b", quiet=0.3)
    return round(1000 * took, 2)


def _wide(client: list[str], environment: dict[str, str]) -> dict[str, Any]:
    """The script of keys again, in a terminal of 200x60."""
    terminal = Terminal(client, environment, 200, 60)
    try:
        terminal.listen(quiet=0.5, need=DRAWN)
        times = [1000 * took for pressed in _script(terminal).values() for took, _ in pressed]
    finally:
        terminal.close()
    return row(
        "wide_p95", put("bench", "wide"), p95(times), "ms", 25, "most", median=round(statistics.median(times), 2)
    )


def _listing(environment: dict[str, str]) -> dict[str, Any]:
    """``zterm demo --list`` from start to end."""
    took = median_ms(lambda: start("-m", "zterm", "demo", "--list", environment=environment), STARTS)
    return row("demo_list", put("bench", "demo_list"), took, "ms", 200, "most")


def _environment(home: str) -> dict[str, str]:
    """A terminal and a home of its own, and a Python that keeps its bytecode, as an installed program has it."""
    keep = {k: v for k, v in os.environ.items() if not k.startswith(("XDG_", "ZTERM_", "TEXTUAL", "SSH_"))}
    for name in ("NO_COLOR", "COLUMNS", "LINES", "PYTHONDONTWRITEBYTECODE"):
        keep.pop(name, None)
    folders = {f"XDG_{kind}_HOME": f"{home}/{kind.lower()}" for kind in ("DATA", "CONFIG", "STATE", "CACHE")}
    return {
        **keep,
        **folders,
        "TERM": "xterm-256color",
        "COLORTERM": "truecolor",
        "LC_ALL": "C.UTF-8",
        "ZTERM_SPEED": "off",
    }


def _ms(seconds: float) -> float:
    return round(1000 * seconds, 2)


def _first_frame(command: list[str], environment: dict[str, str], drawn: bytes) -> float:
    """Seconds from the start of the process to the last byte of the burst that draws the screen."""
    terminal = Terminal(command, environment)
    try:
        _, last = terminal.listen(quiet=0.35, need=drawn)
        return last - terminal.began
    finally:
        terminal.close()


def _keys(client: list[str], ours: dict[str, str], bare: dict[str, str]) -> list[dict[str, Any]]:
    """Press the script of keys; then listen to the idle screen and look at the memory."""
    terminal = Terminal(client, ours)
    try:
        terminal.listen(quiet=0.5, need=DRAWN)
        sorts = _script(terminal)
        terminal.listen(quiet=0.5, longest=1.0)
        idle, _ = terminal.listen(quiet=IDLE, longest=IDLE)
        memory = terminal.memory_mb()
        moved = _moves_saved(ours)
    finally:
        terminal.close()
    plain = Terminal(["-c", BARE], bare)
    try:
        plain.listen(quiet=0.5, need=READY)
        least = plain.memory_mb()
    finally:
        plain.close()
    times = [1000 * t for pressed in sorts.values() for t, _ in pressed]
    sizes = {sort: [size for _, size in pressed] for sort, pressed in sorts.items()}
    by_sort = {
        sort: {"median_ms": round(statistics.median(1000 * t for t, _ in pressed), 2), "keys": len(pressed)}
        for sort, pressed in sorts.items()
    }
    found = [
        row(
            "key_median",
            put("bench", "key"),
            statistics.median(times),
            "ms",
            8,
            "most",
            sorts=by_sort,
            moves_saved=moved,
        ),
        row("key_p95", put("bench", "key_p95"), p95(times), "ms", 20, "most"),
    ]
    for sort, seen in sizes.items():
        key = put("sorts", sort)
        found.append(
            row(f"bytes_{sort}", put("bench", "bytes", key=key), statistics.median(seen), "bytes", 400, "most")
        )
        found.append(row(f"bytes_{sort}_p95", put("bench", "bytes_p95", key=key), p95(seen), "bytes", 3000, "most"))
    found.append(row("idle", put("bench", "idle", seconds=f"{IDLE:g}"), float(len(idle)), "bytes", 0, "most"))
    ratio = memory / least if memory and least else None
    what = put("bench", "memory")
    found.append(row("memory", what, ratio, "ratio", 1.7, "most", mb=round(memory, 1), bare_mb=round(least, 1)))
    return found


def _moves_saved(environment: dict[str, str]) -> int:
    """Moves that the saves of the measured client hold: the script's keys have to have moved somebody."""
    saves = Path(environment["XDG_DATA_HOME"]).rglob("*.zterm")
    return sum(path.read_bytes().count(b'"choose":"move:') for path in saves)


def _script(terminal: Terminal) -> dict[str, list[tuple[float, int]]]:
    """Cursor steps in look mode, option marks, moves of one zone (each taken back unmeasured); never ``end``."""
    sorts: dict[str, list[tuple[float, int]]] = {"cursor": [], "mark": [], "move": []}
    _press(terminal, BELLE)
    _press(terminal, b"\r")
    _press(terminal, b"x")
    for i in range(TIMES):
        sorts["cursor"].append(_press(terminal, WALK[i // 4 % 4]))
    _press(terminal, b"\x1b", quiet=0.3)
    for i in range(TIMES):
        sorts["mark"].append(_press(terminal, b"." if i % 10 < 7 else b","))
    for i in range(TIMES * 2):
        took, size = _press(terminal, UP if i % 2 else DOWN)
        if size:
            sorts["move"].append((took, size))
            _press(terminal, b"u")
        if len(sorts["move"]) == TIMES:
            break
    return {sort: [pressed for pressed in found if pressed[1]] or [(0.0, 0)] for sort, found in sorts.items()}


def _press(terminal: Terminal, key: bytes, quiet: float = 0.06) -> tuple[float, int]:
    """Press a key; return the seconds to the last byte of what it drew, and how many bytes came."""
    at = terminal.press(key)
    data, last = terminal.listen(quiet=quiet, longest=0.4)
    return (last - at if data else 0.0), len(data)
