"""Where in a body the sizes of the output are known to have been fixed by `set_output`."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import attrs

from dispatchless.model.cpp_statements import (
    LEAVING,
    Branch,
    Compound,
    Loop,
    Returned,
    Simple,
    Statement,
    walk,
)
from dispatchless.model.cpp_tokens import Token
from dispatchless.model.output_places import MAYBE_GET_OUTPUT

# The conditions under which the output has been fixed; ALWAYS is one that holds.
_Conditions = frozenset[str]
_ALWAYS = ""


def fixed_places(
    body: Compound, fixes: Callable[[Sequence[Token]], bool], *, is_fixed: bool
) -> frozenset[int]:
    """The tokens, by id, that run only where the output is fixed.

    ``fixes`` tells whether some tokens do it; ``is_fixed``: it was done before. A path is taken to
    be impossible where the body asks whether there is an output, and where it has fixed it under
    the same condition before.
    """
    asks = any(
        token.text == MAYBE_GET_OUTPUT
        for each in walk(body)
        for token in (each.tokens if isinstance(each, Simple) else getattr(each, "head", ()))
    )
    flow = _Flow(fixes, asks)
    flow.after(body, frozenset([_ALWAYS] if is_fixed else []))
    return frozenset(flow.found)


@attrs.define
class _Flow:
    fixes: Callable[[Sequence[Token]], bool]
    asks: bool
    found: set[int] = attrs.field(factory=set)

    def after(self, statement: Statement, before: _Conditions) -> _Conditions:
        """Under which conditions the output is fixed behind a statement."""
        match statement:
            case Simple(tokens, _) | Returned(_, tokens):
                return self._run(tokens, before)
            case Compound(inside, _):
                state = before
                for each in inside:
                    state = self.after(each, state)
                    if _leaves(each):
                        state = before  # behind it stands the next case of a switch
                return state
            case Loop(keyword, head, body):
                state = self.after(body, self._run(head, before))
                return state if keyword.text == "do" else before
            case Branch():
                return self._branch(statement, before)

    def _run(self, tokens: Sequence[Token], before: _Conditions) -> _Conditions:
        if _ALWAYS in before:
            self.found.update(map(id, tokens))
        return before | {_ALWAYS} if self.fixes(tokens) else before

    def _branch(self, branch: Branch, before: _Conditions) -> _Conditions:
        state = self._run(branch.head, before)
        condition = " ".join(token.text for token in branch.head)
        first = state | {_ALWAYS} if condition and condition in state else state
        after = [
            self.after(arm, state if number else first) for number, arm in enumerate(branch.arms)
        ]
        does = [_ALWAYS in each for each in after]
        going = [done for done, arm in zip(does, branch.arms, strict=True) if not _leaves(arm)]
        if branch.keyword.text == "switch":
            # Which of its statements a case begins with is not kept.
            always = any(
                isinstance(each, Simple) and self.fixes(each.tokens) for each in walk(branch)
            )
        else:
            always = (branch.exhaustive and all(going)) or (self.asks and any(does))
        if always:
            return state | {_ALWAYS}
        return state | {condition} if does[0] and condition else state


def _leaves(statement: Statement) -> bool:
    """Whether nothing behind a statement runs after it."""
    match statement:
        case Returned():
            return True
        case Simple(tokens, _):
            return bool(tokens) and tokens[0].text in LEAVING
        case Compound(inside, _):
            return any(map(_leaves, inside))
        case Branch(keyword, _, arms, exhaustive):
            return exhaustive and keyword.text != "switch" and all(map(_leaves, arms))
        case Loop():
            return False
