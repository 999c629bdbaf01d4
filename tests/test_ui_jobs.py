"""Stopping and going on: by a shell with job control, by others, and with a terminal that takes nothing any more."""

from __future__ import annotations

import os
import shutil
import signal
import sys
import termios
import time
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.terminal import Terminal

PLAY = ("play", "m00", "--seed", "4711")
SHELL = "import os; os.environ['PS1'] = 'ready> '; os.execvp('bash', ['bash', '--norc', '--noprofile', '-i'])"
COMMAND = f"{sys.executable} -m zterm {' '.join(PLAY)}\r"


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    for name in ("DATA", "STATE", "CONFIG"):
        monkeypatch.setenv(f"XDG_{name}_HOME", str(tmp_path / name.lower()))


def threads(pid: int) -> int:
    return len(os.listdir(f"/proc/{pid}/task"))


def cooked(t: Terminal) -> bool:
    return bool(termios.tcgetattr(t.fd)[3] & termios.ICANON)


def job(t: Terminal) -> int:
    """The process that the shell in a terminal has started."""
    return int(Path(f"/proc/{t.pid}/task/{t.pid}/children").read_text().split()[-1])


def is_over(pid: int, most: float = 5.0) -> bool:
    began = time.monotonic()
    while time.monotonic() - began < most:
        try:
            if Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z":
                return True
        except OSError:
            return True
        time.sleep(0.05)
    return False


pytestmark = pytest.mark.skipif(not os.path.isdir("/proc/self/task"), reason="looks at /proc")
with_shell = pytest.mark.skipif(shutil.which("bash") is None, reason="needs a shell with job control")


@pytest.mark.parametrize("stopped", [False, True])
def test_who_is_told_to_go_on_takes_the_terminal_once_more_and_all_keys(stopped):
    with Terminal(*PLAY) as t:
        assert t.wait("who acts next"), t.text()
        before = termios.tcgetattr(t.fd)
        running = threads(t.pid)
        for _ in range(2):
            if stopped:
                t.kill(signal.SIGSTOP)
                t.read(0.1)
                shell = list(before)
                shell[3] |= termios.ICANON | termios.ECHO
                termios.tcsetattr(t.fd, termios.TCSANOW, shell)
            t.resize(100, 30)
            t.screen.reset()
            t.kill(signal.SIGCONT)
            t.read(0.5)
            assert "who acts next" in t.text()
        assert threads(t.pid) == running
        assert not cooked(t)
        t.keys("1", 0.3)
        assert "actions left" in t.text()
        t.keys("Q")
        assert t.end() == 0
        assert cooked(t)
        assert t.sent.count(b"\x1b[?1049h") == t.sent.count(b"\x1b[?1049l") == 3


@contextmanager
def in_a_shell():
    """A match that a shell plays as its job: the terminal and the program's number."""
    with Terminal(code=SHELL) as t:
        assert t.wait("ready>"), t.text()
        t.keys(COMMAND)
        assert t.wait("who acts next"), t.text()
        yield t, job(t)


@with_shell
@pytest.mark.parametrize("to_background", [False, True])
@pytest.mark.parametrize("signum", [0, signal.SIGSTOP, signal.SIGTSTP])
def test_a_shell_puts_it_aside_and_takes_it_up(signum, to_background):
    """With Ctrl-Z (0) or a signal; also when it was told in between to go on in the background."""
    with in_a_shell() as (t, pid):
        if signum:
            os.kill(pid, signum)
        else:
            t.keys("\x1a")
        assert t.wait("Stopped"), t.text()
        if to_background:
            t.keys("bg\r", 0.4)
            t.keys("echo a''live\r", 0.3)
            assert "alive" in t.text()
        t.screen.reset()
        t.keys("fg\r", 0.5)
        assert t.wait("who acts next"), t.text()
        t.keys("1", 0.3)
        assert "actions left" in t.text()
        t.keys("Q", 0.4)
        assert is_over(pid)


@with_shell
@pytest.mark.parametrize("to_background", [False, True])
@pytest.mark.parametrize("by_key", [False, True])
def test_a_stopped_program_is_ended_by_the_shell_without_coming_back(by_key, to_background):
    with in_a_shell() as (t, pid):
        if by_key:
            t.keys("\x1a", 0.3)
        else:
            os.kill(pid, signal.SIGSTOP)
        assert t.wait("Stopped"), t.text()
        if to_background:
            t.keys("bg\r", 0.4)
        t.keys("kill %1\r")
        assert is_over(pid)
        t.keys("\r", 0.2)
        assert t.sent.count(b"\x1b[?1049h") == t.sent.count(b"\x1b[?1049l") == 1


@pytest.mark.parametrize("signum", [signal.SIGTERM, signal.SIGHUP])
def test_a_terminal_that_takes_nothing_any_more_keeps_no_signal_from_ending_it(signum):
    with Terminal(*PLAY, size=(200, 60)) as t:
        assert t.wait("who acts next"), t.text()
        for _ in range(60):
            os.write(t.fd, b"\x0c")
            time.sleep(0.03)
        t.kill(signum)
        assert is_over(t.pid)
        assert os.waitstatus_to_exitcode(os.waitpid(t.pid, 0)[1]) == 128 + signum
        t.status = 0
        assert cooked(t)


SCARCE = """
import sys, threading
start = threading.Thread.start
def begun(self):
    if self.name == {name!r}:
        raise RuntimeError("can't start new thread")
    start(self)
threading.Thread.start = begun
sys.argv = ["zterm", *{play!r}]
from zterm.__main__ import main
sys.exit(main())
"""


@pytest.mark.parametrize("name", ["textual-input", "textual-output"])
def test_where_no_thread_can_be_had_the_terminal_is_given_back_with_a_sentence(name):
    with Terminal(code=SCARCE.format(name=name, play=PLAY)) as t:
        assert t.end(20) == 2
        assert cooked(t)
        assert t.sent.count(b"\x1b[?1049h") == t.sent.count(b"\x1b[?1049l")
        last = t.sent.rpartition(b"zterm: ")[2].decode().split("\r\n")
        assert last == ["the system does not give zterm what it needs: Resource temporarily unavailable", ""]
