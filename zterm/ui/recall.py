"""What happened before a match was taken up again: the answers of its journal are played once more, for the log."""

from __future__ import annotations

import base64
import time
from typing import Any, NamedTuple

from zterm import saves
from zterm.kernel.decision import Event, Refused, RuleFault
from zterm.kernel.journal import Saved
from zterm.kernel.match import Match, Position
from zterm.kernel.record import Record, SaveError, read

SECONDS = 0.15
"""Time that playing again may take."""

CHEAP = 700
"""Answers that are played again within that time."""


class Told(NamedTuple):
    """An answer played again: the round before it, its number, and what it brought."""

    turn: int
    answers: int
    events: list[Event]


def retell(saved: Saved[Any], seconds: float = SECONDS) -> tuple[list[Told], bool]:
    """The events since the start, or since a snapshot where that is too long ago; and whether it is all of them.

    Nothing comes of it where the journal can't be played again as it was.
    """
    until = time.monotonic() + seconds
    try:
        record = read(saved.path)
        answers = [given.choose for given in record.answers]
        if len(answers) != saved.match.answers:
            return [], False
        for start in _starts(record, len(answers)):
            match = _at(saved, record, start)
            told = _play(match, answers[start:], start, until)
            if told is not None:
                same = match.digest() == saved.match.digest()
                return (told, start == 0) if same else ([], False)
    except (SaveError, Refused, RuleFault, OSError, ValueError):
        pass
    return [], False


def _starts(record: Record, total: int) -> list[int]:
    """Numbers of answers from which to play again: the start or the oldest snapshot within reach, then the newest."""
    shots = sorted(shot.answers for shot in record.shots if 0 < shot.answers < total and not shot.since)
    first = 0 if total <= CHEAP else next((at for at in shots if total - at <= CHEAP), None)
    found = [first] if first is not None else []
    return found + [at for at in shots[-1:] if at != first]


def _at(saved: Saved[Any], record: Record, start: int) -> Match[Any]:
    if start == 0:
        return saves.anew(record.header)
    shot = next(shot for shot in record.shots if shot.answers == start)
    return Match.restore(saved.match.rules, Position(base64.b64decode(shot.base), ()))


def _play(match: Match[Any], answers: list[str], start: int, until: float) -> list[Told] | None:
    """Play answers again; None when the time is over."""
    told = [Told(_turn(match), start, list(match.events))] if start == 0 else []
    for number, answer in enumerate(answers, start):
        turn = _turn(match)
        told.append(Told(turn, number + 1, list(match.choose(answer))))
        if (number - start) % 32 == 0 and time.monotonic() > until:
            return None
    return told


def _turn(match: Match[Any]) -> int:
    return int(getattr(match.state, "turn", 0))
