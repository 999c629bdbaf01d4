"""The odds of an attack before the dice fall, exactly: every roll weighed, none sampled.

Re-rolls count as used when they raise the expected kills; free choice goes to whatever dies; friends in the
line of fire take each hit that comes, one after the other, without preventing a wound.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import comb

from msgspec import Struct

from zterm.games.zombicide.cars import HIT
from zterm.games.zombicide.combat import MOST, Weapon, chooses_targets, dice_of, goal_of, kind_of, lifts, rerolls
from zterm.games.zombicide.hits import damage_of, friends_in
from zterm.games.zombicide.play import Play, stealthy
from zterm.games.zombicide.skills import has, skill
from zterm.games.zombicide.state import Survivor
from zterm.games.zombicide.vehicles import VEHICLES
from zterm.games.zombicide.wounds import wound_limit
from zterm.kernel.decision import Odds

FACES = 6
FARTHEST = 60
"""Most hits told apart; more of them than there are figures to fall change nothing."""

Chances = tuple[float, ...]
Ranks = tuple[tuple[int, bool], ...]
"""For each kind of zombie in a zone: its priority (the least is first), and whether a hit kills it."""
Figures = tuple[tuple[int, ...], tuple[int, ...]]
"""Zombies left of each kind, and the hits that each friend can still take."""


def odds(t: Play, who: Survivor, weapon: Weapon, zone: str) -> Odds:
    """Give the odds of an attack on a zone, or on two ("z3+z5", Trick shot ZB-417)."""
    attack = weapon.attack
    noise = 1 if attack.noise and not stealthy(who) else 0
    if attack.everything:
        return Odds((0.0,) * t.state.crowd(zone) + (1.0,), 1.0 if t.state.at(zone) else 0.0, noise)
    zones = zone.split("+")
    parts = [weapon] if len(zones) == 1 else [Weapon(attack, (slot,), attack.id) for slot in weapon.slots]
    fields = [_field(t, who, weapon, each) for each in zones]
    kind = kind_of(attack)
    six, bonus = has(who, "six", kind), lifts(t, who, kind)
    dice = tuple(dice_of(t, who, part) for part in parts)
    most = FARTHEST if six else max(dice)
    told = max(dice) + 1 if len(zones) == 1 else 0
    tables = tuple(_longer(field.kills[: most + 1], told) for field in fields)
    reaps = tuple(_longer(field.reaped[: most + 1], told) for field in fields)
    again = len(rerolls(t, who, attack))
    goals = tuple(goal_of(t, who, attack, each) for each in zones)
    if len(zones) == 1:
        table = reaps[0] if has(who, "reaper", kind) else tables[0]
        hits = hit_chances(dice[0], goals[0], MOST - bonus, six, again, table)
    else:
        table = _both(tables, reaps if has(who, "reaper", kind) else tables)
        hits = _two_zones(dice, goals, MOST - bonus, six, again, table, len(tables[1]))
    safe = sum(chance for i, chance in enumerate(hits) if not _friend_hit(i, fields, len(tables[-1])))
    friend = max(0.0, 1 - safe) if any(field.friends for field in fields) else 0.0
    return Odds(_trimmed(_by_kills(hits, table)), friend, noise, _trimmed(hits) if len(zones) == 1 else ())


def _longer(table: tuple[int, ...], length: int) -> tuple[int, ...]:
    """Kills by hits with more hits told apart, which kill no more."""
    return table + (table[-1],) * (length - len(table))


class Field(Struct, frozen=True):
    """A zone as a target: kills by number of hits, the same with a Reaper, and whether friends are in the way."""

    kills: tuple[int, ...]
    reaped: tuple[int, ...]
    friends: bool


def _field(t: Play, who: Survivor, weapon: Weapon, zone: str) -> Field:
    attack = weapon.attack
    free = not attack.ranged or attack.chooses or chooses_targets(who, zone)
    immune = attack.ranged and not (free and "point_blank" in who.skills and zone == who.zone)
    ranks, counts = _zombies(t, zone, damage_of(t, who, attack), immune)
    times = has(who, "reaper", kind_of(attack))
    if free:
        return Field(_kills_free(ranks, counts, 0), _kills_free(ranks, counts, times), False)
    soak = sum(_friends(t, who, zone, damage_of(t, who, attack), frozenset()))
    return Field(_kills_by_rank(ranks, counts, soak, 0), _kills_by_rank(ranks, counts, soak, times), soak > 0)


def _both(tables: tuple[tuple[int, ...], ...], reaps: tuple[tuple[int, ...], ...]) -> tuple[int, ...]:
    """Kills in two zones by their hits, the second zone's running faster; a Reaper works in one of them."""
    (one, two), (reap_one, reap_two) = tables, reaps
    return tuple(
        max(reap_one[min(i, len(reap_one) - 1)] + b, a + reap_two[min(j, len(reap_two) - 1)])
        for i, a in enumerate(one)
        for j, b in enumerate(two)
    )


def _friend_hit(index: int, fields: list[Field], width: int) -> bool:
    """Whether a place in the chances of hits means that a friend was hit."""
    hits = (index,) if len(fields) == 1 else divmod(index, width)
    return any(field.friends and n for field, n in zip(fields, hits, strict=True))


def drive_odds(t: Play, who: Survivor, path: Sequence[str]) -> Odds | None:
    """Give the odds of driving along zones: all in them are run over (ZB-269); None when that hits nobody."""
    car = t.state.cars[who.car]
    if not VEHICLES[car.kind].runs_over:
        return None
    aboard = frozenset(name for name in car.seats if name is not None)
    passes: dict[str, int] = {}
    for zone in (car.zone, *path):
        passes[zone] = passes.get(zone, 0) + 1
    known = [skill(name).reroll for name in who.skills if name not in who.used]
    again, once = known.count("action"), known.count("turn")
    kills: Chances = (1.0,)
    missed = 1.0
    anybody = False
    for zone, times in passes.items():
        ranks, counts = _zombies(t, zone, 1, False)
        friends = _friends(t, who, zone, 1, aboard)
        if not (counts or friends):
            continue
        anybody = True
        more, friend = _run_over(ranks, counts, friends, times, again, once)
        once = 0
        kills = _sum(kills, more)
        missed *= 1 - friend
    return Odds(_trimmed(kills), 1 - missed, 0) if anybody else None


def _zombies(t: Play, zone: str, damage: int, immune: bool) -> tuple[Ranks, tuple[int, ...]]:
    """The kinds in a zone as (rank, dies) with their numbers, in order of priority, those that die first."""
    found = []
    for kind, count in t.state.zombies.get(zone, {}).items():
        known = t.box.kinds[kind]
        dies = damage >= known.toughness and not (immune and known.species == "berserker")
        found.append((known.priority, not dies, -count))
    found.sort()
    return tuple((rank, not tough) for rank, tough, _ in found), tuple(-count for _, _, count in found)


def _friends(t: Play, who: Survivor, zone: str, damage: int, spared: frozenset[str]) -> tuple[int, ...]:
    """How many hits each survivor in the line of fire takes before he is out."""
    return tuple(-(-(wound_limit(w) - w.wounds) // damage) for w in friends_in(t, who, zone, spared) if damage)


def _kills_free(ranks: Ranks, counts: tuple[int, ...], reapers: int) -> tuple[int, ...]:
    """Kills by number of hits, the last entry standing for all above it: each hit takes one that dies, with one more of
    its kind for so many hits as there are Reapers."""
    able = [count for (_, dies), count in zip(ranks, counts, strict=True) if dies]
    total = sum(able)
    twins = min(reapers, sum(count // 2 for count in able))
    most = min(total, FARTHEST)
    return (0, *(min(total, hits + min(hits, twins)) for hits in range(1, most + 1)))


def _kills_by_rank(ranks: Ranks, counts: tuple[int, ...], soak: int, reapers: int) -> tuple[int, ...]:
    """Kills by number of hits when they fall by priority: friends first, then rank by rank (ZB-252, ZB-257)."""
    left = list(counts)
    table = [0] * (min(soak, FARTHEST) + 1)
    kills = 0
    while len(table) <= FARTHEST:
        first = next((ranks[i][0] for i, n in enumerate(left) if n), None)
        able = [i for i, n in enumerate(left) if n and ranks[i] == (first, True)]
        if not able:
            break
        victim = max(able, key=lambda i: left[i]) if reapers else able[0]
        left[victim] -= 1
        kills += 1
        if reapers and left[victim]:
            left[victim] -= 1
            kills += 1
            reapers -= 1
        table.append(kills)
    return tuple(table)


@lru_cache(maxsize=4096)
def hit_chances(dice: int, goal: int, six: int, times: int, again: int, table: tuple[int, ...]) -> Chances:
    """Chances of each number of hits, the last one for all above it.

    ``goal``: least face that hits; ``six``: least face that counts as a 6 and adds ``times`` dice; ``again``: how
    often all dice may be rolled again, before dice are added; ``table``: kills by number of hits.
    """
    most = len(table) - 1
    hit, lucky = _part(goal), _part(six) if times else 0.0
    ends = _grown(hit, lucky, times, dice, most)
    return _rerolled(ends, again, table)


@lru_cache(maxsize=1024)
def _two_zones(
    dice: tuple[int, ...], goals: tuple[int, ...], six: int, times: int, again: int, table: tuple[int, ...], width: int
) -> Chances:
    """Chances of hits in two zones, one after the other in rows of ``width``; re-rolls are for all dice together."""
    lucky = _part(six) if times else 0.0
    one = _grown(_part(goals[0]), lucky, times, dice[0], len(table) // width - 1)
    two = _grown(_part(goals[1]), lucky, times, dice[1], width - 1)
    ends = [(p * q, tuple(x * y for x in first for y in second)) for p, first in one for q, second in two]
    return _rerolled(ends, again, table)


def _rerolled(ends: list[tuple[float, Chances]], again: int, table: tuple[int, ...]) -> Chances:
    """Chances when a roll that promises fewer kills than a new one is rolled again, ``again`` times at most."""
    best: Chances | None = None
    for _ in range(again + 1):
        worth = _worth(best, table) if best is not None else -1.0
        total = [0.0] * len(table)
        for chance, end in ends:
            keep = best is None or _worth(end, table) >= worth - 1e-12
            for hits, part in enumerate(end if keep or best is None else best):
                total[hits] += chance * part
        best = tuple(total)
    assert best is not None
    return best


def _part(face: int) -> float:
    return min(FACES, max(0, FACES + 1 - face)) / FACES


def _worth(chances: Chances, table: tuple[int, ...]) -> float:
    return sum(chance * kills for chance, kills in zip(chances, table, strict=True))


def _grown(hit: float, lucky: float, times: int, dice: int, most: int) -> list[tuple[float, Chances]]:
    """Every roll of the dice with its chance, and the chances of hits it grows to with the dice that sixes add."""
    found = []
    one = _branch(hit, lucky, times, most)
    added = [_point(0, most)]
    for _ in range(dice * times if lucky else 0):
        added.append(_product(added[-1], one))
    for hits in range(dice + 1):
        for sixes in range(hits + 1 if lucky else 1):
            ways = comb(dice, hits) * comb(hits, sixes)
            chance = ways * (1 - hit) ** (dice - hits) * (hit - lucky) ** (hits - sixes) * lucky**sixes
            if chance > 0:
                found.append((chance, _product(_point(hits, most), added[sixes * times if lucky else 0])))
    return found


def _branch(hit: float, lucky: float, times: int, most: int) -> Chances:
    """Chances of the hits that one added die brings with all the dice it adds itself (ZB-402).

    The chance of n hits follows from those of fewer, as the die that adds others is a hit.
    """
    chances = [1 - hit]
    for n in range(1, most):
        chances.append((hit - lucky if n == 1 else 0.0) + lucky * _exact(tuple(chances), times, n - 1))
    return (*chances, max(0.0, 1 - sum(chances))) if most else (1.0,)


def _exact(chances: Chances, times: int, n: int) -> float:
    """The chance that ``times`` dice bring exactly n hits together."""
    total: Chances = (1.0,)
    for _ in range(times):
        total = _sum(total, chances)
    return total[n] if n < len(total) else 0.0


def _point(hits: int, most: int) -> Chances:
    place = min(hits, most)
    return (0.0,) * place + (1.0,) + (0.0,) * (most - place)


def _product(a: Chances, b: Chances) -> Chances:
    """Chances of a sum, the last entry standing for all above it."""
    most = len(a) - 1
    total = [0.0] * (most + 1)
    for i, p in enumerate(a):
        if p:
            for j, q in enumerate(b):
                total[min(i + j, most)] += p * q
    return tuple(total)


def _sum(a: Chances, b: Chances) -> Chances:
    """Chances of a sum, all of them."""
    total = [0.0] * (len(a) + len(b) - 1)
    for i, p in enumerate(a):
        for j, q in enumerate(b):
            total[i + j] += p * q
    return tuple(total)


def _by_kills(hits: Chances, table: tuple[int, ...]) -> Chances:
    total = [0.0] * (max(table) + 1)
    for chance, kills in zip(hits, table, strict=True):
        total[kills] += chance
    return tuple(total)


def _trimmed(kills: Chances) -> Chances:
    """Without impossible numbers at the end."""
    last = max((n for n, chance in enumerate(kills) if chance > 0), default=0)
    return kills[: last + 1]


@lru_cache(maxsize=1024)
def _run_over(
    ranks: Ranks, counts: tuple[int, ...], friends: tuple[int, ...], times: int, again: int, once: int
) -> tuple[Chances, float]:
    """Chances of kills, and of hitting a friend, when a car crosses a zone so many times (ZB-269).

    A die for each figure still there; ``again`` re-rolls each time, ``once`` more the first time.
    """
    start = (counts, tuple(sorted(friends)))
    now: dict[Figures, float] = {start: 1.0}
    for crossing in range(times):
        after: dict[Figures, float] = {}
        for place, chance in now.items():
            for end, part in _crossed(ranks, place, again + (0 if crossing else once)):
                after[end] = after.get(end, 0.0) + chance * part
        now = after
    total = [0.0] * (sum(counts) + 1)
    for (left, _), chance in now.items():
        total[sum(counts) - sum(left)] += chance
    return tuple(total), sum(chance for (_, people), chance in now.items() if people != start[1])


def _crossed(ranks: Ranks, place: Figures, again: int) -> list[tuple[Figures, float]]:
    """Who is left when a car has crossed a zone once, with the chances."""
    left, people = place
    dice = sum(left) + len(people)
    ends = list(_falling(ranks, left, people))
    table = tuple(sum(left) - sum(counts) for counts, _ in ends)
    rolls = _grown(_part(HIT), 0.0, 0, dice, dice)
    return list(zip(ends, _rerolled(rolls, again, table), strict=True))


def _falling(ranks: Ranks, counts: tuple[int, ...], friends: tuple[int, ...]) -> Iterator[Figures]:
    """Who is left after 0, 1, 2 … hits by priority, up to one for each figure; friends share them evenly."""
    left, people = list(counts), sorted(friends)
    most = _kills_by_rank(ranks, counts, 0, 0)[-1]
    yield tuple(left), tuple(people)
    for _ in range(sum(counts) + len(friends)):
        if people:
            people[-1] -= 1
            people = sorted(n for n in people if n)
        elif most:
            most -= 1
            left[next(i for i, n in enumerate(left) if n)] -= 1
        yield tuple(left), tuple(people)
