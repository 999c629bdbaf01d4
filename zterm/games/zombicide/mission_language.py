"""The mission language: triggers, conditions and effects with their arguments (chapter 12).

One table says everything: the checks of mission files and the texts of missions/README.md follow it, and the rules
that carry clauses out use its names. A clause is written as a bare word (``allow_driving``), with its main argument
(``take_linked: violet``) or with arguments by name (``press: {colour: white, to: "on"}``). ``Clause.args`` always
holds every argument of the word, defaults included; lists are tuples, conditions inside conditions are clauses.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from zterm.content.loader import Node
from zterm.content.problems import Problem, listed, suggest
from zterm.content.schema import BAD
from zterm.games.zombicide.content import CAR_KINDS, COLOURS, Box, Clause, Feature
from zterm.games.zombicide.mistakes import Words, later, put, thing

PLACES = ("board", "token_zone", "escaped")
"""Places that are no zone or area: the whole board, where the taken token lay, off the board alive."""


class Names(NamedTuple):
    """What a mission's clauses may name."""

    zones: frozenset[str]
    areas: frozenset[str]
    items: frozenset[str]
    kinds: frozenset[str]
    steps: int
    tokens: Mapping[str, str]


def names_of(zones: Iterable[str], areas: Iterable[str], box: Box, steps: int, features: Iterable[Feature]) -> Names:
    """What the clauses of a mission with these zones, areas, cards, number of steps and terrain may name."""
    tokens = {feature.id: feature.kind for feature in features}
    return Names(frozenset(zones), frozenset(areas), frozenset(box.items), frozenset(box.kinds), steps, tokens)


Kind = Callable[[Node, list[Problem], Names], Any]


class Arg(NamedTuple):
    """An argument: what it may be, whether it must be there, what it is if left out, and a line for the manual."""

    kind: Kind
    needed: bool
    default: Any
    about: Words


class Word(NamedTuple):
    """A word of the language: its meaning, its arguments, and the one that may be written without its name."""

    about: Words
    args: Mapping[str, Arg] = {}
    main: str = ""


def _wrong(node: Node, problems: list[Problem], expected: Words, what: Words = "") -> Any:
    found = node.value if isinstance(node.value, str | int | float) else type(node.value).__name__
    problems.append(node.problem(what or put("clauses", "found", found=found), expected))
    return BAD


def _word(*words: str) -> Kind:
    def check(node: Node, problems: list[Problem], names: Names) -> Any:
        if isinstance(node.value, str) and node.value in words:
            return node.value
        return _wrong(node, problems, listed(words))

    return check


def _whole(least: int, most: int) -> Kind:
    def check(node: Node, problems: list[Problem], names: Names) -> Any:
        value = node.value
        if isinstance(value, int) and not isinstance(value, bool) and least <= value <= most:
            return value
        return _wrong(node, problems, put("clauses", "whole", least=least, most=most))

    return check


def _flag(node: Node, problems: list[Problem], names: Names) -> Any:
    return node.value if isinstance(node.value, bool) else _wrong(node, problems, put("clauses", "flag"))


def _many(kind: Kind) -> Kind:
    """One value or a list of them, as a tuple."""

    def check(node: Node, problems: list[Problem], names: Names) -> Any:
        found = tuple(kind(part, problems, names) for part in node.parts())
        return BAD if any(value is BAD for value in found) else found

    return check


def _place(node: Node, problems: list[Problem], names: Names) -> Any:
    known = names.areas | names.zones | set(PLACES)
    if isinstance(node.value, str) and node.value in known:
        return node.value
    what = (
        put("clauses", "unknown_place", name=node.value) if isinstance(node.value, str) else put("clauses", "no_place")
    )
    return _wrong(node, problems, suggest(str(node.value), sorted(known - names.zones) or sorted(known)), what)


def _named(what: str, which: Callable[[Names], frozenset[str]]) -> Kind:
    def check(node: Node, problems: list[Problem], names: Names) -> Any:
        known = which(names)
        if isinstance(node.value, str) and node.value in known:
            return node.value
        return _wrong(
            node,
            problems,
            suggest(str(node.value), sorted(known)),
            put("clauses", "unknown", what=thing(what), name=node.value),
        )

    return check


def _car(node: Node, problems: list[Problem], names: Names) -> Any:
    value = node.value.removesuffix("_car") if isinstance(node.value, str) else node.value
    return value if value in CAR_KINDS else _wrong(node, problems, listed(CAR_KINDS))


def _name(node: Node, problems: list[Problem], names: Names) -> Any:
    value = node.value
    return (
        value
        if isinstance(value, str) and value.isidentifier()
        else _wrong(node, problems, put("clauses", "name_letters"))
    )


def _text(node: Node, problems: list[Problem], names: Names) -> Any:
    return node.value if isinstance(node.value, str) else _wrong(node, problems, put("clauses", "text"))


def _count(node: Node, problems: list[Problem], names: Names) -> Any:
    return "all" if node.value == "all" else _whole(1, 99)(node, problems, names)


def _step(node: Node, problems: list[Problem], names: Names) -> Any:
    return _whole(1, names.steps)(node, problems, names)


def _conditions(node: Node, problems: list[Problem], names: Names) -> Any:
    found = tuple(clause(part, CONDITIONS, "condition", problems, names) for part in node.parts())
    return BAD if any(value is BAD for value in found) else found


def _token(node: Node, problems: list[Problem], names: Names) -> Any:
    value = node.value
    if isinstance(value, str) and value in names.tokens:
        return value
    return _wrong(
        node, problems, suggest(str(value), sorted(names.tokens)), put("clauses", "unknown_token", name=value)
    )


_item = _named("card", lambda names: names.items)
_zombie = _named("zombie", lambda names: names.kinds)
_colour = _word(*COLOURS)
_colours = _word(*COLOURS, "any")
_what = _word("any", "door", "main_door", "cell")
_side = _word("N", "E", "S", "W")
_side_of_token = _word("finished", "unfinished", "open", "closed", "wall", "breach", "there", "gone")


def _need(kind: Kind, about: Words) -> Arg:
    return Arg(kind, True, None, about)


def _may(kind: Kind, default: Any, about: Words) -> Arg:
    return Arg(kind, False, default, about)


_A_COLOUR = {"colour": _need(_colour, later("clauses", "colour"))}
_DOORS = {
    "colour": _need(_colour, later("clauses", "colour_doors")),
    "what": _may(_what, "any", later("clauses", "door_doors_main_entrances")),
}

TRIGGERS: dict[str, Word] = {
    "setup": Word(later("clauses", "once_after_board_laid")),
    "take_objective": Word(
        later("clauses", "objective_taken"),
        {"colour": _may(_colours, "any", later("clauses", "true_colour"))},
        "colour",
    ),
    "press": Word(
        later("clauses", "button_pressed"),
        {
            "colour": _need(_colour, later("clauses", "button_colour")),
            "to": _may(_word("on", "off", "any"), "any", later("clauses", "presses")),
            "first": _may(_flag, False, later("clauses", "only_first_press_ever")),
        },
        "colour",
    ),
    "custom_action": Word(
        later("clauses", "action_mission_adds_survivors"),
        {
            "at": _need(_place, later("clauses", "where_can_done")),
            "cost": _may(_whole(0, 6), 1, later("clauses", "actions_costs")),
            "free_ok": _may(_flag, True, later("clauses", "whether_actions_given_skills")),
        },
        "at",
    ),
    "search": Word(
        later("clauses", "survivor_searches_car_kind"), {"at": _need(_car, later("clauses", "kind_car"))}, "at"
    ),
    "survivor_turn_end": Word(
        later("clauses", "survivor_own_turn_ends"), {"in": _need(_place, later("clauses", "place"))}, "in"
    ),
    "survivor_killed": Word(later("clauses", "survivor_eliminated_before_cards")),
    "end_phase": Word(later("clauses", "end_phase_before_new")),
}

CONDITIONS: dict[str, Word] = {
    "all": Word(later("clauses", "all_hold"), {"of": _need(_conditions, later("clauses", "conditions"))}, "of"),
    "any": Word(later("clauses", "one_holds"), {"of": _need(_conditions, later("clauses", "conditions"))}, "of"),
    "not": Word(later("clauses", "none_holds"), {"of": _need(_conditions, later("clauses", "conditions"))}, "of"),
    "taken": Word(
        later("clauses", "objectives_been_taken"),
        {
            "colour": _need(_many(_colours), later("clauses", "colour_list_colours")),
            "where": _may(_place, "board", later("clauses", "only_those_lay")),
            "count": _may(_count, 1, later("clauses", "how_many_all")),
        },
        "colour",
    ),
    "pressed": Word(later("clauses", "button_pressed_least_once"), _A_COLOUR, "colour"),
    "step": Word(later("clauses", "step_mission_done_now"), {"n": _need(_step, later("clauses", "step_number"))}, "n"),
    "door": Word(
        later("clauses", "all_doors_colour_open"),
        {**_DOORS, "is": _need(_word("open", "closed"), later("clauses", "open_closed"))},
    ),
    "gate": Word(
        later("clauses", "sides_rotating_gate_open"),
        {
            "open": _may(_many(_side), (), later("clauses", "sides_open")),
            "shut": _may(_many(_side), (), later("clauses", "sides_shut")),
        },
        "shut",
    ),
    "survivors": Word(
        later("clauses", "where_survivors"),
        {
            "which": _need(_word("any", "all", "remaining"), later("clauses", "whose")),
            "in": _need(_place, later("clauses", "place_escaped_then_remaining")),
        },
    ),
    "clear": Word(later("clauses", "no_zombie"), {"area": _need(_place, later("clauses", "place"))}, "area"),
    "no_path": Word(
        later("clauses", "no_open_way_leads"),
        {
            "from": _need(_word("zombies", "survivors"), later("clauses", "whom")),
            "to": _need(_word("zombies", "survivors"), later("clauses", "whom_2")),
        },
    ),
    "carries": Word(
        later("clauses", "cards_tag_carried"),
        {
            "tag": _need(_name, later("clauses", "tag_draw_effect_gave")),
            "at_least": _may(_whole(1, 99), 1, later("clauses", "how_many")),
            "who": _may(_word("any", "together", "victim"), "any", later("clauses", "one_survivor_all_together")),
            "in": _may(_place, "board", later("clauses", "only_survivors")),
        },
        "tag",
    ),
    "once": Word(later("clauses", "rule_not_worked_before")),
    "turn": Word(
        later("clauses", "turn_n_later"),
        {"at_least": _need(_whole(1, 999), later("clauses", "turn_number"))},
        "at_least",
    ),
    "token": Word(
        later("clauses", "token_mission_terrain_shows"),
        {
            "token": _need(_many(_token), later("clauses", "id_several_all")),
            "is": _need(_side_of_token, later("clauses", "finished_unfinished_open_closed")),
        },
    ),
}

EFFECTS: dict[str, Word] = {
    "xp": Word(
        later("clauses", "acting_survivor_gains_experience"),
        {"n": _need(_whole(1, 99), later("clauses", "points"))},
        "n",
    ),
    "hide_among": Word(
        later("clauses", "objective_colour_lies_face"),
        {
            "colour": _need(_colour, later("clauses", "hidden_colour")),
            "among": _may(_colour, "red", later("clauses", "colour_shows")),
            "where": _may(_place, "board", later("clauses", "only_among_those")),
            "of": _may(_whole(0, 99), 0, later("clauses", "how_many_those_0")),
        },
    ),
    "take_linked": Word(later("clauses", "who_presses_takes_objective"), _A_COLOUR, "colour"),
    "disable_button": Word(later("clauses", "button_cannot_pressed_again"), _A_COLOUR, "colour"),
    "open_doors": Word(later("clauses", "doors_open_first_opening"), _DOORS, "colour"),
    "close_doors": Word(later("clauses", "doors_close_opening_again"), _DOORS, "colour"),
    "lock": Word(
        later("clauses", "doors_cannot_opened_until"),
        {**_DOORS, "opens_with": _may(_item, "", later("clauses", "only_card_hand"))},
        "colour",
    ),
    "unlock": Word(later("clauses", "those_doors_can_opened"), _DOORS, "colour"),
    "rotate_gate": Word(later("clauses", "gate_makes_quarter_turn")),
    "spawn_on": Word(later("clauses", "spawn_zones_colour_work"), _A_COLOUR, "colour"),
    "spawn_off": Word(later("clauses", "spawn_zones_colour_stop"), _A_COLOUR, "colour"),
    "spawn_area": Word(
        later("clauses", "one_zombie_card_each"),
        {
            "area": _need(_place, later("clauses", "area")),
            "kinds": _may(
                _many(_word("room", "cell", "corridor", "street", "yard", "extra")),
                (),
                later("clauses", "only_zones_kinds_left"),
            ),
            "first_time_only": _may(_flag, False, later("clauses", "never_second_time")),
        },
        "area",
    ),
    "place_zombie": Word(
        later("clauses", "zombies_appear"),
        {
            "kind": _need(_zombie, later("clauses", "kind")),
            "at": _need(_place, later("clauses", "where_each_zone_area")),
            "count": _may(_whole(1, 99), 1, later("clauses", "how_many_each_zone")),
            "if_in_play": _may(_many(_zombie), (), later("clauses", "what_appears_instead_when")),
        },
    ),
    "set_aside": Word(
        later("clauses", "cards_taken_out_equipment"),
        {
            "cards": _need(_many(_item), later("clauses", "one_each")),
            "all": _may(_flag, False, later("clauses", "every_copy_instead_one")),
            "as": _may(_name, "", later("clauses", "name_pile_they_make")),
        },
        "cards",
    ),
    "place_cache": Word(
        later("clauses", "cards_set_aside_lie"),
        {"cards": _need(_many(_item), later("clauses", "cards")), "at": _need(_place, later("clauses", "where"))},
    ),
    "give": Word(
        later("clauses", "acting_survivor_receives_cards"),
        {"cards": _need(_many(_item), later("clauses", "cards"))},
        "cards",
    ),
    "draw": Word(
        later("clauses", "acting_survivor_draws_pile"),
        {
            "from": _need(_name, later("clauses", "pile_name")),
            "count": _may(_whole(1, 99), 1, later("clauses", "how_many")),
            "random": _may(_flag, False, later("clauses", "shuffle_pile_first")),
            "tag": _may(_name, "", later("clauses", "marks_cards_condition_carries")),
        },
        "from",
    ),
    "rearrange": Word(later("clauses", "acting_survivor_may_rearrange")),
    "search_as": Word(
        later("clauses", "search_follows_rules_kind"), {"kind": _need(_car, later("clauses", "kind"))}, "kind"
    ),
    "allow_driving": Word(later("clauses", "cars_may_driven")),
    "split_start": Word(
        later("clauses", "survivors_start_several_zones"),
        {"groups": _may(_whole(2, 6), 2, later("clauses", "how_many_start_zones"))},
        "groups",
    ),
    "escape": Word(later("clauses", "survivor_may_leave_board")),
    "turn_token": Word(
        later("clauses", "token_mission_terrain_turned"),
        {
            "token": _need(_many(_token), later("clauses", "id_several")),
            "to": _need(_side_of_token, later("clauses", "open_closed_wall_breach")),
        },
    ),
    "win": Word(later("clauses", "game_won")),
    "lose": Word(later("clauses", "game_lost"), {"reason": _may(_text, "", later("clauses", "why_words"))}, "reason"),
}


def clause(node: Node, table: Mapping[str, Word], what: str, problems: list[Problem], names: Names) -> Any:
    """One clause of a table (``what`` names it in messages); BAD after noting what is wrong with it."""
    value = node.value
    if isinstance(value, str):
        name, inner = value, Node({}, node.path, node.line, node.column)
    elif isinstance(value, dict) and len(value) == 1:
        name, inner = next(iter(value.items()))
    else:
        return _wrong(
            node,
            problems,
            put("clauses", "like", what=thing(what), words=listed(list(table)[:3])),
            put("clauses", "none_such", what=thing(what)),
        )
    if name not in table:
        place = node.key_problem(name, put("clauses", "unknown", what=thing(what), name=name), suggest(name, table))
        problems.append(place)
        return BAD
    word = table[name]
    given = _given(name, word, inner, problems)
    if given is None:
        return BAD
    args: dict[str, Any] = {}
    for key, arg in word.args.items():
        part = given.get(key)
        if part is not None:
            args[key] = arg.kind(part, problems, names)
        elif arg.needed:
            problems.append(inner.problem(put("clauses", "wants", name=name, argument=key), arg.about))
            args[key] = BAD
        else:
            args[key] = arg.default
    return BAD if any(found is BAD for found in args.values()) else Clause(name, args)


def _given(name: str, word: Word, inner: Node, problems: list[Problem]) -> dict[str, Node] | None:
    """The arguments as written, by name; None if they make no sense at all."""
    if isinstance(inner.value, dict) and not (word.main == "of" and set(inner.value) - {"of"}):
        for key in inner.value:
            if key not in word.args:
                expected = suggest(key, word.args)
                problems.append(
                    inner.key_problem(key, put("clauses", "no_argument", name=name, argument=key), expected)
                )
        return inner.value
    if inner.value is None and not word.args:
        return {}
    if not word.main:
        _wrong(
            inner,
            problems,
            put("clauses", "arguments_name", words=listed(word.args))
            if word.args
            else put("clauses", "alone", name=name),
        )
        return None
    return {word.main: inner}


def trigger(node: Node, problems: list[Problem], names: Names) -> Any:
    """A trigger."""
    return clause(node, TRIGGERS, "trigger", problems, names)


def condition(node: Node, problems: list[Problem], names: Names) -> Any:
    """A condition."""
    return clause(node, CONDITIONS, "condition", problems, names)


def effect(node: Node, problems: list[Problem], names: Names) -> Any:
    """An effect."""
    return clause(node, EFFECTS, "effect", problems, names)
