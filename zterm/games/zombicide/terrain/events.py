"""What can happen with terrain tokens: typed facts, put into words by the message catalogue; ``token`` is an id."""

from __future__ import annotations

from zterm.kernel.decision import Event


class BarricadeStarted(Event, frozen=True, tag="barricade_started"):
    """A survivor began a barricade."""

    survivor: str
    token: str


class BarricadeFinished(Event, frozen=True, tag="barricade_finished"):
    """A survivor finished a barricade."""

    survivor: str
    token: str


class BarricadeDestroyed(Event, frozen=True, tag="barricade_destroyed"):
    """A barricade is gone; ``by`` is a survivor, a kind of zombie or a kind of vehicle."""

    token: str
    by: str


class WallBreached(Event, frozen=True, tag="wall_breached"):
    """A wall was broken open, by a survivor or a mission's rule."""

    token: str
    by: str


class TokenLaid(Event, frozen=True, tag="token_laid"):
    """A token came on the board."""

    token: str
    zone: str


class TokenGone(Event, frozen=True, tag="token_gone"):
    """A token left the board."""

    token: str
    zone: str


class BoatSunk(Event, frozen=True, tag="boat_sunk"):
    """A boat was sunk."""

    car: str
    zone: str


class DrainOpened(Event, frozen=True, tag="drain_opened"):
    """A drain opened: a whirlpool turns there."""

    token: str
    zone: str


class DrainClosed(Event, frozen=True, tag="drain_closed"):
    """A whirlpool came to rest."""

    token: str
    zone: str


class ZombiesSwept(Event, frozen=True, tag="zombies_swept"):
    """A whirlpool took zombies."""

    zone: str
    zombie: str
    count: int


class BridgeFell(Event, frozen=True, tag="bridge_fell"):
    """A wooden bridge broke under a weight (0: it was destroyed)."""

    token: str
    zone: str
    weight: int


class BoothOpened(Event, frozen=True, tag="booth_opened"):
    """A survivor looked into a confessional."""

    survivor: str
    token: str
    holds: str


class TentOpened(Event, frozen=True, tag="tent_opened"):
    """A survivor was the first to enter a tent."""

    survivor: str
    token: str
    holds: str


class ZombiesTurned(Event, frozen=True, tag="zombies_turned"):
    """Zombies turned into those of another species."""

    zone: str
    zombie: str
    count: int
    into: str


class BloodSprayed(Event, frozen=True, tag="blood_sprayed"):
    """The blood of a toxic zombie hit its killer."""

    survivor: str
    zombie: str
    zone: str
