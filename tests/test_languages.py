"""Every sentence that is said comes from a catalogue: what the code holds, and what every command says in Italian."""

import ast
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

import zterm
from tests.test_catalogues import ENGLISH, names_of_things
from zterm import cli, saves
from zterm.commands.parser import COMMANDS
from zterm.content import catalogue, faults, messages
from zterm.games import registry
from zterm.games.registry import GAMES
from zterm.shows import demos

PACKAGE = Path(zterm.__file__).parent
RAISED = {"InputError", "SaveError", "Usage", "Refused", "Wrong", "ContentError", "Problem", "OutOfDice"}
SAID = {"problem", "key_problem", "note", "refuse", "bad", "_wrong", "complain", "print", "fail", "Failure", "Finding"}
"""Exceptions and functions whose words people read."""

SENTENCES = {
    "a match without history has a position at rest points only": "a mistake of the program itself",
    "the seed is a whole number from 0 to": "a mistake of the program itself: what is typed is looked at before",
    "a setup rule asks for": "a mistake of the program itself",
    "a position is given, not set up": "a mistake of the program itself",
    "there is nothing to decide": "a mistake of the program itself: a front end asks only at a decision",
    "the match is over": "a mistake of the program itself: bots are asked only at a decision",
    "what the terminal sent could not be read": "goes to the log of the terminal's faults",
    "arrows hjkl": "keys as they are written, said by key_name",
    "failed …": "the first word of a verdict is for programs too",
    "passed …": "the first word of a verdict is for programs too",
    "from textual.app import App": "a program that is measured",
    "<!DOCTYPE html>": "the form of a file",
    "body {": "the form of a file",
    '… <span class="rule">': "the form of a file",
    '<span class="answer">': "the form of a file",
    "<details open>": "the form of a file",
    "BoardPane {": "a style sheet",
    "RowsPane {": "a style sheet",
    "true, false": "values as they are written in a file",
    "chapters, rules": "keys as they are written in a file",
    "text, settled": "keys as they are written in a file",
    "{kind: moved, survivor: kim}": "an example as it is written in a file",
    "{survivors.kim.actions: 2}": "an example as it is written in a file",
    "delete SAVE": "what is typed",
    "zterm:": "the name of the program",
    "zterm …": "the name of the program",
    "Python …": "a name",
    "The Walking Dead": "a title",
    "Zombicide: Prison Outbreak": "a title",
    "Paned {": "a style sheet",
    "Page {": "a style sheet",
    "Screen {": "a style sheet",
    "JSON is malformed": "what the JSON decoder says",
    "Input data was": "what the JSON decoder says",
    "Invalid UTF-8": "what the JSON decoder says",
    "Invalid enum": "what the JSON decoder says",
    "Object missing": "what the JSON decoder says",
    "Expected `": "what the JSON decoder says",
    "\\x1b(?:": "a pattern, with remarks for those who read it",
}
"""Literals that look like sentences and may stay, by how they begin, and why."""
IDS = {"box lines", "escape key", "own missions", "own themes", "crash log", "go on", "model name", "Esc q",
       "bold yellow", "PgUp PgDn", "Home End", "2 walker", "start new thread"}  # fmt: skip
"""Names that programs and the code itself use; people read them from a catalogue, or see the signs on their keys."""


def literals(tree):
    """Strings of a module with the calls they stand in: no docstrings, formatted ones with … for their values."""
    docs = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    parents = {child: node for node in ast.walk(tree) for child in ast.iter_child_nodes(node)}
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            text = "".join(str(part.value) if isinstance(part, ast.Constant) else "…" for part in node.values)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docs:
            text = node.value
        else:
            continue
        up = parents.get(node)
        if isinstance(up, ast.JoinedStr | ast.FormattedValue) and isinstance(node, ast.Constant):
            continue
        while isinstance(up, ast.IfExp | ast.BoolOp):
            up = parents.get(up)
        call = up.func if isinstance(up, ast.Call) else None
        yield text, getattr(call, "id", getattr(call, "attr", "")), node.lineno


def allowed(text):
    return text in IDS or any(text.strip().startswith(start) for start in SENTENCES)


def test_no_sentence_stands_outside_the_catalogues():
    found = []
    for file in sorted(PACKAGE.rglob("*.py")):
        for text, call, line in literals(ast.parse(file.read_text(encoding="utf-8"))):
            words = re.findall(r"[A-Za-z']{2,}", text)
            told = call in RAISED | SAID and len(words) > 0 and " " in text.strip()
            sentence = re.search(r"[A-Za-z]{2,}[,;:]? [A-Za-z'{]|[a-z]n?'t\b", text) is not None
            if (told or sentence) and not allowed(text):
                found.append(f"{file.relative_to(PACKAGE)}:{line}: {text[:60]!r}")
    assert found == []


def test_what_may_stay_is_still_there():
    every = [text.strip() for file in PACKAGE.rglob("*.py") for text, _, _ in literals(ast.parse(file.read_text()))]
    assert [start for start in SENTENCES if not any(text.startswith(start) for text in every)] == []
    assert {*every, "2 walker"} >= IDS


@pytest.fixture
def said(monkeypatch, capfd, tmp_path, english):
    """Run a command line in Italian and give what it says, both streams."""
    monkeypatch.setenv("ZTERM_LANG", "it")
    monkeypatch.chdir(tmp_path)

    def run(*words):
        catalogue.use()
        status = cli.run(list(words))
        out, err = capfd.readouterr()
        assert "Traceback" not in err
        return status, out + err

    return run


FUNCTION = set(
    re.findall(r"\w+", "the an is are was of and with your for not this that these be to at by its their or")
)
"""What tells English where names of keys and ids are listed."""
TYPED = re.compile(r"\S*[/_|=.]\S*|--?[a-z]+|'[^']*'|\"[^\"]*\"|[A-Z]{2,}\S*|\b(zterm|bot|tmux|set|python)\b.*")
"""Paths, options, ids and what was typed, as the command line takes it."""


def english_of(text):
    """The English words in a text, without names, ids, and what was typed."""
    values = {value for name in GAMES for option in registry.game(name).options() for value in option.values}
    text = re.sub(rf"'({'|'.join(values)})'|\b({'|'.join(values)})\b(?= [|( ]|$|[,:])", "", text, flags=re.MULTILINE)
    text = re.sub(r"\([a-z_:0-9]+\)$", "", text, flags=re.MULTILINE)
    text, expected, want = text.partition("; previsto: ")
    if expected:
        text += " ".join(word for word in re.findall(r"[A-Za-z']+", want) if word.lower() in FUNCTION)
    for name in ("The Walking Dead", *names_of_things()):
        text = re.sub(re.escape(name), "", text, flags=re.IGNORECASE)
    text = TYPED.sub("", text)
    wanted = {*ENGLISH.split(), "unknown", "missing", "expected", "found", "damaged", "match", "show", "start", "list"}
    wanted -= {"a", "in", "no", "all", "on", "as", "then", "when"}
    return sorted({word for word in re.findall(r"[A-Za-z']+", text) if word.lower() in wanted})


@pytest.fixture
def files(tmp_path):
    """Files with mistakes of every kind."""
    base = PACKAGE.parent / "missions" / "prison_outbreak"
    texts = {
        "keymap.yaml": "temaa: x\nundo: [1, zzz]\n",
        "settings.yaml": "colour: 3\nlanguage: [a]\nspeed: fast\n",
        "themes/bad.yaml": "name: X\ntitle: 3\nlike: nope\ngrounds: {pane: '#12 red'}\nglyphs: {foo: x}\n",
        "scenario.yaml": "- id: A B\n  game: zombicidee\n  given: 3\n  when: [{fly: x}, {choose: 3, run: y}]\n"
        "  then: {over: maybe, offred: x, state: 3, events: [{a: b}]}\n",
        "position.yaml": "- id: ab\n  game: zombicide\n  title: t\n  chapter: c\n  rule: ZB-999\n"
        "  given: {mission: m00, survivors: {bob: {}}, doors: {d99: open}, zombies: {z99: {walkr: 1}}}\n",
        "messages/it.yaml": "language: Italiano\nwrong: {x: '{a!r}'}\nmore: 3\n",
        "broken.yaml": "a: &b 1\na: *b\n",
        "open.yaml": "a: {b: [c\n",
        "tab.yaml": "a: b: c\n",
        "empty.yaml": "",
        "mission.yaml": (base / "m00.yaml").read_text().replace("title:", "titel:").replace("red", "redd"),
        "rules.xx.yaml": "rules: 3\n",
    }
    for name, text in texts.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    return [name for name in texts if name != "rules.xx.yaml"]


def test_every_mistake_in_content_is_said_in_italian(said, files):
    lines = []
    for name in files:
        status, out = said("check", name)
        assert status == 1, name
        lines += out.splitlines()
    assert len(lines) > 25
    assert all("; previsto: " in line or ", expected " not in line for line in lines)
    assert [(line, english_of(line)) for line in lines if english_of(line)] == []


@pytest.mark.parametrize("command", ["", *COMMANDS])
def test_every_help_is_in_italian(said, command):
    status, out = said(*([command] if command else []), "--help")
    assert status == 0
    assert out.startswith("uso: zterm")
    assert english_of(out) == []


ASKED = """
games|missions|missions walking_dead|options|options walking_dead|saves|saves delete nope|paths|doctor
rules zzzz|rules ZB-206|campaign --list|campaign --list nope|campaign a/b --plain|campaign Foo --plain --retry
replay nope|export nope --format txt|continue nope|demo nope|demo a-search b
play nope|play nope/m00|play m00 --survivors nope|play m00 --option x|play m00 --option resurrection=x
play m00 --option nope=1|play m00 --players 9|play m00 --players 99999|play m00 --seed x|play m00 --seat p1=foo
play m00 --seat p1=bot:nope --plain|play m00 --seat p9=human --plain|play nope.yaml|play m00 --plain --json
play m00 --frob|play m00 --seed|plya|simulate m00 --games 0|simulate m00 --bot nope|simulate m00 --games 2 --seed 1
check nope|verify nope|check .|play survival --survivors a,b|play m00 --survivors kim,kim
verify scenario.yaml|verify position.yaml|verify .|play themes/bad.yaml|demo mission.yaml|export m00 --format nope
"""


@pytest.mark.parametrize("line", re.split(r"[|\n]", ASKED.strip()))
def test_every_command_speaks_italian(said, files, line):
    _, out = said(*line.split())
    assert out
    assert english_of(out) == []


def test_a_match_is_kept_shown_and_refused_in_italian(said, files, monkeypatch):
    status, out = said("play", "m00", "--plain", "--seat", "p1=bot:random", "--seed", "7")
    assert status == 0
    save = saves.save_id(saves.paths()[0])
    for words in (["replay", save, "--plain", "--speed", "0"], ["replay", save, "--to", "9999", "--plain"],
                  ["export", save, "--format", "text"], ["continue", save, "--plain"]):  # fmt: skip
        status, more = said(*words)
        out += more
    path = saves.paths()[0]
    whole = path.read_bytes()
    for broken in (b"", b"x", whole.replace(b'"line":"match"', b'"line":"mutch"', 1), whole[:-9], whole + b"zz\nyy\n"):
        path.write_bytes(broken)
        for words in (["continue", save, "--plain"], ["saves"]):
            out += said(*words)[1]
    file = saves.lock(path)
    out += said("continue", save, "--plain")[1] + said("saves", "delete", save)[1]
    os.close(file)
    assert [(line, english_of(line)) for line in out.splitlines() if english_of(line)] == []


STARTED = (
    "--help",
    "missions",
    "play m00 --plain --seed 1",
    "play survival --plain --seed 1",
    "demo held-fast --plain",
)


@pytest.mark.parametrize("code", catalogue.languages())
def test_every_language_starts_and_falls_back(code, tmp_path):
    homes = {f"XDG_{name}_HOME": str(tmp_path) for name in ("DATA", "STATE", "CONFIG", "CACHE")}
    env = {**os.environ, **homes, "ZTERM_LANG": code}
    for line in STARTED:
        command = [sys.executable, "-m", "zterm", *line.split()]
        done = subprocess.run(command, input="", capture_output=True, text=True, env=env, timeout=60, check=True)
        assert done.stderr == ""
        assert done.stdout


DEMOS = sorted((PACKAGE.parent / "missions").glob("*/messages/demos/*.yaml"))


@pytest.mark.parametrize("file", DEMOS, ids=lambda file: f"{file.parents[2].name}-{file.stem}")
def test_demos_are_told_in_italian(file):
    wanted, found = messages.demo_texts(file.parents[2]), messages.read_messages(file)
    assert messages.check_messages(file) == []
    keys = {name: set(table) for name, table in wanted.items() if name == messages.CHAPTERS or name in ids()}
    assert {name: set(table) for name, table in found.items()} == keys
    lines = [str(text) for table in found.values() for text in table.values()]
    assert [(line, english_of(line)) for line in lines if english_of(line)] == []


def ids():
    return {demo.id for demo in demos.listing()}


def test_every_pack_with_demos_has_them_in_italian(english):
    folders = {file.parent.parent for file in demos.demo_files()}
    assert {folder for folder in folders if not (folder / "messages" / "demos" / "it.yaml").is_file()} == set()
    show = demos.Show(demos.find("held-fast"))
    assert show.beats[1].caption.startswith("Three zombies")
    catalogue.use("it")
    show = demos.Show(demos.find("held-fast"))
    assert (show.title, show.chapter) == ("Tre zombi ti tengono fermo", "movimento")
    assert show.beats[1].caption.startswith("Con Shannon")


READ = """
import sys
from zterm import cli
from zterm.content import messages
known, read = messages.read_messages, []
messages.read_messages = lambda path, *more: read.append(path.parent.parent.name) or known(path, *more)
cli.run(sys.argv[1:])
print("read:", *sorted(set(read)), file=sys.stderr)
"""


def test_to_play_no_words_are_read_but_those_of_the_match(tmp_path):
    homes = {f"XDG_{name}_HOME": str(tmp_path) for name in ("DATA", "STATE", "CONFIG", "CACHE")}
    command = [sys.executable, "-c", READ, "play", "m00", "--plain", "--seed", "1"]
    env = {**os.environ, **homes, "ZTERM_LANG": "it"}
    done = subprocess.run(command, input="", capture_output=True, text=True, env=env, timeout=60, check=True)
    assert "Turno 1" in done.stdout
    assert done.stderr == "read: plain prison_outbreak zombicide\n"


class Line(msgspec.Struct):
    number: int
    texts: list[str]


WRONG = (
    b"{", b'{"a":nul}', b"{}", b'{"number":"1","texts":[]}', b'{"number":1,"texts":[2]}', b"[]", b"1 2", b'{"x":"\xff"}'
)  # fmt: skip


@pytest.mark.parametrize("data", WRONG)
def test_what_is_wrong_with_json_is_said_in_the_language_in_use(data):
    catalogue.use("it")
    with pytest.raises(msgspec.MsgspecError) as fault:
        msgspec.json.decode(data, type=Line)
    said = faults.why(fault.value)
    assert said != str(fault.value)
    assert not re.search(r"Expected|malformed|truncated|missing|Invalid|wanted|wrong", said)


def test_lists_of_missions_give_the_id_of_the_difficulty_to_programs(capsys):
    catalogue.use("it")
    assert cli.run(["--lang", "it", "missions", "zombicide", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert {one["difficulty"] for one in told} <= {"easy", "medium", "hard"}
    assert not {"grade", "time"} & set(told[0])
    assert cli.run(["--lang", "it", "missions", "zombicide"]) == 0
    assert "media" in capsys.readouterr().out
