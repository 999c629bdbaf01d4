"""Whom hits fall on (chapter 8, pages 19-21): free choice in melee, the priority table at range, cars."""

from __future__ import annotations

from zterm.games.zombicide import events as ev
from zterm.games.zombicide.content import Attack, ZombieKind
from zterm.games.zombicide.experience import gain_xp
from zterm.games.zombicide.play import Play
from zterm.games.zombicide.points import KILLED
from zterm.games.zombicide.skills import MELEE, RANGED, has
from zterm.games.zombicide.state import Survivor
from zterm.games.zombicide.variants import chosen
from zterm.games.zombicide.wounds import FRIEND, eliminate, wound
from zterm.kernel.decision import EVERYBODY, Flow, decide


def printed_damage(t: Play, attack: Attack) -> int:
    """Give the damage on the card; the Kukri's is a match option (ZB-071)."""
    return 1 if attack.item == "kukri" and chosen(t.state.options, "kukri_damage") == "1" else attack.damage


def damage_of(t: Play, who: Survivor, attack: Attack) -> int:
    """Give the damage of each hit, with skills (ZB-351, ZB-352, ZB-411)."""
    kind = RANGED if attack.ranged else MELEE
    damage = 3 if has(who, "least", kind) else printed_damage(t, attack)
    item = t.items[attack.item]
    cards = (item.id, *item.parts) if item.keeps_parts else (item.id,)
    return damage + has(who, "damage", kind) + sum(who.skills.count(f"plus1_damage_with_{card}") for card in cards)


def remove(t: Play, zone: str, kind: str) -> None:
    """Take one zombie off the board into the pool."""
    here = t.state.zombies[zone]
    here[kind] -= 1
    if not here[kind]:
        del here[kind]
        if not here:
            del t.state.zombies[zone]
    t.state.pool[kind] += 1


def kill(t: Play, who: Survivor, zone: str, kind: str, rule: str) -> Flow[None]:
    """A survivor kills one zombie and gains its experience (ZB-090, ZB-253)."""
    remove(t, zone, kind)
    who.kills += 1
    who.deeds.append("kill")
    if chosen(t.state.options, "hold_your_nose") == "here":
        who.deeds.append(f"kill:{zone}")
    t.emit(ev.ZombieKilled(rule, who.name, kind, zone))
    if "blitz" in who.skills and not t.state.zombies.get(zone) and t.state.active == who.name:
        who.free["move"] = who.free.get("move", 0) + 1
        who.marks.append("blitz")
        t.emit(ev.SkillUsed("ZB-370", who.name, "blitz", zone))
    double = 2 if collected(t, kind) & set(who.skills) else 1
    yield from gain_xp(t, who, t.box.kinds[kind].xp * double, "ZB-090")
    for follow in KILLED:
        yield from follow(t, who, zone, kind, rule)


def collected(t: Play, kind: str) -> set[str]:
    """Name the Collector skills that a kind counts for: its own, with an option that of its type too (ZB-377)."""
    names = {f"collector_{kind}"}
    if chosen(t.state.options, "collector") == "type":
        names.add(f"collector_{t.box.kinds[kind].type}")
    return names


def _reap(t: Play, who: Survivor, zone: str, kind: str, ranged: bool, reaped: int) -> Flow[int]:
    """Offer the Reaper's one more identical zombie, once for each such skill (ZB-398); return how often by now."""
    skills = has(who, "reaper", RANGED if ranged else MELEE)
    if reaped >= skills or not t.state.zombies.get(zone, {}).get(kind):
        return reaped
    answer = yield decide("hit", who.player, [f"reap:{kind}", "none"], "ZB-398", who.name, about={"zone": zone})
    if answer == "none":
        return reaped
    yield from kill(t, who, zone, kind, "ZB-398")
    return reaped + 1


def allot_freely(t: Play, who: Survivor, attack: Attack, zone: str, hits: int, reaped: int) -> Flow[int]:
    """Let the attacker choose a victim for each hit: melee (ZB-245), Sniper Rifle (ZB-082), Point blank (ZB-397).

    Melee never hurts survivors (ZB-246).

    ``reaped`` says how often the Reaper of this action was used; the answer says it for then.
    """
    damage, ranged = damage_of(t, who, attack), attack.ranged
    immune = ranged and not ("point_blank" in who.skills and zone == who.zone)
    rule = "ZB-245" if not ranged else "ZB-397" if zone == who.zone else "ZB-082"
    for left in range(hits, 0, -1):
        if not who.playing:
            break
        options = [f"hit:{k}" for k in t.state.zombies.get(zone, ()) if _dies(t.box.kinds[k], damage, immune)]
        if ranged:
            friends = [f"wound:{w.name}" for w in friends_in(t, who, zone)]
            options += [*friends, "none"] if friends or not options else []
        if not options or options == ["none"]:
            break
        about = {"zone": zone, "left": left}
        answer = yield decide("hit", who.player, options, rule, who.name, about=about)
        if answer == "none":
            break
        verb, name = answer.split(":", 1)
        if verb == "hit":
            yield from kill(t, who, zone, name, rule)
            reaped = yield from _reap(t, who, zone, name, ranged, reaped)
        else:
            yield from _shoot_friend(t, t.state.survivors[name], damage)
    return reaped


def _dies(kind: ZombieKind, damage: int, immune: bool) -> bool:
    """Say whether one hit kills (ZB-239, ZB-240): not Berserkers, where they are ``immune`` (ZB-114)."""
    return damage >= kind.toughness and not (immune and kind.species == "berserker")


def _shoot_friend(t: Play, victim: Survivor, damage: int) -> Flow[None]:
    for _ in range(damage):
        if victim.playing:
            yield from wound(t, victim, FRIEND)


def friends_in(t: Play, who: Survivor, zone: str, spared: frozenset[str] = frozenset()) -> list[Survivor]:
    """List the survivors that shots or a car in a zone would hit (ZB-252, ZB-272, ZB-392, ZB-410)."""
    if "steady_hand" in who.skills:
        return []
    there = t.state.at(zone)
    return [w for w in there if w is not who and w.name not in spared and "low_profile" not in w.skills]


def allot_ranged(t: Play, who: Survivor, attack: Attack, zone: str, hits: int, reaped: int) -> Flow[int]:
    """Deal ranged hits by priority: survivors first, then the kinds in the order of the table (ZB-252)."""
    damage = damage_of(t, who, attack)
    return (yield from by_priority(t, who, zone, hits, damage, frozenset(), "ZB-252", True, reaped))


def by_priority(
    t: Play,
    who: Survivor,
    zone: str,
    hits: int,
    damage: int,
    spared: frozenset[str],
    rule: str,
    ranged: bool,
    reaped: int = 0,
) -> Flow[int]:
    """Deal hits by priority; a target too tough or immune absorbs all that is left (ZB-116, ZB-257, ZB-272, ZB-273).

    Friends come first, with all their wounds (ZB-264); cars (not ``ranged``) kill Berserkers (ZB-119).

    ``reaped`` and the answer are as in ``allot_freely``.
    """
    while hits and who.playing:
        friends = friends_in(t, who, zone, spared)
        if friends:
            options = [f"wound:{w.name}" for w in friends]
            about = {"zone": zone, "left": hits, "damage": damage}
            answer = yield decide("friendly_hit", EVERYBODY, options, "ZB-263", who.name, about=about)
            hits -= 1
            yield from _shoot_friend(t, t.state.survivors[answer.split(":", 1)[1]], damage)
            continue
        level = first_level(t, zone)
        if not level:
            break
        able = [k for k in level if _dies(t.box.kinds[k], damage, ranged)]
        if not able:
            t.emit(ev.ZombieAbsorbed("ZB-257", level[0], zone, hits))
            break
        options = [f"hit:{k}" for k in level]
        about = {"zone": zone, "left": hits}
        answer = yield decide("hit", who.player, options, "ZB-255", who.name, about=about)
        kind = answer.split(":", 1)[1]
        hits -= 1
        if kind not in able:
            t.emit(ev.ZombieAbsorbed("ZB-257", kind, zone))
            continue
        yield from kill(t, who, zone, kind, rule)
        if ranged:
            reaped = yield from _reap(t, who, zone, kind, True, reaped)
    return reaped


def first_level(t: Play, zone: str) -> list[str]:
    """Give the kinds of the highest priority that stand in a zone (ZB-115, ZB-252)."""
    here = t.state.zombies.get(zone)
    if not here:
        return []
    best = min(t.box.kinds[k].priority for k in here)
    return [k for k in here if t.box.kinds[k].priority == best]


def kill_everything(t: Play, who: Survivor, zone: str) -> Flow[None]:
    """A Molotov: every zombie and every survivor in the zone dies, the thrower too (ZB-085, ZB-086)."""
    for kind, count in list(t.state.zombies.get(zone, {}).items()):
        for _ in range(count):
            yield from kill(t, who, zone, kind, "ZB-085")
    for victim in t.state.at(zone):
        yield from eliminate(t, victim, FRIEND)
