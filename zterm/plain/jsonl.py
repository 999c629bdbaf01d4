"""A match as JSON lines: one object a line each way, for other programs."""

from __future__ import annotations

from typing import Any, BinaryIO

import msgspec

from zterm.content import faults
from zterm.content.outward import as_json
from zterm.content.problems import listed
from zterm.kernel.decision import Decision, Event, Refused, RuleFault
from zterm.kernel.record import SaveError
from zterm.plain.watch import LINE_LIMIT, Watch
from zterm.plain.words import MESSAGES
from zterm.saves import save_id
from zterm.session import Session

PROTOCOL = 1
_FIELDS = {
    "choose": {"choose", "decision"},
    "get": {"get", "as"},
    "undo": {"undo"},
    "redo": {"redo"},
    "quit": {"quit"},
}


def put(key: str, **facts: object) -> str:
    """What is wrong with a line."""
    return MESSAGES.say("json", key, **facts)


class Wrong(Exception):
    """A line from the other side can't be obeyed; the text says why."""


class Talk:
    """One conversation in JSON lines over a session."""

    def __init__(self, session: Session, source: BinaryIO, sink: BinaryIO, watch: Watch) -> None:
        self.session = session
        self.source = source
        self.sink = sink
        self.watch = watch
        self.number = 0
        self.done = False

    def say(self, message: dict[str, Any]) -> None:
        """Write one line and flush it."""
        self.sink.write(as_json(message) + b"\n")
        self.sink.flush()

    def run(self, resumed: bool) -> int:
        """Hold the conversation to its end; returns the exit status. Raises Stopped on a signal."""
        match, header = self.session.match, self.session.saved.header
        self.say(
            {
                "type": "match",
                "protocol": PROTOCOL,
                "game": header.game,
                "mission": header.mission,
                "seed": header.seed,
                "save": save_id(self.session.saved.path),
                "resumed": resumed,
            }
        )
        opening = [] if resumed else list(match.events)
        self.after(opening + self.session.settle())
        while not self.done:
            line = self.watch.line(self.source)
            if not line:
                break
            self.heed(line)
        return 0

    def heed(self, line: bytes) -> None:
        """Obey one line of input, or say what is wrong with it."""
        try:
            self.obey(parsed(line))
        except Wrong as why:
            if line.endswith(b"\n") or len(line) > LINE_LIMIT:
                self.error(str(why))
        except RuleFault as fault:
            self.error(put("rule_failed_nothing_changed", why=fault))
        except (Refused, SaveError) as why:
            self.error(str(why))

    def error(self, words: str) -> None:
        """Say what is wrong and ask again."""
        self.say({"type": "error", "message": words})
        self.ask(again=True)

    def obey(self, wish: dict[str, Any]) -> None:
        """Do what a line asks; raises Wrong, Refused, RuleFault, SaveError."""
        if "choose" in wish:
            self.fresh(wish)
            self.after(self.session.answer(wish["choose"]))
        elif "get" in wish:
            self.give(wish["get"], wish.get("as"))
            self.ask(again=True)
        elif "undo" in wish:
            self.session.undo()
            self.say({"type": "undone"})
            self.ask()
        elif "redo" in wish:
            self.session.redo()
            self.say({"type": "redone"})
            self.ask()
        else:
            self.done = True

    def fresh(self, wish: dict[str, Any]) -> None:
        """Refuse an answer to a question that is not the open one."""
        number = wish.get("decision", self.number)
        if number != self.number:
            raise Wrong(put("decision_not_open_open", number=number, open=self.number))

    def give(self, what: str, viewer: str | None) -> None:
        """Answer a ``get``."""
        match = self.session.match
        if viewer is not None and viewer not in self.session.players:
            raise Wrong(put("no_player", player=repr(viewer), players=", ".join(self.session.players)))
        if what == "state":
            self.say({"type": "state"} | match.rules.public(match.state, viewer))
        else:
            shape = match.rules.shape()
            plain = msgspec.to_builtins(msgspec.structs.replace(shape, fills={}))
            plain["fills"] = [{"x": x, "y": y, "kind": kind} for (x, y), kind in sorted(shape.fills.items())]
            view = msgspec.to_builtins(match.rules.view(match.state, match.decision, viewer))
            self.say({"type": "view", **view, "shape": plain})

    def after(self, events: list[Event]) -> None:
        """Report what happened and ask the next question."""
        if events:
            tell = self.session.match.rules.tell
            told = [{**msgspec.to_builtins(event), "text": tell(event)} for event in events]
            self.say({"type": "events", "events": told})
        if self.session.trouble:
            self.say({"type": "error", "message": self.session.trouble})
        self.ask()

    def ask(self, again: bool = False) -> None:
        """Print the open question (``again``: under its old number), or how the match ended."""
        match = self.session.match
        decision, over = match.decision, match.over
        if decision is not None:
            self.number += not again
            self.say(self.question(decision))
        elif over is not None:
            winners = list(over.winners)
            self.say({"type": "over", "outcome": over.outcome, "winners": winners, "reason": over.reason})
            self.done = True

    def question(self, decision: Decision) -> dict[str, Any]:
        """Put a question as plain data."""
        rules, state = self.session.match.rules, self.session.match.state
        return {
            "type": "decision",
            "id": self.number,
            "who": decision.who,
            "survivor": decision.actor,
            "kind": decision.kind,
            "prompt": rules.prompt(state, decision),
            "options": [option_line(rules.option(state, decision, option)) for option in decision.options],
            "rest": decision.rest,
        }


def option_line(option: Any) -> dict[str, Any]:
    """An option as plain data, with all parts of cost and odds written out."""
    cost, odds = option.cost, option.odds
    return {
        "id": option.id,
        "label": option.label,
        "cost": cost and {"actions": cost.actions, "free": cost.free, "extra": cost.extra},
        "odds": odds and _odds(odds),
    }


def _odds(odds: Any) -> dict[str, Any]:
    """Chances as plain data; their words only where the game has its own."""
    plain = {"kills": list(odds.kills), "friend": odds.friend, "noise": odds.noise}
    return plain | ({"words": odds.words} if odds.words else {})


def parsed(line: bytes) -> dict[str, Any]:
    """Read one line of input; raises Wrong with what is not right about it."""
    if len(line) > LINE_LIMIT:
        raise Wrong(put("line_too_long_limit", n=LINE_LIMIT))
    try:
        wish = msgspec.json.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as fault:
        raise Wrong(put("line_no_json", why=faults.why(fault, line))) from None
    if not isinstance(wish, dict):
        raise Wrong(put("line_no_json_object"))
    verbs = [verb for verb in _FIELDS if verb in wish]
    known = _FIELDS[verbs[0]] if len(verbs) == 1 else set().union(*_FIELDS.values())
    unknown = sorted(field for field in wish if field not in known)
    if unknown:
        raise Wrong(put("unknown_field", fields=", ".join(map(repr, unknown))))
    if len(verbs) != 1:
        raise Wrong(put("one_wanted_line", fields=", ".join(_FIELDS), verbs=listed(verbs, both=True) or put("none")))
    _typed(verbs[0], wish)
    return wish


def _typed(verb: str, wish: dict[str, Any]) -> None:
    if verb in ("undo", "redo", "quit"):
        if wish[verb] is not True:
            raise Wrong(put("takes_true", verb=verb))
    elif not isinstance(wish[verb], str):
        raise Wrong(put("takes_text", verb=verb))
    if verb == "get" and wish["get"] not in ("state", "view"):
        raise Wrong(put("no_get_state_view", what=repr(wish["get"])))
    if not isinstance(wish.get("as", ""), str):
        raise Wrong(put("takes_player_id"))
    number = wish.get("decision", 0)
    if not isinstance(number, int) or isinstance(number, bool):
        raise Wrong(put("decision_takes_whole_number"))


def run(session: Session, source: BinaryIO, sink: BinaryIO, resumed: bool, watch: Watch) -> int:
    """Play a session as JSON lines; returns the exit status. Raises Stopped on a signal."""
    return Talk(session, source, sink, watch).run(resumed)
