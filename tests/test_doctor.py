"""The doctor says what the terminal can do, and never fails."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from zterm.content import settings
from zterm.content.paths import own

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


def homes():
    return {name: value for name, value in os.environ.items() if name.startswith("XDG_")}


FAULTS = {
    "settings.yaml": [
        ("speed: fast\n", "settings", "settings.yaml:1:8: speed can't be 'fast'"),
        (
            "speed: fast\ncolour: 3\n",
            "settings",
            "settings.yaml:1:8: speed can't be 'fast', expected auto, off, quick, slow (and 1 more)",
        ),
        ("a: b: c\n", "settings", "settings.yaml:1:5: not YAML"),
        ("", "settings", "settings.yaml:1:1: the file is empty"),
        (None, "settings", "settings.yaml is no file"),
    ],
    "keymap.yaml": [
        ("undo: zzz\n", "keys", "keymap.yaml:1:7: zzz is no key"),
        ("- x\n", "keys", "keymap.yaml:1:1: this is no keymap"),
        (None, "keys", "keymap.yaml is no file"),
    ],
    "themes/mine.yaml": [
        ("name: mine\ntitle: Mine\nlike: none\n", "themes", "mine.yaml:3:1: no theme 'none'"),
        ("name: mine\ntitle: [a]\nlight: 3\n", "themes", "mine.yaml:"),
        ("\t", "themes", "mine.yaml:1:1: not YAML"),
    ],
}


@pytest.mark.parametrize(
    ("file", "text", "check", "says"), [(f, *one) for f, faults in FAULTS.items() for one in faults]
)
def test_a_faulty_file_is_mentioned_and_left_alone(file, text, check, says):
    path = (own("themes") if "/" in file else settings.folder()) / Path(file).name
    path.parent.mkdir(parents=True)
    path.mkdir() if text is None else path.write_text(text)
    finding = found(**homes())[check]
    assert not finding["good"]
    assert says in finding["found"]
    assert "\n" not in finding["found"]
    for words in (["missions"], ["saves"], ["play", "m00", "--plain", "--seed", "1"], ["continue", "--plain"]):
        done = subprocess.run(
            [sys.executable, "-m", "zterm", *words], input="quit\n", capture_output=True, text=True, timeout=60
        )
        assert done.returncode == 0, done.stderr
        assert "Traceback" not in done.stderr
    assert text is None or path.read_text() == text
    if check == "settings":
        trouble = settings.save({**settings.defaults(), "speed": "quick"})
        kept = path.with_name(f"{path.name}{settings.KEEP}")
        assert (trouble and path.is_dir()) if text is None else kept.read_text() == text


def test_a_pipe_in_the_place_of_the_settings_stops_nothing():
    settings.folder().mkdir(parents=True)
    os.mkfifo(settings.path())
    assert not found(**homes())["settings"]["good"]
    assert "it is no file" in settings.save(settings.defaults())
