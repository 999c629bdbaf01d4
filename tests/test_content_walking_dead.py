"""The box of The Walking Dead: its numbers, what the book says of named cards, the board's example, and mistakes."""

import re

import pytest

from zterm.content import rulebook
from zterm.content.paths import packs
from zterm.content.problems import ContentError
from zterm.games.registry import InputError, event_kinds, game
from zterm.games.walking_dead.catalogue import WORDS
from zterm.games.walking_dead.content import deck
from zterm.games.walking_dead.game import options
from zterm.games.walking_dead.loading import ABILITIES, load_box, load_mission
from zterm.games.walking_dead.shelf import box, mission_named
from zterm.games.walking_dead.wishes import OPTIONS

WD = game("walking_dead")
BOX, BOARD = box()
CORNERS = ["police_station", "cdc", "car_pile_up", "department_store"]


def test_the_manual_names_what_there_is():
    manual = (packs()["walking_dead"] / "README.md").read_text(encoding="utf-8")
    rows = re.search(r"## Decisions and options\n(.*?)\n\n", manual, re.S)[1].splitlines()[2:]
    assert {word for row in rows for word in re.findall(r"`(\w+)`", row.split("|")[1])} == WD.DECISIONS
    assert set(re.search(r"Phases: `(.*?)`", manual)[1].split()) == set(WD.PHASES)
    assert set(re.search(r"Events: `(.*?)`", manual, re.S)[1].split()) == set(event_kinds("walking_dead"))
    for option in options():
        assert f"`{option.id}` ({', '.join(f'`{value}`' for value in option.values)})" in manual


def test_the_decks_have_their_numbers():
    assert len(deck(BOX.scrounge)) == 40
    assert len(deck(BOX.encounters)) == 40
    assert len(deck(BOX.zombie_cards)) == 30


def test_the_box_has_its_pieces():
    assert list(BOX.characters) == ["rick", "lori", "shane", "glenn", "andrea", "dale"]
    assert sorted(c.ability for c in BOX.characters.values()) == sorted(ABILITIES)
    assert len({c.letter for c in BOX.characters.values()}) == 6
    assert (BOX.allies, BOX.hand, BOX.zombie_figures) == (16, 4, 2)
    assert BOX.badges == {"survivors": 2, "zombies": 2}
    assert [(tile.id, tile.count) for tile in BOX.tiles.values()] == [(name, 4) for name in CORNERS]


def test_no_fight_is_easier_than_six():
    strengths = [card.strength for card in BOX.encounters.values() if card.strength]
    assert min(strengths) == 6
    assert sum(c.count for c in BOX.encounters.values() if c.strength) < 40


def test_named_cards_do_what_the_book_says():
    s, e, z = BOX.scrounge, BOX.encounters, BOX.zombie_cards
    assert s["shotgun"].loud
    assert s["axe"].when == "roll"
    assert s["baseball_bat"].back == "won"
    assert s["crossbow"].back == "six"
    assert s["sack_of_guns"].calms
    assert s["giddy_up"].ride == 3
    assert s["non_lethal_wound"].when == "bite"
    assert s["handgun"].attack > 0
    assert e["walkers_at_the_door"].strength
    assert not e["walkers_at_the_door"].cards
    assert [way.id for way in e["love_triangle"].do[0].choices] == ["camp", "quarrel"]
    assert e["personality_conflict"].do[0].choices[0].do[0].op == "return_ally"
    assert {z[name].kind for name in ("sneak", "frenzy", "bitten")} == {"sneak", "frenzy", "bitten"}
    assert [c.id for c in z.values() if c.kind == "move" and not c.strength] == []


@pytest.mark.component("WD-33")
def test_the_example_of_the_board():
    ends = BOARD.ends("s3", 6)
    far = BOARD.far("s3", False)
    assert (far["car_pile_up"], far["camp"], far["department_store"]) == (3, 5, 7)
    assert {"car_pile_up", "camp", "na2", "s9"} <= set(ends)
    assert "department_store" not in ends


@pytest.mark.component("WD-77")
def test_four_sewers_of_three_spaces():
    sewers = [s for s in BOARD.spaces.values() if s.kind == "sewer"]
    assert len(sewers) == 12
    assert BOARD.respawns == ("sn2", "se2", "ss2", "sw2")
    for middle in BOARD.respawns:
        ends = BOARD.near[middle]
        assert len(ends) == 2
        outside = [other for end in ends for other in BOARD.near[end] if BOARD.spaces[other].kind != "sewer"]
        assert len(outside) == 2


def test_the_board_is_a_square_with_a_plus():
    spaces = BOARD.spaces.values()
    assert [s.id for s in spaces if s.kind == "corner"] == CORNERS
    assert len(BOARD.near["camp"]) == 4
    assert {s.region for s in spaces if s.kind not in ("sewer", "camp")} == {"blue", "green", "red", "yellow"}
    assert {s.region for s in spaces if s.kind in ("sewer", "camp")} == {""}
    for space in spaces:
        for other in BOARD.near[space.id]:
            cells = set(BOARD.spaces[other].cells)
            assert any({(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)} & cells for x, y in space.cells), (space, other)


def test_both_missions_are_there():
    survival, teams = mission_named("survival"), mission_named("teams")
    assert (survival.least, survival.most, survival.zombies) == (1, 4, 0)
    assert (teams.least, teams.most, teams.zombies) == (4, 4, 2)
    assert [info.id for info in WD.missions()] == ["survival", "teams"]
    assert {info.id for info in game("zombicide").missions()}.isdisjoint({"survival", "teams"})


@pytest.mark.parametrize(
    ("wish", "words"),
    [
        ({"mission": "surviva"}, "did you mean survival"),
        ({"mission": "survival", "players": list("abcde")}, "1 to 4 players"),
        ({"mission": "teams", "players": ["a"]}, "4 players"),
        ({"mission": "survival", "figures": ["rik"]}, "did you mean rick"),
        ({"mission": "survival", "players": ["a"], "figures": ["rick", "lori"]}, "1 player takes 1 survivor"),
        ({"mission": "survival", "players": ["a", "b"], "figures": ["rick", "rick"]}, "once only"),
        ({"mission": "survival", "options": {"six": "never"}}, "always, encounters"),
        ({"mission": "survival", "options": {"seven": "never"}}, "no match option"),
    ],
)
def test_wishes_that_cannot_be(wish, words):
    with pytest.raises(InputError, match=words):
        WD.setup(**wish)


def test_defaults_fit_the_mission():
    assert WD.setup("survival")["survivors"] == ["rick"]
    assert WD.setup("survival", figures=["dale", "Lori"])["players"] == ["p1", "p2"]
    assert WD.setup("TEAMS")["players"] == ["p1", "p2", "p3", "p4"]
    assert len(WD.setup("survival", ["a", "b", "c"])["survivors"]) == 3


def test_mistakes_in_a_pack_are_told_with_their_place(tmp_path):
    for file in packs()["walking_dead"].glob("*.yaml"):
        (tmp_path / file.name).write_text(file.read_text())
    load_box(tmp_path)
    cards = (tmp_path / "scrounge.yaml").read_text()
    (tmp_path / "scrounge.yaml").write_text(cards.replace("when: roll", "when: later"))
    with pytest.raises(ContentError, match=r"scrounge\.yaml:\d+:\d+: .*later"):
        load_box(tmp_path)
    (tmp_path / "scrounge.yaml").write_text(cards)
    board = (tmp_path / "board.yaml").read_text()
    (tmp_path / "board.yaml").write_text(board.replace("[n5, na1, na2, camp]", "[n5, na1, na3, camp]"))
    with pytest.raises(ContentError, match="there is no space na3"):
        load_box(tmp_path)
    (tmp_path / "board.yaml").write_text(board)
    encounters = (tmp_path / "encounters.yaml").read_text()
    (tmp_path / "encounters.yaml").write_text(encounters.replace("{ally: 1}", "{allies: 1}", 1))
    with pytest.raises(ContentError, match="unknown effect allies"):
        load_box(tmp_path)
    mission = (tmp_path / "survival.yaml").read_text()
    (tmp_path / "survival.yaml").write_text(mission.replace("each: 10", "each: 10, all: 20"))
    with pytest.raises(ContentError, match="either each or all"):
        load_mission(tmp_path / "survival.yaml")


def test_everything_has_words():
    words = WORDS.tables()
    assert set(words["events"]) >= set(event_kinds("walking_dead"))
    assert set(words["decisions"]) >= WD.DECISIONS
    assert set(words["questions"]) >= WD.DECISIONS
    assert set(words["phases"]) >= set(WD.PHASES)
    assert set(words["abilities"]) == set(ABILITIES)
    assert set(words["spaces"]) >= {s for s in BOARD.spaces if not BOARD.spaces[s].tile}
    for name, card in BOX.scrounge.items():
        assert f"when_{card.when}" in words["refusals"], name
        assert name in words["texts"]
    for card in BOX.zombie_cards.values():
        assert f"zombie_{card.kind}" in words["refusals"]
    for card in BOX.encounters.values():
        for effect in card.do:
            assert {way.id for way in effect.choices} <= set(words["choices"])


def test_the_rules_reference_has_every_line_once():
    book = rulebook.load("walking_dead")
    numbers = [*range(1, 94), *range(95, 107), *range(110, 127)]
    assert list(book.entries) == [f"WD-{n:02}" if n < 100 else f"WD-{n}" for n in numbers]
    chapters = [chapter.key for chapter in book.chapters]
    assert {entry.chapter for entry in book.entries.values()} == set(chapters)
    assert {entry.variant for entry in book.entries.values() if entry.variant} == set(OPTIONS)
    for option in options():
        assert book.entry(option.rule).variant == option.id
    forbidden = re.compile(r"\b(seeds?|transcri\w*|checklists?|default|TODO)\b", re.IGNORECASE)
    for entry in book.entries.values():
        for text in (entry.text, entry.settled):
            assert len(text) <= 600, entry.id
            assert text.isascii(), entry.id
            assert not forbidden.search(text), entry.id
            assert text == "" or text[-1] in ".!", entry.id
