"""Entry point: ``python -m zterm`` and the ``zterm`` command."""

import _signal as signal  # type: ignore[import-not-found]  # the part of it that is loaded already
import sys


def main() -> int:
    """Run the command line and return its exit status; ``--version`` answers before anything is imported.

    Ctrl-C before and after anything is done ends the process without a word, and so does what fails while objects
    are thrown away.
    """
    sys.unraisablehook = lambda fault: None
    heeded = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if heeded:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    if sys.argv[1:] in (["--version"], ["-V"]) and sys.stdout is not None:
        from zterm import __version__

        try:
            sys.stdout.write(f"zterm {__version__}\n")
            sys.stdout.flush()
            return 0
        except OSError:
            pass
    from zterm.cli import run

    if not sys.warnoptions:
        import warnings

        warnings.simplefilter("ignore")
    try:
        if heeded:
            signal.signal(signal.SIGINT, signal.default_int_handler)
        return run(sys.argv[1:])
    except KeyboardInterrupt:
        return 130
    finally:
        if heeded:
            signal.signal(signal.SIGINT, signal.SIG_DFL)


if __name__ == "__main__":
    sys.exit(main())
