"""`dispatchless generate`: write the C++ of a specification."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from dispatchless.commands.base import (
    Command,
    CommandError,
    add_keys_argument,
    add_specification_arguments,
    note,
    split_keys,
)

if TYPE_CHECKING:
    from dispatchless.generation import GeneratedFile
    from dispatchless.model import Specification


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    add_specification_arguments(parser)
    add_keys_argument(parser)
    parser.add_argument("--out", metavar="DIR", help="the output folder; made where it is missing")
    parser.add_argument("--target", choices=("torch",), default="torch", help="what to emit for")
    parser.add_argument(
        "--lib-name", metavar="NAME", help="names the register function (default: the namespace)"
    )
    mode = parser.add_mutually_exclusive_group()
    mode.add_argument(
        "--manual-registration",
        dest="registration",
        action="store_const",
        const="manual",
        help="emit register_<lib>_kernels(), to be called by the application",
    )
    mode.add_argument(
        "--static-registration",
        dest="registration",
        action="store_const",
        const="static",
        help="register by static initialisers when the library is loaded (default)",
    )
    parser.set_defaults(registration="static")
    parser.add_argument("--depfile", metavar="FILE", help="write make's dependencies of the output")
    parser.add_argument(
        "--check", action="store_true", help="write nothing; exit 1 where a file is out of date"
    )
    parser.add_argument("--dry-run", action="store_true", help="write nothing; list the files")


def _run(options: argparse.Namespace) -> int:
    from dispatchless.generation import generate
    from dispatchless.output import differing, write_files, write_text
    from dispatchless.specifications import load_spec, open_native_functions

    if options.out is None:
        raise CommandError("--out DIR is needed: the folder for the generated files")
    directory = Path(options.out)
    if directory.exists() and not directory.is_dir():
        raise CommandError(f"--out {directory}: is a file, not a folder")
    native = open_native_functions(options.native_functions)
    if native.embedded:
        note(
            "torch is not installed: only the embedded runtime's operators are known; "
            "pass --native-functions PATH or `pip install torch`"
        )
    specification = load_spec(*options.specs, native_functions=native.table)
    files = generate(
        specification,
        namespace=options.namespace,
        keys=split_keys(options.keys),
        lib_name=options.lib_name,
        registration=options.registration,
        native_functions=native.table,
    )
    if options.check:
        stale = differing(files, directory)
        for path in stale:
            print(f"{path}: out of date", file=sys.stderr)
        return 1 if stale else 0
    if options.dry_run:
        for file in files:
            print(directory / file.path)
        return 0
    summary = write_files(files, directory)
    if options.verbose:
        for path in summary.written:
            print(f"wrote {path}", file=sys.stderr)
        print(f"{len(summary.unchanged)} unchanged", file=sys.stderr)
    if options.depfile is not None:
        write_text(Path(options.depfile), _depfile(files, specification, native.path, directory))
    return 0


def _depfile(
    files: tuple[GeneratedFile, ...], specification: Specification, native: Path, directory: Path
) -> str:
    from dispatchless.depfile import depfile_text

    inputs = [*specification.input_files, native]
    return depfile_text([directory / file.path for file in files], inputs)


GENERATE = Command(
    name="generate",
    summary="write the C++ of a specification",
    description="Write the C++ files of a specification: one struct of inner operators per operator "
    "and backend, the kernels, and their registration.",
    example="dispatchless generate examples --out generated --namespace mylib --keys CPU,Meta",
    add_arguments=_add_arguments,
    run=_run,
)
