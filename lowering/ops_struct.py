"""The struct of exactly the inner operators that a composite lists, one per backend.

Its static members have the signatures of the corresponding `at::cpu::` (`at::cuda::`, `at::`, ...)
functions, in every form that ATen declares, and pass all arguments on. An operator that the
composite uses but does not list is no member, and so a compile error in the user's template.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import attrs

from dispatchless.cppast import (
    Block,
    Call,
    Cast,
    DocComment,
    Expr,
    Function,
    HeaderFile,
    NameExpr,
    Namespace,
    Pointer,
    Prefix,
    Record,
    Return,
)
from dispatchless.lowering.composite_calls import call_through_dispatcher, instance_call
from dispatchless.lowering.naming import OperatorNames
from dispatchless.lowering.options import TorchOptions
from dispatchless.lowering.resolution import resolve
from dispatchless.lowering.signature import (
    CppSignature,
    kernel_signature,
    schema_signatures,
    signatures,
)
from dispatchless.lowering.translate import call_arguments
from dispatchless.model import (
    CompositeOperator,
    Dependency,
    DispatchKey,
    Operator,
    OperatorName,
    OperatorTable,
    SpecError,
)


def ops_header(
    operator: CompositeOperator,
    key: DispatchKey | None,
    names: Mapping[OperatorName, OperatorNames],
    options: TorchOptions,
) -> HeaderFile:
    """The header with the struct of OPERATOR's dependencies for a backend (None: the dispatcher).

    Raises:
        SpecError: two dependencies give members of the same name and parameters.
    """
    own = names[operator.schema.name]
    members: dict[tuple[object, ...], tuple[Dependency, Function]] = {}
    for dependency in operator.design.calls:
        for signature, call in _calls(dependency, key, names, options):
            declaration = (signature.name, *(param.type for param in signature.params))
            earlier = members.get(declaration)
            if earlier is not None:
                raise SpecError(
                    f"{earlier[0].name} and {dependency.name} are the same C++ function",
                    location=dependency.origin,
                    hint="list one of them; a template can't tell them apart",
                )
            members[declaration] = (dependency, _member(dependency, signature, call))
    struct = Record(
        "struct", own.ops_struct(key), tuple(function for _, function in members.values())
    )
    listed = ", ".join(str(dependency.name) for dependency in operator.design.calls)
    target = "the dispatcher" if key is None else key.name
    comment = DocComment(f"What {operator.schema.name} calls, for {target}: {listed}.")
    namespace = Namespace((own.namespace,), (comment, struct), origin=operator.origin)
    return HeaderFile(own.ops_header(key), (namespace,), origin=operator.origin)


def _member(dependency: Dependency, signature: CppSignature, call: Expr) -> Function:
    return Function(
        signature.name,
        signature.parameters(),
        signature.returns,
        body=Block((Return(call),)),
        static=True,
        origin=dependency.origin,
    )


def _calls(
    dependency: Dependency,
    key: DispatchKey | None,
    names: Mapping[OperatorName, OperatorNames],
    options: TorchOptions,
) -> Iterator[tuple[CppSignature, Expr]]:
    """Every form of a dependency, with the call that its member makes."""
    target = dependency.operator
    if isinstance(target, Operator):
        link = resolve(target, key, options.native)
        for signature in signatures(target):
            yield signature, _picked(link.call(signature), signature, target, options.native)
        return
    kernel = kernel_signature(target.schema, symint=target.design.symint)
    for signature in schema_signatures(target.schema):
        arguments = call_arguments(signature, kernel)
        if key is None:
            call = call_through_dispatcher(names[target.schema.name], kernel, arguments)
        else:
            call = instance_call(target, names[target.schema.name], key, arguments)
        yield signature, call


def _picked(
    call: Expr, signature: CppSignature, operator: Operator, table: OperatorTable
) -> Expr:
    """CALL, by a function pointer of the wanted type where plain overload resolution can't choose.

    `fold(Tensor)` and `fold(Tensor, int dim=0)` are both good for `fold(x)`.
    """
    if not isinstance(call, Call) or not isinstance(call.callee, NameExpr):
        return call
    for sibling in table.overloads(signature.schema.name.base):
        if sibling is not operator and any(
            _also_viable(other, signature) for other in signatures(sibling)
        ):
            chosen = Cast(
                "static_cast", Pointer(signature.function_type), Prefix("&", call.callee)
            )
            return attrs.evolve(call, callee=chosen)
    return call


def _also_viable(other: CppSignature, signature: CppSignature) -> bool:
    """Whether a call of SIGNATURE with all its arguments fits OTHER exactly as well."""
    count = len(signature.params)
    return (
        other.name == signature.name
        and len(other.params) > count
        and all(a.type == b.type for a, b in zip(other.params, signature.params, strict=False))
        and all(param.default is not None for param in other.params[count:])
    )
