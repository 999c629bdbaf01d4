"""A player that knows a mission's orders (``golden_plans``) and plays them sensibly and a little at random."""

from __future__ import annotations

import heapq
import random
from collections.abc import Callable
from typing import Any, NamedTuple

from msgspec.structs import replace

from zterm.games.zombicide.state import SLOT_NAMES, WOUNDED, State, Survivor
from zterm.kernel.match import Match

GRAPHS: dict[Any, dict[str, list[tuple[str, float, str]]]] = {}
"""Ways between zones for each position of the doors seen so far."""


class Task(NamedTuple):
    """Something to be done: the answer that does it, where, by whom (nobody named: whoever is nearest).

    Without an option the task is to be there; ``all`` wants everybody.
    """

    option: str
    zone: str
    weight: float = 1.0
    all: bool = False
    who: tuple[str, ...] = ()
    stay: bool = False


class Ride(NamedTuple):
    """A car that takes some survivors to a zone near their tasks; the first of them drives."""

    car: str
    stop: str
    names: tuple[str, ...]


class Plan(NamedTuple):
    """What is wanted now, how far the mission has come, and where those without a task go.

    A ``close`` group does one task after the other, all together; ``fear`` says how much zombies count, ``loot``
    that weapons are looked for first, ``calm`` how much the danger level counts,
    ``arms`` how much weapons do beyond the first,
    ``rides`` who goes by car, ``gate`` which sides of
    the gate are wanted open, ``push`` that the win is near enough to be tried for at once,
    ``idle`` who leaves the searching to the others, ``wait`` that the idle stay in a car that has come where it should.
    """

    tasks: list[Task]
    done: float
    rally: str = ""
    close: bool = False
    fear: float = 1.0
    loot: bool = False
    calm: float = 1.0
    arms: float = 0.0
    rides: tuple[Ride, ...] = ()
    gate: str = ""
    push: bool = False
    idle: tuple[str, ...] = ()
    wait: bool = False


Planner = Callable[[Match[Any]], Plan]


def firepower(t: Any, who: Survivor) -> float:
    """Say how well armed a survivor is: the better hand, or both with a pair that strikes together."""
    left, right = (None if c is None or c == WOUNDED else c for c in who.slots[:2])
    best = max(value_of(t, left), value_of(t, right)) + 0.2 * min(value_of(t, left), value_of(t, right))
    if left is not None and left == right and any(a.dual for a in t.box.items[left].attacks):
        best = value_of(t, left) * 2
    if left and right and right in (t.box.items[left].partner, left) and t.box.items[left].partner:
        best += t.box.items[left].partner_dice * 0.65
    return best


def value_of(t: Any, card: str | None) -> float:
    """Say how good a card is to have in hand."""
    if card is None or card == WOUNDED:
        return -1.0
    item = t.box.items[card]
    worth = 0.7 if card in ("gasoline", "glass_bottles") else 0.2
    for a in item.attacks:
        hits = a.dice * (7 - a.accuracy) / 6 * (1.6 if a.damage > 1 else 1.0) if a.dice else 2.0
        worth = max(worth, hits * (1.15 if a.ranged else 1.3))
    return worth + (1.0 if item.opens_doors else 0.0)


class Walker:
    """Ways over the board for survivors: what each zone costs to reach."""

    def __init__(self, match: Match[Any]) -> None:
        self.s: State = match.state
        self.t: Any = match.rules.play(self.s)
        self.board = self.t.board
        keys = tuple(sorted({c for w in self.s.standing() for c in w.slots[:2] if c in self.s.opens_with.values()}))
        self.key = (id(self.board), self.s.ways, len(self.s.populated), tuple(self.s.locked), keys)
        if len(GRAPHS) > 4000:
            GRAPHS.clear()

    def neighbours(self, zone: str, tool: bool) -> list[tuple[str, float, str]]:
        """List (zone, cost, door) one step away, zombies not counted; a shut door that a tool opens costs more."""
        graph = GRAPHS.get((self.key, tool))
        if graph is None:
            graph = GRAPHS[self.key, tool] = {name: self.ways_from(name, tool) for name in self.board.zones}
        return graph[zone]

    def ways_from(self, zone: str, tool: bool) -> list[tuple[str, float, str]]:
        """Make one zone's entry of the graph."""
        found, ways = [], self.s.ways
        for way in self.board.touching[zone]:
            other = way.other(zone)
            if way.by == "rim" or other == zone:
                continue
            if way.passable(ways):
                found.append((other, 1.0, ""))
            elif way.id in self.board.doors and way.by != "cell_door" and self.can_open(way):
                rooms = sum(1 for z in self.t.lay.built(other) if z not in self.s.populated)
                found.append((other, 2.0 + 1.2 * rooms + (0.0 if tool else 12.0), way.id))
        return found

    def can_open(self, way: Any) -> bool:
        """Say whether a tool would open the door now."""
        s = self.s
        if way.id in s.locked or (s.ways | 1 << way.bit) & way.needs != way.needs:
            return False
        wanted = s.opens_with.get(way.id)
        return not wanted or any(wanted in w.slots[:2] for w in s.standing())

    def far(self, start: str, tool: bool) -> tuple[dict[str, float], dict[str, tuple[str, str]]]:
        """Costs from a zone to all others, and how each was reached (zone before, door)."""
        cost = {start: 0.0}
        came: dict[str, tuple[str, str]] = {}
        heap = [(0.0, start)]
        crowds = {zone: 2.0 * sum(here.values()) for zone, here in self.s.zombies.items()}
        while heap:
            c, zone = heapq.heappop(heap)
            if c > cost[zone]:
                continue
            for other, price, door in self.neighbours(zone, tool):
                new = c + price + crowds.get(other, 0.0)
                if new < cost.get(other, 1e9):
                    cost[other] = new
                    came[other] = (zone, door)
                    heapq.heappush(heap, (new, other))
        return cost, came

    def road(self, stop: str) -> dict[str, int]:
        """Zones to drive to a zone, from every zone that a car can come from."""
        drives = self.t.lay.drives
        found, todo = {stop: 0}, [stop]
        for zone in todo:
            for other in drives[zone]:
                if other not in found:
                    found[other] = found[zone] + 1
                    todo.append(other)
        return found

    def rides(self, ride: Ride, who: Survivor, cost: dict[str, float]) -> dict[str, float]:
        """Costs from where a ride ends, with what it takes to get there."""
        car = self.s.cars[ride.car]
        price = 0.0 if who.car == ride.car else cost.get(car.zone, 60.0) + 1.0
        price += 0.5 * self.road(ride.stop).get(car.zone, 120) + (1.0 if car.zone != ride.stop or who.car else 0.0)
        return {zone: price + c for zone, c in self.far(ride.stop, self.has_tool(who))[0].items()}

    def has_tool(self, who: Survivor) -> bool:
        """Say whether a survivor holds a door tool."""
        return any(c and c != WOUNDED and self.t.box.items[c].opens_doors for c in who.slots[:2])


def assign(plan: Plan, walk: Walker, team: list[Survivor]) -> tuple[dict[str, Task], float]:
    """Give each survivor a task, nearest first; returns the tasks and what is still to walk."""
    given: dict[str, Task] = {}
    total = 0.0
    costs = {w.name: walk.far(w.zone, walk.has_tool(w))[0] for w in team}
    for ride in plan.rides:
        for w in team:
            if w.name in ride.names:
                by_car = walk.rides(ride, w, costs[w.name])
                costs[w.name] = {z: min(c, by_car.get(z, c)) for z, c in {**by_car, **costs[w.name]}.items()}
    rally, weight = plan.rally, 0.15
    if plan.close and plan.tasks:
        rally, weight = plan.tasks[0].zone, 0.5
    for task in plan.tasks[:1] if plan.close else plan.tasks:
        if task.all:
            for w in team:
                total += task.weight * min(costs[w.name].get(task.zone, 60.0), 60.0)
                given.setdefault(w.name, task)
            continue
        able = [w for w in team if not task.who or w.name in task.who]
        free = [w for w in able if w.name not in given] or able
        if not free:
            total += 60.0 * task.weight
            continue
        best = min(free, key=lambda w: (costs[w.name].get(task.zone, 60.0), w.name))
        total += task.weight * (min(costs[best.name].get(task.zone, 60.0), 60.0) + (1.5 if task.option else 0.0))
        given.setdefault(best.name, task)
    if rally:
        for w in team:
            if w.name not in given:
                given[w.name] = Task("", rally)
                total += weight * min(costs[w.name].get(rally, 40.0), 40.0)
    return given, total


class Policy:
    """Plays sensibly and a little at random."""

    def __init__(self, planner: Planner, seed: int) -> None:
        self.planner = planner
        self.dice = random.Random(seed)
        self.asked: tuple[str, tuple[Task, ...]] | None = None
        self.task: Task | None = None
        self.bold = self.dice.choice([0.0, 0.3, 0.6, 1.0])

    def choose(self, match: Match[Any]) -> str:
        """Answer the open question."""
        d = match.decision
        assert d is not None
        method = getattr(self, f"_{d.kind}", None)
        answer = method(match, d) if method else None
        return answer if answer is not None else self.dice.choice(d.options)

    def _turn(self, match: Match[Any], d: Any) -> str:
        walk = Walker(match)
        s, t = match.state, walk.t
        who = s.survivors[d.actor]
        plan = self.planner(match)
        key = (who.name, tuple(plan.tasks))
        if key != self.asked:
            self.asked, self.task = key, assign(plan, walk, s.standing())[0].get(who.name)
        task = self.task
        options = set(d.options)
        for one in plan.tasks:
            if one.option in options and one.zone == who.zone and (not one.who or who.name in one.who):
                return one.option
        here = s.zombies.get(who.zone, {})
        crowd = sum(here.values())
        ride = self._ride(walk, plan, who, options)
        if ride is not None:
            return ride
        wants_to_go = task is not None and task.zone != who.zone
        fight = self._best_attack(t, s, who, options)
        if crowd and fight and (not wants_to_go or crowd > 1 or self.dice.random() > self.bold):
            return fight
        if crowd and not wants_to_go and who.actions > crowd:
            moves = [o for o in options if o.startswith("move:") and not s.zombies.get(o.split(":")[-1])]
            if moves:
                return self.dice.choice(sorted(moves))
        idle = not wants_to_go or (task is not None and not task.option and not task.all)
        if idle and not fight and who.name not in plan.idle:
            errand = self._errand(walk, who, options, plan.loot)
            if errand:
                return errand
        if wants_to_go and task is not None:
            step = self._step(walk, who, task.zone, options)
            if step and (not fight or self.dice.random() < 0.35 + 0.6 * self.bold):
                return step
            if fight:
                return fight
            if step:
                return step
        if fight:
            return fight
        away = self._flee(walk, who, options)
        if away and self.dice.random() < 0.75:
            return away
        if "search" in options and who.name not in plan.idle and self.dice.random() < 0.9:
            return "search"
        combos = sorted(o for o in options if o.startswith("combine:"))
        if combos:
            return combos[0]
        if "inventory" in options and who.actions and self._could_improve(t, who) and self.dice.random() < 0.5:
            return "inventory"
        reloads = sorted(o for o in options if o.startswith("reload:"))
        if reloads and who.actions:
            return reloads[0]
        return "end"

    def _ride(self, walk: Walker, plan: Plan, who: Survivor, options: set[str]) -> str | None:
        """Board, drive or leave a car that a plan names; None where it says nothing."""
        ride = next((ride for ride in plan.rides if who.name in ride.names), None)
        s = walk.s
        fight = self._best_attack(walk.t, s, who, options)
        if ride is None or s.cars[ride.car].zone == ride.stop:
            leave = sorted(o for o in options if o.startswith("leave:"))
            stays = plan.wait and who.name in plan.idle
            if leave and not stays and (ride is None or not fight or self.dice.random() < 0.6):
                return leave[0]
            return None
        car = s.cars[ride.car]
        if who.car != ride.car:
            cost, _ = walk.far(who.zone, walk.has_tool(who))
            by_car = cost.get(car.zone, 60.0) + 1.0 + 0.5 * walk.road(ride.stop).get(car.zone, 120)
            if cost.get(ride.stop, 60.0) <= by_car:
                return None
            if who.zone != car.zone:
                return None if fight and self.dice.random() < 0.3 else self._step(walk, who, car.zone, options)
            seats = sorted(o for o in options if o.startswith(f"enter:{ride.car}:"))
            if not seats:
                return fight
            return seats[0] if who.name == ride.names[0] or len(seats) == 1 else seats[self.dice.random() < 0.8]
        drives = sorted(o for o in options if o.startswith("drive:"))
        waited = [n for n in ride.names if s.survivors[n].playing and s.survivors[n].car != ride.car]
        if who.seat != 1:
            if car.seats[0] is None and f"seat:{ride.car}:1" in options and who.name == ride.names[0]:
                return f"seat:{ride.car}:1"
            return fight or "end"
        if waited and self.dice.random() < 0.7:
            return fight or "end"
        road = walk.road(ride.stop)
        if not drives or (fight and self.dice.random() < 0.2):
            return fight or "end"
        over = self.dice.choice([0.0, 0.5])

        def length(option: str) -> float:
            zones = option.split(":")[2:]
            return road.get(zones[-1], 99) + over * sum(s.crowd(z) for z in zones) + 0.2 * self.dice.random()

        return min(drives, key=length)

    def _errand(self, walk: Walker, who: Survivor, options: set[str], loot: bool) -> str | None:
        """Look for a weapon, or go for zombies near by."""
        armed = max(value_of(walk.t, c) for c in who.slots[:2])
        cost, _ = walk.far(who.zone, walk.has_tool(who))
        if (loot or armed < 1.6) and not who.searched and self.dice.random() < 0.8:
            if "search" in options:
                return "search"
            rooms = [(c, z) for z, c in cost.items() if walk.board.zones[z].kind == "room" and c <= 4]
            if rooms and min(rooms)[1] != who.zone:
                return self._step(walk, who, min(rooms)[1], options)
        if armed >= 0.5 and self.dice.random() < 0.6:
            prey = [(c - 2 * walk.s.crowd(z) + self.dice.random(), z) for z, c in cost.items() if walk.s.zombies.get(z)]
            prey = [(c, z) for c, z in prey if c <= who.actions + 0.5 and walk.s.crowd(z) <= 3]
            if prey and min(prey)[1] != who.zone:
                return self._step(walk, who, min(prey)[1], options)
        return None

    def _flee(self, walk: Walker, who: Survivor, options: set[str]) -> str | None:
        """Step away from where many zombies are near."""

        def threat(zone: str) -> float:
            near = walk.t.lay.steps[zone]
            return 3.0 * walk.s.crowd(zone) + sum(walk.s.crowd(z) for z in near)

        here = threat(who.zone)
        if here < 2:
            return None
        moves = [o for o in sorted(options) if o.startswith("move:") and not walk.s.crowd(o.split(":")[-1])]
        rated = [(threat(o.split(":")[-1]) + self.dice.random(), o) for o in moves]
        if not rated or min(rated)[0] >= here - 0.5:
            return None
        return min(rated)[1]

    def _could_improve(self, t: Any, who: Survivor) -> bool:
        hands = [value_of(t, c) for c in who.slots[:2] if c != WOUNDED]
        pack = who.slots[2:]
        held = [c for c in who.slots[:2] if c and c != WOUNDED]
        pair = any(c in pack for c in held if any(a.dual for a in t.box.items[c].attacks))
        return bool(hands) and (pair or max((value_of(t, c) for c in pack), default=-1) > min(hands) + 0.3)

    def _step(self, walk: Walker, who: Survivor, goal: str, options: set[str]) -> str | None:
        _, came = walk.far(who.zone, walk.has_tool(who))
        if goal not in came:
            return None
        path = [goal]
        doors = []
        while path[-1] != who.zone:
            before, door = came[path[-1]]
            doors.append(door)
            path.append(before)
        path.reverse()
        doors.reverse()
        if doors[0]:
            found = sorted(o for o in options if o == f"open:{doors[0]}" or o.startswith(f"open:{doors[0]}:"))
            return found[0] if found else None
        if len(path) > 2 and f"move:{path[1]}:{path[2]}" in options and not doors[1]:
            return f"move:{path[1]}:{path[2]}"
        if walk.board.zones[path[1]].kind == "security" and who.actions < 2:
            return None
        return f"move:{path[1]}" if f"move:{path[1]}" in options else None

    def _best_attack(self, t: Any, s: State, who: Survivor, options: set[str]) -> str | None:
        best, found = 0.25, None
        near = set(t.lay.steps[who.zone])
        for option in options:
            if not option.startswith("attack:"):
                continue
            _, names, zone = option.split(":")
            if "+" in zone:
                continue
            there = s.zombies.get(zone)
            if not there:
                continue
            parts = names.split("+")
            attack = t.attacks[parts[0]]
            if attack.everything:
                big = any(kind.endswith("abomination") for kind in there)
                if s.at(zone) or (sum(there.values()) < 5 and not big):
                    continue
                score = 0.4 * sum(there.values()) + 3.0 * big
            else:
                dice = attack.dice * len(parts)
                bad = 0
                able = 0
                for kind, n in there.items():
                    tough = t.box.kinds[kind].toughness
                    if tough > attack.damage or (attack.ranged and kind.startswith("berserker")):
                        bad += n
                    else:
                        able += n
                if not able:
                    continue
                if attack.ranged and [m for m in s.at(zone) if m is not who]:
                    continue
                hits = min(dice * (7 - attack.accuracy) / 6, able + 0.0)
                score = hits * (0.5 if bad and attack.ranged else 1.0)
            if zone == who.zone or s.at(zone):
                score *= 3.0
            elif zone not in near:
                score *= 0.6
            score *= 0.7 + 0.6 * self.dice.random()
            if score > best:
                best, found = score, option
        return found

    def _rearrange(self, match: Match[Any], d: Any) -> str | None:
        t = match.rules.play(match.state)
        who = match.state.survivors[d.actor]
        options = set(d.options)
        for o in sorted(options):
            if o.startswith("combine:"):
                return o
        if "done" not in options:
            drops = [o for o in options if o.startswith("drop:")]
            rank = sorted(
                drops, key=lambda o: (self._keep_worth(match, t, who.slots[SLOT_NAMES.index(o.split(":")[1])]), o)
            )
            return rank[0] if rank else None
        now, best, found = firepower(t, who), 0.05, "done"
        for hand in (0, 1):
            for pack in range(2, min(len(who.slots), 6)):
                option = f"swap:{SLOT_NAMES[hand]}:{SLOT_NAMES[pack]}"
                if option not in options or who.slots[pack] is None or WOUNDED in (who.slots[hand], who.slots[pack]):
                    continue
                slots = list(who.slots)
                slots[hand], slots[pack] = slots[pack], slots[hand]
                gain = firepower(t, replace(who, slots=slots)) - now
                if gain > best:
                    best, found = gain, option
        return found

    def _search(self, match: Match[Any], d: Any) -> str | None:
        if "keep" in d.options:
            return "keep"
        return "discard" if "discard" in d.options else None

    def _assign_wound(self, match: Match[Any], d: Any) -> str:
        people = match.state.survivors

        def left(option: str) -> tuple[float, str]:
            who = people[option.split(":")[1]]
            return ((5 if who.zombivor else 2) - who.wounds + self.dice.random() * 1.5, who.name)

        return str(max(d.options, key=left))

    def _lose_card(self, match: Match[Any], d: Any) -> str:
        t = match.rules.play(match.state)
        who = match.state.survivors[d.actor]
        return str(min(d.options, key=lambda o: (self._keep_worth(match, t, who.slots[SLOT_NAMES.index(o[5:])]), o)))

    def _keep_worth(self, match: Match[Any], t: Any, card: str | None) -> float:
        tags = match.state.tags.values()
        if any(card in cards for cards in tags) or card == "concrete_saw":
            return 50.0
        tool = card is not None and card != WOUNDED and t.box.items[card].opens_doors
        return value_of(t, card) + (4.0 if tool else 0.0)

    def _prevent(self, match: Match[Any], d: Any) -> str:
        return str(next(o for o in d.options if o != "suffer"))

    def _escape(self, match: Match[Any], d: Any) -> str:
        stay = {task.option for task in self.planner(match).tasks if task.stay}
        return "stay" if stay and self.dice.random() < 0.9 else "escape"

    def _gate(self, match: Match[Any], d: Any) -> str:
        wanted, now = self.planner(match).gate, match.state.gates["g1"]
        if not wanted or self.dice.random() < 0.1:
            return str(self.dice.choice(d.options))

        def open_after(option: str) -> int:
            order = "NESWN" if option == "turn:right" else "NWSEN"
            return len(set(wanted) & {order[order.index(side) + 1] for side in now})

        return str(max(sorted(d.options), key=open_after))
