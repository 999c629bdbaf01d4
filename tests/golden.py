"""Golden playthroughs: a recorded line of answers as text, and the facts that follow from replaying it."""

from __future__ import annotations

import json
from hashlib import blake2b
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from zterm.games.zombicide import game
from zterm.kernel.decision import Event
from zterm.kernel.match import Match

FOLDER = Path(__file__).parent / "goldens"
HEAD = ("mission", "seed", "players", "survivors", "options", "outcome", "reason", "turns", "digest")


class Golden(Struct):
    """A playthrough: what it starts from, the answers, and how it must end."""

    mission: str
    seed: int
    players: list[str]
    survivors: list[str]
    options: dict[str, str]
    answers: list[str]
    outcome: str = ""
    reason: str = ""
    turns: int = 0
    digest: str = ""


class Replay(Struct):
    """What a replay shows: the golden with its end filled in, its text with headings, the events."""

    golden: Golden
    text: str
    events: str


def read(path: Path) -> Golden:
    """Read a golden; raises ValueError for a line that is none."""
    facts: dict[str, str] = {}
    answers: list[str] = []
    for line in path.read_text(encoding="utf-8").splitlines():
        if not line or line.startswith("#"):
            continue
        key, colon, value = line.partition(": ")
        if colon and key in HEAD and not answers:
            facts[key] = value
        elif " " in line:
            raise ValueError(f"{path}: {line!r} is no answer")
        else:
            answers.append(line)
    options = dict(part.split("=", 1) for part in facts.get("options", "").split())
    return Golden(
        facts["mission"],
        int(facts["seed"]),
        facts["players"].split(),
        facts["survivors"].split(),
        options,
        answers,
        facts.get("outcome", ""),
        facts.get("reason", ""),
        int(facts.get("turns", 0)),
        facts.get("digest", ""),
    )


def replay(golden: Golden) -> Replay:
    """Give the answers again, from the mission's own setup; raises Refused where one does not stand."""
    recipe = game.setup(golden.mission, golden.players, golden.survivors, golden.options)
    match = Match.start(game.rules(recipe), golden.seed)
    body, events = [], [*map(line_of, match.events)]
    turn = 0
    for answer in golden.answers:
        if match.state.turn != turn:
            turn = match.state.turn
            body.append(f"\n# turn {turn}")
            events.append(f"\n# turn {turn}")
        if answer.startswith("activate:"):
            body.append(f"# {answer.split(':')[1]}")
        body.append(answer)
        events += [f"> {answer}", *(line_of(event) for event in match.choose(answer))]
    result = match.over
    ended = msgspec.structs.replace(
        golden,
        outcome=result.outcome if result else "",
        reason=result.reason if result else "",
        turns=match.state.turn,
        digest=fingerprint(match),
    )
    return Replay(ended, "\n".join([*head(ended, match), *body, ""]), "\n".join([*events, ""]))


def fingerprint(match: Match[Any]) -> str:
    """Fingerprint state and generator; what is empty or an option does not count, so that a new one changes nothing."""
    state, chance = (_full(msgspec.to_builtins(part)) for part in (match.state, match.table.chance))
    state.pop("options", None)
    whole = [state, chance]
    return blake2b(json.dumps(whole, sort_keys=True).encode(), digest_size=8).hexdigest()


def _full(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _full(part) for key, part in value.items() if part not in (None, False, 0, "", [], {})}
    return [_full(part) for part in value] if isinstance(value, list) else value


def head(golden: Golden, match: Match[Any]) -> list[str]:
    """The lines before the answers."""
    title = match.rules.content.mission.title
    facts = {
        "mission": golden.mission,
        "seed": str(golden.seed),
        "players": " ".join(golden.players),
        "survivors": " ".join(golden.survivors),
        "options": " ".join(f"{key}={value}" for key, value in sorted(golden.options.items())),
        "outcome": golden.outcome,
        "reason": golden.reason,
        "turns": str(golden.turns),
        "digest": golden.digest,
    }
    return [f"# {golden.mission.upper()} {title}: {golden.outcome}", *(f"{k}: {v}" for k, v in facts.items() if v)]


def line_of(event: Event) -> str:
    """Put an event into one line of its own names, whatever the language."""
    data: dict[str, Any] = msgspec.to_builtins(event)
    kind, rule = data.pop("kind"), data.pop("rule")
    return " ".join([kind, rule, *(f"{key}={_short(value)}" for key, value in data.items())])


def _short(value: Any) -> str:
    return ",".join(map(str, value)) if isinstance(value, list | tuple) else str(value)


def files() -> list[Path]:
    """All goldens, those of the terrain missions last."""
    found = [*sorted(FOLDER.glob("m??_*.txt")), *sorted((FOLDER / "terrain").glob("t??_*.txt"))]
    return [path for path in found if not path.name.endswith(".events.txt")]


def write(path: Path, played: Replay) -> None:
    """Write a golden and its events."""
    path.parent.mkdir(exist_ok=True)
    path.write_text(played.text, encoding="utf-8")
    path.with_suffix(".events.txt").write_text(played.events, encoding="utf-8")
