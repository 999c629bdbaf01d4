"""A match: answers in, events out, with snapshots, undo, clones and digests.

A flow is restarted from the state at the end of every step, so nothing but the state survives a
rest point. A position is the snapshot of the last restart plus the answers since.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from hashlib import blake2b
from typing import Any, Generic, TypeVar

import msgspec
from msgspec import Struct

from zterm.kernel.chance import Chance, seeded
from zterm.kernel.decision import Decision, Event, Flow, Refused, Result, RuleFault
from zterm.kernel.ruleset import Ruleset, Table
from zterm.kernel.telling import Told

S = TypeVar("S")

_encode = msgspec.msgpack.Encoder().encode


class Reseed(Struct, frozen=True):
    """A pseudo-answer of clones that look ahead: what was hidden was shuffled again with this seed."""

    seed: int


Answer = str | Reseed


class Position(Struct, frozen=True):
    """A place in a match: the snapshot (msgpack of state and generator) and the answers since."""

    base: bytes
    since: tuple[Answer, ...]


class Undone(Struct, frozen=True):
    """Where an answer was given, and the answer, so that it can be taken back and given again."""

    position: Position
    option: str


class Bookmark(Struct, frozen=True):
    """A place in a match with its undo and redo history."""

    position: Position
    past: tuple[Undone, ...]
    future: tuple[str, ...]
    answers: int


class Match(Generic[S]):
    """One running match.

    ``decision`` is the open question (None when over), ``events`` what the last answer brought,
    ``answers`` counts answers given by a person or a bot, ``forced`` the ones the last answer drew
    after it because only one option stood, ``future`` the answers taken back (the last is given again first).
    With ``history=False`` no snapshot is kept: quick play-outs, never undone, cloned only at rest points.
    ``pause`` is asked before each step of the rules; where it says yes the match stops without a question
    (``paused``) until ``run``.
    """

    def __init__(
        self,
        rules: Ruleset[S],
        state: S,
        chance: Chance,
        history: bool = True,
        pause: Callable[[S], bool] | None = None,
    ) -> None:
        self.rules = rules
        self.pause = pause
        self.table: Table[S] = Table(state, chance)
        self.history = history
        self.decision: Decision | None = None
        self.events: list[Event] = []
        self.forced: list[str] = []
        self.answers = 0
        self.revealed = False
        self.longest = 0
        self._base = b""
        self._since: list[Answer] = []
        self._flow: Flow[None] | None = None
        self._past: list[Undone] = []
        self.future: list[str] = []
        self._advance(None)
        self.events = self.table.events
        self._fresh_log()

    @classmethod
    def start(cls, rules: Ruleset[S], seed: int, history: bool = True) -> Match[S]:
        """Begin a match from a seed (0 … 2^63-1)."""
        chance = seeded(seed)
        return cls(rules, rules.begin(chance), chance, history)

    @classmethod
    def restore(cls, rules: Ruleset[S], position: Position, history: bool = True) -> Match[S]:
        """Take up a match at a position; raises msgspec.ValidationError for a foreign snapshot, Refused for answers."""
        state, chance = _decode(rules, position.base)
        match = cls(rules, state, chance, history)
        for answer in position.since:
            match._again(answer)
        return match

    @property
    def state(self) -> S:
        """The state as it stands (to read, not to write)."""
        return self.table.state

    @property
    def over(self) -> Result | None:
        """How the match ended, or None."""
        return self.rules.result(self.table.state)

    @property
    def position(self) -> Position:
        """Where the match stands: enough to go on from here in another process."""
        if not self.history:
            if not self.at_rest and self.decision is not None:
                raise ValueError("a match without history has a position at rest points only")
            return Position(self._pack(), ())
        return Position(self._base, tuple(self._since))

    @property
    def at_rest(self) -> bool:
        """Say whether the open decision is a rest point."""
        return not self._since and self.decision is not None and self.decision.rest

    def choose(self, option: str) -> list[Event]:
        """Answer the open decision and return the events up to the next one.

        Raises Refused (with the reason; nothing changed) and RuleFault (the match stands as before).
        """
        decision = self.decision
        if decision is None:
            raise Refused(Told("match_paused") if self.paused else Told("match_over"))
        option = self.rules.normal(option)
        if option not in decision.options:
            raise Refused(self.rules.refusal(self.table.state, decision, option))
        return self._commit(option)

    @property
    def paused(self) -> bool:
        """Say whether the match stands between two steps, without a question and not over."""
        return self.decision is None and self.over is None

    def run(self, pause: Callable[[S], bool] | None = None) -> list[Event]:
        """Go on from a pause, until the next question or until ``pause`` says yes; returns the events.

        ``pause`` gets the state before each step, also before the first. Nothing before it can be undone any more.
        Raises Refused where the match is not paused and RuleFault (the match stands as before).
        """
        if not self.paused:
            raise Refused(Told("match_not_paused"))
        before, self.pause = self.position, pause
        try:
            self._advance(None)
        except Exception as fault:
            self._return(before, paused=True)
            raise RuleFault(f"{fault!r}") from fault
        self._past.clear()
        self.future.clear()
        self.events = self.table.events
        self._fresh_log()
        return self.events

    def pick(self, option: str) -> None:
        """Answer with an option known to be legal, keeping no history and no events (play-outs)."""
        self.table.events.clear()
        self._advance(option)

    def undo(self) -> str:
        """Take back the last answer and return it; raises Refused where dice fell or something hidden was seen."""
        if not self._past:
            raise Refused(Told("nothing_undo_dice_fell") if self.answers else Told("nothing_undo"))
        last = self._past.pop()
        self.future.append(last.option)
        self._return(last.position)
        self.answers -= 1
        return last.option

    def redo(self) -> list[Event]:
        """Give the answer again that was taken back last; raises Refused when there is none."""
        if not self.future:
            raise Refused(Told("nothing_redo"))
        future = self.future[:-1]
        events = self.choose(self.future[-1])
        self.future = future
        return events

    @property
    def next_redo(self) -> str | None:
        """The answer that ``redo`` would give again, or None."""
        return self.future[-1] if self.future else None

    @property
    def can_undo(self) -> bool:
        """Say whether the last answer can be taken back."""
        return bool(self._past)

    def mark(self) -> Bookmark:
        """Remember where the match stands, with what can be undone and redone."""
        return Bookmark(self.position, tuple(self._past), tuple(self.future), self.answers)

    def reset(self, mark: Bookmark) -> None:
        """Go back to a remembered place, whatever happened since (the journal could not keep an answer)."""
        self._return(mark.position)
        self._past, self.future, self.answers = list(mark.past), list(mark.future), mark.answers

    def clone(self, history: bool = True) -> Match[S]:
        """Make an exact copy that goes on identically (past answers can't be undone in it)."""
        return Match.restore(self.rules, self.position, history)

    def imagine(self, seed: int, history: bool = False) -> Match[S]:
        """Make a copy with another future: a fresh generator and hidden things shuffled again."""
        twin = self.clone(history)
        twin._again(Reseed(seed))
        return twin

    def digest(self) -> str:
        """Fingerprint state and generator as they stand: 16 hex digits."""
        packed = self._base if self.history and self.at_rest else self._pack()
        return blake2b(packed, digest_size=8).hexdigest()

    def _pack(self) -> bytes:
        return _encode((self.table.state, self.table.chance))

    def _again(self, answer: Answer) -> None:
        if isinstance(answer, Reseed):
            chance = self.table.chance
            chance.state, chance.loaded = answer.seed, None
            self.rules.forget(self.table.state, chance)
            if self.at_rest:
                self._base = self._pack() if self.history else b""
            else:
                self._since.append(answer)
            return
        if self.decision is None or answer not in self.decision.options:
            raise Refused(Told("does_not_stand_place", answer=answer))
        self._advance(answer)
        self._fresh_log()

    def _commit(self, option: str) -> list[Event]:
        before, table = self.position if self.history else None, self.table
        draws, table.seen = table.chance.draws, False
        try:
            self._advance(option)
        except Exception as fault:
            if before is not None:
                self._return(before)
            raise RuleFault(f"{option}: {fault!r}") from fault
        self.revealed = table.seen or table.chance.draws != draws
        if self.revealed:
            self._past.clear()
        elif before is not None:
            self._past.append(Undone(before, option))
        self.future.clear()
        self.answers += 1
        self.events = table.events
        self._fresh_log()
        return self.events

    def _fresh_log(self) -> None:
        table = self.table
        table.events = []
        table.emit = table.events.append

    def _return(self, position: Position, paused: bool = False) -> None:
        state, chance = _decode(self.rules, position.base)
        self.table = Table(state, chance)
        self._since = []
        self._flow = None
        pause, self.pause = self.pause, (lambda state: True) if paused else None
        self._advance(None)
        for answer in position.since:
            self._again(answer)
        self.pause = pause
        self.events = []
        self._fresh_log()

    def _advance(self, option: str | None) -> None:
        """Send an answer into the flow (None: start a step) and go on to the next question worth asking."""
        flow, rules, table = self._flow, self.rules, self.table
        forced: list[str] = []
        since = self._since
        if option is not None:
            since.append(option)
        while True:
            try:
                if option is None:
                    if rules.result(table.state) is not None:
                        decision, flow = None, None
                        if self.history:
                            self._base = self._pack()
                        break
                    if self.history:
                        self._base = self._pack()
                    if self.pause is not None and self.pause(table.state):
                        decision, flow = None, None
                        break
                    flow = rules.step(table)
                    decision = next(flow)
                else:
                    assert flow is not None
                    decision = flow.send(option)
            except StopIteration:
                self.longest = max(self.longest, len(since))
                since.clear()
                option = None
                continue
            if len(decision.options) > 1 or decision.always:
                break
            option = decision.options[0]
            forced.append(option)
        self.decision, self._flow, self.forced = decision, flow, forced


def _decode(rules: Ruleset[S], base: bytes) -> tuple[S, Chance]:
    kind: Any = rules.state_type
    pair: tuple[S, Chance] = _decoder(kind).decode(base)
    return pair


@cache
def _decoder(kind: Any) -> msgspec.msgpack.Decoder[Any]:
    return msgspec.msgpack.Decoder(tuple[kind, Chance])


Bot = Callable[[Match[Any]], str]
"""Gives an option of a match's open decision."""
