"""How find_package finds the package, and the command of the same installation."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from cmake_builds import Tools, run, words

import dispatchless

PROJECT = """\
cmake_minimum_required(VERSION 3.23)
project(finding LANGUAGES NONE)
{before}
find_package(dispatchless {version})
message(STATUS "found ${{dispatchless_FOUND}} with <${{DISPATCHLESS_COMMAND}}>")
"""


def finding(tools: Tools, *options: str, before: str = "", version: str = "") -> str:
    """What CMake says; the package is looked for in the options alone."""
    project = tools.project({"CMakeLists.txt": PROJECT.format(before=before, version=version)})
    return words(project.configure(*options, prefix=False))


def found_by(tools: Tools, *options: str, before: str = "") -> str:
    match = re.search(r"found 1 with <([^>]*)>", text := finding(tools, *options, before=before))
    assert match is not None, text
    return match[1]


def at(tools: Tools) -> str:
    return f"-Ddispatchless_DIR={tools.installation.cmake_directory}"


def test_the_command_line_prints_the_folder(tools: Tools) -> None:
    printed = run(tools.installation.command, "--cmake-dir").text.strip()
    assert printed == str(tools.installation.cmake_directory)


def test_the_version_is_that_of_the_python_package(tools: Tools) -> None:
    text = (tools.installation.cmake_directory / "dispatchless-config-version.cmake").read_text()
    assert f'set(PACKAGE_VERSION "{dispatchless.__version__}")' in text


def test_every_way_of_naming_the_folder(every_cmake: Tools) -> None:
    folder = every_cmake.installation.cmake_directory
    for option in ("dispatchless_DIR", "dispatchless_ROOT", "CMAKE_PREFIX_PATH"):
        found = found_by(every_cmake, f"-D{option}={folder}", "--fresh")
        assert found == str(every_cmake.installation.command)


def test_another_interpreter_that_cmake_found_is_passed_over(tools: Tools) -> None:
    """A project's own find_package(Python) may have taken any interpreter."""
    command = found_by(tools, at(tools), before=f"set(Python_EXECUTABLE {sys.executable})")
    assert command == str(tools.installation.command)


def test_an_interpreter_can_be_given(tools: Tools) -> None:
    python = tools.installation.environment / "bin" / "python"
    command = found_by(tools, at(tools), f"-DPython_EXECUTABLE={python}")
    assert command == f"{python};-m;dispatchless"


def test_an_interpreter_without_the_package_is_an_error(tools: Tools, tmp_path: Path) -> None:
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", tmp_path / "bare"], check=True)
    python = tmp_path / "bare" / "bin" / "python"
    text = finding(tools, at(tools), f"-DPython_EXECUTABLE={python}")
    assert "found 0 with <>" in text
    assert "Python_EXECUTABLE has no dispatchless of this version" in text
    assert f"{python} -m dispatchless: {python}: No module named dispatchless" in text


def test_files_without_their_command_are_an_error(
    tools: Tools, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy = tmp_path / "copy" / "dispatchless" / "cmake"
    copy.mkdir(parents=True)
    for path in tools.installation.cmake_directory.glob("*.cmake"):
        (copy / path.name).write_text(path.read_text())
    bin_folder = tools.installation.command.parent
    monkeypatch.setenv("PATH", f"{bin_folder}{os.pathsep}{os.environ['PATH']}")
    text = finding(tools, f"-Ddispatchless_DIR={copy}")
    assert "found 0 with <>" in text
    assert "-DPython_EXECUTABLE=PATH" in text
    assert f"{bin_folder}/dispatchless: belongs to {tools.installation.cmake_directory}" in text


VERSIONS = {
    "0": True,
    "0.1": True,
    "0.1.0": True,
    "0.1...0.3": True,
    "0.1.1": False,
    "0.2": False,
    "1": False,
    "0.1.0 EXACT": True,
    "0.2...1": False,
}


def test_versions(tools: Tools) -> None:
    answers = {
        version: "found 1" in finding(tools, at(tools), version=version) for version in VERSIONS
    }
    assert answers == VERSIONS


def test_the_entry_point_for_scikit_build_core(tools: Tools) -> None:
    (metadata,) = tools.installation.packages.glob("dispatchless-*.dist-info/entry_points.txt")
    assert "[cmake.root]\ndispatchless = dispatchless.cmake\n" in metadata.read_text()
