"""The forms of one schema: functional, out=, and the signature that all forms share.

The functional form writes to nothing and returns everything. From one form the others follow.
"""

from __future__ import annotations

import attrs

from dispatchless.model.defaults import FloatDefault
from dispatchless.model.schema import (
    Annotation,
    Argument,
    FunctionSchema,
    OperatorName,
    Return,
    SchemaKind,
)
from dispatchless.model.schema_types import TENSOR, is_tensor_like


def functional_signature(schema: FunctionSchema) -> FunctionSchema:
    """What all forms of one function have in common.

    No overload name, alias annotations, return names, out arguments and tensor options; a
    positional argument that is written to and not returned counts as a further return.
    """
    return _functional(schema, keep_names=False)


def _functional(schema: FunctionSchema, *, keep_names: bool) -> FunctionSchema:
    returned = {r.annotation for r in schema.returns}
    self_argument = schema.self_argument
    written = [
        *([self_argument] if self_argument is not None else []),
        *schema.out_arguments,
        *(a for a in schema.positional if a is not self_argument),
    ]
    returns = [Return(r.name if keep_names else None, r.type) for r in schema.returns]
    returns += [
        Return(f"{a.name}_out" if keep_names else None, a.type)
        for a in written
        if a.is_write and a.annotation not in returned
    ]
    return FunctionSchema(
        OperatorName(schema.name.namespace, schema.name.root),
        _grouping_defaults(schema.name, _plain_arguments(schema)),
        tuple(returns),
        is_vararg=schema.is_vararg,
        is_varret=schema.is_varret,
    )


def _plain_arguments(schema: FunctionSchema) -> tuple[Argument, ...]:
    """The arguments without out arguments, tensor options and annotations."""
    options = schema.tensor_options
    dropped = () if options is None else options.arguments
    return tuple(
        [
            a if a.annotation is None else attrs.evolve(a, annotation=None)
            for a in schema.arguments
            if not a.is_out and not (dropped and any(a is d for d in dropped))
        ]
    )


def _grouping_defaults(name: OperatorName, arguments: tuple[Argument, ...]) -> tuple[Argument, ...]:
    """``bernoulli.p`` alone has no default for p (it would be ambiguous in C++); it groups with
    the in-place and out= forms, which have one."""
    if name.local != "bernoulli.p":
        return arguments
    return tuple(
        attrs.evolve(a, default=FloatDefault("0.5")) if a.name == "p" else a for a in arguments
    )


def functional_variant(schema: FunctionSchema) -> FunctionSchema | None:
    """The functional form of an in-place, out= or mutable schema; None for a functional one.

    That of a mutable operator is a new operator ``name_functional``, since as an overload it
    would take the same arguments.
    """
    if schema.kind is SchemaKind.FUNCTIONAL:
        return None
    base = schema.name.root
    if schema.kind is SchemaKind.MUTABLE:
        base += "_functional"
    return attrs.evolve(
        _functional(schema, keep_names=True),
        name=OperatorName(schema.name.namespace, base, schema.name.overload),
        origin=schema.origin,
    )


def out_variant(schema: FunctionSchema) -> FunctionSchema | None:
    """The out= form of a functional, in-place or mutable schema.

    None if the schema is out= itself or returns no tensor that an out argument could receive.
    """
    if schema.kind in (SchemaKind.OUT, SchemaKind.SCRATCH):
        return None
    overload = f"{schema.name.overload}_out" if schema.name.overload else "out"
    name = OperatorName(schema.name.namespace, schema.name.root, overload)
    if schema.kind is SchemaKind.INPLACE:
        return _out_of_inplace(schema, name)
    if not any(is_tensor_like(r.type) for r in schema.returns):
        return None
    if any(r.annotation is not None for r in schema.returns):
        return None  # a view: its result cannot be written into another tensor
    outs, returns = _out_arguments(schema)
    arguments = (
        _plain_arguments(schema) if schema.kind is SchemaKind.FUNCTIONAL else schema.arguments
    )
    return FunctionSchema(name, (*arguments, *outs), returns, origin=schema.origin)


def _out_of_inplace(schema: FunctionSchema, name: OperatorName) -> FunctionSchema:
    self_argument = schema.self_argument
    assert self_argument is not None, "checked when an in-place schema is read"
    out = Argument("out", self_argument.type, None, self_argument.annotation, True)
    arguments = tuple(
        attrs.evolve(a, annotation=None) if a is self_argument else a for a in schema.arguments
    )
    return FunctionSchema(name, (*arguments, out), schema.returns, origin=schema.origin)


def _out_arguments(
    schema: FunctionSchema,
) -> tuple[tuple[Argument, ...], tuple[Return, ...]]:
    """An out argument for each tensor that is returned, and what the out= form returns."""
    used = {name for a in schema.arguments if a.annotation for name in a.annotation.before}
    letters = [letter for letter in "abcdefghijklmnopqrstuvwxyz" if letter not in used]
    all_tensors = all(r.type == TENSOR for r in schema.returns)
    outs: list[Argument] = []
    returns: list[Return] = []
    for index, result in enumerate(schema.returns):
        if not is_tensor_like(result.type):
            returns.append(attrs.evolve(result))
            continue
        name = "out" if len(schema.returns) == 1 else f"out{index}"
        annotation = Annotation((letters[index],), True)
        outs.append(Argument(name, result.type, None, annotation, True))
        if all_tensors:
            returns.append(Return(None, result.type, annotation))
    return tuple(outs), tuple(returns)
