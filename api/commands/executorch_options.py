"""Options that the ExecuTorch commands share. Each is accepted with dashes and with underscores."""

from __future__ import annotations

import argparse
from typing import Any

Group = argparse.ArgumentParser | argparse._ArgumentGroup


def add_option(group: Group, name: str, *short: str, **settings: Any) -> None:
    """An option NAME in both spellings, as ExecuTorch's tools take them."""
    spellings = dict.fromkeys((*short, f"--{name}", f"--{name.replace('-', '_')}"))
    group.add_argument(*spellings, dest=name.replace("-", "_"), **settings)


def add_yaml_argument(group: Group, name: str, help: str, *, required: bool = False) -> None:
    """An option that takes a path."""
    add_option(group, name, metavar="PATH", help=help, required=required)


def add_naming_argument(group: Group) -> None:
    """--naming."""
    group.add_argument(
        "--naming",
        choices=("register_LIB_kernels", "register_kernels_LIB"),
        default="register_LIB_kernels",
        help="how the function and its header are named (default: %(default)s)",
    )


def add_overlap_arguments(group: Group) -> None:
    """--on-overlap and --max-kernels."""
    add_option(
        group,
        "on-overlap",
        choices=("error", "skip", "replace"),
        default="error",
        help="what registering does about a kernel that is there already: an error and nothing "
        "else; the first library has priority; the last one has (default: %(default)s)",
    )
    add_option(
        group,
        "max-kernels",
        type=int,
        metavar="N",
        help="places in the runtime's table, where it is built with another number than its own",
    )


def add_writing_arguments(group: Group) -> None:
    """-d, --dry-run, --check, --depfile and --stamp."""
    add_option(
        group,
        "install-dir",
        "-d",
        metavar="DIR",
        default="build/generated",
        help="the output folder; made where it is missing (default: %(default)s)",
    )
    add_option(group, "dry-run", action="store_true", help="write nothing; list the files")
    group.add_argument(
        "--check", action="store_true", help="write nothing; exit 1 where a file is out of date"
    )
    group.add_argument("--depfile", metavar="FILE", help="write make's dependencies of the output")
    group.add_argument(
        "--stamp",
        metavar="FILE",
        help="touch FILE when done; --depfile then gives it as the target",
    )
