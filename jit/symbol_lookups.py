"""Which symbols the compiler's linker looked for in vain.

The linker in the process does not say for every failure which symbol was missing. It asks the
system for every symbol, though, through one address in its library; while recording, that address
is of a function that notes the answers.
"""

from __future__ import annotations

import contextlib
import ctypes
import functools
from collections.abc import Iterator
from pathlib import Path

from dispatchless.jit.elf import ElfFile

_LINKER = "libCling.so"
_LOOKUP = "dlsym"
_LookupFunction = ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p, ctypes.c_char_p)


@contextlib.contextmanager
def missing_symbols() -> Iterator[list[str] | None]:
    """Collect the symbols that no library has, among those looked for in the block.

    Yields None where lookups cannot be observed (another system or layout of the library).
    """
    address = _slot()
    if address is None:
        yield None
        return
    system = ctypes.CDLL(None).dlsym
    system.restype = ctypes.c_void_p
    system.argtypes = [ctypes.c_void_p, ctypes.c_char_p]
    found: dict[str, bool] = {}
    missing: list[str] = []

    def observed(handle: int | None, name: bytes) -> int | None:
        answer: int | None = system(handle, name)
        text = name.decode(errors="replace")
        found[text] = found.get(text, False) or bool(answer)
        missing[:] = [symbol for symbol, known in found.items() if not known]
        return answer

    callback = _LookupFunction(observed)
    slot = ctypes.c_void_p.from_address(address)
    original = slot.value
    slot.value = ctypes.cast(callback, ctypes.c_void_p).value
    try:
        yield missing
    finally:
        slot.value = original


@functools.cache
def _slot() -> int | None:
    """The address of the linker's pointer to the system's lookup function."""
    try:
        for line in Path("/proc/self/maps").read_text().splitlines():
            fields = line.split(maxsplit=5)
            if len(fields) == 6 and Path(fields[5]).name == _LINKER and int(fields[2], 16) == 0:
                with ElfFile(Path(fields[5])) as library:
                    offset = library.call_slot(_LOOKUP)
                if offset is None:
                    return None
                address = int(fields[0].split("-")[0], 16) + offset
                return address if _is_writable(address) else None
    except (OSError, ValueError):
        pass
    return None


def _is_writable(address: int) -> bool:
    """Whether the word at an address may be written."""
    for line in Path("/proc/self/maps").read_text().splitlines():
        span, mode = line.split(maxsplit=2)[:2]
        start, end = (int(part, 16) for part in span.split("-"))
        if start <= address <= end - ctypes.sizeof(ctypes.c_void_p):
            return mode.startswith("rw")
    return False
