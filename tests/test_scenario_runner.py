"""The scenario runner itself: its form, its checks, where it stops, and what it says when something differs."""

import pytest

from zterm.games.scenario import load
from zterm.games.trial import verify

HEAD = "id: one\ngame: toy\n"


@pytest.fixture
def tried(tmp_path, toy):
    """Run the text of a scenario file and return what `zterm verify` would print for each."""

    def run(text):
        path = tmp_path / "s.yaml"
        path.write_text(text)
        return [str(verify(one)).replace(f"{path}", "s.yaml") for one in load(path)]

    return run


def test_a_scenario_passes(tried):
    text = (
        HEAD
        + """
rule: TOY-1
title: Digging
chapter: digging
demo: true
case: RC-1
note: free text
given: {at: {one: B}, dice: [6, 2], players: [one, two], points: {two: 2}}
when:
  - say: "One digs."
  - then: {decision: {kind: turn, who: one, survivor: one}, offered: [dig, "move:A", end], refused: {"move:C": DOOR}}
  - choose: dig
  - then: {events: [{kind: dug, faces: [6, 2]}], none: [{kind: moved}]}
  - choose: "move:A"
then:
  state: {points.one: 5, points.two: 2, at.one: A, rats.grey: 0, rats: {}, left: 1, doors: {d1: closed}, decks.gone: []}
  events: [{kind: moved, from: B, to: A, rule: TOY-3}]
  none: {kind: dug}
  refused: ["move:C", "open:d1"]
"""
    )
    assert tried(text) == ["passed one"]


def test_runs_stop_exactly_at_the_end_of_a_phase(tried):
    text = (
        HEAD
        + """
given: {phase: trouble, points: {one: 3, two: 3}}
when:
  - run: trouble
  - then: {decision: {kind: blame, who: all}, offered: ["blame:one", "blame:two"], state: {phase: trouble}}
  - choose: "blame:two"
  - then: {state: {phase: end, points.two: 2, turn: 1, rats.grey: 1}, none: [{kind: phase_began}]}
  - run: end
  - then: {state: {phase: players, turn: 2}, events: [{kind: phase_began, turn: 2}], decision: {kind: turn, who: one}}
  - choose: end
then: {decision: {who: two}}
"""
    )
    assert tried(text) == ["passed one"]


def test_an_answer_before_a_run_stops_at_the_border(tried):
    text = (
        HEAD
        + """
given: {players: [one], points: {one: 3}}
when:
  - choose: end
  - then: {state: {phase: trouble, points.one: 3}}
  - run: trouble
  - then: {state: {phase: end, points.one: 2, turn: 1}}
  - run: trouble
then: {state: {phase: end}}
"""
    )
    assert tried(text) == ["passed one"]


def test_without_a_run_an_answer_goes_on_to_the_next_question(tried):
    text = HEAD + "given: {players: [one], points: {one: 3}}\nwhen: [{choose: end}]\nthen: {state: {turn: 2}}"
    assert tried(text) == ["passed one"]


def test_a_run_at_an_open_question_goes_on_after_its_answers(tried):
    text = (
        HEAD
        + """
given: {players: [one], points: {one: 3}}
when: [{run: players}, {choose: nod}, {run: trouble}, {choose: end}]
then: {state: {phase: end, turn: 1, points.one: 2}}
"""
    )
    assert tried(text) == ["passed one"]


def test_setup_starts_before_the_first_decision(tried):
    text = HEAD + "given: {setup: {mission: t00, players: 2, seed: 7}}\nthen: {state: {players: [p1, p2], turn: 1}}"
    assert tried(text) == ["passed one"]


def test_over(tried):
    text = HEAD + "given: {points: {one: 11}, dice: [4, 1]}\nwhen: [{choose: dig}]\nthen: {over: won, refused: [dig]}"
    assert tried(text) == ["passed one"]
    assert "was to be lost, and it is won" in tried(text.replace("over: won", "over: lost"))[0]


@pytest.mark.parametrize(
    ("rest", "says"),
    [
        ("given: {dice: [1]}\nwhen: [{choose: dig}]", "2 dice are rolled and only 1 were given (s.yaml:4)"),
        ("given: {dice: [1, 2, 3]}\nwhen: [{choose: dig}]", "dice [3] were given and never rolled (s.yaml:3)"),
        ("given: {}\nwhen:\n - choose: fly", "choose fly is refused: fly does not stand now (s.yaml:5)"),
        ("given: {}\nthen:\n  offered: [end,\n   fly]", "fly was to be offered"),
        ("given: {}\nthen:\n  refused: [end]", "end was to be refused, and it is offered (s.yaml:5)"),
        ("given: {}\nthen:\n  refused: {fly: wing}", "was to say 'wing', and it says: fly does not stand now"),
        ("given: {}\nthen:\n  state: {points.one: 3}", "points.one was to be 3, and it is 0 (s.yaml:5)"),
        ("given: {}\nthen:\n  state: {points.three: 3}", "the state has no points.three, expected one or two"),
        ("given: {}\nthen:\n  state: {rats.pink: 0}", "the state has no rats.pink, expected grey or white"),
        ("given: {}\nthen:\n  state: {turn: true}", "turn was to be true, and it is 1"),
        ("given: {}\nthen:\n  events: [{kind: moved}]", "moved{} was to happen, and there happened: nothing"),
        (
            "given: {}\nwhen: [{choose: 'move:B'}]\nthen:\n  events: [{kind: moved, to: A}]",
            "moved{to: A} was to happen, and there happened: moved{who: one, from: A, to: B}",
        ),
        ("given: {}\nwhen: [{choose: 'move:B'}]\nthen:\n  none: [{kind: moved}]", "was not to happen, and it did"),
        ("given: {}\nthen: {decision: {who: two}}", "the decision's who was to be two, and it is one"),
        ("given: {phase: night}", "no such phase, expected players, trouble or end (s.yaml:3)"),
        ("given: {sun: 1}", "unknown key sun (s.yaml:3)"),
    ],
)
def test_what_differs_is_said_with_its_line(tried, rest, says):
    (line,) = tried(HEAD + rest)
    assert line.startswith("failed one: ")
    assert says in line


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("id: one\ngame: toy\n", "given is missing"),
        ("id: one\ngiven: {}\n", "game is missing"),
        ("id: one\ngame: chess\ngiven: {}\n", "there is no game 'chess'"),
        ("game: toy\ngiven: {}\n", "failed scenario-1: the id is missing"),
        (HEAD + "given: {}\nwehn: []", "unknown key wehn in a scenario, expected when (s.yaml:4)"),
        (HEAD + "given: {}\nwhen: [{chose: x}]", "unknown key chose in a step of when, expected choose"),
        (HEAD + "given: {}\nwhen: [{say: x, choose: y}]", "a step has one key"),
        (HEAD + "given: {}\nwhen: [{run: nigth}]", "there is no phase nigth"),
        (HEAD + "given: {}\nwhen: [x]", "a step of when is no mapping"),
        (HEAD + "given: {}\nthen: {offerd: [x]}", "unknown key offerd in then, expected offered"),
        (HEAD + "given: {}\nthen: {events: [{kind: movd}]}", "there is no event movd, expected moved"),
        (HEAD + "given: {}\nthen: {none: [{kind: movd}]}", "there is no event movd, expected moved"),
        (HEAD + "given: {}\nthen: {events: [{kind: moved, whom: x}]}", "unknown key whom in the event moved"),
        (HEAD + "given: {}\nthen: {events: [x]}", "an event of events has no kind"),
        (HEAD + "given: {}\nthen: {decision: {kind: trun}}", "there is no decision trun, expected turn"),
        (HEAD + "given: {}\nthen: {over: maybe}", "over can't be maybe, expected won, lost or drawn"),
        (HEAD + "given: {seed: -1}", "seed is no seed"),
        (HEAD + "given: {setup: {mision: t00}}", "unknown key mision in setup"),
        ("[id, game]", "a scenario is no mapping"),
    ],
)
def test_mistakes_of_form_are_failures_with_their_line(tried, text, says):
    line = tried(text)[0]
    assert says in line
    assert "s.yaml:" in line


def test_a_malformed_scenario_fails_alone(tried):
    text = "- {id: a, game: toy, given: {}}\n- {id: b, game: toy, given: {}, x: 1}\n- {id: a, game: toy, given: {}}\n"
    first, second, third = tried(text)
    assert first == "passed a"
    assert second.startswith("failed b: unknown key x")
    assert third == "failed a: id a is there already, in line 1, expected another id (s.yaml:3)"


def test_a_rule_that_raises_fails_its_scenario_only(tried, monkeypatch, toy):
    monkeypatch.setattr(toy.Toy, "public", lambda self, state, viewer=None: {}["phase"])
    assert "zterm itself failed: KeyError" in tried(HEAD + "given: {}\nwhen: [{run: players}]")[0]
