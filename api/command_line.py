"""The `dispatchless` command: arguments, exit statuses and how errors are told.

Exit status: 0 done; 1 a check failed; 2 bad input (every error as `file:line:column: error: ...`,
no traceback, nothing written); 70 a fault of this program, with its traceback; 130 interrupted by
Ctrl-C.
"""

from __future__ import annotations

import argparse
import io
import os
import sys
import warnings
from collections.abc import Sequence
from typing import NoReturn

from dispatchless.commands import commands
from dispatchless.commands.base import CommandError

DONE, CHECK_FAILED, BAD_INPUT, INTERNAL_ERROR, INTERRUPTED = 0, 1, 2, 70, 130


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; returns the exit status."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        # A terminal that cannot show a character is no reason to stop.
        sys.stdout.reconfigure(errors="backslashreplace")
    try:
        status = _run(arguments)
        # A closed pipe shows on flush; let it show here, where it is handled.
        sys.stdout.flush()
    except BrokenPipeError:
        # The reader (`| head`) has gone: that is its right, and no error of ours.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return DONE
    except KeyboardInterrupt:
        if "cppyy" in sys.modules:
            _end_at_once(INTERRUPTED)
        return INTERRUPTED
    except Exception:
        # Python's own status for it is 1, which says that a check failed.
        import traceback

        traceback.print_exc()
        print("dispatchless: this is a fault of dispatchless itself", file=sys.stderr)
        return INTERNAL_ERROR
    return status


def _end_at_once(status: int) -> NoReturn:
    """Leave without taking the compiler down, which crashes where it was stopped in its work."""
    from dispatchless.jit.children import run_end_actions

    run_end_actions()
    os._exit(status)


def _run(arguments: Sequence[str] | None) -> int:
    given = sys.argv[1:] if arguments is None else list(arguments)
    parser = _parser(given)
    try:
        options = parser.parse_args(given)
    except SystemExit as end:  # --help, --version and wrong usage
        return end.code if isinstance(end.code, int) else DONE
    if options.cmake_dir:
        return _print_cmake_dir()
    if options.command is None:
        parser.print_help(sys.stderr)
        return BAD_INPUT
    return _run_command(options)


def _run_command(options: argparse.Namespace) -> int:
    # torch says so where NumPy is not installed, which nothing here needs.
    warnings.filterwarnings("ignore", message="Failed to initialize NumPy")
    try:
        status: int = options.run(options)
    except CommandError as error:
        print(f"dispatchless: error: {error}", file=sys.stderr)
        if error.hint:
            print(f"  hint: {error.hint}", file=sys.stderr)
        return BAD_INPUT
    except BrokenPipeError:
        raise
    except OSError as error:
        print(f"dispatchless: error: {error}", file=sys.stderr)
        return BAD_INPUT
    except ValueError as error:
        # Its class is imported here, since a run with nothing to do needs nothing of the model.
        from dispatchless.model import SpecError

        if not isinstance(error, SpecError):
            raise
        _report(error)
        return BAD_INPUT
    return status


def _report(error: Exception) -> None:
    from dispatchless.model import SpecError

    errors = error.errors if isinstance(error, SpecError) else (error,)
    for one in errors:
        text = str(one)
        located = isinstance(one, SpecError) and one.location is not None
        print(text if located else f"dispatchless: {text}", file=sys.stderr)
    if len(errors) > 1:
        print(f"dispatchless: {len(errors)} errors, nothing was written", file=sys.stderr)


def _print_cmake_dir() -> int:
    from dispatchless.cmake import DIRECTORY

    print(DIRECTORY)
    return DONE


class _Parser(argparse.ArgumentParser):
    """argparse's usage errors have exit status 2 as well; add where help is."""

    def error(self, message: str) -> NoReturn:
        self.exit(BAD_INPUT, f"{self.prog}: error: {message} (see {self.prog} --help)\n")


def _help_formatter(prog: str) -> argparse.HelpFormatter:
    """What lays out help for the terminal's width.

    argparse makes one for each argument, too, to check it. It would ask `shutil` for the width,
    which takes longer to import than all of argparse.
    """
    return argparse.RawDescriptionHelpFormatter(prog, width=_terminal_width() - 2)


def _terminal_width() -> int:
    """As `shutil.get_terminal_size`: of the environment, else of the terminal, else 80."""
    given = os.environ.get("COLUMNS", "")
    if given.isdecimal() and int(given) > 0:
        return int(given)
    try:
        return os.get_terminal_size(1).columns or 80
    except OSError:  # no terminal
        return 80


def _parser(arguments: Sequence[str] = ()) -> argparse.ArgumentParser:
    """The parser of a command line that begins with these arguments."""
    from dispatchless import __version__

    parser = _Parser(
        prog="dispatchless",
        description="Operator specifications to dispatch-free C++ for PyTorch.",
        formatter_class=_help_formatter,
    )
    parser.add_argument("--version", action="version", version=f"dispatchless {__version__}")
    parser.add_argument(
        "--cmake-dir", action="store_true", help="print the folder for CMake's dispatchless_DIR"
    )
    subparsers = parser.add_subparsers(
        dest="command",
        metavar="COMMAND",
        parser_class=_Parser,
        prog=parser.prog,  # else a formatter is made for it, which imports shutil
    )
    for command in commands(arguments):
        sub = subparsers.add_parser(
            command.name,
            help=command.summary,
            description=command.description,
            epilog=f"example:\n  {command.example}",
            formatter_class=_help_formatter,
        )
        sub.add_argument("-v", "--verbose", action="store_true", help="say what is done")
        command.add_arguments(sub)
        sub.set_defaults(run=command.run)
    return parser
