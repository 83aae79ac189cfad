"""Generated files on disk: all or nothing, atomically, and only where something changed."""

from __future__ import annotations

import contextlib
import os
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import attrs

if TYPE_CHECKING:
    from dispatchless.generation import GeneratedFile


@attrs.frozen
class WriteSummary:
    """Which files of a run were written and which already held the same bytes."""

    written: tuple[Path, ...]
    unchanged: tuple[Path, ...]


def differing(files: Iterable[GeneratedFile], directory: Path) -> tuple[Path, ...]:
    """The files whose bytes on disk are missing or not what the generator would write."""
    return tuple(
        directory / file.path for file in files if not _holds(directory / file.path, file.text)
    )


def write_files(files: Iterable[GeneratedFile], directory: Path) -> WriteSummary:
    """Write every file that differs; readers never see half a file.

    All new texts are first written beside their targets and then renamed, so that a full disk or an
    unwritable folder leaves the old files as they were.

    Raises:
        OSError: a folder or a file cannot be written; nothing has been replaced.
    """
    files = tuple(files)
    stale = set(differing(files, directory))
    pending: list[tuple[Path, Path]] = []
    try:
        for file in files:
            target = directory / file.path
            if target in stale:
                target.parent.mkdir(parents=True, exist_ok=True)
                pending.append((_write_beside(target, file.text), target))
        for temporary, target in pending:
            temporary.replace(target)
    finally:
        for temporary, _ in pending:
            with contextlib.suppress(FileNotFoundError):
                temporary.unlink()
    paths = tuple(directory / file.path for file in files)
    return WriteSummary(
        written=tuple(path for path in paths if path in stale),
        unchanged=tuple(path for path in paths if path not in stale),
    )


def write_text(path: Path, text: str) -> None:
    """Write one file atomically, creating its folder where it is missing."""
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = _write_beside(path, text)
    try:
        temporary.replace(path)
    except OSError:
        temporary.unlink()
        raise


def _holds(path: Path, text: str) -> bool:
    try:
        return path.read_bytes() == text.encode()
    except (FileNotFoundError, NotADirectoryError):
        return False


def _write_beside(target: Path, text: str) -> Path:
    descriptor, name = tempfile.mkstemp(prefix=f".{target.name}.", dir=target.parent)
    temporary = Path(name)
    try:
        with os.fdopen(descriptor, "wb") as stream:
            stream.write(text.encode())
        # mkstemp makes private files; generated sources have the mode of any other new file.
        temporary.chmod(0o666 & ~_UMASK)
    except BaseException:
        temporary.unlink()
        raise
    return temporary


def _read_umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


_UMASK = _read_umask()
