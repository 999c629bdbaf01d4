"""Match options: variants the rulebook allows, and points it leaves open (each first value is how they are settled)."""

from __future__ import annotations

from collections.abc import Mapping

from zterm.games.registry import OptionInfo

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
    ("nailbats", ("aside", "discards"), "ZB-142"),
    ("free_move", ("leaves", "held"), "ZB-134"),
    ("cell_doors", ("buttons", "tools"), "ZB-322"),
    ("manholes", ("each", "zone"), "ZB-228"),
    ("berserker_abomination", ("target", "anybody"), "ZB-122"),
    ("ones", ("count", "miss"), "ZB-353"),
    ("raised_five", ("six", "five"), "ZB-404"),
    ("bloodlust", ("held", "free"), "ZB-371"),
    ("collector", ("kind", "type"), "ZB-377"),
    ("distributor", ("all", "spawns"), "ZB-380"),
    ("hold_your_nose", ("anywhere", "here"), "ZB-387"),
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
