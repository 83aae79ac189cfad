"""`dispatchless bench`: what skipping the dispatcher is worth, for one's own operators."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import attrs

from dispatchless.commands.base import Command, CommandError
from dispatchless.commands.output_files import check_report_files
from dispatchless.commands.progress import Progress
from dispatchless.runtime_names import RUNTIMES, default_runtime

if TYPE_CHECKING:
    from dispatchless.jit.bench import BenchReport, Plan


_TOLERANCE = 0.15


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "specs",
        nargs="*",
        metavar="SPEC",
        help="a yaml specification, or a folder of them; without any, operators of one, three and "
        "eight inner operators in every design",
    )
    parser.add_argument(
        "--runtime",
        choices=(*RUNTIMES, "executorch"),
        default=None,
        help="what is measured (default: torch where it is installed, else reference); for "
        "executorch SPEC is kernel yaml",
    )
    parser.add_argument(
        "--native-functions",
        metavar="PATH",
        help="the operators that may be named (default: the runtime's)",
    )
    parser.add_argument("--quick", action="store_true", help="fewer sizes, modes and rounds")
    parser.add_argument(
        "--no-instructions", action="store_true", help="leave callgrind out, which takes longest"
    )
    parser.add_argument(
        "--builds", action="store_true", help="also compile each operator alone, for its costs"
    )
    parser.add_argument(
        "--hand-written",
        metavar="HEADER",
        help="functions to compare with: `sub`, `sub_`, `sub_out` in the namespace hand_written",
    )
    parser.add_argument(
        "--inputs",
        metavar="FILE",
        help="a yaml file with arguments for the calls, as `sub:` above `self: float[32, 128]`",
    )
    parser.add_argument(
        "--kernels",
        action="append",
        default=[],
        metavar="SOURCE",
        help="for executorch: a C++ file with the kernels, once for each (default: those of the "
        "wheel)",
    )
    parser.add_argument(
        "--model",
        metavar="FILE",
        help="a Python file that defines `model` and `inputs`: count the dispatcher calls of its "
        "forward, as it is and with SPEC's composites of aten:: operators in place",
    )
    parser.add_argument("--json", metavar="FILE", help="also write the figures as JSON")
    parser.add_argument("--plot", metavar="FILE", help="also draw them, as .svg, .png or .pdf")
    parser.add_argument(
        "--compare",
        metavar="OLD.json",
        help="say what changed since an earlier --json; exit 1 where something became worse: a "
        "ratio of times by more than --tolerance, the time of the base itself (on the same "
        "machine) by more than 3 times, instructions by more than 0.5 %%, or dispatcher calls",
    )
    parser.add_argument(
        "--tolerance",
        type=float,
        default=_TOLERANCE,
        metavar="X",
        help="by how much a ratio of times may change for --compare (default: %(default)s)",
    )


def _run(options: argparse.Namespace) -> int:
    read = (options.hand_written, options.inputs, *options.kernels, options.model, options.compare)
    check_report_files(
        {"json": options.json, "plot": options.plot},
        options.specs,
        read,
        native_functions=options.native_functions,
        runtime=options.runtime or default_runtime(),
    )
    return _run_calls(options) if options.model is None else _run_model(options)


# Options without effect there.
_NOT_FOR_MODEL = (
    "plot",
    "compare",
    "hand_written",
    "inputs",
    "kernels",
    "builds",
    "no_instructions",
)


def _run_model(options: argparse.Namespace) -> int:
    from dispatchless.bench_model import bench_model, model_tables
    from dispatchless.bench_table import print_tables
    from dispatchless.jit.bench.model_calls import ModelCrash
    from dispatchless.jit.diagnostics import JitError
    from dispatchless.jit.runtime import RuntimeUnavailable
    from dispatchless.output import write_text

    for given in _NOT_FOR_MODEL:
        if getattr(options, given) not in (None, False, []):
            raise CommandError(f"--{given.replace('_', '-')} is not for --model")
    if options.tolerance != _TOLERANCE:
        raise CommandError("--tolerance is not for --model")
    if options.runtime not in (None, "torch"):
        raise CommandError("--model needs --runtime torch")
    progress = Progress()
    try:
        report = bench_model(
            options.model,
            options.specs or None,
            native_functions=options.native_functions,
            rounds=_plan(options).rounds,
            progress=progress.show,
        )
    except (JitError, ModelCrash, RuntimeUnavailable) as error:
        raise CommandError(str(error)) from None
    finally:
        progress.clear()
    print_tables(model_tables(report))
    if not report.stock.nested:
        print("\nNo operator calls another through the dispatcher.")
    for text in report.notes:
        print(f"dispatchless: note: {text}", file=sys.stderr)
    if options.json is not None:
        write_text(Path(options.json), json.dumps(report.to_json(), indent=1) + "\n")
    return 0


def _run_calls(options: argparse.Namespace) -> int:
    from dispatchless.bench_compare import load_report, tell_changes
    from dispatchless.bench_plot import check_plot_path, plot
    from dispatchless.bench_table import print_tables, report_tables
    from dispatchless.output import write_text

    picture = None if options.plot is None else check_plot_path(Path(options.plot))
    if not 0 <= options.tolerance < 1:
        raise CommandError(
            f"--tolerance: {options.tolerance:g} is not between 0 and 1",
            hint="0.15 takes times within 15 % for the same",
        )
    earlier = None
    if options.compare is not None:
        earlier = load_report(Path(options.compare), runtime=options.runtime or default_runtime())
    report = _measure(options)
    if report.comparisons:
        print_tables(report_tables(report))
    for note in report.notes:
        print(f"dispatchless: note: {note}", file=sys.stderr)
    if not report.comparisons:
        raise CommandError("nothing was measured", hint="the notes above say why")
    if options.json is not None:
        write_text(Path(options.json), json.dumps(report.to_json(), indent=1) + "\n")
    if picture is not None:
        picture.parent.mkdir(parents=True, exist_ok=True)
        plot(report, picture)
    if earlier is None:
        return 0
    return tell_changes(earlier, report, path=options.compare, tolerance=options.tolerance)


def _measure(options: argparse.Namespace) -> BenchReport:
    from dispatchless.bench_run import BUILTIN, bench
    from dispatchless.jit.bench import BenchUnavailable, ProgramError
    from dispatchless.jit.runtime import RuntimeUnavailable

    progress = Progress()
    try:
        return bench(
            options.specs or BUILTIN,
            runtime=options.runtime,
            native_functions=options.native_functions,
            plan=_plan(options),
            hand_written=options.hand_written,
            inputs=options.inputs,
            kernels=options.kernels,
            builds=options.builds,
            progress=progress.show,
        )
    except (BenchUnavailable, ProgramError, RuntimeUnavailable) as error:
        raise CommandError(str(error)) from None
    finally:
        progress.clear()


def _plan(options: argparse.Namespace) -> Plan:
    from dispatchless.jit.bench import FULL, QUICK

    plan = QUICK if options.quick else FULL
    return attrs.evolve(plan, instructions=False) if options.no_instructions else plan


BENCH = Command(
    name="bench",
    summary="measure what skipping the dispatcher is worth",
    description="Make every operator's call in each way there is (through the dispatcher, "
    "registered, directly), in turns, in a compiled program; print times as ratios, dispatcher "
    "calls, allocations and instructions.",
    example="dispatchless bench examples/composites.yaml --quick --json figures.json "
    "--plot figures.svg",
    add_arguments=_add_arguments,
    run=_run,
)
