"""`dispatchless executorch-merge`: one kernel yaml over another."""

from __future__ import annotations

import argparse
from pathlib import Path

from dispatchless.commands.base import Command
from dispatchless.commands.executorch_options import add_yaml_argument
from dispatchless.commands.output_files import check_outputs


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    add_yaml_argument(parser, "functions-yaml-path", "the entries that are taken", required=True)
    add_yaml_argument(parser, "fallback-yaml-path", "where the other operators come from")
    add_yaml_argument(parser, "output-dir", "the folder for merged.yaml", required=True)


def _run(options: argparse.Namespace) -> int:
    from dispatchless.model.executorch_merge import merged_yaml
    from dispatchless.output import write_text

    paths = [options.functions_yaml_path]
    if options.fallback_yaml_path is not None:
        paths.append(options.fallback_yaml_path)
    target = Path(options.output_dir) / "merged.yaml"
    text = merged_yaml(paths)
    check_outputs({}, paths, folder=("output-dir", target.parent), generated=[target])
    write_text(target, text)
    return 0


EXECUTORCH_MERGE = Command(
    name="executorch-merge",
    summary="merge kernel yaml files (for executorch.codegen.tools.merge_yaml)",
    description="Write merged.yaml with all entries of one kernel yaml, and those entries of a "
    "fallback whose operators it does not have.",
    example="dispatchless executorch-merge --functions-yaml-path optimized.yaml "
    "--fallback-yaml-path portable.yaml --output-dir merged",
    add_arguments=_add_arguments,
    run=_run,
)
