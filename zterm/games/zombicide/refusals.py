"""Why an answer does not stand now: a catalogue key and its facts for each kind of option."""

from __future__ import annotations

from itertools import pairwise

from zterm.games.zombicide.actions import affords
from zterm.games.zombicide.cars import why_not_car
from zterm.games.zombicide.combat import kind_of, reach, weapons
from zterm.games.zombicide.doors import why_not_open
from zterm.games.zombicide.inventory import capacity, cards, in_use, recipes
from zterm.games.zombicide.movement import why_not_move
from zterm.games.zombicide.play import Play, Why
from zterm.games.zombicide.points import VERBS
from zterm.games.zombicide.searching import why_not_search
from zterm.games.zombicide.skill_refusals import why_not_skill
from zterm.games.zombicide.state import SLOT_OF, WOUNDED, Survivor
from zterm.games.zombicide.turn import ACTIONS
from zterm.kernel.decision import Decision

NEEDS_ARGS = frozenset({"move", "attack", "open", "take", "press", "reload", "enter", "leave", "seat", "drive"})
NEEDS_ARGS |= {"skill", "combine", "swap", "drop", "give", "hit", "lose", "prevent"}
MOST_ARGS = {"attack": 2, "open": 2, "search": 1, "enter": 2, "leave": 2, "seat": 2, "take": 2, "press": 1, "reload": 1}
MOST_ARGS |= {"combine": 1, "drop": 1, "swap": 2, "give": 2}
"""Words after a verb at most."""
CARD_VERBS = {
    True: ("drop", "swap", "give", "take", "combine"),
    False: ("drop", "swap", "give", "take", "combine", "lose", "prevent", "keep"),
}
"""Verbs that move cards: in a turn (True) and at other questions."""
REPLIES = frozenset({"keep", "discard", "reroll", "stand", "level", "populate", "route", "turn", "prevent", "suffer"})
REPLIES |= {"escape", "stay", "resurrect", "wait", "first", "start", "accept", "refuse", "spawn", "reap", "none"}
REPLIES |= {"next", "lose", "hit", "wound", "done", "activate"}


def why_not(t: Play, decision: Decision, option: str) -> Why:
    """Say why an option does not stand at a decision."""
    verb, *args = option.split(":")
    who = t.state.survivors.get(decision.actor or "")
    if (verb in NEEDS_ARGS and not all(args or [""])) or len(args) > MOST_ARGS.get(verb, len(args)):
        return "no_such_option", {"option": option}
    if verb in CARD_VERBS[decision.kind == "turn"] and args and who is not None:
        found = _why_not_card(t, who, verb, args) or _why_not_partner(decision, verb, args)
        if found is not None:
            return found
    if decision.kind != "turn" or who is None:
        return _why_not_reply(t, decision, who, verb, args)
    if verb in ("swap", "give") or (verb == "take" and len(args) > 1):
        return "inventory_first", {}
    if t.board.zones[who.zone].kind == "security" and verb not in ("move", "end"):
        return "security", {}
    if verb in VERBS:
        return VERBS[verb].why(t, who, args)
    match verb:
        case "move":
            return _why_not_path(t, who, args)
        case "attack":
            return _why_not_attack(t, who, args)
        case "search":
            return why_not_search(t, who, args[0] if args else "")
        case "open":
            return why_not_open(t, who, *args[:2])
        case "enter" | "leave" | "seat" | "drive":
            return why_not_car(t, who, verb, args)
        case "take" | "press":
            return _why_not_token(t, who, verb, args)
        case "skill":
            return why_not_skill(t, who, args)
        case "reload":
            return _why_not_reload(t, who, args)
        case "inventory" if who.actions and not args:
            return "nothing_to_trade", {}
        case _ if verb in ACTIONS and not args:
            return "no_actions", {"needed": 1, "left": who.actions}
    return ("not_asked_in_turn", {}) if verb in REPLIES else ("no_such_option", {"option": option})


def _why_not_reply(t: Play, decision: Decision, who: Survivor | None, verb: str, args: list[str]) -> Why:
    """Say why an answer does not fit a question other than what to do in the turn."""
    zone = str(decision.about.get("zone", ""))
    if verb == "hit" and args[0] in t.box.kinds and decision.kind in ("hit", "friendly_hit"):
        if not t.state.zombies.get(zone, {}).get(args[0]):
            return "no_such_zombie", {"zombie": args[0], "zone": zone}
        if decision.kind == "friendly_hit":
            return "survivors_first", {"zone": zone}
        if decision.rule == "ZB-398":
            return "no_such_answer", {"option": f"{verb}:{args[0]}", "answers": ", ".join(decision.options)}
        return ("others_first" if decision.rule == "ZB-255" else "too_tough"), {"zombie": args[0]}
    if verb == "activate" and args and decision.kind == "activate":
        return _why_not_activate(t, args[0])
    full = {"search": "keep", "rearrange": "done"}.get(decision.kind)
    if who is not None and verb == full and full not in decision.options and not args:
        return "over_full", {"slots": capacity(who)}
    answers = [option for option in decision.options if option.split(":")[0] == verb]
    if answers:
        option = ":".join([verb, *args])
        return "no_such_answer", {"option": option, "answers": ", ".join(answers)}
    return "not_asked", {"kind": decision.kind}


def _why_not_activate(t: Play, name: str) -> Why:
    """Say why a survivor's turn cannot begin now (ZB-041)."""
    who = t.state.survivors.get(name)
    if who is None or not who.playing:
        return "not_on_board", {"survivor": name}
    return ("had_turn" if who.done else "turn_later"), {"survivor": name}


def _why_not_reload(t: Play, who: Survivor, args: list[str]) -> Why:
    if args[0] not in t.items:
        return "no_such_weapon", {"weapon": args[0]}
    if args[0] not in who.slots:
        return "not_carried", {"weapon": args[0]}
    if args[0] not in [who.slots[i] for i in who.empty]:
        return "not_empty", {"weapon": args[0]}
    return "no_actions", {"needed": 1, "left": who.actions}


def _why_not_path(t: Play, who: Survivor, args: list[str]) -> Why:
    if not args:
        return "no_such_option", {"option": "move"}
    first = why_not_move(t, who, args[0])
    if len(args) == 1 or first[0] != "not_now":
        return first
    for before, zone in pairwise(args):
        if t.state.zombies.get(before):
            return "zombies_stop", {"zone": before}
        if zone not in t.lay.steps.get(before, ()):
            return "no_way", {"zone": zone}
    return "too_far", {"zone": args[-1]}


def _why_not_attack(t: Play, who: Survivor, args: list[str]) -> Why:
    if len(args) < 2:
        return "no_such_option", {"option": "attack"}
    name, zone = args[0], args[1]
    attack = t.attacks.get(name.split("+")[0])
    if attack is None:
        return "no_such_weapon", {"weapon": name}
    held = [item.id for _, item in in_use(t, who)]
    if attack.item not in held:
        carried = attack.item in who.slots
        return ("not_in_hand" if carried else "not_carried"), {"weapon": attack.item}
    if name not in [w.id for w in weapons(t, who)]:
        if attack.reload and who.empty:
            return "not_loaded", {"weapon": attack.item}
        return "not_a_pair", {"weapon": attack.item}
    if not affords(who, kind_of(attack)):
        return "no_actions", {"needed": 1, "left": who.actions}
    if "+" in zone:
        return "one_zone_only", {}
    if zone not in t.board.zones:
        return "no_such_zone", {"zone": zone}
    if not attack.ranged:
        if zone != who.zone:
            return "melee_own_zone", {"weapon": attack.item}
        return "no_zombies", {"zone": zone}
    distance = t.lay.sees[who.zone].get(zone)
    if distance is None:
        return "no_sight", {"zone": zone}
    return "out_of_range", {"zone": zone, "distance": distance, "min": attack.min, "max": reach(t, who, attack)}


def _why_not_token(t: Play, who: Survivor, verb: str, args: list[str]) -> Why:
    name = args[0] if args else ""
    token = (t.state.objectives if verb == "take" else t.state.buttons).get(name)
    if token is None or token.zone != who.zone:
        return "token_elsewhere", {"token": name}
    objective = t.state.objectives.get(name)
    if verb == "take" and objective is not None:
        if objective.taken:
            return "taken_already", {"token": name}
        if objective.button:
            return "by_button_only", {"token": name, "colour": objective.colour}
    if verb == "press" and t.state.buttons[name].dead:
        return "button_dead", {"token": name}
    return "no_actions", {"needed": 1, "left": who.actions}


def _why_not_partner(decision: Decision, verb: str, args: list[str]) -> Why | None:
    """Say that a trade has begun with somebody else (ZB-158)."""
    asked = [option.split(":") for option in decision.options]
    partners = {words[1] for words in asked if words[0] in ("give", "take")}
    if decision.kind == "rearrange" and verb in ("give", "take") and len(partners) == 1 and args[0] not in partners:
        return "one_partner", {"survivor": partners.pop()}
    return None


def _why_not_card(t: Play, who: Survivor, verb: str, args: list[str]) -> Why | None:
    if verb == "combine":
        if args[0] in recipes(t, who):
            return None
        item = t.items.get(args[0])
        if item is not None and item.parts and all(part in who.slots for part in item.parts):
            return ("one_left" if t.state.aside.get(args[0]) else "none_left"), {"item": args[0]}
        return "cannot_combine", {"item": args[0]}
    if verb == "take" and len(args) < 2:
        return None
    owner: Survivor | None = who
    if verb == "take":
        owner = t.state.survivors.get(args[0])
    if verb in ("give", "take") and t.state.survivors.get(args[0]) not in t.state.at(who.zone):
        return "not_in_zone", {"survivor": args[0]}
    slot = SLOT_OF.get(args[-1] if args else "")
    if owner is None or slot is None or slot >= len(owner.slots):
        return "no_such_slot", {"slot": args[-1] if args else ""}
    if owner.slots[slot] == WOUNDED and verb != "swap":
        return "wounded_card", {}
    if owner.slots[slot] is None and verb != "swap":
        return "empty_slot", {"slot": args[-1]}
    if verb == "give" and not cards(who):
        return "empty_slot", {"slot": args[-1]}
    return None
