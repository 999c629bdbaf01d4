"""What the zombies would do if they acted now: their activation played on a copy (chapter 7, pages 15-16)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from zterm.games.zombicide import catalogue as cat
from zterm.games.zombicide import events as ev
from zterm.games.zombicide import words
from zterm.games.zombicide.content import Box
from zterm.games.zombicide.fates import Known
from zterm.games.zombicide.foresight import Choices, Upset, choices
from zterm.games.zombicide.play import Content, Play
from zterm.games.zombicide.state import State
from zterm.kernel.branches import Course, Line, Lookahead
from zterm.kernel.chance import Chance
from zterm.kernel.decision import Decision, Event
from zterm.kernel.ruleset import Ruleset, Table
from zterm.kernel.views import Arrow, Bite, Branch, Split, Threat, Way

_TOLD = (ev.ZombiesMoved, ev.ZombiesAttacked, ev.ZombiesSplit, ev.FenceTorn, ev.PoolEmpty, ev.ExtraActivation)
QUICK, THOROUGH = (32, 300), (512, 5_000)
"""Branches that are told and answers that are given in all, at once and when there is time: half a second at most."""
PATIENT, SLICE = (2048, 60_000), 250
"""The same for those who wait, some ten seconds in all, and the answers that are given at a time meanwhile."""

FACTS = 5
"""So many facts tell a way from the others at most."""

_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(State).decode


class Turn(Struct, frozen=True):
    """One choice on the way to some branches: the number of the way, and what was known where the ways were told."""

    way: int
    upset: bool
    endless: bool
    feared: frozenset[str]


Route = tuple[Turn, ...]


def threat(rules: Ruleset[State], content: Content, state: State, thorough: bool = False, route: Route = ()) -> Threat:
    """Play the activation step (no spawn) of a match's rules on a copy of the state, once for each way of choosing.

    Choices are the way of an Abomination, who takes a wound and what it costs, and which branch stays short.
    Lines that come to the same moves and bites are one branch. Of survivors and cards that are alike for the zombies
    one stands for all. Where there are very many ways of choosing, all of them are followed only if ``thorough``.
    With the ``route`` of a way that an earlier preview of this state told of, only what may follow that is told.
    """
    return _Ahead(rules, content, state, route).told(THOROUGH if thorough else QUICK)


def patiently(rules: Ruleset[State], content: Content, state: State, route: Route = ()) -> Iterator[Threat | None]:
    """The same bit by bit, for those who look at it meanwhile: None after each slice of the work, until it is complete
    or anybody's patience is at an end, then the preview."""
    ahead = _Ahead(rules, content, state, route)
    while not ahead.enough(PATIENT[1], SLICE):
        yield None
    yield ahead.told(PATIENT)


class _Ahead:
    """The zombies' activation on a copy, followed as far as was asked for."""

    def __init__(self, rules: Ruleset[State], content: Content, state: State, route: Route) -> None:
        self.rules, self.content, self.state, self.route = rules, content, state, route
        self.known = Known()
        self.asked: Decision | None = None
        self.ways: tuple[Way, ...] = ()
        self.walk: Lookahead[State] | None = None

    def enough(self, effort: int, more: int) -> bool:
        """Follow lines with so many answers more; say whether that was all of them, or so many answers in all.

        Where something turns out otherwise than it was taken for granted, all is to be followed anew.
        """
        try:
            if self.walk is None:
                self.walk = self._begun()
            return self.walk.go(min(effort, self.walk.effort + more)) or self.walk.effort >= effort
        except Upset:
            self.known.fates.clear()
            self.walk = None
            return False

    def told(self, limits: tuple[int, int]) -> Threat:
        """Tell of at most so many branches, found with so many answers."""
        while not self.enough(limits[1], limits[1]):
            pass
        assert self.walk is not None
        lines, complete = self.walk.lines(_told, limits[0])
        tell = Telling(self.content)
        apart = _apart(tell, lines)
        told = tuple(
            replace(_branch(tell, self.state, line), apart=what) for line, what in zip(lines, apart, strict=True)
        )
        return Threat(told, complete, self.asked, self.ways) if len(told) > 1 or not complete else Threat(told, True)

    def _begun(self) -> Lookahead[State]:
        copy = _decode(_encode(self.state))
        copy.phase, copy.stage, copy.active, copy.to_play = "zombies", 0, "", []
        t, turns = Play(Table(copy, Chance(0)), self.content), list(self.route)
        self.asked, self.ways = None, ()

        def choose(course: Course[State]) -> Choices:
            if turns:
                turn = turns[0]
                found = choices(t, course, Known(turn.upset, turn.endless, turn.feared))
                return found if len(found) == 1 else [found[turns.pop(0).way]]
            found = choices(t, course, self.known)
            if len(found) > 1 and self.asked is None:
                self.asked, self.ways = course.decision, self._ways(found)
            return found

        return Lookahead(self.rules, copy, lambda s: s.phase != "zombies", choose)

    def _ways(self, found: Choices) -> tuple[Way, ...]:
        now = self.known.upset, self.known.endless, self.known.feared
        return tuple(
            Way((*self.route, Turn(number, *now)), (option, *(said for _, _, said in memory.script)))
            for number, (option, memory) in enumerate(found)
        )


class Telling:
    """Words for what happens on many lines, each made once."""

    def __init__(self, content: Content) -> None:
        self.content, self.box = content, content.box
        self.event: Callable[[Event], str] = cache(lambda event: words.tell(content, event))
        self.zombies: Callable[[str, int], str] = cache(lambda kind, count: cat.zombies(content.box, kind, count))


def _told(events: Sequence[Event]) -> dict[tuple[str, ...], int]:
    """The moves and bites of a line, by which it is told from others."""
    found: dict[tuple[str, ...], int] = {}
    for event in events:
        if isinstance(event, ev.ZombiesMoved):
            key: tuple[str, ...] = (event.start, event.to, event.zombie)
            found[key] = found.get(key, 0) + event.count
        elif isinstance(event, ev.ZombiesAttacked):
            key = (event.zone, event.zombie)
            found[key] = found.get(key, 0) + event.count
    return found


def _apart(tell: Telling, lines: Sequence[Line]) -> list[tuple[str, ...]]:
    """What tells each of some lines from the others, in words: who dies, and where those go whom the players lead."""
    killed = [[event for event in line.events if isinstance(event, ev.SurvivorKilled)] for line in lines]
    led = {e.zombie for line in lines for e in line.events if isinstance(e, ev.PoolEmpty)}
    gone = [
        {move: n for move, n in _told(line.events).items() if move[-1] in led or move[-1].endswith("abomination")}
        for line in lines
    ]
    everybody = {event.survivor for events in killed for event in events}
    always = set.intersection(*({event.survivor for event in events} for events in killed))
    common = set.intersection(*(set(moves.items()) for moves in gone))
    found = []
    for events, moves in zip(killed, gone, strict=True):
        said = [tell.event(event) for event in events if event.survivor not in always]
        if not events and everybody:
            said.append(cat.say("view", "nobody_dies"))
        for (start, *rest), count in moves.items():
            if len(rest) == 2 and ((start, *rest), count) not in common:
                said.append(tell.event(ev.ZombiesMoved("ZB-198", rest[1], count, start, rest[0])))
        found.append(tuple(dict.fromkeys(said))[:FACTS])
    return found


def _branch(tell: Telling, state: State, line: Line) -> Branch:
    moves: dict[tuple[str, str, str], int] = {}
    bites: dict[str, dict[str, int]] = {}
    whom: dict[str, tuple[str, ...]] = {}
    why: dict[object, str] = {}
    splits = []
    for event in line.events:
        if isinstance(event, ev.ZombiesMoved):
            key = (event.start, event.to, event.zombie)
            moves[key] = moves.get(key, 0) + event.count
            why.setdefault(key, event.rule)
        elif isinstance(event, ev.ZombiesAttacked):
            kinds = bites.setdefault(event.zone, {})
            kinds[event.zombie] = kinds.get(event.zombie, 0) + event.count
            whom[event.zone] = tuple(who.name for who in state.at(event.zone))
            why.setdefault(event.zone, event.rule)
        elif isinstance(event, ev.ZombiesSplit):
            splits.append(Split(event.zone, event.groups, event.added, tell.event(event), event.rule))
    arrows = tuple(
        Arrow(start, to, kind, count, sign(tell.box, kind), tell.zombies(kind, count), why[start, to, kind])
        for (start, to, kind), count in moves.items()
    )
    lines = tuple(tell.event(event) for event in line.events if isinstance(event, _TOLD))
    harm = tuple(
        Bite(zone, sum(by.values()), whom[zone], cat.listed(tell.zombies(k, n) for k, n in by.items()), why[zone])
        for zone, by in bites.items()
    )
    return Branch(line.answers, arrows, harm, lines, tuple(splits))


def sign(box: Box, kind: str) -> str:
    """A kind of zombie as the map writes it: "W", and "W!" for berserkers."""
    its = box.kinds[kind]
    mark = {"standard": "", "berserker": "!"}.get(its.species, its.species[:1])
    return cat.word("kind_letters", its.type) + mark
