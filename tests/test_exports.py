"""Exports of a match in every format: whole, escaped, without anything hidden."""

import json
import os
import re
import subprocess
import sys
import xml.dom.minidom
from html.parser import HTMLParser

import pytest

from tests.test_replays import played
from zterm import saves
from zterm.bots import named
from zterm.content import catalogue
from zterm.games.registry import game
from zterm.kernel.record import read
from zterm.plain.shows import Player
from zterm.shows import exports
from zterm.shows.demos import Show, find
from zterm.shows.replays import Replay


def run(*words):
    command = [sys.executable, "-m", "zterm", *words]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, env=dict(os.environ))


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """Every export of a match that mission title and players' names try to break."""
    home = tmp_path_factory.mktemp("home")
    old = os.environ.get("XDG_DATA_HOME")
    os.environ["XDG_DATA_HOME"] = str(home)
    try:
        saved = played(seed=11)
        replay = Replay.of(str(saved.path))
        replay.header.setup["players"][0] = "<b>&\x1b[31m"
        replay.header.seats["<b>&\x1b[31m"] = "human"
        return {form: exports.export(replay, form) for form in exports.FORMATS}, saved
    finally:
        os.environ.pop("XDG_DATA_HOME") if old is None else os.environ.update(XDG_DATA_HOME=old)


def test_text(made):
    text = made[0]["text"]
    assert text.startswith("M00 Tutorial")
    assert "\x1b" not in text
    assert "<b>&\ufffd[31m" in text


def test_json(made):
    data = json.loads(made[0]["json"])
    assert [answer["number"] for answer in data["answers"]] == list(range(len(data["answers"])))
    assert data["outcome"] == made[1].match.over.outcome
    assert data["story"]["people"]
    assert all(event["text"] and event["rule"] for answer in data["answers"] for event in answer["events"])
    for hidden in ("equipment", "zombie_deck", "base", "digest", "snapshot"):
        assert f'"{hidden}"' not in made[0]["json"]


class Page(HTMLParser):
    def __init__(self):
        super().__init__()
        self.open, self.seen = [], set()

    def handle_starttag(self, tag, attrs):
        self.seen.add(tag)
        if tag != "meta":
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


def test_html(made):
    page = Page()
    page.feed(made[0]["html"])
    page.close()
    assert page.open == []
    assert not page.seen & {"b", "script", "img", "link", "iframe"}
    assert "http" not in made[0]["html"]
    assert "&lt;b&gt;&amp;" in made[0]["html"]


def test_svg(made):
    picture = made[0]["svg"]
    xml.dom.minidom.parseString(picture)
    assert "@font-face" not in picture
    assert "url(http" not in picture
    assert "<b>" not in picture


def test_cast(made):
    head, *events = [json.loads(line) for line in made[0]["cast"].splitlines()]
    assert (head["version"], head["width"], head["height"]) == (2, 80, 24)
    times = [event[0] for event in events]
    assert times == sorted(times)
    assert all(event[1] == "o" and event[2].endswith("\r\n") for event in events)
    assert all(len(event[2]) <= 82 and event[2][:-2].isprintable() for event in events)


def test_a_position_shows_no_decks():
    show = Show(find("a-search"))
    show.jump(1)
    saved = show.take_over()
    saved.close()
    data = json.loads(exports.export(Replay.of(str(saved.path)), "json"))
    assert "board" in data["setup"]["position"]
    assert not set(exports.HIDDEN) & data["setup"]["position"].keys()


@pytest.mark.parametrize("form", exports.FORMATS)
def test_on_the_command_line(form, tmp_path):
    name = saves.save_id(played(limit=40).path)
    file = tmp_path / "out"
    done = run("export", name, "--format", form, "-o", str(file))
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert run("export", name, "--format", form).stdout == file.read_text()


def test_wrong_use(tmp_path):
    name = saves.save_id(played(limit=3).path)
    done = run("export", name, "--format", "pdf")
    assert (done.returncode, done.stdout) == (2, "")
    assert "there is no format 'pdf'" in done.stderr
    done = run("export", name, "--format", "text", "-o", str(tmp_path))
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    for file in ("", f"{tmp_path}/new/"):
        done = run("export", name, "--format", "text", "-o", file)
        assert (done.returncode, done.stdout) == (2, "")
        assert f"'{file}' can't be written: it does not name a file" in done.stderr
    assert not (tmp_path / "new").exists()


MATCHES = [("zombicide", "m01"), ("zombicide", "m07"), ("zombicide", "t03"), ("walking_dead", "teams")]


@pytest.mark.parametrize(("name", "mission"), MATCHES)
def test_no_id_is_shown_where_people_read(name, mission):
    saved = saves.begin(name, game(name).setup(mission), 5)
    bot = named.make(name, "random", 5)
    while saved.match.decision is not None and saved.match.answers < 250:
        saved.choose(bot(saved.match))
    saved.close()
    given = {one for answer in read(saved.path).answers for one in (answer.choose, *answer.forced)}
    ids = sorted(one for one in given if ":" in one or "_" in one)
    assert len(ids) > 10
    for code in ("en", "it"):
        catalogue.use(code)
        replay = Replay.of(str(saved.path))
        said = [line for form in ("text", "html", "cast", "svg") for line in exports.export(replay, form).split("\n")]
        Player(Replay.of(str(saved.path)), name, said.append, 0, lambda: None).run(False)
        said += replay.words(1, replay.length)
        text = "\n".join(said)
        assert not [one for one in ids if one in text]
        assert not re.search(r"[a-z]\w*\|\w|bot:|\bzombicide\b|walking_dead", text)
