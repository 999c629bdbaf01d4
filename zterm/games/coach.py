"""Coach notes: a content file of a pack, with what a newcomer is told when something first matters.

A note is due when a question of a kind is asked, an event of a kind happened, or an option of a verb stands. The form
is in missions/README.md; texts in other languages stand beside the English one.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from zterm.content.catalogue import language
from zterm.content.loader import Node, read
from zterm.content.paths import COACH, MANIFEST, find_mission, game_of
from zterm.content.problems import ContentError, Problem, listed, suggest
from zterm.content.schema import list_of, map_of, need, record, text
from zterm.content.schema import may as optional
from zterm.content.templates import ENGLISH
from zterm.games.registry import event_kinds, game
from zterm.games.words import later, put
from zterm.kernel.decision import Decision, Event

LONGEST = 220
"""Characters of a note: it has to fit the log of a small screen."""

WHENS = ("decision", "event", "option")


class Note(Struct, frozen=True):
    """A note: its id, what it waits for (one of ``WHENS`` with its name), fields the event must have, text, rule.

    ``lines`` is the text where there are no panes and no keys but words.
    """

    id: str
    what: str
    name: str
    fields: dict[str, str]
    text: str
    rule: str
    lines: str


_NOTE = record(
    {
        "id": need(text(later("coach", "id"), "[a-z0-9_]+", 40)),
        "when": need(map_of(text(later("coach", "name"), "[a-z0-9_]+", 40))),
        "text": need(text(later("coach", "text_most_characters", n=LONGEST), most=LONGEST)),
        "rule": need(text(later("coach", "rule_id"), most=40)),
        "in": optional(map_of(text(later("coach", "text_most_characters", n=LONGEST), most=LONGEST)), {}),
        "lines": optional(map_of(text(later("coach", "text_most_characters", n=LONGEST), most=LONGEST)), {}),
    }
)
_FILE = record(
    {"game": need(text()), "missions": need(list_of(text(later("coach", "mission")), 1)), "notes": need(list_of(_NOTE))}
)


def load(mission: str) -> tuple[Note, ...]:
    """The notes for a mission in the language in use, () when its pack has none for it.

    Raises ContentError for a file with mistakes.
    """
    path = find_mission(mission)
    file = path.with_name(COACH) if path is not None else None
    if file is None or not os.path.isfile(file):
        return ()
    root = read(file, keep=True)
    problems: list[Problem] = []
    found = _FILE(root, problems)
    if problems:
        raise ContentError(problems)
    if mission.lower() not in (name.lower() for name in found["missions"]):
        return ()
    return tuple(_note(entry, language()) for entry in found["notes"])


def _note(entry: dict[str, Any], code: str) -> Note:
    when = dict(entry["when"])
    what = next(name for name in WHENS if name in when)
    words = entry["text"] if code == ENGLISH else entry["in"].get(code, entry["text"])
    spoken = entry["lines"].get(code) or (words if code in entry["in"] else entry["lines"].get(ENGLISH, words))
    return Note(entry["id"], what, when.pop(what), when, words, entry["rule"], spoken)


def due(notes: Iterable[Note], decision: Decision | None, events: Iterable[Event]) -> Note | None:
    """The first note that something that just happened, or the open question, calls for."""
    happened = list(events)
    verbs = {option.split(":")[0] for option in decision.options} if decision is not None else set()
    for note in notes:
        if note.what == "event":
            if any(_fits(note, event) for event in happened):
                return note
        elif note.name in (verbs if note.what == "option" else (decision.kind if decision is not None else "",)):
            return note
    return None


def _fits(note: Note, event: Event) -> bool:
    if event.__struct_config__.tag != note.name:
        return False
    return all(str(getattr(event, field, "")) == value for field, value in note.fields.items())


def check(file: Path) -> list[Problem]:
    """All mistakes of a file of notes: form, unknown questions, events, fields, missions and rules, double ids."""
    from zterm.content import rulebook

    root = read(file, keep=True)
    problems: list[Problem] = []
    found = _FILE(root, problems)
    if problems:
        return problems
    name = found["game"].lower()
    if name != (game_of(file.with_name(MANIFEST)) or name):
        return [root.at("game").problem(put("coach", "pack_not_game", game=name), game_of(file.with_name(MANIFEST)))]
    for node in root.at("missions").parts():
        path = find_mission(str(node.value))
        if path is None or path.parent.resolve() != file.parent.resolve():
            problems.append(node.problem(put("coach", "no_mission_pack", mission=node.value)))
    kinds, rules = event_kinds(name), rulebook.load(name, ENGLISH)
    seen: set[str] = set()
    for node in root.at("notes").parts():
        problems += _mistakes(node, game(name).DECISIONS, kinds, rules.entries)
        known = str(node.at("id").value)
        if known in seen:
            problems.append(node.at("id").problem(put("coach", "two_notes", id=known)))
        seen.add(known)
    return problems


def _mistakes(node: Node, decisions: frozenset[str], kinds: dict[str, type[Event]], rules: Any) -> Iterable[Problem]:
    when = node.at("when")
    named = [name for name in WHENS if when.get(name) is not None]
    if len(named) != 1:
        yield when.problem(put("coach", "note_waits_one_thing"), listed(WHENS))
        return
    value = str(when.at(named[0]).value)
    known: Any = {"decision": decisions, "event": kinds, "option": (value,)}[named[0]]
    if value not in known:
        yield when.at(named[0]).problem(put("coach", "no_such", kind=named[0], name=value), suggest(value, known))
    elif named[0] == "event":
        fields = {field.encode_name for field in msgspec.structs.fields(kinds[value])}
        for key, inner in when.items():
            if key != "event" and key not in fields:
                yield inner.problem(put("coach", "no_field", event=value, field=key), suggest(key, fields))
    else:
        for key, inner in when.items():
            if key != named[0]:
                yield inner.problem(put("coach", "only_event_fields_such", field=key), named[0])
    rule = str(node.at("rule").value)
    if rule not in rules:
        yield node.at("rule").problem(put("coach", "no_rule", rule=rule), suggest(rule, rules))
