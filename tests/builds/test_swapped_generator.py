"""A build in the style of ExecuTorch's own, in which only the commands are other ones.

Its rules name the generator's outputs and take its options as they have always been.
"""

from __future__ import annotations

import attrs
from cmake_builds import EXAMPLES, Tools

# What a build adds for executorch.codegen.gen and executorch.codegen.tools.gen_oplist.
BUILD = """\
cmake_minimum_required(VERSION 3.23)
project(custom_kernels CXX)
set(CMAKE_CXX_STANDARD 17)
find_package(executorch REQUIRED)

set(out ${CMAKE_CURRENT_BINARY_DIR}/custom_kernels)
file(MAKE_DIRECTORY ${out})
set(oplist ${out}/selected_operators.yaml)
add_custom_command(
  OUTPUT ${oplist}
  COMMAND ${OPLIST} --output_path=${oplist} --ops_schema_yaml_path=${EXAMPLE}/elementwise.yaml
          --root_ops=acme::triple.out
  DEPENDS ${EXAMPLE}/elementwise.yaml)

set(sources
    ${out}/RegisterCodegenUnboxedKernelsEverything.cpp ${out}/Functions.h ${out}/NativeFunctions.h
    ${out}/RegisterCPUCustomOps.cpp ${out}/RegisterSchema.cpp ${out}/CustomOpsNativeFunctions.h)
add_custom_command(
  OUTPUT ${sources}
  COMMAND ${GENERATOR} --source-path=${ATEN} --install-dir=${out} --tags-path=${ATEN}/tags.yaml
          --aten-yaml-path=${ATEN}/native_functions.yaml --op-selection-yaml-path=${oplist}
          --add-exception-boundary --functions-yaml-path=${EXAMPLE}/elementwise.yaml
          --custom-ops-yaml-path=${EXAMPLE}/triple.yaml
  DEPENDS ${oplist} ${EXAMPLE}/elementwise.yaml ${EXAMPLE}/triple.yaml)

add_library(custom_kernels STATIC)
target_sources(
  custom_kernels PRIVATE ${out}/RegisterCodegenUnboxedKernelsEverything.cpp ${out}/Functions.h
                         ${out}/NativeFunctions.h ${EXAMPLE}/elementwise.cpp ${EXAMPLE}/triple.cpp)
target_include_directories(custom_kernels PRIVATE ${out})
target_include_directories(custom_kernels PUBLIC ${EXECUTORCH_INCLUDE_DIRS})
target_compile_definitions(custom_kernels PUBLIC ${EXECUTORCH_COMPILE_DEFINITIONS})
target_link_libraries(
  custom_kernels PUBLIC ${EXECUTORCH_RUNTIME_LIBRARY_DIR}/libexecutorch.so)

add_executable(runner runner.cpp)
target_link_libraries(runner PRIVATE $<LINK_LIBRARY:WHOLE_ARCHIVE,custom_kernels>)
"""
RUNNER = """\
#include <executorch/runtime/kernel/operator_registry.h>
#include <executorch/runtime/platform/runtime.h>
#include <cstdio>
int main() {
  executorch::runtime::runtime_init();
  for (const char* name : {"aten::add.out", "aten::neg.out", "acme::triple.out", "aten::mul.out"}) {
    std::printf("%s %d\\n", name, executorch::runtime::registry_has_op_function(name));
  }
}
"""


def test_a_build_with_the_generator_swapped(tools: Tools) -> None:
    project = attrs.evolve(tools, generator="Unix Makefiles").project(
        {"CMakeLists.txt": BUILD, "runner.cpp": RUNNER}
    )
    command = tools.installation.command
    aten = tools.installation.others / "torchgen" / "packaged" / "ATen" / "native"
    project.configure(
        f"-DGENERATOR={command};executorch-gen",
        f"-DOPLIST={command};executorch-oplist",
        f"-DATEN={aten}",
        f"-DEXAMPLE={EXAMPLES / 'executorch'}",
    )
    project.build()
    lines = project.run("runner").text.splitlines()
    assert [line for line in lines if line.startswith(("aten::", "acme::"))] == [
        "aten::add.out 1",
        "aten::neg.out 1",
        "acme::triple.out 1",
        "aten::mul.out 0",
    ]
    assert project.build().compiled == []
