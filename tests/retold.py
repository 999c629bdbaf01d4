"""The zombies' phase told a second time, from the rulebook alone, on towns drawn at random (chapters 5 and 7).

``draw`` makes a town with survivors, noise and zombies on it, ``Horde`` says what must become of them. Nothing of the
rules' own code is used, so that both are wrong only where both misread the book in the same way.
"""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import Any

NAMES = ("kim", "watts", "joshua", "grindlock", "belle", "shannon")
PLAIN = ("walker", "fatty", "runner", "berserker_walker", "berserker_fatty", "berserker_runner")
HUGE = ("abomination", "berserker_abomination")
LEVELS = (("blue", 0), ("yellow", 7), ("orange", 19), ("red", 43))
MOST_ACTS = 60
"""Positions with longer chains are left out."""


class Endless(Exception):
    """A chain of extra activations that is too long to be told."""


class Lost(Exception):
    """The last survivor is dead."""


class Town:
    """Zones on a grid of blocks: ``rows`` names the zone of each block, ``kinds`` and ``borders`` say the rest."""

    def __init__(self, random: Random) -> None:
        width, height = random.randint(2, 5), random.randint(1, 4)
        rows: list[list[str]] = [[""] * width for _ in range(height)]
        names = iter("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
        for y in range(height):
            for x in range(width):
                if not rows[y][x]:
                    rows[y][x] = zone = "." if random.random() < 0.12 else next(names)
                    chance = random.random()
                    if chance < 0.25 and x + 1 < width and not rows[y][x + 1]:
                        rows[y][x + 1] = zone
                    elif 0.25 < chance < 0.45 and y + 1 < height and not rows[y + 1][x]:
                        rows[y + 1][x] = zone
        self.rows = rows
        self.blocks: dict[str, list[tuple[int, int]]] = {}
        for y, row in enumerate(rows):
            for x, zone in enumerate(row):
                if zone != ".":
                    self.blocks.setdefault(zone, []).append((x, y))
        self.zones = list(self.blocks)
        self.kinds = {z: random.choice(("street", "street", "corridor", "room")) for z in self.zones}
        self.borders: dict[tuple[str, str], str] = {}
        for a, b in sorted(self._touching()):
            if random.random() < 0.85:
                self.borders[a, b] = random.choice(self._fitting(a, b))

    def _touching(self) -> set[tuple[str, str]]:
        found = set()
        for zone, blocks in self.blocks.items():
            for x, y in blocks:
                for other in (self.at(x + 1, y), self.at(x, y + 1)):
                    if other not in (".", zone):
                        found.add((min(zone, other), max(zone, other)))
        return found

    def _fitting(self, a: str, b: str) -> tuple[str, ...]:
        rooms = [self.kinds[a], self.kinds[b]].count("room")
        outside = ("open", "open", "open", "open", "open", "fence", "shut", "ajar")
        return (outside, ("shut", "shut", "ajar", "ajar", "open"), ("open", "open", "shut", "ajar"))[rooms]

    def at(self, x: int, y: int) -> str:
        """The zone of a block, "." for none."""
        return self.rows[y][x] if 0 <= y < len(self.rows) and 0 <= x < len(self.rows[0]) else "."

    def drawn(self) -> dict[str, Any]:
        """The town as scenario files have it."""
        zones = {}
        for zone, blocks in self.blocks.items():
            (x, y), (right, down) = min(blocks), max(blocks)
            zones[zone] = {"kind": self.kinds[zone], "at": [4 * x, 3 * y, 4 * (right - x + 1), 3 * (down - y + 1)]}
        joins: list[dict[str, Any]] = []
        for (a, b), by in self.borders.items():
            join: dict[str, Any] = {"zones": [a, b], "by": by}
            if by in ("shut", "ajar"):
                join |= {"by": "door", "id": f"d{a}{b}", "state": "closed" if by == "shut" else "open"}
            joins.append(join)
        return {"zones": zones, "joins": joins}


class Horde:
    """What becomes of a position. ``wounds`` are those that each survivor has and can bear, ``said`` the answers that
    were given on the way, drawn at random from those that stand."""

    def __init__(self, town: Town, random: Random) -> None:
        self.town, self.random = town, random
        self.borders = {pair: by for (a, b), by in town.borders.items() for pair in ((a, b), (b, a))}
        self.next = {z: [b for b in town.zones if (z, b) in self.borders] for z in town.zones}
        spots = random.sample(town.zones, random.randint(1, min(4, len(town.zones))))
        self.where = dict(zip(NAMES, spots, strict=False))
        self.wounds = {n: random.choice(([0, 2], [1, 2], [0, 5], [2, 5], [4, 5])) for n in self.where}
        self.xp = {n: random.choice((0, 6, 7, 18, 19, 42, 43)) for n in self.where}
        self.tokens = {z: random.randint(1, 3) for z in random.sample(town.zones, random.randint(0, 2))}
        self.zombies: dict[str, dict[str, int]] = {z: {} for z in town.zones}
        self.left = {kind: random.choice((0, 0, 1, 2, 4)) for kind in PLAIN} | dict.fromkeys(HUGE, 1)
        for zone in random.sample(town.zones, random.randint(1, min(4, len(town.zones)))):
            for kind in random.sample(PLAIN + HUGE, 2):
                count = random.randint(1, 3) if kind in PLAIN else self.left[kind]
                if count:
                    self.zombies[zone][kind] = count
                    self.left[kind] -= count if kind in HUGE else 0
        self.said: list[str] = []
        self.chain: list[str] = []
        self.acts = 0

    def given(self) -> dict[str, Any]:
        """The position as scenario files have it."""
        return {
            "board": self.town.drawn(),
            "survivors": {
                n: {"zone": z, "skills": [], "wounds": w, "zombivor": most == 5, "xp": self.xp[n]}
                for (n, z), (w, most) in zip(self.where.items(), self.wounds.values(), strict=True)
            },
            "zombies": {z: dict(here) for z, here in self.zombies.items() if here},
            "noise": dict(self.tokens),
            "pool": dict(self.left),
        }

    def then(self) -> dict[str, Any]:
        """What a scenario file has to expect."""
        if not self.standing():
            return {"over": "lost"}
        state: dict[str, Any] = {f"survivors.{n}.alive": n in self.standing() for n in self.where}
        state |= {f"survivors.{n}.wounds": self.wounds[n][0] for n in self.standing()}
        for kind in PLAIN + HUGE:
            state |= {f"zones.{z}.zombies.{kind}": here.get(kind, 0) for z, here in self.zombies.items()}
        return {"state": state | {f"pool.{kind}": n for kind, n in self.left.items()}}

    def standing(self) -> list[str]:
        """Survivors who are alive."""
        return [name for name, (wounds, most) in self.wounds.items() if wounds < most]

    def sees(self, zone: str) -> set[str]:
        """Zones in sight: straight along streets, one room deep, and whatever shares an opening (pages 7, 24)."""
        seen = {zone, *(b for b in self.next[zone] if self.borders[zone, b] != "shut")}
        for x, y in self.town.blocks[zone]:
            for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
                here, n = zone, 1
                while (there := self.town.at(x + n * dx, y + n * dy)) != ".":
                    n += 1
                    if there == here:
                        continue
                    if self.borders.get((here, there), "shut") == "shut":
                        break
                    seen.add(there)
                    if self.town.kinds[there] == "room":
                        break
                    here = there
        return seen

    def far(self, target: str, doors: bool) -> dict[str, int]:
        """Steps to a zone from wherever zombies find a way, over wire and, if ``doors``, through shut doors."""
        found, todo = {target: 0}, [target]
        for zone in todo:
            for b in self.next[zone]:
                if b not in found and (doors or self.borders[zone, b] != "shut"):
                    found[b] = found[zone] + 1
                    todo.append(b)
        return found

    def targets(self, zone: str) -> tuple[list[str], bool]:
        """Where zombies want to go, and whether they take doors for open: who is seen, else what is heard (page 16)."""
        heard = dict(self.tokens)
        for name in self.standing():
            heard[self.where[name]] = heard.get(self.where[name], 0) + 1
        seen = self.sees(zone) & {self.where[name] for name in self.standing()}
        if seen:
            return [z for z in self.town.zones if z in seen and heard[z] == max(heard[s] for s in seen)], False
        for doors in (False, True):
            near = [z for z in heard if zone in self.far(z, doors)]
            if near:
                best = [z for z in near if heard[z] == max(heard[n] for n in near)]
                return ([] if zone in best else best), doors
        return [], False

    def steps(self, zone: str, targets: Iterable[str], doors: bool) -> list[str]:
        """First steps of all shortest ways."""
        found = set()
        for far in (self.far(target, doors) for target in targets):
            for b in self.next[zone]:
                if (doors or self.borders[zone, b] != "shut") and far.get(b, -9) == far.get(zone, -9) - 1:
                    found.add(b)
        return [z for z in self.town.zones if z in found]

    def passes(self, a: str, b: str) -> bool:
        """Whether one can go from a zone to the next one now."""
        return self.borders[a, b] in ("open", "ajar")

    def answer(self, zones: list[str]) -> str:
        """Let the players choose one of some zones."""
        chosen = self.random.choice(zones)
        if len(zones) > 1:
            self.said.append(f"route:{chosen}")
        return chosen

    def lead(self, zone: str, kind: str, tears: bool) -> str:
        """Where an Abomination goes: one zone, a Berserker two (pages 12, 16, 24)."""
        targets, doors = self.targets(zone)
        here = zone
        for _ in range(1 + (kind != "abomination")):
            ways = self.steps(here, targets, doors)
            if here in targets or not ways:
                break
            to = self.answer(ways)
            targets = [t for t in targets if to in self.steps(here, [t], doors)]
            if tears and self.borders[here, to] == "fence":
                self.borders[here, to] = self.borders[to, here] = "ajar"
            if not self.passes(here, to):
                break
            here = to
        return here

    def at_wire(self, zone: str, stride: int, targets: list[str], doors: bool) -> bool:
        """Whether the way of an Abomination can lead over wire in this action."""
        for to in self.steps(zone, targets, doors):
            if self.borders[zone, to] == "fence":
                return True
            if stride > 1 and to not in targets and self.passes(zone, to):
                behind = [t for t in targets if to in self.steps(zone, [t], doors)]
                if self.at_wire(to, stride - 1, behind, doors):
                    return True
        return False

    def act(self, kinds: Iterable[str]) -> None:
        """One action of all zombies of some kinds: all attacks, then all moves (page 15)."""
        self.acts += 1
        if self.acts > MOST_ACTS:
            raise Endless
        kinds = set(kinds)
        groups = {z: {k: n for k, n in here.items() if k in kinds and n} for z, here in self.zombies.items()}
        for zone in [z for z in groups if groups[z]]:
            for name in [n for n in self.standing() if self.where[n] == zone]:
                bites, most = sum(groups.pop(zone).values()), self.wounds[name][1]
                self.wounds[name] = [min(most, self.wounds[name][0] + bites), most]
            if not self.standing():
                raise Lost
        for zone, group in groups.items():
            for kind in [k for k in group if k in HUGE]:
                if self.at_wire(zone, 1 + (kind != "abomination"), *self.targets(zone)):
                    self.shift([(zone, self.lead(zone, kind, True), kind, group.pop(kind))])
        moves: list[tuple[str, str, str, int]] = []
        short: list[str] = []
        for zone, group in groups.items():
            ways = self.steps(zone, *self.targets(zone)) if group else []
            for kind, count in group.items():
                if kind in HUGE:
                    moves.append((zone, self.lead(zone, kind, False), kind, count))
                elif ways:
                    short += self.split(zone, kind, count, ways, moves)
        self.shift(moves)
        for kind in short:
            self.again(kind)

    def split(
        self, zone: str, kind: str, count: int, ways: list[str], moves: list[tuple[str, str, str, int]]
    ) -> list[str]:
        """Send equal groups all ways, with zombies added as long as there are any (pages 16, 18)."""
        each = -(-count // len(ways))
        missing = each * len(ways) - count
        added = min(missing, self.left[kind])
        self.left[kind] -= added
        self.zombies[zone][kind] += added
        full = list(ways)
        for _ in range(missing - added):
            full.remove(self.answer(full))
        for to in ways:
            moves.append((zone, to if self.passes(zone, to) else zone, kind, each - (to not in full)))
        return [kind] if added < missing else []

    def shift(self, moves: list[tuple[str, str, str, int]]) -> None:
        """Let zombies go, all at once."""
        for zone, _, kind, count in moves:
            self.zombies[zone][kind] -= count
        for _, zone, kind, count in moves:
            self.zombies[zone][kind] = self.zombies[zone].get(kind, 0) + count

    def again(self, kind: str) -> None:
        """A whole extra activation of a kind; a chain that comes back to where it was ends (page 18)."""
        place = repr((kind, [here.get(kind, 0) for here in self.zombies.values()], self.wounds))
        if place not in self.chain:
            self.chain.append(place)
            for _ in range(1 + kind.endswith("runner")):
                self.act([kind])
            self.chain.remove(place)

    def phase(self) -> None:
        """The activation: everybody's action, then the Runners' second one (pages 15 and 16)."""
        self.act(PLAIN + HUGE)
        self.act(kind for kind in PLAIN if kind.endswith("runner"))

    def put(self, zone: str, kind: str, count: int) -> list[str]:
        """Place zombies that are called for, as many as are left; say which kinds ran out (pages 12, 17, 18)."""
        placed = min(count, self.left[kind])
        self.left[kind] -= placed
        self.zombies[zone][kind] = self.zombies[zone].get(kind, 0) + placed
        if kind in HUGE:
            instead = kind.replace("abomination", "fatty")
            return self.put(zone, instead, count - placed) if placed < count else []
        short = [kind] if placed < count else []
        if kind.endswith("fatty"):
            short += self.put(zone, kind.replace("fatty", "walker"), 2 * count)
        return short

    def card(self, rows: dict[str, str], zone: str, tiles: dict[str, list[str]], manholes: list[str]) -> None:
        """Carry out a zombie card for a zone (pages 17 and 18)."""
        most = max(self.xp[name] for name in self.standing())
        row = rows[[level for level, least in LEVELS if most >= least][-1]].split()
        short: list[str] = []
        if row[0] == "extra":
            self.again(row[1])
        elif row[0] == "manhole":
            peopled = [z for its in tiles.values() if any(self.where[n] in its for n in self.standing()) for z in its]
            for hole in [z for z in self.town.zones if z in manholes and z in peopled]:
                short += self.put(hole, row[2], int(row[1]) * manholes.count(hole))
        elif row[0] != "nothing":
            short = self.put(zone, row[1], int(row[0]))
        for kind in dict.fromkeys(short):
            self.again(kind)
