"""What must hold between the parts of one schema.

Some rules are C++'s (a parameter without default after one with default, two parameters of
one name), the others those by which ATen's code generator tells functional, in-place and
out= operators apart: a schema that breaks them has no C++ signature.
"""

from __future__ import annotations

from collections.abc import Iterator

from dispatchless.frozen import frozen
from dispatchless.model.schema import Annotation, Argument, FunctionSchema, Return, SchemaKind
from dispatchless.model.schema_types import TENSOR


@frozen
class Violation:
    """A broken rule; ``subject`` is the argument or return at fault, None for the name."""

    message: str
    subject: Argument | Return | None
    hint: str


def violations(schema: FunctionSchema) -> Iterator[Violation]:
    """All broken rules of the schema, those of its arguments first."""
    yield from _names(schema)
    yield from _defaults(schema)
    yield from _argument_order(schema)
    if schema.name.is_inplace:
        yield from _inplace(schema)
    else:
        yield from _out(schema)
    yield from _aliased_returns(schema)
    if schema.tensor_options is not None and schema.kind not in (SchemaKind.FUNCTIONAL,):
        yield Violation(
            "only a functional operator takes dtype, layout, device and pin_memory",
            schema.tensor_options.dtype,
            "an out= variant takes them from its out argument",
        )


def _names(schema: FunctionSchema) -> Iterator[Violation]:
    seen: set[str] = set()
    for argument in schema.arguments:
        if argument.name in seen:
            yield Violation(
                f"two arguments are named '{argument.name}'", argument, "rename one of them"
            )
        seen.add(argument.name)
    returned: set[str] = set()
    for result in schema.returns:
        if result.name is not None and result.name in returned:
            yield Violation(f"two returns are named '{result.name}'", result, "rename one of them")
        returned.add(result.name or "")


def _defaults(schema: FunctionSchema) -> Iterator[Violation]:
    """[dcl.fct.default]: after a parameter with default all have one. Out arguments are
    left out since they come first in C++."""
    defaulted: Argument | None = None
    for argument in schema.arguments:
        if argument.is_out:
            continue
        if argument.default is not None:
            defaulted = argument
        elif defaulted is not None:
            yield Violation(
                f"'{argument.name}' has no default but follows '{defaulted.name}', which has one",
                argument,
                "C++ (and for positional arguments the dispatcher) forbids that: give it a "
                "default or move it to the front",
            )


def _argument_order(schema: FunctionSchema) -> Iterator[Violation]:
    out: Argument | None = None
    for argument in schema.arguments:
        if argument.is_out:
            out = argument
        elif out is not None:
            yield Violation(
                f"'{argument.name}' follows the out argument '{out.name}'",
                argument,
                "out arguments are the last",
            )
    for argument in schema.positional:
        if argument.name == "self":
            break
        if argument.is_write and schema.self_argument is not None:
            yield Violation(
                f"'{argument.name}' is written to and stands before self",
                argument,
                "put self first",
            )


def _inplace(schema: FunctionSchema) -> Iterator[Violation]:
    name = schema.name
    self_argument = schema.self_argument
    if schema.out_arguments:
        yield Violation(
            f"'{name.base}' is the name of an in-place operator, but it has an out argument",
            schema.out_arguments[0],
            f"the out= variant is named '{name.root}.out'",
        )
    elif self_argument is None or not self_argument.is_write:
        yield Violation(
            f"'{name.base}' is the name of an in-place operator, but it does not write to self",
            self_argument,
            f"write 'Tensor(a!) self', or name the operator '{name.root}'",
        )
    elif self_argument.type == TENSOR:
        if [r.annotation for r in schema.returns] != [self_argument.annotation]:
            yield Violation(
                f"the in-place operator '{name.base}' does not return self",
                schema.returns[0] if schema.returns else None,
                f"write '-> Tensor({self_argument.annotation})'",
            )
    elif schema.returns:
        yield Violation(
            f"the in-place operator '{name.base}' on a {self_argument.type} returns something",
            schema.returns[0],
            "write '-> ()'",
        )


def _out(schema: FunctionSchema) -> Iterator[Violation]:
    outs = schema.out_arguments
    if not outs:
        return
    if any(a.type != TENSOR for a in outs):
        if schema.returns:
            yield Violation(
                "an out= operator with a list or optional as out argument returns something",
                schema.returns[0],
                "write '-> ()'",
            )
        return
    returned = [a for a in outs if not a.name.startswith("_scratch_")]
    if len(returned) != len(schema.returns):
        yield Violation(
            f"an out= operator returns its out arguments: {len(returned)}, not "
            f"{len(schema.returns)}",
            schema.returns[0] if schema.returns else outs[0],
            f"write '-> {_returned(returned)}'",
        )
        return
    for argument, result in zip(returned, schema.returns, strict=True):
        if argument.annotation != result.annotation:
            yield Violation(
                f"the return does not alias '{argument.name}', the out argument in its place",
                result,
                f"write '-> {_returned(returned)}'",
            )


def _returned(outs: list[Argument]) -> str:
    parts = [f"Tensor({a.annotation})" for a in outs]
    return parts[0] if len(parts) == 1 else f"({', '.join(parts)})"


def _aliased_returns(schema: FunctionSchema) -> Iterator[Violation]:
    if all(r.annotation is None for r in schema.returns):
        return
    written = [r for r in schema.returns if r.is_write]
    fresh = [r for r in schema.returns if not r.is_write]
    if written and fresh and not schema.out_arguments:
        yield Violation(
            "an operator returns either arguments that it writes to or other values, not both",
            fresh[0],
            "return only the new values: the caller has the written tensors",
        )
        return
    self_argument = schema.self_argument
    returnable = [a.annotation for a in schema.out_arguments]
    if self_argument is not None:
        returnable.append(self_argument.annotation)
    for argument in schema.positional:
        if (
            argument.is_write
            and argument is not self_argument
            and any(r.annotation == argument.annotation for r in schema.returns)
        ):
            yield Violation(
                f"'{argument.name}' is written to, positional and returned",
                argument,
                "make it keyword-only (an out argument), or do not return it",
            )
            return
    for result in written:
        if result.annotation not in returnable:
            yield Violation(
                f"the return is written to ({result.annotation}), but is neither self nor a "
                "keyword-only argument",
                result,
                "an out argument stands behind '*'",
            )
    known = _alias_sets(a.annotation for a in schema.arguments)
    for result in schema.returns:
        if result.annotation is None or "*" in known:
            continue
        for name in (*result.annotation.before, *result.annotation.after):
            if name != "*" and name not in known:
                yield Violation(
                    f"no argument has the alias set '{name}' of the return",
                    result,
                    f"annotate the argument that it aliases, as 'Tensor({name}) self'",
                )


def _alias_sets(annotations: Iterator[Annotation | None]) -> set[str]:
    known: set[str] = set()
    for annotation in annotations:
        if annotation is not None:
            known.update(annotation.before, annotation.after)
    return known
