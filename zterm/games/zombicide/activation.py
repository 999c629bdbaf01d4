"""The zombies' activation (chapter 7, pages 15-16): attacks, moves, splits, Runners, extra activations."""

from __future__ import annotations

from msgspec import Struct

from zterm.games.zombicide import events as ev
from zterm.games.zombicide.play import Play
from zterm.games.zombicide.state import Survivor
from zterm.games.zombicide.targets import Senses, ways
from zterm.games.zombicide.wounds import spread
from zterm.kernel.decision import EVERYBODY, Flow, decide

CHAIN_LIMIT = 60

Groups = dict[str, dict[str, int]]


class March(Struct):
    """Zombies of a kind that will go from one zone to the next (or stay, when both are the same)."""

    kind: str
    start: str
    to: str
    count: int


def gather(t: Play, kinds: list[str]) -> Groups:
    """Collect all zombies of some kinds: zone, then kind, then number, in board order."""
    zombies = t.state.zombies
    found: Groups = {}
    for zone in sorted(zombies, key=t.board.rank.__getitem__):
        here = {k: n for k, n in zombies[zone].items() if k in kinds}
        if here:
            found[zone] = here
    return found


def act(t: Play, groups: Groups, lure: Survivor | None = None) -> Flow[Groups]:
    """Give groups one action each: first all attacks, then all moves (ZB-181). Return where they are then.

    ``lure`` is a survivor who taunts: he alone is attacked and approached (ZB-414).
    """
    senses = Senses(t, lure)
    after: Groups = {}
    moving: Groups = {}
    for zone, group in groups.items():
        victims = senses.victims(zone)
        if victims:
            after[zone] = dict(group)
            yield from attack(t, zone, group, victims)
        else:
            moving[zone] = dict(group)
    if moving:
        marches = yield from move(t, moving, Senses(t, lure) if after else senses)
        for march in marches:
            there = after.setdefault(march.to, {})
            there[march.kind] = there.get(march.kind, 0) + march.count
    return after


def attack(t: Play, zone: str, group: dict[str, int], victims: list[Survivor]) -> Flow[None]:
    """All zombies of a group attack the survivors in their zone, one wound each (ZB-182, ZB-190)."""
    sources: list[str] = []
    for kind, count in group.items():
        t.emit(ev.ZombiesAttacked("ZB-182", zone, kind, count))
        sources += [kind] * count
    yield from spread(t, zone, sources, victims)


def move(t: Play, groups: Groups, senses: Senses) -> Flow[list[March]]:
    """Move groups that did not attack: Abominations at a fence first, then all at once (ZB-216, ZB-325)."""
    done = yield from _tear_fences(t, groups, senses)
    if done:
        senses = Senses(t, senses.lure)
    marches: list[March] = []
    short: list[str] = []
    for zone, group in groups.items():
        paths = ways(t, senses, zone) if group else []
        for kind, count in group.items():
            if not paths:
                marches.append(March(kind, zone, zone, count))
            elif kind.endswith("abomination"):
                marches += yield from _lead(t, senses, zone, kind, count)
            elif len(paths) == 1:
                marches.append(March(kind, zone, zone if t.lay.barred(zone, paths[0]) else paths[0], count))
            else:
                short += yield from split(t, zone, kind, count, paths, marches)
    _carry_out(t, marches)
    for kind in dict.fromkeys(short):
        yield from extra(t, kind, "shortage", "ZB-209")
    return done + marches


def _carry_out(t: Play, marches: list[March]) -> None:
    """Take all groups off their zones, then put them down: moves are simultaneous (ZB-216)."""
    zombies = t.state.zombies
    going = [march for march in marches if march.start != march.to]
    for march in going:
        here = zombies[march.start]
        here[march.kind] -= march.count
        if not here[march.kind]:
            del here[march.kind]
            if not here:
                del zombies[march.start]
    for march in going:
        there = zombies.setdefault(march.to, {})
        there[march.kind] = there.get(march.kind, 0) + march.count
        t.emit(ev.ZombiesMoved("ZB-198", march.kind, march.count, march.start, march.to))


def split(t: Play, zone: str, kind: str, count: int, paths: list[str], marches: list[March]) -> Flow[list[str]]:
    """Divide a kind over equal ways, adding miniatures so that all parts are equal (ZB-206 … ZB-212).

    Parts whose way is barred (a fence, a closed door) stay where they are. Returns the kind if miniatures ran out.
    """
    each = -(-count // len(paths))
    wanted = each * len(paths) - count
    added = min(wanted, t.state.pool.get(kind, 0))
    t.state.zombies[zone][kind] += added
    t.state.pool[kind] -= added
    t.emit(ev.ZombiesSplit("ZB-206", kind, zone, len(paths), added))
    share = dict.fromkeys(paths, each)
    if added < wanted:
        t.emit(ev.PoolEmpty("ZB-209", kind, wanted - added))
        yield from _leave_short(t, zone, kind, share, wanted - added)
    for to, part in share.items():
        if part:
            marches.append(March(kind, zone, zone if t.lay.barred(zone, to) else to, part))
    return [kind] if added < wanted else []


def _leave_short(t: Play, zone: str, kind: str, share: dict[str, int], missing: int) -> Flow[None]:
    """Let the group say which ways get one zombie less (ZB-212)."""
    full = list(share)
    for left in range(missing, 0, -1):
        about = {"zone": zone, "zombie": kind, "missing": left}
        answer = yield decide("route", EVERYBODY, [f"route:{z}" for z in full], "ZB-212", about=about)
        thin = answer.split(":", 1)[1]
        share[thin] -= 1
        full.remove(thin)


def _lead(t: Play, senses: Senses, zone: str, kind: str, count: int) -> Flow[list[March]]:
    """Lead Abominations, which never split: the group chooses the way (ZB-208); berserkers go two zones (ZB-121)."""
    marches = []
    for _ in range(count):
        to = yield from _step(t, senses, zone, kind)
        if to != zone and kind.startswith("berserker") and not senses.victims(to):
            to = yield from _step(t, senses, to, kind)
        marches.append(March(kind, zone, to, 1))
    return marches


def _step(t: Play, senses: Senses, zone: str, kind: str) -> Flow[str]:
    """Choose one step of an Abomination; it stays where its way is barred."""
    paths = ways(t, senses, zone)
    if not paths:
        return zone
    to = paths[0]
    if len(paths) > 1:
        about = {"zone": zone, "zombie": kind}
        answer = yield decide("route", EVERYBODY, [f"route:{z}" for z in paths], "ZB-208", about=about)
        to = answer.split(":", 1)[1]
    return zone if t.lay.barred(zone, to) else to


def _tear_fences(t: Play, groups: Groups, senses: Senses) -> Flow[list[March]]:
    """Abominations go through fences and tear them before the others move (ZB-325, ZB-326)."""
    done: list[March] = []
    for zone, group in groups.items():
        for kind in [k for k in group if k.endswith("abomination")]:
            fences = {z: t.lay.barred(zone, z) for z in ways(t, senses, zone)}
            if not any(way is not None and way.by == "fence" for way in fences.values()):
                continue
            for _ in range(group.pop(kind)):
                done.append((yield from _go_through(t, senses, zone, kind)))
    return done


def _go_through(t: Play, senses: Senses, zone: str, kind: str) -> Flow[March]:
    paths = ways(t, senses, zone)
    to = paths[0]
    if len(paths) > 1:
        about = {"zone": zone, "zombie": kind}
        answer = yield decide("route", EVERYBODY, [f"route:{z}" for z in paths], "ZB-208", about=about)
        to = answer.split(":", 1)[1]
    way = t.lay.barred(zone, to)
    if way is not None and way.by == "fence":
        t.state.ways |= 1 << way.bit
        t.emit(ev.FenceTorn("ZB-325", zone, to))
    elif way is not None:
        to = zone
    if to != zone and kind.startswith("berserker") and not senses.victims(to):
        to = yield from _step(t, Senses(t, senses.lure), to, kind)
    march = March(kind, zone, to, 1)
    _carry_out(t, [march])
    return march


def activate(t: Play, groups: Groups, lure: Survivor | None = None) -> Flow[None]:
    """A whole activation of some groups: one action, then the second one of those that have two (ZB-193)."""
    after = yield from act(t, groups, lure)
    second = {z: {k: n for k, n in group.items() if t.box.kinds[k].actions > 1} for z, group in after.items()}
    second = {z: group for z, group in second.items() if group}
    if second:
        yield from act(t, second, lure)


def extra(t: Play, kind: str, why: str, rule: str) -> Flow[None]:
    """An extra activation of one kind (ZB-224, ZB-232). A chain that comes back to the same position ends (ZB-237)."""
    groups = gather(t, [kind])
    place = repr((kind, sorted(groups.items()), [(w.zone, w.wounds, w.playing) for w in t.state.survivors.values()]))
    if place in t.chain or len(t.chain) >= CHAIN_LIMIT:
        t.emit(ev.ChainStopped("ZB-237", kind))
        return
    t.chain.append(place)
    t.emit(ev.ExtraActivation(rule, kind, why))
    yield from activate(t, groups)
    t.chain.remove(place)


def zombies_step(t: Play) -> Flow[None]:
    """The activation of the zombies' phase: stage 0 everybody's first action, stage 1 the Runners' second (ZB-193)."""
    s = t.state
    if s.stage == 0:
        t.emit(ev.PhaseBegan("ZB-180", "zombies", s.turn))
        s.stage = 1
        yield from act(t, gather(t, list(t.box.kinds)))
        return
    yield from act(t, gather(t, [k for k, kind in t.box.kinds.items() if kind.actions > 1]))
    for who in s.survivors.values():
        if "tough" in who.marks:
            who.marks.remove("tough")
    s.phase, s.stage = "spawn", 0
