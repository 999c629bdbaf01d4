"""What is near and what comes next, in lines: where zombies stand, what they will do, and what the adviser would do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import reduce
from operator import and_
from typing import Any

from zterm.content.outward import sentence
from zterm.kernel.decision import Option
from zterm.kernel.preview import bites_after
from zterm.kernel.views import Branch, Threat, View
from zterm.plain import words
from zterm.session import Session

MANY = 6
"""So many ways are told one after the other at most."""


def put(key: str, **facts: object) -> str:
    """A line of the catalogue, filled."""
    return words.MESSAGES.say("ahead", key, **facts)


def hands(view: View) -> str:
    """What the one whose turn it is carries, in a sentence; "" where nobody's turn is or nothing is known."""
    person = next((person for person in view.people if person.active), None)
    if person is None or not person.cards:
        return ""
    held = ", ".join(card.name for card in person.cards if card.ready and not card.played)
    told = [put("held", cards=held or put("empty"))]
    for key, cards in (
        ("played", [card.name for card in person.cards if card.played]),
        ("packed", [card.name for card in person.cards if not card.ready and not card.played]),
    ):
        told += [put(key, cards=", ".join(cards))] if cards else []
    return " ".join(map(sentence, told))


def goals(view: View) -> list[str]:
    """What wins the match, and what of it is reached."""
    say = words.MESSAGES.say
    told = [
        sentence(say("lines", "goal_done" if goal.done else "goal", number=number, text=goal.text))
        for number, goal in enumerate(view.goals, 1)
    ]
    return [*told, say("lines", "goals_together")] if len(told) > 1 else told


def threat(session: Session, numbers: Sequence[str] = ()) -> list[str]:
    """What the game's own side would do if it acted now, step by step, for each way of choosing on the way.

    ``numbers`` are ways chosen at one question after the other. Where there are more ways than one likes to hear, only
    what all have in common is told and what there is to choose first.
    """
    match: Any = session.match
    ask = getattr(match.rules, "threat", None)
    if ask is None or match.decision is None:
        return [put("no_threat")]
    if not match.decision.rest:
        return [put("threat_later")]
    found, said = ask(match.state, True), []
    for number in numbers:
        ways = {str(at): way for at, way in enumerate(found.ways, 1)}
        way = ways.get(number)
        if way is None:
            return [put("no_way", number=number, ways=len(ways)) if ways else put("no_choice", number=number)]
        said.append(put("chosen", what=", ".join(match.rules.spoken(match.state, way.answers))))
        found = ask(match.state, True, way.route)
    return [*said, *_told(match, found, numbers)]


def _told(match: Any, found: Threat, numbers: Sequence[str]) -> list[str]:
    """A preview in lines: all its branches, or what comes first of too many."""
    if len(found.branches) == 1 and found.complete:
        return [sentence(line) for line in found.branches[0].lines] or [put("nothing")]
    if len(found.branches) <= MANY and found.complete:
        return _ways(match, found.branches)
    lines = _always(_common(found.branches)) if found.complete else []
    lines.append(put("many" if found.complete else "more", n=len(found.branches)))
    if found.asked is not None:
        lines.append(sentence(match.rules.prompt(match.state, found.asked)))
        for number, way in enumerate(found.ways, 1):
            lines.append(f"{number} {', '.join(match.rules.spoken(match.state, way.answers))}")
        lines.append(put("choose_way", typed=" ".join([words.MESSAGES.word("commands", "threat"), *numbers, "1"])))
    return lines


def _common(branches: Sequence[Branch]) -> Counter[str]:
    """The lines that all branches have."""
    return reduce(and_, (Counter(branch.lines) for branch in branches))


def _always(common: Counter[str]) -> list[str]:
    return [put("always"), *(sentence(line) for line in common.elements())] if common else []


def after(session: Session, option: str, viewer: str | None) -> str:
    """What could bite where a move ends, if the zombies acted then."""
    bites = bites_after(session.match, option, viewer)
    if bites is None:
        return put("after_unknown")
    told = "; ".join(put("bites", n=bite.count, area=bite.area, who=bite.words) for bite in bites)
    return sentence(put("after", bites=told) if told else put("after_none"))


def _ways(match: Any, branches: Sequence[Branch]) -> list[str]:
    """What happens in any case, then of each way of choosing what tells it from the others and what it adds."""
    common = _common(branches)
    lines = _always(common)
    for number, branch in enumerate(branches, 1):
        said = branch.apart or getattr(match.rules, "spoken", lambda state, given: given)(match.state, branch.choices)
        lines.append(sentence(f"{put('way', n=number, all=len(branches))} {'; '.join(said)}"))
        left = Counter(branch.lines) - common
        lines += [sentence(line) for line in (left - Counter(said)).elements()]
        if not left:
            lines.append(put("no_more" if common else "nothing"))
    return lines


def hint(session: Session, options: Sequence[Option]) -> list[str]:
    """What the adviser would do, by number and name, and why."""
    from zterm.bots.advice import advise, adviser, seed_of

    header, match = session.saved.header, session.match
    bot = adviser(header.game, header.seed)
    if bot is None or match.decision is None:
        return [put("no_hint")]
    told = advise(match, bot, seed_of(match, header.seed))
    number = next(n for n, option in enumerate(options, 1) if option.id == told.option)
    return [sentence(put("hint", n=number, label=options[number - 1].label)), *map(sentence, told.reasons)]
