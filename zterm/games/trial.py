"""Scenarios run as trials: the position is set up, the answers are given, and every check is held against the match.

``run: PHASE`` lets a paused match go on to the end of that phase and stops at the first question on the way; the
answers after it go on to the same end. A ``choose`` followed by a ``run`` stops at the next border of phases.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import msgspec
from msgspec import Struct

from zterm.content import catalogue
from zterm.content.problems import ContentError, suggest
from zterm.content.templates import ENGLISH
from zterm.games.registry import InputError, game
from zterm.games.scenario import Check, Malformed, Scenario, Step, Wish
from zterm.games.words import put
from zterm.kernel.chance import OutOfDice, seeded
from zterm.kernel.decision import EVERYBODY, Event, Refused, RuleFault
from zterm.kernel.match import Match
from zterm.kernel.telling import Told


class Failure(Struct, frozen=True):
    """What differed, in words, and the line of the scenario that wanted it otherwise."""

    what: str
    line: int


class Verdict(Struct, frozen=True):
    """The outcome of one scenario; no failures means it passed."""

    id: str
    path: str
    failures: tuple[Failure, ...]

    @property
    def passed(self) -> bool:
        """Say whether everything held."""
        return not self.failures

    def __str__(self) -> str:
        """The verdict as a line; its first word is for programs too, and the same in every language."""
        if not self.failures:
            return f"passed {self.id}"
        first = self.failures[0]
        more = put("trial", "more", n=len(self.failures) - 1) if len(self.failures) > 1 else ""
        return f"failed {self.id}: {first.what}{more} ({self.path}:{first.line})"


def start(scenario: Scenario) -> Match[Any]:
    """Set up a scenario's position, paused before anything happens; raises ContentError, InputError."""
    rules, state, chance = _placed(scenario)
    return Match(rules, state, chance, pause=lambda state: True)


def _placed(scenario: Scenario) -> tuple[Any, Any, Any]:
    playing = game(scenario.game)
    if scenario.setup is None:
        return playing.position(scenario.given, scenario.seed)
    wish = scenario.setup
    rules = playing.rules(playing.setup(wish["mission"], wish["players"], wish["figures"], wish["options"]))
    chance = seeded(scenario.seed)
    return rules, rules.begin(chance), chance


def verify(scenario: Scenario | Malformed) -> Verdict:
    """Run one scenario to its verdict; raises nothing, whatever is in it."""
    path = scenario.path
    if isinstance(scenario, Malformed):
        failures = [Failure(problem.said, problem.line) for problem in scenario.problems]
        return Verdict(scenario.id, path, tuple(failures))
    try:
        match = start(scenario)
    except ContentError as fault:
        failures = [Failure(problem.said, problem.line or scenario.line) for problem in fault.problems]
        return Verdict(scenario.id, path, tuple(failures))
    except InputError as fault:
        return Verdict(scenario.id, path, (Failure(str(fault), scenario.line),))
    except Exception as fault:
        what = put("trial", "position_cant_set_up", kind=type(fault).__name__, why=fault)
        return Verdict(scenario.id, path, (Failure(what, scenario.line),))
    trial = Trial(scenario, match)
    for _ in trial.play():
        if trial.failures:
            break
    return Verdict(scenario.id, path, tuple(trial.failures))


class Trial:
    """A scenario on its way: the match, what happened since the last check (``heard``: at all), and what differed."""

    def __init__(self, scenario: Scenario, match: Match[Any]) -> None:
        self.scenario = scenario
        self.match = match
        self.counts = game(scenario.game).COUNTS
        self.sets = game(scenario.game).SETS
        self.events: list[dict[str, Any]] = []
        self.heard: list[Event] = []
        self.failures: list[Failure] = []
        self.target = ""
        self.ended = ""

    def play(self) -> Iterator[Step]:
        """Take the steps one by one, each before it is given out; a failure is noted and the next step not taken."""
        steps = self.scenario.steps
        for number, step in enumerate(steps):
            try:
                self.take(step, next((s for s in steps[number + 1 :] if s.verb in ("choose", "run")), None))
            except RuleFault as fault:
                self.fail(_fault(fault), step.line)
            except Refused as fault:
                self.fail(put("trial", "step_refused", verb=step.verb, text=step.text, why=fault), step.line)
            except Exception as fault:
                self.fail(put("trial", "zterm_failed", kind=type(fault).__name__, why=fault), step.line)
            yield step
        left = self.match.table.chance.loaded
        if left and not self.failures:
            node = self.scenario.given.node
            self.fail(put("trial", "dice_given_never_rolled", dice=left), (node.get("dice") or node).line)

    def fail(self, what: str, line: int) -> None:
        """Note what differed."""
        self.failures.append(Failure(what, line or self.scenario.line))

    def take(self, step: Step, following: Step | None) -> None:
        """Take one step; raises Refused and RuleFault."""
        if step.verb == "choose":
            self.choose(step.text, following is not None and following.verb == "run")
        elif step.verb == "run":
            self.run(step.text)
        elif step.check is not None:
            self.check(step.check)
            self.events.clear()

    def choose(self, option: str, runs: bool) -> None:
        """Answer the open question, going on to it first when the match is paused."""
        match = self.match
        if match.paused:
            self.happened(match.run())
        if not self.target:
            match.pause = self.border("") if runs else None
        self.happened(match.choose(option))

    def run(self, phase: str) -> None:
        """Go on to the end of a phase or to the first question."""
        if self.match.over is not None:
            raise Refused(Told("match_over"))
        if self.match.paused and self.ended == phase:
            return
        self.target = phase
        stop = self.border(phase)
        if self.match.paused:
            self.happened(self.match.run(stop))
        else:
            self.match.pause = stop

    def border(self, target: str) -> Callable[[Any], bool]:
        """A pause at the end of a phase ("": of any)."""
        public = self.match.rules.public
        now = public(self.match.state)["phase"]

        def stop(state: Any) -> bool:
            nonlocal now
            phase = public(state)["phase"]
            if phase == now:
                return False
            self.ended, now = now, phase
            if target and self.ended != target:
                return False
            self.target = ""
            return True

        return stop

    def happened(self, events: list[Event]) -> None:
        """Keep events for the next check, and all of them for those who watch."""
        self.heard += events
        self.events += [_plain(event) for event in events]

    def check(self, check: Check) -> None:
        """Hold a ``then`` against the match as it stands; what differs is noted."""
        if check.offered or check.refused or check.decision:
            self.question(check)
        if check.state:
            public = _plain(self.match.rules.public(self.match.state, EVERYBODY))
            for wish in check.state:
                self.fact(public, wish)
        self.order(check.events)
        for wish in check.none:
            if any(self.fits(wish.value, event) for event in self.events):
                self.fail(put("trial", "happened_though", event=_event(wish.value)), wish.line)
        if check.over is not None:
            over = self.match.over
            now = over.outcome if over else put("trial", "going_on")
            if now != check.over.value:
                self.fail(put("trial", "over_differs", wish=check.over.value, now=now), check.over.line)

    def question(self, check: Check) -> None:
        """Check options and question; a paused match is looked at through a copy that went on to its question."""
        match = self.match
        if match.paused:
            match = match.clone()
        decision = match.decision
        offered = decision.options if decision else ()
        stands = f"{decision.kind}: {', '.join(offered)}" if decision else put("trial", "no_question")
        for wish in check.offered:
            if wish.what not in offered:
                self.fail(put("trial", "not_offered", what=wish.what, stands=stands), wish.line)
        for wish in check.refused:
            self.refused(match, wish)
        for wish in check.decision:
            if decision is None:
                self.fail(put("trial", "decision_stand_none", what=wish.what, wish=wish.value), wish.line)
                continue
            have = {"kind": decision.kind, "who": decision.who, "survivor": decision.actor}[wish.what]
            if have != wish.value:
                self.fail(put("trial", "decision_differs", what=wish.what, wish=wish.value, have=have), wish.line)

    def refused(self, match: Match[Any], wish: Wish) -> None:
        """Ask for what must not stand: it gives an error, in the right words, and changes nothing."""
        if match.decision is not None and wish.what in match.decision.options:
            self.fail(put("trial", "offered_though", what=wish.what), wish.line)
            return
        before = match.digest()
        try:
            match.choose(wish.what)
        except Refused as why:
            if match.digest() != before:
                self.fail(put("trial", "refused_changed_match_all", what=wish.what), wish.line)
            if wish.value is not None and not _says(match, wish, str(why)):
                self.fail(put("trial", "refusal_differs", what=wish.what, wish=repr(wish.value), why=why), wish.line)

    def fact(self, public: dict[str, Any], wish: Wish) -> None:
        """Check one path of the public state."""
        here: Any = public
        steps = wish.what.split(".")
        for number, step in enumerate(steps):
            tally = self.counts.get(steps[number - 1]) if number else None
            if isinstance(here, dict) and step in here:
                here = here[step]
            elif isinstance(here, dict) and tally is not None and step in tally:
                here = 0
            elif isinstance(here, list) and step.isdecimal() and int(step) < len(here):
                here = here[int(step)]
            else:
                names = sorted({*(here if isinstance(here, dict) else ()), *(tally or ())})
                wanted = suggest(step, names) if names else put("trial", "nothing_inside")
                self.fail(
                    put("trial", "state_no_expected", path=".".join(steps[: number + 1]), wanted=wanted), wish.line
                )
                return
        if not (_same(wish.value, here, steps[-1] in self.counts) or self.alike(steps[-1], wish.value, here)):
            self.fail(
                put("trial", "state_differs", what=wish.what, wish=_shown(wish.value), here=_shown(here)), wish.line
            )

    def alike(self, key: str, wanted: Any, have: Any) -> bool:
        """Say whether two lists whose order says nothing hold the same."""
        lists = isinstance(wanted, list) and isinstance(have, list)
        return key in self.sets and lists and sorted(map(str, wanted)) == sorted(map(str, have))

    def fits(self, wanted: dict[str, Any], event: dict[str, Any]) -> bool:
        """Say whether an event has the fields wanted."""
        return all(
            key in event and (_same(value, event[key]) or self.alike(key, value, event[key]))
            for key, value in wanted.items()
        )

    def order(self, wishes: tuple[Wish, ...]) -> None:
        """Check that events happened in this order, others between them allowed."""
        at = 0
        for wish in wishes:
            found = next((i for i in range(at, len(self.events)) if self.fits(wish.value, self.events[i])), None)
            if found is None:
                like = [_event(event) for event in self.events if event["kind"] == wish.what]
                kinds = list(dict.fromkeys(event["kind"] for event in self.events))
                there = "; ".join(like) or ", ".join(kinds) or put("trial", "nothing")
                self.fail(put("trial", "not_happened", event=_event(wish.value), happened=there), wish.line)
                return
            at = found + 1


def _plain(thing: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(thing))


def _fault(fault: RuleFault) -> str:
    cause = fault.__cause__
    return str(cause) if isinstance(cause, OutOfDice) else put("trial", "rule_failed", why=fault)


def _says(match: Match[Any], wish: Wish, why: str) -> bool:
    """Whether a refusal has the words, in the language in use or in English."""
    if wish.value.casefold() in why.casefold():
        return True
    with catalogue.speaking(ENGLISH):
        try:
            match.choose(wish.what)
        except Refused as english:
            return wish.value.casefold() in str(english).casefold()
    return False


def _same(wanted: Any, have: Any, tally: bool = False) -> bool:
    """Equal, with true no number, and zeros of a tally left out on both sides."""
    if tally and isinstance(wanted, dict) and isinstance(have, dict):
        return {k: v for k, v in wanted.items() if v != 0} == {k: v for k, v in have.items() if v != 0}
    if isinstance(wanted, str) and isinstance(have, dict) and "state" in have:
        return bool(have["state"] == wanted)
    if isinstance(wanted, list) and isinstance(have, list):
        return len(wanted) == len(have) and all(map(_same, wanted, have))
    return bool(wanted == have) and isinstance(wanted, bool) == isinstance(have, bool)


def _event(event: dict[str, Any]) -> str:
    inside = ", ".join(f"{key}: {_shown(value)}" for key, value in event.items() if key not in ("kind", "rule"))
    return f"{event['kind']}{{{inside}}}"


def _shown(value: Any) -> str:
    if isinstance(value, list):
        return f"[{', '.join(map(_shown, value))}]"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}: {_shown(inner)}" for key, inner in value.items()) + "}"
    if value is None or isinstance(value, bool):
        return {True: "true", False: "false", None: "null"}[value]
    return str(value)
