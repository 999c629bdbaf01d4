"""What this terminal can do: colours, characters, and how wide it draws a box character.

``ask`` puts the question (a box character, then where the cursor stands), so that the answer travels while content
and client are being loaded; ``answer`` reads it. Nothing here imports Textual.
"""

from __future__ import annotations

import atexit
import contextlib
import os
import re
import select
import signal
import sys
import termios
import threading
import time
import tty
from collections.abc import Mapping
from types import FrameType
from typing import Any, NamedTuple

PATIENCE, PATIENCE_AFAR = 0.15, 1.0
"""Seconds that the terminal has for its answer, from the question on: here, and at the other end of a network."""

_QUESTION = b"\r\xe2\x94\x81\x1b[3bx\x1b[3b\x1b[6n\r\x1b[K"
"""Draw a box character and a letter, each to be repeated three times, where is the cursor? Then take it all away."""

_ENDS = {
    wide + 1 + more: (wide, said) for wide in (1, 2, 3) for more, said in ((0, ""), (3, "ascii"), (3 * wide + 3, "any"))
}
"""Columns of a box character, and what is repeated, by the column in which all that ends (tmux repeats ASCII only)."""

_ANSWER = re.compile(rb"\x1b\[(\d+);(\d+)R")

ENDING = 1.5
"""Seconds that giving the terminal back may take when a signal ends the program."""

SERIAL = (300, 600, 1200, 2400, 4800, 9600, 19200)
"""Speeds of serial lines; a pseudo-terminal is set to a higher one, unless a serial terminal is behind it."""

SYSTEMS = {"true": "truecolor", "256": "256", "16": "standard", "none": "standard"}
"""Textual's name for each colour depth of `themes.DEPTHS`."""


class Traits(NamedTuple):
    """What a terminal can do: colour ``depth`` (as in `themes.DEPTHS`) and whether it shows more than ASCII."""

    depth: str
    unicode: bool


def traits(env: Mapping[str, str]) -> Traits:
    """What the environment says of the terminal."""
    term = env.get("TERM", "").lower()
    return Traits(_depth(env, term), _unicode(env, term))


def _depth(env: Mapping[str, str], term: str) -> str:
    if env.get("NO_COLOR") or term.startswith(("vt1", "vt2", "vt3", "vt4", "dumb", "hp")) or term.endswith("-m"):
        return "none"
    if env.get("COLORTERM", "").lower() in ("truecolor", "24bit") or "direct" in term:
        return "true"
    if "256color" in term:
        return "256"
    return "true" if "kitty" in term or "alacritty" in term or "ghostty" in term else "16"


POOR = ("linux", "vt1", "vt2", "vt3", "vt4", "ansi", "dumb", "cons25")
"""Beginnings of names of terminals that have too few characters, or none but ASCII."""


def _unicode(env: Mapping[str, str], term: str) -> bool:
    """The locale must be one of UTF-8, and the terminal must have the characters."""
    if term.startswith(POOR):
        return False
    for name in ("LC_ALL", "LC_CTYPE", "LANG"):
        if env.get(name) and not (name == "LC_CTYPE" and env is os.environ and _coerced()):
            return "utf8" in env[name].lower().replace("-", "")
    return False


def _coerced() -> bool:
    """Say whether Python itself has put UTF-8 in the place of the locale C (PEP 538); only Linux tells."""
    if os.environ.get("LC_CTYPE") not in ("C.UTF-8", "C.utf8", "UTF-8"):
        return False
    try:
        with open("/proc/self/environ", "rb") as file:
            given = dict(part.partition(b"=")[::2] for part in file.read().split(b"\0"))
    except OSError:
        return False
    return given.get(b"LC_CTYPE", b"") != os.environb[b"LC_CTYPE"]


def distant(env: Mapping[str, str]) -> bool:
    """Say whether the player sits at the other end of a network."""
    return any(env.get(name) for name in ("SSH_CONNECTION", "SSH_TTY", "SSH_CLIENT", "MOSH_IP"))


class Probe:
    """A question to the terminal under way. A signal in the meantime ends the program with the terminal restored."""

    def __init__(self, patience: float = PATIENCE) -> None:
        self.patience = patience
        self.repeats = ""
        self._asked = 0.0
        self._saved: list[Any] | None = None
        self._signals: dict[int, Any] = {}
        self.typed = b""

    def begin(self) -> None:
        """Put the question; does nothing where there is no terminal."""
        try:
            self._saved = termios.tcgetattr(0)
            for signum in (signal.SIGTERM, signal.SIGHUP):
                if signal.getsignal(signum) is signal.SIG_DFL:
                    self._signals[signum] = signal.signal(signum, _leave)
            tty.setcbreak(0, termios.TCSANOW)
            os.write(1, _QUESTION)
            self._asked = time.monotonic()
        except (termios.error, OSError, ValueError):
            self._restore()

    def end(self) -> int | None:
        """The columns a box character takes, None without an answer; keys typed in the meantime are ``typed``.

        ``repeats`` says then which characters the terminal repeats when it is asked to (as in `Answer`).
        """
        columns = None
        try:
            while self._asked and columns is None:
                left = self._asked + self.patience - time.monotonic()
                ready, _, _ = select.select([0], [], [], max(0.0, left))
                more = os.read(0, 1024) if ready else b""
                if not more:
                    break
                self.typed += more
                found = _ANSWER.search(self.typed)
                if found is not None:
                    columns = int(found[2]) - 1
                    columns, self.repeats = _ENDS.get(columns, (columns, ""))
                    self.typed = self.typed[: found.start()] + self.typed[found.end() :]
        except OSError:
            columns = None
        self._restore()
        return columns

    def _restore(self) -> None:
        """Give the terminal back as it was."""
        self._asked = 0.0
        for signum, handler in self._signals.items():
            signal.signal(signum, handler)
        self._signals.clear()
        if self._saved is not None:
            with contextlib.suppress(termios.error, OSError):
                termios.tcsetattr(0, termios.TCSANOW, self._saved)
            self._saved = None


_probe: Probe | None = None


def ask() -> None:
    """Ask the terminal, once, if it shows more than ASCII at all."""
    global _probe
    if _probe is None:
        _probe = Probe(PATIENCE_AFAR if distant(os.environ) else PATIENCE)
        if traits(os.environ).unicode:
            atexit.register(_probe.end)
            _probe.begin()


class Answer(NamedTuple):
    """What a terminal said: the ``columns`` of a box character (None: nothing), and which characters it repeats.

    ``repeats`` is "any", "ascii" or "" for none; ``typed`` are the keys that came since the question.
    """

    columns: int | None
    repeats: str
    typed: bytes


def answer() -> Answer:
    """The terminal's answer to `ask`."""
    global _probe
    probe, _probe = _probe or Probe(), None
    columns = probe.end()
    atexit.unregister(probe.end)
    return Answer(columns, probe.repeats, probe.typed)


def erases() -> tuple[bool, bool]:
    """Whether the terminal erases with the background that is set, and whether it erases so many columns."""
    try:
        import curses

        curses.setupterm(fd=1)
        return curses.tigetflag("bce") > 0, curses.tigetstr("ech") == b"\x1b[%p1%dX"
    except Exception:
        return False, False


def baud() -> int:
    """The speed that the terminal's line is set to, 0 where it is one that says nothing (a pseudo-terminal's)."""
    try:
        speed = termios.tcgetattr(1)[5]
    except (termios.error, OSError):
        return 0
    return next((n for n in SERIAL if speed == getattr(termios, f"B{n}", None)), 0)


def _leave(signum: int, frame: FrameType | None) -> None:
    raise SystemExit(128 + signum)


def in_front() -> bool:
    """Say whether the terminal is this program's to use: no shell has put it into the background."""
    try:
        return os.tcgetpgrp(0) == os.getpgrp()
    except OSError:
        return True


def end_soon(status: int) -> None:
    """See to it that the program ends within seconds, with a status, although the terminal takes nothing any more.

    What the terminal has not taken by then is thrown away, so that it can still be given back.
    """
    threading.Thread(target=_end, args=(status,), daemon=True).start()


def _end(status: int) -> None:
    time.sleep(ENDING)
    for _ in range(10):
        with contextlib.suppress(termios.error, OSError):
            termios.tcflush(1, termios.TCOFLUSH)
            termios.tcflow(1, termios.TCOON)
        time.sleep(ENDING / 10)
    os._exit(status)


def gone() -> bool:
    """Say whether the terminal has hung up."""
    poll = select.poll()
    try:
        poll.register(sys.__stdin__.fileno() if sys.__stdin__ else 0, 0)
        return any(flags & (select.POLLHUP | select.POLLERR | select.POLLNVAL) for _, flags in poll.poll(0))
    except (OSError, ValueError):
        return True
