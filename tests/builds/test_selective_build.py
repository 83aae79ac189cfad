"""Libraries of some operators of a yaml, as tables, in several sources."""

from __future__ import annotations

from cmake_builds import EXAMPLES, Tools

BUILD = """\
cmake_minimum_required(VERSION 3.23)
project(selective CXX)
set(CMAKE_CXX_STANDARD 17)
find_package(executorch REQUIRED)
find_package(dispatchless REQUIRED)
dispatchless_executorch_library(
  some LIB_NAME some MODE table FUNCTIONS_YAML ${{EXAMPLE}}/elementwise.yaml
  OPERATORS {operators} KERNEL_SOURCES ${{EXAMPLE}}/elementwise.cpp)
dispatchless_executorch_library(
  off LIB_NAME off MODE table SHARDS 2 NAMING register_LIB_kernels
  CUSTOM_OPS_YAML ${{EXAMPLE}}/triple.yaml KERNEL_SOURCES ${{EXAMPLE}}/triple.cpp)
dispatchless_executorch_register(central LIBRARIES some off)
add_executable(application application.cpp)
target_link_libraries(application PRIVATE central)
"""
APPLICATION = """\
#include "get_some_kernels.h"
#include "register_kernels.h"
#include <executorch/runtime/platform/runtime.h>
#include <cstdio>
int main() {
  executorch::runtime::runtime_init();
  for (const auto& kernel : torch::executor::get_some_kernels()) {
    std::printf("table %s\\n", kernel.name_);
  }
  std::printf("error %d\\n", int(torch::executor::register_kernels()));
  for (const char* name : {"aten::add.out", "aten::neg.out", "acme::triple.out"}) {
    std::printf("%s %d\\n", name, executorch::runtime::registry_has_op_function(name));
  }
}
"""


def test_operators_are_selected(tools: Tools) -> None:
    project = tools.project(
        {"CMakeLists.txt": BUILD.format(operators="aten::add.out"), "application.cpp": APPLICATION}
    )
    project.configure(f"-DEXAMPLE={EXAMPLES / 'executorch'}")
    first = project.build()
    assert {"get_off_kernels.cpp", "get_off_kernels_1.cpp"} < set(first.compiled)
    shown = project.run("application").text
    assert "table aten::add.out\nerror 0\naten::add.out 1\naten::neg.out 0\n" in logged_apart(shown)
    assert "acme::triple.out 1\n" in shown

    project.write("CMakeLists.txt", BUILD.format(operators="aten::add.out aten::neg.out"))
    second = project.build()
    assert second.generated == ["some"]
    # The kernels include NativeFunctions.h, which declares what is selected.
    assert second.compiled == ["elementwise.cpp", "get_some_kernels.cpp"]
    assert "error 0\naten::add.out 1\naten::neg.out 1\n" in project.run("application").text
    assert project.build().generated == []


def logged_apart(text: str) -> str:
    """The output without the runtime's log, in which a missing kernel is an error."""
    lines = text.splitlines(keepends=True)
    return "".join(line for line in lines if "operator_registry.cpp" not in line)
