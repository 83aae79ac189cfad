"""Compares an adapter's struct with the operator whose arguments it is made of, and its target."""

from __future__ import annotations

from collections.abc import Iterator

from dispatchless.model.composite_entry import ReadEntry
from dispatchless.model.cpp_declarations import CppClass, CppFunction, Declarations
from dispatchless.model.cpp_tokens import Token, split
from dispatchless.model.errors import SpecError
from dispatchless.model.schema import Argument, FunctionSchema

_PLAIN_SPECIFIERS = frozenset(["explicit", "inline", "constexpr"])


def passed_argument(
    argument: Argument, schema: FunctionSchema, target: FunctionSchema
) -> Argument | None:
    """The operator's argument that an adapter passes on for a target's argument which its struct
    does not make: the one of the same name and type, or the first tensor for the first."""
    for own in schema.arguments:
        if own.name == argument.name and own.type == argument.type:
            return own
    if argument is target.arguments[0] and schema.arguments:
        first = schema.arguments[0]
        if first.type == argument.type and str(first.type) == "Tensor":
            return first
    return None


def provided_arguments(
    entry: ReadEntry, target: FunctionSchema, declared: Declarations | None
) -> tuple[frozenset[str], bool]:
    """The target's arguments that the author's struct makes, and whether it is an object."""
    assert entry.design is not None
    template = entry.design.template.template
    names = {argument.name for argument in target.arguments}
    if declared is not None:
        struct = declared.class_(template)
        if struct is not None:
            methods = [m for m in struct.methods if m.name.text in names]
            return frozenset(m.name.text for m in methods), any(
                not method.is_static for method in methods
            )
        functions = declared.in_namespace(template)
        if functions:
            return frozenset(f.name.text for f in functions) & names, False
    missing = {a.name for a in target.arguments if passed_argument(a, entry.schema, target) is None}
    return frozenset(missing), True


def check_target(
    entry: ReadEntry, target: FunctionSchema, provided: frozenset[str]
) -> Iterator[SpecError]:
    """An error for other results than the operator's, and for each argument that nothing makes."""
    assert entry.design is not None
    (listed,) = entry.design.calls
    if [r.type for r in target.returns] != [r.type for r in entry.schema.returns]:
        yield listed.error(
            f"'{listed.name}' returns '{target.results}', and '{entry.schema.name}' returns "
            f"'{entry.schema.results}'",
            hint="an adapter returns what its target does; a 'composite' may return anything else",
        )
    for argument in target.arguments:
        if (
            argument.name not in provided
            and passed_argument(argument, entry.schema, target) is None
        ):
            yield listed.error(
                f"nothing makes the argument '{argument.name}' of '{listed.name}'",
                hint=f"give '{'::'.join(entry.design.template.template)}' a function of that name",
            )


def check_struct(
    schema: FunctionSchema, struct: CppClass, declared: Declarations, *, holds_arguments: bool
) -> Iterator[SpecError]:
    """An error for a struct that no object can be made of from the operator's arguments.

    What cannot be seen is left to the compiler: constructors that are templates, inherited ones,
    and those of aggregates.
    """
    name = struct.name.text
    constructors = [
        method
        for method in struct.methods
        if method.name.text == name and not any(t.text == "~" for t in method.returns)
    ]
    shown = "::".join(struct.qualified)
    if struct.heads and not (holds_arguments and _deduces(struct, constructors, declared)):
        yield struct.source.error(
            f"'{shown}' is a class template, and nothing tells its arguments",
            struct.name,
            hint="an adapter is a struct, or a namespace of functions: leave 'template' out",
        )
        return
    if not holds_arguments or not constructors or struct.heads or not _are_plain(constructors):
        return
    if any(token.text == "using" for token in struct.body):
        return
    given = len(schema.arguments)
    if not any(least <= given <= most for least, most in map(_counts, constructors)):
        first = constructors[0]
        count = len(first.declared)
        yield first.source.error(
            f"the constructor of '{shown}' takes {count} argument{'s' * (count != 1)}, and "
            f"'{schema.name}' gives it {given}"
            if len(constructors) == 1
            else f"no constructor of '{shown}' takes {given} argument{'s' * (given != 1)}, which "
            f"'{schema.name}' gives it",
            first.name,
            hint="one for each argument of the schema: "
            + (", ".join(argument.name for argument in schema.arguments) or "none"),
        )


def _are_plain(constructors: list[CppFunction]) -> bool:
    """Whether the parameters of all are what stands there."""
    return not any(
        method.template_parameters
        or any(token.text not in _PLAIN_SPECIFIERS for token in method.returns)
        or any(token.text == "..." for part in method.declared for token in part)
        or [[token.text for token in part] for part in method.declared] == [["void"]]
        for method in constructors
    )


def _counts(constructor: CppFunction) -> tuple[int, int]:
    """How many arguments a constructor takes, at least and at most."""
    required = [part for part in constructor.declared if all(t.text != "=" for t in part)]
    return len(required), len(constructor.declared)


def _deduces(struct: CppClass, constructors: list[CppFunction], declared: Declarations) -> bool:
    """Whether the arguments of a class template may follow from those of its constructor
    ([over.match.class.deduct])."""
    if any(function.qualified == struct.qualified for function in declared.functions):
        return True  # a deduction guide
    seen = [token for method in constructors for part in method.declared for token in part]
    words = {token.text for token in (seen or struct.body)}
    return all(
        any(token.text in ("=", "...") for token in part) or _names(part) & words
        for head in struct.heads
        for part in split(head)
    )


def _names(part: tuple[Token, ...]) -> set[str]:
    return {token.text for token in part if token.is_name}
