"""A survivor's turn (chapter 6): everything he may do now, and doing it."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from msgspec import Struct

from zterm.games.zombicide import events as ev
from zterm.games.zombicide.actions import affords, brings, refresh
from zterm.games.zombicide.cars import do_drive, do_enter, do_leave, offer_drives, offer_seats
from zterm.games.zombicide.combat import do_attack, do_reload, offer_attacks, offer_reload
from zterm.games.zombicide.doors import do_open, offer_doors
from zterm.games.zombicide.inventory import build, change, do_inventory, drops, offer_inventory, recipes
from zterm.games.zombicide.mission import check_win, do_custom, offer_custom
from zterm.games.zombicide.movement import do_move, offer_moves, walk
from zterm.games.zombicide.objectives import do_noise, do_press, do_take, offer_objectives
from zterm.games.zombicide.play import Play
from zterm.games.zombicide.points import VERBS, settle
from zterm.games.zombicide.searching import do_search, offer_searches
from zterm.games.zombicide.skill_actions import do_skill, offer_skills
from zterm.games.zombicide.state import Survivor
from zterm.kernel.decision import EVERYBODY, Decision, Flow, decide

Offer = Callable[[Play, Survivor], Iterable[str]]
Do = Callable[[Play, Survivor, list[str]], Flow[None]]


class Action(Struct, frozen=True):
    """A verb of the turn: what carries it out, the rule it stands on, and the kind of action it costs."""

    do: Do
    rule: str
    kind: str = ""


def offer_drops(t: Play, who: Survivor) -> list[str]:
    """Offer the free discards (ZB-105)."""
    return drops(who)


ACTIONS: dict[str, Action] = {
    "move": Action(do_move, "ZB-129", "move"),
    "attack": Action(do_attack, "ZB-161", "attack"),
    "search": Action(do_search, "ZB-135", "search"),
    "open": Action(do_open, "ZB-144", "open"),
    "take": Action(do_take, "ZB-172", "take"),
    "press": Action(do_press, "ZB-173", "press"),
    "inventory": Action(do_inventory, "ZB-158", "inventory"),
    "reload": Action(do_reload, "ZB-265", "reload"),
    "enter": Action(do_enter, "ZB-163", "seat"),
    "leave": Action(do_leave, "ZB-163", "seat"),
    "seat": Action(do_enter, "ZB-164", "seat"),
    "drive": Action(do_drive, "ZB-165", "drive"),
    "skill": Action(do_skill, "ZB-350"),
    "noise": Action(do_noise, "ZB-177", "noise"),
    "mission": Action(do_custom, "ZB-172", "mission"),
}

FREE = ("drop", "combine")
"""What is no action and may be done at any moment of the turn (ZB-088, ZB-105)."""

OFFERS: tuple[Offer, ...] = (
    offer_moves,
    offer_attacks,
    offer_searches,
    offer_doors,
    offer_objectives,
    offer_inventory,
    offer_reload,
    offer_seats,
    offer_drives,
    offer_skills,
    offer_custom,
    offer_drops,
    recipes,
)


def options(t: Play, who: Survivor) -> list[str]:
    """List all a survivor may do now; ``end`` always stands (ZB-178), in security zones only Moves (ZB-343, ZB-349)."""
    if t.board.zones[who.zone].kind == "security":
        return [*offer_moves(t, who), "end"]
    found = ["end"]
    for offer in OFFERS:
        found += offer(t, who)
    for verb in VERBS.values():
        found += verb.offer(t, who)
    if affords(who, "noise") and who.actions:
        found.append("noise")
    return found


def main_decision(t: Play, who: Survivor, rest: bool) -> Decision:
    """Ask what a survivor does; it is asked even when only ``end`` stands."""
    return decide("turn", who.player, options(t, who), "ZB-126", who.name, rest, True)


def begin_turn(t: Play, who: Survivor) -> None:
    """Start a survivor's turn with fresh actions; gifts of Born Leaders are used now or lost (ZB-374)."""
    t.state.active = who.name
    refresh(who)
    if t.state.loud_by == who.name:
        t.state.loud = t.state.loud_by = ""
    who.actions += who.marks.count("born_leader")
    who.marks = [mark for mark in who.marks if mark != "born_leader"]
    t.emit(ev.TurnBegan("ZB-041", who.name))


def play_on(t: Play, who: Survivor, rest: bool) -> Flow[bool]:
    """Ask for and carry out one thing a survivor does; say whether his turn goes on."""
    answer = yield main_decision(t, who, rest)
    if answer == "end":
        yield from end_turn(t, who)
        return False
    verb, *args = answer.split(":")
    hasty = who.marks.count("blitz")
    if verb == "drop":
        change(t, who, answer)
    elif verb == "combine":
        yield from build(t, who, args[0])
    elif verb in VERBS:
        yield from VERBS[verb].do(t, who, args)
    else:
        yield from ACTIONS[verb].do(t, who, args)
    yield from settle(t)
    if verb not in FREE:
        _use_blitz(who, hasty, verb == "move")
    check_win(t)
    return who.playing


def _use_blitz(who: Survivor, hasty: int, moved: bool) -> None:
    """Close the free Moves of Blitz that stood before this action: a Move used one, all else loses them (ZB-370)."""
    for i in range(min(hasty, who.marks.count("blitz"))):
        if moved and i:
            return
        who.marks.remove("blitz")
        if not moved and who.free.get("move"):
            who.free["move"] -= 1
            if not who.free["move"]:
                del who.free["move"]


def end_turn(t: Play, who: Survivor) -> Flow[None]:
    """End a turn: nobody stays in a turnstile (ZB-344), then the mission's rules for the place (ZB-437)."""
    if who.came:
        walk(t, who, who.came, "ZB-344")
    who.actions, who.free = 0, {}
    who.marks = [mark for mark in who.marks if mark != "blitz"]
    if "rotten" in who.skills and "rotten" not in who.marks and not {"combat", "drive", "noise"} & set(who.deeds):
        who.marks.append("rotten")
        t.emit(ev.SkillUsed("ZB-405", who.name, "rotten"))
    yield from t.fire("survivor_turn_end", who, who.zone)
    check_win(t)


def linked_turns(t: Play) -> Flow[None]:
    """Give survivors with a Zombie link a whole turn before the zombies act (ZB-419)."""
    left = [who for who in t.state.standing() if "zombie_link" in who.skills]
    while left := [who for who in left if who.playing]:
        answer = yield decide("link_order", EVERYBODY, [f"next:{who.name}" for who in left], "ZB-419")
        who = t.state.survivors[answer.split(":", 1)[1]]
        left.remove(who)
        yield from _extra_turn(t, who)


def _extra_turn(t: Play, who: Survivor) -> Flow[None]:
    """Play a whole turn, also in the middle of a turn of his own, which goes on afterwards (ZB-419).

    What he learns meanwhile is there for the rest of that turn too (ZB-099).
    """
    saved = (t.state.active, who.actions, dict(who.free), who.searched, list(who.used), list(who.deeds))
    hasty, known = who.marks.count("blitz"), len(who.skills)
    who.marks = [mark for mark in who.marks if mark != "blitz"]
    begin_turn(t, who)
    while (yield from play_on(t, who, False)):
        pass
    t.state.active, who.actions, who.free, who.searched, who.used, who.deeds = saved
    who.marks += ["blitz"] * hasty
    if t.state.active == who.name:
        for name in who.skills[known:]:
            brings(who, name)
