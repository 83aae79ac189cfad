"""Cases that people have run into with ExecuTorch's yaml, selections and registration."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from kernel_builds import check_syntax, compile_object, generate, link_program, run

from dispatchless.cppast import print_file
from dispatchless.lowering.executorch import (
    RegistrationMode,
    lower_selected_dtypes,
    lower_selected_prim_ops,
)
from dispatchless.lowering.executorch.selected_headers import prim_op_macro
from dispatchless.model import OperatorTable, SpecError
from dispatchless.model.executorch_keys import KeyForm
from dispatchless.model.executorch_selection import Selection, load_selection
from dispatchless.model.executorch_yaml import load_kernel_library

SQUASH = """\
- func: acme::squash.out(Tensor x, *, Tensor(a!) out) -> Tensor(a!)
  kernels:
    - arg_meta: null
      kernel_name: acme::squash_out
"""


def test_e1_an_alias_has_one_value_in_a_key(tmp_path: Path, native: OperatorTable) -> None:
    """Case E1: two aliases of two dtypes are four keys, not eight."""
    path = tmp_path / "custom.yaml"
    path.write_text(
        "- func: acme::scale.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!)\n"
        "  type_alias:\n    T0: [Float, Double]\n    T1: [Int, Long]\n"
        "  dim_order_alias:\n    D0: [0, 1]\n  kernels:\n"
        "    - arg_meta: null\n      kernel_name: acme::scale_any\n"
        "    - arg_meta:\n        self: [T0, D0]\n        other: [T1, D0]\n        out: [T0, D0]\n"
        "      kernel_name: acme::scale_f\n"
    )
    arguments = [
        "v1/6;0,1|3;0,1|6;0,1",
        "v1/6;0,1|4;0,1|6;0,1",
        "v1/7;0,1|3;0,1|7;0,1",
        "v1/7;0,1|4;0,1|7;0,1",
    ]
    for form, expected in (
        (KeyForm.ARGUMENTS, ["default", *arguments]),
        (KeyForm.RUNTIME, ["default", *(f"{key}|{key[3]};0,1" for key in arguments)]),
    ):
        (operator,) = load_kernel_library(None, path, native=native, key_form=form).operators
        assert [str(bound.key) for bound in operator.kernels] == expected


def test_e3_a_custom_operator_without_namespace(tmp_path: Path, native: OperatorTable) -> None:
    """Case E3: it lands in aten, which is said; it never takes the namespace of its neighbour."""
    path = tmp_path / "custom.yaml"
    path.write_text(SQUASH + SQUASH.replace("acme::squash.out", "unsquash.out"))
    library = load_kernel_library(None, path, native=native)
    assert [str(o.name) for o in library.operators] == ["acme::squash.out", "aten::unsquash.out"]
    (remark,) = library.remarks
    assert "'unsquash.out' has no namespace" in str(remark)
    assert str(remark).startswith(f"{path}:5:9: warning")


def test_e3_an_operator_that_aten_has_is_no_surprise(tmp_path: Path, native: OperatorTable) -> None:
    path = tmp_path / "custom.yaml"
    path.write_text(
        "- func: relu.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)\n"
        "  dispatch: {CPU: acme::relu}\n"
    )
    assert load_kernel_library(None, path, native=native).remarks == ()


TUG = "- func: acme::tug.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)\n"


def test_e5_a_method_without_kernel_is_refused(tmp_path: Path, native: OperatorTable) -> None:
    """Case E5: never left out silently."""
    with pytest.raises(SpecError, match=r"'tug\.out' names no kernel"):
        generate(native, tmp_path, custom_ops=TUG + "  variants: method\n")


@pytest.mark.parametrize("variants", ["method", "function, method", "function"])
def test_e5_each_variant_is_registered_once(
    tmp_path: Path, native: OperatorTable, variants: str
) -> None:
    text = f"{TUG}  variants: {variants}\n  dispatch: {{CPU: acme::tug_out}}\n"
    source = generate(native, tmp_path, custom_ops=text)["RegisterKernels_0.cpp"]
    assert len(re.findall(r'Kernel\("acme::tug\.out"', source)) == 1


def test_e5_a_method_of_aten_is_called_as_one(tmp_path: Path, native: OperatorTable) -> None:
    selection = "operators: {'aten::is_coalesced': {include_all_overloads: false}}\n"
    texts = generate(native, tmp_path, functions=SQUASH, selection=selection, aten=True)
    assert "return self.is_coalesced();" in texts["Functions.h"]
    assert "::torch::executor::aten::is_coalesced(context, " in texts["RegisterKernels_0.cpp"]


DTYPES = """\
et_kernel_metadata:
  aten::add.out:
  - v1/6;0,1|3;0,1|6;0,1
  acme::scale.out:
  - v1/7;0|7;0
"""


def test_e7_the_dtypes_that_an_operator_needs(tmp_path: Path, wheel: Path) -> None:
    """Case E7: the predicate, evaluated by the compiler."""
    path = tmp_path / "selected_operators.yaml"
    path.write_text(DTYPES)
    file = lower_selected_dtypes(load_selection(path))
    (tmp_path / file.path).write_text(print_file(file).text)
    asked = {
        ("add.out", "Float"): True,
        ("add.out", "Int"): True,
        ("add.out", "Double"): False,
        ("acme::scale.out", "Double"): True,
        ("acme::scale.out", "Float"): False,
        ("scale.out", "Double"): False,
        ("mul.out", "Float"): False,
    }
    checks = "".join(
        f'static_assert(should_include_kernel_dtype("{op}", '
        f"::executorch::aten::ScalarType::{dtype}) == {str(expected).lower()});\n"
        for (op, dtype), expected in asked.items()
    )
    source = tmp_path / "checks.cpp"
    source.write_text(f'#include "{file.path}"\n#include "{file.path}"\n{checks}')
    check_syntax(source, wheel)


@pytest.mark.parametrize(
    ("keys", "all_dtypes"),
    [
        (("default",), True),
        (("v1/6;0", "default"), True),
        (("default", "v1/6;0"), True),
        (("v1/",), True),
    ],
)
def test_e7_any_tensors_are_all_dtypes(
    tmp_path: Path, wheel: Path, keys: tuple[str, ...], all_dtypes: bool
) -> None:
    file = lower_selected_dtypes(Selection(metadata={"aten::add.out": keys}))
    (tmp_path / file.path).write_text(print_file(file).text)
    source = tmp_path / "checks.cpp"
    source.write_text(
        f'#include "{file.path}"\n'
        'static_assert(should_include_kernel_dtype("add.out", '
        "::executorch::aten::ScalarType::UInt64));\n"
    )
    check_syntax(source, wheel)


def test_e9_overload_names_decide(tmp_path: Path) -> None:
    """Case E9."""
    path = tmp_path / "selected_operators.yaml"
    path.write_text(
        "operators:\n"
        "  aten::add: {is_root_operator: true, is_used_for_training: false, "
        "include_all_overloads: true}\n"
        "  aten::mul.out: {is_root_operator: true, is_used_for_training: false, "
        "include_all_overloads: false}\n"
    )
    selection = load_selection(path)
    for name in ("aten::add", "aten::add.out", "aten::mul.out"):
        assert selection.selects(name) and selection.is_root(name), name
    for name in ("aten::mul", "aten::mul.Scalar_out", "acme::add.out", "aten::addmm.out"):
        assert not selection.selects(name), name


def test_e11_a_view_operator_is_refused(tmp_path: Path, native: OperatorTable) -> None:
    """Case E11: it has no out variant; the _copy form has one."""
    text = "- func: acme::peek(Tensor(a) self) -> Tensor(a)\n  dispatch: {CPU: acme::peek}\n"
    with pytest.raises(SpecError, match="is a view operator") as caught:
        generate(native, tmp_path, custom_ops=text)
    assert caught.value.hint is not None and "peek_copy" in caught.value.hint


class TestR1:
    """Case R1: one function for each library."""

    def test_a_named_library(self, tmp_path: Path, native: OperatorTable) -> None:
        texts = generate(native, tmp_path, custom_ops=SQUASH, lib_name="tiny_ops")
        assert "Error register_tiny_ops_kernels();" in texts["register_tiny_ops_kernels.h"]
        assert "Error register_tiny_ops_kernels() {" in texts["register_tiny_ops_kernels.cpp"]
        assert "register_all_kernels" not in "".join(texts.values())

    def test_without_a_name(self, tmp_path: Path, native: OperatorTable) -> None:
        texts = generate(native, tmp_path, custom_ops=SQUASH)
        assert "Error register_all_kernels();" in texts["RegisterKernels.h"]
        assert "Error register_all_kernels() {" in texts["RegisterKernels_0.cpp"]

    def test_a_name_without_manual_registration(
        self, tmp_path: Path, native: OperatorTable
    ) -> None:
        with pytest.raises(SpecError, match="--lib-name") as caught:
            generate(
                native,
                tmp_path,
                custom_ops=SQUASH,
                lib_name="tiny_ops",
                mode=RegistrationMode.STATIC,
            )
        assert caught.value.hint == "add --manual-registration"


def test_r7_macros_that_clash() -> None:
    """Case R7: selecting one operator must not select another."""
    with pytest.raises(SpecError, match="INCLUDE_ACME_FOLD_TWO_DEFAULT"):
        lower_selected_prim_ops(["acme::fold_two.default", "acme::fold.two_default"])
    names = ["executorch_prim::et_view.default", "aten::sym_size.int", "aten::_local_scalar_dense"]
    text = print_file(lower_selected_prim_ops(names)).text
    assert re.findall(r"#define (\w+)", text) == [
        "INCLUDE_ATEN_LOCAL_SCALAR_DENSE",
        "INCLUDE_ATEN_SYM_SIZE_INT",
        "INCLUDE_EXECUTORCH_PRIM_ET_VIEW_DEFAULT",
    ]


def test_r7_the_macros_are_those_of_the_official_tool() -> None:
    tool = pytest.importorskip("executorch.codegen.tools.gen_selected_prim_ops")
    for name in ("executorch_prim::et_copy_index.tensor", "aten::_local_scalar_dense", "a::b__c"):
        assert prim_op_macro(name) == tool.normalize_op_name(name)


THROWING = """\
#include <executorch/runtime/kernel/kernel_runtime_context.h>
#include <stdexcept>
#include "NativeFunctions.h"
#include "register_tiny_ops_kernels.h"
namespace acme { namespace native {
::executorch::aten::Tensor& squash_out(
    ::executorch::runtime::KernelRuntimeContext&, const ::executorch::aten::Tensor&,
    ::executorch::aten::Tensor&) {
  THROW
}
}}
int main() {
  ::executorch::runtime::runtime_init();
  ::executorch::aten::SizesType sizes[] = {1};
  float data[] = {1};
  ::executorch::aten::TensorImpl impl(::executorch::aten::ScalarType::Float, 1, sizes, data);
  ::executorch::runtime::EValue x{::executorch::aten::Tensor(&impl)};
  ::executorch::runtime::EValue* stack[] = {&x, &x, &x};
  ::executorch::runtime::KernelRuntimeContext context;
  torch::executor::get_tiny_ops_kernels()[0].op_(context, {stack, 3});
  return context.failure_state() == ::executorch::runtime::Error::Internal ? 42 : 1;
}
"""


@pytest.mark.parametrize(
    ("thrown", "logged"),
    [('throw std::runtime_error("bad shape");', "bad shape"), ("throw 3;", "no std::exception")],
)
def test_r9_a_kernel_that_throws(
    tmp_path: Path, native: OperatorTable, wheel: Path, thrown: str, logged: str
) -> None:
    """Case R9: the call fails and the process goes on."""
    generate(native, tmp_path, custom_ops=SQUASH, lib_name="tiny_ops", exception_boundary=True)
    main = tmp_path / "main.cpp"
    main.write_text(
        "#include <executorch/runtime/platform/runtime.h>\n" + THROWING.replace("THROW", thrown)
    )
    objects = [
        compile_object(main, wheel),
        compile_object(tmp_path / "register_tiny_ops_kernels.cpp", wheel),
    ]
    done = run([link_program(objects, tmp_path / "main", wheel)], status=42)
    assert logged in done.stderr


def test_r9_without_the_boundary_no_exceptions_are_needed(
    tmp_path: Path, native: OperatorTable, wheel: Path
) -> None:
    source = tmp_path / "register_tiny_ops_kernels.cpp"
    text = generate(native, tmp_path, custom_ops=SQUASH, lib_name="tiny_ops")[source.name]
    assert "try" not in re.findall(r"\w+", text)
    check_syntax(source, wheel, "-fno-exceptions", "-fno-rtti")
