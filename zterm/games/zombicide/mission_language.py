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
    about: str


class Word(NamedTuple):
    """A word of the language: its meaning, its arguments, and the one that may be written without its name."""

    about: str
    args: Mapping[str, Arg] = {}
    main: str = ""


def _wrong(node: Node, problems: list[Problem], expected: str, what: str = "") -> Any:
    found = node.value if isinstance(node.value, str | int | float) else type(node.value).__name__
    problems.append(node.problem(what or f"found {found}", expected))
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
        return _wrong(node, problems, f"a whole number from {least} to {most}")

    return check


def _flag(node: Node, problems: list[Problem], names: Names) -> Any:
    return node.value if isinstance(node.value, bool) else _wrong(node, problems, "true or false")


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
    what = f"unknown place {node.value}" if isinstance(node.value, str) else "this is no place"
    return _wrong(node, problems, suggest(str(node.value), sorted(known - names.zones) or sorted(known)), what)


def _named(what: str, which: Callable[[Names], frozenset[str]]) -> Kind:
    def check(node: Node, problems: list[Problem], names: Names) -> Any:
        known = which(names)
        if isinstance(node.value, str) and node.value in known:
            return node.value
        return _wrong(node, problems, suggest(str(node.value), sorted(known)), f"unknown {what} {node.value}")

    return check


def _car(node: Node, problems: list[Problem], names: Names) -> Any:
    value = node.value.removesuffix("_car") if isinstance(node.value, str) else node.value
    return value if value in CAR_KINDS else _wrong(node, problems, listed(CAR_KINDS))


def _name(node: Node, problems: list[Problem], names: Names) -> Any:
    value = node.value
    return (
        value if isinstance(value, str) and value.isidentifier() else _wrong(node, problems, "a name of letters and _")
    )


def _text(node: Node, problems: list[Problem], names: Names) -> Any:
    return node.value if isinstance(node.value, str) else _wrong(node, problems, "text")


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
    return _wrong(node, problems, suggest(str(value), sorted(names.tokens)), f"unknown token {value}")


_item = _named("card", lambda names: names.items)
_zombie = _named("zombie", lambda names: names.kinds)
_colour = _word(*COLOURS)
_colours = _word(*COLOURS, "any")
_what = _word("any", "door", "main_door", "cell")
_side = _word("N", "E", "S", "W")
_side_of_token = _word("finished", "unfinished", "open", "closed", "wall", "breach", "there", "gone")


def _need(kind: Kind, about: str) -> Arg:
    return Arg(kind, True, None, about)


def _may(kind: Kind, default: Any, about: str) -> Arg:
    return Arg(kind, False, default, about)


_A_COLOUR = {"colour": _need(_colour, "the colour")}
_DOORS = {
    "colour": _need(_colour, "the colour of the doors"),
    "what": _may(_what, "any", "door (doors and main entrances), main_door, cell (cell doors) or any"),
}

TRIGGERS: dict[str, Word] = {
    "setup": Word("once, after the board is laid and the start equipment is dealt"),
    "take_objective": Word(
        "an objective is taken", {"colour": _may(_colours, "any", "its true colour, or any")}, "colour"
    ),
    "press": Word(
        "a button is pressed",
        {
            "colour": _need(_colour, "the button's colour"),
            "to": _may(_word("on", "off", "any"), "any", "on: the 1st, 3rd .. press; off: the 2nd, 4th .."),
            "first": _may(_flag, False, "only the first press ever"),
        },
        "colour",
    ),
    "custom_action": Word(
        "an action the mission adds for survivors at a place",
        {
            "at": _need(_place, "where it can be done"),
            "cost": _may(_whole(0, 6), 1, "actions it costs"),
            "free_ok": _may(_flag, True, "whether actions given by skills may pay for it"),
        },
        "at",
    ),
    "search": Word("a survivor searches a car of that kind", {"at": _need(_car, "the kind of car")}, "at"),
    "survivor_turn_end": Word("a survivor's own turn ends in a place", {"in": _need(_place, "the place")}, "in"),
    "survivor_killed": Word("a survivor is eliminated (before the cards are gone)"),
    "end_phase": Word("the end phase, before a new round begins"),
}

CONDITIONS: dict[str, Word] = {
    "all": Word("all of these hold", {"of": _need(_conditions, "conditions")}, "of"),
    "any": Word("one of these holds", {"of": _need(_conditions, "conditions")}, "of"),
    "not": Word("none of these holds", {"of": _need(_conditions, "conditions")}, "of"),
    "taken": Word(
        "objectives have been taken",
        {
            "colour": _need(_many(_colours), "a colour, a list of colours, or any"),
            "where": _may(_place, "board", "only those that lay there"),
            "count": _may(_count, 1, "how many, or all"),
        },
        "colour",
    ),
    "pressed": Word("the button was pressed at least once", _A_COLOUR, "colour"),
    "step": Word("that step of the mission is done now", {"n": _need(_step, "its number, from 1")}, "n"),
    "door": Word(
        "all doors of a colour are open, or closed",
        {**_DOORS, "is": _need(_word("open", "closed"), "open or closed")},
    ),
    "gate": Word(
        "sides of the rotating gate are open or shut now",
        {
            "open": _may(_many(_side), (), "sides that are open"),
            "shut": _may(_many(_side), (), "sides that are shut"),
        },
        "shut",
    ),
    "survivors": Word(
        "where survivors are",
        {
            "which": _need(
                _word("any", "all", "remaining"), "any: one in play; all: all that started; remaining: all still alive"
            ),
            "in": _need(_place, "a place, or escaped (then remaining wants at least one)"),
        },
    ),
    "clear": Word("no zombie is there", {"area": _need(_place, "the place")}, "area"),
    "no_path": Word(
        "no open way leads from one to the other",
        {
            "from": _need(_word("zombies", "survivors"), "from whom"),
            "to": _need(_word("zombies", "survivors"), "to whom"),
        },
    ),
    "carries": Word(
        "cards with a tag are carried",
        {
            "tag": _need(_name, "the tag a draw effect gave"),
            "at_least": _may(_whole(1, 99), 1, "how many"),
            "who": _may(_word("any", "together", "victim"), "any", "one survivor, all together, or the one killed"),
            "in": _may(_place, "board", "only survivors there"),
        },
        "tag",
    ),
    "once": Word("this rule has not worked before"),
    "turn": Word("it is turn n or later", {"at_least": _need(_whole(1, 999), "the turn's number")}, "at_least"),
    "token": Word(
        "a token of the mission's terrain shows a side",
        {
            "token": _need(_many(_token), "its id, or several: all of them"),
            "is": _need(_side_of_token, "finished, unfinished, open, closed, wall, breach, there or gone"),
        },
    ),
}

EFFECTS: dict[str, Word] = {
    "xp": Word("the acting survivor gains experience", {"n": _need(_whole(1, 99), "points")}, "n"),
    "hide_among": Word(
        "an objective of that colour lies face down among others",
        {
            "colour": _need(_colour, "the hidden colour"),
            "among": _may(_colour, "red", "the colour that shows"),
            "where": _may(_place, "board", "only among those there"),
            "of": _may(_whole(0, 99), 0, "how many those are (0: not said)"),
        },
    ),
    "take_linked": Word("who presses takes the objective of that colour", _A_COLOUR, "colour"),
    "disable_button": Word("that button cannot be pressed again", _A_COLOUR, "colour"),
    "open_doors": Word("doors open; the first opening populates the building", _DOORS, "colour"),
    "close_doors": Word("doors close; opening them again populates nothing", _DOORS, "colour"),
    "lock": Word(
        "doors cannot be opened until unlocked",
        {**_DOORS, "opens_with": _may(_item, "", "or only with this card in a hand")},
        "colour",
    ),
    "unlock": Word("those doors can be opened by the ordinary action", _DOORS, "colour"),
    "rotate_gate": Word("the gate makes a quarter turn, left or right as who presses chooses"),
    "spawn_on": Word("spawn zones of that colour work from now on", _A_COLOUR, "colour"),
    "spawn_off": Word("spawn zones of that colour stop", _A_COLOUR, "colour"),
    "spawn_area": Word(
        "one zombie card for each zone of an area, in an order the players choose",
        {
            "area": _need(_place, "the area"),
            "kinds": _may(
                _many(_word("room", "cell", "corridor", "street", "yard", "extra")),
                (),
                "only zones of these kinds (left out: of all)",
            ),
            "first_time_only": _may(_flag, False, "never a second time"),
        },
        "area",
    ),
    "place_zombie": Word(
        "zombies appear",
        {
            "kind": _need(_zombie, "the kind"),
            "at": _need(_place, "where (in each zone of an area)"),
            "count": _may(_whole(1, 99), 1, "how many in each zone"),
            "if_in_play": _may(_many(_zombie), (), "what appears instead when the figures are used up"),
        },
    ),
    "set_aside": Word(
        "cards are taken out of the equipment deck or the set-aside cards",
        {
            "cards": _need(_many(_item), "one of each"),
            "all": _may(_flag, False, "every copy instead of one"),
            "as": _may(_name, "", "the name of the pile they make"),
        },
        "cards",
    ),
    "place_cache": Word(
        "cards set aside lie at a place", {"cards": _need(_many(_item), "the cards"), "at": _need(_place, "where")}
    ),
    "give": Word("the acting survivor receives cards set aside", {"cards": _need(_many(_item), "the cards")}, "cards"),
    "draw": Word(
        "the acting survivor draws from a pile",
        {
            "from": _need(_name, "the pile's name"),
            "count": _may(_whole(1, 99), 1, "how many"),
            "random": _may(_flag, False, "shuffle the pile first"),
            "tag": _may(_name, "", "marks the cards for the condition carries"),
        },
        "from",
    ),
    "rearrange": Word("the acting survivor may rearrange the inventory free"),
    "search_as": Word("the search follows the rules of that kind of car", {"kind": _need(_car, "the kind")}, "kind"),
    "allow_driving": Word("cars may be driven"),
    "split_start": Word(
        "the survivors start in several zones, as equal as can be; the players choose",
        {"groups": _may(_whole(2, 6), 2, "how many start zones")},
        "groups",
    ),
    "escape": Word("the survivor may leave the board alive"),
    "turn_token": Word(
        "a token of the mission's terrain is turned, laid or taken away",
        {
            "token": _need(_many(_token), "its id, or several"),
            "to": _need(_side_of_token, "open, closed, wall, breach, there or gone"),
        },
    ),
    "win": Word("the game is won"),
    "lose": Word("the game is lost", {"reason": _may(_text, "", "why, in words")}, "reason"),
}


def clause(node: Node, table: Mapping[str, Word], what: str, problems: list[Problem], names: Names) -> Any:
    """One clause of a table (``what`` names it in messages); BAD after noting what is wrong with it."""
    value = node.value
    if isinstance(value, str):
        name, inner = value, Node({}, node.path, node.line, node.column)
    elif isinstance(value, dict) and len(value) == 1:
        name, inner = next(iter(value.items()))
    else:
        return _wrong(node, problems, f"a {what} such as {listed(list(table)[:3])}", f"this is no {what}")
    if name not in table:
        place = node.key_problem(name, f"unknown {what} {name}", suggest(name, table))
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
            problems.append(inner.problem(f"{name} wants {key}", arg.about))
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
                problems.append(inner.key_problem(key, f"{name} has no argument {key}", expected))
        return inner.value
    if inner.value is None and not word.args:
        return {}
    if not word.main:
        _wrong(inner, problems, f"arguments by name: {listed(word.args)}" if word.args else f"{name} alone")
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
