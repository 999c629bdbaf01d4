"""The chronicle of a match as text: what was played, how it ended, who fared how, and everything that happened."""

from __future__ import annotations

import os
import time
from pathlib import Path

from msgspec import Struct

from zterm.content.outward import decimal
from zterm.content.words import system
from zterm.games.registry import OptionInfo, game
from zterm.games.story import Story, teller
from zterm.kernel.decision import Event
from zterm.kernel.record import SaveError
from zterm.shows.beats import Told, label_of, told_of
from zterm.shows.replays import Replay
from zterm.shows.textmap import death_map
from zterm.shows.words import MESSAGES, put

MANY_MOMENTS = 40
OPEN = "open"
"""The outcome of a match that is not over."""


class Page(Struct, frozen=True):
    """One answer in the log of a match; ``option`` is "" for the opening."""

    number: int
    turn: int
    who: str
    option: str
    label: str
    forced: tuple[str, ...]
    told: tuple[Told, ...]


class Chronicle(Struct, frozen=True):
    """A whole match as it is told: facts, story, and every answer with what it brought.

    ``facts`` are label and value in order; ``gaps`` say what could not be replayed.
    """

    title: str
    game: str
    mission: str
    outcome: str
    turn: int
    seed: int
    facts: tuple[tuple[str, str], ...]
    story: Story
    pages: tuple[Page, ...]
    map: tuple[str, ...]
    gaps: tuple[str, ...]


def chronicle(replay: Replay) -> Chronicle:
    """Replay a match from its beginning to its end and tell it."""
    replay.jump(0)
    rules = replay.rules
    listener = teller(rules)
    opening = list(replay.match.events)
    pages = [_page(replay, 0, "", "", "", (), opening)]
    listener.hear(_turn(replay), opening)
    while (given := replay.next()) is not None:
        label = label_of(replay.match, given.choose)
        turn = _turn(replay)
        events = replay.give(given)
        if events is None:
            break
        listener.hear(turn, events)
        pages.append(_page(replay, turn, given.choose, label, given.who, given.forced, events))
    story = listener.story(replay.match.state)
    over = replay.match.over
    header = replay.header
    outcome = over.outcome if over is not None else OPEN
    return Chronicle(
        replay.title,
        header.game,
        header.mission,
        outcome,
        _turn(replay),
        header.seed,
        tuple(_facts(replay, _ending(pages[-1], outcome))),
        story,
        tuple(pages),
        tuple(death_map(replay.shape, story.deaths)),
        (*replay.notes, *([replay.trouble] if replay.trouble else [])),
    )


def _turn(replay: Replay) -> int:
    return int(getattr(replay.match.state, "turn", 0))


def _page(
    replay: Replay, turn: int, option: str, label: str, who: str, forced: tuple[str, ...], events: list[Event]
) -> Page:
    return Page(replay.at, turn or _turn(replay), who, option, label, tuple(forced), told_of(replay.rules, events))


def _ending(last: Page, outcome: str) -> str:
    """How a match ended, in the words of its own last event where it has one."""
    told = next((one.text for one in reversed(last.told) if one.kind == "match_over"), "")
    return told or outcome_words(outcome)


def _facts(replay: Replay, ending: str) -> list[tuple[str, str]]:
    header, setup = replay.header, replay.header.setup
    named = {
        "outcome": ending,
        "turns": str(_turn(replay)),
        "answers": str(replay.at),
        "seed": str(header.seed),
        "begun": header.created[:16].replace("T", " ") + " UTC",
        "rules": put("chronicle", "rules", game=game(header.game).TITLE, version=header.version),
    }
    if isinstance(setup.get("players"), list):
        named["players"] = ", ".join(_seat(str(name), header.seats.get(name, "human")) for name in setup["players"])
    if isinstance(setup.get("options"), dict) and (wished := _wished(header.game, setup["options"])):
        named["options"] = "; ".join(wished)
    return [(put("facts", key), value) for key, value in named.items()]


def _seat(name: str, who: str) -> str:
    """Who sat there, in words."""
    bot = who.removeprefix("bot:")
    return (
        put("chronicle", "person_plays", name=name)
        if bot == "human"
        else put("chronicle", "bot_plays", name=name, bot=bot)
    )


def _wished(name: str, options: dict[str, str]) -> list[str]:
    """The match options that were not left as they stand, by name."""
    known = [(option, options.get(option.id, option.default)) for option in game(name).options()]
    return [
        f"{option.name or option.id}: {_meant(option, value)}" for option, value in known if value != option.default
    ]


def _meant(option: OptionInfo, value: str) -> str:
    """What a value of an option stands for; the value itself where the option has no such value any more."""
    return dict(zip(option.values, option.meanings, strict=False)).get(value, value)


def text(told: Chronicle) -> str:
    """The chronicle as a text file."""
    lines = [told.title, "=" * len(told.title), ""]
    lines += fact_lines(told)
    for gap in told.gaps:
        lines += ["", put("chronicle", "note", gap=gap)]
    for _, heading, body in sections(told):
        lines += ["", heading, "-" * len(heading), *body]
    return "\n".join(lines) + "\n"


def fact_lines(told: Chronicle) -> list[str]:
    """The facts, a line each."""
    width = max((len(label) for label, _ in told.facts), default=0) + 2
    return [f"{label + ':':<{width}}{value}" for label, value in told.facts]


def outcome_words(outcome: str) -> str:
    """How a match ended, in words."""
    return MESSAGES.word("outcomes", outcome)


def sections(told: Chronicle) -> list[tuple[str, str, list[str]]]:
    """The parts of a chronicle: key, heading and lines, empty ones left out."""
    story = told.story
    parts = [
        ("people", people_lines(story)),
        ("moments", moment_lines(story)),
        ("luck", luck_lines(story)),
        ("map", list(told.map)),
        ("log", log_lines(told)),
    ]
    return [(key, put("headings", key), lines) for key, lines in parts if lines]


def people_lines(story: Story) -> list[str]:
    """A line for everybody: kills, experience, wounds, and how it ended for them."""
    width = max((len(one.name) for one in story.people), default=0)
    lines = []
    for one in story.people:
        kills = "" if one.kills is None else put("chronicle", "kills", n=f"{one.kills:>3}")
        facts = {"points": f"{one.points:>3}", "level": f"{one.level:<7}", "wounds": one.wounds, "fate": one.fate}
        lines.append(put("chronicle", "person", name=f"{one.name:<{width}}", kills=kills, **facts).rstrip())
    return lines


def moment_lines(story: Story) -> list[str]:
    """The turning points, the last ones when there are many."""
    return [put("chronicle", "moment", n=f"{one.turn:>2}", text=one.text) for one in story.moments[-MANY_MOMENTS:]]


def luck_lines(story: Story) -> list[str]:
    """Hits against expectation, a line each and one for all."""
    if not story.luck:
        return []
    together = put("chronicle", "together")
    width = max(len(name) for name in (together, *(one.name for one in story.luck)))
    lines = [luck_line(one.name, one.dice, one.hits, one.expected, width) for one in story.luck]
    if len(story.luck) > 1:
        dice, hits = sum(one.dice for one in story.luck), sum(one.hits for one in story.luck)
        lines.append(luck_line(together, dice, hits, sum(one.expected for one in story.luck), width))
    return lines


def luck_line(name: str, dice: int, hits: int, expected: float, width: int) -> str:
    """Somebody's dice in a line."""
    facts = {"dice": f"{dice:>4}", "hits": f"{hits:>3}", "expected": decimal(expected, "5.1f")}
    return put("chronicle", "luck", name=f"{name:<{width}}", more=decimal(hits - expected, "+.1f"), **facts)


def log_lines(told: Chronicle) -> list[str]:
    """Everything that happened, answer by answer."""
    lines: list[str] = []
    turn = None
    for page in told.pages:
        if page.turn != turn and page.turn:
            turn = page.turn
            lines += [*([""] if lines else []), put("chronicle", "turn", n=turn)]
        if page.option:
            lines.append(f"{page.number:>4} > {page.label}")
        lines += [f"       {one.text} ({one.rule})" for one in page.told]
    return lines


def folder() -> Path:
    """The folder of the chronicles (it need not exist)."""
    from zterm.saves import data_folder

    return data_folder() / "chronicles"


def keep(path: Path) -> Path:
    """Write the chronicle of a save into the folder of chronicles and return its file; raises SaveError.

    Nothing is ever overwritten: one that says the same is left as it is, another gets a number.
    """
    from zterm.saves import save_id

    told = text(chronicle(Replay.of(str(path))))
    home = folder()
    try:
        home.mkdir(parents=True, exist_ok=True, mode=0o700)
        for number in range(1, 1000):
            file = home / f"{save_id(path)}{f'-{number}' if number > 1 else ''}.txt"
            try:
                return write_new(file, told)
            except FileExistsError:
                if file.read_text(encoding="utf-8", errors="replace") == told:
                    return file
    except OSError as fault:
        raise SaveError(put("wrong", "chronicle_cant_kept", folder=home, why=system(fault.strerror))) from None
    raise SaveError(put("wrong", "too_many_chronicles_lie", folder=home, save=save_id(path)))


def write_new(path: Path, words: str) -> Path:
    """Write a new file, whole or not at all where links can be made; raises FileExistsError, OSError."""
    fresh = path.with_name(f".{path.name}.{os.getpid()}.{time.monotonic_ns()}")
    try:
        with open(fresh, "x", encoding="utf-8") as file:
            file.write(words)
            file.flush()
            os.fsync(file.fileno())
        try:
            os.link(fresh, path)
        except FileExistsError:
            raise
        except OSError:
            with open(path, "x", encoding="utf-8") as file:
                file.write(words)
    finally:
        fresh.unlink(missing_ok=True)
    return path
