"""What every game must keep to, whatever its rules: ``conformance(rules_factory, seeds)`` plays and checks.

A match is driven by random answers; at many of its decisions the promises of the kernel are held against it.
Every check raises AssertionError with the seed and the answers that led there.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Iterable
from typing import Any

import msgspec

from zterm.kernel.decision import Refused
from zterm.kernel.journal import create, resume
from zterm.kernel.match import Match
from zterm.kernel.record import FORMAT, Header

LIMIT = 20_000
BRANCHES = 6
NONSENSE = ("", "no such thing", "end:", "move:nowhere", "\x1b[2J", "x" * 500, "END")


def conformance(
    rules_factory: Callable[[], Any],
    seeds: Iterable[int],
    *,
    every: int = 7,
    limit: int = LIMIT,
    rule_ids: Collection[str] | None = None,
    folder: Any = None,
    taste: Callable[[str], bool] = lambda option: True,
    ends: bool = True,
) -> None:
    """Play a match from each seed with random answers and check everything at about one decision in ``every``.

    Options that ``taste`` turns down are rarely taken (who drops every tool may sit behind a closed door for ever).
    ``limit`` bounds the answers of a match: one that goes on longer fails, or is left there if not ``ends``.
    ``rule_ids`` are the rules that exist (None: not checked). ``folder`` is where journals may be written (None: none).
    """
    for seed in seeds:
        Run(rules_factory, seed, every, limit, rule_ids, taste, ends).play(folder)


class Run:
    """One random match under examination."""

    def __init__(
        self,
        factory: Callable[[], Any],
        seed: int,
        every: int,
        limit: int,
        rule_ids: Collection[str] | None,
        taste: Callable[[str], bool],
        ends: bool,
    ) -> None:
        self.ends = ends
        self.taste = taste
        self.factory = factory
        self.seed = seed
        self.every = every
        self.limit = limit
        self.rule_ids = rule_ids
        self.random = random.Random(seed)
        self.answers: list[str] = []
        self.told: list[Any] = []

    def play(self, folder: Any = None) -> None:
        """Play to the end and check on the way."""
        match = Match.start(self.factory(), self.seed)
        self.told += match.events
        self.events_are_sound(match, match.events)
        while match.decision is not None:
            if len(self.answers) >= self.limit:
                self.holds(not self.ends, "the match does not end")
                break
            self.options_are_sound(match)
            if self.random.randrange(self.every) == 0:
                self.examine(match)
            self.answer(match)
        self.holds((match.over is None) == (match.decision is not None), "a question stands and the match is over")
        self.replays(match)
        self.undo_goes_back(match)
        if folder is not None:
            self.journal(folder)

    def holds(self, sound: bool, what: str) -> None:
        assert sound, f"{what}; seed {self.seed}, answers {self.answers}"

    def pick(self, match: Match[Any]) -> str:
        assert match.decision is not None
        option = self.random.choice(match.decision.options)
        if not self.taste(option) and self.random.random() < 0.995:
            return self.random.choice([o for o in match.decision.options if self.taste(o)] or [option])
        return option

    def answer(self, match: Match[Any]) -> None:
        option = self.pick(match)
        self.answers.append(option)
        events = match.choose(option)
        self.told += events
        self.events_are_sound(match, events)

    def examine(self, match: Match[Any]) -> None:
        """Check all promises at one decision."""
        before = match.digest()
        self.options_are_accepted(match)
        self.nonsense_is_refused(match)
        self.clones_go_on_identically(match)
        self.flow_restarts(match)
        self.state_round_trips(match)
        self.hidden_stays_hidden(match)
        self.undo_and_redo_cancel(match)
        self.holds(match.digest() == before, "looking at the match changed it")

    def options_are_sound(self, match: Match[Any]) -> None:
        """(a) Options are unique, sorted and never empty, and can be put into words."""
        decision, rules = match.decision, match.rules
        assert decision is not None
        options = list(decision.options)
        self.holds(bool(options), f"{decision.kind} has no options")
        self.holds(options == sorted(set(options)), f"{decision.kind}: options not sorted and unique: {options}")
        self.holds(decision.always or len(options) > 1, f"{decision.kind} asks with one option")
        self.holds(bool(rules.prompt(match.state, decision)), f"{decision.kind} has no prompt")
        for option in options:
            shown = rules.option(match.state, decision, option)
            self.holds(shown.id == option and bool(shown.label), f"{option} has no label")
            if shown.odds is not None:
                self.holds(abs(sum(shown.odds.kills) - 1) < 1e-9, f"{option}: its odds do not add up to one")
                self.holds(0 <= shown.odds.friend <= 1, f"{option}: the odds for a friend are no chance")

    def options_are_accepted(self, match: Match[Any]) -> None:
        """(a) What is offered is accepted (tried on clones)."""
        assert match.decision is not None
        options = list(match.decision.options)
        for option in self.random.sample(options, min(BRANCHES, len(options))):
            match.clone().choose(option)

    def nonsense_is_refused(self, match: Match[Any]) -> None:
        """(a) Anything else is refused with a reason and changes nothing."""
        assert match.decision is not None
        before, decision = match.digest(), match.decision
        for wrong in (*NONSENSE, decision.options[0] + "x", decision.options[0].upper() + "_"):
            if wrong in decision.options:
                continue
            try:
                match.choose(wrong)
                self.holds(False, f"{wrong!r} was accepted at {decision.kind}")
            except Refused as why:
                self.holds(bool(str(why)), f"{wrong!r} was refused without a reason")
            self.holds(match.decision is decision and match.digest() == before, f"refusing {wrong!r} changed the match")

    def clones_go_on_identically(self, match: Match[Any]) -> None:
        """(b) A clone, and at rest a match restored in another ruleset, go on as the original would."""
        twins = [match.clone(), match.clone(), Match.restore(self.factory(), match.position)]
        if match.at_rest:
            twins.append(match.clone(history=False))
        for _ in range(8):
            if twins[0].decision is None:
                break
            option = self.pick(twins[0])
            told = [list(twin.choose(option)) for twin in twins]
            for twin, events in zip(twins, told, strict=True):
                self.holds(events == told[0], f"after {option} a copy reports other events")
                self.holds(twin.decision == twins[0].decision, f"after {option} a copy asks another question")
                self.holds(twin.digest() == twins[0].digest(), f"after {option} a copy stands elsewhere")

    def flow_restarts(self, match: Match[Any]) -> None:
        """(b) From a rest point the flow reaches its question again and draws, emits and changes nothing."""
        assert match.decision is not None
        self.holds(not match.decision.rest or match.at_rest, "a rest point inside a step is no rest point")
        if not match.at_rest:
            return
        again = match.clone()
        self.holds(again.decision == match.decision, "restarting at a rest point asks another question")
        self.holds(not again.events, "restarting at a rest point reports events")
        self.holds(again._pack() == match.position.base, "restarting at a rest point changes something")
        self.holds(match._pack() == match.position.base, "at a rest point the snapshot is not what stands")

    def state_round_trips(self, match: Match[Any]) -> None:
        """(e) The state survives being written and read, and the public one is plain data."""
        state = match.state
        packed = msgspec.msgpack.encode(state)
        back = msgspec.msgpack.decode(packed, type=match.rules.state_type)
        self.holds(back == state and msgspec.msgpack.encode(back) == packed, "the state does not survive a save")
        msgspec.json.encode(match.rules.public(state))

    def hidden_stays_hidden(self, match: Match[Any]) -> None:
        """(f) Nothing shown differs when only what nobody knows is shuffled again."""
        rules, decision = match.rules, match.decision
        for seed in (1, 2):
            twin = match.imagine(seed, history=True)
            self.holds(twin.decision == decision, "the question depends on hidden things")
            self.holds(_shown(twin) == _shown(match), "something hidden shows in the state or the view")
            if decision is not None:
                told = [[rules.option(m.state, decision, o) for o in decision.options] for m in (match, twin)]
                self.holds(told[0] == told[1], "something hidden shows in the options")
                words = {rules.prompt(m.state, decision) for m in (match, twin)}
                self.holds(len(words) == 1, "something hidden shows in the question")

    def undo_and_redo_cancel(self, match: Match[Any]) -> None:
        """(d) Undo then redo is the identity; what drew or revealed can't be undone."""
        twin = match.clone()
        for _ in range(4):
            if twin.decision is None:
                return
            digest, question, draws = twin.digest(), twin.decision, twin.table.chance.draws
            option = self.pick(twin)
            events = list(twin.choose(option))
            after, asked = twin.digest(), twin.decision
            if twin.table.chance.draws != draws:
                self.holds(not twin.can_undo, f"{option} drew and can be undone")
            if not twin.can_undo:
                continue
            self.holds(twin.undo() == option, "undo takes back another answer")
            self.holds(twin.digest() == digest and twin.decision == question, f"undo of {option} does not go back")
            self.holds(list(twin.redo()) == events, f"redo of {option} reports other events")
            self.holds(twin.digest() == after and twin.decision == asked, f"redo of {option} goes elsewhere")

    def events_are_sound(self, match: Match[Any], events: Iterable[Any]) -> None:
        """(g) Every event names a rule that exists, has words, and is plain data."""
        for event in events:
            self.holds(bool(event.rule), f"{event} names no rule")
            known = self.rule_ids is None or ":" in event.rule or event.rule in self.rule_ids
            self.holds(known, f"{event} names the rule {event.rule}, and there is none")
            self.holds(bool(match.rules.tell(event)), f"{event} has no words")
            msgspec.json.encode(event)

    def replays(self, match: Match[Any]) -> None:
        """(c) Seed and answers give the same events and the same end."""
        again = Match.start(self.factory(), self.seed)
        told = list(again.events)
        for answer in self.answers:
            told += again.choose(answer)
        self.holds(told == self.told, "a replay reports other events")
        self.holds(again.digest() == match.digest(), "a replay ends elsewhere")

    def undo_goes_back(self, match: Match[Any]) -> None:
        """(d) Undoing as often as possible and redoing all ends where it began."""
        digest, taken = match.digest(), 0
        while match.can_undo:
            match.undo()
            taken += 1
        for _ in range(taken):
            match.redo()
        self.holds(match.digest() == digest, f"{taken} undone and redone answers end elsewhere")

    def journal(self, folder: Any) -> None:
        """(b, e) The match written to a journal and resumed now and then is the same match."""
        rules = self.factory()
        header = Header(FORMAT, rules.game, rules.version, rules.mission, rules.content_hash, self.seed, {}, "")
        path = folder / f"conformance-{self.seed}.zterm"
        saved = create(Match.start(rules, self.seed), path, header)
        try:
            for number, answer in enumerate(self.answers):
                saved.choose(answer)
                if self.random.randrange(max(20, len(self.answers) // 6)) == 0:
                    digest, question = saved.match.digest(), saved.match.decision
                    undoable = len(saved.match._past)
                    saved.close()
                    saved = resume(path, lambda header: self.factory())
                    where = f"resumed after {number + 1} answers"
                    self.holds(saved.match.digest() == digest, f"{where} the match stands elsewhere")
                    self.holds(saved.match.decision == question, f"{where} it asks another question")
                    self.holds(len(saved.match._past) >= undoable, f"{where} less can be undone")
                    self.holds(not saved.notes, f"{where} it complains: {saved.notes}")
        finally:
            saved.close()


def _shown(match: Match[Any]) -> Any:
    """Everything any front end gets to see of a match, without a viewer: nobody's own hand."""
    rules, state = match.rules, match.state
    return msgspec.to_builtins((rules.public(state), rules.view(state, match.decision)))
