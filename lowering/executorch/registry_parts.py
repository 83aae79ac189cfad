"""Types, names and small nodes that the pieces of the registry share."""

from __future__ import annotations

from dispatchless.cppast import (
    Binary,
    Block,
    Expr,
    For,
    Function,
    FunctionType,
    IntLit,
    NamedType,
    Nullptr,
    Param,
    Pointer,
    Prefix,
    Qualified,
    RangeFor,
    Stmt,
    Type,
    Var,
)
from dispatchless.cppast import build as b
from dispatchless.lowering.executorch import symbols
from dispatchless.lowering.template_names import with_arguments

SIZE = NamedType(symbols.SIZE)
ERROR = NamedType(symbols.ERROR)
CHAR_POINTER = Pointer(Qualified(b.CHAR, const=True))
MESSAGE_HANDLER = Pointer(FunctionType(b.VOID, (CHAR_POINTER,)))
KERNEL_SPAN = NamedType(
    with_arguments(symbols.SPAN, Qualified(NamedType(symbols.KERNEL), const=True))
)


KERNEL = b.type_("Kernel")
KERNELS = b.type_("Kernels")
LIBRARY = b.type_("Library")
KERNEL_REF = b.const_ref(KERNEL)
KERNEL_POINTER = Pointer(Qualified(KERNEL, const=True))
LIBRARY_POINTER = Pointer(LIBRARY)
LIBRARIES = NamedType(with_arguments(symbols.SPAN, Qualified(LIBRARY_POINTER, const=True)))
HANDLER = b.type_("MessageHandler")

KERNEL_NAME, KERNELS_NAME, LIBRARY_NAME = b.ident("kernel"), b.ident("kernels"), b.ident("library")
WANTED, OWNER, ON_ERROR = b.ident("wanted"), b.ident("owner"), b.ident("on_error")
INDEX, PRESENT = b.ident("i"), b.ident("present")
REGISTERED = b.call(symbols.REGISTERED_KERNELS)


def inline_function(local: str, params: tuple[Param, ...], returns: Type, *body: Stmt) -> Function:
    return Function(local, params, returns, Block(body), inline=True)


def compare(left: Expr, op: str, right: Expr) -> Binary:
    return Binary(op, left, right)


def is_null(expr: Expr) -> Binary:
    return compare(expr, "==", Nullptr())


def count_to(bound: Expr, *body: Stmt) -> For:
    """`for (size_t i = 0; i < bound; ++i)`"""
    step = Prefix("++", INDEX)
    return For(b.var(SIZE, "i", IntLit(0)), compare(INDEX, "<", bound), step, Block(body))


def each_kernel(kernels: Expr, *body: Stmt) -> RangeFor:
    return RangeFor(Var(KERNEL_REF, "kernel"), kernels, Block(body))
