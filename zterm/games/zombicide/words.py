"""Decisions, options, refusals and events in words, from the message catalogue."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from zterm.games.zombicide import catalogue as cat
from zterm.games.zombicide.catalogue import Term, has, listed, say, term, word
from zterm.games.zombicide.labels import describe, target
from zterm.games.zombicide.places import car_term, door_term, rule_words, token_term
from zterm.games.zombicide.play import Content
from zterm.games.zombicide.state import State
from zterm.kernel.decision import EVERYBODY, Decision, Event

__all__ = ["describe", "prompt", "reason", "tell"]

Facts = dict[str, Any]


def source(content: Content, name: str) -> str | Term:
    """Whatever caused something: a friend, a kind of zombie, a card, a skill, a mission's rule, a survivor."""
    box = content.box
    if has("sources", name):
        return word("sources", name)
    if has("cars", name):
        return term("cars", name)
    if name in box.kinds:
        return cat.zombie(box, name)
    if name in box.items:
        return cat.item(box, name)
    if name in box.sheets:
        return cat.survivor_term(box, name)
    if ":" in name:
        return rule_words(content, name)
    if cat.is_skill(name):
        return cat.skill(box, name)
    return cat.survivor(box, name)


def faces(rolled: Any, needed: int) -> str:
    """Dice as they fell, those that hit marked: "[5] 2"."""
    return say("view", "next_die").join(say("view", "die_hit" if face >= needed else "die", n=face) for face in rolled)


def sides(content: Content, letters: Any) -> str:
    """Sides of a gate in words."""
    return listed(word("sides", side) for side in letters) or say("view", "shut")


def row_words(content: Content, card: str, level: str) -> str:
    """What a zombie card says at a danger level."""
    known = content.box.zombie_cards.get(card)
    if known is None:
        return word("rows", "nothing")
    row = known.rows[level]
    if row.what == "spawn":
        return cat.zombies(content.box, row.zombie, row.count)
    kinds, zombies = cat.kinds(content.box, row.zombie), cat.zombies(content.box, row.zombie, row.count)
    return say("rows", row.what, kinds=kinds, zombies=zombies)


FIELDS: dict[str, Callable[[Content, Any], str | Term]] = {
    "survivor": lambda c, v: cat.survivor_term(c.box, v),
    "player": lambda c, v: cat.player(v),
    "partner": lambda c, v: cat.survivor_term(c.box, v) if v else "",
    "zombie": lambda c, v: cat.term("zombies", v, cat.zombie(c.box, v)),
    "weapon": lambda c, v: cat.weapon(c.box, v),
    "item": lambda c, v: cat.item(c.box, v),
    "lost": lambda c, v: cat.item(c.box, v) if v else "",
    "skill": lambda c, v: cat.skill(c.box, v) if v else "",
    "by": source,
    "door": door_term,
    "car": car_term,
    "button": token_term,
    "objective": token_term,
    "token": token_term,
    "target": target,
    "level": lambda c, v: term("levels", v),
    "row": lambda c, v: term("levels", v),
    "phase": lambda c, v: term("phases", v),
    "colour": lambda c, v: term("colours", v),
    "why": lambda c, v: word("whys", v),
    "outcome": lambda c, v: term("outcomes", v),
    "deck": lambda c, v: term("decks", v),
    "slot": lambda c, v: cat.slot(v),
    "open": sides,
    "path": lambda c, v: cat.along(v),
    "kind": lambda c, v: cat.word("kinds", v),
    "ground": lambda c, v: cat.word("zones", v),
    "holds": lambda c, v: word("tents", v) if has("tents", v) else word("booths", v),
    "into": lambda c, v: cat.zombie(c.box, v, 2),
}
"""Fields of events, refusals and questions that are put into words."""

WHEN_FILLED = {"survivor_wounded": ("lost",), "items_moved": ("partner", "other"), "skill_used": ("target",)}
"""Events with another template, ``kind_field``, for when one of these fields says something."""


def put(content: Content, facts: Facts) -> Facts:
    """Put the fields of something into words."""
    found = {key: FIELDS[key](content, value) if key in FIELDS else value for key, value in facts.items()}
    kind, count = facts.get("zombie"), facts.get("count")
    if isinstance(kind, str):
        found["kinds"] = cat.kinds(content.box, kind)
        if isinstance(count, int):
            found["zombies"] = cat.zombies_term(content.box, kind, count)
    return found


def event_facts(content: Content, event: Event) -> Facts:
    """The fields of an event in words."""
    raw = msgspec.structs.asdict(event)
    found = put(content, raw)
    if "faces" in raw:
        found["faces"] = faces(raw["faces"], raw["needed"])
    if event.__struct_config__.tag in ("card_drawn", "card_discarded", "items_moved"):
        found |= {key: cat.item(content.box, raw[key]) for key in ("card", "other") if raw.get(key)}
    if "row" in raw:
        found["what"] = row_words(content, raw["card"], raw["row"])
    if "reason" in raw:
        found["reason"] = word("reasons", raw["reason"])
    return found


def tell(content: Content, event: Event) -> str:
    """Put an event in words: one line of the log."""
    kind = str(event.__struct_config__.tag)
    more = next((field for field in WHEN_FILLED.get(kind, ()) if getattr(event, field)), "")
    return say("events", f"{kind}_{more}" if more else kind, **event_facts(content, event))


def reason(content: Content, key: str, facts: dict[str, object]) -> str:
    """Say why an option does not stand, from what ``refusals.why_not`` found."""
    raw = dict(facts)
    if key == "door_closed" and str(raw["door"]).endswith(":gate"):
        key = "gate_closed"
    return say("refusals", key, **put(content, raw))


def prompt(content: Content, state: State, decision: Decision) -> str:
    """Put a question in words."""
    about = decision.about
    facts = put(content, about)
    if "card" in about:
        facts["card"] = cat.item(content.box, about["card"])
    if "faces" in about:
        facts["faces"] = faces(about["faces"], about["needed"])
    who = state.survivors.get(decision.actor or "")
    facts["player"] = say("view", "everybody") if decision.who == EVERYBODY else cat.player(decision.who)
    facts["actor"] = cat.survivor_term(content.box, who.name) if who else ""
    facts["skill"] = next((cat.skill(content.box, o[6:]) for o in decision.options if o.startswith("skill:")), "")
    if decision.kind == "turn" and who is not None:
        facts["left"] = who.actions
        free = [(term("frees", kind, count=n), n) for kind, n in who.free.items() if n]
        facts["free"] = "".join(say("view", "free", free=name, n=n) for name, n in free)
    alone = decision.kind == "activate" and len(state.players) == 1
    return say("decisions", "activate_alone" if alone else _question(decision), **facts)


def _question(decision: Decision) -> str:
    """The key of a question's template."""
    kind, about = decision.kind, decision.about
    if kind == "hit" and any(option.startswith("reap:") for option in decision.options):
        return "hit_reap"
    if kind in ("search", "distribute") and "none" in decision.options:
        return f"{kind}_skill"
    if kind == "rearrange" and about.get("trade"):
        return "rearrange_trade"
    if kind == "route" and "missing" in about:
        return "route_missing"
    return kind
