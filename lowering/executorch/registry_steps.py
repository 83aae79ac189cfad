"""The part of the registry that looks at everything first and then registers it."""

from __future__ import annotations

from dispatchless.cppast import (
    Assign,
    Binary,
    Cast,
    Decl,
    DocComment,
    Field,
    InitList,
    IntLit,
    LRef,
    Member,
    NameExpr,
    Nullptr,
    Param,
    Prefix,
    Qualified,
    Record,
    name,
)
from dispatchless.cppast import build as b
from dispatchless.lowering.executorch import symbols
from dispatchless.lowering.executorch.registry_parts import (
    CHAR_POINTER,
    ERROR,
    HANDLER,
    INDEX,
    KERNEL,
    KERNEL_NAME,
    KERNEL_POINTER,
    KERNEL_REF,
    KERNELS,
    LIBRARIES,
    LIBRARY,
    LIBRARY_NAME,
    ON_ERROR,
    OWNER,
    PRESENT,
    REGISTERED,
    SIZE,
    WANTED,
    compare,
    count_to,
    each_kernel,
    inline_function,
    is_null,
)


def step_functions() -> tuple[Decl, ...]:
    """`register_libraries` and what it is made of."""
    return (_find_present(), *_counting(), _add_kernels(), _register_libraries())


def _find_present() -> Decl:
    """Looks in the runtime's table, then in the libraries of the same call that come first."""
    kernels_of_i = Member(b.index(WANTED, INDEX), "kernels", arrow=True)
    return inline_function(
        "find_present",
        (
            Param(LIBRARIES, "wanted"),
            Param(SIZE, "count"),
            Param(KERNEL_REF, "kernel"),
            Param(LRef(CHAR_POINTER), "owner"),
        ),
        KERNEL_POINTER,
        b.var(KERNEL_POINTER, "present", b.call("find_kernel", REGISTERED, KERNEL_NAME)),
        b.if_(
            compare(PRESENT, "!=", Nullptr()),
            b.assign(OWNER, b.call("owner_of", b.deref(PRESENT))),
            b.ret(PRESENT),
        ),
        count_to(
            b.ident("count"),
            b.assign(PRESENT, b.call("find_kernel", kernels_of_i, KERNEL_NAME)),
            b.if_(
                compare(PRESENT, "!=", Nullptr()),
                b.assign(OWNER, Member(b.index(WANTED, INDEX), "name", arrow=True)),
                b.ret(PRESENT),
            ),
        ),
        b.ret(Nullptr()),
    )


def _counting() -> tuple[Decl, ...]:
    count, overlaps = b.ident("count"), b.ident("overlaps")
    conflict = b.if_(
        compare(Prefix("++", b.ident("conflicts")), "<=", b.ident("kNamedConflicts")),
        b.do(b.call("tell_conflict", LIBRARY_NAME, KERNEL_NAME, OWNER, ON_ERROR)),
    )
    return (
        Record(
            "struct",
            "Tally",
            (Field(SIZE, "added"), Field(SIZE, "conflicts")),
        ),
        DocComment(
            "Counts the kernels of a library that are not there yet, and those in the way. Of the\n"
            "libraries of the same call, `count` come before it."
        ),
        inline_function(
            "count_kernels",
            (
                Param(LIBRARIES, "wanted"),
                Param(SIZE, "count"),
                Param(HANDLER, "on_error"),
            ),
            b.type_("Tally"),
            b.var(b.const_ref(LIBRARY), "library", b.deref(b.index(WANTED, count))),
            b.var(SIZE, "added", IntLit(0)),
            b.var(SIZE, "conflicts", IntLit(0)),
            each_kernel(
                b.member(LIBRARY_NAME, "kernels"),
                b.var(CHAR_POINTER, "owner", Nullptr()),
                b.var(
                    Qualified(b.BOOL, const=True),
                    "overlaps",
                    compare(
                        b.call("find_present", WANTED, count, KERNEL_NAME, OWNER), "!=", Nullptr()
                    ),
                ),
                b.if_(
                    b.not_(overlaps),
                    b.do(Prefix("++", b.ident("added"))),
                    otherwise=b.if_(
                        compare(
                            b.member(LIBRARY_NAME, "overlap"), "==", b.ident("Overlap::kError")
                        ),
                        conflict,
                    ),
                ),
            ),
            b.ret(InitList((b.ident("added"), b.ident("conflicts")))),
        ),
    )


def _add_kernels() -> Decl:
    """Nothing can fail here but what the runtime itself may refuse in a later version."""
    replace = Cast("const", LRef(KERNEL), b.deref(PRESENT))
    span_of_one = b.construct(KERNELS, b.address(KERNEL_NAME), IntLit(1))
    error = b.ident("error")
    failed = compare(error, "!=", NameExpr(symbols.error("Ok")))
    return inline_function(
        "add_kernels",
        (Param(LRef(LIBRARY), "library"),),
        ERROR,
        each_kernel(
            b.member(LIBRARY_NAME, "kernels"),
            b.var(
                Qualified(KERNEL_POINTER, const=True),
                "present",
                b.call("find_kernel", REGISTERED, KERNEL_NAME),
            ),
            b.if_(
                is_null(PRESENT),
                b.var(
                    Qualified(ERROR, const=True),
                    "error",
                    b.call(symbols.REGISTER_KERNELS, span_of_one),
                ),
                b.if_(failed, b.ret(error)),
                otherwise=b.if_(
                    compare(b.member(LIBRARY_NAME, "overlap"), "==", b.ident("Overlap::kReplace")),
                    b.assign(replace, KERNEL_NAME),
                ),
            ),
        ),
        b.if_(
            b.not_(b.member(LIBRARY_NAME, "listed")),
            b.assign(b.member(LIBRARY_NAME, "listed"), b.lit(True)),
            b.assign(b.member(LIBRARY_NAME, "next"), b.ident("libraries")),
            b.assign(b.ident("libraries"), b.address(LIBRARY_NAME)),
        ),
        b.ret(NameExpr(symbols.error("Ok"))),
    )


def _register_libraries() -> Decl:
    tally, limit, added = b.ident("tally"), b.ident("limit"), b.ident("added")
    conflicts, error = b.ident("conflicts"), b.ident("error")
    limit_of_i = Member(b.index(WANTED, INDEX), "limit", arrow=True)
    too_many = compare(Binary("+", b.method(REGISTERED, "size"), added), ">", limit)
    count = b.method(WANTED, "size")
    return inline_function(
        "register_libraries",
        (Param(LIBRARIES, "wanted"), Param(HANDLER, "on_error")),
        ERROR,
        b.var(Qualified(b.type_("Guard"), const=True), "guard"),
        b.var(SIZE, "added", IntLit(0)),
        b.var(SIZE, "conflicts", IntLit(0)),
        b.var(SIZE, "limit", NameExpr(name("SIZE_MAX", header="cstdint"))),
        count_to(
            count,
            b.var(
                Qualified(b.type_("Tally"), const=True),
                "tally",
                b.call("count_kernels", WANTED, INDEX, ON_ERROR),
            ),
            b.do(Assign("+=", added, b.member(tally, "added"))),
            b.do(Assign("+=", conflicts, b.member(tally, "conflicts"))),
            b.if_(compare(limit_of_i, "<", limit), b.assign(limit, limit_of_i)),
        ),
        b.if_(
            compare(conflicts, ">", b.ident("kNamedConflicts")),
            b.do(b.call("tell_rest", Binary("-", conflicts, b.ident("kNamedConflicts")), ON_ERROR)),
        ),
        b.if_(
            compare(conflicts, "!=", IntLit(0)),
            b.ret(NameExpr(symbols.error("RegistrationAlreadyRegistered"))),
        ),
        b.if_(
            too_many,
            b.do(b.call("tell_full", b.method(REGISTERED, "size"), added, limit, ON_ERROR)),
            b.ret(NameExpr(symbols.error("RegistrationExceedingMaxKernels"))),
        ),
        count_to(
            count,
            b.var(
                Qualified(ERROR, const=True),
                "error",
                b.call("add_kernels", b.deref(b.index(WANTED, INDEX))),
            ),
            b.if_(compare(error, "!=", NameExpr(symbols.error("Ok"))), b.ret(error)),
        ),
        b.ret(NameExpr(symbols.error("Ok"))),
    )
