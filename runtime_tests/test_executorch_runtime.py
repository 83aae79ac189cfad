"""Kernel libraries on the installed ExecuTorch, compiled and called in this process."""

from __future__ import annotations

import itertools
import math
from pathlib import Path
from typing import Any

import pytest

from dispatchless.jit import CompileError, Crash, LinkError, run_in_child
from dispatchless.jit.executorch_library import CompiledKernels, compile_kernels
from dispatchless.jit.executorch_runtime import (
    ExecutorchAbort,
    ExecutorchError,
    ExecutorchRuntime,
    Registered,
)
from dispatchless.jit.executorch_values import PlainTensor
from dispatchless.jit.session import Session
from dispatchless.lowering.executorch import ExecutorchOptions, Overlap
from dispatchless.model import OperatorTable, load_native_functions
from dispatchless.model.executorch_kernels import KernelLibrary
from dispatchless.model.executorch_yaml import load_kernel_library

pytestmark = pytest.mark.runtime("executorch")

PRIM_OPS = 28  # that libexecutorch.so registers itself
_names = (f"lib{number}" for number in itertools.count())

HEAD = """\
#include "NativeFunctions.h"
#include <cmath>
#include <cstdlib>
#include <stdexcept>
using executorch::aten::Tensor;
using executorch::runtime::KernelRuntimeContext;
"""


@pytest.fixture
def runtime(session: Session) -> ExecutorchRuntime:
    assert isinstance(session.runtime, ExecutorchRuntime)
    return session.runtime


@pytest.fixture
def native(runtime: ExecutorchRuntime) -> OperatorTable:
    path = runtime.native_functions()
    assert path is not None
    return load_native_functions(path)


class Workshop:
    """Compiles libraries of operators that the test writes down."""

    def __init__(self, session: Session, native: OperatorTable, folder: Path) -> None:
        self.session, self.native, self.folder = session, native, folder

    def library(self, yaml: str) -> KernelLibrary:
        path = self.folder / "custom_ops.yaml"
        path.write_text(yaml)
        return load_kernel_library(None, path, native=self.native)

    def compile(
        self, yaml: str, kernels: str, *, name: str | None = None, **options: Any
    ) -> CompiledKernels:
        return compile_kernels(
            self.session,
            self.library(yaml),
            name or next(_names),
            options=ExecutorchOptions(**options),
            kernel_sources={"kernels.cpp": HEAD + kernels},
        )


@pytest.fixture
def workshop(session: Session, native: OperatorTable, tmp_path: Path) -> Workshop:
    return Workshop(session, native, tmp_path)


def entry(schema: str, kernel: str) -> str:
    return f"- func: {schema}\n  kernels: [{{arg_meta: null, kernel_name: {kernel}}}]\n"


SCALE = entry("acme::scale.out(Tensor x, float by, *, Tensor(a!) out) -> Tensor(a!)", "acme::scale")
SCALE_KERNEL = """
namespace acme::native {
Tensor& scale(KernelRuntimeContext& context, const Tensor& x, double by, Tensor& out) {
  if (by != by) {
    context.fail(executorch::runtime::Error::InvalidArgument);
    return out;
  }
  ET_CHECK_MSG(by > 0, "by is %f", by);
  if (executorch::runtime::resize_tensor(out, x.sizes()) != executorch::runtime::Error::Ok) {
    context.fail(executorch::runtime::Error::InvalidArgument);
    return out;
  }
  for (ssize_t i = 0; i < x.numel(); ++i) {
    out.mutable_data_ptr<float>()[i] = x.const_data_ptr<float>()[i] * by;
  }
  return out;
}
}  // namespace acme::native
"""


@pytest.fixture
def scale(workshop: Workshop) -> CompiledKernels:
    include = "#include <executorch/runtime/core/exec_aten/util/tensor_util.h>\n"
    return workshop.compile(SCALE, include + SCALE_KERNEL)


def test_lists_in_and_out(scale: CompiledKernels, runtime: ExecutorchRuntime) -> None:
    assert len(runtime.registered()) == PRIM_OPS
    scale.register()
    assert runtime.registered()[-1] == Registered("acme::scale.out", "default")
    assert len(runtime.registered()) == PRIM_OPS + 1
    result = scale.call("acme::scale.out", [[1.0, 2.0], [3.0, 4.0]], 0.5, out=[[0.0] * 2] * 2)
    assert result == [[0.5, 1.0], [1.5, 2.0]]
    assert scale.call("acme::scale.out", 3.0, 2.0, out=0.0) == 6.0


def test_torch_tensors_share_their_memory(scale: CompiledKernels) -> None:
    torch = pytest.importorskip("torch")
    scale.register()
    x, out = torch.tensor([1.0, 2.0, 3.0]), torch.zeros(3)
    assert scale.call("acme::scale.out", x, 2.0, out=out) is out
    assert out.tolist() == [2.0, 4.0, 6.0]
    smaller = scale.call("acme::scale.out", x[:2], 3.0, out=out)
    assert smaller.tolist() == [3.0, 6.0]
    assert smaller.data_ptr() == out.data_ptr()
    with pytest.raises(ValueError, match=r"acme::scale\.out, argument 'x': .* not dense"):
        scale.call("acme::scale.out", torch.zeros(6)[::2], 2.0, out=out)
    transposed = torch.arange(6.0).view(2, 3).t()
    assert scale.call("acme::scale.out", transposed, 1.0, out=torch.zeros(2, 3).t()) is not None


def test_a_kernel_that_fails_is_an_error(scale: CompiledKernels) -> None:
    scale.register()
    with pytest.raises(
        ExecutorchError, match=r"acme::scale\.out: Error::InvalidArgument"
    ) as caught:
        scale.call("acme::scale.out", [1.0], math.nan, out=[0.0])
    assert not isinstance(caught.value, ExecutorchAbort)
    assert caught.value.code == 0x12
    with pytest.raises(ExecutorchError, match="InvalidArgument"):
        scale.call("acme::scale.out", [1.0, 2.0], 1.0, out=[0.0])  # out has no room


def test_an_abort_is_an_error_and_the_process_goes_on(scale: CompiledKernels) -> None:
    scale.register()
    with pytest.raises(ExecutorchAbort, match=r"by is -1\.0") as caught:
        scale.call("acme::scale.out", [1.0], -1.0, out=[0.0])
    assert any("assert failed" in line for line in caught.value.log)
    assert scale.call("acme::scale.out", [1.0], 2.0, out=[0.0]) == [2.0]


def test_an_operator_that_is_not_registered(scale: CompiledKernels) -> None:
    with pytest.raises(ExecutorchError, match="OperatorMissing") as caught:
        scale.call("acme::scale.out", [1.0], 2.0, out=[0.0])
    assert any("acme::scale.out" in line for line in caught.value.log)
    with pytest.raises(KeyError, match=r"no operator 'acme::other\.out'"):
        scale.call("acme::other.out", [1.0])


def test_the_method_scoped_table(scale: CompiledKernels, runtime: ExecutorchRuntime) -> None:
    assert scale.call("acme::scale.out", [3.0], 2.0, out=[0.0], scoped=True) == [6.0]
    assert scale.found("acme::scale.out", [3.0], 2.0, out=[0.0]) is None
    assert len(runtime.registered()) == PRIM_OPS


def test_registering_twice(scale: CompiledKernels, runtime: ExecutorchRuntime) -> None:
    """Case R5: the generated function has an error where the runtime's own aborts."""
    scale.register()
    with pytest.raises(ExecutorchError, match="RegistrationAlreadyRegistered") as caught:
        scale.register()
    assert not isinstance(caught.value, ExecutorchAbort)
    assert f"already registered by library '{scale.name}'" in str(caught.value)
    with pytest.raises(ExecutorchAbort, match=r"Re-registering acme::scale\.out"):
        scale.register_unchecked()
    assert len(runtime.registered()) == PRIM_OPS + 1


def test_two_libraries(scale: CompiledKernels, workshop: Workshop) -> None:
    """The second is compiled beside the first, and its errors know the first's name."""
    scale.register()
    twice = SCALE.replace("acme::scale", "acme::second").replace("second.out", "scale.out")
    kernels = SCALE_KERNEL.replace("& scale(", "& second(").replace("* by;", "* by * 10;")
    replacing = workshop.compile(twice, kernels, overlap=Overlap.REPLACE)
    refused = workshop.compile(twice.replace("second", "third"), kernels.replace("second", "third"))
    with pytest.raises(ExecutorchError, match=f"registered by library '{scale.name}'"):
        refused.register()
    replacing.register()
    assert scale.call("acme::scale.out", [1.0], 2.0, out=[0.0]) == [20.0]


MANY = """
namespace acme::native {
using executorch::aten::ArrayRef;
using executorch::aten::Scalar;
template <class List> double total(const List& list) {
  double sum = 0;
  for (const auto& each : list) { sum += each; }
  return sum;
}
double first(const Tensor& t) { return t.const_data_ptr<float>()[0]; }
// Each value adds a digit of its own, so that none can stand for another.
Tensor& many(
    KernelRuntimeContext&, const Tensor& x, ArrayRef<int64_t> ints, ArrayRef<double> floats,
    ArrayRef<bool> bools, std::string_view text, const Scalar& scalar, ArrayRef<Tensor> tensors,
    ArrayRef<std::optional<Tensor>> holes, std::optional<int64_t> maybe,
    std::optional<executorch::aten::ScalarType> dtype, bool flag, Tensor& out) {
  double sum = first(x) + 10 * total(ints) + 100 * total(floats) + 1e3 * total(bools);
  sum += 1e4 * text.size() + 1e5 * (scalar.isIntegral(false) ? scalar.to<int64_t>() : 9);
  sum += 1e6 * maybe.value_or(5) + 1e7 * (dtype ? int(*dtype) : 8);
  for (const Tensor& t : tensors) { sum += 1e8 * first(t); }
  for (const auto& t : holes) { sum += 1e9 * (t ? first(*t) : 1); }
  out.mutable_data_ptr<double>()[0] = sum + 1e10 * flag;
  return out;
}
int64_t rank(KernelRuntimeContext&, const Tensor& x) { return x.dim(); }
}  // namespace acme::native
"""
MANY_YAML = entry(
    "acme::many.out(Tensor x, int[] ints, float[] floats, bool[2] bools, str text, Scalar scalar, "
    "Tensor[] tensors, Tensor?[] holes, int? maybe=None, ScalarType? dtype=None, bool flag=False, "
    "*, Tensor(a!) out) -> Tensor(a!)",
    "acme::many",
) + entry("acme::rank(Tensor x) -> int", "acme::rank")


def test_values_of_every_type(workshop: Workshop) -> None:
    library = workshop.compile(MANY_YAML, MANY)
    library.register()

    def many(*args: object, **kwargs: object) -> object:
        out = PlainTensor([0.0], "Double")
        result = library.call("acme::many.out", [1.0], *args, out=out, **kwargs)
        (number,) = result
        return number

    tensors, holes = [[2.0], [1.0]], [None, [3.0]]
    got = many([1, 2], [0.5, 1.5], [True, False], "four", 5, tensors, holes, 6, "Short", True)
    assert got == 1 + 30 + 200 + 1e3 + 4e4 + 5e5 + 6e6 + 2e7 + 3e8 + 4e9 + 1e10
    got = many([], [], [False, False], "", 2.5, [], [])
    assert got == 1 + 9e5 + 5e6 + 8e7
    assert library.call("acme::rank", [[1.0]]) == 2
    for wrong, message in (
        (([1.5], [], [True, True], "", 1), "argument 'ints': int is wanted, not 1.5"),
        (([], [], [True, True], 3, 1), "argument 'text': str is wanted, not 3"),
        (([], [], [True, True], "", "x"), "argument 'scalar': bool or int or float is wanted"),
    ):
        with pytest.raises(TypeError, match=message):
            many(*wrong, [], [])
    with pytest.raises(ValueError, match="different lengths"):
        many([], [], [True, True], "", 1, [[[1.0], [1.0, 2.0]]], [])


NAMED = entry(
    "acme::named.out(Tensor context, float stack, *, Tensor(a!) out) -> Tensor(a!)", "acme::named"
)
NAMED_KERNEL = """
namespace acme::native {
Tensor& named(KernelRuntimeContext&, const Tensor& context, double stack, Tensor& out) {
  *out.mutable_data_ptr<float>() = *context.const_data_ptr<float>() * stack;
  return out;
}
}
"""


def test_arguments_with_the_names_of_what_is_generated(workshop: Workshop) -> None:
    library = workshop.compile(NAMED, NAMED_KERNEL)
    library.register()
    assert library.call("acme::named.out", [2.0], 3.0, out=[0.0]) == [6.0]


KEYED = """\
- func: acme::keyed.out(Tensor x, *, Tensor(a!) out) -> Tensor(a!)
  type_alias: {F: [Float], I: [Int]}
  dim_order_alias: {D0: [0]}
  kernels:
    - {arg_meta: {x: [F, D0], out: [F, D0]}, kernel_name: acme::of_float}
    - {arg_meta: {x: [I, D0], out: [I, D0]}, kernel_name: acme::of_int}
"""
KEYED_KERNELS = """
namespace acme::native {
Tensor& of_float(KernelRuntimeContext&, const Tensor&, Tensor& out) {
  *out.mutable_data_ptr<float>() = 1;
  return out;
}
Tensor& of_int(KernelRuntimeContext&, const Tensor&, Tensor& out) {
  *out.mutable_data_ptr<int>() = 2;
  return out;
}
}
"""


def test_a_key_is_hit_by_the_tensors_of_a_call(workshop: Workshop) -> None:
    """FACTS of the runtime: the out argument counts twice."""
    library = workshop.compile(KEYED, KEYED_KERNELS)
    library.register()
    integer = PlainTensor([0], "Int")
    assert library.call("acme::keyed.out", [0.0], out=[0.0]) == [1.0]
    assert library.call("acme::keyed.out", integer, out=integer) == [2]
    found = library.found("acme::keyed.out", integer, out=integer)
    assert found == Registered("acme::keyed.out", "v1/3;0|3;0|3;0")
    with pytest.raises(ExecutorchError, match="OperatorMissing"):
        library.call("acme::keyed.out", integer, out=[0.0])


THROWING = """
namespace acme::native {
Tensor& throwing(KernelRuntimeContext&, const Tensor& x, double, Tensor&) {
  throw std::runtime_error("bad shape");
}
}
"""


def test_the_exception_boundary(workshop: Workshop) -> None:
    """Case R9."""
    yaml = SCALE.replace("acme::scale}", "acme::throwing}")
    library = workshop.compile(yaml, THROWING, exception_boundary=True)
    library.register()
    with pytest.raises(ExecutorchError, match=r"Error::Internal(.|\n)*bad shape"):
        library.call("acme::scale.out", [1.0], 2.0, out=[0.0])


def test_results_that_the_kernel_makes(workshop: Workshop) -> None:
    kernels = """
    namespace acme::native {
    std::vector<float> data = {1, 2, 3};
    int sizes[] = {3}, strides[] = {1};
    unsigned char order[] = {0};
    executorch::aten::TensorImpl impl(
        executorch::aten::ScalarType::Float, 1, sizes, data.data(), order, strides);
    Tensor made(KernelRuntimeContext&, const Tensor&) { return Tensor(&impl); }
    double real(KernelRuntimeContext&, const Tensor&) { return 2.5; }
    bool yes(KernelRuntimeContext&, const Tensor&) { return true; }
    }
    """
    yaml = "".join(
        entry(f"acme::{name}(Tensor x) -> {type_}", f"acme::{name}")
        for name, type_ in (("made", "Tensor"), ("real", "float"), ("yes", "bool"))
    )
    library = workshop.compile(yaml, kernels)
    library.register()
    assert library.call("acme::made", [0.0]) == [1.0, 2.0, 3.0]
    assert library.call("acme::real", [0.0]) == 2.5
    assert library.call("acme::yes", [0.0]) is True
    torch = pytest.importorskip("torch")
    assert torch.equal(library.call("acme::made", torch.zeros(1)), torch.tensor([1.0, 2.0, 3.0]))


def test_kernels_that_do_not_fit(workshop: Workshop, session: Session) -> None:
    session.preflight = True
    with pytest.raises(LinkError, match="scale"):
        workshop.compile(SCALE, "")
    wrong = "namespace acme::native { Tensor& scale(int x) { return undefined_name; } }"
    with pytest.raises(CompileError, match="undefined_name") as caught:
        workshop.compile(SCALE, wrong)
    assert "kernels.cpp" in str(caught.value)


def test_what_ends_the_process_is_a_crash_of_a_child(workshop: Workshop) -> None:
    """An abort in a function that must not throw cannot be caught."""
    yaml = SCALE.replace("acme::scale}", "acme::hard}")
    kernel = """
    namespace acme::native {
    Tensor& hard(KernelRuntimeContext&, const Tensor&, double, Tensor& out) {
      if (out.numel() == 1) { std::abort(); }
      return out;
    }
    }
    """
    library = workshop.compile(yaml, kernel)

    def work() -> object:
        library.register()
        return library.call("acme::scale.out", [1.0], 2.0, out=[0.0])

    outcome = run_in_child(work)
    assert isinstance(outcome, Crash)
    assert "SIGABRT" in str(outcome)


def test_a_full_table(scale: CompiledKernels, workshop: Workshop) -> None:
    """Case R3: the limit itself is allowed."""
    scale.register()
    yaml = entry("acme::more.out(Tensor x, *, Tensor(a!) out) -> Tensor(a!)", "acme::more")
    kernels = (
        "namespace acme::native { Tensor& %s(KernelRuntimeContext&, const Tensor&, Tensor& out) "
        "{ return out; } }"
    )
    full = workshop.compile(yaml, kernels % "more", max_kernels=PRIM_OPS + 1)
    with pytest.raises(ExecutorchError, match=r"RegistrationExceedingMaxKernels(.|\n)*limit of 29"):
        full.register()
    fits = workshop.compile(yaml.replace("more", "fits"), kernels % "fits", max_kernels=30)
    fits.register()
