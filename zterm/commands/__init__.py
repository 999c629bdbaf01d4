"""The commands of the command line, each imported only when it is asked for."""

from __future__ import annotations

import sys


def complain(sentence: str) -> None:
    """Say something on stderr, in one line."""
    try:
        print("zterm: " + " ".join(sentence.split()), file=sys.stderr, flush=True)
    except OSError:
        return
