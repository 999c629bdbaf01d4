"""Skills (chapter 11): one declaration each, read by the named points of the rules.

A skill beats a general rule that it conflicts with, a mission's rule beats both (ZB-023).

Passive skills are numbers that a point of the rules adds up (actions, dice, damage …). Skills that
are used on one's turn are declared here too and carried out in ``skill_actions``. A skill's id is its
name in snake case; ids with a card or kind in their name (``starts_with_a_…``) share one declaration.
"""

from __future__ import annotations

from functools import cache

from msgspec import Struct

from zterm.games.zombicide.state import Survivor

MELEE, RANGED, COMBAT = "melee", "ranged", "combat"


class Skill(Struct, frozen=True):
    """What a skill does. Fields that name a kind of combat hold "melee", "ranged" or "combat" (both).

    ``actions`` more actions a turn; ``free`` kind of a free action each turn; ``die`` +1 die a weapon;
    ``roll`` +1 to each die; ``damage`` +1 damage; ``least`` damage counts as at least 3 in that kind;
    ``dual`` all weapons of that kind count as Dual; ``six`` each 6 adds a die; ``frenzy`` +1 die a wound;
    ``reaper`` one more identical zombie dies; ``reach`` more maximum range; ``zones`` more zones a Move;
    ``base_zones`` zones a Move; ``reroll`` "action" or "turn"; ``slots`` more cards carried.
    """

    rule: str
    actions: int = 0
    free: str = ""
    die: str = ""
    roll: str = ""
    damage: str = ""
    least: str = ""
    dual: str = ""
    six: str = ""
    frenzy: str = ""
    reaper: str = ""
    reach: int = 0
    zones: int = 0
    base_zones: int = 1
    reroll: str = ""
    slots: int = 0


SKILLS: dict[str, Skill] = {
    "plus1_action": Skill("ZB-350", actions=1),
    "plus1_damage_melee": Skill("ZB-351", damage=MELEE),
    "plus1_damage_ranged": Skill("ZB-351", damage=RANGED),
    "plus1_to_dice_roll_combat": Skill("ZB-353", roll=COMBAT),
    "plus1_to_dice_roll_melee": Skill("ZB-354", roll=MELEE),
    "plus1_to_dice_roll_ranged": Skill("ZB-355", roll=RANGED),
    "plus1_die_combat": Skill("ZB-356", die=COMBAT),
    "plus1_die_melee": Skill("ZB-357", die=MELEE),
    "plus1_die_ranged": Skill("ZB-358", die=RANGED),
    "plus1_free_combat_action": Skill("ZB-359", free=COMBAT),
    "plus1_free_melee_action": Skill("ZB-360", free=MELEE),
    "plus1_free_move_action": Skill("ZB-361", free="move"),
    "plus1_free_ranged_action": Skill("ZB-362", free=RANGED),
    "plus1_free_search_action": Skill("ZB-363", free="search"),
    "plus1_max_range": Skill("ZB-364", reach=1),
    "plus1_zone_per_move": Skill("ZB-365", zones=1),
    "one_re_roll_per_turn": Skill("ZB-366", reroll="turn"),
    "two_zones_per_move": Skill("ZB-368", base_zones=2),
    "ambidextrous": Skill("ZB-369", dual=COMBAT),
    "blitz": Skill("ZB-370"),
    "bloodlust_combat": Skill("ZB-371"),
    "bloodlust_melee": Skill("ZB-372"),
    "bloodlust_ranged": Skill("ZB-373"),
    "born_leader": Skill("ZB-374"),
    "break_in": Skill("ZB-375"),
    "death_grasp": Skill("ZB-378"),
    "destiny": Skill("ZB-379"),
    "distributor": Skill("ZB-380"),
    "frenzy_combat": Skill("ZB-382", frenzy=COMBAT),
    "frenzy_melee": Skill("ZB-383", frenzy=MELEE),
    "frenzy_ranged": Skill("ZB-384", frenzy=RANGED),
    "gunslinger": Skill("ZB-385", dual=RANGED),
    "hoard": Skill("ZB-386", slots=1),
    "hold_your_nose": Skill("ZB-387"),
    "is_that_all_youve_got": Skill("ZB-388"),
    "lifesaver": Skill("ZB-389"),
    "lock_it_down": Skill("ZB-390"),
    "loud": Skill("ZB-391"),
    "low_profile": Skill("ZB-392"),
    "lucky": Skill("ZB-393", reroll="action"),
    "matching_set": Skill("ZB-394"),
    "medic": Skill("ZB-395"),
    "ninja": Skill("ZB-396"),
    "point_blank": Skill("ZB-397"),
    "reaper_combat": Skill("ZB-398", reaper=COMBAT),
    "reaper_melee": Skill("ZB-399", reaper=MELEE),
    "reaper_ranged": Skill("ZB-400", reaper=RANGED),
    "regeneration": Skill("ZB-401"),
    "roll6_plus1_die_combat": Skill("ZB-402", six=COMBAT),
    "roll6_plus1_die_melee": Skill("ZB-403", six=MELEE),
    "roll6_plus1_die_ranged": Skill("ZB-404", six=RANGED),
    "rotten": Skill("ZB-405"),
    "shove": Skill("ZB-406"),
    "slippery": Skill("ZB-407"),
    "sniper": Skill("ZB-408"),
    "steady_hand": Skill("ZB-410"),
    "super_strength": Skill("ZB-411", least=MELEE),
    "swordmaster": Skill("ZB-412", dual=MELEE),
    "tactician": Skill("ZB-413"),
    "taunt": Skill("ZB-414"),
    "tough": Skill("ZB-415"),
    "toxic_immunity": Skill("ZB-416"),
    "trick_shot": Skill("ZB-417"),
    "two_cocktails_are_better_than_one": Skill("ZB-367"),
    "webbing": Skill("ZB-418"),
    "zombie_link": Skill("ZB-419"),
}

GRANTED = ("tough",)
"""Skills that a card in a hand can give (ZB-421)."""

FAMILIES: dict[str, Skill] = {
    "starts_with_a_": Skill("ZB-409"),
    "plus1_damage_with_": Skill("ZB-352"),
    "dreadnought_": Skill("ZB-381"),
    "collector_": Skill("ZB-377"),
    "can_start_at_": Skill("ZB-376"),
}


@cache
def skill(name: str) -> Skill:
    """Give a skill's declaration; raises KeyError with the name for an unknown one."""
    found = SKILLS.get(name)
    if found is None:
        for prefix, family in FAMILIES.items():
            if name.startswith(prefix):
                return family
        raise KeyError(name)
    return found


def has(who: Survivor, field: str, kind: str) -> int:
    """Count the survivor's skills whose field names this kind of combat."""
    return sum(1 for name in who.skills if getattr(skill(name), field) in (kind, COMBAT))


def zones_per_move(who: Survivor) -> int:
    """Zones one Move action goes (ZB-365, ZB-368)."""
    known = [skill(name) for name in who.skills]
    return max((k.base_zones for k in known), default=1) + sum(k.zones for k in known)
