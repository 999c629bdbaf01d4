"""Saves of a later zterm, saves that somebody rewrote, exports onto saves, a folder for a mission."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any
from zlib import crc32

import pytest

from zterm import saves
from zterm.cli import run
from zterm.content import paths
from zterm.games import registry
from zterm.kernel.record import SaveError, read


def _save(home: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_DATA_HOME", str(home))
    saved = saves.begin("zombicide", saves.game("zombicide").setup("m00"), 3)
    saved.close()
    return saved.path


def _rewritten(path: Path, **changes: Any) -> Path:
    first, _, rest = path.read_bytes().partition(b"\n")
    body = json.dumps({**json.loads(first[9:]), **changes}).encode()
    path.write_bytes(b"%08x %s\n%s" % (crc32(body), body, rest))
    return path


def test_a_later_format_is_named_whatever_else_is_new(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = _rewritten(_save(tmp_path, monkeypatch), format=2, seed={"new": "shape"})
    with pytest.raises(SaveError, match="format 2"):
        read(path)


@pytest.mark.parametrize("changes", [{"setup": {}}, {"seed": -5}, {"seed": 10**30}])
def test_a_rewritten_recipe_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, changes: Any) -> None:
    path = _rewritten(_save(tmp_path, monkeypatch), **changes)
    with pytest.raises(SaveError):
        saves.resume(str(path))
    with pytest.raises(SaveError):
        saves.anew(read(path).header)


@pytest.mark.parametrize("odd", [1e308, 2**70, ["p1"], None, 5])
@pytest.mark.parametrize("part", ["players", "survivors"])
def test_a_recipe_with_things_that_are_no_names_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], part: str, odd: Any
) -> None:
    path = _save(tmp_path, monkeypatch)
    setup = dict(read(path).header.setup)
    _rewritten(path, setup={**setup, part: [*setup[part][:-1], odd]})
    assert run(["export", str(path), "--format", "text"]) == 2
    assert "never should" not in capsys.readouterr().err


@pytest.mark.parametrize("ending", [".zterm", ".bak"])
def test_an_export_never_replaces_a_save(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], ending: str
) -> None:
    path = _save(tmp_path, monkeypatch)
    target = path.with_suffix(ending)
    target.write_bytes(path.read_bytes())
    before = target.read_bytes()
    assert run(["export", str(path), "--format", "text", "-o", str(target)]) == 2
    assert "a match is kept" in capsys.readouterr().err
    assert target.read_bytes() == before


def test_a_folder_is_no_mission(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["play", f"{tmp_path}/", "--plain"]) == 2
    assert "is a folder" in capsys.readouterr().err


def test_no_home_is_one_sentence(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def nowhere(*_: Any, **__: Any) -> Path:
        raise RuntimeError("no home")

    monkeypatch.setattr("os.path.expanduser", lambda path: path)
    monkeypatch.setattr("platformdirs.user_data_path", nowhere)
    assert run(["saves"]) == 2
    assert "set HOME" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("name", "source"), [("zombicide", "prison_outbreak/m00.yaml"), ("walking_dead", "walking_dead/survival.yaml")]
)
def test_a_mission_of_ones_own_may_be_written_again_by_another_system(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, source: str
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    file = tmp_path / "mine.yaml"
    text = (paths.builtin("missions") / source).read_bytes()
    file.write_bytes(text)
    saved = saves.begin(name, registry.game(name).setup(str(file)), 3)
    saved.choose(saved.match.decision.options[0])  # type: ignore[union-attr]
    saved.close()
    again = f"from zterm import saves; print(saves.resume({saves.save_id(saved.path)!r}).match.answers)"
    file.write_bytes(b"\xef\xbb\xbf" + text.replace(b"\n", b"\r\n"))
    assert subprocess.run([sys.executable, "-c", again], capture_output=True, text=True).stdout == "1\n"
    file.write_bytes(text.replace(b'title: "', b'title: "Not '))
    assert (
        "has changed since this save"
        in subprocess.run([sys.executable, "-c", again], capture_output=True, text=True).stderr
    )
