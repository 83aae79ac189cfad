"""Nine faults of ExecuTorch's own generator (executorch 1.5.1), each with what is right."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from kernel_builds import check_syntax, generate

from dispatchless.lowering.executorch import RegistrationMode
from dispatchless.model import OperatorTable, SpecError

TWO_KEYS = """\
- func: acme::scale.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!)
  type_alias: {F: [Float], D: [Half]}
  dim_order_alias: {D0: [0, 1]}
  kernels:
    - {arg_meta: null, kernel_name: acme::scale_any}
    - arg_meta: {out: [F, D0], other: [D, D0], self: [F, D0]}
      kernel_name: acme::scale_mixed
"""
ADD = "- op: add.out\n  kernels: [{arg_meta: null, kernel_name: torch::executor::add_out}]\n"
RELU = "- op: relu.out\n  kernels: [{arg_meta: null, kernel_name: torch::executor::relu_out}]\n"


def kernels_of(texts: dict[str, str]) -> dict[str, str]:
    """Operator to kernel symbol, read from the boxed kernels that are written."""
    (source,) = (t for p, t in texts.items() if p.endswith("Everything.cpp"))
    functions = dict(
        re.findall(r"void (\w+)\(\s*KernelRuntimeContext.*?(::\w\S*::native::\w+)\(", source, re.S)
    )
    table = re.findall(r'Kernel\(\s*"([^"]+)",\s*(?:"[^"]*",\s*)?(\w+)\)', source)
    return {operator: functions[function] for operator, function in table}


def test_1_operators_are_known_by_namespace_too(
    native: OperatorTable, wheel: Path, kernels_directory: Path, tmp_path: Path
) -> None:
    """There: portable and quantized together bind aten::add.out to quantized_add_out."""
    texts = generate(
        native,
        tmp_path,
        functions=kernels_directory / "portable" / "functions.yaml",
        custom_ops=kernels_directory / "quantized" / "quantized.yaml",
    )
    kernels = kernels_of(texts)
    assert kernels["aten::add.out"] == "::torch::executor::native::add_out"
    assert kernels["quantized_decomposed::add.out"] == (
        "::torch::executor::native::quantized_add_out"
    )
    assert len(kernels) == 228
    check_syntax(tmp_path / "RegisterKernelsEverything.cpp", wheel)


def test_1_two_namespaces_in_one_file(native: OperatorTable, tmp_path: Path) -> None:
    """There: "Duplicate func found"."""
    text = "".join(
        f"- func: {ns}::add.out(Tensor x, *, Tensor(a!) out) -> Tensor(a!)\n"
        f"  kernels: [{{arg_meta: null, kernel_name: {ns}::add_out}}]\n"
        for ns in ("my", "your")
    )
    assert kernels_of(generate(native, tmp_path, functions=ADD, custom_ops=text)) == {
        "aten::add.out": "::torch::executor::native::add_out",
        "my::add.out": "::my::native::add_out",
        "your::add.out": "::your::native::add_out",
    }


def test_2_several_kernels_of_one_operator(
    native: OperatorTable, wheel: Path, tmp_path: Path
) -> None:
    """There: "Can't convert ETKernelIndex to BackendIndex" when headers are written."""
    texts = generate(native, tmp_path, custom_ops=TWO_KEYS)
    assert "scale_any(" in texts["NativeFunctions.h"]
    assert "scale_mixed(" in texts["NativeFunctions.h"]
    assert "return ::acme::native::scale_any(context, self, other, out);" in texts["Functions.h"]
    check_syntax(tmp_path / "RegisterKernels_0.cpp", wheel)


@pytest.mark.parametrize("file", ["functions", "custom_ops"])
def test_3_the_order_of_a_key_is_the_runtimes(
    native: OperatorTable, tmp_path: Path, file: str
) -> None:
    """There: alphabetical in the one file, as written in the other, and no name is checked."""
    texts = generate(native, tmp_path, **{file: TWO_KEYS})  # type: ignore[arg-type]
    assert '"v1/6;0,1|5;0,1|6;0,1|6;0,1"' in texts["RegisterKernels_0.cpp"]
    with pytest.raises(SpecError, match="no entry for the tensor 'self'"):
        generate(native, tmp_path, **{file: TWO_KEYS.replace("self: [", "zelf: [")})  # type: ignore[arg-type]


def test_4_the_key_counts_the_result(native: OperatorTable, tmp_path: Path) -> None:
    """There: a key for self and out is registered and never found by a program."""
    text = (
        "- op: relu.out\n  type_alias: {F: [Float]}\n  dim_order_alias: {D0: [0, 1]}\n  kernels:\n"
        "    - arg_meta: {self: [F, D0], out: [F, D0]}\n      kernel_name: acme::relu\n"
    )
    texts = generate(native, tmp_path, functions=text)
    assert '"v1/6;0,1|6;0,1|6;0,1"' in texts["RegisterKernels_0.cpp"]


def test_5_a_missing_file(native: OperatorTable, tmp_path: Path) -> None:
    """There: exit status 0 and no kernels."""
    with pytest.raises(SpecError, match=r"cannot read .*gone\.yaml"):
        generate(native, tmp_path, functions=tmp_path / "gone.yaml")


def test_5_a_whitelist_with_overloads(native: OperatorTable, tmp_path: Path) -> None:
    """There: exit status 0 and no kernels."""
    texts = generate(native, tmp_path, functions=ADD + RELU, whitelist=["aten::relu.out"])
    assert list(kernels_of(texts)) == ["aten::relu.out"]


@pytest.mark.parametrize("mode", RegistrationMode)
def test_6_no_kernels_at_all(
    native: OperatorTable, wheel: Path, tmp_path: Path, mode: RegistrationMode
) -> None:
    """There: an array without elements, which does not compile."""
    texts = generate(native, tmp_path, functions="# none yet\n", mode=mode)
    for path in texts:
        if path.endswith(".cpp"):
            check_syntax(tmp_path / path, wheel)


def test_7_selecting_one_of_several_keys(native: OperatorTable, tmp_path: Path) -> None:
    """There: "Missing kernel for the model", or IndexError for the entry `default`."""
    for entry, kernels in (
        ("v1/6;0,1|5;0,1|6;0,1|6;0,1", {"scale_mixed"}),
        ("v1/7;0,1|7;0,1|7;0,1|7;0,1", {"scale_any"}),
        ("default", {"scale_any", "scale_mixed"}),
    ):
        selection = (
            "operators: {'acme::scale.out': {include_all_overloads: false}}\n"
            f"et_kernel_metadata: {{'acme::scale.out': ['{entry}']}}\n"
        )
        texts = generate(native, tmp_path, custom_ops=TWO_KEYS, selection=selection)
        source = texts["RegisterKernels_0.cpp"]
        assert set(re.findall(r"::acme::native::(\w+)\(", source)) == kernels


@pytest.mark.parametrize("dtype", ["Half", "BFloat16", "ComplexFloat", "UInt16", "Float8_e5m2"])
def test_8_every_dtype_has_a_key(native: OperatorTable, tmp_path: Path, dtype: str) -> None:
    """There: KeyError for all but eight dtypes."""
    text = TWO_KEYS.replace("D: [Half]", f"D: [{dtype}]")
    assert "v1/6;0,1|" in generate(native, tmp_path, custom_ops=text)["RegisterKernels_0.cpp"]


def test_9_an_entry_without_kernel(native: OperatorTable, tmp_path: Path) -> None:
    """There: at::native::add_out is registered, which nobody defines."""
    with pytest.raises(SpecError, match=r"the entry of 'add\.out' names no kernel") as caught:
        generate(native, tmp_path, functions="- op: add.out\n")
    assert str(caught.value.location).endswith("functions.yaml:1:7")


def test_headers_have_guards(native: OperatorTable, wheel: Path, tmp_path: Path) -> None:
    """There: RegisterKernels.h can be included once only."""
    texts = generate(native, tmp_path, functions=ADD, custom_ops=TWO_KEYS)
    headers = [path for path in texts if path.endswith(".h") and "CustomOps" not in path]
    assert sorted(headers) == ["Functions.h", "NativeFunctions.h", "RegisterKernels.h"]
    for header in headers:
        twice = tmp_path / f"twice_{header}.cpp"
        twice.write_text(f'#include "{header}"\n#include "{header}"\n')
        check_syntax(twice, wheel)
