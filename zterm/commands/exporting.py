"""``export``: a match as a file."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

from zterm.commands import complain
from zterm.commands.wishes import hint
from zterm.commands.words import put as words
from zterm.content import files
from zterm.games.registry import InputError


def export(args: argparse.Namespace) -> int:
    """Write a match in a format; exit status 1 when it could not be replayed to its end."""
    from zterm.shows import exports
    from zterm.shows.replays import Replay

    form = args.format.lower()
    if args.output is not None and (not args.output or args.output.endswith("/")):
        raise InputError(words("wrong", "no_file_name", file=repr(args.output)))
    if form not in exports.FORMATS:
        raise InputError(words("wrong", "no_format", format=repr(args.format), hint=hint(form, exports.FORMATS)))
    replay = Replay.of(args.save)
    made = exports.export(replay, form)
    if args.output is None or args.output == "-":
        sys.stdout.write(made)
    elif _keeps_match(Path(args.output)):
        raise InputError(words("wrong", "onto_save", file=args.output))
    else:
        try:
            files.write(args.output, made.encode("utf-8", "replace"))
        except OSError as fault:
            raise InputError(words("wrong", "unwritten", file=args.output, why=fault.strerror)) from None
    for note in [*replay.notes, replay.trouble]:
        if note:
            complain(note)
    return 1 if replay.trouble else 0


def _keeps_match(path: Path) -> bool:
    """Whether a match is kept in this file, which a chronicle must not replace; a damaged save counts too."""
    from zterm.kernel.record import SUFFIX, SaveError, read

    if not os.path.isfile(path):
        return False
    if path.resolve().suffix == SUFFIX:
        return True
    try:
        read(path)
    except SaveError:
        return False
    return True
