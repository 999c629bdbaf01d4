"""A slow line: what is sent, how far ahead, and keys that arrive in one piece."""

from __future__ import annotations

import os
import time

import pytest

from tests.terminal import REPLY, Terminal
from zterm.ui import keymap, pace
from zterm.ui.escapes import Parser

PLAY = ("play", "m00", "--seed", "4711")


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    for name in ("DATA", "STATE", "CONFIG"):
        monkeypatch.setenv(f"XDG_{name}_HOME", str(tmp_path / name.lower()))


def keys_of(*parts: str) -> list[str]:
    parser = Parser(False)
    found = [message for part in parts for message in parser.feed(part)]
    time.sleep(0.11)
    return [getattr(message, "key", type(message).__name__) for message in [*found, *parser.tick()]]


@pytest.mark.parametrize(
    ("parts", "keys"),
    [
        (["\x1bH"], ["escape", "H"]),
        (["\x1b?"], ["escape", "question_mark"]),
        (["\x1b\r"], ["escape", "alt+enter"]),
        (["\x1b1"], ["escape", "alt+1"]),
        (["\x1bQ"], ["escape", "alt+Q"]),
        (["\x1be\x1bg"], ["escape", "alt+e", "escape", "alt+g"]),
        (["\x1b", "m"], ["escape", "m"]),
        (["\x1b", "[A"], ["up"]),
        (["\x1b\x1b[A"], ["escape", "up"]),
        (["\x1bOB"], ["down"]),
        (["\x1b"], ["escape"]),
        (["a\x1b[200~y\x1bq", "1\r\x1b[201~b"], ["a", "b"]),
        (["a\x1b[?61;6;7;21;22c\x1b[>0;276;0cb", "\x1b[8;24;80t\x1b[?997;1nc", "\x1b[97:65;2ud"], ["a", "b", "c", "d"]),
        (["\x1b[[A", "\x1b[1;2C", "\x1b[5~", "\x1bOq", "\x1b[Z"], ["f1", "shift+right", "pageup", "1", "shift+tab"]),
        (["\x1b]11;rgb:00/00\x07z", "\x1bP1$r0m\x1b\\x"], ["z", "x"]),
    ],
)
def test_esc_and_a_key_in_one_piece_are_two_keys_and_a_paste_is_none(parts, keys):
    assert keys_of(*parts) == keys


def test_what_is_typed_ahead_behind_esc_reaches_lists_but_answers_nothing():
    with Terminal("play", "m00", "--seed", "4711") as t:
        assert t.wait("who acts next"), t.text()
        t.keys("?\x1bz\x1b2\x1b\r\x1be", 0.4)
        assert t.screen.display[17].startswith(">1"), t.text()
    with Terminal() as t:
        assert t.wait("arrows and Enter"), t.text()
        t.keys("d", 0.3)
        t.keys("\x1bf", 0.4)
        assert "RULES" in t.screen.display[0]


def test_alt_stays_alt_for_who_binds_it():
    own = tuple(bound._replace(keys=("alt+k",)) if bound.id == "undo" else bound for bound in keymap.KEYS)
    keymap.bind(own)
    try:
        assert keys_of("\x1bk") == ["alt+k"]
    finally:
        keymap.bind(keymap.KEYS)


def test_drawing_never_runs_far_ahead_of_a_slow_line():
    with Terminal(*PLAY, env={"SSH_CONNECTION": "there"}) as t:
        assert t.wait("who acts next"), t.text()
        t.read(0.4)
        t.answers, t.sent = False, b""
        for key in "." * 40 + "," * 39:
            os.write(t.fd, key.encode())
            t.read(0.01, 0.03)
        t.read(0.3)
        assert len(t.sent) < pace.AHEAD + 800
        t.answers = True
        os.write(t.fd, REPLY * t.sent.count(pace.ASK.encode()))
        t.read(0.5)
        assert t.screen.display[18].startswith(">2"), t.text()
        assert len(t.sent) < pace.AHEAD + 1600


def test_a_terminal_that_stops_answering_is_asked_no_more(monkeypatch):
    clock = [100.0]
    monkeypatch.setattr(pace.time, "monotonic", lambda: clock[0])
    line = pace.Pace(asks=True)
    assert [line.ending(900), line.busy(), line.ending(900), line.busy()] == [pace.ASK, False, pace.ASK, True]
    line.answered()
    assert not line.busy()
    line.ending(900)
    assert line.busy()
    clock[0] += 60
    assert not line.busy()
    assert line.ending(900) == ""
