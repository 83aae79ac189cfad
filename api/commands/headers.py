"""`dispatchless headers`: templates on the device type for ATen's operators, a header for each."""

from __future__ import annotations

import argparse
import sys

from dispatchless.commands.base import (
    Command,
    CommandError,
    add_keys_argument,
    output_folder,
    split_keys,
    without_collector,
    writing,
)


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "operators", nargs="*", metavar="NAME", help="an operator's name without overload: add"
    )
    parser.add_argument("--all", action="store_true", help="every operator there is")
    parser.add_argument("--out", metavar="DIR", help="the output folder; made where it is missing")
    parser.add_argument(
        "--native-functions",
        metavar="PATH",
        help="the operators that there are (default: the installed torch's)",
    )
    parser.add_argument(
        "-j",
        "--jobs",
        type=int,
        default=1,
        metavar="N",
        help="with --all: so many processes; the files are the same for any number",
    )
    add_keys_argument(parser)


def _run(options: argparse.Namespace) -> int:
    folder = output_folder(options.out)
    if options.jobs < 1:
        raise CommandError(f"--jobs is a number of processes: {options.jobs}")
    if options.all == bool(options.operators):
        raise CommandError("name the operators, or give --all")
    from dispatchless.device_headers import write_device_headers

    with without_collector(), writing(folder):
        summary = write_device_headers(
            folder,
            None if options.all else options.operators,
            keys=split_keys(options.keys),
            native_functions=options.native_functions,
            jobs=options.jobs,
        )
    if options.verbose:
        counts = f"{len(summary.written)} written, {len(summary.unchanged)} unchanged"
        print(counts, file=sys.stderr)
    return 0


HEADERS = Command(
    name="headers",
    summary="write ATen's operators as templates on the device type",
    description="Write dispatchless/<operator>.h for operators of ATen: "
    "dispatchless::add<c10::DeviceType::CPU>(a, b) calls the CPU function, and any other device "
    "type goes through the dispatcher.",
    example="dispatchless headers add ones instantiate --out generated",
    add_arguments=_add_arguments,
    run=_run,
)
