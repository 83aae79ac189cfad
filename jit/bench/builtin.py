"""The operators that the suite measures where nobody gives others: one, three and eight inner
operators, in every design that can express them."""

from __future__ import annotations

import re
from pathlib import Path

from dispatchless.cppast import Header
from dispatchless.jit.bench.subjects import HAND_WRITTEN, Grouping, Rival

_FOLDER = Path(__file__).with_name("builtin")

SPECIFICATION = _FOLDER / "designs.yaml"

# What reaches into libtorch itself.
_TORCH_SPECIFICATION = _FOLDER / "torch_designs.yaml"

#: Kernels for ExecuTorch with few and with many arguments, and the C++ of them.
KERNELS = _FOLDER / "kernels.yaml"
KERNEL_SOURCE = _FOLDER / "kernels.cpp"

#: Operators of the same name but for these words are one subject.
GROUPING = Grouping(
    frozenset({"composite", "structured", "wrapper", "adapter", "device", "inheritance", "stub"}),
    {"one": 1, "three": 3, "eight": 8},
)
_DEFINITION = re.compile(r"\b(\w+)\s*\([^;{}]*\)\s*\{")


def rival_in(header: Path, namespace: str, design: str, device: str = "cpu") -> Rival:
    """The functions that a header defines in a namespace, for a device.

    Raises OSError: the header cannot be read.
    """
    functions = frozenset(_DEFINITION.findall(header.read_text()))
    shown = Header(str(header.resolve()), system=False)
    return Rival(design, namespace, shown, functions, device)


def builtin_specification(runtime: str) -> tuple[Path, ...]:
    """The files of the suite for a runtime."""
    return (SPECIFICATION, _TORCH_SPECIFICATION) if runtime == "torch" else (SPECIFICATION,)


def builtin_rivals(runtime: str) -> tuple[Rival, ...]:
    """What the suite compares with; some of it reaches into libtorch itself."""
    rivals = [
        rival_in(_FOLDER / "hand_written.h", "hand_written", HAND_WRITTEN),
        rival_in(_FOLDER / "hand_written_meta.h", "hand_written_meta", HAND_WRITTEN, "meta"),
    ]
    if runtime == "torch":
        rivals.append(rival_in(_FOLDER / "kernels.h", "bench_stub", "DispatchStub"))
        rivals.append(rival_in(_FOLDER / "kernels.h", "bench_inherited", "inheritance"))
    return tuple(rivals)
