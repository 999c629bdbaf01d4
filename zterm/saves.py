"""Where matches are kept: names, list, newest, delete, begin and resume. Knows journals and games, no screen.

A save is one file ``<id>.zterm`` in the ``saves`` folder of the user's data folder (XDG_DATA_HOME is honoured).
"""

from __future__ import annotations

import calendar
import os
import re
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from msgspec import Struct

from zterm.content import outward
from zterm.content.loader import node_of
from zterm.content.missions import mission_title
from zterm.content.schema import Entry
from zterm.content.words import put
from zterm.games.registry import InputError, game, given_of
from zterm.kernel.decision import Refused, RuleFault
from zterm.kernel.journal import Saved, create, lock
from zterm.kernel.journal import resume as _resume
from zterm.kernel.match import Match
from zterm.kernel.record import FORMAT, SUFFIX, Glance, Header, SaveError, glance, now, read
from zterm.kernel.ruleset import Ruleset

AHEAD = 86_400_000
"""Milliseconds that clocks may differ by."""


class SaveInfo(Struct, frozen=True):
    """A line of the list of saves.

    ``title`` is that of the mission in the language in use, the mission's id when its file is gone.
    ``outcome`` is None while the match goes on; ``played`` is the time of the last answer (ISO 8601, UTC; that of the
    file for a save from before answers had times),
    ``size`` in bytes; ``trouble`` says why the save can't be played on ("" when it can), ``practice`` that answers
    were taken back beyond dice and hidden cards.
    """

    id: str
    game: str
    mission: str
    turn: int
    outcome: str | None
    played: str
    size: int
    answers: int
    seed: int
    trouble: str
    path: str
    title: str = ""
    practice: bool = False


def data_folder() -> Path:
    """The user's data folder of zterm."""
    import platformdirs

    return platformdirs.user_data_path("zterm", appauthor=False)


def folder() -> Path:
    """The folder of the saves (it need not exist)."""
    return data_folder() / "saves"


def _made(path: Path) -> Path:
    for place in (path.parent, path):
        try:
            place.mkdir(parents=True, exist_ok=True, mode=0o700)
        except OSError as fault:
            raise SaveError(put("saves", "folder", file=place, why=fault.strerror)) from None
    return path


def save_id(path: Path) -> str:
    """The id of a save file: its name without the ending, in characters that can be shown."""
    return outward.name(path.name.removesuffix(SUFFIX))


def paths() -> list[Path]:
    """All save files, the one played last first.

    The journals say when that was: copying a folder gives its files new times. Saves from before they said it were
    played before the others; among these the times of the files are all there is. A time still to come was written
    while the clock was wrong: it goes before none that is past.
    """
    return [path for _, path in _ranked()]


def _ranked() -> list[tuple[Glance | None, Path]]:
    try:
        found = [(glance(path), path) for path in folder().glob(f"*{SUFFIX}")]
    except OSError as fault:
        raise SaveError(put("saves", "unlisted", file=folder(), why=fault.strerror)) from None

    def rank(one: tuple[Glance | None, Path]) -> tuple[bool, int, int, str]:
        at = one[0].at if one[0] else 0
        return 0 < at <= latest, at, _facts(one[1])[0], one[1].name

    latest = now() + AHEAD
    return sorted(found, key=rank, reverse=True)


def newest() -> Path | None:
    """The save to go on with: of the matches that are not over the one played last, else the last of all.

    Saves that can't be read come last; None when there is no save.
    """
    found = _ranked()
    found.sort(key=lambda one: 2 if one[0] is None else int(one[0].over))
    return found[0][1] if found else None


def _facts(path: Path) -> tuple[int, int]:
    """When a file was changed (nanoseconds) and its size in bytes; of a link that leads nowhere, the link's own."""
    for follow in (True, False):
        with suppress(OSError):
            found = path.stat(follow_symlinks=follow)
            return found.st_mtime_ns, found.st_size
    return 0, 0


def place(name: str) -> Path | None:
    """The file of a save by its whole id, None when there is none; raises SaveError where nobody may look."""
    path = folder() / f"{name}{SUFFIX}"
    try:
        path.lstat()
    except FileNotFoundError:
        return None
    except OSError as fault:
        raise SaveError(put("saves", "unlisted", file=folder(), why=fault.strerror)) from None
    return path


def played(path: Path) -> str:
    """When a save was played last, as `SaveInfo` has it; only its end is read."""
    seen = glance(path)
    return _stamp(seen.at / 1e3 if seen and seen.at else _facts(path)[0] / 1e9)


def info(path: Path) -> SaveInfo:
    """Describe one save file, a damaged one too."""
    changed, size = _facts(path)
    try:
        record = read(path)
    except SaveError as fault:
        return SaveInfo(save_id(path), "", "", 0, None, _stamp(changed / 1e9), size, 0, 0, str(fault), str(path))
    header, answers = record.header, record.answers
    return SaveInfo(
        save_id(path),
        header.game,
        header.mission,
        answers[-1].turn if answers else 1,
        record.over.outcome if record.over else None,
        _stamp(record.at / 1e3 if record.at else changed / 1e9),
        size,
        len(answers),
        header.seed,
        " ".join(record.notes),
        str(path),
        mission_of(header),
        record.practice,
    )


def past(stamp: str) -> bool:
    """Say whether a time as in `SaveInfo` can be: a clock that was wrong for a while leaves times still to come."""
    return stamp <= _stamp((now() + AHEAD) / 1e3)


def minute(stamp: str) -> str:
    """A time as in `SaveInfo` to the minute, as a clock on the wall here shows it."""
    try:
        seconds = calendar.timegm(time.strptime(stamp, "%Y-%m-%dT%H:%M:%SZ"))
        return time.strftime("%Y-%m-%d %H:%M", time.localtime(seconds))
    except (OverflowError, ValueError, OSError):
        return stamp[:16]


def _stamp(seconds: float) -> str:
    """A time in seconds since 1970 as ISO 8601; a journal may hold any number."""
    try:
        return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(seconds))
    except (OverflowError, ValueError, OSError):
        return "?"


def mission_of(header: Header) -> str:
    """The title of the mission of a save in the language in use, its id when its file is gone."""
    return mission_title(header.game, str(header.setup.get("mission", header.mission))) or header.mission


def listing() -> list[SaveInfo]:
    """Describe all saves, the one played last first."""
    return [info(path) for path in paths()]


def find(name: str | None) -> Path:
    """The file of a save: None is the ``newest``, else an id (case does not matter) or the path of a file.

    An id goes before a file of the same name, unless a folder or the ending says that a file is meant.

    Raises SaveError with the nearest id when there is none.
    """
    if name is None:
        found = newest()
        if found is None:
            raise SaveError(put("saves", "none"))
        return found
    known, typed = paths(), name
    if "/" in name or name.endswith(SUFFIX):
        if os.path.exists(name):
            return Path(name)
        name = save_id(Path(name))
    name = outward.name(name)
    for path in known:
        if save_id(path).lower() == name.lower():
            return path
    if os.path.isfile(typed):
        return Path(typed)
    near = get_close_matches(name, [save_id(path) for path in known], n=1, cutoff=0.5)
    hint = put("saves", "near", save=near[0]) if near else put("saves", "see")
    raise SaveError(put("saves", "no_save", save=repr(outward.name(typed)), hint=hint))


def delete(name: str) -> str:
    """Delete a save by its id and return the id; raises SaveError when it is missing or being played."""
    path = find(name)
    if path.parent.resolve() != folder().resolve():
        raise SaveError(put("saves", "elsewhere", file=path, folder=folder()))
    file = lock(path)
    try:
        path.unlink()
    except OSError as fault:
        raise SaveError(put("saves", "undeleted", file=path, why=fault.strerror)) from None
    finally:
        os.close(file)
    return save_id(path)


def begin(name: str, setup: Mapping[str, Any], seed: int, seats: Mapping[str, str] | None = None) -> Saved[Any]:
    """Start a match of a game from its recipe (``Game.setup``) and its journal; raises InputError, SaveError."""
    rules = game(name).rules(setup)
    saved = _kept(Match.start(rules, seed), name, dict(setup), seed, seats)
    saved.notes += game(name).notes(setup)
    return saved


def begin_at(name: str, given: Entry, seed: int, seats: Mapping[str, str] | None = None) -> Saved[Any]:
    """Start a match from a scenario's *given* (``registry.given_of``); raises ContentError, SaveError.

    Dice that were given are rolled first, and the ones after them are random.
    """
    rules, state, chance = game(name).position(given, seed)
    chance.strict = False
    return _kept(Match(rules, state, chance), name, {"position": dict(given)}, seed, seats)


def branch(header: Header, answers: Iterable[str]) -> Saved[Any]:
    """Make a new save that begins like another and goes on where its first answers end; raises SaveError."""
    saved = _kept(anew(header), header.game, header.setup, header.seed, header.seats)
    return advanced(saved, answers)


def advanced(saved: Saved[Any], answers: Iterable[str]) -> Saved[Any]:
    """Give answers to a match that was just begun; when one does not stand its save is removed, with SaveError."""
    try:
        for answer in answers:
            saved.choose(answer)
    except BaseException as fault:
        saved.close()
        saved.path.unlink(missing_ok=True)
        if isinstance(fault, Refused | RuleFault):
            raise SaveError(put("saves", "no_taking_up", why=fault)) from None
        raise
    return saved


def _kept(
    match: Match[Any], name: str, setup: dict[str, Any], seed: int, seats: Mapping[str, str] | None
) -> Saved[Any]:
    rules = match.rules
    created = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
    header = Header(
        FORMAT, name.lower(), rules.version, rules.mission, rules.content_hash, seed, setup, created, dict(seats or {})
    )
    home = _made(folder())
    stem = re.sub(r"[^a-z0-9]+", "-", Path(rules.mission).stem.lower()).strip("-") or "match"
    stem += time.strftime("-%Y%m%d-%H%M%S")
    for number in range(1, 10_000):
        try:
            return create(match, home / f"{stem}-{number}{SUFFIX}", header)
        except FileExistsError:
            continue
    raise SaveError(put("saves", "too_many", file=home))


@contextmanager
def _recipe(key: str) -> Iterator[None]:
    """Follow the recipe of a save; SaveError when it can't be followed, also because somebody has rewritten it."""
    try:
        yield
    except InputError as fault:
        raise SaveError(put("saves", key, why=fault)) from None
    except (LookupError, TypeError, ValueError, AttributeError, ArithmeticError, RecursionError) as fault:
        raise SaveError(put("saves", key, why=put("saves", "odd_setup"))) from fault


def rules_of(header: Header) -> Ruleset[Any]:
    """Make the ruleset of a save; raises SaveError when its game or mission is gone."""
    with _recipe("not_on"):
        playing = game(header.game)
        if "position" in header.setup:
            return playing.position(given_of(node_of(header.setup["position"])), header.seed)[0]
        return playing.rules(header.setup)


def anew(header: Header) -> Match[Any]:
    """Begin the match of a save again, from its seed; raises SaveError when its game or mission is gone.

    Copying it once holds what a recipe has put into it against what it may hold.
    """
    with _recipe("not_again"):
        playing = game(header.game)
        if "position" not in header.setup:
            match = Match.start(playing.rules(header.setup), header.seed)
            match.clone()
            return match
        rules, state, chance = playing.position(given_of(node_of(header.setup["position"])), header.seed)
    chance.strict = False
    return Match(rules, state, chance)


def resume(name: str | None = None) -> Saved[Any]:
    """Take up a save (None: the newest) where it stood; raises SaveError."""
    from zterm.content.problems import ContentError

    path = find(name)
    try:
        return _resume(path, rules_of, anew)
    except ContentError as fault:
        raise SaveError(put("saves", "mission", file=path, why=fault.problems[0])) from None
