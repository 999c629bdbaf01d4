"""Demos: scenarios with captions, listed by chapter and shown step by step.

They lie in the ``demos`` folder of a content pack, the user's own too. The list is made without parsing YAML: only
the lines of the heads are read, and a file written in another style is parsed after all. Captions are searched in
the parsed files, which are kept (see `content.kept`).
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator
from itertools import count
from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from zterm.content.catalogue import language
from zterm.content.catalogue import load as load_words
from zterm.content.loader import Node, read
from zterm.content.messages import CHAPTERS
from zterm.content.paths import files_in, packs
from zterm.content.problems import ContentError, nearest
from zterm.content.rulebook import Entry
from zterm.games.registry import InputError, game
from zterm.games.scenario import Malformed, Scenario, is_scenario, load
from zterm.games.trial import Trial, start
from zterm.kernel.decision import Refused, RuleFault
from zterm.kernel.journal import Saved
from zterm.kernel.views import Shape
from zterm.shows.beats import Beat, beat_of, label_of, rule_entries
from zterm.shows.words import put

FOLDER = "demos"
OPENING = 3.0
"""Seconds more that the opening position stands."""
HEADS = ("id", "title", "chapter", "demo", "game")
_ENTRY = re.compile(r"(- |  )([a-z]+):(?: +(.*?))?\s*")
_VALUE = re.compile(r""""((?:[^"\\]|\\["\\])*)"|'((?:[^']|'')*)'|([A-Za-z](?:[\w ,.;()'!?/-]*[\w.)'!?])?)""")
_WORD = re.compile(r"\w+")
WHOLE = 4
"""A word that is searched has to begin another as it stands up to this length, a longer one but for its last letter."""


class Demo(Struct, frozen=True):
    """A line of the list of demos."""

    id: str
    title: str
    chapter: str
    game: str
    path: str


def demo_files() -> list[Path]:
    """The files that hold demos: those of the packs in order, the user's own included."""
    return [file for pack in packs().values() for file in files_in(pack / FOLDER)]


def listing() -> list[Demo]:
    """All demos in the order of their files; files with mistakes are left to ``zterm check``."""
    return [demo for file in demo_files() for demo in _worded(_heads(file), file)]


def total() -> int:
    """How many demos there are; their words are not read."""
    return sum(len(_heads(file)) for file in demo_files())


def by_chapter(demos: list[Demo]) -> dict[str, list[Demo]]:
    """Group demos by chapter, both in their order."""
    found: dict[str, list[Demo]] = {}
    for demo in demos:
        found.setdefault(demo.chapter or "more", []).append(demo)
    return found


def _heads(file: Path) -> list[Demo]:
    """The demos of a file from the lines of their heads, or from the whole file where these leave a doubt."""
    try:
        text = file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return []
    found = _quick(text)
    if found is None:
        return [demo for demo, _ in _whole(file)]
    return [_demo(one, file) for one in found if one.get("demo") == "true"]


def _quick(text: str) -> list[dict[str, str]] | None:
    """The heads in a file that is a list in block style with each of their values in one line; None for another one."""
    found: list[dict[str, str]] = []
    ended = True
    for line in text.splitlines():
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        if line.startswith("   "):
            if not ended:
                return None
            continue
        entry = _ENTRY.fullmatch(line)
        if entry is None or (entry[1] == "  " and not found):
            return None
        if entry[1] == "- ":
            found.append({})
        ended = entry[2] not in HEADS
        if not ended:
            value = _scalar(entry[2], entry[3] or "")
            if value is None or entry[2] in found[-1]:
                return None
            found[-1][entry[2]] = value
    return found if found and all(len(one.keys() - {"demo"}) == len(HEADS) - 1 for one in found) else None


def _scalar(key: str, text: str) -> str | None:
    """The value of a key of the head that is written in one of the plainest ways, None for another one."""
    written = _VALUE.fullmatch(text)
    if written is None or (text in ("true", "false", "null")) != (key == "demo"):
        return None
    double, single, plain = written.groups()
    if double is not None:
        return re.sub(r"\\(.)", r"\1", double)
    return str(plain) if single is None else single.replace("''", "'")


def _whole(file: Path) -> list[tuple[Demo, Node]]:
    """The demos of a file however it is written, each with its node."""
    try:
        parts = read(file, keep=True).parts()
    except ContentError:
        return []
    shown = [part for part in parts if part.at("demo").value is True]
    heads = [{key: node.value for key, node in part.items() if isinstance(node.value, str)} for part in shown]
    return [(_demo(head, file), part) for head, part in zip(heads, shown, strict=True) if head.keys() >= {"id", "game"}]


def _demo(head: dict[str, str], file: Path) -> Demo:
    name = head["id"]
    return Demo(name, head.get("title", name), head.get("chapter", ""), head["game"].lower(), str(file))


def _words(file: Path) -> Callable[[str, str, str], str]:
    """What a file of demos says in the language in use: (id, key, English words) -> words, or the English ones."""
    folder, code = file.parent.parent / "messages" / FOLDER, language()
    tables = load_words(folder, code) if os.path.isfile(folder / f"{code}.yaml") else {}
    return lambda id, key, text: str(tables.get(id, {}).get(key, text))


def _worded(found: Iterable[Demo], file: Path) -> list[Demo]:
    say = _words(file)
    return [
        replace(one, title=say(one.id, "title", one.title), chapter=say(CHAPTERS, one.chapter, one.chapter))
        for one in found
    ]


def worded(scenario: Scenario) -> Scenario:
    """A scenario with title, chapter and captions in the language in use, as far as its pack has them."""
    say, captions = _words(Path(scenario.path)), count(1)
    steps = tuple(
        replace(step, text=say(scenario.id, f"say_{next(captions)}", step.text)) if step.verb == "say" else step
        for step in scenario.steps
    )
    title, chapter = say(scenario.id, "title", scenario.title), say(CHAPTERS, scenario.chapter, scenario.chapter)
    return replace(scenario, title=title, chapter=chapter, steps=steps)


class Index:
    """What demos say and which rules they show, to be searched; files are read when it is made."""

    def __init__(self) -> None:
        self._said: dict[str, set[str]] = {}
        for file in demo_files():
            self._read(file)

    def _read(self, file: Path) -> None:
        say = _words(file)
        for one, node in _whole(file):
            steps = [step.at("say").value for step in node.at("when").parts() if step.get("say")]
            said = [say(one.id, f"say_{number}", str(caption)) for number, caption in enumerate(steps, 1)]
            rules = [rule.value for rule in node.at("rule").parts() if isinstance(rule.value, str)]
            said += [f"{entry.text} {entry.settled}" for entry in rule_entries(one.game, rules)]
            self._said[one.id] = set(_WORD.findall(" ".join(said).casefold()))

    def has(self, demo: Demo, words: str) -> bool:
        """Whether every word is part of a demo's id, title or chapter, or begins one of its captions and rules.

        "drive" finds "driving" too: see `WHOLE`.
        """
        said = self._said.get(demo.id, set())
        return all(word in _head(demo) or _begins(word, said) for word in words.casefold().split())

    def found(self, demos: list[Demo], words: str) -> list[Demo]:
        """The demos that have the words: those that are called so first, each part by chapter."""
        known = [one for one in demos if self.has(one, words)]
        called = [one for one in known if all(word in _head(one) for word in words.casefold().split())]
        parts = (called, [one for one in known if one not in called])
        return [one for part in parts for group in by_chapter(part).values() for one in group]


def _head(demo: Demo) -> str:
    return f"{demo.id} {demo.title} {demo.chapter}".casefold()


def _begins(word: str, said: Iterable[str]) -> bool:
    stem = word if len(word) <= WHOLE else word[:-1]
    return len(word) > 2 and any(known.startswith(stem) for known in said)


def find(name: str) -> Scenario:
    """The scenario of a demo by its id (case does not matter) or the path of a scenario file (its first one).

    Raises InputError with the nearest id, ContentError for a file with mistakes.
    """
    if name.endswith((".yaml", ".yml")) or name.startswith((".", "/", "~")):
        path = Path(name).expanduser()
        if not os.path.isfile(path):
            raise InputError(put("wrong", "no_file", file=repr(name)))
        if not is_scenario(read(path)):
            raise InputError(put("wrong", "no_scenario_file", file=repr(name)))
        return _sound(load(path)[0])
    known = {demo.id: demo for demo in listing()}
    demo = known.get(name.lower())
    if demo is None:
        near = nearest(name.lower(), known)
        hint = put("wrong", "did_you_mean", word=near) if near else put("wrong", "see_zterm_demo_list")
        raise InputError(put("wrong", "no_demo", name=repr(name), hint=hint))
    return _sound(next(one for one in load(demo.path) if one.id == demo.id))


def _sound(one: Scenario | Malformed) -> Scenario:
    if isinstance(one, Malformed):
        raise ContentError(one.problems)
    return one


class Show:
    """A demo to be stepped through.

    ``beats`` are all its moments, ``at`` the one that is shown, ``trouble`` why it had to end early ("" if it did not).
    """

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario = worded(scenario)
        match = start(scenario)
        self.rules = match.rules
        self.shape: Shape = match.rules.shape()
        self.trouble = ""
        self.at = 0
        self._answers: list[int] = []
        self._given: list[str] = []
        self.beats: tuple[Beat, ...] = tuple(self._play(Trial(scenario, match)))

    def _play(self, trial: Trial) -> Iterator[Beat]:
        """Run the scenario once: a beat for each caption and each thing done."""
        match = trial.match
        yield self._beat(beat_of(match, (), extra=OPENING))
        steps = [step for step in self.scenario.steps if step.verb != "then"]
        for number, step in enumerate(steps):
            if step.verb == "say":
                yield self._beat(beat_of(match, (), step.text))
                continue
            following = next((s for s in steps[number + 1 :] if s.verb != "say"), None)
            before = len(trial.heard)
            label = who = ""
            try:
                if step.verb == "choose":
                    if match.paused:
                        trial.happened(match.run())
                    label, who = label_of(match, step.text), match.decision.who if match.decision else ""
                trial.take(step, following)
            except (Refused, RuleFault) as fault:
                self.trouble = f"{step.verb} {step.text}: {fault}"
                return
            option = step.text if step.verb == "choose" else ""
            if option:
                self._given.append(option)
            happened = trial.heard[before:]
            yield self._beat(beat_of(match, happened, "", option, label or put("show", "phase"), who))

    def _beat(self, beat: Beat) -> Beat:
        self._answers.append(len(self._given))
        return beat

    @property
    def beat(self) -> Beat:
        """The moment that is shown."""
        return self.beats[self.at]

    @property
    def title(self) -> str:
        """What is shown, in words."""
        return self.scenario.title

    @property
    def chapter(self) -> str:
        """The chapter it belongs to."""
        return self.scenario.chapter

    @property
    def length(self) -> int:
        """The number of the last moment."""
        return len(self.beats) - 1

    @property
    def seconds(self) -> float:
        """How long the whole show takes at speed 1."""
        return sum(beat.seconds for beat in self.beats)

    def words(self, first: int, last: int) -> list[str]:
        """The moments with these numbers in a few words: the caption, else what was chosen; "" for the beginning."""
        return [beat.caption or beat.label for beat in self.beats[first : last + 1]]

    def forward(self) -> bool:
        """Go on by one moment; False at the end."""
        return self.jump(self.at + 1)

    def back(self) -> bool:
        """Go back by one moment; False at the beginning."""
        return self.jump(self.at - 1)

    def jump(self, number: int) -> bool:
        """Go to a moment by its number; False (and nothing done) when there is none."""
        if not 0 <= number <= self.length:
            return False
        self.at = number
        return True

    def auto(self, speed: float = 1.0) -> Iterator[tuple[Beat, float]]:
        """Go through all moments from here on, each with the seconds it stands; ``speed`` 0 waits for nothing."""
        while True:
            yield self.beat, (self.beat.seconds / speed if speed > 0 else 0.0)
            if not self.forward():
                return

    def shown_rules(self) -> list[Entry]:
        """The rules it shows, with their texts."""
        return rule_entries(self.scenario.game, self.scenario.rules)

    def take_over(self, seats: dict[str, str] | None = None) -> Saved[Any]:
        """Make a saved match of the moment that is shown, to play on from; raises ContentError, InputError, SaveError.

        A phase that a demo stops in the middle of is played on to the next question.
        """
        from zterm import saves

        scenario = self.scenario
        if scenario.setup is None:
            saved = saves.begin_at(scenario.game, scenario.given, scenario.seed, seats)
        else:
            wish = scenario.setup
            setup = game(scenario.game).setup(wish["mission"], wish["players"], wish["figures"], wish["options"])
            saved = saves.begin(scenario.game, setup, scenario.seed, seats)
        return saves.advanced(saved, self._given[: self._answers[self.at]])
