"""What can be asked on the command line."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NoReturn

from zterm.content.outward import capital

COMMANDS = (
    "play",
    "continue",
    "campaign",
    "demo",
    "replay",
    "export",
    "saves",
    "games",
    "missions",
    "options",
    "rules",
    "check",
    "verify",
    "simulate",
    "bench",
    "paths",
    "doctor",
)
"""Every command; what it does stands under ``commands`` in the message catalogue."""


class Usage(Exception):
    """A wrong command line; the text is one sentence."""


class Parser(argparse.ArgumentParser):
    """A parser whose mistakes are one sentence, and whose helps are keys of the message catalogue until they are shown.

    What argparse itself says is looked up in the catalogue by its English words, while a command line is read.
    """

    def __init__(self, **kind: Any) -> None:
        super().__init__(allow_abbrev=False, **kind)
        for action in self._actions:
            if isinstance(action, argparse._HelpAction):
                action.help = "help"

    def parse_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Read a command line, with argparse speaking the language in use; raises Usage."""
        with _speaking():
            return super().parse_args(args, namespace)

    def format_help(self) -> str:
        """The whole help, in the language in use."""
        from zterm.commands.words import put

        about = put("commands", self.description or "zterm")
        self.description = f"{capital(about)}."
        for group, title in ((self._positionals, "positional"), (self._optionals, "optional")):
            group.title = put("groups", title)
        for action in self._actions:
            action.help = put("help", action.help) if action.help else None
            for command in action._get_subactions() if isinstance(action, argparse._SubParsersAction) else ():
                command.help = put("commands", command.dest)
        with _speaking():
            return super().format_help()

    def error(self, message: str) -> NoReturn:
        """Raise Usage instead of printing the usage and leaving."""
        from zterm.commands.words import put

        raise Usage(put("usage", "wrong", why=message, program=self.prog))


@contextmanager
def _speaking() -> Iterator[None]:
    """Let argparse speak the language in use."""
    before = argparse._, argparse.ngettext  # type: ignore[attr-defined]
    argparse._, argparse.ngettext = _worded, _counted  # type: ignore[attr-defined]
    try:
        yield
    finally:
        argparse._, argparse.ngettext = before  # type: ignore[attr-defined]


def _worded(text: str) -> str:
    from zterm.commands.words import MESSAGES

    return MESSAGES.say("argparse", text) if MESSAGES.has("argparse", text) else text


def _counted(one: str, more: str, n: int) -> str:
    return _worded(one if n == 1 else more)


def parser() -> Parser:
    """Make the parser of all commands."""
    common = Parser(add_help=False)
    common.add_argument("--lang", metavar="CODE", default=argparse.SUPPRESS, help="lang")
    top = Parser(prog="zterm", parents=[common])
    top.add_argument("--version", "-V", action="store_true", help="version")
    commands = top.add_subparsers(dest="command", metavar="COMMAND", parser_class=Parser)
    made = {name: commands.add_parser(name, help=name, description=name, parents=[common]) for name in COMMANDS}
    _match(made["play"])
    look = made["continue"]
    look.add_argument("save", nargs="?", metavar="SAVE", help="save_or_newest")
    _front(look)
    saves = made["saves"]
    saves.add_argument("do", nargs="*", metavar="delete SAVE", help="delete_save")
    _shows(made)
    _campaign(made["campaign"])
    for name in ("missions", "options"):
        made[name].add_argument("game", nargs="?", metavar="GAME")
    made["rules"].add_argument("words", nargs="*", metavar="WORD", help="rule_words")
    for name in ("check", "verify"):
        made[name].add_argument("paths", nargs="+", metavar="PATH")
    _simulation(made["simulate"])
    for name in ("saves", "games", "missions", "options", "rules", "bench", "paths", "doctor", "simulate"):
        made[name].add_argument("--json", action="store_true", help="json")
    return top


def _front(to: argparse.ArgumentParser) -> None:
    how = to.add_mutually_exclusive_group()
    how.add_argument("--plain", action="store_true", help="plain")
    how.add_argument("--json", action="store_true", help="json_lines")


def _wishes(to: argparse.ArgumentParser) -> None:
    to.add_argument("--survivors", metavar="A,B,…", help="survivors")
    to.add_argument("--players", metavar="N", help="players")
    to.add_argument("--seed", metavar="N", help="seed")
    to.add_argument("--option", action="append", default=[], metavar="K=V", help="option")


def _match(to: argparse.ArgumentParser) -> None:
    to.add_argument("mission", nargs="?", metavar="[GAME/]MISSION|FILE", help="mission_or_first")
    _wishes(to)
    to.add_argument("--seat", action="append", default=[], metavar="PLAYER=WHO", help="seat")
    _front(to)


def _shows(made: dict[str, Parser]) -> None:
    demo, replay, export = made["demo"], made["replay"], made["export"]
    demo.add_argument("name", nargs="?", metavar="NAME", help="demo")
    demo.add_argument("--list", action="store_true", help="demo_list")
    for one in (replay, export):
        one.add_argument("save", metavar="FILE|SAVE", help="save")
    replay.add_argument("--to", metavar="N", help="to")
    for one in (demo, replay):
        one.add_argument("--plain", action="store_true", help="show_plain")
        one.add_argument("--speed", metavar="N", help="speed")
        one.add_argument("--step", action="store_true", help="step")
    export.add_argument("--format", required=True, metavar="FORMAT", help="format")
    export.add_argument("-o", "--output", metavar="FILE", help="output")


def _campaign(to: argparse.ArgumentParser) -> None:
    to.add_argument("name", nargs="?", metavar="NAME", help="campaign")
    to.add_argument("--list", action="store_true", help="campaign_list")
    to.add_argument("--survivors", metavar="A,B,…", help="campaign_survivors")
    to.add_argument("--players", metavar="N", help="campaign_players")
    to.add_argument("--option", action="append", default=[], metavar="K=V", help="campaign_option")
    to.add_argument("--seed", metavar="N", help="campaign_seed")
    what = to.add_mutually_exclusive_group()
    what.add_argument("--retry", action="store_true", help="retry")
    what.add_argument("--accept", action="store_true", help="accept")
    what.add_argument("--delete", action="store_true", help="campaign_delete")
    to.add_argument("--plain", action="store_true", help="plain")
    to.add_argument("--json", action="store_true", help="campaign_json")


def _simulation(to: argparse.ArgumentParser) -> None:
    to.add_argument("mission", metavar="[GAME/]MISSION|FILE")
    _wishes(to)
    to.add_argument("--bot", default="random", metavar="NAME")
    to.add_argument("--games", default="100", metavar="N", help="games")
    to.add_argument("--jobs", default="1", metavar="N", help="jobs")
