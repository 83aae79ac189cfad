"""The struct of exactly the inner operators that a composite lists, one per backend.

Its static members have the signatures of the corresponding `at::cpu::` (`at::cuda::`, `at::`, ...)
functions, in every form that ATen declares, and pass all arguments on. An operator that the
composite uses but does not list is no member, and so a compile error in the user's template.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

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
from dispatchless.lowering.banner import banner_of
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


@attrs.frozen
class _Form:
    """One C++ form of a dependency: a member of every struct, whatever its backend.

    Attributes:
        ambiguous: whether a plain call of ATen's function could mean another overload as well.
    """

    dependency: Dependency
    signature: CppSignature
    ambiguous: bool


def ops_headers(
    operator: CompositeOperator,
    keys: Iterable[DispatchKey | None],
    names: Mapping[OperatorName, OperatorNames],
    options: TorchOptions,
) -> tuple[HeaderFile, ...]:
    """The headers with the structs of OPERATOR's dependencies, one for each backend.

    Args:
        keys: the backends; None stands for the dispatcher.

    Raises:
        SpecError: two dependencies give members of the same name and parameters.
    """
    own = names[operator.schema.name]
    forms = _forms(operator, options)
    listed = ", ".join(str(dependency.name) for dependency in operator.design.calls)
    top = banner_of(operator)
    headers = []
    for key in keys:
        members = tuple(_member(form, _call(form, key, names, options)) for form in forms)
        struct = Record("struct", own.ops_struct(key), members)
        target = "the dispatcher" if key is None else key.name
        comment = DocComment(f"What {operator.schema.name} calls, for {target}: {listed}.")
        namespace = Namespace((own.namespace,), (comment, struct), origin=operator.origin)
        headers.append(
            HeaderFile(own.ops_header(key), (namespace,), banner=top, origin=operator.origin)
        )
    return tuple(headers)


def _forms(operator: CompositeOperator, options: TorchOptions) -> tuple[_Form, ...]:
    forms: dict[tuple[object, ...], _Form] = {}
    for dependency in operator.design.calls:
        for form in _forms_of(dependency, options.native):
            declaration = (form.signature.name, *(param.type for param in form.signature.params))
            earlier = forms.setdefault(declaration, form)
            if earlier is not form:
                raise SpecError(
                    f"{earlier.dependency.name} and {dependency.name} are the same C++ function",
                    location=dependency.origin,
                    hint="list one of them; a template can't tell them apart",
                )
    return tuple(forms.values())


def _forms_of(dependency: Dependency, table: OperatorTable) -> Iterator[_Form]:
    target = dependency.operator
    if not isinstance(target, Operator):
        for signature in schema_signatures(target.schema):
            yield _Form(dependency, signature, ambiguous=False)
        return
    others = [
        other
        for sibling in table.overloads(target.schema.name.base)
        if sibling is not target
        for other in signatures(sibling)
    ]
    for signature in signatures(target):
        ambiguous = any(_also_viable(other, signature) for other in others)
        yield _Form(dependency, signature, ambiguous)


def _also_viable(other: CppSignature, signature: CppSignature) -> bool:
    """Whether a call of SIGNATURE with all its arguments fits OTHER exactly as well."""
    count = len(signature.params)
    return (
        other.name == signature.name
        and len(other.params) > count
        and all(a.type == b.type for a, b in zip(other.params, signature.params, strict=False))
        and all(param.default is not None for param in other.params[count:])
    )


def _member(form: _Form, call: Expr) -> Function:
    return Function(
        form.signature.name,
        form.signature.parameters(),
        form.signature.returns,
        body=Block((Return(call),)),
        static=True,
        origin=form.dependency.origin,
    )


def _call(
    form: _Form,
    key: DispatchKey | None,
    names: Mapping[OperatorName, OperatorNames],
    options: TorchOptions,
) -> Expr:
    """The call that a member makes: it passes all its arguments on."""
    target = form.dependency.operator
    if isinstance(target, Operator):
        call = resolve(target, key, options.native).call(form.signature)
        return _picked(call, form.signature) if form.ambiguous else call
    kernel = kernel_signature(target.schema, symint=target.design.symint)
    arguments = call_arguments(form.signature, kernel)
    if key is None:
        return call_through_dispatcher(names[target.schema.name], kernel, arguments)
    return instance_call(target, names[target.schema.name], key, arguments)


def _picked(call: Expr, signature: CppSignature) -> Expr:
    """CALL by a function pointer of the wanted type, since plain overload resolution can't choose.

    `fold(Tensor)` and `fold(Tensor, int dim=0)` are both good for `fold(x)`.
    """
    if not isinstance(call, Call) or not isinstance(call.callee, NameExpr):
        return call
    chosen = Cast("static_cast", Pointer(signature.function_type), Prefix("&", call.callee))
    return attrs.evolve(call, callee=chosen)
