"""One application, two named kernel libraries and no --whole-archive."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from cmake_builds import EXAMPLES, Outcome, Project, Tools, run

ABSENT = "aten::add.out no aten::neg.out no acme::triple.out no"
PRESENT = "aten::add.out yes aten::neg.out yes acme::triple.out yes"

# The same kernels with static initialisers, which a linker drops.
STATIC_INITIALISERS = """\
cmake_minimum_required(VERSION 3.23)
project(initialisers CXX)
set(CMAKE_CXX_STANDARD 17)
find_package(executorch REQUIRED)
find_package(dispatchless REQUIRED)
dispatchless_executorch_library(
  elementwise_kernels MODE static FUNCTIONS_YAML ${EXAMPLE}/elementwise.yaml
  KERNEL_SOURCES ${EXAMPLE}/elementwise.cpp)
dispatchless_executorch_library(
  acme_kernels MODE static FUNCTIONS_YAML ${EXAMPLE}/triple.yaml
  KERNEL_SOURCES ${EXAMPLE}/triple.cpp)
foreach(name IN ITEMS dropped whole)
  add_executable(${name} application.cpp)
endforeach()
target_link_libraries(dropped PRIVATE elementwise_kernels acme_kernels)
target_link_libraries(
  whole PRIVATE -Wl,--whole-archive elementwise_kernels acme_kernels -Wl,--no-whole-archive)
"""


def without_calls(application: str) -> str:
    """The example's application without what needs a register function."""
    lines = [line for line in application.splitlines() if '"register_' not in line]
    text = "\n".join(lines)
    for library in ("elementwise", "acme"):
        text = text.replace(f"torch::executor::register_{library}_kernels()", "Error::Ok")
    assert "torch::executor" not in text
    return text


def check(outcome: Outcome) -> None:
    assert f"before: {ABSENT}\n" in outcome.text
    assert f"after: {PRESENT}\n" in outcome.text
    assert "triple: right\n" in outcome.text


def stripped(program: Path) -> int:
    """The size of a copy without symbols."""
    copy = program.with_suffix(".stripped")
    shutil.copy(program, copy)
    run("strip", copy)
    return copy.stat().st_size


def test_static_libraries_with_every_cmake(every_cmake: Tools) -> None:
    project = every_cmake.example("executorch")
    project.configure()
    project.build()
    check(project.run("application"))


def test_shared_libraries_with_hidden_visibility(tools: Tools) -> None:
    project = tools.example("executorch")
    hidden = ("-DCMAKE_CXX_VISIBILITY_PRESET=hidden", "-DCMAKE_VISIBILITY_INLINES_HIDDEN=ON")
    project.configure("-DBUILD_SHARED_LIBS=ON", *hidden)
    project.build()
    check(project.run("application"))
    listed = run("nm", "-DC", "--defined-only", project.build_folder / "libacme_kernels.so")
    exported = sorted(line.split(maxsplit=2)[2] for line in listed.text.splitlines())
    assert [name for name in exported if "torch::executor::" in name] == [
        "torch::executor::get_acme_kernels()",
        "torch::executor::register_acme_kernels()",
        "torch::executor::register_acme_kernels(void (*)(char const*))",
    ]
    assert not [name for name in exported if "triple" in name]


def test_sizes_beside_whole_archive(tools: Tools, capsys: pytest.CaptureFixture[str]) -> None:
    application = without_calls((EXAMPLES / "executorch" / "application.cpp").read_text())
    initialisers = tools.project(
        {"CMakeLists.txt": STATIC_INITIALISERS, "application.cpp": application}
    )
    size = ("-DCMAKE_BUILD_TYPE=MinSizeRel",)
    initialisers.configure(f"-DEXAMPLE={EXAMPLES / 'executorch'}", *size)
    initialisers.build()
    # Without the flag the linker drops both libraries, silently.
    assert f"after: {ABSENT}\n" in initialisers.run("dropped", fails=True).text
    assert f"after: {PRESENT}\n" in initialisers.run("whole").text

    named: Project = tools.example("executorch")
    named.configure(*size)
    named.build()
    check(named.run("application"))
    sizes = {
        "named, called": stripped(named.build_folder / "application"),
        "static initialisers, --whole-archive": stripped(initialisers.build_folder / "whole"),
        "static initialisers, dropped": stripped(initialisers.build_folder / "dropped"),
    }
    with capsys.disabled():
        for what, bytes_ in sizes.items():
            print(f"\n  {bytes_:>7,} bytes stripped: {what}", end="")
    # The checks before registering cost some; the kernels themselves are the same.
    named_size, whole, dropped = sizes.values()
    assert dropped < whole
    assert named_size < whole + 16_384
