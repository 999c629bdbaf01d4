"""What can be asked on the command line."""

from __future__ import annotations

import argparse
from typing import Any, NoReturn

ABOUT = "Zombie and post-apocalypse board games in a terminal, every rule enforced."
COMMANDS = {
    "play": "start a match",
    "continue": "go on with a saved match",
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
    for name in ("missions", "options"):
        made[name].add_argument("game", nargs="?", metavar="GAME")
    made["rules"].add_argument("words", nargs="*", metavar="WORD", help="an id, or words that all occur")
    for name in ("check", "verify"):
        made[name].add_argument("paths", nargs="+", metavar="PATH")
    _simulation(made["simulate"])
    for name in ("saves", "games", "missions", "options", "rules", "bench", "paths", "simulate"):
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


def _simulation(to: argparse.ArgumentParser) -> None:
    _wishes(to)
    to.add_argument("--bot", default="random", metavar="NAME")
    to.add_argument("--games", default="100", metavar="N", help="how many matches; default 100")
    to.add_argument("--jobs", default="1", metavar="N", help="processes at once; default 1")
