"""Which header has an operator: all forms of `add` are in headers whose names begin with `add`."""

from __future__ import annotations

from dispatchless.model.errors import did_you_mean
from dispatchless.model.native_yaml import OperatorTable
from dispatchless.model.operator import Operator
from dispatchless.model.schema import OperatorName

# The namespace of the templates on the device type, and the folder of their headers.
DEVICE_NAMESPACE = "dispatchless"


def header_root(name: OperatorName) -> str:
    """The root of an operator's header names: `add` for `add_.Tensor`, `and` for `__iand__`."""
    return name.root[2:-2] if name.is_dunder else name.root


def operators_of_header(root: str, table: OperatorTable) -> list[Operator]:
    """The operators whose header names have that root; only their entries are read."""
    bases = (root, f"{root}_", f"__{root}__", f"__i{root}__")
    found = [each for base in bases for each in table.overloads(base)]
    return [each for each in found if header_root(each.name) == root]


def no_such_header(root: str, table: OperatorTable) -> tuple[str, str | None]:
    """What is wrong with a root that no operator has, and the hint."""
    header = f"{DEVICE_NAMESPACE}/{root}.h"
    roots = sorted({name.partition(".")[0].rstrip("_") for name in table.names()})
    base = root.partition(".")[0].rstrip("_")
    if base not in roots or base == root:
        return f"there is no '{header}': ATen has no operator '{root}'", did_you_mean(root, roots)
    return f"there is no '{header}': one header has every form of '{base}'", f"name it '{base}'"
