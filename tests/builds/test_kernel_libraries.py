"""What a review of named registration found wrong elsewhere (executorch's pull request 20658), and
what CMake says about mistakes."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from cmake_builds import Project, Tools, words

HEAD = """\
cmake_minimum_required(VERSION 3.23)
project(kernels CXX)
set(CMAKE_CXX_STANDARD 17)
find_package(executorch REQUIRED)
find_package(dispatchless REQUIRED)
"""

# The libraries and the application are in folders of their own.
WORKSHOP = f"""{HEAD}
add_subdirectory(libraries)
add_subdirectory(application)
"""
LIBRARIES = """\
dispatchless_executorch_library(
  target_one LIB_NAME one STATIC FUNCTIONS_YAML one.yaml KERNEL_SOURCES kernels.cpp)
dispatchless_executorch_library(
  target_two LIB_NAME two SHARED FUNCTIONS_YAML two.yaml KERNEL_SOURCES kernels.cpp)
dispatchless_executorch_library(target_empty LIB_NAME empty FUNCTIONS_YAML empty.yaml)
dispatchless_executorch_library(
  target_again LIB_NAME again SHARED FUNCTIONS_YAML one.yaml KERNEL_SOURCES kernels.cpp)
foreach(name IN ITEMS one two)
  file(GENERATE OUTPUT ${CMAKE_BINARY_DIR}/${name}.include
    CONTENT "$<TARGET_PROPERTY:target_${name},INTERFACE_INCLUDE_DIRECTORIES>")
endforeach()
"""
APPLICATIONS = """\
dispatchless_executorch_register(central LIBRARIES target_one target_two target_empty)
add_executable(everything all.cpp)
target_link_libraries(everything PRIVATE central)
add_executable(overlap overlap.cpp)
target_link_libraries(overlap PRIVATE target_one target_two target_again target_empty)
add_executable(nosy EXCLUDE_FROM_ALL nosy.cpp)
target_link_libraries(nosy PRIVATE target_one)
"""
KERNELS = """\
#include "NativeFunctions.h"
namespace mine::native {
executorch::aten::Tensor& unary(
    executorch::runtime::KernelRuntimeContext&, const executorch::aten::Tensor&,
    executorch::aten::Tensor& out) {
  return out;
}
}  // namespace mine::native
"""
SHOW = """\
#include <executorch/runtime/kernel/operator_registry.h>
#include <executorch/runtime/platform/runtime.h>
#include <cstdio>
inline void show(const char* when, executorch::runtime::Error error) {
  std::printf("%s: error %d, one::a.out %d, two::b.out %d\\n", when, int(error),
      executorch::runtime::registry_has_op_function("one::a.out"),
      executorch::runtime::registry_has_op_function("two::b.out"));
}
inline void tell(const char* message) { std::printf("%s\\n", message); }
"""
ALL = """\
#include "register_kernels.h"
#include "../show.h"
int main() {
  executorch::runtime::runtime_init();
  show("before", executorch::runtime::Error::Ok);
  show("after", torch::executor::register_kernels());
}
"""
OVERLAP = """\
#include "register_one_kernels.h"
#include "register_two_kernels.h"
#include "register_again_kernels.h"
#include "register_empty_kernels.h"
#include "../show.h"
int main() {
  executorch::runtime::runtime_init();
  show("empty", torch::executor::register_empty_kernels());
  show("one", torch::executor::register_one_kernels());
  show("two", torch::executor::register_two_kernels());
  show("again", torch::executor::register_again_kernels(tell));
}
"""
NOSY = '#include "NativeFunctions.h"\nint main() {}\n'


def operator(name: str) -> str:
    return (
        f"- func: {name}.out(Tensor x, *, Tensor(a!) out) -> Tensor(a!)\n"
        "  kernels: [{arg_meta: null, kernel_name: mine::unary}]\n"
    )


@pytest.fixture(scope="module")
def workshop(
    tmp_path_factory: pytest.TempPathFactory, installation: object, request: pytest.FixtureRequest
) -> Project:
    """The libraries and applications, built once for this module's tests."""
    from cmake_builds import Installation, cmake_programs

    assert isinstance(installation, Installation)
    folder = tmp_path_factory.mktemp("workshop")
    project = Tools(cmake_programs()[0], "Ninja", installation, folder).project(
        {
            "CMakeLists.txt": WORKSHOP,
            "show.h": SHOW,
            "libraries/CMakeLists.txt": LIBRARIES,
            "libraries/kernels.cpp": KERNELS,
            "libraries/one.yaml": operator("one::a"),
            "libraries/two.yaml": operator("two::b"),
            "libraries/empty.yaml": "[]\n",
            "application/CMakeLists.txt": APPLICATIONS,
            "application/all.cpp": ALL,
            "application/overlap.cpp": OVERLAP,
            "application/nosy.cpp": NOSY,
        }
    )
    project.configure()
    project.build()
    return project


def test_a_library_without_kernels_compiles_and_registers(workshop: Project) -> None:
    text = workshop.run("application/overlap").text
    assert "empty: error 0, one::a.out 0, two::b.out 0\n" in text


def test_a_shared_library_exports_its_function_and_works_beside_a_static_one(
    workshop: Project,
) -> None:
    """A SHARED library is compiled with hidden visibility; the program would not link otherwise."""
    text = workshop.run("application/overlap").text
    assert "one: error 0, one::a.out 1, two::b.out 0\n" in text
    assert "two: error 0, one::a.out 1, two::b.out 1\n" in text


def test_libraries_and_their_users_agree_across_folders(workshop: Project) -> None:
    """One function knows what another folder's libraries are, from their targets."""
    text = workshop.run("application/everything").text
    assert "before: error 0, one::a.out 0, two::b.out 0\n" in text
    assert "after: error 0, one::a.out 1, two::b.out 1\n" in text


def test_an_overlap_is_an_error_that_names_operator_and_libraries(workshop: Project) -> None:
    text = workshop.run("application/overlap").text
    (message,) = re.findall(r"^.*one::a\.out.*again.*$|^.*again.*one::a\.out.*$", text, re.M)[:1]
    assert "'one'" in message
    assert "again: error 22" in text


def test_the_name_has_nothing_to_do_with_the_target(workshop: Project) -> None:
    header = public_folder(workshop, "one") / "register_one_kernels.h"
    assert "register_one_kernels()" in header.read_text()
    assert "target_one" not in header.read_text()


def public_folder(project: Project, library: str) -> Path:
    """The one folder that a library adds for its users, besides those of the runtime."""
    listed = (project.build_folder / f"{library}.include").read_text().split(";")
    runtime = str(project.tools.installation.others / "executorch")
    (folder,) = [path for path in listed if not path.startswith(runtime)]
    return Path(folder)


@pytest.mark.parametrize("library", ["one", "two"])
def test_users_see_one_header(workshop: Project, library: str) -> None:
    folder = public_folder(workshop, library)
    assert [path.name for path in folder.iterdir()] == [f"register_{library}_kernels.h"]


def test_users_do_not_see_the_internal_headers(workshop: Project) -> None:
    text = workshop.build("--target", "nosy", fails=True).text
    assert "NativeFunctions.h: No such file" in text


def test_nothing_is_installed_unless_asked_for(workshop: Project, tmp_path: Path) -> None:
    from cmake_builds import run

    run(workshop.tools.cmake.path, "--install", workshop.build_folder, "--prefix", tmp_path)
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == []


# Mistakes: what is written, and what CMake's message says.
LIBRARY = "dispatchless_executorch_library({} FUNCTIONS_YAML k.yaml)\n"
NAMES = {
    "all": "'all'",
    "two words": "'two words'",
    "9lives": "'9lives'",
    "namespace": "keyword",
    "": "the value of LIB_NAME is empty",
}
MISTAKES = {
    **{LIBRARY.format(f'a LIB_NAME "{name}"'): says for name, says in NAMES.items()},
    LIBRARY.format("a LIB_NAME n")
    + LIBRARY.format("b LIB_NAME n"): "another library of this build",
    LIBRARY.format("a") + LIBRARY.format("b"): "a and b have no LIB_NAME",
    LIBRARY.format("a LIB_NAME n MODE static"): "--manual-registration",
    LIBRARY.format("a LIB_NAME n MODE automatic"): "MODE is manual, static or table, not automatic",
    LIBRARY.format("a LIB_NAME n STATIC SHARED"): "STATIC or SHARED, not both",
    LIBRARY.format("a LIB_NAME n MAX_KERNELS 0"): "--max-kernels",
    LIBRARY.format("a LIB_NAME n SHARDS 0"): "--num-shards",
    LIBRARY.format("a LIBNAME n"): "unknown arguments: LIBNAME;n",
    "dispatchless_executorch_library(a LIB_NAME n)\n": "no FUNCTIONS_YAML and no CUSTOM_OPS_YAML",
    LIBRARY.format("a LIB_NAME n MODE table")
    + LIBRARY.format("b LIB_NAME m")
    + "dispatchless_executorch_register(r LIBRARIES a b)\n": "a has MODE table, and b has MODE "
    "manual",
    LIBRARY.format("a MODE static")
    + "dispatchless_executorch_register(r LIBRARIES a)\n": "a has no LIB_NAME",
    "dispatchless_executorch_register(r LIBRARIES nothing)\n": "there is no target nothing",
}


def test_mistakes(tools: Tools) -> None:
    """All of them are told when CMake is run, each in a folder of its own."""
    project = tools.project({"k.yaml": operator("one::a")})
    head = HEAD.replace(
        "find_package(executorch REQUIRED)", "add_library(executorch_core INTERFACE)"
    )
    right = head + LIBRARY.format("a LIB_NAME n")
    project.write("CMakeLists.txt", right)
    project.configure()
    for lines, says in MISTAKES.items():
        project.write("CMakeLists.txt", head + lines)
        outcome = project.configure(fails=True)
        assert says in words(outcome), outcome.text
    project.write("CMakeLists.txt", right)
    project.configure()
