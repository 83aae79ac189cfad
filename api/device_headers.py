"""The `dispatchless/<operator>.h` headers of ATen's operators, without any specification."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from dispatchless.generation import GeneratedFile, torch_options
from dispatchless.header_workers import generated, headers_of_workers
from dispatchless.lowering import DEFAULT_KEYS
from dispatchless.lowering.banner import banner
from dispatchless.lowering.dispatchless_headers import (
    dispatchless_headers,
    headers_by_root,
    instantiation_header,
    operators_by_root,
)
from dispatchless.model import DispatchKey, OperatorTable
from dispatchless.specifications import PathLike, operator_table


def device_headers(
    operators: Sequence[str] | None = None,
    *,
    keys: Sequence[str | DispatchKey] = DEFAULT_KEYS,
    native_functions: PathLike | OperatorTable | None = None,
    jobs: int = 1,
) -> Iterator[GeneratedFile]:
    """One header for each root name (`add` for `add.Tensor`, `add_` and `add.out`), one at a time.

    Args:
        operators: root names; None stands for all of the table. `instantiate` is the header with
            the macro for explicit instantiations.
        keys: the backends that templates are specialised for.
        jobs: so many processes make the headers of all operators. Their order and bytes are the
            same for any number.

    Raises:
        SpecError: an operator or a key is unknown.
    """
    table = operator_table(native_functions)
    options = torch_options(table, keys=keys)
    top = banner(["native_functions.yaml"])
    if operators is not None:
        yield from map(generated, dispatchless_headers(operators, options, banner=top))
        return
    made = headers_of_workers(options, top, jobs) if jobs > 1 else None
    if made is None:
        made = map(generated, headers_by_root(operators_by_root(table), options, banner=top))
    yield from made
    yield generated(instantiation_header(options.keys, banner=top))
