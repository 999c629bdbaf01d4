"""What there is to choose while zombies act, without what comes to the same moves and bites (chapter 7, pages 15-16).

Wounds of a zone are chosen together: what counts is who falls, as long as nobody there can be attacked once more.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from msgspec import Struct
from msgspec.structs import replace

from zterm.games.zombicide import events as ev
from zterm.games.zombicide.inventory import cards, in_use
from zterm.games.zombicide.play import Play, quiet
from zterm.games.zombicide.state import HANDS, SLOT_OF, State, Survivor
from zterm.games.zombicide.wounds import granted, wound_limit
from zterm.kernel.branches import Course
from zterm.kernel.decision import Event

_HUNTED = frozenset({"tough", "is_that_all_youve_got", "death_grasp", "low_profile"})
"""Skills that count while zombies act, beside the noise of a Ninja."""


class Task(Struct, frozen=True):
    """What a survivor gets of a pool of wounds: how many, and how many of them are prevented."""

    name: str
    give: int
    prevent: int


class Memory(Struct, frozen=True):
    """What is settled on a line: ways chosen for all to move at once, and how the pool of wounds is spread.

    ``pool`` is the number of attacks before it.
    """

    step: int = 0
    routes: tuple[str, ...] = ()
    pool: int = 0
    tasks: tuple[Task, ...] = ()


Choices = Sequence[tuple[str, Memory]]


def choices(t: Play, course: Course[State]) -> Choices:
    """The answers to a question that may lead to different moves or bites; ``t`` lies on the course's board."""
    t.state = course.state
    memory: Memory = course.memory or Memory()
    if memory.step != course.step:
        memory = Memory(course.step)
    decision = course.decision
    match decision.kind:
        case "route":
            return [(option, _noted(course, memory, option)) for option in decision.options]
        case "assign_wound":
            return _wounds(t, course, memory)
        case "prevent" | "lose_card":
            return _costs(t, course, memory)
    return [(option, memory) for option in decision.options]


def _noted(course: Course[State], memory: Memory, option: str) -> Memory:
    """Remember a way chosen; their order counts once there were extra activations, as what follows hangs on it."""
    about = course.decision.about
    routes = (*memory.routes, f"{about['zone']} {about['zombie']} {option}")
    nested = any(isinstance(event, ev.ExtraActivation) for event in course.events)
    return replace(memory, routes=routes if nested else tuple(sorted(routes)))


def _wounds(t: Play, course: Course[State], memory: Memory) -> Choices:
    """Spread a zone's wounds (ZB-188): as it is settled, or in all ways that differ."""
    options, about = course.decision.options, course.decision.about
    pool = _attacks(course.events)
    people = [t.state.survivors[option.split(":", 1)[1]] for option in options]
    if memory.tasks and memory.pool == pool:
        for i, task in enumerate(memory.tasks):
            if task.give and f"wound:{task.name}" in options:
                done = replace(task, give=task.give - 1)
                return [
                    (f"wound:{task.name}", replace(memory, tasks=(*memory.tasks[:i], done, *memory.tasks[i + 1 :])))
                ]
    plans = _plans(t, people, about["zone"], int(about["left"]), course.step)
    if plans is None:
        first = {_hunted(t, who): f"wound:{who.name}" for who in reversed(people)}
        return [(f"wound:{who.name}", memory) for who in people if first[_hunted(t, who)] == f"wound:{who.name}"]
    found: list[tuple[str, Memory]] = []
    for tasks in plans:
        more = replace(memory, pool=pool, tasks=tasks)
        found += _wounds(t, Course(course.state, course.decision, course.step, course.events, more), more)
    return found


def _costs(t: Play, course: Course[State], memory: Memory) -> Choices:
    """What a wound costs (ZB-183), or what is discarded to prevent it (ZB-388, ZB-421)."""
    decision = course.decision
    who = t.state.survivors[decision.actor or ""]
    pool = _attacks(course.events)
    prevents = decision.kind == "prevent"
    if prevents and not (memory.tasks and memory.pool == pool):
        plans = _plans(t, [who], who.zone, _left(course.events), course.step)
        more = [replace(memory, pool=pool, tasks=tasks) for tasks in plans or ()]
        if more:
            return [_prevented(course, plan, who.name) for plan in more]
    elif prevents:
        return [_prevented(course, memory, who.name)]
    elif _settled(t, [who], who.zone, 0, course.step):
        return [(decision.options[-1], memory)]
    found: dict[object, str] = {}
    for option in decision.options:
        verb, _, name = option.partition(":")
        slot = SLOT_OF.get(name, HANDS)
        _, keeps, grants, tags = _card(t, who.slots[slot] or "") if name else (False, False, (), "")
        found.setdefault((verb, slot < HANDS and (keeps, grants), tags), option)
    return [(option, memory) for option in found.values()]


def _prevented(course: Course[State], memory: Memory, name: str) -> tuple[str, Memory]:
    """Prevent a wound if that is settled, else suffer it."""
    for i, task in enumerate(memory.tasks):
        if task.name == name and task.prevent:
            done = replace(task, prevent=task.prevent - 1)
            return course.decision.options[0], replace(memory, tasks=(*memory.tasks[:i], done, *memory.tasks[i + 1 :]))
    return "suffer", memory


def _attacks(events: Sequence[Event]) -> int:
    return sum(1 for event in events if isinstance(event, ev.ZombiesAttacked))


def _left(events: Sequence[Event]) -> int:
    """Wounds that are left of the last attack, in which there is one victim."""
    left, zone = 0, ""
    for event in reversed(events):
        if isinstance(event, ev.ZombiesAttacked):
            if zone not in ("", event.zone):
                break
            zone = event.zone
            left += event.count
        elif zone:
            break
        elif isinstance(event, ev.SurvivorWounded | ev.WoundPrevented):
            left -= 1
    return left


def _plans(t: Play, people: list[Survivor], zone: str, left: int, step: int) -> list[tuple[Task, ...]] | None:
    """The ways of spreading so many wounds that differ; None: it has to be asked wound by wound."""
    if any(name.startswith("dreadnought_") for who in people for name in who.skills):
        return None
    settled = _settled(t, people, zone, left, step)
    bears = [wound_limit(who) - who.wounds + _tough(t, who) for who in people]
    spare = [_spare(t, who) for who in people]
    if not settled and any(spare):
        return None
    alike = [repr(_hunted(t, who)) for who in people]
    found: dict[object, tuple[Task, ...]] = {}
    if settled:
        matters = _matters(t, step)
        for falls in product((True, False), repeat=len(people)):
            if tasks := _felling(people, falls, bears, spare, left):
                found.setdefault(tuple(sorted(zip(alike, falls, strict=True))) if matters else (), tasks)
    else:
        for shares in _spreads(min(left, sum(bears)), bears):
            tasks = tuple(Task(who.name, share, 0) for who, share in zip(people, shares, strict=True))
            found.setdefault(tuple(sorted(zip(alike, shares, strict=True))), tasks)
    return list(found.values())


def _felling(
    people: list[Survivor], falls: Sequence[bool], bears: list[int], spare: list[int], left: int
) -> tuple[Task, ...]:
    """Spread wounds so that those survivors fall and the others do not; () if that cannot be."""
    give = [most if dies else 0 for dies, most in zip(falls, bears, strict=True)]
    more = left - sum(give)
    if more < 0:
        return ()
    room = [spared if dies else most + spared - 1 for dies, most, spared in zip(falls, bears, spare, strict=True)]
    prevent = [0 if dies else spared for dies, spared in zip(falls, spare, strict=True)]
    for i, most in enumerate(room):
        part = min(more, most)
        more -= part
        give[i] += part
        prevent[i] += part if falls[i] else 0
    if more and not all(falls):
        return ()
    return tuple(Task(who.name, n, p) for who, n, p in zip(people, give, prevent, strict=True))


def _spreads(wounds: int, bears: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """All ways of spreading wounds over people who bear so many each."""
    if not bears:
        if not wounds:
            yield ()
        return
    for share in range(min(wounds, bears[0]), -1, -1):
        for others in _spreads(wounds - share, bears[1:]):
            yield (share, *others)


def _tough(t: Play, who: Survivor) -> int:
    """Attacks that Tough lets a survivor ignore (ZB-415)."""
    return int("tough" not in who.marks and granted(t, who, "tough"))


def _spare(t: Play, who: Survivor) -> int:
    """Cards that a survivor can discard to prevent a wound each."""
    if "is_that_all_youve_got" in who.skills:
        return len(list(cards(who)))
    return sum(1 for _, item in in_use(t, who) if item.prevents)


def _settled(t: Play, people: list[Survivor], zone: str, left: int, step: int) -> bool:
    """Say whether it only counts who falls: nobody here can be attacked once more, or not enough to fall of it."""
    if _runs_short(t, step):
        return False
    near = {zone, *(way.other(zone) for way in t.board.touching[zone])} if not step else ()
    more = sum(
        count
        for place in near
        for kind, count in t.state.zombies.get(place, {}).items()
        if t.box.kinds[kind].actions > 1
    )
    return not more or left + more < min(wound_limit(who) - who.wounds for who in people)


def _runs_short(t: Play, step: int) -> bool:
    """Say whether figures may run out in a split, so that zombies act once more (ZB-209)."""
    s, kinds = t.state, t.box.kinds
    stands = {who.zone for who in s.standing() if "rotten" not in who.marks}
    missing = dict(s.pool)
    for zone, here in s.zombies.items():
        sides = len({way.other(zone) for way in t.board.touching[zone]})
        for kind, count in here.items():
            runs = kinds[kind].actions > 1
            if kind.endswith("abomination") or not (runs or (not step and zone not in stands)):
                continue
            each = max((-count % parts for parts in range(2, sides + 1)), default=0)
            missing[kind] = missing.get(kind, 0) - each * (2 if runs and not step else 1)
    return any(left < 0 for left in missing.values())


def _matters(t: Play, step: int) -> bool:
    """Say whether zombies may move after these attacks: they may look for others when somebody has fallen."""
    stands = {who.zone for who in t.state.standing() if "rotten" not in who.marks}
    for zone, here in t.state.zombies.items():
        runs = any(t.box.kinds[kind].actions > 1 for kind in here)
        if (runs or not step) and (zone not in stands or (runs and not step)):
            return True
    return False


def _hunted(t: Play, who: Survivor) -> object:
    """What of a survivor counts while zombies act: wounds, what prevents them, noise, what the mission wants of him."""
    hands = sorted(_card(t, card or "") for card in who.slots[:HANDS])
    pack = sorted(_card(t, card or "") for card in who.slots[HANDS:])
    skills = sorted(name for name in who.skills if name in _HUNTED or name.startswith("dreadnought_"))
    loud = t.state.loud_by == who.name
    return (
        who.zombivor, who.wounds, who.car, quiet(who), loud, tuple(hands), tuple(pack), tuple(skills), tuple(who.marks)
    )  # fmt: skip


def _card(t: Play, card: str) -> tuple[bool, bool, tuple[str, ...], str]:
    """What of a card counts: whether it is one, prevents wounds, what skills it grants, what the mission calls it."""
    item = t.items.get(card)
    tags = ",".join(sorted(tag for tag, cards in t.state.tags.items() if card in cards)) if card else ""
    return (bool(card), item is not None and item.prevents, item.grants if item is not None else (), tags)
