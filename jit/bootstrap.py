"""The one place where cppyy enters the process.

Its precompiled header and its language version are read from the environment while it is imported,
so they must be set before, and cannot be changed afterwards.
"""

from __future__ import annotations

import contextlib
import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

#: The C++ language version of everything compiled in the process (libtorch's headers need 20).
CXX_STANDARD = "20"


def cppyy_missing() -> str | None:
    """Why C++ cannot be compiled in this process, with the line that mends it; None if it can."""
    # Not `import`: that takes half a second and cannot be undone.
    from importlib.util import find_spec

    if find_spec("cppyy") is None:
        return 'cppyy is not installed; install it with: pip install "dispatchless[jit]"'
    return None


def cppyy_is_imported() -> bool:
    """Whether cppyy is in the process already, so that a precompiled header comes too late."""
    return "cppyy" in sys.modules


def import_cppyy(pch: Path | None = None) -> Any:
    """The cppyy module, imported with the precompiled header `pch` if it is imported now.

    The environment is left as it was.
    """
    if cppyy_is_imported():
        return sys.modules["cppyy"]
    settings = {"STDCXX": CXX_STANDARD}
    if pch is not None:
        # Without the second, cppyy would rebuild a file that it takes for its own old one.
        settings |= {"CLING_STANDARD_PCH": str(pch), "CLING_REBUILD_PCH": "0"}
    with _environment(settings):
        import cppyy
    return cppyy


@contextlib.contextmanager
def not_interrupted() -> Iterator[None]:
    """Hold Ctrl-C back: the compiler and cppyy, stopped in their work, crash later."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextlib.contextmanager
def _environment(settings: dict[str, str]) -> Iterator[None]:
    before = dict(os.environ)
    os.environ.update(settings)
    try:
        yield
    finally:
        # cppyy adds variables of its own, among them the name of the header.
        for name in set(os.environ) - set(before):
            del os.environ[name]
        os.environ.update(before)
