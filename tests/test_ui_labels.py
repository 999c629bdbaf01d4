"""Labels of options in the panel of an 80x24 screen, as they read in every mission, in English and Italian."""

import random
import re

import pytest

from zterm import saves
from zterm.content import catalogue
from zterm.content.loader import node_of
from zterm.games.registry import GAMES, game, given_of
from zterm.games.zombicide import catalogue as cat
from zterm.games.zombicide.shelf import box
from zterm.games.zombicide.state import SLOT_OF
from zterm.session import seat
from zterm.ui import menu
from zterm.ui.desk import Desk
from zterm.ui.labels import GROUP, least, shortened
from zterm.ui.layout import plan
from zterm.ui.menu import Level, deepest
from zterm.ui.rows import width

MISSIONS = [(name, mission.id) for name in GAMES for mission in game(name).missions()]
ANSWERS, EVERY = 150, 2
WIDE, HIGH = plan(80, 24, [(81, 41)]).places["decision"][2:]


def shown(desk):
    """The entries of a page with the labels that its list has room for."""
    entries, room, even = desk.entries(), HIGH - 2, len(desk.levels) == 1
    left, right = menu.split(entries, WIDE, room, even) if len(entries) > room else (WIDE, WIDE)
    columns = [left if number < room else right for number in range(len(entries))]
    return [pair for pair in zip(entries, menu._fitted(entries, columns), strict=True) if pair[0].ids]


def lists(desk, depth=0):
    """Every list that can be opened from where a match stands."""
    desk.set_room(WIDE, HIGH - 2)
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
    session, chance, seen = seat(saved), random.Random(4), set()
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
                        cut = short.label.endswith("..") and not entry.label.endswith("..")
                        assert not cut, (entry.label, short.label)
                        seen.add(entry.ids[0].split(":")[0])
        acting = [one for one in options if one != "end"]
        saved.choose(chance.choice(acting or list(options)))
    saved.close()
    assert len(seen) > 6


CARRIED = {
    "one": ([None, "sawed_off"], [None, None, None]),
    "two": (["pistol", "nightstick"], [None, None, None]),
    "twins": (["pistol", "pistol"], ["baseball_bat", None, None]),
    "full": (["automatic_shotgun", "plenty_of_ammo_light"], ["concrete_saw", "glass_bottles", "plenty_of_ammo_heavy"]),
}


@pytest.mark.parametrize("code", ["en", "it"])
@pytest.mark.parametrize("carried", CARRIED)
def test_every_card_that_is_moved_says_where_it_goes(carried, code):
    """Each option on the panel of 80x24 names the card and the slot, also where two cards are called the same."""
    catalogue.use(code)
    hand, pack = CARRIED[carried]
    desk = Desk(seat(rearranging(hand, pack)), False)
    swaps = [option for option in desk.decision.options if option.startswith("swap:")]
    if desk.levels[0].ids != tuple(swaps):
        desk.open(tuple(swaps), "")
    desk.set_room(WIDE, HIGH - 2)
    found = {}
    for page in range(desk.pages()):
        desk.page = page
        found |= {entry.ids[0]: short.label for entry, short in shown(desk)}
    assert list(found) == swaps
    assert len(set(found.values())) == len(swaps)
    slots = dict(zip(SLOT_OF, [*hand, *pack], strict=False))
    for option, label in found.items():
        _, a, b = option.split(":")
        ways = [(slots[here], there) for here, there in ((a, b), (b, a)) if slots[here]]
        names = [rf"^{re.escape(cat.item(box(), card))}( [(].*[)])? in {cat.slot(to)}(,|$)" for card, to in ways]
        assert any(re.search(name, label.removeprefix("Put ").removeprefix("Metti ")) for name in names), label


def test_labels_that_two_columns_would_cut_stand_on_pages_of_one():
    desk = Desk(seat(rearranging(*CARRIED["full"])), False)
    desk.set_room(WIDE, HIGH - 2)
    group = next(entry for entry in desk.entries() if entry.key == "swap")
    desk.mark = desk.entries().index(group)
    desk.open(group.ids, group.label)
    assert (desk.pages(), len(desk.entries())) == (2, HIGH - 2)
    desk.move_mark(-1)
    assert (desk.page, desk.marked_option().id) == (1, group.ids[-1])
    last = desk.marked()
    desk.turn_page(1)
    desk.mark = desk.by_letter(last.letter)
    assert (desk.page, desk.marked()) == (1, last)
    assert desk.back()
    assert desk.marked() == group
    desk.set_room(2 * WIDE, HIGH - 2)
    desk.open(group.ids, group.label)
    assert (desk.pages(), len(desk.entries())) == (1, len(group.ids))


def rearranging(hand, pack):
    """A match in which somebody puts these cards in order."""
    one = {"zone": "R", "hand": hand, "pack": pack, "skills": []}
    zones = {"R": {"kind": "room", "at": [0, 0, 3, 3]}, "S": {"kind": "street", "at": [0, 3, 3, 3]}}
    given = {"board": {"zones": zones, "start": "S"}, "survivors": {"kim": one}, "active": "kim"}
    saved = saves.begin_at("zombicide", given_of(node_of(given)), 1)
    saved.choose("inventory")
    return saved


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
