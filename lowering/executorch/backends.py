"""`register_<name>_backend()`: backends that an application registers when it wants them."""

from __future__ import annotations

from collections.abc import Sequence

from dispatchless.cppast import (
    Binary,
    DeclStmt,
    Function,
    Header,
    If,
    InitList,
    MacroStmt,
    NamedType,
    Namespace,
    Nullptr,
    Qualified,
    SourceFile,
    StringLit,
    Var,
    name,
)
from dispatchless.cppast import build as b
from dispatchless.lowering.executorch import symbols
from dispatchless.lowering.executorch.files import EmittedFile
from dispatchless.lowering.executorch.public_header import ERROR, public_header
from dispatchless.lowering.executorch.registry import registry, registry_name
from dispatchless.model.executorch_backends import ExplicitBackend

_DOC = (
    "Registers the backend '{0}'. If it is registered already, nothing changes and the error is\n"
    "Error::RegistrationAlreadyRegistered; if the runtime's table is full, the runtime's own."
)


def lower_backends(backends: Sequence[ExplicitBackend]) -> tuple[EmittedFile, ...]:
    """A header and a source file for each backend."""
    files: list[EmittedFile] = []
    for backend in backends:
        function = f"register_{backend.name}_backend"
        declared = Function(function, (), ERROR)
        header = public_header(
            f"{function}.h",
            f"{backend.name}_backend",
            [(_DOC.format(backend.backend), declared)],
        )
        source = SourceFile(
            f"{function}.cpp",
            (registry(), Namespace(symbols.PUBLIC_NAMESPACE, (_definition(function, backend),))),
            includes=(symbols.local_header(header.path),),
        )
        files += [EmittedFile(header, public=True), EmittedFile(source)]
    return tuple(files)


def _definition(function: str, backend: ExplicitBackend) -> Function:
    """The backend is made at the first call, and lives as long as the process.

    The lock is that of the kernel registry: the runtime's table of backends has none either.
    """
    header = Header(backend.header, system=False)
    instance = NamedType(name("::" + "::".join(backend.class_name), header=header))
    label = StringLit(backend.backend)
    known = Binary("!=", b.call(symbols.BACKEND_CLASS, label), Nullptr())
    told = MacroStmt(
        symbols.LOG_MACRO,
        (b.ident("Error"), StringLit("backend %s is already registered"), label),
        header=symbols.LOG_HEADER,
    )
    registered = InitList((label, b.address(b.ident("backend"))))
    guard = Qualified(NamedType(registry_name("Guard").name), const=True)
    entry = Qualified(NamedType(symbols.BACKEND), const=True)
    return Function(
        function,
        (),
        ERROR,
        b.block(
            DeclStmt(Var(instance, "backend", static=True)),
            b.var(guard, "guard"),
            If(
                known,
                b.block(
                    told,
                    b.ret(b.ident(symbols.error("RegistrationAlreadyRegistered"))),
                ),
            ),
            b.var(entry, "entry", registered),
            b.ret(b.call(symbols.REGISTER_BACKEND, b.ident("entry"))),
        ),
        origin=backend.origin,
    )
