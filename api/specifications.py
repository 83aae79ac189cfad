"""Finding and loading specifications and the operators that they may name."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from dispatchless.frozen import frozen
from dispatchless.model import (
    ErrorCollector,
    Location,
    OperatorTable,
    SpecError,
    Specification,
    load_native_functions,
    load_specs,
)
from dispatchless.runtime_names import installed_native_functions, reference_native_functions

PathLike = str | Path


@frozen
class NativeFunctions:
    """The operators that a specification may name, and where their yaml came from."""

    table: OperatorTable
    path: Path
    embedded: bool
    """True when no torch was found and the embedded runtime's few operators stand in."""


def open_native_functions(path: PathLike | None = None) -> NativeFunctions:
    """Open PATH, else the installed torch's file, else the embedded runtime's.

    Raises:
        SpecError: the file is missing or is no native_functions.yaml.
    """
    if path is not None:
        return NativeFunctions(load_native_functions(path), Path(path), embedded=False)
    installed = installed_native_functions()
    chosen = installed or reference_native_functions()
    return NativeFunctions(load_native_functions(chosen), chosen, embedded=installed is None)


def operator_table(native_functions: PathLike | OperatorTable | None) -> OperatorTable:
    """An opened table as it is, or the one that `open_native_functions` opens.

    Raises:
        SpecError: the file is missing or is no native_functions.yaml.
    """
    if isinstance(native_functions, OperatorTable):
        return native_functions
    return open_native_functions(native_functions).table


def path_tuple(paths: PathLike | Sequence[PathLike]) -> tuple[PathLike, ...]:
    """One path, or several, as a tuple."""
    return (paths,) if isinstance(paths, (str, Path)) else tuple(paths)


def specification_files(paths: Sequence[PathLike]) -> tuple[Path, ...]:
    """The yaml files that PATHS stand for: a folder means all `*.yaml` directly inside it.

    Raises:
        SpecError: a folder holds no yaml file, or a file is given by two different paths.
    """
    files: list[Path] = []
    for path in map(Path, paths):
        if path.is_dir():
            inside = sorted([*path.glob("*.yaml"), *path.glob("*.yml")])
            if not inside:
                raise SpecError(
                    f"the folder {path} holds no specification",
                    hint="name a .yaml file, or a folder with .yaml files directly inside it",
                )
            files.extend(inside)
        else:
            files.append(path)
    files = list(dict.fromkeys(files))
    _refuse_two_spellings(files)
    return tuple(files)


def _refuse_two_spellings(files: Sequence[Path]) -> None:
    """Raise for each file that is given by two different paths: its operators would stand twice."""
    errors = ErrorCollector()
    first: dict[tuple[int, int], Path] = {}
    for file in files:
        try:
            status = file.stat()
        except (OSError, ValueError):
            continue  # told when it is read
        other = first.setdefault((status.st_dev, status.st_ino), file)
        if other != file:
            errors.add(
                SpecError(
                    f"this is the same file as {other}, which is given, too",
                    location=Location(str(file), 1, 1),
                    hint="give it once",
                )
            )
    errors.raise_if_any()


def load_spec(
    *paths: PathLike,
    native_functions: PathLike | OperatorTable | None = None,
    namespace: str | None = None,
) -> Specification:
    """Load one specification from one or more yaml files (or folders of them).

    Args:
        paths: files or folders; together they are one library of operators.
        native_functions: a native_functions.yaml, an opened table, or None for the default.
        namespace: where operators live whose schema names no namespace: `namespace::x` in a list
            then means the one that is written `x`. None: any namespace may be it.

    Raises:
        SpecError: everything that is wrong with the files, all at once (``error.errors``).
    """
    table = operator_table(native_functions)
    return load_specs(specification_files(paths), native=table, namespace=namespace)
