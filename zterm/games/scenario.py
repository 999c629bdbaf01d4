"""Scenario files: a position, answers, and what must hold then. Read and checked for form here, run in ``trial``.

One form serves tests, demos and starting positions. Every mistake is noted with its place; a malformed scenario of
a file does not touch the others.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from zterm.content.loader import Node, read
from zterm.content.problems import ContentError, Problem, listed, suggest
from zterm.content.schema import Entry
from zterm.games.registry import GAMES, Game, InputError, event_kinds, game, given_of
from zterm.games.words import put
from zterm.kernel.chance import SEED_LIMIT

KEYS = ("id", "game", "rule", "title", "chapter", "demo", "case", "note", "given", "when", "then")
CHECKS = ("offered", "refused", "state", "events", "none", "decision", "over")
VERBS = ("say", "choose", "run", "then")
OUTCOMES = ("won", "lost", "drawn")
SETUP = ("mission", "survivors", "players", "options", "seed")
DEFAULT_SEED = 1
_ID = re.compile(r"[a-z0-9-]{1,100}")


class Wish(Struct, frozen=True):
    """One thing that must hold: ``what`` (an option id, a state path, "" for events), the value, its place."""

    what: str
    value: Any
    line: int


class Check(Struct, frozen=True):
    """A ``then``: everything in it must hold at that moment. ``line`` is where it stands."""

    line: int
    offered: tuple[Wish, ...] = ()
    refused: tuple[Wish, ...] = ()
    state: tuple[Wish, ...] = ()
    events: tuple[Wish, ...] = ()
    none: tuple[Wish, ...] = ()
    decision: tuple[Wish, ...] = ()
    over: Wish | None = None


class Step(Struct, frozen=True):
    """A part of ``when``: ``verb`` is say, choose, run or then; ``text`` a caption, an option id or a phase."""

    verb: str
    text: str
    line: int
    check: Check | None = None


class Scenario(Struct, frozen=True):
    """One scenario, sound in form. ``given`` has its node; ``setup`` stands instead of it for a printed mission."""

    id: str
    game: str
    rules: tuple[str, ...]
    title: str
    chapter: str
    demo: bool
    given: Entry
    setup: dict[str, Any] | None
    seed: int
    steps: tuple[Step, ...]
    path: str
    line: int


class Malformed(Struct, frozen=True):
    """A scenario with mistakes of form."""

    id: str
    problems: tuple[Problem, ...]
    path: str
    line: int


def is_scenario(root: Node) -> bool:
    """Say whether a YAML file looks like scenarios: a list, or a mapping with ``given``, ``when`` or ``then``."""
    return isinstance(root.value, list) or any(root.get(key) for key in ("given", "when", "then"))


def load(path: str | Path) -> list[Scenario | Malformed]:
    """Read a scenario file; raises ContentError when it can't be read as YAML at all, or is an empty list."""
    root = read(path)
    if not root.parts():
        raise ContentError([root.problem(put("scenario", "no_scenario"))])
    found = [_Form(node).scenario(number) for number, node in enumerate(root.parts(), 1)]
    seen: dict[str, int] = {}
    for number, one in enumerate(found):
        if one.id in seen and isinstance(one, Scenario):
            what = put("scenario", "id_twice", id=one.id, line=seen[one.id])
            twice = Problem(one.path, one.line, 1, what, put("scenario", "another_id"))
            found[number] = Malformed(one.id, (twice,), one.path, one.line)
        seen.setdefault(one.id, one.line)
    return found


def files(path: Path) -> list[Path]:
    """The YAML files a path means: itself, or all in and under a folder, sorted."""
    if not os.path.isdir(path):
        return [path]
    return sorted(file for ending in ("*.yaml", "*.yml") for file in path.rglob(ending) if os.path.isfile(file))


class _Form:
    """Checks one scenario's form; collects every mistake."""

    def __init__(self, node: Node) -> None:
        self.node = node
        self.problems: list[Problem] = []
        self.game: Game | None = None
        self.kinds: dict[str, type[Any]] = {}

    def note(self, node: Node, what: str, expected: str = "") -> None:
        self.problems.append(node.problem(what, expected))

    def keys(self, node: Node, known: tuple[str, ...] | list[str], where: str) -> bool:
        """Check that a node is a mapping with known keys only."""
        if not isinstance(node.value, dict):
            self.note(
                node, put("scenario", "no_mapping", where=where), put("scenario", "mapping_with", keys=listed(known))
            )
            return False
        for key in node.value:
            if key not in known:
                self.problems.append(
                    node.key_problem(key, put("scenario", "unknown_key", name=key, where=where), suggest(key, known))
                )
        return True

    def text(self, node: Node | None, where: str, default: str = "") -> str:
        """A text, or the default where there is none."""
        if node is None:
            return default
        if isinstance(node.value, str) and node.value:
            return node.value
        self.note(node, put("scenario", "no_text", where=where), put("scenario", "text_quotes"))
        return default

    def texts(self, node: Node | None, where: str) -> list[tuple[str, int]]:
        """A text or a list of texts, with their lines."""
        return [(self.text(part, where), part.line) for part in node.parts()] if node is not None else []

    def scenario(self, number: int) -> Scenario | Malformed:
        """Check the whole scenario."""
        node = self.node
        name = node.get("id")
        label = name.value if name is not None and isinstance(name.value, str) else f"scenario-{number}"
        if self.keys(node, KEYS, put("scenario", "scenario")):
            if name is None or not _ID.fullmatch(str(name.value)):
                self.note(name or node, put("scenario", "id_missing_no_id"), put("scenario", "id_form"))
            self.find_game()
            made = self.made(label)
            if not self.problems:
                return made
        return Malformed(label, tuple(self.problems), node.path, node.line)

    def find_game(self) -> None:
        """Import the scenario's game."""
        node = self.node.get("game")
        name = self.text(node, "game")
        if node is None:
            self.note(self.node, put("scenario", "game_missing"), listed(sorted(GAMES)))
        elif name:
            try:
                self.game, self.kinds = game(name), event_kinds(name)
            except InputError as fault:
                self.note(node, str(fault))

    def made(self, label: str) -> Scenario:
        node = self.node
        for key in ("case", "note"):
            self.texts(node.get(key), key)
        demo = node.get("demo")
        if demo is not None and not isinstance(demo.value, bool):
            self.note(demo, put("scenario", "no_flag"), put("scenario", "flag"))
        given = node.get("given")
        if given is None or not isinstance(given.value, dict):
            self.note(given or node, put("scenario", "given_missing_no_mapping"), put("scenario", "mapping_position"))
            given = Node({}, node.path, node.line, node.column)
        steps = self.steps(node.get("when"))
        final = node.get("then")
        if final is not None:
            steps.append(Step("then", "", final.line, self.check(final)))
        return Scenario(
            label,
            self.text(node.get("game"), "game").lower(),
            tuple(self.rules(node.get("rule"))),
            self.text(node.get("title"), "title", label),
            self.text(node.get("chapter"), "chapter"),
            demo is not None and demo.value is True,
            given_of(given),
            self.setup(given),
            self.seed(given.at("setup").get("seed") or given.get("seed")),
            tuple(steps),
            node.path,
            node.line,
        )

    def rules(self, node: Node | None) -> list[str]:
        """The rules shown; ids the game's reference does not have are mistakes (a mission's own have a colon)."""
        from zterm.content import rulebook

        named = self.texts(node, "rule")
        name = self.game.ID if self.game else ""
        if node is not None and name in rulebook.games():
            known = rulebook.load(name).entries
            for part in node.parts():
                rule = str(part.value)
                if ":" not in rule and rule.upper() not in known:
                    self.note(part, put("scenario", "no_rule", rule=rule), suggest(rule, known))
        return [rule for rule, _ in named]

    def seed(self, node: Node | None) -> int:
        if node is None:
            return DEFAULT_SEED
        value = node.value
        if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < SEED_LIMIT:
            self.note(node, put("scenario", "seed_no_seed"), put("scenario", "seed_form"))
            return DEFAULT_SEED
        return value

    def setup(self, given: Node) -> dict[str, Any] | None:
        """A printed mission from its beginning: what ``Game.setup`` takes."""
        node = given.get("setup")
        if node is None:
            return None
        self.keys(given, ("setup",), put("scenario", "given_setup"))
        if not self.keys(node, SETUP, "setup"):
            return None
        wish = node.plain()
        players = wish.get("players", 1)
        if isinstance(players, int) and not isinstance(players, bool):
            players = [f"p{i + 1}" for i in range(max(1, min(players, 99)))]
        if not isinstance(players, list) or not all(isinstance(one, str) for one in players):
            self.note(node.at("players"), put("scenario", "no_players"), "2")
            players = []
        return {
            "mission": self.text(node.get("mission") or Node(None, node.path, node.line, node.column), "mission"),
            "players": players,
            "figures": wish.get("survivors"),
            "options": {key: _option(value.plain()) for key, value in node.at("options").items()}
            if node.get("options")
            else {},
        }

    def steps(self, node: Node | None) -> list[Step]:
        if node is None:
            return []
        steps = []
        for part in node.parts():
            if not self.keys(part, VERBS, put("scenario", "step_when")):
                continue
            if len(part.value) != 1:
                self.note(part, put("scenario", "step_one_key"), listed(VERBS))
                continue
            verb, value = next(iter(part.items()))
            if verb == "then":
                steps.append(Step(verb, "", part.line, self.check(value)))
            elif verb in VERBS:
                steps.append(Step(verb, self.text(value, verb), part.line))
            if verb == "run" and self.game is not None and str(value.value) not in self.game.PHASES:
                self.note(
                    value, put("scenario", "no_phase", phase=value.value), suggest(str(value.value), self.game.PHASES)
                )
        return steps

    def check(self, node: Node) -> Check:
        """A ``then``."""
        if not self.keys(node, CHECKS, "then"):
            return Check(node.line)
        over = node.get("over")
        if over is not None and str(over.value) not in OUTCOMES:
            self.note(over, put("scenario", "over_cant", over=over.value), listed(OUTCOMES))
        return Check(
            node.line,
            tuple(Wish(option, None, line) for option, line in self.texts(node.get("offered"), "offered")),
            tuple(self.refused(node.get("refused"))),
            tuple(self.state(node.get("state"))),
            tuple(self.events(node.get("events"), "events")),
            tuple(self.events(node.get("none"), "none")),
            tuple(self.decision(node.get("decision"))),
            None if over is None else Wish("over", over.value, over.line),
        )

    def refused(self, node: Node | None) -> list[Wish]:
        """Ids, or ids with a word their refusal contains."""
        wishes = []
        for part in node.parts() if node is not None else ():
            if isinstance(part.value, dict):
                wishes += [Wish(key, self.text(word, "refused"), word.line) for key, word in part.items()]
            else:
                wishes.append(Wish(self.text(part, "refused"), None, part.line))
        return wishes

    def state(self, node: Node | None) -> list[Wish]:
        if node is None:
            return []
        if not isinstance(node.value, dict):
            self.note(node, put("scenario", "state_no_mapping"), "{survivors.kim.actions: 2}")
        return [Wish(path, value.plain(), value.line) for path, value in node.items()]

    def events(self, node: Node | None, where: str) -> list[Wish]:
        """Events by kind and some of their fields."""
        wishes = []
        for part in node.parts() if node is not None else ():
            if not isinstance(part.value, dict) or part.get("kind") is None:
                self.note(part, put("scenario", "event_no_kind", where=where), "{kind: moved, survivor: kim}")
                continue
            self.event(part)
            wishes.append(Wish(str(part.at("kind").value), part.plain(), part.line))
        return wishes

    def event(self, node: Node) -> None:
        kind = node.at("kind")
        if self.game is None:
            return
        known = self.kinds.get(str(kind.value))
        if known is None:
            self.note(kind, put("scenario", "no_event", kind=kind.value), suggest(str(kind.value), self.kinds))
            return
        fields = ["kind", *(field.encode_name for field in msgspec.structs.fields(known))]
        self.keys(node, fields, put("scenario", "event", kind=kind.value))

    def decision(self, node: Node | None) -> list[Wish]:
        if node is None or not self.keys(node, ("kind", "who", "survivor"), "decision"):
            return []
        kind = node.get("kind")
        if kind is not None and self.game is not None and str(kind.value) not in self.game.DECISIONS:
            self.note(
                kind,
                put("scenario", "no_decision", kind=kind.value),
                suggest(str(kind.value), sorted(self.game.DECISIONS)),
            )
        return [Wish(key, value.plain(), value.line) for key, value in node.items()]


def _option(value: Any) -> str:
    """A match option's value as text."""
    return str(value).lower() if isinstance(value, bool) else str(value)
