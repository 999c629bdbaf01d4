"""A match on disk: an append-only file of checked lines, one for each answer.

A line (see ``record``) is written and synced before the events it brought are shown, so a process may die at any
moment and no shown answer is lost.
"""

from __future__ import annotations

import base64
import contextlib
import errno
import fcntl
import os
from collections.abc import Callable
from pathlib import Path
from typing import Generic, TypeVar

import msgspec

from zterm.kernel.decision import Event, Refused, RuleFault
from zterm.kernel.match import Answer, Match, Position
from zterm.kernel.record import Back, Given, Header, Line, Over, Record, SaveError, Shot, fold, now, packed, read
from zterm.kernel.ruleset import Ruleset
from zterm.kernel.telling import Told

S = TypeVar("S")

SNAPSHOT_EVERY = 25


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
            Given(option, draws, match.digest(), tuple(match.forced), match.revealed, who, turn, now())
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
            self._append([Back(at=now())])
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
        fold(record, Back(True))
        match = rebuild(record, self.match.rules, self.path)
        match.future = [*self.match.future, last.choose]
        self._append([Back(True, now())])
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

    def keep(self) -> None:
        """See to it that the file is where it belongs, also when somebody has deleted it; raises SaveError."""
        try:
            self._file = self._standing()
        except OSError as fault:
            raise SaveError(Told("save_gone", path=self.path, why=fault.strerror)) from None

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
        data = b"".join(packed(line) for line in lines)
        start = os.lseek(self._file, 0, os.SEEK_END)
        try:
            self._file = self._standing()
            written = os.write(self._file, data)
            if written < len(data):
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            os.fsync(self._file)
        except OSError as fault:
            with contextlib.suppress(OSError):
                os.ftruncate(self._file, start)
            raise SaveError(Told("answer_cant_saved_not", path=self.path, why=fault.strerror)) from None

    def _standing(self) -> int:
        """The open file, written anew where it was deleted; raises OSError."""
        assert self._file is not None
        found = os.fstat(self._file)
        return self._file if found.st_nlink else _put_back(self.path, self._file, found.st_size)


def _shot(match: Match[S]) -> Shot:
    position = match.position
    since = tuple(a for a in position.since if isinstance(a, str))
    return Shot(match.answers, base64.b64encode(position.base).decode(), since, now())


def lock(path: Path, flags: int = os.O_RDWR) -> int:
    """Open a save and lock it (other processes are refused, the lock dies with this one); raises SaveError.

    Where files can't be locked at all it is played without.
    """
    try:
        file = os.open(path, flags | os.O_APPEND | os.O_NONBLOCK | os.O_CLOEXEC, 0o600)
    except FileNotFoundError:
        raise SaveError(Told("no_such_save", path=path)) from None
    except OSError as fault:
        raise SaveError(Told("save_cant_opened", path=path, why=fault.strerror)) from None
    try:
        claim(file)
    except BlockingIOError:
        os.close(file)
        raise SaveError(Told("another_zterm_playing_save", path=path)) from None
    except OSError as fault:
        os.close(file)
        raise SaveError(Told("save_cant_locked", path=path, why=fault.strerror)) from None
    return file


_NO_LOCKS = (errno.ENOLCK, errno.ENOSYS, errno.EOPNOTSUPP, errno.EINVAL)
"""What file systems say that know no locks: home folders over a network, and those of phones."""


def claim(file: int) -> None:
    """Lock an open file for this process, where its file system has locks.

    Raises BlockingIOError where another process has it, OSError.
    """
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as fault:
        if fault.errno == errno.EACCES:
            raise BlockingIOError(fault.errno, fault.strerror) from None
        if fault.errno not in _NO_LOCKS:
            raise


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
        return _replace(path, file, b"".join(packed(line) for line in lines))
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


def _put_back(path: Path, file: int, size: int) -> int:
    """Write a save anew that somebody has deleted while it is played; raises OSError where another lies there now."""
    if os.path.lexists(path):
        raise OSError(errno.EEXIST, os.strerror(errno.EEXIST))
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    return _replace(path, file, os.pread(file, size, 0))


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
