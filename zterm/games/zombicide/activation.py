"""The zombies' activation (chapter 7, pages 15-16): attacks, moves, splits, Runners, extra activations."""

from __future__ import annotations

from collections import Counter

from msgspec import Struct

from zterm.games.zombicide import events as ev
from zterm.games.zombicide.board import Way
from zterm.games.zombicide.play import Play
from zterm.games.zombicide.points import DISTRACTED, halts, settle, stays, tires
from zterm.games.zombicide.state import Survivor
from zterm.games.zombicide.targets import Senses, goals, steps_toward, ways
from zterm.games.zombicide.variants import chosen
from zterm.games.zombicide.wounds import spread
from zterm.kernel.decision import EVERYBODY, Flow, decide

CHAIN_LIMIT = 60
"""Extra activations within one another."""
LINKS_LIMIT = 100
"""Extra activations that a chain may have in all: where nearly all figures are out it would grow without end."""

Groups = dict[str, dict[str, int]]


class March(Struct):
    """Zombies of a kind that will go from one zone to another (or stay, when both are the same).

    ``last`` is the zone before ``to`` when they go two zones at once.
    """

    kind: str
    start: str
    to: str
    count: int
    last: str = ""


def gather(t: Play, kinds: list[str]) -> Groups:
    """Collect all zombies of some kinds: zone, then kind, then number, in board order."""
    zombies = t.state.zombies
    found: Groups = {}
    for zone in sorted(zombies, key=t.board.rank.__getitem__):
        here = {k: n for k, n in zombies[zone].items() if k in kinds}
        if here:
            found[zone] = here
    return found


def act(t: Play, groups: Groups, last: list[str], lure: Survivor | None = None) -> Flow[Groups]:
    """Give groups one action each (ZB-043): first all attacks, then all moves (ZB-181). Return where they are then.

    The activation of the kinds in ``last`` ends with it: none of them stays in a turnstile (ZB-344). ``lure`` is a
    survivor who taunts: he alone is attacked and approached (ZB-414).
    """
    senses = Senses(t, lure)
    after: Groups = {}
    moving: Groups = {}
    t.begin("act", groups)
    for zone, group in groups.items():
        victims = senses.victims(zone)
        if victims:
            after[zone] = dict(group)
            yield from attack(t, zone, group, victims)
        else:
            moving[zone] = _able(t, zone, group)
            if left := _less(group, moving[zone]):
                after[zone] = left
    if moving:
        before = len(t.trail)
        marches = yield from move(t, moving, last, Senses(t, lure) if after else senses)
        for march in marches:
            there = after.setdefault(march.to, {})
            there[march.kind] = there.get(march.kind, 0) + march.count
        own = sum(1 for march in marches if march.start != march.to)
        _follow(after, t.trail[before + own :])
        yield from settle(t)
    t.end()
    push_back(t, last)
    return after


def _able(t: Play, zone: str, group: dict[str, int]) -> dict[str, int]:
    """Those of a group that can move: nothing holds them and they are not tired."""
    tired = t.state.tired.get(zone, {})
    able = {k: n - min(n, tired.get(k, 0)) for k, n in group.items() if not stays(t, zone, k)}
    return {k: n for k, n in able.items() if n}


def _less(group: dict[str, int], part: dict[str, int]) -> dict[str, int]:
    """A group without a part of it."""
    return {k: n - part.get(k, 0) for k, n in group.items() if n > part.get(k, 0)}


def _follow(groups: Groups, trail: list[March]) -> None:
    """Keep track of groups that extra activations in between have moved on."""
    for march in trail:
        here = groups.get(march.start, {})
        count = min(march.count, here.get(march.kind, 0))
        if count:
            here[march.kind] -= count
            there = groups.setdefault(march.to, {})
            there[march.kind] = there.get(march.kind, 0) + count


def attack(t: Play, zone: str, group: dict[str, int], victims: list[Survivor]) -> Flow[None]:
    """All zombies of a group attack the survivors in their zone, one wound each (ZB-182, ZB-190)."""
    sources: list[str] = []
    for kind, count in group.items():
        t.emit(ev.ZombiesAttacked("ZB-182", zone, kind, count))
        sources += [kind] * count
    yield from spread(t, zone, sources, victims)


def move(t: Play, groups: Groups, last: list[str], senses: Senses) -> Flow[list[March]]:
    """Move groups that did not attack: Abominations at a fence first, then all at once (ZB-216, ZB-325).

    What stands in a turnstile at the end of its activation is pushed back before a shortage gives another one, or with
    a match option after that.
    """
    done = yield from _tear_fences(t, groups, senses)
    if done:
        senses = Senses(t, senses.lure)
    marches: list[March] = []
    short: list[str] = []
    t.begin("move", groups, marches, short)
    for zone, group in groups.items():
        every = ways(t, senses, zone) if group else []
        paths = _open_to_all(t, zone, every)
        for kind, count in group.items():
            if every and kind.endswith("abomination"):
                for _ in range(count):
                    marches.append((yield from _lead(t, senses, zone, kind)))
            elif not paths:
                marches.append(March(kind, zone, zone, count))
            elif len(paths) == 1:
                marches.append(March(kind, zone, zone if t.lay.barred(zone, paths[0]) else paths[0], count))
            else:
                short += yield from split(t, zone, kind, count, paths, marches)
    t.end()
    _carry_out(t, marches)
    if short and chosen(t.state.options, "turnstiles") == "back":
        push_back(t, last)
    while short:
        t.begin("short", short[1:])
        yield from extra(t, short.pop(0), "shortage", "ZB-209")
        t.end()
    return done + marches


def _open_to_all(t: Play, zone: str, paths: list[str]) -> list[str]:
    """Leave out the barred ways, by a match option: nobody divides for their sake (ZB-206, ZB-324)."""
    if chosen(t.state.options, "barred_splits") == "split":
        return paths
    return [to for to in paths if not t.lay.barred(zone, to)]


def _carry_out(t: Play, marches: list[March], rule: str = "ZB-198") -> None:
    """Take all groups off their zones, then put them down: moves are simultaneous (ZB-216)."""
    zombies = t.state.zombies
    going = [march for march in marches if march.start != march.to]
    t.trail += going
    origins = []
    for march in going:
        here = zombies[march.start]
        here[march.kind] -= march.count
        if not here[march.kind]:
            del here[march.kind]
            if not here:
                del zombies[march.start]
        origins.append(_origins(t, march))
    for march, origin in zip(going, origins, strict=True):
        there = zombies.setdefault(march.to, {})
        there[march.kind] = there.get(march.kind, 0) + march.count
        if tires(t, march.start, march.to):
            tired = t.state.tired.setdefault(march.to, {})
            tired[march.kind] = tired.get(march.kind, 0) + march.count
        t.emit(ev.ZombiesMoved(rule, march.kind, march.count, march.start, march.to))
        if t.board.zones[march.to].kind == "security":
            came = t.state.turnstiles.setdefault(march.to, {}).setdefault(march.kind, [])
            came += origin


def _origins(t: Play, march: March) -> list[str]:
    """Say for each zombie that goes where a security zone would push it back to: never another one (ZB-344)."""
    zones = t.board.zones
    near = march.last if march.last and zones[march.last].kind != "security" else march.start
    came: list[str] = []
    if zones[march.start].kind == "security":
        here = t.state.turnstiles.get(march.start, {}).get(march.kind, [])
        came, here[: march.count] = here[: march.count], []
    return came + [near] * (march.count - len(came)) if near == march.start else [near] * march.count


def push_back(t: Play, kinds: list[str]) -> None:
    """Push zombies whose activation ends in a security zone back to where they came from (ZB-344, ZB-346)."""
    marches = []
    for zone, here in t.state.turnstiles.items():
        for kind in [k for k in here if k in kinds]:
            present = t.state.zombies.get(zone, {}).get(kind, 0)
            for start, count in Counter(here[kind][:present]).items():
                marches.append(March(kind, zone, start, count))
    t.state.turnstiles = {z: left for z, here in t.state.turnstiles.items() if (left := _without(here, kinds))}
    _carry_out(t, marches, "ZB-344")


def _without(here: dict[str, list[str]], kinds: list[str]) -> dict[str, list[str]]:
    return {kind: came for kind, came in here.items() if came and kind not in kinds}


def split(t: Play, zone: str, kind: str, count: int, paths: list[str], marches: list[March]) -> Flow[list[str]]:
    """Divide a kind over equal ways, adding miniatures so that all parts are equal (ZB-206 … ZB-212).

    Parts whose way is barred (a fence, a closed door) stay where they are (ZB-204). What is added in a turnstile has
    come the way of the others (ZB-344). Returns the kind if miniatures ran out.
    """
    each = -(-count // len(paths))
    wanted = each * len(paths) - count
    added = min(wanted, t.state.pool.get(kind, 0))
    t.state.zombies[zone][kind] += added
    t.state.pool[kind] -= added
    if came := t.state.turnstiles.get(zone, {}).get(kind):
        came += came[-1:] * added
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
    t.begin("share", share)
    for left in range(missing, 0, -1):
        about = {"zone": zone, "zombie": kind, "missing": left}
        answer = yield decide(
            "route", EVERYBODY, [f"route:{z}" for z in full], "ZB-212", t.state.active or None, about=about
        )
        thin = answer.split(":", 1)[1]
        share[thin] -= 1
        full.remove(thin)
    t.end()


def _lead(t: Play, senses: Senses, zone: str, kind: str, tears: bool = False) -> Flow[March]:
    """Lead an Abomination, which never splits: the group chooses the way (ZB-208); berserkers go two zones (ZB-121).

    Both zones are one move to the same target, where it ends (ZB-122). With ``tears`` it goes through fences (ZB-325).
    """
    here, last = zone, ""
    targets, shut = goals(t, senses, zone)
    t.begin("lead", zone)
    for _ in range(_stride(kind)):
        if here in targets or (here != zone and _meets_prey(t, senses, here)):
            break
        to, targets = yield from _choose_way(t, here, kind, targets, shut)
        fence = _fence(t, here, to) if tears else None
        if fence is not None:
            t.state.ways |= 1 << fence.bit
            t.emit(ev.FenceTorn("ZB-325", here, to))
        if to == here or t.lay.barred(here, to):
            break
        here, last = to, here
        if halts(t, last) or halts(t, here):
            break
    t.end()
    return March(kind, zone, here, 1, last)


def _meets_prey(t: Play, senses: Senses, zone: str) -> bool:
    """Say whether survivors it does not hunt stop a Berserker Abomination as well (ZB-122): a match option."""
    return chosen(t.state.options, "berserker_abomination") == "anybody" and bool(senses.victims(zone))


def _tear_fences(t: Play, groups: Groups, senses: Senses) -> Flow[list[March]]:
    """Abominations go through fences and tear them, any number, before the others move (ZB-325 … ZB-327)."""
    done: list[March] = []
    t.begin("tear", groups, done)
    for zone, group in groups.items():
        for kind in [k for k in group if k.endswith("abomination")]:
            if _meets_fence(t, zone, _stride(kind), *goals(t, senses, zone)):
                for _ in range(group.pop(kind)):
                    march = yield from _lead(t, Senses(t, senses.lure), zone, kind, True)
                    _carry_out(t, [march])
                    done.append(march)
    t.end()
    return done


def _stride(kind: str) -> int:
    """Zones that an Abomination goes in one action (ZB-121)."""
    return 2 if kind.startswith("berserker") else 1


def _fence(t: Play, zone: str, to: str) -> Way | None:
    way = t.lay.barred(zone, to)
    return way if way is not None and way.by == "fence" else None


def _meets_fence(t: Play, zone: str, stride: int, targets: list[str], shut: bool) -> bool:
    for to in steps_toward(t, zone, targets, shut):
        if _fence(t, zone, to) is not None:
            return True
        goes_on = stride > 1 and not t.lay.barred(zone, to) and to not in targets
        if goes_on and _meets_fence(t, to, stride - 1, _behind(t, zone, to, targets, shut), shut):
            return True
    return False


def _behind(t: Play, zone: str, to: str, targets: list[str], shut: bool) -> list[str]:
    """Give the targets that a step from a zone to the next one leads to."""
    return [target for target in targets if to in t.lay.toward(target, zone, shut)]


def _choose_way(t: Play, zone: str, kind: str, targets: list[str], shut: bool) -> Flow[tuple[str, list[str]]]:
    """Let the group choose an Abomination's next zone (ZB-208), with the targets there; without a way it stays."""
    paths = steps_toward(t, zone, targets, shut)
    if len(paths) < 2:
        to = paths[0] if paths else zone
        return to, _behind(t, zone, to, targets, shut)
    about = {"zone": zone, "zombie": kind}
    t.begin("way", targets, shut)
    answer = yield decide(
        "route", EVERYBODY, [f"route:{z}" for z in paths], "ZB-208", t.state.active or None, about=about
    )
    t.end()
    to = answer.split(":", 1)[1]
    return to, _behind(t, zone, to, targets, shut)


def activate(t: Play, groups: Groups, lure: Survivor | None = None) -> Flow[None]:
    """A whole extra activation of some groups: one action, then the second one of those that have two (ZB-193)."""
    tired, t.state.tired = t.state.tired, {}
    acting = _distracted(t, groups)
    busy = {zone: left for zone, group in groups.items() if (left := _less(group, acting.get(zone, {})))}
    kinds = list(dict.fromkeys(k for group in groups.values() for k in group))
    t.begin("activate", kinds, busy, tired, lure.name if lure is not None else "")
    runners = [k for k in kinds if t.box.kinds[k].actions > 1]
    after = yield from act(t, acting, [k for k in kinds if k not in runners], lure)
    second = gather(t, runners)
    if lure is not None:
        second = _still_there(second, after)
    second = {zone: left for zone, group in second.items() if (left := _less(group, busy.get(zone, {})))}
    second = _distracted(t, second)
    t.begin("second")
    if second:
        yield from act(t, second, runners, lure)
    t.end()
    t.end()
    push_back(t, runners)
    t.state.tired = tired


def _distracted(t: Play, groups: Groups) -> Groups:
    """What is left of groups to act after those that something on the board keeps busy."""
    for rule in DISTRACTED:
        groups = rule(t, groups)
    return groups


def _still_there(here: Groups, groups: Groups) -> Groups:
    """Reduce what stands on the board to the zombies of some groups."""
    both = {z: {k: min(n, groups[z].get(k, 0)) for k, n in kinds.items()} for z, kinds in here.items() if z in groups}
    return {z: left for z, kinds in both.items() if (left := {k: n for k, n in kinds.items() if n})}


def extra(t: Play, kind: str, why: str, rule: str) -> Flow[None]:
    """An extra activation of one kind (ZB-118, ZB-224, ZB-232), of those just placed too (ZB-225).

    One can lead to another (ZB-233); a chain that comes back to the same position ends (ZB-237).
    """
    groups = gather(t, [kind])
    place = repr((kind, sorted(groups.items()), [(w.zone, w.wounds, w.playing) for w in t.state.survivors.values()]))
    if not t.chain:
        t.links = [0]
    if place in t.chain or len(t.chain) >= CHAIN_LIMIT or t.links[0] >= LINKS_LIMIT:
        t.emit(ev.ChainStopped("ZB-237", kind))
        return
    t.chain.append(place)
    t.links[0] += 1
    t.begin("extra", place, t.links)
    t.emit(ev.ExtraActivation(rule, kind, why))
    _tough_again(t, "activation")
    yield from activate(t, groups)
    t.end()
    t.chain.remove(place)


def _tough_again(t: Play, only: str = "") -> None:
    """Let Tough ignore one more attack (ZB-415); ``only`` is the value of the match option with which it does so."""
    if only in ("", chosen(t.state.options, "tough")):
        for who in t.state.survivors.values():
            who.marks = [mark for mark in who.marks if mark != "tough"]


def zombies_step(t: Play) -> Flow[None]:
    """The activation of the zombies' phase: stage 0 everybody's first action, stage 1 the Runners' second (ZB-193)."""
    s = t.state
    if s.stage == 0:
        t.emit(ev.PhaseBegan("ZB-180", "zombies", s.turn))
        s.stage, s.tired = 1, {}
        _tough_again(t)
        yield from act(t, gather(t, list(t.box.kinds)), [k for k, kind in t.box.kinds.items() if kind.actions == 1])
        return
    runners = [k for k, kind in t.box.kinds.items() if kind.actions > 1]
    _tough_again(t, "activation")
    yield from act(t, gather(t, runners), runners)
    s.phase, s.stage, s.tired = "spawn", 0, {}
