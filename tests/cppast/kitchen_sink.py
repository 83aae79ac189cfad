"""One file with nearly every declaration, statement and expression, that compiles and runs."""

from __future__ import annotations

from dispatchless.cppast import (
    DEFAULT,
    DELETE,
    PURE,
    Access,
    Alias,
    Array,
    Attribute,
    Auto,
    Base,
    Binary,
    BraceInit,
    Break,
    Builtin,
    Capture,
    Case,
    Cast,
    Catch,
    Comment,
    CompoundRequirement,
    Concept,
    Conditional,
    Constructor,
    Continue,
    Conversion,
    DeclStmt,
    DeductionGuide,
    Define,
    Defined,
    Destructor,
    DocComment,
    DoWhile,
    Enum,
    Enumerator,
    ExplicitInstantiation,
    ExplicitSpecialization,
    Expr,
    ExprStmt,
    Field,
    Fold,
    For,
    Friend,
    Function,
    Goto,
    If,
    IfGroup,
    IfSection,
    InitList,
    IntLit,
    Label,
    Lambda,
    LinkageSpec,
    LRef,
    MacroCall,
    MacroDecl,
    MacroStmt,
    Member,
    MemberInit,
    Namespace,
    NamespaceAlias,
    New,
    NoexceptExpr,
    Nullptr,
    OperatorFunction,
    PackExpansion,
    PackType,
    Param,
    ParenInit,
    Paste,
    Pointer,
    Postfix,
    Pragma,
    Prefix,
    RangeFor,
    RawStringLit,
    Record,
    Requires,
    RRef,
    SimpleRequirement,
    SizeOf,
    SizeOfPack,
    SourceFile,
    StaticAssert,
    StringConcat,
    Stringize,
    StringLit,
    StructuredBinding,
    Switch,
    Template,
    TemplateName,
    TemplateTemplateParam,
    Throw,
    Try,
    TypeParam,
    TypeRequirement,
    Undef,
    UsingDecl,
    UsingDirective,
    UsingEnum,
    ValueParam,
    Var,
    While,
    name,
)
from dispatchless.cppast.build import (
    AUTO,
    BOOL,
    INT,
    VOID,
    assign,
    binary,
    block,
    call,
    const,
    const_ref,
    do,
    function,
    ident,
    if_,
    lit,
    lref,
    method,
    move,
    param,
    ptr,
    ret,
    static_cast,
    type_,
    var,
)

a, b, i, n, x = (ident(letter) for letter in "abinx")
T = type_("T")
_tp = (TypeParam("T"),)
_string = type_("std::string", header="string")


def _classes() -> tuple[Record | Template | DeductionGuide, ...]:
    shape = Record(
        "class",
        "Shape",
        (
            Access("public"),
            Constructor("Shape", body=DEFAULT),
            Constructor("Shape", (Param(const_ref(type_("Shape"))),), body=DELETE),
            Destructor("Shape", DEFAULT, virtual=True),
            DocComment("The area."),
            Function("area", (), type_("double_t"), PURE, virtual=True, const=True),
            Access("protected"),
            Field(INT, "id_", lit(0)),
        ),
    )
    square = Record(
        "class",
        "Square",
        (
            Access("public"),
            Constructor(
                "Square",
                (param(INT, "side"),),
                (MemberInit("side_", ParenInit((ident("side"),))),),
                block(),
                explicit=True,
                noexcept=True,
            ),
            Function(
                "area",
                (),
                type_("double_t"),
                block(ret(binary("*", ident("side_"), ident("side_")))),
                const=True,
                override=True,
                final=True,
            ),
            OperatorFunction(
                "()",
                (param(INT, "k"),),
                INT,
                block(ret(binary("+", ident("k"), ident("side_")))),
                const=True,
            ),
            Conversion(
                BOOL, block(ret(binary("!=", ident("side_"), lit(0)))), const=True, explicit=True
            ),
            OperatorFunction(
                "==",
                (Param(const_ref(type_("Square")), "o"),),
                BOOL,
                block(ret(binary("==", ident("side_"), Member(ident("o"), "side_")))),
                const=True,
            ),
            Friend(
                OperatorFunction(
                    "<<",
                    (param(lref(INT), "out"), Param(const_ref(type_("Square")))),
                    lref(INT),
                    block(ret(ident("out"))),
                )
            ),
            Function("count", (), INT, static=True),
            Access("private"),
            Field(INT, "side_"),
            Field(INT, "low_", lit(1), width=IntLit(3)),
            Field(INT, "cache_", BraceInit(), mutable=True),
            Var(INT, "made_", static=True),
        ),
        (Base(name("Shape"), "public"),),
        final=True,
    )
    box = Template(
        _tp,
        Record(
            "struct",
            "Box",
            (
                Field(T, "value"),
                Constructor(
                    "Box",
                    (Param(T, "v"),),
                    (MemberInit("value", ParenInit((move(ident("v")),))),),
                    block(),
                ),
                Template((TypeParam("U"),), Function("as", (), type_("U"), const=True)),
                Alias("type", T),
            ),
        ),
    )
    guide = DeductionGuide("Box", (Param(ptr(const(Builtin("char")))),), type_("Box", INT))
    return (shape, square, box, guide)


def _statements() -> Function:
    count = DeclStmt(Var(INT, "i", lit(0)))
    below = binary("<", i, n)
    return function(
        INT,
        "statements",
        [param(INT, "n", lit(3))],
        var(INT, "total", lit(0)),
        For(
            count,
            below,
            Prefix("++", i),
            block(if_(binary("==", i, lit(2)), Continue()), do(Binary("+", ident("total"), i))),
        ),
        DeclStmt(Var(Array(INT), "values", InitList((lit(1), lit(2), lit(3))))),
        RangeFor(
            Var(LRef(const(Auto())), "v"),
            ident("values"),
            block(assign(ident("total"), binary("+", ident("total"), ident("v")))),
        ),
        DeclStmt(Alias("Pair", type_("std::pair", INT, INT, header="utility"))),
        var(type_("Pair"), "p", BraceInit((lit(1), lit(2)))),
        DeclStmt(StructuredBinding(LRef(Auto()), ("k", "w"), ident("p"))),
        assign(ident("k"), ident("w")),
        While(binary(">", n, lit(0)), block(do(Postfix(n, "--")))),
        DoWhile(block(do(Prefix("++", n))), binary("<", n, lit(2))),
        Switch(
            n,
            (
                Case((lit(0), lit(1)), (var(INT, "z", n), assign(n, ident("z")), Break())),
                Case((lit(2),), (Break(),)),
                Case(()),
            ),
        ),
        If(
            Var(AUTO, "q", call("statements", n)),
            block(),
            If(a_call(), block(), block(), init=DeclStmt(Var(INT, "r", lit(1)))),
        ),
        Try(
            block(ExprStmt(Throw(lit(1)))),
            (Catch(Param(INT, "e"), block(assign(n, ident("e")))), Catch(None, block())),
        ),
        do(Conditional(binary(">", n, lit(1)), n, ident("total"))),
        Goto("done"),
        Label("done"),
        ret(ident("total")),
    )


def a_call() -> Expr:
    return binary("==", ident("r"), n)


def kitchen_sink() -> SourceFile:
    """One file with nearly every declaration, statement and expression."""
    shape, square, box, guide = _classes()
    ts = type_("Ts")
    members = (
        Define("LIMIT", None, (lit(10),)),
        Define("TWICE", ("x",), (Binary("*", lit(2), x),)),
        Define("CHECK", ("cond", "..."), (do(call("check", ident("cond"))),)),
        Define("TEXT", ("...",), (StringConcat((StringLit("<"), Stringize("__VA_ARGS__"))),)),
        Define("NAMED", ("a",), (Var(const(INT), Paste(("named_", "a")), ident("a")),)),
        MacroDecl("NAMED", (lit(7),)),
        StaticAssert(
            binary("==", ident("named_7"), lit(7)),
        ),
        StaticAssert(binary("==", SizeOf(MacroCall("TEXT", (INT, BOOL))), lit(11))),
        IfSection(
            (IfGroup(Defined("LIMIT"), (Alias("double_t", INT),)),), (Alias("double_t", BOOL),)
        ),
        Pragma("GCC diagnostic push"),
        Function("check", (Param(BOOL),)),
        Namespace(
            ("app",),
            (
                Comment("Classes."),
                shape,
                square,
                box,
                guide,
                Template(
                    _tp,
                    Template(
                        (TypeParam("U"),),
                        Function(
                            "as",
                            (),
                            type_("U"),
                            block(ret(static_cast(type_("U"), ident("value")))),
                            const=True,
                            qualifier=name("Box", T),
                        ),
                    ),
                ),
                Var(INT, "made_", lit(0), qualifier=name("Square")),
                Function("count", (), INT, block(ret(ident("made_"))), qualifier=name("Square")),
                Enum(
                    "Colour",
                    (Enumerator("red"), Enumerator("green", binary("<<", lit(1), lit(4)))),
                    underlying=INT,
                ),
                Enum("Old", (Enumerator("OLD_A"), Enumerator("OLD_B")), scoped=False),
                Record("union", "Bits", (Field(INT, "i"), Field(BOOL, "f"))),
                Namespace(
                    (),
                    (
                        Var(const(INT), "hidden", lit(1)),
                        StaticAssert(binary("==", ident("hidden"), lit(1)), StringLit("one")),
                    ),
                ),
                Namespace(("v1",), (Var(INT, "version", lit(1)),), inline=True),
                Template(
                    (TypeParam("Ts", pack=True),),
                    Function(
                        "sum",
                        (Param(PackType(RRef(ts)), "xs"),),
                        AUTO,
                        block(ret(Fold("+", ident("xs"), lit(0)))),
                    ),
                ),
                Template(
                    (TypeParam("Ts", pack=True),),
                    Function(
                        "size",
                        (Param(PackType(ts), "xs"),),
                        INT,
                        block(
                            do(call("sum", PackExpansion(binary("+", ident("xs"), lit(1))))),
                            ret(Cast("static", INT, SizeOfPack("xs"))),
                        ),
                    ),
                ),
                Template(
                    (ValueParam(INT, "N"), TemplateTemplateParam((TypeParam(None),), "C")),
                    Alias("Of", type_("C", Array(INT, ident("N")))),
                ),
                Template(
                    _tp,
                    Concept(
                        "Sized",
                        Requires(
                            (Param(T, "t"),),
                            (
                                SimpleRequirement(method(ident("t"), "size")),
                                CompoundRequirement(
                                    method(ident("t"), "size"), None, noexcept=True
                                ),
                                TypeRequirement(name("T::value_type")),
                            ),
                        ),
                    ),
                ),
                Template(
                    _tp,
                    Function(
                        "length",
                        (Param(const_ref(T), "t"),),
                        INT,
                        block(ret(static_cast(INT, method(ident("t"), "size")))),
                    ),
                    requires=binary("&&", ident("Sized", T), Prefix("!", NoexceptExpr(lit(1)))),
                ),
                Template(_tp, Function("kind", (), INT, block(ret(lit(0))))),
                ExplicitSpecialization(
                    Function(TemplateName("kind", (INT,)), (), INT, block(ret(lit(1))))
                ),
                Template(
                    _tp, Record("struct", TemplateName("Box", (ptr(T),)), (Field(ptr(T), "value"),))
                ),
                ExplicitInstantiation(Record("struct", TemplateName("Box", (INT,)), None)),
                ExplicitInstantiation(Function(TemplateName("kind", (BOOL,)), (), INT)),
                Function(
                    "tag",
                    (),
                    const_ref(_string),
                    block(
                        DeclStmt(
                            Var(const(_string), "text", RawStringLit("raw )x\n  text"), static=True)
                        ),
                        ret(ident("text")),
                    ),
                    attributes=(Attribute("nodiscard"),),
                ),
                _statements(),
                function(
                    INT,
                    "lambdas",
                    [],
                    var(INT, "base", lit(2)),
                    var(
                        AUTO,
                        "add",
                        Lambda(
                            (Capture("base"),),
                            (param(INT, "k"),),
                            block(ret(binary("+", ident("k"), ident("base")))),
                        ),
                    ),
                    var(
                        AUTO,
                        "all",
                        Lambda(
                            (),
                            (Param(PackType(Auto()), "xs"),),
                            block(ret(Fold("+", ident("xs")))),
                            default="&",
                            mutable=True,
                            noexcept=True,
                        ),
                    ),
                    do(
                        call(
                            Lambda(
                                (Capture("c", init=lit(1)),),
                                (),
                                block(var(INT, "d", ident("c")), do(ident("d"))),
                            )
                        )
                    ),
                    var(ptr(INT), "made", New(INT, ParenInit((lit(1),)))),
                    var(Pointer(type_("Bits")), "none", Nullptr()),
                    do(Binary(",", ident("made"), ident("none"))),
                    ret(
                        binary(
                            "+",
                            call("add", lit(1)),
                            call("all", lit(1), lit(2)),
                            MacroCall("TWICE", (binary("+", lit(1), lit(2)),)),
                        )
                    ),
                ),
                function(
                    VOID,
                    "macros",
                    [],
                    MacroStmt("CHECK", (ident("std::is_same_v", INT, INT, header="type_traits"),)),
                ),
            ),
        ),
        LinkageSpec("C", (Function("c_api", (Param(INT),), INT),)),
        NamespaceAlias("alias", name("app")),
        UsingDecl(name("app::Colour")),
        UsingEnum(name("app::Colour")),
        UsingDirective(name("app")),
        Undef("LIMIT"),
        Pragma("GCC diagnostic pop"),
        Function("check", (Param(BOOL),), VOID, block()),
        function(INT, "main", [], ret(binary("-", call("app::lambdas"), lit(12)))),
    )
    return SourceFile("sink.cpp", members)
