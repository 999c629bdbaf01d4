"""The panes around the map as rows: status line, people, sheet, hand, strip. All from views alone."""

from __future__ import annotations

import re
from collections.abc import Sequence

import msgspec

from zterm.content.outward import clean
from zterm.kernel.views import Card, Field, Person, View
from zterm.ui.rows import BLANK, Bit, Row, cut, fit, length, row, spread, title, whole_words, width, wrap
from zterm.ui.words import put

WHOLE, PLAIN, SHORT = range(3)
"""How a field of the status line is said: whole; a word without its label; with the label for little room."""


def status(view: View, extra: Sequence[Field], columns: int) -> Row:
    """The status line: title and fields. Where they are too long they are said shorter, then left out from the end."""
    fields = [*view.status, *extra]
    names = _names(clean(view.title))
    bits: list[Bit] = []
    for form in (WHOLE, PLAIN, SHORT):
        bits = [bit for field in fields for bit in _field(field, form)]
        room = columns - length(bits) - 2
        if room >= width(names[0] if form == WHOLE else names[-1]):
            break
    while columns - length(bits) - 2 < width(names[-1]) and len(fields) > 1:
        fields.pop()
        bits = [bit for field in fields for bit in _field(field, SHORT)]
    room = max(1, columns - length(bits) - 2)
    name = next((name for name in names if width(name) <= room), "") or whole_words(names[-1], room)
    return Row((Bit(f" {name} ", "strong", "b"), *bits), "status")


def _names(title: str) -> list[str]:
    """A title and what it may be cut to: its parts before a colon or a bracket, and the number before its words."""
    number, _, words = title.partition(" ")
    parts = [title[: found.start()].rstrip() for found in re.finditer(r"[:(]", title)]
    numbered = [number] if words and any(map(str.isdigit, number)) else []
    return [title, *reversed([part for part in parts if part]), *numbered]


def _field(field: Field, form: int) -> list[Bit]:
    """A field in one of the forms."""
    label, value = clean(field.label).lower(), clean(field.value)
    if form == WHOLE:
        label += " "
    elif field.key == "turn":
        label = label[:1].upper()
    elif not value[:1].isdigit():
        label = ""
    else:
        label = f"{clean(field.short) if form == SHORT and field.short else label} "
    return [Bit(f" {label}", "name"), Bit(value, field.role or "text", "b"), Bit(" ")]


def _short(label: str, letters: int) -> str:
    """A label of about so many letters (0: all), with a point where it is cut, best behind a consonant."""
    if not letters or width(label) <= letters + 1:
        return label
    short = label[:letters].rstrip("aeiou ")
    return f"{short if len(short) > 2 else label[:letters].rstrip()}."


def people(view: View, chosen: str, columns: int, height: int, focused: bool, sign: str) -> list[Row]:
    """A line for everybody: who acts, level, points, wounds, actions left, place, and in a wide pane the hands.

    Points and wounds give way to what is in ``brief``.
    """
    rows = [title(put("panes", "people"), put("panes", "choose" if focused else "tab"), columns, focused)]
    names = max((width(person.name) for person in view.people), default=4)
    skip = _first(view, chosen, height - 1)
    return rows + [_person(p, p.id == chosen and focused, names, columns, sign) for p in view.people[skip:]]


def _first(view: View, chosen: str, room: int) -> int:
    """Where a list of people begins so that the one chosen is seen."""
    at = next((i for i, person in enumerate(view.people) if person.id == chosen), 0)
    return max(0, min(at - room + 1, len(view.people) - room)) if at >= room else 0


def _person(person: Person, marked: bool, names: int, columns: int, sign: str) -> Row:
    ground = "mark" if marked else "pane"
    lost = not person.area
    role = "disabled" if lost else person.role or "text"
    wide = columns >= 38
    name = fit(person.name, min(max(names, 9), 9 if columns < 38 else 12))
    head = sign if person.active else ">" if marked else " "
    if person.actions is None:
        left = ("--" if person.done else "  ") if not wide else ("----" if person.done else "    ")
    else:
        sign_of = put("panes", "action_sign")
        left = f"{sign_of.lower()}{person.actions}" if not wide else (sign_of * min(person.actions, 4) + "----")[:4]
    bits = [
        Bit(head, "active", "b"),
        Bit(f"{person.letter.upper()} ", role, "b"),
        Bit(f"{name} ", role, "b" if person.active else ""),
        *_counts(person, role, columns, wide),
    ]
    if not lost and (left.strip() or not person.brief):
        bits.append(Bit(f"{left} ", "text" if person.actions else "disabled"))
    room = max(0, columns - length(bits))
    at = person.area or fit(person.state, min(room, max(width(person.state), len(left) + 4)))
    bits.append(Bit(at, "disabled" if lost else "text"))
    if person.area and person.state:
        bits.append(Bit(f" {person.state}", "zombivor"))
    rest = columns - length(bits)
    if rest > 14:
        empty = "" if person.brief else put("panes", "empty_hands")
        held = ", ".join(card.name for card in person.cards if card.ready and not card.played) or empty
        pad = max(1, 34 - length(bits)) if columns > 50 else 1
        bits += [Bit(" " * pad), Bit(cut(held, rest - pad - 1), "name")]
    return spread(bits, [], columns, ground)


def _counts(person: Person, role: str, columns: int, wide: bool) -> list[Bit]:
    """The values of somebody's line: level, points and wounds, or what the game says instead of them."""
    if person.brief:
        return [bit for field in person.brief for bit in brief_bits(field, columns >= 58)]
    wounds = f"{put('panes', 'wound_sign')}{person.wounds} "
    return [
        Bit(f"{person.level}{person.points:>{3 if wide else 2}} ", role),
        Bit(wounds, "bad" if person.wounds else "disabled", "b" if person.wounds else ""),
    ]


def brief_bits(field: Field, whole: bool) -> list[Bit]:
    """A value of a brief line with its label, of that the first letter only where there is little room."""
    label = f"{field.label} " if whole else field.label[:1]
    return [Bit(label, "name"), Bit(f"{field.value} ", field.role or "text", "b")]


def sheet(person: Person | None, columns: int, height: int, focused: bool) -> list[Row]:
    """The sheet of one person: lines of the sheet as far as they fit, the track of points, and wounds."""
    if person is None:
        return [title(put("panes", "sheet"), "", columns, focused)]
    at = put("panes", "points", n=person.points)
    if person.brief:
        at = ""
    elif person.track and columns >= 38:
        at = put("panes", "points_of", n=person.points, last=person.track[-1])
    rows = [title(person.name.upper(), at, columns, focused)]
    if height < 6:
        return rows + _brief(person, columns, height - 1)
    spare = height - 2 - len(person.sheet)
    named = min(max((width(field.label) for field in person.sheet), default=0), 14 if columns >= 48 else 12)
    named = max(named, 10)
    for field in person.sheet:
        held, value = "[" in field.value, field.value.replace("[", "").replace("]", "")
        roles = (field.role or "name", "text" if held else "disabled")
        lines = wrap(value, columns - named - 3, "")
        kept = min(len(lines), 1 + max(0, spare))
        spare -= kept - 1
        lines = [*lines[: kept - 1], cut(" ".join(lines[kept - 1 :]), columns - named - 2)]
        for number, text in enumerate(lines):
            label = fit("" if number else field.label.upper(), named)
            rows.append(row(Bit(f" {label} ", roles[0], "b" if held else ""), Bit(text, roles[1])))
    rows = rows[: height - 1]
    rows.append(_track(person, columns))
    return rows


def _brief(person: Person, columns: int, height: int) -> list[Row]:
    """A sheet in two lines: level, next threshold, wounds; and what is held of it."""
    if person.brief:
        told = " ".join(f"{field.label} {field.value}." for field in person.sheet if field.label not in _labels(person))
        return [_brief_row(person, columns), row(Bit(cut(f" {told}", columns), "name"))][:height]
    marks = put("panes", "wound_sign") + "#" * person.wounds + "-" * (person.wound_limit - person.wounds)
    next_at = person.track[1] if len(person.track) > 1 else 0
    left = [
        Bit(f" {person.level}", person.role, "b"),
        Bit(f" {put('panes', 'points_short', n=person.points)}"),
    ]
    if next_at > person.points:
        left.append(Bit(f", {put('panes', 'next_at', n=next_at)}", "name"))
    first = spread(left, [Bit(f"{marks} ", "bad" if person.wounds else "name")], columns)
    held = [part[1:-1] for field in person.sheet for part in field.value.split(" | ") if part.startswith("[")]
    return [first, row(Bit(cut(" " + ", ".join(held), columns)))][:height]


def _brief_row(person: Person, columns: int) -> Row:
    """The values of a brief line, their labels as long as there is room."""
    bits: list[Bit] = []
    for letters in (0, 6, 4, 2):
        labels = [_short(field.label, letters) for field in person.brief]
        bits = [
            bit
            for field, label in zip(person.brief, labels, strict=True)
            for bit in brief_bits(msgspec.structs.replace(field, label=label), True)
        ]
        if length(bits) <= columns:
            break
    return row(" ", *bits)


def _labels(person: Person) -> set[str]:
    return {field.label for field in person.brief}


def _track(person: Person, columns: int) -> Row:
    """The track of points as a bar with its thresholds, and the wounds; of a brief line its values."""
    if person.brief:
        return _brief_row(person, columns)
    marks = " ".join("#" if i < person.wounds else "-" for i in range(person.wound_limit))
    wounds = f"{put('panes', 'wounds')} {marks} "
    room = columns - width(wounds) - 6
    if not person.track or room < 8:
        return spread([Bit(f" {put('panes', 'points', n=person.points)}")], [Bit(wounds)], columns)
    last = max(1, person.track[-1])
    done = min(room, person.points * room // last)
    steps = {min(room - 1, int(_number(f.label)) * room // last): f.role for f in person.sheet if _number(f.label)}
    bits, role = [Bit(f" {put('panes', 'xp')} ", "name")], person.sheet[0].role if person.sheet else "text"
    for x in range(room):
        role = steps.get(x, role)
        bits.append(
            Bit("#" if x < done else "|" if x in steps else ".", role if x < done or x in steps else "disabled")
        )
    return spread(bits, [Bit(wounds, "bad" if person.wounds else "name")], columns)


def _number(label: str) -> int:
    digits = label.rpartition(" ")[2]
    return int(digits) if digits.isdigit() else 0


def hand(person: Person | None, columns: int, height: int, focused: bool) -> list[Row]:
    """What a person carries: a line a card, or in a wide pane the cards side by side."""
    if person is None:
        return [title(put("panes", "hand"), "", columns, focused)]
    if columns >= 38 and height >= 8:
        bar = title(put("panes", "hand"), f"{person.name}", columns, focused)
        return [bar, *(_cards(person, columns, height - 1) or _list(person, columns, height - 1))]
    names = {field.key for card in person.cards for field in card.stats}
    head = f"{put('panes', 'stats')} " if {"range", "dice"} <= names else ""
    rows = [title(put("panes", "hand"), head, columns, focused)]
    rows += [_card_line(card, columns) for card in person.cards]
    if not person.cards:
        rows.append(row(Bit(f" {put('panes', 'nothing')}", "disabled")))
    return rows


def _stat(card: Card, key: str) -> str:
    return next((field.value for field in card.stats if field.key == key), "")


def _card_line(card: Card, columns: int) -> Row:
    strong = card.ready
    roles = (card.role or ("strong" if strong else "name"), "text" if strong else "disabled")
    head = Bit(f" {'*' if strong else ' '}", "key", "b")
    if _stat(card, "dice"):
        tail = (
            f"{_stat(card, 'range'):<3} {_stat(card, 'dice'):<2} {_stat(card, 'accuracy'):<3} {_stat(card, 'damage')}"
        )
        tail += f" {card.marks:<2}"
    else:
        tail = " ".join(f"{f.label} {f.value}".strip() for f in card.stats) + card.marks
    room = columns - 2
    least = 9 if _stat(card, "dice") else min(width(card.name) + 1, room)
    tail = cut(tail, room - least) if room - least >= 5 or _stat(card, "dice") else ""
    name = fit(card.name, room - width(tail) - 1) if _stat(card, "dice") else cut(card.name, room - 1)
    return row(head, Bit(f"{name} ", roles[0], "b" if strong else ""), Bit(tail, roles[1]))


def _list(person: Person, columns: int, height: int) -> list[Row]:
    """Cards of many words below each other: the first in full as far as there is room, the others a line each."""
    rows: list[Row] = []
    for number, card in enumerate(person.cards, 1):
        words = ", ".join(" ".join(part for part in stat if part) for stat in _stats(card))
        lines = wrap(f"{card.name} {words}", columns - 3, "  ")
        if _stat(card, "dice") or len(rows) + len(lines) > height - len(person.cards) + number:
            rows.append(_card_line(card, columns))
            continue
        roles = (card.role or "strong", "text") if card.ready else ("name", "disabled")
        first = lines[0].removeprefix(card.name)
        sign = Bit(f" {'*' if card.ready else ' '}", "key", "b")
        rows.append(row(sign, Bit(card.name, roles[0], "b" if card.ready else ""), Bit(first, roles[1])))
        rows += [row(Bit(f"  {line}", roles[1])) for line in lines[1:]]
    return rows


def _cards(person: Person, columns: int, height: int) -> list[Row]:
    """Cards side by side, as many as have room; the others a line each below. No rows where words would be cut."""
    each = min(20, max(9, (columns - 1) // max(len(person.cards), 3)))
    across = max(1, min(len(person.cards), (columns - 1) // each))
    shown, rest = person.cards[:across], person.cards[across:]
    needs = {card: len(_told(card, each - 1)) + 1 for card in shown}
    broken = any(width(word) >= each for card in shown for word in _words(card))
    if broken or any(needs[card] > height - len(rest) for card in shown if not _stat(card, "dice")):
        return []
    needed = max(needs.values(), default=0)
    tall = max(1, min(max(6, needed), height - len(rest)))
    blocks = [_block(card, each - 1, tall) for card in shown]
    rows = []
    for y in range(tall if shown else 0):
        bits: list[Bit] = [Bit(" ")]
        for card, block in zip(shown, blocks, strict=True):
            ground = "card" if card.ready else ""
            named = y < max(1, len(wrap(card.name, each - 1, "")) if needs[card] <= tall else 1)
            role = (card.role or "strong" if card.ready else "name") if named else "text" if card.ready else "disabled"
            bits += [Bit(block[y], role, "b" if named and card.ready else "", ground), Bit(" ")]
        rows.append(Row(tuple(bits)))
    rows += [_card_line(card, columns) for card in rest]
    return rows if rows else [row(Bit(f" {put('panes', 'nothing')}", "disabled")), BLANK]


def _words(card: Card) -> list[str]:
    """All words of what a card says; a card of dice says it in numbers, that may lose their labels."""
    told = () if _stat(card, "dice") else _stats(card)
    return " ".join((card.name, *(part for stat in told for part in stat))).split()


def _block(card: Card, columns: int, height: int) -> list[str]:
    """A card as so many lines of exactly so many columns: name, stats, marks, and the slot at the bottom."""
    told = _told(card, columns)
    if len(told) < height:
        return [fit(line, columns) for line in (*told, *[""] * (height - 1 - len(told)), card.slot)]
    stats = [
        f"{name[:1]} {value}" if name and width(f"{name} {value}") > columns else f"{name} {value}".strip()
        for name, value in _stats(card)
    ]
    room = height - 2
    if len(stats) > room and room > 0:
        stats = [*stats[: room - 1], " ".join(stats[room - 1 :])]
    lines = [card.name, *stats[:room], *[""] * (room - len(stats)), card.slot]
    return [fit(line, columns) for line in lines[:height]]


def _stats(card: Card) -> list[tuple[str, str]]:
    """What a card says, each with its label: dice and accuracy as one, and the marks at the end."""
    made: list[tuple[str, str]] = []
    dice, accuracy = _stat(card, "dice"), _stat(card, "accuracy")
    for f in card.stats:
        if dice and accuracy and f.key == "dice":
            made.append(("", f"{put('panes', 'dice', n=dice)}  {accuracy}"))
        elif not (dice and accuracy and f.key == "accuracy"):
            made.append((f.label, f.value) if f.value else ("", f.label))
    return [*made, ("", card.marks)] if card.marks else made


def _told(card: Card, columns: int) -> list[str]:
    """A card's name and all that it says, in lines of so many columns."""
    lines = wrap(card.name, columns, "")
    for name, value in _stats(card):
        whole = f"{name} {value}".strip()
        lines += [whole] if width(whole) <= columns else wrap(whole, columns, "")
    return lines


def strip(view: View, chosen: str, columns: int, sign: str) -> Row:
    """Everybody in one line, for terminals with room for one pane only."""
    bits = [Bit(" ")]
    for person in view.people:
        mark = sign if person.active else " "
        left = "" if person.actions is None else str(person.actions)
        look = "br" if person.id == chosen else "b"
        bits += [Bit(mark, "active", "b"), Bit(f"{person.letter.upper()}", person.role or "text", look)]
        bits.append(Bit(f"{left or ('-' if person.done else ' ')}", "text" if left else "disabled"))
        bits.append(Bit(f"{put('panes', 'wound_sign')}{person.wounds} " if person.wounds else " ", "bad"))
    return spread(bits, [Bit(f"{put('panes', 'tab_panes')} ", "name")], columns, "title")


def whole(person: Person, columns: int) -> list[Row]:
    """A sheet and its cards in full, to read; what of the sheet is held is bold."""
    rows = [BLANK]
    named = max(14, *(min(width(field.label) + 3, 24) for field in person.sheet))
    for field in person.sheet:
        held, value = "[" in field.value, field.value.replace("[", "").replace("]", "")
        for number, text in enumerate(wrap(value, columns - named - 2, "")):
            label = fit("" if number else f" {field.label.upper()}", named)
            rows.append(
                row(Bit(label, field.role or "name", "b" if held else ""), Bit(text, "strong" if held else "text"))
            )
    if not person.brief:
        points, wounds = put("panes", "points", n=person.points), f"{put('panes', 'wounds')} {person.wounds}"
        rows += [BLANK, row(f" {points}   ", Bit(wounds, "bad" if person.wounds else "text"))]
    for card in person.cards:
        name = Bit(f" {card.name}", "strong" if card.ready else "text", "b")
        rows += [BLANK, row(name, Bit(f"   {card.slot}", "name"))]
        told = wrap(", ".join(f"{field.label} {field.value}".strip() for field in card.stats), columns - 5, "")
        told += wrap(put("panes", "marks", marks=card.marks), columns - 5, "") if card.marks else []
        rows += [row(f"   {text}") for text in told if text]
    return rows
