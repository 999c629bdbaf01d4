"""Journals on disk: killed processes, torn and flipped bytes, full disks, locks, foreign files."""

import errno
import fcntl
import os
import random
import resource
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import msgspec
import pytest

from tests.toygame import Endless, Toy
from zterm import campaign
from zterm.kernel import journal
from zterm.kernel.decision import Refused, Result
from zterm.kernel.journal import create, resume
from zterm.kernel.match import Match
from zterm.kernel.record import FORMAT, Header, SaveError, packed, read
from zterm.session import Session

PLAYER = """
import random, sys
from pathlib import Path
from tests.toygame import Endless
from zterm.kernel.journal import resume
saved = resume(Path(sys.argv[1]), lambda header: Endless())
chance = random.Random(int(sys.argv[2]))
while saved.match.decision is not None:
    saved.choose(chance.choice(saved.match.decision.options))
    print(saved.match.answers, saved.match.digest(), flush=True)
"""


def header(seed=0, version="1", content="toy-content"):
    return Header(FORMAT, "toy", version, "t00", content, seed, {"players": ["one", "two"]}, "2026-01-01T00:00:00Z")


def rules_for(found):
    return Toy()


@pytest.fixture
def path(tmp_path):
    return tmp_path / "saves" / "one.zterm"


@pytest.fixture
def played(path):
    """A saved match with 30 answers, closed; gives the digest after each answer."""
    saved = create(Match.start(Toy(), 5), path, header(5))
    digests = [saved.match.digest()]
    chance = random.Random(5)
    while saved.match.answers < 30:
        saved.choose(chance.choice(saved.match.decision.options))
        digests.append(saved.match.digest())
    saved.close()
    return digests


def opened(path):
    saved = resume(path, rules_for)
    saved.close()
    return saved


def test_a_save_goes_on_where_it_stood(path, played):
    saved = opened(path)
    assert saved.match.digest() == played[-1]
    assert saved.match.answers == 30
    assert saved.notes == []
    assert path.stat().st_mode & 0o777 == 0o600
    assert path.parent.stat().st_mode & 0o777 == 0o700


def test_a_match_begins_again_where_its_first_position_is_damaged(path, played):
    lines = path.read_bytes().split(b"\n")
    first = Match.start(Toy(), 5).digest()
    path.write_bytes(b"\n".join([lines[0], lines[1][:-4] + b"xxxx", *lines[2:]]))
    with pytest.raises(SaveError, match="no position"):
        resume(path, rules_for)
    saved = resume(path, rules_for, lambda found: Match.start(Toy(), found.seed))
    assert saved.match.digest() == first
    assert saved.notes
    saved.choose("dig")
    digest = saved.match.digest()
    saved.close()
    again = opened(path)
    assert (again.match.digest(), again.match.answers) == (digest, 1)
    assert [file.suffix for file in path.parent.iterdir() if file != path] == [".damaged"]


def test_every_kind_of_question_comes_back(path):
    """Pending questions inside a turn (keep, give, accept, blame) stand again after loading."""
    kinds = set()
    for seed in range(12):
        place = path.with_name(f"{seed}.zterm")
        saved = create(Match.start(Toy(), seed), place, header(seed))
        chance = random.Random(seed)
        while saved.match.decision is not None:
            saved.choose(chance.choice(saved.match.decision.options))
            question = saved.match.decision
            if question is not None and question.kind not in kinds:
                kinds.add(question.kind)
                saved.close()
                saved = resume(place, rules_for)
                assert saved.match.decision == question
        saved.close()
    assert kinds >= {"turn", "keep", "give", "accept", "blame"}


def test_undo_is_kept_and_reaches_as_far_after_loading(path):
    saved = create(Match.start(Toy(), 1), path, header(1))
    saved.choose("dig")
    base = saved.match.digest()
    saved.choose("move:B")
    saved.choose("open:d1")
    saved.undo()
    saved.close()
    saved = resume(path, rules_for)
    assert saved.undo() == "move:B"
    assert saved.match.digest() == base
    with pytest.raises(Refused):
        saved.undo()
    assert list(saved.redo())
    saved.close()
    assert [given.choose for given in read(path).answers] == ["dig", "move:B"]


def test_several_answers_can_be_taken_back_and_given_again(path):
    saved = create(Match.start(Toy(), 1), path, header(1))
    digests = [saved.match.digest()]
    for option in ("move:B", "open:d1", "move:C"):
        saved.choose(option)
        digests.append(saved.match.digest())
    for digest in digests[-2::-1]:
        saved.undo()
        assert saved.match.digest() == digest
    for digest in digests[1:]:
        saved.redo()
        assert saved.match.digest() == digest
    with pytest.raises(Refused, match="nothing to redo"):
        saved.redo()
    saved.undo()
    saved.choose("nod")
    with pytest.raises(Refused, match="nothing to redo"):
        saved.redo()
    saved.close()
    assert [given.choose for given in read(path).answers] == ["move:B", "open:d1", "nod"]


def test_a_finished_match_stays_finished(path):
    saved = create(Match.start(Toy(), 2), path, header(2))
    chance = random.Random(2)
    while saved.match.decision is not None:
        saved.choose(chance.choice(saved.match.decision.options))
    over = saved.match.over
    saved.close()
    assert isinstance(over, Result)
    assert read(path).over.outcome == over.outcome
    assert opened(path).match.over == over


def test_a_torn_last_line_is_cut_and_said_so(path, played):
    whole = path.read_bytes()
    lines = whole.splitlines(keepends=True)
    for cut in (1, 5, len(lines[-1]) - 1):
        path.write_bytes(whole[:-cut] if cut < len(lines[-1]) else whole)
        saved = opened(path)
        assert "never finished" in saved.notes[0]
        assert path.read_bytes() == b"".join(lines[:-1])
        assert saved.match.digest() in played[-3:]
    assert list(path.parent.glob("*.damaged*")) == []


@pytest.mark.parametrize("seed", range(25))
def test_a_flipped_bit_loses_nothing_before_it_and_keeps_the_file(path, played, seed):
    chance = random.Random(seed)
    data = bytearray(path.read_bytes())
    first = data.index(b"\n") + 1
    second = data.index(b"\n", first) + 1
    at = chance.randrange(second, len(data))
    data[at] ^= 1 << chance.randrange(8)
    path.write_bytes(data)
    before = data.count(b'"line":"answer"', 0, data.rfind(b"\n", 0, at) + 1)
    if at == len(data) - 1:
        before = 29
    saved = opened(path)
    assert saved.match.digest() in played
    assert saved.match.answers >= min(before, 29)
    assert saved.notes
    if "damaged" in saved.notes[0]:
        kept = list(path.parent.glob("*.damaged"))
        assert [file.read_bytes() for file in kept] == [bytes(data)]
    assert opened(path).notes == []


def test_a_check_is_compared_as_it_is_written(path, played):
    lines = path.read_bytes().splitlines(keepends=True)
    at = next(n for n, line in enumerate(lines) if n > 1 and line[:8] != line[:8].upper())
    lines[at] = lines[at][:8].upper() + lines[at][8:]
    path.write_bytes(b"".join(lines))
    assert "damaged" in opened(path).notes[0]


def test_a_second_damage_overwrites_no_kept_copy(path, played):
    for _ in range(2):
        lines = path.read_bytes().splitlines(keepends=True)
        lines[-2] = b"0" * 8 + lines[-2][8:]
        path.write_bytes(b"".join(lines))
        opened(path)
    assert len(list(path.parent.glob("*.damaged*"))) == 2


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"", "this save is empty"),
        (b"\n", "no zterm save"),
        (b"hello", "no zterm save"),
        (b"\x00" * 4096, "no zterm save"),
        (b"\x89PNG\r\n\x1a\n" + b"x" * 99, "no zterm save"),
        (b'{"a": 1}\n', "no zterm save"),
        (b"00000000 {}\n", "no zterm save"),
        (b'00000000 {"line":"match","format":1}\n', "first line of this save is damaged"),
        (b"[" * 100_000, "no zterm save"),
    ],
)
def test_foreign_files_are_named_in_a_sentence(path, content, says):
    path.parent.mkdir()
    path.write_bytes(content)
    with pytest.raises(SaveError, match=says) as caught:
        opened(path)
    assert str(path) in str(caught.value)
    assert path.read_bytes() == content


@pytest.mark.parametrize("make", [os.mkdir, os.mkfifo])
def test_what_is_no_file_is_refused(path, make):
    path.parent.mkdir()
    make(path)
    with pytest.raises(SaveError):
        opened(path)


def test_a_save_of_another_format_is_refused(path, played):
    lines = path.read_bytes().splitlines(keepends=True)
    other = msgspec.structs.replace(read(path).header, format=99)
    path.write_bytes(packed(other) + b"".join(lines[1:]))
    with pytest.raises(SaveError, match="format 99"):
        opened(path)


def test_other_content_is_refused_and_the_file_left(path, played):
    before = path.read_bytes()

    class Other(Toy):
        content_hash = "other"

    with pytest.raises(SaveError, match="has changed since"):
        resume(path, lambda found: Other())
    assert path.read_bytes() == before


def test_other_rules_resume_at_the_last_snapshot_and_keep_the_old_file(path, played):
    before = path.read_bytes()

    class Newer(Toy):
        version = "2"

    saved = resume(path, lambda found: Newer())
    answers = saved.match.answers
    assert "saved by rules 1, these are 2" in saved.notes[0]
    assert saved.match.digest() == played[answers]
    with pytest.raises(SaveError, match="another zterm"):
        resume(path, lambda found: Newer())
    saved.choose("end" if "end" in saved.match.decision.options else saved.match.decision.options[0])
    saved.close()
    assert [kept.read_bytes() for kept in path.parent.glob("*.old")] == [before]
    again = resume(path, lambda found: Newer())
    again.close()
    assert again.match.answers == answers + 1
    assert again.notes == []


def test_rules_that_play_differently_are_found_and_nothing_is_written(path, played):
    class Generous(Toy):
        def _turn(self, table):
            table.state.points["two"] = 1
            yield from super()._turn(table)

    before = path.read_bytes()
    with pytest.raises(SaveError, match=r"replays differently|does not stand"):
        resume(path, lambda found: Generous())
    assert path.read_bytes() == before


def test_a_save_is_played_by_one_process_at_a_time(path, played):
    script = (
        "import sys,time; from tests.test_journal import *; s=resume(Path(sys.argv[1]), rules_for);"
        " print('in', flush=True); time.sleep(60)"
    )
    other = subprocess.Popen([sys.executable, "-c", script, str(path)], stdout=subprocess.PIPE)
    assert other.stdout.readline() == b"in\n"
    with pytest.raises(SaveError, match="another zterm is playing this save"):
        opened(path)
    other.kill()
    other.wait()
    other.stdout.close()
    assert opened(path).match.answers == 30


def test_a_save_that_is_deleted_while_it_is_played_comes_back(path):
    saved = create(Match.start(Toy(), 3), path, header(3))
    saved.choose("move:B")
    shutil.rmtree(path.parent)
    saved.undo()
    assert saved.match.next_redo == "move:B"
    saved.redo()
    with pytest.raises(SaveError, match="another zterm"):
        opened(path)
    path.unlink()
    saved.choose("open:d1")
    end = saved.match.digest()
    path.unlink()
    path.write_text("somebody else's")
    with pytest.raises(SaveError, match="File exists"):
        saved.choose(saved.match.decision.options[0])
    assert saved.match.digest() == end
    path.unlink()
    saved.keep_position()
    saved.close()
    assert [file.name for file in path.parent.iterdir()] == [path.name]
    assert opened(path).match.digest() == end


def test_saving_and_leaving_bring_back_a_save_that_was_deleted_or_say_why_not(path):
    saved = create(Match.start(Toy(), 3), path, header(3))
    saved.choose("move:B")
    end = saved.match.digest()
    shutil.rmtree(path.parent)
    assert Session(saved).kept() == ""
    assert path.exists()
    shutil.rmtree(path.parent)
    path.parent.write_text("a file in the place of the folder")
    assert "can't be written again" in Session(saved).kept()
    path.parent.unlink()
    assert Session(saved).kept() == ""
    saved.close()
    assert opened(path).match.digest() == end


@pytest.mark.parametrize("code", [errno.ENOLCK, errno.ENOSYS, errno.EOPNOTSUPP])
def test_where_files_know_no_locks_matches_and_campaigns_are_played_without(path, monkeypatch, code):
    def flock(file: int, how: int) -> None:
        raise OSError(code, os.strerror(code))

    monkeypatch.setattr(fcntl, "flock", flock)
    monkeypatch.setenv("XDG_DATA_HOME", str(path.parent))
    saved = create(Match.start(Toy(), 3), path, header(3))
    saved.choose("move:B")
    saved.close()
    assert opened(path).match.answers == 1
    with campaign.held("night"):
        pass


def test_a_full_disk_takes_the_answer_back(path):
    """Beyond RLIMIT_FSIZE every write fails, as on a full disk; the answer is not played and the file stays sound."""
    saved = create(Match.start(Toy(), 3), path, header(3))
    saved.choose("move:B")
    size, digest, question = path.stat().st_size, saved.match.digest(), saved.match.decision
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size + 40, limits[1]))
    try:
        with pytest.raises(SaveError, match="can't be saved, so it was not played"):
            saved.choose("open:d1")
        assert (saved.match.digest(), saved.match.decision) == (digest, question)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    saved.undo()
    assert saved.match.next_redo == "move:B"
    resource.setrlimit(resource.RLIMIT_FSIZE, (path.stat().st_size, limits[1]))
    try:
        with pytest.raises(SaveError):
            saved.redo()
        assert saved.match.next_redo == "move:B"
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    saved.redo()
    assert saved.match.digest() == digest
    with pytest.raises(Refused):
        saved.redo()
    saved.choose("open:d1")
    end = saved.match.digest()
    saved.close()
    assert opened(path).match.digest() == end


def test_a_new_match_on_a_full_disk_leaves_nothing(path):
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (50, limits[1]))
    try:
        with pytest.raises(SaveError, match="can't be saved there"):
            create(Match.start(Toy(), 3), path, header(3))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert list(path.parent.iterdir()) == []


def test_a_folder_that_can_not_be_written_is_said(tmp_path):
    home = tmp_path / "locked"
    home.write_text("a file where the folder should be")
    with pytest.raises(SaveError, match="saves can't be kept there"):
        create(Match.start(Toy(), 1), home / "saves" / "x.zterm", header(1))


def test_an_existing_save_is_never_overwritten(path, played):
    before = path.read_bytes()
    with pytest.raises(FileExistsError):
        create(Match.start(Toy(), 1), path, header(1))
    assert path.read_bytes() == before


def test_no_more_answers_are_given_again_on_loading_than_undo_needs(path, monkeypatch):
    saved = create(Match.start(Endless(), 8), path, header(8))
    chance = random.Random(8)
    while saved.match.answers < 2000:
        saved.choose(chance.choice(saved.match.decision.options))
    digest = saved.match.digest()
    saved.close()
    given, choose = [], Match.choose
    monkeypatch.setattr(Match, "choose", lambda match, option: given.append(option) or choose(match, option))
    again = resume(path, lambda found: Endless())
    again.close()
    assert again.match.digest() == digest
    answers = [answer.choose for answer in read(path).answers]
    settled = max(n for n, answer in enumerate(read(path).answers, 1) if answer.revealed)
    assert given == answers[len(answers) - len(given) :]
    assert len(given) < len(answers) - settled + 2 * journal.SNAPSHOT_EVERY


def killed(path, seed):
    """Let another process play, kill it at a random moment, and check that no shown answer is lost."""
    root = Path(__file__).parent.parent
    process = subprocess.Popen(
        [sys.executable, "-c", PLAYER, str(path), str(seed)], stdout=subprocess.PIPE, text=True, cwd=root
    )
    shown = process.stdout.readline()
    time.sleep(random.Random(seed).random() * 0.02)
    os.kill(process.pid, signal.SIGKILL)
    rest = process.stdout.read()
    process.wait()
    process.stdout.close()
    lines = [line.split() for line in (shown + rest).splitlines(keepends=True) if line.endswith("\n")]
    saved = resume(path, lambda found: Endless())
    saved.close()
    assert lines, "the process never played"
    answers, digest = int(lines[-1][0]), lines[-1][1]
    assert saved.match.answers in (answers, answers + 1)
    if saved.match.answers == answers:
        assert saved.match.digest() == digest


def kills(folder, count):
    for number in range(count):
        path = folder / f"{number}.zterm"
        create(Match.start(Endless(), number), path, header(number)).close()
        killed(path, number)


def test_killed_processes_lose_nothing(tmp_path):
    kills(tmp_path, 24)


@pytest.mark.soak
def test_killed_processes_lose_nothing_in_the_long_run(tmp_path):
    kills(tmp_path, 200)
