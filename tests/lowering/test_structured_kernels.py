"""What is generated where structured kernels are called themselves."""

from __future__ import annotations

from pathlib import Path

import pytest
from cpp_text import tokens

from dispatchless.cppast import print_file
from dispatchless.lowering import LinkKind, Registration, TorchOptions, lower_torch
from dispatchless.lowering.inner_links import inner_link
from dispatchless.model import (
    Dependency,
    DispatchKey,
    KernelAccess,
    OperatorTable,
    SpecError,
    load_native_functions,
    load_spec,
)


def files(
    folder: Path, table: OperatorTable, kernels: str, statement: str, calls: str
) -> dict[str, str]:
    path = folder / "spec.yaml"
    path.write_text(
        "- func: f(Tensor self, Tensor other, Tensor? weight=None, int dim=0) -> Tensor\n"
        f"  structured_wrapper: return {statement};\n  calls: ({calls})\n  kernels: {kernels}\n"
    )
    keys = (DispatchKey.CPU, DispatchKey.CUDA, DispatchKey.Meta)
    options = TorchOptions("mylib", keys, "mylib", Registration.STATIC, table)
    trees = lower_torch(load_spec(path, native=table), options)
    return {tree.path: tokens(print_file(tree).text) for tree in trees}


def test_inheritance(tmp_path: Path, table: OperatorTable) -> None:
    """The class is looked up: its name is not the operator's."""
    made = files(tmp_path, table, "inheritance", "add(self, other)", "add.Tensor")
    assert {path for path in made if path.startswith("kernels/")} == {
        f"kernels/{each}_{key}.h"
        for each in ("outputs", "add_Tensor", "add__Tensor", "add_out")
        for key in ("cpu", "meta")
    }
    function = made["kernels/add_Tensor_cpu.h"]
    kernel = "computed_cpu<at::native::structured_ufunc_add_CPU, 1> kernel;"
    assert tokens(kernel) in function
    impl = "kernel.impl(self, other, alpha, kernel.maybe_get_output(0));"
    assert tokens("kernel.meta(self, other, alpha);" + impl) in function
    assert tokens("impl(") not in made["kernels/add_Tensor_meta.h"]
    assert tokens("at::meta::structured_add_Tensor") in made["kernels/add_Tensor_meta.h"]
    # The device and its guard are left to ATen's function.
    assert tokens("return at::cuda::add(self, other, alpha);") in made["f_ops_cuda.h"]
    assert tokens("::mylib::kernels::add_out_cpu::add_outf(") in made["f_out_instance_cpu.h"]
    assert tokens("::mylib::kernels::add__Tensor_cpu::add_(") in made["f_inplace_instance_cpu.h"]


def test_stub(tmp_path: Path, table: OperatorTable) -> None:
    made = files(tmp_path, table, "stub", "add(self, other)", "add.Tensor")
    function = made["kernels/add_Tensor_stub_cpu.h"]
    assert tokens("computed_cpu<at::meta::structured_add_Tensor, 1> kernel;") in function
    assert tokens("at::native::add_stub(c10::DeviceType::CPU, kernel, alpha);") in function
    assert "TORCH_INTERNAL_ASSERT" in function
    macros = made["kernels/dispatch_stub_macros.h"]
    assert "HAVE_AVX2_CPU_DEFINITION" in macros
    assert "dispatch_stub_macros.h" in made["kernels/outputs_cpu.h"]
    assert "kernels/add_Tensor_meta.h" in made


def test_what_meta_computes_goes_to_the_kernel(tmp_path: Path, table: OperatorTable) -> None:
    made = files(tmp_path, table, "inheritance", "index_add(self, dim, other, other)", "index_add")
    function = made["kernels/index_add_cpu.h"]
    assert tokens("auto precomputed = kernel.meta(self, dim, index, source, alpha);") in function
    assert tokens("kernel.impl(self, precomputed.dim, index,") in function
    assert "precomputed" not in made["kernels/index_add_meta.h"]


def test_optional_tensors(tmp_path: Path, table: OperatorTable) -> None:
    calls = "nll_loss_forward"
    statement = "std::get<0>(nll_loss_forward(self, other, weight, 1, dim))"
    path = tmp_path / "spec.yaml"
    path.write_text(
        "- func: f(Tensor self, Tensor other, Tensor? weight=None, int dim=0) -> Tensor\n"
        f"  structured_wrapper: return {statement};\n  calls: ({calls})\n"
        "  kernels: inheritance\n  forms: [functional]\n"
    )
    options = TorchOptions("mylib", (DispatchKey.CPU,), "mylib", Registration.STATIC, table)
    trees = lower_torch(load_spec(path, native=table), options)
    made = {tree.path: tokens(print_file(tree).text) for tree in trees}
    reference = "weight.has_value() && (*weight).defined() ? at::OptionalTensorRef(*weight)"
    assert tokens(reference) in made["kernels/nll_loss_forward_cpu.h"]
    assert tokens("::std::tuple<at::Tensor, at::Tensor>") in made["kernels/nll_loss_forward_cpu.h"]


def test_optional_scalars(tmp_path: Path, table: OperatorTable) -> None:
    made = files(tmp_path, table, "inheritance", "clamp(self, dim)", "clamp")
    reference = "min.has_value() ? at::OptionalScalarRef(*min) : at::OptionalScalarRef()"
    assert tokens(reference) in made["kernels/clamp_cpu.h"]


def test_a_backend_without_the_kernel(tmp_path: Path) -> None:
    path = tmp_path / "native_functions.yaml"
    path.write_text(
        "- func: neg(Tensor self) -> Tensor\n  structured_delegate: neg.out\n"
        "- func: neg.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)\n  structured: True\n"
        "  dispatch:\n    CUDA: neg_out\n"
    )
    table = load_native_functions(path)
    options = TorchOptions("n", (DispatchKey.CPU,), "n", Registration.STATIC, table)
    operator = table.get("neg")
    call = Dependency(operator.name, operator, access=KernelAccess.INHERITANCE)
    with pytest.raises(SpecError, match="'neg' has no structured kernel for CPU"):
        inner_link(call, DispatchKey.CPU, options)
    assert inner_link(call, DispatchKey.Meta, options).kind is LinkKind.KERNEL_CLASS
    assert inner_link(call, DispatchKey.CUDA, options).kind is LinkKind.STRUCTURED


def test_both_ways_share_what_is_the_same(tmp_path: Path, table: OperatorTable) -> None:
    """A build that has a file from two rules is refused; at Meta, no stub is called."""
    path = tmp_path / "spec.yaml"
    path.write_text(
        "".join(
            f"- func: {way}(Tensor self, Tensor other) -> Tensor\n"
            "  structured_wrapper: return add(self, other);\n"
            f"  calls: (add.Tensor)\n  kernels: {way}\n"
            for way in ("stub", "inheritance")
        )
    )
    keys = (DispatchKey.CPU, DispatchKey.Meta)
    options = TorchOptions("mylib", keys, "mylib", Registration.STATIC, table)
    paths = [tree.path for tree in lower_torch(load_spec(path, native=table), options)]
    assert len(paths) == len(set(paths))
    kernels = {path for path in paths if path.startswith("kernels/add_Tensor")}
    assert kernels == {f"kernels/add_Tensor_{each}.h" for each in ("cpu", "stub_cpu", "meta")}
