"""What there is to choose while zombies act, without what comes to the same moves and bites (chapter 7, pages 15-16).

The wounds of a zone are given out together, in the ways that ``pools`` tells apart. How often those in a zone may be
attacked once more is taken for granted as it usually is; where it turns out otherwise, all is followed anew.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from zterm.games.zombicide import events as ev
from zterm.games.zombicide.fates import Known, Later, Said, differing, over
from zterm.games.zombicide.mission import steps_done
from zterm.games.zombicide.play import Play
from zterm.games.zombicide.pools import ends
from zterm.games.zombicide.state import State
from zterm.games.zombicide.terrain.events import BridgeFell
from zterm.games.zombicide.wounds import may_rise
from zterm.kernel.branches import Course
from zterm.kernel.decision import Decision, Event

ENDLESS = 99
"""So many wounds may follow where nobody knows how many."""


class Upset(Exception):
    """Control flow: what was taken for granted does not hold; what holds is noted."""


class Memory(Struct, frozen=True, gc=False):
    """What a line remembers.

    ``attacked`` are the attacks so far, each with its zone and the most wounds that were expected to follow there;
    ``nested`` says that an extra activation is under way; ``script`` is how the pool of wounds that is under way is
    given out, down to ``rest`` wounds that are left then.
    """

    attacked: tuple[tuple[str, int], ...] = ()
    nested: bool = False
    rest: int = 0
    script: tuple[Said, ...] = ()


Choices = Sequence[tuple[str, Memory]]


def choices(t: Play, course: Course[State], known: Known) -> Choices:
    """The answers to a question that may lead to different moves or bites; ``t`` lies on the course's board."""
    t.state = course.state
    memory = _noted(course, known)
    decision = course.decision
    if decision is None:
        return []
    match decision.kind:
        case "route":
            return [(option, replace(memory, script=())) for option in _routes(t, decision)]
        case "assign_wound" | "prevent" | "lose_card":
            return _wounds(t, course, decision, memory, known)
    return [(option, memory) for option in decision.options]


def _noted(course: Course[State], known: Known) -> Memory:
    """Remember the attacks since the last question, and hold what happened against what was taken for granted."""
    memory: Memory = course.memory or Memory()
    attacked = memory.attacked
    nested = any(what == "extra" for what, *_ in course.pending)
    extra = memory.nested or nested or any(isinstance(event, ev.ExtraActivation) for event in course.events)
    for zone, hits in _pools(course.events):
        before = [most for place, most in attacked if place == zone]
        if before and zone not in known.feared and (extra or len(before) > 1 or hits > before[0]):
            known.feared |= {zone}
            raise Upset
        attacked = tuple(sorted((*attacked, (zone, ENDLESS))))
    for event in course.events:
        if isinstance(event, ev.ExtraActivation | BridgeFell) and not known.upset:
            known.upset = True
            raise Upset
        if isinstance(event, BridgeFell) and not known.endless:
            known.endless = True
            raise Upset
    return Memory(attacked, nested) if attacked != memory.attacked else replace(memory, nested=nested)


def _pools(events: Sequence[Event]) -> Iterator[tuple[str, int]]:
    """The attacks among some events: the zone of each and how many wounds it deals out."""
    zone, hits = "", 0
    for event in events:
        if isinstance(event, ev.ZombiesAttacked) and event.zone == zone:
            hits += event.count
            continue
        if zone:
            yield zone, hits
        zone, hits = (event.zone, event.count) if isinstance(event, ev.ZombiesAttacked) else ("", 0)
    if zone:
        yield zone, hits


def _routes(t: Play, decision: Decision) -> list[str]:
    """The ways that lead somewhere else: who is held up by a door stays, whichever door it is."""
    zone, kind = decision.about["zone"], decision.about["zombie"]
    found: dict[str, str] = {}
    for option in decision.options:
        to = option.split(":", 1)[1]
        way = t.lay.barred(zone, to)
        tears = way is not None and way.by == "fence" and kind.endswith("abomination")
        found.setdefault(zone if way is not None and not tears else to, option)
    return list(found.values())


def _wounds(t: Play, course: Course[State], decision: Decision, memory: Memory, known: Known) -> Choices:
    """Give out a zone's wounds (ZB-188) and bear them (ZB-183, ZB-388, ZB-421): as it is settled, or in all ways that
    end differently."""
    sources = _sources(course.pending)
    if memory.script and len(sources) > memory.rest:
        return _as_settled(decision, memory)
    memory = replace(memory, rest=0, script=())
    if not sources:
        who = t.state.survivors[decision.actor or ""]
        return [(option, memory) for option in differing(t, who, decision.options)]
    if decision.kind == "assign_wound":
        people = [t.state.survivors[option.split(":", 1)[1]] for option in decision.options]
    else:
        people = [t.state.survivors[decision.actor or ""]]
    apart = any(name.startswith("dreadnought_") for who in people for name in who.skills)
    now = list(next(groupby(sources))[1]) if apart else sources
    rest = len(sources) - len(now)
    later = replace(_later(t, course.step, people[0].zone, known, rest), counted=memory.nested)
    memory = replace(memory, attacked=_expecting(memory.attacked, people[0].zone, later.most - rest))
    if not later.most and not known.upset and not _matters(t, course.step, people[0].zone):
        return [(decision.options[-1], memory)]
    found = ends(t, people, now, later, known)
    lost = [ways[0] for (_, crowd), ways in found.items() if over(t, crowd)]
    plans = [*lost[:1], *(said for (_, crowd), ways in found.items() if not over(t, crowd) for said in ways)]
    return [way for script in plans for way in _as_settled(decision, replace(memory, rest=rest, script=script))]


def _as_settled(decision: Decision, memory: Memory) -> Choices:
    """Answer as it was settled; what had to be so was not asked. A question nobody reckoned with is asked in full."""
    whom = "" if decision.kind == "assign_wound" else decision.actor or ""
    for at, (kind, actor, answer) in enumerate(memory.script):
        if (kind, actor) == (decision.kind, whom) and answer in decision.options:
            return [(answer, replace(memory, script=memory.script[at + 1 :]))]
    return [(option, replace(memory, script=())) for option in decision.options]


def _sources(pending: Sequence[Any]) -> list[str]:
    """The zombies of the attack that is under way whose wounds have not been given out yet, with the one that is."""
    for what, *facts in reversed(pending):
        if what == "wounds":
            return list(facts[0])
    return []


def _later(t: Play, step: int, zone: str, known: Known, rest: int) -> Later:
    """What may still come to those in a zone after this attack: Runners act twice. ``rest`` wounds of it come apart."""
    if known.endless or zone in known.feared:
        return Later(ENDLESS)
    most = 0 if step else _expected(t, zone)
    return Later(most + rest, bool(most) and not rest, known.upset or _moves_later(t, zone))


def _expecting(attacked: tuple[tuple[str, int], ...], zone: str, most: int) -> tuple[tuple[str, int], ...]:
    """Note how many wounds are expected to follow the last attack on a zone."""
    last = (zone, ENDLESS)
    if last not in attacked:
        return attacked
    at = attacked.index(last)
    return tuple(sorted((*attacked[:at], (zone, most), *attacked[at + 1 :])))


def _expected(t: Play, zone: str) -> int:
    """The most wounds by Runners who are in a zone or may come into it now: all of them attack after that."""
    stands = _stands(t)
    near = {zone, *(other for way in t.board.touching[zone] if (other := way.other(zone)) not in stands)}
    return sum(
        count
        for place in near
        for kind, count in t.state.zombies.get(place, {}).items()
        if t.box.kinds[kind].actions > 1
    )


def _moves_later(t: Play, zone: str) -> bool:
    """Say whether Runners elsewhere act after those in a zone."""
    return any(
        t.box.kinds[kind].actions > 1 for place, here in t.state.zombies.items() if place != zone for kind in here
    ) or _shaky(t)


def _shaky(t: Play) -> bool:
    """Say whether a bridge may fall."""
    return any(thing.face == "wooden" for thing in t.state.things.values())


def _stands(t: Play) -> set[str]:
    """Zones in which there is somebody whom zombies perceive."""
    return {who.zone for who in t.state.standing() if "rotten" not in who.marks}


def _matters(t: Play, step: int, zone: str) -> bool:
    """Say whether it makes a difference to anything who falls of this attack: others may look for somebody else, or
    attack no more because the match is over; a bridge may hold."""
    stands = _stands(t)
    later = False
    for place, here in t.state.zombies.items():
        runs = any(t.box.kinds[kind].actions > 1 for kind in here)
        if (runs or not step) and (place not in stands or (runs and not step)):
            return True
        later |= place != zone and (runs or not step)
    return (later and _may_end(t, zone)) or _shaky(t)


def _may_end(t: Play, zone: str) -> bool:
    """Say whether the match might end when somebody in a zone falls or loses a card."""
    s = t.state
    if any(s.tags.values()) or any(rule.when.name == "survivor_killed" for rule in t.mission.rules):
        return True
    if t.needs_all and s.options["all_means"] == "starting":
        return True
    fallen = {who.name: replace(who, alive=may_rise(t, who), down=may_rise(t, who)) for who in s.at(zone)}
    t.state = replace(s, survivors={**s.survivors, **fallen})
    done = steps_done(t)
    t.state = s
    return bool(done) and all(done)
