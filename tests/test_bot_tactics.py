"""The heuristic bot's tactics: where to stand, noise as bait, Molotovs for Abominations, who takes an objective."""

from __future__ import annotations

from typing import Any

from zterm.games.registry import game
from zterm.games.zombicide.sense import choose
from zterm.games.zombicide.sense.bait import bait, drawn_off
from zterm.games.zombicide.sense.gear import best_hand, built
from zterm.games.zombicide.sense.look import Look
from zterm.games.zombicide.sense.stand import stands
from zterm.games.zombicide.sense.tasks import left_to_others
from zterm.games.zombicide.sense.turn import plan_of, ready
from zterm.kernel.match import Match


def position(mission: str, seed: int = 1) -> Match[Any]:
    rules = game("zombicide").rules(game("zombicide").setup(mission, options={}))
    return Match.start(rules, seed, history=False)


def stand(match: Match[Any], zone: str, *names: str) -> None:
    for name in names:
        match.state.survivors[name].zone = zone


def begin(match: Match[Any], name: str) -> Look:
    """Let a survivor begin a turn."""
    match.pick(f"activate:{name}")
    return Look(match)


def spread_out(crowd: int) -> Match[Any]:
    """Four in the north-west, Belle alone in the north-east, a crowd in the street between that sees nobody."""
    match = position("m00")
    s = match.state
    stand(match, "z6", "watts", "kim")
    stand(match, "z5", "belle")
    for name in ("joshua", "shannon", "grindlock"):
        s.survivors[name].alive = False
        s.to_play.remove(name) if name in s.to_play else None
    s.zombies["z14"] = {"walker": crowd}
    return match


def test_noise_leads_a_crowd_away_from_the_others() -> None:
    match = spread_out(5)
    look = begin(match, "belle")
    assert look.actor is not None
    assert drawn_off(look, look.actor, 3) > 0
    assert choose(match) == "noise"
    while match.decision is not None and match.decision.kind == "turn":
        match.pick("noise" if "noise" in match.decision.options else "end")
    while match.state.turn == 1:
        assert match.decision is not None
        match.pick("end" if "end" in match.decision.options else match.decision.options[0])
    assert match.state.zombies.get("z15", {}).get("walker") == 5


def test_no_noise_where_it_would_bring_them() -> None:
    match = spread_out(5)
    stand(match, "z5", "watts", "kim")
    stand(match, "z6", "belle")
    look = begin(match, "belle")
    assert look.actor is not None
    assert bait(look, plan_of(look), look.actor) is None


def test_nobody_stays_with_an_abomination_that_nobody_can_kill() -> None:
    match = position("m00")
    s = match.state
    s.ways |= 1 << match.rules.play(s).board.doors["d4"].bit
    stand(match, "z11", "kim", "joshua")
    s.objectives["o3"].taken = "kim"
    s.zombies["z11"] = {"abomination": 1}
    look = begin(match, "kim")
    assert look.actor is not None
    best = stands(look, plan_of(look), look.actor)[0]
    assert best.zone != "z11"


def test_a_molotov_comes_to_hand_when_an_abomination_is_about() -> None:
    match = position("m00")
    look = Look(match)
    kim = match.state.survivors["kim"]
    cards = ["hatchet", "hatchet", "glass_bottles", "gasoline"]
    assert sorted(built(look, cards)) == ["hatchet", "hatchet", "molotov"]
    assert "molotov" not in best_hand(look, kim, cards)[1]
    match.state.zombies["z1"] = {"abomination": 1}
    assert "molotov" in best_hand(Look(match), kim, cards)[1]


def test_who_would_raise_the_danger_leaves_an_objective_to_others() -> None:
    match = position("m02")
    stand(match, "z1", "kim", "joshua")
    match.state.survivors["kim"].xp = 3
    look = begin(match, "kim")
    assert look.actor is not None
    assert left_to_others(look, look.actor)
    match.state.survivors["joshua"].done = True
    for name, who in match.state.survivors.items():
        who.done = name != "kim"
    assert not left_to_others(Look(match), look.actor)


def test_a_door_with_nothing_new_behind_it_is_no_reason_to_wait() -> None:
    match = position("m00")
    s = match.state
    s.populated = ["z7", "z8", "z9", "z11"]
    for token in ("o1", "o2", "o3"):
        s.objectives[token].taken = "kim"
    s.ways |= 1 << match.rules.play(s).board.doors["d3"].bit
    stand(match, "z7", *s.survivors)
    look = begin(match, "shannon")
    plan = plan_of(look)
    assert plan.door is not None
    assert (plan.door.id, plan.rooms) == ("d1", 0)
    assert look.actor is not None
    assert ready(look, plan, look.actor)
    assert choose(match) == "open:d1"
