"""The headers ``dispatchless/ROOT.h`` of templates on the device type, as authors include them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from dispatchless.model.cpp_calls import Use
from dispatchless.model.cpp_declarations import Declarations
from dispatchless.model.cpp_tokens import CppText
from dispatchless.model.errors import SpecError
from dispatchless.model.header_calls import operators_named
from dispatchless.model.header_roots import (
    DEVICE_NAMESPACE,
    header_root,
    no_such_header,
    operators_of_header,
)
from dispatchless.model.missing_template import all_is_known
from dispatchless.model.native_yaml import OperatorTable

# Stands in place of an operator's name: the header with the macro.
INSTANTIATE_ROOT = "instantiate"


def wrong_includes(text: CppText, table: OperatorTable) -> Iterator[SpecError]:
    """An error for each header of an operator that ATen has not."""
    for include in text.includes:
        folder, _, file = (include.name or "").partition("/")
        if include.token is None or folder != DEVICE_NAMESPACE or not file.endswith(".h"):
            continue
        root = file.removesuffix(".h")
        if root != INSTANTIATE_ROOT and not operators_of_header(root, table):
            message, hint = no_such_header(root, table)
            yield text.error(
                message,
                include.token,
                hint=hint or "there is one for each name of ATen's, as 'dispatchless/add.h'",
            )


def forgotten_includes(
    uses: Mapping[str, Use], declared: Declarations, table: OperatorTable
) -> Iterator[SpecError]:
    """An error for each name of the namespace that is used, and whose header is not included.

    Nothing is said where a header that was not read may include it.
    """
    if not all_is_known(declared):
        return
    included = set(declared.dispatchless_roots)
    for name, use in uses.items():
        roots = [header_root(each.name) for each in operators_named(name, table)]
        own = any(each.scope == (DEVICE_NAMESPACE,) for each in declared.of_name(name))
        if roots and not own and included.isdisjoint(roots):
            header = f"{DEVICE_NAMESPACE}/{roots[0]}.h"
            yield use.function.source.error(
                f"'{DEVICE_NAMESPACE}::{name}' is used, and its header is not included",
                use.name,
                hint=f"write '#include \"{header}\"'",
            )
