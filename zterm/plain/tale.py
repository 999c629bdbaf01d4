"""How a match went, in lines: how everybody fared, turning points, dice."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from zterm.content.outward import decimal, sentence
from zterm.games.story import Luck, Story
from zterm.kernel.views import View
from zterm.plain import words
from zterm.shows.chronicle import MANY_MOMENTS, chronicle
from zterm.shows.replays import Replay


def put(key: str, **facts: object) -> str:
    """A line of the catalogue, filled."""
    return words.MESSAGES.say("lines", key, **facts)


def story(path: Path) -> Story:
    """The story of a save as far as it has come; raises SaveError when it can't be read."""
    return chronicle(Replay.of(str(path))).story


def told(story: Story, view: View) -> Iterator[str]:
    """Everything of a story, in sentences."""
    yield from fates(story, view)
    moments = story.moments[-MANY_MOMENTS:]
    if moments:
        yield put("moments")
    for one in moments:
        yield sentence(put("moment", n=one.turn, text=one.text))
    for luck in story.luck:
        yield _luck(luck, "luck")
    yield from together(story)


def fates(story: Story, view: View) -> Iterator[str]:
    """A sentence for everybody: kills, experience, and how it ended for them; how they stand where nobody counts."""
    if all(one.kills is None for one in story.people):
        yield from map(words.person_line, view.people)
        return
    for one in story.people:
        kills = [words.MESSAGES.number("kill", one.kills)] if one.kills is not None else []
        facts = [*kills, words.MESSAGES.say("words", "points", n=one.points), one.level, one.fate]
        yield sentence(put("fate", name=one.name, facts=", ".join(facts)))


def together(story: Story) -> Iterator[str]:
    """All dice in a sentence, if more than one rolled some."""
    if len(story.luck) > 1:
        dice, hits = sum(one.dice for one in story.luck), sum(one.hits for one in story.luck)
        yield _luck(Luck("", dice, hits, sum(one.expected for one in story.luck)), "luck_all")


def _luck(one: Luck, key: str) -> str:
    return sentence(put(key, name=one.name, dice=one.dice, hits=one.hits, expected=decimal(one.expected)))
