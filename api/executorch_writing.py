"""What the ExecuTorch commands do with their files, and the operators they look up."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from dispatchless.output import differing, write_files, write_text

if TYPE_CHECKING:
    from dispatchless.executorch_generation import ExecutorchFile
    from dispatchless.model.executorch_kernels import Remark
    from dispatchless.model.native_yaml import OperatorTable


def native_table(path: str | None) -> OperatorTable:
    """ATen's operators: of PATH, else of the installed torch.

    Raises:
        SpecError: the file is no native_functions.yaml, or no torch is installed.
    """
    from dispatchless.model.errors import SpecError
    from dispatchless.model.native_yaml import load_native_functions
    from dispatchless.runtime_names import installed_native_functions

    found = path or installed_native_functions()
    if found is None:
        raise SpecError(
            "no native_functions.yaml to look operators up in",
            hint="give --aten-yaml-path PATH, or `pip install torch`",
        )
    return load_native_functions(found)


def tell(remarks: Iterable[Remark]) -> None:
    """Print remarks for the person at the terminal."""
    for remark in remarks:
        print(remark, file=sys.stderr)


def finish(
    files: tuple[ExecutorchFile, ...],
    directory: Path,
    inputs: Sequence[Path],
    options: argparse.Namespace,
    *,
    output_list: tuple[Path, str] | None = None,
) -> int:
    """Write the files, or do what --check, --dry-run, --depfile and --stamp ask for.

    Args:
        output_list: the file of --output-dependencies and its text, which a --dry-run writes, too.

    Raises:
        CommandError: an output that is no file of its own; nothing has been written.
    """
    from dispatchless.commands.output_files import check_outputs
    from dispatchless.executorch_generation import as_generated

    generated = as_generated(files)
    check_outputs(
        {
            "output-dependencies": None if output_list is None else output_list[0],
            "depfile": options.depfile,
            "stamp": options.stamp,
        },
        inputs,
        folder=("install-dir", directory),
        generated=[directory / file.path for file in files],
    )
    if options.check:
        stale = differing(generated, directory)
        for path in stale:
            print(f"{path}: out of date", file=sys.stderr)
        return 1 if stale else 0
    if output_list is not None:
        write_text(*output_list)
    if options.dry_run:
        for file in files:
            print(directory / file.path)
        return 0
    beside: dict[Path, str] = {}
    if options.depfile is not None:
        from dispatchless.depfile import depfile_text

        outputs = [directory / file.path for file in files]
        if options.stamp is not None:
            outputs = [Path(options.stamp)]
        beside[Path(options.depfile)] = depfile_text(outputs, inputs)
    summary = write_files(generated, directory, beside=beside)
    if options.verbose:
        for path in summary.written:
            print(f"wrote {path}", file=sys.stderr)
        print(f"{len(summary.unchanged)} unchanged", file=sys.stderr)
    if options.stamp is not None:
        write_text(Path(options.stamp), "")
    return 0
