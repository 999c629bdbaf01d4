"""Noise as bait: zombies who see nobody go where it is loudest, so a noise far off leads a crowd away."""

from __future__ import annotations

from zterm.games.zombicide.sense.look import Look
from zterm.games.zombicide.sense.plan import Plan
from zterm.games.zombicide.state import Survivor
from zterm.games.zombicide.targets import Senses, goals, steps_toward

REACH = 4
"""From how far on zombies no longer count as near."""
GAIN, GREAT = 3.0, 12.0
"""How much farther from people a noise must keep zombies, in zones times zombies, to be worth actions left over, and
to be worth a turn."""


def bait(look: Look, plan: Plan, who: Survivor) -> str | None:
    """Make noise with actions left over when that leads zombies away from people and nobody gets to who makes it."""
    if "noise" not in look.options or who.actions < 1 or look.wounds_at(who.zone) or len(look.team) < 2:
        return None
    return "noise" if drawn_off(look, who, who.actions) >= GAIN else None


def lure(look: Look, plan: Plan, who: Survivor) -> str | None:
    """Make noise before anything else when it leads a whole crowd away from the others."""
    found = bait(look, plan, who)
    return found if found and drawn_off(look, who, who.actions) >= GREAT else None


def drawn_off(look: Look, who: Survivor, tokens: int) -> float:
    """How much farther from people zombies stay after so many noises of a survivor; below 0 when it brings them."""
    before, after = Senses(look.t), Senses(look.t)
    after.noise[who.zone] = after.noise.get(who.zone, 0) + tokens
    total = 0.0
    for zone, here in look.s.zombies.items():
        was, now = goals(look.t, before, zone), goals(look.t, after, zone)
        if was == now:
            continue
        steps = steps_toward(look.t, zone, *now)
        runs = any(look.t.box.kinds[kind].actions > 1 for kind in here)
        if who.zone in steps or any(runs and who.zone in look.lay.steps[step] for step in steps):
            return -1.0
        gain = nearness(look, zone, steps_toward(look.t, zone, *was)) - nearness(look, zone, steps)
        total += gain * sum(here.values())
    return total


def nearness(look: Look, zone: str, steps: list[str]) -> float:
    """How near zombies of a zone come to people by some steps, those who part counted by halves."""
    places = [zone if look.lay.barred(zone, step) else step for step in steps] or [zone]
    total = 0.0
    for place in places:
        for held, count in look.held.items():
            far = look.lay.distance(held, place)
            total += count * max(0, REACH - (REACH if far is None else far))
    return total / len(places)
