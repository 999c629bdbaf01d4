"""What front ends show of a match (see ``kernel.views``): status, people, tokens, doors, places in words."""

from __future__ import annotations

from collections.abc import Iterator
from weakref import WeakKeyDictionary

from zterm.games.zombicide import points
from zterm.games.zombicide.board import DOORS, Board, Way
from zterm.games.zombicide.catalogue import (
    item,
    language,
    listed,
    mission_text,
    say,
    survivor,
    term,
    word,
    zombies,
)
from zterm.games.zombicide.content import INLINE
from zterm.games.zombicide.letters import letter_of, role_of
from zterm.games.zombicide.mission import steps_done
from zterm.games.zombicide.people import person
from zterm.games.zombicide.places import SIDES, heading, way_term
from zterm.games.zombicide.play import Play, danger
from zterm.games.zombicide.state import Survivor
from zterm.kernel.decision import Decision
from zterm.kernel.views import Field, Goal, Mark, Token, View

TYPES = ("walker", "fatty", "runner", "abomination")
UNKNOWN = "red"
"""The colour every face-down objective shows."""


def view(t: Play, decision: Decision | None) -> View:
    """Show the match as it stands; hands lie open, so every viewer sees the same."""
    s = t.state
    actor = s.survivors.get((decision.actor if decision else "") or s.active)
    tokens = tuple(_tokens(t, actor))
    return View(
        title=_title(t),
        status=_status(t),
        people=tuple(person(t, who, actor) for who in s.survivors.values()),
        tokens=tokens,
        marks=tuple(_marks(t)),
        focus=_focus(t, decision, actor),
        places=_places(t, tokens, actor),
        goals=tuple(_goals(t)),
    )


def _goals(t: Play) -> Iterator[Goal]:
    for number, (step, done) in enumerate(zip(t.mission.steps, steps_done(t), strict=True), 1):
        yield Goal(mission_text(t.box, t.mission, f"step_{number}", step.text), done)


def _title(t: Play) -> str:
    if t.mission.id == INLINE:
        return say("view", "position")
    title = mission_text(t.box, t.mission, "title", t.mission.title)
    return say("view", "title", id=t.mission.id.upper(), title=title).strip()


def _status(t: Play) -> tuple[Field, ...]:
    s = t.state
    level = danger(s)
    fields = [
        Field(say("view", "turn"), str(s.turn), key="turn"),
        Field(say("view", "phase"), word("phases", s.phase)),
        Field(say("view", "danger"), word("levels", level), level),
    ]
    if t.mission.steps:
        done = steps_done(t)
        fields.append(Field(say("view", "steps"), f"{sum(done)}/{len(done)}", short=say("view", "steps_short")))
    if s.objectives:
        taken = sum(1 for o in s.objectives.values() if o.taken)
        fields.append(
            Field(say("view", "objectives"), f"{taken}/{len(s.objectives)}", short=say("view", "objectives_short"))
        )
    if s.spawns:
        awake = sum(1 for z in s.spawns.values() if z.active)
        asleep = len(s.spawns) - awake
        counted = f"{awake}+{asleep}" if asleep else str(awake)
        fields.append(Field(say("view", "spawns"), counted, short=say("view", "spawns_short")))
    return tuple(fields)


def _focus(t: Play, decision: Decision | None, actor: Survivor | None) -> str:
    """The zone to keep in sight: what the question is about, else where the survivor stands whose turn it is."""
    if decision is not None and decision.kind != "turn":
        zone = decision.about.get("zone")
        if zone in t.board.zones:
            return str(zone)
    if actor is not None and actor.alive and not actor.escaped:
        return actor.zone
    standing = t.state.standing()
    waiting = [who for who in standing if not who.done] or standing
    if waiting:
        return waiting[0].zone
    return t.mission.start[0] if t.mission.start else next(iter(t.board.zones))


def _tokens(t: Play, actor: Survivor | None) -> Iterator[Token]:
    s = t.state
    for zone, group in s.zombies.items():
        yield from _zombie_tokens(t, zone, group)
    for who in s.standing():
        if not who.car:
            yield _survivor_token(t, who, who is actor)
    for zone, amount in s.noise.items():
        if amount:
            yield Token(zone, "noise", f"~{amount}", say("view", "noise", n=amount), "noise", amount)
    if s.loud:
        words = say("view", "loud_zone", survivor=survivor(t.box, s.loud_by))
        yield Token(s.loud, "noise", "~~", words, "noise", active=True, id="loud")
    for name, car in s.cars.items():
        yield _car_token(t, name, car.kind, car.zone, car.seats, actor)
    yield from _objective_tokens(t)
    yield from _button_tokens(t)
    yield from _spawn_tokens(t)
    for zone in t.mission.start:
        yield Token(zone, "start", say("view", "start"), say("view", "start"), "start", id="start")
    for zone in t.mission.exits:
        yield Token(zone, "exit", say("view", "exit_sign"), say("view", "exit"), "exit", id="exit")
    for place in t.board.zones.values():
        if place.kind == "tower":
            yield Token(place.id, "tower", say("view", "tower_sign"), say("view", "tower"), "tower")
        if place.manholes:
            count = len(place.manholes)
            yield Token(place.id, "manhole", "O", say("view", "manhole"), "manhole", count)
    for tokens in points.TOKENS:
        yield from tokens(t)
    for zone, cards in s.cache.items():
        for card in cards:
            title = item(t.box, card)
            yield Token(zone, "item", "$", say("view", "item", item=title), "item", id=card)


def _zombie_tokens(t: Play, zone: str, group: dict[str, int]) -> Iterator[Token]:
    """One token a type: ``count`` of the standard species, ``extra`` berserkers."""
    for kind in TYPES:
        plain, wild = group.get(kind, 0), group.get(f"berserker_{kind}", 0)
        if plain or wild:
            names = [zombies(t.box, k, n) for k, n in ((kind, plain), (f"berserker_{kind}", wild)) if n]
            yield Token(zone, "zombie", word("kind_letters", kind), listed(names), kind, plain, wild, id=kind)
    for kind, count in group.items():
        if kind.removeprefix("berserker_") not in TYPES:
            its = t.box.kinds[kind]
            letter = word("kind_letters", its.type) + its.species[:1]
            yield Token(zone, "zombie", letter, zombies(t.box, kind, count), its.type, count, id=kind)


def _survivor_token(t: Play, who: Survivor, active: bool) -> Token:
    group = "zombivor" if who.zombivor else "survivor"
    name = survivor(t.box, who.name)
    if who.done:
        name = say("view", "done", survivor=name)
    return Token(who.zone, group, letter_of(t, who), name, role_of(who), active=active, id=who.name)


def _car_token(t: Play, name: str, kind: str, zone: str, seats: list[str | None], actor: Survivor | None) -> Token:
    """A car with a letter for its kind and one for each seat, the driver's first; the active one's in capital."""
    letters = ""
    inside = []
    for seated in seats:
        who = t.state.survivors.get(seated or "")
        if who is None:
            letters += "."
            continue
        letter = letter_of(t, who)
        letters += letter.upper() if who is actor else letter
        inside.append(survivor(t.box, who.name))
    facts = {"car": term("cars", kind), "id": name, "seats": listed(inside)}
    words = say("view", "car" if inside else "car_empty", **facts)
    active = actor is not None and actor.car == name
    return Token(zone, "car", "{" + word("car_letters", kind) + letters + "}", words, "car", active=active, id=name)


def _objective_tokens(t: Play) -> Iterator[Token]:
    for name, objective in t.state.objectives.items():
        if objective.taken:
            continue
        shown = objective.shown
        known = shown != UNKNOWN
        key = "objective_linked" if objective.button else "objective_known" if known else "objective"
        words = say("view", key, id=name, colour=term("colours", shown))
        text = "*" + (word("colour_letters", shown) if known else "")
        yield Token(objective.zone, "objective", text, words, shown, id=name)


def _button_tokens(t: Play) -> Iterator[Token]:
    for name, button in t.state.buttons.items():
        key = "button_dead" if button.dead else "button_on" if button.on else "button"
        words = say("view", key, id=name, colour=term("colours", button.colour))
        sign = "." if button.on or button.dead else "o"
        text = sign + word("colour_letters", button.colour)
        yield Token(button.zone, "button", text, words, button.colour, active=button.on, id=name)


def _spawn_tokens(t: Play) -> Iterator[Token]:
    also = {spawn.id: spawn.also for spawn in t.mission.spawns}
    for number, (name, spawn) in enumerate(t.state.spawns.items(), 1):
        colour = term("colours", spawn.colour)
        words = say("view", "spawn" if spawn.active else "spawn_asleep", n=number, colour=colour)
        text = f"S{number}" if spawn.active else f"s{number}{word('colour_letters', spawn.colour)}"
        for zone in (spawn.zone, *also.get(name, ())):
            yield Token(
                zone, "spawn", text, words, "spawn" if spawn.active else spawn.colour, active=spawn.active, id=name
            )


def _marks(t: Play) -> Iterator[Mark]:
    """Doors as they stand, torn fences, and the sides of rotating gates."""
    for way in t.board.ways:
        if way.by in DOORS or way.by == "gate" or (way.by == "fence" and t.state.ways >> way.bit & 1):
            kind = "tear" if way.by == "fence" else way.by
            yield Mark(way.id, way.at, way.axis, kind, way.colour, _open(t, way), (way.a, way.b))
    for marks in points.MARKS:
        yield from marks(t)


def _open(t: Play, way: Way) -> bool:
    return bool(t.state.ways >> way.bit & 1)


def _places(t: Play, tokens: tuple[Token, ...], actor: Survivor | None) -> dict[str, str]:
    """Every zone in words: what it is and what is there, then on a second line its ways out."""
    here: dict[str, list[str]] = {zone: [] for zone in t.board.zones}
    for token in tokens:
        here[token.area].append(token.name)
    seen = t.lay.sees[actor.zone] if actor is not None and actor.zone in t.lay.sees else None
    name = survivor(t.box, actor.name) if actor else ""
    found = {}
    ways = _all_ways(t)
    for zone, its in t.board.zones.items():
        what = listed(here[zone]) or say("view", "empty")
        far = "" if seen is None or actor is None or zone == actor.zone else _distance(seen.get(zone), name)
        first = f"{word('zones', its.kind)}: {what}{far}"
        found[zone] = f"{first}\n{ways[zone]}"
    return found


def _distance(distance: int | None, name: str) -> str:
    if distance is None:
        return "; " + say("view", "out_of_sight")
    return "; " + say("view", "distance", n=distance, survivor=name)


_ways_said: WeakKeyDictionary[Board, dict[tuple[str, int, tuple[str, ...]], dict[str, str]]] = WeakKeyDictionary()
WAYS_KEPT = 16


def _all_ways(t: Play) -> dict[str, str]:
    """The ways out of every zone in words, made once for each position of the doors."""
    known = _ways_said.setdefault(t.board, {})
    faces = tuple(thing.face for thing in t.state.things.values())
    key = (language(), t.state.ways, (*t.state.locked, "", *faces))
    found = known.get(key)
    if found is None:
        if len(known) >= WAYS_KEPT:
            known.clear()
        found = known[key] = {zone: _ways(t, zone) for zone in t.board.zones}
    return found


def _ways(t: Play, zone: str) -> str:
    """The ways out of a zone with their directions, clockwise from north."""
    parts = []
    for way in t.board.touching[zone]:
        if way.by == "rim" or way.only not in ("", zone):
            continue
        other = way.other(zone)
        side = heading(t.board, zone, other)
        parts.append((SIDES.index(side), t.board.rank[other], _way(t, way, zone, other, side)))
    if not parts:
        return say("view", "no_ways")
    return say("view", "ways", ways=listed(dict.fromkeys(text for _, _, text in sorted(parts))))


def _way(t: Play, way: Way, zone: str, other: str, side: str) -> str:
    key = way.by
    said = next((found for ask in points.WAY_WORDS if (found := ask(t, way))), None)
    if said:
        key = said
    elif way.by == "fence":
        key = "torn" if _open(t, way) else "fence"
    elif way.by == "gate":
        key = "gate_open" if _open(t, way) else "gate_closed"
    elif way.by in DOORS:
        locked = way.id in t.state.locked
        key = "door_open" if _open(t, way) else "door_locked" if locked else "door_closed"
    where = other if other != zone else say("view", "way_off")
    return say("view", f"way_{key}", side=word("sides", side), zone=where, door=way_term(way))
