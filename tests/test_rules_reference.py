"""The rules reference is complete and well formed, and can be searched."""

import re
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest
import yaml

from zterm.content import catalogue, loader, rulebook
from zterm.content.problems import ContentError
from zterm.games import registry

LAST = 445
TERRAIN = 83
PARTS = {"base", "prison", "zombivors", "skills", "missions", "components", "terrain"}
SURVIVORS = Path(__file__).resolve().parent.parent / "missions" / "prison_outbreak" / "survivors.yaml"


@pytest.fixture(scope="module")
def book() -> rulebook.Rulebook:
    return rulebook.load("zombicide")


def test_every_id_once_and_in_order(book: rulebook.Rulebook) -> None:
    terrain = [f"ZX-{number:02}" for number in range(1, TERRAIN + 1)]
    assert list(book.entries) == [*(f"ZB-{number:03}" for number in range(1, LAST + 1)), *terrain]
    assert all(entry.id == id for id, entry in book.entries.items())


def test_equal_ids_are_refused(tmp_path: Path) -> None:
    entry = '{chapter: a, page: "1", class: rule, part: base, text: x}'
    path = tmp_path / "rules.yaml"
    path.write_text(
        f'chapters: [{{key: a, number: "1", title: A, pages: "1"}}]\nrules:\n  X-1: {entry}\n  X-1: {entry}\n'
    )
    with pytest.raises(ContentError, match=r"rules\.yaml:4:.*X-1"):
        rulebook.read("x", path)


def test_fields_are_known(book: rulebook.Rulebook) -> None:
    chapters = [chapter.key for chapter in book.chapters]
    assert len(set(chapters)) == len(chapters)
    assert {entry.chapter for entry in book.entries.values()} == set(chapters)
    assert {entry.kind for entry in book.entries.values()} == {"rule", "component", "note"}
    assert {entry.part for entry in book.entries.values()} == PARTS
    pages = re.compile(r"\d+(-\d+)?(, \d+(-\d+)?)*")
    assert [entry.id for entry in book.entries.values() if not pages.fullmatch(entry.page)] == []


def test_texts_are_for_players(book: rulebook.Rulebook) -> None:
    forbidden = re.compile(r"\b(seeds?|transcri\w*|checklists?|default|TODO)\b", re.IGNORECASE)
    for entry in book.entries.values():
        assert entry.text.strip() == entry.text
        assert entry.text
        for text in (entry.text, entry.settled):
            assert len(text) <= 600, entry.id
            assert text.isascii(), entry.id
            assert not forbidden.search(text), entry.id
            assert text == "" or text[-1] in ".!", entry.id


def test_skills_are_unique_and_complete(book: rulebook.Rulebook) -> None:
    skills = [id for entry in book.entries.values() for id in (entry.skill, *entry.also) if id]
    assert len(set(skills)) == len(skills)
    assert all(re.fullmatch(r"[a-z0-9_]+", id) for id in skills)
    with_skill = [entry.id for entry in book.entries.values() if entry.skill]
    assert with_skill == [f"ZB-{number}" for number in range(350, 420)]


def test_every_skill_of_the_survivors_is_described(book: rulebook.Rulebook) -> None:
    sheets = yaml.safe_load(SURVIVORS.read_text(encoding="utf-8"))["survivors"].values()
    for face in (sheet[side] for sheet in sheets for side in ("standard", "zombivor")):
        for skill in (face["blue"], face["yellow"], *face["orange"], *face["red"]):
            assert 350 <= int(book.skill(skill).id[3:]) <= 419


def test_entry_and_skill_raise_clear_errors(book: rulebook.Rulebook) -> None:
    assert book.entry("zb-130").chapter == "move"
    with pytest.raises(KeyError, match="zombicide has no rule 'ZB-999'"):
        book.entry("ZB-999")
    with pytest.raises(KeyError, match="no skill 'flying'"):
        book.skill("flying")
    with pytest.raises(KeyError, match="zombicide"):
        rulebook.load("../zombicide")


def test_skill_families(book: rulebook.Rulebook) -> None:
    assert book.skill("starts_with_a_baseball_bat").id == "ZB-409"
    assert book.skill("plus1_damage_ranged") is book.skill("plus1_damage_melee")
    assert book.skill("plus1_damage_with_pistol").id == "ZB-352"
    assert book.skill("plus1_to_dice_roll_combat").id == "ZB-353"


def test_find_wants_all_words_in_any_case(book: rulebook.Rulebook) -> None:
    assert book.find("SNIPER rifle")[0].id == "ZB-082"
    assert [entry.id for entry in book.find("zombie_link")] == ["ZB-419"]
    assert [entry.id for entry in book.find("zb-206")] == ["ZB-206"]
    assert {entry.chapter for entry in book.find("barbed wire prison")} == {"fences"}
    assert book.find("walker unicorn") == []
    assert len(book.find("")) == LAST + TERRAIN


def test_entries_cannot_be_changed(book: rulebook.Rulebook) -> None:
    with pytest.raises(AttributeError):
        book.entry("ZB-001").text = "other"  # type: ignore[misc]
    assert isinstance(book.entry("ZB-001"), msgspec.Struct)


def test_each_file_is_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    read, files = loader.read, []
    monkeypatch.setattr(loader, "read", lambda path, **how: files.append(path.name) or read(path, **how))
    rulebook._load.cache_clear()
    assert rulebook.load("zombicide", "en") is rulebook.load("zombicide", "en")
    assert rulebook.load("zombicide", "it") is rulebook.load("zombicide", "it")
    assert files == ["rules.yaml", "rules.it.yaml"]


def test_import_is_light() -> None:
    code = "import sys, zterm.content.rulebook; sys.exit('yaml' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_mistakes_are_told_with_their_place(tmp_path: Path) -> None:
    path = tmp_path / "rules.yaml"
    path.write_text(
        'chapters: [{key: a, number: "1", title: A, pages: "1"}]\nrules:\n'
        '  X-1: {chapter: b, page: "1", class: rule, part: base, text: x}\n'
        '  X-2: {chapter: a, page: "1", class: fact, part: base, text: x}\n'
    )
    with pytest.raises(ContentError) as raised:
        rulebook.read("x", path)
    assert [(problem.line, problem.column) for problem in raised.value.problems] == [(3, 8), (4, 8)]
    path.write_text("rules: {}\n")
    with pytest.raises(ContentError, match="chapters"):
        rulebook.read("x", path)


def test_rules_and_match_options_name_each_other() -> None:
    for name in rulebook.games():
        entries = rulebook.load(name).entries
        options = {option.id: option.rule for option in registry.game(name).options()}
        assert {entry.variant for entry in entries.values()} - {""} <= set(options), name
        assert [id for id, rule in options.items() if not entries[rule].variant] == [], name


NAMED = re.compile(r"\b([A-Z]{2})-(\d+)(?: … [A-Z]{2}-(\d+))?")
"""A rule as code names it, or the first and the last of several."""


def named_in_code(game: str) -> set[str]:
    found: set[str] = set()
    for file in (Path(rulebook.__file__).parent.parent / "games" / game).rglob("*.py"):
        for book, first, last in NAMED.findall(file.read_text(encoding="utf-8")):
            found |= {f"{book}-{number:0{len(first)}}" for number in range(int(first), int(last or first) + 1)}
    return found


@pytest.mark.parametrize("game", rulebook.games())
def test_the_code_says_where_each_rule_lives(game: str) -> None:
    """But for examples, which only scenarios show, and for rules of missions, which live in the missions' files."""
    entries, named = rulebook.load(game, "en").entries, named_in_code(game)
    rules = {
        id
        for id, entry in entries.items()
        if entry.kind == "rule" and entry.chapter != "missions" and not entry.text.startswith("Example")
    }
    assert sorted(rules - named) == []
    assert sorted(named - set(entries)) == []


def test_rules_of_a_language_without_them_are_english():
    english = rulebook.load("zombicide", "en")
    assert rulebook.load("zombicide", "pl").entries == english.entries


def test_rules_follow_the_language_in_use():
    assert rulebook.load("zombicide").entry("ZB-198").text.startswith("Zombies")
    catalogue.use("it")
    assert rulebook.load("zombicide").entry("ZB-198").text.startswith("Gli zombi")
    assert [entry.id for entry in rulebook.load("zombicide").find("tornelli sicurezza")] == ["ZB-342"]


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("chapters: {nowhere: x}\n", "1:12: there is no chapter nowhere"),
        ("rules: {ZB-999: x}\n", "1:9: there is no rule ZB-999"),
        ("rules:\n  ZB-001: {txt: x}\n", "2:12: txt is no part of a rule's words, expected text, settled"),
        ("rules:\n  ZB-001: {text: x, settled: y}\n", "2:21: ZB-001 has nothing that is settled"),
        ("rules:\n  ZB-001: 3\n", "2:11: the words of ZB-001 are no text"),
        ("more: 1\n", "1:1: more is no part of a translation"),
    ],
)
def test_mistakes_of_translated_rules_are_placed(text, what, tmp_path):
    file = tmp_path / "rules.it.yaml"
    file.write_text(text)
    with pytest.raises(ContentError) as caught:
        rulebook.translated(rulebook.load("zombicide", "en"), file)
    assert f"{file}:{what}" in str(caught.value)
