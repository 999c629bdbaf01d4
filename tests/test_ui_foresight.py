"""Threat preview, hints, the list of commands, odds, and what a match taken up again shows, by keys."""

from __future__ import annotations

import random
from functools import cache
from types import SimpleNamespace

import pytest

from tests.test_threat import scatter
from tests.test_ui_play import begun, drive, home, panel, press, toy  # noqa: F401
from zterm import saves
from zterm.bots import named
from zterm.games.registry import game
from zterm.games.zombicide.threat import QUICK
from zterm.kernel.decision import Odds
from zterm.kernel.match import Match
from zterm.kernel.views import Branch, Threat
from zterm.session import seat
from zterm.ui import chances, foresight, keymap, palette, recall
from zterm.ui.desk import Desk
from zterm.ui.ending import End
from zterm.ui.glyphs import ASCII

SIZES = [(80, 24), (100, 30), (140, 45)]
ENOUGH = 600.0
"""Seconds in which any machine plays a match again."""


@cache
def by_the_bot(answers, mission, seed, kind, verbs):
    """What the bot answers until there is a turn, and in it a moment with options of these verbs."""

    def there(decision):
        return decision.kind == kind and {option.split(":")[0] for option in decision.options} >= set(verbs)

    match = Match.start(game("zombicide").rules(game("zombicide").setup(mission)), seed)
    bot, given = named.make("zombicide", "heuristic", 1), []
    while match.decision is not None and (len(given) < answers or not there(match.decision)):
        given.append(bot(match))
        match.choose(given[-1])
    return tuple(given)


def advanced(answers=150, mission="m05", seed=7, kind="turn", verbs=()):
    """A match that the bot has played on."""
    return begun(mission=mission, seed=seed, answers=by_the_bot(answers, mission, seed, kind, tuple(verbs)))


def text(rows):
    return ["".join(bit.text for bit in row.bits) for row in rows]


@pytest.mark.parametrize("size", SIZES)
def test_the_preview_says_and_draws_what_the_rules_foresee(size):
    async def script(app, pilot):
        play = app.screen
        branch = play.desk.rules.threat(play.desk.session.match.state).branches[0]
        assert branch.arrows
        await press(pilot, "z")
        assert play.mode == "threat"
        assert "THREAT" in panel(app)
        overlay = play._overlay()
        assert sum(arrow.number for arrow in overlay.arrows) == sum(arrow.count for arrow in branch.arrows)
        assert overlay.bites == {bite.area: bite.count for bite in branch.bites}
        count = len(foresight.items(branch, play.desk))
        for _ in range(count):
            picked = play._overlay().cursor
            assert picked in panel(app)
            await press(pilot, "down")
        await press(pilot, "r")
        assert "RULE ZB-" in panel(app)
        await press(pilot, "r")
        assert play.mode == "threat"
        await press(pilot, "enter")
        assert "STEP BY STEP" in (panel(app) if app.screen is play else app.screen.pane.text()[0])
        await press(pilot, "escape", "right", "escape")
        assert play.mode == "menu"
        assert not play._overlay().arrows
        assert play.desk.session.match.answers == answers

    saved = advanced()
    answers = saved.match.answers
    drive(saved, script, size)


def test_the_players_choices_of_a_way_are_told_in_words():
    saved = advanced()
    try:
        desk = Desk(seat(saved), resumed=False)
        ways = Branch(("wound:kim", "route:z16", "lose:hand1", "odd", "wound:watts", "wound:watts"), (), (), ())
        kim, route, card, odd, watts = foresight.spoken(desk, ways.choices)
        assert "Kim" in kim
        assert "z16" in route
        assert ":" not in kim + route + card
        assert odd
        assert watts == "Watts takes 2 wounds, dies"
        desk.foreseen, desk.stale = Threat((ways, Branch((), (), (), ())), complete=True), False
        assert "Kim" in "\n".join(text(foresight.panel(desk, 0, 0, 60, 8)))
    finally:
        saved.close()


def test_a_way_is_named_by_what_parts_it_from_the_others():
    saved = advanced()
    try:
        desk = Desk(seat(saved), resumed=False)
        ways = Branch(("wound:kim", "lose:hand1"), (), (), (), apart=("Kim dies", "z5 1 Abomination > z6"))
        desk.foreseen, desk.stale = Threat((ways, Branch((), (), (), ())), complete=True), False
        shown = "\n".join(text(foresight.panel(desk, 0, 0, 60, 8)))
        assert "Kim dies; z5 1 Abomination > z6" in shown
        assert "hand" not in shown
    finally:
        saved.close()


def test_a_preview_that_was_cut_short_is_completed_while_it_is_looked_at():
    saved = advanced()
    try:
        desk = Desk(seat(saved), resumed=False)
        whole = desk.threat()
        assert not desk.finish_threat()
        desk.foreseen = Threat(whole.branches[:1], complete=False)
        while (new := desk.finish_threat()) is None:
            pass
        assert new
        assert desk.threat() == whole
        desk.foreseen, desk.stale = Threat(whole.branches[:1], complete=False), True
        assert not desk.finish_threat()
    finally:
        saved.close()


def beset():
    """A match with zombies all over the place: an Abomination and others have several ways."""
    saved = advanced(answers=0, mission="m00", seed=182)
    scatter(saved.match.rules, saved.match.state, random.Random(182))
    return saved


@pytest.mark.parametrize("size", SIZES)
def test_ways_are_chosen_one_after_the_other(size):
    async def script(app, pilot):
        play = app.screen
        await press(pilot, "z")
        whole = play.desk.ahead()
        assert len(whole.branches) > 1
        assert "choose, " in panel(app)
        await press(pilot, "up", "enter")
        assert play.modes.ways
        assert f"1/{len(whole.ways)}" in panel(app)
        assert "Go to" in panel(app)
        await press(pilot, "escape")
        assert play.mode == "threat"
        await press(pilot, "enter", "down", "enter")
        assert play.desk.taken == (whole.ways[1],)
        assert "chosen:" in panel(app)
        followed = play.desk.ahead()
        assert {branch.choices for branch in followed.branches} < {branch.choices for branch in whole.branches}
        await press(pilot, "z", "z")
        assert play.desk.ahead() == whole
        await press(pilot, "up", "enter", "down", "enter", "up")
        while "chosen:" not in [line for line in panel(app).splitlines() if ">" in line[:3]][-1]:
            await press(pilot, "up")
        await press(pilot, "enter")
        assert play.desk.taken == ()
        await press(pilot, "escape")
        assert play.mode == "menu"

    drive(beset(), script, size)


def test_bites_stand_first_then_moves_and_every_group_is_told():
    saved = advanced()
    desk = Desk(seat(saved), False)
    branch = desk.threat().branches[0]
    shown = foresight.items(branch, desk)
    roles = [item.role for item in shown]
    assert roles == sorted(roles, key=["bite", "text", "threat", "disabled"].index)
    told = " ".join(item.words for item in shown)
    for token in desk.view.tokens:
        if token.group == "zombie":
            assert token.area in told
    assert all(item.rule for item in shown if item.role != "disabled")
    saved.close()


def test_the_pane_and_the_line_come_after_a_pause_and_are_made_once_an_answer(monkeypatch):
    async def script(app, pilot):
        play = app.screen
        for _ in range(300):
            await pilot.pause(0.1)
            if not play.desk.stale:
                break
        assert any(" > " in line for line in play.rows["next"].text())
        await press(pilot, "z", "escape")
        await pilot.resize_terminal(100, 30)
        while (option := app.screen.desk.marked_option()) is not None and (option.odds or chances.walks(option.id)):
            await press(pilot, "full_stop")
        for _ in range(300):
            await pilot.pause(0.1)
            if "next: " in panel(app):
                break
        assert "next: " in panel(app)
        await pilot.resize_terminal(80, 24)
        await pilot.pause(0.4)
        assert "next:" not in panel(app)

    saved = advanced()
    desk = Desk(seat(saved), False)
    desk.stale = True
    foresee, restore, made, copies = Desk.foresee, Match.restore, [], []
    with monkeypatch.context() as patch:
        patch.setattr(Desk, "foresee", lambda desk: made.append(desk) or foresee(desk))
        patch.setattr(Match, "restore", lambda rules, place: copies.append(place) or restore(rules, place))
        assert desk.threat() is desk.threat() is not None
    assert made == [desk]
    assert len(copies) <= QUICK[0]
    drive(saved, script, (140, 45))


@pytest.mark.parametrize("size", SIZES)
def test_look_tells_what_those_there_do_next(size):
    async def script(app, pilot):
        play = app.screen
        await press(pilot, "x")
        branch = play.desk.threat().branches[0]
        assert branch.arrows
        for arrow in branch.arrows:
            play.cursor = arrow.start
            play.draw("decision")
            assert f"{arrow.start} > " in panel(app) or "bite" in panel(app)
        for bite in branch.bites:
            play.cursor = bite.area
            play.draw("decision")
            assert "next: " in panel(app)

    drive(advanced(), script, size)


def test_a_game_without_a_side_of_its_own_says_so(toy):  # noqa: F811
    async def script(app, pilot):
        await press(pilot, "z")
        assert app.screen.mode == "menu"
        assert "nothing acts by itself" in app.screen.desk.said
        await press(pilot, "H")
        assert app.screen.mode == "menu"
        assert "no adviser" in app.screen.desk.said

    drive(begun("toy", "t00"), script)


def test_a_hint_says_why_and_enter_does_it():
    async def script(app, pilot):
        play = app.screen
        await press(pilot, "H")
        await pilot.pause(1.5)
        assert play.mode == "hint"
        advice = play.modes.advice
        assert advice.option in play.desk.decision.options
        assert play.desk.describe(advice.option).label[:20] in panel(app)
        assert "round" in " ".join(advice.reasons)
        await press(pilot, "down", "r", "escape", "escape")
        assert play.mode == "menu"
        await press(pilot, "H")
        await pilot.pause(1.5)
        await press(pilot, "enter")
        assert play.mode != "hint"
        assert play.desk.session.match.answers == answers + 1

    saved = advanced()
    answers = saved.match.answers
    drive(saved, script)


def test_every_command_is_in_the_list_and_found_by_its_name():
    for bound in keymap.KEYS:
        if bound.words and bound.id not in palette.HIDDEN and bound.where == "play":
            assert palette.found(keymap.KEYS, bound.id.replace("_", " "))[0] == bound
    assert palette.found(keymap.KEYS, "xyzzy") == []
    assert "no command" in "".join(text(palette.panel(keymap.KEYS, "xyzzy", 0, 50, 7)))


def test_commands_are_done_by_name():
    async def script(app, pilot):
        play = app.screen
        await press(pilot, "ctrl+p", *"noi", "enter")
        assert play.overlay.noise
        await press(pilot, "ctrl+p", *"q", "escape")
        assert app.is_running
        await press(pilot, "ctrl+p", "backspace", *"thr", "down", "up", "enter")
        assert play.mode == "threat"
        await press(pilot, "escape", "ctrl+p", *"coach", "enter")
        assert "off" in play.desk.said
        await press(pilot, "ctrl+p", *"coach", "enter")
        assert "are on" in play.desk.said

    drive(advanced(), script)


def test_odds_and_bites_stand_below_the_options_that_are_marked():
    async def script(app, pilot):
        play = app.screen
        await press(pilot, "a")
        assert play.desk.marked_option().odds is not None
        assert "hits  0 " in panel(app)
        assert "on average" in panel(app)
        assert "kill" in panel(app)
        await press(pilot, "escape", "1")
        assert "then " in panel(app)

    drive(advanced(100, verbs=("attack", "move")), script)


def test_chances_are_rows_of_numbers():
    rows = text(chances.odds_rows(Odds((0.25, 0.5, 0.25), 0.1, 2, (0.2, 0.5, 0.3)), 50))
    assert rows == [" hits  0 20%  1 50%  2 30%", " 1.0 kills on average  friend hit 10%  noise +2"]
    assert len(chances.odds_rows(Odds((1.0,), 0.0, 0), 50)) == 1


def test_a_match_taken_up_again_has_its_log_zoom_and_window():
    async def first(app, pilot):
        play = app.screen
        await press(pilot, "plus", "number_sign", "down")
        told[:] = [entry.text for entry in play.desk.chronicle.said]
        place.update(play.board.place())
        await press(pilot, "Q")

    async def again(app, pilot):
        play = app.screen
        said = [entry.text for entry in play.desk.chronicle.said if not entry.note]
        assert said[-1].startswith("The match goes on")
        moves = [line for line in said if " > " in line or "wound" in line]
        assert len(moves) > 20
        assert said[1].startswith("First player")
        assert told[-1] in said
        assert play.board.place() == place
        assert play.overlay.names

    told, place = [], {}
    saved = advanced(60)
    drive(saved, first)
    taken = saves.resume()
    resumed_drive(taken, again)


def resumed_drive(saved, script):
    import asyncio

    from tests.test_ui_play import look
    from zterm.ui.client import Client

    async def main():
        app = Client(look(), seat(saved), True)
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause(0.05)
            await script(app, pilot)

    asyncio.run(main())
    saved.close()


def test_the_log_is_told_again_answer_by_answer_and_undo_takes_its_lines_back(monkeypatch):
    saved = advanced(200, "m10", 3)
    saved.close()
    saved = saves.resume()
    given, choose = [], Match.choose
    monkeypatch.setattr(recall.retell, "__defaults__", (ENOUGH,))
    with monkeypatch.context() as patch:
        patch.setattr(Match, "choose", lambda match, option: given.append(option) or choose(match, option))
        told, whole = recall.retell(saved)
    assert len(given) == saved.match.answers
    assert whole
    assert told[-1].answers == saved.match.answers
    assert sum(len(part.events) for part in told) > 200
    saved.close()


def test_a_long_match_is_told_from_a_snapshot(monkeypatch):
    saved = advanced(120)
    monkeypatch.setattr(recall, "CHEAP", 60)
    monkeypatch.setattr(recall.retell, "__defaults__", (ENOUGH,))
    told, whole = recall.retell(saved)
    assert told
    assert not whole
    assert told[-1].answers == saved.match.answers
    assert len(told) <= 61
    desk = Desk(seat(saved), True)
    assert any("goes on from turn" in entry.text for entry in desk.chronicle.said)
    assert recall.retell(saved, seconds=-1.0) == ([], False)
    saved.close()


def test_at_a_question_in_between_it_is_said_that_foresight_comes_later(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    saved = saves.begin("zombicide", game("zombicide").setup("m00"), 4711)
    for option in ("activate:watts", "open:d4", "end", "activate:kim", "move:z11", "attack:fire_axe:z11"):
        saved.choose(option)
    assert saved.match.decision.kind == "reroll"
    desk = Desk(seat(saved), True)
    said = foresight.unforeseen(desk)
    options = [desk.describe(option) for option in saved.match.decision.options]
    saved.close()
    assert said == "First answer this question, then it can be foreseen."
    assert min(options, key=lambda option: option.rank).id == "stand"


@pytest.mark.parametrize(("size", "told"), [((80, 24), True), ((60, 20), False)])
def test_the_end_says_who_was_killed_by_whom_where_there_is_room(tmp_path, monkeypatch, size, told):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    saved = saves.begin("zombicide", game("zombicide").setup("m00"), 77)
    bot = named.make("zombicide", "quick", 77)
    session, brought = seat(saved), []
    while saved.match.decision is not None:
        brought = session.answer(bot(saved.match))
    desk = Desk(session, True)
    desk.events = brought
    text = ["".join(bit.text for bit in row.bits) for row in End(SimpleNamespace(glyphs=ASCII), desk).rows(*size)]
    saved.close()
    assert any("LOST" in line for line in text)
    assert any("Kim dies (Abomination)" in line for line in text) == told
    assert len(text) <= size[1]
