"""What a run of a generator read and wrote, so that a run with nothing to do ends at once.

A record is a file in the user's cache, one for each command line and working directory. As make
does, it goes by the times and sizes of files; the generator's own modules are among the inputs. A
file that was changed a moment before the run is not trusted, since its time may not tell of another
change right after. Where the cache cannot be written, every run does all its work.
"""

from __future__ import annotations

import os
import sys
import time
import zlib
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

_RACY_NS = 2_000_000_000  # the coarsest clock of a file system in use (FAT)


class RunRecord:
    """The record of one command line."""

    def __init__(self, arguments: Iterable[str]) -> None:
        self._started = time.time_ns()
        self._identity = repr([__file__, os.getcwd(), sys.version, *arguments])
        name = f"{zlib.crc32(self._identity.encode('utf-8', 'surrogateescape')):08x}"
        self._path = _cache_directory() / "runs" / f"{name}.txt"

    def is_current(self) -> bool:
        """Whether nothing that the run reads or has written is changed since it was recorded."""
        try:
            text = self._path.read_text(errors="surrogateescape")
        except OSError:
            return False
        identity, *lines = text.split("\0")
        # Two command lines may have the same name; the last one has the record.
        return bool(lines) and identity == self._identity and all(map(_is_unchanged, lines))

    def write(self, inputs: Iterable[Path], outputs: Iterable[Path]) -> None:
        """Record a run that is done."""
        from dispatchless.depfile import generator_modules

        recorded: dict[str, str] = {}
        with suppress(OSError):
            self._path.unlink(missing_ok=True)
            for path in [*inputs, *generator_modules()]:
                stamp = _stamp(str(path))
                if int(stamp.partition(" ")[0]) > self._started - _RACY_NS:
                    return
                recorded[str(path)] = stamp
            for path in outputs:
                recorded[str(path)] = _stamp(str(path))
            lines = [f"{stamp} {path}" for path, stamp in recorded.items()]
            self._path.parent.mkdir(parents=True, exist_ok=True)
            temporary = self._path.with_suffix(f".{os.getpid()}")
            temporary.write_text("\0".join([self._identity, *lines]), errors="surrogateescape")
            temporary.replace(self._path)


def _stamp(path: str) -> str:
    """Time and size. Raises OSError for a file that is not there."""
    status = os.stat(path)
    return f"{status.st_mtime_ns} {status.st_size}"


def _is_unchanged(line: str) -> bool:
    try:
        time_, size, path = line.split(" ", 2)
        return _stamp(path) == f"{time_} {size}"
    except (OSError, ValueError):
        return False


def _cache_directory() -> Path:
    """As the JIT's: `DISPATCHLESS_CACHE_DIR`, else a folder in the user's cache."""
    if own := os.environ.get("DISPATCHLESS_CACHE_DIR"):
        return Path(own)
    base = os.environ.get("XDG_CACHE_HOME")
    return (Path(base) if base else Path(os.path.expanduser("~/.cache"))) / "dispatchless"
