"""Line mode by ear alone: no signs, whole sentences, where everything is, how to hear more or less or again."""

import io
import re
from types import SimpleNamespace

import pytest

from zterm import saves
from zterm.bots.advice import advise, adviser, seed_of
from zterm.content import settings
from zterm.content.catalogue import for_ears, use
from zterm.games.registry import game
from zterm.games.zombicide.game import missions
from zterm.kernel.match import Match
from zterm.plain import lines, words
from zterm.plain.watch import Watch
from zterm.session import Session
from zterm.shows import demos
from zterm.ui import chances
from zterm.ui.desk import Desk


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    for name in ("DATA", "STATE", "CONFIG"):
        monkeypatch.setenv(f"XDG_{name}_HOME", str(tmp_path / name.lower()))
    yield
    use("en")


class Typing:
    """What a bot would type through a match, and words beside it."""

    def __init__(self, saved, bot, beside, most, handing=False):
        self.saved, self.bot, self.beside, self.left, self.handing = saved, bot, beside, most, handing

    def readline(self, limit=-1):
        self.left -= 1
        if self.left < 0 or self.saved.match.decision is None:
            return b""
        if self.handing and self.left % 2:
            return b"\n"
        word = self.beside[self.left % len(self.beside)] if self.left % 5 == 0 else ""
        return f"{word or self.bot(self.saved.match)}\n".encode()


def heard(name, mission, seed, most, players=("p1",), beside=("threat", "hint", "zombies", "log", "map", "people")):
    """Everything that is said of a match played by a bot, with words typed between."""
    saved = saves.begin(name, game(name).setup(mission, players), seed)
    said = []
    source = Typing(saved, adviser(name, seed), beside, most, name == "walking_dead")
    lines.run(Session(saved, {}, tuple(players)), source, said.append, False, Watch())
    saved.close()
    return said


def typed(mission, *wishes, seed=77):
    saved = saves.begin("zombicide", game("zombicide").setup(mission), seed)
    said = []
    lines.run(Session(saved, {}, ("p1",)), io.BytesIO("\n".join([*wishes, ""]).encode()), said.append, False, Watch())
    saved.close()
    return said


SIGNS = re.compile(r"[][{}|<>_~^*#=\\]|(?<!all )(?<!muro )(?<!breach )\bw\d\b|\bp\d\b|\bNone\b|  +\S.*  ")


@pytest.mark.parametrize("code", ["en", "it"])
@pytest.mark.parametrize(
    ("name", "mission", "players"),
    [
        ("zombicide", "m00", ("p1",)),
        ("zombicide", "m03", ("p1", "p2")),
        ("zombicide", "t02", ("p1",)),
        ("zombicide", "t04", ("p1",)),
        ("walking_dead", "survival", ("p1",)),
        ("walking_dead", "teams", ("ann", "bob", "cleo", "dora")),
    ],
)
def test_no_signs_are_read_out(name, mission, players, code):
    use(code)
    said = heard(name, mission, 5, 160, players)
    assert len(said) > 300
    wrong = [line for line in said if SIGNS.search(re.sub(r"^ ?\d+ .  ", "", line)) and "zterm " not in line]
    assert wrong == []
    assert [line for line in said if line.startswith(("Way ", "Modo ")) and line[-1] not in ".:"] == []


def test_words_for_ears_are_in_use_in_line_mode_only():
    say = words.MESSAGES.say
    assert say("words", "done") == "done"
    setup = game("zombicide").setup("m00")
    match = Match.start(game("zombicide").rules(setup), 4711)
    for option in ("activate:watts", "open:d4", "end", "activate:kim", "move:z11"):
        match.choose(option)
    attack = next(option for option in match.decision.options if option.startswith("attack:"))
    seen = match.rules.option(match.state, match.decision, attack).label
    with for_ears():
        told = match.rules.option(match.state, match.decision, attack).label
    assert "4+" in seen
    assert "4 or more hits" in told
    assert match.rules.option(match.state, match.decision, attack).label == seen


@pytest.mark.parametrize("info", missions(), ids=lambda info: info.id)
def test_every_way_of_a_board_is_told_with_its_direction(info):
    """Doors in a strip of wire, doors off the board and fences across wire are ways like others."""
    rules = game("zombicide").rules(game("zombicide").setup(info.id))
    match = Match.start(rules, 1)
    view = rules.view(match.state, match.decision)
    ways = words.neighbours(rules.shape(), view.marks)
    joined = [{way.a, way.b} for way in rules.content.mission.board.ways]
    for mark in view.marks:
        here, there = mark.areas
        assert there in [other for _, _, other in ways[here]], mark
    for area, found in ways.items():
        said = view.places[area].partition("\n")[2] if "bridge" not in view.places[area] else ""
        by_game = {}
        for side, number in re.findall(r"\b(north|east|south|west)\b[^,]*?(off the board|z\d+)", said):
            by_game.setdefault(number, set()).add(side)
        for side, _, other in found:
            name = "off the board" if other == area else other
            assert {area, other} in joined, (area, other)
            if name in by_game and len(by_game[name]) == 1:
                assert {words.MESSAGES.word("towards", side)} == by_game[name], (area, other)


def test_the_main_entrance_of_the_tutorial_is_found_by_ear():
    said = typed("m00", "way exit", "look z36", "look z34", "way z10", "way nowhere", "way", "map main entrance")
    assert any(
        line.startswith("To z36 yard: exit, 8 steps: south to z15, ")
        and "south by closed violet main entrance d9 to z31, south to z36." in line
        for line in said
    )
    assert "South, closed main entrance d10: off the board." in said
    assert "East, fence: z35 yard: spawn 3." in said
    assert any(line.startswith("You are there: z10 street") for line in said)
    assert "No place has nowhere." in said
    assert any(line.startswith("Way to where?") for line in said)
    assert any(line.startswith("Z25 street") and "south closed violet main entrance d9 z31" in line for line in said)


def test_what_is_far_is_told_with_steps_and_direction():
    said = heard("zombicide", "m00", 77, 120, beside=("?",))
    far = [line for line in said if line.startswith("Farther off: ")]
    assert far
    assert all(
        re.search(r" the nearest \d+ steps? away, first (north|east|south|west), in z\d+ ", line) for line in far
    )


def test_more_or_less_is_said_as_wished_and_stays_so():
    brief = typed("m00", "belle", "brief", "activate:belle", "move:z15")
    after = brief[brief.index("Belle to act.") :]
    assert not any(line.startswith(("Here:", "North,", "In hand:")) for line in after)
    assert sum(line.startswith("Belle, zone z1") for line in after) == 2
    assert settings.load().get("lines") == "brief"
    full = typed("m00", "full", "activate:belle", "move:z15")
    assert "Belle goes from z10 to z15. (ZB-129)" in full
    assert sum(line.startswith("Turn 1. Phase players.") for line in full) == 3
    assert settings.load().get("lines") == "full"
    normal = typed("m00", "normal", "activate:belle", "move:z15")
    assert "Belle goes from z10 to z15." in normal
    assert any(line.startswith("North, open: z10") for line in normal)


def test_what_was_said_since_the_last_answer_is_said_again():
    said = typed("m00", "activate:belle", "move:z15", "goals", "repeat")
    first = said.index("Belle goes from z10 to z15.")
    again = said.index("Belle goes from z10 to z15.", first + 1)
    assert said[first:again] == said[again : again + again - first]


def test_undo_and_redo_name_the_answer():
    said = typed("m00", "activate:belle", "move:z15", "undo", "undo", "redo", "undo")
    assert [line for line in said if line.startswith("Taken back")] == [
        "Taken back: Go south: z15, street.",
        "Taken back: Belle in z10.",
        "Taken back: Belle in z10.",
    ]


def test_help_is_short_and_explains_each_word():
    said = typed("m00", "help", "help way", "help all", "help nonsense", "nonsense")
    assert sum(line.startswith("way PLACE: ") for line in said) == 2
    assert any(line.startswith("Beside options there are the words map, look, way, ") for line in said)
    assert any(line.startswith("There is no word nonsense. The words are ") for line in said)
    assert "Nothing here is called nonsense." in said
    helps, known = words.MESSAGES.tables()["help"], words.MESSAGES.tables()["commands"]
    assert set(helps) == set(known)
    assert all(text.startswith(known[key]) for key, text in helps.items())


def test_rules_are_said_a_few_at_a_time_the_nearest_first():
    said = typed("m00", "rule lifesaver", "more", "more", "rule", "more")
    told = [line for line in said if re.match(r"Z[BX]-", line)]
    assert told[0].startswith("ZB-389, page 27: Lifesaver: ")
    assert "Say more for 3 more." in said
    assert said.count("There is nothing more to say.") == 2


def test_the_end_tells_how_everybody_fared_and_all_dice():
    said = heard("zombicide", "m00", 77, 400, beside=("",))
    assert "The match is over: lost." in said
    end = said[said.index("The match is over: lost.") :]
    assert any(re.fullmatch(r"Kim: no kills, 0 XP, blue, killed in turn 8, zone z22\.", line) for line in end), end
    assert re.fullmatch(r"All dice together: \d+ dice, \d+ hits, \d+\.\d to be expected\.", end[-1])


def test_the_story_so_far_is_told_in_sentences():
    said = typed("m00", "activate:belle", "open:d4", "move:z11", "take:o3", "story")
    assert "Turning points:" in said
    assert "Turn 1: Belle takes objective o3: it is green." in said
    use("it")
    said = heard("zombicide", "m00", 77, 60, beside=("racconto",))
    assert any(re.search(r"tirato \d+ dad[oi]: .*, \d+,\d previsti\.", line) for line in said)


def test_a_demo_is_told_without_signs(monkeypatch):
    from zterm.plain import shows

    for info in demos.listing():
        said = []
        with for_ears():
            show = demos.Show(demos.find(info.id))
            shows.Player(show, show.scenario.game, said.append, 0, lambda: None).run(False)
        assert not [line for line in said if SIGNS.search(line)], info.id


def test_a_hint_never_advises_what_nothing_speaks_for():
    setup = game("zombicide").setup("m00")
    match = Match.start(game("zombicide").rules(setup), 77)
    bot = adviser("zombicide", 77)
    for option in ("activate:belle", "noise", "open:d4", "move:z15"):
        match.choose(option)
    told = advise(match, bot, seed_of(match, 77), seconds=30)
    assert told.option == bot(match.imagine(seed_of(match, 77))) == "move:z10"


def test_at_a_terminal_the_last_answer_can_be_taken_back_after_the_end(monkeypatch):
    saved = saves.begin("zombicide", game("zombicide").setup("m00"), 77)
    bot = adviser("zombicide", 77)
    while saved.match.decision is not None:
        saved.choose(bot(saved.match))
    answers = saved.match.answers
    monkeypatch.setattr(lines.sys, "stdin", SimpleNamespace(isatty=lambda: True))
    said = []
    typing = io.BytesIO(b"hand\nlog 1\nundo\nquit\n")
    lines.run(Session(saved, {}, ("p1",)), typing, said.append, True, Watch())
    saved.close()
    end = said.index("The match is over: lost.")
    told = [line for line in said[end:] if line.startswith("undo takes the last answer back")]
    assert len(told) == 2
    assert saved.match.answers < answers
    assert any(line.startswith("Taken back") for line in said[end:])


def test_a_card_tells_its_attack_and_who_helps_hears_how_the_fight_stands():
    said = heard("walking_dead", "survival", 5, 60, ("p1", "p2"))
    assert any(re.search(r"  Play Shotgun, attack \+4\. Loud", line) for line in said)
    assert any(re.search(r": help \w+ against .*, \+\d against Strength \d\?", line) for line in said)


def test_a_card_that_was_found_is_told_before_it_is_kept():
    saved = saves.begin("zombicide", game("zombicide").setup("m00"), 77)
    bot, desk = adviser("zombicide", 77), None
    while saved.match.decision is not None and desk is None:
        keep = next((o for o in saved.match.decision.options if o.startswith("keep")), "")
        about = saved.match.decision.about.get("card")
        if keep and about == "claw_hammer":
            desk = Desk(Session(saved, {}, ("p1",)), True)
            shown = ["".join(bit.text for bit in row.bits) for row in chances.rows(desk, 1, 49)]
            said = words.option_lines([desk.describe(keep)])
        saved.choose(bot(saved.match))
    saved.close()
    assert shown == [" range 0, dice 3, accuracy 5+, damage 1  D+"]
    assert said == [" 1 k  Keep Claw Hammer. Range 0, dice 3, accuracy 5+, damage 1, dual, opens doors."]


def test_brief_says_a_few_of_many_alike_and_the_log_has_them_all():
    settings.save({**settings.load().values, "lines": "brief"})
    said = heard("zombicide", "m00", 77, 400, beside=("",))
    folded = [n for n, line in enumerate(said) if re.fullmatch(r"And \d+ more of this kind; log tells them\.", line)]
    assert folded
    for n in folded:
        assert all(re.search(r"\.$", line) for line in said[n - 3 : n])
    moves = re.compile(r"\d+ [A-Z][a-z A-Z]+ (goes|go) from z\d+ to z\d+\.")
    alike = 0
    for line in said:
        alike = alike + 1 if moves.fullmatch(line) else 0
        assert alike < 6
    settings.save({**settings.load().values, "lines": "normal"})


def test_a_hand_is_cleared_from_the_screen_and_not_read_as_empty_lines(monkeypatch):
    setup = game("walking_dead").setup("survival", ["ann", "bob"], ["shane", "lori"])
    for term, wiped in (("xterm", "\x1b[H\x1b[2J\x1b[3J"), ("dumb", "\n" * 60)):
        saved = saves.begin("walking_dead", setup, 5)
        monkeypatch.setenv("TERM", term)
        monkeypatch.setattr(lines.sys, "stdout", SimpleNamespace(isatty=lambda: True))
        said = []
        lines.run(Session(saved, {}, ("ann", "bob")), io.BytesIO(b"\nrepeat\n"), said.append, False, Watch())
        saved.close()
        assert said.count(wiped) == 1
        assert said[said.index(wiped) + 1].startswith("Give the keyboard to ")


def test_undo_names_no_hidden_choice_to_whoever_has_the_keyboard():
    setup = game("walking_dead").setup("survival", ["p1", "p2"], ["shane", "lori"])
    saved, bot = saves.begin("walking_dead", setup, 5), adviser("walking_dead", 5)
    said = []
    source = Typing(saved, bot, ("undo",), 200, True)
    lines.run(Session(saved, {}, ("p1", "p2")), source, said.append, False, Watch())
    saved.close()
    told = [(line, said[n + 1]) for n, line in enumerate(said) if line.startswith("Taken back")]
    assert told
    assert all((line == "Taken back.") or not after.startswith("Give the keyboard") for line, after in told)


def test_a_long_map_is_told_in_parts():
    said = typed("m00", "map", "more", "more", "more", "more")
    begun = next(n for n, line in enumerate(said) if line.startswith("Z1 street"))
    assert said[begun + 12] == "Say more for 27 more."
    assert sum(bool(re.match(r"Z\d+ ", line)) for line in said) == 39
    assert said[-2] == "There is nothing more to say."


@pytest.mark.parametrize(("code", "title"), [("en", "A position"), ("it", "Una posizione")])
def test_a_position_that_is_taken_over_has_no_id_for_a_name(code, title):
    use(code)
    show = demos.Show(demos.find("a-search"))
    assert show.beat.view.title == title
