"""`dispatchless explain`: which function each inner call goes to, and which still dispatch."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import TYPE_CHECKING

from dispatchless.commands.base import (
    Command,
    CommandError,
    add_keys_argument,
    add_specification_arguments,
    split_keys,
)
from dispatchless.commands.output_files import check_outputs

if TYPE_CHECKING:
    from dispatchless.explanation import OperatorExplanation


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    add_specification_arguments(parser)
    add_keys_argument(parser)
    parser.add_argument("--op", metavar="NAME", help="only this operator, as `sub.Tensor`")
    parser.add_argument("--json", metavar="FILE", help="also write the whole report as JSON")


def _run(options: argparse.Namespace) -> int:
    from dispatchless.explanation import explain
    from dispatchless.generation import checked
    from dispatchless.output import write_text
    from dispatchless.specifications import open_native_functions

    native = open_native_functions(options.native_functions)
    specification, settings = checked(
        options.specs,
        native.table,
        namespace=options.namespace,
        keys=split_keys(options.keys),
    )
    check_outputs({"json": options.json}, [*specification.input_files, native.path])
    explained = explain(specification, settings)
    if options.op is not None:
        explained = tuple(each for each in explained if _is_named(each, options.op))
        if not explained:
            known = ", ".join(str(each.schema.name) for each in specification.operators)
            raise CommandError(f"--op {options.op}: no such operator here; there are {known}")
    for each in explained:
        print("\n".join(_lines(each, verbose=options.verbose)), end="\n\n")
    if options.json is not None:
        document = [each.to_json() for each in explained]
        write_text(Path(options.json), json.dumps(document, indent=2) + "\n")
    return 0


def _is_named(explained: OperatorExplanation, name: str) -> bool:
    return explained.operator == name or explained.operator.partition("::")[2] == name


def _lines(explained: OperatorExplanation, *, verbose: bool) -> list[str]:
    lines = [f"{explained.operator} = {explained.template}  ({explained.location})"]
    for backend in explained.backends:
        key = backend.key.name if backend.key else "generic"
        lines.append(f"  {key} ({backend.struct})")
        width = max(len(call.operator) for call in backend.calls)
        for call in backend.calls:
            target = call.function if call.direct else f"{call.function}, by the dispatcher"
            lines.append(f"    {call.operator:<{width}}  {target}  [{call.kind}]")
            if call.direct or verbose:
                lines.append(f"    {'':<{width}}  {call.inside}")
            if verbose:
                lines.extend(f"    {'':<{width}}  {step}" for step in call.path)
    if explained.dispatches:
        lines.append("  calls of the dispatcher in the author's code")
        calls = [(" or ".join(each.names), each.location) for each in explained.dispatches]
        width = max(len(names) for names, _ in calls)
        lines.extend(f"    {names:<{width}}  {location}" for names, location in calls)
    lines.append("  registered")
    width = max((len(entry.key.name) for entry in explained.registered), default=0)
    lines.extend(
        f"    {entry.key.name:<{width}}  {entry.kind.value}"
        + (f" ({entry.note})" if entry.note else "")
        for entry in explained.registered
    )
    return lines


EXPLAIN = Command(
    name="explain",
    summary="say which function each inner call goes to",
    description="Print, for each operator and backend, the function that every inner call goes to, "
    "whether it may still dispatch inside, and which kernel each dispatch key gets.",
    example="dispatchless explain examples --op add_one",
    add_arguments=_add_arguments,
    run=_run,
)
