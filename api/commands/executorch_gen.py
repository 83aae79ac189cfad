"""`dispatchless executorch-gen`: the C++ of an ExecuTorch kernel library.

Takes every option of `python -m executorch.codegen.gen`, in both spellings, and writes the same
file names, so that a build changes only the command.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from dispatchless.commands.base import Command, CommandError, without_collector
from dispatchless.commands.executorch_options import (
    add_naming_argument,
    add_option,
    add_overlap_arguments,
    add_writing_arguments,
    add_yaml_argument,
)

if TYPE_CHECKING:
    from dispatchless.executorch_generation import (
        ExecutorchFile,
        ExecutorchRequest,
        ExecutorchResult,
    )
    from dispatchless.run_record import RunRecord


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    _add_input_arguments(parser.add_argument_group("input"))
    _add_registration_arguments(parser.add_argument_group("registration"))
    _add_output_arguments(parser.add_argument_group("output"))
    ignored = parser.add_argument_group(
        "accepted for compatibility", "These change nothing in what is written."
    )
    add_option(ignored, "source-path", "-s", metavar="DIR", help="there are no templates to find")
    add_option(
        ignored, "tags-path", metavar="PATH", help="tags.yaml beside --aten-yaml-path is read"
    )
    add_option(ignored, "static-dispatch-backend", nargs="*", metavar="KEY")
    ignored.add_argument("--rocm", action="store_true")


def _add_input_arguments(group: argparse._ArgumentGroup) -> None:
    add_yaml_argument(group, "functions-yaml-path", "kernels of ATen's operators")
    add_yaml_argument(group, "custom-ops-yaml-path", "kernels of custom operators")
    add_yaml_argument(
        group, "aten-yaml-path", "native_functions.yaml (default: the installed torch's)"
    )
    add_yaml_argument(group, "op-selection-yaml-path", "generate for these operators only")
    add_option(
        group,
        "op-registration-whitelist",
        nargs="*",
        metavar="OP",
        help="the same as a list: aten::add.out, or aten::add for all overloads",
    )
    add_option(
        group, "use-aten-lib", action="store_true", help="for a runtime built on ATen's tensors"
    )
    group.add_argument(
        "--kernel-keys",
        choices=("runtime", "arguments"),
        default="runtime",
        help="runtime: dtype keys as the runtime asks for them, an out argument counting twice; "
        "arguments: the arguments alone, as executorch.codegen.gen writes them",
    )


def _add_registration_arguments(group: argparse._ArgumentGroup) -> None:
    add_option(
        group,
        "manual-registration",
        action="store_true",
        help="emit a function that registers the kernels (default: static initialisers)",
    )
    add_option(
        group,
        "kernel-table",
        action="store_true",
        help="emit only a function that hands out the kernels, for load_method",
    )
    add_option(group, "lib-name", metavar="NAME", help="gives register_NAME_kernels()")
    add_naming_argument(group)
    add_overlap_arguments(group)
    add_option(
        group,
        "other-lib-names",
        nargs="*",
        default=(),
        metavar="NAME",
        help="the other libraries of the same build, whose names must differ",
    )
    add_option(
        group,
        "add-exception-boundary",
        action="store_true",
        help="a kernel that throws fails its call and not the process",
    )


def _add_output_arguments(group: argparse._ArgumentGroup) -> None:
    add_writing_arguments(group)
    add_option(group, "header-dir", metavar="DIR", help="a folder for the public header alone")
    add_option(
        group,
        "output-dependencies",
        "-o",
        metavar="FILE",
        help="also write the list of outputs as a CMake variable",
    )
    group.add_argument(
        "--generate", nargs="*", choices=("headers", "sources"), default=("headers", "sources")
    )
    add_option(
        group,
        "num-shards",
        type=int,
        default=1,
        metavar="N",
        help="spread the kernels over N source files (default: %(default)s)",
    )


def _run(options: argparse.Namespace) -> int:
    from dispatchless.run_record import RunRecord

    install = Path(options.install_dir)
    if install.exists() and not install.is_dir():
        raise CommandError(f"--install-dir {install}: is a file, not a folder")
    writes = not (options.check or options.dry_run)
    given = {name: value for name, value in vars(options).items() if not callable(value)}
    record = RunRecord(f"{name}={value}" for name, value in sorted(given.items()))
    if writes and record.is_current():
        if options.verbose:
            print("nothing to do", file=sys.stderr)
        if options.stamp is not None:
            Path(options.stamp).touch()
        return 0
    with without_collector():
        return _generate(options, install, record if writes else None)


def _generate(options: argparse.Namespace, install: Path, record: RunRecord | None) -> int:
    from dispatchless.executorch_generation import generate_executorch, in_header_folder
    from dispatchless.executorch_writing import finish, native_table, tell

    request = _request(options)
    native = native_table(options.aten_yaml_path)
    result = generate_executorch(request, native)
    tell(result.remarks)
    headers = Path(options.header_dir) if options.header_dir else None
    files = in_header_folder(result.files, install, headers)
    if options.verbose:
        _describe(result, request)
    inputs = [Path(path) for path in _inputs(options, native.path)]
    extra = [Path(p) for p in (options.output_dependencies, options.depfile) if p is not None]
    listing = None
    if options.output_dependencies is not None:
        path = Path(options.output_dependencies)
        listing = path, _output_list(path, files, install)
    status = finish(files, install, inputs, options, output_list=listing)
    if record is not None:
        record.write(inputs, [*(install / file.path for file in files), *extra])
    return status


def _request(options: argparse.Namespace) -> ExecutorchRequest:
    from dispatchless.executorch_generation import ExecutorchRequest
    from dispatchless.lowering.executorch.options import (
        ExecutorchOptions,
        Overlap,
        RegistrationMode,
    )
    from dispatchless.model.executorch_keys import KeyForm
    from dispatchless.model.executorch_names import Naming

    if options.manual_registration and options.kernel_table:
        raise CommandError("--kernel-table hands out kernels without --manual-registration")
    mode = RegistrationMode.STATIC
    if options.kernel_table:
        mode = RegistrationMode.TABLE
    elif options.manual_registration:
        mode = RegistrationMode.MANUAL
    return ExecutorchRequest(
        functions=options.functions_yaml_path,
        custom_ops=options.custom_ops_yaml_path,
        selection=options.op_selection_yaml_path,
        whitelist=options.op_registration_whitelist,
        key_form=KeyForm(options.kernel_keys),
        other_libraries=tuple(options.other_lib_names),
        options=ExecutorchOptions(
            lib_name=options.lib_name,
            naming=Naming(options.naming),
            mode=mode,
            overlap=Overlap(options.on_overlap),
            max_kernels=options.max_kernels,
            exception_boundary=options.add_exception_boundary,
            aten=options.use_aten_lib,
            shards=options.num_shards,
            headers="headers" in options.generate,
            sources="sources" in options.generate,
        ),
    )


def _describe(result: ExecutorchResult, request: ExecutorchRequest) -> None:
    library = result.library
    name = request.options.lib_name or "the library"
    print(
        f"{name}: {len(library.registered)} operators, {library.kernel_count} kernels",
        file=sys.stderr,
    )


def _inputs(options: argparse.Namespace, native: str) -> list[str]:
    given = (
        options.functions_yaml_path,
        options.custom_ops_yaml_path,
        options.op_selection_yaml_path,
        native,
    )
    return [path for path in given if path]


def _output_list(path: Path, files: tuple[ExecutorchFile, ...], install: Path) -> str:
    """`set(<name of the file> "output" …)`, as ExecuTorch's generator writes it."""
    outputs = sorted((install / file.path).as_posix() for file in files)
    lines = ["set(", path.stem, *(f'    "{output}"' for output in outputs), ")"]
    return "\n".join(lines)


EXECUTORCH_GEN = Command(
    name="executorch-gen",
    summary="write the C++ of an ExecuTorch kernel library (for executorch.codegen.gen)",
    description="Write the C++ that registers the kernels of a functions.yaml and a "
    "custom_ops.yaml in ExecuTorch's runtime. Takes the options of executorch.codegen.gen and "
    "writes the same files.",
    example="dispatchless executorch-gen --functions-yaml-path functions.yaml "
    "--manual-registration --lib-name mylib -d generated",
    add_arguments=_add_arguments,
    run=_run,
)
