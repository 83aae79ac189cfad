"""`dispatchless verify`: compare every operator with the dispatcher path, row by row."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import TYPE_CHECKING

from dispatchless.commands.base import Command, CommandError, add_specification_arguments
from dispatchless.commands.output_files import check_report_files
from dispatchless.commands.progress import Progress
from dispatchless.runtime_names import RUNTIMES, default_runtime

if TYPE_CHECKING:
    from dispatchless.jit.verify.report import OperatorReport, Report, Row


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    add_specification_arguments(parser)
    parser.add_argument(
        "--runtime",
        # The last is refused with a reason.
        choices=(*RUNTIMES, "executorch"),
        metavar="{" + ",".join(RUNTIMES) + "}",
        default=None,
        help="where the code runs (default: torch where it is installed, else reference)",
    )
    parser.add_argument("--json", metavar="FILE", help="also write the whole report as JSON")


def _run(options: argparse.Namespace) -> int:
    from dispatchless.output import write_text
    from dispatchless.verification import verify

    progress = Progress()
    runtime = options.runtime or default_runtime()
    check_report_files(
        {"json": options.json},
        options.specs,
        (),
        native_functions=options.native_functions,
        runtime=runtime,
    )

    def show(operator: OperatorReport) -> None:
        progress.clear()
        print("\n".join(_lines(operator, verbose=options.verbose)), flush=True)

    try:
        from dispatchless.jit.runtime import RuntimeUnavailable

        report = verify(
            options.specs,
            runtime=runtime,
            namespace=options.namespace,
            native_functions=options.native_functions,
            progress=lambda operator, row: progress.show(_row_line(operator, row)),
            finished=show,
            message=progress.show,
        )
    except RuntimeUnavailable as error:
        raise CommandError(str(error)) from None
    finally:
        progress.clear()
    print(_summary(report))
    if options.json is not None:
        write_text(Path(options.json), json.dumps(report.to_json(), indent=2) + "\n")
    return report.exit_status


def _row_line(operator: str, row: Row) -> str:
    return f"{operator}: {row.name} {row.status.value}"


def _lines(operator: OperatorReport, *, verbose: bool) -> list[str]:
    lines = [f"{operator.operator}: {'passed' if operator.passed else 'FAILED'}"]
    width = max(len(row.name) for row in operator.rows)
    for row in operator.rows:
        status = row.status.value.replace("_", " ")
        count = f"{row.cases:5} cases" if row.cases else " " * 11
        note = row.note if row.status.is_bad or not row.cases or verbose else ""
        head, *rest = note.splitlines() or [""]
        lines.append(f"  {row.name:<{width}}  {status:<14} {count}  {head}".rstrip())
        lines.extend(f"      {line}" for line in rest)
        for failure in row.failures:
            lines.append(f"      {failure.case}")
            lines.append(f"        expected {failure.expected}")
            lines.append(f"        got      {failure.got}")
    return lines


def _summary(report: Report) -> str:
    cases = sum(row.cases for operator in report.operators for row in operator.rows)
    bad = sum(not operator.passed for operator in report.operators)
    verdict = f"{bad} of {len(report.operators)} operators failed" if bad else "all passed"
    return f"{report.runtime}: {len(report.operators)} operators, {cases} cases, {verdict}"


VERIFY = Command(
    name="verify",
    summary="compare every operator with the dispatcher path",
    description="Compile every operator in process and compare it with the same operator through "
    "the dispatcher: values, errors, gradients, version counters, vmap, modes, counted dispatches.",
    example="dispatchless verify examples --runtime torch --json report.json",
    add_arguments=_add_arguments,
    run=_run,
)
