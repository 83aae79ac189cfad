"""Source files with boxed kernels, their table, and what registers it."""

from __future__ import annotations

from collections.abc import Sequence

from dispatchless.cppast import (
    Array,
    Attribute,
    Comment,
    Decl,
    DeclStmt,
    Expr,
    Function,
    Header,
    InitList,
    IntLit,
    NamedType,
    Namespace,
    Nullptr,
    Pointer,
    Qualified,
    SourceFile,
    StringLit,
    UsingDecl,
    Var,
)
from dispatchless.cppast import build as b
from dispatchless.lowering.executorch import symbols
from dispatchless.lowering.executorch.boxed_kernels import (
    BoxedKernels,
    RegisteredKernel,
    boxed_kernels,
    check_function,
)
from dispatchless.lowering.executorch.headers import FUNCTIONS, NATIVE_FUNCTIONS
from dispatchless.lowering.executorch.options import ExecutorchOptions, RegistrationMode
from dispatchless.lowering.executorch.public_header import register_definitions
from dispatchless.lowering.executorch.registry import (
    library_type,
    overlap_name,
    registry,
    registry_name,
)
from dispatchless.lowering.executorch.registry_parts import KERNEL_SPAN
from dispatchless.lowering.template_names import with_arguments
from dispatchless.model import OperatorName
from dispatchless.model.executorch_kernels import LibraryOperator

_KERNEL = NamedType(symbols.used(symbols.KERNEL))
_TABLE = "kernels"
_LIBRARY = "library"


def source_files(
    operators: Sequence[LibraryOperator],
    options: ExecutorchOptions,
    paths: Sequence[str],
    everything: str | None,
    header: str | None,
) -> tuple[SourceFile, ...]:
    """The source files with the kernels; the first also has the table and what registers it.

    Args:
        paths: one path for each shard.
        everything: where to put all shards in one file, if that is wanted.
        header: the public header that declares what the first file defines.
    """
    boxed = boxed_kernels(operators, options)
    if len(paths) == 1:
        return (_single_file(boxed, operators, options, paths[0], header),)
    files = [
        _shard(boxed, operators, options, paths, i, header if i == 0 else None)
        for i in range(len(paths))
    ]
    if everything is not None:
        files.append(_single_file(boxed, operators, options, everything, header))
    return tuple(files)


def _single_file(
    boxed: BoxedKernels,
    operators: Sequence[LibraryOperator],
    options: ExecutorchOptions,
    path: str,
    header: str | None,
) -> SourceFile:
    inner = (
        *_helpers(boxed.functions, operators, aten=options.aten),
        *boxed.functions,
        *_table(boxed.registered, options),
    )
    # Anonymous: nothing of it is seen from outside. Named too, since a JIT compiles several
    # libraries as one translation unit.
    library = Namespace((_library_scope(options),), (*_usings(), Namespace((), inner)))
    members = (library, *_definitions(options))
    return _source(path, members, options, header)


def _shard(
    boxed: BoxedKernels,
    operators: Sequence[LibraryOperator],
    options: ExecutorchOptions,
    paths: Sequence[str],
    index: int,
    header: str | None,
) -> SourceFile:
    own = boxed.functions[index :: len(paths)]
    members: list[Decl] = []
    if own:
        helpers = _helpers(own, operators, aten=options.aten)
        inner = (*_usings(), Namespace((), helpers), *own)
        members.append(Namespace((_library_scope(options),), inner))
    if index == 0:
        others = [f for i, f in enumerate(boxed.functions) if i % len(paths)]
        declared = tuple(_declaration(function) for function in others)
        table = Namespace((), _table(boxed.registered, options))
        if declared:
            members.append(
                Namespace(
                    (_library_scope(options),),
                    (
                        *_usings(),
                        Comment("Defined in the other files of the library."),
                        *declared,
                    ),
                )
            )
        members.append(Namespace((_library_scope(options),), (table,)))
        members += _definitions(options)
    return _source(paths[index], tuple(members), options, header)


def _declaration(function: Function) -> Function:
    return Function(function.name, function.params, function.returns)


def _source(
    path: str, members: tuple[Decl, ...], options: ExecutorchOptions, header: str | None
) -> SourceFile:
    declared_in = FUNCTIONS if options.aten else NATIVE_FUNCTIONS
    includes: list[Header] = [symbols.local_header(declared_in)]
    if header is not None:
        includes.append(symbols.local_header(header))
    needed = header is not None and options.mode is not RegistrationMode.STATIC
    scope = Namespace(symbols.PUBLIC_NAMESPACE, members)
    return SourceFile(path, (*((registry(),) if needed else ()), scope), includes=tuple(includes))


def _usings() -> tuple[Decl, ...]:
    return tuple(UsingDecl(used) for used in symbols.USED)


def _library_scope(options: ExecutorchOptions) -> str:
    return f"{options.library}_library"


def _helpers(
    functions: Sequence[Function], operators: Sequence[LibraryOperator], *, aten: bool
) -> tuple[Decl, ...]:
    if not functions:
        return ()
    if aten:
        from dispatchless.lowering.executorch.aten_mode import array_function, needs_arrays

        if needs_arrays(operators):
            return (check_function(), array_function())
    return (check_function(),)


def _table(registered: Sequence[RegisteredKernel], options: ExecutorchOptions) -> tuple[Decl, ...]:
    """The kernels in one array, and the library that a register function hands on."""
    table: list[Decl] = []
    if registered:
        entries = InitList(tuple(_entry(each) for each in registered))
        table.append(Var(Array(_KERNEL), _TABLE, entries, constexpr=True))
        span: Expr = b.construct(KERNEL_SPAN, b.ident(_TABLE), IntLit(len(registered)))
    else:
        span = b.construct(KERNEL_SPAN)
    if options.mode is RegistrationMode.STATIC:
        registering = b.call(symbols.REGISTER_KERNELS, span)
        unused = Attribute("maybe_unused")
        error = Qualified(NamedType(symbols.ERROR), const=True)
        return (*table, Var(error, "registered", registering, attributes=(unused,)))
    library = InitList(
        (
            StringLit(options.library),
            span,
            overlap_name(options.overlap),
            _limit(options),
            b.lit(False),
            Nullptr(),
        )
    )
    return (*table, Var(library_type(), _LIBRARY, library))


def _limit(options: ExecutorchOptions) -> Expr:
    if options.max_kernels is None:
        return registry_name("kTableSize")
    return IntLit(options.max_kernels)


def _entry(registered: RegisteredKernel) -> Expr:
    operator: OperatorName = registered.operator.name
    key = registered.bound.key.text
    keyed = () if key is None else (StringLit(key),)
    return b.construct(_KERNEL, StringLit(str(operator)), *keyed, b.ident(registered.function))


def _definitions(options: ExecutorchOptions) -> tuple[Decl, ...]:
    """What the public header declares."""
    if options.mode is RegistrationMode.STATIC:
        return ()
    library = b.ident(f"{_library_scope(options)}::{_LIBRARY}")
    table = Function(
        options.table_function,
        (),
        KERNEL_SPAN,
        b.block(b.ret(b.member(library, "kernels"))),
    )
    if options.mode is RegistrationMode.TABLE:
        return (table,)
    pointer = Pointer(library_type())
    wanted = Array(Qualified(pointer, const=True))
    span = NamedType(with_arguments(symbols.SPAN, Qualified(pointer, const=True)))
    body = (
        DeclStmt(Var(wanted, "wanted", InitList((b.address(library),)))),
        b.ret(
            b.call(
                registry_name("register_libraries"),
                b.construct(span, b.ident("wanted"), IntLit(1)),
                b.ident("on_error"),
            )
        ),
    )
    return (*register_definitions(options.register_function, body), table)
