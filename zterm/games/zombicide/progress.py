"""How much of a mission is done, as a share of its steps: a measure for matches that were not won.

It reads the true colours of objectives, as the conditions do, so it is for reports and not for players.
"""

from __future__ import annotations

from math import fsum

from msgspec import Struct

from zterm.games.zombicide.content import Clause
from zterm.games.zombicide.mission_conditions import Happening, cards_carried, holds, objectives_taken, zones_of
from zterm.games.zombicide.play import Play
from zterm.games.zombicide.state import Survivor

NOTHING = Happening("", None, "")


class Part(Struct, frozen=True):
    """A part of a step: how many things are ``done`` of those ``wanted``, and whether what is done stays done."""

    done: float
    wanted: float
    stays: bool


def progress(t: Play) -> float:
    """Give the share of the mission that is done, from 0 to 1 (won). Every step weighs the same.

    Of a step that is not done count objectives taken, buttons pressed and people out, whenever that happened. What may
    change again (people at a place, doors shut, an area clear) counts once all of that, and all steps before, are done.
    """
    if t.state.outcome == "won":
        return 1.0
    total, so_far = 0.0, True
    for step in t.mission.steps:
        done = holds(t, step.done_when, NOTHING)
        found = parts(t, step.done_when)
        lasting = [part for part in found if part.stays]
        so_far = so_far and all(part.done >= part.wanted for part in lasting)
        counted = found if so_far else lasting
        so_far = so_far and done
        total += 1.0 if so_far else fsum(p.done for p in counted) / max(1.0, fsum(p.wanted for p in found))
    return total / max(1, len(t.mission.steps))


def parts(t: Play, clause: Clause) -> list[Part]:
    """Count what a condition wants; of several of which one is enough, that which is nearest."""
    args = clause.args
    match clause.name:
        case "all":
            return [part for inner in args["of"] for part in parts(t, inner)]
        case "any":
            choices = [parts(t, inner) for inner in args["of"]]
            return max(choices, key=lambda some: fsum(p.done for p in some) / max(1.0, fsum(p.wanted for p in some)))
        case "step":
            return []
        case "taken":
            return [taken(t, clause)]
        case "pressed":
            return [Part(float(holds(t, clause, NOTHING)), 1.0, True)]
        case "survivors":
            return [people(t, clause)]
        case "carries":
            return [carried(t, clause)]
        case "turn":
            wanted = float(args["at_least"])
            return [Part(min(wanted, float(t.state.turn)), wanted, False)]
        case _:
            return [Part(float(holds(t, clause, NOTHING)), 1.0, False)]


def taken(t: Play, clause: Clause) -> Part:
    """Count the objectives taken of those wanted."""
    done, wanted = objectives_taken(t, clause.args, NOTHING)
    return Part(float(min(wanted, done)), float(wanted), True)


def people(t: Play, clause: Clause) -> Part:
    """Count the survivors who are where they should be: of all, or of those alive where the dead are not missed."""
    args = clause.args
    everybody = list(t.state.survivors.values())
    missed = args["which"] == "all" and t.state.options["all_means"] == "starting"
    wanted = [who for who in everybody if missed or who.alive]
    out = args["in"] == "escaped"
    there = [who for who in wanted if (who.escaped if out else at(t, who, args["in"]))]
    if args["which"] == "any":
        return Part(float(bool(there)), 1.0, out)
    return Part(float(len(there)), float(max(1, len(wanted))), out)


def at(t: Play, who: Survivor, place: str) -> bool:
    """Say whether a survivor is in play at a place."""
    return who.playing and who.zone in zones_of(t, place, NOTHING)


def carried(t: Play, clause: Clause) -> Part:
    """Count the cards with a tag that are carried where they are wanted."""
    wanted = int(clause.args["at_least"])
    return Part(float(min(wanted, cards_carried(t, clause.args, NOTHING))), float(wanted), False)
