"""The `dispatchless/<operator>.h` headers of ATen's operators, without any specification."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from dispatchless.generation import GeneratedFile, printed, torch_options
from dispatchless.lowering import DEFAULT_KEYS
from dispatchless.lowering.banner import banner
from dispatchless.lowering.dispatchless_headers import (
    dispatchless_headers,
    headers_by_root,
    instantiation_header,
    operators_by_root,
)
from dispatchless.model import DispatchKey, OperatorTable
from dispatchless.output import WriteSummary, write_in_batches
from dispatchless.specifications import PathLike, operator_table

_BANNER = banner(["native_functions.yaml"])


def device_headers(
    operators: Sequence[str] | None = None,
    *,
    keys: Sequence[str | DispatchKey] = DEFAULT_KEYS,
    native_functions: PathLike | OperatorTable | None = None,
) -> Iterator[GeneratedFile]:
    """One header for each root name (`add` for `add.Tensor`, `add_` and `add.out`), one at a time.

    Args:
        operators: root names; None stands for all of the table. `instantiate` is the header with
            the macro for explicit instantiations.
        keys: the backends that templates are specialised for.

    Raises:
        SpecError: an operator or a key is unknown.
    """
    table = operator_table(native_functions)
    options = torch_options(table, keys=keys)
    if operators is not None:
        yield from map(printed, dispatchless_headers(operators, options, banner=_BANNER))
        return
    yield from map(printed, headers_by_root(operators_by_root(table), options, banner=_BANNER))
    yield printed(instantiation_header(options.keys, banner=_BANNER))


def write_device_headers(
    folder: Path,
    operators: Sequence[str] | None = None,
    *,
    keys: Sequence[str | DispatchKey] = DEFAULT_KEYS,
    native_functions: PathLike | OperatorTable | None = None,
    jobs: int = 1,
) -> WriteSummary:
    """Write what `device_headers` makes into a folder.

    Args:
        jobs: so many processes make the headers of all operators. The files are the same, to the
            byte, for any number.

    Raises:
        SpecError: an operator or a key is unknown, or an entry is wrong.
        OSError: a file cannot be written; of the files that are written at once with it, none has
            been replaced.
    """
    table = operator_table(native_functions)
    if operators is None and jobs > 1:
        # One process has no need of what it imports.
        from dispatchless.header_workers import write_with_workers

        options = torch_options(table, keys=keys)
        if summary := write_with_workers(options, folder, banner=_BANNER, jobs=jobs):
            return summary
    return write_in_batches(device_headers(operators, keys=keys, native_functions=table), folder)
