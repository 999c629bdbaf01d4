"""The inventory (chapter 5 page 11, chapter 6 page 14): slots, rearranging, trading, combining, discarding."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from zterm.games.zombicide import events as ev
from zterm.games.zombicide.actions import affords, pay
from zterm.games.zombicide.content import Box, Item
from zterm.games.zombicide.play import Play
from zterm.games.zombicide.skills import skill
from zterm.games.zombicide.state import HANDS, SLOT_NAMES, SLOT_OF, WOUNDED, Survivor
from zterm.games.zombicide.variants import chosen
from zterm.kernel.decision import Flow, decide

CARRIED = 5
SPENT = "spent"
"""The pile of set-aside cards that nobody can get again."""


def capacity(who: Survivor) -> int:
    """Count the slots a survivor has (ZB-102, Hoard ZB-386)."""
    return CARRIED + sum(skill(name).slots for name in who.skills)


def cards(who: Survivor) -> list[tuple[int, str]]:
    """List (slot, card) of the equipment carried, wounds left out."""
    return [(i, c) for i, c in enumerate(who.slots) if c is not None and c != WOUNDED]


def room(who: Survivor) -> int | None:
    """Give the first free slot, or None."""
    for i, card in enumerate(who.slots):
        if card is None:
            return i
    return None


def in_use(t: Play, who: Survivor) -> Iterator[tuple[int, Item]]:
    """Go through the cards in use: those in the hands, with Webbing all (ZB-103, ZB-418)."""
    reach = len(who.slots) if "webbing" in who.skills else HANDS
    for i in range(reach):
        card = who.slots[i]
        if card is not None and card != WOUNDED:
            yield i, t.items[card]


def put(who: Survivor, card: str, empty: bool = False) -> int:
    """Lay a card into the first free slot, or beyond the last one for the moment; return the slot (ZB-107)."""
    slot = room(who)
    if slot is None:
        who.slots.append(card)
        slot = len(who.slots) - 1
    else:
        who.slots[slot] = card
    if empty:
        who.empty.append(slot)
    return slot


def pull(who: Survivor, slot: int) -> tuple[str, bool]:
    """Take a card out of a slot; return it and whether it has to be reloaded."""
    card = who.slots[slot]
    assert card is not None
    who.slots[slot] = None
    empty = slot in who.empty
    if empty:
        who.empty.remove(slot)
    return card, empty


def swap(who: Survivor, a: int, b: int) -> None:
    """Change the contents of two slots."""
    who.slots[a], who.slots[b] = who.slots[b], who.slots[a]
    who.empty = sorted(b if i == a else a if i == b else i for i in who.empty)


def pile_aside(box: Box, card: str) -> str:
    """Name the pile for a discarded card that is never reshuffled: what is combined goes back to its supply, a special
    weapon is drawn once (ZB-087, ZB-142, ZB-288).
    """
    return card if box.items[card].parts or card in box.filler else SPENT


def bury(t: Play, card: str) -> None:
    """Put a card where its kind goes: its parts, a set-aside pile or the discards (ZB-089, ZB-141, ZB-142)."""
    item = t.items[card]
    if item.keeps_parts:
        for part in item.parts:
            bury(t, part)
    elif card in t.box.never_reshuffled and (card != "nailbat" or chosen(t.state.options, "nailbats") == "aside"):
        t.state.aside.setdefault(pile_aside(t.box, card), []).append(card)
    else:
        t.state.equipment_discard.append(card)


def discard(t: Play, who: Survivor, slot: int, rule: str = "ZB-105") -> str:
    """Discard a card from a slot and return it; a weapon keeps no memory of being unloaded."""
    card, _ = pull(who, slot)
    t.emit(ev.CardDiscarded(rule, who.name, card))
    bury(t, card)
    return card


def drops(who: Survivor) -> list[str]:
    """Offer the free discards (ZB-105); Wounded cards can't be discarded (ZB-184)."""
    return [f"drop:{SLOT_NAMES[i]}" for i, c in enumerate(who.slots) if c is not None and c != WOUNDED]


def recipes(t: Play, who: Survivor) -> Iterable[str]:
    """Offer what can be combined from cards carried (ZB-081 … ZB-088)."""
    held = [c for c in who.slots if c is not None]
    for name in t.recipes:
        item = t.items[name]
        if all(part in held for part in item.parts) and (item.keeps_parts or supply(t, who, name)):
            yield f"combine:{name}"


def supply(t: Play, who: Survivor, name: str) -> int:
    """Count the cards that combining would give: one, or two Molotovs with a skill, while they last (ZB-087, ZB-367).

    With a match option two that are not there are none.
    """
    wanted = 2 if name == "molotov" and "two_cocktails_are_better_than_one" in who.skills else 1
    left = len(t.state.aside.get(name, ()))
    return 0 if left < wanted and chosen(t.state.options, "last_cocktail") == "none" else min(left, wanted)


def combine(t: Play, who: Survivor, name: str) -> list[int]:
    """Combine two carried cards into one; it costs nothing and lies in the better slot of the two.

    Returns the slots of what was made.
    """
    item = t.items[name]
    made = 1 if item.keeps_parts else supply(t, who, name)
    slots = [who.slots.index(part) for part in item.parts]
    empty = any(i in who.empty for i in slots)
    for slot in slots:
        card, _ = pull(who, slot)
        if not item.keeps_parts:
            bury(t, card)
    if not item.keeps_parts:
        t.state.aside[name].pop()
    who.slots[min(slots)] = name
    if empty:
        who.empty.append(min(slots))
    t.emit(ev.ItemBuilt({"sniper_rifle": "ZB-082", "nailbat": "ZB-083"}.get(name, "ZB-084"), who.name, name))
    if made > 1:
        second = put(who, t.state.aside[name].pop())
        t.emit(ev.ItemBuilt("ZB-367", who.name, name))
        return [min(slots), second]
    return [min(slots)]


def swaps(who: Survivor) -> list[str]:
    """Offer every change of two slots that changes anything."""
    slots, names = who.slots, SLOT_NAMES
    found = []
    for a in range(len(slots)):
        for b in range(a + 1, len(slots)):
            if slots[a] != slots[b] or (slots[a] is not None and (a in who.empty) != (b in who.empty)):
                found.append(f"swap:{names[a]}:{names[b]}")
    return found


def settle(who: Survivor) -> bool:
    """Bring cards that lie beyond the last slot into free ones; say whether all fit."""
    limit = capacity(who)
    for i in range(len(who.slots) - 1, limit - 1, -1):
        if who.slots[i] is not None:
            slot = room(who)
            if slot is None or slot >= limit:
                return False
            swap(who, i, slot)
        who.slots.pop()
    return True


def fits(who: Survivor) -> bool:
    """Say whether a survivor carries no more than his slots hold; Wounded cards fill slots as well (ZB-106)."""
    return sum(1 for c in who.slots if c is not None) <= capacity(who)


def rearrange(t: Play, who: Survivor, rule: str, found: str = "") -> Flow[None]:
    """Let a survivor rearrange freely until he is done: after a search or a gift (ZB-138, ZB-158).

    ``found`` is a card that is looked at meanwhile and has no place yet.
    """
    about = {"card": found} if found else {}
    while True:
        options = [*swaps(who), *drops(who), *recipes(t, who)]
        if not options:
            settle(who)
            return
        if fits(who):
            options.append("done")
        answer = yield decide("rearrange", who.player, options, rule, who.name, always=True, about=about)
        if answer == "done":
            settle(who)
            return
        change(t, who, answer)


def build(t: Play, who: Survivor, name: str) -> Flow[None]:
    """Combine cards in one's turn; the new weapon may be taken in hand at once (ZB-081)."""
    made = [slot for slot in combine(t, who, name) if slot >= HANDS]
    moved = False
    while made:
        hands = [SLOT_NAMES[hand] for hand in range(HANDS) if who.slots[hand] != name]
        options = [f"swap:{hand}:{SLOT_NAMES[slot]}" for hand in hands for slot in made]
        if not options:
            break
        answer = yield decide("rearrange", who.player, [*options, "done"], "ZB-081", who.name)
        if answer == "done":
            return
        change(t, who, answer)
        made.remove(SLOT_OF[answer.split(":")[2]])
        moved = True
    if moved:
        yield decide("rearrange", who.player, ["done"], "ZB-081", who.name, always=True)


def change(t: Play, who: Survivor, answer: str) -> None:
    """Carry out a swap, drop or combination."""
    verb, *args = answer.split(":")
    if verb == "swap":
        t.emit(moved(who, *args))
        swap(who, SLOT_OF[args[0]], SLOT_OF[args[1]])
    elif verb == "drop":
        discard(t, who, SLOT_OF[args[0]])
    else:
        combine(t, who, args[0])


def moved(who: Survivor, a: str, b: str) -> ev.ItemsMoved:
    """What a swap of two slots, by their names, is told as: what goes where, equipment before Wounded cards."""
    (card, slot), (other, _) = exchanged(who, a, b)
    return ev.ItemsMoved("ZB-158", who.name, card=card, slot=slot, other=other)


def exchanged(who: Survivor, a: str, b: str) -> list[tuple[str, str]]:
    """The cards of two slots, each with the slot it goes to: equipment, then Wounded cards, then "" for none."""
    found = [(who.slots[SLOT_OF[here]] or "", there) for here, there in ((a, b), (b, a))]
    return sorted(found, key=lambda part: (not part[0], part[0] == WOUNDED))


def offer_inventory(t: Play, who: Survivor) -> list[str]:
    """Offer the rearrange-and-trade action (ZB-158) when there is anything to do with it."""
    if not affords(who, "inventory"):
        return []
    if cards(who) or who.wounds or any(cards(m) for m in mates(t, who)):
        return ["inventory"]
    return []


def mates(t: Play, who: Survivor) -> list[Survivor]:
    """List the other survivors in the zone, in cars or not (ZB-160)."""
    return [m for m in t.state.at(who.zone) if m is not who]


def do_inventory(t: Play, who: Survivor, args: list[str]) -> Flow[None]:
    """Rearrange, and trade any number of cards with one survivor in the zone, among zombies too (ZB-158, ZB-159)."""
    pay(who, "inventory")
    partner: Survivor | None = None
    while True:
        options = [*swaps(who), *drops(who), *recipes(t, who)]
        for mate in [partner] if partner else mates(t, who):
            options += [f"give:{mate.name}:{SLOT_NAMES[i]}" for i, _ in cards(who)]
            options += [f"take:{mate.name}:{SLOT_NAMES[i]}" for i, _ in cards(mate)]
        if fits(who) and (partner is None or fits(partner)):
            options.append("done")
        about = {"trade": True}
        answer = yield decide("rearrange", who.player, options, "ZB-158", who.name, always=True, about=about)
        verb, *rest = answer.split(":")
        if verb == "done":
            break
        if verb in ("give", "take"):
            partner = t.state.survivors[rest[0]]
            trade(t, who, partner, verb, SLOT_OF[rest[1]])
        else:
            change(t, who, answer)
    settle(who)
    if partner is not None:
        settle(partner)
        yield from rearrange(t, partner, "ZB-158")


def trade(t: Play, who: Survivor, partner: Survivor, verb: str, slot: int) -> None:
    """Move one card between two survivors; an unloaded weapon stays unloaded (ZB-267)."""
    giver, taker = (who, partner) if verb == "give" else (partner, who)
    card, empty = pull(giver, slot)
    put(taker, card, empty)
    t.emit(ev.ItemsMoved("ZB-158", giver.name, taker.name, card))
