"""Selections: which operators and which of their kernels a build gets."""

from __future__ import annotations

from pathlib import Path

import pytest

from dispatchless.model import OperatorTable, SpecError
from dispatchless.model.executorch_kernels import KernelLibrary
from dispatchless.model.executorch_selection import (
    Selection,
    load_selection,
    select_by_names,
    select_operators,
    selection_text,
)
from dispatchless.model.executorch_yaml import load_kernel_library

SCALE = """\
- func: acme::scale.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!)
  type_alias: {F: [Float], D: [Double]}
  dim_order_alias: {D0: [0, 1]}
  kernels:
    - arg_meta: {self: [F, D0], other: [F, D0], out: [F, D0]}
      kernel_name: acme::scale_float
    - arg_meta: {self: [D, D0], other: [D, D0], out: [D, D0]}
      kernel_name: acme::scale_double
"""
DEFAULT = "    - {arg_meta: null, kernel_name: acme::scale_any}\n"
FLOAT, DOUBLE = ("v1/" + "|".join([f"{dtype};0,1"] * 4) for dtype in (6, 7))


def library(tmp_path: Path, native: OperatorTable, text: str = SCALE) -> KernelLibrary:
    path = tmp_path / "custom_ops.yaml"
    path.write_text(text)
    return load_kernel_library(None, path, native=native)


def keys(selection: Selection, library: KernelLibrary) -> list[str]:
    (operator,) = selection.apply(library).operators
    return [str(bound.key) for bound in operator.kernels]


def test_a_key_of_a_model_selects_its_kernel(tmp_path: Path, native: OperatorTable) -> None:
    selection = select_operators({"acme::scale.out": [DOUBLE]})
    assert keys(selection, library(tmp_path, native)) == [DOUBLE]


def test_another_key_selects_the_default(tmp_path: Path, native: OperatorTable) -> None:
    other = select_operators({"acme::scale.out": [FLOAT, "v1/5;0,1|5;0,1|5;0,1|5;0,1"]})
    assert keys(other, library(tmp_path, native, SCALE + DEFAULT)) == [FLOAT, "default"]


def test_another_key_without_default_is_an_error(tmp_path: Path, native: OperatorTable) -> None:
    other = select_operators({"acme::scale.out": ["v1/5;0,1|5;0,1|5;0,1|5;0,1"]})
    with pytest.raises(SpecError, match=r"'acme::scale\.out' with the key 'v1/5") as caught:
        other.apply(library(tmp_path, native))
    assert caught.value.location is not None
    assert caught.value.hint is not None and FLOAT in caught.value.hint


def test_any_tensors_select_every_kernel(tmp_path: Path, native: OperatorTable) -> None:
    selection = select_operators({"acme::scale.out": ["default"]})
    assert keys(selection, library(tmp_path, native)) == [FLOAT, DOUBLE]


def test_a_dtype_selects_the_kernels_for_it(tmp_path: Path, native: OperatorTable) -> None:
    selection = select_operators({"acme::scale.out": ["v1/6;"]})
    assert keys(selection, library(tmp_path, native)) == [FLOAT]


def test_an_operator_without_keys_has_all_its_kernels(
    tmp_path: Path, native: OperatorTable
) -> None:
    path = tmp_path / "selected.yaml"
    path.write_text("operators: {'acme::scale.out': {include_all_overloads: false}}\n")
    assert keys(load_selection(path), library(tmp_path, native)) == [FLOAT, DOUBLE]


def test_only_roots_are_registered(tmp_path: Path, native: OperatorTable) -> None:
    path = tmp_path / "selected.yaml"
    path.write_text("operators: {'acme::scale.out': {is_root_operator: false}}\n")
    selected = load_selection(path).apply(library(tmp_path, native))
    assert len(selected.operators) == 1
    assert selected.registered == ()


@pytest.mark.parametrize("name", ["acme::scale.out", "acme::scale"])
def test_a_list_of_names(tmp_path: Path, native: OperatorTable, name: str) -> None:
    whole = library(tmp_path, native)
    assert select_by_names([name], whole).apply(whole).kernel_count == 2


@pytest.mark.parametrize("name", ["acme::scal.out", "scale.out", "aten::scale.out"])
def test_a_list_with_an_unknown_name(tmp_path: Path, native: OperatorTable, name: str) -> None:
    with pytest.raises(SpecError, match="the library has no operator"):
        select_by_names([name], library(tmp_path, native))


def test_merging_and_writing(tmp_path: Path) -> None:
    first = select_operators({"aten::add.out": [FLOAT]}, model="one.pte")
    second = select_operators({"aten::add.out": [DOUBLE], "aten::mul.out": ["default"]})
    merged = first.merged(second)
    assert merged.metadata["aten::add.out"] == (FLOAT, DOUBLE)
    path = tmp_path / "selected.yaml"
    path.write_text(selection_text(merged))
    again = load_selection(path)
    assert (again.operators, again.metadata) == (merged.operators, merged.metadata)
    assert again.operators["aten::add.out"].debug_info == ("one.pte",)


def test_everything(tmp_path: Path, native: OperatorTable) -> None:
    whole = library(tmp_path, native)
    assert Selection(include_all=True).apply(whole).operators == whole.operators


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("- a\n", "a selection is a mapping"),
        ("operatrs: {}\n", "unknown key 'operatrs'"),
        ("operators: [a]\n", "'operators' is a mapping"),
        ("operators: {'a::b': {is_root: true}}\n", "unknown key 'is_root'"),
        ("operators: {'a::b': {is_root_operator: 3}}\n", "is True or False"),
        ("et_kernel_metadata: {'a::b': [v1/x]}\n", "'v1/x' is no kernel key"),
        ("et_kernel_metadata: {'a::b': v1}\n", "is a list of kernel keys"),
    ],
)
def test_refused(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "selected.yaml"
    path.write_text(text)
    with pytest.raises(SpecError, match=message) as caught:
        load_selection(path)
    assert caught.value.location is not None
