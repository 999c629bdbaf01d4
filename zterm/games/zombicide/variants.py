"""Match options: variants the rulebook allows, and points it leaves open (each first value is how they are settled)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from zterm.content.loader import Node
from zterm.content.problems import Problem
from zterm.games.registry import InputError, OptionInfo
from zterm.games.zombicide.mistakes import near, put

_SWITCHES: tuple[tuple[str, tuple[str, ...], str], ...] = (
    ("all_means", ("starting", "alive"), "ZB-020"),
    ("resurrection", ("off", "always", "ask"), "ZB-297"),
    ("zombivors_from_start", ("off", "on"), "ZB-033"),
    ("all_down", ("rise", "lost"), "ZB-308"),
    ("high_start", ("off", "on"), "ZB-376"),
    ("more_survivors", ("off", "on"), "ZB-031"),
    ("fillers", ("nightsticks", "pans"), "ZB-036"),
    ("abominations", ("1", "2", "3", "4"), "ZB-112"),
    ("spawn_order", ("clockwise", "listed"), "ZB-218"),
    ("police_cars", ("printed", "taxi", "police"), "ZB-284"),
    ("pimpmobiles", ("printed", "hippiemobile", "sports", "pimpmobile"), "ZB-284"),
    ("kukri_damage", ("2", "1"), "ZB-071"),
    ("barred_splits", ("split", "stay"), "ZB-206"),
    ("nailbats", ("aside", "discards"), "ZB-142"),
    ("free_move", ("leaves", "held"), "ZB-134"),
    ("cell_doors", ("buttons", "tools"), "ZB-322"),
    ("press_cards", ("last", "first"), "ZB-321"),
    ("manholes", ("each", "zone"), "ZB-228"),
    ("berserker_abomination", ("target", "anybody"), "ZB-122"),
    ("turnstiles", ("back", "through"), "ZB-344"),
    ("ones", ("count", "miss"), "ZB-353"),
    ("raised_five", ("six", "five"), "ZB-404"),
    ("last_cocktail", ("one", "none"), "ZB-367"),
    ("bloodlust", ("held", "free"), "ZB-371"),
    ("collector", ("kind", "type"), "ZB-377"),
    ("distributor", ("all", "spawns"), "ZB-380"),
    ("hold_your_nose", ("anywhere", "here"), "ZB-387"),
    ("through_doors", ("open", "never"), "ZB-389"),
    ("loud", ("unseen", "always"), "ZB-391"),
    ("slippery", ("stops", "runs"), "ZB-407"),
    ("taunt", ("sight", "anywhere"), "ZB-414"),
    ("tough", ("phase", "activation"), "ZB-415"),
    ("zombie_link", ("always", "not_blue"), "ZB-419"),
    ("deflated_boat", ("rubble", "boats"), "ZX-07"),
    ("whirlpool", ("remove_first", "pull_first"), "ZX-50"),
    ("boats_in_whirlpool", ("safe", "lost"), "ZX-52"),
    ("bridge_weight", ("damage", "even"), "ZX-69"),
    ("toxic_change", ("standard", "all"), "ZX-82"),
    ("toxic_blood", ("wounds", "harmless"), "ZX-83"),
)

OPTIONS: tuple[OptionInfo, ...] = tuple(OptionInfo(id, values, values[0], rule, "") for id, values, rule in _SWITCHES)
"""All match options, without their words, which stand in the catalogues."""

DEFAULTS: dict[str, str] = {option.id: option.default for option in OPTIONS}


def chosen(options: Mapping[str, str], id: str) -> str:
    """Give an option's value; a match begun before the option existed has its default."""
    return options.get(id) or DEFAULTS[id]


def checked_options(wished: Any, node: Node | None, problems: list[Problem]) -> dict[str, str]:
    """Check the match options of a scenario, noting mistakes with their place."""
    try:
        return settled(wished if isinstance(wished, dict) else {})
    except InputError as fault:
        assert node is not None
        problems.append(node.problem(str(fault)))
        return settled({})


def settled(wished: Mapping[str, Any]) -> dict[str, str]:
    """Every match option with its value, those wished for checked; raises InputError."""
    known = {option.id: option for option in OPTIONS}
    found = dict(DEFAULTS)
    for key, value in wished.items():
        if key not in known:
            raise InputError(put("game", "no_match_option", option=repr(key), hint=near(key, list(known))))
        yes = "on" if "on" in known[key].values else "always"
        text = {"true": yes, "false": "off"}.get(str(value).lower(), str(value).lower())
        if text not in known[key].values:
            raise InputError(
                put("game", "option_form", option=key, values=", ".join(known[key].values), value=repr(value))
            )
        found[key] = text
    return found
