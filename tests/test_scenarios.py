"""Every scenario of tests/scenarios and every demo of the packs is a test of its own."""

from pathlib import Path

import pytest

from zterm.content.paths import builtin
from zterm.content.problems import ContentError
from zterm.games.scenario import Malformed, files, load
from zterm.games.trial import verify

FOLDER = Path(__file__).parent / "scenarios"


def _all():
    for file in [*files(FOLDER), *sorted(builtin("missions").glob("*/demos/*.yaml"))]:
        try:
            yield from load(file)
        except ContentError as fault:
            yield Malformed(file.stem, fault.problems, str(file), 1)


SCENARIOS = list(_all())


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda s: s.id)
def test_scenario(scenario):
    verdict = verify(scenario)
    assert verdict.passed, "\n".join(f"{f.what} ({verdict.path}:{f.line})" for f in verdict.failures)


def test_ids_are_unique():
    ids = [scenario.id for scenario in SCENARIOS]
    assert sorted(set(ids)) == sorted(ids)
