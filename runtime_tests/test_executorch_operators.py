"""The wheel's kernels through our registration: found in the registry, with ATen's results."""

from __future__ import annotations

from collections.abc import Callable
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

# The wheel's kernel adds to what is in its out argument.
ADDS_TO_OUT = ("aten::max_pool2d_with_indices_backward.grad_input",)
# Copies to and from other devices, which this process has none of: the kernels say so.
OTHER_DEVICES = ("et_copy::_h2d_copy.out", "et_copy::_d2h_copy.out")


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
    _run_the_others(torch, merged, {f"aten::{name}" for name in calls})


def _difference(
    torch: Any, merged: CompiledKernels, name: str, args: tuple[Any, ...], kwargs: dict[str, Any]
) -> str | None:
    """How our call differs from ATen's; None if it does not."""
    schema = merged.schema(name)
    expected = getattr(torch.ops.aten, schema.name.base)(*args, **kwargs)
    prototypes = [expected] if isinstance(expected, (torch.Tensor, list)) else expected
    outs = {
        out.name: _filled(torch, result, 0 if name in ADDS_TO_OUT else 7)
        for out, result in zip(schema.out_arguments, prototypes, strict=True)
    }
    try:
        got = merged.call(name, *args, **kwargs, **outs)
    except ExecutorchError as error:
        return str(error)
    pairs = zip(_tensors(torch, got), _tensors(torch, expected), strict=True)
    for one, other in pairs:
        if one.shape != other.shape or one.dtype != other.dtype:
            return f"{tuple(one.shape)} {one.dtype}, not {tuple(other.shape)} {other.dtype}"
        floating = other.dtype.is_floating_point or other.dtype.is_complex
        equal = torch.equal(one, other)
        if not equal and floating:
            equal = torch.allclose(one, other, equal_nan=True, **TOLERANCE)
        if not equal:
            return f"{one}, not {other}"
    return None


def _filled(torch: Any, result: Any, value: int) -> Any:
    """Out arguments for a result, with other contents."""
    if isinstance(result, list):
        return [_filled(torch, each, value) for each in result]
    return torch.full(result.shape, value, dtype=result.dtype)


def _tensors(torch: Any, result: Any) -> list[Any]:
    """The tensors of a result, in order."""
    if isinstance(result, torch.Tensor):
        return [result]
    return [tensor for each in result for tensor in _tensors(torch, each)]


def _rest(torch: Any) -> dict[str, tuple[tuple[Any, ...], dict[str, Any], Callable[..., bool]]]:
    """Operators without a functional form of ATen to compare with: arguments, out arguments, and
    what must hold of the result."""
    x, y = torch.tensor([[1.0, 2.0]]), torch.tensor([[3.0, 4.0]])
    three = torch.tensor([0.5, 1.0, 2.0])

    def out(**dtype: Any) -> dict[str, Any]:
        return {"out": torch.zeros(1, 2, **dtype)}

    def equals(wanted: Any) -> Callable[..., bool]:
        return lambda got: torch.equal(got, wanted)

    norm = {"save_mean": torch.zeros(2), "save_invstd": torch.zeros(2), **out()}
    statistics = (torch.ones(2), torch.zeros(2), torch.zeros(2), torch.ones(2))
    dropped = {"out0": torch.zeros(3), "out1": torch.zeros(3, dtype=torch.bool)}
    return {
        "aten::copy_": ((x.clone(), y), {}, equals(y)),
        "aten::index_put_": (
            (three.clone(), [torch.tensor([1])], torch.tensor([9.0])),
            {},
            equals(torch.tensor([0.5, 9.0, 2.0])),
        ),
        "aten::empty.out": (([1, 2],), out(), lambda got: got.shape == (1, 2)),
        "aten::rand.out": (([1, 2],), out(), lambda got: bool(((got >= 0) & (got < 1)).all())),
        "aten::randn.out": (([1, 2],), out(), lambda got: bool(got.isfinite().all())),
        "aten::native_dropout.out": (
            (three, 0.5, False),
            dropped,
            lambda got: torch.equal(got[0], three) and bool(got[1].all()),
        ),
        "aten::_native_batch_norm_legit.out": (
            (y, *statistics, False, 0.1, 0.0),
            norm,
            lambda got: torch.allclose(got[0], y),
        ),
        "dim_order_ops::_empty_dim_order.out": (
            ([1, 2],),
            out(),
            lambda got: got.shape == (1, 2),
        ),
        "dim_order_ops::_to_dim_order_copy.out": (
            (x,),
            out(dtype=torch.float64),
            equals(x.double()),
        ),
        "dim_order_ops::_clone_dim_order.out": ((x,), out(), equals(x)),
    }


def _run_the_others(torch: Any, merged: CompiledKernels, compared: set[str]) -> None:
    """With those that are compared, all of the merged set. (In the same test, since each compiles
    the registration anew.)"""
    rest = _rest(torch)
    named = {*compared, *rest, *OTHER_DEVICES}
    assert named == {str(each.name) for each in merged.library.operators}
    for name, (args, outs, holds) in rest.items():
        assert holds(merged.call(name, *args, **outs)), name
    for name in OTHER_DEVICES:
        with pytest.raises(ExecutorchError, match="must be on a non-CPU device"):
            merged.call(name, torch.zeros(2), out=torch.zeros(2))
