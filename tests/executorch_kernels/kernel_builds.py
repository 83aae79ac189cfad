"""Generating kernel libraries, and compiling and running what is generated against the wheel."""

from __future__ import annotations

import importlib.util
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest

from dispatchless.executorch_generation import ExecutorchRequest, generate_executorch
from dispatchless.lowering.executorch import ExecutorchOptions, RegistrationMode
from dispatchless.model import OperatorTable

WARNINGS = ("-Wall", "-Wextra", "-Werror")


def package_directory(package: str) -> Path:
    """Where an installed package is, without importing it."""
    spec = importlib.util.find_spec(package)
    if spec is None:
        pytest.skip(f"{package} is not installed")
    if spec.origin is not None:
        return Path(spec.origin).parent
    return Path(next(iter(spec.submodule_search_locations or ())))


def generate(
    native: OperatorTable,
    folder: Path,
    *,
    functions: str | Path | None = None,
    custom_ops: str | Path | None = None,
    selection: str | None = None,
    whitelist: Sequence[str] | None = None,
    lib_name: str | None = None,
    mode: RegistrationMode = RegistrationMode.MANUAL,
    **options: object,
) -> dict[str, str]:
    """The texts of a library by their paths; they are also written to `folder`.

    Yaml is given as text, or as the path of a file.
    """
    folder.mkdir(parents=True, exist_ok=True)
    request = ExecutorchRequest(
        functions=_file(folder, "functions.yaml", functions),
        custom_ops=_file(folder, "custom_ops.yaml", custom_ops),
        selection=_file(folder, "selected_operators.yaml", selection),
        whitelist=whitelist,
        options=ExecutorchOptions(lib_name=lib_name, mode=mode, **options),  # type: ignore[arg-type]
    )
    texts = {file.path: file.text for file in generate_executorch(request, native).files}
    for path, text in texts.items():
        (folder / path).write_text(text)
    return texts


def _file(folder: Path, name: str, content: str | Path | None) -> Path | None:
    if content is None or isinstance(content, Path):
        return content
    path = folder / name
    path.write_text(content)
    return path


def _flags(wheel: Path) -> tuple[str, ...]:
    include = wheel / "include"
    portable = include / "executorch" / "runtime" / "core" / "portable_type" / "c10"
    return (
        "-std=c++17",
        "-DC10_USING_CUSTOM_GENERATED_MACROS",
        "-isystem",
        str(include),
        "-isystem",
        str(portable),
    )


def run(
    command: Sequence[str | Path], *, status: int | None = 0
) -> subprocess.CompletedProcess[str]:
    """Run a command; the test fails with its output where the status is another."""
    if shutil.which(str(command[0])) is None:
        pytest.skip(f"{command[0]} is not installed")
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True)
    if status is not None and done.returncode != status:
        pytest.fail(f"{command} gave {done.returncode}:\n{done.stdout}\n{done.stderr[:6000]}")
    return done


def compile_object(source: Path, wheel: Path, *extra: str, includes: Sequence[Path] = ()) -> Path:
    """Compile without any warning."""
    result = source.with_suffix(".o")
    paths = [f"-I{path}" for path in includes]
    run(("g++", *_flags(wheel), *WARNINGS, *paths, *extra, "-c", source, "-o", result))
    return result


def check_syntax(source: Path, wheel: Path, *extra: str) -> None:
    """Compile without code, and without any warning."""
    run(("g++", *_flags(wheel), *WARNINGS, *extra, "-fsyntax-only", source))


def link_program(objects: Sequence[Path], program: Path, wheel: Path, *extra: str) -> Path:
    """Link against the wheel's runtime."""
    library = wheel / "lib"
    run(
        (
            "g++",
            *objects,
            *extra,
            f"-L{library}",
            "-lexecutorch",
            f"-Wl,-rpath,{library}",
            f"-Wl,-rpath-link,{library}",
            "-lpthread",
            "-o",
            program,
        )
    )
    return program
