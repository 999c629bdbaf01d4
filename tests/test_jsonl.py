"""The JSON lines protocol, word for word."""

import io
import json

import pytest

from zterm import saves
from zterm.bots.named import random_bot
from zterm.kernel.record import SaveError
from zterm.plain import jsonl
from zterm.plain.watch import Watch
from zterm.session import Session


@pytest.fixture
def begun(toy):
    saved = saves.begin("toy", toy.setup("t00"), 3)
    yield saved
    saved.close()


def talk(saved, *wishes, resumed=False, bots=None):
    """Send lines (text as it is, all else as JSON) and return what comes back."""
    text = b"".join(w if isinstance(w, bytes) else json.dumps(w).encode() + b"\n" for w in wishes)
    sink = io.BytesIO()
    session = Session(saved, bots, ("one", "two"))
    assert jsonl.run(session, io.BytesIO(text), sink, resumed, Watch()) == 0
    return [json.loads(line) for line in sink.getvalue().splitlines()]


def types(lines):
    return [line["type"] for line in lines]


def test_a_match_begins_with_its_line_and_a_question(begun):
    first, decision = talk(begun)
    assert first == {
        "type": "match",
        "protocol": 1,
        "game": "toy",
        "mission": "t00",
        "seed": 3,
        "save": saves.save_id(begun.path),
        "resumed": False,
    }
    assert list(decision) == ["type", "id", "who", "survivor", "kind", "prompt", "options", "rest"]
    assert (decision["id"], decision["who"], decision["survivor"], decision["rest"]) == (1, "one", "one", True)
    assert [o["id"] for o in decision["options"]] == ["dig", "draw", "end", "move:B", "nod"]
    assert decision["options"][0] == {
        "id": "dig",
        "label": "dig",
        "cost": {"actions": 1, "free": None, "extra": 0},
        "odds": {"kills": [0.5, 0.5], "friend": 0.0, "noise": 1},
    }
    assert decision["options"][2]["cost"] is None


def test_events_come_before_the_next_question(begun):
    lines = talk(begun, {"choose": "move:B"}, {"choose": "dig", "decision": 2})
    assert types(lines) == ["match", "decision", "events", "decision", "events", "decision"]
    moved = {"kind": "moved", "rule": "TOY-3", "who": "one", "from": "A", "to": "B", "text": "Moved happened."}
    assert lines[2]["events"] == [moved]
    assert [line["id"] for line in lines if line["type"] == "decision"] == [1, 2, 3]


def test_an_answer_without_events_has_no_events_line(begun):
    assert types(talk(begun, {"choose": "nod"})) == ["match", "decision", "decision"]


def test_ids_rise_also_after_undo_and_redo(begun):
    lines = talk(begun, {"choose": "move:B"}, {"undo": True}, {"redo": True}, {"choose": "move:A", "decision": 2})
    assert types(lines)[2:] == ["events", "decision", "undone", "decision", "redone", "decision", "error", "decision"]
    assert [line["id"] for line in lines if line["type"] == "decision"] == [1, 2, 3, 4, 4]
    assert lines[-2]["message"] == "decision 2 is not open; the open one is 4"


def test_undo_says_why_it_stops(begun):
    lines = talk(begun, {"undo": True}, {"choose": "dig"}, {"undo": True}, {"redo": True})
    errors = [line["message"] for line in lines if line["type"] == "error"]
    assert errors == ["nothing to undo", "nothing to undo: dice fell or something hidden was seen", "nothing to redo"]


@pytest.mark.parametrize(
    ("wish", "says"),
    [
        (b"hello\n", "no JSON"),
        (b"\n", "no JSON"),
        (b"[]\n", "no JSON object"),
        (b'"choose"\n', "no JSON object"),
        (b"\xff\xfe\n", "no JSON: it is UTF-16, and UTF-8 is wanted"),
        (b'\xef\xbb\xbf{"choose":"end"}\n', "no JSON: it begins with a byte order mark"),
        (b'{"choose":"\\ud800"}\n', "no JSON: a text in it holds half of a surrogate pair"),
        (b'{"choose":"\\ud800x"}\n', "no JSON: a text in it holds half of a surrogate pair"),
        (b'{"choose":"x\\uDC00"}\n', "no JSON: a text in it holds half of a surrogate pair"),
        (b'{"choose":"\xed\xa0\x80"}\n', "no JSON: a text in it is no UTF-8"),
        (b'{"choose":"\\ud83d\\ude00"}\n', "does not stand now"),
        (b"[" * 50_000 + b"\n", "no JSON"),
        (b'{"choose":"' + b"x" * 70_000 + b'"}\n', "too long"),
        ({}, "one of choose, get, undo, redo, quit is wanted"),
        ({"choose": "fly"}, "fly does not stand now"),
        ({"choose": 3}, "choose takes a text"),
        ({"choose": "end", "decision": "1"}, "decision takes a whole number"),
        ({"choose": "end", "decision": True}, "decision takes a whole number"),
        ({"choose": "end", "decision": 0}, "decision 0 is not open"),
        ({"choose": "end", "get": "state"}, "this line has choose and get"),
        ({"choose": "end", "as": "one"}, "unknown field 'as'"),
        ({"chose": "end"}, "unknown field 'chose'"),
        ({"choose": "end", "id": 1, "x": 2}, "unknown field 'id', 'x'"),
        ({"get": "deck"}, "there is no 'deck' to get"),
        ({"get": "state", "as": "three"}, "there is no player 'three'"),
        ({"undo": False}, "undo takes true"),
        ({"undo": True, "decision": 1}, "unknown field 'decision'"),
        ({"quit": 1}, "quit takes true"),
    ],
)
def test_a_wrong_line_gets_an_error_and_the_question_again(begun, wish, says):
    before = begun.match.digest()
    lines = talk(begun, wish)
    assert types(lines) == ["match", "decision", "error", "decision"]
    assert says in lines[2]["message"]
    assert lines[3] == lines[1]
    assert begun.match.digest() == before


def test_get_state_and_view(begun):
    lines = talk(begun, {"choose": "draw"}, {"choose": "keep"}, *[{"get": g} for g in ("state", "view")])
    lines += talk(begun, {"get": "state", "as": "one"}, resumed=True)
    state, again, view, once_more = lines[5:9]
    if lines[5]["type"] == "decision":
        state, again, view, once_more = lines[6:10]
    assert state["type"] == "state"
    assert state["hands"] == {"one": 1, "two": 0}
    assert "hand" not in state
    assert again["type"] == once_more["type"] == "decision"
    assert again == once_more
    assert view["type"] == "view"
    assert view["shape"]["width"] == 3
    assert view["places"]["A"] == "street: One, Two"
    own = next(line for line in lines if "hand" in line)
    assert len(own["hand"]) == 1


def test_hidden_cards_are_never_told(begun):
    """The line of a card drawn face down is the same whatever the card is."""
    lines = talk(begun, {"choose": "draw"}, {"get": "state"}, {"get": "view"})
    twin = begun.match.imagine(9, history=True)
    card = begun.match.state.hands["one"]
    assert lines[2]["events"] == [{"kind": "drawn", "rule": "TOY-2", "who": "one", "text": "Drawn happened."}]
    assert twin.rules.public(twin.state) == begun.match.rules.public(begun.match.state)
    assert len(card) == 1


def test_the_end(toy):
    saved = saves.begin("toy", toy.setup("t00"), 3)
    lines = talk(saved, *[{"choose": "dig"}] * 3, *[{"choose": "end"}] * 99)
    saved.close()
    assert lines[-1] == {"type": "over", "outcome": "lost", "winners": [], "reason": "night"}
    again = saves.resume()
    assert types(talk(again, {"choose": "end"}, resumed=True)) == ["match", "over"]
    again.close()


def test_resumed_tells_no_old_events(begun):
    talk(begun, {"choose": "dig"}, {"quit": True})
    begun.close()
    saved = saves.resume()
    first, decision = talk(saved, resumed=True)
    saved.close()
    assert first["resumed"] is True
    assert (decision["type"], decision["id"]) == ("decision", 1)


def test_quit_ends_at_once(begun):
    assert types(talk(begun, {"quit": True}, {"choose": "end"})) == ["match", "decision"]


def test_a_last_line_without_its_newline(begun):
    """A whole one counts, half of one is thrown away in silence."""
    assert types(talk(begun, b'{"choose":"nod"}'))[-2:] == ["decision", "decision"]
    assert types(talk(begun, b'{"choose":"no')) == ["match", "decision"]


def test_bots_answer_for_their_seats(begun):
    lines = talk(begun, {"choose": "end"}, {"choose": "end"}, bots={"two": random_bot(1)})
    asked = [line["who"] for line in lines if line["type"] == "decision"]
    assert set(asked) <= {"one", "all"}
    begun.close()
    assert {given.who for given in saves.read(begun.path).answers} >= {"one", "two"}


def test_undo_goes_back_over_bots(begun):
    def nods(match):
        return "nod" if "nod" in match.decision.options else "end"

    lines = talk(begun, {"choose": "end"}, {"undo": True}, {"redo": True}, bots={"two": nods})
    asked = [(line["who"], line["kind"]) for line in lines if line["type"] == "decision"]
    assert asked[2] == asked[0] == ("one", "turn")
    assert asked[3] == asked[1]


def test_a_disk_that_is_full_is_an_error_and_not_the_end(begun, monkeypatch):
    def full(lines):
        raise SaveError("the disk is full")

    monkeypatch.setattr(begun, "_append", full)
    lines = talk(begun, {"choose": "dig"})
    assert types(lines) == ["match", "decision", "error", "decision"]
    assert lines[2]["message"] == "the disk is full"
    assert lines[3] == lines[1]


def test_a_rule_that_fails_is_an_error_and_changes_nothing(toy, monkeypatch):
    monkeypatch.setattr(toy, "rules", lambda setup: toy.Toy(setup["players"], broken="nod"))
    saved = saves.begin("toy", toy.setup("t00"), 3)
    lines = talk(saved, {"choose": "move:B"}, {"choose": "nod"}, {"choose": "open:d1"})
    saved.close()
    assert types(lines) == ["match", "decision", "events", "decision", "error", "decision", "decision"]
    assert "a rule failed" in lines[4]["message"]
    assert lines[5] == lines[3]
