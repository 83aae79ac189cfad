"""The header with which generated libraries register kernels: checked first, then all or nothing.

The runtime's `register_kernels` aborts on a kernel that is there already and on a full table, and
is not safe when two threads call it. What is emitted here looks the kernels up first, under a lock
that all generated libraries of a process share, and keeps a list of the libraries so that an error
can name the one that has a kernel. All of it is inline in a versioned namespace: copies in several
libraries are one entity to the linker (on Windows, one in each DLL).
"""

from __future__ import annotations

from dispatchless.cppast import (
    DELETE,
    Access,
    Alias,
    Assign,
    Binary,
    Block,
    Call,
    Cast,
    Comment,
    Constructor,
    Decl,
    Define,
    Defined,
    Destructor,
    DocComment,
    Enum,
    Enumerator,
    Expr,
    Field,
    For,
    Function,
    FunctionType,
    HeaderFile,
    IfGroup,
    IfSection,
    InitList,
    IntLit,
    LRef,
    MacroCall,
    MacroDecl,
    Member,
    NamedType,
    NameExpr,
    Namespace,
    Nullptr,
    OperatorFunction,
    Param,
    Pointer,
    Prefix,
    Qualified,
    RangeFor,
    Record,
    Stmt,
    StringLit,
    Type,
    Var,
    While,
    name,
)
from dispatchless.cppast import build as b
from dispatchless.lowering.executorch import symbols
from dispatchless.lowering.executorch.options import DEFAULT_TABLE_SIZE, Overlap
from dispatchless.lowering.executorch.registry_messages import message_functions
from dispatchless.lowering.torch_symbols import with_arguments

REGISTRY_HEADER = "dispatchless_kernel_registry.h"
_SCOPE = ("dispatchless", "kernel_registry_v1")
_SHARED = "DISPATCHLESS_KERNEL_REGISTRY_SHARED"

_SIZE = NamedType(symbols.SIZE)
_ERROR = NamedType(symbols.ERROR)
_ENUMERATORS = {Overlap.ERROR: "kError", Overlap.SKIP: "kSkip", Overlap.REPLACE: "kReplace"}

CHAR_POINTER = Pointer(Qualified(b.CHAR, const=True))
MESSAGE_HANDLER = Pointer(FunctionType(b.VOID, (CHAR_POINTER,)))
KERNEL_SPAN = NamedType(
    with_arguments(symbols.SPAN, Qualified(NamedType(symbols.KERNEL), const=True))
)


def registry_name(local: str) -> NameExpr:
    """A name of the registry header, from anywhere."""
    header = symbols.local_header(REGISTRY_HEADER)
    return NameExpr(name("::" + "::".join((*_SCOPE, local)), header=header))


def overlap_name(overlap: Overlap) -> NameExpr:
    """The enumerator that tells the registry what to do about kernels that are there."""
    return registry_name(f"Overlap::{_ENUMERATORS[overlap]}")


def library_type() -> NamedType:
    """What a generated library keeps about itself."""
    return NamedType(registry_name("Library").name)


def registry_header() -> HeaderFile:
    """`dispatchless_kernel_registry.h`."""
    return HeaderFile(
        REGISTRY_HEADER,
        (
            _shared_macro(),
            Namespace(
                _SCOPE,
                (
                    *_types(),
                    *_state(),
                    *_lookup(),
                    *message_functions(),
                    _find_present(),
                    *_adding(),
                    _add_kernels(),
                    _register_libraries(),
                ),
            ),
        ),
        guard="DISPATCHLESS_KERNEL_REGISTRY_H_",
        banner="Registers the kernels of generated libraries in ExecuTorch's table.",
    )


# --- the pieces ------------------------------------------------------------------------------

_KERNEL = b.type_("Kernel")
_KERNELS = b.type_("Kernels")
_LIBRARY = b.type_("Library")
_KERNEL_REF = b.const_ref(_KERNEL)
_KERNEL_POINTER = Pointer(Qualified(_KERNEL, const=True))
_LIBRARY_POINTER = Pointer(_LIBRARY)
_LIBRARIES = NamedType(with_arguments(symbols.SPAN, Qualified(_LIBRARY_POINTER, const=True)))
_HANDLER = b.type_("MessageHandler")

_kernel, _kernels, _library = b.ident("kernel"), b.ident("kernels"), b.ident("library")
_wanted, _owner, _on_error = b.ident("wanted"), b.ident("owner"), b.ident("on_error")
_i, _present = b.ident("i"), b.ident("present")
_registered = b.call(symbols.REGISTERED_KERNELS)


def _inline(local: str, params: tuple[Param, ...], returns: Type, *body: Stmt) -> Function:
    return Function(local, params, returns, Block(body), inline=True)


def _is(left: Expr, op: str, right: Expr) -> Binary:
    return Binary(op, left, right)


def _null(expr: Expr) -> Binary:
    return _is(expr, "==", Nullptr())


def _count_to(bound: Expr, *body: Stmt) -> For:
    """`for (size_t i = 0; i < bound; ++i)`"""
    step = Prefix("++", _i)
    return For(b.var(_SIZE, "i", IntLit(0)), _is(_i, "<", bound), step, Block(body))


def _each_kernel(kernels: Expr, *body: Stmt) -> RangeFor:
    return RangeFor(Var(_KERNEL_REF, "kernel"), kernels, Block(body))


def _shared_macro() -> Decl:
    """What makes one variable of all shared libraries, hidden visibility or not."""
    visible = Call(b.ident("visibility"), (StringLit("default"),))
    attribute = MacroCall("__attribute__", (_is(visible, ",", b.ident("unused")),))
    return IfSection(
        (IfGroup(Defined("_WIN32"), (Define(_SHARED),)),),
        (Define(_SHARED, body=(attribute,)),),
    )


def _types() -> tuple[Decl, ...]:
    def table_size(value: Expr) -> Var:
        return Var(_SIZE, "kTableSize", value, inline=True, constexpr=True)

    given = IfGroup(
        Defined(symbols.TABLE_SIZE_MACRO), (table_size(b.ident(symbols.TABLE_SIZE_MACRO)),)
    )
    return (
        Alias("Kernel", NamedType(symbols.KERNEL)),
        Alias("Kernels", KERNEL_SPAN),
        Alias("MessageHandler", MESSAGE_HANDLER),
        Comment(
            "Places in the runtime's table, which no function of the runtime tells. Where it is\n"
            "built with another number, define the same macro here or give the generator a limit."
        ),
        IfSection((given,), (table_size(IntLit(DEFAULT_TABLE_SIZE)),)),
        DocComment(
            "What is done with a kernel that is registered already: nothing is registered and an\n"
            "error is returned; or it stays; or it gives way, for methods that are loaded later."
        ),
        Enum("Overlap", tuple(Enumerator(e) for e in _ENUMERATORS.values()), scoped=True),
        DocComment("A generated library. It lives as long as the process."),
        Record(
            "struct",
            "Library",
            (
                Field(CHAR_POINTER, "name"),
                Field(_KERNELS, "kernels"),
                Field(b.type_("Overlap"), "overlap"),
                DocComment("How many kernels the runtime's table may hold, those of others too."),
                Field(_SIZE, "limit"),
                DocComment("Whether it is in the list of libraries, and the one after it there."),
                Field(b.BOOL, "listed"),
                Field(_LIBRARY_POINTER, "next"),
            ),
        ),
    )


def _state() -> tuple[Decl, ...]:
    """A spin lock, since embedded targets have no mutex; it is held for a look-up of names."""
    lock = b.ident("lock")
    wait = While(b.method(lock, "test_and_set", NameExpr(symbols.ACQUIRE)), Block())
    other = Param(b.const_ref(b.type_("Guard")))
    return (
        MacroDecl(_SHARED, None, semicolon=False),
        Var(
            NamedType(symbols.ATOMIC_FLAG),
            "lock",
            NameExpr(name(symbols.ATOMIC_FLAG_INIT, header="atomic")),
            inline=True,
        ),
        Comment("The libraries that have registered, the last one first."),
        MacroDecl(_SHARED, None, semicolon=False),
        Var(_LIBRARY_POINTER, "libraries", Nullptr(), inline=True),
        DocComment("Holds the lock."),
        Record(
            "class",
            "Guard",
            (
                Access("public"),
                Constructor("Guard", body=Block((wait,))),
                Constructor("Guard", (other,), body=DELETE),
                OperatorFunction("=", (other,), LRef(b.type_("Guard")), DELETE),
                Destructor(
                    "Guard",
                    body=b.block(b.do(b.method(lock, "clear", NameExpr(symbols.RELEASE)))),
                ),
            ),
        ),
    )


def _lookup() -> tuple[Decl, ...]:
    one, other, own = b.ident("one"), b.ident("other"), b.ident("own")
    names = b.call(symbols.STRCMP, b.member(one, "name_"), b.member(other, "name_"))
    keys = _is(b.member(one, "kernel_key_"), "==", b.member(other, "kernel_key_"))
    same = b.call("same_place", b.index(_kernels, _i), _kernel)
    find = b.call("find_kernel", Member(_library, "kernels", arrow=True), _kernel)
    is_own = _is(Member(own, "op_", arrow=True), "==", b.member(_kernel, "op_"))
    return (
        DocComment("Whether two kernels are for the same operator and the same tensors."),
        _inline(
            "same_place",
            (Param(_KERNEL_REF, "one"), Param(_KERNEL_REF, "other")),
            b.BOOL,
            b.ret(_is(_is(names, "==", IntLit(0)), "&&", keys)),
        ),
        DocComment("The kernel among these that is in the same place, or null."),
        _inline(
            "find_kernel",
            (Param(_KERNELS, "kernels"), Param(_KERNEL_REF, "kernel")),
            _KERNEL_POINTER,
            _count_to(
                b.method(_kernels, "size"),
                b.if_(same, b.ret(b.address(b.index(_kernels, _i)))),
            ),
            b.ret(Nullptr()),
        ),
        DocComment("The name of the library that a registered kernel comes from, or null."),
        _inline(
            "owner_of",
            (Param(_KERNEL_REF, "kernel"),),
            CHAR_POINTER,
            For(
                b.var(Pointer(Qualified(_LIBRARY, const=True)), "library", b.ident("libraries")),
                _is(_library, "!=", Nullptr()),
                Assign("=", _library, Member(_library, "next", arrow=True)),
                b.block(
                    b.var(Qualified(_KERNEL_POINTER, const=True), "own", find),
                    b.if_(
                        _is(_is(own, "!=", Nullptr()), "&&", is_own),
                        b.ret(Member(_library, "name", arrow=True)),
                    ),
                ),
            ),
            b.ret(Nullptr()),
        ),
    )


def _find_present() -> Decl:
    """Looks in the runtime's table, then in the libraries of the same call that come first."""
    kernels_of_i = Member(b.index(_wanted, _i), "kernels", arrow=True)
    return _inline(
        "find_present",
        (
            Param(_LIBRARIES, "wanted"),
            Param(_SIZE, "count"),
            Param(_KERNEL_REF, "kernel"),
            Param(LRef(CHAR_POINTER), "owner"),
        ),
        _KERNEL_POINTER,
        b.var(_KERNEL_POINTER, "present", b.call("find_kernel", _registered, _kernel)),
        b.if_(
            _is(_present, "!=", Nullptr()),
            b.assign(_owner, b.call("owner_of", b.deref(_present))),
            b.ret(_present),
        ),
        _count_to(
            b.ident("count"),
            b.assign(_present, b.call("find_kernel", kernels_of_i, _kernel)),
            b.if_(
                _is(_present, "!=", Nullptr()),
                b.assign(_owner, Member(b.index(_wanted, _i), "name", arrow=True)),
                b.ret(_present),
            ),
        ),
        b.ret(Nullptr()),
    )


def _adding() -> tuple[Decl, ...]:
    count, overlaps = b.ident("count"), b.ident("overlaps")
    conflict = b.if_(
        _is(Prefix("++", b.ident("conflicts")), "<=", b.ident("kNamedConflicts")),
        b.do(b.call("tell_conflict", _library, _kernel, _owner, _on_error)),
    )
    return (
        Record(
            "struct",
            "Tally",
            (Field(_SIZE, "added"), Field(_SIZE, "conflicts")),
        ),
        DocComment(
            "Counts the kernels of a library that are not there yet, and those in the way. Of the\n"
            "libraries of the same call, `count` come before it."
        ),
        _inline(
            "count_kernels",
            (
                Param(_LIBRARIES, "wanted"),
                Param(_SIZE, "count"),
                Param(_HANDLER, "on_error"),
            ),
            b.type_("Tally"),
            b.var(b.const_ref(_LIBRARY), "library", b.deref(b.index(_wanted, count))),
            b.var(_SIZE, "added", IntLit(0)),
            b.var(_SIZE, "conflicts", IntLit(0)),
            _each_kernel(
                b.member(_library, "kernels"),
                b.var(CHAR_POINTER, "owner", Nullptr()),
                b.var(
                    Qualified(b.BOOL, const=True),
                    "overlaps",
                    _is(b.call("find_present", _wanted, count, _kernel, _owner), "!=", Nullptr()),
                ),
                b.if_(
                    b.not_(overlaps),
                    b.do(Prefix("++", b.ident("added"))),
                    otherwise=b.if_(
                        _is(b.member(_library, "overlap"), "==", b.ident("Overlap::kError")),
                        conflict,
                    ),
                ),
            ),
            b.ret(InitList((b.ident("added"), b.ident("conflicts")))),
        ),
    )


def _add_kernels() -> Decl:
    """Nothing can fail here but what the runtime itself may refuse in a later version."""
    replace = Cast("const", LRef(_KERNEL), b.deref(_present))
    span_of_one = b.construct(_KERNELS, b.address(_kernel), IntLit(1))
    error = b.ident("error")
    failed = _is(error, "!=", NameExpr(symbols.error("Ok")))
    return _inline(
        "add_kernels",
        (Param(LRef(_LIBRARY), "library"),),
        _ERROR,
        _each_kernel(
            b.member(_library, "kernels"),
            b.var(
                Qualified(_KERNEL_POINTER, const=True),
                "present",
                b.call("find_kernel", _registered, _kernel),
            ),
            b.if_(
                _null(_present),
                b.var(
                    Qualified(_ERROR, const=True),
                    "error",
                    b.call(symbols.REGISTER_KERNELS, span_of_one),
                ),
                b.if_(failed, b.ret(error)),
                otherwise=b.if_(
                    _is(b.member(_library, "overlap"), "==", b.ident("Overlap::kReplace")),
                    b.assign(replace, _kernel),
                ),
            ),
        ),
        b.if_(
            b.not_(b.member(_library, "listed")),
            b.assign(b.member(_library, "listed"), b.lit(True)),
            b.assign(b.member(_library, "next"), b.ident("libraries")),
            b.assign(b.ident("libraries"), b.address(_library)),
        ),
        b.ret(NameExpr(symbols.error("Ok"))),
    )


def _register_libraries() -> Decl:
    tally, limit, added = b.ident("tally"), b.ident("limit"), b.ident("added")
    conflicts, error = b.ident("conflicts"), b.ident("error")
    limit_of_i = Member(b.index(_wanted, _i), "limit", arrow=True)
    too_many = _is(Binary("+", b.method(_registered, "size"), added), ">", limit)
    count = b.method(_wanted, "size")
    return _inline(
        "register_libraries",
        (Param(_LIBRARIES, "wanted"), Param(_HANDLER, "on_error")),
        _ERROR,
        b.var(Qualified(b.type_("Guard"), const=True), "guard"),
        b.var(_SIZE, "added", IntLit(0)),
        b.var(_SIZE, "conflicts", IntLit(0)),
        b.var(_SIZE, "limit", NameExpr(name("SIZE_MAX", header="cstdint"))),
        _count_to(
            count,
            b.var(
                Qualified(b.type_("Tally"), const=True),
                "tally",
                b.call("count_kernels", _wanted, _i, _on_error),
            ),
            b.do(Assign("+=", added, b.member(tally, "added"))),
            b.do(Assign("+=", conflicts, b.member(tally, "conflicts"))),
            b.if_(_is(limit_of_i, "<", limit), b.assign(limit, limit_of_i)),
        ),
        b.if_(
            _is(conflicts, ">", b.ident("kNamedConflicts")),
            b.do(
                b.call("tell_rest", Binary("-", conflicts, b.ident("kNamedConflicts")), _on_error)
            ),
        ),
        b.if_(
            _is(conflicts, "!=", IntLit(0)),
            b.ret(NameExpr(symbols.error("RegistrationAlreadyRegistered"))),
        ),
        b.if_(
            too_many,
            b.do(b.call("tell_full", b.method(_registered, "size"), added, limit, _on_error)),
            b.ret(NameExpr(symbols.error("RegistrationExceedingMaxKernels"))),
        ),
        _count_to(
            count,
            b.var(
                Qualified(_ERROR, const=True),
                "error",
                b.call("add_kernels", b.deref(b.index(_wanted, _i))),
            ),
            b.if_(_is(error, "!=", NameExpr(symbols.error("Ok"))), b.ret(error)),
        ),
        b.ret(NameExpr(symbols.error("Ok"))),
    )
