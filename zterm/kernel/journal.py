"""A match on disk: an append-only file of checked lines, one for each answer.

Each line is eight hex digits of CRC-32, a space, and a JSON object. The first line is the header,
then come answers, undos and now and then a snapshot. A line is written and synced before the
events it brought are shown, so a process may die at any moment and no shown answer is lost.
"""

from __future__ import annotations

import base64
import contextlib
import errno
import fcntl
import os
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any, Generic, TypeVar
from zlib import crc32

import msgspec
from msgspec import Struct

from zterm.kernel.chance import SEED_LIMIT
from zterm.kernel.decision import Event, Refused, RuleFault
from zterm.kernel.match import Answer, Match, Position
from zterm.kernel.ruleset import Ruleset
from zterm.kernel.telling import Told

S = TypeVar("S")

FORMAT = 1
SNAPSHOT_EVERY = 25
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

    ``turn`` is the round the match had reached, for lists of saves (0 for a game without rounds).
    """

    choose: str
    draws: int
    digest: str
    forced: tuple[str, ...] = ()
    revealed: bool = False
    who: str = ""
    turn: int = 0


class Back(Struct, frozen=True, tag_field="line", tag="undo"):
    """The last answer was taken back; ``practice`` says that dice had fallen or something hidden was seen."""

    practice: bool = False


class Shot(Struct, frozen=True, tag_field="line", tag="snapshot"):
    """A snapshot after ``answers`` answers: base64 of state and generator, and the answers since it was taken."""

    answers: int
    base: str
    since: tuple[str, ...]


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
    ``practice`` that answers were taken back after dice had fallen or something hidden was seen.
    """

    header: Header
    answers: list[Given]
    shots: list[Shot]
    over: Over | None
    good: int
    notes: list[str]
    damaged: bool = False
    practice: bool = False


def read(path: Path) -> Record:
    """Read a save file; raises SaveError when it is no save at all."""
    data = _bytes(path)
    record: Record | None = None
    offset = 0
    for number, raw in enumerate(data.split(b"\n"), 1):
        if not raw and offset == len(data):
            break
        whole = offset + len(raw) < len(data)
        line = _sound(raw) if whole else None
        if record is None:
            record = Record(_header(path, raw, line), [], [], None, 0, [])
        elif line is None:
            record.damaged = whole
            key = "line_damaged_match_goes" if whole else "line_never_finished_cut"
            record.notes.append(str(Told(key, path=path.name, number=number)))
            break
        else:
            _fold(record, line)
        offset += len(raw) + 1
        record.good = offset
    if record is None:
        raise SaveError(Told("save_empty", path=path))
    return record


def _bytes(path: Path) -> bytes:
    """Read a whole save; what does not begin like one (a device, a film) is not read further."""
    try:
        with open(os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC), "rb") as file:
            if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                raise SaveError(Told("no_zterm_save", path=path))
            start = file.read(9)
            return start if start[8:] != b" " else start + file.read()
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
    with contextlib.suppress(ValueError):
        return raw[9:] if len(raw) >= 10 and raw[8:9] == b" " and int(raw[:8], 16) == crc32(raw[9:]) else None
    return None


def _format(raw: bytes) -> int | None:
    """The format that a sound first line names, whatever else a later zterm may have written into it."""
    with contextlib.suppress(msgspec.MsgspecError, UnicodeDecodeError):
        return msgspec.json.decode(_body(raw) or b"", type=_First).format
    return None


def _sound(raw: bytes) -> Line | None:
    with contextlib.suppress(msgspec.MsgspecError, UnicodeDecodeError):
        return _decode(_body(raw) or b"")
    return None


def _fold(record: Record, line: Line) -> None:
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


class Saved(Generic[S]):
    """A match with its journal. Every answer is on disk when ``choose`` returns.

    Made by ``create`` or ``resume``; holds an operating-system lock on the file that dies with the process.
    """

    def __init__(self, match: Match[S], path: Path, file: int, header: Header, notes: list[str]) -> None:
        self.match = match
        self.path = path
        self.header = header
        self.notes = notes
        self.practice = False
        self._file: int | None = file
        self._since_shot = 0

    def choose(self, option: str, who: str = "") -> list[Event]:
        """Answer, write, sync, and only then return the events; raises Refused, RuleFault, SaveError.

        When the disk refuses the line the answer is taken back in memory, so screen and file agree.
        """
        match = self.match
        before = match.mark()
        events = match.choose(option)
        draws, turn = match.table.chance.draws, getattr(match.state, "turn", 0)
        lines: list[Line] = [
            Given(option, draws, match.digest(), tuple(match.forced), match.revealed, who, turn),
        ]
        result = match.over
        if match.decision is None and result is not None:
            lines.append(Over(result.outcome, result.reason))
        try:
            self._append(lines)
        except SaveError:
            match.reset(before)
            raise
        self._shot()
        return events

    def undo(self) -> str:
        """Take back the last answer, in memory and in the journal; raises Refused, SaveError."""
        option = self.match.undo()
        try:
            self._append([Back()])
        except SaveError:
            self.match.redo()
            raise
        return option

    def rewind(self) -> str:
        """Take back the last answer whatever it revealed, and mark the save as practice; raises Refused, SaveError.

        The match is built again from the file, so ``match`` is another one afterwards. The same answer would draw the
        same dice again.
        """
        record = read(self.path)
        if not record.answers or self.match.answers != len(record.answers):
            raise Refused(Told("nothing_undo"))
        last = record.answers[-1]
        _fold(record, Back(True))
        match = rebuild(record, self.match.rules, self.path)
        match.future = [*self.match.future, last.choose]
        self._append([Back(True)])
        self.match, self.practice = match, True
        return last.choose

    def redo(self) -> list[Event]:
        """Give the answer again that was taken back last; raises Refused, SaveError."""
        option = self.match.next_redo
        if option is None:
            raise Refused(Told("nothing_redo"))
        rest = self.match.future[:-1]
        events = self.choose(option)
        self.match.future = rest
        return events

    def close(self) -> None:
        """Let go of the file and its lock."""
        if self._file is not None:
            os.close(self._file)
            self._file = None

    def _shot(self) -> None:
        self._since_shot += 1
        if self._since_shot < SNAPSHOT_EVERY or not self.match.at_rest:
            return
        self.keep_position()

    def keep_position(self) -> None:
        """Write where the match stands; when the disk refuses it, try again after the next answer."""
        self._since_shot = 0
        try:
            self._append([_shot(self.match)])
        except SaveError:
            self._since_shot = SNAPSHOT_EVERY

    def _append(self, lines: list[Line]) -> None:
        assert self._file is not None
        data = b"".join(_packed(line) for line in lines)
        start = os.lseek(self._file, 0, os.SEEK_END)
        try:
            written = os.write(self._file, data)
            if written < len(data):
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            os.fsync(self._file)
        except OSError as fault:
            with contextlib.suppress(OSError):
                os.ftruncate(self._file, start)
            raise SaveError(Told("answer_cant_saved_not", path=self.path, why=fault.strerror)) from None


def _shot(match: Match[S]) -> Shot:
    position = match.position
    since = tuple(a for a in position.since if isinstance(a, str))
    return Shot(match.answers, base64.b64encode(position.base).decode(), since)


def _packed(line: Line) -> bytes:
    body = _encode(line)
    return b"%08x %s\n" % (crc32(body), body)


def lock(path: Path, flags: int = os.O_RDWR) -> int:
    """Open a save and lock it (other processes are refused, the lock dies with this one); raises SaveError."""
    try:
        file = os.open(path, flags | os.O_APPEND | os.O_NONBLOCK | os.O_CLOEXEC, 0o600)
    except FileNotFoundError:
        raise SaveError(Told("no_such_save", path=path)) from None
    except OSError as fault:
        raise SaveError(Told("save_cant_opened", path=path, why=fault.strerror)) from None
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as fault:
        os.close(file)
        if fault.errno in (errno.EWOULDBLOCK, errno.EACCES):
            raise SaveError(Told("another_zterm_playing_save", path=path)) from None
        raise SaveError(Told("save_cant_locked", path=path, why=fault.strerror)) from None
    return file


def create(match: Match[S], path: Path, header: Header) -> Saved[S]:
    """Start a journal for a new match at ``path`` (FileExistsError if there is one); raises SaveError."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600))
    except FileExistsError:
        raise
    except OSError as fault:
        raise SaveError(Told("saves_cant_kept", path=path.parent, why=fault.strerror)) from None
    saved = Saved(match, path, lock(path), header, [])
    try:
        saved._append([header, _shot(match)])
        _sync_folder(path.parent)
    except (SaveError, OSError) as fault:
        saved.close()
        path.unlink(missing_ok=True)
        cause = fault if isinstance(fault, OSError) else fault.__context__
        why = cause.strerror if isinstance(cause, OSError) else fault
        raise SaveError(Told("new_match_cant_saved", path=path.parent, why=why)) from None
    return saved


def _sync_folder(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def resume(
    path: Path, rules_for: Callable[[Header], Ruleset[S]], begin: Callable[[Header], Match[S]] | None = None
) -> Saved[S]:
    """Take up a saved match where it stood; raises SaveError with a sentence for the player.

    A torn last line is cut off and noted. A file damaged in its middle is kept beside as ``.damaged``, one of
    other rules as ``.old``. ``begin`` starts a match again whose first position is damaged.
    """
    file = lock(path)
    try:
        record = read(path)
        match = rebuild(record, rules_for(record.header), path, begin)
        file = _mend(record, match, path, file)
    except OSError as fault:
        os.close(file)
        raise SaveError(f"{path}: {fault.strerror}") from None
    except BaseException:
        os.close(file)
        raise
    saved = Saved(match, path, file, record.header, record.notes)
    saved.practice = record.practice
    if not record.shots:
        saved.keep_position()
    return saved


def _mend(record: Record, match: Match[S], path: Path, file: int) -> int:
    """Make the file agree with the match taken up; what is cut in its middle is kept beside it first.

    Returns the open file to write on: a save of other rules is replaced by a new file.
    """
    foreign = record.header.version != match.rules.version
    if record.damaged or foreign:
        keep = _keep(path, ".old" if foreign else ".damaged")
        record.notes.append(str(Told("file_kept", keep=keep.name)))
    if foreign:
        record.header = msgspec.structs.replace(record.header, version=match.rules.version)
        lines: list[Line] = [record.header, *record.answers[: match.answers], _shot(match)]
        return _replace(path, file, b"".join(_packed(line) for line in lines))
    if record.good < os.fstat(file).st_size:
        os.ftruncate(file, record.good)
        os.fsync(file)
    return file


def _keep(path: Path, ending: str) -> Path:
    """Copy a file beside itself under a name that is free."""
    for number in range(1, 1000):
        keep = path.with_name(f"{path.name}{ending}" + (f"-{number}" if number > 1 else ""))
        with contextlib.suppress(FileExistsError), open(keep, "xb") as copy:
            os.chmod(keep, 0o600)
            copy.write(path.read_bytes())
            copy.flush()
            os.fsync(copy.fileno())
            return keep
    raise SaveError(Told("too_many_kept_copies", path=path))


def _replace(path: Path, file: int, data: bytes) -> int:
    """Put a new file, locked, in the place of an old one in one step; the old file is let go."""
    fresh = path.with_name(path.name + ".new")
    fresh.unlink(missing_ok=True)
    new = lock(fresh, os.O_RDWR | os.O_CREAT)
    try:
        if os.write(new, data) < len(data):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        os.fsync(new)
        os.rename(fresh, path)
        _sync_folder(path.parent)
    except BaseException:
        os.close(new)
        fresh.unlink(missing_ok=True)
        raise
    os.close(file)
    return new


def rebuild(
    record: Record, rules: Ruleset[S], path: Path, begin: Callable[[Header], Match[S]] | None = None
) -> Match[S]:
    """Make the match a record describes, begun again when nothing of it is left; raises SaveError.

    The snapshot chosen lies before the last answer that revealed something, so that undo still reaches back there.
    A save of another version of the rules resumes at its last snapshot.
    """
    answers = record.answers
    if record.header.content != rules.content_hash:
        raise SaveError(Told("mission_changed_since_save", path=path, mission=record.header.mission))
    if record.header.version != rules.version:
        return _foreign(record, rules, path)
    settled = max((i for i, a in enumerate(answers) if a.revealed), default=-1) + 1
    shots = [s for s in record.shots if s.answers <= len(answers)]
    fitting = [s for s in shots if s.answers <= settled] or shots[:1]
    if not fitting and not answers and begin is not None:
        return begin(record.header)
    if not fitting:
        raise SaveError(Told("save_holds_no_position", path=path))
    match = _restored(rules, fitting[-1], path)
    for number, given in enumerate(answers[fitting[-1].answers :], fitting[-1].answers + 1):
        try:
            match.choose(given.choose)
        except (Refused, RuleFault) as why:
            raise SaveError(
                Told("answer_does_not_stand", path=path, number=number, choose=given.choose, why=why)
            ) from None
        if match.table.chance.draws != given.draws or match.digest() != given.digest:
            raise SaveError(Told("answer_replays_differently_save", path=path, number=number, choose=given.choose))
    return match


def _restored(rules: Ruleset[S], shot: Shot, path: Path) -> Match[S]:
    try:
        since: tuple[Answer, ...] = shot.since
        match = Match.restore(rules, Position(base64.b64decode(shot.base), since))
    except Exception as why:
        raise SaveError(Told("snapshot_does_not_fit", path=path, why=why or type(why).__name__)) from None
    match.answers = shot.answers
    return match


def _foreign(record: Record, rules: Ruleset[S], path: Path) -> Match[S]:
    fitting = [s for s in record.shots if s.answers <= len(record.answers)]
    if not fitting:
        raise SaveError(Told("saved_rules", path=path, version=record.header.version, here=rules.version))
    match = _restored(rules, fitting[-1], path)
    dropped = len(record.answers) - fitting[-1].answers
    facts = {"path": path.name, "version": record.header.version, "here": rules.version, "dropped": dropped}
    record.notes.append(str(Told("saved_rules_resumed_last", **facts)))
    return match
