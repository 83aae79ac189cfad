"""Configuring and building CMake projects, and what a build did."""

from __future__ import annotations

import functools
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import attrs
import pytest

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"


@attrs.frozen
class Installation:
    """An environment with the package: its folder, its packages, and the folder of the others."""

    environment: Path
    packages: Path
    others: Path

    @property
    def cmake_directory(self) -> Path:
        return self.packages / "dispatchless" / "cmake"

    @property
    def command(self) -> Path:
        return self.environment / "bin" / "dispatchless"


@attrs.frozen
class CMakeProgram:
    """An executable and its version."""

    path: str
    version: str

    @property
    def has_executorch_targets(self) -> bool:
        """ExecuTorch's wheel defines its targets from this version on."""
        major, minor = self.version.split(".")[:2]
        return (int(major), int(minor)) >= (3, 28)


@functools.cache
def cmake_programs() -> tuple[CMakeProgram, ...]:
    """The CMakes of this machine, one of each version, newest first."""
    folders = [str(Path(sys.executable).parent), *os.environ.get("PATH", "").split(os.pathsep)]
    found: dict[str, CMakeProgram] = {}
    for folder in folders:
        path = shutil.which("cmake", path=folder)
        if path is None:
            continue
        text = subprocess.run([path, "--version"], capture_output=True, text=True).stdout
        if match := re.search(r"version (\S+)", text):
            found.setdefault(match[1], CMakeProgram(path, match[1]))
    if not found:
        pytest.skip("CMake is not installed", allow_module_level=True)
    newest = sorted(found.values(), key=lambda each: _numbers(each.version), reverse=True)
    return tuple(newest)


def _numbers(version: str) -> list[int]:
    return [int(part) for part in re.findall(r"\d+", version)]


@attrs.frozen
class Outcome:
    """What a configuration or a build printed, and its exit status."""

    status: int
    text: str

    @property
    def compiled(self) -> list[str]:
        """The names of the sources that were compiled."""
        objects = re.findall(r"Building CXX object (\S+)\.o", self.text)
        return sorted(Path(name).name for name in objects)

    @property
    def generated(self) -> list[str]:
        """The targets whose sources were generated."""
        return sorted(re.findall(r"Generating the sources of (\S+)", self.text))


@attrs.frozen
class Tools:
    """A CMake, a generator, an installation, and the folder where a test works."""

    cmake: CMakeProgram
    generator: str
    installation: Installation
    folder: Path

    def project(self, files: Mapping[str, str], name: str = "project") -> Project:
        """A project of these files."""
        source = self.folder / name
        for path, text in files.items():
            (source / path).parent.mkdir(parents=True, exist_ok=True)
            (source / path).write_text(text)
        return Project(self, source, self.folder / f"{name}-build")

    def example(self, name: str) -> Project:
        """One of the examples, built elsewhere."""
        return Project(self, EXAMPLES / name, self.folder / f"{name}-build")


@attrs.frozen
class Project:
    """A source folder and a build folder."""

    tools: Tools
    source: Path
    build_folder: Path

    def configure(self, *options: str, prefix: bool = True, fails: bool = False) -> Outcome:
        """Run CMake; `prefix` lets it find the package, torch and executorch."""
        installation = self.tools.installation
        command = [self.tools.cmake.path, "-S", self.source, "-B", self.build_folder]
        command += ["-G", self.tools.generator]
        if prefix:
            torch = installation.others / "torch" / "share" / "cmake"
            paths = (installation.cmake_directory, torch, installation.others / "executorch")
            command.append("-DCMAKE_PREFIX_PATH=" + ";".join(map(str, paths)))
        return run(*command, *options, fails=fails)

    def build(self, *options: str, fails: bool = False) -> Outcome:
        """Build everything, or the targets named by `--target`."""
        return run(self.tools.cmake.path, "--build", self.build_folder, *options, fails=fails)

    def write(self, path: str, text: str) -> None:
        """Change a source file."""
        (self.source / path).write_text(text)

    def run(self, program: str, *arguments: object, fails: bool = False) -> Outcome:
        """Run a program of the build."""
        return run(self.build_folder / program, *arguments, fails=fails)


def run(
    *command: object,
    fails: bool = False,
    env: Mapping[str, str] | None = None,
    cwd: Path | None = None,
) -> Outcome:
    """Run a command; the test fails with its output where it does not end as expected."""
    done = subprocess.run(
        [str(part) for part in command],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env={**os.environ, **(env or {})},
        cwd=cwd,
    )
    if (done.returncode != 0) is not fails:
        line = " ".join(map(str, command))
        pytest.fail(f"{line} gave {done.returncode}:\n{done.stdout[-8000:]}")
    return Outcome(done.returncode, done.stdout)


def words(outcome: Outcome) -> str:
    """The text with line breaks as blanks: CMake breaks the lines of its messages."""
    return " ".join(outcome.text.split())
