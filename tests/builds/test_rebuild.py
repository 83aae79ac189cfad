"""What a second build does: it generates and compiles only what has changed."""

from __future__ import annotations

import os
import stat
from pathlib import Path

from cmake_builds import Tools

KERNELS = """\
cmake_minimum_required(VERSION 3.23)
project(kernels CXX)
find_package(executorch REQUIRED)
find_package(dispatchless REQUIRED)
dispatchless_executorch_library(my_kernels LIB_NAME mine FUNCTIONS_YAML functions.yaml{options})
dispatchless_executorch_library(their_kernels LIB_NAME theirs FUNCTIONS_YAML others.yaml)
"""


def kernels(*operators: str) -> str:
    return "".join(
        f"- op: {name}.out\n  kernels: [{{arg_meta: null, kernel_name: mine::{name}_out}}]\n"
        for name in operators
    )


def touch(path: Path) -> None:
    assert path.exists()
    os.utime(path)


def test_an_executorch_library(every_generator: Tools) -> None:
    project = every_generator.project(
        {
            "CMakeLists.txt": KERNELS.format(options=""),
            "functions.yaml": kernels("add"),
            "others.yaml": kernels("neg"),
        }
    )
    project.configure()
    first = project.build()
    assert first.generated == ["my_kernels", "their_kernels"]
    assert first.compiled == ["register_mine_kernels.cpp", "register_theirs_kernels.cpp"]

    def build(generated: list[str], compiled: list[str]) -> None:
        """What the next build does, and that the one after it does nothing."""
        outcome = project.build()
        assert (outcome.generated, outcome.compiled) == (generated, compiled), outcome.text
        again = project.build()
        assert (again.generated, again.compiled) == ([], []), again.text

    mine = ["register_mine_kernels.cpp"]
    build([], [])

    project.write("functions.yaml", "# The kernels of this test.\n" + kernels("add"))
    build(["my_kernels"], [])

    project.write("functions.yaml", kernels("add", "mul"))
    build(["my_kernels"], mine)

    # The modules that generated are known from the dependency file alone.
    package = every_generator.installation.packages / "dispatchless"
    touch(package / "lowering" / "executorch" / "boxed_kernels.py")
    build(["my_kernels", "their_kernels"], [])

    project.write("CMakeLists.txt", KERNELS.format(options="\n  EXCEPTION_BOUNDARY"))
    build(["my_kernels"], mine)

    project.write("functions.yaml", kernels("add", "mull"))
    refused = project.build(fails=True)
    assert "functions.yaml:3:" in refused.text
    assert "mull" in refused.text
    project.write("functions.yaml", kernels("add", "mul"))
    build(["my_kernels"], [])


TORCH = """\
cmake_minimum_required(VERSION 3.23)
project(operators CXX)
find_package(Torch REQUIRED)
find_package(dispatchless REQUIRED)
set(CMAKE_UNITY_BUILD OFF)
dispatchless_torch_library(mylib SPECS . NAMESPACE mylib KEYS CPU STATIC)
"""
HEADER = """\
#pragma once
#include <ATen/core/Tensor.h>
template <class OPS>
at::Tensor minus(const at::Tensor& self) {
  return OPS::neg(self);
}
"""
MINUS = """\
- func: {name}(Tensor self) -> Tensor
  composite: minus (neg)
  header: minus.h
"""
# Compiles nothing, which is what a test of when to compile needs of a compiler.
COMPILER = """\
#!/bin/sh
while [ $# -gt 0 ]; do
  if [ "$1" = -o ]; then : > "$2"; fi
  shift
done
"""


def test_a_torch_library_with_a_new_operator(every_generator: Tools) -> None:
    """The list of sources changes with the specification, so that CMake itself runs again."""
    project = every_generator.project(
        {
            "CMakeLists.txt": TORCH,
            "minus.h": HEADER,
            "one.yaml": MINUS.format(name="one"),
            "compiler.sh": COMPILER,
        }
    )
    launcher = project.source / "compiler.sh"
    launcher.chmod(launcher.stat().st_mode | stat.S_IXUSR)
    project.configure(f"-DCMAKE_CXX_COMPILER_LAUNCHER={launcher}")

    def build(*compiled: str) -> None:
        outcome = project.build()
        assert outcome.compiled == sorted(f"{name}.cpp" for name in compiled), outcome.text
        assert project.build().generated == []

    build("one_cpu", "one_generic")
    project.write("one.yaml", "# One operator.\n" + MINUS.format(name="one"))
    build()
    project.write("one.yaml", MINUS.format(name="one") + MINUS.format(name="two"))
    build("two_cpu", "two_generic")
    # A file that comes into the folder is part of the specification.
    project.write("three.yaml", MINUS.format(name="three"))
    build("three_cpu", "three_generic")
    project.write("one.yaml", MINUS.format(name="two"))
    build()
    generated = project.build_folder / "dispatchless" / "mylib" / "sources"
    assert not list(generated.glob("one*"))
