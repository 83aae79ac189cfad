"""`dispatchless generate --target executorch`: `executorch-gen` with the options of `generate`."""

from __future__ import annotations

import argparse
from pathlib import Path

from dispatchless.commands.base import DEFAULT_KEYS, DEFAULT_NAMESPACE, CommandError
from dispatchless.commands.executorch_gen import EXECUTORCH_GEN

# Options of `generate` without a meaning here, and their defaults.
_ONLY_TORCH = {"namespace": DEFAULT_NAMESPACE, "keys": DEFAULT_KEYS}


def run(options: argparse.Namespace) -> int:
    """Write the C++ of a kernel library.

    Raises:
        CommandError: several specifications or a folder, or options that mean nothing there.
    """
    if len(options.specs) != 1 or Path(options.specs[0]).is_dir():
        raise CommandError(
            "--target executorch takes one yaml of kernels",
            hint="`dispatchless executorch-gen` takes functions and custom operators apart, and "
            "`dispatchless executorch-merge` makes one file of two",
        )
    own = argparse.ArgumentParser(add_help=False)
    EXECUTORCH_GEN.add_arguments(own)
    for name, default in _ONLY_TORCH.items():
        if getattr(options, name) != default:
            raise CommandError(
                f"--{name} means nothing for --target executorch",
                hint="the yaml says each operator's namespace, and a kernel has no backend",
            )
    arguments = [f"--functions-yaml-path={options.specs[0]}", f"--install-dir={options.out}"]
    for option, value in (
        ("aten-yaml-path", options.native_functions),
        ("lib-name", options.lib_name),
        ("depfile", options.depfile),
        ("stamp", options.stamp),
    ):
        if value is not None:
            arguments.append(f"--{option}={value}")
    for option, wanted in (
        ("manual-registration", options.registration == "manual"),
        ("check", options.check),
        ("dry-run", options.dry_run),
    ):
        if wanted:
            arguments.append(f"--{option}")
    return EXECUTORCH_GEN.run(
        own.parse_args(arguments, argparse.Namespace(verbose=options.verbose))
    )
