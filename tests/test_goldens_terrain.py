"""The terrain missions can be won and lost: recorded playthroughs end as they did, event by event.

``pytest tests/test_goldens_terrain.py --update-goldens`` writes digests and events anew where the answers still stand.
"""

import pytest

from tests import golden

FOLDER = golden.FOLDER / "terrain"
FILES = sorted(path for path in FOLDER.glob("t??_*.txt") if not path.name.endswith(".events.txt"))
OUTCOMES = {"win": "won", "loss": "lost"}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_golden(path, request):
    recorded = golden.read(path)
    played = golden.replay(recorded)
    if request.config.getoption("--update-goldens"):
        golden.write(path, played)
        return
    assert played.golden.outcome == OUTCOMES[path.stem.split("_")[1]]
    events = path.with_suffix(".events.txt").read_text(encoding="utf-8").splitlines()
    for number, (was, now) in enumerate(zip(events, played.events.splitlines(), strict=False), 1):
        assert now == was, f"{path.stem}.events.txt:{number}"
    assert len(played.events.splitlines()) == len(events)
    assert played.golden == recorded
    assert played.text == path.read_text(encoding="utf-8")


def test_every_mission_has_both():
    assert [path.stem for path in FILES] == sorted(f"t0{n}_{end}" for n in range(1, 5) for end in OUTCOMES)
