"""When to press a button: not while it would shut the group off from one another, nor before they stand ready."""

from __future__ import annotations

from zterm.games.zombicide.sense.fight import power
from zterm.games.zombicide.sense.goals import BORED, Goal
from zterm.games.zombicide.sense.leave import expendable, insured
from zterm.games.zombicide.sense.look import ZOMBIE_COST, Look
from zterm.games.zombicide.sense.wire import outcomes, region, world_of
from zterm.games.zombicide.state import Survivor

CARD_ZOMBIES = {"blue": 1.0, "yellow": 2.2, "orange": 3.2, "red": 4.8}
MANY = 3
"""So many rooms opened at once are something to stand ready for."""
CLOSE = 2.5
TOGETHER = 4
WAIT, AROUND = 9.0, 5.0
"""From how far somebody is waited for, and how far zombies count when rooms are to be opened."""
CALM, LATER = 0.8, 0.04
"""How much of the group's strength what is around and what may come may ask for, and how much more each turn."""


def good_time(look: Look, found: tuple[Goal, ...], name: str) -> bool:
    """Say whether to press a button now: those it is meant to let through are in place, or nobody gets cut off."""
    if any(goal.verb == "wait" and not goal.name for goal in found) or look.s.turn >= BORED:
        return True
    return keeps_together(look, name) and stands_ready(look, name)


def keeps_together(look: Look, name: str) -> bool:
    """Say whether the group can still come together after a button is pressed, but for a few who lag behind."""
    most = len(look.team) // 3 if expendable(look) else 0
    return any(len(lost) <= most and not any(near(look, who, name) for who in lost) for lost in losses(look, name))


def losses(look: Look, name: str) -> list[list[Survivor]]:
    """Who would be cut off from a button after it is pressed, for each way in which the board may stand then."""
    zone = frozenset((look.s.buttons[name].zone,))
    own = region(look, world_of(look), zone)
    found = []
    for after in outcomes(look, world_of(look), name):
        left = region(look, after, zone)
        found.append([who for who in look.team if who.zone in own and who.zone not in left])
    return found


def near(look: Look, who: Survivor, name: str) -> bool:
    """Say whether somebody is so near a button that it is worth waiting for him."""
    return look.far(who.zone, False).get(look.s.buttons[name].zone, 99.0) <= WAIT


def called(look: Look, found: tuple[Goal, ...], who: Survivor) -> str:
    """The zone of a button that others wait to press until a survivor is on their side; "" for none."""
    posted = any(goal.verb == "wait" and not goal.name for goal in found)
    for goal in found:
        if goal.verb == "press" and who.zone != goal.zone and not posted:
            lost = min(losses(look, goal.name), key=len, default=[])
            if who in lost and len(lost) * 2 <= len(look.team) and near(look, who, goal.name):
                return goal.zone
    return ""


def stands_ready(look: Look, name: str) -> bool:
    """Say whether the group is near enough for what comes out of the rooms that a button opens."""
    rooms, zone = fresh(look, name), look.s.buttons[name].zone
    if rooms < MANY or insured(look):
        return True
    far = look.far(zone, False)
    can = sum(who.zone in far for who in look.team)
    if sum(far.get(who.zone, 99.0) <= CLOSE for who in look.team) < min(TOGETHER, can):
        return False
    around = sum(look.s.crowd(z) for z in far if far[z] - ZOMBIE_COST * look.s.crowd(z) <= AROUND)
    able = sum(power(look, who) * 3 for who in look.team if far.get(who.zone, 99.0) <= CLOSE)
    return around + expected_zombies(look, rooms) <= (CALM + LATER * look.s.turn) * able


def expected_zombies(look: Look, rooms: int) -> float:
    """Zombies to expect in rooms that are opened, at the present danger level."""
    return rooms * CARD_ZOMBIES[look.danger]


def fresh(look: Look, name: str) -> int:
    """How many rooms would draw a zombie card when a button is pressed."""
    zones, board = look.t.board.zones, look.t.board
    now, most = look.s.ways, 0
    for after in outcomes(look, world_of(look), name):
        rooms = set()
        for door in board.doors.values():
            if after.ways & ~now & 1 << door.bit:
                rooms |= {zone for side in (door.a, door.b) for zone in look.lay.built(side)}
        most = max(most, sum(zones[z].kind in ("room", "cell") and z not in look.s.populated for z in rooms))
    return most
