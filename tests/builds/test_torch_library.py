"""The operators of the examples in a library for torch.ops.load_library."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest
from cmake_builds import EXAMPLES, Tools, run

CHECK = Path(__file__).with_name("check_designs.py")
SHOWN = "gated_residual: the same values and gradients, and 1 dispatcher call instead of 4\n"


def test_the_cmake_example(tools: Tools) -> None:
    pytest.importorskip("torch")
    project = tools.example("cmake")
    # One object file: the headers of torch are what takes the time.
    project.configure("-DCMAKE_CXX_FLAGS=-O0", "-DCMAKE_UNITY_BUILD_BATCH_SIZE=0")
    outcome = project.build()
    assert outcome.compiled == ["unity_0_cxx.cxx"]
    library = project.build_folder / "libmylib.so"
    # A process of its own, in which no JIT is.
    shown = run(sys.executable, EXAMPLES / "cmake" / "use.py", library).text
    assert SHOWN in shown
    assert run(sys.executable, CHECK, library).text == "36 operators are right\n"


def test_the_setup_example(tools: Tools) -> None:
    pytest.importorskip("torch")
    shutil.copytree(EXAMPLES, tools.folder / "examples")
    setup = tools.folder / "examples" / "setup"
    python = tools.installation.environment / "bin" / "python"
    out = tools.folder / "out"
    # CFLAGS come after the flags that Python itself was built with.
    run(python, "setup.py", "-q", "build", "--build-lib", out, cwd=setup, env={"CFLAGS": "-O0 -g0"})
    library = out / "mylib_operators" / "_operators.so"
    assert SHOWN in run(python, EXAMPLES / "cmake" / "use.py", library).text
    program = (
        "import torch, mylib_operators; x = torch.ones(2);"
        "print(torch.ops.mylib.sub(x, x, alpha=3).tolist())"
    )
    assert run(python, "-c", program, cwd=out).text == "[-2.0, -2.0]\n"
    assert run(sys.executable, CHECK, library).text == "10 operators are right\n"


MANUAL = """\
cmake_minimum_required(VERSION 3.23)
project(manual CXX)
find_package(Torch REQUIRED)
find_package(dispatchless REQUIRED)
dispatchless_torch_library(
  operators SPECS minus.yaml NAMESPACE n KEYS Meta MODE manual STATIC SOURCES twice.cpp)
add_executable(application main.cpp)
target_link_libraries(application PRIVATE operators)
"""
SPECIFICATION = """\
- func: minus(Tensor self) -> Tensor
  composite: minus (neg)
  header: minus.h
# ATen has no meta kernel of it in C++.
- func: aten::hardswish(Tensor self) -> Tensor
  composite: swish (add.Scalar, clamp, mul.Tensor, div.Scalar)
  header: minus.h
"""
HEADER = """\
#pragma once
#include <ATen/core/Tensor.h>
template <class OPS>
at::Tensor minus(const at::Tensor& self) {
  return OPS::neg(self);
}
template <class OPS>
at::Tensor swish(const at::Tensor& self) {
  return OPS::div(OPS::mul(self, OPS::clamp(OPS::add(self, 3), 0, 6)), 6);
}
"""
TWICE = "int twice(int value) { return 2 * value; }\n"
MAIN = """\
#include "register_n_kernels.h"
#include <ATen/core/Tensor.h>
#include <ATen/core/dispatch/Dispatcher.h>
#include <ATen/ops/empty_strided.h>
#include <ATen/ops/hardswish.h>
#include <ATen/ops/ones.h>
int twice(int);
int count() {
  return c10::Dispatcher::singleton().findSchema({"n::minus", ""}).has_value() ? 1 : 0;
}
at::Tensor meta_of(const at::Tensor& tensor) {
  return at::empty_strided(
      tensor.sizes(), tensor.strides(), tensor.options().device(at::kMeta));
}
// Whether the meta kernel says what the CPU's gives.
bool agrees(const at::Tensor& tensor) {
  const at::Tensor cpu = at::hardswish(tensor), meta = at::hardswish(meta_of(tensor));
  return meta.is_meta() && meta.sizes() == cpu.sizes() && meta.strides() == cpu.strides() &&
      meta.scalar_type() == cpu.scalar_type();
}
bool refused(const at::Tensor& tensor) {
  try {
    at::hardswish(meta_of(tensor));
    return false;
  } catch (const c10::Error&) {
    return true;
  }
}
int main() {
  const at::Tensor tensor = at::ones({2, 3, 4}), scalar = at::ones({});
  const bool before = count() == 0 && refused(tensor);
  n::register_n_kernels();
  const bool registered = twice(count()) == 2;
  const bool derived = agrees(tensor) && agrees(tensor.transpose(0, 2)) && agrees(scalar) &&
      agrees(at::ones({0, 5})) && agrees(tensor.to(at::kDouble)) &&
      agrees(tensor.to(at::kBFloat16)) &&
      agrees(tensor.select(2, 1)) && agrees(tensor.expand({5, 2, 3, 4}));
  n::deregister_n_kernels();
  return before && registered && derived && count() == 0 && refused(tensor) ? 0 : 1;
}
"""


def test_a_static_library_with_a_register_function(tools: Tools) -> None:
    """Its kernels come and go; one of them is the meta kernel of an operator of ATen that has none,
    in a process in which there is no Python either."""
    project = tools.project(
        {
            "CMakeLists.txt": MANUAL,
            "minus.yaml": SPECIFICATION,
            "minus.h": HEADER,
            "twice.cpp": TWICE,
            "main.cpp": MAIN,
        }
    )
    project.configure("-DCMAKE_CXX_FLAGS=-O0")
    project.build()
    public = project.build_folder / "dispatchless" / "operators" / "include"
    assert [path.name for path in public.iterdir()] == ["register_n_kernels.h"]
    project.run("application")
