"""Generated files, byte for byte, and through a compiler without one warning."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path

import pytest
import torch
from golden_cases import Golden, goldens, texts

from dispatchless.command_line import main

CASES = pytest.mark.parametrize("golden", goldens(), ids=lambda golden: golden.name)

TORCH_INCLUDES = Path(torch.__file__).parent / "include"
FLAGS = ("-std=c++20", "-Wall", "-Wextra", "-Werror")
# What every generated source includes, the second by way of `ATen/ops/<name>.h`; parsed once, then
# read as a precompiled header. Headers of single operators are not in it for a reason: they are
# what a generated file may forget.
COMMON = ("torch/library.h", "ATen/Context.h")


@CASES
def test_expected_text(golden: Golden, tmp_path: Path) -> None:
    assert golden.generate(tmp_path) == 0
    assert texts(tmp_path) == texts(golden.expected)


@CASES
def test_expected_text_compiles(golden: Golden, compilations: Mapping[str, Future[str]]) -> None:
    assert compilations[golden.name].result() == ""


def test_examples_compile(precompiled: Path, tmp_path: Path) -> None:
    """Every example of the project, registered on demand."""
    examples = Path(__file__).parents[2] / "examples"
    out = tmp_path / "out"
    options = ["--namespace", "mylib", "--manual-registration"]
    assert main(["generate", str(examples), "--out", str(out), *options]) == 0
    source = one_unit(texts(out), tmp_path / "source.cpp")
    assert compile_one(source, precompiled, (out, examples)) == ""


def test_the_compiler_warns(precompiled: Path, tmp_path: Path) -> None:
    """A warning, here an unused parameter, is not lost."""
    source = tmp_path / "source.cpp"
    source.write_text("int f(int unused) { return 1; }\n")
    assert "unused" in compile_one(source, precompiled, ())


def test_unlisted_operator_is_no_member(precompiled: Path, tmp_path: Path) -> None:
    """A composite reaches exactly the operators that it lists (case C1)."""
    (golden,) = (each for each in goldens() if each.name == "sub")
    source = tmp_path / "source.cpp"
    call = "at::Tensor f(const at::Tensor& x) {{ return mylib::sub_ops_cpu::{}(x, x); }}\n"
    for operator, expected in (("add", ""), ("mul", "'mul' is not a member of")):
        source.write_text('#include "sub_ops_cpu.h"\n' + call.format(operator))
        said = compile_one(source, precompiled, (golden.expected,))
        assert (expected in said) if expected else (said == "")


@pytest.fixture(scope="module")
def precompiled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the precompiled common header, and with CUDA's mark of a CUDA build, so that
    the code for CUDA is compiled too."""
    folder = tmp_path_factory.mktemp("precompiled")
    header = folder / "common.h"
    header.write_text("".join(f"#include <{path}>\n" for path in COMMON))
    cuda = folder / "c10" / "cuda" / "impl" / "cuda_cmake_macros.h"
    cuda.parent.mkdir(parents=True)
    cuda.write_text("#pragma once\n")
    command = ["g++", *FLAGS, "-isystem", str(TORCH_INCLUDES), "-x", "c++-header", str(header)]
    subprocess.run([*command, "-o", f"{header}.gch"], check=True)
    return folder


@pytest.fixture(scope="module")
def compilations(
    request: pytest.FixtureRequest, precompiled: Path, tmp_path_factory: pytest.TempPathFactory
) -> Mapping[str, Future[str]]:
    """What the compiler says to the sources of each selected case, which are one translation
    unit; several are compiled at a time."""
    selected = {item.name for item in request.session.items}
    folder = tmp_path_factory.mktemp("units")
    pool = ThreadPoolExecutor(os.cpu_count())
    futures = {}
    for golden in goldens():
        if f"test_expected_text_compiles[{golden.name}]" not in selected:
            continue
        source = one_unit(texts(golden.expected), folder / f"{golden.name}.cpp")
        includes = (golden.expected, golden.folder, golden.folder / "include")
        futures[golden.name] = pool.submit(compile_one, source, precompiled, includes)
    pool.shutdown(wait=False)
    return futures


def one_unit(names: Iterable[str], source: Path) -> Path:
    """A translation unit of all the source files."""
    sources = [name for name in names if name.endswith(".cpp")]
    source.write_text("".join(f'#include "{name}"\n' for name in sources))
    return source


def compile_one(source: Path, precompiled: Path, includes: tuple[Path, ...]) -> str:
    """The compiler's output, empty if all is well."""
    own = [f"-I{folder}" for folder in includes if folder.is_dir()]
    system = ["-isystem", str(precompiled), "-isystem", str(TORCH_INCLUDES)]
    command = ["g++", *FLAGS, "-fsyntax-only", *own, *system]
    command += ["-include", str(precompiled / "common.h"), str(source)]
    plain = {**os.environ, "LC_ALL": "C"}  # ASCII quotes in messages
    done = subprocess.run(command, env=plain, capture_output=True, text=True, check=False)
    return done.stderr if done.returncode or done.stderr else ""
