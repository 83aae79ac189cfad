"""What a subcommand is, and the options that several of them share."""

from __future__ import annotations

import argparse
import gc
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import attrs


class CommandError(Exception):
    """A command cannot go on; told as one line, with exit status 2."""


@attrs.frozen
class Command:
    """One subcommand: its texts, its arguments and what it does."""

    name: str
    summary: str
    description: str
    example: str
    add_arguments: Callable[[argparse.ArgumentParser], None]
    run: Callable[[argparse.Namespace], int]


def add_specification_arguments(parser: argparse.ArgumentParser) -> None:
    """SPEC..., --native-functions and --namespace."""
    parser.add_argument(
        "specs", nargs="+", metavar="SPEC", help="a yaml specification, or a folder of them"
    )
    parser.add_argument(
        "--native-functions",
        metavar="PATH",
        help="the operators that may be named (default: the installed torch's)",
    )
    parser.add_argument(
        "--namespace",
        metavar="NS",
        default="dispatchless",
        help="where operators live whose schema names no namespace (default: %(default)s)",
    )


def add_keys_argument(parser: argparse.ArgumentParser) -> None:
    """--keys CPU,CUDA,Meta."""
    parser.add_argument(
        "--keys",
        metavar="KEYS",
        default="CPU,CUDA,Meta",
        help="backends that get dispatch-free instances (default: %(default)s)",
    )


def split_keys(text: str) -> tuple[str, ...]:
    """The names in a comma-separated list."""
    return tuple(part.strip() for part in text.split(",") if part.strip())


@contextmanager
def without_collector() -> Iterator[None]:
    """Short work without Python's search for garbage cycles: there are none worth the time."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


def note(message: str) -> None:
    """A remark for the person at the terminal; never part of the output."""
    print(f"dispatchless: note: {message}", file=sys.stderr)
