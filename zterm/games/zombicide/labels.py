"""Options in full: the label in words, what the option costs, the rule it stands on, and the odds of an attack."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from zterm.content.templates import Term
from zterm.games.zombicide import catalogue as cat
from zterm.games.zombicide.actions import price
from zterm.games.zombicide.catalogue import say, word
from zterm.games.zombicide.combat import dice_of, find_weapon, goal_of, kind_of
from zterm.games.zombicide.doors import free_opening
from zterm.games.zombicide.hits import damage_of
from zterm.games.zombicide.inventory import exchanged
from zterm.games.zombicide.movement import move_cost
from zterm.games.zombicide.odds import drive_odds, odds
from zterm.games.zombicide.people import card_marks, card_stats
from zterm.games.zombicide.places import (
    car_term,
    door_term,
    heading,
    rule_words,
    token_term,
    zone_words,
)
from zterm.games.zombicide.play import Content, Play
from zterm.games.zombicide.points import VERBS
from zterm.games.zombicide.skill_actions import USES, charge_toll
from zterm.games.zombicide.skills import skill
from zterm.games.zombicide.state import SLOT_OF, Survivor
from zterm.games.zombicide.turn import ACTIONS
from zterm.games.zombicide.wounds import granted, wound_limit
from zterm.kernel.decision import Cost, Decision, Odds, Option
from zterm.kernel.views import Card

FREE = Cost()
RULES = {"end": "ZB-178", "drop": "ZB-105", "combine": "ZB-081"}
"""Rules of the things that can be done in a turn without being an action."""
STORE = ("keep", "drop", "lose", "prevent")


class Choice:
    """An option at a decision, taken apart: the verb, its arguments, and who acts."""

    __slots__ = ("about", "args", "decision", "t", "verb", "who")

    def __init__(self, t: Play, decision: Decision, option: str) -> None:
        self.t = t
        self.decision = decision
        self.verb, *self.args = option.split(":")
        self.about = decision.about
        self.who: Survivor | None = t.state.survivors.get(decision.actor or "")

    @property
    def turn(self) -> bool:
        """Whether it is one of the things to do in a turn."""
        return self.decision.kind == "turn"


ORDER = [
    "move",
    "attack",
    "search",
    "open",
    "take",
    "press",
    "mission",
    "skill",
    "combine",
    "reload",
    "enter",
    "leave",
    "seat",
    "drive",
    "inventory",
    "noise",
]
LAST = ["swap", "drop", "stand", "suffer", "stay", "wait", "refuse", "discard", "none", "done", "end"]


def describe(t: Play, decision: Decision, option: str) -> Option:
    """Describe a legal option: label, cost, rule, odds."""
    choice = Choice(t, decision, option)
    rank = ORDER.index(choice.verb) if choice.verb in ORDER else len(ORDER)
    rank = ORDER.index("mission") if choice.verb in VERBS and choice.turn else rank
    rank = len(ORDER) + LAST.index(choice.verb) + 1 if choice.verb in LAST else rank
    rank = len(ORDER) + 1 if choice.verb == "inventory" and not choice.turn else rank
    if decision.kind == "activate":
        rank = list(t.state.survivors).index(choice.args[-1] if choice.args else option)
    if decision.kind == "reroll" and option == "stand" and decision.about["hits"] == len(decision.about["faces"]):
        rank = -1
    chances = _odds(choice)
    rank = 4 * rank + _vain(choice, chances)
    return Option(option, _label(choice), _cost(choice), chances, _rule(choice), rank, _taken_up(choice))


def _taken_up(c: Choice) -> Card | None:
    """A card that was found and is kept."""
    known = c.t.items.get(c.about.get("card", "")) if c.verb == "keep" else None
    if known is None:
        return None
    return Card("", cat.item(c.t.box, known.id), tuple(card_stats(c.t, known)), card_marks(known))


def _vain(c: Choice, chances: Odds | None) -> int:
    """How far down an attack stands among the others: first those that can kill, last those at friends alone."""
    if chances is None or c.verb != "attack" or sum(chances.kills[1:]) > 0:
        return 0
    return 1 if c.t.state.zombies.get(c.args[1]) else 3 if chances.friend else 2


def spoken(t: Play, answers: Sequence[str]) -> tuple[str, ...]:
    """Answers given one after the other while zombies act, in words, without the questions they were given to.

    The wounds that one survivor takes after another are counted, before what he does about them.
    """
    said: list[str] = []
    for who, group in _by_person(answers):
        count = sum(answer.startswith("wound:") for answer in group)
        if count and who in t.state.survivors:
            said.append(_wounds(t, who, count, sum(answer.startswith("prevent:") for answer in group)))
            group = [answer for answer in group if not answer.startswith("wound:")]
        for answer in group:
            try:
                said.append(_label(Choice(t, Decision("", "", (answer,), "", who or None), answer)))
            except (KeyError, IndexError):
                said.append(answer.replace(":", " ").replace("_", " "))
    return tuple(said)


def _wounds(t: Play, name: str, count: int, prevented: int) -> str:
    """So many wounds given to a survivor, in words, and whether he dies of them if none is shrugged off."""
    who = t.state.survivors[name]
    shrugs = granted(t, who, "tough") or any(skill.startswith("dreadnought_") for skill in who.skills)
    dies = not shrugs and who.wounds + count - prevented >= wound_limit(who)
    return say("options", "wounds_die" if dies else "wounds", survivor=cat.survivor_term(t.box, name), n=count)


def _by_person(answers: Sequence[str]) -> list[tuple[str, list[str]]]:
    """Answers in order, those from a wound of somebody on until another one's by themselves, with his name."""
    groups: list[tuple[str, list[str]]] = [("", [])]
    for answer in answers:
        verb, _, name = answer.partition(":")
        if verb == "wound" and name != groups[-1][0]:
            groups.append((name, []))
        groups[-1][1].append(answer)
    return groups


def _label(c: Choice) -> str:
    if c.verb in VERBS and c.who is not None:
        return VERBS[c.verb].label(c.t, c.who, c.args)
    make = LABELS.get(c.verb)
    return make(c) if make else say("options", c.verb)


def _rule(c: Choice) -> str:
    if not c.turn:
        return c.decision.rule
    if c.verb == "skill":
        return skill(c.args[0]).rule
    if c.verb in RULES:
        return RULES[c.verb]
    if c.verb in VERBS:
        return VERBS[c.verb].rule
    if c.verb == "search" and c.args:
        return "ZB-283"
    return ACTIONS[c.verb].rule


def _cost(c: Choice) -> Cost | None:
    if not c.turn or c.who is None:
        return None
    who = c.who
    if c.verb in RULES:
        return FREE
    if c.verb in VERBS:
        return VERBS[c.verb].cost(c.t, who, c.args)
    match c.verb:
        case "move":
            return move_cost(c.t, who)
        case "attack":
            return price(who, kind_of(find_weapon(c.t, who, c.args[0]).attack))
        case "skill":
            cost = USES[c.args[0]].cost
            extra = charge_toll(c.t, who) if c.args[0].startswith("bloodlust") else 0
            return Cost(cost + extra, extra=extra)
        case "mission":
            return Cost(next(r.when.args["cost"] for r in c.t.mission.rules if r.id == c.args[0]))
        case "open" if free_opening(who):
            return FREE
    return price(who, ACTIONS[c.verb].kind)


def _odds(c: Choice) -> Odds | None:
    if not c.turn or c.who is None:
        return None
    if c.verb == "attack":
        return odds(c.t, c.who, find_weapon(c.t, c.who, c.args[0]), c.args[1])
    if c.verb == "drive":
        return drive_odds(c.t, c.who, c.args[1:])
    return None


def _attack(c: Choice) -> str:
    assert c.who is not None
    weapon = find_weapon(c.t, c.who, c.args[0])
    facts: dict[str, Any] = {"zone": c.args[1], "weapon": cat.weapon(c.t.box, c.args[0])}
    if weapon.attack.everything:
        return say("options", "attack_all", **facts)
    facts["dice"] = dice_of(c.t, c.who, weapon)
    facts["needed"] = goal_of(c.t, c.who, weapon.attack, c.args[1].split("+")[0])
    facts["damage"] = damage_of(c.t, c.who, weapon.attack)
    return say("options", "attack", **facts)


def _move(c: Choice) -> str:
    if c.who is None or len(c.args) > 1:
        return say("options", "move_far", path=cat.along(c.args))
    return say("options", "move", side=_side(c, c.who.zone, c.args[0]), zone=zone_words(c.t.content, c.args[0]))


def _side(c: Choice, a: str, b: str) -> str:
    return word("sides", heading(c.t.board, a, b))


def _route(c: Choice) -> str:
    zone = c.args[0]
    start = c.about.get("zone")
    if start == zone:
        return say("options", "route_stay", zone=zone_words(c.t.content, zone))
    side = _side(c, start, zone) if start else ""
    return say("options", "route" if side else "route_far", side=side, zone=zone_words(c.t.content, zone))


def _card(c: Choice) -> str:
    """Options on a card in a slot: keep, drop, lose, prevent, give, take."""
    if not c.args:
        return say("options", c.verb, card=cat.item(c.t.box, c.about["card"]))
    owner = c.who if c.verb in STORE or c.verb == "give" else c.t.state.survivors.get(c.args[0])
    card = _lying(c, owner, c.args[-1])
    facts = {"card": card, "slot": cat.slot(c.args[-1])}
    if c.verb == "keep":
        return say("options", "keep_slot", **{**facts, "card": cat.item(c.t.box, c.about["card"]), "lost": card})
    if c.verb in STORE:
        return say("options", c.verb, **facts)
    key = "take_card" if c.verb == "take" else c.verb
    return say("options", key, survivor=cat.survivor_term(c.t.box, c.args[0]), **facts)


def _lying(c: Choice, owner: Survivor | None, slot: str) -> str:
    index = SLOT_OF.get(slot, len(owner.slots) if owner else 0)
    card = owner.slots[index] if owner and index < len(owner.slots) else None
    return cat.item(c.t.box, card) if card else say("view", "nothing")


def _swap(c: Choice) -> str:
    """Which card goes where, and which one comes back; a card says from where when there are two of them."""
    assert c.who is not None
    (card, to), (other, back) = exchanged(c.who, *c.args)
    name = cat.item(c.t.box, card)
    if c.who.slots.count(card) > 1:
        name = say("options", "lying", card=name, slot=cat.slot(back))
    facts = {"card": name, "slot": cat.slot(to)}
    if not other:
        return say("options", "swap", **facts)
    return say("options", "swap_other", other=cat.item(c.t.box, other), slot2=cat.slot(back), **facts)


def _take(c: Choice) -> str:
    return _card(c) if len(c.args) > 1 else say("options", "take", objective=token_term(c.t.content, c.args[0]))


def _end(c: Choice) -> str:
    left = c.who.actions if c.who else 0
    return say("options", "end_left", left=left) if left else say("options", "end")


def target(content: Content, name: str) -> str | Term:
    """What a skill is used on: a zone, a door, a car, a card or a survivor."""
    if name in content.mission.board.zones:
        return name
    if name in content.mission.board.doors:
        return door_term(content, name)
    if any(car.id == name for car in content.mission.cars):
        return car_term(content, name)
    if name in content.box.items:
        return cat.item(content.box, name)
    return cat.survivor(content.box, name)


def _open(c: Choice) -> str:
    facts: dict[str, Any] = {"door": door_term(c.t.content, c.args[0])}
    key = "open"
    way = next((w for w in c.t.board.ways if w.id == c.args[0]), None)
    if way is not None and c.who is not None and way.a != way.b and c.who.zone in (way.a, way.b):
        beyond = way.b if way.a == c.who.zone else way.a
        key, facts = "open_side", {**facts, "side": _side(c, c.who.zone, beyond), "zone": beyond}
    if len(c.args) > 1:
        key, facts = f"{key}_tool", {**facts, "tool": cat.item(c.t.box, c.args[1])}
    return say("options", key, **facts)


def _seat(c: Choice) -> str:
    seat = c.args[1] if len(c.args) > 1 else ""
    key = f"{c.verb}_driver" if seat == "1" and c.verb != "leave" else c.verb
    return say("options", key, car=car_term(c.t.content, c.args[0]), seat=seat)


def _drive(c: Choice) -> str:
    return say("options", "drive", car=car_term(c.t.content, c.args[0]), path=cat.along(c.args[1:]))


def _inventory(c: Choice) -> str:
    return say("options", "inventory" if c.turn else "inventory_free")


def _search(c: Choice) -> str:
    return say("options", "search_car", car=car_term(c.t.content, c.args[0])) if c.args else say("options", "search")


def _skill(c: Choice) -> str:
    title = cat.skill(c.t.box, c.args[0])
    if c.args[0] == "ninja":
        heard = c.who is not None and "heard" in c.who.marks
        return say("options", "skill_hide" if heard else "skill_be_heard", skill=title)
    if len(c.args) < 2:
        return say("options", "skill", skill=title)
    return say("options", "skill_target", skill=title, target=target(c.t.content, c.args[1]))


def _wound(c: Choice) -> str:
    who = c.t.state.survivors[c.args[0]]
    dies = who.wounds + c.about.get("damage", 1) >= wound_limit(who)
    return say(
        "options", "wound_dies" if dies else "wound", survivor=cat.survivor_term(c.t.box, who.name), wounds=who.wounds
    )


def _person(c: Choice) -> str:
    name = c.args[0]
    who = c.t.state.survivors.get(name)
    return say("options", c.verb, survivor=cat.survivor_term(c.t.box, name), zone=who.zone if who else c.args[-1])


def _start(c: Choice) -> str:
    return say("options", "start", survivor=cat.survivor_term(c.t.box, c.args[0]), zone=c.args[-1])


def _reroll(c: Choice) -> str:
    sources = c.args or c.about.get("sources", [])
    if not sources:
        return say("options", "reroll")
    name = sources[0]
    title = cat.item(c.t.box, name) if name in c.t.items else cat.skill(c.t.box, name)
    return say("options", "reroll_by", source=title)


def _zombie(c: Choice) -> str:
    return say("options", c.verb, zombie=cat.zombie(c.t.box, c.args[0]))


def _noise(c: Choice) -> str:
    return say("options", "noise", zone=c.who.zone if c.who else "")


def _spawn(c: Choice) -> str:
    return say("options", "spawn", card=c.args[0], spawn=c.args[-1])


LABELS: dict[str, Callable[[Choice], str]] = {
    "activate": _person,
    "attack": _attack,
    "combine": lambda c: say("options", "combine", item=cat.item(c.t.box, c.args[0])),
    "discard": _card,
    "drive": _drive,
    "drop": _card,
    "end": _end,
    "enter": _seat,
    "first": lambda c: say("options", "first", player=cat.player(c.args[0])),
    "give": _card,
    "hit": _zombie,
    "keep": _card,
    "leave": _seat,
    "level": lambda c: cat.skill(c.t.box, c.args[0]),
    "lose": _card,
    "mission": lambda c: say("options", "mission", rule=rule_words(c.t.content, c.args[0])),
    "move": _move,
    "next": _person,
    "noise": _noise,
    "open": _open,
    "pick": lambda c: say("options", "pick", item=cat.item(c.t.box, c.args[0])),
    "populate": lambda c: say("options", "populate", zone=zone_words(c.t.content, c.args[0])),
    "press": lambda c: say("options", "press", button=token_term(c.t.content, c.args[0])),
    "prevent": _card,
    "reap": _zombie,
    "reload": lambda c: say("options", "reload", weapon=cat.item(c.t.box, c.args[0])),
    "reroll": _reroll,
    "route": _route,
    "search": _search,
    "inventory": _inventory,
    "seat": _seat,
    "skill": _skill,
    "spawn": _spawn,
    "start": _start,
    "swap": _swap,
    "take": _take,
    "turn": lambda c: say("options", "turn", turn=word("turns", c.args[0])),
    "wound": _wound,
}
