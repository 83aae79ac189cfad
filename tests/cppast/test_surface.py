"""The rarer corners of C++20 in one file that compiles without a warning and runs."""

from __future__ import annotations

from pathlib import Path

from node_checks import STRICT, compile_text, run_text

from dispatchless.cppast import (
    DEFAULT,
    DELETE,
    Access,
    AlignAs,
    AlignOf,
    Asm,
    Attribute,
    Auto,
    BraceInit,
    Break,
    Builtin,
    Call,
    Case,
    Catch,
    Constructor,
    Conversion,
    ConversionName,
    DeclStmt,
    Decltype,
    Delete,
    Destructor,
    DestructorName,
    Elaborated,
    Enum,
    Enumerator,
    Expr,
    Field,
    Function,
    If,
    IntLit,
    Member,
    MemberInit,
    New,
    OperatorFunction,
    Param,
    ParenInit,
    Prefix,
    Record,
    SizeOf,
    SourceFile,
    StaticAssert,
    StringConcat,
    StringLit,
    StructuredBinding,
    Switch,
    This,
    Throw,
    Try,
    UserLit,
    Var,
    name,
    print_file,
)
from dispatchless.cppast.build import (
    BOOL,
    CHAR,
    INT,
    assign,
    binary,
    block,
    brace,
    call,
    const,
    const_ref,
    do,
    function,
    ident,
    if_,
    lit,
    method,
    param,
    ptr,
    ret,
    type_,
    var,
)

UNSIGNED = Builtin("unsigned long long")
SIZE = type_("std::size_t", header="cstddef")
n, x = ident("n"), ident("x")


def _literal_operators() -> tuple[OperatorFunction, ...]:
    text = Param(ptr(const(CHAR)))
    return (
        OperatorFunction('""_km', (param(UNSIGNED, "n"),), UNSIGNED, block(ret(n)), constexpr=True),
        OperatorFunction('""_size', (text, param(SIZE, "n")), SIZE, block(ret(n)), constexpr=True),
    )


def _version() -> tuple[Record, Enum]:
    other = Param(const_ref(type_("Version")))
    ordering = type_("std::strong_ordering", header="compare")
    members = (
        Field(INT, "first", lit(0)),
        Field(INT, "second", lit(0), attributes=(AlignAs(IntLit(8)),)),
        OperatorFunction("<=>", (other,), ordering, DEFAULT, const=True),
        OperatorFunction("==", (other,), BOOL, DEFAULT, const=True),
        Enum("Kind", None, underlying=INT),
    )
    old = Enumerator("old", lit(1), attributes=(Attribute("deprecated"),))
    return (
        Record("struct", "Version", members, attributes=(AlignAs(IntLit(16)),)),
        Enum("Kind", (old, Enumerator("fresh")), underlying=INT, qualifier=name("Version")),
    )


def _guarded() -> Record:
    thrown = if_(binary("<", n, lit(0)), do(Throw(n)))
    handler = Catch(Param(INT, "e"), block(assign(ident("code"), ident("e")), do(Throw())))
    converted = Call(Member(This(), ConversionName(INT), arrow=True))
    members = (
        Access("public"),
        Constructor(
            "Guarded",
            (param(INT, "n"),),
            (MemberInit("held", ParenInit((n,))),),
            Try(block(thrown), (handler,)),
            explicit=binary(">", SizeOf(INT), lit(2)),
        ),
        Constructor("Guarded", (Param(BOOL),), (), DELETE),
        Destructor("Guarded", block(do(Prefix("++", ident("gone"))))),
        Conversion(INT, block(ret(ident("held"))), const=True, explicit=True),
        function(INT, "get", (), ret(converted)),
        Access("private"),
        Field(INT, "held"),
    )
    return Record("class", "Guarded", members)


def _caught() -> Function:
    held = var(type_("Guarded"), "g", ParenInit((n,)))
    body = Try(
        block(held, ret(method(ident("g"), "get"))), (Catch(None, block(ret(ident("code")))),)
    )
    return Function("caught", (param(INT, "n"),), INT, body)


def _main() -> Function:
    def differs(code: int, got: Expr, wanted: Expr) -> If:
        return if_(binary("!=", got, wanted), ret(lit(code)))

    likely, unlikely = (Attribute("likely"),), (Attribute("unlikely"),)
    guarded, buffer = type_("Guarded"), Elaborated("struct", name("Version"))
    aligned = (AlignAs(guarded), AlignAs(IntLit(16)))
    made = New(guarded, ParenInit((lit(3),)), placement=(Prefix("&", ident("room")),))
    unused = (Attribute("maybe_unused"),)
    versions = (brace("Version", lit(1), lit(2)), brace("Version", lit(1), lit(3)))
    return function(
        INT,
        "main",
        (),
        DeclStmt(Asm(StringLit("nop"))),
        var(INT, "x", lit(1)),
        DeclStmt(Var(Decltype(x, as_expression=True), "same", x)),
        assign(ident("same"), lit(5)),
        differs(1, x, lit(5)),
        Switch(
            x,
            (
                Case((lit(5),), (assign(x, lit(2)), Break()), attributes=likely),
                Case((), (Break(),), attributes=unlikely),
            ),
        ),
        differs(2, x, lit(2)),
        differs(3, call("caught", lit(-7)), lit(-7)),
        differs(4, call("caught", lit(4)), lit(4)),
        differs(5, UserLit(IntLit(2**40), "_km"), UserLit(IntLit(2**40, base=16), "_km")),
        differs(6, UserLit(StringLit("abc"), "_size"), lit(3)),
        differs(7, SizeOf(StringConcat((StringLit("a\1"), StringLit("2bc")))), lit(6)),
        DeclStmt(StructuredBinding(Auto(), ("one", "two"), versions[0], attributes=unused)),
        differs(8, binary("+", ident("one"), ident("two")), lit(3)),
        DeclStmt(Var(buffer, "room", BraceInit(), attributes=aligned)),
        var(ptr(guarded), "made", made),
        do(Call(Member(ident("made"), DestructorName("Guarded"), arrow=True))),
        differs(9, ident("gone"), lit(2)),
        do(Delete(New(buffer, BraceInit()))),
        if_(Prefix("!", binary("<", *versions)), ret(lit(10))),
        ret(lit(0)),
    )


def surface() -> SourceFile:
    """Declarations, and a `main` that returns 0 when each does what it says."""
    aligned = binary("==", AlignOf(type_("Version")), lit(16))
    members = (
        Var(INT, "code", lit(0)),
        Var(INT, "gone", lit(0)),
        Asm(StringLit("")),
        *_literal_operators(),
        *_version(),
        StaticAssert(aligned),
        _guarded(),
        _caught(),
        _main(),
    )
    return SourceFile("surface.cpp", members, includes=(NEW,))


NEW = name("x", header="new").headers[0]


def test_the_rarer_corners_compile_and_run(tmp_path: Path) -> None:
    text = print_file(surface()).text
    compile_text(text, tmp_path, *STRICT, "-Werror")
    assert run_text(text, tmp_path) == ""
