"""Campaigns: missions in order, retries and losses, several side by side, and nothing lost whenever zterm dies."""

import json
import os
import random
import signal
import subprocess
import sys
import time
from itertools import count

import msgspec
import pytest

from tests.terminal import Terminal
from zterm import campaign as story
from zterm import saves
from zterm.bots import named
from zterm.games.registry import InputError, game
from zterm.kernel import journal, record
from zterm.kernel.record import SaveError

COMMAND = [sys.executable, "-m", "zterm"]


def run(*words, typed=""):
    return subprocess.run(
        [*COMMAND, *words], input=typed, capture_output=True, text=True, timeout=60, env=dict(os.environ)
    )


def finish(campaign, seed=5):
    """Play the mission that is on with the random bot to its end."""
    campaign, saved, _ = story.play(campaign, seed)
    bot = named.make("zombicide", "random", seed)
    while saved.match.decision is not None:
        saved.choose(bot(saved.match))
    saved.close()
    return story.refresh(campaign)


def win(campaign):
    """Begin the mission that is on and pretend that it was won."""
    campaign, saved, _ = story.play(campaign, 1)
    saved.close()
    last = story.msgspec.structs.replace(campaign.tries[-1], outcome="won")
    return story.write(story._with_last(campaign, last))


def test_the_story_begins_with_the_first_mission():
    campaign = story.start("Night shift")
    assert campaign.missions == tuple(f"m{number:02}" for number in range(11))
    assert story.next_step(campaign) == story.Step("begin", "m00")
    assert len(campaign.team) == 6
    assert story.load("night SHIFT") == campaign
    with pytest.raises(InputError):
        story.start("Night Shift")


def test_a_loss_is_retried_or_accepted():
    campaign = finish(story.start("one"))
    assert campaign.tries[0].outcome == "lost"
    assert campaign.tries[0].turns > 0
    assert os.path.isfile(campaign.tries[0].chronicle)
    assert story.next_step(campaign).what == "decide"
    campaign = finish(campaign, 6)
    assert [one.mission for one in campaign.tries] == ["m00", "m00"]
    campaign = story.accept(campaign)
    assert story.next_step(campaign) == story.Step("begin", "m01")
    with pytest.raises(InputError):
        story.accept(campaign)
    states = [chapter.state for chapter in story.chapters(campaign)]
    assert states == ["accepted", "next"] + ["ahead"] * 9
    tallies = {one.id: one for one in story.tallies(campaign)}
    assert set(tallies) == set(campaign.team)
    assert all(one.missions == 2 for one in tallies.values())
    assert sum(one.deaths for one in tallies.values()) >= 2


def test_eleven_wins_finish_it():
    campaign = story.start("all")
    for number in range(11):
        assert story.next_step(campaign).mission == f"m{number:02}"
        campaign = win(campaign)
    assert story.next_step(campaign).what == "finished"
    assert {chapter.state for chapter in story.chapters(campaign)} == {"won"}
    with pytest.raises(InputError):
        story.play(campaign, 1)
    assert story.load("all") == campaign


def test_a_match_under_way_is_taken_up_again():
    campaign, saved, resumed = story.play(story.start("one"), 4)
    assert not resumed
    saved.choose(saved.match.decision.options[0])
    saved.close()
    campaign, again, resumed = story.play(story.load("one"), 99)
    assert resumed
    assert again.path == saved.path
    assert again.match.answers == 1
    again.close()
    assert len(campaign.tries) == 1


def test_a_deleted_save_is_forgotten():
    campaign, saved, _ = story.play(story.start("one"), 4)
    saved.close()
    saves.delete(saves.save_id(saved.path))
    campaign = story.refresh(campaign)
    assert campaign.tries == ()
    assert story.next_step(campaign) == story.Step("begin", "m00")


@pytest.mark.parametrize("moment", [1, 2])
def test_death_around_the_beginning_of_a_match(moment, monkeypatch):
    """Once after the intention was written, once after the save was made: the same match is found again."""
    campaign = story.start("one")
    real, calls = story.write, []

    def dies(what):
        calls.append(what)
        if moment == 2 and len(calls) == 2:
            raise KeyboardInterrupt
        return real(what)

    with monkeypatch.context() as patch:
        patch.setattr(story, "write", dies)
        if moment == 1:
            patch.setattr(story, "begin", lambda *rest: (_ for _ in ()).throw(KeyboardInterrupt))
        with pytest.raises(KeyboardInterrupt):
            story.play(campaign, 4)
    campaign, saved, resumed = story.play(story.load("one"), 99)
    assert saved.header.seed == 4
    assert resumed == (moment == 2)
    saved.close()
    assert len(saves.paths()) == 1


def test_two_processes_do_not_play_one_campaign():
    story.start("one")
    with story.held("one"), pytest.raises(SaveError), story.held("one"):
        pass
    with story.held("one"):
        done = run("campaign", "one")
    assert done.returncode == 2
    assert "another zterm is playing the campaign one" in done.stderr


@pytest.mark.parametrize("name", ["", "..", "a/b", "../../x", "x" * 41, "a\nb", "-x"])
def test_names_that_are_none(name):
    with pytest.raises(InputError):
        story.file_of(name)


def test_other_names():
    assert story.start("Città del'Ombra").name == "Città del'Ombra"
    assert story.start("हिन्दी की रात").name == "हिन्दी की रात"
    assert not story.exists("हिन्दी का रात")
    assert story.start("e\u0301clair").name == "éclair"
    assert story.exists("ÉCLAIR")
    assert story.load("E\u0301clair").name == "éclair"
    assert story.exists("città del'ombra")
    with pytest.raises(InputError, match="did you mean Città"):
        story.load("Citta del'Ombra")


def test_a_bad_file_is_said():
    story.start("one")
    story.file_of("one").write_text("{")
    with pytest.raises(SaveError):
        story.load("one")
    assert story.listing() == []
    done = run("campaign", "one")
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)


@pytest.mark.parametrize(
    ("was", "now", "says"),
    [
        ('"zombicide"', '"a game of another day"', "a game that zterm does not know"),
        ("[", '[],\n "once": [', "has no missions"),
        ("{", "", "is no campaign"),
    ],
)
def test_a_bad_file_is_listed_with_what_is_wrong_and_ends_nothing(was, now, says):
    story.start("one")
    story.start("two")
    text = story.file_of("one").read_text()
    story.file_of("one").write_text(text.replace(was, now, 1))
    with pytest.raises(SaveError, match=says):
        story.load("one")
    done = run("campaign", "--list")
    assert (done.returncode, done.stderr.count("\n")) == (0, 1)
    assert says in done.stderr
    assert done.stdout.startswith("two ")
    with Terminal("campaign") as t:
        assert t.wait("Begin a new"), t.text()
        assert says in " ".join(t.text().split())
        t.keys("\r", 0.4)
        assert t.wait("MISSIONS"), t.text()


def test_on_the_command_line():
    done = run("campaign", "First", "--survivors", "watts,kim,joshua,belle", "--seed", "3", typed="quit\n")
    assert done.returncode == 0, done.stderr
    assert "The campaign First begins: 11 missions, one team." in done.stdout
    assert "Seed 3." in done.stdout
    again = run("campaign", typed="quit\n")
    assert "M00 Tutorial: The Break-In: being played" in again.stdout
    assert len(saves.paths()) == 1
    run("campaign", "Second", typed="")
    listed = run("campaign", "--list")
    assert [line.split("  ")[0] for line in listed.stdout.splitlines()] == ["Second", "First"]
    data = json.loads(run("campaign", "First", "--json").stdout)
    assert data[0]["team"] == ["watts", "kim", "joshua", "belle"]
    assert data[0]["next"] == {"what": "resume", "mission": "m00", "save": data[0]["tries"][0]["save"]}
    assert run("campaign", "First", "--survivors", "kim").returncode == 2
    assert run("campaign", "First", "--retry").returncode == 2
    assert run("campaign", "Second", "--delete").returncode == 0
    assert run("campaign", "Second", "--list").returncode == 2
    assert run("campaign", "--delete").returncode == 2


def test_deciding_on_the_command_line():
    finish(story.start("one"))
    asked = run("campaign", "one")
    assert "M00 was lost. retry, accept or quit?" in asked.stdout
    assert story.next_step(story.load("one")).what == "decide"
    accepted = run("campaign", "one", "--accept", "--seed", "8", typed="quit\n")
    assert accepted.returncode == 0, accepted.stderr
    assert story.next_step(story.load("one")).mission == "m01"
    assert "M01" in accepted.stdout


def answers(count):
    return "".join("1\n" for _ in range(count))


def test_killed_at_any_moment():
    """Whatever is killed when: the campaign can be read, goes on, and no shown answer is lost."""
    chance = random.Random(4)
    shown = 0
    for _ in range(8):
        child = subprocess.Popen(
            [*COMMAND, "campaign", "one", "--seed", "11"],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env=dict(os.environ),
        )
        child.stdin.write(answers(40).encode())
        child.stdin.flush()
        time.sleep(chance.uniform(0.1, 0.7))
        child.send_signal(signal.SIGKILL)
        child.wait()
        child.stdin.close()
        if not story.exists("one"):
            continue
        campaign = story.refresh(story.load("one"))
        assert len(campaign.tries) <= 1
        if campaign.tries and campaign.tries[-1].save and not campaign.tries[-1].outcome:
            count = len(story.Path(saves.find(campaign.tries[-1].save)).read_bytes().splitlines())
            assert count >= shown
            shown = count
    assert len(saves.paths()) <= 1
    last = run("campaign", "one", typed="quit\n")
    assert last.returncode == 0, last.stderr


def test_the_campaign_played_last_comes_first_whatever_the_files_say(monkeypatch):
    ticks = count(1_800_000_000_000, 1000)
    monkeypatch.setattr(journal, "now", lambda: next(ticks))
    one, two = story.start("one"), story.start("two")
    one, first, _ = story.play(one, 1)
    two, second, _ = story.play(two, 2)
    assert [campaign.name for campaign in story.listing()] == ["two", "one"]
    first.choose(first.match.decision.options[0])
    os.utime(story.file_of("two"), (1_900_000_000, 1_900_000_000))
    assert [campaign.name for campaign in story.listing()] == ["one", "two"]
    first.close()
    second.close()


def test_the_list_reads_no_save_to_its_end(monkeypatch):
    """What a match under way, and one that never got its save, cost the list does not grow with the matches."""
    reads = []
    real = record.read
    for module in (record, saves, story):
        monkeypatch.setattr(module, "read", lambda path: reads.append(path) or real(path))
    story.play(story.start("one"), 4)[1].close()
    campaign = story.start("two")
    story.write(msgspec.structs.replace(campaign, tries=(story.Try("m00", 7),)))
    assert {one.name for one in story.listing()} == {"one", "two"}
    assert reads == []
    saves.begin("zombicide", game("zombicide").setup("m00"), 7).close()
    found = {one.name: one.tries[-1].save for one in story.listing()}
    assert len({*found.values()} - {""}) == 2
    assert reads == []


def test_a_try_is_not_forgotten_because_nobody_may_look(monkeypatch):
    campaign, saved, _ = story.play(story.start("one"), 4)
    saved.close()
    denied = PermissionError(13, "Permission denied")
    with monkeypatch.context() as patch:
        patch.setattr(story.Path, "lstat", lambda self: (_ for _ in ()).throw(denied))
        with pytest.raises(SaveError):
            story.refresh(campaign)
        assert [one.name for one in story.listing()] == ["one"]
    assert story.load("one").tries == campaign.tries


def test_a_match_ended_outside_its_campaign_counts_in_the_list_at_once():
    _, saved, _ = story.play(story.start("one"), 5)
    name = saves.save_id(saved.path)
    saved.close()
    assert story.listing()[0].tries[-1].outcome == ""
    saved = saves.resume(name)
    bot = named.make("zombicide", "random", 5)
    while saved.match.decision is not None:
        saved.choose(bot(saved.match))
    saved.close()
    with story.held("one"):
        assert story.listing()[0].tries[-1].outcome == ""
    found = story.listing()[0].tries[-1]
    assert (found.outcome, found.save) == ("lost", name)
    assert found.chronicle
    assert story.load("one").tries[-1] == found


def test_what_is_no_answer_gets_the_question_again():
    finish(story.start("one"))
    asked = run("campaign", "one", typed="what?\nquit\n")
    assert asked.stdout.count("M00 was lost. retry, accept or quit?") == 2
    assert "what? is no answer here." in asked.stdout
    assert story.next_step(story.load("one")).what == "decide"
    asked = run("campaign", "one", "--lang", "it", typed="acc\nesci\n")
    assert story.next_step(story.load("one")).mission == "m01"
    assert "M01" in asked.stdout
