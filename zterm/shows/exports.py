"""A match as a file for others: text, a page, data, a picture, or a recording for a terminal player."""

from __future__ import annotations

import html as escaping
import re
import textwrap
from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from zterm.content.catalogue import language
from zterm.shows import chronicle as telling
from zterm.shows.beats import plain
from zterm.shows.chronicle import Chronicle, Page
from zterm.shows.replays import Replay
from zterm.shows.words import put

FORMAT = 1
COLUMNS, LINES = 80, 24
HIDDEN = ("decks", "discards", "dice", "objectives", "seed")
"""Parts of a given position that players do not see."""

STYLE = """
body { font: 16px/1.45 Georgia, serif; margin: 2rem auto; max-width: 60rem; padding: 0 1rem; }
body { color: #222; background: #fdfcf8; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.15rem; margin-top: 2rem; border-bottom: 1px solid #bbb; }
pre, td, th { font: 13px/1.3 "DejaVu Sans Mono", Menlo, Consolas, monospace; }
pre { overflow-x: auto; } th { text-align: left; padding-right: 1.5rem; font-weight: normal; color: #666; }
.answer { font-weight: bold; } .rule { color: #888; } summary { cursor: pointer; }
@media (prefers-color-scheme: dark) { body { color: #ddd; background: #181818; } }
""".strip()


def export(replay: Replay, form: str) -> str:
    """A match in one of ``FORMATS``; raises KeyError for another."""
    return FORMATS[form](telling.chronicle(replay), replay)


def clean(text: str) -> str:
    """Leave out what is no printable character and no end of line."""
    return "".join(c if c.isprintable() or c == "\n" else "\ufffd" for c in text)


def as_text(told: Chronicle, replay: Replay) -> str:
    """The chronicle."""
    return clean(telling.text(told))


def as_json(told: Chronicle, replay: Replay) -> str:
    """Everything as data: what was asked for, the answers with their events, the story. Nothing hidden is in it."""
    setup = {key: value for key, value in replay.header.setup.items() if key != "position"}
    position = replay.header.setup.get("position")
    if isinstance(position, dict):
        setup["position"] = {key: value for key, value in position.items() if key not in HIDDEN}
    data = {
        "zterm": FORMAT,
        "game": told.game,
        "mission": told.mission,
        "title": told.title,
        "seed": told.seed,
        "rules": replay.header.version,
        "created": replay.header.created,
        "setup": setup,
        "seats": replay.header.seats,
        "outcome": told.outcome,
        "turns": told.turn,
        "notes": list(told.gaps),
        "story": plain(told.story),
        "answers": [_answer(page) for page in told.pages],
    }
    return msgspec.json.format(msgspec.json.encode(data), indent=1).decode() + "\n"


def _answer(page: Page) -> dict[str, Any]:
    return {
        "number": page.number,
        "turn": page.turn,
        "who": page.who,
        "choose": page.option or None,
        "label": page.label or None,
        "forced": list(page.forced),
        "events": [
            {"kind": one.kind, "rule": one.rule, "text": one.text, **({"faces": list(one.dice)} if one.dice else {})}
            for one in page.told
        ],
    }


def as_html(told: Chronicle, replay: Replay) -> str:
    """A page that needs no other file."""
    title = _safe(told.title)
    facts = "".join(f"<tr><th>{_safe(label)}</th><td>{_safe(value)}</td></tr>" for label, value in told.facts)
    parts = [f"<p>{_safe(gap)}</p>" for gap in told.gaps]
    for key, heading, lines in telling.sections(told):
        if key != "log":
            parts.append(f"<h2>{_safe(heading)}</h2>\n<pre>{_safe(chr(10).join(lines))}</pre>")
    parts.append(f"<h2>{_safe(put('headings', 'log'))}</h2>")
    parts += _html_turns(told)
    body = "\n".join(parts)
    return (
        f'<!DOCTYPE html>\n<html lang="{language()}">\n<head>\n<meta charset="utf-8">\n'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">\n<title>{title}</title>\n'
        f"<style>\n{STYLE}\n</style>\n</head>\n<body>\n<h1>{title}</h1>\n<table>{facts}</table>\n{body}\n"
        "</body>\n</html>\n"
    )


def _html_turns(told: Chronicle) -> Iterator[str]:
    turns: dict[int, list[str]] = {}
    for page in told.pages:
        lines = turns.setdefault(page.turn, [])
        if page.option:
            lines.append(f'<span class="answer">{page.number:>4} &gt; {_safe(page.label)}</span>')
        lines += [f'       {_safe(one.text)} <span class="rule">{_safe(one.rule)}</span>' for one in page.told]
    for turn, lines in turns.items():
        inside = "\n".join(lines)
        head = _safe(put("chronicle", "turn", n=turn))
        yield f"<details open><summary>{head}</summary>\n<pre>{inside}</pre></details>"


def _safe(text: str) -> str:
    return escaping.escape(clean(text))


def as_cast(told: Chronicle, replay: Replay) -> str:
    """A recording for asciinema (version 2): the log at reading speed."""
    head = {"version": 2, "width": COLUMNS, "height": LINES, "title": clean(told.title)}
    lines = [msgspec.json.encode(head).decode()]
    now = 0.5
    for words, seconds in _spoken(told):
        for part in textwrap.wrap(clean(words), COLUMNS - 1, subsequent_indent="    ") or [""]:
            lines.append(msgspec.json.encode([round(now, 3), "o", part + "\r\n"]).decode())
            now += seconds
    return "\n".join(lines) + "\n"


def _spoken(told: Chronicle) -> Iterator[tuple[str, float]]:
    """The lines of a recording with the seconds that each stands."""
    yield put("chronicle", "opening", title=told.title, seed=told.seed), 1.5
    turn = 0
    for page in told.pages:
        if page.turn != turn:
            turn = page.turn
            yield "", 0.4
            yield put("chronicle", "turn", n=turn), 0.8
        if page.option:
            yield f"> {page.label}", 0.5
        for one in page.told:
            yield f"  {one.text}", 0.25 + 0.006 * len(one.text)
    for key, heading, lines in telling.sections(told):
        if key in ("people", "luck"):
            yield "", 0.4
            yield heading, 0.5
            for line in lines:
                yield line, 0.3
    yield "", 0.4
    if told.outcome == telling.OPEN:
        yield put("chronicle", "goes_on"), 3.0
    else:
        yield put("chronicle", "over", outcome=telling.outcome_words(told.outcome)), 3.0


def as_svg(told: Chronicle, replay: Replay) -> str:
    """A picture: how it ended, who fared how, and where everybody fell."""
    import io

    from rich.console import Console
    from rich.text import Text

    lines = [(line, "") for line in telling.fact_lines(told)]
    for key, heading, body in telling.sections(told):
        if key != "log":
            lines += [("", ""), (heading, "bold yellow"), *((line, "") for line in body)]
    width = min(160, max(60, *(len(line) for line, _ in lines)))
    console = Console(record=True, width=width, file=io.StringIO(), force_terminal=True, color_system="truecolor")
    for line, style in lines:
        console.print(Text(clean(line), style), no_wrap=True, overflow="crop", crop=True)
    picture = console.export_svg(title=clean(told.title), unique_id="zterm")
    return re.sub(r"@font-face \{.*?\}\s*", "", picture, flags=re.DOTALL)


FORMATS: dict[str, Callable[[Chronicle, Replay], str]] = {
    "text": as_text,
    "html": as_html,
    "json": as_json,
    "cast": as_cast,
    "svg": as_svg,
}
