"""A view in words: what stands where, which way leads where, what each option costs. For ears as much as for eyes."""

from __future__ import annotations

from collections import Counter

from zterm.kernel.decision import Cost, Odds, Option
from zterm.kernel.views import Field, Mark, Person, Shape, View

BACK = {"North": "South", "South": "North", "West": "East", "East": "West"}
ORDER = ("North", "East", "South", "West")
WAYS = {"open": "open", "gap": "doorway", "fence": "fence"}
RESERVED = "qu"

Neighbour = tuple[str, str, str]


def neighbours(shape: Shape, marks: tuple[Mark, ...]) -> dict[str, list[Neighbour]]:
    """For each area its ways out: direction, kind of way in words, area behind it, clockwise from north.

    A border that turns corners counts in the direction most of it lies in.
    """
    where = {cell: area.id for area in shape.areas for cell in area.cells}
    found: dict[str, dict[tuple[str, str], Counter[str]]] = {area.id: {} for area in shape.areas}

    def join(x: int, y: int, side: str, way: str) -> None:
        there, here = where.get((x, y - 1) if side == "N" else (x - 1, y)), where.get((x, y))
        if here is None or there is None or here == there:
            return
        direction = "North" if side == "N" else "West"
        found[here].setdefault((way, there), Counter())[direction] += 1
        found[there].setdefault((way, here), Counter())[BACK[direction]] += 1

    for mark in marks:
        join(int(mark.at[0]), int(mark.at[1]), "N" if mark.axis == "h" else "W", mark_words(mark))
    for side in shape.sides:
        if side.kind in WAYS:
            join(side.x, side.y, side.side, WAYS[side.kind])
    return {
        area: sorted(
            ((votes.most_common(1)[0][0], way, other) for (way, other), votes in ways.items()),
            key=lambda way: (ORDER.index(way[0]), way[2]),
        )
        for area, ways in found.items()
    }


def mark_words(mark: Mark) -> str:
    """A door in words: "closed white door d1"."""
    colour = "" if mark.colour in ("", "neutral") else f"{mark.colour} "
    name = mark.kind.replace("_", " ")
    return f"{'torn' if mark.kind == 'tear' else 'open' if mark.open else 'closed'} {colour}{name} {mark.id}"


def place_line(view: View, area: str) -> str:
    """An area with what is in it (the first line of its words): "z12 cell: empty"."""
    what, _, _ = view.places.get(area, "").partition("\n")
    return f"{area} {what}".strip()


def around(view: View, ways: list[Neighbour]) -> list[str]:
    """A line for each way out of an area."""
    return [sentence(f"{direction}, {way}: {place_line(view, other)}") for direction, way, other in ways]


def sentence(text: str) -> str:
    """End a text with a full stop, unless it ends already."""
    text = text.strip()
    text = text[:1].upper() + text[1:]
    return text if not text or text[-1] in ".!?:" else text + "."


def status_line(fields: tuple[Field, ...]) -> str:
    """The status line: "Turn 7. Phase players. …"."""
    return " ".join(sentence(f"{field.label} {field.value}") for field in fields)


def counted(number: int, word: str) -> str:
    """A number with its noun: "1 action", "2 actions"."""
    return f"{number} {word}" + ("" if number == 1 else "s")


def person_line(person: Person) -> str:
    """Somebody in a sentence: name, place, actions, wounds, points, level."""
    where = person.place or (f"zone {person.area}" if person.area else "")
    parts = [person.name, where]
    if person.actions is not None:
        parts.append(counted(person.actions, "action"))
    parts.append(counted(person.wounds, "wound") if person.wounds else "no wounds")
    parts.append(f"{person.points} XP")
    parts += [person.role, person.state, "done" if person.done else ""]
    return sentence(", ".join(part for part in parts if part))


def hand_lines(person: Person) -> list[str]:
    """What somebody carries, a card a line, and the lines of the sheet."""
    lines = [f"{person.name} carries:" if person.cards else f"{person.name} carries nothing you can see."]
    for card in person.cards:
        stats = ", ".join(f"{field.label} {field.value}".strip() for field in card.stats)
        marks = f", {card.marks}" if card.marks else ""
        lines.append(sentence(f"{card.slot}: {card.name}{marks}{': ' + stats if stats else ''}"))
    return lines + [sentence(f"{field.label} {field.value}") for field in person.sheet]


def cost_words(cost: Cost | None) -> str:
    """What an option spends, in words ("" for nothing)."""
    if cost is None:
        return ""
    parts = [counted(cost.actions, "action")] if cost.actions else []
    parts += [f"free {cost.free}"] if cost.free else []
    parts += [f"{cost.extra} of them extra"] if cost.extra else []
    return ", ".join(parts)


def odds_words(odds: Odds | None) -> str:
    """The chances of an attack in words: "1 or more kills 91 %, 2 or more 65 %. No friend can be hit. Noise 1"."""
    if odds is None:
        return ""
    least = [sum(odds.kills[n:]) for n in range(1, len(odds.kills))]
    kills = ", ".join(f"{n} or more {percent(chance)}" for n, chance in enumerate(least, 1) if chance > 0)
    friend = f"a friend is hit {percent(odds.friend)}" if odds.friend else "no friend is hit"
    return f"kills: {kills or 'none'}; {friend}; noise {odds.noise}"


def percent(chance: float) -> str:
    """A chance in whole percent; what is possible is never 0 and what is not sure never 100."""
    whole = round(chance * 100)
    return f"{min(99, max(1, whole)) if 0 < chance < 0.999999 else whole} %"


def letters(options: list[Option]) -> list[str]:
    """A letter for each option while letters last: of its own words first, then any that is free ("" when none is)."""
    free = [letter for letter in "abcdefghijklmnopqrstuvwxyz" if letter not in RESERVED]
    given: list[str] = []
    for option in options:
        initials = [word[0] for word in option.label.lower().split() if word]
        wanted = [*initials, *option.label.lower(), *free]
        letter = next((letter for letter in wanted if letter in free), "")
        if letter:
            free.remove(letter)
        given.append(letter)
    return given


def option_lines(options: list[Option]) -> list[str]:
    """The options, numbered and lettered: " 2 a  attack z17. 1 action. kills: 1 or more 91 %; …"."""
    lines = []
    for number, (option, letter) in enumerate(zip(options, letters(options), strict=True), 1):
        tail = " ".join(sentence(part) for part in (cost_words(option.cost), odds_words(option.odds)) if part)
        lines.append(f"{number:>2} {letter or ' '}  {option.label}" + (f". {tail}" if tail else ""))
    return lines
