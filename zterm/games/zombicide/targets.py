"""Where zombies want to go (chapter 7, page 16): sight, then noise, then the shortest ways."""

from __future__ import annotations

from zterm.games.zombicide.play import Play, quiet
from zterm.games.zombicide.state import Survivor
from zterm.games.zombicide.variants import chosen


class Senses:
    """What zombies can perceive at one moment: where survivors stand, and the noise of each zone.

    ``lure`` is a survivor who taunts: he alone is a target then (ZB-414). Survivors with a Rotten mark
    are not perceived (ZB-405).
    """

    __slots__ = ("loud", "lure", "noise", "stands", "ways")

    def __init__(self, t: Play, lure: Survivor | None = None) -> None:
        s = t.state
        self.lure = lure
        self.loud = s.loud
        self.noise: dict[str, int] = {s.loud: 0, **s.noise} if s.loud else dict(s.noise)
        self.stands: dict[str, list[Survivor]] = {}
        self.ways: dict[str, list[str]] = {}
        for who in s.survivors.values():
            if who.playing and "rotten" not in who.marks:
                self.stands.setdefault(who.zone, []).append(who)
                if not quiet(who):
                    self.noise[who.zone] = self.noise.get(who.zone, 0) + 1

    def victims(self, zone: str) -> list[Survivor]:
        """Survivors whom zombies in a zone attack, in cars too (ZB-182, ZB-192)."""
        here = self.stands.get(zone, [])
        if self.lure is not None:
            return [self.lure] if self.lure in here else []
        return here


def loudest(t: Play, senses: Senses, zones: list[str]) -> list[str]:
    """Pick the noisiest of some zones, all of them when they tie, in board order (ZB-200, Loud ZB-391)."""
    if senses.loud in zones:
        return [senses.loud]
    most = max(senses.noise.get(z, 0) for z in zones)
    best = [z for z in zones if senses.noise.get(z, 0) == most]
    return best if len(best) == 1 else sorted(best, key=t.board.rank.__getitem__)


def goals(t: Play, senses: Senses, zone: str) -> tuple[list[str], bool]:
    """Say which zones the zombies of a zone head for, and whether closed doors count as open on the way.

    Survivors in sight first, the noisiest of them (ZB-199, ZB-200); else the noisiest zone with an open path
    (ZB-201); else the noisiest with a path as if doors were open (ZB-202, ZB-203). Those already there stay (ZB-213),
    and all where there is neither (ZB-214).
    """
    distance = t.lay.distance
    if senses.lure is not None:
        return [senses.lure.zone], distance(senses.lure.zone, zone) is None
    if senses.loud and chosen(t.state.options, "loud") == "always" and zone not in senses.stands:
        return [] if zone == senses.loud else [senses.loud], distance(senses.loud, zone) is None
    seen = t.lay.sees[zone]
    visible = [z for z in senses.stands if z in seen]
    if visible:
        best = loudest(t, senses, visible)
        return best, all(distance(z, zone) is None for z in best)
    noisy = [z for z, amount in senses.noise.items() if amount > 0 or z == senses.loud]
    if not noisy:
        return [], False
    reachable = [z for z in noisy if distance(z, zone) is not None]
    best = loudest(t, senses, reachable or [z for z in noisy if distance(z, zone, True) is not None] or noisy)
    return [] if zone in best else best, not reachable


def ways(t: Play, senses: Senses, zone: str) -> list[str]:
    """Give the zones that zombies would enter next, one for each way of equal right (ZB-205, ZB-206)."""
    known = senses.ways.get(zone)
    if known is not None:
        return known
    found = senses.ways[zone] = steps_toward(t, zone, *goals(t, senses, zone))
    return found


def steps_toward(t: Play, zone: str, targets: list[str], shut: bool) -> list[str]:
    """Give the first steps of the shortest ways to some targets, in board order.

    The zone itself is one of them where a target is as near as zombies come to it, at the foot of a tower (ZB-215).
    """
    if len(targets) == 1:
        return list(t.lay.toward(targets[0], zone, shut))
    first = dict.fromkeys(step for target in targets for step in t.lay.toward(target, zone, shut))
    if first and any(t.lay.distance(target, zone, shut) == 0 for target in targets):
        first[zone] = None
    return sorted(first, key=t.board.rank.__getitem__)
