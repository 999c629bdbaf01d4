"""``check`` and ``verify``: files are told apart by what they are, and checked as that."""

import pytest

from zterm.cli import run
from zterm.content.paths import builtin

BOX = builtin("missions") / "prison_outbreak"
SOUND = {
    BOX / "m00.yaml": "passed m00: this is a mission; no mistake found in it\n",
    BOX / "pack.yaml": "passed pack: this is part of a content pack; no mistake found in it\n",
    BOX / "coach.yaml": "passed coach: this is a file of coach notes; no mistake found in it\n",
    BOX / "messages/it.yaml": "passed it: this is a file of messages; no mistake found in it\n",
    builtin("themes") / "amber.yaml": "passed amber: this is a theme; no mistake found in it\n",
}


@pytest.fixture
def said(capsys):
    def ask(*words):
        status = run([str(word) for word in words])
        return status, capsys.readouterr().out

    return ask


@pytest.mark.parametrize("file", SOUND, ids=lambda file: file.stem)
def test_a_file_without_scenarios_is_called_what_it_is(said, file):
    assert said("verify", file) == (0, SOUND[file])


def test_its_mistakes_are_those_of_its_kind(said, tmp_path):
    keys, settings, mission = (tmp_path / name for name in ("keymap.yaml", "settings.yaml", "mine.yaml"))
    keys.write_text("undo: y\nlok: z\n")
    settings.write_text("theme: clasic\ndice: 7\n")
    mission.write_text((BOX / "m00.yaml").read_text().replace("title:", "titel:"))
    assert said("verify", keys) == (
        1,
        f"failed keymap: this is a keymap: there is no key id lok, expected look ({keys}:2)\n",
    )
    status, out = said("verify", settings, mission)
    assert status == 1
    first, second = out.splitlines()
    assert first.startswith("failed settings: this is a file of settings: ")
    assert first.endswith(f"; and 1 more ({settings}:1)")
    assert second.startswith("failed mine: this is a mission: ")
    assert "key title is missing" in second
    assert "scenario" not in out


def test_a_pack_is_one_line_for_all_its_parts(said):
    status, out = said("verify", BOX)
    assert status == 0
    assert out.count("part of a content pack") == 1
    assert out.count("this is a mission") == 11
    assert "passed a-search\n" in out


def test_a_scenario_that_forgot_its_position_is_still_a_scenario(said, tmp_path):
    file = tmp_path / "one.yaml"
    file.write_text("id: one\ngame: zombicide\nwhen: []\n")
    assert said("verify", file)[1].startswith("failed one: given is missing or no mapping")
    assert ": given is missing or no mapping" in said("check", file)[1]
    file.write_text("[]")
    for command in ("check", "verify"):
        status, out = said(command, file)
        assert (status, "there is no scenario here" in out) == (1, True)


def test_what_is_no_match_is_not_played_and_what_is_no_scenario_not_shown(tmp_path, capsys):
    empty = tmp_path / "empty.yaml"
    empty.write_text("[]")
    theme, part = builtin("themes") / "amber.yaml", BOX / "tiles.yaml"
    for words, why in (
        (["play", theme], f"'{theme}' is a theme; only missions and scenarios are played"),
        (["play", part], f"'{part}' is part of a content pack; only missions and scenarios are played"),
        (["demo", BOX / "m00.yaml"], f"'{BOX / 'm00.yaml'}' holds no scenario, and a demo is one"),
        (["play", empty], f"{empty}:1:1: there is no scenario here"),
        (["demo", empty], f"{empty}:1:1: there is no scenario here"),
    ):
        assert run([str(word) for word in words]) == 2
        assert capsys.readouterr().err == f"zterm: {why}\n"


def test_the_words_of_a_refusal_are_found_in_every_language(said):
    sight = BOX / "demos" / "02_sight.yaml"
    for code in ("en", "it"):
        status, out = said("--lang", code, "verify", sight)
        assert (status, out.count("passed")) == (0, 4), out
