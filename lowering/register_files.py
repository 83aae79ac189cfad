"""`register_<lib>_kernels()`: the header and source of a library with manual registration."""

from __future__ import annotations

from collections.abc import Sequence

from dispatchless.cppast import (
    Block,
    Builtin,
    Call,
    Catch,
    Comment,
    Decl,
    DeclStmt,
    DocComment,
    ExprStmt,
    Function,
    HeaderFile,
    If,
    LRef,
    Member,
    NameExpr,
    Namespace,
    Prefix,
    QualifiedName,
    Return,
    SourceFile,
    Stmt,
    Throw,
    Try,
    Var,
    name,
)
from dispatchless.lowering.composite_calls import local_header
from dispatchless.lowering.naming import OperatorNames
from dispatchless.lowering.options import TorchOptions
from dispatchless.lowering.registration import libraries_parameter, libraries_type
from dispatchless.model import DispatchKey

_VOID = Builtin("void")
_LIBRARIES = "registered_libraries"
_WORD = "libraries"
_VARIABLE = NameExpr(name(_WORD))

RegisteredFile = tuple[OperatorNames, DispatchKey | None]


def register_files(
    registered: Sequence[RegisteredFile], options: TorchOptions, *, banner: str
) -> tuple[HeaderFile, SourceFile]:
    """The files with the library's register and deregister functions.

    Args:
        registered: every file of kernels, in the order in which they are to be registered.
        banner: the comment at the top of both.
    """
    register = f"register_{options.lib_name}_kernels"
    deregister = f"deregister_{options.lib_name}_kernels"
    path = f"{register}.h"
    header = HeaderFile(
        path,
        (
            Namespace(
                (options.namespace,),
                (
                    DocComment(
                        "Makes the library's operators and kernels known to the dispatcher.\n"
                        "A second call does nothing. Not to be called by two threads at once."
                    ),
                    Function(register, (), _VOID),
                    DocComment("Takes them out of the dispatcher again."),
                    Function(deregister, (), _VOID),
                ),
            ),
        ),
        banner=banner,
    )
    source = SourceFile(
        f"{register}.cpp",
        (
            *_declarations(registered),
            Namespace(
                (options.namespace,),
                (
                    Namespace((), (_libraries(),)),
                    _register(register, registered, options),
                    Function(
                        deregister,
                        (),
                        _VOID,
                        body=Block((ExprStmt(Call(Member(_owned(), "clear"))),)),
                    ),
                ),
            ),
        ),
        banner=banner,
        includes=(local_header(path),),
    )
    return header, source


def _declarations(registered: Sequence[RegisteredFile]) -> tuple[Decl, ...]:
    """The register functions of the kernel files, which no header declares."""
    by_namespace: dict[str, list[Decl]] = {}
    for names, key in registered:
        declaration = Function(names.register_function(key), (libraries_parameter(),), _VOID)
        by_namespace.setdefault(names.namespace, []).append(declaration)
    return tuple(
        Namespace((namespace,), (Comment("Defined beside the kernels."), *members))
        for namespace, members in by_namespace.items()
    )


def _libraries() -> Function:
    """The owner of what is registered; a local static, since other initialisers may call us."""
    return Function(
        _LIBRARIES,
        (),
        LRef(libraries_type()),
        body=Block(
            (
                DeclStmt(Var(libraries_type(), _WORD, static=True)),
                Return(_VARIABLE),
            )
        ),
    )


def _register(
    register: str, registered: Sequence[RegisteredFile], options: TorchOptions
) -> Function:
    """All or nothing: what throws half-way takes back what was registered before it."""
    calls: tuple[Stmt, ...] = tuple(
        ExprStmt(Call(NameExpr(_qualified(names, key, options)), (_VARIABLE,)))
        for names, key in registered
    )
    variable = Var(LRef(libraries_type()), _WORD, _owned())
    undo = Catch(None, Block((ExprStmt(Call(Member(_VARIABLE, "clear"))), ExprStmt(Throw()))))
    return Function(
        register,
        (),
        _VOID,
        body=Block(
            (
                DeclStmt(variable),
                If(Prefix("!", Call(Member(_VARIABLE, "empty"))), Block((Return(),))),
                Try(Block(calls), (undo,)),
            )
        ),
    )


def _qualified(
    names: OperatorNames, key: DispatchKey | None, options: TorchOptions
) -> QualifiedName:
    function = names.register_function(key)
    return name(
        function if names.namespace == options.namespace else f"::{names.namespace}::{function}"
    )


def _owned() -> Call:
    return Call(NameExpr(name(_LIBRARIES)))
