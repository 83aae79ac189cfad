"""Compares the operators that an entry lists with those that its template calls."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from dispatchless.model.cpp_api_names import api_names, base_names
from dispatchless.model.cpp_calls import Use, first_uses, followers
from dispatchless.model.cpp_declarations import CppFunction, Declarations
from dispatchless.model.design_entry import WrittenDesign
from dispatchless.model.designs import Dependency
from dispatchless.model.errors import SpecError
from dispatchless.model.native_yaml import OperatorTable
from dispatchless.model.operator import Operator
from dispatchless.model.schema import OperatorName
from dispatchless.model.schema_types import base_of


def check_listed(
    design: WrittenDesign,
    calls: Sequence[Dependency],
    function: CppFunction,
    declared: Declarations,
    native: OperatorTable,
    further: frozenset[str] | None,
) -> Iterator[SpecError]:
    """An error for each operator that is called and not listed, and for each that is listed and not
    called.

    ``further`` are names that the template calls in another way, None if they are not known.
    """
    found = followers(function, 0, declared)
    uses = first_uses(found)
    listed = {name for call in calls for name in api_names(call.operator.schema)}
    for name, use in uses.items():
        if name not in listed:
            candidates = operators_named(name, native)
            hint = f"list it: '{candidates[0].name}'" if candidates else "no operator is called so"
            if len(candidates) > 1:
                hint = "list one of " + ", ".join(f"'{each.name}'" for each in candidates)
            yield use.function.source.error(
                f"'{name}' is called, and '{'::'.join(function.qualified)}' does not list it",
                use.name,
                hint=hint,
            )
    if not found.complete or further is None:
        return
    called = {*uses, *further}
    for call in calls:
        if not api_names(call.operator.schema) & called:
            place = function.source.location(function.name)
            yield SpecError(
                f"'{call.name}' is listed and never called by the template at {place}",
                location=call.origin,
                text=design.value.value,
                hint="leave it out",
            )


def operators_named(name: str, native: OperatorTable) -> tuple[Operator, ...]:
    """The operators of ATen that have a C++ function of the name."""
    found = [each for base in sorted(base_names(name)) for each in native.overloads(base)]
    return tuple(
        each
        for each in found
        if name in api_names(each.schema)
        and not any(str(base_of(a.type)) == "Dimname" for a in each.schema.arguments)
    )


def operators_of(
    uses: Mapping[str, Use], native: OperatorTable
) -> tuple[tuple[Dependency, ...], list[SpecError]]:
    """The operators that names mean, every overload that a name may stand for, and an error for
    each that means none."""
    found: dict[OperatorName, Dependency] = {}
    errors: list[SpecError] = []
    for name, use in uses.items():
        operators = operators_named(name, native)
        if not operators:
            errors.append(
                use.function.source.error(
                    f"ATen has no operator with a C++ function '{name}'",
                    use.name,
                    hint=native.hint_for(name) or "only operators of ATen can be called so",
                )
            )
        place = use.function.source.location(use.name)
        for operator in operators:
            dependency = Dependency(operator.schema.name, operator, origin=place)
            found.setdefault(operator.schema.name, dependency)
    return tuple(found.values()), errors
