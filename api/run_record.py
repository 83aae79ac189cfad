"""What a run of a generator read and wrote, so that a run with nothing to do ends at once.

A record is a file in the user's cache, one for each command line and working directory. As make
does, it goes by the times and sizes of files; the generator's own modules are among the inputs. A
file that was changed a moment before the run is not trusted, since its time may not tell of another
change right after. Where the cache cannot be written, every run does all its work.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
import time
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

_RACY_NS = 2_000_000_000  # the coarsest clock of a file system in use (FAT)

Stamp = list[int]


class RunRecord:
    """The record of one command line."""

    def __init__(self, arguments: Iterable[str]) -> None:
        self._started = time.time_ns()
        identity = json.dumps([__file__, os.getcwd(), sys.version, *arguments])
        name = hashlib.sha256(identity.encode()).hexdigest()[:32]
        self._path = _cache_directory() / "runs" / f"{name}.json"

    def is_current(self) -> bool:
        """Whether nothing that the run reads or has written is changed since it was recorded."""
        try:
            recorded: dict[str, Stamp] = json.loads(self._path.read_text())
            return bool(recorded) and all(_stamp(p) == s for p, s in recorded.items())
        except (OSError, ValueError, AttributeError):
            return False

    def write(self, inputs: Iterable[Path], outputs: Iterable[Path]) -> None:
        """Record a run that is done."""
        from dispatchless.depfile import generator_modules

        recorded: dict[str, Stamp] = {}
        with suppress(OSError):
            self._path.unlink(missing_ok=True)
            for path in [*inputs, *generator_modules()]:
                stamp = _stamp(str(path))
                if stamp[0] > self._started - _RACY_NS:
                    return
                recorded[str(path)] = stamp
            for path in outputs:
                recorded[str(path)] = _stamp(str(path))
            self._path.parent.mkdir(parents=True, exist_ok=True)
            temporary = self._path.with_suffix(f".{os.getpid()}")
            temporary.write_text(json.dumps(recorded))
            temporary.replace(self._path)


def _stamp(path: str) -> Stamp:
    status = os.stat(path)
    return [status.st_mtime_ns, status.st_size]


def _cache_directory() -> Path:
    """As the JIT's: `DISPATCHLESS_CACHE_DIR`, else a folder in the user's cache."""
    if own := os.environ.get("DISPATCHLESS_CACHE_DIR"):
        return Path(own)
    base = os.environ.get("XDG_CACHE_HOME")
    return (Path(base) if base else Path(os.path.expanduser("~/.cache"))) / "dispatchless"
