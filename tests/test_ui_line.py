"""A slow line: what is sent, how far ahead, and keys that arrive in one piece."""

from __future__ import annotations

import os
import time

import pytest

from tests.terminal import REPLY, Terminal
from zterm.ui import escapes, keymap, pace
from zterm.ui.escapes import Parser

PLAY = ("play", "m00", "--seed", "4711")


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    for name in ("DATA", "STATE", "CONFIG"):
        monkeypatch.setenv(f"XDG_{name}_HOME", str(tmp_path / name.lower()))


@pytest.fixture
def clock(monkeypatch):
    now = [100.0]
    monkeypatch.setattr(escapes.time, "monotonic", lambda: now[0])
    return now


def keys_of(clock: list[float], *parts: str, between: float = 0.0) -> list[str]:
    parser, found = Parser(False), []
    for part in parts:
        found += [*parser.feed(part), *parser.tick()]
        clock[0] += between
        found += parser.tick()
    clock[0] += 9
    if parser._timeout_time is not None:
        time.sleep(0.11)
    found += parser.tick()
    return [getattr(message, "key", type(message).__name__) for message in found]


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
        (["\uff11\uff08\uff51\u3000"], ["1", "left_parenthesis", "q", "space"]),
    ],
)
def test_esc_and_a_key_in_one_piece_are_two_keys_and_a_paste_is_none(clock, parts, keys):
    assert keys_of(clock, *parts) == keys


SEQUENCES = {
    "what a terminal is": "\x1b[?61;6;7;14;21;22;23;24;28;32;42;52c",
    "its version": "\x1b[>0;276;0c",
    "its name": "\x1bP>|tmux 3.4\x1b\\",
    "a colour": "\x1b]11;rgb:1414/1919/1f1f\x1b\\",
    "a colour and a bell": "\x1b]11;rgb:1414/1919/1f1f\x07",
    "a setting": "\x1bP1$r0m\x1b\\",
    "a picture": "\x1b_Gi=31;OK\x1b\\",
    "a size": "\x1b[8;24;80t",
    "a light theme": "\x1b[?997;1n",
    "keys a terminal can tell": "\x1b[?25u",
    "a key let go": "\x1b[97;1:3u",
    "an arrow let go": "\x1b[1;1:3A",
    "no character": "\x1b[99999999;5u",
    "an old mouse": "\x1b[M !!",
    "an old mouse far right": "\x1b[M \ufffd@",
    "a mouse": "\x1b[<35;20;30M",
    "a wheel": "\x1b[<65;20;30M",
    "an urxvt mouse": "\x1b[32;20;30M",
    "a paste": "\x1b[200~1\rQ2\x1b[201~",
}


@pytest.mark.parametrize("sequence", SEQUENCES.values(), ids=SEQUENCES)
def test_what_is_no_key_chooses_nothing_wherever_it_is_torn(clock, sequence):
    assert keys_of(clock, f"a{sequence}b") == ["a", "b"]
    for at in range(1, len(sequence)):
        torn = f"a{sequence[:at]}", f"{sequence[at:]}b"
        assert keys_of(clock, *torn) == ["a", "b"], torn
        late = keys_of(clock, *torn, between=0.3)
        assert late == (["a", "b"] if at > 1 else ["a", "escape", "b"]), torn


@pytest.mark.parametrize("sequence", SEQUENCES.values(), ids=SEQUENCES)
def test_what_is_no_key_chooses_nothing_though_it_is_torn_twice_and_late(clock, sequence):
    for at in range(2, len(sequence) - 1):
        torn = f"a{sequence[:1]}", sequence[1:at], f"{sequence[at:]}b"
        found = keys_of(clock, *torn, between=0.3)
        opening = ["escape", *keys_of(clock, sequence[1])] if at == 2 else ["escape"]
        assert found == ["a", *opening, "b"], torn


@pytest.mark.parametrize(
    ("sequence", "key"),
    [
        ("\x1b[A", "up"),
        ("\x1bOB", "down"),
        ("\x1b[5~", "pageup"),
        ("\x1b[1;2C", "shift+right"),
        ("\x1bOq", "1"),
        ("\x1b[[A", "f1"),
        ("\x1b[I", "AppFocus"),
    ],
)
def test_a_key_in_two_pieces_is_that_key(clock, sequence, key):
    for at in range(1, len(sequence)):
        assert keys_of(clock, sequence[:at], sequence[at:]) == [key]
        late = keys_of(clock, sequence[:at], sequence[at:], between=0.3)
        assert late == ([key] if at > 1 else ["escape", key])


def test_what_was_begun_does_not_swallow_the_keys_behind_it(clock):
    assert keys_of(clock, "\x1b[", "", between=2) == ["escape", "left_square_bracket"]
    assert keys_of(clock, "\x1b]", *"xxxxxx", between=0.3) == ["x", "x", "x"]
    assert keys_of(clock, "\x1b[12", "x", between=2) == ["x"]
    assert keys_of(clock, "\x1b[200~1", *"xxxxx", between=2.1) == ["x"] * 5


def test_what_is_typed_ahead_behind_esc_reaches_lists_but_answers_nothing():
    with Terminal("play", "m00", "--seed", "4711") as t:
        assert t.wait("who acts next"), t.text()
        t.keys("?\x1bz\x1b2\x1b\r\x1be", 0.4)
        assert t.screen.display[17].startswith(">1"), t.text()
    with Terminal() as t:
        assert t.wait("arrows and Enter"), t.text()
        t.keys("d", 0.3)
        t.keys("\x1bf", 0.4)
        assert t.wait("RULES"), t.text()


def test_alt_stays_alt_for_who_binds_it(clock):
    own = tuple(bound._replace(keys=("alt+k",)) if bound.id == "undo" else bound for bound in keymap.KEYS)
    keymap.bind(own)
    try:
        assert keys_of(clock, "\x1bk") == ["alt+k"]
    finally:
        keymap.bind(keymap.KEYS)


def test_the_wheel_of_a_mouse_is_no_arrows_while_the_program_has_the_screen():
    with Terminal(*PLAY) as t:
        assert t.wait("who acts next"), t.text()
        assert b"\x1b[?1007$p" in t.sent
        assert b"\x1b[?1007l" not in t.sent
        t.keys("\x1b[?1007;1$y", 0.3)
        assert t.sent.endswith(b"\x1b[?1007l")
        t.keys("Q")
        assert t.end() == 0
        assert b"\x1b[?1007h" in t.sent
    with Terminal("continue") as t:
        assert t.wait("who acts next"), t.text()
        t.keys("\x1b[?1007;2$y", 0.3)
        t.keys("Q")
        assert t.end() == 0
        assert b"\x1b[?1007l" not in t.sent
        assert b"\x1b[?1007h" not in t.sent


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
