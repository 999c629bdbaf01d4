"""Everything that changes in a match of The Walking Dead, as plain typed data.

Spaces, cards and figures are ids; what they mean lies in the content. A deck's first card is its top.
"""

from __future__ import annotations

from msgspec import Struct, field

ALIVE, FALLEN, OUT, RISEN, KILLED = "alive", "fallen", "out", "risen", "killed"
"""A living survivor; a dead one who will turn; a dead one who will not; a zombie on the board; one off the board."""

ZOMBIE_NAMES = ("zombie1", "zombie2")
"""The figures of players who begin as zombies."""


class Figure(Struct):
    """A player's figure: a survivor, or the zombie that he became or began as.

    ``hand`` are Scrounge cards of a survivor and Zombie cards of a zombie, ``played`` the Scrounge cards face up
    before him, ``claimed`` the Locations whose Allies or cards he has had, ``badge`` his team ("", survivors, zombies),
    ``skip`` turns he loses, ``used`` whether his ability is spent, ``shown`` the cards of the hand that he has shown.
    """

    name: str
    player: str
    space: str
    status: str = ALIVE
    hand: list[str] = field(default_factory=list)
    played: list[str] = field(default_factory=list)
    allies: int = 0
    tiles: list[str] = field(default_factory=list)
    claimed: list[str] = field(default_factory=list)
    used: bool = False
    badge: str = ""
    skip: int = 0
    shown: list[str] = field(default_factory=list)

    def drop(self, card: str) -> None:
        """Take a card out of the hand, the one that was shown first."""
        self.hand.remove(card)
        if card in self.shown:
            self.shown.remove(card)

    def hidden(self) -> list[str]:
        """The cards of the hand that nobody else has seen."""
        left = list(self.hand)
        for card in self.shown:
            left.remove(card)
        return left

    @property
    def alive(self) -> bool:
        """Whether it is a living survivor."""
        return self.status == ALIVE

    @property
    def zombie(self) -> bool:
        """Whether it is a zombie, on the board or not."""
        return self.status in (RISEN, KILLED)


class Drawn(Struct):
    """An Encounter that lies face up: whose it is, its Strength, Frenzy on it, and the zombies who let it be."""

    card: str
    figure: str
    strength: int
    frenzy: list[str] = field(default_factory=list)
    passed: list[str] = field(default_factory=list)


class Fight(Struct):
    """A fight on its way.

    ``attacker`` is the zombie ("" in an Encounter), ``near`` whether it stands with the survivor as it attacks,
    ``support`` what others add, ``die`` the roll (0 before it), ``late`` bonuses after the roll, ``acted`` whether a
    card was played after the roll, ``helped`` who was asked to help.
    """

    figure: str
    card: str
    strength: int
    attacker: str = ""
    near: bool = False
    support: int = 0
    die: int = 0
    late: int = 0
    acted: bool = False
    rolling: bool = False
    helped: list[str] = field(default_factory=list)


class State(Struct):
    """The whole match. ``order`` are the figures clockwise, ``first`` the one who began, ``turn`` the round.

    ``due`` counts Encounters that the space still brings, ``corner`` is the corner being earned, ``extra`` names who
    has to draw one more, ``faced`` are Encounters that lie face up until the turn ends, ``ambush`` the zombie that
    sneaked up and may play another card, ``calm`` whether Frenzy is cancelled this turn, ``again`` whether another turn
    follows, ``ride`` the pace of a card being ridden, ``lurch`` the movement card a zombie has just played.
    """

    players: list[str]
    figures: dict[str, Figure]
    order: list[str]
    options: dict[str, str]
    pool: int
    scrounge: list[str]
    encounters: list[str]
    zombies: list[str]
    scrounge_discard: list[str] = field(default_factory=list)
    encounter_discard: list[str] = field(default_factory=list)
    zombie_discard: list[str] = field(default_factory=list)
    first: str = ""
    active: str = ""
    turn: int = 1
    phase: str = "setup"
    rolled: int = 0
    ride: bool = False
    due: int = 0
    corner: str = ""
    extra: list[str] = field(default_factory=list)
    drawn: Drawn | None = None
    fight: Fight | None = None
    faced: list[str] = field(default_factory=list)
    ambush: str = ""
    calm: bool = False
    again: bool = False
    lurch: str = ""
    asked: str = ""
    outcome: str = ""
    reason: str = ""
    winners: list[str] = field(default_factory=list)

    @property
    def survivors(self) -> dict[str, Figure]:
        """The figures that began as survivors, by name."""
        return {name: self.figures[name] for name in self.order if name not in ZOMBIE_NAMES}

    def living(self) -> list[Figure]:
        """Living survivors in seating order."""
        return [self.figures[name] for name in self.order if self.figures[name].alive]

    def turned(self) -> list[Figure]:
        """Zombies, on the board or not, in seating order."""
        return [self.figures[name] for name in self.order if self.figures[name].zombie]

    def after(self, name: str) -> list[str]:
        """All figures clockwise, beginning with the one named."""
        at = self.order.index(name)
        return self.order[at:] + self.order[:at]

    @property
    def step(self) -> str:
        """The phase as everybody sees it: a fight and an Encounter come before the phase they happen in."""
        return "over" if self.outcome else "fight" if self.fight else "encounter" if self.drawn else self.phase
