"""Simulations: the interval, what is summed up, the same result for the same seed in one process or two."""

from __future__ import annotations

import json

import msgspec
import pytest

from zterm import cli
from zterm.bots import simulate as simulation
from zterm.bots.simulate import Played, interval, simulate, sum_up
from zterm.games.registry import InputError, game


def recipe() -> dict[str, object]:
    return game("zombicide").setup("m00")


def timeless(report: simulation.Simulation) -> dict[str, object]:
    found: dict[str, object] = msgspec.to_builtins(report)
    found.pop("ms_per_decision")
    return found


def test_the_interval_is_wilsons() -> None:
    low, high = interval(50, 100)
    assert (round(low, 4), round(high, 4)) == (0.4038, 0.5962)
    assert interval(0, 10)[0] == 0
    assert interval(10, 10)[1] == 1
    assert interval(0, 0) == (0.0, 1.0)


def test_matches_are_summed_up() -> None:
    played = [
        Played(1, "won", "steps_done", 5, 100, 0, 0.1, 1.0),
        Played(2, "lost", "nobody_left", 9, 300, 6, 0.3, 0.25),
    ]
    report = sum_up("zombicide", "m00", "random", 1, played)
    assert (report.won, report.games, report.rate, report.decisions, report.deaths) == (1, 2, 0.5, 400, 3)
    assert report.turns == {"mean": 7, "median": 7, "least": 5, "most": 9}
    assert report.endings == {"won: steps_done": 1, "lost: nobody_left": 1}
    assert report.ms_per_decision == pytest.approx(1.0)
    assert (report.progress, report.progress_unwon) == (0.625, 0.25)
    assert sum_up("zombicide", "m00", "random", 1, played[:1]).progress_unwon is None
    assert (
        sum_up("walking_dead", "survival", "random", 1, [Played(1, "lost", "extinct", 5, 9, 2, 0.1)]).progress is None
    )


def test_the_same_seed_gives_the_same_report_in_one_process_or_two() -> None:
    seen: list[tuple[int, int]] = []
    one = simulate("zombicide", recipe(), "random", 4, 7, 1, lambda done, of: seen.append((done, of)))
    two = simulate("zombicide", recipe(), "random", 4, 7, 2)
    assert timeless(one) == timeless(two)
    assert seen == [(1, 4), (2, 4), (3, 4), (4, 4)]


def test_an_unknown_bot_is_refused() -> None:
    with pytest.raises(InputError, match="there is no bot 'heuristik'; did you mean heuristic"):
        simulate("zombicide", recipe(), "heuristik", 1)


def test_the_report_says_how_far_matches_came_and_why_they_ended_in_the_language_in_use(
    capsys: pytest.CaptureFixture[str], english: None
) -> None:
    order = ["simulate", "m00", "--bot", "random", "--games", "2"]
    assert cli.run([*order, "--lang", "it"]) == 0
    said = capsys.readouterr().out
    assert "persa: non è rimasto nessun sopravvissuto" in said or "persa: è morto un sopravvissuto" in said
    assert "missione compiuta al" in said
    assert cli.run([*order, "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert 0 <= report["progress"] == report["progress_unwon"] < 1
    assert set(report["endings"]) <= {"lost: nobody_left", "lost: one_of_all_died"}


def test_a_match_in_which_nothing_can_happen_any_more_is_unfinished() -> None:
    setup = game("zombicide").setup("m04", options={"all_means": "alive"})
    played = simulation.one("zombicide", setup, 3, "quick")
    assert played.outcome in ("lost", "won", "unfinished")
    assert played.answers < simulation.LONGEST
