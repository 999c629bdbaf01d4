"""The table during a flow: state, generator and log beside the content they speak of."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NoReturn

from zterm.games.zombicide import events as ev
from zterm.games.zombicide.state import LEVELS, State, Survivor
from zterm.kernel.decision import Event, Flow
from zterm.kernel.ruleset import Table

if TYPE_CHECKING:
    from zterm.games.zombicide.board import Board, Lay
    from zterm.games.zombicide.content import Attack, Box, Feature, Mission


Why = tuple[str, dict[str, object]]
"""Why an option does not stand now: a key of the catalogue's refusals, and its facts."""

Fire = Callable[["Play", str, "Survivor | None", str, str], Flow[None]]
Link = Callable[["Play"], Flow[None]]
Check = Callable[["Play"], None]
Wire = Callable[["Play", "Survivor", str], Flow[None]]


class Content:
    """What a match is played with: the box, one mission, and look-ups made from them once.

    Hooks: ``fire`` runs the mission's rules for a trigger, ``link`` the turns of survivors with a Zombie link,
    ``check_win`` ends a match that is won, ``wire`` works a button of a board drawn inline. ``needs_all`` says
    that a step wants every starting survivor, ``cargo`` which cards the steps want brought home (tag and number).
    """

    __slots__ = (
        "attacks",
        "box",
        "cargo",
        "check_win",
        "features",
        "fire",
        "link",
        "mission",
        "needs_all",
        "recipes",
        "wire",
    )

    def __init__(
        self,
        box: Box,
        mission: Mission,
        fire: Fire,
        link: Link,
        check_win: Check,
        wire: Wire,
        needs_all: bool,
        cargo: tuple[tuple[str, int], ...] = (),
    ) -> None:
        self.box = box
        self.mission = mission
        self.fire = fire
        self.link = link
        self.check_win = check_win
        self.wire = wire
        self.needs_all = needs_all
        self.cargo = cargo
        self.features: dict[str, Feature] = {feature.id: feature for feature in mission.features}
        self.attacks: dict[str, Attack] = {a.id: a for item in box.items.values() for a in item.attacks}
        self.recipes: tuple[str, ...] = tuple(name for name, item in box.items.items() if item.parts)


Opening = tuple[set[str], tuple[str, ...]]
"""What was opened: the zones that survivors could walk to before, and those of the buildings behind the doors."""


class Ended(Exception):
    """Control flow: the match is over and the running step ends."""


class Play:
    """What the rules work on: ``state`` and ``chance`` change, ``box``, ``mission`` and ``board`` do not.

    ``chain`` are the positions of the extra activations that are at work, ``links`` (one number) how many their chain
    has had. While the rules of an event are worked, ``waiting`` keeps what they opened.
    """

    __slots__ = (
        "attacks",
        "board",
        "box",
        "chain",
        "chance",
        "content",
        "items",
        "links",
        "mission",
        "recipes",
        "state",
        "table",
        "trail",
        "waiting",
    )

    def __init__(self, table: Table[State], content: Content) -> None:
        self.table = table
        self.state = table.state
        self.chance = table.chance
        self.content = content
        self.chain: list[str] = []
        self.links = [0]
        self.trail: list[Any] = []
        self.waiting: list[Opening] | None = None
        self.box = content.box
        self.items = content.box.items
        self.attacks = content.attacks
        self.recipes = content.recipes
        self.mission = content.mission
        self.board: Board = content.mission.board

    @property
    def lay(self) -> Lay:
        """Sight, steps and paths as the ways stand now."""
        return self.board.lay(self.state.ways)

    @property
    def needs_all(self) -> bool:
        """Say whether a step of the mission wants every starting survivor."""
        return self.content.needs_all

    def fire(self, trigger: str, who: Survivor | None, zone: str, colour: str = "") -> Flow[None]:
        """Run the mission's rules for something that happened."""
        return self.content.fire(self, trigger, who, zone, colour)

    def emit(self, event: Event) -> None:
        """Report a fact."""
        self.table.events.append(event)

    def begin(self, *what: object) -> None:
        """Note what is begun, for those who compare positions inside a step; lists in it may still change."""
        self.table.pending.append(what)

    def end(self) -> None:
        """Note that what was begun last is done."""
        self.table.pending.pop()

    def reveal(self) -> None:
        """Note that something hidden was seen: undo stops here."""
        self.table.seen = True

    def finish(self, outcome: str, reason: str, rule: str) -> NoReturn:
        """End the match."""
        s = self.state
        s.outcome, s.reason, s.phase = outcome, reason, "over"
        self.emit(ev.MatchOver(rule, outcome, reason))
        raise Ended


def nothing() -> Flow[None]:
    """A flow in which nothing happens."""
    return
    yield


def danger(state: State) -> str:
    """Give the danger level that zombie cards are read at: the highest of the survivors in play (ZB-219, ZB-220)."""
    return LEVELS[max((s.level for s in state.survivors.values() if s.playing), default=0)]


def noise_of(state: State, zone: str) -> int:
    """Count the noise in a zone: tokens, and one for each survivor there (ZB-075)."""
    return state.noise.get(zone, 0) + sum(1 for s in state.at(zone) if not quiet(s))


def stealthy(survivor: Survivor) -> bool:
    """Say whether a survivor and his weapons make no noise (Ninja ZB-396, unless he chose to be heard)."""
    return "ninja" in survivor.skills and "heard" not in survivor.marks


def quiet(survivor: Survivor) -> bool:
    """Say whether a survivor's figure is no noise (Ninja ZB-396, a Rotten mark ZB-405)."""
    return stealthy(survivor) or "rotten" in survivor.marks


def make_noise(t: Play, who: Survivor, zone: str, rule: str) -> None:
    """A survivor makes a noise token, which takes a Rotten mark away; a Ninja makes none (ZB-396, ZB-405).

    Only what is said to be noisy makes any: all else is silent (ZB-079).
    """
    if not stealthy(who):
        add_noise(t, zone, rule)
        lose_mark(who, "rotten")
        who.deeds.append("noise")


def lose_mark(who: Survivor, mark: str) -> None:
    """Take a mark from a survivor if he has it."""
    if mark in who.marks:
        who.marks.remove(mark)


def add_noise(t: Play, zone: str, rule: str, amount: int = 1) -> None:
    """Put noise tokens on a zone; they do not run out (ZB-015)."""
    t.state.noise[zone] = t.state.noise.get(zone, 0) + amount
    t.emit(ev.NoiseMade(rule, zone, amount))
