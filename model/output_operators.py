"""Compares what a structured template calls on its OUT object with what the object has."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from dispatchless.model.cpp_api_names import api_names
from dispatchless.model.cpp_calls import Use
from dispatchless.model.designs import Dependency, Tail
from dispatchless.model.errors import SpecError
from dispatchless.model.output_calls import OutputCalls


def wrong_operators(
    found: OutputCalls, tails: Sequence[Tail], calls: Sequence[Dependency]
) -> Iterator[SpecError]:
    """An error for each method that no listed operator gives, and for each that fills the output
    and may come before `set_output`: the functional form has no output then."""
    offered = _names(tail.dependency for tail in tails)
    listed = _names(calls)
    filling = _names(tail.dependency for tail in tails if tail.forms.functional is None)
    for use in found.uses:
        name = use.name.text
        if name not in offered:
            hint = "list it, in the specification"
            if name in listed:
                hint = "it has no out= form with the same arguments that returns what this returns"
            yield use.function.source.error(f"OUT has no operator '{name}'", use.name, hint=hint)
        elif name in filling and not use.is_fixed:
            yield use.function.source.error(
                f"'{name}' is called, and there is no output that it could fill",
                use.name,
                hint="call 'out.set_output(sizes, options)' first, on every path",
            )


def unseen_calls(unseen: Use) -> SpecError:
    """The error where a list of operators is left to a header that does not show them all."""
    return unseen.function.source.error(
        f"what '{unseen.name.text}' calls is not seen, so the operators are not known",
        unseen.name,
        hint="list the operators, or write the template in the header",
    )


def _names(calls: Iterable[Dependency]) -> frozenset[str]:
    return frozenset(name for call in calls for name in api_names(call.operator.schema))
