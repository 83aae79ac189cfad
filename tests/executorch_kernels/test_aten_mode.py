"""Kernels on ATen's tensors: compiled against the headers of torch and of the runtime."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from kernel_builds import generate, package_directory, run

from dispatchless.model import OperatorTable, SpecError

CUSTOM = """\
- func: acme::squash.out(Tensor x, Tensor?[] l, bool[2] m, *, Tensor(a!) out) -> Tensor(a!)
  kernels: [{arg_meta: null, kernel_name: acme::squash_out}]
"""
OPERATORS = (
    "aten::add.out",
    "aten::cat.out",
    "aten::clamp.out",
    "aten::convolution_backward.out",
    "aten::div.out_mode",
    "aten::full_like.out",
    "aten::index.Tensor_out",
    "aten::is_coalesced",
    "aten::max.dim_max",
    "aten::upsample_nearest2d.vec_out",
    "acme::squash.out",
)


def selection(*names: str) -> str:
    entries = "".join(f"  {name}: {{include_all_overloads: false}}\n" for name in names)
    return f"operators:\n{entries}"


def test_it_compiles(tmp_path: Path, native: OperatorTable, wheel: Path) -> None:
    texts = generate(
        native, tmp_path, custom_ops=CUSTOM, selection=selection(*OPERATORS), aten=True
    )
    source = texts["RegisterKernels_0.cpp"]
    assert set(re.findall(r'Kernel\(\s*"([^"]+)"', source)) == set(OPERATORS)
    torch = package_directory("torch") / "include"
    run(
        (
            *("g++", "-std=c++20", "-Wall", "-Wextra", "-Werror", "-fsyntax-only"),
            "-DUSE_ATEN_LIB",
            *("-isystem", wheel / "include", "-isystem", torch),
            *("-isystem", torch / "torch" / "csrc" / "api" / "include"),
            tmp_path / "RegisterKernels_0.cpp",
        )
    )


def test_a_view_that_is_selected_is_refused(tmp_path: Path, native: OperatorTable) -> None:
    with pytest.raises(SpecError, match="'aten::view' is selected, and its result shares memory"):
        generate(native, tmp_path, custom_ops=CUSTOM, selection=selection("aten::view"), aten=True)


def test_values_that_the_runtime_does_not_have(tmp_path: Path, native: OperatorTable) -> None:
    chosen = selection("aten::rand.generator_out")
    with pytest.raises(SpecError, match="has no values of type 'Generator"):
        generate(native, tmp_path, custom_ops=CUSTOM, selection=chosen, aten=True)
