"""The doctor says what the terminal can do, and never fails."""

import json
import os
import subprocess
import sys

import pytest

LEFT_OUT = ("LC_ALL", "LC_CTYPE", "LANG", "COLORTERM", "COLUMNS", "LINES")
PLAIN = {key: value for key, value in os.environ.items() if key not in LEFT_OUT}


def run(*words, **more):
    command = [sys.executable, "-m", "zterm", "doctor", *words]
    return subprocess.run(command, capture_output=True, text=True, timeout=30, env={**PLAIN, **more})


@pytest.mark.parametrize(
    "env",
    [
        {},
        {"TERM": "dumb"},
        {"TERM": "", "LC_ALL": "C"},
        {"NO_COLOR": "1", "TERM": "xterm-256color"},
        {"LANG": "aa_DJ.UTF-8", "TERM": "linux"},
        {"COLUMNS": "x", "LINES": "-4"},
        {"TMUX": "/tmp/x,1,0", "SSH_TTY": "/dev/pts/9"},
        {"XDG_DATA_HOME": "/dev/null"},
    ],
)
def test_it_never_fails(env):
    done = run(**env)
    assert (done.returncode, done.stderr) == (0, "")
    assert "plain lines are played" in done.stdout
    assert "\x1b" not in done.stdout


def found(**env):
    rows = json.loads(run("--json", **env).stdout)
    assert all(set(row) == {"check", "found", "does", "good"} for row in rows)
    return {row["check"]: row for row in rows}


def test_what_it_says():
    poor = found(TERM="dumb", NO_COLOR="1", LC_ALL="C", XDG_DATA_HOME="/dev/null")
    assert poor["colours"]["found"] == "no colour, by NO_COLOR"
    assert "ASCII only" in poor["characters"]["does"]
    assert not poor["saves"]["good"]
    rich = found(TERM="xterm", COLORTERM="truecolor", LANG="C.UTF-8", TMUX="x", SSH_TTY="y")
    assert rich["colours"]["found"] == "16 million colours, by COLORTERM"
    assert "beyond ASCII" in rich["characters"]["does"]
    assert "escape key" in rich
    assert rich["line"]["found"] == "over a network"
    assert rich["keys"]["good"]
    assert rich["parts"]["good"]


def test_on_a_terminal():
    import pty

    master, slave = pty.openpty()
    import fcntl
    import struct
    import termios

    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 20, 70, 0, 0))
    env = {**PLAIN, "TERM": "xterm-256color", "LANG": "C.UTF-8", "COLUMNS": "200"}
    child = subprocess.Popen(
        [sys.executable, "-m", "zterm", "doctor"], stdin=slave, stdout=slave, stderr=slave, env=env
    )
    os.close(slave)
    said = b""
    answered = False
    while True:
        try:
            more = os.read(master, 4096)
        except OSError:
            break
        if not more:
            break
        said += more
        if b"\x1b[6n" in said and not answered:
            answered = True
            os.write(master, b"\x1b[20;2R")
    assert child.wait() == 0
    os.close(master)
    text = said.decode()
    assert "70 columns, 20 rows (COLUMNS and LINES say 200 and 20, and are not believed)" in text
    assert "one pane at a time" in text
    assert "one column wide" in text
    assert "walls are drawn as lines that join" in text
