"""The heuristic bot's plans: buttons that open the way, people who wait for it, who gets out early."""

from __future__ import annotations

from typing import Any

from zterm.bots.simulate import simulate
from zterm.games.registry import game
from zterm.games.zombicide.sense.dare import DARING, dare
from zterm.games.zombicide.sense.goals import Goal, goals
from zterm.games.zombicide.sense.leave import expendable, first_out, insured
from zterm.games.zombicide.sense.look import Look
from zterm.games.zombicide.sense.plan import make_plan
from zterm.games.zombicide.sense.press import called, keeps_together, stands_ready
from zterm.games.zombicide.sense.stock import depot
from zterm.games.zombicide.sense.wire import comes_near, unlock
from zterm.kernel.match import Match


def position(mission: str, seed: int = 1, options: dict[str, str] | None = None) -> Match[Any]:
    rules = game("zombicide").rules(game("zombicide").setup(mission, options=options or {}))
    return Match.start(rules, seed, history=False)


def pressed(match: Match[Any], *names: str) -> None:
    """Put buttons on as they stand after the first two steps of M04, with the doors they open."""
    for name in names:
        button = match.state.buttons[name]
        button.pressed, button.on = 1, True
        for door in match.rules.play(match.state).board.doors.values():
            if door.colour == button.colour:
                match.state.ways |= 1 << door.bit


def stand(match: Match[Any], zone: str, *names: str) -> None:
    for name in names:
        match.state.survivors[name].zone = zone


def test_one_presses_while_others_wait_in_the_gate() -> None:
    match = position("m04")
    s = match.state
    pressed(match, "b1", "b3")
    stand(match, "z22", *s.survivors)
    fence = next(w for w in match.rules.play(s).board.fences.values() if {w.a, w.b} == {"z24", "z26"})
    assert unlock(Look(match), frozenset({"z26"})) is None
    assert comes_near(Look(match), frozenset({"z26"}), 1 << fence.bit)
    s.ways |= 1 << fence.bit
    wire = unlock(Look(match), frozenset({"z26"}))
    assert wire is not None
    assert (wire.button, wire.post, wire.crew) == ("b2", "z25", 2)
    s.buttons["b2"].pressed = 1
    found = [(goal.zone, goal.verb) for goal in goals(Look(match))]
    assert found == [("z25", "wait"), ("z22", "wait")]
    stand(match, "z25", "kim", "belle")
    found = [(goal.zone, goal.verb) for goal in goals(Look(match))]
    assert found == [("z22", "press"), ("z25", "wait")]


def test_nobody_turns_a_gate_behind_which_the_group_stands() -> None:
    match = position("m03")
    s = match.state
    green = next(d for d in match.rules.play(s).board.doors.values() if d.colour == "green")
    s.ways |= 1 << green.bit
    stand(match, "z45", *s.survivors)
    stand(match, "z35", "belle")
    assert not keeps_together(Look(match), "b3")
    stand(match, "z34", *s.survivors)
    stand(match, "z35", "belle")
    assert keeps_together(Look(match), "b3")


def test_one_gets_out_early_where_only_the_living_count() -> None:
    match = position("m05")
    look = Look(match)
    name = first_out(look)
    assert name in match.state.survivors
    assert expendable(look)
    assert not insured(look)
    match.state.survivors[name].escaped = True
    assert insured(Look(match))
    assert first_out(Look(match)) == ""
    assert first_out(Look(position("m00"))) == ""
    assert first_out(Look(position("m02"))) == ""


def test_the_bot_wins_the_easy_mission_more_often_than_not() -> None:
    result = simulate("zombicide", game("zombicide").setup("m05"), "quick", 20, 1, 2)
    assert result.won >= 8


def test_those_outside_are_called_in_before_a_gate_is_turned() -> None:
    match = position("m03", options={"all_means": "alive"})
    s = match.state
    green = next(d for d in match.rules.play(s).board.doors.values() if d.colour == "green")
    s.ways |= 1 << green.bit
    stand(match, "z35", *s.survivors)
    stand(match, "z45", "watts")
    look = Look(match)
    assert not keeps_together(look, "b3")
    assert called(look, (Goal("z35", "press", "b3"),), s.survivors["watts"]) == "z35"
    assert called(look, (Goal("z35", "press", "b3"),), s.survivors["kim"]) == ""
    posted = (Goal("z35", "press", "b3"), Goal("z45", "wait"))
    assert called(look, posted, s.survivors["watts"]) == ""


def test_cells_stay_shut_while_a_crowd_is_near() -> None:
    match = position("m03")
    s = match.state
    stand(match, "z38", *s.survivors)
    assert stands_ready(Look(match), "b2")
    s.zombies["z35"] = {"walker": 12}
    assert not stands_ready(Look(match), "b2")


def test_rooms_are_searched_first_while_the_danger_is_low() -> None:
    match = position("m03")
    s = match.state
    assert depot(Look(match)) == ""
    s.ways |= 1 << match.rules.play(s).board.doors["d18"].bit
    assert depot(Look(match)) == "z61"
    for who in s.survivors.values():
        who.slots[:2] = ["shotgun", "chainsaw"]
    assert depot(Look(match)) == ""
    assert depot(Look(position("m00"))) == ""


def test_late_in_a_match_people_on_a_tower_go_down_to_the_zombies() -> None:
    match = position("m10")
    s = match.state
    tower = next(zone for zone in match.rules.play(s).board.zones.values() if zone.kind == "tower")
    stand(match, tower.id, *s.survivors)
    for token in s.objectives.values():
        token.taken = "kim"
    match.pick(match.decision.options[0])
    who = s.survivors[match.decision.actor]
    look = Look(match)
    assert dare(look, make_plan(look), who) is None
    match.state.turn = DARING
    foot = look.lay.steps[tower.id][0]
    match.state.zombies = {foot: {"walker": 30}}
    look = Look(match)
    assert dare(look, make_plan(look), look.actor) == f"move:{foot}"
