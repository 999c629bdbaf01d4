"""Replays: checked at every answer, stepped, jumped, branched; and the chronicle of every match that ends."""

import os
import re
import subprocess
import sys
from zlib import crc32

import msgspec
import pytest

from zterm import saves
from zterm.bots import named
from zterm.content import catalogue
from zterm.content.paths import builtin
from zterm.games.registry import game
from zterm.kernel.record import SaveError
from zterm.session import Session, seat
from zterm.shows import chronicle
from zterm.shows.demos import Show, find
from zterm.shows.replays import Replay
from zterm.ui.rooms import stage


def run(*words, **more):
    command = [sys.executable, "-m", "zterm", *words]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, env=dict(os.environ), **more)


def played(seed=7, limit=10_000, mission="m00"):
    saved = saves.begin("zombicide", game("zombicide").setup(mission), seed)
    bot = named.make("zombicide", "random", seed)
    while saved.match.decision is not None and saved.match.answers < limit:
        saved.choose(bot(saved.match))
    saved.close()
    return saved


@pytest.fixture
def save():
    return played()


def test_every_answer_is_shown_once(save):
    replay = Replay.of(str(save.path))
    beats = [beat for beat, _ in replay.auto()]
    assert [beat.number for beat in beats] == list(range(replay.length + 1))
    assert replay.match.digest() == save.match.digest()
    assert not replay.trouble
    assert beats[-1].outcome == save.match.over.outcome
    assert not replay.forward()


def test_jumping_shows_what_stepping_shows(save):
    stepped = [beat for beat, _ in Replay.of(str(save.path)).auto()]
    replay = Replay.of(saves.save_id(save.path))
    for number in (replay.length, 0, 40, 39, 41, 17, 16, 15, 1):
        assert replay.jump(number)
        assert replay.at == number
        if number:
            assert replay.beat == stepped[number]
    assert replay.back()
    assert not replay.back()
    assert not replay.jump(replay.length + 1)
    assert not replay.jump(-1)


def test_answers_that_are_not_shown_read_as_they_will_when_they_are(save):
    beats = [beat for beat, _ in Replay.of(str(save.path)).auto()]
    labels = ["", *(beat.label for beat in beats[1:])]
    assert all(labels[1:])
    for here in (0, 1, 37, len(labels) - 1):
        replay = Replay.of(str(save.path))
        replay.jump(here)
        before = replay.match.digest()
        assert replay.words(0, 12) == labels[:13]
        assert replay.words(here, here) == [labels[here]]
        assert replay.words(30, replay.length) == labels[30:]
        assert (replay.at, replay.match.digest()) == (here, before)


def test_answers_that_can_not_be_played_again_have_no_words(save):
    forged(save.path, 9, choose="no:such_thing")
    replay = Replay.of(str(save.path))
    assert all(replay.words(1, 8))
    assert not any(replay.words(9, replay.length))
    assert "no:such" not in " ".join(shown(stage.steps(replay, 60, 16, False)))
    replay.jump(replay.length)
    assert replay.trouble
    assert not any(replay.words(9, replay.length))


def shown(rows):
    return ["".join(bit.text for bit in row.bits) for row in rows]


def test_turns(save):
    replay = Replay.of(str(save.path))
    for turn, number in replay.turns().items():
        assert replay.jump_turn(turn)
        assert (replay.at, replay.beat.turn) == (number, turn)
    assert not replay.jump_turn(replay.last_turn + 1)
    assert not replay.jump_turn(0)


def test_branch(save):
    replay = Replay.of(str(save.path))
    replay.jump(30)
    fork = replay.branch()
    assert fork.path != save.path
    assert fork.match.digest() == replay.match.digest()
    fork.close()
    again = saves.resume(saves.save_id(fork.path))
    assert again.match.answers == 30
    again.close()


def test_a_taken_over_demo_is_replayed_too():
    show = Show(find("waking-a-building"))
    show.jump(show.length)
    saved = show.take_over()
    saved.close()
    replay = Replay.of(str(saved.path))
    assert replay.jump(replay.length)
    assert not replay.trouble
    assert replay.match.digest() == saved.match.digest()


def forged(path, number, **change):
    """Change a line of a save, with a sound checksum."""
    lines = path.read_bytes().splitlines(keepends=True)
    at = [i for i, line in enumerate(lines) if b'"line":"answer"' in line][number - 1]
    plain = msgspec.json.decode(lines[at][9:])
    plain.update(change)
    body = msgspec.json.encode(plain)
    lines[at] = b"%08x %s\n" % (crc32(body), body)
    path.write_bytes(b"".join(lines))


@pytest.mark.parametrize("change", [{"digest": "0" * 16}, {"draws": 99999}, {"choose": "attack:banana:z1"}])
def test_what_differs_is_reported_and_not_played_on(save, change):
    forged(save.path, 20, **change)
    replay = Replay.of(str(save.path))
    while replay.forward():
        pass
    assert replay.at == 19
    assert "answer 20" in replay.trouble
    assert not replay.jump(25)
    assert replay.at == 19
    done = run("replay", str(save.path))
    assert done.returncode == 1
    assert "answer 20" in done.stderr


def test_another_seed_is_noticed(save):
    forged(save.path, 1)
    lines = save.path.read_bytes().splitlines(keepends=True)
    body = lines[0][9:].rstrip().replace(b'"seed":7', b'"seed":8')
    lines[0] = b"%08x %s\n" % (crc32(body), body)
    save.path.write_bytes(b"".join(lines))
    replay = Replay.of(str(save.path))
    assert "the beginning replays differently" in replay.trouble
    assert not replay.forward()


def test_no_save(tmp_path):
    with pytest.raises(SaveError):
        Replay.of(str(tmp_path / "none.zterm"))
    done = run("replay", "nothing")
    assert (done.returncode, done.stdout) == (2, "")


def test_on_the_command_line(save):
    name = saves.save_id(save.path)
    done = run("replay", name)
    assert done.returncode == 0
    assert done.stdout.count("\nChoice: ") == Replay.of(name).length
    tail = run("replay", name, "--to", "t3", "--speed", "0")
    assert tail.returncode == 0
    assert "Turn 3, players phase" in tail.stdout
    assert "Turn 2, players phase" not in tail.stdout
    assert run("replay", name, "--to", "99999").returncode == 2
    assert run("replay", name, "--to", "-1").returncode == 2
    forked = run("replay", name, "--to", "12", "--step", input="b\n\nt\nquit\n")
    assert forked.returncode == 0
    assert "Saved as m00-" in forked.stdout
    assert len(saves.paths()) == 2


def test_every_match_that_ends_gets_a_chronicle(save):
    saved = saves.resume(saves.save_id(save.path))
    session = seat(saved)
    session.settle()
    saved.close()
    assert session.chronicle is not None
    assert session.chronicle.parent == chronicle.folder()
    told = session.chronicle.read_text()
    for word in ("Outcome: Match lost: ", "Seed:    7", "Survivors", "Log", "Watts", "> "):
        assert word in told
    assert told.count(" > ") >= len(save.match.rules.content.box.sheets)


def test_chronicles_are_never_overwritten(save):
    first = chronicle.keep(save.path)
    assert chronicle.keep(save.path) == first
    first.write_text("mine")
    second = chronicle.keep(save.path)
    assert second != first
    assert first.read_text() == "mine"
    assert not [file for file in chronicle.folder().iterdir() if file.name.startswith(".")]


def test_a_front_end_may_tell_later(save):
    saved = saves.resume(saves.save_id(save.path))
    session = Session(saved)
    session.telling = False
    session.settle()
    assert session.chronicle is None
    session.tell()
    saved.close()
    assert session.chronicle is not None


def test_a_chronicle_that_cannot_be_kept_does_no_harm(save):
    chronicle.folder().parent.mkdir(parents=True, exist_ok=True)
    chronicle.folder().write_text("in the way")
    saved = saves.resume(saves.save_id(save.path))
    session = Session(saved)
    session.settle()
    saved.close()
    assert session.chronicle is None
    assert "can't be kept" in session.untold


@pytest.mark.parametrize("front", ["--plain", "--json"])
def test_front_ends_say_where_it_is(front):
    replay = Replay.of(saves.save_id(played(seed=9).path))
    answers = [given.choose for given in replay.record.answers]
    saved = saves.branch(replay.header, answers[:-1])
    name = saves.save_id(saved.path)
    saved.close()
    line = '{"choose":"%s"}\n' if front == "--json" else "%s\n"
    done = run("continue", name, front, input=line % answers[-1])
    assert done.returncode == 0
    said = done.stderr if front == "--json" else done.stdout
    assert f"The chronicle of this match is in {chronicle.folder() / name}.txt" in said


def test_a_game_without_storyteller(toy):
    saved = saves.begin("toy", toy.setup("t00"), 3)
    session = Session(saved)
    while saved.match.decision is not None:
        session.answer(saved.match.decision.options[0])
    saved.close()
    assert session.chronicle is not None
    assert "Outcome:" in session.chronicle.read_text()


def test_dice_are_held_against_expectation():
    show = Show(find("who-is-hit-first"))
    show.jump(show.length)
    saved = show.take_over()
    saved.close()
    told = chronicle.chronicle(Replay.of(str(saved.path)))
    assert [(one.name, one.dice, one.hits, one.expected) for one in told.story.luck] == [
        ("Joshua", 6, 5, 2.0),
        ("Shannon", 1, 1, 0.5),
    ]
    assert [(one.name, one.kills) for one in told.story.people] == [("Joshua", 3), ("Shannon", 1)]
    assert sum(death.count for death in told.story.deaths) == 4
    assert any("3 dead" in line for line in told.map) or any("4 dead" in line for line in told.map)


def test_a_chronicle_names_the_options_that_were_chosen(save):
    told = chronicle.text(chronicle.chronicle(Replay.of(str(save.path))))
    assert "Options" not in told
    assert "kukri" not in told
    setup = game("zombicide").setup("m00", options={"all_means": "alive", "fillers": "pans"})
    chosen = saves.begin("zombicide", setup, 3)
    chosen.close()
    facts = dict(chronicle.chronicle(Replay.of(str(chosen.path))).facts)
    wanted = 'who "all" means: all who are still alive; filler cards: Pans from the first on'
    assert [value for value in facts.values() if "Pans" in value] == [wanted]


def test_a_chronicle_in_italian(save):
    catalogue.use("it")
    try:
        told = chronicle.text(chronicle.chronicle(Replay.of(str(save.path))))
    finally:
        catalogue.use()
    assert "Esito:" in told
    assert "Sopravvissuti" in told
    assert not re.search(r"\b(Outcome|Survivors|Log|wounds|kills|killed|alive)\b", told)


def test_a_replay_of_a_changed_mission_says_so_by_its_title(tmp_path):
    own = tmp_path / "own.yaml"
    own.write_text((builtin("missions") / "prison_outbreak" / "m02.yaml").read_text())
    saved = saves.begin("zombicide", game("zombicide").setup(str(own)), 1)
    saved.close()
    lines = saved.path.read_bytes().splitlines(keepends=True)
    header = msgspec.json.decode(lines[0][9:])
    body = msgspec.json.encode(header | {"content": "other"})
    saved.path.write_bytes(b"%08x %s\n" % (crc32(body), body) + b"".join(lines[1:]))
    assert any("the mission Finding the Keys has changed" in note for note in Replay.of(str(saved.path)).notes)
