"""The package as users have it: built as a wheel and installed in an environment of its own."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest
from cmake_builds import Installation, Tools, cmake_programs

ROOT = Path(__file__).resolve().parents[2]
SOURCES = ("api", "model", "cppast", "lowering", "jit", "cmake")
FILES = ("pyproject.toml", "README.md", "LICENSE")


@pytest.fixture(scope="session")
def installation(tmp_path_factory: pytest.TempPathFactory) -> Installation:
    """The wheel of this tree, in an environment that also has the other packages of this one."""
    folder = tmp_path_factory.mktemp("installation")
    tree, wheels, environment = folder / "tree", folder / "wheels", folder / "environment"
    tree.mkdir()
    for name in SOURCES:
        shutil.copytree(ROOT / name, tree / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in FILES:
        shutil.copy(ROOT / name, tree)
    pip = (sys.executable, "-m", "pip", "--disable-pip-version-check", "-q")
    _run(*pip, "wheel", "--no-deps", "--no-build-isolation", "-w", wheels, tree)
    _run(sys.executable, "-m", "venv", "--without-pip", environment)
    python = environment / "bin" / "python"
    (wheel,) = wheels.glob("*.whl")
    _run(*pip, "--python", python, "install", "--no-deps", "--no-index", wheel)
    packages = Path(
        sysconfig.get_path("purelib", vars={"base": str(environment), "platbase": str(environment)})
    )
    # The path alone: an editable installation that is there stays out of sight.
    (packages / "others.pth").write_text(f"{sysconfig.get_path('purelib')}\n")
    return Installation(environment, packages, Path(sysconfig.get_path("purelib")))


def _run(*command: object) -> None:
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True)
    if done.returncode != 0:
        pytest.fail(f"{command} gave {done.returncode}:\n{done.stdout}\n{done.stderr[-4000:]}")


@pytest.fixture
def tools(installation: Installation, tmp_path: Path) -> Tools:
    """The newest CMake with Ninja, and a folder for the build."""
    return Tools(cmake_programs()[0], "Ninja", installation, tmp_path)


@pytest.fixture(params=cmake_programs(), ids=lambda program: f"cmake {program.version}")
def every_cmake(
    request: pytest.FixtureRequest, installation: Installation, tmp_path: Path
) -> Tools:
    """Each CMake of this machine in turn."""
    return Tools(request.param, "Ninja", installation, tmp_path)


@pytest.fixture(params=("Ninja", "Unix Makefiles"))
def every_generator(
    request: pytest.FixtureRequest, installation: Installation, tmp_path: Path
) -> Tools:
    """Each generator in turn."""
    return Tools(cmake_programs()[0], request.param, installation, tmp_path)


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISPATCHLESS_CACHE_DIR", str(tmp_path / "cache"))
    # Another environment's settings are no part of these builds.
    for name in [name for name in os.environ if name.startswith(("CMAKE_", "Python"))]:
        monkeypatch.delenv(name)
