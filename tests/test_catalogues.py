"""Every language says everything, in its own forms, and only its own words reach the player."""

import io
import random
import re
import subprocess
import sys
from pathlib import Path

import pytest

import zterm
from zterm import cli, saves
from zterm.content import catalogue, loader, messages, rulebook, templates
from zterm.content.messages import check_messages, read_messages
from zterm.content.paths import builtin
from zterm.games import registry
from zterm.games.zombicide import catalogue as zombicide
from zterm.games.zombicide import game
from zterm.games.zombicide.mission_files import load_mission
from zterm.plain import lines, words
from zterm.plain.watch import Watch
from zterm.session import Session
from zterm.ui.newmatch import NewMatch

PACKAGE = Path(zterm.__file__).parent
GAME = PACKAGE / "games" / "zombicide" / "messages"
PLAIN = PACKAGE / "plain" / "messages"
PACKS = sorted(file.parent for file in (PACKAGE.parent / "missions").glob("*/messages/it.yaml"))
FILES = sorted(file for folder in (*catalogue.folders(), *PACKS) for file in folder.glob("*.yaml"))
ITALIAN = [folder for folder in catalogue.folders() if (folder / "it.yaml").is_file()]
OWN = (templates.NOUNS, templates.VARIANTS, "open")

SAME_SECTIONS = {
    "skills": "the Italian edition leaves the names of skills in English",
    "car_letters": "letters on the map are those of the legend",
    "colour_letters": "letters on the map are those of the legend",
    "kind_letters": "letters on the map are those of the legend",
    "terrain_signs": "signs on the map are those of the legend",
    "tent_signs": "signs on the map are those of the legend",
    "zombies": "the Italian edition leaves the kinds of zombies in English",
    "survivors": "names",
    "items": "the Italian edition leaves the names of cards in English",
}
SAME = {
    "letters.attack": "attacca begins with the same letter",
    "letters.move": "the key of the arrows' verb",
    "letters.inventory": "inventario begins with the same letter",
    "level_letters.blue": "blu begins with the same letter",
    "level_letters.red": "rosso begins with the same letter",
    "whys.aaahh": "the name of a card",
    "whys.taunt": "the name of a skill",
    "cars.pimpmobile": "the name of a car",
    "cars.hippiemobile": "the name of a car",
    "cars.taxi": "the same word",
    "cars.bulldozer": "the same word",
    "cars.hummer": "the name of a car",
    "events.moved": "no words",
    "events.zombies_moved": "no words",
    "events.zombies_spawned": "no words",
    "options.activate": "the preposition is the same",
    "options.next": "the preposition is the same",
    "options.level": "no words",
    "options.lying": "no words",
    "options.mission": "no words",
    "view.title": "no words",
    "view.free": "no words",
    "view.zone": "no words",
    "view.thing": "no words",
    "view.car_name": "no words",
    "view.door": "no words",
    "view.spawns_short": "the printed words are English in both languages",
    "view.level": "no words",
    "view.chosen": "no words",
    "view.way_open": "no words",
    "view.more_dice": "no words",
    "view.wounded": "the name of a card",
    "lines.logged": "no words",
    "words.percent": "no words",
    "key_names.Esc": "what stands on the key",
    "key_names.Tab": "what stands on the key",
    "panes.tab": "what stands on the key",
    "panes.action_sign": "azione begins with the same letter",
    "panes.dice": "dadi begins with the same letter",
    "said.zoom": "the same word",
    "short.zoom": "the same word",
    "threat.bites": "the preposition is the same",
    "threat.moves": "no words",
    "options.move": "no words",
    "measured.row": "no words",
    "measured.machine": "no words",
    "doctor.term": "the name of a variable",
    "nouns.minute": "minuti begins with the same letters",
    "nouns.added": "a number only",
    "view.die": "a number only",
    "view.die_hit": "a number only",
    "view.next_die": "no words",
    "view.next_zone": "no words",
    "spoken.view.die_hit": "a number only",
    "spoken.view.next_die": "no words",
    "answers.stay": "the same word",
    "spoken.view.zone": "no words",
    "spoken.events.zombies_attacked": "no words of its own",
    "nouns.added_spoken": "nothing for 0",
    "lines.fate": "no words",
    "nouns.byte": "the same word",
    "nouns.core": "the same word",
    "units.ms": "the sign of the unit",
    "paths.cache": "the same word",
    "given.card_shamble": "what is written in the file",
    "view.level_survivor": "superstite begins with the same letter",
    "view.level_zombie": "the same letter",
}
"""Messages that are the same in Italian as in English, and why."""

ENGLISH = """
the an is are was were of and with you your from for not this that these be can cannot to by at on it its their have has
had will must only there here who which what where when out into up down than then but or if as all any one two three
left right open closed shut turn kills wounded wound dies hit hits noise none free action actions empty street room cell
nothing option saved seed winners page rule because already
"""


@pytest.fixture
def italian(english):
    catalogue.use("it")


def own(file):
    base = file.with_name("en.yaml")
    return read_messages(file, read_messages(base) if base.is_file() and base != file else None)


def test_languages():
    assert catalogue.languages() == ("en", "it", "pl", "ru")
    assert catalogue.names() == {"en": "English", "it": "Italiano", "pl": "Polski", "ru": "Русский"}
    assert [code for code in catalogue.languages() if catalogue.complete(code)] == ["en", "it"]


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.parent.name}-{file.stem}")
def test_files_have_no_mistakes(file):
    assert check_messages(file) == []


@pytest.mark.parametrize("folder", ITALIAN, ids=lambda folder: folder.parent.name)
def test_italian_is_complete(folder):
    english, italian = read_messages(folder / "en.yaml"), own(folder / "it.yaml")
    missing = [
        f"{section}.{key}"
        for section, table in english.items()
        for key in table
        if section not in (*OWN, *SAME_SECTIONS) and key not in italian.get(section, {})
    ]
    assert missing == []


@pytest.mark.parametrize("file", [f for f in FILES if f.stem != "en" and f.parent not in PACKS], ids=str)
def test_fields_are_the_same(file):
    english = read_messages(file.with_name("en.yaml"))
    for section, table in own(file).items():
        for key, message in table.items():
            if key in english.get(section, {}) and section not in OWN:
                base = english[section][key]
                assert templates.fields(message) == templates.fields(base), f"{section}.{key}"


def test_no_english_is_left_in_italian():
    same = set()
    for folder in ITALIAN:
        english, italian = read_messages(folder / "en.yaml"), own(folder / "it.yaml")
        same |= {
            f"{section}.{key}"
            for section, table in italian.items()
            if section not in SAME_SECTIONS
            for key, message in table.items()
            if shown(message) == shown(english.get(section, {}).get(key, ""))
        }
    assert same == set(SAME)


def shown(message):
    return message if isinstance(message, str) else message.text


def test_plural_forms_are_those_of_cldr():
    assert templates.categories("en") == ("one", "other")
    assert templates.categories("it") == ("one", "other")
    assert templates.categories("pl") == ("one", "few", "many")
    assert templates.categories("ru") == ("one", "few", "many")


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("it", "1 azione, 2 azioni, 5 azioni, 11 azioni, 21 azioni, 22 azioni"),
        ("pl", "1 akcja, 2 akcje, 5 akcji, 11 akcji, 21 akcji, 22 akcje"),
        ("ru", "1 действие, 2 действия, 5 действий, 11 действий, 21 действие, 22 действия"),
    ],
)
def test_numbers_take_the_form_of_their_language(code, expected):
    catalogue.use(code)
    assert ", ".join(zombicide.number("action", n) for n in (1, 2, 5, 11, 21, 22)) == expected
    assert ", ".join(words.MESSAGES.number("action", n) for n in (1, 2, 5, 11, 21, 22)) == expected


def test_what_is_said_in_english_takes_english_forms():
    catalogue.use("ru")
    assert zombicide.number("room", 21) == "21 rooms"


def told(kind, *facts):
    return game.rules(game.setup("m00")).tell(registry.event_kinds("zombicide")[kind]("ZB-183", *facts))


@pytest.mark.parametrize(
    ("code", "kim", "watts"),
    [
        ("en", "Kim is wounded (Walker)", "Watts is wounded (Walker)"),
        ("it", "Kim è ferita (Walker)", "Watts è ferito (Walker)"),
        ("pl", "Kim: ranna (Szwendacz)", "Watts: ranny (Szwendacz)"),
        ("ru", "Ким: ранена (Ходок)", "Уоттс: ранен (Ходок)"),
    ],
)
def test_genders(code, kim, watts):
    catalogue.use(code)
    assert told("survivor_wounded", "kim", "walker", "") == kim
    assert told("survivor_wounded", "watts", "walker", "") == watts


def test_articles_and_adjectives_agree_in_italian(italian):
    door = zombicide.phrase("view", "door_colour", door=zombicide.term("doors", "door"), id="d1",
                            colour=zombicide.term("colours", "white"))  # fmt: skip
    main = zombicide.phrase("view", "door_colour", door=zombicide.term("doors", "main_door"), id="d9",
                            colour=zombicide.term("colours", "white"))  # fmt: skip
    assert zombicide.say("options", "open", door=door) == "Apri la porta bianca d1"
    assert zombicide.say("options", "open", door=main) == "Apri l'ingresso principale bianco d9"
    said = zombicide.say("view", "way_door_closed", side="nord", door=main, zone="z3")
    assert said == "nord ingresso principale bianco d9 chiuso z3"
    three = zombicide.zombies_term(game.box(), "walker", 3)
    assert zombicide.say("events", "zombies_attacked", zone="z1", zombies=three) == "z1: attaccano 3 Walker"
    toxic = zombicide.zombies_term(game.box_of(str(builtin("missions") / "terrain" / "t01.yaml")), "toxic_walker", 2)
    assert toxic.text == "2 Walker Tossici"


@pytest.mark.parametrize("code", ["en", "it", "pl", "ru"])
@pytest.mark.parametrize("folder", [GAME, PLAIN], ids=["zombicide", "plain"])
def test_a_file_is_read_once(folder, code, monkeypatch):
    read = []
    monkeypatch.setattr(messages, "read", lambda path, keep=False: read.append(path) or loader.read(path, keep))
    catalogue.load.cache_clear()
    catalogue.load(folder, code)
    catalogue.load(folder, code)
    assert read == [folder / f"{name}.yaml" for name in dict.fromkeys(("en", code))]


@pytest.mark.parametrize(
    ("names", "code"),
    [
        ({"ZTERM_LANG": "it"}, "it"),
        ({"ZTERM_LANG": "it_IT.UTF-8"}, "it"),
        ({"ZTERM_LANG": "ru"}, "ru"),
        ({"ZTERM_LANG": "xx"}, "en"),
        ({"LANG": "it_IT.UTF-8"}, "it"),
        ({"LANG": "pl_PL.UTF-8"}, "en"),
        ({"LANG": "it_IT.UTF-8", "LC_ALL": "C"}, "en"),
        ({"LANG": "de_DE", "LC_MESSAGES": "it"}, "it"),
        ({"LANG": "it_IT", "ZTERM_LANG": "en"}, "en"),
        ({"LANG": "itunes"}, "en"),
        ({}, "en"),
    ],
)
def test_the_language_of_the_environment(names, code, monkeypatch):
    for name in ("ZTERM_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in names.items():
        monkeypatch.setenv(name, value)
    catalogue.use()
    assert catalogue.language() == code


def test_an_unknown_language_is_said(monkeypatch, capsys):
    monkeypatch.setenv("ZTERM_LANG", "xx")
    assert cli.run(["games"]) == 0
    assert "there is no language 'xx' (ZTERM_LANG)" in capsys.readouterr().err
    assert cli.run(["games", "--lang", "xx"]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_lang_is_heeded(monkeypatch, capsys):
    assert cli.run(["rules", "ZB-206", "--lang", "it"]) == 0
    assert "gruppi uguali" in capsys.readouterr().out


def names_of_things():
    """Names that Italian leaves in English, longest first."""
    found = {"Spawn Zone", "zterm continue"}
    english = catalogue.load(GAME, "en")
    found |= {shown(title).partition(" {")[0].rstrip("_") for title in english["skills"].values()}
    found |= {item.name for item in game.box().items.values()} | {mission.title for mission in game.missions()}
    found |= {"Plenty of Ammo", "Locking Down", "Toxic City Mall", "Night Stick", "Wounded", "Break-in", "Can start at"}
    found |= {"toxic_change=all", "toxic_blood=harmless"}
    return sorted(found, key=len, reverse=True)


def english_words(text):
    for name in names_of_things():
        text = re.sub(re.escape(name), "", text, flags=re.IGNORECASE)
    return sorted({word for word in re.findall(r"[A-Za-z']+", text) if word.lower() in ENGLISH.split()})


TYPED = """
map|mappa|look|people|hand|mano Kim|log 9|rule|rule rumore|rule ZB-9|help|save|u|rifai|99|guarda z99|hand nessuno
attack:pistol:z3|move:z99|open:d1|xyz|fly:z1|?
"""


class Typist:
    """Types commands and random answers."""

    def __init__(self, saved, lines, seed):
        self.saved, self.left, self.rng = saved, lines, random.Random(seed)
        self.todo = re.split(r"[|\n]", TYPED.strip())

    def readline(self, limit=-1):
        decision = self.saved.match.decision
        self.left -= 1
        if decision is None or not self.left:
            return b""
        if self.left % 5 == 0 and self.todo:
            return self.todo.pop().encode() + b"\n"
        wanted = [o for o in decision.options if not o.startswith(("drop", "noise", "inventory", "end"))]
        return self.rng.choice(wanted or list(decision.options)).encode() + b"\n"


@pytest.mark.parametrize(("mission", "seed"), [("m00", 1), ("m01", 2), ("m08", 3), ("m10", 4), ("t01", 5), ("t03", 6)])
def test_a_match_in_italian_has_no_english(mission, seed, italian):
    saved = saves.begin("zombicide", game.setup(mission), seed)
    said = []
    lines.run(Session(saved, {}, ("p1",)), Typist(saved, 400, seed), said.append, False, Watch())
    saved.close()
    assert len(said) > 500
    found = [(line, english_words(line)) for line in said if english_words(line)]
    assert found == []
    assert not any("{" in line for line in said)


def test_the_program_speaks_italian(monkeypatch):
    monkeypatch.setenv("ZTERM_LANG", "it")
    command = [sys.executable, "-m", "zterm", "play", "m00", "--plain", "--seat", "p1=bot:random", "--seed", "7"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False, stdin=subprocess.DEVNULL)
    assert (done.returncode, done.stderr) == (0, "")
    assert "Turno 1, fase: giocatori" in done.stdout
    played, end, _ = done.stdout.partition("La partita è finita: ")
    assert end
    assert english_words(played) == []


def test_what_the_kernel_tells_has_words():
    told = set()
    for file in (PACKAGE / "kernel").glob("*.py"):
        text = file.read_text()
        told |= set(re.findall(r'Told\(\s*"(\w+)"', text)) | set(re.findall(r'key = "(\w+)" if whole else "\w+"', text))
        told |= set(re.findall(r'key = "\w+" if whole else "(\w+)"', text))
    assert "nothing_undo" in told
    assert told == set(read_messages(PACKAGE / "content" / "messages" / "en.yaml")["kernel"])


def test_commands_can_be_typed_in_both_languages(toy, italian):
    saved = saves.begin("toy", toy.setup("t00"), 3)
    said = []
    typed = io.BytesIO(b"gente\npeople\naiuto\nhelp\nesci\n")
    lines.run(Session(saved, None, ("one", "two")), typed, said.append, False, Watch())
    saved.close()
    assert sum(line.startswith("Two, zona A") for line in said) == 2
    assert sum(" mappa, " in line for line in said) == 2
    assert said[-1].startswith("Partita salvata: t00-")


def test_help_names_every_command(italian):
    tables = words.MESSAGES.tables()
    text = " ".join(tables["help"].values())
    assert [word for key, word in tables["commands"].items() if word not in text and key not in ("save", "help")] == []
    assert len(set(tables["commands"].values())) == len(tables["commands"])


def test_missions_in_italian():
    found = {id: texts for pack in PACKS for id, texts in read_messages(pack / "it.yaml").items()}
    others = {info.id for info in registry.game("walking_dead").missions()}
    assert sorted(found) == sorted({*others, *(mission.id for mission in game.missions())})
    assert all(set(found[name]) == {"title", "story"} for name in others)
    for info in game.missions():
        mission = load_mission(info.path, game.box_of(info.path))
        wanted = {"story", *(f"step_{n}" for n in range(1, len(mission.steps) + 1))}
        wanted |= {f"rule_{rule.id}" for rule in mission.rules}
        assert set(found[mission.id]) - {"title"} == wanted, mission.id


def test_missions_are_told_in_the_language_in_use():
    assert "prison looks like" in game.missions()[0].story
    catalogue.use("it")
    assert game.missions()[0].story.startswith("Una prigione")
    assert {mission.id: mission.title for mission in game.missions()}["t02"] == "Vespro"
    assert game.missions()[0].difficulty == "media"
    assert "sopravvissuti" in game.options()[0].text


@pytest.mark.parametrize("code", ["en", "it"])
@pytest.mark.parametrize("name", ["zombicide", "walking_dead"])
def test_every_value_of_every_match_option_is_explained_in_words(name, code, capsys):
    catalogue.use(code)
    options = registry.game(name).options()
    for option in options:
        assert option.text != templates.spoken(option.id)
        assert len(set(option.meanings)) == len(option.values) >= 2, option.id
        for value, meaning in zip(option.values, option.meanings, strict=True):
            assert meaning not in ("", value, templates.spoken(f"{option.id}.{value}")), (option.id, value)
            assert not re.search(r"[_'.]$|\w_\w", meaning), (option.id, value)
            assert "'" not in option.text or value not in re.findall(r"'(\w+)'", option.text), option.id
    assert cli.run(["options", name, "--lang", code]) == 0
    told = capsys.readouterr().out
    assert all(f"    {one}" in told for option in options for one in option.told)


@pytest.mark.parametrize("code", ["en", "it"])
@pytest.mark.parametrize("name", ["zombicide", "walking_dead"])
def test_the_form_has_room_for_all_that_it_says_of_an_option(name, code):
    catalogue.use(code)
    form = NewMatch(None)
    form.change("game", "", list(registry.GAMES).index(name))
    form.change("mission", "", -1)
    form._pick()
    form.unfolded = True
    assert len(form.options) == len(registry.game(name).options())
    for number, (kind, id) in enumerate(form.lines()):
        if kind == "option":
            form.mark = number
            shown = " ".join(row.bits[-1].text.strip() for row in form.rows(80, 24)[1:-1])
            option = next(option for option in form.options if option.id == id)
            assert all(one in " ".join(shown.split()) for one in (option.text, *option.told)), id


@pytest.mark.parametrize("name", ["zombicide", "walking_dead"])
def test_rules_in_italian(name):
    english, italian = rulebook.load(name, "en"), rulebook.load(name, "it")
    for id, entry in italian.entries.items():
        before = english.entries[id]
        assert entry.text != before.text, id
        assert (entry.settled != before.settled) == bool(before.settled), id
        assert sorted(re.findall(r"\d+", entry.text)) == sorted(re.findall(r"\d+", before.text)), id
        assert english_words(f"{entry.text} {entry.settled}") == [], id
        assert all(text == "" or text[-1] in ".!»" for text in (entry.text, entry.settled)), id
    assert all(
        a.title != b.title for a, b in zip(italian.chapters, english.chapters, strict=True) if a.key != "berserkers"
    )


def test_play_outs_read_no_catalogue():
    code = (
        "import random, sys\n"
        "from zterm.content import catalogue\n"
        "from zterm.games.zombicide import game\n"
        "from zterm.kernel.match import Match\n"
        "match = Match.start(game.rules(game.setup('m00')), 1)\n"
        "while match.decision is not None:\n"
        "    match.choose(random.choice(match.decision.options))\n"
        "assert catalogue.load.cache_info().currsize == 0\n"
        "assert 'babel' not in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True, cwd=PACKAGE.parent)
