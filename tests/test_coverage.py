"""The scenarios keep showing the rules they once showed, and name only rules that exist."""

from pathlib import Path

import pytest

from tests import coverage_page
from zterm.content import rulebook


@pytest.fixture(scope="module")
def book() -> rulebook.Rulebook:
    return rulebook.load(coverage_page.GAME)


@pytest.fixture(scope="module", params=rulebook.games())
def game(request: pytest.FixtureRequest) -> tuple[rulebook.Rulebook, coverage_page.Coverage]:
    return rulebook.load(request.param), coverage_page.collect(game=request.param)


Game = tuple[rulebook.Rulebook, coverage_page.Coverage]


def baseline(book: rulebook.Rulebook) -> list[str]:
    return [id for id in coverage_page.read_baseline() if id.startswith(coverage_page.prefix(book))]


def test_scenario_files_can_be_read(game: Game) -> None:
    assert game[1].unreadable == []


def test_no_rule_loses_its_last_scenario(game: Game) -> None:
    lost = coverage_page.lost(baseline(game[0]), *game)
    assert not lost, f"no scenario shows {', '.join(lost)} any more (python -m tests.coverage_page --update accepts it)"


def test_baseline_is_sorted_and_known(game: Game) -> None:
    assert [id for id in baseline(game[0]) if game[0].entry(id).kind != "rule"] == []
    ids = coverage_page.read_baseline()
    assert ids == sorted(set(ids))
    heads = tuple(head for name in rulebook.games() for head in coverage_page.prefix(rulebook.load(name)))
    assert [id for id in ids if not id.startswith(heads)] == []


def test_scenarios_and_marks_name_rules_that_exist(game: Game) -> None:
    assert coverage_page.unknown(*game) == {}
    assert [id for id in game[1].components if id not in game[0].entries] == []


def small_project(tmp_path: Path, scenarios: str, tests: str = "") -> coverage_page.Coverage:
    folder = tmp_path / "scenarios" / "zombicide"
    folder.mkdir(parents=True)
    (folder / "some.yaml").write_text(scenarios)
    (tmp_path / "test_some.py").write_text(tests)
    return coverage_page.collect(tmp_path)


def test_page_counts_rules_and_components(book: rulebook.Rulebook, tmp_path: Path) -> None:
    coverage = small_project(
        tmp_path,
        "- {id: one, rule: ZB-130}\n- {id: two, rule: [ZB-130, ZB-131]}\n",
        'import pytest\npytestmark = [pytest.mark.component("ZB-003")]\n\n\n'
        '@pytest.mark.component("ZB-005", "ZB-006")\ndef test_it(): ...\n',
    )
    assert coverage.scenarios["ZB-130"] == ["one", "two"]
    assert coverage.components == {"ZB-003": ["test_some.py"], "ZB-005": ["test_it"], "ZB-006": ["test_it"]}
    assert coverage_page.covered_rules(book, coverage) == ["ZB-130", "ZB-131"]
    move = next(line for line in coverage_page.chapters(book, coverage) if line.number == "6b")
    assert move.rules == (2, 6)
    assert move.missing == ["ZB-129", "ZB-132", "ZB-133", "ZB-134"]
    text = "\n".join(coverage_page.page(book, coverage))
    assert "ZB-129, ZB-132..134" in text


def test_losing_a_scenario_is_noticed(book: rulebook.Rulebook, tmp_path: Path) -> None:
    coverage = small_project(tmp_path, "{id: one, rule: ZB-130}\n")
    assert coverage_page.lost(["ZB-130", "ZB-131"], book, coverage) == ["ZB-131"]


def test_unknown_and_unreadable_are_noticed(book: rulebook.Rulebook, tmp_path: Path) -> None:
    coverage = small_project(tmp_path, "{id: one, rule: [ZB-999, 'M00:silent_alarm']}\n")
    assert coverage_page.unknown(book, coverage) == {"ZB-999": ["one"]}
    (tmp_path / "scenarios" / "zombicide" / "bad.yaml").write_text("a: [")
    assert coverage_page.collect(tmp_path).unreadable == ["bad.yaml"]


def test_baseline_round_trip(tmp_path: Path) -> None:
    path = tmp_path / "covered.txt"
    assert coverage_page.read_baseline(path) == []
    coverage_page.write_baseline(["ZB-002", "ZB-001"], path)
    assert path.read_text() == "ZB-001\nZB-002\n"
    assert coverage_page.read_baseline(path) == ["ZB-001", "ZB-002"]
