"""Calls of composites: the template instance for a backend, or the operator by the dispatcher."""

from __future__ import annotations

from collections.abc import Sequence

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
    name,
)
from dispatchless.lowering import dispatcher_symbols as symbols
from dispatchless.lowering.naming import OperatorNames
from dispatchless.lowering.signature import CppSignature
from dispatchless.model import CompositeOperator, DispatchKey


def local_header(path: str) -> Header:
    """A header of the generated library or of its user, included with quotes."""
    return Header(path, system=False)


def instance_call(
    operator: CompositeOperator,
    names: OperatorNames,
    key: DispatchKey | None,
    arguments: Sequence[Expr],
) -> Call:
    """The user's template over the struct of a backend, called: `::sub<::ns::sub_ops_cpu>(...)`."""
    struct = name(
        f"::{names.namespace}::{names.ops_struct(key)}", header=local_header(names.ops_header(key))
    )
    *scopes, template = operator.design.template
    headers = () if operator.header is None else (local_header(operator.header.text),)
    callee = QualifiedName(
        (*scopes, TemplateName(template, (NamedType(struct),))), rooted=True, headers=headers
    )
    return Call(NameExpr(callee), tuple(arguments))


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
