"""The Walking Dead in the full-screen client: a whole match alone by keys, and hands that only their owners see."""

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
        for _ in range(12):
            asked = desk.session.decision.who
            for person in desk.view.people:
                backs = {card.name for card in person.cards if card.role == "disabled"}
                assert (backs == set()) if person.player == asked else backs <= {"hidden card"}
            await press(pilot, "1")

    drive(saves.begin("walking_dead", setup, 5), script, (80, 24))
