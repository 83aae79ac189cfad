"""Headers that an application includes: one function or two, and the macro that exports them."""

from __future__ import annotations

from collections.abc import Sequence

from dispatchless.cppast import (
    Binary,
    Call,
    Comment,
    Decl,
    Define,
    Defined,
    DocComment,
    Function,
    Header,
    HeaderFile,
    IfGroup,
    IfSection,
    MacroCall,
    MacroDecl,
    NamedType,
    Namespace,
    Nullptr,
    Param,
    Stmt,
    StringLit,
    Undef,
)
from dispatchless.cppast import build as b
from dispatchless.lowering.executorch import symbols
from dispatchless.lowering.executorch.options import ExecutorchOptions, Overlap, RegistrationMode
from dispatchless.lowering.executorch.registry_parts import KERNEL_SPAN, MESSAGE_HANDLER

ERROR = NamedType(symbols.ERROR)
ON_ERROR = Param(MESSAGE_HANDLER, "on_error")

_OVERLAP_DOC = {
    Overlap.ERROR: "If one of them is registered already, by this or another library, nothing is\n"
    "registered and the error is Error::RegistrationAlreadyRegistered; the log names\n"
    "the operators and the library that has them.",
    Overlap.SKIP: "Kernels that are registered already stay as they are: the library called\n"
    "first has priority, and calling again changes nothing.",
    Overlap.REPLACE: "Kernels that are registered already give way: the library called last\n"
    "has priority, for methods that are loaded afterwards.",
}


def register_docs(overlap: Overlap, what: str) -> str:
    """What the register function promises."""
    return (
        f"{what}\n{_OVERLAP_DOC[overlap]}\n"
        "Kernels that would not fit in the runtime's table are not registered either:\n"
        "Error::RegistrationExceedingMaxKernels. It never aborts, and threads may call it at the\n"
        "same time."
    )


_STATIC_DOC = (
    "The kernels are registered by static initialisers. With --manual-registration there is a\n"
    "function to call here."
)

HANDLER_DOC = (
    "The same; `on_error` is told each message that goes to the log. It must not register kernels."
)


def register_header(path: str, options: ExecutorchOptions) -> HeaderFile:
    """The header of a library that is registered on demand, or handed out as a table.

    Where static initialisers register the kernels there is nothing to call: the header is written
    for builds that name it, and is empty.
    """
    if options.mode is RegistrationMode.STATIC:
        return HeaderFile(path, (Comment(_STATIC_DOC),), guard=_guard(path))
    functions: list[tuple[str, Function]] = []
    if options.mode is RegistrationMode.MANUAL:
        what = (
            f"Registers the kernels of library '{options.lib_name}'."
            if options.lib_name
            else "Registers the library's kernels."
        )
        functions += register_functions(
            options.register_function, register_docs(options.overlap, what)
        )
    functions.append(
        (
            "The library's kernels, registered or not; `load_method` takes them for one method.",
            Function(options.table_function, (), KERNEL_SPAN),
        )
    )
    return public_header(path, f"{options.library}_kernels", functions)


def register_functions(function: str, docs: str) -> list[tuple[str, Function]]:
    """The declarations of a register function: without and with a function for messages."""
    return [
        (docs, Function(function, (), ERROR)),
        (HANDLER_DOC, Function(function, (ON_ERROR,), ERROR)),
    ]


def register_definitions(function: str, body: Sequence[Stmt]) -> tuple[Decl, ...]:
    """The definitions of those two."""
    handled = Function(function, (ON_ERROR,), ERROR, b.block(*body))
    plain = Function(function, (), ERROR, b.block(b.ret(b.call(function, Nullptr()))))
    return handled, plain


def public_header(
    path: str,
    prefix: str,
    functions: Sequence[tuple[str, Function]],
    includes: Sequence[Header] = (),
) -> HeaderFile:
    """A header with documented, exported functions in the public namespace."""
    macro = f"{prefix.upper()}_API"
    members: list[Decl] = []
    for docs, function in functions:
        members += [DocComment(docs), MacroDecl(macro, None, semicolon=False), function]
    return HeaderFile(
        path,
        (export_macro(prefix), Namespace(symbols.PUBLIC_NAMESPACE, tuple(members)), Undef(macro)),
        guard=_guard(path),
        includes=tuple(includes),
    )


def export_macro(prefix: str) -> Decl:
    """`<PREFIX>_API`, set for each kind of library by macros with the same prefix.

    `_STATIC`: nothing is exported. `_EXPORTS`: a DLL is being built (CMake's DEFINE_SYMBOL).
    `_SHARED`: a DLL is being used. ELF and Mach-O need no difference between the last two.
    """
    upper = prefix.upper()
    macro = f"{upper}_API"

    def defined(name: str) -> Defined:
        return Defined(f"{upper}_{name}")

    def declspec(word: str) -> Define:
        return Define(macro, body=(MacroCall("__declspec", (b.ident(word),)),))

    def on_windows(condition: Defined) -> Binary:
        return Binary("&&", Defined("_WIN32"), condition)

    visible = Call(b.ident("visibility"), (StringLit("default"),))
    attribute = MacroCall("__attribute__", (Binary(",", visible, b.ident("cold")),))
    return IfSection(
        (
            IfGroup(defined("STATIC"), (Define(macro),)),
            IfGroup(on_windows(defined("EXPORTS")), (declspec("dllexport"),)),
            IfGroup(on_windows(defined("SHARED")), (declspec("dllimport"),)),
            IfGroup(Defined("_WIN32"), (Define(macro),)),
        ),
        (Define(macro, body=(attribute,)),),
    )


def _guard(path: str) -> str:
    word = "".join(c if c.isalnum() else "_" for c in path.rpartition("/")[2].upper())
    return f"DISPATCHLESS_{word}_"
