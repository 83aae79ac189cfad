"""The forms of an operator that a structured body ends with: functional, in-place and out=."""

from __future__ import annotations

import attrs

from dispatchless.frozen import frozen
from dispatchless.model.native_yaml import OperatorTable
from dispatchless.model.operator import Operator
from dispatchless.model.schema import Annotation, FunctionSchema, OperatorName, SchemaKind

_WRITTEN = Annotation(("a",), True)


@frozen
class TailForms:
    """What one function of ATen offers. Only forms that share all arguments count."""

    functional: Operator | None = None
    inplace: Operator | None = None
    out: Operator | None = None

    def of(self, kind: SchemaKind) -> Operator | None:
        """The form of a kind."""
        return {
            SchemaKind.FUNCTIONAL: self.functional,
            SchemaKind.INPLACE: self.inplace,
            SchemaKind.OUT: self.out,
        }.get(kind)


def tail_forms(operator: Operator, table: OperatorTable) -> TailForms:
    """The forms of the operator's function, ``autogen`` ones included.

    An in-place operator, given as such, stands for itself alone.
    """
    if operator.schema.kind is not SchemaKind.FUNCTIONAL:
        inplace = operator if operator.schema.kind is SchemaKind.INPLACE else None
        return TailForms(inplace=inplace)
    found: dict[SchemaKind, Operator] = {SchemaKind.FUNCTIONAL: operator}
    base = operator.name.base
    for candidate in (*table.overloads(base), *table.overloads(inplace_base(operator.name))):
        if candidate.signature == operator.signature:
            found.setdefault(candidate.schema.kind, candidate)
    return TailForms(operator, found.get(SchemaKind.INPLACE), found.get(SchemaKind.OUT))


def inplace_base(name: OperatorName) -> str:
    """The base name of the in-place form: ``add_``, ``__iadd__``."""
    if name.is_dunder:
        return f"__i{name.base[2:-2]}__"
    return f"{name.base}_"


def inplace_variant(schema: FunctionSchema) -> FunctionSchema | None:
    """The in-place form of a functional schema; None where no tensor ``self`` comes first, or
    where there is more than one result."""
    self_argument = schema.arguments[0] if schema.arguments else None
    if (
        schema.kind is not SchemaKind.FUNCTIONAL
        or self_argument is None
        or self_argument is not schema.self_argument
        or str(self_argument.type) != "Tensor"
        or self_argument.annotation is not None
        or len(schema.returns) != 1
        or str(schema.returns[0].type) != "Tensor"
        or schema.returns[0].annotation is not None
    ):
        return None
    arguments = (attrs.evolve(self_argument, annotation=_WRITTEN), *schema.arguments[1:])
    returns = (attrs.evolve(schema.returns[0], annotation=_WRITTEN),)
    name = attrs.evolve(schema.name, base=inplace_base(schema.name))
    return FunctionSchema(name, arguments, returns, origin=schema.origin)
