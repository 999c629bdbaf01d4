"""The demos that come with zterm: captions, lengths, stepping, taking over, the list."""

import os
import subprocess
import sys

import pytest

from zterm import cli, saves
from zterm.commands.showing import speed
from zterm.content.catalogue import use
from zterm.content.paths import mission_files, packs
from zterm.games.registry import InputError
from zterm.games.scenario import load
from zterm.kernel.decision import Refused
from zterm.plain.shows import Player
from zterm.shows import demos

DEMOS = demos.listing()
CHAPTERS = [
    "setup and rounds",
    "sight",
    "movement",
    "noise",
    "search and cards",
    "trading",
    "doors and buildings",
    "cars",
    "objectives and buttons",
    "melee combat",
    "ranged combat",
    "reloading",
    "car attacks",
    "zombies attack",
    "zombies move",
    "zombies split up",
    "runners",
    "spawning",
    "extra activations",
    "running out of figures",
    "experience and skills",
    "fences",
    "cells and corridors",
    "watch towers",
    "the rotating gate",
    "security zones",
    "zombivors",
    "missions",
    "terrain",
]


def run(*words, **more):
    command = [sys.executable, "-m", "zterm", *words]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, env={**os.environ, **more})


@pytest.fixture
def own_demos(tmp_path):
    """The folder for demos of a pack of the user's own."""
    folder = tmp_path / "data" / "zterm" / "missions" / "mine" / demos.FOLDER
    folder.mkdir(parents=True)
    (folder.parent / "pack.yaml").write_text("id: mine\ngame: zombicide\nname: Mine\n")
    return folder


def test_every_chapter_has_demos():
    flagship = [demo for demo in DEMOS if demo.game == "zombicide"]
    assert len(flagship) >= 40
    assert list(demos.by_chapter(flagship)) == CHAPTERS


def test_the_other_games_have_demos():
    assert len([demo for demo in DEMOS if demo.game == "walking_dead"]) >= 8


def test_the_quick_list_says_what_the_files_say():
    for file in demos.demo_files():
        found = demos._quick(file.read_text())
        assert found is not None
        assert [one["id"] for one in found] == [demo.id for demo, _ in demos._whole(file)]
        assert demos._heads(file) == [demo for demo, _ in demos._whole(file)]
    assert len({demo.id for demo in DEMOS}) == len(DEMOS)


STYLES = {
    "block": """
- id: odd
  game: zombicide
  title: An odd one
  chapter: sight
  demo: true
  given: {mission: m00}
  when:
    - say: "Look at the quagga."
""",
    "flow": """
{id: odd, game: zombicide, title: "An odd one", chapter: sight, demo: true, given: {mission: m00},
 when: [{say: "Look at the
   quagga."}]}
""",
    "some flow": """
- id: other
  game: zombicide
  title: Another one
  chapter: sight
  given: {mission: m00}
- {id: odd, game: zombicide, title: "An odd one", chapter: sight, demo: true, when: {say: Look at the quagga.}}
""",
    "folded": """
- game: zombicide
  id: odd
  demo: true
  chapter: >-
    sight
  title: >-
    An odd
    one
  when:
  - say: |
      Look at
      the quagga.
""",
    "over lines": """
- id: odd
  game: zombicide
  title: An odd
    one
  chapter: "sight"
  demo: true
  when:
    - "say": 'Look at the

      quagga.'
""",
    "escaped": """
- id: odd
  game: zombicide
  title: "An\\x20odd one"
  chapter: 'sight' # where
  demo: true
  when:
    - say: "Look at the \\u0071uagga."
""",
    "deep": """
  - note: text
    id: odd
    game: zombicide
    title: An odd one
    chapter: sight
    demo: true
    when:
      - ? say
        : Look at the quagga.
""",
    "noted": """
- note: |
    - id: none
      title: None
  id: odd
  game: Zombicide
  title: An odd one
  chapter: sight
  demo: true
  when:
    - {say: Look at the quagga.}
- id: no-demo
  game: zombicide
  title: Not shown
  chapter: sight
  demo: false
""",
    "json": """
[{"id": "odd", "game": "zombicide", "title": "An odd one", "chapter": "sight", "demo": true, "when":
[{"say": "Look at the quagga."}]}]
""",
}


@pytest.mark.parametrize("style", STYLES)
def test_a_file_in_every_style_is_listed_and_searched(own_demos, style):
    file = own_demos / "one.yaml"
    file.write_text(STYLES[style])
    assert demos._heads(file) == [demos.Demo("odd", "An odd one", "sight", "zombicide", str(file))]
    assert [one.id for one in demos.Index().found(demos.listing(), "quagg look")] == ["odd"]


@pytest.mark.parametrize(
    "text", ["- [broken\n", "5\n", "[]\n", "- id: odd\n", "- id: [a]\n  game: {b: c}\n  demo: true\n"]
)
def test_what_holds_no_demo_harms_no_list(own_demos, text):
    (own_demos / "one.yaml").write_text(text)
    listed = demos.listing()
    assert listed == DEMOS
    assert demos.Index().found(listed, "driving")


def test_demos_are_no_missions():
    for pack in packs().values():
        assert not [file for file in mission_files(pack) if demos.FOLDER in file.parts]


@pytest.mark.parametrize("demo", DEMOS, ids=lambda demo: demo.id)
def test_demo(demo):
    """Every step has a caption before it, the whole is short, and it can be taken over everywhere."""
    show = demos.Show(demos.find(demo.id))
    assert not show.trouble
    assert 5 < show.seconds < 60
    verbs = [step.verb for step in show.scenario.steps if step.verb != "then"]
    assert verbs[-1] == "say"
    assert all(verbs[at - 1] == "say" for at, verb in enumerate(verbs) if verb != "say")
    assert len(show.shown_rules()) == len(show.scenario.rules)
    show.jump(show.length // 2)
    for _ in range(2):
        saved = show.take_over()
        assert not saved.match.paused
        saved.close()
        show.jump(show.length)


def test_stepping():
    show = demos.Show(demos.find("leaving-zombies"))
    assert not show.back()
    said = [beat.caption for beat, _ in show.auto()]
    assert show.at == show.length == len(said) - 1
    assert not show.forward()
    assert show.back()
    assert show.beat.option == "move:B"
    assert [told.rule for told in show.beat.told] == ["ZB-129"]
    assert not show.jump(99)


def test_taken_over_means_a_match_of_ones_own():
    show = demos.Show(demos.find("yellow"))
    show.jump(2)
    saved = show.take_over()
    assert saved.match.state.survivors["shannon"].xp == 6
    saved.choose("attack:kukri:A")
    name, digest = saves.save_id(saved.path), saved.match.digest()
    with pytest.raises(Refused):
        saved.choose("attack:kukri:A")
    saved.close()
    again = saves.resume(name)
    assert again.match.digest() == digest
    again.close()


def test_player_steps_back_and_says_rules():
    said = []
    lines = iter(["", "b", "r", "", "r", "p", "g 0", "x", "99", "t"])
    show = demos.Show(demos.find("leaving-zombies"))
    player = Player(show, "zombicide", said.append, 0, lambda: next(lines), show.shown_rules())
    assert player.run(step=True) == "taken"
    assert [line[:7] for line in said if line.startswith("ZB-")] == ["ZB-130,", "ZB-132,"] * 2
    assert "There are the moments 0 to 3." in said
    assert show.at == 0


def test_speed():
    assert speed("2") == 2
    for wrong in ("x", "-1", "nan", "1e9", "inf"):
        with pytest.raises(InputError):
            speed(wrong)


def test_the_list_parses_no_file_and_needs_no_game():
    code = "import sys; from zterm import cli; cli.run(['demo', '--list']); print(*sys.modules, file=sys.stderr)"
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, env=dict(os.environ))
    assert done.returncode == 0
    assert done.stdout.count("\n  ") == len(DEMOS)
    heavy = {"yaml", "textual", "rich", "babel", "zterm.games.zombicide", "zterm.games.walking_dead", "zterm.ui"}
    assert not heavy & set(done.stderr.split())


def test_in_a_pipe():
    done = run("demo", "LEAVING-zombies")
    assert done.returncode == 0
    assert "ZB-130" in done.stdout
    assert "Choice: Go east: B, street.\n" in done.stdout
    assert done.stdout.endswith("End of the demo.\n")


def test_unknown_demo():
    done = run("demo", "leaving-zombie")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "zterm: there is no demo 'leaving-zombie'; did you mean leaving-zombies?\n"
    assert run("demo", "won", "--list").returncode == 2


def test_take_over_in_plain_mode():
    command = [sys.executable, "-m", "zterm", "demo", "yellow", "--step"]
    done = subprocess.run(command, input="\n\nt\nattack:kukri:A\nquit\n", capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    assert "Shannon is yellow now" in done.stdout or "Shannon, Kukri at A" in done.stdout
    assert done.stdout.rstrip().splitlines()[-1].startswith("Saved as")


def test_check_finds_nothing_wrong(capsys):
    assert cli.run(["check", *(str(file) for file in demos.demo_files())]) == 0
    assert capsys.readouterr().out == ""


def test_demo_files_hold_demos_only():
    for file in demos.demo_files():
        assert all(one.demo for one in load(file))


def test_a_search_looks_at_captions_and_rules_too_and_takes_other_endings():
    index = demos.Index()

    def found(words):
        return [one.id for one in demos.listing() if index.has(one, words)]

    assert "driving" in found("drive")
    assert index.found(demos.listing(), "first door")[0].id == "waking-a-building"
    assert len(index.found(demos.listing(), "first door")) == len(found("first door")) > 1
    assert "driving" in found("driv")
    assert "driving" in found("DRIVE car")
    assert "wd-frenzy-and-guns" in found("frenzy")
    assert len(found("the")) == len(demos.listing())
    assert found("unheard-of") == []
    assert found("zq") == []


def test_a_search_is_in_the_language_in_use():
    use("it")
    try:
        index = demos.Index()
        assert any(index.has(one, "tamponamento strada") for one in demos.listing())
    finally:
        use("en")
