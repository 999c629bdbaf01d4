"""What front ends show of a match (see ``kernel.views``): status, people, tokens, places in words."""

from __future__ import annotations

from collections.abc import Iterator

from zterm.content.missions import mission_text
from zterm.content.templates import listed
from zterm.games.walking_dead.catalogue import WORDS, card, space, who
from zterm.games.walking_dead.objective import held, wanted
from zterm.games.walking_dead.play import Content, Play
from zterm.games.walking_dead.public import sees
from zterm.games.walking_dead.state import FALLEN, RISEN, Figure
from zterm.kernel.decision import Decision
from zterm.kernel.views import Card, Field, Goal, Person, Token, View

SIGNS = {"scrounge": "$", "calm": "-", "again": ">>"}
"""What is drawn on the spaces, beside bonuses, corners and Camp."""


def view(t: Play, decision: Decision | None, viewer: str | None) -> View:
    """Show the match as it stands to a viewer: of hidden hands only his own."""
    s = t.state
    actor = s.figures.get((decision.actor if decision else "") or s.active)
    tokens = tuple(_tokens(t, actor))
    here: dict[str, list[str]] = {name: [] for name in t.board.spaces}
    for token in tokens:
        here[token.area].append(token.name)
    return View(
        title=WORDS.say("view", "title", title=mission_text(t.mission.pack, t.mission.id, "title", t.mission.title)),
        status=tuple(_status(t)),
        people=tuple(_person(t, s.figures[name], actor, viewer) for name in s.order),
        tokens=tokens,
        marks=(),
        focus=actor.space if actor is not None and actor.space else t.board.camp or next(iter(t.board.spaces)),
        places={name: _place(t, name, here[name]) for name in t.board.spaces},
        private=viewer if viewer in s.players and len(s.players) > 1 else "",
        goals=(Goal(WORDS.say("view", "goal", n=len(wanted(t)))),) if wanted(t) else (),
        names={name: space(t.content, name) for name in t.board.spaces},
    )


def _status(t: Play) -> Iterator[Field]:
    s = t.state
    yield Field(WORDS.say("view", "turn"), str(s.turn), key="turn")
    yield Field(WORDS.say("view", "phase"), WORDS.word("phases", s.step))
    yield Field(WORDS.say("view", "pool"), str(s.pool), short=WORDS.say("view", "pool_short"))
    yield Field(WORDS.say("view", "scrounge"), str(len(s.scrounge)), short=WORDS.say("view", "scrounge_short"))
    if s.drawn is not None:
        yield Field(WORDS.say("view", "encounter"), card(t.content, s.drawn.card), "threat")


def _tokens(t: Play, actor: Figure | None) -> Iterator[Token]:
    for name in t.state.order:
        f = t.figure(name)
        if not f.space:
            continue
        title = who(t.content, name)
        if f.status == RISEN:
            yield Token(
                f.space, "zombie", "Z", WORDS.say("view", "zombie", name=title), "walker", active=f is actor, id=name
            )
        elif f.alive:
            letter = t.box.characters[name].letter
            yield Token(f.space, "survivor", letter, title, _role(f), active=f is actor, id=name)
        else:
            yield Token(f.space, "item", "x", WORDS.say("view", "corpse", name=title), "disabled", id=name)
    for place in t.board.spaces.values():
        text, group, role = SIGNS.get(place.kind, ""), "item", ""
        if place.bonus:
            text, role = f"+{place.bonus}", "good"
        elif place.kind == "corner":
            text, group, role = t.box.tiles[place.tile].name[:1], "exit", place.region
        elif place.kind == "camp":
            text, group = WORDS.say("view", "camp_sign"), "start"
        elif place.respawn:
            text, group = "O", "manhole"
        if text:
            kind = WORDS.word("kinds", place.kind)
            yield Token(place.id, group, text, kind, role, id=f"{place.id}_sign")


def legend(content: Content) -> tuple[Field, ...]:
    """The signs of the map, each in its colour, with what they mean."""
    corners = [place.tile for place in content.board.spaces.values() if place.kind == "corner"]
    letters = " ".join(sorted(content.box.tiles[tile].name[:1] for tile in corners))
    signs = [
        ("@rl", "survivor", "people"),
        ("Z", "walker", "risen"),
        ("x", "disabled", "body"),
        (letters, "exit", "corners"),
    ]
    kinds = [("$", "item", "scrounge"), ("+1", "good", "advantage"), ("+2", "good", "supreme"), ("-", "item", "calm")]
    kinds += [(">>", "item", "again"), (WORDS.say("view", "camp_sign"), "start", "camp"), ("O", "manhole", "sewer")]
    return (
        *(Field(sign, WORDS.say("legend", what), role) for sign, role, what in signs),
        *(Field(sign, WORDS.word("kinds", kind), role) for sign, role, kind in kinds),
    )


def _role(f: Figure) -> str:
    return "survivor" if not f.badge else "blue"


def _person(t: Play, f: Figure, actor: Figure | None, viewer: str | None) -> Person:
    character = t.box.characters.get(f.name)
    letter = character.letter if character and not f.zombie else "Z"
    seen = sees(t.state, f, viewer)
    return Person(
        id=f.name,
        name=who(t.content, f.name),
        letter=letter.upper(),
        area=f.space,
        level=WORDS.say("view", "level_zombie" if f.zombie else "level_survivor"),
        role="walker" if f.zombie else _role(f),
        points=len(f.tiles),
        wounds=0,
        wound_limit=0,
        actions=None,
        active=f is actor,
        done=False,
        state=_condition(f),
        player=f.player,
        track=(len(held(t, f)), len(wanted(t)), len(wanted(t))) if f.alive else (),
        sheet=tuple(_sheet(t, f)),
        cards=tuple(_cards(t, f, seen)),
        place=space(t.content, f.space) if f.space else "",
        brief=tuple(_brief(t, f)),
    )


def _brief(t: Play, f: Figure) -> Iterator[Field]:
    """What the line of a figure tells: Allies, Location tiles, cards in hand."""
    if f.alive:
        yield Field(WORDS.say("view", "allies"), str(f.allies), "good" if f.allies else "bad")
        yield Field(WORDS.say("view", "tiles"), f"{len(held(t, f))}/{len(wanted(t))}")
    yield Field(WORDS.say("view", "cards"), str(len(f.hand)))


def _condition(f: Figure) -> str:
    if f.alive:
        return ""
    if f.zombie:
        return WORDS.say("view", "state_zombie" if f.status == RISEN else "state_killed")
    return WORDS.say("view", "state_fallen" if f.status == FALLEN else "state_dead")


def _sheet(t: Play, f: Figure) -> Iterator[Field]:
    if not f.zombie:
        yield Field(WORDS.say("view", "allies"), str(f.allies))
        tiles = listed(card(t.content, tile) for tile in f.tiles) or WORDS.say("view", "none")
        yield Field(WORDS.say("view", "tiles"), tiles)
        character = t.box.characters.get(f.name)
        if character is not None:
            label = WORDS.say("view", "ability_used" if f.used else "ability")
            yield Field(label, WORDS.word("abilities", character.ability), "disabled" if f.used else "")
        if f.played:
            yield Field(WORDS.say("view", "in_play"), listed(card(t.content, name) for name in f.played))
        pile = listed(card(t.content, name) for name in t.state.scrounge_discard)
        yield Field(WORDS.say("view", "discards"), pile or WORDS.say("view", "none"))
    if f.badge:
        yield Field(WORDS.say("view", "team"), WORDS.word("sides", f.badge))


def _cards(t: Play, f: Figure, seen: bool) -> Iterator[Card]:
    """A hand for its owner; others see so many backs."""
    for name in f.played:
        yield Card(
            WORDS.say("view", "in_play"), card(t.content, name), _stats(t, name), role="good", ready=True, played=True
        )
    for number, name in enumerate([*f.shown, *f.hidden()], 1):
        slot = WORDS.say("view", "slot", n=number)
        if seen or number <= len(f.shown):
            yield Card(slot, card(t.content, name), _stats(t, name), ready=True)
        else:
            yield Card(slot, WORDS.say("view", "hidden"), role="disabled")


def _stats(t: Play, name: str) -> tuple[Field, ...]:
    found = []
    scrounge, zombie = t.box.scrounge.get(name), t.box.zombie_cards.get(name)
    if scrounge is not None and scrounge.attack:
        found.append(Field(WORDS.say("view", "attack"), f"+{scrounge.attack}"))
    if zombie is not None and zombie.strength:
        found.append(Field(WORDS.say("view", "strength"), str(zombie.strength)))
    if WORDS.has("texts", name):
        found.append(Field("", WORDS.word("texts", name)))
    return tuple(found)


def _place(t: Play, name: str, here: list[str]) -> str:
    place = t.board.spaces[name]
    region = WORDS.say("view", "region", region=WORDS.word("regions", place.region)) if place.region else ""
    kind = WORDS.word("kinds", place.kind)
    people = [text for text in here if text != kind]
    what = listed(people) or WORDS.say("view", "empty")
    ways = WORDS.say("view", "ways", ways=listed(space(t.content, other) for other in t.board.near[name]))
    return f"{space(t.content, name)} ({kind}{region}): {what}\n{ways}"
