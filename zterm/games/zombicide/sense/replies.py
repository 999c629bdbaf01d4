"""Sensible answers to the smaller questions: hits, wounds, cards found and lost, skills, ways."""

from __future__ import annotations

from zterm.games.zombicide.sense.gear import carried as cards_of
from zterm.games.zombicide.sense.gear import least_useful, tidy, total, trades
from zterm.games.zombicide.sense.goals import tears, turn
from zterm.games.zombicide.sense.leave import goes
from zterm.games.zombicide.sense.look import Look, spare
from zterm.games.zombicide.state import SLOT_NAMES, SLOT_OF
from zterm.games.zombicide.wounds import wound_limit

SKILL_WORTH = {
    "plus1_action": 10.0,
    "plus1_free_combat_action": 9.0,
    "plus1_die_combat": 8.5,
    "plus1_to_dice_roll_combat": 8.0,
    "reaper_combat": 7.5,
    "plus1_free_melee_action": 7.0,
    "plus1_free_ranged_action": 6.5,
    "plus1_die_melee": 6.8,
    "plus1_to_dice_roll_melee": 6.6,
    "plus1_damage_melee": 6.2,
    "roll6_plus1_die_combat": 6.0,
    "slippery": 5.5,
    "ambidextrous": 5.2,
    "lucky": 5.0,
    "two_zones_per_move": 4.5,
    "plus1_to_dice_roll_ranged": 4.4,
    "plus1_free_move_action": 4.0,
    "roll6_plus1_die_melee": 3.8,
    "roll6_plus1_die_ranged": 3.6,
    "super_strength": 3.5,
    "frenzy_combat": 3.0,
    "frenzy_melee": 2.8,
    "webbing": 2.6,
    "born_leader": 2.5,
    "regeneration": 2.4,
    "is_that_all_youve_got": 2.2,
    "shove": 2.0,
}


def first(look: Look) -> str:
    """Take the first option."""
    return look.options[0]


def hit(look: Look) -> str:
    """Kill the most dangerous zombie that can be killed, the first of its worth."""
    kinds = look.t.box.kinds

    def rank(option: str) -> tuple[float, str]:
        verb, _, name = option.partition(":")
        if verb in ("hit", "reap") and name in kinds:
            return -look.worth(name), option
        return (50.0 if verb == "wound" else 10.0), option

    return min(look.options, key=rank)


def share_wound(look: Look) -> str:
    """Give a wound to who bears it best: never a last one when it can be helped, and cheap for what it costs."""

    def rank(option: str) -> tuple[float, ...]:
        who = look.s.survivors[option.split(":", 1)[1]]
        left = spare(look.t, who)
        dies = 1.0 if left <= 0 else 0.0
        loose = [i for i, c in enumerate(who.slots) if c is not None and c != "wounded"]
        loss = least_useful(look, who, loose)[0] if loose else 0.0
        return dies, -float(left), float(who.wounds), loss

    return min(look.options, key=lambda option: (rank(option), option))


def reroll(look: Look) -> str:
    """Roll again when fewer dice hit than usual and another hit would be of use."""
    about = look.decision.about
    faces, goal, hits = about["faces"], about["needed"], about["hits"]
    useful = min(len(faces), look.s.crowd(about["zone"]))
    if hits >= useful or hits >= len(faces) * (7 - goal) / 6:
        return "stand"
    return next((o for o in look.options if o != "stand"), "stand")


def level(look: Look) -> str:
    """Choose the best skill."""
    return min(look.options, key=lambda o: (-SKILL_WORTH.get(o.split(":", 1)[1], 1.0), o))


def search(look: Look) -> str:
    """Keep a card that makes the survivor better off, in place of the one missed least."""
    who, card = look.actor, look.decision.about["card"]
    assert who is not None
    combine = [o for o in look.options if o.startswith("combine:")]
    if combine:
        return combine[0]
    if "keep" in look.options:
        return "keep"
    slots = [SLOT_OF[o.split(":")[1]] for o in look.options if o.startswith("keep:")]
    if not slots:
        return "discard"
    loss, slot = least_useful(look, who, slots, [card])
    cards = cards_of(who)
    mine = total(look, who, [*cards, card]) - total(look, who, cards)
    return f"keep:{SLOT_NAMES[slot]}" if mine > loss + 1e-6 else "discard"


def rearrange(look: Look) -> str:
    """Make the best of the cards: combine, give and take what helps both, then the best into the hands."""
    who = look.actor
    assert who is not None
    combine = [o for o in look.options if o.startswith("combine:")]
    if combine:
        return combine[0]
    if "done" not in look.options:
        return shed(look)
    gifts = trades(look, who)
    if gifts and gifts[0][0] > 0.15:
        return gifts[0][1]
    change = tidy(look, who)
    return change if change is not None else "done"


def shed(look: Look) -> str:
    """Drop the card missed least when there are too many."""
    who = look.actor
    assert who is not None
    slots = [SLOT_OF[o.split(":")[1]] for o in look.options if o.startswith("drop:")]
    if not slots:
        return look.options[0]
    return f"drop:{SLOT_NAMES[least_useful(look, who, slots)[1]]}"


def populate(look: Look) -> str:
    """Fill the rooms farthest from everybody first: extra activations then find few zombies near."""

    def rank(option: str) -> tuple[float, str]:
        zone = option.split(":", 1)[1]
        near = min((look.far(w.zone).get(zone, 50.0) for w in look.team), default=0.0)
        return -near, option

    return min(look.options, key=rank)


def route(look: Look) -> str:
    """Send an Abomination through the wire where that opens a way the mission needs, else where fewest people are."""
    here = str(look.decision.about.get("zone", ""))
    useful = [option for option in look.options if tears(look, here, option.split(":", 1)[1])]
    if useful:
        return useful[0]

    def rank(option: str) -> tuple[float, str]:
        zone = option.split(":", 1)[1]
        near = min((look.far(w.zone).get(zone, 50.0) for w in look.team), default=0.0)
        return -near, option

    return min(look.options, key=rank)


def gate(look: Look) -> str:
    """Turn the gate so that a step comes nearer."""
    return turn(look)


def lose_card(look: Look) -> str:
    """Lose the card missed least."""
    name = look.decision.actor
    who = look.s.survivors[name] if name else look.actor
    assert who is not None
    slots = [SLOT_OF[o.split(":", 1)[1]] for o in look.options if o.startswith("lose:")]
    return f"lose:{SLOT_NAMES[least_useful(look, who, slots)[1]]}"


def prevent(look: Look) -> str:
    """Discard a card that prevents a wound, the least useful one."""
    name = look.decision.actor
    who = look.s.survivors[name] if name else look.actor
    assert who is not None
    slots = [SLOT_OF[o.split(":", 1)[1]] for o in look.options if o.startswith("prevent:")]
    if not slots:
        return look.options[0]
    loss, slot = least_useful(look, who, slots)
    if loss > 3.0 and who.wounds + 1 < wound_limit(who):
        return "suffer"
    return f"prevent:{SLOT_NAMES[slot]}"


def escape(look: Look) -> str:
    """Leave when all that has to be done inside is done, or when one who is out early makes the win safe."""
    who = look.actor
    return "escape" if who is not None and goes(look, who) else "stay"


def refuse(look: Look) -> str:
    """Let oneself be pulled out of a zone with zombies."""
    return "accept" if "accept" in look.options else look.options[0]
