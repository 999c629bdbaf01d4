"""Every page at every size, in both languages: lines of keys stay whole, and all that is drawn can be read."""

from __future__ import annotations

import msgspec
import pytest
from rich.segment import Segment

from tests.test_ui_play import begun, drive, home, press  # noqa: F401
from zterm import saves
from zterm.bots import named
from zterm.content import catalogue, rulebook, settings
from zterm.kernel.decision import Odds
from zterm.kernel.views import Card, Field, Person, View
from zterm.ui import chances, ending, hints, panes, shades, themes
from zterm.ui.page import Reader
from zterm.ui.rooms import doors
from zterm.ui.rows import Bit, abreast, cut, fewer, length, row, whole_words
from zterm.ui.shadow import Shadow

SIZES = [(60, 20), (80, 24), (100, 30), (140, 45), (200, 60)]
PAGES = {
    "title": (),
    "help": ("question_mark",),
    "rules": ("f", *"noise", "enter"),
    "new match": ("g",),
    "saves": ("a",),
    "settings": ("s",),
    "demos": ("d",),
    "demo": ("d", "enter", "space"),
    "demo's rule": ("d", "enter", "space", "r"),
    "watch": ("w",),
    "replay": ("w", "enter", "space"),
    "replay's log": ("w", "enter", "end", "m"),
    "campaigns": ("p",),
    "new campaign": ("p", *"Crew", "enter"),
    "campaign": ("p", *"Crew", "enter", "enter"),
}
IN_PLAY = {
    "menu": (),
    "group": ("a",),
    "look": ("x",),
    "threat": ("z",),
    "sight": ("v",),
    "noise": ("n",),
    "commands": ("ctrl+p",),
    "people": ("tab",),
    "log": ("tab", "tab"),
    "whole log": ("m",),
    "end": ("e",),
}


def played(mission="m03", least=40):
    """A match in the middle of a turn."""
    saved = begun("zombicide", mission, 7)
    bot = named.make("zombicide", "quick", 7)
    while saved.match.answers < least or saved.match.decision.kind != "turn":
        saved.choose(bot(saved.match))
    return saved


async def in_play(app, pilot):
    """Go through the modes and pages of play, each by its name, and back from each."""
    for name, keys in IN_PLAY.items():
        await press(pilot, *keys)
        yield name
        if len(app.screen_stack) > 2:
            app.pop_screen()
        await press(pilot, "escape", "escape", "escape")


def lines(app) -> list[str]:
    """All rows of the screen."""
    return [strip.text.rstrip() for strip in app.screen._compositor.render_strips()]


def test_the_keys_of_every_page_are_whole_words(language):
    played().close()
    cut = {}

    async def script(app, pilot):
        for name, keys in PAGES.items():
            await press(pilot, *keys)
            if lines(app)[-1].endswith(".."):
                cut[name] = lines(app)[-1]
            while len(app.screen_stack) > 2:
                app.pop_screen()
                await pilot.pause()

    drive(None, script, SIZES[0])
    assert cut == {}


@pytest.mark.parametrize("size", [SIZES[0], SIZES[1]])
def test_the_keys_of_every_mode_are_whole_words(size, language):
    cut = {}

    async def script(app, pilot):
        async for name in in_play(app, pilot):
            shown = lines(app)
            if ".." in shown[0] + shown[-1]:
                cut[name] = shown[0], shown[-1]

    drive(played(), script, size)
    assert cut == {}


def bare(ink: str) -> bool:
    """Signs of floors, borders and fills: they are seen, not read."""
    return ink in '∙╌╎░:_="%-^|.x#'


@pytest.mark.parametrize("theme", sorted(name for name in themes.files() if not themes.load(name).mono))
def test_all_that_is_drawn_has_contrast(theme):
    faint = {}

    def look_at(app, name):
        for strip in app.screen._compositor.render_strips():
            for text, style, _ in strip:
                if not text.strip() or style is None or style.color is None or style.bgcolor is None:
                    continue
                ratio = shades.contrast(style.color.get_truecolor().hex, style.bgcolor.get_truecolor().hex)
                if ratio < (shades.SEEN if all(map(bare, text.replace(" ", ""))) or name == "sight" else shades.READ):
                    faint.setdefault((text.strip()[:12], style.color.name, style.bgcolor.name), (name, round(ratio, 2)))

    async def script(app, pilot):
        app.apply(settings.Settings({**settings.defaults(), "theme": theme}))
        await pilot.pause()
        async for name in in_play(app, pilot):
            look_at(app, name)

    drive(played(), script, (140, 45))
    pale = ("O", ".w", ".y", ".v", ".")
    assert {what: where for what, where in faint.items() if what[0] not in pale} == {}


def test_what_the_title_leads_to_is_read_beforehand(monkeypatch):
    seen = []
    monkeypatch.setattr(rulebook, "load", seen.append)
    doors.warm()
    assert list(dict.fromkeys(seen)) == list(rulebook.games())
    monkeypatch.setattr(rulebook, "games", lambda: 1 // 0)
    doors.warm()


def test_what_is_drawn_twice_is_compared_once():
    shadow, looked = Shadow(), []

    def plain(style):
        looked.append(style)
        return ("", "", "0", False)

    def sent(text, x=0):
        return [(x, "".join(s.text for s in part)) for x, _, part in shadow.changes(x, 0, [Segment(text)], plain)]

    assert sent("abc") == [(0, "abc")]
    assert sent("abc") == []
    assert len(looked) == 1
    assert sent("x", 1) == [(1, "x")]
    assert sent("abc") == [(1, "b")]


@pytest.mark.parametrize("friend", [0.0, 0.17])
def test_what_is_said_of_an_attack_fits_the_smallest_panel(friend, language):
    odds = Odds((0.5, 0.3, 0.2), friend, 1, hits=(0.5, 0.5))
    for line in chances.odds_rows(odds, 50):
        assert length(line.bits) <= 50
    said = "".join(bit.text for bit in chances.odds_rows(odds, 50)[-1].bits)
    assert ("17%" in said) == bool(friend)


def test_how_a_match_ended_fits_the_smallest_screen(language):
    row_of = ending._person(someone(), 12, 60)
    assert length(row_of.bits) <= 60
    assert length(ending._person(someone(), 12, 80).bits) <= 80


def test_lines_of_keys_lose_whole_parts():
    assert fewer(" a one  b two  c three  ? help  Esc back", 40) == " a one  b two  c three  ? help  Esc back"
    assert fewer(" a one  b two  c three  ? help  Esc back", 36) == " a one  b two  ? help  Esc back"
    assert fewer(" a one  b two  c three  ? help  Esc back", 20) == " ? help  Esc back"
    assert fewer("Enter begins, x looks, Esc goes back", 30) == "x looks, Esc goes back"
    assert fewer("Enter begins, Esc goes back", 12) == "Enter begi.."


@pytest.mark.parametrize(
    ("text", "keys"),
    [
        (" Enter plays on  up down missions  c chronicle  Esc back", ["Enter", "up down", "c", "Esc"]),
        (" type words  arrows  Enter or Esc ends", ["arrows", "Enter"]),
        (" + - zoom  # names  e end  Ctrl-P commands  F5 undo", ["+ -", "#", "e", "Ctrl-P", "F5"]),
        (" up down PgUp PgDn  / search", ["up down PgUp PgDn", "/"]),
    ],
)
def test_keys_stand_out_from_what_they_do(text, keys):
    made = hints.line(text, 80)
    assert [bit.text for bit in made.bits if bit.role == "key"] == keys
    assert "".join(bit.text for bit in made.bits) == text


@pytest.mark.parametrize(
    ("code", "text", "keys"),
    [
        ("pl", " góra dół wybiera, lewo prawo zmienia", ["góra dół"]),
        ("pl", " / szuka  góra dół PgUp PgDn  Esc wstecz", ["/", "góra dół PgUp PgDn", "Esc"]),
        ("ru", " вверх вниз листают  Пробел дальше", ["вверх вниз", "Пробел"]),
        ("it", " su giù PgSu  Invio apre", ["su giù PgSu", "Invio"]),
    ],
)
def test_keys_stand_out_in_other_languages(code, text, keys):
    catalogue.use(code)
    try:
        assert [bit.text for bit in hints.line(text, 80).bits if bit.role == "key"] == keys
    finally:
        catalogue.use("en")


def test_keys_stand_out_in_every_line_and_language(language):
    faint = {}

    def look_at(app, name):
        bits = [(s.text.strip(), s.style.bold) for s in app.screen._compositor.render_strips()[-1] if s.text.strip()]
        if not app.screen_stack[2:] and app.screen.desk.said:
            return
        if len({bool(bold) for _, bold in bits}) != 2:
            faint[name] = bits

    async def script(app, pilot):
        async for name in in_play(app, pilot):
            look_at(app, name)

    drive(played(), script, SIZES[1])
    assert faint == {}


def test_a_title_is_cut_between_words():
    assert whole_words("M00 Tutorial: The Break-In", 26) == "M00 Tutorial: The Break-In"
    assert whole_words("M00 Tutorial: The Break-In", 14) == "M00 Tutorial"
    assert whole_words("M00 Tutorial: The Break-In", 10) == "M00"
    assert whole_words("Endless", 5) == "End.."
    assert whole_words("  two  words", 6) == "  two"


def test_labels_of_the_status_line_have_short_forms_and_are_never_cut():
    fields = (
        Field("Objectives", "3/11", short="obj"),
        Field("Spawns", "3+1", short="spawn"),
        Field("Turn", "5", key="turn"),
        Field("Goals", "0/2"),
    )
    view = View("M03 Saw", fields, (), (), (), "", {})

    def said(columns: int) -> str:
        return "".join(bit.text for bit in panes.status(view, (), columns).bits)

    assert said(60).rstrip() == " M03 Saw  objectives 3/11  spawns 3+1  turn 5  goals 0/2"
    assert said(52).rstrip() == " M03  objectives 3/11  spawns 3+1  T5  goals 0/2"
    assert said(42).rstrip() == " M03  obj 3/11  spawn 3+1  T5  goals 0/2"
    assert said(34).rstrip() == " M03 Saw  obj 3/11  spawn 3+1  T5"


@pytest.mark.parametrize("mission", ["m00", "m08", "m10", "t01"])
@pytest.mark.parametrize("columns", [60, 80, 100])
def test_all_that_is_counted_stands_in_the_status_line_in_whole_words(mission, columns, language):
    match = begun("zombicide", mission, 1_649_482_015).match
    view = match.rules.view(match.state, match.decision, None)
    seed = Field("seed", "1649482015", key="seed")
    line = "".join(bit.text for bit in panes.status(view, [seed], columns).bits)
    for field in view.status:
        assert field.value in line, field
        assert any(f" {name} {field.value} " in line for name in (field.label.lower(), field.short)) or not (
            field.value[:1].isdigit() and field.key != "turn"
        )
    assert (seed.value in line) == (columns >= 80)
    assert ".." not in line


def test_those_who_have_left_stand_in_line_with_the_others():
    here = msgspec.structs.replace(someone(), cards=(Card("hand", "Pistol", ready=True),))
    gone = msgspec.structs.replace(here, area="", state="escaped", actions=None, done=True)
    view = View("M", (), (here, gone, msgspec.structs.replace(gone, state="dead", done=False)), (), (), "", {})
    rows = ["".join(bit.text for bit in line.bits) for line in panes.people(view, "", 58, 9, False, ">")[1:]]
    assert len({line.index("Pistol") for line in rows}) == 1, rows


@pytest.mark.parametrize(
    ("title", "columns", "kept"),
    [
        ("M05 An Easy Mission", 80, "M05 An Easy Mission"),
        ("M05 An Easy Mission", 50, "M05"),
        ("M10 Prison Is Hell (An Alternative Ending)", 64, "M10 Prison Is Hell"),
        ("The Walking Dead: Survival mode", 62, "The Walking Dead"),
        ("What everybody starts with", 70, "What everybody starts with"),
    ],
)
def test_a_title_is_cut_where_it_has_parts(title, columns, kept):
    fields = (Field("turn", "6", key="turn"), Field("phase", "players"), Field("goals", "0/2"), Field("spawns", "4"))
    line = panes.status(View(title, fields, (), (), (), "", {}), (), columns).bits
    text = "".join(bit.text for bit in line)
    assert line[0].text.strip() == kept
    assert len(text) <= columns
    assert "T6" in text or "turn 6" in text
    assert "S4" not in text


def test_who_is_gone_is_told_in_whole_words_in_the_smallest_list():
    gone = msgspec.structs.replace(someone(), area="", state="escaped", actions=None)
    (line,) = panes.people(View("t", (), (gone,), (), (), "", {}), "", 29, 2, False, ">")[1:]
    assert "escaped" in "".join(bit.text for bit in line.bits)


def test_values_of_a_sheet_stay_where_its_labels_are_cut():
    values = (Field("Allies", "2"), Field("Locations", "0/4"), Field("Cards", "5"))
    one = msgspec.structs.replace(someone(), brief=values)
    line = "".join(bit.text for bit in panes.sheet(one, 29, 3, False)[1].bits).rstrip()
    assert line.endswith(" 5")
    assert "0/4" in line
    assert len(line) <= 29


def test_texts_are_cut_behind_a_word():
    assert cut("2 bites by 1 Abomination, 1 Berserker Walker", 36) == "2 bites by 1 Abomination, 1.."
    assert cut("Mission M00 has just been set up", 26) == "Mission M00 has just.."
    assert cut("Baseball Bat", 11) == "Baseball.."
    assert cut("Encounterless", 9) == "Encount.."
    for columns in range(2, 30):
        assert length([Bit(cut("Get into police car, driver", columns))]) <= columns


def someone() -> Person:
    skills = Field("red", "+1 die: Combat | +1 free Move action | Ambidextrous", "danger_red")
    names = ("Plenty of Ammo", "Baseball Bat")
    stats = (Field("re-roll", "Pistol, Rifle, Sub MG"), Field("range", "0"))
    cards = tuple(Card("pack 1", name, (stat,)) for name, stat in zip(names, stats, strict=True))
    facts = ("ann", "Ann", "A", "z1", "B", "danger_blue", 3, 0, 2, 3, True, False, "", "p1")
    return Person(*facts, track=(0, 7, 43), sheet=(skills,), cards=cards)


def test_sheets_and_cards_wrap_where_there_are_rows():
    def text(rows):
        return "\n".join("".join(bit.text for bit in line.bits) for line in rows)

    tall, low = text(panes.sheet(someone(), 38, 10, False)), text(panes.sheet(someone(), 38, 6, False))
    assert "Ambidextrous" in tall
    assert ".." not in tall.rpartition("\n")[0]
    assert "+1 die: Combat" in low
    cards = text(panes.hand(someone(), 40, 12, False))
    assert "Plenty of" in cards
    assert "Rifle, Sub" in cards
    assert ".." not in cards
    assert "Plenty of Ammo" in text(panes.hand(someone(), 29, 6, False))


def test_a_long_text_stands_in_two_columns_where_it_is_wide():
    text = [row(f"line {number}") for number in range(200)]

    async def script(app, pilot):
        app.push_screen(Reader(app.look, "TEXT", lambda words, width: text, False))
        await pilot.pause()
        shown = lines(app)
        assert shown[1].split() == ["line", "0", "line", "43"]
        assert "1-86 of 200" in shown[0]
        await press(pilot, "pagedown", "end")
        assert lines(app)[43].split() == ["line", "156", "line", "199"]
        await press(pilot, "home")
        assert lines(app)[1].startswith("line 0 ")
        app.screen._whole = True
        app.screen.draw()
        await pilot.pause()
        assert lines(app)[1].split() == ["line", "0"]

    drive(None, script, (140, 45))
    both = abreast(row("a", ground="mark"), row("b"), 4)
    assert [bit.text for bit in both.bits] == ["a", "   ", "  ", "b"]
    assert [bit.ground for bit in both.bits] == ["mark", "mark", "", "pane"]


def test_the_map_of_a_campaign_names_the_marked_mission_in_full():
    async def script(app, pilot):
        await press(pilot, *PAGES["new campaign"], "enter", "up")
        side = " ".join(" ".join(text[36:].split()) for text in lines(app)[1:-2])
        assert "Prison Is Hell (An Alternative Ending)" in side

    drive(None, script, SIZES[0])


def test_saves_keep_their_times_whole_at_the_smallest_size():
    played().close()

    async def script(app, pilot):
        await press(pilot, "a")
        line = next(text for text in lines(app) if "Concrete Saw" in text)
        assert ".." not in line
        assert saves.listing()[0].played[11:16] in line

    drive(None, script, SIZES[0])


def test_many_saves_are_walked_by_pages():
    saved = played()
    saved.close()
    for number in range(99):
        saved.path.with_name(f"more-{number}.zterm").write_bytes(saved.path.read_bytes())

    async def script(app, pilot):
        await press(pilot, "a")
        places = []
        for key in ("end", "pageup", "home", "pagedown", "up"):
            await press(pilot, key)
            places.append(app.screen.mark)
        assert places[0] == 99
        assert 70 < places[1] < 99
        assert places[2] == 0
        assert places[3] == 99 - places[1]
        assert places[4] == places[3] - 1

    drive(None, script, SIZES[0])
