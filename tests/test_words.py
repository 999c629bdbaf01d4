"""Everything Zombicide can say has words, and no template asks for what is not there."""

import ast
import random
import re
from pathlib import Path
from string import Formatter

import msgspec
import pytest

import zterm.games.zombicide as package
from zterm.games import registry
from zterm.games.zombicide import catalogue as cat
from zterm.games.zombicide import events as ev
from zterm.games.zombicide import game, words
from zterm.games.zombicide import refusals as refused
from zterm.games.zombicide.labels import LABELS
from zterm.games.zombicide.turn import ACTIONS
from zterm.kernel.decision import Decision
from zterm.kernel.match import Match

FOLDER = Path(package.__file__).parent
SOURCES = {file.name: ast.parse(file.read_text()) for file in sorted(FOLDER.glob("*.py"))}
VERBS = [
    "activate",
    "move",
    "search",
    "open",
    "attack",
    "reload",
    "inventory",
    "swap",
    "drop",
    "give",
    "take",
    "done",
    "combine",
    "enter",
    "leave",
    "seat",
    "drive",
    "press",
    "pick",
    "noise",
    "skill",
    "end",
    "hit",
    "wound",
    "lose",
    "keep",
    "discard",
    "reroll",
    "stand",
    "level",
    "populate",
    "route",
    "turn",
    "prevent",
    "suffer",
    "escape",
    "stay",
    "resurrect",
    "wait",
    "first",
    "start",
    "accept",
    "refuse",
    "spawn",
    "reap",
    "none",
    "next",
    "mission",
]
KINDS = [
    "first_player",
    "split_start",
    "activate",
    "turn",
    "hit",
    "friendly_hit",
    "reroll",
    "level",
    "search",
    "rearrange",
    "populate",
    "route",
    "gate",
    "assign_wound",
    "lose_card",
    "prevent",
    "resurrect",
    "escape",
    "distribute",
    "refuse",
    "link_order",
    "mission",
]


@pytest.fixture(scope="module")
def rules():
    return game.rules(game.setup("m00"))


def fields(template):
    return {name.partition(".")[0] for _, name, _, _ in Formatter().parse(template) if name}


def sample(kind):
    """An event with a plausible value in every field."""
    values = {
        "survivor": "kim",
        "partner": "shannon",
        "start": "z3",
        "to": "z4",
        "zone": "z4",
        "weapon": "pistol+pistol",
        "faces": (5, 2),
        "by": "walker",
        "lost": "pistol",
        "zombie": "berserker_fatty",
        "card": "pistol",
        "row": "blue",
        "deck": "equipment",
        "door": "d1",
        "gate": "g1",
        "open": ("N", "E"),
        "button": "b1",
        "objective": "o1",
        "colour": "violet",
        "why": "card",
        "car": "c1",
        "path": ("z3", "z4"),
        "item": "nailbat",
        "skill": "lucky",
        "target": "z4",
        "spawn": "s1",
        "token": "o1",
        "holds": "walker",
        "into": "runner",
        "player": "p1",
        "outcome": "lost",
        "reason": "nobody_left",
        "phase": "players",
        "level": "yellow",
        "rule": "ZB-001",
        "slot": "pack2",
        "other": "fire_axe",
    }
    made = {}
    for field in msgspec.structs.fields(kind):
        made[field.name] = values.get(field.name, 2)
    return kind(**made)


@pytest.mark.parametrize("tag", sorted(registry.event_kinds("zombicide")))
def test_every_event_has_words(tag, rules):
    kind = registry.event_kinds("zombicide")[tag]
    event = sample(kind)
    text = rules.tell(event)
    assert text
    assert "{" not in text
    assert "_" not in text
    assert len(text) <= 58
    known = set(words.event_facts(rules.content, event))
    templates = [t for key, t in cat.tables()["events"].items() if key == tag or key.startswith(f"{tag}_")]
    for template in templates:
        assert fields(template) <= known


def test_no_event_template_without_event():
    tags = set(registry.event_kinds("zombicide"))
    more = {f"{kind}_{field}" for kind, fields in words.WHEN_FILLED.items() for field in fields}
    more |= {key for key in cat.tables()["events"] if key == "survivor_wounded_lost"}
    assert set(cat.tables()["events"]) <= tags | more


def called(name):
    """The calls of a function in the game's modules."""
    for tree in SOURCES.values():
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == name:
                yield node


def test_every_question_has_words():
    kinds = {node.args[0].value for node in called("decide") if isinstance(node.args[0], ast.Constant)}
    assert kinds <= set(KINDS)
    assert set(KINDS) <= set(cat.tables()["decisions"])


def verbs_in_code():
    """The verbs of option ids that the code makes: the text before the colon, and single words of option lists."""
    for tree in SOURCES.values():
        for node in ast.walk(tree):
            if isinstance(node, ast.JoinedStr) and isinstance(node.values[0], ast.Constant):
                found = re.match(r"([a-z]+):", str(node.values[0].value))
                if found and len(node.values) > 1 and node.values[0].value == f"{found[1]}:":
                    yield found[1]
    for node in called("decide"):
        for part in ast.walk(node.args[2]):
            if isinstance(part, ast.Constant) and isinstance(part.value, str):
                yield part.value.partition(":")[0]


def test_every_option_has_words():
    verbs = {*VERBS, *ACTIONS, *(v for v in verbs_in_code() if v in VERBS)}
    said = cat.tables()["options"]
    silent = {"level"}
    assert verbs - silent <= set(said)
    assert set(LABELS) <= set(VERBS)
    assert {"move", "wound", "reroll", "turn"} <= set(verbs_in_code())


def refusal_keys():
    """Keys that the ``why_not`` functions return, with the fields of the facts beside them where they stand there."""
    for tree in SOURCES.values():
        for function in ast.walk(tree):
            if not isinstance(function, ast.FunctionDef) or "why_not" not in function.name:
                continue
            for node in ast.walk(function):
                if isinstance(node, ast.Return) and isinstance(node.value, ast.Tuple | ast.IfExp):
                    yield from keys_of(node.value)


def keys_of(value):
    if isinstance(value, ast.IfExp):
        yield from keys_of(value.body) if isinstance(value.body, ast.Tuple) else ()
        yield from keys_of(value.orelse) if isinstance(value.orelse, ast.Tuple) else ()
        return
    first, facts = value.elts
    names = {key.value for key in facts.keys} if isinstance(facts, ast.Dict) else None
    parts = [first.body, first.orelse] if isinstance(first, ast.IfExp) else [first]
    for part in parts:
        if isinstance(part, ast.Constant):
            yield part.value, names


def test_every_refusal_has_words():
    found = list(refusal_keys())
    assert len({key for key, _ in found}) > 30
    for key, names in found:
        template = cat.tables()["refusals"][key]
        if names is not None:
            assert fields(template) <= names | {"kinds", "zombies"}, key


NATURAL = {
    "door_closed": ("door", "closed"),
    "wall": ("wall",),
    "fence": ("fence",),
    "held_by_zombies": ("zombie", "action"),
    "no_actions": ("action",),
    "no_sight": ("sight", "see"),
    "out_of_range": ("range",),
    "melee_own_zone": ("range",),
    "door_locked": ("door", "locked"),
    "no_door_tool": ("door", "tool", "hand"),
    "not_in_hand": ("hand",),
    "not_carried": ("carried",),
    "searched_already": ("searched", "once", "turn"),
    "not_a_room": ("room",),
    "zombies_here": ("zombie",),
    "not_driver": ("driver", "seat"),
    "seat_taken": ("seat",),
    "not_in_car": ("seat",),
    "in_car": ("car",),
    "no_driving": ("driving", "car"),
    "cars_stay_outside": ("car", "street"),
    "wounded_card": ("wounded",),
    "skill_used": ("once",),
    "cell_door": ("cell", "door", "button"),
    "not_loaded": ("reload",),
    "by_button_only": ("button",),
}


@pytest.mark.parametrize("key", sorted(NATURAL))
def test_refusals_use_natural_words(key):
    text = str(cat.tables()["refusals"][key]).lower()
    for word in NATURAL[key]:
        assert word in text


def test_everything_in_the_box_has_a_name(rules):
    box = rules.content.box
    for name in box.items:
        assert cat.item(box, name)[0].isupper()
    for name in box.attacks:
        assert "_" not in cat.weapon(box, name)
    for kind in box.kinds:
        assert cat.zombies(box, kind, 1) != cat.zombies(box, kind, 2).replace("2", "1")
        assert cat.word("kind_letters", kind.removeprefix("berserker_")).isupper()
    blanks = {"plus1_damage_with_": "pistol", "can_start_at_": "orange", "collector_": "walker"}
    blanks |= {"dreadnought_": "fatty", "starts_with_a_": "katana"}
    for name in box.skills:
        prefix = name.removesuffix("*")
        title = cat.skill(box, prefix + blanks.get(prefix, "") if name.endswith("*") else name)
        assert title != cat.spoken(name)
        assert "{" not in title
    assert cat.skill(box, "plus1_die_melee") == "+1 die: Melee"
    assert cat.skill(box, "is_that_all_youve_got") == "Is that all you've got?"
    assert cat.skill(box, "collector_berserker_walker") == "Collector: Berserker Walker"


def test_numbers_take_their_nouns():
    assert f"{cat.number('action', 1)} {cat.number('action', 2)}" == "1 action 2 actions"


def test_another_language_fills_up_with_english(tmp_path, monkeypatch, rules):
    (tmp_path / "en.yaml").write_text((FOLDER / "messages" / "en.yaml").read_text())
    (tmp_path / "it.yaml").write_text(
        "events: {noise_cleared: Silenzio}\nzombies: {walker: {one: Zombi, other: Zombi}}\n"
    )
    monkeypatch.setattr(cat.MESSAGES, "folder", tmp_path)
    cat.MESSAGES.forget()
    cat.use("it")
    kinds = registry.event_kinds("zombicide")
    assert rules.tell(kinds["noise_cleared"]("ZB-076")) == "Silenzio"
    assert rules.tell(kinds["survivor_escaped"]("ZB-437", "kim")) == "Kim escapes"
    assert cat.zombies(rules.content.box, "walker", 3) == "3 Zombi"
    cat.MESSAGES.forget()


def test_names_are_put_in_as_they_are(rules):
    event = registry.event_kinds("zombicide")["survivor_escaped"]("ZB-437", "{turn}")
    assert rules.tell(event) == "{Turn} escapes"


BOGUS = [
    "move:z1",
    "move:z39",
    "move:z10",
    "move:nowhere",
    "move:z3:z4",
    "move",
    "search",
    "search:c1",
    "search:c9",
    "open:d1",
    "open:d9",
    "open:zz",
    "attack",
    "attack:pistol:z1",
    "attack:pistol+pistol:z10",
    "attack:banana:z1",
    "attack:chainsaw:z10",
    "attack:fire_axe:z3",
    "reload:pistol",
    "attack:sawed_off:z10",
    "enter:c1:1",
    "enter:c1:9",
    "leave:c1",
    "seat:c1:2",
    "drive:c1:z7",
    "take:o1",
    "take:kim:hand1",
    "take:kim",
    "press:b1",
    "skill:lucky",
    "skill:taunt:z1",
    "skill:banana",
    "skill",
    "noise",
    "inventory",
    "combine:molotov",
    "combine",
    "drop:hand1",
    "drop:pack9",
    "swap:hand1:pack1",
    "give:kim:hand1",
    "give:nobody:hand1",
    "lose:hand1",
    "keep",
    "banana",
    "end",
    "mission:exit",
    "turn:left",
    "wound:kim",
]


@pytest.mark.parametrize("mission", ["m00", "m01", "m06", "m08", "m10"])
def test_random_play_is_put_into_words(mission):
    """Prompts, options, refusals and events of a random match all have words, and short ones."""
    rules = game.rules(game.setup(mission))
    match = Match.start(rules, 3)
    rng = random.Random(3)
    for _ in range(150):
        decision = match.decision
        if decision is None:
            break
        said(rules, match, decision)
        choice = [o for o in decision.options if not o.startswith(("drop", "noise", "inventory", "end"))]
        match.choose(rng.choice(choice or decision.options))
        for event in match.events:
            text = rules.tell(event)
            assert text
            assert "{" not in text


def said(rules, match, decision: Decision):
    prompt = rules.prompt(match.state, decision)
    assert prompt
    assert "{" not in prompt
    for option in decision.options:
        full = rules.option(match.state, decision, option)
        assert full.id == option
        assert full.label
        assert "{" not in full.label
        assert full.rule.startswith("ZB-")
        assert (full.cost is not None) == (decision.kind == "turn")
    for option in BOGUS:
        if option not in decision.options:
            assert rules.refusal(match.state, decision, option)
    assert refused.why_not(rules.play(match.state), decision, "banana")[0] in cat.tables()["refusals"]


def test_the_catalogue_is_read_when_words_are_wanted():
    """Setting up and playing needs no words."""
    import subprocess
    import sys

    code = (
        "from zterm.content import catalogue\n"
        "from zterm.games.zombicide import game\n"
        "from zterm.kernel.match import Match\n"
        "m = Match.start(game.rules(game.setup('m00')), 1)\n"
        "m.choose(m.decision.options[0])\n"
        "assert catalogue.load.cache_info().currsize == 0\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True, cwd=FOLDER.parents[2])


@pytest.mark.parametrize(
    ("facts", "told"),
    [
        ({"card": "pistol", "slot": "hand2"}, "Kim: Pistol to hand 2"),
        ({"card": "pistol", "slot": "hand2", "other": "fire_axe"}, "Kim swaps Pistol and Fire Axe"),
        ({"card": "pistol", "partner": "belle"}, "Kim gives Pistol to Belle"),
    ],
)
def test_what_changes_its_place_is_named(facts, told, rules):
    assert rules.tell(ev.ItemsMoved("ZB-158", "kim", **facts)) == told
