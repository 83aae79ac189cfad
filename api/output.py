"""Generated files on disk: all or nothing, atomically, and only where something changed."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from dispatchless.frozen import frozen

if TYPE_CHECKING:
    from dispatchless.generation import GeneratedFile

# So many of many files are written at once: all or none of them, and only these are in memory.
_BATCH = 64


@frozen
class WriteSummary:
    """Which files of a run were written and which already held the same bytes."""

    written: tuple[Path, ...] = ()
    unchanged: tuple[Path, ...] = ()

    def __add__(self, other: WriteSummary) -> WriteSummary:
        return WriteSummary(self.written + other.written, self.unchanged + other.unchanged)


def differing(files: Iterable[GeneratedFile], directory: Path) -> tuple[Path, ...]:
    """The files whose bytes on disk are missing or not what the generator would write."""
    return tuple(
        path for path, text in _located(files, directory).items() if not _holds(path, text)
    )


def write_files(
    files: Iterable[GeneratedFile], directory: Path, *, beside: Mapping[Path, str] | None = None
) -> WriteSummary:
    """Write every file that differs; readers never see half a file.

    All new texts are first written beside their targets and then renamed, so that a full disk or an
    unwritable folder leaves the old files as they were.

    Args:
        beside: further files of the run, by their whole paths, written with the others.

    Raises:
        OSError: a folder or a file cannot be written; nothing has been replaced.
    """
    texts = {**_located(files, directory), **(beside or {})}
    stale = {path: text for path, text in texts.items() if not _holds(path, text)}
    _replace_all(stale)
    return WriteSummary(
        written=tuple(stale), unchanged=tuple(path for path in texts if path not in stale)
    )


def write_in_batches(files: Iterable[GeneratedFile], directory: Path) -> WriteSummary:
    """Write many files, some of them at once and then the next, as they are made.

    Raises:
        OSError: something cannot be written; nothing has been replaced of the files at once.
    """
    summary = WriteSummary()
    rest = iter(files)
    while batch := tuple(islice(rest, _BATCH)):
        summary += write_files(batch, directory)
    return summary


def write_text(path: Path, text: str) -> None:
    """Write one file atomically, creating its folder where it is missing."""
    _replace_all({path: text})


def _located(files: Iterable[GeneratedFile], directory: Path) -> dict[Path, str]:
    return {directory / file.path: file.text for file in files}


def _holds(path: Path, text: str) -> bool:
    try:
        return path.read_bytes() == text.encode()
    except (FileNotFoundError, NotADirectoryError):
        return False


def _replace_all(texts: Mapping[Path, str]) -> None:
    made: list[Path] = []
    pending: list[tuple[Path, Path]] = []
    try:
        for folder in dict.fromkeys(path.parent for path in texts):
            _make_folder(folder, made)
        for target, text in texts.items():
            pending.append((_write_beside(target, text), target))
        while pending:
            temporary, target = pending[-1]
            temporary.replace(target)
            pending.pop()
    except BaseException:
        for temporary, _ in pending:
            with suppress(OSError):
                temporary.unlink()
        for folder in reversed(made):
            with suppress(OSError):  # what was renamed before keeps its folder
                folder.rmdir()
        raise


def _make_folder(folder: Path, made: list[Path]) -> None:
    """Make a folder and its parents; note in MADE the ones that were missing."""
    missing = [each for each in (folder, *folder.parents) if not each.exists()]
    for each in reversed(missing):
        with suppress(FileExistsError):  # another process may have been faster
            each.mkdir()
            made.append(each)
    if not folder.is_dir():
        raise NotADirectoryError(f"{folder} is a file, not a folder")


def beside(target: Path) -> Path:
    """Where a file is written first, before it gets its name."""
    return target.with_name(f".{target.name}.{os.getpid()}.tmp")


def _write_beside(target: Path, text: str) -> Path:
    temporary = beside(target)
    try:
        # A new file gets the mode that the user's umask gives to any other.
        with temporary.open("wb") as stream:
            stream.write(text.encode())
    except BaseException:
        with suppress(OSError):
            temporary.unlink()
        raise
    return temporary
