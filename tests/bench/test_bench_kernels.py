"""`bench --runtime executorch`: kernels called directly, boxed, and through the registry."""

from __future__ import annotations

from pathlib import Path

import pytest

from dispatchless import bench
from dispatchless.bench_table import report_tables
from dispatchless.cppast import print_node
from dispatchless.cppast.build import call
from dispatchless.jit.bench import BenchReport, Plan
from dispatchless.jit.bench.kernels import kernel_subjects, kernel_visit
from dispatchless.model import SpecError, load_native_functions
from dispatchless.model.executorch_yaml import load_kernel_library
from dispatchless.runtime_names import reference_native_functions

PICK = (
    "pick.out(Tensor self, int[2] sizes, Tensor?[] indices, float? scale=0.5, "
    'str mode="mean", Tensor? mask=None, *, Tensor(a!) out) -> Tensor(a!)'
)
GIVEN = (
    "given.out(Tensor self, Tensor[] others, bool[] flags, int rows, *, Tensor(a!) out) "
    "-> Tensor(a!)"
)
KERNELS = f"""
- func: acme::{PICK}
  kernels:
  - arg_meta: null
    kernel_name: acme::pick_out
- func: acme::keyed.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)
  type_alias:
    T0: [Double]
    T1: [Long]
  dim_order_alias:
    D0: [0, 1]
  kernels:
  - arg_meta: {{self: [T0, D0], out: [T0, D0], ret: [T0, D0]}}
    kernel_name: acme::keyed_double
  - arg_meta: {{self: [T1, D0], out: [T1, D0], ret: [T1, D0]}}
    kernel_name: acme::keyed_long
- func: acme::never.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)
  kernels:
  - arg_meta: null
    kernel_name: acme::never_out
- func: acme::{GIVEN}
  kernels:
  - arg_meta: null
    kernel_name: acme::given_out
"""
SOURCE = """
#include "NativeFunctions.h"
#include <executorch/runtime/kernel/kernel_includes.h>
namespace acme::native {
using namespace executorch::aten;
using executorch::runtime::KernelRuntimeContext;
#define NEED(condition) ET_KERNEL_CHECK(context, condition, InvalidArgument, out)
Tensor& pick_out(
    KernelRuntimeContext& context, const Tensor& self, ArrayRef<int64_t> sizes,
    ArrayRef<std::optional<Tensor>> indices, std::optional<double> scale, std::string_view mode,
    const std::optional<Tensor>& mask, Tensor& out) {
  NEED(self.dim() == 3 && sizes.size() == 2 && sizes[0] == sizes[1]);
  NEED(scale == 0.5 && mode == "mean" && !mask.has_value());
  NEED(indices.size() == 2 && indices[1].has_value());
  NEED(context.allocate_temp(1000).ok());
  return out;
}
Tensor& keyed_double(KernelRuntimeContext& context, const Tensor& self, Tensor& out) {
  NEED(self.scalar_type() == ScalarType::Double && self.dim() == 2);
  return out;
}
Tensor& keyed_long(KernelRuntimeContext& context, const Tensor& self, Tensor& out) {
  NEED(self.scalar_type() == ScalarType::Long && self.const_data_ptr<int64_t>()[0] == 1);
  return out;
}
Tensor& never_out(KernelRuntimeContext& context, const Tensor& self, Tensor& out) {
  ET_CHECK_MSG(self.dim() > 9, "too flat");
  return out;
}
Tensor& given_out(
    KernelRuntimeContext& context, const Tensor& self, ArrayRef<Tensor> others,
    ArrayRef<bool> flags, int64_t rows, Tensor& out) {
  NEED(self.dim() == 2 && self.size(1) == 5 && out.numel() == 15 && others.size() == 1);
  NEED(others[0].scalar_type() == ScalarType::Short && flags.size() == 2 && flags[0] && !flags[1]);
  NEED(rows == 9);
  return out;
}
}
"""
INPUTS = """
given.out:
  self: float[3, 5]
  others: ["short[2]"]
  flags: [True, False]
  rows: 9
"""
TINY = Plan(sizes=(1, 4), rounds=3, block=20_000, instructions=False)
LOOK_UPS = ["look-up among 32", "look-up among 256", "look-up among 2,000"]


def written(folder: Path) -> Path:
    path = folder / "kernels.yaml"
    path.write_text(KERNELS)
    (folder / "kernels.cpp").write_text(SOURCE)
    (folder / "inputs.yaml").write_text(INPUTS)
    return path


@pytest.fixture(scope="module")
def measured(tmp_path_factory: pytest.TempPathFactory) -> BenchReport:
    """One program, built and run once, without optimisation: no time is looked at."""
    path = written(tmp_path_factory.mktemp("kernels"))
    return bench(
        path,
        runtime="executorch",
        plan=TINY,
        kernels=[path.with_suffix(".cpp")],
        inputs=path.with_name("inputs.yaml"),
        optimize=0,
    )


def test_every_kernel_is_called_in_every_way(measured: BenchReport) -> None:
    """Arguments are those that are given, else defaults, else what the kernel accepts: shapes,
    lists, and the dtypes of the kernel's key."""
    found = {(c.operator, c.size): [r.design for r in c.results] for c in measured.comparisons}
    kernels = (
        "acme::pick.out",
        "acme::keyed.out [v1/7;0,1|7;0,1|7;0,1]",
        "acme::keyed.out [v1/4;0,1|4;0,1|4;0,1]",
    )
    ways = ["direct", "boxed", "looked up, boxed"]
    assert found == {
        **{(kernel, 1): [*ways, *LOOK_UPS] for kernel in kernels},
        **{(kernel, 4): ways for kernel in kernels},
        ("acme::given.out", 15): [*ways, *LOOK_UPS],
    }
    for comparison in measured.comparisons:
        assert comparison.base == "direct"
        assert all(result.nanoseconds.low > 0 for result in comparison.results)


def test_a_longer_table_takes_longer(measured: BenchReport) -> None:
    for comparison in measured.comparisons:
        times = [r.nanoseconds.median for r in comparison.results if r.design in LOOK_UPS]
        assert times == sorted(times)


def test_a_kernel_that_aborts_is_a_note(measured: BenchReport) -> None:
    (note,) = measured.notes
    assert note.startswith("acme::never.out (out) was not measured: ")
    assert "too flat" in note


def test_tables(measured: BenchReport) -> None:
    tables = list(report_tables(measured))
    assert tables[0].title == "acme::pick.out: time of a call to that of direct"
    assert tables[0].headings == ("", "1 el.", "4 el.", "allocations")
    assert [row[0] for row in tables[0].rows] == ["direct", "boxed", "looked up, boxed", *LOOK_UPS]
    assert tables[0].rows[-1][2] == "-"


def test_the_generated_function(tmp_path: Path) -> None:
    """Variables are named as the arguments; what is ours gives way."""
    native = load_native_functions(reference_native_functions())
    path = tmp_path / "kernels.yaml"
    path.write_text(
        "- func: acme::f.out(Tensor run, int stack=3, *, Tensor(a!) out) -> Tensor(a!)\n"
        "  kernels:\n  - arg_meta: null\n    kernel_name: acme::f_out\n"
    )
    (subject,) = kernel_subjects(load_kernel_library(path, None, native=native), {})
    text = print_node(kernel_visit(subject, call("own")))
    assert "visit_acme_f_out(dispatchless_bench::Run &run_1)" in text
    assert "values.integer(3);" in text and "values.result(2);" in text
    assert "auto &&stack = stack_1[1]->to<int64_t>();" in text
    assert "::acme::native::f_out(dispatchless_bench::context(), run, stack, out);" in text


def test_what_does_not_go_together(tmp_path: Path) -> None:
    path = written(tmp_path)
    with pytest.raises(SpecError, match="--kernels: there is no file") as caught:
        bench(path, runtime="executorch", kernels=[tmp_path / "nowhere.cpp"])
    assert caught.value.hint
    with pytest.raises(SpecError, match="one yaml file at a time"):
        bench([path, path], runtime="executorch")
    with pytest.raises(SpecError, match="--hand-written is not for ExecuTorch"):
        bench(path, runtime="executorch", hand_written=path)
    with pytest.raises(SpecError, match="--kernels is for ExecuTorch alone"):
        bench(path, runtime="reference", kernels=[path])
