"""The kernels that ExecuTorch's own generator registers, and ours: the same operators and keys."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from optimized_yaml import merged_file

from dispatchless.model import OperatorTable
from dispatchless.model.executorch_keys import KeyForm
from dispatchless.model.executorch_merge import merged_yaml
from dispatchless.model.executorch_selection import load_selection
from dispatchless.model.executorch_yaml import load_kernel_library

Places = set[tuple[str, str, str]]  # operator, key, kernel
Official = Callable[..., Places]


@pytest.fixture(scope="module")
def official(aten_directory: Path) -> Official:
    """What executorch.codegen registers for yaml files: its own model, without its templates."""
    gen = pytest.importorskip("executorch.codegen.gen")
    selectors = pytest.importorskip("torchgen.selective_build.selector")

    def places(
        functions: Path | None, custom_ops: Path | None = None, selection: Path | None = None
    ) -> Places:
        builder = selectors.SelectiveBuilder
        selector = (
            builder.get_nop_selector()
            if selection is None
            else builder.from_yaml_path(str(selection))
        )
        parsed, _ = gen.parse_yaml_files(
            aten_yaml_path=str(aten_directory / "native_functions.yaml"),
            tags_yaml_path=str(aten_directory / "tags.yaml"),
            native_yaml_path=None if functions is None else str(functions),
            custom_ops_yaml_path=None if custom_ops is None else str(custom_ops),
            selector=selector,
            use_aten_lib=False,
        )
        found: Places = set()
        for function in parsed.native_functions:
            name = f"{function.namespace}::{function.func.name}"
            if not selector.is_root_operator(name):
                continue
            kernels = parsed.kernel_index.get_kernels(function)
            keys = [key.to_native_string() for key in kernels]
            selected = selector.et_get_selected_kernels(name, keys)
            for key, kernel in kernels.items():
                if key.to_native_string() in selected:
                    symbol = f"{kernel.cpp_namespace}::{kernel.kernel}"
                    found.add((name, key.to_native_string(), symbol))
        return found

    return places


def ours(
    native: OperatorTable,
    functions: Path | None,
    custom_ops: Path | None = None,
    selection: Path | None = None,
) -> Places:
    library = load_kernel_library(functions, custom_ops, native=native, key_form=KeyForm.ARGUMENTS)
    if selection is not None:
        library = load_selection(selection).apply(library)
    return {
        (str(operator.name), str(bound.key), str(bound.kernel))
        for operator in library.registered
        for bound in operator.kernels
    }


@pytest.mark.parametrize(
    ("functions", "custom_ops", "count"),
    [
        ("portable/functions.yaml", None, 209),
        (None, "quantized/quantized.yaml", 19),
        (None, "portable/custom_ops.yaml", 2),
        ("portable/functions.yaml", "portable/custom_ops.yaml", 211),
        ("portable/functions.yaml", "portable/et_copy_ops.yaml", None),
    ],
)
def test_files_of_the_wheel(
    official: Official,
    native: OperatorTable,
    kernels_directory: Path,
    functions: str | None,
    custom_ops: str | None,
    count: int | None,
) -> None:
    paths = [None if p is None else kernels_directory / p for p in (functions, custom_ops)]
    if count is None:
        pytest.importorskip("executorch")  # both files have these operators: ours refuses that
        with pytest.raises(ValueError, match=r"'et_copy::_h2d_copy\.out' stands twice"):
            ours(native, *paths)
        return
    found = ours(native, *paths)
    assert len(found) == count
    assert found == official(*paths)


def test_the_merged_optimized_set(
    official: Official, native: OperatorTable, kernels_directory: Path, tmp_path: Path
) -> None:
    merged = merged_file(kernels_directory, tmp_path)
    found = ours(native, merged)
    assert len(found) == 212
    assert found == official(merged)


SPECIALISED = """\
- func: acme::scale.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!)
  type_alias: {T0: [Float, Double], T1: [Int, Long]}
  dim_order_alias: {D0: [0, 1], D1: [1, 0]}
  kernels:
    - {arg_meta: null, kernel_name: acme::scale_any}
    - arg_meta: {self: [T0, D0], other: [T1, D0], out: [T0, D0]}
      kernel_name: acme::scale_f
    - arg_meta: {self: [T0, D1], other: [T0, D1], out: [T0, D1]}
      kernel_name: acme::scale_g
"""


def test_keys_of_custom_operators(
    official: Official, native: OperatorTable, tmp_path: Path
) -> None:
    path = tmp_path / "custom.yaml"
    path.write_text(SPECIALISED)
    found = ours(native, None, path)
    assert len(found) == 7
    assert found == official(None, path)


def test_a_selection_with_keys(official: Official, native: OperatorTable, tmp_path: Path) -> None:
    path, selection = tmp_path / "custom.yaml", tmp_path / "selected.yaml"
    path.write_text(SPECIALISED)
    selection.write_text(
        "operators:\n  acme::scale.out: {is_root_operator: true, is_used_for_training: true, "
        "include_all_overloads: false}\n"
        "et_kernel_metadata:\n  acme::scale.out: ['v1/7;0,1|4;0,1|7;0,1', 'v1/5;0,1|5;0,1|5;0,1']\n"
    )
    found = ours(native, None, path, selection)
    assert {key for _, key, _ in found} == {"default", "v1/7;0,1|4;0,1|7;0,1"}
    assert found == official(None, path, selection)


@pytest.mark.parametrize("names", ["aten::add.out,aten::mul.out", "aten::relu.out"])
def test_selections_of_portable(
    official: Official,
    native: OperatorTable,
    kernels_directory: Path,
    tmp_path: Path,
    names: str,
) -> None:
    gen_oplist = pytest.importorskip("executorch.codegen.tools.gen_oplist")
    selection = tmp_path / "selected_operators.yaml"
    gen_oplist.gen_oplist(selection, root_ops=names)
    functions = kernels_directory / "portable" / "functions.yaml"
    found = ours(native, functions, None, selection)
    assert {name for name, _, _ in found} == set(names.split(","))
    assert found == official(functions, None, selection)


def test_merging_gives_what_the_official_tool_gives(
    kernels_directory: Path, tmp_path: Path
) -> None:
    import yaml

    merge = pytest.importorskip("executorch.codegen.tools.merge_yaml").merge
    first = tmp_path / "first.yaml"
    first.write_text(
        "- op: add.out\n  kernels:\n    - arg_meta: null\n      kernel_name: mine::add_out\n"
        "- func: my::x.out(Tensor x, *, Tensor(a!) out) -> Tensor(a!)\n  kernels:\n"
        "    - arg_meta: null\n      kernel_name: mine::x # a note\n"
    )
    fallback = kernels_directory / "portable" / "functions.yaml"
    merge(str(first), str(fallback), str(tmp_path))
    text = merged_yaml([first, fallback])
    assert yaml.safe_load(text) == yaml.safe_load((tmp_path / "merged.yaml").read_text())
    assert "# a note" in text
