"""One function that registers several libraries of an application, all or nothing."""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from dispatchless.cppast import (
    Array,
    Decl,
    DeclStmt,
    Expr,
    InitList,
    IntLit,
    NamedType,
    Namespace,
    Nullptr,
    Pointer,
    Prefix,
    Qualified,
    SourceFile,
    Stmt,
    StringLit,
    Var,
)
from dispatchless.cppast import build as b
from dispatchless.lowering.executorch import symbols
from dispatchless.lowering.executorch.files import EmittedFile
from dispatchless.lowering.executorch.options import ExecutorchOptions, Overlap, RegistrationMode
from dispatchless.lowering.executorch.public_header import (
    public_header,
    register_definitions,
    register_docs,
    register_functions,
)
from dispatchless.lowering.executorch.registry import (
    library_type,
    overlap_name,
    registry,
    registry_name,
)
from dispatchless.lowering.template_names import with_arguments
from dispatchless.model.executorch_names import Naming

FUNCTION = "register_kernels"


@attrs.frozen(kw_only=True)
class CentralOptions:
    """Options of the central function: what the libraries are, in their order of priority.

    Attributes:
        table_only: the libraries hand out their kernels and have no register function.
    """

    libraries: tuple[str, ...]
    naming: Naming = Naming.LIBRARY_INSIDE
    overlap: Overlap = Overlap.ERROR
    max_kernels: int | None = None
    table_only: bool = False


def lower_central(options: CentralOptions) -> tuple[EmittedFile, ...]:
    """`register_kernels.h` and `register_kernels.cpp`."""
    libraries = [_library(each, options) for each in options.libraries]
    named = ", ".join(options.libraries)
    docs = register_docs(options.overlap, f"Registers the kernels of the libraries {named}.")
    header = public_header(
        f"{FUNCTION}.h", "registered_libraries", register_functions(FUNCTION, docs)
    )
    source = SourceFile(
        f"{FUNCTION}.cpp",
        (registry(), Namespace(symbols.PUBLIC_NAMESPACE, _definitions(libraries, options))),
        includes=(
            symbols.local_header(header.path),
            *(symbols.local_header(f"{_stem(each)}.h") for each in libraries),
        ),
    )
    return (
        EmittedFile(header, public=True),
        EmittedFile(source),
    )


def _library(name: str, options: CentralOptions) -> ExecutorchOptions:
    mode = RegistrationMode.TABLE if options.table_only else RegistrationMode.MANUAL
    return ExecutorchOptions(lib_name=name, naming=options.naming, mode=mode)


def _stem(library: ExecutorchOptions) -> str:
    table = library.mode is RegistrationMode.TABLE
    return library.table_function if table else library.register_function


def _definitions(
    libraries: Sequence[ExecutorchOptions], options: CentralOptions
) -> tuple[Decl, ...]:
    """The libraries are objects in the function, since their tables are known when it is called."""
    limit: Expr = registry_name("kTableSize")
    if options.max_kernels is not None:
        limit = IntLit(options.max_kernels)
    body: list[Stmt] = []
    for each in libraries:
        value = InitList(
            (
                StringLit(each.library),
                b.call(each.table_function),
                overlap_name(options.overlap),
                limit,
                b.lit(False),
                Nullptr(),
            )
        )
        body.append(DeclStmt(Var(library_type(), each.library, value, static=True)))
    pointer = Pointer(library_type())
    wanted = InitList(tuple(Prefix("&", b.ident(each.library)) for each in libraries))
    body.append(DeclStmt(Var(Array(Qualified(pointer, const=True)), "wanted", wanted)))
    span = NamedType(with_arguments(symbols.SPAN, Qualified(pointer, const=True)))
    body.append(
        b.ret(
            b.call(
                registry_name("register_libraries"),
                b.construct(span, b.ident("wanted"), IntLit(len(libraries))),
                b.ident("on_error"),
            )
        )
    )
    return register_definitions(FUNCTION, body)
