"""Which lines of the rules references are shown: rules by scenarios, components by marked tests.

``python -m tests.coverage_page [GAME]`` prints the pages, ``--update`` first writes the list of covered rules that
``test_coverage`` holds the project to.
"""

import argparse
import ast
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import yaml

from zterm.content import rulebook

TESTS = Path(__file__).resolve().parent
BASELINE = TESTS / "covered_rules.txt"
GAME = "zombicide"
FOLDERS = {"zombicide": ("zombicide", "terrain")}
"""The folders with the scenarios of a game, where they are not only that of its name."""


class Coverage(NamedTuple):
    """Ids named by scenarios (with the scenarios) and by component marks (with the tests), and unreadable files."""

    scenarios: dict[str, list[str]]
    components: dict[str, list[str]]
    unreadable: list[str]


class Line(NamedTuple):
    """A chapter of the page: how many lines of each kind are shown, how many there are, and which are missing."""

    number: str
    title: str
    rules: tuple[int, int]
    components: tuple[int, int]
    missing: list[str]


def listed(value: Any) -> list[str]:
    """The ids in a ``rule`` field: one id, or a list of them."""
    if isinstance(value, list):
        return [str(part) for part in value]
    return [] if value is None else [str(value)]


def scenario_rules(folder: Path) -> tuple[dict[str, list[str]], list[str]]:
    """The rules named by the scenario files of a folder, with the scenarios' ids; and the files that cannot be read."""
    found: dict[str, list[str]] = {}
    unreadable: list[str] = []
    for path in sorted(folder.glob("**/*.yaml")):
        try:
            data = yaml.load(path.read_text(encoding="utf-8"), Loader=yaml.CSafeLoader)
        except (yaml.YAMLError, UnicodeDecodeError):
            unreadable.append(path.name)
            continue
        for scenario in data if isinstance(data, list) else [data]:
            if isinstance(scenario, dict):
                for rule in listed(scenario.get("rule")):
                    found.setdefault(rule, []).append(str(scenario.get("id", path.name)))
    return found, unreadable


def component_marks(folder: Path) -> dict[str, list[str]]:
    """The ids in ``@pytest.mark.component("…", …)`` of the test files of a folder, with the tests' names."""
    found: dict[str, list[str]] = {}
    for path in sorted(folder.glob("**/test_*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"), str(path))
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                for id in _marked(node.decorator_list):
                    found.setdefault(id, []).append(node.name)
            elif isinstance(node, ast.Assign) and any(getattr(to, "id", "") == "pytestmark" for to in node.targets):
                for id in _marked(getattr(node.value, "elts", [node.value])):
                    found.setdefault(id, []).append(path.name)
    return found


def _marked(expressions: Iterable[ast.expr]) -> Iterator[str]:
    for expression in expressions:
        if isinstance(expression, ast.Call) and ast.unparse(expression.func) == "pytest.mark.component":
            yield from (str(part.value) for part in expression.args if isinstance(part, ast.Constant))


def collect(tests: Path = TESTS, game: str = GAME) -> Coverage:
    """Read the scenarios of a game, and the marks of the tests with the prefix of its rules."""
    scenarios: dict[str, list[str]] = {}
    unreadable: list[str] = []
    for folder in FOLDERS.get(game, (game,)):
        found, bad = scenario_rules(tests / "scenarios" / folder)
        for rule, names in found.items():
            scenarios.setdefault(rule, []).extend(names)
        unreadable += bad
    head = prefix(rulebook.load(game))
    marks = {id: by for id, by in component_marks(tests).items() if id.startswith(head)}
    return Coverage(scenarios, marks, unreadable)


def prefix(book: rulebook.Rulebook) -> tuple[str, ...]:
    """What the ids of a game's rules begin with, like ("ZB-", "ZX-")."""
    return tuple(dict.fromkeys(id.partition("-")[0] + "-" for id in book.entries))


def covered_rules(book: rulebook.Rulebook, coverage: Coverage) -> list[str]:
    """Ids of the ``rule`` lines that at least one scenario shows, sorted."""
    return sorted(id for id in coverage.scenarios if id in book.entries and book.entries[id].kind == "rule")


def unknown(book: rulebook.Rulebook, coverage: Coverage) -> dict[str, list[str]]:
    """Ids with the prefix of the game's rules that the reference lacks, with who names them."""
    head = prefix(book)
    named = [*coverage.scenarios.items(), *coverage.components.items()]
    return {id: by for id, by in named if id.startswith(head) and id not in book.entries}


def lost(baseline: Iterable[str], book: rulebook.Rulebook, coverage: Coverage) -> list[str]:
    """Rule lines of the baseline that no scenario shows any more, sorted."""
    return sorted(set(baseline) - set(covered_rules(book, coverage)))


def chapters(book: rulebook.Rulebook, coverage: Coverage) -> list[Line]:
    """The page, chapter by chapter."""
    lines: list[Line] = []
    for chapter in book.chapters:
        own = [entry for entry in book.entries.values() if entry.chapter == chapter.key]
        rules = [entry.id for entry in own if entry.kind == "rule"]
        components = [entry.id for entry in own if entry.kind == "component"]
        missing = [id for id in rules if id not in coverage.scenarios]
        missing += [id for id in components if id not in coverage.components]
        shown = sum(id in coverage.scenarios for id in rules)
        tested = sum(id in coverage.components for id in components)
        counts = (shown, len(rules)), (tested, len(components))
        lines.append(Line(chapter.number, chapter.title, *counts, sorted(missing)))
    return lines


def ranges(ids: list[str]) -> str:
    """Sorted ids in short: ``ZB-001, ZB-005..007``."""
    runs: list[list[str]] = []
    for id in ids:
        number = int(id.rpartition("-")[2])
        if runs and int(runs[-1][-1].rpartition("-")[2]) == number - 1:
            runs[-1].append(id)
        else:
            runs.append([id])
    return ", ".join(run[0] if len(run) == 1 else f"{run[0]}..{run[-1].rpartition('-')[2]}" for run in runs)


def page(book: rulebook.Rulebook, coverage: Coverage) -> Iterator[str]:
    """The coverage page, line by line."""
    lines = chapters(book, coverage)
    yield f"{'chapter':<46} {'rules':>9} {'components':>11}  not shown yet"
    for line in lines:
        rules, components = (f"{shown}/{total}" if total else "" for shown, total in (line.rules, line.components))
        heading = f"{line.number:<3} {line.title}"
        yield f"{heading:<46} {rules:>9} {components:>11}  {ranges(line.missing)}".rstrip()
    rules, components = ("/".join(str(sum(part)) for part in zip(*of, strict=True)) for of in _columns(lines))
    yield f"{'all':<46} {rules:>9} {components:>11}"
    for name in coverage.unreadable:
        yield f"not readable: {name}"


def pages() -> Iterator[str]:
    """The coverage pages of all games, line by line, each under its game's name."""
    for game in rulebook.games():
        yield game
        yield from page(rulebook.load(game), collect(game=game))


def _columns(lines: list[Line]) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
    return [line.rules for line in lines], [line.components for line in lines]


def read_baseline(path: Path = BASELINE) -> list[str]:
    """The ids of the baseline file; none if there is no file."""
    return path.read_text(encoding="utf-8").split() if path.exists() else []


def write_baseline(ids: list[str], path: Path = BASELINE) -> None:
    """Write the baseline file, sorted, one id a line."""
    path.write_text("".join(f"{id}\n" for id in sorted(ids)), encoding="utf-8")


def main(arguments: list[str] | None = None) -> int:
    """Print the pages; with ``--update`` write the baseline too. Exit status 1 if a file could not be read."""
    parser = argparse.ArgumentParser(prog="python -m tests.coverage_page", description=main.__doc__)
    parser.add_argument("game", nargs="?", default="", choices=["", *rulebook.games()], help="one game only")
    parser.add_argument("--update", action="store_true", help=f"write {BASELINE.name} from the scenarios as they are")
    options = parser.parse_args(arguments)
    covered: list[str] = []
    faults = False
    for game in rulebook.games():
        book, coverage = rulebook.load(game), collect(game=game)
        covered += covered_rules(book, coverage)
        faults = faults or bool(coverage.unreadable)
        if options.game in ("", game):
            print(f"{game}\n" + "\n".join(page(book, coverage)))
    if options.update and not faults:
        write_baseline(covered)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
