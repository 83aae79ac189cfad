"""Call arguments of one C++ form of an operator from the parameters of another.

The forms of an operator carry the same schema arguments, so each target parameter has one source:
the parameter that carries its argument. What may differ is the type (int64_t against c10::SymInt,
and what is made of them) and whether the tensor options stand together.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable

from dispatchless.cppast import (
    Binary,
    Call,
    Conditional,
    Construct,
    Expr,
    LRef,
    MacroCall,
    Member,
    NameExpr,
    Prefix,
    Type,
    name,
)
from dispatchless.frozen import frozen
from dispatchless.lowering import torch_symbols as symbols
from dispatchless.lowering.cpp_types import (
    INT,
    INT_ARRAY_REF,
    OPTIONAL_INT_ARRAY_REF,
    OPTIONAL_SCALAR_REF,
    OPTIONAL_SYM_INT_ARRAY_REF,
    OPTIONAL_TENSOR_REF,
    SCALAR,
    SYM_INT,
    SYM_INT_ARRAY_REF,
    TENSOR,
    TENSOR_LIST,
    TENSOR_LIST_REF,
    TENSOR_OPTIONS,
    const_ref,
    optional,
    referred_constant,
)
from dispatchless.lowering.signature import CppParam, CppSignature
from dispatchless.lowering.tensor_options import OPTIONS, gathered, part_of


class Unsatisfied(AssertionError):
    """No rule makes a target parameter from what is in scope: a rule is missing here."""


@frozen
class Binding:
    """An expression in scope, its type, and the schema arguments whose values it holds."""

    type: Type
    expr: Expr
    argument_names: tuple[str, ...]


def bindings(signature: CppSignature) -> tuple[Binding, ...]:
    """The parameters of a function as they are in scope in its body."""
    return tuple(
        [Binding(each.type, _parameter(each.name), _carried(each)) for each in signature.params]
    )


def passed_on(signature: CppSignature) -> tuple[Expr, ...]:
    """What a function passes to one of its own form: its parameters as they are."""
    return tuple([_parameter(each.name) for each in signature.params])


@functools.lru_cache(maxsize=1 << 10)  # operators have few hundred names of parameters
def _parameter(word: str) -> NameExpr:
    return NameExpr(name(word))


def call_arguments(source: CppSignature, target: CppSignature) -> tuple[Expr, ...]:
    """What a function of form `source` passes to one of form `target`, in the target's order."""
    return translate(bindings(source), target.params)


def translate(scope: Iterable[Binding], goals: Iterable[CppParam]) -> tuple[Expr, ...]:
    """One expression per goal, made from the bindings in scope.

    Raises Unsatisfied, naming the goal and the scope, if there is no rule.
    """
    goals = tuple(goals)
    known = _Scope(tuple(scope), keeps_options=any(each.name == OPTIONS for each in goals))
    return tuple([known.solve(goal) for goal in goals])


def _carried(param: CppParam) -> tuple[str, ...]:
    return tuple([argument.name for argument in param.arguments])


@frozen
class _Scope:
    bindings: tuple[Binding, ...]
    # Whether the target takes at::TensorOptions itself, memory format and all.
    keeps_options: bool

    def solve(self, goal: CppParam) -> Expr:
        carried = _carried(goal)
        for binding in self.bindings:
            if binding.argument_names == carried:
                return self._converted(binding, goal)
        if len(carried) > 1:
            return self._gathered(goal)
        for binding in self.bindings:
            if carried[0] in binding.argument_names:
                return part_of(binding.expr, carried[0])
        raise self._unsatisfied(goal)

    def _converted(self, binding: Binding, goal: CppParam) -> Expr:
        expr = binding.expr
        if goal.name == "memory_format" and not self.keeps_options:
            options = self._options()
            if options is not None:
                # The format may have been set inside the options instead.
                return Call(NameExpr(symbols.EXTRACT_MEMORY_FORMAT), (options, expr))
        # Most types are one object for all that have them.
        if (
            binding.type is goal.type
            or binding.type == goal.type
            or _reads_as(binding.type, goal.type)
        ):
            return expr
        convert = _CONVERSIONS.get((binding.type, goal.type))
        if convert is None:
            raise self._unsatisfied(goal)
        return convert(expr)

    def _gathered(self, goal: CppParam) -> Expr:
        """at::TensorOptions from its four parts."""
        parts = {b.argument_names[0]: b.expr for b in self.bindings if len(b.argument_names) == 1}
        if not set(_carried(goal)) <= parts.keys():
            raise self._unsatisfied(goal)
        return gathered({argument: parts[argument] for argument in _carried(goal)})

    def _options(self) -> Expr | None:
        return next((b.expr for b in self.bindings if b.type == TENSOR_OPTIONS), None)

    def _unsatisfied(self, goal: CppParam) -> Unsatisfied:
        scope = ", ".join(str(each.argument_names) for each in self.bindings)
        return Unsatisfied(f"no rule makes {goal.name} of type {goal.type} from {scope}")


def _reads_as(source: Type, target: Type) -> bool:
    """Whether a value or a mutable reference binds to a const reference."""
    referred = referred_constant(target)
    return referred is not None and source in (referred, LRef(referred))


def _same(expr: Expr) -> Expr:
    return expr


def _guarded_int(expr: Expr) -> Expr:
    """The number in a SymInt; a symbolic one is specialised, naming this place."""
    place = (NameExpr(name("__FILE__")), NameExpr(name("__LINE__")))
    return Call(Member(expr, "guard_int"), place)


def _sym_int(expr: Expr) -> Expr:
    return Construct(SYM_INT, (expr,))


def _concrete(expr: Expr) -> Expr:
    """An array reference to the numbers in an array of SymInt; raises for symbolic ones."""
    return MacroCall(symbols.AS_INT_ARRAY_REF, (expr,), header=symbols.AS_INT_ARRAY_REF_HEADER)


def _symbolic(expr: Expr) -> Expr:
    return Call(NameExpr(symbols.FROM_INT_ARRAY_REF), (expr,))


def _in_optional(convert: Callable[[Expr], Expr]) -> Callable[[Expr], Expr]:
    """`convert` applied to the value in an optional, if there is one."""

    def apply(expr: Expr) -> Expr:
        converted = Call(NameExpr(symbols.STD_MAKE_OPTIONAL), (convert(Prefix("*", expr)),))
        has_value = Call(Member(expr, "has_value"), ())
        return Conditional(has_value, converted, NameExpr(symbols.STD_NULLOPT))

    return apply


def _reference(reference: Type, expr: Expr, holds: Expr) -> Expr:
    """A reference, as structured kernels take it, to what is in an optional; empty otherwise."""
    return Conditional(holds, Construct(reference, (Prefix("*", expr),)), Construct(reference, ()))


def _scalar_ref(expr: Expr) -> Expr:
    return _reference(OPTIONAL_SCALAR_REF, expr, Call(Member(expr, "has_value"), ()))


def _tensor_ref(expr: Expr) -> Expr:
    """An undefined tensor is none either."""
    defined = Call(Member(Prefix("*", expr), "defined"), ())
    holds = Binary("&&", Call(Member(expr, "has_value"), ()), defined)
    return _reference(OPTIONAL_TENSOR_REF, expr, holds)


_CONVERSIONS: dict[tuple[Type, Type], Callable[[Expr], Expr]] = {
    (INT, SYM_INT): _same,
    (SYM_INT, INT): _guarded_int,
    (optional(INT), optional(SYM_INT)): _in_optional(_sym_int),
    (optional(SYM_INT), optional(INT)): _in_optional(_guarded_int),
    (INT_ARRAY_REF, SYM_INT_ARRAY_REF): _symbolic,
    (SYM_INT_ARRAY_REF, INT_ARRAY_REF): _concrete,
    (OPTIONAL_INT_ARRAY_REF, OPTIONAL_SYM_INT_ARRAY_REF): _in_optional(_symbolic),
    (OPTIONAL_SYM_INT_ARRAY_REF, OPTIONAL_INT_ARRAY_REF): _in_optional(_concrete),
    (TENSOR_LIST, TENSOR_LIST_REF): _same,
    (const_ref(optional(SCALAR)), OPTIONAL_SCALAR_REF): _scalar_ref,
    (const_ref(optional(TENSOR)), const_ref(OPTIONAL_TENSOR_REF)): _tensor_ref,
}
