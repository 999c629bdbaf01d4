"""Finding one's way by words: which place is meant, how far it is, and the shortest way there."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable

from zterm.content.outward import sentence
from zterm.kernel.views import View
from zterm.plain import words
from zterm.plain.words import Neighbour

Ways = dict[str, list[Neighbour]]
"""The ways out of every area."""


def put(key: str, **facts: object) -> str:
    """A line of the catalogue, filled."""
    return words.MESSAGES.say("lines", key, **facts)


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
