"""What is told of a position when it is asked for, and places by words: which one is meant, and the way there."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable

from zterm.content.outward import sentence
from zterm.kernel.views import Person, View
from zterm.plain import words
from zterm.plain.words import Neighbour
from zterm.plain.words import line as put

Ways = dict[str, list[Neighbour]]
"""The ways out of every area."""


def reached(ways: Ways, start: str) -> dict[str, list[Neighbour]]:
    """The shortest way to every area that can be reached from one, through doors of any kind; nearest first."""
    found: dict[str, list[Neighbour]] = {start: []}
    todo = deque([start])
    fence = words.MESSAGES.word("ways", "fence")
    while todo:
        here = todo.popleft()
        for step in ways.get(here, []):
            if step[2] not in found and step[1] != fence:
                found[step[2]] = [*found[here], step]
                todo.append(step[2])
    return found


def nearest_first(areas: Iterable[str], far: dict[str, list[Neighbour]]) -> list[str]:
    """Areas by their distance; those that no way leads to stand last."""
    return sorted(dict.fromkeys(areas), key=lambda area: len(far.get(area, far)))


def matching(view: View, ways: Ways, wanted: str) -> list[str]:
    """The areas that words mean: the one of that name, else all of which they are said, the nearest first."""
    wish = wanted.casefold()
    named = [area for area in view.places if wish in (area.casefold(), words.place_name(view, area).casefold())]
    if named or not wish:
        return named
    inside = [area for area in view.places if wish in words.place_line(view, area).casefold()]
    return nearest_first(inside, reached(ways, view.focus))


def way(view: View, ways: Ways, area: str) -> str:
    """The shortest way to an area in a sentence: "To z36 yard: exit, 2 steps: south to z15, east to z16."."""
    place = words.place_line(view, area)
    steps = reached(ways, view.focus).get(area)
    if steps is None:
        return sentence(put("no_way", place=place))
    if not steps:
        return sentence(put("way_here", place=place))
    return sentence(put("way", place=place, steps=len(steps), way=", ".join(_step(view, step) for step in steps)))


def _step(view: View, step: Neighbour) -> str:
    side, by, area = step
    free = by in (words.MESSAGES.word("ways", "open"), words.MESSAGES.word("ways", "gap"))
    facts = {"side": words.MESSAGES.word("towards", side), "area": words.place_name(view, area)}
    return words.MESSAGES.say("words", "step_open" if free else "step", **facts, way=by)


def nearest(view: View, ways: Ways) -> str:
    """How many zombies there are in how many places, and where the nearest are that nobody has told of yet."""
    told = {view.focus, *(other for _, _, other in ways.get(view.focus, []))}
    routes = reached(ways, view.focus)
    areas = [area for area in zombies(view, ways) if area not in told]
    if not areas:
        return ""
    count = sum(token.count + token.extra for token in view.tokens if token.group == "zombie" and token.area in areas)
    facts = {"n": count, "places": len(areas), "nearest": words.place_line(view, areas[0])}
    steps = routes.get(areas[0])
    if not steps:
        return sentence(words.MESSAGES.say("ahead", "farther_apart", **facts))
    side = words.MESSAGES.word("towards", steps[0][0])
    return sentence(words.MESSAGES.say("ahead", "farther", **facts, steps=len(steps), side=side))


def zombies(view: View, ways: Ways) -> list[str]:
    """The areas with zombies, the nearest to the one whose turn it is first."""
    areas = (token.area for token in view.tokens if token.group == "zombie")
    return nearest_first(areas, reached(ways, view.focus))


def active(view: View) -> Person | None:
    """Whose turn it is."""
    return next((person for person in view.people if person.active), None)


def place(view: View, ways: Ways, area: str) -> list[str]:
    """What is in an area and what leads out of it; nothing where no area is meant."""
    if not area:
        return []
    here = put("here" if area == view.focus else "there", place=words.place_line(view, area))
    return [sentence(here), *words.around(view, area, ways.get(area, []))]


def _map(view: View, ways: Ways, rest: str) -> list[str]:
    """Every area with its ways; with words, the areas that have them."""
    lines = [words.map_line(view, area, found) for area, found in ways.items()]
    return [line for line in lines if rest.casefold() in line.casefold()] or [put("nothing_like", what=rest)]


def _look(view: View, ways: Ways, rest: str) -> list[str]:
    """One area."""
    found = matching(view, ways, rest) if rest else [view.focus]
    return place(view, ways, found[0]) if found else [put("nothing_like", what=rest)]


def _way(view: View, ways: Ways, rest: str) -> list[str]:
    """The shortest way to an area."""
    found = matching(view, ways, rest)
    none = put("nothing_like", what=rest) if rest else put("way_where")
    return [way(view, ways, found[0]) if found else none]


def _zombies(view: View, ways: Ways, rest: str) -> list[str]:
    """Where zombies are, the nearest first."""
    lines = [sentence(words.place_line(view, area)) for area in zombies(view, ways)]
    return lines or [words.MESSAGES.say("ahead", "no_zombies")]


def _people(view: View, ways: Ways, rest: str) -> list[str]:
    """Who is where."""
    return [words.person_line(person) for person in view.people]


def _hand(view: View, ways: Ways, rest: str) -> list[str]:
    """What somebody carries."""
    found = [p for p in view.people if rest.lower() in (p.id.lower(), p.name.lower())] if rest else [active(view)]
    if found and found[0] is not None:
        return words.hand_lines(found[0])
    who = ", ".join(p.name for p in view.people)
    return [put("nobody", name=rest, names=who) if rest else put("whose", names=who)]


Asked = Callable[[View, Ways, str], list[str]]
ASKED: dict[str, Asked] = {
    "map": _map,
    "look": _look,
    "way": _way,
    "people": _people,
    "hand": _hand,
    "zombies": _zombies,
}
"""What is told of a position, by the word that asks for it: of a view, with ways, and what stands behind the word."""
