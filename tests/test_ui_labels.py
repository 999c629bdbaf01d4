"""Labels of options in the panel of an 80x24 screen, as they read in every mission, in English and Italian."""

import random

import pytest

from zterm import saves
from zterm.content import catalogue
from zterm.games.registry import GAMES, game
from zterm.games.zombicide.shelf import box
from zterm.session import seat
from zterm.ui import menu
from zterm.ui.desk import Desk
from zterm.ui.labels import GROUP, least, shortened
from zterm.ui.layout import plan
from zterm.ui.menu import Level, deepest
from zterm.ui.rows import width

MISSIONS = [(name, mission.id) for name in GAMES for mission in game(name).missions()]
ANSWERS, EVERY = 150, 2
WIDE, HIGH = plan(80, 24, (81, 41)).places["decision"][2:]


def printed():
    """Names that are printed on cards and sheets: nobody can shorten them."""
    return {one.name for one in box().items.values()} | {"Gunblade"}


def shown(desk):
    """The entries of a page with the labels that its list has room for."""
    entries, room, even = desk.entries(), HIGH - 2, len(desk.levels) == 1
    left, right = menu.split(entries, WIDE, room, even) if len(entries) > room else (WIDE, WIDE)
    columns = [left if number < room else right for number in range(len(entries))]
    return [pair for pair in zip(entries, menu._fitted(entries, columns), strict=True) if pair[0].ids]


def lists(desk, depth=0):
    """Every list that can be opened from where a match stands."""
    desk.set_capacity(2 * (HIGH - 2))
    for page in range(desk.pages()):
        desk.page = page
        yield shown(desk)
    desk.page = 0
    if depth < 3:
        levels = list(desk.levels)
        for entry in [one for one in desk.whole() if len(one.ids) > 1]:
            opened = Level(entry.ids, levels[-1].depth, entry.label)
            desk.levels, desk._entries = [*levels, opened._replace(depth=deepest(opened))], None
            yield from lists(desk, depth + 1)
        desk.levels, desk._entries = levels, None


@pytest.mark.parametrize(("name", "mission"), MISSIONS)
def test_no_label_of_a_real_position_is_cut(name, mission):
    saved = saves.begin(name, game(name).setup(mission), 4)
    session, chance, names, seen = seat(saved), random.Random(4), printed(), set()
    desk = Desk(session, False)
    while session.decision is not None and saved.match.answers < ANSWERS:
        options = session.decision.options
        if saved.match.answers % EVERY == 0:
            for code in ("en", "it"):
                catalogue.use(code)
                desk.refresh()
                for entries in lists(desk):
                    labels = [short.label for _, short in entries]
                    assert len(set(labels)) == len(labels), labels
                    for entry, short in entries:
                        if short.label.endswith("..") and not entry.label.endswith(".."):
                            assert len(desk.levels) > 1, (entry.label, short.label)
                            assert any(one in entry.label for one in names), (entry.label, short.label)
                        seen.add(entry.ids[0].split(":")[0])
        acting = [one for one in options if one != "end"]
        saved.choose(chance.choice(acting or list(options)))
    saved.close()
    assert len(seen) > 6


def test_the_words_that_all_labels_begin_with_go_first():
    labels = ["Swap hand 1 with pack 2 (Pistol, Nails)", "Swap hand 2 with pack 2 (Bat, Nails)"]
    assert shortened(labels, [40, 40]) == labels
    assert shortened(labels, [34, 34]) == ["hand 1 with pack 2 (Pistol, Nails)", "hand 2 with pack 2 (Bat, Nails)"]
    assert shortened(labels, [20, 20]) == least(labels) == ["hand 1 with pack 2", "hand 2 with pack 2"]
    assert shortened(["Go north: z1 (street)", "Go on"], [9, 9]) == ["north: z1", "on"]
    assert shortened(["Seat 1 of the car", "Seat 2 of the car"], [10, 10]) == ["Seat 1..", "Seat 2.."]
    claws = ["Attack z8: Claw Hammer x2, 6 dice 5+", "Attack z8: Claw Hammer, 3 dice 5+"]
    assert shortened(claws, [28, 28]) == ["Claw Hammer x2, 6 dice 5+", "Claw Hammer, 3 dice 5+"]
    assert shortened(["Give Meat Fork (to Rick)", "Give Meat Axe (to Rick)"], [9, 9]) == ["Meat Fork", "Meat Axe"]
    assert shortened(["End the turn, 2 actions lost"], [19]) == ["End the turn"]


def test_no_two_labels_become_the_same():
    labels = ["Take Shotgun of Grindlock (hand 1)", "Take Shotgun of Grindlock (hand 2)", "Done"]
    for room in range(12, 34):
        made = shortened(labels, [room] * 3)
        assert len(set(made)) == 3
        assert all(width(label) <= room for label in made)
    assert shortened(["Drive to z4: car c1", "Drive to z4 > z1: car c1"], [9, 9]) == ["z4", "z4 > z1"]
    assert shortened([f"Change to seat{GROUP}(3)", f"Drive{GROUP}(2)"], [21, 21])[0] == f"Change to seat{GROUP}(3)"
    assert shortened([f"Change to seat{GROUP}(3)", f"Drive{GROUP}(2)"], [17, 17])[0] == f"Change{GROUP}(3)"
    assert shortened([f"Change seat{GROUP}(3)", f"Change car{GROUP}(2)", "Done"], [15, 15, 15])[:2] == [
        f"Change s{GROUP}(3)",
        f"Change c{GROUP}(2)",
    ]
