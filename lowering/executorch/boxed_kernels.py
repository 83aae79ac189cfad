"""Boxed kernels: functions that take an instruction's values and call the kernel in C++."""

from __future__ import annotations

import functools
from collections.abc import Sequence

import attrs

from dispatchless.cppast import (
    Assign,
    Binary,
    Block,
    BoolLit,
    Builtin,
    Call,
    Catch,
    Construct,
    DeclStmt,
    Expr,
    ExprStmt,
    Function,
    If,
    Index,
    IntLit,
    LRef,
    MacroStmt,
    Member,
    NameAllocator,
    NamedType,
    NameExpr,
    Param,
    ParenInit,
    Pointer,
    Prefix,
    Qualified,
    Return,
    Stmt,
    StringLit,
    Try,
    Type,
    Var,
    name,
)
from dispatchless.lowering.executorch import symbols
from dispatchless.lowering.executorch.cpp_types import VOID, returns_type, unboxed
from dispatchless.lowering.executorch.options import ExecutorchOptions
from dispatchless.lowering.template_names import with_arguments
from dispatchless.model import SpecError
from dispatchless.model.errors import ErrorCollector
from dispatchless.model.executorch_kernels import BoundKernel, CppKernel, LibraryOperator

_CONTEXT = NameExpr(name("context"))
_STACK = NameExpr(name("stack"))
_CHECK = "has_values"
_TRACER = Call(Member(_CONTEXT, "internal_event_tracer"))
_EVALUE = NamedType(symbols.used(symbols.EVALUE))
_PROFILE_SCOPE = NamedType(symbols.used(symbols.PROFILE_SCOPE))
_LOG_EVALUE = NameExpr(symbols.used(symbols.LOG_EVALUE))
_PARAMS = (
    Param(LRef(NamedType(symbols.used(symbols.CONTEXT))), "context"),
    Param(NamedType(with_arguments(symbols.used(symbols.SPAN), Pointer(_EVALUE))), "stack"),
)
CHAR_POINTER: Type = Pointer(Qualified(Builtin("char"), const=True))


@attrs.frozen
class RegisteredKernel:
    """One place in the runtime's table and the boxed function that goes there."""

    operator: LibraryOperator
    bound: BoundKernel
    function: str


@attrs.frozen
class BoxedKernels:
    """The boxed functions of some operators, and what is registered with them."""

    functions: tuple[Function, ...]
    registered: tuple[RegisteredKernel, ...]


def boxed_kernels(operators: Sequence[LibraryOperator], options: ExecutorchOptions) -> BoxedKernels:
    """One function for each kernel function of each operator.

    Raises SpecError for all operators whose arguments or results ExecuTorch cannot hold.
    """
    names = NameAllocator(taken=(_CHECK, "context", "stack", "scope"))
    functions: list[Function] = []
    registered: list[RegisteredKernel] = []
    errors = ErrorCollector()
    for operator in operators:
        boxed: dict[CppKernel, str] = {}
        for bound in operator.kernels:
            kernel = bound.kernel
            if kernel not in boxed:
                wish = f"{operator.name.namespace}_{operator.name.unambiguous}"
                boxed[kernel] = names.allocate(wish)
                try:
                    functions.append(_function(operator, kernel, boxed[kernel], options))
                except SpecError as error:
                    errors.add(located(error, operator))
            registered.append(RegisteredKernel(operator, bound, boxed[kernel]))
    errors.raise_if_any()
    return BoxedKernels(tuple(functions), tuple(registered))


def located(error: SpecError, operator: LibraryOperator) -> SpecError:
    """The error at the operator's own entry, as its schema may stand in another file."""
    return SpecError(
        f"'{operator.name}': {error.message}",
        location=operator.origin,
        text=str(operator.schema),
        hint=error.hint,
    )


@functools.cache
def kernel_name(kernel: CppKernel) -> NameExpr:
    """A user's kernel, from anywhere."""
    return NameExpr(name("::" + str(kernel)))


def _function(
    operator: LibraryOperator, kernel: CppKernel, boxed: str, options: ExecutorchOptions
) -> Function:
    schema = operator.schema
    count = len(schema.arguments)
    label = StringLit(f"native_call_{schema.name.local}")
    body: list[Stmt] = [
        DeclStmt(
            Var(
                _PROFILE_SCOPE,
                "scope",
                ParenInit((_TRACER, label)),
            )
        ),
        MacroStmt(symbols.PROFILE_MACRO, (label,), header=symbols.PROFILE_HEADER),
        *_call(operator, kernel, options),
    ]
    for position in _output_positions(operator):
        body.append(ExprStmt(Call(_LOG_EVALUE, (_TRACER, Prefix("*", _value(position))))))
    statements: tuple[Stmt, ...] = tuple(body)
    if options.exception_boundary:
        statements = (_boundary(statements),)
    check = Call(
        NameExpr(name(_CHECK)),
        (_CONTEXT, StringLit(str(schema.name)), IntLit(count + 1), Call(Member(_STACK, "size"))),
    )
    return Function(
        boxed,
        _PARAMS,
        VOID,
        body=Block((If(Prefix("!", check), Block((Return(),))), *statements)),
        origin=operator.origin,
    )


@functools.cache
def _value(position: int) -> Expr:
    return Index(_STACK, (IntLit(position),))


def _call(
    operator: LibraryOperator, kernel: CppKernel, options: ExecutorchOptions
) -> tuple[Stmt, ...]:
    """The kernel's call and what becomes of its result.

    An out argument is the result already. A kernel without results leaves its first out argument
    in the result's place. Any other result is stored there.
    """
    schema = operator.schema
    count = len(schema.arguments)
    if options.aten:
        from dispatchless.lowering.executorch.aten_mode import aten_function, aten_unboxed

        callee = aten_function(operator)
        values = [aten_unboxed(a, _value(i)) for i, a in enumerate(schema.arguments)]
    else:
        callee = kernel_name(kernel)
        values = [unboxed(a, _value(i)) for i, a in enumerate(schema.arguments)]
    call = Call(callee, (_CONTEXT, *values))
    if not schema.returns:
        first = schema.arguments.index(schema.out_arguments[0])
        return ExprStmt(call), ExprStmt(Assign("=", _value(count), _value(first)))
    returns_type(schema.returns)  # refuses results that no EValue holds
    if schema.out_arguments:
        return (ExprStmt(call),)
    result = Construct(_EVALUE, (call,))
    return (ExprStmt(Assign("=", Prefix("*", _value(count)), result)),)


def _output_positions(operator: LibraryOperator) -> tuple[int, ...]:
    """The values that the event tracer records: the out arguments, else the result."""
    schema = operator.schema
    if not schema.returns or not schema.out_arguments:
        return (len(schema.arguments),)
    return tuple(i for i, argument in enumerate(schema.arguments) if argument.is_out)


def _boundary(statements: tuple[Stmt, ...]) -> Stmt:
    """An exception ends the call and not the process."""
    thrown = Param(LRef(Qualified(NamedType(symbols.EXCEPTION), const=True)), "thrown")
    what = Call(Member(NameExpr(name("thrown")), "what"))
    known = _log_error("Kernel threw an exception: %s", what)
    unknown = _log_error("Kernel threw something that is no std::exception")
    return Try(
        Block(statements),
        (
            Catch(thrown, Block((known, _fail("Internal")))),
            Catch(None, Block((unknown, _fail("Internal")))),
        ),
    )


def _log_error(message: str, *values: Expr) -> Stmt:
    arguments = (NameExpr(name("Error")), StringLit(message), *values)
    return MacroStmt(symbols.LOG_MACRO, arguments, header=symbols.LOG_HEADER)


def _fail(error: str) -> Stmt:
    return ExprStmt(
        Call(Member(_CONTEXT, "fail"), (NameExpr(symbols.used(symbols.ERROR).joined(error)),))
    )


def check_function() -> Function:
    """`has_values(context, op, expected, received)`: whether the stack has the right size.

    The context has failed where it has not.
    """
    size = NamedType(symbols.SIZE)
    op, expected, received = (NameExpr(name(n)) for n in ("op", "expected", "received"))
    return Function(
        _CHECK,
        (
            _PARAMS[0],
            Param(CHAR_POINTER, "op"),
            Param(size, "expected"),
            Param(size, "received"),
        ),
        Builtin("bool"),
        body=Block(
            (
                If(
                    Binary("==", received, expected),
                    Block((Return(BoolLit(True)),)),
                ),
                _log_error("%s: expected %zu values, received %zu", op, expected, received),
                _fail("InvalidProgram"),
                Return(BoolLit(False)),
            )
        ),
    )
