"""Entry point: ``python -m zterm`` and the ``zterm`` command."""

import sys


def main() -> int:
    """Run the command line and return its exit status; ``--version`` answers before anything is imported."""
    if sys.argv[1:] in (["--version"], ["-V"]) and sys.stdout is not None:
        from zterm import __version__

        try:
            sys.stdout.write(f"zterm {__version__}\n")
            sys.stdout.flush()
            return 0
        except OSError:
            pass
    from zterm.cli import run

    return run(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
