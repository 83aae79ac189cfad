"""Measures which operators PyTorch's CPU kernels call inside, and writes the table of lowering.

    python tests/lowering/measure_inner_dispatches.py

Runs the sample inputs of PyTorch's own operator database (torch.testing) in inference mode, with a
RecordFunction callback that notes for every dispatcher call which call it was made in. Needs g++.
"""

from __future__ import annotations

import ctypes
import itertools
import subprocess
import sys
import tempfile
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
TABLE = HERE.parents[1] / "lowering" / "measured_dispatches.py"
SAMPLES_PER_OPERATOR = 12
PREFIX = "aten::"


def build_recorder(directory: Path) -> ctypes.CDLL:
    """The recorder as a loaded library."""
    import torch
    from torch.utils.cpp_extension import include_paths

    library = directory / "libinner_dispatch_recorder.so"
    torch_libraries = Path(torch.__file__).parent / "lib"
    subprocess.run(
        [
            "g++",
            "-std=c++20",
            "-O0",
            "-shared",
            "-fPIC",
            *(f"-I{path}" for path in include_paths()),
            str(HERE / "inner_dispatch_recorder.cpp"),
            f"-L{torch_libraries}",
            "-ltorch_cpu",
            "-lc10",
            "-o",
            str(library),
        ],
        check=True,
    )
    loaded = ctypes.CDLL(str(library))
    loaded.recorder_text.restype = ctypes.c_char_p
    return loaded


def record(run: Callable[[], None]) -> dict[str, tuple[str, ...]]:
    """What `run` makes the dispatcher do: operator -> operators called inside it, ATen's only."""
    with tempfile.TemporaryDirectory() as directory:
        recorder = build_recorder(Path(directory))
        recorder.recorder_start()
        try:
            run()
        finally:
            recorder.recorder_stop()
        lines = recorder.recorder_text().decode().splitlines()
    table = {}
    for outer, *inside in (line.split() for line in lines):
        if outer.startswith(PREFIX):
            table[outer[len(PREFIX) :]] = tuple(
                sorted(each.removeprefix(PREFIX) for each in inside)
            )
    return table


def run_operator_database() -> None:
    """Every operator of torch.testing on samples of the first of three dtypes that it takes."""
    import torch
    from torch.testing._internal.common_methods_invocations import op_db

    for operator in op_db:
        dtypes = [d for d in (torch.float32, torch.int64, torch.bool) if d in operator.dtypes]
        if not dtypes:
            continue
        try:
            samples = operator.sample_inputs("cpu", dtypes[0], requires_grad=False)
            for sample in itertools.islice(samples, SAMPLES_PER_OPERATOR):
                with torch.inference_mode():
                    run_sample(operator, sample)
        except (RuntimeError, AssertionError) as problem:
            print(f"{operator.name}: {problem}", file=sys.stderr)


def run_sample(operator: Any, sample: Any) -> None:
    """The functional, out= and in-place forms of one operator on one input."""
    import torch

    def attempt(function: Callable[..., object], **more: object) -> object:
        try:
            return function(sample.input, *sample.args, **sample.kwargs, **more)
        except (RuntimeError, TypeError, IndexError, ValueError):
            return None  # the database has samples that a form refuses

    result = attempt(operator.op)
    if operator.supports_out and isinstance(result, torch.Tensor):
        attempt(operator.op, out=torch.empty_like(result))
        attempt(operator.op, out=torch.empty(0, dtype=result.dtype))
    if operator.inplace_variant is not None:
        attempt(operator.inplace_variant)


def table_text(table: dict[str, tuple[str, ...]]) -> str:
    """The source text of `lowering/measured_dispatches.py`."""
    import torch

    lines = []
    for outer, inside in sorted(table.items()):
        line = f"{outer}:"
        for each in inside:
            if len(line) + 1 + len(each) > 98:
                lines.append(line)
                line = f"{outer}:"
            line += f" {each}"
        lines.append(line)
    version = torch.__version__.split("+")[0]
    return _TABLE.format(version=version, lines="\n".join(lines))


_TABLE = '''"""Operators that PyTorch's CPU kernels were seen to call through the dispatcher.

Written by tests/lowering/measure_inner_dispatches.py with torch {version}: the sample inputs of
torch.testing's operator database, inference mode, a RecordFunction callback.
"""

from __future__ import annotations

import functools


@functools.cache
def cpu_inner_dispatches() -> dict[str, tuple[str, ...]]:
    """Operator (`add.Tensor`) -> the operators seen called inside its CPU kernel.

    A missing operator was not run. The kernel may call others for inputs that were not tried.
    """
    table: dict[str, tuple[str, ...]] = {{}}
    for line in _OBSERVED.splitlines():
        outer, _, inside = line.partition(":")
        table[outer] = (*table.get(outer, ()), *inside.split())
    return table


_OBSERVED = """\\
{lines}
"""
'''


def main() -> None:
    warnings.simplefilter("ignore")
    TABLE.write_text(table_text(record(run_operator_database)))


if __name__ == "__main__":
    main()
