"""Zombivors (chapter 9, page 22): rising again. All rules for survivors hold for them too (ZB-294)."""

from __future__ import annotations

from zterm.games.zombicide import events as ev
from zterm.games.zombicide.experience import choose_skill
from zterm.games.zombicide.inventory import capacity, rearrange
from zterm.games.zombicide.play import Play
from zterm.games.zombicide.state import WOUNDED, Survivor
from zterm.games.zombicide.wounds import check_loss
from zterm.kernel.decision import Flow, decide


def rise(t: Play) -> Flow[None]:
    """At the start of the players' phase those laid down may rise as zombivors (ZB-301, ZB-302)."""
    for who in [w for w in t.state.survivors.values() if w.down]:
        options = ["resurrect", "wait"] if t.state.options["resurrection"] == "ask" else ["resurrect"]
        answer = yield decide("resurrect", who.player, options, "ZB-302", who.name)
        if answer == "resurrect":
            yield from come_back(t, who)
    if not t.state.standing() and any(w.alive and not w.escaped for w in t.state.survivors.values()):
        for who in t.state.survivors.values():
            if who.down:
                who.down, who.alive = False, False
        check_loss(t)


def come_back(t: Play, who: Survivor) -> Flow[None]:
    """Rise with equipment and experience, no wounds, and the other side's skills (ZB-296, ZB-301, ZB-303, ZB-307)."""
    who.down, who.zombivor, who.fell = False, True, ""
    who.wounds, who.skills, who.marks = 0, [], []
    slots = [None if card == WOUNDED else card for card in who.slots]
    who.slots = (slots + [None] * capacity(who))[: max(capacity(who), len(slots))]
    t.emit(ev.SurvivorRose("ZB-301", who.name))
    for level in range(who.level + 1):
        yield from choose_skill(t, who, level)
    yield from rearrange(t, who, "ZB-303")
