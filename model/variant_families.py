"""Operators that are one function in several forms: functional, in-place, out=, mutable.

Two schemas belong together if their functional signatures are equal: that of the form which
writes to nothing and returns everything. From one form the others follow; ``autogen`` in
native_functions.yaml asks for those that no entry writes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from dispatchless.frozen import frozen
from dispatchless.model.dispatch_keys import DispatchKey
from dispatchless.model.errors import ErrorCollector, SpecError
from dispatchless.model.operator import DeviceCheck, Kernel, Operator
from dispatchless.model.schema import FunctionSchema, OperatorName, SchemaKind
from dispatchless.model.schema_forms import functional_variant, out_variant


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


@frozen
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
        forms = slots.setdefault(operator.signature, {})
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
