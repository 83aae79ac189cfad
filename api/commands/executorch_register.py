"""`executorch-register` and `executorch-backends`: what an application calls, not a library."""

from __future__ import annotations

import argparse
from pathlib import Path

from dispatchless.commands.base import Command, CommandError
from dispatchless.commands.executorch_options import (
    add_naming_argument,
    add_option,
    add_overlap_arguments,
    add_writing_arguments,
)


def _add_register_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("libraries", nargs="+", metavar="LIB", help="names, first priority first")
    add_naming_argument(parser)
    add_overlap_arguments(parser)
    add_option(
        parser,
        "kernel-table",
        action="store_true",
        help="the libraries were generated with --kernel-table",
    )
    add_writing_arguments(parser)


def _run_register(options: argparse.Namespace) -> int:
    from dispatchless.executorch_generation import printed
    from dispatchless.executorch_writing import finish
    from dispatchless.lowering.executorch.central import CentralOptions, lower_central
    from dispatchless.lowering.executorch.options import Overlap
    from dispatchless.model.errors import ErrorCollector
    from dispatchless.model.executorch_names import Naming, check_library_name

    errors = ErrorCollector()
    for position, library in enumerate(options.libraries):
        with errors.collecting():
            check_library_name(library, others=options.libraries[:position], what="LIB")
    errors.raise_if_any()
    if options.max_kernels is not None and options.max_kernels < 1:
        raise CommandError(f"--max-kernels: {options.max_kernels} is no number of kernels")
    central = CentralOptions(
        libraries=tuple(options.libraries),
        naming=Naming(options.naming),
        overlap=Overlap(options.on_overlap),
        max_kernels=options.max_kernels,
        table_only=options.kernel_table,
    )
    return finish(printed(lower_central(central)), Path(options.install_dir), (), options)


def _add_backend_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("yaml", metavar="YAML", help="the backends: name, class and header of each")
    add_writing_arguments(parser)


def _run_backends(options: argparse.Namespace) -> int:
    from dispatchless.executorch_generation import printed
    from dispatchless.executorch_writing import finish
    from dispatchless.lowering.executorch.backends import lower_backends
    from dispatchless.model.executorch_backends import load_backends

    files = printed(lower_backends(load_backends(options.yaml)))
    return finish(files, Path(options.install_dir), (Path(options.yaml),), options)


EXECUTORCH_REGISTER = Command(
    name="executorch-register",
    summary="one function that registers several ExecuTorch kernel libraries",
    description="Write register_kernels.h and .cpp: all kernels of the libraries are registered, "
    "or none.",
    example="dispatchless executorch-register optimized quantized mylib -d generated",
    add_arguments=_add_register_arguments,
    run=_run_register,
)

EXECUTORCH_BACKENDS = Command(
    name="executorch-backends",
    summary="functions that register ExecuTorch backends",
    description="Write register_<name>_backend.h and .cpp for each backend of a yaml.",
    example="dispatchless executorch-backends backends.yaml -d generated",
    add_arguments=_add_backend_arguments,
    run=_run_backends,
)
