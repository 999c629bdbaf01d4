"""The odds of an attack before the dice fall, exactly: every roll weighed, none sampled.

Re-rolls count as used when they raise the expected kills; free choice goes to whatever dies; friends in the
line of fire take each hit that comes, one after the other, without preventing a wound.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import comb

from zterm.games.zombicide.cars import HIT
from zterm.games.zombicide.combat import MOST, Weapon, chooses_targets, dice_of, kind_of, needed, rerolls
from zterm.games.zombicide.hits import damage_of, friends_in
from zterm.games.zombicide.play import Play, stealthy
from zterm.games.zombicide.skills import has, skill
from zterm.games.zombicide.state import Survivor
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
    kills: Chances = (1.0,)
    missed = 1.0
    for i, each in enumerate(zones):
        one = Weapon(attack, (weapon.slots[i],), attack.id) if len(zones) > 1 else weapon
        more, friend = _one_zone(t, who, one, each, i > 0)
        kills = _sum(kills, more)
        missed *= 1 - friend
    return Odds(_trimmed(kills), 1 - missed, noise)


def _one_zone(t: Play, who: Survivor, weapon: Weapon, zone: str, again: bool) -> tuple[Chances, float]:
    """Chances of kills and of hitting a friend in one zone; ``again``: what works once a turn is used up."""
    attack, kind = weapon.attack, kind_of(weapon.attack)
    free = not attack.ranged or attack.chooses or chooses_targets(who, zone)
    immune = attack.ranged and not (free and "point_blank" in who.skills and zone == who.zone)
    ranks, counts = _zombies(t, zone, damage_of(t, who, attack), immune)
    friends = () if free else _friends(t, who, zone, damage_of(t, who, attack), frozenset())
    reaper = has(who, "reaper", kind) > 0
    table = _kills_free(ranks, counts, reaper) if free else _kills_by_rank(ranks, counts, sum(friends), reaper)
    goal, bonus = needed(who, attack), has(who, "roll", kind)
    sources = [s for s in rerolls(t, who, attack) if not (again and s in who.skills and skill(s).reroll == "turn")]
    six = has(who, "six", kind)
    hits = hit_chances(dice_of(t, who, weapon), goal, MOST - bonus, six, len(sources), table)
    return _by_kills(hits, table), (1 - hits[0]) if friends else 0.0


def drive_odds(t: Play, who: Survivor, path: Sequence[str]) -> Odds | None:
    """Give the odds of driving along zones: all in them are run over (ZB-269); None when that hits nobody."""
    car = t.state.cars[who.car]
    if car.kind == "hippiemobile":
        return None
    aboard = frozenset(name for name in car.seats if name is not None)
    passes: dict[str, int] = {}
    for zone in (car.zone, *path):
        passes[zone] = passes.get(zone, 0) + 1
    kills: Chances = (1.0,)
    missed = 1.0
    anybody = False
    for zone, times in passes.items():
        ranks, counts = _zombies(t, zone, 1, False)
        friends = _friends(t, who, zone, 1, aboard)
        anybody = anybody or bool(counts or friends)
        kills = _sum(kills, _run_over(ranks, counts, friends, times))
        missed *= (1 - _part(HIT)) ** (times * (sum(counts) + len(friends))) if friends else 1.0
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


def _kills_free(ranks: Ranks, counts: tuple[int, ...], reaper: bool) -> tuple[int, ...]:
    """Kills by number of hits, the last entry standing for all above it: every hit takes one that dies."""
    able = [count for (_, dies), count in zip(ranks, counts, strict=True) if dies]
    total = sum(able)
    extra = 1 if reaper and any(count > 1 for count in able) else 0
    most = min(total, FARTHEST)
    return (0, *(min(total, hits + extra) for hits in range(1, most + 1)))


def _kills_by_rank(ranks: Ranks, counts: tuple[int, ...], soak: int, reaper: bool) -> tuple[int, ...]:
    """Kills by number of hits when they fall by priority: friends first, then rank by rank (ZB-252, ZB-257)."""
    left = list(counts)
    table = [0] * (min(soak, FARTHEST) + 1)
    kills = 0
    while len(table) <= FARTHEST:
        first = next((ranks[i][0] for i, n in enumerate(left) if n), None)
        able = [i for i, n in enumerate(left) if n and ranks[i] == (first, True)]
        if not able:
            break
        victim = max(able, key=lambda i: left[i]) if reaper else able[0]
        left[victim] -= 1
        kills += 1
        if reaper and left[victim]:
            left[victim] -= 1
            kills += 1
            reaper = False
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
    best: Chances | None = None
    for _ in range(again + 1):
        worth = _worth(best, table) if best is not None else -1.0
        total = [0.0] * (most + 1)
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
def _run_over(ranks: Ranks, counts: tuple[int, ...], friends: tuple[int, ...], times: int) -> Chances:
    """Chances of kills when a car crosses a zone so many times: a die for each figure still there (ZB-269)."""
    now: dict[Figures, float] = {(counts, friends): 1.0}
    for _ in range(times):
        after: dict[Figures, float] = {}
        for (left, people), chance in now.items():
            dice = sum(left) + len(people)
            for hits, place in enumerate(_falling(ranks, left, people)):
                part = chance * comb(dice, hits) * _part(HIT) ** hits * (1 - _part(HIT)) ** (dice - hits)
                after[place] = after.get(place, 0.0) + part
        now = after
    total = [0.0] * (sum(counts) + 1)
    for (left, _), chance in now.items():
        total[sum(counts) - sum(left)] += chance
    return tuple(total)


def _falling(ranks: Ranks, counts: tuple[int, ...], friends: tuple[int, ...]) -> Iterator[Figures]:
    """Who is left after 0, 1, 2 … hits by priority, up to one for each figure; friends share them evenly."""
    left, people = list(counts), sorted(friends)
    most = _kills_by_rank(ranks, counts, 0, False)[-1]
    yield tuple(left), tuple(people)
    for _ in range(sum(counts) + len(friends)):
        if people:
            people[-1] -= 1
            people = sorted(n for n in people if n)
        elif most:
            most -= 1
            left[next(i for i, n in enumerate(left) if n)] -= 1
        yield tuple(left), tuple(people)
