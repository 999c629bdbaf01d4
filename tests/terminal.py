"""A real program in a pseudo-terminal, read with pyte: what was sent, when, and what it looks like."""

from __future__ import annotations

import contextlib
import fcntl
import os
import pty
import select
import signal
import struct
import sys
import termios
import time
from typing import ClassVar

import pyte

REPLIES = {"": b"\x1b[1;3R", "ascii": b"\x1b[1;6R", "any": b"\x1b[1;9R"}
"""Where the cursor stands after a box character and a letter, by what of them is repeated three times."""
REPLY = REPLIES[""]


class Screen(pyte.Screen):
    """A screen that repeats a character when it is asked to (CSI n b)."""

    last = " "

    def draw(self, data: str) -> None:
        super().draw(data)
        self.last = data[-1:] or self.last

    def repeat(self, count: int = 1) -> None:
        super().draw(self.last * count)


class Stream(pyte.ByteStream):
    """A stream that knows of repeating."""

    csi: ClassVar[dict[str, str]] = {**pyte.ByteStream.csi, "b": "repeat"}
    events = pyte.ByteStream.events | {"repeat"}


class Terminal:
    """Runs ``zterm`` with arguments; ``sent`` is every byte it wrote. ``repeats`` is what it says of itself.

    With ``code`` that is run in Python instead.
    """

    def __init__(
        self,
        *args: str,
        size: tuple[int, int] = (80, 24),
        env: dict[str, str] | None = None,
        answers: bool = True,
        repeats: str = "",
        code: str = "",
    ):
        self.screen = Screen(*size)
        self.stream = Stream(self.screen)
        self.reply = REPLIES[repeats]
        self.sent = b""
        self.answers = answers
        self.status: int | None = None
        left_out = ("NO_COLOR", "COLORTERM", "LC_ALL", "LC_CTYPE", "COLUMNS", "LINES")
        base = {k: v for k, v in os.environ.items() if k not in left_out}
        given = {"TERM": "xterm-256color", "LANG": "C.UTF-8", "ZTERM_SPEED": "off", **(env or {})}
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            begin = ["-c", code] if code else ["-m", "zterm"]
            with contextlib.suppress(BaseException):
                os.execve(sys.executable, [sys.executable, *begin, *args], {**base, **given})
            os._exit(127)
        self.resize(*size)

    def resize(self, columns: int, rows: int) -> None:
        self.screen.resize(rows, columns)
        fcntl.ioctl(self.fd, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def read(self, quiet: float = 0.15, most: float = 6.0) -> tuple[bytes, float]:
        """Read until nothing came for a while; gives the bytes and the time of the last of them."""
        got, last, began = b"", time.perf_counter(), time.perf_counter()
        while time.perf_counter() - began < most:
            ready, _, _ = select.select([self.fd], [], [], quiet)
            if not ready:
                break
            try:
                more = os.read(self.fd, 65536)
            except OSError:
                break
            if not more:
                break
            last = time.perf_counter()
            got += more
            if self.answers and b"\x1b[6n" in more:
                os.write(self.fd, self.reply * more.count(b"\x1b[6n"))
        self.sent += got
        with contextlib.suppress(Exception):
            self.stream.feed(got.replace(b"\x1b[>25u", b"").replace(b"\x1b[<u", b""))
        return got, last

    def wait(self, text: str, most: float = 30.0) -> bool:
        """Read until a text stands on the screen."""
        began = time.perf_counter()
        while time.perf_counter() - began < most:
            self.read(0.05, 0.5)
            if text in self.text():
                return True
        return False

    def keys(self, keys: str, quiet: float = 0.15) -> bytes:
        os.write(self.fd, keys.encode())
        return self.read(quiet)[0]

    def timed(self, key: str, quiet: float = 0.06) -> tuple[int, float]:
        """Press one key: bytes of the redraw, and milliseconds to the last of them."""
        began = time.perf_counter()
        os.write(self.fd, key.encode())
        got, last = self.read(quiet)
        return len(got), (last - began) * 1000 if got else 0.0

    def text(self) -> str:
        return "\n".join(self.screen.display)

    def end(self, most: float = 4.0) -> int | None:
        """Wait for the program's end and give its exit status."""
        began = time.perf_counter()
        while self.status is None and time.perf_counter() - began < most:
            self.read(0.02, 0.2)
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                self.status = os.waitstatus_to_exitcode(status)
        return self.status

    def kill(self, signum: int) -> None:
        os.kill(self.pid, signum)

    def close(self) -> None:
        if self.status is None:
            with contextlib.suppress(ProcessLookupError):
                os.kill(self.pid, signal.SIGKILL)
            with contextlib.suppress(ChildProcessError):
                os.waitpid(self.pid, 0)
        with contextlib.suppress(OSError):
            os.close(self.fd)

    def __enter__(self) -> Terminal:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()
