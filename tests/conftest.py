import pytest

from tests import coverage_page
from zterm import cli
from zterm.content import catalogue
from zterm.games import registry


def pytest_configure(config):
    config.addinivalue_line("markers", "component(*ids): shows component lines of a rules reference")


@pytest.fixture(autouse=True)
def homes(tmp_path, monkeypatch):
    """Every test keeps its saves and settings to itself."""
    for name in ("DATA", "STATE", "CONFIG", "CACHE"):
        monkeypatch.setenv(f"XDG_{name}_HOME", str(tmp_path / name.lower()))


@pytest.fixture(autouse=True)
def english(monkeypatch):
    """Every test begins in English, whatever the locale."""
    monkeypatch.setenv("ZTERM_LANG", "en")
    catalogue.use()
    yield
    catalogue.use()


@pytest.fixture(params=["en", "it"])
def language(request, monkeypatch):
    """Once in each language that is complete."""
    monkeypatch.setenv("ZTERM_LANG", request.param)
    catalogue.use(request.param)
    yield request.param
    catalogue.use("en")


@pytest.fixture
def toy(monkeypatch):
    """The toy game, as one of the games that can be played."""
    monkeypatch.setitem(registry.GAMES, "toy", "tests.toygame")
    from tests import toygame

    return toygame


@pytest.fixture
def zterm(toy, capsys):
    """Run a command line here, with the toy as the only game; gives status, stdout, stderr."""
    before = dict(registry.GAMES)
    registry.GAMES.clear()
    registry.GAMES["toy"] = before["toy"]

    def run(*args):
        status = cli.run([str(arg) for arg in args])
        out, err = capsys.readouterr()
        return status, out, err

    yield run
    registry.GAMES.clear()
    registry.GAMES.update(before)


def pytest_addoption(parser):
    """Let goldens be written anew."""
    parser.addoption("--update-goldens", action="store_true", help="write digests and events of goldens anew")


def pytest_terminal_summary(terminalreporter, config):
    """Print the rules coverage pages after a run of all tests."""
    if config.args_source is config.ArgsSource.ARGS or config.option.keyword:
        return
    terminalreporter.section("rules coverage")
    for line in coverage_page.pages():
        terminalreporter.write_line(line)
