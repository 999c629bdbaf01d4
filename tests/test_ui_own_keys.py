"""Keys of one's own, settings in files, and the rooms in the real program."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.terminal import Terminal
from tests.test_ui_play import begun, drive, home, person, press  # noqa: F401
from tests.test_ui_rooms import played
from zterm import cli, saves
from zterm.content import paths, settings
from zterm.content.loader import parse
from zterm.content.problems import ContentError
from zterm.ui import keymap, ownkeys

ROOT = Path(__file__).parent.parent


@pytest.fixture(autouse=True)
def usual_keys():
    yield
    keymap.bind(keymap.KEYS)


def wrong(text):
    with pytest.raises(ContentError) as caught:
        ownkeys.parse(parse(text, "keymap.yaml"))
    return [str(problem) for problem in caught.value.problems]


def test_no_usual_key_is_taken_by_terminals():
    every = {key for bound in keymap.KEYS for key in bound.keys}
    assert not every & keymap.TAKEN - {"ctrl+z"}
    assert not any(key.startswith(("alt+", "f")) and key[1:].isdigit() for key in every)
    assert not any("alt" in key for key in every)


def test_conflicts_are_said_with_their_places():
    found = wrong("undo: y\nlook: [z, y]\nspeed: x\nredo: x\n")
    assert "keymap.yaml:2:11: y stands for undo (line 1) and for look, expected each key once" in found
    assert any(line.startswith("keymap.yaml:4:7: x stands for speed (line 3) and for redo") for line in found)
    assert any("r stands for rule already" in line for line in wrong("undo: r"))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("undu: y", "keymap.yaml:1:1: there is no key id undu, expected undo"),
        ("undo: a", "a chooses options"),
        ("undo: 7", "7 chooses options"),
        ("undo: ctrl+b", "ctrl+b is taken by terminals"),
        ("undo: ctrl+m", "ctrl+m is Enter to a terminal"),
        ("undo: ctrl+c", "ctrl+c stands for interrupt already"),
        ("undo: [y, bogus]", "keymap.yaml:1:11: bogus is no key"),
        ("undo: []", "undo has no key"),
        ("undo: {y: 1}", "this is no key"),
        ("interrupt: y", "the key of interrupt stays Ctrl-C"),
        ("[undo, y]", "this is no keymap"),
    ],
)
def test_mistakes_of_a_keymap(text, said):
    assert any(said in line for line in wrong(text))


def test_own_keys_are_used_and_helped_with():
    ownkeys.path().parent.mkdir(parents=True)
    ownkeys.path().write_text('left: [left, "4"]\n')
    assert "The keys are the usual ones: keymap.yaml:1:14: 4 chooses options" in ownkeys.load()
    ownkeys.path().write_text('undo: [y, F5]\nredo: Y\nlook: u\nleft: [left, ","]\nmark_back: "<"\n')
    assert ownkeys.load() == ""

    async def script(app, pilot):
        await press(pilot, "o", "down", "y")
        assert person(app, "joshua").area == "z10"
        await press(pilot, "Y", "f5", "u")
        assert app.screen.mode == "look"
        assert "x" not in app.screen.rows["keys"].text()[0].split()
        await press(pilot, "escape", "question_mark", "slash", *"take back")
        assert "y F5" in "\n".join(app.screen.pane.text())
        await press(pilot, "enter", "escape", "O")
        assert "5 of your own" in "\n".join(app.screen.pane.text())

    drive(begun(), script)


NAMED = ["u", "U", "+", "-", "#", "<", "Esc", "PgDn", "ctrl+e", "alt-k", "F12", "Shift-Tab", "ä"]


@pytest.mark.parametrize("key", NAMED)
def test_keys_by_their_names(key):
    names = ownkeys.key_names(key)
    assert names
    assert ownkeys.key_shown(key)
    if len(key) == 1:
        from textual.keys import _character_to_key

        assert names[0] == _character_to_key(key)


def test_the_keymap_of_the_readme_has_no_mistake():
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    row = next(line for line in readme.splitlines() if line.startswith("| `keymap.yaml` |"))
    lines = re.findall(r"`(\w+: [^`]+)`", row)
    bound = {bound.id: bound.keys for bound in ownkeys.parse(parse("\n".join(lines), "keymap.yaml"))}
    assert (bound["undo"], bound["look"]) == (("y",), ("x", "f5"))


def test_check_knows_keymaps_and_settings(tmp_path, capsys):
    good, bad = tmp_path / "keymap.yaml", tmp_path / "settings.yaml"
    good.write_text("undo: y\n")
    bad.write_text("theme: pink\nspeed: off\nforced: true\nglyph: ascii\n")
    assert cli.run(["check", str(good)]) == 0
    assert cli.run(["check", str(bad)]) == 1
    said = capsys.readouterr().out
    assert f"{bad}:1:8: theme can't be 'pink'" in said
    assert f"{bad}:4:1: there is no setting glyph, expected glyphs" in said
    assert len(said.splitlines()) == 2


def test_files_of_comments_alone_set_nothing_and_are_no_mistake(capsys):
    settings.folder().mkdir(parents=True)
    for file in (settings.path(), ownkeys.path()):
        file.write_text("# theme: amber\n\n# undo: y\n")
    assert settings.load().notes == ()
    assert settings.load().values == settings.defaults()
    assert ownkeys.load() == ""
    assert cli.run(["check", str(settings.path()), str(ownkeys.path())]) == 0
    assert capsys.readouterr().out == ""


def test_a_wrong_setting_leaves_the_others_alone():
    settings.folder().mkdir(parents=True)
    settings.path().write_text("theme: pink\nspeed: slow\n")
    found = settings.load()
    assert (found.get("theme"), found.get("speed")) == ("classic", "slow")
    assert found.notes[0].startswith("A setting is as at first: settings.yaml:1:8")
    settings.path().chmod(0o000)
    settings.path().unlink()
    settings.path().mkdir()
    assert settings.load().values == settings.defaults()
    assert "can't be saved" in settings.save({"theme": "amber"})


def test_paths_say_where_settings_and_keys_are(capsys):
    assert cli.run(["paths"]) == 0
    said = capsys.readouterr().out
    assert str(settings.path()) in said
    assert str(ownkeys.path()) in said


def test_the_language_of_the_settings_is_spoken(capsys, monkeypatch):
    from zterm.content import catalogue

    monkeypatch.delenv("ZTERM_LANG", raising=False)
    assert settings.save({"language": "it"}) == ""
    try:
        assert cli.run(["missions", "zombicide"]) == 0
        assert catalogue.language() == "it"
        catalogue.use()
        assert cli.run(["missions", "zombicide", "--lang", "en"]) == 0
        assert catalogue.language() == "en"
    finally:
        monkeypatch.delenv("ZTERM_LANG", raising=False)
        catalogue.use()


def test_the_real_program_shows_demos_replays_and_campaigns():
    name = played()
    with Terminal("demo", "a-round") as t:
        assert t.wait("0 of 3"), t.text()
        t.keys(" ")
        assert "1 of 3" in t.text()
        t.keys("\x1b", 0.4)
        assert "DEMOS" in t.text()
        t.keys("q")
        assert t.end() == 0
        assert b"\x1b[?1049l" in t.sent
    with Terminal("replay", name, "--to", "5") as t:
        assert t.wait("5 of 60"), t.text()
        t.keys("p")
        assert "4 of 60" in t.text()
        t.keys("t")
        assert t.wait("match of yours"), t.text()
        t.keys("Q")
        assert t.end() == 0
    assert len(saves.paths()) == 2
    with Terminal("campaign", "Friday") as t:
        assert t.wait("M10"), t.text()
        t.keys("\r")
        assert t.wait("who acts next"), t.text()
        t.keys("Q")
        assert t.end() == 0
    with Terminal("campaign") as t:
        assert t.wait("Friday"), t.text()
        t.keys("\r")
        assert t.wait("being played"), t.text()
        t.keys("\x03")
        assert t.end() == 130


def test_keys_typed_ahead_reach_the_screens_that_they_open():
    with Terminal() as t:
        assert t.wait("Settings"), t.text()
        t.keys("s\x1b[B\x1b[B\x1b[D")
        assert t.wait("none"), t.text()
        t.keys("q")
        t.keys("d/dice\r")
        assert t.wait("search: dice"), t.text()
        t.keys("\x03")
        assert t.end() == 130
    assert settings.load().get("colours") == "none"
    with Terminal(env={"COLORTERM": "truecolor"}) as t:
        assert t.wait("Settings"), t.text()
        t.keys("\x03")
        assert t.end() == 130
        assert b"\x1b[38" not in t.sent
        assert b";2;" not in t.sent


@pytest.mark.parametrize("size", [(80, 24), (60, 20)])
@pytest.mark.parametrize("begin", [(), ("play", "m00")])
def test_mistakes_in_own_files_are_told_whole_before_anything_else(size, begin):
    settings.folder().mkdir(parents=True)
    settings.path().write_text("theme: pink\nspeed: warp\n")
    ownkeys.path().write_text("undo: e\n")
    with Terminal(*begin, size=size) as terminal:
        assert terminal.wait("Enter goes on")
        said = " ".join(terminal.text().split())
        assert "theme can't be 'pink', expected classic, amber, colour_blind" in said
        assert "mono_ascii (and 1 more). The keys are" in said
        assert "e stands for end already, so undo can't have it, expected another key." in said
        assert "zterm check FILE" in said
        assert ".." not in said
        terminal.keys("\r")
        assert terminal.wait("M00" if begin else "New match")
        terminal.keys("Q")
        assert terminal.end() == 0


def test_a_mission_with_mistakes_is_said_to_be_left_out():
    folder = paths.own("missions")
    (folder / "mine").mkdir(parents=True)
    (folder / "mine" / "pack.yaml").write_text("game: zombicide\n")
    (folder / "mine" / "m77.yaml").write_text("game: zombicide\ntitle: Mine\n")
    (folder / "loose.yaml").write_text("game: walking_dead\ntitle: [\n")
    with Terminal("missions", size=(300, 40)) as terminal:
        assert terminal.end(20) == 0
        assert "zterm: the mission file m77.yaml is left out: " in terminal.text()
        assert "loose.yaml:3:1: not YAML" in terminal.text()
    with Terminal(size=(60, 20)) as terminal:
        assert terminal.wait("New match")
        terminal.keys("g")
        assert terminal.wait("Enter goes on")
        said = " ".join(terminal.text().split())
        assert "The mission file m77.yaml is left out:" in said
        assert "The mission file loose.yaml is left out:" in said
        terminal.keys("\r")
        assert terminal.wait("NEW MATCH")
        terminal.keys("\x1b")
        assert terminal.wait("Find a rule")
        terminal.keys("g")
        assert terminal.wait("NEW MATCH")
        assert "left out" not in terminal.text()


def test_a_window_too_small_says_what_to_do_and_takes_no_key_but_to_leave():
    with Terminal(size=(30, 6)) as terminal:
        assert terminal.wait("Enlarge the window")
        terminal.keys("g")
        terminal.resize(80, 24)
        terminal.kill(28)
        assert terminal.wait("New match")
        assert "NEW MATCH" not in terminal.text()
        terminal.resize(30, 6)
        terminal.kill(28)
        assert terminal.wait("Enlarge the window")
        terminal.keys("Q")
        assert terminal.end() == 0
