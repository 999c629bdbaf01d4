"""What can become of survivors whom zombies attack: who falls, and what the others can still bear (chapter 7, page 15).

All ways of giving out wounds and of bearing them are followed survivor by survivor. What counts of a survivor is only
what can still make a difference; of what comes to the same, one way is kept.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct, field
from msgspec.structs import replace

from zterm.games.zombicide.inventory import in_use
from zterm.games.zombicide.play import Play, quiet
from zterm.games.zombicide.state import SLOT_OF, WOUNDED, Survivor
from zterm.games.zombicide.variants import chosen
from zterm.games.zombicide.wounds import may_rise, suffer, wound_limit

_BEARING = frozenset({"tough", "is_that_all_youve_got", "death_grasp", "webbing"})
"""Skills that count when a wound is borne, beside the Dreadnoughts."""

Said = tuple[str, str, str]
"""An answer with the kind of its question and whom that asks ("" for the group)."""
Card = tuple[bool, tuple[str, ...], tuple[str, ...]]
"""What counts of a card: whether it can prevent a wound, what skills it grants, what the mission calls it."""
PLAIN: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
Label = tuple[bool, tuple[bool, ...], tuple[str, ...], tuple[str, ...]]
"""What others notice of a survivor: whether he fell; whether he will rise, or if he did not fall whether he is unheard,
is Loud, is Rotten, sits in a car; his skills for wounds to come; what the mission calls his cards."""
Crowd = tuple[Label, ...]
Chance = tuple[tuple[Crowd, int], ...]
"""Crowds that can come of one more attack, each with the numbers of wounds that lead there, as bits."""


class Body(Struct, frozen=True, order=True):
    """What counts of a survivor who may be wounded: the wounds until he falls, whether Tough is used up, free slots
    (for Death Grasp), cards that are something special, and how many others there are that prevent a wound or do not.
    """

    life: int
    tired: bool
    free: int
    special: tuple[Card, ...]
    guards: int
    others: int


class Fate(Struct, frozen=True):
    """What becomes of a survivor to whom so many wounds are given: whether he suffers any of them, what others notice,
    what counts of him for any number of attacks to come or what can come of one, and the answers on the way."""

    hits: int
    hurt: bool
    label: Label
    said: tuple[Said, ...]
    kept: tuple[Body, ...] = ()
    chance: Chance = ()


class Later(Struct, frozen=True):
    """What may still come to those in a zone: so many wounds at most, in one attack (``once``) or in any number of
    them; ``matters`` says whether it counts who falls then, ``counted`` whether it counts if anybody is wounded now."""

    most: int = 0
    once: bool = False
    matters: bool = True
    counted: bool = False


class Known(Struct):
    """What was found out already in one preview.

    ``upset`` says that there are extra activations, ``endless`` that nobody knows how often anybody is attacked,
    ``feared`` in which zones nobody knows.
    """

    upset: bool = False
    endless: bool = False
    feared: frozenset[str] = frozenset()
    fates: dict[object, list[Fate]] = field(default_factory=dict)


def body(t: Play, who: Survivor) -> Body:
    """What counts of a survivor as he stands."""
    used = {slot for slot, _ in in_use(t, who)}
    every = "is_that_all_youve_got" in who.skills
    special: list[Card] = []
    counts = [0, 0]
    for slot, card in enumerate(who.slots):
        if card is None or card == WOUNDED:
            continue
        item = t.items[card]
        its = (every or (slot in used and item.prevents), item.grants if slot in used else (), tags_of(t, card))
        if its[1:] == PLAIN:
            counts[its[0]] += 1
        else:
            special.append(its)
    free = who.slots.count(None) if "death_grasp" in who.skills else 0
    life = wound_limit(who) - who.wounds
    return Body(life, "tough" in who.marks, free, tuple(sorted(special)), counts[True], counts[False])


def tags_of(t: Play, card: str) -> tuple[str, ...]:
    """What the mission calls a card."""
    return tuple(sorted(tag for tag, cards in t.state.tags.items() if card in cards)) if t.state.tags else ()


def _carried(t: Play, who: Survivor) -> tuple[str, ...]:
    """What the mission calls the cards of a survivor."""
    if not t.state.tags:
        return ()
    return tuple(sorted(tag for card in who.slots if card and card != WOUNDED for tag in tags_of(t, card)))


def _lives(t: Play, who: Survivor, bears: bool) -> Label:
    """What others notice of a survivor who did not fall; ``bears`` says that he may be attacked once more."""
    skills = [name for name in who.skills if name in _BEARING or name.startswith("dreadnought_")] if bears else []
    noticed = (quiet(who), t.state.loud_by == who.name, "rotten" in who.marks, bool(who.car))
    return False, noticed, tuple(sorted(skills)), _carried(t, who)


def _falls(t: Play, before: Survivor, after: Survivor) -> Label:
    """What counts of a survivor who fell: the cards that the mission knows, before the last wound and after it."""
    cards = (*_carried(t, before), "", *_carried(t, after)) if t.state.tags else ()
    return True, (may_rise(t, before),), (), cards


def over(t: Play, crowd: Crowd) -> bool:
    """Say whether the match is lost as somebody died of whom the mission needs everybody (ZB-020)."""
    if not t.needs_all or t.state.options["all_means"] != "starting":
        return False
    return any(fell and not noticed[0] for fell, noticed, _, _ in crowd)


def fates(t: Play, who: Survivor, source: str, hits: int, later: Later, known: Known) -> list[Fate]:
    """What can become of a survivor given up to so many wounds by a kind of zombie."""
    key = (who.name, tuple(who.slots), tuple(who.marks), who.wounds, source, hits, later)
    found = known.fates.get(key)
    if found is None:
        state = t.state
        t.state = replace(state, equipment_discard=[], aside={})
        found = known.fates[key] = list(_fates(t, who, source, hits, later, known))
        t.state = state
        t.table.events.clear()
    return found


def _fates(t: Play, who: Survivor, source: str, hits: int, later: Later, known: Known) -> Iterator[Fate]:
    """Give wounds one by one, in all ways that may differ."""
    now: dict[Body, tuple[Survivor, tuple[Said, ...]]] = {body(t, who): (who, ())}
    for count in range(hits + 1):
        told: dict[object, Fate] = {}
        for its, (twin, said) in now.items():
            kept = _kept(its, later)
            chance = _chance(t, twin, source, later, known) if later.once and later.matters else ()
            label = _lives(t, twin, bool(kept))
            hurt = twin.wounds > who.wounds
            told.setdefault((hurt, label, kept, chance), Fate(count, hurt, label, said, kept, chance))
        yield from told.values()
        if count == hits or not now:
            return
        after_it: dict[Body, tuple[Survivor, tuple[Said, ...]]] = {}
        fallen: dict[Label, Fate] = {}
        for twin, said in now.values():
            for after, more, lost in _hit(t, twin, source):
                if lost is None:
                    after_it.setdefault(body(t, after), (after, said + more))
                else:
                    label = _falls(t, twin, after)
                    fallen.setdefault(label, Fate(count + 1, True, label, said + more))
        yield from fallen.values()
        now = {its: after_it[its] for its in _best(after_it)}


def _kept(its: Body, later: Later) -> tuple[Body, ...]:
    """What counts of a survivor for any number of attacks to come; () if he bears them anyhow."""
    most = later.most
    if later.once or its.life > most:
        return ()
    return (replace(its, free=min(its.free, most), guards=min(its.guards, most), others=min(its.others, most)),)


def _chance(t: Play, who: Survivor, source: str, later: Later, known: Known) -> Chance:
    """What can come of one more attack on a survivor; Tough may count anew in each activation (ZB-415)."""
    anew = chosen(t.state.options, "tough") == "activation"
    twin = replace(who, marks=[mark for mark in who.marks if mark != "tough"]) if anew else who
    bits: dict[Crowd, int] = {}
    for fate in fates(t, twin, source, later.most, Later(), known):
        bits[(fate.label,)] = bits.get((fate.label,), 0) | 1 << fate.hits
    return tuple(sorted(bits.items()))


def _best(bodies: Iterable[Body]) -> list[Body]:
    """Leave out those that can do nothing that another one, with more plain cards, cannot do as well."""
    alike: dict[object, list[Body]] = {}
    for its in bodies:
        alike.setdefault((its.life, its.tired, its.free, its.special), []).append(its)
    return [its for group in alike.values() for its in group if not any(_more(other, its) for other in group)]


def _more(one: Body, other: Body) -> bool:
    return one != other and one.guards >= other.guards and one.others >= other.others


def _hit(t: Play, who: Survivor, source: str) -> Iterator[tuple[Survivor, tuple[Said, ...], str | None]]:
    """Give one wound: a copy of the survivor afterwards, the answers, and if he falls the card that cost him."""
    first: Said = ("assign_wound", "", f"wound:{who.name}")
    todo: list[tuple[Said, ...]] = [()]
    while todo:
        said = todo.pop()
        twin = replace(who, slots=list(who.slots), empty=list(who.empty), marks=list(who.marks))
        flow = suffer(t, twin, source)
        try:
            decision = next(flow)
            for _, _, answer in said:
                decision = flow.send(answer)
        except StopIteration as stop:
            yield twin, (first, *said), stop.value
            continue
        options = differing(t, twin, decision.options)
        todo += [(*said, (decision.kind, who.name, option)) for option in reversed(options)]


def differing(t: Play, who: Survivor, options: Sequence[str]) -> list[str]:
    """Of answers about a survivor's cards one for each kind of card that counts."""
    found: dict[object, str] = {}
    used = {slot for slot, _ in in_use(t, who)}
    for option in options:
        verb, _, name = option.partition(":")
        card = who.slots[SLOT_OF[name]] if name else None
        what: object = ()
        if card is not None:
            item, at_hand = t.items[card], SLOT_OF[name] in used
            what = (at_hand and item.prevents, item.grants if at_hand else (), tags_of(t, card))
        found.setdefault((verb, what), option)
    return list(found.values())
