"""Arming first: while the danger is low and the group badly armed, it searches rooms before it goes on.

Where there are cars to search, those are the better armouries (``turn.armoury``).
"""

from __future__ import annotations

from zterm.games.zombicide.searching import by_hand, searchable
from zterm.games.zombicide.sense.gear import arm_value
from zterm.games.zombicide.sense.look import Look
from zterm.games.zombicide.sense.moves import pressure, team_power

ARMED, MOST = 1.1, 1.5
"""Hits of an attack that each should have on average, and the most that one person's weapon counts for."""
LONG = 8
"""The last turn spent on that."""
NEAR, CALM = 4.5, 0.7
"""How far a room may be from anybody, and how much of the group's strength the zombies around may ask for."""


def depot(look: Look) -> str:
    """The zone of a room where the group should search for weapons now, "" when it should go on."""
    if look.danger != "blue" or look.s.turn > LONG or not look.team or any(map(searchable, look.s.cars.values())):
        return ""
    if sum(min(MOST, arm_value(look, who)) for who in look.team) >= ARMED * len(look.team):
        return ""
    best = (99.0, "")
    for zone in look.t.board.zones:
        if not by_hand(look.t, zone) or (look.s.crowd(zone) and not look.s.at(zone)):
            continue
        ways = [look.far(who.zone, False).get(zone, 99.0) for who in look.team]
        if max(ways) > NEAR + 0.6 * look.s.crowd(zone):
            continue
        threat = pressure(look, zone)
        if threat > CALM * team_power(look, zone):
            continue
        best = min(best, (round(sum(ways) / len(ways) + 0.5 * threat + 0.2 * len(look.lay.steps[zone]), 3), zone))
    return best[1]
