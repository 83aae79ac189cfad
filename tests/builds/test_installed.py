"""A kernel library that is installed, moved, and used by another project."""

from __future__ import annotations

import shutil

from cmake_builds import EXAMPLES, Project, Tools, run

LIBRARY = """\
cmake_minimum_required(VERSION 3.23)
project(acme CXX)
find_package(executorch REQUIRED)
find_package(dispatchless REQUIRED)
dispatchless_executorch_library(
  acme_kernels LIB_NAME acme CUSTOM_OPS_YAML ${EXAMPLE}/triple.yaml
  KERNEL_SOURCES ${EXAMPLE}/triple.cpp)
install(TARGETS acme_kernels EXPORT acme FILE_SET HEADERS)
install(EXPORT acme NAMESPACE acme:: DESTINATION lib/cmake/acme FILE acme-config.cmake)
"""
# The wheel of executorch defines targets for CMake 3.28 and newer, and variables for all.
APPLICATION = """\
cmake_minimum_required(VERSION 3.23)
project(application CXX)
set(CMAKE_CXX_STANDARD 17)
find_package(executorch REQUIRED)
find_package(acme REQUIRED)
add_executable(application application.cpp)
target_link_libraries(application PRIVATE acme::acme_kernels)
if(NOT TARGET executorch::runtime)
  target_include_directories(application PRIVATE ${EXECUTORCH_INCLUDE_DIRS})
  target_link_libraries(application PRIVATE ${EXECUTORCH_RUNTIME_LIBRARY_DIR}/libexecutorch.so)
endif()
"""
MAIN = """\
#include "register_acme_kernels.h"
#include <executorch/runtime/platform/runtime.h>
int main() {
  executorch::runtime::runtime_init();
  const bool before = executorch::runtime::registry_has_op_function("acme::triple.out");
  const auto error = torch::executor::register_acme_kernels();
  const bool after = executorch::runtime::registry_has_op_function("acme::triple.out");
  return !before && error == executorch::runtime::Error::Ok && after ? 0 : 1;
}
"""


def test_an_installed_library_is_relocatable(every_cmake: Tools) -> None:
    library = every_cmake.project({"CMakeLists.txt": LIBRARY}, "library")
    library.configure(f"-DEXAMPLE={EXAMPLES / 'executorch'}")
    library.build()
    first, moved = every_cmake.folder / "first", every_cmake.folder / "elsewhere" / "moved"
    run(every_cmake.cmake.path, "--install", library.build_folder, "--prefix", first)
    moved.parent.mkdir()
    first.rename(moved)
    shutil.rmtree(library.build_folder)
    headers = [path.relative_to(moved).as_posix() for path in moved.rglob("*.h")]
    assert headers == ["include/register_acme_kernels.h"]
    for path in (*moved.rglob("*.cmake"), *moved.rglob("*.h")):
        assert str(every_cmake.folder) not in path.read_text(), path

    application: Project = every_cmake.project(
        {"CMakeLists.txt": APPLICATION, "application.cpp": MAIN}, "application"
    )
    packages = every_cmake.installation.others / "executorch"
    application.configure(f"-DCMAKE_PREFIX_PATH={moved};{packages}", prefix=False)
    application.build()
    application.run("application")
