"""Kernels of PyTorch's operators that somebody has replaced.

A direct call (`at::cpu::add`) goes past the dispatcher, so it goes past a kernel that a user has
registered for the operator as well. This finds such kernels in the dispatcher's own account of an
operator, which lists per dispatch key the active kernel and those it hides, with the source file
that registered each.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

import attrs

_LINE = re.compile(
    r"^(?P<key>\w+)(?:\[alias\])?(?P<hidden> \(inactive\))?: (?:registered|fallthrough registered)"
    r" at (?P<file>.*?):(?P<line>\d+) :: "
)
# Where torch's own C++ kernels were registered, as seen from the tree that it was built in.
_OWN_SOURCES = ("/aten/src/ATen/", "/torch/csrc/")
_FOR_USERS = ("library.py:", "_library/", "_custom_op/", "_custom_ops.py:")


@attrs.frozen
class Override:
    """A kernel that is not torch's own: the operator, the key, and who registered it."""

    operator: str
    key: str
    source: str

    def __str__(self) -> str:
        return f"{self.operator} at {self.key}: kernel registered at {self.source}"


def overridden_kernels(names: Sequence[str], key: str) -> tuple[Override, ...]:
    """The operators among `names` whose active kernel at `key` is not torch's own.

    Names are as in schemas (`aten::add.Tensor`, or `add.Tensor` for aten). Kernels that torch
    registers from Python (its meta kernels) count as its own. Raises ValueError for an operator
    that is not registered.
    """
    import torch

    home = str(Path(torch.__file__).parent) + "/"
    found = []
    for name in names:
        operator = name if "::" in name else f"aten::{name}"
        try:
            dump = torch._C._dispatch_dump(operator)
        except RuntimeError:
            dump = ""
        if "schema:" not in dump:
            raise ValueError(f"no operator {operator!r} is registered")
        source = _active_source(dump, key)
        if source is not None and not _is_own(source, home):
            found.append(Override(operator, key, source))
    return tuple(found)


def _active_source(dump: str, key: str) -> str | None:
    """`file:line` of the registration that is in force at a key, if one is made there itself."""
    for line in dump.splitlines():
        match = _LINE.match(line)
        if match and match["key"] == key and not match["hidden"]:
            return f"{match['file']}:{match['line']}"
    return None


def _is_own(source: str, home: str) -> bool:
    if source.startswith(home):
        # Functions of torch.library register what users hand them.
        return not source.startswith(tuple(home + name for name in _FOR_USERS))
    return any(part in source for part in _OWN_SOURCES)
