"""`dispatchless executorch-oplist`: which operators a build selects, as selected_operators.yaml."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dispatchless.commands.base import Command, CommandError
from dispatchless.commands.executorch_options import add_option, add_yaml_argument
from dispatchless.commands.output_files import check_outputs

if TYPE_CHECKING:
    from dispatchless.model.executorch_selection import Selection

_FILE = "selected_operators.yaml"


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    add_yaml_argument(parser, "output-path", f"a file, or a folder for {_FILE}", required=True)
    add_option(
        parser,
        "model-file-path",
        action="append",
        default=[],
        metavar="PTE",
        help="what a program calls, with the dtypes it uses (may be given several times)",
    )
    add_option(
        parser,
        "ops-schema-yaml-path",
        action="append",
        default=[],
        metavar="PATH",
        help="all operators of a functions.yaml or custom_ops.yaml",
    )
    add_option(
        parser,
        "selection-yaml-path",
        action="append",
        default=[],
        metavar="PATH",
        help="what another selected_operators.yaml selects",
    )
    add_option(
        parser,
        "root-ops",
        metavar="OPS",
        help="operators, separated by commas or blanks: aten::add.out,my::foo.out",
    )
    add_option(
        parser,
        "ops-dict",
        metavar="JSON",
        help='operators with dtypes or kernel keys: {"aten::add.out": ["Float"]}',
    )
    add_option(
        parser, "include-all-operators", action="store_true", help="the build is not selective"
    )


def _run(options: argparse.Namespace) -> int:
    from dispatchless.model.executorch_program import kernel_keys_of
    from dispatchless.model.executorch_selection import (
        Selection,
        load_selection,
        select_operators,
        selection_text,
    )
    from dispatchless.model.executorch_yaml import operator_names
    from dispatchless.output import write_text

    parts: list[Selection] = []
    if options.root_ops:
        names = options.root_ops.replace(",", " ").split()
        parts.append(select_operators(dict.fromkeys(names, ("default",))))
    if options.ops_dict:
        parts.append(select_operators(_keys_of(options.ops_dict)))
    for path in options.model_file_path:
        parts.append(select_operators(kernel_keys_of(path), model=path))
    for path in options.ops_schema_yaml_path:
        keys = {str(name): ("default",) for name in operator_names(path)}
        parts.append(select_operators(keys, model=path))
    parts += [load_selection(path) for path in options.selection_yaml_path]
    selection = Selection(options.include_all_operators)
    for part in parts:
        selection = selection.merged(part)
    target = Path(options.output_path)
    if target.is_dir():
        target /= _FILE
    check_outputs(
        {"output-path": target},
        [*options.model_file_path, *options.ops_schema_yaml_path, *options.selection_yaml_path],
    )
    write_text(target, selection_text(selection))
    if options.verbose:
        print(f"{len(selection.operators)} operators in {target}", file=sys.stderr)
    return 0


def _keys_of(text: str) -> dict[str, tuple[str, ...]]:
    """The kernel keys of --ops-dict; a dtype's name stands for any dim order.

    Raises:
        CommandError: the text is not JSON of that form.
        SpecError: an unknown dtype.
    """
    import json

    try:
        given: Any = json.loads(text)
    except json.JSONDecodeError as error:
        raise CommandError(f"--ops-dict is no JSON: {error}") from None
    if not isinstance(given, dict) or not all(isinstance(v, list) for v in given.values()):
        raise CommandError('--ops-dict is a mapping from operators to lists: {"my::op": ["Float"]}')
    return {
        str(name): tuple(_kernel_key(str(key)) for key in keys) or ("default",)
        for name, keys in given.items()
    }


def _kernel_key(text: str) -> str:
    from dispatchless.model.errors import SpecError, did_you_mean
    from dispatchless.model.executorch_keys import DTYPES, KEY_VERSION

    written = text.strip()
    if written.startswith(f"{KEY_VERSION}/"):
        return written
    if written not in DTYPES:
        raise SpecError(
            f"--ops-dict: unknown dtype '{written}'",
            hint=did_you_mean(written, DTYPES) or "for example Float, Half, Long",
        )
    return f"{KEY_VERSION}/{DTYPES[written]};"


EXECUTORCH_OPLIST = Command(
    name="executorch-oplist",
    summary="list the operators a build selects (for executorch.codegen.tools.gen_oplist)",
    description=f"Write {_FILE} from a list of operators, kernel yaml files or .pte programs.",
    example="dispatchless executorch-oplist --model-file-path model.pte --output-path generated",
    add_arguments=_add_arguments,
    run=_run,
)
