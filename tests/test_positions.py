"""Positions of scenario files on printed missions: what is given stands there, what is not known is a mistake."""

import pytest

from zterm.games import scenario, trial

GIVEN = """\
id: one
game: zombicide
given:
  mission: m01
  survivors: {{kim: {{hand: [sawed_off], skills: [], {kim}}}}}
  {more}
"""


@pytest.fixture
def placed(tmp_path):
    """Give the public state of a position on M01, or what is said to be wrong with it."""

    def place(more, kim="xp: 0"):
        path = tmp_path / "one.yaml"
        path.write_text(GIVEN.format(more=more, kim=kim), encoding="utf-8")
        [one] = scenario.load(path)
        verdict = trial.verify(one)
        if verdict.failures:
            return [fault.what for fault in verdict.failures]
        match = trial.start(one)
        return match.rules.public(match.state, None)

    return place


@pytest.mark.parametrize(
    ("more", "where", "value"),
    [
        ("cars: {c1: {zone: z1}}", "cars c1 zone", "z1"),
        ("cars: {c1: {kind: taxi}}", "cars c1 kind", "taxi"),
        ("cars: {c1: {zone: z1, seats: [null, kim]}}", "survivors kim zone", "z1"),
        ("cars: {c9: {kind: sports, zone: z2}}", "cars c9 kind", "sports"),
        ("objectives: {o1: {zone: z2}}", "objectives o1 zone", "z2"),
        ("buttons: {b1: {zone: z2}}", "buttons b1 zone", "z2"),
        ("gates: {g1: {open: [N, S]}}", "gates g1 open", ["N", "S"]),
        ("spawns: {s1: {zone: z2, colour: violet}}", "spawns s1 zone", "z2"),
    ],
)
def test_tokens_of_a_printed_mission_stand_where_they_are_given(placed, more, where, value):
    found = placed(more)
    for step in where.split():
        found = found[step]
    assert found == value


@pytest.mark.parametrize(
    ("more", "says"),
    [
        ("cars: {c9: {kind: taxi}}", "there is no car c9"),
        ("cars: {c1: {zone: z999}}", "there is no zone z999"),
        ("cars: {c1: {seats: [bob]}}", "there is no survivor bob"),
        ("objectives: {o77: {zone: z1}}", "there is no objective o77"),
        ("buttons: {b77: {pressed: 1}}", "there is no button b77"),
        ("gates: {g2: {open: [N]}}", "there is no gate g2"),
        ("gates: {g1: {zone: z1, open: [N]}}", "the gate lies in z42"),
        ("doors: {d1: ajar}", "a door is never ajar"),
        ("spawns: {s1: {zone: z999}}", "there is no zone z999"),
        ("first_player: nobody", "there is no player nobody"),
        ("discards: {equipment: [pistols]}", "there is no card pistols"),
        ("populated: [z999]", "there is no zone z999"),
    ],
)
def test_what_no_mission_has_is_a_mistake(placed, more, says):
    found = placed(more)
    assert isinstance(found, list)
    assert says in found[0]


@pytest.mark.parametrize(
    ("kim", "says"),
    [
        ("free: {moves: 1}", "there is no free action moves"),
        ("unloaded: [pistol]", "kim carries no other pistol"),
        ("unloaded: [sawed_off, sawed_off]", "kim carries no other sawed_off"),
        ("player: nobody", "there is no player nobody"),
        ("seat: 'c1:5'", "there is no seat c1:5"),
        ("marks: [rotting]", "there is no mark rotting"),
        ("used: [medik]", "there is no skill medik"),
    ],
)
def test_what_a_survivor_cannot_have_is_a_mistake(placed, kim, says):
    [found] = placed("phase: end", kim)
    assert says in found


def test_a_button_of_a_drawn_board_opens_doors_that_are_there(tmp_path):
    path = tmp_path / "one.yaml"
    path.write_text(
        "id: one\n"
        "game: zombicide\n"
        "given:\n"
        "  board: {zones: {A: {kind: street, at: [0, 0, 3, 3]}}}\n"
        "  buttons: {b1: {zone: A, opens: [d9], pressed: 1}}\n"
        "  survivors: {kim: {zone: A}}\n",
        encoding="utf-8",
    )
    [one] = scenario.load(path)
    [fault] = trial.verify(one).failures
    assert "there is no door d9" in fault.what
    assert fault.line == 5
