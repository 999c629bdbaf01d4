"""A view in words: what stands where, which way leads where, what each option costs. For ears as much as for eyes."""

from __future__ import annotations

import re
from collections import Counter
from functools import partial, reduce
from pathlib import Path

from zterm.content.catalogue import Catalogue
from zterm.content.outward import sentence
from zterm.content.rulebook import Entry
from zterm.content.templates import spoken
from zterm.kernel import decision
from zterm.kernel.decision import Cost, Odds, Option
from zterm.kernel.views import Card, Cell, Field, Mark, Person, Shape, View

MESSAGES = Catalogue(Path(__file__).with_name("messages"))
line = partial(MESSAGES.say, "lines")
"""A line of its own, filled."""
"""The line mode's messages."""
BACK = {"N": "S", "S": "N", "W": "E", "E": "W"}
ORDER = ("N", "E", "S", "W")
WAYS = ("open", "gap", "fence")
OUT_OF_SIGHT = 60
"""Empty lines that push what one player was told off another one's screen, where it can't be cleared."""
RESERVED = "qu"
END = "e"
"""The letter that ends a turn, and does nothing else where a turn can be ended."""

_MARKS = re.compile(r"\+n|\S")
_HELD = re.compile(r"\[([^\]]+)\]")
_PAIR = re.compile(r"([0-9]+)([-+/])([0-9]+)")

Neighbour = tuple[str, str, str]


def neighbours(shape: Shape, marks: tuple[Mark, ...]) -> dict[str, list[Neighbour]]:
    """For each area its ways out: side ("N"), kind of way in words, area behind it, clockwise from north.

    A border that turns corners counts in the direction most of it lies in. Fences on both sides of a strip of wire are
    one; a door that leads off the board leads to the area itself.
    """
    where = {cell: area.id for area in shape.areas for cell in area.cells}
    cells = {area.id: area.cells for area in shape.areas}
    found: dict[str, dict[tuple[str, str], Counter[str]]] = {area.id: {} for area in shape.areas}

    def join(here: str | None, there: str | None, side: str, way: str) -> None:
        if here is None or there is None or here == there:
            return
        found[here].setdefault((way, there), Counter())[side] += 1
        found[there].setdefault((way, here), Counter())[BACK[side]] += 1

    for mark in marks:
        here, there = mark.areas
        side = _side_of(mark, cells[here], cells[there])
        if here == there:
            found[here].setdefault((mark_words(mark), there), Counter())[side] += 1
        join(here, there, side, mark_words(mark))
    for line in shape.sides:
        if line.kind in WAYS:
            back = (0, -1) if line.side == "N" else (-1, 0)
            near = _beyond(shape, where, (line.x, line.y), (-back[0], -back[1]))
            far = _beyond(shape, where, (line.x + back[0], line.y + back[1]), back)
            join(near, far, line.side, MESSAGES.word("ways", line.kind))
    return {area: _clockwise(ways) for area, ways in found.items()}


def _side_of(mark: Mark, here: tuple[Cell, ...], there: tuple[Cell, ...]) -> str:
    """On which side of an area the other one lies behind a door; that of the door where it leads off the board."""
    at = (mark.at[0] - 0.5, mark.at[1] - 0.5)
    along = 1 if mark.axis == "h" else 0
    first, second = (
        min(cells, key=lambda cell: (cell[0] - at[0]) ** 2 + (cell[1] - at[1]) ** 2) for cells in (here, there)
    )
    beyond = at if here == there else second
    before, after = "NS" if along else "WE"
    return after if beyond[along] > first[along] else before


def _beyond(shape: Shape, where: dict[Cell, str], cell: Cell, step: Cell) -> str | None:
    """The area of a cell; of one of wire that of the cell behind it, for such strips are one cell wide."""
    if shape.fills.get(cell) == "wire":
        cell = (cell[0] + step[0], cell[1] + step[1])
    return where.get(cell)


def _clockwise(ways: dict[tuple[str, str], Counter[str]]) -> list[Neighbour]:
    sides = [(votes.most_common(1)[0][0], way, other) for (way, other), votes in ways.items()]
    sides.sort(key=lambda way: (ORDER.index(way[0]), way[2]))
    return sides


def mark_words(mark: Mark) -> str:
    """A door in words: "closed white door d1"; an id made of those of both its areas is left out."""
    state = "torn" if mark.kind == "tear" else "open" if mark.open else "closed"
    plain = mark.colour in ("", "neutral") or state == "torn"
    key = f"mark_{state}" if plain else f"mark_{state}_colour"
    colour = MESSAGES.term("colours", mark.colour)
    id = "" if "|" in mark.id else spoken(mark.id)
    said = MESSAGES.say("words", key, mark=MESSAGES.term("marks", mark.kind), colour=colour, id=id)
    return " ".join(said.split()).replace(" ,", ",")


def place_name(view: View, area: str) -> str:
    """What people call an area."""
    return view.names.get(area, area)


def place_line(view: View, area: str) -> str:
    """An area with what is in it (the first line of its words): "z12 cell: empty"."""
    what, _, _ = view.places.get(area, "").partition("\n")
    return what if area in view.names else f"{area} {what}".strip()


def around(view: View, area: str, ways: list[Neighbour]) -> list[str]:
    """A line for each way out of an area."""
    said = (
        (MESSAGES.word("sides", side), way, MESSAGES.word("words", "off") if other == area else place_line(view, other))
        for side, way, other in ways
    )
    return [sentence(MESSAGES.say("words", "way", side=side, way=way, place=place)) for side, way, place in said]


def map_line(view: View, area: str, ways: list[Neighbour]) -> str:
    """An area with what is in it, and what leads out of it."""
    off = MESSAGES.word("words", "off")
    leads = "; ".join(
        MESSAGES.say(
            "words",
            "way_short",
            side=MESSAGES.word("towards", side),
            way=way,
            area=off if other == area else place_name(view, other),
        )
        for side, way, other in ways
    )
    return sentence(place_line(view, area)) + (f" {sentence(leads)}" if leads else "")


def status_line(fields: tuple[Field, ...]) -> str:
    """The status line: "Turn 7. Phase players. Goals 1 of 2. …"."""
    return " ".join(sentence(f"{field.label} {_spoken(field.value)}") for field in fields)


def _spoken(value: str) -> str:
    """A value in words: "1/2" is 1 of 2, "3+1" 3 and 1 more, "0-1" 0 to 1."""
    found = _PAIR.fullmatch(value)
    if found is None:
        return value
    first, sign, rest = found.groups()
    if sign == "+":
        return MESSAGES.say("words", "and_more", first=first, n=int(rest))
    return MESSAGES.say("words", "of" if sign == "/" else "to", n=first, m=rest)


def person_line(person: Person) -> str:
    """Somebody in a sentence: name, place, actions, wounds, points, level; instead of those what is in ``brief``."""
    where = person.place or (MESSAGES.say("words", "zone", area=person.area) if person.area else "")
    parts = [person.name, where]
    if person.actions is not None:
        parts.append(MESSAGES.number("action", person.actions))
    if person.brief:
        parts += [f"{field.label} {_spoken(field.value)}".strip() for field in person.brief]
    else:
        parts.append(MESSAGES.number("wound", person.wounds))
        parts.append(MESSAGES.say("words", "points", n=person.points))
        parts.append(MESSAGES.word("roles", person.role) if person.role else "")
    parts += [person.state, MESSAGES.say("words", "done") if person.done else ""]
    return sentence(", ".join(part for part in parts if part))


def hand_lines(person: Person) -> list[str]:
    """What somebody carries, a card a line, and the lines of the sheet."""
    lines = [MESSAGES.say("words", "carries" if person.cards else "carries_nothing", person=person.name)]
    for card in person.cards:
        stats = stats_words(card)
        marks = "".join(f", {word}" for word in card_signs(card.marks))
        lines.append(sentence(f"{card.slot}: {card.name}{marks}{': ' + stats if stats else ''}"))
    return lines + [sentence(f"{field.label} {_held(_spoken(field.value))}") for field in person.sheet]


def stats_words(card: Card) -> str:
    """The values that are printed on a card."""
    return ", ".join(f"{field.label} {_spoken(field.value)}".strip() for field in card.stats)


def printed(card: Card | None) -> str:
    """Everything that is printed on a card, "" without one."""
    return "" if card is None else ", ".join(filter(None, [stats_words(card), *card_signs(card.marks)]))


def card_signs(marks: str) -> list[str]:
    """The letters of a card in words; one that is not known stays as it is."""
    known = MESSAGES.tables()["card_marks"]
    return [MESSAGES.word("card_marks", sign) if sign in known else sign for sign in _MARKS.findall(marks)]


def _held(value: str) -> str:
    """What is held of a list stands in brackets on a screen, what can be picked between bars; here that is said."""
    said = _HELD.sub(lambda found: MESSAGES.say("words", "held", what=found[1]), value)
    return reduce(lambda a, b: MESSAGES.say("words", "or", a=a, b=b), said.split(" | "))


def cost_words(cost: Cost | None) -> str:
    """What an option spends, in words ("" for nothing)."""
    if cost is None:
        return ""
    parts = [MESSAGES.number("action", cost.actions)] if cost.actions else []
    parts += [MESSAGES.say("words", "free", kind=MESSAGES.word("frees", cost.free))] if cost.free else []
    parts += [MESSAGES.number("extra", cost.extra)] if cost.extra else []
    return ", ".join(parts)


def odds_words(odds: Odds | None) -> str:
    """The chances of an attack in words: "1 or more kills 91 %, 2 or more 65 %. No friend can be hit. Noise 1"."""
    if odds is None:
        return ""
    if odds.words:
        return odds.words
    least = [sum(odds.kills[n:]) for n in range(1, len(odds.kills))]
    say = MESSAGES.say
    kills = ", ".join(
        say("words", "kills", n=n, chance=percent(chance)) for n, chance in enumerate(least, 1) if chance > 0
    )
    friend = say("words", "friend", chance=percent(odds.friend)) if odds.friend else say("words", "no_friend")
    return say("words", "odds", kills=kills or say("words", "no_kills"), friend=friend, noise=odds.noise)


def percent(chance: float) -> str:
    """A chance in whole percent: "91 %"."""
    return MESSAGES.say("words", "percent", n=decision.percent(chance))


def letters(options: list[Option]) -> list[str]:
    """A letter for each option while letters last: what its verb has for itself, else one of its own words, else any.

    So the first thing of a kind has the same letter in every turn; "" when no letter is left.
    """
    verbs = [option.id.split(":")[0] for option in options]
    own = {verb: MESSAGES.word("letters", verb) for verb in MESSAGES.tables()["letters"]}
    own = own if len(own.keys() & set(verbs)) > 1 else {}
    taken = RESERVED + (END if "end" in verbs else "")
    free = [letter for letter in "abcdefghijklmnopqrstuvwxyz" if letter not in taken]
    given = [END if option.id == "end" else "" for option in options]
    for kept in (set(own.values()), set()):
        for number, option in enumerate(options):
            initials = [word[0] for word in option.label.lower().split()]
            wanted = [
                own.get(verbs[number], ""),
                *(c for c in [*initials, *option.label.lower(), *free] if c not in kept),
            ]
            letter = next((letter for letter in wanted if letter in free), "") if not given[number] else ""
            given[number] = given[number] or letter
            free = [char for char in free if char != letter]
    return given


def option_lines(options: list[Option]) -> list[str]:
    """The options, numbered and lettered: " 2 a  attack z17. 1 action. kills: 1 or more 91 %; …"."""
    lines = []
    for number, (option, letter) in enumerate(zip(options, letters(options), strict=True), 1):
        tail = " ".join(
            sentence(part) for part in (cost_words(option.cost), odds_words(option.odds), printed(option.card)) if part
        )
        lines.append(f"{number:>2} {letter or ' '}  {option.label}" + (f". {tail}" if tail else ""))
    return lines


def rule_line(entry: Entry) -> str:
    """A rule in a line."""
    return MESSAGES.say("lines", "rule", id=entry.id, page=entry.page, text=f"{entry.text} {entry.settled}".rstrip())


def help_lines(rest: str, word: str) -> list[str]:
    """What can be typed; for a word (by its English name) what that one does, for "all" what each does."""
    say, helps = MESSAGES.say, MESSAGES.tables()["help"]
    if word:
        return [say("help", word)]
    if rest.lower() in ("all", MESSAGES.word("lines", "all")):
        return [say("help", key) for key in helps]
    known = ", ".join(MESSAGES.word("commands", key) for key in helps)
    first = [say("lines", "no_help", word=rest, words=known)] if rest else []
    return [*(first or [say("lines", "hint"), say("lines", "words", words=known)]), say("lines", "words_help")]


def wiped(term: str) -> str:
    """What clears a terminal, and what has scrolled out of it: a screen reader would read empty lines one by one."""
    return "\n" * OUT_OF_SIGHT if term in ("", "dumb") else "\x1b[H\x1b[2J\x1b[3J"
