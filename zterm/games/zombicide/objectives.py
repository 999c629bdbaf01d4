"""Objectives, buttons, noise (chapter 6, page 15)."""

from __future__ import annotations

from zterm.games.zombicide import events as ev
from zterm.games.zombicide.actions import pay
from zterm.games.zombicide.play import Play, add_noise, lose_mark
from zterm.games.zombicide.state import Survivor
from zterm.kernel.decision import Flow


def offer_objectives(t: Play, who: Survivor) -> list[str]:
    """Offer to take an objective or press a button in the zone (ZB-172, ZB-173, ZB-175)."""
    if who.actions < 1:
        return []
    found = [f"take:{n}" for n, o in t.state.objectives.items() if o.zone == who.zone and not o.taken and not o.button]
    return found + [f"press:{n}" for n, b in t.state.buttons.items() if b.zone == who.zone and not b.dead]


def do_take(t: Play, who: Survivor, args: list[str]) -> Flow[None]:
    """Take an objective; zombies in the zone do not prevent it (ZB-172)."""
    pay(who, "take")
    yield from take(t, who, args[0], "ZB-172")


def take(t: Play, who: Survivor, name: str, rule: str) -> Flow[None]:
    """Turn an objective over and let the mission's rules follow."""
    objective = t.state.objectives[name]
    objective.taken = who.name
    if objective.shown != objective.colour:
        t.reveal()
        objective.shown = objective.colour
    t.emit(ev.ObjectiveTaken(rule, name, objective.colour, who.name))
    yield from t.fire("take_objective", who, objective.zone, objective.colour)


def do_press(t: Play, who: Survivor, args: list[str]) -> Flow[None]:
    """Press a button: the first press takes the linked objective (ZB-173 … ZB-175), the next sets it back (ZB-434)."""
    pay(who, "press")
    button = t.state.buttons[args[0]]
    button.pressed += 1
    button.on = not button.on
    t.emit(ev.ButtonPressed("ZB-173", args[0], who.name))
    yield from t.fire("press", who, args[0], button.colour)
    if t.mission.inline:
        yield from t.content.wire(t, who, args[0])


def do_noise(t: Play, who: Survivor, args: list[str]) -> Flow[None]:
    """Make noise on purpose (ZB-177)."""
    pay(who, "noise")
    add_noise(t, who.zone, "ZB-177")
    lose_mark(who, "rotten")
    who.deeds.append("noise")
    return
    yield
