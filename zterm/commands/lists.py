"""``saves``, ``games``, ``missions``, ``options``, ``rules``, ``paths``: lists, for people and as JSON."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from zterm.commands import complain, say, say_json
from zterm.commands.parser import Usage
from zterm.commands.words import MESSAGES, put
from zterm.content.outward import clean
from zterm.games.registry import GAMES, game, game_module, left_out


def show(rows: Sequence[dict[str, Any]], json: bool, columns: Sequence[str], empty: str) -> int:
    """Print rows as a table of some columns, or as one JSON list with everything."""
    if json:
        say_json(rows, indent=2)
    elif not rows:
        complain(empty)
    else:
        cells = [[_cell(row[column]) for column in columns] for row in rows]
        widths = [max(_width(line[i]) for line in cells) for i in range(len(columns))]
        for line in cells:
            padded = (cell + " " * (wide - _width(cell)) for cell, wide in zip(line, widths, strict=True))
            say("  ".join(padded).rstrip())
    return 0


def _cell(value: Any) -> str:
    text = ", ".join(map(str, value)) if isinstance(value, list | tuple) else "" if value is None else str(value)
    return clean(text)


def _width(text: str) -> int:
    """The columns of a text in a terminal."""
    if text.isascii():
        return len(text)
    from rich.cells import cell_len

    return cell_len(text)


def saves(args: argparse.Namespace) -> int:
    """List the saves, or delete one."""
    from zterm import saves as kept

    if args.do:
        if args.do[0] != "delete" or len(args.do) != 2:
            raise Usage(put("usage", "saves"))
        gone = kept.delete(args.do[1])
        if args.json:
            say_json({"deleted": gone})
        else:
            say(put("lists", "deleted", save=gone))
        return 0
    rows = [msgspec.to_builtins(info) for info in kept.listing()]
    if not args.json:
        for row in rows:
            row["state"] = _state(row)
            row["bytes"] = MESSAGES.number("byte", row["size"])
    columns = ("id", "game", "title", "state", "played", "bytes", "trouble")
    return show(rows, args.json, columns, put("lists", "no_saves"))


def _state(row: Mapping[str, Any]) -> str:
    """How a saved match stands, in a few words."""
    if not row["game"]:
        return put("lists", "damaged")
    outcome = row["outcome"]
    state = put("outcomes", outcome) if outcome else put("lists", "turn", turn=row["turn"])
    return state + (put("lists", "practice") if row["practice"] else "")


def games(args: argparse.Namespace) -> int:
    """List the games."""
    rows: list[dict[str, Any]] = [
        {"id": name, "title": game(name).TITLE, "version": game(name).VERSION, "missions": len(game(name).missions())}
        for name in GAMES
    ]
    for row in rows:
        row["words"] = MESSAGES.number("mission", row["missions"])
    if args.json:
        rows = [{key: value for key, value in row.items() if key != "words"} for row in rows]
    return show(rows, args.json, ("id", "title", "words"), put("lists", "no_games"))


def _chosen(name: str | None) -> list[str]:
    if name is None:
        return list(GAMES)
    game_module(name)
    return [name.lower()]


def missions(args: argparse.Namespace) -> int:
    """List the missions of one or all games, and say on stderr which files are left out."""
    rows = [{"game": name, **msgspec.to_builtins(m)} for name in _chosen(args.game) for m in game(name).missions()]
    for row in rows:
        grade = row.pop("grade")
        row |= {"difficulty": grade} if args.json else {"time": MESSAGES.number("minute", row["minutes"])}
    status = show(rows, args.json, ("game", "id", "title", "difficulty", "time"), put("lists", "no_missions"))
    for sentence in (sentence for name in _chosen(args.game) for sentence in left_out(name)):
        complain(sentence)
    return status


def options(args: argparse.Namespace) -> int:
    """List the match options of one or all games."""
    known = [(name, option) for name in _chosen(args.game) for option in game(name).options()]
    if args.json or not known:
        rows = [{"game": name, **msgspec.to_builtins(option)} for name, option in known]
        return show(rows, args.json, (), put("lists", "no_options"))
    for name, option in known:
        print(f"{name}  {option.id}  {option.rule}  {option.text}")
        for value, told in zip(option.values, option.told, strict=True):
            print("    " + (put("lists", "default", value=told) if value == option.default else told))
    return 0


def rules(args: argparse.Namespace) -> int:
    """Search the rules by id or by words."""
    from zterm.content import rulebook

    words = " ".join(args.words)
    rows: list[dict[str, Any]] = []
    for name in rulebook.games():
        book = rulebook.load(name)
        exact = book.entries.get(words.strip().upper())
        for entry in [exact] if exact else book.find(words):
            plain = msgspec.to_builtins(entry)
            rows.append({"id": entry.id, "game": name, "title": book.chapter(entry.chapter).title, **plain})
    if args.json:
        return show(rows, True, (), "")
    for row in rows:
        more = f" ({row['settled']})" if row["settled"] else ""
        more += f" [{put('lists', 'switched', option=row['variant'])}]" if row.get("variant") else ""
        say(put("lists", "rule", id=row["id"], title=row["title"], page=row["page"], text=row["text"]) + more)
    if not rows:
        complain(put("said", "no_rule", words=repr(words)))
    return 0


def paths(args: argparse.Namespace) -> int:
    """Say where things live."""
    import platformdirs

    from zterm.content import kept, settings
    from zterm.content.paths import builtin, own
    from zterm.saves import data_folder, folder

    state = platformdirs.user_state_path("zterm", appauthor=False)
    found = {
        "config": settings.folder(),
        "settings": settings.path(),
        "keymap": settings.folder() / "keymap.yaml",
        "data": data_folder(),
        "saves": folder(),
        "campaigns": data_folder() / "campaigns",
        "chronicles": data_folder() / "chronicles",
        "missions": builtin("missions"),
        "own missions": own("missions"),
        "themes": builtin("themes"),
        "own themes": own("themes"),
        "cache": kept.folder(),
        "crash log": state / "crash.log",
    }
    if args.json:
        say_json({name: str(path) for name, path in found.items()})
    else:
        width = max(14, *(len(put("paths", name.replace(" ", "_"))) + 2 for name in found))
        for name, path in found.items():
            say(f"{put('paths', name.replace(' ', '_')) + ':':<{width}}{clean(str(path))}")
    return 0
