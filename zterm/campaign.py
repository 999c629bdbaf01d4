"""Campaigns: the missions of a box in order, played by one team, with what became of it.

A rulebook without campaign rules is taken at its word: every mission starts as it is printed, so experience, equipment
and wounds start anew, and whoever fell is back. What lasts is the story: the team, the results with their retries,
everybody's kills, deaths and experience, and the chronicle of each mission.

A campaign is one JSON file in the ``campaigns`` folder of the user's data folder, replaced as a whole and synced. It
names the save that is being played; how that went is read from the save itself. So a process may die at any moment.
"""

from __future__ import annotations

import os
import re
import time
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from difflib import get_close_matches
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from zterm.content import faults, files
from zterm.content.paths import MANIFEST, files_in
from zterm.content.problems import ContentError
from zterm.content.words import put
from zterm.games.registry import GAMES, InputError, MissionInfo, game
from zterm.games.story import Fate
from zterm.kernel.journal import Saved, claim
from zterm.kernel.record import SaveError, glance, head, read
from zterm.saves import begin, data_folder, past, paths, place, played, resume, save_id

FORMAT = 1
SUFFIX = ".json"
MOST = 40
"""Characters of a name."""


class Try(Struct, frozen=True):
    """One attempt at a mission.

    ``save`` is the id of its match ("" until the match is begun, with the ``seed`` it will have), ``outcome`` is ""
    while it is played, ``accepted`` that a loss was taken. ``people`` is how everybody fared, ``chronicle`` a file.
    """

    mission: str
    seed: int
    save: str = ""
    outcome: str = ""
    turns: int = 0
    accepted: bool = False
    people: tuple[Fate, ...] = ()
    chronicle: str = ""
    ended: str = ""


class Campaign(Struct, frozen=True):
    """A campaign: its name, what is played, the team, the order of the missions, and all tries in order."""

    format: int
    name: str
    game: str
    missions: tuple[str, ...]
    team: tuple[str, ...]
    players: tuple[str, ...]
    options: dict[str, str]
    created: str
    tries: tuple[Try, ...] = ()


class Chapter(Struct, frozen=True):
    """How far a mission has come: ``state`` is won, lost, accepted, playing, next or ahead; ``tries`` made so far."""

    mission: str
    title: str
    state: str
    tries: int
    turns: int
    save: str


class Step(Struct, frozen=True):
    """What comes next: ``what`` is begin, resume, decide (retry or accept a loss) or finished."""

    what: str
    mission: str = ""
    save: str = ""


class Tally(Struct, frozen=True):
    """What somebody has done in the whole campaign."""

    id: str
    name: str
    kills: int
    deaths: int
    points: int
    missions: int


def folder() -> Path:
    """The folder of the campaigns (it need not exist)."""
    return data_folder() / "campaigns"


def written(name: str) -> str:
    """A name as it is kept: a letter with its marks is one character where there is one, however it was typed."""
    return unicodedata.normalize("NFC", name)


def _word(char: str) -> bool:
    """Say whether a character is a letter, a digit, or a mark that belongs to a letter (many scripts need them)."""
    return unicodedata.category(char)[0] in "LNM"


def slug(name: str) -> str:
    """The name of the file of a campaign, without its ending; "" for a name that can't be one."""
    folded = written(name.casefold())
    return re.sub("-+", "-", "".join(char if _word(char) else "-" for char in folded)).strip("-")


def file_of(name: str) -> Path:
    """The file of a campaign by its name; raises InputError for a name that can't be one."""
    known = written(name)
    fits = 0 < len(known) <= MOST and known[0].isalnum() and all(_word(char) or char in "_ .'-" for char in known)
    if not fits or not slug(name):
        raise InputError(put("campaigns", "name_form", text=repr(name[:50])))
    return folder() / f"{slug(name)}{SUFFIX}"


def listing() -> list[Campaign]:
    """All campaigns as they stand now, the one played last first; files that can't be read are left out."""
    return survey()[0]


def survey() -> tuple[list[Campaign], list[str]]:
    """The same, and a sentence for each file that can't be read.

    A match that ended outside its campaign is counted; what another process holds is told as its file has it.
    """
    found: list[tuple[bool, str, int, Campaign]] = []
    wrong = []
    if os.path.isdir(folder()):
        for path in files_in(folder(), f"*{SUFFIX}"):
            try:
                one = _current(path)
                at = _played(one)
                found.append((past(at), at, path.stat().st_mtime_ns, one))
            except (SaveError, OSError) as fault:
                wrong.append(str(fault))
    return [one for *_, one in sorted(found, key=lambda known: known[:3], reverse=True)], wrong


def _current(path: Path) -> Campaign:
    """The campaign of a file, brought up to date unless it is held or can't be; raises SaveError for a bad file."""
    one = _read(path)
    if not one.tries or one.tries[-1].outcome:
        return one
    try:
        with held(one.name):
            return refresh(_read(path))
    except (SaveError, InputError, ContentError):
        return one


def _played(campaign: Campaign) -> str:
    """When a campaign was played last: its match under way says it, or the last one that ended."""
    last = campaign.tries[-1] if campaign.tries else None
    if last is None or not last.save:
        return max((one.ended for one in campaign.tries), default="") or campaign.created
    path = None
    with suppress(SaveError):
        path = place(last.save)
    return last.ended or (played(path) if path is not None else campaign.created)


def load(name: str) -> Campaign:
    """A campaign by its name (case does not matter); raises InputError when there is none, SaveError for a bad file."""
    path = file_of(name)
    if not os.path.isfile(path):
        known = [one.name for one in listing()]
        near = get_close_matches(name.casefold(), [one.casefold() for one in known], n=1, cutoff=0.5)
        hint = next(
            (put("campaigns", "did_you_mean", name=one) for one in known if near and one.casefold() == near[0]), ""
        )
        raise InputError(put("campaigns", "no_campaign", name=repr(name), hint=hint))
    return _read(path)


def exists(name: str) -> bool:
    """Say whether there is a campaign of that name."""
    return os.path.isfile(file_of(name))


def _read(path: Path) -> Campaign:
    try:
        data = path.read_bytes()
        found = msgspec.json.decode(data, type=Campaign)
    except OSError as fault:
        raise SaveError(put("saves", "campaign_unread", file=path, why=fault.strerror)) from None
    except msgspec.MsgspecError as fault:
        raise SaveError(put("saves", "campaign_none", file=path, why=faults.why(fault, data))) from None
    if found.format != FORMAT:
        raise SaveError(put("saves", "campaign_format", file=path, found=found.format, known=FORMAT))
    if found.game not in GAMES:
        raise SaveError(put("saves", "campaign_game", file=path, game=repr(found.game)))
    if not found.missions:
        raise SaveError(put("saves", "campaign_empty", file=path))
    return found


def write(campaign: Campaign) -> Campaign:
    """Put a campaign in the place of its file, whole or not at all, and on the disk; raises SaveError."""
    path = file_of(campaign.name)
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        files.write(path, msgspec.json.format(msgspec.json.encode(campaign), indent=1))
        handle = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
    except OSError as fault:
        raise SaveError(put("saves", "campaign_unsaved", file=path, why=fault.strerror)) from None
    return campaign


@contextmanager
def held(name: str) -> Iterator[None]:
    """Hold a campaign for oneself, so that two processes do not both go on with it; raises SaveError.

    The lock dies with the process.
    """
    path = file_of(name).with_suffix(".lock")
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    except OSError as fault:
        raise SaveError(put("saves", "campaign_unheld", file=path, why=fault.strerror)) from None
    try:
        try:
            claim(handle)
        except BlockingIOError:
            raise SaveError(put("saves", "campaign_busy", name=name)) from None
        except OSError as fault:
            raise SaveError(put("saves", "campaign_unheld", file=path, why=fault.strerror)) from None
        yield
    finally:
        os.close(handle)


def missions_of(name: str) -> tuple[MissionInfo, ...]:
    """The missions of a game that make its campaign: those of its first box, in the order of their ids."""
    every = [one for one in game(name).missions() if os.path.isfile(Path(one.path).parent / MANIFEST)]
    box = Path(every[0].path).parent if every else None
    return tuple(sorted((one for one in every if Path(one.path).parent == box), key=lambda one: one.id.lower()))


def unused(name: str) -> None:
    """Check that a campaign can be begun with a name; raises InputError for a wrong one or one that is taken."""
    file_of(name)
    if exists(name):
        raise InputError(put("campaigns", "campaign_already", name=repr(name)))


def start(
    name: str,
    game_id: str = "",
    team: Sequence[str] | None = None,
    players: Sequence[str] = ("p1",),
    options: Mapping[str, str] | None = None,
) -> Campaign:
    """Begin a campaign and write it; raises InputError for a wrong wish or a name that is taken, SaveError."""
    game_id = (game_id or next(iter(GAMES))).lower()
    missions = missions_of(game_id)
    if not missions:
        raise InputError(put("campaigns", "no_missions_campaign", game=game_id))
    unused(name)
    setup = game(game_id).setup(missions[0].id.lower(), tuple(players), team, dict(options or {}))
    figures = next((tuple(value) for key, value in setup.items() if key in ("survivors", "figures")), ())
    created = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
    ids = tuple(one.id.lower() for one in missions)
    chosen = {key: str(value) for key, value in setup.get("options", {}).items()}
    return write(Campaign(FORMAT, written(name), game_id, ids, figures, tuple(players), chosen, created))


def delete(name: str) -> None:
    """Delete a campaign; its saves and chronicles stay. Raises InputError, SaveError."""
    path = file_of(name)
    load(name)
    with held(name):
        try:
            path.unlink()
        except OSError as fault:
            raise SaveError(put("saves", "undeleted", file=path, why=fault.strerror)) from None
    path.with_suffix(".lock").unlink(missing_ok=True)


def _settled(campaign: Campaign, mission: str) -> bool:
    return any(t.mission == mission and (t.outcome == "won" or t.accepted) for t in campaign.tries)


def next_step(campaign: Campaign) -> Step:
    """What comes next in a campaign (after ``refresh``)."""
    for mission in campaign.missions:
        if _settled(campaign, mission):
            continue
        tries = [one for one in campaign.tries if one.mission == mission]
        if not tries:
            return Step("begin", mission)
        last = tries[-1]
        if last.outcome:
            return Step("decide", mission, last.save)
        return Step("resume" if last.save else "begin", mission, last.save)
    return Step("finished")


def chapters(campaign: Campaign) -> list[Chapter]:
    """All missions in order with their state."""
    titles = {one.id.lower(): one.title for one in missions_of(campaign.game)}
    step = next_step(campaign)
    found = []
    for mission in campaign.missions:
        tries = [one for one in campaign.tries if one.mission == mission]
        last = tries[-1] if tries else None
        state = "ahead"
        if any(one.outcome == "won" for one in tries):
            state = "won"
        elif any(one.accepted for one in tries):
            state = "accepted"
        elif mission == step.mission:
            state = {"resume": "playing", "decide": "lost"}.get(step.what, "next")
        turns, save = (last.turns, last.save) if last is not None else (0, "")
        found.append(Chapter(mission, titles.get(mission, mission), state, len(tries), turns, save))
    return found


def tallies(campaign: Campaign) -> list[Tally]:
    """What everybody of the team has done so far, over all tries that ended."""
    found: dict[str, Tally] = {name: Tally(name, name, 0, 0, 0, 0) for name in campaign.team}
    for one in campaign.tries:
        for fate in one.people if one.outcome else ():
            old = found.get(fate.id, Tally(fate.id, fate.name, 0, 0, 0, 0))
            found[fate.id] = Tally(
                fate.id,
                fate.name,
                old.kills + (fate.kills or 0),
                old.deaths + fate.died,
                old.points + fate.points,
                old.missions + 1,
            )
    return list(found.values())


def refresh(campaign: Campaign) -> Campaign:
    """Bring a campaign up to date with the save that is played, and write it when something changed.

    A result is read from the save; a try whose save is gone is forgotten. Raises SaveError.
    """
    if not campaign.tries or campaign.tries[-1].outcome:
        return campaign
    last = campaign.tries[-1]
    if not last.save:
        found = _adopted(campaign, last)
        return write(_with_last(campaign, msgspec.structs.replace(last, save=found))) if found else campaign
    path = place(last.save)
    if path is None:
        return write(msgspec.structs.replace(campaign, tries=campaign.tries[:-1]))
    ended = _result(last, path)
    return write(_with_last(campaign, ended)) if ended is not None else campaign


def _adopted(campaign: Campaign, last: Try) -> str:
    """The save of a try that was begun just before the process died."""
    for path in paths():
        try:
            header = head(path)
        except SaveError:
            continue
        if (header.game, header.mission.lower(), header.seed) == (campaign.game, last.mission, last.seed):
            return save_id(path)
    return ""


def _result(last: Try, path: Path) -> Try | None:
    """A try with what its save says of the end, None while it goes on."""
    from zterm.shows import chronicle
    from zterm.shows.replays import Replay

    seen = glance(path)
    over = read(path).over if seen is None or seen.over else None
    if over is None:
        return None
    told = chronicle.chronicle(Replay.of(str(path)))
    try:
        kept = str(chronicle.keep(path))
    except SaveError:
        kept = ""
    return msgspec.structs.replace(
        last,
        outcome=over.outcome,
        turns=told.turn,
        people=told.story.people,
        chronicle=kept,
        ended=played(path),
    )


def _with_last(campaign: Campaign, last: Try) -> Campaign:
    return msgspec.structs.replace(campaign, tries=(*campaign.tries[:-1], last))


def accept(campaign: Campaign) -> Campaign:
    """Take the loss of the last mission and go on with the next one; raises InputError when none was lost."""
    if next_step(campaign).what != "decide":
        raise InputError(put("campaigns", "no_lost_mission_waits"))
    return write(_with_last(campaign, msgspec.structs.replace(campaign.tries[-1], accepted=True)))


def play(campaign: Campaign, seed: int, seats: Mapping[str, str] | None = None) -> tuple[Campaign, Saved[Any], bool]:
    """Open the match to be played now: the one under way, or the next mission (a lost one again).

    Returns the campaign as it is now, the open save, and whether it was resumed. The intention is written before the
    match is begun, so a process that dies in between leaves a match that is found again. Raises InputError when the
    campaign is finished, SaveError.
    """
    campaign = refresh(campaign)
    step = next_step(campaign)
    if step.what == "finished":
        raise InputError(put("campaigns", "campaign_finished", name=campaign.name))
    if step.what == "resume":
        return campaign, resume(step.save), True
    if campaign.tries and not campaign.tries[-1].save:
        seed = campaign.tries[-1].seed
    else:
        campaign = write(msgspec.structs.replace(campaign, tries=(*campaign.tries, Try(step.mission, seed))))
    setup = game(campaign.game).setup(step.mission, campaign.players, campaign.team or None, campaign.options)
    saved = begin(campaign.game, setup, seed, seats)
    try:
        last = msgspec.structs.replace(campaign.tries[-1], save=save_id(saved.path))
        return write(_with_last(campaign, last)), saved, False
    except BaseException:
        saved.close()
        raise
