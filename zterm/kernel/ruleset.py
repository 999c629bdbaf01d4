"""What a game is to the kernel: one match's rules over typed state."""

from __future__ import annotations

from typing import Any, Generic, Protocol, TypeVar

from zterm.kernel.chance import Chance
from zterm.kernel.decision import Decision, Event, Flow, Option, Result
from zterm.kernel.views import Shape, View

S = TypeVar("S")


class Table(Generic[S]):
    """What lies on the table while a flow runs: the state, the generator, and the events so far.

    ``seen`` becomes true when something hidden was looked at, so that undo stops there. ``pending`` is what the running
    step has begun and still has to go on with, as far as the state does not show it, where the rules tell: two
    questions of a step with the same state and the same that is pending go on identically.
    """

    __slots__ = ("chance", "emit", "events", "pending", "seen", "state")

    def __init__(self, state: S, chance: Chance) -> None:
        self.state = state
        self.chance = chance
        self.events: list[Event] = []
        self.emit = self.events.append
        self.pending: list[Any] = []
        self.seen = False


class Ruleset(Protocol[S]):
    """The rules of one match. Everything static (board, cards) lives here, everything that changes in S."""

    game: str
    version: str
    mission: str
    content_hash: str
    state_type: type[S]

    def begin(self, chance: Chance) -> S:
        """Make the state before the first decision; the only draws are setup's shuffles."""

    def step(self, table: Table[S]) -> Flow[None]:
        """Play on from the state to the end of one step; the first decision yielded may be a rest point."""

    def result(self, state: S) -> Result | None:
        """Say how the match ended, or None while it goes on."""

    def forget(self, state: S, chance: Chance) -> None:
        """Shuffle again what nobody may know (decks, face-down tokens), for clones that look ahead."""

    def normal(self, option: str) -> str:
        """Give the id that an option stands under: other spellings of the same answer are welcome."""

    def public(self, state: S, viewer: str | None = None) -> dict[str, Any]:
        """Give the state in the public names; with a viewer also that player's hidden hand."""

    def option(self, state: S, decision: Decision, option: str) -> Option:
        """Describe one legal option: label, cost, odds."""

    def refusal(self, state: S, decision: Decision, option: str) -> str:
        """Say in words why an option does not stand now."""

    def prompt(self, state: S, decision: Decision) -> str:
        """Put the question in words."""

    def tell(self, event: Event) -> str:
        """Put an event in words."""

    def shape(self) -> Shape:
        """Give the board that never changes."""

    def view(self, state: S, decision: Decision | None, viewer: str | None = None) -> View:
        """Give what front ends show now."""
