"""Message files of any kind: what is refused, with its place, and what missing or broken ones lead to."""

import pytest

from zterm import cli
from zterm.content import catalogue
from zterm.games.zombicide import catalogue as zombicide

GAME = zombicide.MESSAGES.folder


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "messages").mkdir()
    (tmp_path / "messages" / "en.yaml").write_text(
        "language: English\nopen: {items: names}\nnouns:\n  hit: {one: '{n} hit', other: '{n} hits'}\n"
        "events:\n  moved: '{who} goes to {to}'\n  shot: '{n:hit}'\n"
    )
    return tmp_path / "messages"


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("events: {moved: '{who} va'}\n", "1:1: the language's own name is missing"),
        ("language: I\nevents: {mooved: x}\n", "2:10: there is no message mooved in English, expected moved"),
        ("language: I\nevent: {moved: x}\n", "2:1: there is no section event in English, expected events"),
        ("language: I\nevents: {moved: '{where} x'}\n", "2:17: {where} is no field of moved, expected {to} or {who}"),
        ("language: I\nevents: {moved: '{who x'}\n", "2:17: this template can't be filled"),
        ("language: I\nevents: {moved: '{who.x} x'}\n", "2:17: this template can't be filled: {who.x} is no field"),
        ("language: I\nevents: {moved: '{who!r} x'}\n", "2:17: this template can't be filled: {who} is no field"),
        ("language: I\nevents: {moved: '{who:>3} x'}\n", "2:17: this template can't be filled: '>3' is no word"),
        ("language: I\nevents: {moved: '{who:gone} x'}\n", "2:17: gone is no noun, variant, field or form"),
        ("language: I\nevents: {moved: 3}\n", "2:17: 3 is no text"),
        ("language: I\nevents: {moved: {}}\n", "2:17: this message has no form"),
        ("language: I\nevents: x\n", "2:9: the section events is no mapping"),
        ("language: I\ncomplete: soon\n", "2:11: this is no value for complete"),
        ("language: I\nnouns: {hit: {one: a}}\n", "2:14: the form other is missing, expected one and other"),
        ("language: I\nnouns: {hit: {one: a, two: b, other: c}}\n", "2:23: it has no form two"),
        ("language: I\nlanguage: J\n", "2:1: key language is there already"),
        ("- a\n", "1:1: these are no messages"),
        ("language: [\n", "2:1: not YAML"),
    ],
)
def test_mistakes_of_messages_are_placed(text, what, folder, capsys):
    file = folder / "it.yaml"
    file.write_text(text)
    assert cli.run(["check", str(file)]) == 1
    assert f"{file}:{what}" in capsys.readouterr().out


def test_good_messages_pass(folder, capsys):
    text = "language: Italiano\nitems: {axe: ascia}\nnouns: {hit: {one: colpo, other: '{n} colpi'}, more: x}\n"
    (folder / "it.yaml").write_text(
        text + "variants: {gone: {m: andato, f: andata}}\nevents: {moved: '{who:gone} {to}'}\n"
    )
    assert cli.run(["check", str(folder)]) == 0
    assert capsys.readouterr().out == ""


def test_a_file_of_no_language_is_told(folder, capsys):
    (folder / "qq.yaml").write_text("language: x\n")
    assert cli.run(["check", str(folder)]) == 1
    assert "qq is no language" in capsys.readouterr().out


@pytest.mark.parametrize("broken", ["language: [\n", "events: {moved: '{nobody}'}\n", "events: x\n", None])
def test_a_file_that_is_broken_or_gone_ends_in_one_sentence(broken, tmp_path, monkeypatch, capsys):
    if broken is not None:
        (tmp_path / "en.yaml").write_text((GAME / "en.yaml").read_text())
        (tmp_path / "it.yaml").write_text(broken)
    monkeypatch.setattr(zombicide.MESSAGES, "folder", tmp_path)
    zombicide.MESSAGES.forget()
    try:
        assert cli.run(["options", "zombicide", "--lang", "it"]) == 2
        said = capsys.readouterr()
        assert said.err.count("\n") == 1
        assert said.err.startswith(f"zterm: {tmp_path}/{'en' if broken is None else 'it'}.yaml:")
        assert "Traceback" not in said.err
    finally:
        monkeypatch.undo()
        zombicide.MESSAGES.forget()


def test_what_a_language_leaves_out_is_said_in_english(folder):
    (folder / "it.yaml").write_text("events: {moved: '{who} va a {to}'}\n")
    small = catalogue.Catalogue(folder)
    catalogue.use("it")
    assert small.say("events", "moved", who="Kim", to="z1") == "Kim va a z1"
    assert small.say("events", "shot", n=1) == "1 hit"
    assert small.say("events", "shot", n=2) == "2 hits"
    catalogue.use("ru")
    assert small.say("events", "moved", who="Kim", to="{z1}") == "Kim goes to {z1}"


def test_messages_chosen_by_number(folder):
    (folder / "en.yaml").write_text(
        "language: English\nevents: {left: {'0': nobody left, one: one left, other: '{n} left'}}\n"
    )
    small = catalogue.Catalogue(folder)
    assert [small.say("events", "left", n=n) for n in (0, 1, 2)] == ["nobody left", "one left", "2 left"]


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("m77: {}\n", "1:1: there is no section m77 in English, expected m00"),
        ("m00: {step_9: x}\n", "1:7: there is no message step_9 in English"),
        ("m00: {rule_cart: x}\n", "1:7: there is no message rule_cart in English, expected rule_cars"),
        ("m00: {story: 'x {y}'}\n", "1:14: {y} is no field of story, expected no field"),
    ],
)
def test_mistakes_of_a_packs_messages_are_placed(text, what, tmp_path, capsys):
    (tmp_path / "pack.yaml").write_text("id: small\n")
    (tmp_path / "m00.yaml").write_text("id: m00\ntitle: T\nsteps: [{text: a}]\nrules: [{id: cars}]\n")
    file = tmp_path / "messages" / "it.yaml"
    file.parent.mkdir()
    file.write_text(text)
    assert cli.run(["check", str(file)]) == 1
    assert f"{file}:{what}" in capsys.readouterr().out


def test_rules_references_are_checked(tmp_path, capsys):
    (tmp_path / "rules.yaml").write_text(
        'chapters: [{key: a, number: "1", title: A, pages: "1"}]\n'
        'rules:\n  X-1: {chapter: a, page: "1", class: rule, part: base, text: x}\n'
    )
    (tmp_path / "rules.it.yaml").write_text("rules:\n  X-1: y\n")
    assert cli.run(["check", str(tmp_path)]) == 0
    (tmp_path / "rules.it.yaml").write_text("rules:\n  X-2: y\n")
    assert cli.run(["check", str(tmp_path)]) == 1
    assert f"{tmp_path}/rules.it.yaml:2:3: there is no rule X-2, expected X-1" in capsys.readouterr().out
