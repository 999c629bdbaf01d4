"""Plain numbered lines: what is read out, and every way to answer."""

import io
import random
import re

import pytest

from tests.test_threat import scatter
from zterm import saves
from zterm.games.registry import game
from zterm.kernel.decision import EVERYBODY, Cost, Odds, Option
from zterm.kernel.match import Match
from zterm.kernel.views import Area, Mark, Shape, Side
from zterm.plain import ahead, lines, words
from zterm.plain.watch import Watch
from zterm.session import Session
from zterm.ui.desk import Desk


@pytest.fixture
def begun(toy):
    saved = saves.begin("toy", toy.setup("t00"), 3)
    yield saved
    saved.close()


def typed(saved, *wishes, resumed=False, bots=None):
    said = []
    text = "".join(f"{wish}\n" for wish in wishes).encode()
    assert lines.run(Session(saved, bots, ("one", "two")), io.BytesIO(text), said.append, resumed, Watch()) == 0
    return said


def test_the_position_and_the_options_are_read_out(begun):
    said = typed(begun)
    assert said[0] == f"Diggers. Seed 3. Saved as {saves.save_id(begun.path)}."
    assert said[2:] == [
        "Turn 1. Phase players.",
        "One, zone A, no wounds, 0 XP.",
        "Here: A street: One, Two.",
        "East, open: B street: empty.",
        "turn: what does one do?",
        " 1 d  dig. 1 action. Kills: 1 or more 50 %; no friend is hit; noise 1.",
        " 2 r  draw. 1 action.",
        " 3 e  end",
        " 4 m  move B. 1 action.",
        " 5 n  nod. 1 action.",
        f"Saved as {saves.save_id(begun.path)}. Go on with: zterm continue {saves.save_id(begun.path)}",
    ]


@pytest.mark.parametrize(
    "wish", ["4", "m", "M", "move:B", "MOVE:b", "  move:B  ", "4\r", "\ufeff4", "\uff14", "\uff2d"]
)
def test_an_option_by_number_letter_or_id(begun, wish):
    said = typed(begun, wish)
    assert "Moved happened." in said
    assert begun.match.state.at["one"] == "B"


def test_words_change_nothing(begun):
    before = begun.match.digest()
    said = typed(begun, "map", "look c", "look", "look z", "people", "log", "log 0", "log x")
    said += typed(begun, "hand", "hand two", "hand x", "rule", "rule TOY-1", "help", "save", "?", "", "   ")
    assert begun.match.digest() == before
    assert "B street: empty. East closed white door d1 C; west open A." in said
    assert "There: C street: empty." in said
    assert "West, closed white door d1: B street: empty." in said
    assert "No place has z." in said
    assert "Two carries nothing you can see." in said
    assert "There is nobody called x; there are One, Two." in said
    assert "Nothing has happened since you sat down." in said
    assert "Rule TOY-1." in said


def test_a_repeated_question_is_told_in_full(begun):
    said = typed(begun, "nod", "?")
    assert said.count("Turn 1. Phase players.") == 2


@pytest.mark.parametrize("wish", ["9", "0", "99999999999999999999", "½", "fly", "fly:z9", "\x1b[A", "'", "-1"])
def test_nonsense_gets_an_answer_and_changes_nothing(begun, wish):
    before = begun.match.digest()
    said = typed(begun, wish)
    assert begun.match.digest() == before
    assert len(said) > len(typed(begun))


def test_why_something_does_not_stand(begun):
    assert "Not now: the door d1 is closed." in typed(begun, "move:C")


def test_undo_and_redo(begun):
    said = typed(begun, "move:B", "undo", "redo", "u", "undo", "dig", "u", "redo")
    assert [line for line in said if line.startswith("Taken back")] == [
        "Taken back: move B.",
        "Taken back: move B.",
    ]
    assert "Nothing to undo." in said
    assert "Nothing to undo: dice fell or something hidden was seen." in said
    assert "Nothing to redo." in said
    assert begun.match.state.at["one"] == "A"


def test_log_and_hand(begun):
    said = typed(begun, "draw", "keep", "dig", "log", "log 1", "hand")
    assert said.count("Dug happened.") == 3
    card = begun.match.state.hands["one"][0]
    assert "One carries:" in said
    assert f"Slot0: card {card}." in said


@pytest.mark.parametrize("word", ["quit", "q", "QUIT"])
def test_quit(begun, word):
    said = typed(begun, word, "dig")
    assert said[-1].startswith("Saved as t00-")
    assert begun.match.answers == 0


def test_the_end_is_said(begun):
    said = typed(begun, *["end", "blame:one"] * 30)
    assert "The match is over: lost." in said
    assert said[-1].startswith("Two, ")
    assert not any(line.startswith("Saved") for line in said)


def test_resumed_tells_no_old_events(begun):
    typed(begun, "dig")
    begun.close()
    saved = saves.resume()
    said = typed(saved, resumed=True)
    saved.close()
    assert "Dug happened." not in said
    assert "Resumed as" in said[0]


def test_letters_are_unique_and_leave_words_alone():
    options = [Option(f"o{i}", f"quit usual {i}") for i in range(40)]
    given = [letter for letter in words.letters(options) if letter]
    assert len(given) == len(set(given)) == 24
    assert not set(given) & {"q", "u"}
    assert words.letters(options)[30] == ""


def test_odds_and_costs_in_words():
    assert words.cost_words(Cost(2, None, 1)) == "2 actions, 1 of them extra"
    assert words.cost_words(Cost(0, "move")) == "free move"
    assert words.odds_words(Odds((0.25, 0.5, 0.25), 0.001, 2)) == (
        "kills: 1 or more 75 %, 2 or more 25 %; a friend is hit 1 %; noise 2"
    )
    assert words.odds_words(Odds((1.0,), 0.0, 0)) == "kills: none; no friend is hit; noise 0"
    assert words.percent(0.9999) == "99 %"
    assert words.percent(1.0) == "100 %"


def test_ways_in_words():
    """Every kind of side is said once, from both places, clockwise from north."""
    areas = (Area("a", "street", ((0, 0), (1, 0))), Area("b", "room", ((0, 1),)), Area("c", "yard", ((1, 1),)))
    sides = (Side(0, 1, "N", "wall"), Side(1, 1, "N", "fence"), Side(1, 1, "W", "gap"), Side(0, 0, "N", "edge"))
    door = Mark("d1", (0.5, 1.0), "h", "cell_door", "neutral", True, ("a", "b"))
    ways = words.neighbours(Shape(2, 2, areas, sides, {}), (door,))
    assert ways["a"] == [("S", "open cell door d1", "b"), ("S", "fence", "c")]
    assert ways["b"] == [("N", "open cell door d1", "a"), ("E", "doorway", "c")]
    assert ways["c"] == [("N", "fence", "a"), ("W", "doorway", "b")]


def test_the_keyboard_is_handed_over_before_a_hand_is_told():
    setup = game("walking_dead").setup("survival", ["ann", "bob"], ["shane", "lori"])
    saved = saves.begin("walking_dead", setup, 5)
    first = saved.match.decision.who
    said = []
    text = b"hand\n1\nroll\nhelp\n\nhand\nquit\n"
    assert lines.run(Session(saved, {}, ("ann", "bob")), io.BytesIO(text), said.append, False, Watch()) == 0
    saved.close()
    asked = [n for n, line in enumerate(said) if line.startswith(f"Give the keyboard to {first} (")]
    assert len(asked) == 4
    assert not any("carries" in line for line in said[: asked[-1]])
    assert any("carries" in line for line in said[asked[-1] :])
    assert saved.match.answers == 0


def handed_without_dice():
    """A match of two that has come to the other one's question, so that the answer before can be taken back."""
    for seed in range(200):
        setup = game("walking_dead").setup("survival", ["p1", "p2"], ["shane", "lori"])
        saved = saves.begin("walking_dead", setup, seed)
        chance = random.Random(seed)
        for _ in range(40):
            before = saved.match.decision
            saved.choose(chance.choice(before.options))
            now = saved.match.decision
            if now is None:
                break
            if saved.match.can_undo and EVERYBODY not in (before.who, now.who) and before.who != now.who:
                return saved, before.who, now.who
        saved.close()
    raise AssertionError("no such match")


def test_an_answer_taken_back_at_the_handing_over_shows_no_hand_to_whoever_has_the_keyboard():
    saved, first, other = handed_without_dice()
    said = []
    text = b"\nundo\nhand\n\nredo\nundo\nredo\n\n\nquit\n"
    saved.undo()
    saved.redo()
    assert lines.run(Session(saved, {}, ("p1", "p2")), io.BytesIO(text), said.append, True, Watch()) == 0
    given = [f"p{line.split(' (')[0].split()[-1]}" for line in said if line.startswith("Give the keyboard to")]
    assert given[:3] == [other, first, first]
    assert given[3:6] == [other, first, other]
    saved.close()


def test_the_same_on_the_full_screen():
    saved, first, other = handed_without_dice()
    desk = Desk(Session(saved, {}, ("p1", "p2")), True)
    assert desk.covered == other
    desk.undo()
    assert desk.covered == first
    assert desk.view.private == ""
    desk.uncover()
    assert (desk.covered, desk.viewer) == ("", first)
    desk.redo()
    assert desk.covered == other
    desk.uncover()
    desk.undo()
    assert desk.covered == first
    saved.close()


def test_what_is_near_and_what_comes_next_is_read_out(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    saved = saves.begin("zombicide", game("zombicide").setup("m00"), 7)
    bot = game("zombicide").bots()["quick"](1)
    try:
        for _ in range(1000):
            if saved.match.state.turn >= 4 and saved.match.decision.kind == "turn":
                break
            saved.choose(bot(saved.match))
        said = "\n".join(typed(saved, "zombies", "threat", "hint", resumed=True))
        shown = saved.match.rules.view(saved.match.state, saved.match.decision, None)
        for area in {token.area for token in shown.tokens if token.group == "zombie"}:
            assert f"\n{area.capitalize()} " in said
        assert "\nIn hand: " in said
        assert re.search(r"\n[0-9]+ [A-Z][a-z]+s? (go|goes) from z[0-9]+ to z[0-9]+\.", said)
        assert re.search(r"\nThe adviser would choose [0-9]+: ", said)
    finally:
        saved.close()


def test_of_many_ways_one_is_chosen_after_the_other(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    saved = saves.begin("zombicide", game("zombicide").setup("m00"), 182)
    try:
        while saved.match.decision.kind != "turn":
            saved.choose(saved.match.decision.options[0])
        scatter(saved.match.rules, saved.match.state, random.Random(182))
        whole = typed(saved, "threat", resumed=True)
        asked = next(n for n, line in enumerate(whole) if "ways of choosing" in line)
        assert whole[asked + 1].startswith("Which way does the Abomination of ")
        assert whole[asked + 2].startswith("1 Go to ")
        assert any("Type threat 1 to hear" in line for line in whole)
        first = typed(saved, "threat 1", resumed=True)
        assert any(line.startswith("If: ") for line in first)
        assert first != whole
        wrong = typed(saved, "threat 99999", "threat x", "threat 00000123456", resumed=True)
        assert sum("There is no way" in line for line in wrong) == 3
    finally:
        saved.close()


def test_e_ends_the_turn_and_nothing_else():
    made = [Option("move:z1", "Go east"), Option("eat", "Eat every egg"), Option("end", "Over")]
    assert words.letters(made) == ["g", "a", "e"]
    assert words.letters(made[:2])[1] == "e"


def test_the_first_thing_of_a_kind_keeps_its_letter():
    def made(*ids):
        return [Option(id, id.partition(":")[0]) for id in ids]

    turns = [
        made("move:a", "move:b", "noise", "drop:hand1", "end"),
        made("attack:bat:a", "move:a", "skill:taunt", "noise", "drop:hand1", "drop:hand2", "end"),
        made("drop:hand1", "search", "noise", "end"),
    ]
    own = words.MESSAGES.tables()["letters"]
    for options in turns:
        given = dict(zip((option.id for option in options), words.letters(options), strict=True))
        assert len(set(given.values())) == len(given)
        firsts = {id.partition(":")[0]: id for id in reversed(given)}
        assert {verb: given[id] for verb, id in firsts.items() if verb in own} == {
            verb: own[verb] for verb in firsts if verb in own
        }
        assert given["end"] == "e"
    assert words.letters(made("wound:kim", "wound:ann")) == ["w", "o"]


def test_what_could_bite_after_a_move_is_told_when_it_is_asked(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    saved = saves.begin("zombicide", game("zombicide").setup("m00"), 4711)
    try:
        said = typed(
            saved, "watts", "activate:watts", "open:d4", "after move:z11", "after move:z15", "after", "after z"
        )
        before = saved.match.digest()
        assert "Go east: z11, room. Then, if the zombies acted: 3 bites in z11 by 1 Fatty, 2 Walkers." in said
        assert "Go south: z15, street. Then, if the zombies acted, nobody would bite there." in said
        assert sum(line.startswith("After what?") for line in said) >= 1
        assert saved.match.digest() == before
    finally:
        saved.close()


def test_what_stands_in_signs_on_a_screen_is_said_in_words(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    saved = saves.begin("zombicide", game("zombicide").setup("m00"), 4711)
    try:
        said = typed(saved, "hand watts", "hand kim", "hand joshua")
    finally:
        saved.close()
    assert "Hand 1: Claw Hammer, dual, opens doors: range 0, dice 3, accuracy 5+, damage 1." in said
    assert "Hand 1: Fire Axe, opens doors noisily: range 0, dice 1, accuracy 4+, damage 2." in said
    assert "Hand 1: Pistol, dual, noisy: range 0 to 1, dice 1, accuracy 4+, damage 1." in said
    assert "Blue from 0 XP: Lucky, held." in said
    assert "Orange from 19 XP: Roll 6: +1 die Ranged or Webbing." in said
    assert not any(sign in line for line in said for sign in "[]|>_")
    assert words.card_signs("R?") == ["has to be reloaded", "?"]


def test_a_place_is_told_again_when_it_has_changed_only(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    saved = saves.begin("walking_dead", game("walking_dead").setup("survival"), 7)
    try:
        said = typed(saved, "move:e2", "play:shortcut", "?")
    finally:
        saved.close()
    here = [line for line in said if line.startswith("Here: East road 2 (")]
    assert len(here) == 2
    assert sum(line.startswith("Phase ") for line in said) == 2
    assert any("Locations 0 of 4" in line for line in said)


def test_a_card_in_play_is_not_said_to_be_in_hand():
    setup = game("walking_dead").setup("survival", ["p1"])
    match = Match.start(game("walking_dead").rules(setup), 4)
    bot = game("walking_dead").bots()["heuristic"](1)
    while not (match.state.fight and (who := match.state.figures[match.state.active]).played and who.hand):
        match.choose(bot(match))
    view = match.rules.view(match.state, match.decision, "p1")
    said = ahead.hands(view)
    in_hand, _, in_play = said.removeprefix("In hand: ").partition(" In play: ")
    assert in_hand.count(",") + 1 == len(who.hand)
    assert in_play.count(",") + 1 == len(who.played)
