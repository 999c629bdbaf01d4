"""Survivors as front ends show them: the line, the sheet with its skills, and the cards."""

from __future__ import annotations

from collections.abc import Iterator

from zterm.games.zombicide.catalogue import item, listed, say, skill, slot, survivor, weapon, word
from zterm.games.zombicide.content import Attack, Item
from zterm.games.zombicide.experience import skills_of
from zterm.games.zombicide.hits import printed_damage
from zterm.games.zombicide.letters import letter_of, role_of
from zterm.games.zombicide.places import car_term
from zterm.games.zombicide.play import Play
from zterm.games.zombicide.state import LEVELS, SLOT_NAMES, THRESHOLDS, WOUNDED, Survivor
from zterm.games.zombicide.wounds import wound_limit
from zterm.kernel.views import Card, Field, Person

HANDS = sum(name.startswith("hand") for name in SLOT_NAMES)
"""The first slots are hands."""
SHOWN = ("rotten", "born_leader", "heard")
"""Marks that last beyond a turn."""


def person(t: Play, who: Survivor, actor: Survivor | None) -> Person:
    """Show a survivor; ``actor`` is the one whose turn it is."""
    active = who is actor
    return Person(
        id=who.name,
        name=survivor(t.box, who.name),
        letter=letter_of(t, who).upper(),
        area=who.zone if who.playing else "",
        level=word("level_letters", LEVELS[who.level]),
        role=role_of(who),
        points=who.xp,
        wounds=who.wounds,
        wound_limit=wound_limit(who),
        actions=who.actions if active else None,
        active=active,
        done=who.done,
        state=_state(who),
        player=who.player,
        track=(who.xp, next((x for x in THRESHOLDS if x > who.xp), THRESHOLDS[-1]), THRESHOLDS[-1]),
        sheet=tuple(_sheet(t, who)),
        cards=tuple(_cards(t, who)),
        place=_place(t, who),
    )


def _state(who: Survivor) -> str:
    if who.escaped:
        return say("view", "state_escaped")
    if who.down:
        return say("view", "state_down")
    if not who.alive:
        return say("view", "state_dead")
    return say("view", "zombivor") if who.zombivor else ""


def _place(t: Play, who: Survivor) -> str:
    if not who.playing:
        return ""
    kind = word("zones", t.board.zones[who.zone].kind)
    if who.car:
        return say("view", "place_car", car=car_term(t.content, who.car), seat=who.seat, zone=who.zone, kind=kind)
    return say("view", "place", zone=who.zone, kind=kind)


def _sheet(t: Play, who: Survivor) -> Iterator[Field]:
    """The skills of each level, those the survivor has in brackets; what the sheet does not offer comes last."""
    left = list(who.skills)
    for index, level in enumerate(LEVELS):
        parts = []
        for name in skills_of(t, who, index):
            title = skill(t.box, name)
            if name in left:
                left.remove(name)
                title = say("view", "chosen", skill=title)
            parts.append(title)
        if parts:
            label = say("view", "level", level=word("levels", level), xp=THRESHOLDS[index])
            yield Field(label, " | ".join(parts), level)
    if left:
        titles = [say("view", "chosen", skill=skill(t.box, name)) for name in left]
        yield Field(say("view", "other_skills"), " | ".join(titles))
    if shown := list(_marks(t, who)):
        yield Field(say("view", "marks"), " | ".join(shown))


def _marks(t: Play, who: Survivor) -> Iterator[str]:
    """What would lie beside the sheet: a Rotten mark, gifts of Born Leaders, a Ninja who is heard, Loud (ZB-014)."""
    for mark in who.marks:
        if mark in SHOWN:
            yield say("view", f"mark_{mark}")
    if t.state.loud_by == who.name:
        yield say("view", "mark_loud", zone=t.state.loud)


def _cards(t: Play, who: Survivor) -> Iterator[Card]:
    for index, name in enumerate(who.slots):
        if name is None:
            continue
        place = slot(SLOT_NAMES[index]) if index < len(SLOT_NAMES) else say("view", "beyond")
        if name == WOUNDED:
            yield Card(place, item(t.box, name), role="bad", ready=index < HANDS)
            continue
        known = t.items[name]
        empty = index in who.empty
        title = say("view", "unloaded", card=item(t.box, name)) if empty else item(t.box, name)
        role = "disabled" if empty else ""
        yield Card(place, title, tuple(card_stats(t, known)), card_marks(known), role, index < HANDS)


def card_stats(t: Play, known: Item) -> Iterator[Field]:
    """What is printed on a card, in order; two sides of a weapon are parted by a stroke."""
    sides = known.attacks
    if sides:
        yield Field(say("view", "range"), _both(_range(a) for a in sides), key="range")
        if any(a.everything for a in sides):
            yield Field("", say("view", "everything"))
        else:
            yield Field(say("view", "dice"), _both(str(a.dice) for a in sides), key="dice")
            yield Field(say("view", "accuracy"), _both(f"{a.accuracy}+" for a in sides), key="accuracy")
            yield Field(say("view", "damage"), _both(str(printed_damage(t, a)) for a in sides), key="damage")
    if known.search_bonus:
        yield Field(say("view", "searches"), say("view", "search_bonus", n=known.search_bonus))
    if known.rerolls:
        yield Field(say("view", "rerolls"), listed(weapon(t.box, name) for name in known.rerolls))
    if known.prevents:
        yield Field("", say("view", "prevents"))
    if known.grants:
        yield Field(say("view", "grants"), listed(skill(t.box, name) for name in known.grants))
    if known.partner:
        yield Field(
            say("view", "with", item=item(t.box, known.partner)), say("view", "more_dice", n=known.partner_dice)
        )
    if not sides and known.kind in ("food", "event"):
        yield Field("", say("view", known.kind))
    made = [item(t.box, name) for name in t.recipes if known.id in t.items[name].parts]
    if made and not sides:
        yield Field(say("view", "parts"), listed(made))


def _range(attack: Attack) -> str:
    return str(attack.min) if attack.min == attack.max else f"{attack.min}-{attack.max}"


def _both(parts: Iterator[str]) -> str:
    """The values of both sides, once when they are equal."""
    return "|".join(dict.fromkeys(parts))


def card_marks(known: Item) -> str:
    """The letters of a card: ``D`` dual, ``N`` noisy, ``R`` to reload, ``+`` opens doors (``+n`` noisily)."""
    marks = "D" if any(a.dual for a in known.attacks) else ""
    marks += "N" if any(a.noise for a in known.attacks) else ""
    marks += "R" if any(a.reload for a in known.attacks) else ""
    if known.opens_doors:
        marks += "+n" if known.door_noise else "+"
    return marks
