"""What the statements of a wrapper call, and which of their calls would go to the dispatcher.

The statements see the listed operators by their unqualified names. What else names an operator of
ATen silently dispatches: `at::add(a, b)`, the method `a.add(b)`, and `add(a, b)` where `add` is not
listed, which argument-dependent lookup finds in `at`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from dispatchless.model.composite_entry import ReadEntry
from dispatchless.model.cpp_api_names import api_names
from dispatchless.model.cpp_calls import begins_name, is_called, unqualified_calls
from dispatchless.model.cpp_tokens import CppText
from dispatchless.model.designs import StatementLine, Tail
from dispatchless.model.errors import SpecError
from dispatchless.model.native_yaml import OperatorTable
from dispatchless.model.operator import Variant
from dispatchless.model.schema_types import is_tensor_like


def called_names(text: CppText, listed: frozenset[str]) -> tuple[str, ...]:
    """The names of listed operators' functions that are called, in order."""
    tokens = text.tokens
    found = (tokens[index].text for index in unqualified_calls(tokens))
    return tuple(dict.fromkeys(name for name in found if name in listed))


def dispatching_calls(
    text: CppText, listed: frozenset[str], entry: ReadEntry, native: OperatorTable
) -> Iterator[SpecError]:
    """An error for each call that would go through the dispatcher and is not allowed to."""
    assert entry.design is not None
    allowed = entry.design.through_dispatcher
    no_tensors = {a.name for a in entry.schema.arguments if not is_tensor_like(a.type)}
    tokens = text.tokens
    local = {
        token.text
        for index, token in enumerate(tokens[1:], 1)
        if tokens[index - 1].text in ("auto", "&", "*") and token.is_name
    }
    unqualified = set(unqualified_calls(tokens))
    for index, token in enumerate(tokens):
        name = token.text
        if name in allowed or not is_called(tokens, index):
            continue
        before = tokens[index - 1].text if index else ""
        if before == "::":
            scope = tokens[index - 2].text if index > 1 else ""
            outermost = scope == "at" and begins_name(tokens, index - 2)
            if outermost and _is(name, Variant.FUNCTION, native):
                yield text.error(
                    f"'at::{name}' goes through the dispatcher",
                    token,
                    hint=_hint(name, f"write '{name}' alone", listed),
                )
        elif before in (".", "->"):
            receiver = tokens[index - 2] if index > 1 else token
            if receiver.text not in no_tensors and _is(name, Variant.METHOD, native):
                yield text.error(
                    f"the method '{name}' goes through the dispatcher",
                    token,
                    hint=_hint(name, f"call '{name}(...)'", listed),
                )
        elif (
            index in unqualified
            and name not in listed
            and name not in local
            and _is(name, Variant.FUNCTION, native)
        ):
            instead = (
                "a helper is called by its qualified name (`std::`, your namespace);"
                " for the operator, list it"
            )
            yield text.error(
                f"'{name}' is not listed and goes through the dispatcher",
                token,
                hint=_hint(name, instead, listed),
            )


def _hint(name: str, instead: str, listed: frozenset[str]) -> str:
    also = "" if name in listed else " and list it in 'calls'"
    if instead.endswith("list it"):
        also = " in 'calls'"
    return f"{instead}{also}, or allow it: 'through_dispatcher: [{name}]'"


def _is(name: str, variant: Variant, native: OperatorTable) -> bool:
    """Whether the name is that of a dispatching C++ function or method of ATen."""
    return any(
        variant in operator.variants and not operator.manual_cpp_binding
        for operator in native.overloads(name)
    )


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
