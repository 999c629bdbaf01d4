"""Kinds of vehicles: cars of the box (chapter 8, page 21) and those of the terrain expansion (ZX-26, ZX-33, ZX-52)."""

from __future__ import annotations

from msgspec import Struct


class Vehicle(Struct, frozen=True):
    """A kind: ``seats`` (the driver's first), ``zones`` that one action drives at most, the ``medium`` it moves in (see
    ``board.ROUTES``; "" for none), whether it runs figures over, breaks barricades and rams walls."""

    seats: int = 4
    zones: int = 2
    medium: str = "road"
    runs_over: bool = True
    breaks: bool = False
    rams: bool = False


VEHICLES: dict[str, Vehicle] = {
    "police": Vehicle(),
    "pimpmobile": Vehicle(),
    "hippiemobile": Vehicle(runs_over=False),
    "sports": Vehicle(zones=3),
    "taxi": Vehicle(),
    "motorcycle": Vehicle(seats=2),
    "boat": Vehicle(medium="water", runs_over=False),
    "bulldozer": Vehicle(seats=1, medium="heavy", breaks=True),
    "hummer": Vehicle(medium="heavy", breaks=True),
    "truck": Vehicle(seats=3, medium="heavy", breaks=True, rams=True),
    "helicopter": Vehicle(zones=3, medium="air", runs_over=False),
    # ZX-03: nobody gets into the wreck
    "wreck": Vehicle(seats=0, zones=0, medium="", runs_over=False),
}
