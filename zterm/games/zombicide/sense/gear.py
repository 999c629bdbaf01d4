"""Equipment: what a survivor best holds, keeps, gives away and loses."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Any

from zterm.games.zombicide.inventory import capacity
from zterm.games.zombicide.sense.look import Look
from zterm.games.zombicide.skills import MELEE, RANGED, has
from zterm.games.zombicide.state import HANDS, SLOT_NAMES, WOUNDED, Survivor

GAIN = 0.45
TOOL, ONLY_TOOL, PREVENTS, SHIELD = 0.25, 2.5, 0.5, 1.3
FIRE = 2.0
"""What a Molotov in a hand is worth more while there are zombies on the board that nobody can kill."""
ITEM_WORTH = {"flashlight": 0.5, "gasoline": 0.3, "glass_bottles": 0.3, "nails": 0.2, "scope": 0.2, "molotov": 1.6}


def carried(who: Survivor) -> list[str]:
    """Cards carried, wounds left out."""
    return [card for card in who.slots if card is not None and card != WOUNDED]


def strike_value(look: Look, who: Survivor, hand: Sequence[str]) -> tuple[float, float]:
    """The worth of the best melee and the best ranged attack with these cards in the hands."""
    best = {MELEE: 0.0, RANGED: 0.0}
    items = look.t.items
    for name in dict.fromkeys(hand):
        item = items[name]
        for attack in item.attacks:
            if attack.everything:
                continue
            kind = RANGED if attack.ranged else MELEE
            dice = attack.dice + has(who, "die", kind)
            if item.partner and item.partner in hand:
                dice += item.partner_dice
            pair = hand.count(name) > 1 and (attack.dual or has(who, "dual", kind) > 0)
            hits = dice * (2 if pair else 1) * (7 - max(1, attack.accuracy - has(who, "roll", kind))) / 6
            value = (
                min(hits, 2.0 + hits / 3) * (1.4 if attack.damage > 1 else 1.0) * (1.1 if attack.damage > 2 else 1.0)
            )
            if attack.reload:
                value *= 0.6
            if attack.noise and not attack.ranged:
                value *= 0.95
            if attack.ranged and attack.min == 0 and attack.max > 1:
                value *= 1.1
            best[kind] = max(best[kind], value)
    return best[MELEE], best[RANGED]


def only_tool(look: Look, who: Survivor) -> bool:
    """Say whether nobody else has a door tool in hand."""
    return all(name == who.name for name in look.openers)


def hold_value(look: Look, who: Survivor, hand: Sequence[str], alone: bool) -> float:
    """The worth of two cards in the hands; ``alone``: nobody else has a door tool in hand."""
    melee, ranged = strike_value(look, who, hand)
    value = max(melee, 0.9 * ranged) + 0.5 * min(melee, 0.9 * ranged)
    items = look.t.items
    if any(items[c].opens_doors for c in hand):
        value += ONLY_TOOL if alone else TOOL
    for name in hand:
        if any(attack.everything for attack in items[name].attacks):
            value += (FIRE if look.giants else 0.0) + ITEM_WORTH["molotov"] - 0.1
        if items[name].grants:
            value += SHIELD
        elif items[name].prevents:
            value += PREVENTS
    return value


_ARMS: dict[Any, float] = {}
_KNOWN: dict[Any, tuple[float, tuple[str, ...]]] = {}


def built(look: Look, cards: Sequence[str]) -> Sequence[str]:
    """The cards as they are once all that can be made of them is made."""
    for name in look.t.recipes:
        item = look.t.items[name]
        if all(part in cards for part in item.parts) and (item.keeps_parts or look.s.aside.get(name)):
            left = list(cards)
            for part in item.parts:
                left.remove(part)
            cards = [*left, name]
    return cards


def best_hand(look: Look, who: Survivor, cards: Sequence[str]) -> tuple[float, tuple[str, ...]]:
    """The best two cards to hold, with what they and the rest are worth; what can be made of them counts as made."""
    cards = built(look, cards)
    alone = only_tool(look, who) and any(look.t.items[card].opens_doors for card in cards)
    boss = bool(look.giants) and "molotov" in cards
    key = (look.t.box.id, tuple(who.skills), tuple(sorted(cards)), alone, boss, bool(look.s.tags) and str(look.s.tags))
    known = _KNOWN.get(key)
    if known is None:
        if len(_KNOWN) > 20000:
            _KNOWN.clear()
        known = _KNOWN[key] = _best_hand(look, who, cards, alone)
    return known


def _best_hand(look: Look, who: Survivor, cards: Sequence[str], alone: bool) -> tuple[float, tuple[str, ...]]:
    reach = len(cards) if "webbing" in who.skills else HANDS
    pairs = [tuple(cards)] if len(cards) <= reach else sorted(set(combinations(sorted(cards), reach)))
    best = -1.0
    held: tuple[str, ...] = ()
    for pair in pairs:
        left = list(cards)
        for card in pair:
            left.remove(card)
        value = hold_value(look, who, pair, alone) + sum(pack_value(look, card, cards) for card in left)
        if value > best + 1e-9:
            best, held = value, pair
    return best, tuple(held)


def pack_value(look: Look, card: str, cards: Sequence[str]) -> float:
    """The small worth of a card in the pack, beside all that is carried."""
    item = look.t.items[card]
    if item.rerolls:
        return 0.4 if any(a.id in item.rerolls for c in cards for a in look.t.items[c].attacks) else 0.05
    if item.opens_doors:
        return 0.12
    if card in ITEM_WORTH:
        return ITEM_WORTH[card]
    if item.prevents:
        return 0.15
    if any(card in tagged for tagged in look.s.tags.values()):
        return 3.0
    return 0.08 if item.attacks else 0.02


def total(look: Look, who: Survivor, cards: Sequence[str]) -> float:
    """The worth of everything carried, held as well as can be."""
    return best_hand(look, who, cards)[0]


def arm_value(look: Look, who: Survivor) -> float:
    """How well a survivor is armed, with the best he carries in his hands."""
    held = best_hand(look, who, carried(who))[1]
    key = (tuple(who.skills), held)
    if key not in _ARMS:
        _ARMS[key] = max(strike_value(look, who, held))
    return _ARMS[key]


def now_value(look: Look, who: Survivor) -> float:
    """The worth of what a survivor holds as it lies."""
    hands = [c for c in who.slots[:HANDS] if c is not None and c != WOUNDED]
    rest = [c for c in who.slots[HANDS:] if c is not None and c != WOUNDED]
    return hold_value(look, who, hands, only_tool(look, who)) + sum(pack_value(look, c, hands + rest) for c in rest)


def tidy(look: Look, who: Survivor) -> str | None:
    """The next change that brings the best cards into the hands, None when they are there."""
    if "webbing" in who.skills:
        return None
    held = list(best_hand(look, who, carried(who))[1])
    wrong = []
    for slot in range(HANDS):
        card = who.slots[slot]
        if card in held:
            held.remove(card)
        else:
            wrong.append(slot)
    for slot in wrong:
        for card in held:
            places = [i for i, c in enumerate(who.slots) if c == card and i >= HANDS]
            loaded = [i for i in places if i not in who.empty] or places
            if loaded:
                option = f"swap:{SLOT_NAMES[slot]}:{SLOT_NAMES[loaded[0]]}"
                if option in look.options:
                    return option
    return None


def least_useful(look: Look, who: Survivor, slots: Sequence[int], new: Sequence[str] = ()) -> tuple[float, int]:
    """The slot whose card is missed least, and how much it is missed."""
    cards = [*carried(who), *new]
    whole = total(look, who, cards)
    tools = sum(1 for m in look.team for c in carried(m) if look.t.items[c].opens_doors)
    best = (1e9, -1)
    for slot in slots:
        card = who.slots[slot]
        assert card is not None
        rest = list(cards)
        rest.remove(card)
        loss = whole - total(look, who, rest)
        if look.t.items[card].opens_doors and tools < 3:
            loss += 2.0
        if slot in who.empty:
            loss -= 0.01
        best = min(best, (loss, slot))
    return best


def trades(look: Look, who: Survivor) -> list[tuple[float, str]]:
    """Gifts to and from the survivors on offer, with what the two gain together."""
    found = []
    mine = carried(who)
    base = total(look, who, mine)
    for option in look.options:
        verb, *args = option.split(":")
        if verb not in ("give", "take"):
            continue
        mate = look.s.survivors[args[0]]
        giver, taker = (who, mate) if verb == "give" else (mate, who)
        if sum(1 for c in taker.slots if c is not None) >= capacity(taker):
            continue
        gain = gift(look, giver, taker, giver.slots[SLOT_NAMES.index(args[1])], base if giver is who else None)
        found.append((gain, option))
    return sorted(found, key=lambda pair: (-pair[0], pair[1]))


def gift(look: Look, giver: Survivor, taker: Survivor, card: str | None, base: float | None = None) -> float:
    """What two survivors gain together when a card goes from one to the other."""
    if card is None:
        return -1.0
    has_now, gets = carried(giver), carried(taker)
    rest = list(has_now)
    rest.remove(card)
    loss = (base if base is not None else total(look, giver, has_now)) - total(look, giver, rest)
    return total(look, taker, [*gets, card]) - total(look, taker, gets) - loss


def trade_gain(look: Look, who: Survivor) -> float:
    """The most that one gift between a survivor and those beside him would bring."""
    best = 0.0
    for mate in look.s.at(who.zone):
        if mate is who:
            continue
        for giver, taker in ((who, mate), (mate, who)):
            if sum(1 for c in taker.slots if c is not None) >= capacity(taker):
                continue
            for card in dict.fromkeys(carried(giver)):
                best = max(best, gift(look, giver, taker, card))
    return best
