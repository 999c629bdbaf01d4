"""The zterm command with the toy game in the place of all others: ``python -m tests.toyrun ARGS``."""

import sys

from zterm.cli import run
from zterm.games import registry

registry.GAMES.clear()
registry.GAMES["toy"] = "tests.toygame"

if __name__ == "__main__":
    sys.exit(run(sys.argv[1:]))
