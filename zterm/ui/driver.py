"""The driver of the full screen: Textual's own for Linux and macOS, with what terminals and shells ask for besides."""

from __future__ import annotations

import asyncio
import codecs
import os
import signal
import sys
from collections.abc import Callable
from functools import partial
from typing import Any

from textual.drivers import linux_driver
from textual.message import Message

from zterm.ui import terminal, thrift
from zterm.ui.escapes import WHEEL, Parser, WheelIsArrows


def _decoder(name: str) -> Callable[[], codecs.IncrementalDecoder]:
    """A decoder for the keys: bytes that are no characters (old mouse reports) must not end the program."""
    return partial(codecs.getincrementaldecoder(name), errors="replace")


vars(linux_driver)["getincrementaldecoder"] = _decoder
vars(linux_driver)["XTermParser"] = Parser


class OwnDriver(linux_driver.LinuxDriver):
    """A driver that knows when the terminal was cleared, and keeps the wheel of a mouse from being arrows meanwhile.

    Textual writes to the standard error; where that is no terminal this one writes to the standard output.
    """

    _wheel = False
    _up = False

    def __init__(self, *args: Any, **kind: Any) -> None:
        super().__init__(*args, **kind)
        if sys.__stderr__ is None or not sys.__stderr__.isatty():
            self._file = sys.__stdout__ or self._file
        loop = asyncio.get_running_loop()
        loop.add_signal_handler(signal.SIGTSTP, self._sigtstp_application)
        loop.add_signal_handler(signal.SIGCONT, loop.call_soon, self._sigcont_application)

    def _sigcont_application(self, *_: Any) -> None:
        """Go on, where no other signal ends the program (it may come behind this one).

        Who was stopped by others has given nothing back, and takes it anew.
        """
        if self._app.signum:  # type: ignore[attr-defined]
            return
        if not self._up:
            super()._sigcont_application()
        elif terminal.in_front():
            self.suspend_application_mode()
            self.resume_application_mode()
        else:
            os.kill(os.getpid(), signal.SIGTTIN)

    def start_application_mode(self) -> None:
        """Take the terminal, whole or not at all, and ask it whether it turns the wheel into arrows."""
        thrift.SHADOW.forget()
        writer = self._writer_thread
        try:
            super().start_application_mode()  # type: ignore[no-untyped-call]
        except BaseException:
            fresh = self._writer_thread
            self._up = fresh is not None and fresh is not writer and fresh.is_alive()
            self.stop_application_mode()
            raise
        self._up = self._writer_thread is not writer
        if self._up:
            self.write(f"{WHEEL}$p")

    def process_message(self, message: Message) -> None:
        """Switch off the arrows of the wheel when the terminal says that it has them; hand everything else on."""
        if isinstance(message, WheelIsArrows):
            self._wheel = True
            self.write(f"{WHEEL}l")
        else:
            super().process_message(message)

    def disable_input(self) -> None:
        """Stop reading; a program that was put into the background is not stopped by that."""
        if not terminal.in_front():
            signal.signal(signal.SIGTTOU, signal.SIG_IGN)
        super().disable_input()

    def stop_application_mode(self) -> None:
        """Give the terminal back once; its settings are the shell's own while that has it."""
        if not self._up:
            return
        self._up = False
        if not terminal.in_front():
            self.attrs_before = None
        if self._wheel:
            self._wheel = False
            self.write(f"{WHEEL}h")
        super().stop_application_mode()
