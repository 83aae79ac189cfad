"""The `dispatchless/<operator>.h` headers of ATen's operators, without any specification."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from dispatchless.cppast import print_file
from dispatchless.generation import GeneratedFile, torch_options
from dispatchless.lowering import DEFAULT_KEYS
from dispatchless.lowering.banner import banner
from dispatchless.lowering.dispatchless_headers import (
    all_dispatchless_headers,
    dispatchless_headers,
)
from dispatchless.model import DispatchKey, OperatorTable
from dispatchless.specifications import PathLike, operator_table


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
    top = banner(["native_functions.yaml"])
    trees = (
        all_dispatchless_headers(options, banner=top)
        if operators is None
        else dispatchless_headers(operators, options, banner=top)
    )
    for tree in trees:
        printed = print_file(tree)
        yield GeneratedFile(tree.path, printed.text, printed.line_map)
