"""The Walking Dead as a ruleset of the kernel."""

from __future__ import annotations

from typing import Any

from zterm.games.walking_dead import public as publics
from zterm.games.walking_dead import rounds, setup, words
from zterm.games.walking_dead import view as views
from zterm.games.walking_dead.board import Board
from zterm.games.walking_dead.catalogue import WORDS
from zterm.games.walking_dead.content import GAME, Box, Mission
from zterm.games.walking_dead.play import Content, Ended, Play
from zterm.games.walking_dead.refusals import why_not
from zterm.games.walking_dead.state import State
from zterm.kernel.chance import Chance
from zterm.kernel.decision import Decision, Event, Flow, Option, Result
from zterm.kernel.match import Match
from zterm.kernel.ruleset import Table
from zterm.kernel.views import Field, Shape, View

VERSION = "1"


class WalkingDead:
    """The rules of one match; ``recipe`` is what ``game.setup`` made, None for a position given outright."""

    game = GAME
    version = VERSION
    state_type = State

    def __init__(self, box: Box, board: Board, mission: Mission, recipe: dict[str, Any] | None = None) -> None:
        self.content = Content(box, board, mission)
        self.mission = mission.id
        self.content_hash = mission.hash
        self.recipe = recipe

    def begin(self, chance: Chance) -> State:
        """Set a match up; raises ValueError for a position, which has its state already."""
        if self.recipe is None:
            raise ValueError("a position is given, not set up")
        return setup.begin(self.content, self.recipe, chance)

    def step(self, table: Table[State]) -> Flow[None]:
        """Play one step; a match that ends ends the step."""
        try:
            yield from rounds.step(Play(table, self.content))
        except Ended:
            return

    def result(self, state: State) -> Result | None:
        """Say how the match ended, or None."""
        return Result(state.outcome, tuple(state.winners), state.reason) if state.outcome else None

    def forget(self, state: State, chance: Chance) -> None:
        """Shuffle the decks again, and with them the hands of everybody but the player who is asked."""
        asked = self._asked(state)
        for zombies, name in ((False, "scrounge"), (True, "zombies")):
            others = [f for f in state.figures.values() if f.player != asked and f.hand and (f.zombie is zombies)]
            hidden: list[str] = [*getattr(state, name), *(card for f in others for card in f.hidden())]
            chance.shuffle(hidden)
            for f in others:
                count = len(f.hand) - len(f.shown)
                f.hand, hidden = f.shown + hidden[:count], hidden[count:]
            setattr(state, name, hidden)
        chance.shuffle(state.encounters)

    def _asked(self, state: State) -> str:
        """The player whose question stands; at a rest point the flow, begun anew, asks it first and changes nothing."""
        if state.asked or state.outcome:
            return state.asked
        question = next(self.step(Table(state, _NO_CHANCE)), None)
        return question.who if question is not None else ""

    def normal(self, option: str) -> str:
        """Give the id that an option stands under."""
        return option

    def public(self, state: State, viewer: str | None = None) -> dict[str, Any]:
        """Give the state in its public names; a hand only to its owner."""
        return publics.public(self.content, state, viewer)

    def option(self, state: State, decision: Decision, option: str) -> Option:
        """Describe one option: label and rule."""
        return words.describe(self.play(state), decision, option)

    def refusal(self, state: State, decision: Decision, option: str) -> str:
        """Say in words why an option does not stand."""
        return why_not(self.play(state), decision, option)

    def prompt(self, state: State, decision: Decision) -> str:
        """Put the question in words."""
        return words.prompt(self.play(state), decision)

    def reasons(self, match: Match[State], option: str) -> list[str]:
        """Say in words why to take a legal option of a match, or what to mind about it."""
        from zterm.games.walking_dead.reasons import reasons

        return reasons(match, option)

    def ending(self, reason: str) -> str:
        """Put the reason of a match's end into words."""
        return WORDS.word("reasons", reason)

    def tell(self, event: Event) -> str:
        """Put an event in words."""
        return words.tell(self.content, event)

    def shape(self) -> Shape:
        """Give the board that never changes."""
        return self.content.board.shape

    def view(self, state: State, decision: Decision | None, viewer: str | None = None) -> View:
        """Give what front ends show now, with the viewer's hand."""
        return views.view(self.play(state), decision, viewer)

    def legend(self) -> tuple[Field, ...]:
        """Give the signs of the map with what they mean."""
        return views.legend(self.content)

    def play(self, state: State) -> Play:
        """Lay a state on a table to ask the chapters about it; nothing may be changed there."""
        return Play(Table(state, _NO_CHANCE), self.content)


_NO_CHANCE = Chance(0)
