"""What a save file holds: an append-only file of checked lines, one for each answer.

Each line is eight hex digits of CRC-32, a space, and a JSON object. The first line is the header,
then come answers, undos and now and then a snapshot.
"""

from __future__ import annotations

import contextlib
import os
import stat
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Annotated, Any, BinaryIO
from zlib import crc32

import msgspec
from msgspec import Struct

from zterm.kernel.chance import SEED_LIMIT
from zterm.kernel.telling import Told

FORMAT = 1
SUFFIX = ".zterm"


class SaveError(Exception):
    """A save can't be used; the text is one sentence for the player and names the file."""


class Header(Struct, frozen=True, tag_field="line", tag="match"):
    """The first line: what is played. ``setup`` is the game's own recipe; ``seats``: "human" or "bot:NAME"."""

    format: int
    game: str
    version: str
    mission: str
    content: str
    seed: Annotated[int, msgspec.Meta(ge=0, le=SEED_LIMIT - 1)]
    setup: dict[str, Any]
    created: str
    seats: dict[str, str] = {}


class _First(Struct):
    format: int


class Given(Struct, frozen=True, tag_field="line", tag="answer"):
    """An answer, the ones forced after it, draws so far, the digest after it, and whether it revealed anything.

    ``turn`` is the round the match had reached, for lists of saves (0 for a game without rounds); ``at`` is when the
    line was written (milliseconds since 1970, UTC), here and below; 0 in saves of a time before it was kept.
    """

    choose: str
    draws: int
    digest: str
    forced: tuple[str, ...] = ()
    revealed: bool = False
    who: str = ""
    turn: int = 0
    at: int = 0


class Back(Struct, frozen=True, tag_field="line", tag="undo"):
    """The last answer was taken back; ``practice`` says that dice had fallen or something hidden was seen."""

    practice: bool = False
    at: int = 0


class Shot(Struct, frozen=True, tag_field="line", tag="snapshot"):
    """A snapshot after ``answers`` answers: base64 of state and generator, and the answers since it was taken."""

    answers: int
    base: str
    since: tuple[str, ...]
    at: int = 0


class Over(Struct, frozen=True, tag_field="line", tag="over"):
    """The match ended."""

    outcome: str
    reason: str


Line = Header | Given | Back | Shot | Over
_decode = msgspec.json.Decoder(Line).decode
_encode = msgspec.json.Encoder().encode


class Record(Struct):
    """What a save file holds: header, the answers that stand, the snapshots that still fit, and its end.

    ``notes`` are sentences about what had to be cut off; ``good`` is the length in bytes of the sound part,
    ``practice`` that answers were taken back after dice had fallen or something hidden was seen, ``at`` when it was
    written last (0: it does not say).
    """

    header: Header
    answers: list[Given]
    shots: list[Shot]
    over: Over | None
    good: int
    notes: list[str]
    damaged: bool = False
    practice: bool = False
    at: int = 0


def read(path: Path) -> Record:
    """Read a save file; raises SaveError when it is no save at all."""
    data = _bytes(path)
    record: Record | None = None
    offset = 0
    for number, raw in enumerate(data.split(b"\n"), 1):
        if not raw and offset == len(data):
            break
        whole = offset + len(raw) < len(data)
        line = sound(raw) if whole else None
        if record is None:
            record = Record(_header(path, raw, line), [], [], None, 0, [])
        elif line is None:
            record.damaged = whole
            key = "line_damaged_match_goes" if whole else "line_never_finished_cut"
            record.notes.append(str(Told(key, path=path.name, number=number)))
            break
        else:
            fold(record, line)
        offset += len(raw) + 1
        record.good = offset
    if record is None:
        raise SaveError(Told("save_empty", path=path))
    return record


def head(path: Path) -> Header:
    """Read the first line of a save file and no more; raises SaveError when it is no save at all."""
    with _opened(path) as file:
        start = file.read(9)
        line = start if start[8:] != b" " else start + file.readline()
    raw = line.removesuffix(b"\n")
    return _header(path, raw, sound(raw) if raw != line else None)


def _bytes(path: Path) -> bytes:
    """Read a whole save; what does not begin like one (a device, a film) is not read further."""
    with _opened(path) as file:
        start = file.read(9)
        return start if start[8:] != b" " else start + file.read()


@contextlib.contextmanager
def _opened(path: Path) -> Iterator[BinaryIO]:
    """Open a save for reading; raises SaveError for what can't be read or is no ordinary file."""
    try:
        with open(os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC), "rb") as file:
            if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                raise SaveError(Told("no_zterm_save", path=path))
            yield file
    except OSError as fault:
        raise SaveError(Told("cant_read", path=path, why=fault.strerror)) from None


def _header(path: Path, raw: bytes, line: Line | None) -> Header:
    found = _format(raw)
    if isinstance(line, Header) and found == FORMAT:
        return line
    if found not in (None, FORMAT):
        raise SaveError(Told("save_format_zterm_reads", path=path, found=found, known=FORMAT))
    if b'"line":"match"' in raw or b'"format":' in raw:
        raise SaveError(Told("first_line_save_damaged", path=path))
    raise SaveError(Told("no_zterm_save", path=path))


def _body(raw: bytes) -> bytes | None:
    """What a line holds behind its check; None when it does not agree with it."""
    body = raw[9:]
    return body if body and raw.startswith(b"%08x " % crc32(body)) else None


def _format(raw: bytes) -> int | None:
    """The format that a sound first line names, whatever else a later zterm may have written into it."""
    with contextlib.suppress(msgspec.MsgspecError, UnicodeDecodeError):
        return msgspec.json.decode(_body(raw) or b"", type=_First).format
    return None


def sound(raw: bytes) -> Line | None:
    """Decode a line of a journal; None when it is damaged."""
    with contextlib.suppress(msgspec.MsgspecError, UnicodeDecodeError):
        return _decode(_body(raw) or b"")
    return None


def fold(record: Record, line: Line) -> None:
    """Let a line count in a record."""
    record.at = getattr(line, "at", 0) or record.at
    match line:
        case Given():
            record.answers.append(line)
        case Back():
            if record.answers:
                record.answers.pop()
            record.shots = [s for s in record.shots if s.answers <= len(record.answers)]
            record.over = None
            record.practice = record.practice or line.practice
        case Shot():
            record.shots.append(line)
        case Over():
            record.over = line


def now() -> int:
    """Milliseconds since 1970, for the lines of a journal; no rule ever sees them."""
    return time.time_ns() // 1_000_000


def packed(line: Line) -> bytes:
    """Encode a line of a journal."""
    body = _encode(line)
    return b"%08x %s\n" % (crc32(body), body)


class Glance(Struct, frozen=True):
    """What the end of a save says: when it was written last (0: it does not say), and whether the match is over."""

    at: int
    over: bool


TAIL = 1 << 16
"""Bytes at the end of a save that hold several lines of it, whatever they are."""


def glance(path: Path) -> Glance | None:
    """Look at the end of a save without reading the rest, as lists do; None for what can't be read as one."""
    try:
        with _opened(path) as file:
            file.seek(max(0, os.fstat(file.fileno()).st_size - TAIL))
            seen = _ending(map(sound, reversed(file.read().split(b"\n")[:-1])))
        if seen is not None:
            return seen
        record = read(path)
    except SaveError:
        return None
    return Glance(record.at, record.over is not None)


def _ending(back: Iterable[Line | None]) -> Glance | None:
    """What lines say, the last one first; None where they do not say it."""
    at = 0
    for line in back:
        at = at or getattr(line, "at", 0)
        match line:
            case Over():
                return Glance(at or next((line.at for line in back if isinstance(line, Given)), 0), True)
            case Given() | Back() | Header():
                return Glance(at, False)
    return None
