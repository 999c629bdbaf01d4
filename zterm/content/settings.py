"""The player's settings: one schema in data, one YAML file in the user's config folder, replaced as a whole.

A file that can't be read or has mistakes never stops anything: what is wrong in it counts as not said, and
``Settings.notes`` tells so in a sentence. Before such a file is written over, it is kept beside itself.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from msgspec import Struct

from zterm.content import catalogue, files
from zterm.content.loader import Node, read
from zterm.content.paths import files_in, folders
from zterm.content.problems import ContentError, Problem, suggest
from zterm.content.words import put

FILE = "settings.yaml"
KEEP = ".bad"
"""Ending of the copy of a file with mistakes that was written over."""
_SCHEMA = Path(__file__).with_name(FILE)


class Setting(Struct, frozen=True):
    """One setting: its id, the values it can have, and the one it has when nothing is said."""

    id: str
    values: tuple[str, ...]
    default: str


class Settings(Struct, frozen=True):
    """All settings with their values; ``notes`` are sentences about what could not be read."""

    values: dict[str, str]
    notes: tuple[str, ...] = ()

    def get(self, id: str) -> str:
        """The value of a setting by its id; raises KeyError for an unknown one."""
        return self.values[id]

    def on(self, id: str) -> bool:
        """Whether a setting of the values "on" and "off" is on."""
        return self.get(id) == "on"


def folder() -> Path:
    """The user's config folder of zterm (XDG_CONFIG_HOME is honoured; it need not exist)."""
    import platformdirs

    return platformdirs.user_config_path("zterm", appauthor=False)


def path() -> Path:
    """The file of the settings (it need not exist)."""
    return folder() / FILE


@cache
def _schema() -> tuple[tuple[str, tuple[str, ...], str], ...]:
    rows = []
    for id, node in read(_SCHEMA, keep=True).items():
        source = node.get("from")
        values = tuple(str(part.value) for part in node.at("values").parts())
        rows.append((id, values, str(source.value) if source is not None else ""))
    return tuple(rows)


def schema() -> dict[str, Setting]:
    """All settings by id, in the order in which they are shown, with the themes and languages there are now."""
    return {
        id: Setting(id, tuple(dict.fromkeys((*values, *_found(source)))), values[0]) for id, values, source in _schema()
    }


def _found(source: str) -> Iterable[str]:
    if source == "themes":
        return sorted(file.stem for place in folders("themes") for file in files_in(place))
    return catalogue.languages() if source == "languages" else ()


def defaults() -> dict[str, str]:
    """Every setting as it is when nothing is said."""
    return {id: values[0] for id, values, _ in _schema()}


def load() -> Settings:
    """The settings of the user's file; without one, and for what is wrong in it, the defaults."""
    file = path()
    values = defaults()
    try:
        if not os.path.isfile(file):
            return Settings(values, (put("settings", "no_file", file=FILE),) if os.path.lexists(file) else ())
        root = read(file, bare=True)
    except ContentError as fault:
        return Settings(values, (put("settings", "all_settings_first", why=short(fault.problems[0])),))
    except OSError as fault:
        return Settings(values, (put("settings", "all_settings_first_unread", file=file, why=fault.strerror),))
    known = schema()
    problems = check(root)
    wrong = {problem.line for problem in problems}
    for id, node in root.items():
        if id in values and node.line not in wrong:
            values[id] = word(node, known[id].values)
    return Settings(values, (_told(problems),) if problems else ())


def _told(problems: list[Problem]) -> str:
    """A sentence about mistakes: the first, and how many more there are."""
    more = len(problems) - 1
    return put("settings", "setting_first_more" if more else "setting_first", why=short(problems[0]), n=more)


def short(problem: Problem) -> str:
    """A mistake with the name of its file alone: a line on the screen has no room for a whole path."""
    return str(problem._replace(path=Path(problem.path).name))


def word(node: Node, known: Iterable[str]) -> str:
    """A value as text; YAML takes some words and numbers for something else."""
    value = node.value
    if isinstance(value, bool):
        return ("on" if value else "off") if "on" in known else str(value).lower()
    return str(value)


def check(root: Node) -> list[Problem]:
    """The mistakes of a file of settings."""
    if not isinstance(root.value, dict):
        return [root.problem(put("settings", "no_settings"), put("settings", "names_settings_values"))]
    known = schema()
    problems = []
    for id, node in root.items():
        if id not in known:
            problems.append(root.key_problem(id, put("settings", "no_setting", id=id), suggest(id, known)))
        elif isinstance(node.value, dict | list) or word(node, known[id].values) not in known[id].values:
            shown = put("schema", "list") if isinstance(node.value, dict | list) else repr(str(node.value))
            problems.append(node.problem(put("settings", "cant", id=id, shown=shown), ", ".join(known[id].values)))
    return problems


def save(values: dict[str, str]) -> str:
    """Write settings; a file with mistakes is kept beside. Returns "" or a sentence that says why it can't be done."""
    file = path()
    try:
        file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        if os.path.exists(file) and not os.path.isfile(file):
            return put("settings", "settings_cant_saved", file=file, why=put("settings", "it_is_no_file"))
        if os.path.isfile(file) and load().notes:
            _keep(file)
        known = defaults()
        lines = [f'{id}: "{value}"\n' for id, value in values.items() if known.get(id) not in (None, value)]
        text = put("settings", "file_head") + "\n" + ("".join(lines) or "{}\n")
        files.write(file, text.encode())
    except OSError as fault:
        return put("settings", "settings_cant_saved", file=file, why=fault.strerror)
    return ""


def _keep(file: Path) -> None:
    """Copy a file beside itself, under the first name that is free."""
    for number in range(1, 100):
        keep = file.with_name(file.name + KEEP + (f"-{number}" if number > 1 else ""))
        with contextlib.suppress(FileExistsError), open(keep, "xb") as copy:
            copy.write(file.read_bytes())
            return
