"""Missions at work (chapter 12): their rules fire on triggers, their steps are tested, the match is won or lost.

The words are those of ``mission_language``; conditions are in ``mission_conditions``, effects in ``mission_effects``.
Files are read in ``mission_files``, their mistakes of meaning found in ``mission_checks``.
"""

from __future__ import annotations

from zterm.games.zombicide.content import Mission, MissionRule
from zterm.games.zombicide.doors import cards_first, opening_last
from zterm.games.zombicide.inventory import fits, rearrange
from zterm.games.zombicide.mission_checks import inner_clauses
from zterm.games.zombicide.mission_conditions import Happening, holds
from zterm.games.zombicide.mission_effects import EFFECTS
from zterm.games.zombicide.play import Play
from zterm.games.zombicide.state import Survivor
from zterm.kernel.decision import Flow

GENERAL = {"objective": "ZB-435", "exit": "ZB-437"}
"""The rules of this book behind the rules of boards drawn inline."""


def rule_id(t: Play, rule: MissionRule) -> str:
    """Name a mission's rule as events do: "M00:silent_alarm"; a board drawn inline has the general rules only."""
    if t.mission.inline:
        return GENERAL[rule.id]
    return f"{t.mission.id.upper()}:{rule.id}"


def fire(t: Play, trigger: str, who: Survivor | None, zone: str, colour: str = "") -> Flow[None]:
    """Carry out the mission's rules that a happening triggers: general ones first, then the listed order.

    What they open is populated after the last of them: whoever pressed a button has its experience by then.
    """
    return opening_last(t, _fire(t, Happening(trigger, who, zone, colour)))


def _fire(t: Play, what: Happening) -> Flow[None]:
    who = what.who
    matching = [rule for rule in t.mission.rules if triggered(t, rule, what)]
    matching.sort(key=lambda rule: rule.when.args.get("colour") != "any")
    for rule in matching:
        if all(holds(t, c, what, rule.id) for c in rule.conditions):
            if any(c.name == "once" for c in rule.conditions):
                t.state.fired.append(rule.id)
            for effect in rule.effects:
                yield from EFFECTS[effect.name](t, what, effect.args, rule_id(t, rule))
            yield from cards_first(t)
            if who is not None and who.playing and (_hands_out(rule) or not fits(who)):
                yield from rearrange(t, who, rule_id(t, rule))


def _hands_out(rule: MissionRule) -> bool:
    """Say whether a rule gives cards or lets the survivor put his in order, for which he is asked once."""
    return any(effect.name in ("give", "rearrange") for effect in rule.effects)


def triggered(t: Play, rule: MissionRule, what: Happening) -> bool:
    """Say whether a rule's trigger is what happened."""
    when = rule.when
    if when.name != what.trigger:
        return False
    match when.name:
        case "take_objective":
            return when.args["colour"] in ("any", what.colour)
        case "press":
            button = t.state.buttons[what.zone]
            to = "on" if button.on else "off"
            return (
                when.args["colour"] in ("any", what.colour)
                and when.args["to"] in ("any", to)
                and (not when.args["first"] or button.pressed == 1)
            )
        case "survivor_turn_end":
            return what.zone in t.mission.areas.get(when.args["in"], (when.args["in"],))
        case "custom_action":
            return rule.id == what.colour
        case _:
            return True


def check_win(t: Play) -> None:
    """End the match as won when all steps hold (ZB-018), as lost when too few cards are left to bring home.

    A mission without steps can't be won.
    """
    steps = t.mission.steps
    what = Happening("", None, "")
    if steps and all(holds(t, step.done_when, what) for step in steps):
        t.finish("won", "steps_done", "ZB-018")
    for tag, wanted in t.content.cargo:
        if left_to_carry(t, tag) < wanted:
            t.finish("lost", "too_few_cards", "ZB-018")


def cargo_of(mission: Mission) -> tuple[tuple[str, int], ...]:
    """List what the steps want carried by all together: the tag of the cards and how many."""
    parts = [part for step in mission.steps for part in inner_clauses(step.done_when)]
    return tuple(
        (part.args["tag"], part.args["at_least"])
        for part in parts
        if part.name == "carries" and part.args["who"] == "together"
    )


def left_to_carry(t: Play, tag: str) -> int:
    """Count the cards with a tag that survivors carry and those they can still draw by taking objectives."""
    draws = {
        rule.when.args["colour"]: (effect.args["count"], effect.args["from"])
        for rule in t.mission.rules
        if rule.when.name == "take_objective"
        for effect in rule.effects
        if effect.name == "draw" and effect.args["tag"] == tag
    }
    tagged = t.state.tags.get(tag, [])
    carried = sum(card in tagged for who in t.state.survivors.values() if who.alive for card in who.slots)
    open_to_take = [o.colour for o in t.state.objectives.values() if not o.taken]
    found = carried
    for colour, (count, pile) in draws.items():
        tokens = len(open_to_take) if colour == "any" else open_to_take.count(colour)
        found += min(tokens * count, len(t.state.aside.get(pile, [])))
    return found


def steps_done(t: Play) -> list[bool]:
    """Say of each step whether it is done now."""
    what = Happening("", None, "")
    return [holds(t, step.done_when, what) for step in t.mission.steps]


def offer_custom(t: Play, who: Survivor) -> list[str]:
    """Offer the actions that a mission adds at the survivor's place."""
    found = []
    for rule in t.mission.rules:
        if rule.when.name != "custom_action":
            continue
        at, what = rule.when.args["at"], Happening("custom_action", who, who.zone, rule.id)
        here = who.zone in t.mission.areas.get(at, (at,))
        if here and who.actions >= rule.when.args["cost"] and all(holds(t, c, what, rule.id) for c in rule.conditions):
            found.append(f"mission:{rule.id}")
    return found


def do_custom(t: Play, who: Survivor, args: list[str]) -> Flow[None]:
    """Carry out an action that the mission adds."""
    rule = next(r for r in t.mission.rules if r.id == args[0])
    who.actions -= rule.when.args["cost"]
    yield from fire(t, "custom_action", who, who.zone, args[0])
