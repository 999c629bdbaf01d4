"""What can be asked on the command line."""

from __future__ import annotations

import argparse
from typing import Any, NoReturn

ABOUT = "Zombie and post-apocalypse board games in a terminal, every rule enforced."
COMMANDS = {
    "play": "start a match",
    "continue": "go on with a saved match",
    "campaign": "start or go on with a campaign",
    "demo": "watch a rules demo",
    "replay": "watch a saved match from its beginning",
    "export": "write a match as text, HTML, JSON, SVG or asciinema cast",
    "saves": "list or delete saved matches",
    "games": "list the games",
    "missions": "list the missions",
    "options": "list the match options with values and defaults",
    "rules": "search the rules",
    "check": "validate content files",
    "verify": "run scenario files as tests",
    "simulate": "let bots play many matches",
    "bench": "measure zterm's own speed on this machine",
    "paths": "say where things live",
    "doctor": "say what this terminal can do, and what zterm will do about it",
}


class Usage(Exception):
    """A wrong command line; the text is one sentence."""


class Parser(argparse.ArgumentParser):
    """A parser whose mistakes are one sentence."""

    def __init__(self, **kind: Any) -> None:
        super().__init__(allow_abbrev=False, **kind)

    def error(self, message: str) -> NoReturn:
        """Raise Usage instead of printing the usage and leaving."""
        raise Usage(f"{message} (see: {self.prog} --help)")


def parser() -> Parser:
    """Make the parser of all commands."""
    common = Parser(add_help=False)
    common.add_argument("--lang", metavar="CODE", default=argparse.SUPPRESS, help="language of rules and events")
    top = Parser(prog="zterm", description=ABOUT, parents=[common])
    top.add_argument("--version", "-V", action="store_true", help="say the version")
    commands = top.add_subparsers(dest="command", metavar="COMMAND", parser_class=Parser)
    made = {
        name: commands.add_parser(name, help=words, description=words.capitalize() + ".", parents=[common])
        for name, words in COMMANDS.items()
    }
    _match(made["play"])
    look = made["continue"]
    look.add_argument("save", nargs="?", metavar="SAVE", help="a save's id or file; the newest without it")
    _front(look)
    saves = made["saves"]
    saves.add_argument("do", nargs="*", metavar="delete SAVE", help="delete a save by its id")
    _shows(made)
    _campaign(made["campaign"])
    for name in ("missions", "options"):
        made[name].add_argument("game", nargs="?", metavar="GAME")
    made["rules"].add_argument("words", nargs="*", metavar="WORD", help="an id, or words that all occur")
    for name in ("check", "verify"):
        made[name].add_argument("paths", nargs="+", metavar="PATH")
    _simulation(made["simulate"])
    for name in ("saves", "games", "missions", "options", "rules", "bench", "paths", "doctor", "simulate"):
        made[name].add_argument("--json", action="store_true", help="as JSON")
    return top


def _front(to: argparse.ArgumentParser) -> None:
    how = to.add_mutually_exclusive_group()
    how.add_argument("--plain", action="store_true", help="plain numbered lines")
    how.add_argument("--json", action="store_true", help="JSON lines, for programs")


def _wishes(to: argparse.ArgumentParser) -> None:
    to.add_argument("mission", metavar="[GAME/]MISSION|FILE")
    to.add_argument("--survivors", metavar="A,B,…", help="who plays; default: the six of the box")
    to.add_argument("--players", metavar="N", help="number of players; default 1")
    to.add_argument("--seed", metavar="N", help="0 to 2^63-1; default: a random one")
    to.add_argument("--option", action="append", default=[], metavar="K=V", help="a match option (see: zterm options)")


def _match(to: argparse.ArgumentParser) -> None:
    _wishes(to)
    to.add_argument("--seat", action="append", default=[], metavar="PLAYER=WHO", help="WHO is human or bot:NAME")
    _front(to)


def _shows(made: dict[str, Parser]) -> None:
    demo, replay, export = made["demo"], made["replay"], made["export"]
    demo.add_argument("name", nargs="?", metavar="NAME", help="a demo's id, or a scenario file")
    demo.add_argument("--list", action="store_true", help="all demos by chapter")
    for one in (replay, export):
        one.add_argument("save", metavar="FILE|SAVE", help="a save's file or id")
    replay.add_argument("--to", metavar="N", help="begin at answer N, or at turn N with tN")
    for one in (demo, replay):
        one.add_argument("--plain", action="store_true", help="plain lines")
        one.add_argument("--speed", metavar="N", help="2 is twice as fast; 0 waits for nothing")
        one.add_argument("--step", action="store_true", help="wait for Enter; t takes over from there")
    export.add_argument("--format", required=True, metavar="FORMAT", help="json, text, html, cast or svg")
    export.add_argument("-o", "--output", metavar="FILE", help="write there instead of to stdout")


def _campaign(to: argparse.ArgumentParser) -> None:
    to.add_argument("name", nargs="?", metavar="NAME", help="a campaign; a new one is begun when there is none")
    to.add_argument("--list", action="store_true", help="all campaigns, or how far NAME has come")
    to.add_argument("--survivors", metavar="A,B,…", help="the team of a new campaign; default: the six of the box")
    to.add_argument("--players", metavar="N", help="number of players of a new campaign; default 1")
    to.add_argument("--option", action="append", default=[], metavar="K=V", help="a match option of a new campaign")
    to.add_argument("--seed", metavar="N", help="the seed of the next mission; default: a random one")
    what = to.add_mutually_exclusive_group()
    what.add_argument("--retry", action="store_true", help="play a lost mission again")
    what.add_argument("--accept", action="store_true", help="leave a lost mission lost and go on")
    what.add_argument("--delete", action="store_true", help="delete the campaign NAME (its saves stay)")
    to.add_argument("--plain", action="store_true", help="plain numbered lines")
    to.add_argument("--json", action="store_true", help="say how far it has come as JSON; nothing is played")


def _simulation(to: argparse.ArgumentParser) -> None:
    _wishes(to)
    to.add_argument("--bot", default="random", metavar="NAME")
    to.add_argument("--games", default="100", metavar="N", help="how many matches; default 100")
    to.add_argument("--jobs", default="1", metavar="N", help="processes at once; default 1")
