"""Capture of what the process writes to its standard streams, C++ code included.

The compiler in the process and the loaded libraries write to the file descriptors, past
`sys.stdout` and `sys.stderr`, so the descriptors themselves are redirected.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import sys
import tempfile
from collections.abc import Iterator
from typing import BinaryIO

STDOUT = 1
STDERR = 2


class Captured:
    """What was written to the captured descriptors; complete when the `with` block has ended."""

    def __init__(self) -> None:
        self._files: dict[int, BinaryIO] = {}
        self._texts: dict[int, str] = {}

    def text(self, descriptor: int = STDERR) -> str:
        """All that was written to `descriptor` so far (undecodable bytes are replaced)."""
        if descriptor in self._texts:
            return self._texts[descriptor]
        file = self._files[descriptor]
        size = os.fstat(file.fileno()).st_size
        return os.pread(file.fileno(), size, 0).decode(errors="replace")

    @property
    def stdout(self) -> str:
        return self.text(STDOUT)

    @property
    def stderr(self) -> str:
        return self.text(STDERR)

    def replay(self) -> None:
        """Write the captured text to where it would have gone."""
        for descriptor, text in self._texts.items():
            if text:
                os.write(descriptor, text.encode(errors="replace"))

    def _close(self) -> None:
        for descriptor, file in self._files.items():
            self._texts[descriptor] = self.text(descriptor)
            file.close()
        self._files.clear()


def flush_streams() -> None:
    """Flush the buffers of Python and of the C library, so that nothing lands on the wrong side."""
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(AttributeError, ValueError, OSError):
            stream.flush()
    ctypes.CDLL(None).fflush(None)


@contextlib.contextmanager
def captured_output(*descriptors: int) -> Iterator[Captured]:
    """Redirect `descriptors` (standard error if none is given) until the block ends.

    Blocks may be nested. A process forked inside the block keeps the redirection.
    """
    captured = Captured()
    saved: dict[int, int] = {}
    flush_streams()
    try:
        for descriptor in descriptors or (STDERR,):
            # Held open on purpose until _close(): the text is read after the block.
            file = tempfile.TemporaryFile(buffering=0)  # noqa: SIM115
            captured._files[descriptor] = file  # type: ignore[assignment]
            saved[descriptor] = os.dup(descriptor)
            os.dup2(file.fileno(), descriptor)
        yield captured
    finally:
        flush_streams()
        for descriptor, original in saved.items():
            os.dup2(original, descriptor)
            os.close(original)
        captured._close()
