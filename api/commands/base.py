"""What a subcommand is, and the options that several of them share."""

from __future__ import annotations

import argparse
import errno
import gc
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

DEFAULT_NAMESPACE = "dispatchless"
DEFAULT_KEYS = "CPU,CUDA,Meta"


class CommandError(Exception):
    """A command cannot go on; told as one line and perhaps a hint, with exit status 2."""

    def __init__(self, message: str, *, hint: str | None = None) -> None:
        super().__init__(message)
        self.hint = hint


def output_folder(given: str | None) -> Path:
    """The folder of ``--out``.

    Raises:
        CommandError: it is not given, is empty, or a file stands where it or a folder above it
            would be.
    """
    if given is None:
        raise CommandError("--out DIR is needed: the folder for the generated files")
    if not given.strip():
        raise CommandError(
            f"--out '{given}': names no folder", hint="write '--out .' for the current folder"
        )
    folder = Path(given)
    for each in (folder, *folder.parents):
        try:
            is_file = each.exists() and not each.is_dir()
        except (OSError, ValueError) as error:
            raise CommandError(f"--out {folder}: {error}", hint="give another folder") from None
        if is_file:
            shown = "is" if each == folder else f"'{each}' is"
            raise CommandError(f"--out {folder}: {shown} a file, not a folder", hint=_OTHER_FOLDER)
    return folder


_OTHER_FOLDER = "give a folder that is there or can be made"


def _is_about(failed: Path, path: Path, folder: Path) -> bool:
    """Whether a failure was to write PATH, and not the files in FOLDER."""
    # A file is first written beside its place, under a name that holds its own.
    if failed.parent == path.parent and path.name in failed.name:
        return True
    in_folder = folder == failed or folder in failed.parents or failed in folder.parents
    return not in_folder and failed in path.parents


@contextmanager
def writing(folder: Path, **others: str | None) -> Iterator[None]:
    """Tell an OSError of the block as one of the option whose path it is about.

    Args:
        others: the files of other options, by the options' names.

    Raises:
        CommandError: instead of an OSError.
    """
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        failed = str(error.filename or "")
        reason = error.strerror or str(error)
        for option, path in others.items():
            if path is not None and failed and _is_about(Path(failed), Path(path), folder):
                raise CommandError(
                    f"--{option} {path}: cannot be written: {reason}",
                    hint="give a file in a folder that may be written to",
                ) from None
        name = Path(failed).name
        if name.startswith(".") and name.endswith(".tmp"):  # written first, then renamed
            failed = str(Path(failed).with_name(name[1:].rsplit(".", 2)[0]))
        about = "" if failed in ("", str(folder)) else f" '{failed}'"
        hint = "make room" if error.errno == errno.ENOSPC else _OTHER_FOLDER
        raise CommandError(f"--out {folder}: cannot write{about}: {reason}", hint=hint) from None


class Command(NamedTuple):
    """One subcommand: its texts, its arguments and what it does.

    No class of attrs, since a run with nothing to do needs none other and importing attrs would be
    half of it.
    """

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
        default=DEFAULT_NAMESPACE,
        help="where operators live whose schema names no namespace (default: %(default)s)",
    )


def add_keys_argument(parser: argparse.ArgumentParser) -> None:
    """--keys CPU,CUDA,Meta."""
    parser.add_argument(
        "--keys",
        metavar="KEYS",
        default=DEFAULT_KEYS,
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
            # What is there now is left out of later searches: the next allocation would begin one.
            gc.freeze()
            gc.enable()


def note(message: str) -> None:
    """A remark for the person at the terminal; never part of the output."""
    print(f"dispatchless: note: {message}", file=sys.stderr)
