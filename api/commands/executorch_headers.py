"""`executorch-dtypes` and `executorch-prim-ops`: headers of a selective build of the runtime."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from dispatchless.commands.base import Command, CommandError
from dispatchless.commands.executorch_options import add_option, add_yaml_argument
from dispatchless.commands.output_files import check_outputs

if TYPE_CHECKING:
    from dispatchless.cppast import HeaderFile


def _add_dtype_arguments(parser: argparse.ArgumentParser) -> None:
    add_yaml_argument(parser, "yaml-file-path", "a selected_operators.yaml", required=True)
    add_yaml_argument(parser, "output-dir", "the folder for selected_op_variants.h", required=True)


def _run_dtypes(options: argparse.Namespace) -> int:
    from dispatchless.lowering.executorch.selected_headers import lower_selected_dtypes
    from dispatchless.model.executorch_selection import load_selection

    file = lower_selected_dtypes(load_selection(options.yaml_file_path))
    _write(file, options.output_dir, [options.yaml_file_path])
    return 0


def _add_prim_op_arguments(parser: argparse.ArgumentParser) -> None:
    add_option(parser, "prim-op-names", metavar="OPS", help="operators, separated by commas")
    add_yaml_argument(parser, "op-selection-yaml-path", "a selected_operators.yaml")
    add_yaml_argument(parser, "output-dir", "the folder for selected_prim_ops.h", required=True)


def _run_prim_ops(options: argparse.Namespace) -> int:
    from dispatchless.lowering.executorch.selected_headers import lower_selected_prim_ops
    from dispatchless.model.executorch_selection import load_selection

    if options.prim_op_names is None and options.op_selection_yaml_path is None:
        raise CommandError("give --prim-op-names or --op-selection-yaml-path")
    names = [part.strip() for part in (options.prim_op_names or "").split(",") if part.strip()]
    if options.op_selection_yaml_path is not None:
        selection = load_selection(options.op_selection_yaml_path)
        names += [*selection.operators, *selection.metadata]
    inputs = [path for path in (options.op_selection_yaml_path,) if path is not None]
    _write(lower_selected_prim_ops(names), options.output_dir, inputs)
    return 0


def _write(file: HeaderFile, directory: str, inputs: Sequence[str]) -> None:
    from dispatchless.cppast import print_file
    from dispatchless.output import write_text

    target = Path(directory) / file.path
    check_outputs({}, inputs, folder=("output-dir", Path(directory)), generated=[target])
    write_text(target, print_file(file).text)


EXECUTORCH_DTYPES = Command(
    name="executorch-dtypes",
    summary="the dtype header of a selective build (for gen_selected_op_variants)",
    description="Write selected_op_variants.h, which says for which dtypes a kernel needs code.",
    example="dispatchless executorch-dtypes --yaml-file-path selected_operators.yaml "
    "--output-dir generated",
    add_arguments=_add_dtype_arguments,
    run=_run_dtypes,
)

EXECUTORCH_PRIM_OPS = Command(
    name="executorch-prim-ops",
    summary="the prim op header of a selective build (for gen_selected_prim_ops)",
    description="Write selected_prim_ops.h, which says which of its own operators a runtime has.",
    example="dispatchless executorch-prim-ops --prim-op-names executorch_prim::et_view.default "
    "--output-dir generated",
    add_arguments=_add_prim_op_arguments,
    run=_run_prim_ops,
)
