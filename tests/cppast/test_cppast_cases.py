"""Faults that other builders of C++ had, and their neighbours. Ids are those of the case list."""

from __future__ import annotations

import math
import struct
from itertools import permutations
from pathlib import Path
from random import Random

import pytest
from node_checks import compile_text, run_text

from dispatchless.cppast import (
    Alias,
    Array,
    Assign,
    Block,
    BraceInit,
    Builtin,
    Call,
    CharLit,
    Conditional,
    ConversionName,
    Decl,
    ExplicitSpecialization,
    Expr,
    Field,
    FloatLit,
    For,
    Function,
    FunctionType,
    If,
    IntLit,
    Lambda,
    MemberPointer,
    NameExpr,
    New,
    NodeError,
    OperatorName,
    PackType,
    ParenInit,
    Pointer,
    Prefix,
    Qualified,
    QualifiedName,
    Record,
    Requires,
    SimpleRequirement,
    SizeOf,
    SourceFile,
    StringLit,
    Switch,
    Template,
    TemplateName,
    TypeParam,
    Var,
    While,
    in_template_order,
    name,
    print_file,
    print_node,
)
from dispatchless.cppast.build import (
    INT,
    binary,
    brace,
    call,
    const,
    construct,
    ident,
    index,
    lit,
    member,
    method,
    ptr,
    ret,
    type_,
)
from dispatchless.cppast.stmts import Case

a, b, c, x, y = (ident(letter) for letter in "abcxy")


@pytest.mark.parametrize(
    ("tree", "text"),
    [
        (Prefix("-", Prefix("-", x)), "- -x"),
        (Prefix("-", IntLit(-1)), "- -1"),
        (Prefix("-", FloatLit(-0.0)), "- -0.0"),
        (binary("-", x, Prefix("-", y)), "x - -y"),
        (binary("-", x, IntLit(-1)), "x - -1"),
        (binary("-", x, Prefix("--", y)), "x - --y"),
        (Prefix("+", Prefix("++", x)), "+ ++x"),
        (Prefix("-", Prefix("--", x)), "- --x"),
        (Prefix("++", Prefix("+", x)), "++ +x"),
        (Prefix("+", Prefix("-", x)), "+-x"),
        (Prefix("-", binary("-", IntLit(-1), x)), "-(-1 - x)"),
    ],
)
def test_x1_signs_never_paste(tree: Prefix, text: str) -> None:
    assert print_node(tree) == text


def test_x3_assignment_and_conditional() -> None:
    three = IntLit(3)
    assert print_node(Assign("=", Conditional(c, a, b), three)) == "(c ? a : b) = 3"
    both = Conditional(c, Assign("=", a, IntLit(1)), Assign("=", b, IntLit(2)))
    assert print_node(both) == "c ? a = 1 : b = 2"
    nested = Conditional(Conditional(c, IntLit(1), IntLit(0)), IntLit(5), IntLit(6))
    assert print_node(nested) == "(c ? 1 : 0) ? 5 : 6"
    added = binary("+", IntLit(1), Conditional(c, IntLit(2), three))
    assert print_node(added) == "1 + (c ? 2 : 3)"


def test_x5_angle_brackets(tmp_path: Path) -> None:
    greater, less = binary(">", a, b), binary("<", a, b)
    shift = binary(">>", IntLit(8), IntLit(1))
    array = type_("array", INT, IntLit(3))
    texts = [
        (type_("Holder", greater), "Holder<(a > b)>"),
        (type_("Holder", less), "Holder<(a < b)>"),
        (type_("Num", shift), "Num<(8 >> 1)>"),
        (type_("vector", array), "vector<array<int, 3>>"),
        (type_("Holder", binary("==", a, greater)), "Holder<a == (a > b)>"),
        (type_("Holder", Prefix("!", greater)), "Holder<!(a > b)>"),
        (type_("Num", IntLit(-1)), "Num<-1>"),
        (type_("Num", IntLit(-(2**31))), "Num<(-2147483647 - 1)>"),
    ]
    lines = [
        "template <bool B> struct Holder {}; template <int N> struct Num {};",
        "template <class T, int N> struct array {}; template <class T> struct vector {};",
        "constexpr int a = 1, b = 2;",
    ]
    for number, (made, text) in enumerate(texts):
        assert print_node(made) == text
        lines.append(print_node(Var(made, f"v{number}")))
    compile_text("\n".join(lines), tmp_path)


@pytest.mark.parametrize("std", ["c++14", "c++20"])
def test_x7_trigraphs(std: str, tmp_path: Path) -> None:
    texts = ["why??=ok ??/ ??!", "??", "???", "?????>", "a?", "??(??)??<??>??'??-"]
    lines = ["#include <cstdio>", "#include <cstring>", "int main() {"]
    for text in texts:
        literal = print_node(StringLit(text))
        assert "??" not in literal
        lines.append(f"  if (sizeof({literal}) != {len(text) + 1}) return 1;")
        escaped = ", ".join(str(ord(char)) for char in text)
        lines.append(f"  {{ const char want[] = {{{escaped}, 0}};")
        lines.append(f"    if (std::strcmp({literal}, want) != 0) return 2; }}")
    lines += ['  std::puts("same");', "}"]
    assert run_text("\n".join(lines), tmp_path, "-trigraphs", std=std) == "same\n"


def test_x9_extreme_integers(tmp_path: Path) -> None:
    cases = [
        (IntLit(-(2**63)), "long long", "LLONG_MIN"),
        (IntLit(-(2**31)), "int", "INT_MIN"),
        (IntLit(2**64 - 1), "unsigned long long", "ULLONG_MAX"),
        (IntLit(2**31), "long long", "2147483647LL + 1"),
        (IntLit(2**31 - 1), "int", "INT_MAX"),
        (IntLit(-(2**31) + 1), "int", "INT_MIN + 1"),
        (IntLit(2**63 - 1), "long long", "LLONG_MAX"),
        (IntLit(-(2**63), "L"), "long", "LONG_MIN"),
        (IntLit(2**32 - 1, "U"), "unsigned", "UINT_MAX"),
        (IntLit(2**31, base=16), "long long", "2147483647LL + 1"),
    ]
    lines = ["#include <climits>", "#include <type_traits>"]
    for literal, kind, value in cases:
        text = print_node(literal)
        lines.append(f"static_assert(std::is_same_v<decltype({text}), {kind}>);")
        lines.append(f"static_assert({text} == ({value}));")
        lines.append(f"static_assert({print_node(binary('-', literal, IntLit(0)))} == ({value}));")
    compile_text("\n".join(lines), tmp_path, "-Wall", "-Wextra", "-Werror")


def test_x11_characters(tmp_path: Path) -> None:
    assert [print_node(CharLit(char)) for char in "'\"\\\n\0\x7f"] == [
        "'\\''",
        "'\"'",
        "'\\\\'",
        "'\\n'",
        "'\\0'",
        "'\\177'",
    ]
    lines = []
    for code in range(256):
        text = print_node(CharLit(code))
        lines.append(f"static_assert(sizeof({text}) == 1 && (unsigned char){text} == {code});")
    compile_text("\n".join(lines), tmp_path)


def test_every_byte_pair_survives_in_strings(tmp_path: Path) -> None:
    pairs = bytes(byte for first in range(256) for second in range(256) for byte in (first, second))
    lines = ["#include <cstdio>", "#include <cstring>", "int main() {", "  unsigned n = 0;"]
    lines.append("  auto check = [&](const char *text, unsigned size) {")
    lines.append("    for (unsigned i = 0; i + 1 < size; i += 2, ++n)")
    lines.append(
        "      if ((unsigned char)text[i] != n / 256 || (unsigned char)text[i + 1] != n % 256)"
    )
    lines.append('        { std::printf("%u\\n", n); return; }')
    lines.append("  };")
    for start in range(0, len(pairs), 4096):
        literal = print_node(StringLit(pairs[start : start + 4096]))
        lines.append(f"  check({literal}, sizeof({literal}) - 1);")
    lines += ['  std::printf("%u\\n", n);', "}"]
    assert run_text("\n".join(lines), tmp_path) == "65536\n"


def test_random_numbers_survive(size: int, tmp_path: Path) -> None:
    """Doubles (any bit pattern that is a number), floats and 64-bit integers, compiled and run."""
    for part in range(size):
        check_numbers(Random(3 + part), tmp_path)


def check_numbers(random: Random, tmp_path: Path) -> None:
    """10,000 doubles and as many integers, 500 floats."""
    doubles = [0.0, -0.0, 5e-324, 1.7976931348623157e308, 1e16, 123456789.0]
    while len(doubles) < 10_000:
        value = struct.unpack("<d", random.randbytes(8))[0]
        if math.isfinite(value):
            doubles.append(value)
    wide = [random.uniform(-1e30, 1e30) for _ in range(500)]
    floats = [struct.unpack("<f", struct.pack("<f", value))[0] for value in wide]
    integers = [random.randrange(-(2**63), 2**63) for _ in range(10_000)]
    lines = ["#include <cstdio>", "#include <cstring>", "#include <cstdint>"]
    lines.append("const double doubles[] = {")
    lines += [print_node(FloatLit(value)) + "," for value in doubles]
    lines.append("};\nconst uint64_t bits[] = {")
    lines += [hex(struct.unpack("<Q", struct.pack("<d", value))[0]) + "u," for value in doubles]
    lines.append("};\nconst float floats[] = {")
    lines += [print_node(FloatLit(value, "F")) + "," for value in floats]
    lines.append("};\nconst uint32_t float_bits[] = {")
    lines += [hex(struct.unpack("<I", struct.pack("<f", value))[0]) + "," for value in floats]
    lines.append("};\nconst long long integers[] = {")
    lines += [print_node(IntLit(value)) + "," for value in integers]
    lines.append("};\nconst unsigned long long same[] = {")
    lines += [f"{value % 2**64}ull," for value in integers]
    lines.append("};\nint main() {")
    lines.append("  int bad = std::memcmp(doubles, bits, sizeof(bits)) != 0;")
    lines.append("  bad += std::memcmp(floats, float_bits, sizeof(float_bits)) != 0;")
    lines.append("  bad += std::memcmp(integers, same, sizeof(same)) != 0;")
    lines.append('  std::printf("%d %zu\\n", bad, sizeof(integers) / 8); }')
    assert run_text("\n".join(lines), tmp_path, "-Wall", "-Werror") == "0 10000\n"


def test_d1_declarators(tmp_path: Path) -> None:
    fn = FunctionType(INT, (INT, INT))
    pp = Pointer(FunctionType(Pointer(Array(INT, IntLit(4))), (INT,)))
    texts = [
        print_node(Function("pick", (), Pointer(fn))),
        print_node(Function("find", (), ptr(INT))),
        print_node(Var(Array(Pointer(fn), IntLit(3)), "tab")),
        print_node(Var(pp, "pp")),
    ]
    assert texts == [
        "int (*pick())(int, int);",
        "int *find();",
        "int (*tab[3])(int, int);",
        "int (*(*pp)(int))[4];",
    ]
    compile_text("\n".join(texts), tmp_path)


def test_d3_qualifiers_of_each_level() -> None:
    tag = const(ptr(ptr(const(Builtin("char")))))
    assert print_node(Var(tag, "tag")) == "const char **const tag;"
    assert print_node(tag) == "const char **const"
    member = MemberPointer(name("S"), FunctionType(INT, (INT,), const=True))
    assert print_node(Var(member, "m")) == "int (S::*m)(int) const;"
    z = Qualified(ptr(const(ptr(const(INT)))), volatile=True)
    assert print_node(Var(z, "z")) == "const int *const *volatile z;"


def test_d5_members_outside_their_template(tmp_path: Path) -> None:
    box = Template(
        (TypeParam("T"),),
        Record("struct", "Box", (Var(const(INT), "k", static=True), Function("get", (), INT))),
    )
    scope = name("Box", type_("T"))
    value = Template((TypeParam("T"),), Var(const(INT), "k", IntLit(7), qualifier=scope))
    get = Template(
        (TypeParam("T"),),
        Function("get", (), INT, Block((ret(ident("k")),)), qualifier=scope),
    )
    k = NameExpr(QualifiedName((TemplateName("Box", (INT,)), "k")))
    use = Function("f", (), INT, Block((ret(k),)))
    text = print_file(SourceFile("box.cpp", (box, value, get, use))).text
    assert "template <class T>\nconst int Box<T>::k = 7;\n" in text
    assert "template <class T>\nint Box<T>::get() {\n" in text
    compile_text(text, tmp_path)


def _own_member(variable: str) -> Expr:
    """`T(table[variable.m]).get()`: g++ looks for the variable before it is declared."""
    return method(construct("T", index(ident("table"), member(ident(variable), "m"))), "get")


def test_d7_no_vexing_parse(tmp_path: Path) -> None:
    variables = [
        Var(type_("std::string", header="string"), "s", ParenInit()),
        Var(type_("T"), "x", ParenInit((construct("W"),))),
        Var(type_("T"), "x2", BraceInit((construct("W"),))),
        Var(type_("T"), "y", ParenInit((construct(INT, ident("n")),))),
        Var(type_("T"), "z", ParenInit((construct(INT, ident("n")), construct("W")))),
        Var(type_("T"), "u", ParenInit((call(ident("f")),))),
        Var(type_("std::vector", INT, header="vector"), "v", ParenInit((IntLit(3), IntLit(7)))),
        Var(type_("T"), "t", ParenInit((_own_member("t"), IntLit(1)))),
    ]
    assert [print_node(variable) for variable in variables] == [
        "std::string s{};",
        "T x((W()));",
        "T x2{W()};",
        "T y((int(n)));",
        "T z((int(n)), (W()));",
        "T u(f());",
        "std::vector<int> v(3, 7);",
        "T t((T(table[t.m]).get()), 1);",
    ]
    prelude = (
        "#include <string>\n#include <vector>\n#include <type_traits>\nstruct W {};\n"
        "struct T { T(W); T(int); T(int, W); T(int, int); int m; int get(); };\n"
        "int n = 0; W f(); int table[3];\n"
    )
    checks = [
        f"static_assert(!std::is_function_v<decltype({variable.name})>);" for variable in variables
    ]
    compile_text("\n".join([prelude, *map(print_node, variables), *checks]), tmp_path)


def test_d9_empty_bodies(tmp_path: Path) -> None:
    empty = Block()
    statements = [
        If(a, empty),
        If(a, empty, empty),
        While(a, empty),
        For(None, None, None, empty),
        Switch(a, (Case(()),)),
        Switch(a, (Case((IntLit(1),)), Case(()))),
        Switch(a, ()),
        If(a, empty, If(b, empty, empty)),
    ]
    for statement in statements:
        text = "void f(int a, int b) {\n" + print_node(statement) + "\n}\n"
        compile_text(text, tmp_path, "-Wno-all", std="c++17")


def _where(order: tuple[int, ...]) -> tuple[Decl, ...]:
    primary = Template((TypeParam("D"),), Function("where", (), INT, Block((ret(lit(0)),))))
    cpu = type_("Cpu")
    special = ExplicitSpecialization(
        Function(TemplateName("where", (cpu,)), (), INT, Block((ret(lit(1)),)))
    )
    use = Function("g", (), INT, Block((ret(call(name("where", cpu))),)))
    return tuple((primary, special, use)[index] for index in order)


@pytest.mark.parametrize("order", list(permutations(range(3))))
def test_c7_specialisations_come_before_their_use(order: tuple[int, ...], tmp_path: Path) -> None:
    """Any order is put right, and a file refuses the wrong ones."""
    device = Record("struct", "Cpu", (Field(INT, "n"),))
    ordered = in_template_order(_where(order))
    assert ordered == _where((0, 1, 2))
    compile_text(print_file(SourceFile("c7.cpp", (device, *ordered))).text, tmp_path)
    if order == (0, 1, 2):
        SourceFile("c7.cpp", (device, *_where(order)))
    else:
        with pytest.raises(NodeError, match="a specialisation"):
            SourceFile("c7.cpp", (device, *_where(order)))


def test_texts_that_would_read_as_something_else(tmp_path: Path) -> None:
    """Types for expressions, brackets for attributes, ends of lists: what g++ makes of each."""
    one, two, three = IntLit(1), IntLit(2), IntLit(3)
    greater = Call(Lambda((), (), Block((ret(binary(">", two, one)),))))
    length = Call(Lambda((), (), Block((ret(three),))))
    conversion = Prefix("&", NameExpr(QualifiedName(("S", ConversionName(INT)))))
    less = Prefix("&", NameExpr(QualifiedName(("S", OperatorName("<=")))))
    sizes = [
        (SizeOf(construct("S")), "sizeof(S)"),
        (SizeOf(Prefix("*", New(Array(INT, three), array=two))), "3 * sizeof(int)"),
        (SizeOf(Prefix("*", New(INT, array=length))), "sizeof(int)"),
        (SizeOf(New(MemberPointer(name("::S"), INT))), "sizeof(void *)"),
        (SizeOf(Array(INT, length)), "3 * sizeof(int)"),
    ]
    types = [
        (type_("Num", construct(INT)), "Num<0>"),
        (type_("Num", greater), "Num<1>"),
        (type_("Num", Requires((), (SimpleRequirement(binary(">", two, one)),))), "Num<1>"),
        (type_("Num", brace(INT, binary(">", two, one))), "Num<1>"),
    ]
    lines = [
        "#include <type_traits>",
        "struct S { operator int() const; bool operator<=(int) const; int k; S &operator=(int); };",
        "template <int N> struct Num {}; template <auto P> struct Of {};",
        "template <class... T> struct Pack {}; int n = 0;",
        "struct W { W(...); int z; }; struct U { U(int); U &operator=(int); };",
        "template <class T> constexpr bool V = true; namespace n2 { struct X {}; }",
    ]
    lines += [f"static_assert({print_node(made)} == {size});" for made, size in sizes]
    lines += [f"static_assert(std::is_same_v<{print_node(t)}, {same}>);" for t, same in types]
    lines.append(f"{print_node(type_('Of', less))} of;")
    lines.append(f"bool both = {print_node(binary('&&', conversion, ident('n')))};")
    packed = (Pointer(FunctionType(INT, (type_("T"),))), Pointer(Array(type_("T"), two)))
    same = Alias("Same", type_("Pack", *(PackType(pattern) for pattern in packed)))
    lines += ["template <class... T> struct Packs {", print_node(same), "};"]
    of_char = "Pack<int (*)(char), char (*)[2]>"
    lines.append(f"static_assert(std::is_same_v<Packs<char>::Same, {of_char}>);")
    inits = (Assign("=", construct("U", ident("n")), one), construct("U", ident("n")))
    for number, init in enumerate(inits):
        lines.append(print_node(Var(type_("W"), f"w{number}", ParenInit((init,)))))
        lines.append(f"static_assert(!std::is_function_v<decltype(w{number})>);")
    constrained = Template(
        (TypeParam("T"),),
        Function("made", (), type_("::n2::X"), Block((ret(brace("::n2::X")),))),
        requires=ident("V", type_("T")),
    )
    lines += [print_node(constrained), "n2::X made_one = made<int>();"]
    compile_text("\n".join(lines), tmp_path)
