"""Searching (chapter 6, page 14; cars chapter 8, page 21): draw, keep or discard, rearrange."""

from __future__ import annotations

from collections.abc import Callable

from zterm.games.zombicide import events as ev
from zterm.games.zombicide.actions import affords, pay
from zterm.games.zombicide.combat import kind_of
from zterm.games.zombicide.inventory import (
    bury,
    capacity,
    cards,
    change,
    discard,
    drops,
    put,
    rearrange,
    recipes,
    swaps,
)
from zterm.games.zombicide.play import Play, Why
from zterm.games.zombicide.points import searched_by_hand
from zterm.games.zombicide.skills import has
from zterm.games.zombicide.spawning import barren, place, shortages
from zterm.games.zombicide.state import SLOT_NAMES, SLOT_OF, WOUNDED, Car, Survivor
from zterm.kernel.decision import Flow, decide

SEARCHED_KINDS = ("room", "extra")


def offer_searches(t: Play, who: Survivor) -> list[str]:
    """Offer to search the room or a car in the zone: once a turn, no zombie in the zone (ZB-135, ZB-137, ZB-283)."""
    if who.searched or t.state.zombies.get(who.zone) or not affords(who, "search"):
        return []
    found = []
    if by_hand(t, who.zone) and not who.car:
        found.append("search")
    for name, car in t.state.cars.items():
        if car.zone == who.zone and searchable(car):
            found.append(f"search:{name}")
    return found


def by_hand(t: Play, zone: str) -> bool:
    """Say whether a zone can be searched: rooms and extra zones (ZB-332), unless something on the board forbids it."""
    return searched_by_hand(t, zone, t.board.zones[zone].kind in SEARCHED_KINDS)


def searchable(car: Car) -> bool:
    """Say whether a car can be searched: never a sports car, a pimpmobile once a match (ZB-287, ZB-289, ZB-290)."""
    return car.kind in CARS and not (car.kind in ("pimpmobile", "hippiemobile") and car.searched)


def do_search(t: Play, who: Survivor, args: list[str]) -> Flow[None]:
    """Search a room, or the car named."""
    pay(who, "search")
    who.searched = True
    if args:
        kept = yield from search_car(t, who, t.state.cars[args[0]])
    else:
        kept = yield from search_room(t, who)
    if kept and who.playing:
        yield from rearrange(t, who, "ZB-138")


def search_room(t: Play, who: Survivor) -> Flow[bool]:
    """Draw a card, and one more for each Flashlight carried (ZB-136, ZB-140)."""
    more = sum(t.items[card].search_bonus for _, card in cards(who))
    kept = False
    for _ in range(1 + more):
        card = yield from draw_for(t, who)
        if card is None or (yield from startled(t, who, card)):
            break
        kept = (yield from receive(t, who, card)) or kept
        kept = (yield from match_set(t, who, card)) or kept
    return kept


def draw_for(t: Play, who: Survivor) -> Flow[str | None]:
    """Draw a card; with Destiny it may be discarded for another one, once a turn (ZB-379)."""
    card = draw_equipment(t)
    if card is None or "destiny" not in who.skills or "destiny" in who.used:
        return card
    t.emit(ev.CardDrawn("ZB-379", who.name, card))
    about = {"card": card}
    answer = yield decide("search", who.player, ["skill:destiny", "none"], "ZB-379", who.name, about=about)
    if answer == "none":
        return card
    who.used.append("destiny")
    t.emit(ev.SkillUsed("ZB-379", who.name, "destiny", card))
    t.emit(ev.CardDiscarded("ZB-379", who.name, card))
    bury(t, card)
    return draw_equipment(t)


def match_set(t: Play, who: Survivor, card: str) -> Flow[bool]:
    """With Matching Set a Dual weapon found brings its twin out of the deck, which is shuffled (ZB-394)."""
    dual = any(attack.dual or has(who, "dual", kind_of(attack)) for attack in t.items[card].attacks)
    if "matching_set" not in who.skills or not dual or card not in t.state.equipment:
        return False
    about = {"card": card}
    answer = yield decide("search", who.player, ["skill:matching_set", "none"], "ZB-394", who.name, about=about)
    if answer == "none":
        return False
    t.state.equipment.remove(card)
    t.chance.shuffle(t.state.equipment)
    t.emit(ev.SkillUsed("ZB-394", who.name, "matching_set", card))
    t.emit(ev.DeckShuffled("ZB-394", "equipment"))
    return (yield from receive(t, who, card, "ZB-394"))


def draw_equipment(t: Play) -> str | None:
    """Draw an equipment card; an empty deck is made anew from its discards, and may stay empty (ZB-141, ZB-143)."""
    s = t.state
    if not s.equipment and s.equipment_discard:
        s.equipment, s.equipment_discard = s.equipment_discard, []
        t.chance.shuffle(s.equipment)
        t.emit(ev.DeckShuffled("ZB-141", "equipment"))
    if not s.equipment:
        t.emit(ev.DeckEmpty("ZB-143", "equipment"))
        return None
    t.reveal()
    return s.equipment.pop(0)


def startled(t: Play, who: Survivor, card: str) -> Flow[bool]:
    """Resolve an Aaahh! card: a Walker in the zone, unless none may appear there, and the search is over (ZB-139)."""
    if t.items[card].kind != "event":
        return False
    t.emit(ev.CardDrawn("ZB-139", who.name, card))
    t.emit(ev.CardDiscarded("ZB-139", who.name, card))
    bury(t, card)
    if not barren(t, who.zone):
        yield from shortages(t, place(t, who.zone, "walker", 1, "aaahh", "ZB-139"))
    return True


def receive(t: Play, who: Survivor, card: str, rule: str = "ZB-136") -> Flow[bool]:
    """Ask whether a found card is kept; when all slots are full another card goes (ZB-136, ZB-105). Say if it was.

    What is carried may be put in order meanwhile: who keeps nothing is not asked about it any more (ZB-138).
    """
    t.emit(ev.CardDrawn(rule, who.name, card))
    while True:
        full = sum(1 for c in who.slots if c is not None) >= capacity(who)
        options = ["discard", *drops(who), *recipes(t, who)]
        if swaps(who):
            options.append("inventory")
        if full:
            options += [f"keep:{SLOT_NAMES[i]}" for i, c in enumerate(who.slots) if c is not None and c != WOUNDED]
        else:
            options.append("keep")
        answer = yield decide("search", who.player, options, rule, who.name, about={"card": card})
        verb, *args = answer.split(":")
        if verb == "discard":
            t.emit(ev.CardDiscarded("ZB-136", who.name, card))
            bury(t, card)
            return False
        if verb == "keep":
            if args:
                discard(t, who, SLOT_OF[args[0]])
            put(who, card)
            return True
        if verb == "inventory":
            yield from rearrange(t, who, "ZB-138", card)
        else:
            change(t, who, answer)


def search_car(t: Play, who: Survivor, car: Car) -> Flow[bool]:
    """Search a car by its kind (ZB-285, ZB-287, ZB-289, ZB-291)."""
    kept: bool = yield from CARS[car_rules(t, car)](t, who, car)
    return kept


def car_rules(t: Play, car: Car) -> str:
    """Say by which kind's rules a car is searched: its own, unless the mission says otherwise (ZB-284)."""
    for rule in t.mission.rules:
        if rule.when.name == "search" and rule.when.args["at"] == car.kind:
            for effect in rule.effects:
                if effect.name == "search_as":
                    return str(effect.args["kind"])
    return car.kind


def _police(t: Play, who: Survivor, car: Car) -> Flow[bool]:
    """Draw until a card that attacks comes up, once through the deck, once with the discards (ZB-141, ZB-285, ZB-286).

    A wrecked helicopter is searched like this as well (ZX-04).
    """
    for _ in range(2 * len(t.state.equipment) + len(t.state.equipment_discard)):
        card = yield from draw_for(t, who)
        if card is None or (yield from startled(t, who, card)):
            return False
        if t.items[card].attacks:
            kept = yield from receive(t, who, card, "ZB-285")
            return (yield from match_set(t, who, card)) or kept
        t.emit(ev.CardDrawn("ZB-285", who.name, card))
        t.emit(ev.CardDiscarded("ZB-285", who.name, card))
        bury(t, card)
    return False


def _pimpmobile(t: Play, who: Survivor, car: Car) -> Flow[bool]:
    """Take the special weapon, once a match for each car (ZB-287, ZB-288, ZB-292)."""
    car.searched = True
    pile = t.state.aside.get("gunblade")
    if not pile:
        t.emit(ev.DeckEmpty("ZB-288", "pimpmobile"))
        return False
    return (yield from receive(t, who, pile.pop(), "ZB-287"))


def _taxi(t: Play, who: Survivor, car: Car) -> Flow[bool]:
    """Search as in a room; a Flashlight is of no use (ZB-291)."""
    card = yield from draw_for(t, who)
    if card is None or (yield from startled(t, who, card)):
        return False
    kept = yield from receive(t, who, card, "ZB-291")
    return (yield from match_set(t, who, card)) or kept


CARS: dict[str, Callable[[Play, Survivor, Car], Flow[bool]]] = {
    "police": _police,
    "pimpmobile": _pimpmobile,
    "hippiemobile": _pimpmobile,
    "taxi": _taxi,
    "wreck": _police,
}


def why_not_search(t: Play, who: Survivor, car_id: str = "") -> Why:
    """Say why a search does not stand: a catalogue key and its facts."""
    if car_id and (car_id not in t.state.cars or t.state.cars[car_id].zone != who.zone):
        return "no_such_car", {"car": car_id}
    ground = t.board.zones[who.zone].kind
    if not car_id and (not by_hand(t, who.zone) or who.car):
        return "not_a_room", {"zone": who.zone, "ground": ground}
    if t.state.zombies.get(who.zone):
        return "zombies_here", {"zone": who.zone}
    if who.searched:
        return "searched_already", {}
    if car_id and not searchable(t.state.cars[car_id]):
        return ("car_searched" if t.state.cars[car_id].searched else "car_not_searchable"), {"car": car_id}
    return "no_actions", {"needed": 1, "left": who.actions}
