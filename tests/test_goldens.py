"""Every mission can be won and can be lost: recorded playthroughs end as they did, event by event.

``pytest tests/test_goldens.py --update-goldens`` writes digests and events anew where the answers still stand;
``python -m tests.golden_find m03 win`` looks for other answers.
"""

import pytest

from tests import golden
from zterm.games.zombicide import game

FILES = golden.files()


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_golden(path, request):
    recorded = golden.read(path)
    played = golden.replay(recorded)
    if request.config.getoption("--update-goldens"):
        golden.write(path, played)
        return
    assert played.golden.outcome == {"win": "won", "loss": "lost"}[path.stem.split("_")[1]]
    events = path.with_suffix(".events.txt").read_text(encoding="utf-8").splitlines()
    for number, (was, now) in enumerate(zip(events, played.events.splitlines(), strict=False), 1):
        assert now == was, f"{path.stem}.events.txt:{number}"
    assert len(played.events.splitlines()) == len(events)
    assert played.golden == recorded
    assert played.text == path.read_text(encoding="utf-8")


MISSIONS = {f"m{number:02}" for number in range(11)} | {f"t0{number}" for number in range(1, 5)}


@pytest.mark.parametrize("end", ["win", "loss"])
def test_every_mission_has_one(end):
    found = {path.stem.removesuffix(f"_{end}") for path in FILES if path.stem.endswith(f"_{end}")}
    assert found == MISSIONS <= {info.id for info in game.missions()}
