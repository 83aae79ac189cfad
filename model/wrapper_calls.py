"""What the statements of a wrapper call, and which of their calls would go to the dispatcher.

The statements see the listed operators by their unqualified names. What else names an operator of
ATen silently dispatches (see `dispatcher_calls`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from dispatchless.model.composite_entry import ReadEntry
from dispatchless.model.cpp_api_names import api_names
from dispatchless.model.cpp_calls import unqualified_calls
from dispatchless.model.cpp_tokens import CppText
from dispatchless.model.designs import Dependency, StatementLine, Tail
from dispatchless.model.dispatcher_calls import DispatcherCall, Scope, dispatcher_calls
from dispatchless.model.errors import SpecError
from dispatchless.model.native_yaml import OperatorTable
from dispatchless.model.schema_types import is_tensor_like


def called_names(text: CppText, listed: frozenset[str]) -> tuple[str, ...]:
    """The names of listed operators' functions that are called, in order."""
    tokens = text.tokens
    found = (tokens[index].text for index in unqualified_calls(tokens))
    return tuple(dict.fromkeys(name for name in found if name in listed))


def dispatching_calls(
    text: CppText, calls: Sequence[Dependency], entry: ReadEntry, native: OperatorTable
) -> Iterator[SpecError]:
    """An error for each call that would go through the dispatcher and is not allowed to."""
    assert entry.design is not None
    listed = frozenset(name for call in calls for name in api_names(call.operator.schema))
    arguments = entry.schema.arguments
    scope = Scope(
        own=listed,
        tensors=frozenset(a.name for a in arguments if str(a.type) == "Tensor"),
        no_tensors=frozenset(a.name for a in arguments if not is_tensor_like(a.type)),
        makers=tensor_makers(calls),
    )
    for call in dispatcher_calls(text.tokens, scope, native):
        if entry.design.through_dispatcher.isdisjoint(call.names):
            yield text.error(
                f"{call.written} goes through the dispatcher", call.token, hint=_hint(call, listed)
            )


def tensor_makers(calls: Sequence[Dependency]) -> frozenset[str]:
    """The C++ functions of listed operators that return one tensor."""
    return frozenset(
        name
        for call in calls
        if [str(each.type) for each in call.operator.schema.returns] == ["Tensor"]
        for name in api_names(call.operator.schema)
    )


def _hint(call: DispatcherCall, listed: frozenset[str]) -> str:
    name = call.names[0]
    if not call.instead:
        instead = (
            "a helper is called by its qualified name (`std::`, your namespace);"
            " for the operator, list it in 'calls'"
        )
    else:
        instead = call.instead + ("" if name in listed else " and list it in 'calls'")
    return f"{instead}, or allow it: 'through_dispatcher: [{name}]'"


def filling_calls(text: CppText, tails: Sequence[Tail]) -> Iterator[SpecError]:
    """An error for each in-place operator whose call is returned: it would write to an input."""
    for tail in tails:
        if tail.forms.functional is None:
            names = api_names(tail.dependency.operator.schema)
            token = next(token for token in text.tokens if token.text in names)
            yield text.error(
                f"'{token.text}' is returned, and there is no output that it could fill",
                token,
                hint="the template of a 'structured_composite' can allocate one",
            )


def statement_lines(entry: ReadEntry) -> Iterator[StatementLine]:
    """The lines of an entry's statements, each with its place."""
    assert entry.design is not None
    value = entry.design.value
    offset = 0
    for line in value.value.split("\n"):
        if line.strip():
            start = offset + len(line) - len(line.lstrip())
            yield StatementLine(line.rstrip(), value.at(start))
        offset += len(line) + 1
