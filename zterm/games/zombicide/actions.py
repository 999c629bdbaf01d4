"""What an action costs (chapter 6): ordinary actions and the free actions of skills.

A free action is spent before an ordinary one; when several fit, the narrower goes first.
"""

from __future__ import annotations

from zterm.games.zombicide.skills import skill
from zterm.games.zombicide.state import Survivor
from zterm.kernel.decision import Cost

BASE_ACTIONS = 3
FREE_FOR: dict[str, tuple[str, ...]] = {
    "move": ("move",),
    "melee": ("melee", "combat"),
    "ranged": ("ranged", "combat"),
    "search": ("search",),
    "open": ("open",),
}
FREE_KINDS = tuple(dict.fromkeys(kind for kinds in FREE_FOR.values() for kind in kinds))


def refresh(who: Survivor) -> None:
    """Give a survivor the actions of a new turn (ZB-042, ZB-126, ZB-127)."""
    who.actions = BASE_ACTIONS + sum(skill(name).actions for name in who.skills)
    who.free = {}
    for name in who.skills:
        if kind := skill(name).free:
            who.free[kind] = who.free.get(kind, 0) + 1
    who.searched = False
    who.used = []
    who.deeds = []


def brings(who: Survivor, name: str) -> None:
    """Give a survivor the actions that a skill brings in the turn in which it is gained (ZB-099)."""
    known = skill(name)
    who.actions += known.actions
    if known.free:
        who.free[known.free] = who.free.get(known.free, 0) + 1


def price(who: Survivor, kind: str, extra: int = 0) -> Cost | None:
    """Say what an action of a kind would cost with ``extra`` more actions, or None when it can't be paid.

    Extra actions of a Move may be paid with other free Moves, the rest with ordinary actions (ZB-134).
    """
    free = _free(who, kind)
    if free is None:
        return Cost(1 + extra, extra=extra) if who.actions > extra else None
    spare = who.free[free] - 1 if free == "move" else 0
    ordinary = max(0, extra - spare)
    return Cost(ordinary, free=free, extra=extra) if who.actions >= ordinary else None


def affords(who: Survivor, kind: str, extra: int = 0) -> bool:
    """Say whether an action can be paid, quicker than by its price."""
    if not who.free:
        return who.actions > extra
    return price(who, kind, extra) is not None


def pay(who: Survivor, kind: str, extra: int = 0) -> None:
    """Pay for an action that can be paid."""
    cost = price(who, kind, extra)
    assert cost is not None
    if cost.free:
        used = 1 + extra - cost.actions
        who.free[cost.free] -= used
        if not who.free[cost.free]:
            del who.free[cost.free]
    who.actions -= cost.actions


def _free(who: Survivor, kind: str) -> str | None:
    for name in FREE_FOR.get(kind, ()):
        if who.free.get(name):
            return name
    return None
