"""The further forms that one entry of a specification gives: in-place and out=."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import attrs

from dispatchless.model.composite_entry import ReadEntry
from dispatchless.model.design_entry import WrittenForm
from dispatchless.model.designs import Alias, Dependency, Structured, Tail
from dispatchless.model.errors import ErrorCollector, SpecError
from dispatchless.model.native_yaml import OperatorTable
from dispatchless.model.operator import Operator
from dispatchless.model.schema import FunctionSchema, SchemaKind
from dispatchless.model.schema_forms import out_variant
from dispatchless.model.tail_forms import inplace_variant, tail_forms

_LEAVE_OUT = "leave '{}' out of 'forms'"
_DERIVED = (SchemaKind.INPLACE, SchemaKind.OUT)


def variant_schemas(
    schema: FunctionSchema, native: OperatorTable
) -> Mapping[SchemaKind, FunctionSchema]:
    """The in-place and the out= schema that belong to a functional one.

    Those of an operator of ATen (``aten::x``) are the ones that ATen has.
    """
    if schema.kind is not SchemaKind.FUNCTIONAL:
        return {}
    if schema.name.namespace == "aten":
        forms = tail_forms(native.get(schema.name.local), native)
        found = {kind: forms.of(kind) for kind in _DERIVED}
        return {
            kind: attrs.evolve(
                each.schema,
                name=attrs.evolve(each.schema.name, namespace="aten"),
                origin=schema.origin,
            )
            for kind, each in found.items()
            if each is not None
        }
    out = out_variant(schema) if schema.tensor_options is None else None
    variants = {SchemaKind.INPLACE: inplace_variant(schema), SchemaKind.OUT: out}
    return {kind: each for kind, each in variants.items() if each is not None}


def structured_forms(
    entry: ReadEntry, design: Structured, native: OperatorTable, errors: ErrorCollector
) -> Iterator[FunctionSchema]:
    """The schemas of a structured entry. Adds an error for each form that is asked for and cannot
    be had."""
    assert entry.design is not None
    variants = variant_schemas(entry.schema, native)
    yield entry.schema
    for kind, asked in _wanted(entry, _DERIVED):
        reason = _why_not(kind, variants, design.tails)
        if reason is None:
            yield variants[kind]
        elif asked is not None:
            errors.add(
                asked.origin.error(
                    f"there is no {kind.value} form: {reason}",
                    hint=_LEAVE_OUT.format(asked.origin.value),
                )
            )


def _wanted(
    entry: ReadEntry, default: Sequence[SchemaKind]
) -> Iterator[tuple[SchemaKind, WrittenForm | None]]:
    """The forms to make besides the entry's own, each with where it is asked for."""
    assert entry.design is not None
    asked = entry.design.forms
    pairs = [(kind, None) for kind in default] if asked is None else [(f.kind, f) for f in asked]
    yield from ((kind, form) for kind, form in pairs if kind is not entry.schema.kind)


def _why_not(
    kind: SchemaKind, variants: Mapping[SchemaKind, FunctionSchema], tails: Sequence[Tail]
) -> str | None:
    if kind not in variants:
        if kind is SchemaKind.INPLACE:
            return "the operator does not take a Tensor 'self' first and return one Tensor"
        return "its results cannot be written into other tensors"
    if not tails:
        return "no operator writes the result"
    for tail in tails:
        if tail.forms.functional is not None and tail.forms.of(kind) is None:
            return f"'{tail.dependency.name}' has none"
    return None


def alias_forms(
    entry: ReadEntry, design: Alias, native: OperatorTable, errors: ErrorCollector
) -> Iterator[tuple[FunctionSchema, Alias]]:
    """The schemas of an alias, each with its target: one, or on request the whole family."""
    assert entry.design is not None
    target = design.target.operator
    default = _DERIVED if entry.design.all_forms else ()
    forms = tail_forms(target, native) if isinstance(target, Operator) else None
    variants = variant_schemas(entry.schema, native)
    with errors.collecting():
        _check_same(entry, design)
    yield entry.schema, design
    for kind, asked in _wanted(entry, default):
        found = None if forms is None else forms.of(kind)
        if found is None or kind not in variants:
            if asked is not None:
                errors.add(
                    asked.origin.error(
                        f"there is no {kind.value} form: '{design.target.name}' has none",
                        hint=_LEAVE_OUT.format(asked.origin.value),
                    )
                )
            continue
        call = Dependency(found.schema.name, found, origin=design.target.origin)
        yield _like(variants[kind], found.schema), Alias((call,))


def _like(schema: FunctionSchema, target: FunctionSchema) -> FunctionSchema:
    """The schema with the out arguments and returns of the target, which may have names."""
    inputs = tuple(a for a in schema.arguments if not a.is_out)
    outs = target.out_arguments
    return attrs.evolve(
        schema, arguments=(*inputs, *outs), returns=target.returns if outs else schema.returns
    )


def _check_same(entry: ReadEntry, design: Alias) -> None:
    """Raise unless the alias takes and returns what its target does."""
    own, target = entry.schema, design.target.operator.schema
    if _shape(own) == _shape(target):
        return
    raise SpecError(
        f"'{own.name}' is no alias of '{design.target.name}': the arguments or results differ",
        location=entry.func.at(0),
        text=entry.func.value,
        hint=f"the target's schema is '{target}'; names and defaults may differ, all else not",
    )


def _shape(schema: FunctionSchema) -> object:
    """What two operators must share for the kernels of one to serve the other."""
    return (
        [(a.type, a.kwarg_only, a.annotation) for a in schema.arguments],
        [(r.type, r.annotation) for r in schema.returns],
    )
