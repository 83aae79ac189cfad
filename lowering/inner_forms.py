"""The C++ forms of an inner operator, and the call that each makes for a backend.

Shared by all that offers inner operators to the author's code: structs of static members, OUT
objects, the `dispatchless` templates.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

import attrs

from dispatchless.cppast import Call, Cast, Expr, NameExpr, Pointer, Prefix
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


@attrs.frozen
class InnerForm:
    """One C++ form of an inner operator, whatever the backend.

    Attributes:
        ambiguous: whether a plain call of ATen's function could mean another overload as well.
    """

    dependency: Dependency
    signature: CppSignature
    ambiguous: bool


def inner_forms(
    dependency: Dependency,
    table: OperatorTable,
    signed: Callable[[Operator], tuple[CppSignature, ...]] = signatures,
) -> Iterator[InnerForm]:
    """All forms of an inner operator, in the order of `signatures`.

    `signed` is that function, or one that remembers: the forms of an operator's overloads are
    looked at as well.
    """
    target = dependency.operator
    if not isinstance(target, Operator):
        for signature in schema_signatures(target.schema):
            yield InnerForm(dependency, signature, ambiguous=False)
        return
    others = [
        other
        for sibling in table.overloads(target.schema.name.base)
        if sibling is not target
        for other in signed(sibling)
    ]
    for signature in signed(target):
        ambiguous = any(_also_viable(other, signature) for other in others)
        yield InnerForm(dependency, signature, ambiguous)


def _also_viable(other: CppSignature, signature: CppSignature) -> bool:
    """Whether a call of SIGNATURE with all its arguments fits OTHER exactly as well."""
    count = len(signature.params)
    return (
        other.name == signature.name
        and len(other.params) > count
        and all(a.type == b.type for a, b in zip(other.params, signature.params, strict=False))
        and all(param.default is not None for param in other.params[count:])
    )


@attrs.frozen
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
        known = bindings(form.signature) if scope is None else tuple(scope)
        target = form.dependency.operator
        if isinstance(target, Operator):
            link = inner_link(form.dependency, self.key, self.options)
            return linked_call(form, link, link.arguments(form.signature, known))
        return self._composite(target, known)

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
