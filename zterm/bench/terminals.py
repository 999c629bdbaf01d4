"""A program in a pseudo-terminal: keys in, bytes out, with times; nothing of zterm is imported here."""

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
from collections.abc import Mapping, Sequence

QUIET = 0.12
LONGEST = 20.0
REPLIES = {b"\x1b[6n": b"\x1b[1;1R", b"\x1b[c": b"\x1b[?62;22c", b"\x1b[>c": b"\x1b[>1;10;0c"}


class Terminal:
    """A child process on a pseudo-terminal of its own. Close it in the end."""

    def __init__(
        self, command: Sequence[str], environment: Mapping[str, str], width: int = 80, height: int = 24
    ) -> None:
        self.began = time.perf_counter()
        self.pid, self.file = pty.fork()
        if self.pid == 0:
            os.execve(sys.executable, [sys.executable, *command], dict(environment))
        fcntl.ioctl(self.file, termios.TIOCSWINSZ, struct.pack("HHHH", height, width, 0, 0))

    def press(self, keys: bytes) -> float:
        """Send keys; return when."""
        at = time.perf_counter()
        os.write(self.file, keys)
        return at

    def listen(self, quiet: float = QUIET, longest: float = LONGEST, need: bytes = b"") -> tuple[bytes, float]:
        """Read until nothing came for ``quiet`` seconds (and ``need`` came); return it, and when the last byte came."""
        found, last = bytearray(), time.perf_counter()
        end = last + longest
        while time.perf_counter() < end:
            waiting = not found or (need and need not in found)
            ready, _, _ = select.select([self.file], [], [], end - time.perf_counter() if waiting else quiet)
            if not ready:
                break
            try:
                data = os.read(self.file, 65536)
            except OSError:
                break
            if not data:
                break
            last = time.perf_counter()
            found += data
            for question, answer in REPLIES.items():
                if question in data:
                    os.write(self.file, answer)
        return bytes(found), last

    def memory_mb(self) -> float:
        """Resident memory of the child in MB (0 where the system does not tell)."""
        try:
            with open(f"/proc/{self.pid}/statm", encoding="ascii") as file:
                return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6
        except OSError:
            return 0.0

    def close(self) -> None:
        """End the child and the terminal."""
        with contextlib.suppress(ProcessLookupError):
            os.kill(self.pid, signal.SIGTERM)
        end = time.perf_counter() + 3
        while time.perf_counter() < end:
            with contextlib.suppress(OSError):
                while select.select([self.file], [], [], 0)[0]:
                    if not os.read(self.file, 65536):
                        break
            with contextlib.suppress(ChildProcessError):
                if os.waitpid(self.pid, os.WNOHANG)[0]:
                    break
            time.sleep(0.02)
        else:
            with contextlib.suppress(ProcessLookupError, ChildProcessError):
                os.kill(self.pid, signal.SIGKILL)
                os.waitpid(self.pid, 0)
        os.close(self.file)
