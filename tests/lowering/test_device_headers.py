"""`dispatchless/<operator>.h` of ATen's operators, judged by the compiler.

What the templates call is proved elsewhere: every function of `at::cpu`, `at::meta` and composite
keys that calls may go to has its address taken, and is looked for in the symbol table of libtorch
(test_direct_calls.py). Here the headers are read as C++, those for CUDA among them.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import attrs
import pytest
from native_build import STANDARD, include_flags

from dispatchless.device_headers import device_headers, write_device_headers
from dispatchless.lowering.dispatchless_headers import operators_by_root
from dispatchless.model import OperatorTable

SAMPLE = 100
PARTS = 20
"""Of the run over all headers, so that each tells what it found as it ends."""
COMMON = "common.h"
_INCLUDES = re.compile(r"^#include <(.*)>$", re.MULTILINE)
ALL = bool(os.environ.get("DISPATCHLESS_TEST_SIZE"))


def compile_text(source: Path, folder: Path, torch_directory: Path, *more: str) -> str:
    """What the compiler says to a source; empty if all is well."""
    command = ("g++", STANDARD, "-Wall", "-Wno-unused-parameter", f"-I{folder}")
    system = [flag.replace("-I", "-isystem", 1) for flag in include_flags(torch_directory)]
    mode = more or ("-fsyntax-only",)
    done = subprocess.run([*command, *system, *mode, str(source)], capture_output=True, text=True)
    return done.stderr[:3000]


def included(path: Path) -> list[str]:
    """The headers that a header includes, in its order."""
    return _INCLUDES.findall(path.read_text())


def begins_like_aten(header: Path, common: frozenset[str]) -> bool:
    """Whether a header begins with the one of ATen's that has its name, and so with `common`.

    Then it is the same whether those come from the file or were compiled before.
    """
    includes = included(header)
    own = f"ATen/ops/{header.name}"
    return own in includes and common.issuperset(includes[: includes.index(own)])


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


@attrs.frozen
class Sources:
    """All headers, with a source for each that includes it alone, in a folder.

    What nearly all headers in `ATen/ops` include first is compiled once; `common` names it.
    """

    folder: Path
    paths: tuple[Path, ...]
    common: frozenset[str]
    torch_directory: Path

    def said_to(self, source: Path) -> str:
        """What the compiler says to one of the sources."""
        options = ["-fsyntax-only"]
        if begins_like_aten(source.with_suffix(".h"), self.common):
            options += ["-include", str(self.folder / COMMON)]
        return compile_text(source, self.folder, self.torch_directory, *options)


@pytest.fixture(scope="module")
def all_headers(
    table: OperatorTable, torch_directory: Path, tmp_path_factory: pytest.TempPathFactory
) -> Sources:
    folder = tmp_path_factory.mktemp("all")
    summary = write_device_headers(folder, native_functions=table, jobs=os.cpu_count() or 1)
    sources = []
    for path in sorted(summary.written):
        source = path.with_suffix(".cpp")
        source.write_text(f'#include "{path.relative_to(folder)}"\n')
        sources.append(source)
    assert len(sources) > 1000
    operators = torch_directory / "include" / "ATen" / "ops"
    common = set(included(operators / "abs.h"))
    for source in sources:
        theirs = operators / f"{source.stem}.h"
        if theirs.exists() and len(lists := included(theirs)) > 10:
            common.intersection_update(lists)
    assert "ATen/core/Tensor.h" in common
    prefix = folder / COMMON
    prefix.write_text("".join(f"#include <{each}>\n" for each in sorted(common)))
    compiled = ("-x", "c++-header", "-o", f"{prefix}.gch")
    assert compile_text(prefix, folder, torch_directory, *compiled) == ""
    return Sources(folder, tuple(sources), frozenset(common), torch_directory)


@pytest.mark.skipif(not ALL, reason="many minutes of the compiler: `make nightly`")
@pytest.mark.parametrize("part", range(PARTS))
def test_every_header_alone(part: int, all_headers: Sources, compiler: None) -> None:
    chosen = all_headers.paths[part::PARTS]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        said = pool.map(all_headers.said_to, chosen)
        wrong = {each.name: text for each, text in zip(chosen, said, strict=True) if text}
    assert wrong == {}
