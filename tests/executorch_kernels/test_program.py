"""What a .pte program calls, read from real programs and compared with the runtime's own tool; and
the programs run with libraries of exactly the kernels that they call."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from optimized_yaml import merged_file

from dispatchless.command_line import main
from dispatchless.jit import Finished, Session, run_in_child
from dispatchless.jit.executorch_library import CompiledKernels, compile_kernels
from dispatchless.jit.executorch_runtime import ExecutorchError, ExecutorchRuntime
from dispatchless.model import OperatorTable, SpecError
from dispatchless.model.executorch_kernels import KernelLibrary
from dispatchless.model.executorch_program import kernel_keys_of
from dispatchless.model.executorch_selection import load_selection, select_by_names
from dispatchless.model.executorch_yaml import load_kernel_library


@pytest.fixture(scope="module")
def programs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    pytest.importorskip("executorch.exir")
    folder = tmp_path_factory.mktemp("programs")
    script = Path(__file__).with_name("export_programs.py")
    subprocess.run([sys.executable, str(script), str(folder)], check=True, capture_output=True)
    return folder


def test_a_program_of_dense_kernels(programs: Path) -> None:
    assert kernel_keys_of(programs / "perceptron.pte") == {
        "aten::_softmax.out": ("v1/6;0,1|6;0,1|6;0,1",),
        "aten::addmm.out": ("v1/6;0|6;0,1|6;0,1|6;0,1|6;0,1",),
        "aten::permute_copy.out": ("v1/6;0,1|6;0,1|6;0,1",),
        "aten::relu.out": ("v1/6;0,1|6;0,1|6;0,1",),
    }


def test_lists_are_no_part_of_a_key_and_their_dtypes_are_kept(programs: Path) -> None:
    keys = kernel_keys_of(programs / "mixed.pte")
    assert keys["aten::cat.out"] == ("v1/11;", "v1/6;0,1|6;0,1")
    assert keys["aten::max.dim_max"] == ("v1/6;0,1|6;0|4;0",)


def test_the_official_tool_finds_the_same(programs: Path) -> None:
    gen_oplist = pytest.importorskip("executorch.codegen.tools.gen_oplist")
    for name in ("perceptron", "mixed"):
        path = programs / f"{name}.pte"
        ours = kernel_keys_of(path)
        theirs = gen_oplist._get_kernel_metadata_for_model(str(path))
        assert set(ours) == set(theirs)
        for operator, keys in theirs.items():
            if operator not in ("aten::cat.out", "aten::max.dim_max"):  # it counts lists too
                assert sorted(keys) == list(ours[operator])


def test_what_is_no_program(tmp_path: Path, programs: Path) -> None:
    path = tmp_path / "model.pte"
    with pytest.raises(SpecError, match="cannot read"):
        kernel_keys_of(path)
    for content in (b"", b"abc", b"PK\x03\x04 a zip file"):
        path.write_bytes(content)
        with pytest.raises(SpecError, match="not a program of ExecuTorch"):
            kernel_keys_of(path)


def test_a_damaged_program(tmp_path: Path, programs: Path) -> None:
    """Wherever it is cut off, it is an error of ours or still readable."""
    whole = (programs / "mixed.pte").read_bytes()
    path = tmp_path / "model.pte"
    refused = 0
    for length in range(8, len(whole), 37):
        path.write_bytes(whole[:length])
        try:
            kernel_keys_of(path)
        except SpecError as error:
            assert "damaged" in str(error)
            refused += 1
    assert refused > 5


# How a method gets its kernels -> what the runtime's table then holds besides its own operators.
WAYS = {"registered": True, "method-scoped table": False}


def test_programs_with_their_own_kernels(
    programs: Path, native: OperatorTable, kernels_directory: Path, tmp_path: Path
) -> None:
    """They do not load without kernels; with libraries made from them they give torch's numbers."""
    merged = load_kernel_library(merged_file(kernels_directory, tmp_path), native=native)
    libraries = {path: _selected(merged, path, tmp_path) for path in sorted(programs.glob("*.pte"))}
    outcome = run_in_child(lambda: _run_every_way(libraries), timeout=300)
    assert isinstance(outcome, Finished), outcome
    assert len(outcome.value) == 2 * len(WAYS)
    for (path, way), (outputs, registered) in outcome.value.items():
        called = set(kernel_keys_of(path))
        assert set(registered) == (called if WAYS[way] else set())
        expected = json.loads(path.with_suffix(".json").read_text())["outputs"]
        assert len(outputs) == len(expected)
        for output, values in zip(outputs, expected, strict=True):
            assert _flat(output) == pytest.approx(_flat(values), rel=1e-5)


def _selected(merged: KernelLibrary, program: Path, folder: Path) -> KernelLibrary:
    """The kernels that a program calls, selected as a build does it."""
    written = folder / f"{program.stem}.yaml"
    options = [f"--model-file-path={program}", f"--output-path={written}"]
    assert main(["executorch-oplist", *options]) == 0
    library = load_selection(written).apply(merged)
    assert {str(each.name) for each in library.registered} == set(kernel_keys_of(program))
    return library


def _run_every_way(
    libraries: dict[Path, KernelLibrary],
) -> dict[tuple[Path, str], tuple[Any, list[str]]]:
    runtime = ExecutorchRuntime()
    session = Session(runtime)
    runtime.load_kernels("optimized")
    outcomes = {}
    for path, library in libraries.items():
        compiled = compile_kernels(session, library, path.stem)
        with pytest.raises(ExecutorchError, match="OperatorMissing"):
            runtime.program(path).load()
        for way in WAYS:
            done = run_in_child(
                lambda path=path, way=way, compiled=compiled: _run(runtime, compiled, path, way)
            )
            assert isinstance(done, Finished), done
            outcomes[path, way] = done.value
    return outcomes


def _run(
    runtime: ExecutorchRuntime, compiled: CompiledKernels, path: Path, way: str
) -> tuple[Any, list[str]]:
    inputs = json.loads(path.with_suffix(".json").read_text())["inputs"]
    own = len(runtime.registered())
    program = runtime.program(path)
    if WAYS[way]:
        compiled.register()
        program.load()
    else:
        program.load(kernels=compiled)
    outputs = program.run(*inputs)
    return outputs, [place.operator for place in runtime.registered()[own:]]


KEYED_RELU = """\
- op: relu.out
  type_alias: {{T: [{dtype}]}}
  dim_order_alias: {{D: [0, 1]}}
  kernels: [{{arg_meta: {{self: [T, D], out: [T, D]}}, kernel_name: acme::relu_of_{dtype}}}]
"""
KEYED_RELU_KERNEL = """
#include <executorch/runtime/kernel/kernel_includes.h>
namespace acme::native {
executorch::aten::Tensor& NAME(
    executorch::runtime::KernelRuntimeContext&, const executorch::aten::Tensor& self,
    executorch::aten::Tensor& out) {
  for (ssize_t i = 0; i < self.numel(); ++i) {
    const float x = self.const_data_ptr<float>()[i];
    out.mutable_data_ptr<float>()[i] = x > 0 ? x : 0;
  }
  return out;
}
}
"""


def test_a_program_takes_the_kernel_of_its_key(
    programs: Path, native: OperatorTable, kernels_directory: Path, tmp_path: Path
) -> None:
    """A kernel for its dtype and dim order is used, without a kernel for any tensors; one for
    another dtype is not."""
    path = programs / "perceptron.pte"
    merged = load_kernel_library(merged_file(kernels_directory, tmp_path), native=native)
    others = sorted(set(kernel_keys_of(path)) - {"aten::relu.out"})
    rest = select_by_names(others, merged).apply(merged)
    relus = {}
    for dtype in ("Float", "Double"):
        written = tmp_path / f"{dtype}.yaml"
        written.write_text(KEYED_RELU.format(dtype=dtype))
        relus[dtype] = load_kernel_library(written, native=native)

    def run() -> tuple[Any, str]:
        runtime = ExecutorchRuntime()
        session = Session(runtime)
        runtime.load_kernels("optimized")
        compile_kernels(session, rest, "rest").register()
        libraries = {}
        for dtype, library in relus.items():
            kernel = KEYED_RELU_KERNEL.replace("NAME", f"relu_of_{dtype}")
            libraries[dtype] = compile_kernels(
                session, library, dtype, kernel_sources={f"{dtype}.cpp": kernel}
            )
        libraries["Double"].register()
        program = runtime.program(path)
        with pytest.raises(ExecutorchError) as missing:
            program.load()
        libraries["Float"].register()
        program.load()
        return program.run(*json.loads(path.with_suffix(".json").read_text())["inputs"]), str(
            missing.value
        )

    done = run_in_child(run, timeout=300)
    assert isinstance(done, Finished), done
    (output,), missing = done.value
    assert "OperatorMissing" in missing
    (expected,) = json.loads(path.with_suffix(".json").read_text())["outputs"]
    assert _flat(output) == pytest.approx(_flat(expected), rel=1e-5)


def _flat(values: Any) -> list[float]:
    return [n for each in values for n in _flat(each)] if isinstance(values, list) else [values]
