"""The real program in a pseudo-terminal: from the title to a match and back, signals, sizes, colours, bytes."""

from __future__ import annotations

import os
import re
import shutil
import signal
import statistics
import termios
import time

import pytest

from tests.terminal import Terminal
from zterm.ui.terminal import traits

UP, DOWN, RIGHT, LEFT = "\x1b[A", "\x1b[B", "\x1b[C", "\x1b[D"
PLAY = ("play", "m00", "--seed", "4711")


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    return tmp_path


def crash(home):
    log = home / "state" / "zterm" / "crash.log"
    return log.read_text() if log.exists() else ""


def begun(t: Terminal, home) -> None:
    assert t.wait("who acts next"), t.text() + crash(home)


def position(t: Terminal) -> list[str]:
    """What does not depend on where the map was scrolled to: people, sheet, hand, and the question."""
    people = [line[51:].rstrip() for line in t.screen.display[1:17]]
    return people + [line[1:50] for line in t.screen.display[16:23]]


def test_from_the_title_to_a_match_and_back(home):
    with Terminal() as t:
        assert t.wait("New match"), t.text() + crash(home)
        t.keys("g")
        assert t.wait("NEW MATCH"), t.text()
        t.keys(UP + UP + "4711" + "\r")
        begun(t, home)
        t.keys("11")
        t.keys("q")
        assert t.wait("actions left"), t.text()
        t.keys(DOWN)
        assert "z15" in t.text()
        before = position(t)
        t.keys("Q")
        assert t.end() == 0
        assert b"zterm continue" in t.sent
    with Terminal("continue") as t:
        assert t.wait("actions left"), t.text() + crash(home)
        assert position(t) == before
        assert "seed 4711" in t.text()
        t.keys("m")
        assert "The match goes on" in t.text()
        t.keys("q\x03")
        assert t.end() == 130
    with Terminal() as t:
        assert t.wait("Continue"), t.text()
        t.keys("c")
        assert t.wait("actions left"), t.text() + crash(home)
        assert position(t) == before
        t.keys("\x03")
        assert t.end() == 130


@pytest.mark.parametrize("signum", [signal.SIGTERM, signal.SIGHUP])
def test_signals_end_cleanly(home, signum):
    with Terminal(*PLAY) as t:
        begun(t, home)
        t.keys("1")
        t.kill(signum)
        assert t.end() == 128 + signum
        assert b"\x1b[?1049l" in t.sent
        assert b"\x1b[?25h" in t.sent
        assert not crash(home)


@pytest.mark.parametrize("signum", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_while_the_screen_is_taken_gives_it_back(home, signum):
    """The signal comes between the driver's beginning and the first screen, in the process itself."""
    early = f"""
import os
from zterm.ui import client
class Driver(client.OwnDriver):
    def start_application_mode(self):
        super().start_application_mode()
        os.kill(os.getpid(), {int(signum)})
client.OwnDriver = Driver
from zterm.cli import run
raise SystemExit(run({list(PLAY)!r}))
"""
    with Terminal(code=early) as t:
        assert t.end(20) == 128 + signum
        assert b"\x1b[?1049h" in t.sent
        assert b"\x1b[?1049l" in t.sent
        assert termios.tcgetattr(t.fd)[3] & termios.ICANON
    assert crash(home) == ""


def test_a_terminal_that_goes_away_ends_the_program(home):
    with Terminal(*PLAY) as t:
        begun(t, home)
        os.close(t.fd)
        began = time.monotonic()
        while time.monotonic() - began < 60:
            pid, status = os.waitpid(t.pid, os.WNOHANG)
            if pid:
                break
            time.sleep(0.05)
        assert pid, "the program goes on without a terminal"
        t.status = os.waitstatus_to_exitcode(status)
        t.fd = os.open(os.devnull, os.O_RDONLY)
        assert t.status in (129, -1)


def test_sizes_and_resizing(home):
    with Terminal(*PLAY, size=(10, 5)) as t:
        assert t.wait("60x20"), t.text() + crash(home)
        for size in ((80, 24), (100, 30), (60, 20), (10, 5), (200, 60), (1, 1), (140, 45), (80, 24)):
            t.resize(*size)
            t.read(0.3)
        begun(t, home)
        assert "SURVIVORS" in t.text()
        t.keys("1")
        assert "actions left" in t.text()
        t.kill(signal.SIGTERM)
        assert t.end() == 143
        assert not crash(home)


COLOUR = re.compile(rb"\x1b\[(?:[0-9;]*;)?(?:3[0-8]|4[0-8]|9[0-7]|10[0-7])(?:;[0-9;]*)?m")


def test_the_terminal_is_asked_for_its_size_not_the_environment(home):
    with Terminal(*PLAY, env={"COLUMNS": "40", "LINES": "10"}) as t:
        begun(t, home)
        assert "SURVIVORS" in t.text()
        t.resize(100, 30)
        assert t.wait("BLUE 0"), t.text()


def test_nothing_is_drawn_twice(home):
    with Terminal(*PLAY) as t:
        begun(t, home)
        t.read(0.4)
        assert len(t.sent) < 6000
        t.keys("?", 0.3)
        back = len(t.keys("\x1b", 0.4))
        again = len(t.keys("\x0c", 0.4))
        assert 0 < back < 6000
        assert 2000 < again < 6000
        t.screen.reset()
        t.keys("\x0c", 0.4)
        assert "who acts next" in t.text()
        assert "SURVIVORS" in t.text()


def test_no_color_sends_no_colour(home):
    with Terminal(*PLAY, env={"NO_COLOR": "1", "COLORTERM": "truecolor"}) as t:
        begun(t, home)
        t.keys("1x" + DOWN)
        t.keys("q?")
        assert not COLOUR.findall(t.sent)
        assert b"\x1b[7m" in t.sent or b";7" in t.sent


def test_the_c_locale_gets_ascii_only(home):
    with Terminal(*PLAY, env={"LC_ALL": "C"}) as t:
        begun(t, home)
        t.keys("1x" + DOWN)
        t.keys("q?")
        assert t.sent.isascii()
        assert b"\x1b[6n" not in t.sent


def test_a_terminal_that_does_not_answer_gets_no_lines(home):
    with Terminal(*PLAY, answers=False) as t:
        begun(t, home)
        assert "\u2503" not in t.text()
        assert "\u2219" in t.text()


def test_idle_sends_nothing_and_keys_send_little(home):
    with Terminal(*PLAY) as t:
        begun(t, home)
        t.keys("1", 0.4)
        assert t.read(3.0, 3.1)[0] == b""
        t.keys("x", 0.3)
        look = [t.timed(key)[0] for key in (DOWN, UP, DOWN, UP, LEFT, RIGHT) * 2]
        t.keys("q", 0.3)
        marks = [t.timed(".")[0] for _ in range(12)]
        moves = [t.timed(key)[0] for key in (DOWN, "u") * 5]
        for name, sizes in (("look", look), ("mark", marks), ("move", moves)):
            assert statistics.median(sizes) <= 450, (name, sizes)
            assert max(sizes) <= 4000, (name, sizes)


def test_junk_mouse_bytes_and_pastes_do_nothing(home):
    with Terminal(*PLAY) as t:
        begun(t, home)
        t.keys("1", 0.3)
        before = t.text()
        for junk in (b"\x1b[M \xc8@", b"\x1b[<0;5;5M", b"\x1b[200~eyQ\x1b[201~", b"\x1b[1;3A", b"\xff\xfe"):
            os.write(t.fd, junk)
            t.read(0.2)
        assert t.text() == before
        t.keys("\x1bQ", 0.3)
        assert os.waitpid(t.pid, os.WNOHANG) == (0, 0), crash(home)
        t.keys(DOWN)
        assert any(t.wait(words, 10) for words in ("2 actions left", "free Move")), t.text()
        assert "z15" in t.text()


def test_keys_typed_ahead_do_not_confirm_and_a_held_enter_answers_once(home):
    with Terminal(*PLAY) as t:
        begun(t, home)
        t.keys("\r" * 50, 0.4)
        assert "3 actions left" in t.text() or ".." in t.text()
        t.keys("q", 0.2)
        t.keys("ey", 0.4)
        assert "END THE TURN?" in t.text()
        t.keys("n", 0.2)
        assert "Only y ends the turn here, and Esc keeps playing." in t.text()
        time.sleep(0.3)
        t.keys("\r", 0.2)
        assert "END THE TURN?" in t.text()
        t.keys("y", 0.4)
        assert "who acts next" in t.text(), t.text()


def test_what_the_environment_says_of_a_terminal():
    assert traits({"TERM": "xterm-256color", "LANG": "en_GB.UTF-8"}) == ("256", True)
    assert traits({"TERM": "xterm", "COLORTERM": "truecolor", "LC_ALL": "C", "LANG": "en_GB.UTF-8"}) == ("true", False)
    assert traits({"TERM": "linux", "LANG": "en_GB.UTF-8"}) == ("16", False)
    assert traits({"TERM": "vt220", "LANG": "en_GB.UTF-8"}) == ("none", False)
    assert traits({"TERM": "xterm", "NO_COLOR": "1"}).depth == "none"
    assert traits({"TERM": "xterm", "NO_COLOR": ""}).depth == "16"
    assert traits({"TERM": "screen-256color", "LC_CTYPE": "pl_PL.utf8"}) == ("256", True)


@pytest.mark.parametrize("lang", ["C", "POSIX", ""])
def test_a_locale_without_utf_8_gets_ascii_though_python_takes_it_for_utf_8(lang):
    with Terminal("play", "m00", "--seed", "4711", env={"LANG": lang}) as t:
        assert t.wait("who acts next"), t.text()
        assert t.sent.isascii()
    with Terminal("play", "m00", "--seed", "4711", env={"LANG": lang, "LC_CTYPE": "C.UTF-8"}) as t:
        assert t.wait("who acts next"), t.text()
        assert not t.sent.isascii()


@pytest.mark.parametrize("room", ["saves", "campaigns"])
def test_what_is_typed_ahead_deletes_nothing(home, room):
    begin = PLAY if room == "saves" else ("campaign", "Long night")
    with Terminal(*begin) as t:
        assert t.wait("who acts next" if room == "saves" else "Long night"), t.text()
        t.keys("\x03")
        assert t.end() == 130
    folder = home / "data" / "zterm" / room
    kept = [file for file in folder.iterdir() if file.suffix != ".lock"]
    assert len(kept) == 1
    with Terminal() as t:
        assert t.wait("arrows and Enter"), t.text()
        t.keys("a" if room == "saves" else "p", 0.5)
        assert t.wait(" deletes"), t.text()
        t.keys("dy", 0.5)
        assert kept[0].exists()
        assert "Delete" in t.text()
        t.keys("y", 0.5)
        assert not kept[0].exists()


def test_leaving_never_loses_a_save_that_somebody_has_deleted(home):
    with Terminal(*PLAY) as t:
        begun(t, home)
        t.keys("1")
        shutil.rmtree(home / "data")
        (home / "data").write_text("no folder")
        t.keys("Q", 0.4)
        assert "can't be written again" in t.text()
        assert os.waitpid(t.pid, os.WNOHANG) == (0, 0)
        (home / "data").unlink()
        t.keys("Q")
        assert t.end() == 0
    assert len(list((home / "data" / "zterm" / "saves").iterdir())) == 1
