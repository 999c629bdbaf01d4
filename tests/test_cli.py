"""The command line: what it answers, exit statuses, one sentence for every mistake, signals, pipes."""

import errno
import json
import os
import pty
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from zterm import __version__, cli, saves
from zterm.bots.simulate import interval

ROOT = Path(__file__).parent.parent


def process(*args, text="", env=None, **kind):
    """Run the toy's command in a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "tests.toyrun", *map(str, args)],
        input=text,
        capture_output=True,
        text=True,
        cwd=ROOT,
        env={**os.environ, **(env or {})},
        timeout=60,
        **kind,
    )


def test_version_imports_nothing_heavy():
    code = "import sys; sys.argv=['zterm','--version']; from zterm.__main__ import main; main(); print(*sys.modules)"
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, check=True).stdout
    assert out.startswith(f"zterm {__version__}\n")
    assert not {"argparse", "msgspec", "yaml", "textual", "platformdirs", "zterm.cli"} & set(out.split())


def test_version_also_among_other_words(zterm):
    assert zterm("--version", "--lang", "en") == (0, f"zterm {__version__}\n", "")


def test_help_names_every_command(zterm):
    status, out, err = zterm("--help")
    assert status == 0
    assert err == ""
    assert all(name in out for name in cli.COMMANDS)
    for name in cli.COMMANDS:
        assert zterm(name, "--help")[0] == 0


def test_without_a_terminal_the_title_is_a_list_of_commands(zterm):
    status, out, _ = zterm()
    assert status == 0
    assert "play" in out


MISTAKES = [
    (["ply"], "there is no command 'ply'; did you mean play?"),
    (["PLAY"], "there is no command 'PLAY'; did you mean play?"),
    (["xyzzy"], "there is no command 'xyzzy'; the commands are play"),
    (["simulate"], "required: [GAME/]MISSION|FILE"),
    (["play", "t01"], "there is no mission 't01'; did you mean t00?"),
    (["play", "toys/t00"], "there is no game 'toys'; did you mean toy?"),
    (["play", "toy/zzz"], "there is no mission 'zzz'; there are: t00"),
    (["play", "nowhere.yaml"], "there is no file 'nowhere.yaml'"),
    (["play", "t00", "--seed", "-1"], "the seed is a whole number from 0 to 9223372036854775807, not '-1'"),
    (["play", "t00", "--seed"], "argument --seed: expected one argument"),
    (["play", "t00", "--seed=-1"], "the seed is a whole number from 0 to 9223372036854775807, not '-1'"),
    (["play", "t00", "--seed", "9223372036854775808"], "the seed is a whole number"),
    (["play", "t00", "--seed", "9" * 5000], "the seed is a whole number"),
    (["play", "t00", "--seed", "x"], "not 'x'"),
    (["play", "t00", "--seed", "1.5"], "not '1.5'"),
    (["play", "t00", "--seed", "1_000"], "not '1_000'"),
    (["play", "t00", "--seed", "٣"], "not '٣'"),
    (["play", "t00", "--seed", ""], "the seed is a whole number"),
    (["play", "t00", "--players", "0"], "the number of players is a whole number from 1 to 99"),
    (["play", "t00", "--players", "1000000000"], "the number of players"),
    (["play", "t00", "--players", "7"], "1 to 2 players, not 7"),
    (["play", "t00", "--survivors", "an"], "there is no survivor 'an'; did you mean ann?"),
    (["play", "t00", "--survivors", ""], "there is no survivor ''"),
    (["play", "t00", "--option", "rian=on"], "there is no match option 'rian'; did you mean rain?"),
    (["play", "t00", "--option", "rain"], "--option takes KEY=VALUE"),
    (["play", "t00", "--option", "rain=on", "--option", "rain=off"], "given twice"),
    (["play", "t00", "--seat", "one"], "--seat takes PLAYER=human or PLAYER=bot:NAME"),
    (["play", "t00", "--seat", "one=cat"], "--seat takes"),
    (["play", "t00", "--seat", "p1=bot:randm"], "there is no bot 'randm'; did you mean random?"),
    (["play", "t00", "--players", "1", "--seat", "p2=human"], "there is no player 'p2'"),
    (["play", "t00", "--plain", "--json"], "not allowed with"),
    (["play", "t00", "--colour"], "unrecognized arguments: --colour"),
    (["play", "t00", "--pla"], "unrecognized arguments"),
    (["continue"], "there is no saved match yet"),
    (["continue", "x"], "there is no save 'x'"),
    (["saves", "remove"], "zterm saves delete SAVE"),
    (["saves", "delete"], "zterm saves delete SAVE"),
    (["saves", "delete", "../x"], "there is no save"),
    (["missions", "toyy"], "there is no game 'toyy'; did you mean toy?"),
    (["options", "nix"], "there is no game 'nix'"),
    (["check", "nowhere"], "there is no file or folder 'nowhere'"),
    (["verify", "nowhere"], "there is no file or folder 'nowhere'"),
    (["simulate", "t00", "--bot", "x"], "there is no bot 'x'"),
    (["simulate", "t00", "--games", "0"], "the number of games"),
    (["simulate", "t00", "--jobs", "x"], "the number of jobs"),
    (["games", "--lang", "xx"], "there is no language 'xx'; there are: en"),
]


@pytest.mark.parametrize(("args", "says"), MISTAKES, ids=lambda v: " ".join(v)[:40] if isinstance(v, list) else "")
def test_a_mistake_is_one_sentence_and_status_2(zterm, args, says):
    status, out, err = zterm(*args)
    assert (status, out) == (2, "")
    assert err.startswith("zterm: ")
    assert err.count("\n") == 1
    assert len(err) < 500
    assert says in err
    assert not saves.folder().exists() or list(saves.folder().iterdir()) == []


def test_games_missions_options(zterm):
    assert zterm("games") == (0, "toy  Diggers  1 mission\n", "")
    assert json.loads(zterm("games", "--json")[1]) == [{"id": "toy", "title": "Diggers", "version": "1", "missions": 1}]
    assert "t00  First hole" in zterm("missions", "TOY")[1]
    assert json.loads(zterm("missions", "--json")[1])[0]["id"] == "t00"
    assert (
        zterm("options")[1] == "toy  rain  TOY-4  Whether it rains.\n    off: it is dry (default)\n    on: it rains\n"
    )
    assert json.loads(zterm("options", "toy", "--json")[1])[0]["values"] == ["off", "on"]


def test_rules(zterm):
    status, out, _ = zterm("rules", "zb-130")
    assert status == 0
    assert out.startswith("ZB-130  ")
    found = json.loads(zterm("rules", "ZB-130", "--json")[1])
    assert [rule["id"] for rule in found] == ["ZB-130"]
    assert zterm("rules", "xyzzy")[1:] == ("", "zterm: no rule says 'xyzzy'\n")
    assert len(json.loads(zterm("rules", "noise", "--json")[1])) > 1


def test_paths(zterm, tmp_path):
    _, out, _ = zterm("paths")
    assert str(tmp_path / "data" / "zterm" / "saves") in out
    assert json.loads(zterm("paths", "--json")[1])["saves"] == str(tmp_path / "data" / "zterm" / "saves")


def test_play_in_a_pipe_is_plain_and_saves():
    done = process("play", "T00", "--seed", "0", text="dig\n")
    assert done.returncode == 0
    assert "Seed 0." in done.stdout
    assert "Dug happened." in done.stdout
    assert done.stderr == ""
    again = process("continue", "--json")
    first = json.loads(again.stdout.splitlines()[0])
    assert (first["seed"], first["resumed"]) == (0, True)
    assert "Resumed as" in process("continue", first["save"].upper()).stdout
    assert first["save"] in process("saves").stdout
    listed = json.loads(process("saves", "--json").stdout)[0]
    assert {k: listed[k] for k in ("id", "game", "mission", "turn", "outcome", "answers", "trouble")} == {
        "id": first["save"],
        "game": "toy",
        "mission": "t00",
        "turn": 1,
        "outcome": None,
        "answers": 1,
        "trouble": "",
    }
    assert process("saves", "delete", first["save"]).stdout == f"deleted {first['save']}\n"
    assert json.loads(process("saves", "--json").stdout) == []


def test_a_random_seed_is_drawn_and_shown():
    seeds = {json.loads(process("play", "t00", "--json").stdout.splitlines()[0])["seed"] for _ in range(3)}
    assert len(seeds) == 3
    assert all(0 <= seed < 2**63 for seed in seeds)


def test_bots_play_whole_matches_and_keep_their_seats():
    done = process("play", "t00", "--json", "--seat", "p1=bot:random", "--seat", "p2=bot:random", "--seed", "4")
    assert done.returncode == 0
    assert json.loads(done.stdout.splitlines()[-1])["type"] == "over"
    half = process("play", "t00", "--json", "--seat", "p1=human", "--seat", "p2=bot:random", text='{"choose":"end"}\n')
    asked = [json.loads(line) for line in half.stdout.splitlines()]
    assert {line["who"] for line in asked if line["type"] == "decision"} <= {"p1", "all"}
    again = process("continue", "--json", text='{"choose":"end"}\n')
    asked = [json.loads(line) for line in again.stdout.splitlines()]
    assert {line["who"] for line in asked if line["type"] == "decision"} <= {"p1", "all"}


def test_play_a_scenario_file(tmp_path):
    path = tmp_path / "mine.yaml"
    path.write_text("id: mine\ngame: toy\ngiven: {at: {one: B}, points: {two: 3}, seed: 8, dice: [1, 1, 1]}\n")
    text = "".join(f'{{"choose":"{option}"}}\n' for option in ("open:d1", "dig", "dig"))
    done = process("play", path, "--json", text=text)
    assert "error" not in done.stdout
    assert json.loads(done.stdout.splitlines()[0])["seed"] == 8
    again = process("continue", "--json", text='{"get":"state"}\n')
    state = json.loads(again.stdout.splitlines()[2])
    assert state["points"]["two"] == 3
    assert state["doors"] == {"d1": "open"}
    path.write_text("id: mine\ngame: toy\ngiven: {at: {one: B}, sun: 3}\n")
    done = process("play", path)
    assert (done.returncode, done.stdout) == (2, "")
    assert f"{path}:3:23: unknown key sun" in done.stderr


@pytest.mark.parametrize("signum", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
@pytest.mark.parametrize("how", ["--plain", "--json"])
def test_a_signal_saves_and_ends_with_its_status(signum, how):
    game = subprocess.Popen(
        [sys.executable, "-m", "tests.toyrun", "play", "t00", how, "--seed", "1"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=ROOT,
        text=True,
    )
    game.stdin.write("dig\n" if how == "--plain" else '{"choose":"dig"}\n')
    game.stdin.flush()
    while "ug happened" not in game.stdout.readline():
        pass
    time.sleep(0.05)
    game.send_signal(signum)
    _, err = game.communicate(timeout=60)
    assert game.returncode == 128 + signum
    assert err == ""
    assert [info.answers for info in saves.listing()] == [1]
    assert process("continue", "--json").returncode == 0


def test_a_signal_ends_it_also_when_nobody_takes_what_it_says():
    command = [sys.executable, "-m", "zterm", "play", "m00", "--plain"]
    done = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    done.stdin.write(b"help\n" * 2000)
    done.stdin.flush()
    time.sleep(2)
    done.send_signal(signal.SIGTERM)
    assert done.wait(8) == 128 + signal.SIGTERM


def test_an_ignored_hangup_stays_ignored():
    script = f"trap '' HUP; {sys.executable} -m tests.toyrun play t00 --json"
    game = subprocess.Popen(
        ["sh", "-c", script], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT, start_new_session=True
    )
    game.stdout.readline()
    os.killpg(game.pid, signal.SIGHUP)
    out, _ = game.communicate('{"choose":"dig"}\n', timeout=60)
    assert '"dug"' in out
    assert game.returncode == 0


def test_a_reader_that_leaves_is_no_fault():
    script = f"yes dig | {sys.executable} -m tests.toyrun play t00 --plain | head -2"
    done = subprocess.run(["sh", "-c", script], capture_output=True, text=True, cwd=ROOT, timeout=60)
    assert done.stdout.count("\n") == 2
    assert done.stderr == ""


def test_a_full_output_is_one_sentence():
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "tests.toyrun", "games"], stdout=full, stderr=subprocess.PIPE, text=True, cwd=ROOT
        )
    assert done.returncode == 2
    assert done.stderr == "zterm: the output can't be written: No space left on device\n"


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
def test_closed_streams_are_no_fault(closed):
    script = f"{sys.executable} -m tests.toyrun play t00 --seed 1 {closed}"
    done = subprocess.run(["sh", "-c", script], capture_output=True, text=True, cwd=ROOT, timeout=60, input="")
    assert "Traceback" not in done.stdout + done.stderr
    assert done.returncode in (0, 2)


@pytest.mark.parametrize(
    "env",
    [
        {"LC_ALL": "C"},
        {"LC_ALL": "C", "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"},
        {"TERM": "dumb", "NO_COLOR": "1"},
        {"COLUMNS": "x", "LINES": "-1"},
        {"LANG": "xx_YY.nonsense"},
    ],
)
def test_the_environment_never_makes_a_command_fail(env):
    for args in (["games"], ["rules", "ZB-130"], ["saves"], ["--help"], ["play", "t00", "--seed", "1"]):
        done = process(*args, env=env)
        assert done.returncode == 0, done.stderr
    assert process("play", "żółw", env=env).returncode == 2


def terminal(env, wishes):
    """Play on a terminal of its own and return all that was shown."""
    main, side = pty.openpty()
    game = subprocess.Popen(
        [sys.executable, "-m", "tests.toyrun", "play", "t00", "--seed", "1"],
        stdin=side,
        stdout=side,
        stderr=side,
        cwd=ROOT,
        env={**os.environ, **env},
    )
    os.close(side)
    os.write(main, wishes)
    shown = b""
    while True:
        try:
            part = os.read(main, 4096)
        except OSError:
            break
        if not part:
            break
        shown += part
    os.close(main)
    return game.wait(timeout=60), shown.decode()


def test_a_dumb_terminal_gets_plain_lines():
    status, shown = terminal({"TERM": "dumb"}, b"dig\nquit\n")
    assert status == 0
    assert "Dug happened." in shown
    assert "\x1b" not in shown
    assert "? " in shown


def test_an_unforeseen_fault_is_a_sentence_and_a_log(zterm, toy, monkeypatch, tmp_path):
    monkeypatch.setattr(toy, "missions", lambda: 1 // 0)
    status, out, err = zterm("missions")
    assert (status, out) == (2, "")
    assert err.count("\n") == 1
    assert "ZeroDivisionError" in err
    log = tmp_path / "state" / "zterm" / "crash.log"
    assert str(log) in err
    assert "Traceback" in log.read_text()
    monkeypatch.setenv("XDG_STATE_HOME", "/dev/null")
    assert "can't be written" in zterm("missions")[2]


def test_a_data_folder_that_can_not_be_made_is_a_sentence(zterm, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", "/dev/null")
    status, _, err = zterm("play", "t00", "--json")
    assert status == 2
    assert re.fullmatch(r"zterm: /dev/null/zterm.*: this folder can't be made: Not a directory\n", err)


def test_verify(zterm, tmp_path):
    good = "{id: a, game: toy, given: {}, then: {offered: [end]}}"
    (tmp_path / "one.yaml").write_text(f"- {good}\n- {{id: b, game: toy, given: {{}}, then: {{offered: [fly]}}}}\n")
    (tmp_path / "two.yaml").write_text("a: [\n")
    status, out, err = zterm("verify", tmp_path)
    lines = out.splitlines()
    assert (status, err) == (1, "")
    assert lines[0] == "passed a"
    assert lines[1].startswith("failed b: fly was to be offered")
    assert lines[1].endswith("one.yaml:2)")
    assert lines[2].startswith("failed two: not YAML")
    (tmp_path / "two.yaml").write_text(good)
    assert "failed a: this id is taken already" in zterm("verify", tmp_path)[1]
    assert zterm("verify", tmp_path / "two.yaml")[:2] == (0, "passed a\n")


def test_check(zterm, tmp_path):
    path = tmp_path / "one.yaml"
    path.write_text("id: a\ngame: toy\ngiven: {}\nwehn: []\n")
    status, out, _ = zterm("check", path)
    assert (status, out) == (1, f"{path}:4:1: unknown key wehn in a scenario, expected when\n")
    path.write_text("id: a\ngame: toy\ngiven: {sun: 1}\n")
    assert zterm("check", path)[1] == f"{path}:3:9: unknown key sun\n"
    path.write_text("id: a\ngame: toy\ngiven: {}\n")
    assert zterm("check", path)[:2] == (0, "")
    path.write_text("game: toy\nname: a mission\n")
    assert zterm("check", path)[1] == f"{path}:1:1: the toy has no files\n"
    path.write_text("game: chess\n")
    assert zterm("check", path)[1].startswith(f"{path}:1:7: there is no game 'chess'")


def test_simulate(zterm):
    status, out, err = zterm("simulate", "t00", "--games", "20", "--seed", "1", "--json")
    assert (status, err) == (0, "")
    report = json.loads(out)
    assert report["games"] == 20
    assert sum(report["endings"].values()) == 20
    assert report["interval"][0] <= report["rate"] <= report["interval"][1]
    again = json.loads(zterm("simulate", "toy/T00", "--games", "20", "--seed", "1", "--jobs", "2", "--json")[1])
    same = ("won", "turns", "decisions", "endings")
    assert {key: again[key] for key in same} == {key: report[key] for key in same}
    assert "won" in zterm("simulate", "t00", "--games", "3")[1]


def test_bench(zterm, monkeypatch):
    from zterm.bench import engine, foresight, row, screens

    monkeypatch.setattr(engine, "rows", lambda say: [row("clone", "a clone", 0.5, "ms", 1, "most")])
    monkeypatch.setattr(foresight, "rows", lambda name, say: [row("hint", "a hint", 1200.0, "ms", 1000, "most")])
    monkeypatch.setattr(screens, "rows", lambda say: [row("play", "chess", None, "ratio", 0.25, "least", note="no")])
    report = json.loads(zterm("bench", "--json")[1])
    assert report["machine"]["cores"] > 0
    assert [(r["id"], r["met"]) for r in report["rows"]] == [("clone", True), ("hint", False), ("play", None)]
    assert "a clone: 0.5 ms (at most 1: met)" in zterm("bench")[1]


@pytest.fixture
def forbidden(tmp_path, monkeypatch):
    """A folder that nobody may look into, for the administrator too."""
    folder = tmp_path / "forbidden"
    folder.mkdir()
    real = os.stat, os.lstat, os.scandir, os.listdir, os.mkdir

    def guarded(call):
        def called(path=".", *args, **kind):
            if isinstance(path, str | os.PathLike) and str(path).startswith(f"{folder}{os.sep}"):
                raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
            return call(path, *args, **kind)

        return called

    for call in real:
        monkeypatch.setattr(os, call.__name__, guarded(call))
    return folder


def test_a_folder_that_may_not_be_looked_into_is_one_sentence(zterm, forbidden, monkeypatch):
    for command, file in (("play", "m.yaml"), ("check", "m.yaml"), ("continue", "m.zterm")):
        status, _, err = zterm(command, forbidden / file)
        assert (status, err.count("\n")) == (2, 1)
        assert "something went wrong" not in err
    monkeypatch.setenv("XDG_DATA_HOME", str(forbidden))
    assert zterm("missions")[::2] == (0, "")
    assert zterm("campaign", "--list")[0] == 0
    assert "Permission denied" in zterm("play", "t00", "--plain")[2]
    assert "something went wrong" not in zterm("doctor")[2]


def test_language_before_or_after_the_command(zterm):
    assert zterm("--lang", "EN", "games")[0] == zterm("games", "--lang", "en")[0] == 0
    assert zterm("games", "--lang", "it_IT.UTF-8") == zterm("--lang", "it", "games")


EARLY = """
import os, signal, sys
class Finder:
    def find_spec(name, path=None, target=None):
        if name == "zterm.cli":
            os.kill(os.getpid(), signal.SIGINT)
sys.meta_path.insert(0, Finder)
from zterm.__main__ import main
sys.exit(main())
"""


def test_ctrl_c_before_anything_is_done_ends_without_a_word():
    done = subprocess.run([sys.executable, "-c", EARLY], capture_output=True)
    assert (done.returncode, done.stdout, done.stderr) == (-signal.SIGINT, b"", b"")


@pytest.mark.parametrize("encoding", ["utf-16", "utf-32-be", "utf-8-sig"])
def test_an_encoding_that_no_terminal_has_is_not_used(encoding):
    env = {**os.environ, "PYTHONIOENCODING": encoding}
    done = subprocess.run([sys.executable, "-m", "zterm", "games"], capture_output=True, env=env)
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.startswith(b"zombicide")


@pytest.mark.parametrize(
    ("fault", "why"),
    [
        (MemoryError(), "Cannot allocate memory"),
        (OSError(errno.EMFILE, "Too many open files", "/somewhere"), "Too many open files"),
        (OSError(errno.ENFILE, "Too many open files in system"), "Too many open files in system"),
    ],
)
def test_what_the_system_has_too_little_of_is_said(zterm, monkeypatch, tmp_path, fault, why):
    def fail(*args):
        raise fault

    monkeypatch.setattr(cli, "_run", fail)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    assert zterm("games") == (2, "", f"zterm: the system does not give zterm what it needs: {why}\n")
    assert not (tmp_path / "state").exists()
    monkeypatch.setattr(cli, "_failed", fail)
    assert zterm("games") == (2, "", f"zterm: {type(fault).__name__}\n")


def test_intervals():
    low, high = interval(50, 100)
    assert (round(low, 4), round(high, 4)) == (0.4038, 0.5962)
    assert interval(0, 10)[0] == 0
    assert interval(10, 10)[1] == 1
    assert interval(0, 0) == (0.0, 1.0)


def test_bench_measures_previews_odds_and_hints():
    from zterm.bench import foresight

    heard = []
    rows = foresight.rows("zombicide", heard.append)
    assert [r["id"] for r in rows] == ["threat", "odds", "hint"]
    assert all(r["value"] > 0 and r["positions"] > 5 for r in rows)
    assert heard


def test_play_without_a_mission_begins_the_first_one(zterm, tmp_path):
    done = process("play", "--plain", "--seed", "3", env={"XDG_DATA_HOME": str(tmp_path)})
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("Diggers. Seed 3. ")
    assert "the guided first one without it" in zterm("play", "--help")[1]
