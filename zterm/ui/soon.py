"""Doing something a little later, for certain: Textual drops the tick of a timer that begins too late."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from textual.message_pump import MessagePump


def soon(pump: MessagePump, seconds: float, act: Callable[[], object]) -> asyncio.Handle:
    """Call ``act`` from the messages of a screen or widget after so many seconds (0: with its next message).

    It is called even when the program is so busy that the time has passed long ago; ``cancel()`` of what comes
    back stops it.
    """
    loop = asyncio.get_running_loop()

    def post() -> None:
        pump.call_later(act)

    return loop.call_later(seconds, post) if seconds > 0 else loop.call_soon(post)
