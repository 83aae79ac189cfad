"""The files that options name for output: none may replace an input or another output."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from dispatchless.commands.base import CommandError

_OTHER_FILE = "give a file of its own"
_FREE_FILE = "give a file in a folder that may be written to"


def check_outputs(
    options: Mapping[str, str | Path | None],
    inputs: Iterable[str | Path],
    *,
    folder: tuple[str, Path] | None = None,
    generated: Sequence[Path] = (),
) -> None:
    """Nothing, where every output of a run has a place of its own and can be written there.

    Args:
        options: the files that options name, by the options' names without dashes; None is an
            option that is not given.
        inputs: the files that the run reads.
        folder: the option of the output folder, and the folder.
        generated: the files that the run writes into it.

    Raises:
        CommandError: the first output that is no file of its own; nothing has been written.
    """
    files = {_resolved(path): f"'{path}' is an input of this run" for path in inputs}
    folders: set[Path] = set()
    if folder is not None:
        option, directory = folder
        for path in generated:
            place = _resolved(path)
            if found := files.get(place):
                raise CommandError(
                    f"--{option} {directory}: {found} and would be overwritten",
                    hint="give another folder",
                )
            folders.update(place.parents)
        files |= {_resolved(path): f"'{path}' is a file that is generated" for path in generated}
        whole = _resolved(directory)
        folders.update((whole, *whole.parents))
    for option, given in options.items():
        if given is None:
            continue
        about = f"--{option} {given}" if str(given).strip() else f"--{option} '{given}'"
        _check_place(given, about)
        place = _resolved(given)
        if place in folders:
            raise CommandError(f"{about}: is a folder of the output", hint=_OTHER_FILE)
        for each in (place, *place.parents):
            if found := files.get(each):
                raise CommandError(f"{about}: {found}", hint=_OTHER_FILE)
        files[place] = f"is the file of --{option}, too"
        folders.update(place.parents)


def check_report_files(
    options: Mapping[str, str | None],
    specifications: Sequence[str],
    inputs: Iterable[str | None],
    *,
    native_functions: str | None,
    runtime: str | None,
) -> None:
    """`check_outputs` for what is written about specifications, before a long run.

    Args:
        specifications: files and folders, whose headers are inputs, too.
        inputs: further files that are read; None is an option that is not given.
        native_functions: the file of the operators that may be named, if one is given.
        runtime: where the operators run; ExecuTorch's yaml has no headers.

    Raises:
        CommandError: an output that is no file of its own, or cannot be written.
        SpecError: a specification cannot be read.
    """
    from dispatchless.specifications import load_spec, specification_files
    from dispatchless.verification import runtime_operators

    given = [path for path in options.values() if path is not None]
    if not given:
        return
    read: list[str | Path] = [path for path in (*inputs, native_functions) if path is not None]
    read += specification_files(specifications)
    check_outputs(options, read)
    # Headers are known once all is read, which is worth the time where one could be replaced.
    if specifications and runtime != "executorch" and any(Path(path).exists() for path in given):
        table = runtime_operators(runtime or "", native_functions)
        check_outputs(options, load_spec(*specifications, native_functions=table).input_files)
    for option, path in options.items():
        if path is not None:
            _try_to_write(Path(path), f"--{option} {path}")


def _try_to_write(path: Path, about: str) -> None:
    """Make the file that is first written beside a target, or in the nearest folder that is there,
    and remove it again.

    Permissions do not tell everything: /proc takes no files, and a name may be too long.

    Raises:
        CommandError: the system refuses it.
    """
    from dispatchless.output import beside

    folder = next(each for each in path.absolute().parents if each.exists())
    trial = folder / beside(path).name
    try:
        os.close(os.open(trial, os.O_CREAT | os.O_EXCL | os.O_WRONLY))
        trial.unlink()
    except OSError as error:
        reason = f"'{folder}' takes no file: {error.strerror or error}"
        raise CommandError(f"{about}: cannot be written: {reason}", hint=_FREE_FILE) from None


def _resolved(path: str | Path) -> Path:
    """The path without symbolic links and `..`; itself where the system refuses to say."""
    try:
        return Path(path).resolve()
    except (OSError, ValueError, RuntimeError):
        return Path(path)


def _check_place(given: str | Path, about: str) -> None:
    """Nothing, where a file can be made or replaced.

    Raises:
        CommandError: it is a folder or a device, a folder above it is a file or may not be written
            to, or the system takes no such name.
    """
    if not str(given).strip():
        raise CommandError(f"{about}: names no file", hint=_FREE_FILE)
    path = Path(given)
    try:
        there = next(each for each in (path, *path.absolute().parents) if each.exists())
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise CommandError(f"{about}: cannot be written: {reason}", hint=_FREE_FILE) from None
    if there == path:
        if path.is_dir():
            raise CommandError(f"{about}: is a folder, not a file", hint=_OTHER_FILE)
        if not path.is_file():
            raise CommandError(
                f"{about}: is a device or a pipe, which would be replaced", hint=_OTHER_FILE
            )
        there = path.absolute().parent
    elif not there.is_dir():
        raise CommandError(f"{about}: '{there}' is a file, not a folder", hint=_FREE_FILE)
    if not os.access(there, os.W_OK | os.X_OK):
        raise CommandError(
            f"{about}: cannot be written: '{there}' may not be written to", hint=_FREE_FILE
        )
