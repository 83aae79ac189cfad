"""The part of the registry that says what is wrong: to the log, and to who wants to know."""

from __future__ import annotations

from dispatchless.cppast import (
    Array,
    Binary,
    Call,
    Conditional,
    Decl,
    DeclStmt,
    DocComment,
    Expr,
    Function,
    IntLit,
    MacroStmt,
    NamedType,
    Nullptr,
    Param,
    Pointer,
    Qualified,
    SizeOf,
    Stmt,
    StringLit,
    Var,
)
from dispatchless.cppast import build as b
from dispatchless.lowering.executorch import symbols

_NAMED = 8  # conflicts that are named one by one
_CAPACITY = 512  # characters of a message; longer ones are cut

_SIZE = NamedType(symbols.SIZE)
_TEXT = Pointer(Qualified(b.CHAR, const=True))
_HANDLER = Param(b.type_("MessageHandler"), "on_error")
_message, _on_error = b.ident("message"), b.ident("on_error")


def message_functions() -> tuple[Decl, ...]:
    """`tell` and what is told with it."""
    return (
        Var(_SIZE, "kNamedConflicts", IntLit(_NAMED), inline=True, constexpr=True),
        DocComment("Tells the log, and the caller if it gave a function for it."),
        Function(
            "tell",
            (Param(_TEXT, "message"), _HANDLER),
            b.VOID,
            b.block(
                MacroStmt(
                    symbols.LOG_MACRO,
                    (b.ident("Error"), StringLit("%s"), _message),
                    header=symbols.LOG_HEADER,
                ),
                b.if_(Binary("!=", _on_error, Nullptr()), b.do(Call(_on_error, (_message,)))),
            ),
            inline=True,
        ),
        _tell_conflict(),
        _telling(
            "tell_rest",
            (Param(_SIZE, "count"),),
            "and %zu more operators are already registered",
            b.ident("count"),
        ),
        _telling(
            "tell_full",
            (Param(_SIZE, "used"), Param(_SIZE, "added"), Param(_SIZE, "limit")),
            "%zu kernels are registered and %zu more would exceed the limit of %zu",
            b.ident("used"),
            b.ident("added"),
            b.ident("limit"),
        ),
    )


def _telling(function: str, params: tuple[Param, ...], text: str, *values: Expr) -> Function:
    statements: tuple[Stmt, ...] = (
        DeclStmt(Var(Array(b.CHAR, IntLit(_CAPACITY)), "message")),
        b.do(b.call(symbols.SNPRINTF, _message, SizeOf(_message), StringLit(text), *values)),
        b.do(b.call("tell", _message, _on_error)),
    )
    return Function(function, (*params, _HANDLER), b.VOID, b.block(*statements), inline=True)


def _tell_conflict() -> Function:
    kernel, library, owner = b.ident("kernel"), b.ident("library"), b.ident("owner")
    key = b.member(kernel, "kernel_key_")
    unknown = Binary("==", owner, Nullptr())
    return _telling(
        "tell_conflict",
        (
            Param(b.const_ref(b.type_("Library")), "library"),
            Param(b.const_ref(b.type_("Kernel")), "kernel"),
            Param(_TEXT, "owner"),
        ),
        "kernel library '%s': operator %s (key %s) is already registered by %s%s%s",
        b.member(library, "name"),
        b.member(kernel, "name_"),
        Conditional(b.method(key, "is_fallback"), StringLit("default"), b.method(key, "data")),
        Conditional(unknown, StringLit(""), StringLit("library '")),
        Conditional(unknown, StringLit("code that has no library name"), owner),
        Conditional(unknown, StringLit(""), StringLit("'")),
    )
