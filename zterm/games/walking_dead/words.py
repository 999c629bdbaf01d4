"""Decisions, options and events in words, from the message catalogue."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from zterm.content.templates import listed
from zterm.games.walking_dead.catalogue import WORDS, card, space, who
from zterm.games.walking_dead.fights import bonus_of, chance_to_win, strength_of
from zterm.games.walking_dead.play import Content, Play
from zterm.kernel.decision import Decision, Event, Odds, Option, percent

Facts = dict[str, Any]

FIELDS: dict[str, Callable[[Content, Any], str]] = {
    "survivor": who,
    "target": lambda c, v: "" if not v else card(c, v) if v in c.box.scrounge else who(c, v),
    "victim": who,
    "to": lambda c, v: space(c, v) if v in c.board.spaces else who(c, v),
    "start": space,
    "space": space,
    "card": card,
    "by": lambda c, v: who(c, v) if v in c.box.characters or v.startswith("zombie") else card(c, v),
    "tile": card,
    "tiles": lambda c, v: listed(card(c, tile) for tile in v),
    "deck": lambda c, v: WORDS.word("decks", v),
    "ability": lambda c, v: WORDS.word("abilities", v),
    "outcome": lambda c, v: WORDS.word("outcomes", v),
    "reason": lambda c, v: WORDS.word("reasons", v),
    "side": lambda c, v: WORDS.word("sides", v),
    "survivors": lambda c, v: listed(who(c, name) for name in v),
    "zombies": lambda c, v: listed(who(c, name) for name in v),
}
"""Fields of events and questions that are put into words."""


def put(content: Content, facts: Facts) -> Facts:
    """Put the fields of something into words."""
    return {key: FIELDS[key](content, value) if key in FIELDS else value for key, value in facts.items()}


def tell(content: Content, event: Event) -> str:
    """Put an event in words: one line of the log."""
    kind = str(event.__struct_config__.tag)
    raw = msgspec.structs.asdict(event)
    key = kind
    for variant in (
        f"{kind}_target" if raw.get("target") else "",
        f"{kind}_{raw['why']}" if "why" in raw else "",
        f"{kind}_again" if raw.get("again") else "",
        f"{kind}_turns" if raw.get("turns") else "",
        f"{kind}_fight" if kind == "encounter_drawn" and raw["strength"] else "",
        f"{kind}_no_roll" if raw.get("face") == 0 else "",
    ):
        if variant and WORDS.has("events", variant):
            key = variant
    return WORDS.say("events", key, **put(content, raw))


def prompt(t: Play, decision: Decision) -> str:
    """Put a question in words."""
    facts = put(t.content, decision.about)
    facts["actor"] = who(t.content, decision.actor or "")
    facts["player"] = decision.who
    fight = t.state.fight
    if fight is not None:
        facts |= {"bonus": bonus_of(t, fight), "strength": strength_of(t, fight)}
    kind = decision.kind
    if kind == "fight" and fight is not None and fight.attacker:
        kind = "fight_zombie"
    return WORDS.say("decisions", kind, **facts)


FIRST = ("roll", "win", "move")
LAST = ("face", "pass", "keep", "stand", "stay", "done", "end")
"""Verbs that stand at the beginning and at the end of a list; all others keep their order between."""


def describe(t: Play, decision: Decision, option: str) -> Option:
    """Describe a legal option: label and rule; that of a roll in a fight tells the chance to win."""
    odds = None
    if option == "roll" and decision.kind == "fight" and t.state.fight is not None:
        chance = chance_to_win(t, t.state.fight)
        odds = Odds((1 - chance, chance), 0.0, 0, words=WORDS.say("options", "chance", chance=percent(chance)))
    verb = option.split(":")[0]
    rank = FIRST.index(verb) if verb in FIRST else len(FIRST) + (LAST.index(verb) + 1 if verb in LAST else 0)
    return Option(option, _label(t, decision, option), None, odds, decision.rule, rank)


def _label(t: Play, decision: Decision, option: str) -> str:
    verb, *args = option.split(":")
    content = t.content
    facts: Facts = {"actor": who(content, decision.actor or "")}
    key = verb
    match verb:
        case "move":
            return _move(t, decision, args[0])
        case "play" if len(args) == 2:
            key, facts = "play_on", {"card": card(content, args[0]), "target": who(content, args[1])}
        case "play" | "discard" | "put" | "show":
            facts["card"] = card(content, args[0])
            facts["text"] = WORDS.word("texts", args[0]) if WORDS.has("texts", args[0]) else ""
            known = t.box.scrounge.get(args[0])
            facts["attack"] = f", {WORDS.say('view', 'attack')} +{known.attack}" if known and known.attack else ""
        case "give":
            facts = {"card": card(content, args[0]), "target": who(content, args[1])}
        case "target":
            facts["target"] = who(content, args[0])
        case "respawn":
            facts["space"] = space(content, args[0])
        case "choose":
            return WORDS.word("choices", args[0])
        case "ability":
            return _ability(t, args)
        case "roll" if decision.kind == "fight" and t.state.fight is not None:
            key = "roll_fight"
        case "pass":
            key = f"pass_{decision.kind}" if WORDS.has("options", f"pass_{decision.kind}") else "pass"
    return WORDS.say("options", key, **facts)


def _move(t: Play, decision: Decision, to: str) -> str:
    place = t.board.spaces[to]
    here = [who(t.content, f.name) for f in t.state.figures.values() if f.space == to]
    label = WORDS.say("options", "move", space=space(t.content, to), kind=WORDS.word("kinds", place.kind))
    return label + (WORDS.say("options", "with", people=listed(here)) if here else "")


def _ability(t: Play, args: list[str]) -> str:
    character = t.box.characters[args[0]]
    facts: Facts = {"actor": character.name}
    if character.ability == "take_discard":
        facts["card"] = card(t.content, args[1])
    elif character.ability == "move_survivor":
        facts |= {"target": who(t.content, args[1]), "space": space(t.content, args[2])}
    return WORDS.say("options", f"ability_{character.ability}", **facts)
