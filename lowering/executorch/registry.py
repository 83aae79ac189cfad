"""The functions with which generated code registers kernels: checked first, then all or nothing.

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
    Block,
    Call,
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
    IfGroup,
    IfSection,
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
    Record,
    StringLit,
    Var,
    While,
    name,
)
from dispatchless.cppast import build as b
from dispatchless.lowering.executorch import symbols
from dispatchless.lowering.executorch.options import DEFAULT_TABLE_SIZE, Overlap
from dispatchless.lowering.executorch.registry_messages import message_functions
from dispatchless.lowering.executorch.registry_parts import (
    CHAR_POINTER,
    INDEX,
    KERNEL_NAME,
    KERNEL_POINTER,
    KERNEL_REF,
    KERNEL_SPAN,
    KERNELS,
    KERNELS_NAME,
    LIBRARY,
    LIBRARY_NAME,
    LIBRARY_POINTER,
    MESSAGE_HANDLER,
    SIZE,
    compare,
    count_to,
    inline_function,
)
from dispatchless.lowering.executorch.registry_steps import step_functions

_SCOPE = ("dispatchless", "kernel_registry_v1")
_GUARD = "DISPATCHLESS_KERNEL_REGISTRY_V1"
_SHARED = "DISPATCHLESS_KERNEL_REGISTRY_SHARED"

_ENUMERATORS = {Overlap.ERROR: "kError", Overlap.SKIP: "kSkip", Overlap.REPLACE: "kReplace"}


def registry_name(local: str) -> NameExpr:
    """A name of the registry, from anywhere."""
    return NameExpr(name("::" + "::".join((*_SCOPE, local))))


def overlap_name(overlap: Overlap) -> NameExpr:
    """The enumerator that tells the registry what to do about kernels that are there."""
    return registry_name(f"Overlap::{_ENUMERATORS[overlap]}")


def library_type() -> NamedType:
    """What a generated library keeps about itself."""
    return NamedType(registry_name("Library").name)


def registry() -> IfSection:
    """What a source file holds before it registers anything.

    Sources stay whole without a header of ours; the macro is for sources that a JIT or a unity
    build compiles as one.
    """
    members = (
        Define(_GUARD),
        _shared_macro(),
        Namespace(
            _SCOPE,
            (
                *_types(),
                *_state(),
                *_lookup(),
                *message_functions(),
                *step_functions(),
            ),
        ),
    )
    return IfSection((IfGroup(Prefix("!", Defined(_GUARD)), members),))


def _shared_macro() -> Decl:
    """What makes one variable of all shared libraries, hidden visibility or not."""
    visible = Call(b.ident("visibility"), (StringLit("default"),))
    attribute = MacroCall("__attribute__", (compare(visible, ",", b.ident("unused")),))
    return IfSection(
        (IfGroup(Defined("_WIN32"), (Define(_SHARED),)),),
        (Define(_SHARED, body=(attribute,)),),
    )


def _types() -> tuple[Decl, ...]:
    def table_size(value: Expr) -> Var:
        return Var(SIZE, "kTableSize", value, inline=True, constexpr=True)

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
                Field(KERNELS, "kernels"),
                Field(b.type_("Overlap"), "overlap"),
                DocComment("How many kernels the runtime's table may hold, those of others too."),
                Field(SIZE, "limit"),
                DocComment("Whether it is in the list of libraries, and the one after it there."),
                Field(b.BOOL, "listed"),
                Field(LIBRARY_POINTER, "next"),
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
        Var(LIBRARY_POINTER, "libraries", Nullptr(), inline=True),
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
    keys = compare(b.member(one, "kernel_key_"), "==", b.member(other, "kernel_key_"))
    same = b.call("same_place", b.index(KERNELS_NAME, INDEX), KERNEL_NAME)
    find = b.call("find_kernel", Member(LIBRARY_NAME, "kernels", arrow=True), KERNEL_NAME)
    is_own = compare(Member(own, "op_", arrow=True), "==", b.member(KERNEL_NAME, "op_"))
    return (
        DocComment("Whether two kernels are for the same operator and the same tensors."),
        inline_function(
            "same_place",
            (Param(KERNEL_REF, "one"), Param(KERNEL_REF, "other")),
            b.BOOL,
            b.ret(compare(compare(names, "==", IntLit(0)), "&&", keys)),
        ),
        DocComment("The kernel among these that is in the same place, or null."),
        inline_function(
            "find_kernel",
            (Param(KERNELS, "kernels"), Param(KERNEL_REF, "kernel")),
            KERNEL_POINTER,
            count_to(
                b.method(KERNELS_NAME, "size"),
                b.if_(same, b.ret(b.address(b.index(KERNELS_NAME, INDEX)))),
            ),
            b.ret(Nullptr()),
        ),
        DocComment("The name of the library that a registered kernel comes from, or null."),
        inline_function(
            "owner_of",
            (Param(KERNEL_REF, "kernel"),),
            CHAR_POINTER,
            For(
                b.var(Pointer(Qualified(LIBRARY, const=True)), "library", b.ident("libraries")),
                compare(LIBRARY_NAME, "!=", Nullptr()),
                Assign("=", LIBRARY_NAME, Member(LIBRARY_NAME, "next", arrow=True)),
                b.block(
                    b.var(Qualified(KERNEL_POINTER, const=True), "own", find),
                    b.if_(
                        compare(compare(own, "!=", Nullptr()), "&&", is_own),
                        b.ret(Member(LIBRARY_NAME, "name", arrow=True)),
                    ),
                ),
            ),
            b.ret(Nullptr()),
        ),
    )
