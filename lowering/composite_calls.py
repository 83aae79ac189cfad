"""Calls of composites: the template instance for a backend, or the operator by the dispatcher."""

from __future__ import annotations

import functools
from collections.abc import Sequence

import attrs

from dispatchless.cppast import (
    Call,
    Expr,
    Header,
    Member,
    NamedType,
    NameExpr,
    QualifiedName,
    StringLit,
    TemplateName,
    Type,
    name,
)
from dispatchless.lowering import dispatcher_symbols as symbols
from dispatchless.lowering.naming import OperatorNames
from dispatchless.lowering.signature import CppSignature
from dispatchless.lowering.torch_symbols import enumerator
from dispatchless.model import (
    Alias,
    Composite,
    CompositeOperator,
    DispatchKey,
    Dispatchless,
    api_name,
)


def local_header(path: str) -> Header:
    """A header of the generated library or of its user, included with quotes."""
    return Header(path, system=False)


def instance_call(
    operator: CompositeOperator,
    names: OperatorNames,
    key: DispatchKey | None,
    arguments: Sequence[Expr],
) -> Call:
    """The call of an operator's instance for a backend (None: over the dispatcher).

    That is the author's template itself where one expression will do (`::sub<::ns::sub_ops_cpu>`),
    the target's function for an alias, and a generated function for the structured designs.
    """
    design = operator.design
    match design:
        case Composite():
            callee = _author_template(operator, design, NamedType(ops_struct_name(names, key)))
        case Dispatchless():
            callee = _author_template(operator, design, device_type(key))
        case Alias():
            struct = ops_struct_name(names, key)
            schema = design.target.operator.schema
            function = api_name(
                schema,
                faithful=bool(schema.out_arguments or schema.tensor_options),
                symint=design.symint,
            )
            callee = attrs.evolve(struct, parts=(*struct.parts, function))
        case _:
            callee = name(
                f"::{names.namespace}::{names.instance(key)}",
                header=local_header(names.instance_header(key)),
            )
    return Call(NameExpr(callee), tuple(arguments))


def ops_struct_name(names: OperatorNames, key: DispatchKey | None) -> QualifiedName:
    """The struct of inner operators for a backend, from the global namespace."""
    return name(
        f"::{names.namespace}::{names.ops_struct(key)}", header=local_header(names.ops_header(key))
    )


@functools.cache
def device_type(key: DispatchKey | None) -> Expr:
    """The device type of a backend. None is the one that no template is specialised for."""
    word = symbols.ANY_DEVICE if key is None else key.name
    return NameExpr(enumerator(symbols.DEVICE_TYPE, word))


def _author_template(
    operator: CompositeOperator, design: Composite | Dispatchless, argument: Type | Expr
) -> QualifiedName:
    *scopes, template = design.template
    headers = () if operator.header is None else (local_header(operator.header.text),)
    return QualifiedName(
        (*scopes, TemplateName(template, (argument,))), rooted=True, headers=headers
    )


def find_operator(names: OperatorNames, signature: CppSignature) -> Call:
    """The typed handle of an operator that is in the dispatcher by now.

    It is looked up each time: a handle that is kept would outlive the operator where the library's
    kernels are deregistered.
    """
    schema = Call(
        Member(Call(NameExpr(symbols.DISPATCHER_SINGLETON)), "findSchemaOrThrow"),
        (StringLit(names.qualified), StringLit(names.overload)),
    )
    return Call(Member(schema, TemplateName("typed", (signature.function_type,))))


def call_through_dispatcher(
    names: OperatorNames, signature: CppSignature, arguments: Sequence[Expr]
) -> Call:
    """A call of the operator by its name."""
    return Call(Member(find_operator(names, signature), "call"), tuple(arguments))
