"""The Walking Dead in the full-screen client: a whole match alone by keys, and hands that only their owners see."""

import time

from tests.test_ui_play import begun, drive, panel, press
from zterm import saves
from zterm.games.registry import game


def test_a_whole_match_alone_by_keys():
    async def script(app, pilot):
        play = app.screen
        for _ in range(400):
            if play.desk.session.match.over is not None:
                break
            if play.mode == "confirm":
                await pilot.pause(0.3)
                await press(pilot, "y")
            else:
                await press(pilot, "1")
        assert play.desk.session.match.over is not None

    drive(begun("walking_dead", "survival"), script, (80, 24))


def test_the_question_stands_in_the_panel():
    async def script(app, pilot):
        assert "Rick moves" in panel(app)
        await press(pilot, "1")
        assert app.screen.desk.session.match.answers == 1

    drive(begun("walking_dead", "survival", 3), script, (80, 24))


def test_hands_are_shown_to_their_owners_only():
    setup = game("walking_dead").setup("survival", ["ann", "bob"], ["shane", "lori"])

    async def script(app, pilot):
        desk = app.screen.desk
        handed = 0
        for _ in range(16):
            asked = desk.session.decision.who
            if desk.covered:
                handed += 1
                answers = desk.session.match.answers
                assert desk.covered == asked
                assert f"Give the keyboard to {asked} (" in panel(app)
                assert all(hidden(person) for person in desk.view.people if person.cards)
                await press(pilot, "1", "space", "x", "H", "tab")
                assert (desk.covered, app.screen.mode, desk.session.match.answers) == (asked, "menu", answers)
                await pilot.pause(0.3)
                await press(pilot, "enter")
                assert (desk.covered, desk.holder) == ("", asked)
            for person in desk.view.people:
                assert hidden(person) != (person.player == asked) or not person.cards
            await press(pilot, "1")
        assert handed > 2

    drive(saves.begin("walking_dead", setup, 5), script, (80, 24))


def test_help_explains_the_signs_of_this_board_and_no_others():
    async def script(app, pilot):
        drawn = {token.text for token in app.screen.desk.view.tokens if token.group != "survivor"}
        await press(pilot, "question_mark")
        told = [line.bits for line in app.screen._lines(200)]
        first = next(i for i, bits in enumerate(told) if bits and bits[0].text.strip() == "THE MAP")
        signs = {word for bits in told[first + 1 :] if len(bits) > 1 for word in bits[0].text.split()}
        assert drawn <= signs, drawn - signs
        assert "{P....}" not in signs

    drive(begun("walking_dead", "survival", 3), script, (80, 24))


def hidden(person):
    """Whether a hand is seen from its backs only."""
    return {card.name for card in person.cards if card.slot.startswith("card")} == {"hidden card"}


def test_one_person_among_bots_is_handed_nothing():
    setup = game("walking_dead").setup("survival", ["ann", "bob"], ["shane", "lori"])

    async def script(app, pilot):
        desk = app.screen.desk
        until = time.monotonic() + 60
        while time.monotonic() < until:
            assert not desk.covered
            ann, bob = desk.view.people
            assert not hidden(ann) or not ann.cards
            assert hidden(bob) or not bob.cards
            if desk.session.bot() is None:
                await press(pilot, "1")
            await pilot.pause(0.005)
            if desk.session.match.answers >= 30:
                return
        raise AssertionError(f"the bot stands still after {desk.session.match.answers} answers")

    drive(saves.begin("walking_dead", setup, 5, {"ann": "human", "bob": "bot:heuristic"}), script, (80, 24))


def test_the_line_of_a_person_says_what_matters_in_this_game():
    async def script(app, pilot):
        line = app.screen.rows["people"].text()[1]
        assert " A2 L0/4 C5 " in line
        assert "w0" not in line

    drive(begun("walking_dead", "survival"), script, (80, 24))


def test_a_late_loop_drops_no_bot(monkeypatch):
    """Where the loop is busy for longer than a timer waits, the next answer of a bot comes all the same."""
    from zterm.ui.play import Play

    setup = game("walking_dead").setup("survival", ["ann", "bob"], ["shane", "lori"])
    after = Play.after_answer

    def busy(self):
        after(self)
        time.sleep(0.01)

    monkeypatch.setattr(Play, "after_answer", busy)

    async def script(app, pilot):
        match = app.screen.desk.session.match
        for _ in range(400):
            await pilot.pause(0.02)
            if match.answers >= 40 or match.over is not None:
                return
        raise AssertionError(f"the bots stand still after {match.answers} answers")

    drive(saves.begin("walking_dead", setup, 5, {"ann": "bot:heuristic", "bob": "bot:heuristic"}), script, (80, 24))


def test_a_hint_says_why_and_what_it_is_held_against():
    async def script(app, pilot):
        for _ in range(20):
            if app.screen.desk.decision.kind == "fight":
                break
            await press(pilot, "enter")
        options = app.screen.desk.decision.options
        assert len(options) > 2
        await press(pilot, "H")
        await pilot.pause(0.3)
        said = " ".join(panel(app).split())
        assert "Losing costs Rick an Ally." in said
        assert "the chance to win" in said or "The die wins with" in said
        assert "Rather than: Roll the fight die." in said or "> Roll the fight die" in said

    drive(begun("walking_dead", "survival", 5), script, (80, 24))
