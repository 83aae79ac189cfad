"""Compiling printed C++ against the installed torch, and what its library exports."""

from __future__ import annotations

import functools
import shutil
import subprocess
from collections.abc import Iterable
from pathlib import Path

import pytest

from dispatchless.cppast import Decl, SourceFile, print_file

# What torch 2.13 needs; it sets no newer one.
STANDARD = "-std=c++20"


def include_flags(torch_directory: Path) -> tuple[str, ...]:
    include = torch_directory / "include"
    return (f"-I{include}", f"-I{include / 'torch' / 'csrc' / 'api' / 'include'}")


def compile_members(
    members: Iterable[Decl], source: Path, torch_directory: Path, *, link_names: bool
) -> Path:
    """Print `members` to `source` and compile them; the object file with `link_names`.

    Fails the test with the compiler's first messages.
    """
    if shutil.which("g++") is None:
        pytest.skip("g++ is not installed")
    source.write_text(print_file(SourceFile(source.name, tuple(members))).text)
    result = source.with_suffix(".o")
    action = ("-c", "-o", str(result)) if link_names else ("-fsyntax-only",)
    run = subprocess.run(
        (
            "g++",
            STANDARD,
            "-O0",
            "-w",
            "-fPIC",
            *action,
            *include_flags(torch_directory),
            str(source),
        ),
        capture_output=True,
        text=True,
        check=False,
    )
    if run.returncode != 0:
        pytest.fail(f"{source} does not compile:\n{run.stderr[:4000]}")
    return result


def link_shared(compiled: Path, torch_directory: Path) -> Path:
    """The shared library made of an object file; fails the test if a symbol is missing."""
    result = compiled.with_suffix(".so")
    libraries = f"-L{torch_directory / 'lib'}", "-ltorch_cpu", "-lc10"
    run = subprocess.run(
        ("g++", "-shared", str(compiled), *libraries, "-Wl,--no-undefined", "-o", str(result)),
        capture_output=True,
        text=True,
        check=False,
    )
    if run.returncode != 0:
        pytest.fail(f"{compiled} does not link:\n{run.stderr[:4000]}")
    return result


def undefined_symbols(compiled: Path) -> frozenset[str]:
    """The mangled names that an object file wants from elsewhere."""
    return _names(("nm", "--undefined-only", "--format=posix", str(compiled)))


@functools.cache
def exported_symbols(torch_directory: Path) -> frozenset[str]:
    """The mangled names that libtorch offers to other libraries."""
    names: frozenset[str] = frozenset()
    for library in ("libtorch_cpu.so", "libc10.so"):
        path = torch_directory / "lib" / library
        names |= _names(("nm", "--dynamic", "--defined-only", "--format=posix", str(path)))
    return names


def of_aten(symbols: Iterable[str]) -> frozenset[str]:
    """Those of the mangled names that are in namespace at."""
    return frozenset(each for each in symbols if each.startswith("_ZN2at"))


def _names(command: tuple[str, ...]) -> frozenset[str]:
    lines = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    return frozenset(line.split()[0].partition("@")[0] for line in lines.splitlines())
