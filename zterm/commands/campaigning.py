"""``campaign``: the missions in order with one team, in the front end that fits."""

from __future__ import annotations

import argparse
import sys
import unicodedata
from typing import Any

import msgspec

from zterm import campaign as story
from zterm.campaign import Campaign
from zterm.commands import complain, say, say_json, wishes
from zterm.commands.parser import Usage
from zterm.commands.playing import screen
from zterm.commands.words import put as words
from zterm.games.registry import GAMES, InputError, game
from zterm.shows.words import MESSAGES, put

FIRST = "Campaign"
_ENGLISH = {"retry": "retry", "accept": "accept", "go_on": "yes", "leave": "quit", "stay": "no"}


def campaign(args: argparse.Namespace) -> int:
    """List campaigns, say how far one has come, delete it, or play it."""
    if args.list or args.json or args.delete:
        return _about(args)
    full = screen() and not args.plain
    if full and args.name is None and not (args.retry or args.accept or args.survivors or args.players or args.option):
        return _room()
    name = args.name or next((one.name for one in story.listing()), FIRST)
    with story.held(name):
        if story.exists(name):
            _unwanted(args, name)
            found = story.refresh(story.load(name))
        else:
            found = _begun(args, name)
        if full and args.accept:
            story.accept(found)
        if not full:
            return _go_on(found, args)
    from zterm.ui import app

    return app.run_campaign(name, wishes.seed(args.seed) if args.seed is not None else None)


def _room() -> int:
    from zterm.ui import app

    return app.run_room("campaign")


def _about(args: argparse.Namespace) -> int:
    if args.delete:
        if args.name is None:
            raise Usage(words("usage", "campaign_delete"))
        story.delete(args.name)
        say(put("campaign", "deleted", name=args.name))
        return 0
    found, wrong = ([story.load(args.name)], []) if args.name is not None else story.survey()
    for sentence in wrong:
        complain(sentence)
    if args.json:
        rows = [_data(one) for one in found]
        say_json(rows, indent=2)
    elif args.name is not None:
        _progress(found[0])
    else:
        for one in found:
            won = sum(chapter.state == "won" for chapter in story.chapters(one))
            facts = {"won": won, "last": len(one.missions), "team": ", ".join(one.team)}
            say(put("campaign", "line", name=one.name, **facts))
        if not found and not wrong:
            complain(put("campaign", "none"))
    return 0


def _data(one: Campaign) -> dict[str, Any]:
    plain: dict[str, Any] = msgspec.to_builtins(one)
    plain["chapters"] = msgspec.to_builtins(story.chapters(one))
    plain["tallies"] = msgspec.to_builtins(story.tallies(one))
    plain["next"] = msgspec.to_builtins(story.next_step(one))
    return plain


def _unwanted(args: argparse.Namespace, name: str) -> None:
    if args.survivors or args.players or args.option:
        raise InputError(words("wrong", "campaign_begun", name=name))


def _begun(args: argparse.Namespace, name: str) -> Campaign:
    if args.retry or args.accept:
        raise InputError(words("wrong", "no_campaign", name=repr(name)))
    story.file_of(name)
    first = next(iter(GAMES))
    missions = story.missions_of(first)
    setup = wishes.setup(game(first), missions[0].id.lower(), wishes.players(args.players, ()), args)
    begun = story.start(name, first, setup["survivors"], setup["players"], setup["options"])
    say(put("campaign", "begins", name=name, n=len(missions)))
    for key in ("anew", "lasts"):
        say(put("campaign", key))
    return begun


def _progress(one: Campaign) -> None:
    """Say how far a campaign has come."""
    say(put("campaign", "progress", name=one.name))
    for chapter in story.chapters(one):
        facts = {"mission": chapter.mission.upper(), "title": chapter.title}
        if chapter.state == "ahead":
            say(put("campaign", "ahead", **facts))
            continue
        parts = [put("states", chapter.state)]
        if chapter.state in ("won", "accepted", "lost"):
            parts.append(MESSAGES.number("turns", chapter.turns))
        if chapter.tries > 1:
            parts.append(MESSAGES.number("tries", chapter.tries))
        say(put("campaign", "chapter", state=", ".join(parts), **facts))
    for tally in story.tallies(one):
        if tally.missions:
            done = {"kills": tally.kills, "points": tally.points, "deaths": tally.deaths}
            say(put("campaign", "tally", name=tally.name, **done))


def _go_on(one: Campaign, args: argparse.Namespace) -> int:
    """Play mission after mission as long as the player wants to."""
    wish = "retry" if args.retry else "accept" if args.accept else ""
    if wish and story.next_step(one).what != "decide":
        raise InputError(words("wrong", "nothing_lost", name=one.name))
    seed = args.seed
    while True:
        _progress(one)
        step = story.next_step(one)
        if step.what == "decide":
            question = put("campaign", "decide", mission=step.mission.upper())
            wish = wish or _asked(question, ("retry", "accept"))
            if not wish:
                return 0
            if wish == "accept":
                one, wish = story.accept(one), ""
                continue
            wish = ""
        if step.what == "finished":
            say(put("campaign", "finished", name=one.name))
            return 0
        one, status = _match(one, args, wishes.seed(seed))
        seed = None
        one = story.refresh(one)
        ended = one.tries[-1].outcome if one.tries else ""
        if status or not ended:
            return status
        more = story.next_step(one).what == "begin"
        if ended == "won" and more and not _asked(put("campaign", "go_on"), ("go_on",)):
            return 0


def _match(one: Campaign, args: argparse.Namespace, seed: int) -> tuple[Campaign, int]:
    from zterm.commands.playing import hold

    one, saved, resumed = story.play(one, seed)
    return one, hold(saved, args, resumed)


def _asked(question: str, answers: tuple[str, ...]) -> str:
    """One of some answers, in either language (a first letter will do), "" for leaving and at the end.

    Whatever is none of them gets the question again.
    """
    while True:
        say(question)
        if sys.stdin.isatty():
            print("? ", end="", flush=True)
        line = sys.stdin.buffer.readline(65_536)
        typed = line.decode("utf-8", "replace").strip().lower()
        for one in (*answers, "leave", "stay"):
            if typed and any(_bare(word).startswith(_bare(typed)) for word in (put("answers", one), _ENGLISH[one])):
                return one if one in answers else ""
        if not typed:
            return ""
        say(put("campaign", "no_answer", word=typed))


def _bare(word: str) -> str:
    """A word without accents: not every keyboard has them."""
    return "".join(char for char in unicodedata.normalize("NFD", word) if not unicodedata.combining(char))
