"""The orders of M08: who opens the way, who fetches the food, and who keeps the zombies busy meanwhile.

A pilot drives the fetchers round to the gate's far side and turns it, a presser opens the white doors, the fetchers
drive on to the prison. Those who stay behind draw the zombies to the caretaker's rooms with noise, the pilot draws
them to the button of the gate: zombies go for the noise that an open way leads to. An Abomination that comes for it
tears the fence of the yard, which makes the way home a short one. The recorded win took several searches with orders
like these, each from where the one before it stood best; a single search often gets six or seven of the eight cards.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from tests.golden_bot import Plan, Policy, Ride, Task, Walker, assign, firepower
from tests.golden_eye import Eye
from tests.golden_search import HOPELESS, Style
from zterm.games.zombicide.state import SLOT_NAMES, State, Survivor
from zterm.kernel.match import Match

PILOT = "belle"
PRESSERS = ("shannon", "grindlock", "kim", "joshua", "watts")
DECOYS = ("grindlock", "joshua", "kim", "watts", "shannon")
FOOD = ("o5", "o11", "o10", "o9", "o7", "o8", "o6", "o4")
BOOTH = ("z4", "z5")
HIDEOUT = "z2"
HOUSE = ("z2", "z3", "z8", "z11", "z12", "z14", "z15", "z16", "z18", "z20", "z21", "z22")
WEST_WING = {"z35", "z36", "z39", "z40", "z41", "z46", "z47", "z50", "z51", "z55", "z56", "z57", "z58", "z60", "z61"}
EAST_WING = {"z37", "z38", "z43", "z44", "z45", "z48", "z49", "z52", "z54", "z59", "z63"}
WEST_EXIT, EAST_EXIT = ("z41", "z39", "z36", "z30"), ("z44", "z43", "z37", "z32")
LONGEST = 30
LAST_WAY = ("z31", "z25", "z26", "z21")
LOUD = {"z2": 1.0, "z3": 0.5, "z4": 0.8, "z5": 1.0, "z7": 0.3, "z8": 0.3, "z9": 0.2, "z10": 0.2, "z13": 0.2} | {
    "z22": 0.9,
    "z27": 0.9,
    "z35": 0.2,
    "z41": 0.1,
}
"""How readily noise is made where it draws zombies to a good place."""


class Crew(NamedTuple):
    """Who does what; "" for somebody dead."""

    pilot: str
    presser: str
    decoy: str
    fetchers: tuple[str, ...]


def crew_of(e: Eye, walk: Walker) -> Crew:
    """Tell the parts of those who still stand."""
    team = {w.name: w for w in e.s.standing()}
    presser = e.s.objectives["o2"].taken
    presser = presser or next((n for n in PRESSERS if n in team and _tools(walk, team[n].slots)), "")
    decoy = next(n for n in DECOYS if n != presser)
    fetchers = tuple(n for n in team if n not in (PILOT, presser, decoy))
    return Crew(*(n if n in team else "" for n in (PILOT, presser, decoy)), fetchers)


def _tools(walk: Walker, slots: list[str | None]) -> bool:
    """Whether something that opens doors is among some slots."""
    items = walk.t.box.items
    return any(card in items and items[card].opens_doors for card in slots)


def food(s: State) -> dict[str, int]:
    """Count the food cards that each survivor carries."""
    tags = s.tags.get("mission_food", [])
    return {w.name: sum(c in tags for c in w.slots if c) for w in s.standing()}


def m08(match: Match[Any]) -> Plan:
    """The gate and white; violet and the food; home."""
    e = Eye(match)
    walk = Walker(match)
    crew = crew_of(e, walk)
    if not e.pressed("b2"):
        return _opening(e, crew)
    tasks, gate = _bait(e, walk, crew)
    if e.take(*FOOD):
        return _gather(e, crew, tasks, gate)
    return _homeward(e, walk, crew, tasks)


def _opening(e: Eye, crew: Crew) -> Plan:
    """The pilot to the gate with the fetchers, who search the cars; then white, and they drive to its main entrance."""
    s = e.s
    pilot = tuple(filter(None, (crew.pilot,)))
    tasks: list[Task] = []
    turned = {"S", "W"} <= set(e.gate()) and e.pressed("b1")
    if pilot and not turned:
        tasks.append(e.press("b1", 4.0, who=pilot))
    if crew.presser:
        who = (crew.presser,)
        tasks.append(e.press("b2", 4.0, who=who) if turned else Task("", "z11", who=who))
    if crew.decoy:
        tasks.append(Task("", "z22" if s.turn == 1 else "z11", 0.2, who=(crew.decoy,)))
    go = turned or s.turn >= 7
    tasks += [Task("", "z30" if go else "z9", 0.5, who=(n,)) for n in crew.fetchers]
    rides: tuple[Ride, ...] = ()
    if go:
        manned = [c for c, car in s.cars.items() if car.seats[0] in crew.fetchers]
        beside = [c for c, car in s.cars.items() if any(s.survivors[n].zone == car.zone for n in crew.fetchers)]
        car = [*manned, *beside, "c1"][0]
        at_wheel = s.cars[car].seats[0]
        rides = (Ride(car, "z30", tuple(sorted(crew.fetchers, key=lambda n: (n != at_wheel, s.survivors[n].xp)))),)
    elif s.cars["c1"].zone != "z9":
        rides = (Ride("c1", "z9", pilot + crew.fetchers),)
    idle = pilot + (crew.fetchers if go else ())
    return Plan(tasks, 0, "z11", rides=rides, gate="SW", idle=idle, wait=go)


def _bait(e: Eye, walk: Walker, crew: Crew) -> tuple[list[Task], str]:
    """Those behind go where their noise draws zombies away; the gate opens the booth to them when nobody else does."""
    s = e.s
    at = {w.name: w.zone for w in s.standing()}
    behind = [n for n in (crew.presser, crew.decoy) if n and at[n] in HOUSE]
    tasks = [Task("", HIDEOUT, 0.4, who=(n,)) for n in behind]
    if not crew.pilot:
        return tasks, ""
    pilot = (crew.pilot,)
    tasks.append(Task("", "z5", 0.5, who=pilot))
    if at[crew.pilot] not in BOOTH:
        return tasks, ""
    behind = [n for n in behind if at[n] in ("z2", "z3", "z8", "z11", "z14", "z15")]
    away = WEST_WING | EAST_WING | {"z9", "z10", "z16", "z18"}
    gaps = [walk.t.lay.distance("z11", z, True) or 0 for z in s.zombies if z not in away]
    near = min(gaps, default=9)
    is_open = "N" in e.gate()
    if len(e.take(*FOOD)) <= 2 and not behind:
        return tasks + ([] if is_open else [e.press("b1", who=pilot)]), "NW"
    if is_open and (near <= 2 or (behind and not s.crowd("z11"))):
        tasks.append(e.press("b1", who=pilot))
    elif not is_open and not behind and near >= 4:
        return [*tasks, e.press("b1", 0.2, who=pilot)], "NW"
    return tasks, "SW"


def _gather(e: Eye, crew: Crew, tasks: list[Task], gate: str) -> Plan:
    """Violet, then the food from west to east; those who have room take it."""
    s, fetchers = e.s, crew.fetchers
    rally = "z41"
    if not e.pressed("b3"):
        tasks = [*tasks, e.press("b3", 3.0, who=fetchers)]
        if any(s.survivors[n].zone in WEST_WING for n in fetchers):
            tasks += [task._replace(who=fetchers) for task in e.take("o5", "o11")]
    else:
        got, left = food(s), e.take(*FOOD)
        room = tuple(n for n in fetchers if got[n] + s.survivors[n].wounds < 5)
        tasks = [*tasks, *(task._replace(who=room or fetchers) for task in left)]
        rally = left[0].zone
    return Plan(tasks, 0, rally, gate=gate, idle=tuple(n for n in crew[:3] if n))


def _homeward(e: Eye, walk: Walker, crew: Crew, tasks: list[Task]) -> Plan:
    """The carriers home, by car where the way on foot is long."""
    s = e.s
    bearers = [n for n, count in food(s).items() if count]
    tasks = [*tasks, *(Task("", e.start, who=(n,)) for n in bearers)]
    out = [n for n in bearers if s.survivors[n].zone not in (*HOUSE, *BOOTH, "z7")]
    costs = {n: walk.far(s.survivors[n].zone, False)[0] for n in out}
    rides: tuple[Ride, ...] = ()
    if max((cost.get(e.start, 60) for cost in costs.values()), default=0) > 9:
        near = {c: min(cost.get(car.zone, 60) for cost in costs.values()) for c, car in s.cars.items()}
        car = min(near, key=lambda c: (s.cars[c].seats[0] not in crew.fetchers, near[c], c))
        at_wheel = [n for n in s.cars[car].seats[:1] if n in crew.fetchers]
        rides = (Ride(car, "z8", (*at_wheel, *(n for n in out if n not in at_wheel))[:4]),)
    return Plan(tasks, 0, "z30", rides=rides, gate="NW", idle=tuple(n for n in crew[:3] if n), wait=True)


def worth(match: Match[Any], planner: Any = m08) -> float:
    """Say how good a position of M08 is at the start of a round."""
    s, over = match.state, match.over
    if over is not None:
        return 1e6 - s.turn if over.outcome == "won" else HOPELESS
    e, walk = Eye(match), Walker(match)
    taken, crew = e.count(*FOOD), crew_of(e, walk)
    if len(crew.fetchers) < 2 or s.turn > LONGEST:
        return HOPELESS
    turned = e.pressed("b2") or (e.pressed("b1") and {"S", "W"} <= set(e.gate()))
    score = 60.0 * e.pressed("b1") + 150 * turned + 120 * e.pressed("b2") + 300 * e.pressed("b3") + 110 * taken
    score -= 3.0 * assign(planner(match), walk, s.standing())[1]
    score += _health(e, walk) - _danger(e, walk)
    if taken >= 4:
        score -= 2.0 * min(sum(map(s.crowd, WEST_EXIT)), sum(map(s.crowd, EAST_EXIT))) + 1.5 * sum(
            map(s.crowd, LAST_WAY)
        )
    if taken < len(FOOD):
        return score
    for name, count in food(s).items():
        if count:
            who = s.survivors[name]
            gap = (
                0.5 * walk.road("z8").get(who.zone, 30) + 5 if who.car else walk.far(who.zone, False)[0].get("z21", 40)
            )
            score -= 7 * gap * (1 + 0.15 * count)
    return score + 200


def _health(e: Eye, walk: Walker) -> float:
    """Count lives, wounds and weapons; those who fetch the food count most."""
    got, crew = food(e.s), crew_of(e, walk)
    fetchers, score = crew.fetchers, 0.0
    if not e.pressed("b2") and (not crew.presser or not walk.has_tool(e.s.survivors[crew.presser])):
        score -= 100
    for who in e.s.survivors.values():
        if not who.playing:
            score -= 90 if who.name in (PILOT, e.s.objectives["o2"].taken, DECOYS[0]) else 170
            continue
        if e.pressed("b2") and who.name not in fetchers and who.zone in (*BOOTH, HIDEOUT):
            score += 15
        score -= (10 * who.wounds + 5 * who.wounds**2) * (1.0 if who.zombivor else 2.2)
        score += 4 * min(4.5, firepower(walk.t, who)) - 6 * got[who.name] * max(0, who.wounds - 1)
    return score


def _danger(e: Eye, walk: Walker) -> float:
    """Weigh zombies, those near above all, and the danger level, which should not rise before violet is pressed."""
    s, got = e.s, food(e.s)
    total = 0.0
    for here in s.zombies.values():
        for kind, n in here.items():
            total += n * (1.0 + 8 * kind.endswith("runner") + 10 * kind.endswith("abomination"))
    for who in s.standing():
        if who.zone in BOOTH and "N" not in e.gate():
            continue
        blows = s.crowd(who.zone) + 0.5 * sum(map(s.crowd, walk.t.lay.steps[who.zone]))
        left = (5 if who.zombivor else 2) - who.wounds
        total += (3 * min(blows, 8) + 14 * max(0.0, blows - left + 1)) * (1.5 if got[who.name] else 1.0)
    inside = e.pressed("b3")
    level = max((w.level for w in s.standing()), default=0)
    total += ((0, 15, 60, 220) if inside else (0, 130, 260, 400))[level]
    next_up, span, price = (7, 19, 43, 99)[level], 14 if level else 7, 7 if level else 12
    total += price * sum(max(0.0, 1 - (next_up - w.xp) / span) ** 2 for w in s.standing())
    if inside:
        total += 4 * max(0, 4 - s.pool["walker"]) + 2 * max(0, 3 - s.pool["berserker_walker"])
    return total


class Carrier(Policy):
    """Plays M08: makes noise where it draws zombies away, searches the cars, hands food on to those less wounded."""

    def __init__(self, planner: Any, seed: int) -> None:
        super().__init__(planner, seed)
        self.quiet, self.lure = self.dice.random() < 0.3, self.dice.random() < 0.6
        self.deal: tuple[str, str] | None = None
        self.dealt = False

    def _turn(self, match: Match[Any], d: Any) -> str:
        s, e = match.state, Eye(match)
        who, options = s.survivors[d.actor], set(d.options)
        if not e.pressed("b2") and who.name != PILOT and not who.searched and None in who.slots:
            found = sorted(options & {f"search:{car}" for car in s.cars})
            if found:
                return found[0]
        left = len(e.take(*FOOD))
        if left <= 1 and not self.dealt and self.dice.random() < 0.6 and self._deals(s, who, options):
            self.dealt = True
            return "inventory"
        if "noise" in options and self._noisy(match, e, who, left):
            return "noise"
        return super()._turn(match, d)

    def _noisy(self, match: Match[Any], e: Eye, who: Survivor, left: int) -> bool:
        """Whether to make noise now."""
        tasks = self.planner(match).tasks
        if who.name == PILOT and who.zone == "z5" and e.pressed("b2"):
            return not any(task.option for task in tasks if who.name in task.who)
        if e.s.turn == 1 and who.zone == "z22":
            return True
        if not left and who.name != PILOT and not food(e.s)[who.name] and self.lure:
            return True
        if e.s.crowd(who.zone) or self.quiet or self.dice.random() >= LOUD.get(who.zone, 0.0):
            return False
        return not any(who.name in task.who and task.zone != who.zone for task in tasks) or self.dice.random() < 0.1

    def _deals(self, s: State, who: Survivor, options: set[str]) -> bool:
        """Find somebody here who should hand his food on, and to whom."""
        got = food(s)
        for mate in s.at(who.zone) if "inventory" in options and who.actions else []:
            for giver, taker in ((who, mate), (mate, who)):
                spare = 5 - taker.wounds - got[taker.name]
                if giver.wounds >= 2 and giver.wounds > taker.wounds and 0 < got[giver.name] <= spare:
                    self.deal = (giver.name, taker.name)
                    return True
        return False

    def _rearrange(self, match: Match[Any], d: Any) -> str | None:
        if self.deal is None or not any(o.startswith(("give:", "take:")) for o in d.options):
            return super()._rearrange(match, d)
        giver, taker = self.deal
        tags = match.state.tags.get("mission_food", [])
        for i, card in enumerate(match.state.survivors[giver].slots):
            option = f"give:{taker}:{SLOT_NAMES[i]}" if d.actor == giver else f"take:{giver}:{SLOT_NAMES[i]}"
            if card in tags and option in d.options:
                return option
        self.deal = None
        return "done" if "done" in d.options else super()._rearrange(match, d)


STYLE = Style(worth, Carrier, 8)
