"""When to press a button: not while it would shut the group off from one another, nor before they stand ready."""

from __future__ import annotations

from zterm.games.zombicide.sense.goals import BORED, Goal
from zterm.games.zombicide.sense.leave import expendable
from zterm.games.zombicide.sense.look import Look
from zterm.games.zombicide.sense.wire import World, outcomes, region, world_of

MANY = 3
"""So many rooms opened at once are something to stand ready for."""
CLOSE = 2.5
TOGETHER = 4


def good_time(look: Look, found: tuple[Goal, ...], name: str) -> bool:
    """Say whether to press a button now: those it is meant to let through are in place, or nobody gets cut off."""
    if any(goal.verb == "wait" and not goal.name for goal in found) or look.s.turn >= BORED:
        return True
    return keeps_together(look, name) and stands_ready(look, name)


def keeps_together(look: Look, name: str) -> bool:
    """Say whether the group can still come together after a button is pressed, but for a few who lag behind."""
    most = len(look.team) // 3 if expendable(look) else 0
    return any(cut_off(look, after, name) <= most for after in outcomes(look, world_of(look), name))


def cut_off(look: Look, after: World, name: str) -> int:
    """How many of those who can come to a button now could not do so on another board."""
    zone = frozenset((look.s.buttons[name].zone,))
    own = region(look, world_of(look), zone)
    left = region(look, after, zone)
    return sum(who.zone in own and who.zone not in left for who in look.team)


def stands_ready(look: Look, name: str) -> bool:
    """Say whether the group is near enough for what comes out of the rooms that a button opens."""
    if fresh(look, name) < MANY:
        return True
    far = look.far(look.s.buttons[name].zone, False)
    can = sum(who.zone in far for who in look.team)
    return sum(far.get(who.zone, 99.0) <= CLOSE for who in look.team) >= min(TOGETHER, can)


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
