"""Which calls in a piece of C++ go to the dispatcher: `at::neg(a)`, `a.neg()`, `-a`, and `neg(a)`,
which argument-dependent lookup finds in `at`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import attrs

from dispatchless.frozen import frozen
from dispatchless.model.cpp_calls import begins_name, is_called, unqualified_calls
from dispatchless.model.cpp_tokens import Token
from dispatchless.model.native_yaml import OperatorTable
from dispatchless.model.operator import Variant
from dispatchless.model.tensor_operators import tensor_operators


@frozen
class DispatcherCall:
    """A call at ``token``, of one of the ATen operators of the C++ ``names``. ``written`` tells
    how, ``instead`` what to write for a listed operator of the name."""

    token: Token
    names: tuple[str, ...]
    written: str
    instead: str


@frozen
class Scope:
    """What is known of the names in a piece of C++.

    Attributes:
        own: functions that are called without a scope and are not found in `at`.
        tensors: arguments that are tensors.
        no_tensors: arguments that have no methods of a tensor.
        makers: functions that return one tensor and dispatch nothing, called without a scope, or in
            ``operators``.
        operators: the name of the struct of listed operators, if any.
    """

    own: frozenset[str]
    tensors: frozenset[str]
    no_tensors: frozenset[str]
    makers: frozenset[str] = attrs.field(default=frozenset())
    operators: str | None = attrs.field(default=None)


def dispatcher_calls(
    tokens: Sequence[Token], scope: Scope, native: OperatorTable
) -> tuple[DispatcherCall, ...]:
    """The calls that go to the dispatcher, in order, as far as the text shows them."""
    applied = (
        DispatcherCall(
            each.token,
            each.names,
            f"'{each.token.text}' on the tensor '{each.operand}'",
            f"call '{each.names[0]}(...)'",
        )
        for each in tensor_operators(tokens, scope.tensors, scope.makers, scope.operators)
    )
    return tuple(sorted((*_named(tokens, scope, native), *applied), key=lambda c: c.token.offset))


def _named(
    tokens: Sequence[Token], scope: Scope, native: OperatorTable
) -> Iterator[DispatcherCall]:
    local = {
        token.text
        for index, token in enumerate(tokens[1:], 1)
        if tokens[index - 1].text in ("auto", "&", "*") and token.is_name
    }
    unqualified = set(unqualified_calls(tokens))
    for index, token in enumerate(tokens):
        name = token.text
        if not is_called(tokens, index) and not _is_pointed_to(tokens, index):
            continue
        before = tokens[index - 1].text if index else ""
        if before == "::":
            of_aten = (
                index > 1 and tokens[index - 2].text == "at" and begins_name(tokens, index - 2)
            )
            if of_aten and _is(name, Variant.FUNCTION, native):
                yield DispatcherCall(token, (name,), f"'at::{name}'", f"write '{name}' alone")
        elif before in (".", "->"):
            receiver = tokens[index - 2] if index > 1 else token
            if receiver.text not in scope.no_tensors and _is(name, Variant.METHOD, native):
                yield DispatcherCall(token, (name,), f"the method '{name}'", f"call '{name}(...)'")
        elif (
            index in unqualified
            and name not in scope.own
            and name not in local
            and _is(name, Variant.FUNCTION, native)
        ):
            yield DispatcherCall(token, (name,), f"'{name}' is not listed and", "")


def _is_pointed_to(tokens: Sequence[Token], index: int) -> bool:
    """Whether the name at ``index`` ends ``&at::name``: the function is called elsewhere."""
    before = [token.text for token in tokens[max(0, index - 4) : index]]
    after = tokens[index + 1].text if index + 1 < len(tokens) else ""
    return after != "::" and (before[-3:] == ["&", "at", "::"] or before == ["&", "::", "at", "::"])


def _is(name: str, variant: Variant, native: OperatorTable) -> bool:
    """Whether the name is that of a dispatching C++ function or method of ATen."""
    return any(
        variant in operator.variants and not operator.manual_cpp_binding
        for operator in native.overloads(name)
    )
