"""The ruleset of one match of Zombicide: the kernel's protocol over the chapters."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from zterm.games.zombicide import catalogue, points, public, rounds, setup, words
from zterm.games.zombicide import view as views
from zterm.games.zombicide.content import GAME, Box, Mission
from zterm.games.zombicide.mission import cargo_of, check_win, fire
from zterm.games.zombicide.mission_checks import clauses_of, inner_clauses
from zterm.games.zombicide.mission_effects import wire
from zterm.games.zombicide.play import Content, Ended, Play, noise_of
from zterm.games.zombicide.state import SLOT_OF, State
from zterm.games.zombicide.terrain import features
from zterm.games.zombicide.turn import linked_turns
from zterm.kernel.chance import Chance
from zterm.kernel.decision import Decision, Event, Flow, Option, Result
from zterm.kernel.match import Match
from zterm.kernel.ruleset import Table
from zterm.kernel.views import Shape, Threat, View

features.fill()
VERSION = "1"


def content_of(box: Box, mission: Mission) -> Content:
    """Bring a box and a mission together with the hooks that the chapters call."""
    needs_all = any(
        part.name == "survivors" and part.args["which"] == "all"
        for clause in clauses_of(mission)
        for part in inner_clauses(clause)
    )
    return Content(box, mission, fire, linked_turns, check_win, wire, needs_all, cargo_of(mission))


class Zombicide:
    """The rules of one match. ``recipe`` is what ``game.setup`` made; None for a position given outright."""

    game = GAME
    version = VERSION
    state_type = State

    def __init__(self, box: Box, mission: Mission, recipe: dict[str, Any] | None = None) -> None:
        self.content = content_of(box, mission)
        self.mission = mission.id
        self.content_hash = mission.hash
        self.recipe = recipe

    def begin(self, chance: Chance) -> State:
        """Set a match up (chapter 3); raises ValueError for a position, which has its state already."""
        if self.recipe is None:
            raise ValueError("a position is given, not set up")
        return setup.begin(self.content, self.recipe, chance)

    def step(self, table: Table[State]) -> Flow[None]:
        """Play one step; a match that ends ends the step."""
        table.pending.clear()
        try:
            yield from rounds.step(Play(table, self.content))
        except Ended:
            return

    def result(self, state: State) -> Result | None:
        """Say how the match ended, or None; all players win or lose together (ZB-016)."""
        if state.phase != "over":
            return None
        winners = tuple(state.players) if state.outcome == "won" else ()
        return Result(state.outcome, winners, state.reason)

    def forget(self, state: State, chance: Chance) -> None:
        """Shuffle decks and face-down objectives again; the order they had leaves no trace in the new one."""
        for deck in (state.equipment, state.zombie_deck):
            deck.sort()
            chance.shuffle(deck)
        for group in state.face_down:
            hidden = [n for n in group if not state.objectives[n].taken]
            colours = sorted(state.objectives[n].colour for n in hidden)
            chance.shuffle(colours)
            for name, colour in zip(hidden, colours, strict=True):
                state.objectives[name].colour = colour
        for mix in points.FORGET:
            mix(state, chance)

    def normal(self, option: str) -> str:
        """Give the id that an option stands under: a swap names its slots in slot order."""
        verb, *args = option.split(":")
        if (
            verb == "swap"
            and len(args) == 2
            and all(a in SLOT_OF for a in args)
            and SLOT_OF[args[0]] > SLOT_OF[args[1]]
        ):
            return f"swap:{args[1]}:{args[0]}"
        return option

    def public(self, state: State, viewer: str | None = None) -> dict[str, Any]:
        """Give the state in its public names; hands lie open in this game, so every viewer sees the same."""
        return public.public(self.content, state)

    def option(self, state: State, decision: Decision, option: str) -> Option:
        """Describe one option: label, cost, odds."""
        return words.describe(self.play(state), decision, option)

    def refusal(self, state: State, decision: Decision, option: str) -> str:
        """Say in words why an option does not stand."""
        from zterm.games.zombicide.refusals import why_not

        key, facts = why_not(self.play(state), decision, option)
        return words.reason(self.content, key, facts)

    def prompt(self, state: State, decision: Decision) -> str:
        """Put the question in words."""
        return words.prompt(self.content, state, decision)

    def tell(self, event: Event) -> str:
        """Put an event in words."""
        return words.tell(self.content, event)

    def shape(self) -> Shape:
        """Give the board that never changes."""
        return self.content.mission.board.shape()

    def view(self, state: State, decision: Decision | None, viewer: str | None = None) -> View:
        """Give what front ends show now."""
        return views.view(self.play(state), decision)

    def threat(self, state: State, thorough: bool = False, route: tuple[Any, ...] = ()) -> Threat:
        """Say what the zombies would do if they acted now, exactly, with a branch for each choice in it.

        ``thorough`` takes the time for very many choices; with the ``route`` of a way, only what follows it.
        """
        from zterm.games.zombicide.threat import threat

        return threat(self, self.content, state, thorough, route)

    def threats(self, state: State, route: tuple[Any, ...] = ()) -> Iterator[Threat | None]:
        """The same bit by bit, for those who wait for all of it: None until the preview is there."""
        from zterm.games.zombicide.threat import patiently

        return patiently(self, self.content, state, route)

    def spoken(self, state: State, answers: Sequence[str]) -> tuple[str, ...]:
        """Put the answers of a branch of the threat into words."""
        from zterm.games.zombicide.labels import spoken

        return spoken(self.play(state), answers)

    def reasons(self, match: Match[State], option: str) -> list[str]:
        """Say in words why to take a legal option, or what to mind about it."""
        from zterm.games.zombicide.reasons import reasons

        return reasons(match, option)

    def tally(self, state: State) -> dict[str, float]:
        """Give the numbers that matter of a position, its worth among them, for those who look ahead."""
        from zterm.games.zombicide.reasons import tally

        return tally(self.play(state))

    def outlook(self, before: Mapping[str, float], mean: Mapping[str, float]) -> list[str]:
        """Say what is to be expected when positions come out like this on average."""
        from zterm.games.zombicide.reasons import outlook

        return outlook(before, mean)

    def progress(self, state: State) -> float:
        """Give the share of the mission that is done (0 to 1), for reports: it knows what players do not."""
        from zterm.games.zombicide.progress import progress

        return progress(self.play(state))

    def ending(self, reason: str) -> str:
        """Put the reason of a match's end into words."""
        return catalogue.word("reasons", reason)

    def sight(self, state: State, area: str) -> dict[str, int]:
        """Give the zones seen from a zone with their ranges (its own is 0), for the overlay of front ends."""
        return dict(self.content.mission.board.lay(state.ways).sees.get(area, {}))

    def noise(self, state: State) -> dict[str, int]:
        """Give the noise of every zone that has any: tokens and survivors (ZB-075)."""
        found = {zone: noise_of(state, zone) for zone in self.content.mission.board.zones}
        return {zone: total for zone, total in found.items() if total}

    def play(self, state: State) -> Play:
        """Lay a state on a table to ask the chapters about it; nothing may be changed there."""
        return Play(Table(state, _NO_CHANCE), self.content)


_NO_CHANCE = Chance(0)
