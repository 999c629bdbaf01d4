"""Files are written whole, and links, permissions and pipes behave as people expect."""

import errno
import os
import subprocess
import sys
import threading

import pytest

from tests.test_replays import played, run
from zterm import cli, saves
from zterm.content import files


@pytest.fixture
def old(tmp_path):
    path = tmp_path / "old.txt"
    path.write_text("old")
    path.chmod(0o640)
    return path


@pytest.mark.parametrize("fault", [OSError(errno.ENOSPC, "full"), KeyboardInterrupt()])
@pytest.mark.parametrize("where", ["fsync", "replace"])
def test_what_is_interrupted_leaves_the_old_file_and_nothing_else(old, monkeypatch, where, fault):
    def fail(*args):
        raise fault

    monkeypatch.setattr(os, where, fail)
    for path in (old, old.with_name("new.txt")):
        with pytest.raises(type(fault)):
            files.write(path, b"new")
    assert [one.name for one in old.parent.glob("*.txt")] == ["old.txt"]
    assert not list(old.parent.glob(".*"))
    assert old.read_text() == "old"


def test_an_existing_file_keeps_its_permissions_and_a_new_one_gets_the_usual_ones(old):
    before = os.umask(0o027)
    try:
        files.write(old, b"new")
        files.write(old.with_name("new.txt"), b"new")
    finally:
        os.umask(before)
    assert (old.read_text(), old.stat().st_mode & 0o777) == ("new", 0o640)
    assert old.with_name("new.txt").stat().st_mode & 0o777 == 0o640
    old.chmod(0o604)
    files.write(old, b"newer")
    assert old.stat().st_mode & 0o777 == 0o604


def test_a_link_stays_and_what_it_leads_to_is_replaced(old, tmp_path):
    for name, target in (("link", "old.txt"), ("twice", "link"), ("dangling", "sub/none.txt")):
        (tmp_path / name).symlink_to(target)
    (tmp_path / "sub").mkdir()
    for name in ("link", "twice", "dangling"):
        files.write(tmp_path / name, name.encode())
        assert (tmp_path / name).is_symlink()
        assert (tmp_path / name).read_text() == name
    assert old.read_text() == "twice"
    assert old.stat().st_mode & 0o777 == 0o640
    assert (tmp_path / "sub" / "none.txt").read_text() == "dangling"


def test_a_file_that_may_not_be_written_is_not_replaced(old, monkeypatch):
    old.chmod(0o440)
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    opened = os.open

    def refuse(path, flags, *more, **kind):
        if os.fspath(path) == os.fspath(old):
            raise PermissionError(errno.EACCES, "denied")
        return opened(path, flags, *more, **kind)

    monkeypatch.setattr(os, "open", refuse)
    with pytest.raises(PermissionError):
        files.write(old, b"new")
    assert old.read_text() == "old"


def test_where_nothing_can_be_added_a_file_is_written_in_place(old, monkeypatch):
    opened = os.open

    def refuse(path, flags, *more, **kind):
        if flags & os.O_EXCL:
            raise PermissionError(errno.EACCES, "denied")
        return opened(path, flags, *more, **kind)

    monkeypatch.setattr(os, "open", refuse)
    files.write(old, b"new")
    assert old.read_text() == "new"
    with pytest.raises(PermissionError):
        files.write(old.with_name("new.txt"), b"new")


def test_pipes_and_standard_output_get_an_export_like_files(tmp_path):
    name = saves.save_id(played(limit=3).path)
    wanted = run("export", name, "--format", "text").stdout
    assert run("export", name, "--format", "text", "-o", "/dev/stdout").stdout == wanted
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    read = []
    reader = threading.Thread(target=lambda: read.append(pipe.read_text()))
    reader.start()
    done = run("export", name, "--format", "text", "-o", str(pipe))
    reader.join(timeout=30)
    assert (done.returncode, read) == (0, [wanted])
    assert pipe.is_fifo()
    file = tmp_path / "file.txt"
    file.write_text("first\n")
    with open(file, "r+") as out:
        inode = os.fstat(out.fileno()).st_ino
        command = [sys.executable, "-m", "zterm", "export", name, "--format", "text", "-o", "/dev/stdout"]
        subprocess.run(command, stdout=out, check=True, timeout=60)
    assert (file.stat().st_ino, file.read_text()) == (inode, wanted)


def test_an_export_that_fails_keeps_the_file_that_was_there(old, monkeypatch, capsys):
    name = saves.save_id(played(limit=3).path)

    def fail(*args):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", fail)
    assert cli.run(["export", name, "--format", "text", "-o", str(old)]) == 2
    assert "can't be written" in capsys.readouterr().err
    assert old.read_text() == "old"
