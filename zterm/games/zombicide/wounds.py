"""Wounds and elimination (chapter 7, page 15): who takes a wound, what it costs, who dies."""

from __future__ import annotations

from zterm.games.zombicide import events as ev
from zterm.games.zombicide.inventory import bury, capacity, cards, discard, in_use, pull, room
from zterm.games.zombicide.play import Play
from zterm.games.zombicide.state import SLOT_NAMES, SLOT_OF, WOUNDED, Survivor
from zterm.games.zombicide.variants import chosen
from zterm.kernel.decision import EVERYBODY, Flow, decide

LIMIT, ZOMBIVOR_LIMIT = 2, 5
FRIEND = "friend"


def wound_limit(who: Survivor) -> int:
    """Give the number of Wounded cards that eliminates a survivor (ZB-186, ZB-295)."""
    return ZOMBIVOR_LIMIT if who.zombivor else LIMIT


def spread(t: Play, zone: str, sources: list[str], victims: list[Survivor] | None = None) -> Flow[None]:
    """Let the group spread a pool of wounds over the survivors of a zone; what is left over is lost (ZB-298).

    ``sources`` are the kinds of the attacking zombies, one for each wound (ZB-187 … ZB-191).
    """
    left = list(sources)
    t.begin("wounds", left, zone, victims and [who.name for who in victims])
    while left:
        able = [who for who in (victims if victims is not None else t.state.at(zone)) if who.playing]
        if not able:
            break
        about = {"zone": zone, "left": len(left), "by": left[0]}
        options = [f"wound:{w.name}" for w in able]
        answer = yield decide("assign_wound", EVERYBODY, options, "ZB-188", t.state.active or None, about=about)
        yield from wound(t, t.state.survivors[answer.split(":", 1)[1]], left[0])
        left.pop(0)
    t.end()


def wound(t: Play, who: Survivor, source: str) -> Flow[None]:
    """Give one wound from a zombie kind or "friend"; skills and cards may prevent it."""
    lost = yield from suffer(t, who, source)
    if lost is not None:
        yield from eliminate(t, who, source, lost)


def suffer(t: Play, who: Survivor, source: str) -> Flow[str | None]:
    """Give one wound, but for what follows of the last one: for that return the card it cost ("" for none).

    A card goes whoever caused the wound (ZB-183, ZB-262), if there is any (ZB-185).
    """
    if source in t.box.kinds and (skill := _shrugged(t, who, source)):
        t.emit(ev.WoundPrevented("ZB-415" if skill == "tough" else "ZB-381", who.name, skill))
        return None
    if (yield from _prevented(t, who)):
        return None
    last = who.wounds + 1 >= wound_limit(who)
    rises = last and source in t.box.kinds and may_rise(t, who)
    lost = None
    slot = room(who) if "death_grasp" in who.skills else None
    if slot is None and (not last or rises) and cards(who):
        options = [f"lose:{SLOT_NAMES[i]}" for i, _ in cards(who)]
        answer = yield decide("lose_card", who.player, options, "ZB-183", who.name, about={"by": source})
        slot = SLOT_OF[answer.split(":", 1)[1]]
        lost, _ = pull(who, slot)
        bury(t, lost)
    who.wounds += 1
    slot = room(who) if slot is None else slot
    if slot is not None:
        who.slots[slot] = WOUNDED
    t.emit(ev.SurvivorWounded("ZB-183" if source != FRIEND else "ZB-260", who.name, source, lost))
    return (lost or "") if last else None


def granted(t: Play, who: Survivor, name: str) -> bool:
    """Say whether a survivor has a skill of his own or from a card in use (ZB-421)."""
    return name in who.skills or any(name in item.grants for _, item in in_use(t, who))


def _shrugged(t: Play, who: Survivor, source: str) -> str | None:
    if f"dreadnought_{source}" in who.skills:
        return f"dreadnought_{source}"
    if t.state.phase in ("zombies", "spawn") and "tough" not in who.marks and granted(t, who, "tough"):
        who.marks.append("tough")
        return "tough"
    return None


def _prevented(t: Play, who: Survivor) -> Flow[bool]:
    """Ask whether a card is discarded to prevent the wound (Nightstick, Riot Shield; ZB-388)."""
    if "is_that_all_youve_got" in who.skills:
        slots = [i for i, _ in cards(who)]
        rule = "ZB-388"
    else:
        slots = [i for i, item in in_use(t, who) if item.prevents]
        rule = "ZB-421"
    if not slots:
        return False
    options = [f"prevent:{SLOT_NAMES[i]}" for i in slots]
    answer = yield decide("prevent", who.player, [*options, "suffer"], rule, who.name)
    if answer == "suffer":
        return False
    card = discard(t, who, SLOT_OF[answer.split(":", 1)[1]], rule)
    t.emit(ev.WoundPrevented(rule, who.name, card))
    return True


def may_rise(t: Play, who: Survivor) -> bool:
    """Say whether a survivor would come back as a zombivor if zombies eliminated him now (ZB-293)."""
    return t.state.options["resurrection"] != "off" and not who.zombivor


def eliminate(t: Play, who: Survivor, source: str, lost: str = "") -> Flow[None]:
    """Take a survivor off the board; his cards are discarded unless he will rise again (ZB-186, ZB-303, ZB-304).

    Whoever was killed by a friend does not (ZB-261, ZB-299). For the mission he was killed in any case (ZB-309).

    ``lost`` is the card that the last wound cost him: to the mission he still carried it.
    """
    who.fell = source
    leave_seat(t, who)
    hush(t, who)
    who.marks = [m for m in who.marks if m == "tough"]
    t.emit(ev.SurvivorKilled("ZB-186", who.name, source))
    yield from t.fire("survivor_killed", who, who.zone, lost)
    if source in t.box.kinds and may_rise(t, who):
        who.down = True
        if chosen(t.state.options, "all_down") == "lost":
            check_loss(t)
        return
    who.alive = False
    for slot, _ in cards(who):
        discard(t, who, slot, "ZB-186")
    who.slots = [None] * capacity(who)
    check_loss(t)


def check_loss(t: Play) -> None:
    """End the match as lost when nobody is left to win it (ZB-019, ZB-020).

    With the option ``all_means: starting`` a mission that wants everybody out is lost with the first death. Nobody wins
    by the blow that kills the last survivor.
    """
    everybody = t.state.survivors.values()
    if any(who.alive for who in everybody):
        t.content.check_win(t)
    rising = chosen(t.state.options, "all_down") == "rise"
    if not any(who.alive and not who.escaped and (rising or not who.down) for who in everybody):
        t.finish("lost", "nobody_left", "ZB-019")
    if t.needs_all and t.state.options["all_means"] == "starting" and not all(who.alive for who in everybody):
        t.finish("lost", "one_of_all_died", "ZB-020")


def hush(t: Play, who: Survivor) -> None:
    """End the noise of a Loud survivor who leaves the board (ZB-300, ZB-305, ZB-391)."""
    if t.state.loud_by == who.name:
        t.state.loud = t.state.loud_by = ""


def leave_seat(t: Play, who: Survivor) -> None:
    """Free the seat of somebody who is no longer in his car."""
    if who.car:
        t.state.cars[who.car].seats[who.seat - 1] = None
        who.car, who.seat = "", 0
