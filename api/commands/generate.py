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
    output_folder,
    split_keys,
    without_collector,
    writing,
)
from dispatchless.commands.output_files import check_outputs
from dispatchless.run_record import RunRecord
from dispatchless.runtime_names import installed_native_functions

if TYPE_CHECKING:
    from collections.abc import Sequence

    from dispatchless.generation import GeneratedFile


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    add_specification_arguments(parser)
    add_keys_argument(parser)
    parser.add_argument("--out", metavar="DIR", help="the output folder; made where it is missing")
    parser.add_argument(
        "--target",
        choices=("torch", "executorch"),
        default="torch",
        help="what to emit for; executorch: SPEC is one yaml of kernels (see also executorch-gen)",
    )
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
        "--stamp",
        metavar="FILE",
        help="touch FILE when done; --depfile then gives it as the target",
    )
    writing = parser.add_mutually_exclusive_group()
    writing.add_argument(
        "--check", action="store_true", help="write nothing; exit 1 where a file is out of date"
    )
    writing.add_argument("--dry-run", action="store_true", help="write nothing; list the files")


def _run(options: argparse.Namespace) -> int:
    directory = output_folder(options.out)
    if options.target == "executorch":
        from dispatchless.commands.generate_executorch import run

        return run(options)
    record = _record(options)
    if record is not None and record.is_current():
        if options.verbose:
            print("nothing to do", file=sys.stderr)
        _touch(options.stamp)
        return 0
    with without_collector():
        return _generate(options, directory, record)


def _record(options: argparse.Namespace) -> RunRecord | None:
    """The record of earlier runs; None where a run cannot be spared.

    A folder of specifications that the run itself writes into is changed by every run, so that a
    new specification in it would not be seen.
    """
    if options.check or options.dry_run or len(_folders(options)) < len(_given_folders(options)):
        return None
    given = {name: value for name, value in vars(options).items() if not callable(value)}
    native = options.native_functions or installed_native_functions()
    return RunRecord([*(f"{name}={value}" for name, value in sorted(given.items())), str(native)])


def _generate(options: argparse.Namespace, directory: Path, record: RunRecord | None) -> int:
    from dispatchless.generation import checked, generate_checked
    from dispatchless.manifest import left_over, manifest_path
    from dispatchless.specifications import open_native_functions

    native = open_native_functions(options.native_functions)
    keys = split_keys(options.keys)
    if native.embedded:
        _note_embedded(keys)
    specification, settings = checked(
        options.specs,
        native.table,
        namespace=options.namespace,
        keys=keys,
        lib_name=options.lib_name,
        registration=options.registration,
    )
    files = generate_checked(specification, settings)
    inputs = [*map(Path, specification.input_files), *_folders(options), native.path]
    check_outputs(
        {"depfile": options.depfile, "stamp": options.stamp},
        inputs,
        folder=("out", directory),
        generated=[
            *(directory / file.path for file in files),
            manifest_path(directory, settings.lib_name),
        ],
    )
    stale = left_over(files, directory, settings.lib_name)
    if options.check:
        return _check(files, stale, directory)
    if options.dry_run:
        for file in files:
            print(directory / file.path)
        for path in stale:
            note(f"{path} is no longer generated and would be removed")
        return 0
    written = _write(files, stale, settings.lib_name, inputs, options)
    if record is not None:
        record.write(inputs, written)
    return 0


def _given_folders(options: argparse.Namespace) -> list[Path]:
    return [Path(spec) for spec in options.specs if Path(spec).is_dir()]


def _folders(options: argparse.Namespace) -> list[Path]:
    """Folders given as specifications: a yaml file that comes into one is an input, too.

    One that the run itself writes into would be changed by every run.
    """
    files = [Path(path) for path in (options.depfile, options.stamp) if path is not None]
    written = {folder.resolve() for folder in (Path(options.out), *(f.parent for f in files))}
    return [folder for folder in _given_folders(options) if folder.resolve() not in written]


def _note_embedded(keys: tuple[str, ...]) -> None:
    """Say what stands in for torch's operators, and refuse keys that it cannot describe.

    Raises:
        CommandError: a key whose kernels the embedded runtime's yaml does not name, so that other
            code would be written than where torch is installed.
    """
    hint = "pass --native-functions PATH or `pip install torch`"
    beyond = [key for key in keys if key not in ("CPU", "Meta")]
    if beyond:
        raise CommandError(
            f"torch is not installed, and the embedded operators say nothing of "
            f"{', '.join(beyond)}: {hint}, or give --keys CPU,Meta"
        )
    note(f"torch is not installed: only the embedded runtime's operators are known; {hint}")


def _check(files: Sequence[GeneratedFile], stale: Sequence[Path], directory: Path) -> int:
    from dispatchless.output import differing

    outdated = differing(files, directory)
    for path in outdated:
        print(f"{path}: out of date", file=sys.stderr)
    for path in stale:
        print(f"{path}: no longer generated", file=sys.stderr)
    return 1 if outdated or stale else 0


def _write(
    files: Sequence[GeneratedFile],
    stale: Sequence[Path],
    library: str,
    inputs: Sequence[Path],
    options: argparse.Namespace,
) -> tuple[Path, ...]:
    """Write all files of the run, remove those that are no longer generated; the paths written."""
    from dispatchless.depfile import depfile_text
    from dispatchless.manifest import manifest_path, manifest_text
    from dispatchless.output import write_files

    directory = Path(options.out)
    beside = {manifest_path(directory, library): manifest_text(files)}
    if options.depfile is not None:
        targets = [directory / file.path for file in files]
        if options.stamp is not None:
            targets = [Path(options.stamp)]
        beside[Path(options.depfile)] = depfile_text(targets, inputs)
    with writing(directory, depfile=options.depfile, stamp=options.stamp):
        summary = write_files(files, directory, beside=beside)
        for path in stale:
            path.unlink(missing_ok=True)
            note(f"removed {path}, which is no longer generated")
        _touch(options.stamp)
    if options.verbose:
        for path in summary.written:
            print(f"wrote {path}", file=sys.stderr)
        print(f"{len(summary.unchanged)} unchanged", file=sys.stderr)
    return (*summary.written, *summary.unchanged)


def _touch(stamp: str | None) -> None:
    if stamp is not None:
        Path(stamp).parent.mkdir(parents=True, exist_ok=True)
        Path(stamp).touch()


GENERATE = Command(
    name="generate",
    summary="write the C++ of a specification",
    description="Write the C++ files of a specification: one struct of inner operators per "
    "operator and backend, the kernels, and their registration. Only files whose content changes "
    "are written; those of operators that are no longer specified are removed.",
    example="dispatchless generate examples --out generated --namespace mylib --keys CPU,Meta",
    add_arguments=_add_arguments,
    run=_run,
)
