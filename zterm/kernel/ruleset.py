"""What a game is to the kernel: one match's rules over typed state."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Generic, Protocol, TypeVar

from zterm.kernel.chance import Chance
from zterm.kernel.decision import Decision, Event, Flow, Option, Result
from zterm.kernel.views import Field, Shape, Threat, View

S = TypeVar("S")
Read = TypeVar("Read", contravariant=True)
"""A state that is only read."""


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
    """The rules of one match. Everything static (board, cards) lives here, everything that changes in S.

    ``Extras`` lists what they may have beside.
    """

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


class Extras(Protocol[Read]):
    """What rules may have beside what ``Ruleset`` asks of all: whoever wants one asks by its name and does without it.

    The state may have a ``turn``, the number of the round, and ``survivors`` by name, each with ``alive``: lists of
    saves, replays and reports of bots name rounds and count deaths where there are such.
    """

    def threat(self, state: Read, thorough: bool = False, route: tuple[Any, ...] = ()) -> Threat:
        """Say what the game's own side would do if it acted now; ``thorough`` takes half a second to follow branches.

        With the ``route`` of one of the ways of a preview, only what may follow that is told.
        """

    def threats(self, state: Read, route: tuple[Any, ...] = ()) -> Iterator[Threat | None]:
        """The same bit by bit, with all the time it needs: None while it is not there yet."""

    def spoken(self, state: Read, answers: Sequence[str]) -> tuple[str, ...]:
        """Put the choices of a branch of the threat into words."""

    def sight(self, state: Read, area: str) -> dict[str, int]:
        """Give the areas seen from one with their ranges."""

    def noise(self, state: Read) -> dict[str, int]:
        """Give how loud it is in each area that is not silent."""

    def legend(self) -> tuple[Field, ...]:
        """Explain the signs of the map: label, role and meaning of each; without it the usual ones are explained."""

    def ending(self, reason: str) -> str:
        """Put the reason of a result into words."""

    def reasons(self, match: Any, option: str) -> list[str]:
        """Say in words why to take a legal option of a ``Match``, or what to mind about it."""

    def tally(self, state: Read) -> dict[str, float]:
        """Give the numbers that matter of a position, "worth" among them: bots and hints compare by it."""

    def outlook(self, before: Mapping[str, float], mean: Mapping[str, float]) -> list[str]:
        """Say what is to be expected when tallies come out like this on average."""

    def progress(self, state: Read) -> float:
        """Give how much of what wins is done (0 to 1), for reports only: it may know what players do not."""
