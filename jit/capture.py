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

STDOUT = 1
STDERR = 2


class OutputFile:
    """A file without a name (in memory where the system has such files) that output goes to."""

    def __init__(self) -> None:
        self._descriptor = _unnamed_file()
        self._text: str | None = None

    def receive(self, descriptor: int) -> None:
        """Make `descriptor` write here, from now on."""
        os.dup2(self._descriptor, descriptor)

    @property
    def text(self) -> str:
        """All that was written so far (undecodable bytes are replaced)."""
        if self._text is not None:
            return self._text
        size = os.fstat(self._descriptor).st_size
        return os.pread(self._descriptor, size, 0).decode(errors="replace")

    def close(self) -> None:
        """Give the file back; its text stays readable."""
        if self._text is None:
            self._text = self.text
            os.close(self._descriptor)


class Captured:
    """What was written to the captured descriptors, by descriptor."""

    def __init__(self, files: dict[int, OutputFile]) -> None:
        self._files = files

    @property
    def stdout(self) -> str:
        return self._files[STDOUT].text

    @property
    def stderr(self) -> str:
        return self._files[STDERR].text

    def replay(self) -> None:
        """Write the captured text to where it would have gone; for use after the block."""
        for descriptor, file in self._files.items():
            if file.text:
                os.write(descriptor, file.text.encode(errors="replace"))


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
    files = {descriptor: OutputFile() for descriptor in descriptors or (STDERR,)}
    originals = {descriptor: os.dup(descriptor) for descriptor in files}
    flush_streams()
    try:
        for descriptor, file in files.items():
            file.receive(descriptor)
        yield Captured(files)
    finally:
        flush_streams()
        for descriptor, original in originals.items():
            os.dup2(original, descriptor)
            os.close(original)
        for file in files.values():
            file.close()


def _unnamed_file() -> int:
    if hasattr(os, "memfd_create"):
        return os.memfd_create("dispatchless-output")
    with tempfile.TemporaryFile(buffering=0) as file:
        return os.dup(file.fileno())
