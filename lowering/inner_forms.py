"""The C++ forms of an inner operator, and the call that each makes for a backend.

Shared by all that offers inner operators to the author's code: structs of static members, OUT
objects, the `dispatchless` templates.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

import attrs

from dispatchless.cppast import Call, Cast, Expr, NameExpr, Pointer, Prefix
from dispatchless.frozen import frozen
from dispatchless.lowering.composite_calls import call_through_dispatcher, instance_call
from dispatchless.lowering.inner_links import inner_link
from dispatchless.lowering.naming import OperatorNames
from dispatchless.lowering.options import TorchOptions
from dispatchless.lowering.resolution import Link
from dispatchless.lowering.signature import (
    CppSignature,
    kernel_signature,
    schema_signatures,
    signatures,
)
from dispatchless.lowering.translate import Binding, bindings, translate
from dispatchless.model import (
    CompositeOperator,
    Dependency,
    DispatchKey,
    Operator,
    OperatorName,
    OperatorTable,
)


@frozen
class InnerForm:
    """One C++ form of an inner operator, whatever the backend.

    Attributes:
        ambiguous: whether a plain call of ATen's function could mean another overload as well.
    """

    dependency: Dependency
    signature: CppSignature
    ambiguous: bool


class KnownSignatures:
    """`signatures` of operators of one table, each found once; the operators must live as long.

    The forms of an operator's overloads are looked at as often as it has overloads.
    """

    def __init__(self, table: OperatorTable) -> None:
        self._table = table
        self._of: dict[int, tuple[CppSignature, ...]] = {}
        self._namesakes: dict[str, dict[str, list[tuple[Operator, CppSignature]]]] = {}

    def of(self, operator: Operator) -> tuple[CppSignature, ...]:
        """`signatures(operator)`."""
        found = self._of.get(id(operator))
        if found is None:
            found = self._of[id(operator)] = signatures(operator)
        return found

    def namesakes(self, base: str) -> Mapping[str, Sequence[tuple[Operator, CppSignature]]]:
        """The forms of all overloads of a base name, by their C++ name."""
        found = self._namesakes.get(base)
        if found is None:
            found = {}
            for operator in self._table.overloads(base):
                for signature in self.of(operator):
                    found.setdefault(signature.name, []).append((operator, signature))
            self._namesakes[base] = found
        return found


def inner_forms(
    dependency: Dependency, table: OperatorTable, known: KnownSignatures | None = None
) -> Iterator[InnerForm]:
    """All forms of an inner operator, in the order of `signatures`.

    `known` may be given where the forms of several operators of the table are wanted.
    """
    target = dependency.operator
    if not isinstance(target, Operator):
        for signature in schema_signatures(target.schema):
            yield InnerForm(dependency, signature, ambiguous=False)
        return
    known = known or KnownSignatures(table)
    namesakes = known.namesakes(target.schema.name.base)
    for signature in known.of(target):
        ambiguous = any(
            operator is not target and _also_viable(other, signature)
            for operator, other in namesakes[signature.name]
        )
        yield InnerForm(dependency, signature, ambiguous)


def _also_viable(other: CppSignature, signature: CppSignature) -> bool:
    """Whether a call of SIGNATURE with all its arguments fits OTHER, of the same name, as well."""
    count = len(signature.params)
    return (
        len(other.params) > count
        and all(a.type == b.type for a, b in zip(other.params, signature.params, strict=False))
        and all(param.default is not None for param in other.params[count:])
    )


@frozen
class Backend:
    """Where inner calls go: to the functions of a key, or with None through the dispatcher."""

    key: DispatchKey | None
    names: Mapping[OperatorName, OperatorNames]
    options: TorchOptions

    def call(self, form: InnerForm, scope: Iterable[Binding] | None = None) -> Expr:
        """The call of one form.

        Args:
            scope: what its arguments are made of; by default the parameters of a function that has
                the same signature.
        """
        target = form.dependency.operator
        if isinstance(target, Operator):
            link = inner_link(form.dependency, self.key, self.options)
            passed = (
                link.passed_on(form.signature)
                if scope is None
                else link.arguments(form.signature, scope)
            )
            return linked_call(form, link, passed)
        return self._composite(target, bindings(form.signature) if scope is None else tuple(scope))

    def _composite(self, target: CompositeOperator, scope: tuple[Binding, ...]) -> Expr:
        kernel = kernel_signature(target.schema, symint=target.design.symint)
        arguments = translate(scope, kernel.params)
        names = self.names[target.schema.name]
        if self.key is None:
            return call_through_dispatcher(names, kernel, arguments)
        return instance_call(target, names, self.key, arguments)


def linked_call(form: InnerForm, link: Link, arguments: tuple[Expr, ...]) -> Expr:
    """The call of one form of an operator of ATen, by the function that its link found."""
    call = Call(NameExpr(link.callee(form.signature)), arguments)
    return _picked(call, form.signature) if form.ambiguous else call


def _picked(call: Expr, signature: CppSignature) -> Expr:
    """CALL by a function pointer of the wanted type, since plain overload resolution can't choose.

    `fold(Tensor)` and `fold(Tensor, int dim=0)` are both good for `fold(x)`.
    """
    if not isinstance(call, Call) or not isinstance(call.callee, NameExpr):
        return call
    chosen = Cast("static", Pointer(signature.function_type), Prefix("&", call.callee))
    return attrs.evolve(call, callee=chosen)
