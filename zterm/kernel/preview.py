"""What could bite after a move, for every front end."""

from __future__ import annotations

from typing import Any

from zterm.kernel.decision import Refused, RuleFault
from zterm.kernel.views import Bite, Threat

SEED = 1
"""Seed of the copies on which a move is tried out: a copy that draws anything is not shown."""


def bites_after(match: Any, option: str, viewer: str | None) -> tuple[Bite, ...] | None:
    """Who could bite the acting figure of a match after an option, if the other side acted then.

    None where the option itself would bring chance or another end, or where the game foresees nothing. Every branch
    counts: of each area's bites the worst.
    """
    decision, foresee = match.decision, getattr(match.rules, "threat", None)
    if decision is None or decision.actor is None or foresee is None:
        return None
    try:
        twin = match.imagine(SEED, history=True)
        twin.choose(option)
    except (Refused, RuleFault, ValueError):
        return None
    if twin.revealed or twin.decision is None:
        return None
    view = match.rules.view(twin.state, twin.decision, viewer)
    where = next((person.area for person in view.people if person.id == decision.actor), "")
    return bites_in(foresee(twin.state), where) if where else None


def bites_in(threat: Threat, area: str) -> tuple[Bite, ...]:
    """The worst bites in an area over all branches."""
    found = [bite for branch in threat.branches for bite in branch.bites if bite.area == area]
    return (max(found, key=lambda bite: bite.count),) if found else ()
