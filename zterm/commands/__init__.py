"""The commands of the command line, each imported only when it is asked for."""

from __future__ import annotations

import sys
from typing import Any

from zterm.content import outward


def complain(sentence: str) -> None:
    """Say something on stderr, in one line."""
    try:
        print("zterm: " + outward.clean(" ".join(sentence.split())), file=sys.stderr, flush=True)
    except OSError:
        return


def say(text: object = "") -> None:
    """Say something on stdout, at once; nothing in it steers a terminal."""
    print(outward.told(str(text)), flush=True)


def say_json(value: Any, indent: int = 0) -> None:
    """Write plain data on stdout as JSON."""
    sys.stdout.write(outward.as_json(value, indent).decode() + "\n")
