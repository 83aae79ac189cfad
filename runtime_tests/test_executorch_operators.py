"""The wheel's kernels through our registration: found in the registry, with ATen's results."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from optimized_yaml import MERGED_KERNELS, merged_file

from dispatchless.jit.executorch_library import CompiledKernels, compile_kernels
from dispatchless.jit.executorch_runtime import ExecutorchError, ExecutorchRuntime
from dispatchless.jit.session import Session
from dispatchless.model import load_native_functions
from dispatchless.model.executorch_yaml import load_kernel_library

pytestmark = pytest.mark.runtime("executorch")

# Kernels of floats add in another order than ATen's.
TOLERANCE = {"rtol": 1e-4, "atol": 1e-5}


@pytest.fixture
def merged(session: Session, tmp_path: Path) -> CompiledKernels:
    """Our registration of the merged set over the functions of the wheel's own library."""
    runtime = session.runtime
    assert isinstance(runtime, ExecutorchRuntime)
    native = runtime.native_functions()
    assert native is not None
    path = merged_file(runtime.directory / "kernels", tmp_path)
    library = load_kernel_library(path, native=load_native_functions(native))
    prim_ops = len(runtime.registered())
    runtime.load_kernels("optimized")
    assert len(runtime.registered()) == prim_ops
    compiled = compile_kernels(session, library, "merged")
    compiled.register()
    assert len(runtime.registered()) == prim_ops + MERGED_KERNELS
    return compiled


def test_results_are_those_of_aten(merged: CompiledKernels) -> None:
    torch = pytest.importorskip("torch")
    from operator_inputs import operator_calls

    calls = operator_calls()
    wrong: list[str] = []
    for name, inputs in calls.items():
        for args, kwargs in inputs:
            difference = _difference(torch, merged, f"aten::{name}", args, kwargs)
            if difference is not None:
                shown = [tuple(a.shape) if torch.is_tensor(a) else a for a in args]
                wrong.append(f"{name}{shown} {kwargs}: {difference}")
    assert not wrong, f"{len(wrong)} differ:\n" + "\n".join(wrong)
    assert len([name for name, inputs in calls.items() if len(inputs) >= 3]) >= 100


def _difference(
    torch: Any, merged: CompiledKernels, name: str, args: tuple[Any, ...], kwargs: dict[str, Any]
) -> str | None:
    """How our call differs from ATen's; None if it does not."""
    schema = merged.schema(name)
    expected = getattr(torch.ops.aten, schema.name.base)(*args, **kwargs)
    expected = expected if isinstance(expected, tuple) else (expected,)
    outs = {
        out.name: torch.full(result.shape, 7, dtype=result.dtype)
        for out, result in zip(schema.out_arguments, expected, strict=True)
    }
    try:
        got = merged.call(name, *args, **kwargs, **outs)
    except ExecutorchError as error:
        return str(error)
    got = got if isinstance(got, tuple) else (got,)
    for one, other in zip(got, expected, strict=True):
        if one.shape != other.shape or one.dtype != other.dtype:
            return f"{tuple(one.shape)} {one.dtype}, not {tuple(other.shape)} {other.dtype}"
        floating = other.dtype.is_floating_point
        equal = torch.equal(one, other)
        if not equal and floating:
            equal = torch.allclose(one, other, equal_nan=True, **TOLERANCE)
        if not equal:
            return f"{one}, not {other}"
    return None
