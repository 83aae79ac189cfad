"""Node -> text, and what is refused: statements, declarations, preprocessor, files."""

from __future__ import annotations

from rows_exprs import Invalid, Rows, a, b, fn, one, x

from dispatchless.cppast import (
    DEFAULT,
    DELETE,
    PURE,
    Access,
    Alias,
    AlignAs,
    Array,
    Asm,
    Assign,
    Attribute,
    Attributed,
    Auto,
    Base,
    Block,
    BoolLit,
    BraceInit,
    Break,
    Builtin,
    Case,
    Catch,
    Comment,
    CommentStmt,
    Concept,
    Construct,
    Constructor,
    Continue,
    Conversion,
    CoReturn,
    DeclStmt,
    DeductionGuide,
    Define,
    Defined,
    Destructor,
    DocComment,
    DoWhile,
    Elaborated,
    Enum,
    Enumerator,
    ErrorDirective,
    ExplicitInstantiation,
    ExplicitSpecialization,
    ExprStmt,
    Field,
    Fold,
    For,
    Friend,
    Function,
    Goto,
    Header,
    HeaderFile,
    If,
    IfGroup,
    IfSection,
    Include,
    InitList,
    IntLit,
    Label,
    LinkageSpec,
    LRef,
    MacroBlock,
    MacroDecl,
    MacroStmt,
    MemberInit,
    NamedType,
    NameExpr,
    Namespace,
    NamespaceAlias,
    Opaque,
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
    QualifiedName,
    RangeFor,
    RawStringLit,
    Record,
    Return,
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
    Try,
    TypeParam,
    Undef,
    UsingDecl,
    UsingDirective,
    UsingEnum,
    ValueParam,
    Var,
    While,
    name,
    print_file,
    print_node,
)
from dispatchless.cppast.build import (
    BOOL,
    CHAR,
    INT,
    VOID,
    binary,
    call,
    const,
    const_ref,
    construct,
    do,
    ident,
    index,
    lref,
    method,
    ptr,
    ret,
    type_,
)

T = type_("T")
_f = do(call("f"))
_body = Block((_f,))
_empty = Block()
_i = Var(INT, "i", IntLit(0))

STMTS = [
    (ExprStmt(call("f", a)), "f(a);"),
    (ExprStmt(Construct(T, (x,))), "(T(x));"),
    (ExprStmt(construct("T", a, b)), "T(a, b);"),
    (DeclStmt(_i), "int i = 0;"),
    (Return(), "return;"),
    (Return(InitList((a, b))), "return {a, b};"),
    (CoReturn(a), "co_return a;"),
    (CoReturn(), "co_return;"),
    (_empty, "{}"),
    (_body, "{\n  f();\n}"),
    (If(a, _empty), "if (a) {\n}"),
    (If(a, _empty, _empty), "if (a) {\n} else {\n}"),
    (
        If(a, Block((If(b, _body),)), _body),
        "if (a) {\n  if (b) {\n    f();\n  }\n} else {\n  f();\n}",
    ),
    (
        If(a, _body, If(b, _body, _body), init=DeclStmt(_i), constexpr=True),
        "if constexpr (int i = 0; a) {\n  f();\n} else if (b) {\n  f();\n} else {\n  f();\n}",
    ),
    (If(Var(Auto(), "p", call("f")), _body), "if (auto p = f()) {\n  f();\n}"),
    (For(None, None, None, _empty), "for (;;) {}"),
    (
        For(DeclStmt(_i), binary("<", ident("i"), IntLit(3)), Prefix("++", ident("i")), _body),
        "for (int i = 0; i < 3; ++i) {\n  f();\n}",
    ),
    (
        For(do(Construct(T, (x,))), None, Postfix(x, "++"), _empty),
        "for ((T(x));; x++) {}",
    ),
    (
        RangeFor(Var(LRef(const(Auto())), "v"), ident("vs"), _body),
        "for (const auto &v : vs) {\n  f();\n}",
    ),
    (
        RangeFor(StructuredBinding(LRef(Auto()), ("k", "v")), ident("m"), _empty, init=_f),
        "for (f(); auto &[k, v] : m) {}",
    ),
    (While(a, _empty), "while (a) {}"),
    (DoWhile(_body, a), "do {\n  f();\n} while (a);"),
    (
        Switch(a, (Case((one, IntLit(2)), (Break(),)), Case((), (_f,)))),
        "switch (a) {\n  case 1:\n  case 2:\n    break;\n  default:\n    f();\n}",
    ),
    (Switch(a, (Case(()),)), "switch (a) {\n  default:\n    break;\n}"),
    (
        Switch(a, (Case((one,), (DeclStmt(_i), Break())),)),
        "switch (a) {\n  case 1: {\n    int i = 0;\n    break;\n  }\n}",
    ),
    (Case((one,), (_f,)), "case 1:\n  f();"),
    (Case((one,), (_f,), attributes=(Attribute("likely"),)), "[[likely]] case 1:\n  f();"),
    (Case((), (), attributes=(Attribute("unlikely"),)), "[[unlikely]] default:"),
    (Attributed((Attribute("maybe_unused"),), Label("l")), "[[maybe_unused]]\nl:;"),
    (DeclStmt(Asm(StringLit("nop"))), 'asm("nop");'),
    (Break(), "break;"),
    (Continue(), "continue;"),
    (
        Try(_body, (Catch(Param(const_ref(T), "e"), _body), Catch(None, _empty))),
        "try {\n  f();\n} catch (const T &e) {\n  f();\n} catch (...) {\n}",
    ),
    (Catch(Param(T), _empty), "catch (T) {}"),
    (CommentStmt("one\n\ntwo"), "// one\n//\n// two"),
    (Block((Label("again"), Goto("again"))), "{\nagain:;\n  goto again;\n}"),
    (Label("again"), "again:;"),
    (Goto("again"), "goto again;"),
    (Attributed((Attribute("likely"),), _f), "[[likely]]\nf();"),
    (Attributed((Attribute("fallthrough"),)), "[[fallthrough]];"),
    (Opaque("int n = 1;\n\n  ++n;"), "int n = 1;\n\n  ++n;"),
    (MacroStmt("CHECK", (a, T)), "CHECK(a, T);"),
    (MacroStmt("BEGIN", None, semicolon=False), "BEGIN"),
    (MacroStmt("LOOP", (a,), body=_body), "LOOP(a) {\n  f();\n}"),
]

STMTS_INVALID: Invalid = [
    (lambda: ExprStmt(InitList(())), "braced list"),
    (lambda: DeclStmt(Namespace(("n",))), "cannot hold a Namespace"),
    (lambda: DeclStmt(Function("f", (), VOID, _empty)), "not defined inside another"),
    (lambda: Block((_i,)), "a DeclStmt"),  # type: ignore[arg-type]
    (lambda: Block(_f), "a sequence is expected"),  # type: ignore[arg-type]
    (lambda: If(a, _f), "a body is a Block"),  # type: ignore[arg-type]
    (lambda: If(a, _empty, _f), "an else is a Block or an If"),  # type: ignore[arg-type]
    (lambda: If(InitList(()), _empty), "braced list"),
    (lambda: If(Var(INT, "i"), _empty), "initialised by = or braces"),
    (lambda: While(Var(INT, "i", ParenInit((a,))), _empty), "initialised by = or braces"),
    (lambda: For(None, InitList(()), None, _empty), "braced list"),
    (lambda: For(None, None, None, _f), "a body is a Block"),  # type: ignore[arg-type]
    (lambda: RangeFor(_i, a, _empty), "has no initialiser"),
    (lambda: For(DeclStmt(Record("struct", "X")), None, None, _empty), "declares variables"),
    (lambda: If(a, _empty, init=_body), "begins with an expression"),  # type: ignore[arg-type]
    (lambda: DoWhile(_empty, InitList(())), "braced list"),
    (lambda: Switch(a, (Case(()), Case(()))), "one default"),
    (lambda: Switch(a, (Case((one,)), Case((IntLit(1),)))), "each case once"),
    (lambda: Case((InitList(()),)), "braced list"),
    (lambda: Try(_empty, ()), "at least one handler"),
    (lambda: Try(_empty, (Catch(None, _empty), Catch(None, _empty))), "the last handler"),
    (lambda: Catch(Param(INT, "e", one), _empty), "no default"),
    (lambda: CommentStmt("a */ b"), "cannot hold `\\*/`"),
    (lambda: CommentStmt("path\\"), "cannot end in a backslash"),
    (lambda: CommentStmt("what??/"), "cannot end in a backslash"),
    (lambda: CommentStmt("a\\ \nb"), "cannot end in a backslash"),
    (lambda: CommentStmt("a\rb"), "no control characters"),
    (lambda: Label("goto"), "keyword"),
    (lambda: Goto("1"), "must be an identifier"),
    (lambda: Opaque(" "), "at least one statement"),
    (lambda: Opaque("f(); \\"), "cannot end in a backslash"),
    (lambda: MacroStmt("M", (type_("P", INT, T),)), "splits its arguments"),
    (lambda: Return(InitList("ab")), "a sequence is expected"),  # type: ignore[arg-type]
    (lambda: Function("f", (), VOID, Block((Break(),))), "a break is inside a loop.*'f'"),
    (
        lambda: Function("f", (), VOID, Block((Switch(a, (Case((), (Continue(),)),)),))),
        "a continue is inside a loop",
    ),
    (lambda: Function("f", (), VOID, Block((Goto("l"),))), "a goto needs its label: 'l'"),
    (lambda: Function("f", (), VOID, Block((Label("l"), Label("l")))), "a label occurs once"),
    (lambda: Catch(Param(LRef(Auto()), "e"), _empty), "what a handler catches is not auto"),
]

_X = "X"

DECLS: Rows = [
    (_i, "int i = 0;"),
    (Var(T, "x", ParenInit((Construct(T, ()),))), "T x((T()));"),
    (Var(T, "x", ParenInit((Construct(INT, (a,)),))), "T x((int(a)));"),
    (
        Var(T, "x", ParenInit((method(Construct(T, (Assign("=", a, b),)), "get"),))),
        "T x(T(a = b).get());",
    ),
    (
        Var(T, "x", ParenInit((method(Construct(T, (index(a, ident("x")),)), "get"),))),
        "T x((T(a[x]).get()));",
    ),
    (Var(BOOL, "x", Assign("=", a, b)), "bool x = (a = b);"),
    (Var(BOOL, "x", binary(",", a, Assign("=", a, b))), "bool x = (a, (a = b));"),
    (Var(T, "x", ParenInit((a, b))), "T x(a, b);"),
    (Var(T, "x", ParenInit()), "T x{};"),
    (Var(T, "x", BraceInit((construct("W"),))), "T x{W()};"),
    (Var(Array(INT), "v", InitList((one,))), "int v[] = {1};"),
    (Var(Pointer(fn), "p"), "int (*p)(int);"),
    (
        Var(const(INT), "k", one, static=True, inline=True, constexpr=True),
        "static inline constexpr const int k = 1;",
    ),
    (Var(INT, "n", extern=True, thread_local=True), "extern thread_local int n;"),
    (Var(INT, "n", one, constinit=True), "constinit int n = 1;"),
    (Var(const(INT), "k", IntLit(7), qualifier=name("Box", T)), "const int Box<T>::k = 7;"),
    (Var(INT, "n", attributes=(Attribute("maybe_unused"),)), "[[maybe_unused]] int n;"),
    (Var(INT, "n", attributes=(AlignAs(IntLit(8)),), static=True), "alignas(8) static int n;"),
    (
        Var(INT, "n", attributes=(AlignAs(T), Attribute("x"), Attribute("y"))),
        "[[x, y]] alignas(T) int n;",
    ),
    (Asm(StringLit("nop")), 'asm("nop");'),
    (Var(Elaborated("struct", name("X")), "x", BraceInit()), "struct X x{};"),
    (StructuredBinding(Auto(), ("a", "b"), call("f")), "auto [a, b] = f();"),
    (
        StructuredBinding(LRef(const(Auto())), ("a", "b"), BraceInit((x,))),
        "const auto &[a, b]{x};",
    ),
    (
        StructuredBinding(Auto(), ("a",), x, attributes=(Attribute("maybe_unused"),)),
        "[[maybe_unused]] auto [a] = x;",
    ),
    (Function("f"), "void f();"),
    (
        Function("f", (), VOID, Try(_body, (Catch(None, _empty),))),
        "void f() try {\n  f();\n} catch (...) {\n}",
    ),
    (Function("f", (), VOID, _empty), "void f() {}"),
    (Function("f", (Param(INT, "n"),), INT, Block((ret(a),))), "int f(int n) {\n  return a;\n}"),
    (
        Function("f", (), const_ref(T), virtual=True, const=True, body=PURE),
        "virtual const T &f() const = 0;",
    ),
    (Function("f", (), VOID, const=True, ref="&", noexcept=True), "void f() const & noexcept;"),
    (Function("f", (), VOID, noexcept=BoolLit(True)), "void f() noexcept(true);"),
    (Function("f", (), VOID, override=True, final=True), "void f() override final;"),
    (Function("f", (), INT, trailing=True), "auto f() -> int;"),
    (Function("f", (Param(INT),), VOID, variadic=True), "void f(int, ...);"),
    (Function("pick", (), Pointer(fn)), "int (*pick())(int);"),
    (Function("f", (), lref(Array(INT, IntLit(3)))), "int (&f())[3];"),
    (
        Function(
            "f", (), VOID, DELETE, static=True, inline=True, attributes=(Attribute("nodiscard"),)
        ),
        "[[nodiscard]] static inline void f() = delete;",
    ),
    (
        Function("f", (), VOID, _empty, qualifier=name("Box", T), const=True),
        "void Box<T>::f() const {}",
    ),
    (Function("f", (), T, _empty, qualifier=name("::n")), "T (::n::f)() {}"),
    (Var(T, "x", one, qualifier=name("::n")), "T (::n::x) = 1;"),
    (Var(const(T), "x", one, qualifier=name("::n")), "const T (::n::x) = 1;"),
    (Var(Array(T, one), "x", qualifier=name("::n")), "T (::n::x)[1];"),
    (Var(INT, "x", one, qualifier=name("::n")), "int ::n::x = 1;"),
    (Var(const(ptr(T)), "x", one, qualifier=name("::n")), "T *const ::n::x = 1;"),
    (Var(lref(T), "x", one, qualifier=name("::n")), "T &::n::x = 1;"),
    (
        Function("f", (), VOID, requires=Fold("&&", ident("C", T))),
        "void f() requires (C<T> && ...);",
    ),
    (Function("f", (), VOID, requires=ident("C", T)), "void f() requires C<T>;"),
    (
        Function("f", (), VOID, requires=binary("&&", ident("C", T), Prefix("!", ident("D", T)))),
        "void f() requires C<T> && (!D<T>);",
    ),
    (
        OperatorFunction("+=", (Param(const_ref(T), "o"),), LRef(T)),
        "T &operator+=(const T &o);",
    ),
    (OperatorFunction("()", (), VOID, const=True), "void operator()() const;"),
    (
        OperatorFunction("==", (Param(const_ref(T)),), BOOL, DEFAULT),
        "bool operator==(const T &) = default;",
    ),
    (OperatorFunction("<=>", (Param(T),), Auto(), DEFAULT), "auto operator<=>(T) = default;"),
    (OperatorFunction("<", (Param(T),), BOOL, DELETE), "bool operator<(T) = delete;"),
    (
        OperatorFunction('""_km', (Param(Builtin("unsigned long long"), "n"),), INT),
        'int operator""_km(unsigned long long n);',
    ),
    (Conversion(BOOL, explicit=ident("v")), "explicit(v) operator bool();"),
    (Conversion(ptr(T), const=True), "operator T *() const;"),
    (Constructor(_X, body=DEFAULT), "X() = default;"),
    (
        Constructor(
            _X,
            (Param(INT, "n"),),
            (MemberInit("n_", ParenInit((ident("n"),))), MemberInit(name("B", T), BraceInit())),
            _empty,
            explicit=True,
        ),
        "explicit X(int n) : n_(n), B<T>{} {}",
    ),
    (Constructor(_X, (Param(T),), explicit=binary(",", a, b)), "explicit((a, b)) X(T);"),
    (
        Constructor(
            _X, (), (MemberInit("n", ParenInit((one,))),), Try(_empty, (Catch(None, _body),))
        ),
        "X() try : n(1) {\n} catch (...) {\n  f();\n}",
    ),
    (Constructor(_X, qualifier=name(_X), body=_empty, noexcept=True), "X::X() noexcept {}"),
    (MemberInit("n", BraceInit((a,))), "n{a}"),
    (MemberInit(name("Bs"), ParenInit((a,)), pack=True), "Bs(a)..."),
    (Destructor(_X, _empty, virtual=True), "virtual ~X() {}"),
    (Destructor(_X, qualifier=name(_X), body=DEFAULT), "X::~X() = default;"),
    (DeductionGuide(_X, (Param(T),), type_(_X, T)), "X(T) -> X<T>;"),
    (Alias("F", Pointer(fn)), "using F = int (*)(int);"),
    (UsingDecl(name("B::f")), "using B::f;"),
    (UsingDecl(name("Bs::f"), typename=True, pack=True), "using typename Bs::f...;"),
    (UsingEnum(name("E")), "using enum E;"),
    (
        UsingDirective(name("n"), attributes=(Attribute("gnu"),)),
        "[[gnu]] using namespace n;",
    ),
    (UsingDirective(name("std::literals")), "using namespace std::literals;"),
    (NamespaceAlias("fs", name("std::filesystem")), "namespace fs = std::filesystem;"),
    (
        Namespace(("a", "b"), (_i,)),
        "namespace a::b {\n\nint i = 0;\n\n}  // namespace a::b",
    ),
    (Namespace((), ()), "namespace {\n}  // namespace"),
    (
        Namespace(("v1",), (), inline=True, attributes=(Attribute("deprecated"),)),
        "inline namespace [[deprecated]] v1 {\n}  // namespace v1",
    ),
    (
        LinkageSpec("C", (Function("f"),)),
        'extern "C" {\n\nvoid f();\n\n}  // extern "C"',
    ),
    (StaticAssert(a), "static_assert(a);"),
    (StaticAssert(a, StringLit("why")), 'static_assert(a, "why");'),
    (Comment("note"), "// note"),
    (DocComment("What it does.\nAnd how."), "/// What it does.\n/// And how."),
    (Record("struct", _X), "struct X {};"),
    (Record("class", _X, None), "class X;"),
    (
        Record(
            "class",
            _X,
            (
                Access("public"),
                Constructor(_X, body=DEFAULT),
                Function("get", (), INT, Block((ret(ident("n_")),)), const=True),
                Access("private"),
                Field(INT, "n_", IntLit(0)),
            ),
            (Base(name("B"), "public"), Base(name("C"), virtual=True)),
            final=True,
        ),
        "class X final : public B, virtual C {\n"
        "public:\n"
        "  X() = default;\n"
        "\n"
        "  int get() const {\n"
        "    return n_;\n"
        "  }\n"
        "\n"
        "private:\n"
        "  int n_ = 0;\n"
        "};",
    ),
    (
        Record("struct", "V", (Record("union", None, (Field(INT, "i"), Field(CHAR, "c"))),)),
        "struct V {\n  union {\n    int i;\n    char c;\n  };\n};",
    ),
    (
        Record("struct", TemplateName("H", (INT,)), (), attributes=(Attribute("deprecated"),)),
        "struct [[deprecated]] H<int> {};",
    ),
    (
        Record("struct", _X, (), attributes=(Attribute("x"), AlignAs(IntLit(16)))),
        "struct [[x]] alignas(16) X {};",
    ),
    (Base(name("Bs"), "private", pack=True), "private Bs..."),
    (Access("protected"), "protected:"),
    (Field(INT, "n", mutable=True), "mutable int n;"),
    (Field(Builtin("unsigned"), "bits", width=IntLit(3)), "unsigned bits : 3;"),
    (Field(INT, None, width=IntLit(0)), "int : 0;"),
    (Field(INT, "n", attributes=(AlignAs(IntLit(8)),), mutable=True), "alignas(8) mutable int n;"),
    (Field(Array(INT, IntLit(2)), "v", BraceInit((one, one))), "int v[2]{1, 1};"),
    (
        Enum("E", (Enumerator("A"), Enumerator("B", binary("<<", one, IntLit(2)))), underlying=INT),
        "enum class E : int {\n  A,\n  B = 1 << 2,\n};",
    ),
    (Enum(None, (Enumerator("A"),), scoped=False), "enum {\n  A,\n};"),
    (Enum("E", None), "enum class E;"),
    (Enum("E", (), qualifier=name("X")), "enum class X::E {};"),
    (
        Enumerator("A", one, attributes=(Attribute("deprecated"),)),
        "A [[deprecated]] = 1,",
    ),
    (Enum("E"), "enum class E {};"),
    (Enumerator("A", attributes=(Attribute("deprecated"),)), "A [[deprecated]],"),
    (Enumerator("A", binary(",", a, b)), "A = (a, b),"),
    (TypeParam("T"), "class T"),
    (TypeParam("Ts", pack=True, keyword="typename"), "typename... Ts"),
    (TypeParam("T", INT), "class T = int"),
    (TypeParam("T", concept=name("std::integral")), "std::integral T"),
    (TypeParam(None), "class"),
    (ValueParam(INT, "N", IntLit(3)), "int N = 3"),
    (ValueParam(PackType(Builtin("int")), "Ns"), "int... Ns"),
    (ValueParam(BOOL, "B", binary(">", a, b)), "bool B = (a > b)"),
    (
        TemplateTemplateParam((TypeParam(None),), "C", name("std::vector")),
        "template <class> class C = std::vector",
    ),
    (
        Template((TypeParam("T"), ValueParam(INT, "N")), Record("struct", _X, None)),
        "template <class T, int N>\nstruct X;",
    ),
    (
        Template((TypeParam("T"),), Function("f"), requires=ident("C", T)),
        "template <class T>\n  requires C<T>\nvoid f();",
    ),
    (
        Template((TypeParam("T"),), Concept("C", binary("||", ident("A", T), ident("B", T)))),
        "template <class T>\nconcept C = A<T> || B<T>;",
    ),
    (
        Template(
            (TypeParam("T"),),
            Template((TypeParam("U"),), Function("f", (), VOID, _empty, qualifier=name("X", T))),
        ),
        "template <class T>\ntemplate <class U>\nvoid X<T>::f() {}",
    ),
    (
        ExplicitSpecialization(Function(TemplateName("f", (INT,)), (), INT)),
        "template <>\nint f<int>();",
    ),
    (
        ExplicitInstantiation(Record("class", TemplateName("v", (INT,)), None), extern=True),
        "extern template class v<int>;",
    ),
    (
        ExplicitInstantiation(Function(TemplateName("f", (INT,)), (), INT)),
        "template int f<int>();",
    ),
    (Friend(Record("class", _X, None)), "friend class X;"),
    (Friend(T), "friend T;"),
    (
        Friend(OperatorFunction("<<", (Param(lref(T), "o"),), lref(T))),
        "friend T &operator<<(T &o);",
    ),
    (
        Friend(Template((TypeParam("U"),), Record("struct", "Y", None))),
        "template <class U>\nfriend struct Y;",
    ),
    (Concept("C", BoolLit(True)), "concept C = true;"),
    (MacroDecl("REGISTER", (ident("x"),)), "REGISTER(x);"),
    (MacroDecl("BEGIN", None, semicolon=False), "BEGIN"),
    (
        MacroBlock("TORCH_LIBRARY", (ident("ns"), ident("m")), _body),
        "TORCH_LIBRARY(ns, m) {\n  f();\n}",
    ),
    (
        Var(T, "w", ParenInit((Assign("=", Construct(T, (a,)), one),))),
        "T w((T(a) = 1));",
    ),
    (Var(T, "w", ParenInit((PackExpansion(Construct(T, (a,))),))), "T w((T(a))...);"),
    (
        Template((TypeParam("T"),), Function("h", (), type_("::n::X")), requires=ident("V", T)),
        "template <class T>\n  requires (V<T>)\n::n::X h();",
    ),
    (
        Template(
            (TypeParam("T"),),
            Var(lref(type_("::n::X")), "h"),
            requires=binary("&&", ident("V", T), ident("C", T)),
        ),
        "template <class T>\n  requires V<T> && (C<T>)\n::n::X &h;",
    ),
    (
        Template(
            (TypeParam("T"),),
            Constructor("S", (), qualifier=name("::n::S", T), body=_empty),
            requires=ident("V", T),
        ),
        "template <class T>\n  requires (V<T>)\n::n::S<T>::S() {}",
    ),
    (
        Template(
            (TypeParam("T"),),
            Function("h", (), type_("::n::X"), trailing=True),
            requires=ident("V", T),
        ),
        "template <class T>\n  requires V<T>\nauto h() -> ::n::X;",
    ),
]


def _struct(*members: object, kind: str = "struct") -> Record:
    return Record(kind, _X, members)  # type: ignore[arg-type]


DECLS_INVALID: Invalid = [
    (lambda: Var(INT, "1"), "must be an identifier"),
    (lambda: Var(VOID, "v"), "cannot have type void: 'v'"),
    (lambda: Var(fn, "v"), "a function type"),
    (lambda: Var(PackType(T), "v"), "cannot be a pack"),
    (lambda: Var(INT, "v", static=True, extern=True), "static or extern"),
    (lambda: Var(INT, "v", constexpr=True), "needs an initialiser"),
    (lambda: Var(INT, "v", one, constexpr=True, constinit=True), "constexpr or constinit"),
    (lambda: Var(INT, "v", one, constexpr=True, extern=True), "not constexpr"),
    (lambda: Var(INT, "v", one, extern=True), "has no initialiser"),
    (lambda: Var(INT, "v", one, static=True, qualifier=name(_X)), "stay inside the class"),
    (lambda: StructuredBinding(INT, ("a",), x), "has type auto"),
    (lambda: StructuredBinding(Auto(), (), x), "at least one name"),
    (lambda: StructuredBinding(Auto(), ("a", "a"), x), "occurs once"),
    (lambda: StructuredBinding(Auto(), ("1",), x), "must be an identifier"),
    (lambda: Function("operator"), "keyword"),
    (lambda: Function("f", (Param(INT, "n", one), Param(INT, "m"))), "cannot follow.*'m'"),
    (lambda: Function("f", (Param(INT, "n"), Param(INT, "n"))), "name occurs once: 'n'"),
    (lambda: Function("f", (), Array(INT, one)), "cannot return an array"),
    (lambda: Function("f", (), fn), "cannot return a function"),
    (lambda: Function("f", (), VOID, static=True, const=True), "a static function has no const"),
    (lambda: Function("f", (), VOID, static=True, virtual=True), "a static function"),
    (lambda: Function("f", (), VOID, static=True, extern=True), "static or extern"),
    (lambda: Function("f", (), VOID, constexpr=True, consteval=True), "constexpr or consteval"),
    (lambda: Function("f", (), VOID, explicit=True), "are explicit"),
    (lambda: Function("f", (), VOID, PURE), "only a virtual function is pure"),
    (lambda: Function("f", (), VOID, static=True, qualifier=name(_X)), "stay inside the class"),
    (lambda: Function("f", (), VOID, ref="*"), "a ref-qualifier"),  # type: ignore[arg-type]
    (lambda: Function("f", (), INT, Block((Return(),))), "a return needs a value"),
    (lambda: OperatorFunction("."), "can be overloaded"),
    (lambda: OperatorFunction("+", (Param(INT),), explicit=True), "only constructors and conv"),
    (lambda: OperatorFunction("+", (Param(INT, "n", one),)), "no default arguments"),
    (lambda: OperatorFunction("+", (Param(INT), Param(INT), Param(INT))), "at most two operands"),
    (lambda: Function("f", (), VOID, DEFAULT), "special members and comparisons"),
    (lambda: OperatorFunction("+", (), T, DEFAULT), "assignment and comparisons"),
    (lambda: Conversion(INT, DEFAULT), "cannot be defaulted"),
    (lambda: OperatorFunction('""1'), "suffix of a literal operator"),
    (lambda: _struct(OperatorFunction('""_x', (Param(INT),))), "is no member"),
    (
        lambda: Constructor(
            _X, body=Try(_empty, (Catch(None, Block((If(a, Block((Return(),))),))),))
        ),
        "a constructor.s try has no return",
    ),
    (
        lambda: Function("f", (), INT, Try(_empty, (Catch(None, Block((Return(),))),))),
        "a return needs a value",
    ),
    (lambda: Asm(StringLit("nop", encoding="u")), "a plain string"),
    (lambda: Asm(a), "a plain string"),  # type: ignore[arg-type]
    (lambda: _struct(Asm(StringLit("nop"))), "cannot hold a Asm"),
    (lambda: Enum("E", (), attributes=(AlignAs(one),)), "an attribute is expected"),  # type: ignore[arg-type]
    (lambda: Enum("E", None, qualifier=name("X")), "outside its class"),
    (lambda: Conversion(Array(INT, one)), "cannot return an array"),
    (lambda: Conversion(Pointer(fn)), "needs an alias"),
    (lambda: Conversion(INT, static=True), "no static member"),
    (lambda: Constructor(_X, body=Block((Return(one),))), "returns no value"),
    (lambda: Constructor(_X, (), (MemberInit("a", ParenInit()),)), "need a body"),
    (
        lambda: Constructor(
            _X, (), (MemberInit("a", ParenInit()), MemberInit("a", BraceInit())), _empty
        ),
        "initialised once: 'a'",
    ),
    (lambda: Constructor(_X, body=PURE), "is not virtual"),
    (lambda: Constructor(_X, explicit=True, qualifier=name(_X)), "stays inside the class"),
    (lambda: MemberInit("1", ParenInit()), "must be an identifier"),
    (lambda: Destructor(_X, Block((Return(one),))), "returns no value"),
    (lambda: Destructor(_X, PURE), "only a virtual function is pure"),
    (lambda: DeductionGuide("1", (), T), "must be an identifier"),
    (lambda: Alias("A", Auto()), "no pack or auto"),
    (lambda: Alias("int", INT), "keyword"),
    (lambda: UsingDecl(name("f")), "names a scope"),
    (lambda: Namespace("ab"), "a sequence is expected"),
    (lambda: Namespace(("a.b",)), "must be an identifier"),
    (lambda: Namespace(("a", "b"), (), inline=True), "one name here"),
    (lambda: Namespace(("a", "b"), (), attributes=(Attribute("x"),)), "takes no attributes"),
    (lambda: Namespace(("n",), (Field(INT, "x"),)), "cannot hold a Field"),
    (lambda: Namespace(("n",), (Access("public"),)), "cannot hold a Access"),
    (lambda: Namespace(("n",), (_f,)), "holds declarations"),  # type: ignore[arg-type]
    (lambda: Namespace(("n",), (Function("f", const=True),)), "only a member function is const"),
    (lambda: Namespace(("n",), (Constructor(_X),)), "needs its qualifier"),
    (
        lambda: Namespace(("n",), (Function("f", body=_empty), Function("f", body=_empty))),
        "a function of one signature once: 'f'",
    ),
    (lambda: Namespace(("n",), (_i, Var(BOOL, "i"))), "declares a name once: 'i'"),
    (lambda: Namespace(("n",), (Concept("C", one),)), "cannot hold a Concept"),
    (
        lambda: Namespace(("n",), (Function(TemplateName("f", (INT,))),)),
        "a template-id is declared",
    ),
    (lambda: _struct(Record("struct", TemplateName("H", (INT,)))), "a template-id is declared"),
    (
        lambda: Template((TypeParam("T"),), Function(TemplateName("f", (T,)))),
        "no partial specialisation",
    ),
    (lambda: NamespaceAlias("1", name("a")), "must be an identifier"),
    (lambda: LinkageSpec("D", ()), "C or C\\+\\+: 'D'"),
    (lambda: StaticAssert(InitList(())), "braced list"),
    (lambda: StaticAssert(a, StringLit("x", encoding="u")), "a plain message"),
    (lambda: Comment("*/"), "cannot hold"),
    (lambda: DocComment("\\"), "backslash"),
    (lambda: Record("enum", _X), "struct, class or union: 'enum'"),  # type: ignore[arg-type]
    (lambda: Record("struct", None, None), "has a name"),
    (lambda: Record("struct", _X, None, (Base(name("B")),)), "has no bases"),
    (lambda: Record("union", _X, (), (Base(name("B")),)), "a union has no bases"),
    (lambda: Record("struct", _X, (), (Base(name("B")), Base(name("B")))), "occurs once"),
    (lambda: _struct(Field(INT, "a"), Field(INT, "a")), "declares a name once: 'a'"),
    (lambda: _struct(Field(INT, "a"), Function("a")), "declares a name once: 'a'"),
    (lambda: _struct(Function("a"), Field(INT, "a")), "declares a name once: 'a'"),
    (lambda: _struct(Function("f"), Function("f")), "one signature once: 'f'"),
    (lambda: _struct(Constructor("Y")), "its class's name: 'Y' in 'X'"),
    (lambda: _struct(Destructor("Y")), "its class's name"),
    (lambda: _struct(Field(INT, _X)), "its class's name"),
    (lambda: _struct(Var(INT, "v")), "is a Field"),
    (lambda: _struct(Namespace(("n",))), "cannot hold a Namespace"),
    (lambda: _struct(Function("f", qualifier=name(_X))), "no qualifier inside"),
    (lambda: _struct(Function("f", virtual=True), kind="union"), "no virtual functions"),
    (lambda: _struct(_f), "a member is a declaration"),
    (lambda: Base(name("B"), "friend"), "public, protected or private"),  # type: ignore[arg-type]
    (lambda: Access("friend"), "public, protected or private"),  # type: ignore[arg-type]
    (lambda: Field(INT, None), "only a bit-field has no name"),
    (lambda: Field(INT, None, one, width=one), "has no initialiser"),
    (lambda: Field(Auto(), "x", one), "cannot have type auto"),
    (lambda: Field(VOID, "x"), "cannot have type void"),
    (lambda: Field(ptr(INT), "x", width=one), "integral or enumeration"),
    (lambda: Field(INT, "x", ParenInit((one,))), "= or braces"),
    (lambda: Enum("E", (Enumerator("A"), Enumerator("A"))), "occurs once: 'A'"),
    (lambda: Enum(None), "has no name"),
    (lambda: Enum("E", None, scoped=False), "declared with its type"),
    (lambda: Enum("E", (), underlying=ptr(INT)), "an integral type"),
    (lambda: Enumerator("1"), "must be an identifier"),
    (lambda: Enumerator("A", InitList(())), "braced list"),
    (lambda: TypeParam("Ts", INT, pack=True), "pack has no default"),
    (lambda: TypeParam("T", keyword="struct"), "class or typename"),  # type: ignore[arg-type]
    (lambda: ValueParam(VOID, "N"), "cannot have type void"),
    (lambda: ValueParam(PackType(INT), "N", one), "pack has no default"),
    (lambda: TemplateTemplateParam((), "C"), "has parameters"),
    (lambda: Template((), Function("f")), "a template has parameters"),
    (lambda: Template((TypeParam("T"), TypeParam("T")), Function("f")), "name occurs once"),
    (
        lambda: Template((TypeParam("T", INT), TypeParam("U")), Function("f")),
        "cannot follow one: 'U'",
    ),
    (lambda: Template((TypeParam("T"),), Namespace(("n",))), "declares a function, class"),
    (lambda: Template((TypeParam("T"),), Destructor(_X)), "cannot be a template"),
    (lambda: Template((TypeParam("T"),), Function("f", virtual=True)), "cannot be virtual"),
    (
        lambda: Template((TypeParam("T"),), Concept("C", one), requires=a),
        "no requires-clause",
    ),
    (lambda: Concept("1", one), "must be an identifier"),
    (lambda: ExplicitSpecialization(Record("struct", _X)), "is a template-id: 'X'"),
    (lambda: ExplicitSpecialization(Alias("A", INT)), "declares a function, class"),
    (lambda: ExplicitInstantiation(Record("struct", _X, None)), "a template-id without members"),
    (lambda: ExplicitInstantiation(Function("f", body=_empty)), "has no body"),
    (lambda: ExplicitInstantiation(Function("f", inline=True)), "not inline"),
    (lambda: ExplicitInstantiation(Alias("A", INT)), "declares a function, class"),
    (lambda: Friend(Record("class", _X)), "only declared"),
    (lambda: Friend(_i), "a function or a class"),
    (lambda: Friend(Function("f", static=True)), "not virtual or static"),
    (lambda: MacroDecl("M", (type_("P", INT, T),)), "splits its arguments"),
    (lambda: MacroBlock("M", (InitList((a, b)),), _empty), "splits its arguments"),
    (lambda: Field(Builtin("double"), "n", width=one), "a bit-field is integral"),
    (lambda: Field(INT, "n", width=IntLit(0)), "a bit-field with a name has bits: 'n'"),
    (lambda: Field(const(INT), "n", mutable=True), "neither const nor a reference: 'n'"),
    (lambda: Field(lref(INT), "n", mutable=True), "neither const nor a reference: 'n'"),
    (lambda: Enum("W", (), underlying=Builtin("double")), "an underlying type is integral"),
    (lambda: Record("union", "U", (Field(lref(INT), "n"),)), "a union has no references: 'n'"),
    (lambda: DeclStmt(Function("f", (), INT, virtual=True)), "only a member function is virtual"),
    (
        lambda: Template((TypeParam("Ts", pack=True), TypeParam("T")), Record("struct", "S", ())),
        "its last parameter: 'Ts'",
    ),
]

PREPROC: Rows = [
    (Include(Header("cstdio")), "#include <cstdio>"),
    (Define("FLAG"), "#define FLAG"),
    (Define("TWICE", ("x",), (binary("+", x, x),)), "#define TWICE(x) ((x) + (x))"),
    (
        Define("SHOW", ("x",), (call("puts", StringConcat((StringLit("x: "), Stringize("x")))),)),
        '#define SHOW(x) puts("x: " #x)',
    ),
    (
        Define(
            "GETTER",
            ("type", "field"),
            (
                Function(
                    Paste(("get_", "field")),
                    (),
                    NamedType(name("type")),
                    Block((Return(NameExpr(QualifiedName((Paste(("field", "_")),)))),)),
                    const=True,
                ),
            ),
        ),
        "#define GETTER(type, field)  \\\n  type get_##field() const { \\\n"
        "    return field##_;         \\\n  }",
    ),
    (
        Define("ALL", ("...",), (Stringize("__VA_ARGS__"),)),
        "#define ALL(...) #__VA_ARGS__",
    ),
    (
        Define(
            "RUN", ("f", "..."), (ExprStmt(call("f", ident("__VA_ARGS__"))), CommentStmt("done"))
        ),
        "#define RUN(f, ...) \\\n  f(__VA_ARGS__);   \\\n  /* done */",
    ),
    (
        Define("LOOP", ("x",), (While(binary("+", x, one), Block((CommentStmt("why"), Break()))),)),
        "#define LOOP(x)     \\\n  while ((x) + 1) { \\\n    /* why */       \\\n"
        "    break;          \\\n  }",
    ),
    (Undef("FLAG"), "#undef FLAG"),
    (
        IfSection((IfGroup(Defined("A"), (_i,)),)),
        "#ifdef A\nint i = 0;\n#endif",
    ),
    (
        IfSection((IfGroup(Prefix("!", Defined("A")), ()),), ()),
        "#ifndef A\n#else\n#endif",
    ),
    (
        IfSection(
            (IfGroup(binary("&&", Defined("A"), Defined("B"))), IfGroup(Defined("C"), (_i,))),
            (Function("f"),),
        ),
        "#if defined(A) && defined(B)\n#elif defined(C)\nint i = 0;\n#else\nvoid f();\n#endif",
    ),
    (IfGroup(Defined("A"), (_i,)), "#ifdef A\nint i = 0;\n#endif"),
    (Block((IfSection((IfGroup(Defined("A"), (_f,)),)),)), "{\n#ifdef A\n  f();\n#endif\n}"),
    (Pragma('GCC diagnostic ignored "-Wfoo"'), '#pragma GCC diagnostic ignored "-Wfoo"'),
    (ErrorDirective("no"), '#error "no"'),
]

PREPROC_INVALID: Invalid = [
    (lambda: Define("1"), "a macro must be an identifier"),
    (lambda: Define("defined"), "cannot name a macro"),
    (lambda: Define("M", ("x", "x")), "occurs once"),
    (lambda: Define("M", ("...", "x")), "must be an identifier"),
    (lambda: Define("M", "xy"), "a sequence is expected"),
    (lambda: Define("M", None, (a, b)), "one expression or type, or lines"),
    (lambda: Define("M", None, (Stringize("x"),)), "before a parameter of the macro"),
    (lambda: Define("M", ("x",), (Stringize("y"),)), "before a parameter of the macro"),
    (lambda: Define("M", ("x",), (Stringize("__VA_ARGS__"),)), "before a parameter of the macro"),
    (lambda: print_node(Return(Stringize("x"))), "in the body of a macro only"),
    (
        lambda: print_file(SourceFile("a.cpp", (Function(Paste(("get_", "x"))),))),
        "in the body of a macro only",
    ),
    (lambda: Define("M", None, (Define("N"),)), "holds no directive"),
    (lambda: Define("M", None, (RawStringLit("a\nb"),)), "no raw string of several lines"),
    (lambda: Define("M", None, (Opaque("f(); // x"),)), "no `//` comment"),
    (lambda: Undef("class"), "keyword"),
    (lambda: IfSection(()), "at least one group"),
    (lambda: Pragma("once; }"), "a pragma is"),
    (lambda: Pragma("a\nb"), "a pragma is"),
    (lambda: ErrorDirective("a\nb"), "one line of text"),
]

FILES: Rows = [
    (
        HeaderFile("x.h", (Function("f", (), type_("at::Tensor", header="ATen/Tensor.h")),)),
        "#pragma once\n\n#include <ATen/Tensor.h>\n\nat::Tensor f();\n",
    ),
    (
        HeaderFile("x.h", (_i,), guard="X_H", banner="Generated.\nDo not edit."),
        "// Generated.\n// Do not edit.\n\n"
        "#ifndef X_H\n#define X_H\n\nint i = 0;\n\n#endif  // X_H\n",
    ),
    (SourceFile("x.cpp", (_i,)), "int i = 0;\n"),
    (
        SourceFile("x.cpp", (Include(Header("b.h")), _i), includes=(Header("a.h", False),)),
        '#include "a.h"\n\n#include <b.h>\n\nint i = 0;\n',
    ),
]

_primary = Template((TypeParam("D"),), Function("where", (), INT))
_special = ExplicitSpecialization(
    Function(TemplateName("where", (type_("Cpu"),)), (), INT, Block((ret(one),)))
)
_use = Function("g", (), INT, Block((ret(call(name("where", type_("Cpu")))),)))

FILES_INVALID: Invalid = [
    (lambda: SourceFile("", ()), "a file has a path"),
    (lambda: SourceFile("x.cpp", (_primary, _use, _special)), "comes before its first use"),
    (lambda: SourceFile("x.cpp", (_special, _primary)), "follows its primary template"),
    (
        lambda: SourceFile("x.cpp", (_primary, Namespace(("n",), (_use,)), _special)),
        "comes before its first use",
    ),
    (lambda: HeaderFile("x.h", (), guard="1X"), "an include guard must be"),
    (lambda: HeaderFile("x.h", (), banner="*/"), "cannot hold"),
    (lambda: SourceFile("x.cpp", (Field(INT, "x"),)), "a file cannot hold a Field"),
]
