"""A survivor of one's own, made as the manual for missions says, word by word."""

import re
import subprocess
import sys

from tests.test_ui_play import look
from zterm.content import paths
from zterm.games.zombicide import game, shelf
from zterm.ui.newmatch import NewMatch

README = (paths.builtin("missions") / "README.md").read_text(encoding="utf-8")
M00 = (paths.builtin("missions") / "prison_outbreak" / "m00.yaml").read_text(encoding="utf-8")


def made(folder):
    """The pack that the manual describes."""
    folder.mkdir(parents=True)
    manifest = re.search(r"- `pack.yaml`: `(.*?)`, `(.*?)`, `(.*?)` and `(.*?)`;", README).groups()
    (folder / "pack.yaml").write_text("\n".join(manifest), encoding="utf-8")
    entry = README[README.index("```yaml\n  mira:") + 8 :]
    (folder / "survivors.yaml").write_text("survivors:\n" + entry[: entry.index("```")], encoding="utf-8")
    mission = M00.replace("id: m00", "id: my_m00").replace("pack: prison_outbreak", "pack: mine")
    (folder / "my_m00.yaml").write_text(mission, encoding="utf-8")


def zterm(*args):
    done = subprocess.run(
        [sys.executable, "-m", "zterm", *args], input="", capture_output=True, text=True, timeout=60, check=False
    )
    return done.stdout + done.stderr


def test_mira_plays_as_the_manual_says(tmp_path):
    made(tmp_path / "data" / "zterm" / "missions" / "mine")
    assert zterm("check", str(tmp_path / "data" / "zterm" / "missions" / "mine")) == ""
    command = re.search(r"`zterm (play my_m00 .*?)`", README).group(1).split()
    shown = zterm(*command, "--plain")
    assert "Mira is orange now" in shown, shown
    assert "did you mean mira" in zterm("play", "my_m00", "--survivors", "mirra,kim,joshua,belle", "--plain")
    assert "there is no survivor 'mira'" in zterm("play", "m00", "--survivors", "mira,kim,joshua,belle", "--plain")


def test_the_form_for_a_new_match_shows_mira(tmp_path, monkeypatch):
    made(tmp_path / "data" / "zterm" / "missions" / "mine")
    shelf.files.cache_clear()
    game._missions.cache_clear()
    try:
        form = NewMatch(look())
        assert [figure.id for figure in form.figures][-1] == "grindlock"
        form.mission = [mission.id for mission in form.missions].index("my_m00") - 1
        form.change("mission", "", 1)
        assert [figure.id for figure in form.figures][-1] == "mira"
        assert form.picked == {figure.id: figure.id != "mira" for figure in form.figures}
    finally:
        shelf.files.cache_clear()
        game._missions.cache_clear()
