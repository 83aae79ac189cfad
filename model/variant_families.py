"""Operators that are one function in several forms: functional, in-place, out=, mutable.

Two schemas belong together if their functional signatures are equal: that of the form which
writes to nothing and returns everything. From one form the others follow; ``autogen`` in
native_functions.yaml asks for those that no entry writes.
"""

from __future__ import annotations

import string
from collections.abc import Iterable, Iterator

import attrs

from dispatchless.model.defaults import FloatDefault
from dispatchless.model.dispatch_keys import DispatchKey
from dispatchless.model.errors import ErrorCollector, SpecError
from dispatchless.model.operator import DeviceCheck, Kernel, Operator
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
        attrs.evolve(a, annotation=None)
        for a in schema.arguments
        if not a.is_out and not any(a is d for d in dropped)
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
    letters = [letter for letter in string.ascii_lowercase if letter not in used]
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


def generates_forms(family: Iterable[Operator]) -> bool:
    """Whether ``autogen`` has an effect in a family (the operators that share a signature).

    As in ATen's code generator: not for operators with hand-written bindings, not for views
    (``set_`` aside), and not where every form is CompositeImplicitAutograd and none is tagged
    ``core``, since those are decomposed before a transform sees them.
    """
    forms = tuple(family)
    if all(f.manual_cpp_binding for f in forms):
        return False
    if any(f.is_view_op and f.schema.name.base != "set_" for f in forms):
        return False
    implicit = DispatchKey.CompositeImplicitAutograd
    return any("core" in f.tags for f in forms) or not all(f.has_kernel(implicit) for f in forms)


_GENERATOR_ORDER = (
    SchemaKind.MUTABLE,
    SchemaKind.INPLACE,
    SchemaKind.OUT,
    SchemaKind.FUNCTIONAL,
    SchemaKind.SCRATCH,
)


_INHERITED_TAGS = frozenset({"nondeterministic_seeded", "view_copy", "pt2_compliant_tag"})


def generated_operators(family: Iterable[Operator]) -> dict[OperatorName, Operator]:
    """What ``autogen`` can ask for in a family: its out= and its functional form, by name.

    They are made from the form that says most about what is written to: the mutable one,
    else the in-place one, else the out= one.
    """
    by_kind = {f.schema.kind: f for f in family}
    operator = next(by_kind[kind] for kind in _GENERATOR_ORDER if kind in by_kind)
    variants: list[FunctionSchema | None] = []
    if SchemaKind.OUT not in by_kind:
        variants.append(out_variant(operator.schema))
    if SchemaKind.FUNCTIONAL not in by_kind:
        variants.append(functional_variant(operator.schema))
    return {v.name: _generated(operator, v) for v in variants if v is not None}


def _generated(operator: Operator, schema: FunctionSchema) -> Operator:
    kernel = schema.name.unambiguous if schema.out_arguments else schema.name.base
    if operator.schema.has_symint:
        kernel += "_symint"
    tags = {"generated"} | (operator.tags & _INHERITED_TAGS)
    if schema.out_arguments:
        tags.add("out")
    if schema.name.is_inplace:
        tags.add("inplace")
    return Operator(
        schema,
        dispatch={DispatchKey.CompositeExplicitAutograd: Kernel(kernel)},
        tags=frozenset(tags),
        device_guard=False,
        device_check=DeviceCheck.NO_CHECK,
        use_const_ref_for_mutable_tensors=operator.use_const_ref_for_mutable_tensors,
        is_generated=True,
        origin=operator.origin,
    )


@attrs.frozen
class Family:
    """The forms of one function."""

    signature: FunctionSchema
    functional: Operator | None = None
    inplace: Operator | None = None
    out: Operator | None = None
    mutable: Operator | None = None
    scratch: Operator | None = None

    @property
    def operators(self) -> tuple[Operator, ...]:
        """The forms that exist."""
        forms = (self.functional, self.inplace, self.out, self.mutable, self.scratch)
        return tuple(f for f in forms if f is not None)


_SLOT = {
    SchemaKind.FUNCTIONAL: "functional",
    SchemaKind.INPLACE: "inplace",
    SchemaKind.OUT: "out",
    SchemaKind.MUTABLE: "mutable",
    SchemaKind.SCRATCH: "scratch",
}


def families(operators: Iterable[Operator]) -> tuple[Family, ...]:
    """The operators grouped by signature, in the order in which the groups first appear.

    Raises :class:`SpecErrors` if a group has two operators of one kind.
    """
    errors = ErrorCollector()
    slots: dict[FunctionSchema, dict[str, Operator]] = {}
    for operator in operators:
        forms = slots.setdefault(functional_signature(operator.schema), {})
        known = forms.setdefault(_SLOT[operator.schema.kind], operator)
        if known is not operator:
            errors.add(
                SpecError(
                    f"'{operator.name}' and '{known.name}' are both the "
                    f"{operator.schema.kind.value} form of one function",
                    location=operator.schema.origin,
                    text=str(operator.schema),
                    hint=f"the other stands in line {known.origin.line}" if known.origin else None,
                )
            )
    errors.raise_if_any()
    return tuple(Family(signature, **forms) for signature, forms in slots.items())


def structured_violations(family: Family) -> Iterator[SpecError]:
    """What is wrong in a family whose out= form is structured: all forms must delegate to it."""
    out = family.out
    if out is None or not out.structured:
        return
    if family.functional is None:
        yield _at(out, f"'{out.name}' is structured but has no functional form")
    for form in (family.functional, family.inplace):
        if form is None or form.structured_delegate == out.name:
            continue
        delegate = form.structured_delegate
        yield _at(
            form,
            f"'{form.name}' is a form of the structured operator '{out.name}' but "
            + (f"delegates to '{delegate}'" if delegate else "does not delegate to it"),
            hint=f"write 'structured_delegate: {out.name}'",
        )


def _at(operator: Operator, message: str, hint: str | None = None) -> SpecError:
    return SpecError(message, location=operator.schema.origin, text=str(operator.schema), hint=hint)
