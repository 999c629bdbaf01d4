"""The command line: what can be asked, and one clear sentence when it can't be done. Imports as late as it can."""

from __future__ import annotations

import errno
import os
import sys
from argparse import Namespace
from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from typing import TextIO

from zterm.commands import complain
from zterm.commands.parser import COMMANDS, Usage, parser
from zterm.commands.words import put

USAGE, INTERRUPTED, FAILED = 2, 130, 2


def run(argv: Sequence[str]) -> int:
    """Run one command line and return the exit status; nothing is raised, a traceback goes to a log file only."""
    _streams()
    try:
        return _flushed(_run(list(argv)))
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        _hush()
        return 128 + 13
    except SystemExit as left:
        return left.code if isinstance(left.code, int) else 0
    except Exception as fault:
        try:
            return _failed(fault)
        except Exception:
            complain(type(fault).__name__)
            return FAILED


def _flushed(status: int) -> int:
    """Write out what is left; a terminal that has gone away in the meantime changes no status."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError as fault:
            if fault.errno != errno.EIO:
                raise
            _hush(stream)
    return status


def _run(argv: list[str]) -> int:
    _speak(argv)
    _known(argv)
    args = parser().parse_args(list(_joined(argv)))
    if "lang" in args:
        _language(args.lang)
    elif os.environ.get("ZTERM_LANG"):
        _known_language(os.environ["ZTERM_LANG"])
    if args.version:
        from zterm import __version__

        print(f"zterm {__version__}")
        return 0
    _housed()
    command: Callable[[Namespace], int] = import_module("zterm.commands." + _MODULES[args.command]).__dict__[
        _FUNCTIONS.get(args.command, args.command or "title")
    ]
    return command(args)


_MODULES = {
    None: "playing",
    "play": "playing",
    "continue": "playing",
    "campaign": "campaigning",
    "demo": "showing",
    "replay": "showing",
    "export": "exporting",
    "doctor": "doctoring",
    "saves": "lists",
    "games": "lists",
    "missions": "lists",
    "options": "lists",
    "rules": "lists",
    "paths": "lists",
    "check": "checking",
    "verify": "checking",
    "simulate": "measuring",
    "bench": "measuring",
}
_FUNCTIONS = {"continue": "go_on"}


def _joined(argv: list[str]) -> Iterator[str]:
    """Take ``--seed -1`` for ``--seed=-1``, so that the number itself is refused and not the form."""
    words = iter(argv)
    for word in words:
        if word in ("--seed", "--players", "--games", "--jobs", "--to", "--speed"):
            value = next(words, None)
            yield word if value is None else f"{word}={value}"
        else:
            yield word


def _speak(argv: list[str]) -> None:
    """Choose the language before the first word: that of ``--lang``, of the environment, or of the settings."""
    pairs = zip(argv, [*argv[1:], ""], strict=False)
    wish = next((word[7:] or after for word, after in pairs if word == "--lang" or word.startswith("--lang=")), "")
    if wish:
        from zterm.content import catalogue

        catalogue.use(catalogue.matching(wish, catalogue.languages()))
    elif not os.environ.get("ZTERM_LANG"):
        _wished_language()


def _known(argv: list[str]) -> None:
    """Refuse an unknown command with the nearest one."""
    words = iter(argv)
    for word in words:
        if word == "--lang":
            next(words, None)
        elif not word.startswith("-"):
            if word not in COMMANDS:
                from difflib import get_close_matches

                near = get_close_matches(word.lower(), COMMANDS, n=1)
                known = put("wrong", "commands", words=", ".join(COMMANDS))
                hint = put("wrong", "near", word=near[0]) if near else known
                raise Usage(put("wrong", "no_command", word=repr(word), hint=hint))
            return


def _language(code: str) -> None:
    """Choose the language for this process, by its code or a locale's name; refuses one that has no catalogue."""
    from zterm.content import catalogue

    known = catalogue.languages()
    named = catalogue.matching(code, known)
    if not named:
        hint = put("wrong", "known", words=", ".join(known))
        raise Usage(put("wrong", "no_language", code=repr(code), hint=hint))
    os.environ["ZTERM_LANG"] = named
    catalogue.use(named)


def _wished_language() -> None:
    """Speak the language that the settings name, if they name one."""
    from zterm.content import settings

    try:
        named = os.path.isfile(settings.path())
    except (OSError, RuntimeError):
        return
    if named and (code := settings.load().get("language")) != "auto":
        from zterm.content import catalogue

        catalogue.use(code)


def _known_language(code: str) -> None:
    """Say so when ZTERM_LANG asks for a language that has no catalogue; it goes on in English."""
    from zterm.content import catalogue

    known = catalogue.languages()
    if not catalogue.matching(code, known):
        hint = put("wrong", "known", words=", ".join(known))
        complain(put("wrong", "no_language_named", code=repr(code), hint=hint))


def _housed() -> None:
    """Say so when nobody knows where the user's folders are: HOME is not set and the user is in no list of users."""
    if os.path.isabs(os.path.expanduser("~")):
        return
    import platformdirs

    try:
        for place in (platformdirs.user_config_path, platformdirs.user_data_path, platformdirs.user_state_path):
            place("zterm", appauthor=False)
        platformdirs.user_cache_path("zterm", appauthor=False)
    except RuntimeError:
        raise Usage(put("wrong", "no_home")) from None


def _streams() -> None:
    """Make sure that there are streams, and that no character makes them fail."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, os.fdopen(os.open(os.devnull, os.O_RDWR), mode, encoding="utf-8"))
        elif hasattr(stream, "reconfigure"):
            wide = "\n".encode(stream.encoding) != b"\n"
            stream.reconfigure(encoding="utf-8" if wide else None, errors="replace")


def _hush(stream: TextIO | None = None) -> None:
    """Nobody reads any more: let what is still buffered go nowhere."""
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), (stream or sys.stdout).fileno())
    except (OSError, ValueError):
        return


def _failed(fault: Exception) -> int:
    """Turn what was raised into a sentence and an exit status."""
    from zterm.content.problems import ContentError
    from zterm.content.words import system
    from zterm.games.registry import InputError
    from zterm.kernel.record import SaveError

    if isinstance(fault, Usage | InputError | SaveError):
        complain(str(fault))
        return USAGE
    if isinstance(fault, ContentError):
        more = len(fault.problems) - 1
        complain(f"{fault.problems[0]}{put('failed', 'more', n=more) if more else ''}")
        return USAGE
    if scarce := _scarce(fault):
        complain(put("failed", "scarce", why=system(os.strerror(scarce))))
        return FAILED
    if isinstance(fault, OSError) and fault.filename is None:
        _hush()
        complain(put("failed", "output", why=system(fault.strerror or fault)))
        return FAILED
    if isinstance(fault, PermissionError):
        complain(put("failed", "denied", file=fault.filename, why=system(fault.strerror or fault)))
        return FAILED
    complain(put("failed", "fault", kind=type(fault).__name__, log=_logged(fault)))
    return FAILED


def _scarce(fault: Exception) -> int:
    """What the system has too little of, as the number of its error; 0 where that is not what is wrong."""
    if isinstance(fault, MemoryError):
        return errno.ENOMEM
    if isinstance(fault, RuntimeError) and "start new thread" in str(fault):
        return errno.EAGAIN
    code = fault.errno if isinstance(fault, OSError) else 0
    return code if code in (errno.EMFILE, errno.ENFILE, errno.ENOMEM, errno.EAGAIN) else 0


def _logged(fault: Exception) -> str:
    """Write the traceback to a log file and say where."""
    import time
    import traceback

    import platformdirs

    from zterm.content.words import system

    path = platformdirs.user_state_path("zterm", appauthor=False) / "crash.log"
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        with open(path, "a", encoding="utf-8", errors="backslashreplace") as log:
            log.write(time.strftime("--- %Y-%m-%d %H:%M:%S\n"))
            traceback.print_exception(fault, file=log)
    except OSError as why:
        return put("failed", "unlogged", file=path, why=system(why.strerror))
    return put("failed", "logged", file=path)
