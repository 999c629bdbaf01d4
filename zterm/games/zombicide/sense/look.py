"""What a sensible player sees at one moment: figures, threats and ways. Open information only, never hidden faces."""

from __future__ import annotations

from collections import Counter
from heapq import heappop, heappush
from typing import Any

from zterm.games.zombicide.board import Way
from zterm.games.zombicide.doors import tools
from zterm.games.zombicide.hits import damage_of
from zterm.games.zombicide.inventory import in_use
from zterm.games.zombicide.play import Play, danger
from zterm.games.zombicide.points import toll
from zterm.games.zombicide.state import State, Survivor
from zterm.games.zombicide.wounds import wound_limit
from zterm.kernel.match import Match

DOOR_COST = 3.0
MAPS_KEPT = 256
STEPS_KEPT = 256
ZOMBIE_COST = 0.6
WORTH = {"walker": 1.0, "fatty": 1.4, "runner": 2.0, "abomination": 6.0}


class Look:
    """The facts of one decision, worked out when asked for. ``actor`` is the survivor whose turn it is, if any."""

    def __init__(self, match: Match[Any]) -> None:
        assert match.decision is not None
        rules: Any = match.rules
        self.t: Play = rules.play(match.state)
        self.s: State = match.state
        self.lay = self.t.lay
        self.decision = match.decision
        self.options = match.decision.options
        actor = match.decision.actor
        self.actor: Survivor | None = self.s.survivors.get(actor, None)
        self.team = self.s.standing()
        self.held: Counter[str] = Counter(who.zone for who in self.team)
        self.danger = danger(self.s)
        self._wounds: dict[str, float] = {}
        self._damage: int | None = None
        self._openers: list[str] | None = None
        self._giants: list[str] | None = None
        self.gateway: tuple[str, str] | None = None
        self.wheels: dict[str, str] | None = None
        self.mights: dict[tuple[str, str], float] = {}
        self._maps = _maps_of(self.t)
        self.can_open = any(opens(self.t, who) for who in self.team)

    def worth(self, kind: str) -> float:
        """How much the group wants a zombie of a kind dead."""
        its = self.t.box.kinds[kind]
        return WORTH[its.type] + (0.2 if its.species != "standard" else 0.0)

    def wounds_at(self, zone: str) -> float:
        """Wounds that zombies would deal in a zone if the zombies' phase came now: those there, and Runners beside."""
        known = self._wounds.get(zone)
        if known is not None:
            return known
        kinds, zombies = self.t.box.kinds, self.s.zombies
        total = float(sum(n * kinds[k].actions for k, n in zombies.get(zone, {}).items()))
        for beside in self.lay.steps[zone]:
            for kind, n in zombies.get(beside, {}).items():
                if kinds[kind].actions > 1:
                    total += n
        self._wounds[zone] = total
        return total

    def tough(self, kind: str) -> bool:
        """Say whether nobody near can kill a kind of zombie with what is in hand."""
        return self.t.box.kinds[kind].toughness > self.damage

    @property
    def damage(self) -> int:
        """The most damage that anybody on the board deals with a weapon in use."""
        if self._damage is None:
            each = [damage_of(self.t, who, a) for who in self.team for _, i in in_use(self.t, who) for a in i.attacks]
            self._damage = max(each, default=0)
        return self._damage

    @property
    def openers(self) -> list[str]:
        """The survivors who have a door tool in use."""
        if self._openers is None:
            self._openers = [who.name for who in self.team if opens_now(self.t, who)]
        return self._openers

    def bosses(self, zone: str) -> int:
        """Zombies in a zone that nobody can kill now."""
        return sum(n for kind, n in self.s.zombies.get(zone, {}).items() if self.tough(kind))

    @property
    def giants(self) -> list[str]:
        """The zones in which zombies stand that nobody can kill with what is in hand."""
        if self._giants is None:
            self._giants = [zone for zone in self.s.zombies if self.bosses(zone)]
        return self._giants

    def near_zombies(self, zone: str) -> int:
        """Zombies in a zone and the zones beside it."""
        return self.s.crowd(zone) + sum(self.s.crowd(z) for z in self.lay.steps[zone])

    def undone(self) -> list[Survivor]:
        """Survivors who still have something to do in this players' phase, the acting one among them."""
        return [who for who in self.team if not who.done]

    def slack(self, zone: str, besides: Survivor | None = None) -> int:
        """Wounds that the survivors of a zone can take without a death."""
        return sum(spare(self.t, who) for who in self.s.at(zone) if who is not besides)

    def far(self, start: str, doors: bool = True) -> dict[str, float]:
        """Cost of walking from a zone to every other one; with ``doors`` shut doors that tools open cost some more."""
        return self._walks(start, doors)[0]

    def path(self, start: str, goal: str, doors: bool = True) -> list[str]:
        """Zones from ``start`` (left out) to ``goal`` on the cheapest way, [] if there is none."""
        before = self._walks(start, doors)[1]
        if goal not in before:
            return []
        found = [goal]
        while before[found[-1]] != start:
            found.append(before[found[-1]])
        return found[::-1]

    def move(self, who: Survivor, goal: str) -> str:
        """The move that begins a survivor's walk through open doors to a zone, "" where it is no option."""
        path = self.path(who.zone, goal, False) if goal else []
        option = f"move:{path[0]}" if path else ""
        return option if option in self.options else ""

    def _walks(self, start: str, doors: bool) -> Walks:
        key = (start, doors and self.can_open)
        known = self._maps.get(key)
        if known is None:
            known = self._maps[key] = self._search(start, key[1])
        return known

    def _search(self, start: str, doors: bool) -> Walks:
        beside = _beside(self.t, doors)
        crowd = {zone: ZOMBIE_COST * sum(here.values()) for zone, here in self.s.zombies.items()}
        far: dict[str, float] = {start: 0.0}
        before: dict[str, str] = {}
        todo = [(0.0, start)]
        while todo:
            cost, zone = heappop(todo)
            if cost > far[zone]:
                continue
            for other, step in beside[zone]:
                total = cost + step + crowd.get(other, 0.0)
                if total < far.get(other, 1e9):
                    far[other] = total
                    before[other] = zone
                    heappush(todo, (total, other))
        return far, before


Steps = dict[str, list[tuple[str, float]]]
_STEPS: dict[Any, Steps] = {}
"""Zone -> neighbours with the cost of the step, for boards as they stand open."""


def _beside(t: Play, doors: bool) -> Steps:
    """The steps from every zone; with ``doors`` through shut doors that tools open as well."""
    s = t.state
    key = (t.mission.hash, s.ways, tuple(s.locked), doors, repr(s.things) if s.things else "")
    known = _STEPS.get(key)
    if known is None:
        if len(_STEPS) >= STEPS_KEPT:
            _STEPS.clear()
        known = _STEPS[key] = {zone: _steps(t, zone, doors) for zone in t.board.zones}
    return known


def _steps(t: Play, zone: str, doors: bool) -> list[tuple[str, float]]:
    ways, found = t.state.ways, []
    for way in t.board.touching[zone]:
        if way.passable(ways) and way.starts(zone, ways):
            found.append((way.other(zone), 1.0 + toll(t, zone, 0)))
        elif doors and way.by in ("door", "main_door") and way.id not in t.state.locked and way.leads(ways, True):
            found.append((way.other(zone), 1.0 + DOOR_COST))
    return found


Walks = tuple[dict[str, float], dict[str, str]]
_MAPS: dict[Any, dict[tuple[str, bool], Walks]] = {}
"""Walks of the last few positions, by board, open ways and where zombies stand."""


def opened(way: Way, zone: str, ways: int) -> bool:
    """Say whether a shut door could be passed from a zone if it alone were opened: no gate bars it as well."""
    return way.bit >= 0 and way.passable(ways | 1 << way.bit) and way.starts(zone, ways)


def _maps_of(t: Play) -> dict[tuple[str, bool], Walks]:
    s = t.state
    crowds = tuple((zone, sum(here.values())) for zone, here in s.zombies.items())
    key = (t.mission.hash, s.ways, len(s.locked), crowds)
    known = _MAPS.get(key)
    if known is None:
        if len(_MAPS) >= MAPS_KEPT:
            _MAPS.clear()
        known = _MAPS[key] = {}
    return known


def opens(t: Play, who: Survivor) -> bool:
    """Say whether a survivor carries a door tool."""
    return "break_in" in who.skills or any(card in t.items and t.items[card].opens_doors for card in who.slots if card)


def opens_now(t: Play, who: Survivor) -> bool:
    """Say whether a survivor has a door tool in use."""
    return bool(tools(t, who))


def spare(t: Play, who: Survivor) -> int:
    """Wounds a survivor can take and live: wounds left below the limit, cards that prevent one, Tough."""
    cards = sum(1 for _, item in in_use(t, who) if item.prevents)
    return wound_limit(who) - 1 - who.wounds + cards + ("tough" in who.skills)
