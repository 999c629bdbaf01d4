"""Signals and input lines: a match is stopped between two answers, never in the middle of one."""

from __future__ import annotations

import os
import signal
from types import FrameType, TracebackType
from typing import Any, BinaryIO

LINE_LIMIT = 65_536


PATIENCE = 3
"""Seconds that what is half done may take when a signal came."""


class Stopped(Exception):
    """A signal asked the program to end; ``signum`` says which."""

    def __init__(self, signum: int) -> None:
        super().__init__(signum)
        self.signum = signum


class Watch:
    """While it is entered, SIGINT, SIGTERM and SIGHUP end the match as soon as nothing is half done.

    A signal that was ignored at the start (``nohup``) stays ignored. A second signal ends at once, and where nobody
    takes what is said the first one does after a while: every answer is on the disk.
    """

    SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)

    def __init__(self) -> None:
        self.pending = 0
        self._waiting = False
        self._old: dict[int, Any] = {}

    def __enter__(self) -> Watch:
        for signum in self.SIGNALS:
            if signal.getsignal(signum) is not signal.SIG_IGN:
                self._old[signum] = signal.signal(signum, self._caught)
        return self

    def __exit__(self, kind: type[BaseException] | None, fault: BaseException | None, tb: TracebackType | None) -> None:
        signal.alarm(0)
        for signum, handler in self._old.items():
            signal.signal(signum, handler)

    def _caught(self, signum: int, frame: FrameType | None) -> None:
        if self._waiting or self.pending:
            raise Stopped(signum)
        self.pending = signum
        signal.signal(signal.SIGALRM, self._late)
        signal.alarm(PATIENCE)

    def _late(self, signum: int, frame: FrameType | None) -> None:
        os._exit(128 + self.pending)

    def line(self, source: BinaryIO) -> bytes:
        """Read a line (b"" at the end of input); raises Stopped when a signal came, now or since the last line.

        A line longer than LINE_LIMIT comes back cut, without its newline, and its rest is thrown away.
        """
        self._waiting = True
        try:
            if self.pending:
                raise Stopped(self.pending)
            line = source.readline(LINE_LIMIT + 1)
            while len(line) > LINE_LIMIT and not line.endswith(b"\n"):
                rest = source.readline(LINE_LIMIT)
                if not rest or rest.endswith(b"\n"):
                    break
            return line
        finally:
            self._waiting = False
