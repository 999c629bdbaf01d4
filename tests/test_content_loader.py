"""Reading YAML: what plain words mean, what is refused, and that every message names its place."""

import os
import subprocess
import sys

import pytest

from zterm.content import loader, paths
from zterm.content.problems import ContentError, Problem
from zterm.content.schema import BAD, Entry, choice, flag, list_of, map_of, may, need, record, text, whole


def mistakes(data, path="f.yaml"):
    with pytest.raises(ContentError) as caught:
        loader.parse(data, path)
    return [str(problem) for problem in caught.value.problems]


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("no", "no"),
        ("on", "on"),
        ("Yes", "Yes"),
        ("True", "True"),
        ("true", True),
        ("false", False),
        ("012", "012"),
        ("0o17", "0o17"),
        ("0x1F", "0x1F"),
        ("1_000", "1_000"),
        ("12:30", "12:30"),
        ("2026-01-02", "2026-01-02"),
        ("1e3", "1e3"),
        (".inf", ".inf"),
        ("=", "="),
        ("<<", "<<"),
        ("12", 12),
        ("-3", -3),
        ("1.5", 1.5),
        ("null", None),
        ("", None),
        ('"12"', "12"),
        ("'true'", "true"),
        ("9" * 30, "9" * 30),
    ],
)
def test_plain_words_mean_what_they_look_like(written, meant):
    value = loader.parse(f"key: {written}\n").plain()["key"]
    assert value == meant
    assert type(value) is type(meant)


def test_keys_are_always_text():
    assert list(loader.parse("79: a\non: b\n1.5: c\ntrue: d\n").plain()) == ["79", "on", "1.5", "true"]


def test_every_value_knows_its_place():
    node = loader.parse("a: 1\nb:\n  - x\n  - {c: 2}\n")
    found = node.at("b", 1, "c")
    assert (found.value, found.line, found.column) == (2, 4, 9)
    assert node.keys["b"] == (2, 1)
    assert node.at("b", 7).value is node.at("b").value


@pytest.mark.parametrize(
    ("data", "place", "word"),
    [
        ("a: 1\nb: 2\na: 3\n", "f.yaml:3:1:", "line 1"),
        ("a:\n  b: 1\n  b: 2\n", "f.yaml:3:3:", "key b"),
        ("a: &x [1]\n", "f.yaml:1:4:", "anchor"),
        ("a: *x\n", "f.yaml:1:4:", "alias"),
        ("a: !!python/object/apply:os.system [id]\n", "f.yaml:1:4:", "tag"),
        ("a: !!binary aGk=\n", "f.yaml:1:4:", "tag"),
        ("a: 1\n---\nb: 2\n", "f.yaml:2:1:", "second document"),
        ("a: [1, 2\n", "f.yaml:2:1:", "not YAML"),
        ("a: b: c\n", "f.yaml:1:5:", "not YAML"),
        ("\tb: 1\n", "f.yaml:1:1:", "not YAML"),
        ("? [a]\n: 1\n", "f.yaml:1:3:", "no text"),
        ("a: x\x1b[31m\n", "f.yaml:1:5:", "U+001B"),
        ("a: ok\nb: x\u202ey\n", "f.yaml:2:5:", "U+202E"),
        ('a: "x\\e[0m"\n', "f.yaml:1:4:", "U+001B"),
        ('a: "\\u2066"\n', "f.yaml:1:4:", "U+2066"),
        ('"\\u202e": 1\n', "f.yaml:1:1:", "U+202E"),
        ("", "f.yaml:1:1:", "empty"),
        ("# nothing\n", "f.yaml:1:1:", "empty"),
    ],
)
def test_what_is_refused_is_told_with_its_place(data, place, word):
    found = mistakes(data)
    assert any(line.startswith(place) and word in line for line in found), found


def test_all_mistakes_are_told_at_once():
    found = mistakes("a: &x 1\nb: 2\nb: 3\nc: *x\n")
    assert [line.split(":")[1] for line in found] == ["1", "3", "4"]


def test_bytes_that_are_no_text():
    assert mistakes(b"a: 1\nb: \xff\xfe\n")[0].startswith("f.yaml:2:4: this is not UTF-8")


def test_a_byte_order_mark_is_no_harm():
    assert loader.parse(b"\xef\xbb\xbfa: 1\n").plain() == {"a": 1}


@pytest.mark.parametrize(
    "data", ["[" * 50_000, "[" * 500 + "]" * 500, "{a: " * 300 + "1" + "}" * 300, "- " * 5_000 + "1"]
)
def test_deep_nesting_ends_with_a_message(data):
    found = mistakes(data)
    assert len(found) == 1
    assert found[0].startswith("f.yaml:1:")


def test_bombs_are_defused():
    bomb = "a: &a [x, x, x]\n" + "".join(
        f"{b}: &{b} [{', '.join(['*' + a] * 9)}]\n" for a, b in zip("abcdefgh", "bcdefghi", strict=True)
    )
    assert any("alias" in line for line in mistakes(bomb))
    assert "too many parts" in mistakes("[" + "1," * loader.MAX_NODES + "1]")[0]
    assert "too large" in mistakes("#" * (loader.MAX_BYTES + 1))[0]
    assert "too long" in mistakes("a: " + "x" * (loader.MAX_TEXT + 1))[0]


def test_a_file_that_is_not_there(tmp_path):
    with pytest.raises(ContentError) as caught:
        loader.read(tmp_path / "none.yaml")
    assert "none.yaml:0:0: cannot be read" in str(caught.value)
    with pytest.raises(ContentError, match="cannot be read"):
        loader.read(tmp_path)


SCHEMA = record(
    {
        "name": need(text("a name")),
        "kind": need(choice("street", "room")),
        "size": may(whole(1, 9), 3),
        "loud": may(flag, False),
        "parts": may(list_of(whole(0, 9)), []),
        "more": may(map_of(text("text")), Entry()),
    }
)


def checked(data):
    problems: list[Problem] = []
    return SCHEMA(loader.parse(data, "f"), problems), [str(problem) for problem in problems]


def test_the_schema_fills_in_what_was_left_out():
    value, found = checked("name: x\nkind: room\n")
    assert not found
    assert value == {"name": "x", "kind": "room", "size": 3, "loud": False, "parts": [], "more": {}}
    assert value.node.at("kind").line == 2


def test_the_schema_tells_every_mistake():
    value, found = checked("nmae: x\nkind: rom\nsize: 12\nloud: no\nparts: [1, x, 2, true]\n")
    assert value is BAD
    assert found == [
        "f:1:1: unknown key nmae, expected name",
        "f:1:1: key name is missing, expected name",
        "f:2:7: found rom, expected street or room",
        "f:3:7: found 12, expected a whole number from 1 to 9",
        "f:4:7: found no, expected true or false",
        "f:5:12: found x, expected a whole number",
        "f:5:18: found true, expected a whole number",
    ]


def test_importing_content_is_cheap():
    heavy = ("yaml", "platformdirs", "babel")
    code = f"import sys, zterm.content.loader, zterm.content.paths; print([m for m in {heavy} if m in sys.modules])"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env={**os.environ})
    assert run.stdout.strip() == "[]"


def test_packs_and_missions_are_found(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert paths.packs()["prison_outbreak"] == paths.builtin("missions") / "prison_outbreak"
    assert paths.find_mission("M00") == paths.find_mission("prison_outbreak/m00")
    assert paths.find_mission("none") is None
    own = paths.own("missions")
    own.mkdir(parents=True)
    (own / "mine.yaml").write_text("id: mine\n")
    assert paths.find_mission("mine") == own / "mine.yaml"
    assert [folder.name for folder in paths.folders("missions")] == ["missions", "missions"]
