"""What all tests share: the mark for tests of components, and the rules coverage page at the end of a full run."""

import pytest

from tests import coverage_page
from zterm.content import rulebook


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--rules-page", action="store_true", help="print the rules coverage page after a partial run too")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line(
        "markers", "component(*ids): the test shows these component lines of the rules reference, by id"
    )


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    full = config.args_source is not pytest.Config.ArgsSource.ARGS and not config.option.keyword
    if not (full or config.getoption("--rules-page")):
        return
    terminalreporter.section("rules coverage")
    for line in coverage_page.page(rulebook.load(coverage_page.GAME), coverage_page.collect()):
        terminalreporter.write_line(line)
