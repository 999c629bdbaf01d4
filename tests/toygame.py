"""A tiny game for tests: two diggers, a hidden deck, dice, nested questions, forced answers.

It offers everything a game module offers (``zterm.games.registry.Game``) and has no content files.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from msgspec import Struct, field

from zterm.content.loader import Node
from zterm.content.problems import ContentError, Problem
from zterm.content.schema import Entry
from zterm.games.registry import FigureInfo, InputError, MissionInfo, OptionInfo
from zterm.kernel.chance import Chance, seeded
from zterm.kernel.decision import Cost, Decision, Event, Flow, Odds, Option, Result, decide
from zterm.kernel.match import Match
from zterm.kernel.ruleset import Table
from zterm.kernel.views import Area, Card, Field, Mark, Person, Shape, Side, Token, View

ID = "toy"
TITLE = "Diggers"
VERSION = "1"
DECISIONS = frozenset({"turn", "keep", "give", "accept", "nod", "blame"})
COUNTS: Mapping[str, frozenset[str]] = {"rats": frozenset({"grey", "white"})}
SETS: frozenset[str] = frozenset()
PHASES = ("players", "trouble", "end")
RULES = {"TOY-1": "Dig: roll a die.", "TOY-2": "Draw a card.", "TOY-3": "Move.", "TOY-4": "Trouble."}
PLACES = ("A", "B", "C")
JOINS = {("A", "B"): "", ("B", "C"): "d1"}
GOAL, TURNS = 12, 5


class State(Struct):
    players: list[str]
    at: dict[str, str]
    points: dict[str, int]
    hands: dict[str, list[int]]
    deck: list[int]
    gone: list[int] = field(default_factory=list)
    rats: dict[str, int] = field(default_factory=dict)
    door: bool = False
    turn: int = 1
    phase: str = "players"
    to_play: list[str] = field(default_factory=list)
    left: int = 3


class PhaseBegan(Event, frozen=True, tag="phase_began"):
    phase: str
    turn: int


class Moved(Event, frozen=True, tag="moved"):
    who: str
    start: str = field(name="from")
    to: str


class Dug(Event, frozen=True, tag="dug"):
    who: str
    faces: tuple[int, ...]


class Drawn(Event, frozen=True, tag="drawn"):
    who: str


class Discarded(Event, frozen=True, tag="discarded"):
    who: str
    card: int


class Bitten(Event, frozen=True, tag="bitten"):
    who: str


class MatchOver(Event, frozen=True, tag="match_over"):
    outcome: str
    reason: str


class Toy:
    """The rules; ``broken`` makes one option raise, for tests of what then happens."""

    game = ID
    version = VERSION
    mission = "t00"
    content_hash = "toy-content"
    state_type = State

    def __init__(self, players: Sequence[str] = ("one", "two"), broken: str = "") -> None:
        self.players = tuple(players)
        self.broken = broken

    def begin(self, chance: Chance) -> State:
        deck = [1 + i % 6 for i in range(18)]
        chance.shuffle(deck)
        every = list(self.players)
        return State(
            every, dict.fromkeys(every, "A"), dict.fromkeys(every, 0), {p: [] for p in every}, deck, to_play=every[:]
        )

    def step(self, table: Table[State]) -> Flow[None]:
        state = table.state
        if state.phase == "players":
            yield from self._turn(table)
        elif state.phase == "trouble":
            yield from self._trouble(table)
        else:
            state.turn += 1
            state.phase, state.to_play, state.left = "players", list(state.players), 3
            table.emit(PhaseBegan("TOY-4", "players", state.turn))

    def _turn(self, table: Table[State]) -> Flow[None]:
        state, who = table.state, table.state.to_play[0]
        options = ["end"]
        if state.left > 0:
            options += ["dig", "nod"] + ["draw"] * bool(state.deck) + ["give"] * bool(state.hands[who])
            options += [f"move:{place}" for place in self.steps(state, state.at[who])]
            options += ["open:d1"] * (not state.door and state.at[who] == "B")
        answer = yield decide("turn", who, options, "TOY-1", actor=who, rest=True, always=True)
        if answer == self.broken:
            raise RuntimeError("this rule is broken")
        verb, _, what = answer.partition(":")
        state.left -= verb != "end"
        if verb == "end":
            state.to_play.pop(0)
            state.left = 3
            if not state.to_play:
                state.phase = "trouble"
        elif verb == "move":
            table.emit(Moved("TOY-3", who, state.at[who], what))
            state.at[who] = what
        elif verb == "open":
            state.door = True
        elif verb == "dig":
            faces = tuple(table.chance.dice(2))
            table.emit(Dug("TOY-1", who, faces))
            state.points[who] += max(faces) - 1
            self._end(table)
        elif verb == "nod":
            yield decide("nod", who, ["nod"], "TOY-1")
        elif verb == "draw":
            yield from self._draw(table, who)
        else:
            yield from self._give(table, who)

    def steps(self, state: State, place: str) -> list[str]:
        """Places that can be reached in one move."""
        return [
            b if a == place else a for (a, b), door in JOINS.items() if place in (a, b) and (not door or state.door)
        ]

    def _draw(self, table: Table[State], who: str) -> Flow[None]:
        state = table.state
        card = state.deck.pop(0)
        state.hands[who].append(card)
        table.seen = True
        table.emit(Drawn("TOY-2", who))
        answer = yield decide("keep", who, ["keep", "discard"], "TOY-2", actor=who)
        if answer == "discard":
            state.hands[who].pop()
            state.gone.append(card)
            table.emit(Discarded("TOY-2", who, card))

    def _give(self, table: Table[State], who: str) -> Flow[None]:
        state = table.state
        slots = [f"slot:{i}" for i in range(len(state.hands[who]))]
        answer = yield decide("give", who, slots, "TOY-2", actor=who, always=True)
        others = [p for p in state.players if p != who]
        if not others:
            return
        taken = yield decide("accept", others[0], ["accept", "refuse"], "TOY-2", actor=who)
        if taken == "accept":
            state.hands[others[0]].append(state.hands[who].pop(int(answer.partition(":")[2])))

    def _trouble(self, table: Table[State]) -> Flow[None]:
        state = table.state
        top = max(state.points.values())
        best = [p for p in state.players if state.points[p] == top]
        answer = yield decide("blame", "all", [f"blame:{p}" for p in best], "TOY-4")
        who = answer.partition(":")[2]
        state.points[who] = max(0, state.points[who] - 1)
        state.rats["grey"] = state.rats.get("grey", 0) + 1
        table.emit(Bitten("TOY-4", who))
        state.phase = "end"
        self._end(table)

    def _end(self, table: Table[State]) -> None:
        over = self.result(table.state)
        if over is not None:
            table.emit(MatchOver("TOY-4", over.outcome, over.reason))

    def result(self, state: State) -> Result | None:
        winners = tuple(p for p in state.players if state.points[p] >= GOAL)
        if winners:
            return Result("won", winners, "goal")
        return Result("lost", (), "night") if state.turn >= TURNS and state.phase == "end" else None

    def forget(self, state: State, chance: Chance) -> None:
        hidden = state.deck + [card for hand in state.hands.values() for card in hand]
        chance.shuffle(hidden)
        for hand in state.hands.values():
            for i in range(len(hand)):
                hand[i] = hidden.pop()
        state.deck = hidden

    def normal(self, option: str) -> str:
        return option

    def public(self, state: State, viewer: str | None = None) -> dict[str, Any]:
        shown: dict[str, Any] = {
            "turn": state.turn,
            "phase": state.phase,
            "players": list(state.players),
            "points": dict(state.points),
            "at": dict(state.at),
            "rats": dict(state.rats),
            "doors": {"d1": "open" if state.door else "closed"},
            "hands": {p: len(hand) for p, hand in state.hands.items()},
            "decks": {"deck": len(state.deck), "gone": list(state.gone)},
            "left": state.left,
        }
        if viewer in state.hands:
            shown["hand"] = list(state.hands[viewer])
        return shown

    def option(self, state: State, decision: Decision, option: str) -> Option:
        label = option.replace(":", " ")
        if option == "dig":
            return Option(option, label, Cost(actions=1), Odds((0.5, 0.5), 0.0, 1), "TOY-1")
        return Option(option, label, None if option == "end" else Cost(actions=1), None, "TOY-1")

    def refusal(self, state: State, decision: Decision, option: str) -> str:
        if option == "move:C":
            return "the door d1 is closed"
        return f"{option} does not stand now"

    def prompt(self, state: State, decision: Decision) -> str:
        return f"{decision.kind}: what does {decision.actor or decision.who} do?"

    def tell(self, event: Event) -> str:
        return f"{type(event).__name__} happened."

    def shape(self) -> Shape:
        areas = tuple(Area(place, "street", ((i, 0),)) for i, place in enumerate(PLACES))
        walls = tuple(Side(i, y, "N", "wall") for i in range(3) for y in (0, 1))
        return Shape(3, 1, areas, (*walls, Side(1, 0, "W", "open"), Side(2, 0, "W", "wall")), {})

    def view(self, state: State, decision: Decision | None, viewer: str | None = None) -> View:
        people = tuple(
            Person(
                p,
                p.title(),
                p[0],
                state.at[p],
                "B",
                "",
                state.points[p],
                0,
                2,
                None,
                decision is not None and decision.actor == p,
                p not in state.to_play,
                "",
                p,
                cards=tuple(Card(f"slot{i}", f"card {c}") for i, c in enumerate(state.hands[p])) if viewer == p else (),
            )
            for p in state.players
        )
        tokens = tuple(Token(state.at[p], "survivor", p[0], p.title(), id=p) for p in state.players)
        door = Mark("d1", (2.0, 0.5), "v", "door", "white", state.door, ("B", "C"))
        status = (Field("Turn", str(state.turn)), Field("Phase", state.phase))
        focus = state.at[decision.actor] if decision and decision.actor else "A"
        places = {p: "street: " + (", ".join(t.name for t in tokens if t.area == p) or "empty") for p in PLACES}
        return View("Diggers", status, people, tokens, (door,), focus, places)


class Endless(Toy):
    """Diggers who never stop."""

    def result(self, state: State) -> Result | None:
        return None


def missions() -> tuple[MissionInfo, ...]:
    return (MissionInfo("t00", "First hole", "easy", 5, "You dig.", "", "easy"),)


def options(mission: str = "") -> tuple[OptionInfo, ...]:
    return (OptionInfo("rain", ("off", "on"), "off", "TOY-4", "Whether it rains.", "rain", ("it is dry", "it rains")),)


def figures(mission: str = "") -> tuple[FigureInfo, ...]:
    return (FigureInfo("ann", "Ann", ("digs",)), FigureInfo("bob", "Bob", ("digs",)))


def setup(
    mission: str,
    players: Sequence[str] = ("one", "two"),
    figures: Sequence[str] | None = None,
    options: Mapping[str, str] | None = None,
) -> dict[str, Any]:
    if len(players) > 2:
        raise InputError(f"this game is for 1 to 2 players, not {len(players)}")
    if mission.lower() != "t00":
        raise InputError(f"there is no mission {mission!r}; there is: t00")
    return {"mission": mission.lower(), "players": list(players)}


def rules(setup: Mapping[str, Any]) -> Toy:
    return Toy(setup["players"])


def position(given: Entry, seed: int) -> tuple[Toy, State, Chance]:
    known = {"players", "phase", "points", "at", "deck", "dice", "left", "seed", "turn", "rats"}
    node: Node = given.node
    problems = [node.key_problem(key, f"unknown key {key}") for key in given if key not in known]
    if given.get("phase", "players") not in ("players", "trouble", "end"):
        problems.append(node.at("phase").problem("no such phase", "players, trouble or end"))
    if problems:
        raise ContentError(problems)
    toy = Toy(given.get("players", ("one", "two")))
    chance = seeded(seed)
    state = toy.begin(chance)
    for key in ("phase", "left", "turn", "rats"):
        if key in given:
            setattr(state, key, given[key])
    state.points.update(given.get("points", {}))
    state.at.update(given.get("at", {}))
    state.deck = list(given.get("deck", ())) + state.deck
    chance.loaded = list(given.get("dice", ()))
    return toy, state, chance


def check(path: Path) -> None:
    raise ContentError([Problem(str(path), 1, 1, "the toy has no files")])


def notes(setup: Mapping[str, Any]) -> tuple[str, ...]:
    return ()


def bots() -> dict[str, Callable[[int], Callable[[Match[Any]], str]]]:
    return {}
