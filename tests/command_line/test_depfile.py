"""Dependency files: make and Ninja read them, and rerun the generator only when they must."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest
from conftest import HEADER, SUB, TWICE, Run, contents

import dispatchless.generation
from dispatchless.depfile import depfile_text
from dispatchless.model import SpecError

NATIVE = "- func: add.Tensor(Tensor self, Tensor other, *, Scalar alpha=1) -> Tensor\n"

AWKWARD = ["plain", "with space", "a#b", "a$b", "c:d", "back\\slash", "end\\ of", "two\\\\ #", "é"]


def test_depfile(spec: Path, out: Path, run: Run, tmp_path: Path) -> None:
    native = tmp_path / "native_functions.yaml"
    native.write_text(NATIVE)
    depfile = tmp_path / "build" / "ops.d"
    options = ("--keys", "CPU", "--native-functions", native, "--depfile", depfile)
    assert run("generate", spec, "--out", out, *options).status == 0
    targets, _, inputs = depfile.read_text().replace("\\\n", " ").partition(":")
    names = [path.name for path in out.iterdir() if not path.name.startswith(".")]
    assert sorted(targets.split()) == sorted(str(out / name) for name in names)
    header = spec.with_name("sub.h")
    assert {str(spec), str(native), str(header)} <= set(inputs.split())
    assert dispatchless.generation.__file__ in inputs.split()
    assert __file__ not in inputs.split()


def test_folder_is_an_input(spec: Path, out: Path, run: Run, tmp_path: Path) -> None:
    """A file that comes into a folder of specifications must be seen; but a folder that the run
    writes into changes with every run."""
    depfile = tmp_path / "ops.d"
    run("generate", spec.parent, "--out", out, "--depfile", depfile)
    assert f"  {spec.parent}\n" in depfile.read_text().replace(" \\", "")
    run("generate", spec.parent, "--out", spec.parent, "--depfile", depfile)
    assert f"  {spec.parent}\n" not in depfile.read_text().replace(" \\", "")


def test_line_break_in_a_path() -> None:
    with pytest.raises(SpecError, match="make cannot name the file"):
        depfile_text([Path("a\nb")], [])


@pytest.mark.parametrize("name", AWKWARD)
def test_awkward_paths_in_make(tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The rule that is read back has the target and the input: the target is out of date."""
    # Prerequisites are sorted, and the generator's own may come first.
    monkeypatch.setattr("dispatchless.depfile.generator_modules", list)
    source, target = tmp_path / name, tmp_path / f"{name}.out"
    depfile = depfile_text([target], [source])
    goal = depfile.partition(": \\")[0]
    (tmp_path / "Makefile").write_text(
        f"all: {goal}\n{depfile}\t@printf '%s' '$(subst ','\\'',$<)'\n"
    )
    source.write_text("")
    # A make that runs the tests tells its children of its job server.
    monkeypatch.delenv("MAKEFLAGS", raising=False)
    done = subprocess.run(["make", "-s"], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.stderr == ""
    assert done.stdout == str(source)


@pytest.mark.parametrize("name", AWKWARD)
def test_awkward_paths_in_ninja(tmp_path: Path, name: str) -> None:
    """Ninja has the input among those that the depfile told it."""
    source = tmp_path / name
    source.write_text("")
    (tmp_path / "deps.d").write_text(depfile_text([Path("target")], [source]))
    (tmp_path / "build.ninja").write_text(
        "rule made\n  command = cp deps.d now.d && touch target\n  depfile = now.d\n  deps = gcc\n"
        "build target: made\n"
    )
    subprocess.run(["ninja"], cwd=tmp_path, capture_output=True, check=True)
    told = subprocess.run(
        ["ninja", "-t", "deps", "target"], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert str(source) in [line.strip() for line in told.stdout.splitlines()]


class Build:
    """A build that generates into `gen`, in a folder whose name has a space."""

    def __init__(self, folder: Path, command: list[str]) -> None:
        self.folder = folder / "a project"
        self.command = command
        (self.folder / "ops").mkdir(parents=True)
        (self.folder / "ops" / "ops.yaml").write_text(SUB)
        (self.folder / "ops" / "sub.h").write_text(HEADER)
        (self.folder / "native.yaml").write_text(NATIVE)

    @property
    def generate(self) -> str:
        options = "--keys CPU --native-functions native.yaml --depfile deps.d --stamp stamp"
        return (
            f"echo ran >> log && {sys.executable} -m dispatchless generate ops --out gen {options}"
        )

    def run(self) -> int:
        """Build; how often the generator ran."""
        (self.folder / "log").write_text("")
        subprocess.run(self.command, cwd=self.folder, capture_output=True, check=True)
        return len((self.folder / "log").read_text().splitlines())

    def change(self, name: str, text: str | None = None) -> None:
        path = self.folder / name
        path.write_text(path.read_text() if text is None else text)
        later = time.time() + 0.01  # clocks of file systems are coarse
        os.utime(path, (later, later))
        time.sleep(0.05)


@pytest.fixture(params=["make", "ninja"])
def build(request: pytest.FixtureRequest, tmp_path: Path) -> Build:
    assert shutil.which(request.param), f"{request.param} is needed"
    build = Build(tmp_path, [request.param])
    if request.param == "make":
        text = f"stamp:\n\t{build.generate}\n-include deps.d\n"
        (build.folder / "Makefile").write_text(text)
    else:
        (build.folder / "build.ninja").write_text(
            f"rule generate\n  command = {build.generate}\n  depfile = deps.d\n  deps = gcc\n"
            "build stamp: generate\n"
        )
    return build


def test_reruns_only_when_needed(build: Build) -> None:
    assert build.run() == 1
    generated = contents(build.folder / "gen")
    assert build.run() == 0
    build.change("native.yaml")
    assert build.run() == 1
    assert build.run() == 0
    build.change("ops/sub.h", HEADER + "// one line more\n")
    assert build.run() == 1
    assert contents(build.folder / "gen") == generated
    build.change("ops/ops.yaml", SUB.replace("alpha=1", "alpha=2"))
    assert build.run() == 1
    assert contents(build.folder / "gen") != generated
    assert build.run() == 0
    build.change("native.yaml")
    assert build.run() == 1


def test_new_file_in_a_folder(build: Build) -> None:
    assert build.run() == 1
    time.sleep(0.05)
    (build.folder / "ops" / "more.yaml").write_text(TWICE)
    assert build.run() == 1
    assert (build.folder / "gen" / "twice_cpu.cpp").exists()
    assert build.run() == 0


def test_failed_run_is_repeated(build: Build) -> None:
    assert build.run() == 1
    build.change("ops/ops.yaml", SUB.replace("add", "ad"))
    for _ in range(2):
        with pytest.raises(subprocess.CalledProcessError):
            build.run()
    build.change("ops/ops.yaml", SUB)
    assert build.run() == 1
    assert build.run() == 0
