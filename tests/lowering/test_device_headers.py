"""`dispatchless/<operator>.h` of ATen's operators, judged by the compiler.

What the templates call is proved elsewhere: every function of `at::cpu`, `at::meta` and composite
keys that calls may go to has its address taken, and is looked for in the symbol table of libtorch
(test_direct_calls.py). Here the headers are read as C++, those for CUDA among them.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from native_build import STANDARD, include_flags

from dispatchless.device_headers import device_headers, write_device_headers
from dispatchless.lowering.dispatchless_headers import operators_by_root
from dispatchless.model import OperatorTable

SAMPLE = 100
PARTS = 20
"""Of the run over all headers, so that each tells what it found as it ends."""
ALL = bool(os.environ.get("DISPATCHLESS_TEST_SIZE"))


def compile_text(source: Path, folder: Path, torch_directory: Path) -> str:
    """What the compiler says to a source; empty if all is well."""
    command = ("g++", STANDARD, "-fsyntax-only", "-Wall", "-Wno-unused-parameter", f"-I{folder}")
    system = [flag.replace("-I", "-isystem", 1) for flag in include_flags(torch_directory)]
    done = subprocess.run([*command, *system, str(source)], capture_output=True, text=True)
    return done.stderr[:3000]


@pytest.fixture
def compiler() -> None:
    if shutil.which("g++") is None:
        pytest.skip("g++ is not installed")


def test_a_sample_of_headers(
    table: OperatorTable, compiler: None, torch_directory: Path, tmp_path: Path
) -> None:
    """In one translation unit: the same declarations, for a hundredth of the time."""
    roots = list(operators_by_root(table))
    chosen = roots[:: len(roots) // SAMPLE]
    assert len(chosen) >= SAMPLE
    written = []
    for header in device_headers([*chosen, "instantiate"], native_functions=table):
        path = tmp_path / header.path
        path.parent.mkdir(exist_ok=True)
        path.write_text(header.text)
        written.append(header.path)
    source = tmp_path / "source.cpp"
    source.write_text("".join(f'#include "{path}"\n' for path in written))
    assert compile_text(source, tmp_path, torch_directory) == ""


@pytest.fixture(scope="module")
def all_headers(
    table: OperatorTable, tmp_path_factory: pytest.TempPathFactory
) -> tuple[Path, list[Path]]:
    """The folder with all headers, and a source for each that includes it alone."""
    folder = tmp_path_factory.mktemp("all")
    summary = write_device_headers(folder, native_functions=table, jobs=os.cpu_count() or 1)
    sources = []
    for path in sorted(summary.written):
        source = path.with_suffix(".cpp")
        source.write_text(f'#include "{path.relative_to(folder)}"\n')
        sources.append(source)
    assert len(sources) > 1000
    return folder, sources


@pytest.mark.skipif(not ALL, reason="an hour of the compiler: `make nightly`")
@pytest.mark.parametrize("part", range(PARTS))
def test_every_header_alone(
    part: int, all_headers: tuple[Path, list[Path]], compiler: None, torch_directory: Path
) -> None:
    folder, sources = all_headers
    chosen = sources[part::PARTS]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        said = pool.map(lambda each: compile_text(each, folder, torch_directory), chosen)
        wrong = {each.name: text for each, text in zip(chosen, said, strict=True) if text}
    assert wrong == {}
