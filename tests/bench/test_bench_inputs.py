"""The file of `bench --inputs`: what it may say, and where its faults are."""

from __future__ import annotations

from pathlib import Path

import pytest

from dispatchless.bench_inputs import load_inputs
from dispatchless.jit.bench.inputs import Inputs, TensorInput
from dispatchless.model import IntDefault, SpecError, parse_schema

SUB = parse_schema("ns::sub.Tensor(Tensor self, Tensor other, *, Scalar alpha=1) -> Tensor")
SUB_OUT = parse_schema(
    "ns::sub.out(Tensor self, Tensor other, *, Scalar alpha=1, Tensor(a!) out) -> Tensor(a!)"
)
CAT = parse_schema("ns::cat(Tensor[] tensors, int dim=0) -> Tensor")
SCHEMAS = (SUB, SUB_OUT, CAT)


def loaded(tmp_path: Path, text: str, outputs: bool = False) -> dict[str, tuple[Inputs, ...]]:
    path = tmp_path / "inputs.yaml"
    path.write_text(text)
    found = load_inputs(path, SCHEMAS, outputs=outputs)
    return {str(name): sets for name, sets in found.items()}


def test_one_set_and_several(tmp_path: Path) -> None:
    """An operator is named with its namespace or without."""
    text = """
sub.Tensor:
  self: float[32, 128]
  other: half[]
  alpha: 2
ns::cat:
- tensors:
  - long[2]
  - long[3]
- tensors: ["float[7]"]
"""
    row = TensorInput((32, 128), "float")
    sub = {"self": row, "other": TensorInput((), "half"), "alpha": IntDefault("2")}
    cats = (TensorInput((2,), "long"), TensorInput((3,), "long")), (TensorInput((7,), "float"),)
    assert loaded(tmp_path, text) == {
        "ns::sub.Tensor": (Inputs(sub, 4096),),
        "ns::cat": (Inputs({"tensors": cats[0]}, 2), Inputs({"tensors": cats[1]}, 7)),
    }


@pytest.mark.parametrize("name", ["sub", "ns::sub", "sub.Tensor", "ns::sub.Tensor"])
def test_the_name_in_the_tables_is_the_functional_form(tmp_path: Path, name: str) -> None:
    assert [*loaded(tmp_path, f"{name}:\n  self: float[2]\n")] == ["ns::sub.Tensor"]


def test_results_are_given_where_they_are_not_resized(tmp_path: Path) -> None:
    text = "sub.out:\n  out: float[2]\n"
    given = Inputs({"out": TensorInput((2,), "float")}, 2)
    assert loaded(tmp_path, text, outputs=True) == {"ns::sub.out": (given,)}
    with pytest.raises(SpecError, match="'out' is what the result is written to"):
        loaded(tmp_path, text)


@pytest.mark.parametrize(
    ("text", "place", "message"),
    [
        ("", "", "there are no operators in"),
        ("- sub\n", "1:1", "expected operators, found a list"),
        ("sub.Tensr:\n  self: float[1]\n", "1:1", "no operator 'sub.Tensr' is measured"),
        ("cat: float[1]\n", "1:6", "expected arguments of 'ns::cat', found 'float[1]'"),
        ("cat:\n  tensor: float[1]\n", "2:3", "'ns::cat' has no argument 'tensor'"),
        ("cat:\n  tensors: float[1]\n", "2:12", "expected a list of tensors, found 'float[1]'"),
        ("cat:\n  dim: 1\n", "2:3", "none of the arguments is a tensor"),
        ("sub.Tensor:\n  self: 3\n", "2:9", "expected a tensor, found '3'"),
        ("sub.Tensor:\n  self: flaot[3]\n", "2:9", "there is no dtype 'flaot'"),
        ("sub.Tensor:\n  self: float[3,,2]\n", "2:9", "the sizes [3,,2] are no list of numbers"),
        ("sub.Tensor:\n  self: float[3]\n  alpha: x\n", "3:10", "x"),
        (
            "cat:\n- tensors: ['int[4]']\n- tensors: ['int[2, 2]']\n",
            "3:3",
            "two sets of arguments have 4 elements",
        ),
    ],
)
def test_faults(tmp_path: Path, text: str, place: str, message: str) -> None:
    with pytest.raises(SpecError) as caught:
        loaded(tmp_path, text)
    assert f"inputs.yaml:{place}" in str(caught.value) or not place
    assert message in str(caught.value)


def test_all_faults_at_once(tmp_path: Path) -> None:
    text = "sub.Tensor:\n  self: 3\n  beta: 1\ncut:\n  self: float[1]\ncat:\n  dim: [1, 2]\n"
    with pytest.raises(SpecError) as caught:
        loaded(tmp_path, text)
    lines = [each.location.line for each in caught.value.errors if each.location is not None]
    assert sorted(set(lines)) == [2, 3, 4, 7]


def test_near_names_are_told(tmp_path: Path) -> None:
    with pytest.raises(SpecError, match=r"did you mean 'sub\.Tensor'"):
        loaded(tmp_path, "sub.Tensr:\n  self: float[1]\n")
    with pytest.raises(SpecError, match="did you mean 'tensors'"):
        loaded(tmp_path, "cat:\n  tensor: float[1]\n")
