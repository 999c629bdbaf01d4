"""Writing files whole: an interruption at any time leaves the old file or the new one, never half of one."""

from __future__ import annotations

import contextlib
import os
import stat
import time
from pathlib import Path

IN_PLACE = ("dev", "proc")
"""Folders at the root for what is no file on a disk: standard output under its names, terminals, pipes."""


def write(path: str | os.PathLike[str], data: bytes) -> None:
    """Write a file beside its place, on the disk, and put it there in one step; raises OSError (nothing is left over).

    A link stays a link, and what it leads to is replaced. An existing file keeps its permissions and, as far as the
    system lets it, its owner; one that may not be written is not replaced. What is no file (a pipe, a device) and a
    file in a folder where nothing can be added are written in place.
    """
    found = None
    with contextlib.suppress(FileNotFoundError):
        found = os.stat(path)
    if found is not None and (not stat.S_ISREG(found.st_mode) or Path(os.path.abspath(path)).parts[1] in IN_PLACE):
        _in_place(path, data)
        return
    place = os.path.realpath(path)
    if found is not None and not os.access(place, os.W_OK):
        os.close(os.open(place, os.O_WRONLY))
    beside = os.path.join(os.path.dirname(place), f".zterm-{os.getpid()}-{time.monotonic_ns()}")
    try:
        file = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o666)
    except PermissionError:
        if found is None:
            raise
        _in_place(place, data)
        return
    try:
        with open(file, "wb") as out:
            if found is not None:
                _like(file, found)
            out.write(data)
            out.flush()
            os.fsync(file)
        os.replace(beside, place)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(beside)
        raise


def _in_place(path: str | os.PathLike[str], data: bytes) -> None:
    with open(path, "wb") as out:
        out.write(data)


def _like(file: int, old: os.stat_result) -> None:
    """Give an open file the owner, the group and the permissions of another, as far as the system lets it."""
    new = os.fstat(file)
    for owner in (old.st_uid, old.st_gid), (-1, old.st_gid):
        if (new.st_uid, new.st_gid) != (old.st_uid, old.st_gid):
            with contextlib.suppress(OSError):
                os.fchown(file, *owner)
                break
    os.fchmod(file, stat.S_IMODE(old.st_mode))
