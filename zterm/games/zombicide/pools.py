"""The ways of giving out a pool of wounds that differ, of all who stand there together (chapter 7, page 15)."""

from __future__ import annotations

from collections.abc import Sequence

from zterm.games.zombicide.fates import Body, Chance, Crowd, Known, Label, Later, Said, fates, over
from zterm.games.zombicide.play import Play
from zterm.games.zombicide.state import Survivor

Ends = dict[tuple[bool, Crowd], list[tuple[Said, ...]]]
_Kept = tuple[tuple[Label, tuple[Body, ...]], ...]
_End = tuple[int, bool, bool, Crowd, _Kept, Chance]
_NOBODY: Chance = (((), 1),)


def ends(t: Play, people: Sequence[Survivor], sources: Sequence[str], later: Later, known: Known) -> Ends:
    """The ends of spreading a pool of wounds that differ: whether anybody suffers a wound, if ``later`` says that this
    counts, and what others notice then, with the answers that lead there, several where what may come later differs.

    ``sources`` are the zombies that wound, all of one kind where somebody ignores wounds of a kind. Wounds have to be
    given out while somebody there can take them (ZB-187).
    """
    hits = len(sources)
    found: dict[_End, tuple[Said, ...]] = {(0, True, False, (), (), _NOBODY): ()}
    for who in people:
        more: dict[_End, tuple[Said, ...]] = {}
        its = fates(t, who, sources[0], hits, later, known)
        for (used, all_fell, hurt, crowd, kept, chance), said in found.items():
            for fate in its:
                if used + fate.hits <= hits:
                    both = tuple(sorted((*kept, (fate.label, fate.kept)))) if fate.kept else kept
                    fell, hit = all_fell and fate.label[0], later.counted and (hurt or fate.hurt)
                    at = (used + fate.hits, fell, hit, _joined(crowd, (fate.label,)), both)
                    more.setdefault((*at, _added(chance, fate.chance, later.most)), said + fate.said)
        found = more
    looks: dict[tuple[bool, Crowd], dict[tuple[_Kept, Chance], tuple[Said, ...]]] = {}
    for (used, all_fell, hurt, crowd, kept, chance), said in found.items():
        if used == hits or all_fell:
            looks.setdefault((hurt, crowd), {}).setdefault((kept, chance), said)
    if not later.once:
        return {end: list(which.values()) for end, which in looks.items()}
    return {
        end: _cover(t, {chance: said for (_, chance), said in which.items()}, later.most)
        for end, which in looks.items()
    }


def _joined(one: Crowd, other: Crowd) -> Crowd:
    return tuple(sorted((*one, *other)))


def _added(one: Chance, other: Chance, most: int) -> Chance:
    """What can come of some survivors and one more: crowds are joined, wounds added."""
    if not other:
        return one
    full = (1 << (most + 1)) - 1
    found: dict[Crowd, int] = {}
    for crowd, bits in one:
        for label, more in other:
            both, sums = _joined(crowd, label), 0
            while more:
                low = more & -more
                sums |= bits * low
                more ^= low
            if sums & full:
                found[both] = found.get(both, 0) | sums & full
    return tuple(sorted(found.items()))


def _cover(t: Play, looks: dict[Chance, tuple[Said, ...]], most: int) -> list[tuple[Said, ...]]:
    """As few ends as are needed so that whatever can come later of any end can come of one of them."""
    full = (1 << (most + 1)) - 1
    ways: list[tuple[set[tuple[Crowd, int]], tuple[Said, ...]]] = []
    for look, said in looks.items():
        reach: set[tuple[Crowd, int]] = set()
        for crowd, bits in look:
            if crowd and all(label[0] for label in crowd):
                bits = full & ~((bits & -bits) - 1)
            seen = () if over(t, crowd) else crowd
            reach |= {(seen, hits) for hits in range(most + 1) if bits >> hits & 1}
        ways.append((reach, said))
    missing = set().union(*(reach for reach, _ in ways))
    kept: list[tuple[Said, ...]] = []
    while missing or not kept:
        reach, said = max(ways, key=lambda way: len(way[0] & missing))
        missing -= reach
        kept.append(said)
    return kept
