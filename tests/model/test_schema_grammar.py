"""The grammar of schemas: what is read, how it is printed, what is refused and where."""

from __future__ import annotations

import pytest
import torch
from torchgen.model import FunctionSchema as TorchgenSchema

from dispatchless.model import (
    Annotation,
    BaseType,
    CustomClassType,
    ListDefault,
    ListType,
    Location,
    OptionalType,
    SchemaKind,
    SpecError,
    StringDefault,
    parse_operator_name,
    parse_schema,
)

# Texts that print back as they are; both the dispatcher and torchgen accept them.
ACCEPTED = [
    "f() -> ()",
    "f(Tensor self) -> Tensor",
    "f(Tensor self) -> Tensor out",
    "f.x(Tensor self, *, int a) -> (Tensor, int)",
    "f(Tensor self, *, int a=1) -> (Tensor min, Tensor max)",
    "__and__.Scalar(Tensor self, Scalar other) -> Tensor",
    "__iand__.Scalar(Tensor(a!) self, Scalar other) -> Tensor(a!)",
    # types
    "f(Tensor?[] a) -> ()",
    "f(Tensor[]? a) -> ()",
    "f(Tensor?[]? a) -> ()",
    "f(int[][] a, int[2] b, int?[2] c, int[][3] d, int[2]? e) -> ()",
    "f(SymInt a, SymInt[] b, SymInt? c, SymInt[2]? d, SymBool e) -> ()",
    "f(Scalar a, ScalarType b, Layout c, Device d, DeviceIndex e, MemoryFormat f) -> ()",
    "f(Generator? a, QScheme b, Storage c, Stream d, str e, bool f, float g) -> ()",
    "f() -> (Tensor[3] a, int[]? b)",
    "f(__torch__.torch.classes.quantized.Conv2dPackedParamsBase a) -> ()",
    "f(__torch__.torch.classes.quantized.Conv2dPackedParamsBase? a) -> ()",
    "f(__torch__.torch.classes.quantized.Conv2dPackedParamsBase[] a) -> ()",
    # alias annotations
    "f(Tensor(a) self) -> Tensor(a)",
    "f(Tensor(a!)[] self) -> ()",
    "f(Tensor(a!)? self) -> ()",
    "f(Tensor(a -> *) self) -> Tensor(a)[]",
    "f(Tensor(a! -> a|b) self) -> ()",
    "f_(Tensor(a!) self) -> Tensor(a!)",
    "f_(Tensor(a!)[] self) -> ()",
    "f.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)",
    "f.out(Tensor self, *, int k=1, Tensor(a!) x, Tensor(b!) y) -> (Tensor(a!), Tensor(b!))",
    "f.out(Tensor self, *, Tensor(a!)[] out) -> ()",
    "f(Tensor self, Tensor(a!) buffer) -> Tensor",
    # defaults
    "f(Tensor self, int n=-9223372036854775808) -> Tensor",
    "f(Tensor self, int n=9223372036854775807) -> Tensor",
    "f(Tensor self, int[2] by=0) -> Tensor",
    "f(Tensor self, int[3] by=[-2,0,-1]) -> Tensor",
    "f(float a=1, float b=1.5, float c=1e-05, float d=-2., float e=.5, float g=1E5) -> ()",
    "f(bool a=True, bool b=False, bool[3] c=True, bool[2] d=[True,False]) -> ()",
    "f(Scalar a=1, Scalar b=-1.5, Scalar c=True, Scalar? d=None, Scalar e=1e5) -> ()",
    "f(Tensor? a=None, Tensor b=None, Generator? c=None, int[]? d=None, str? e=None) -> ()",
    "f(int reduction=Mean, MemoryFormat m=contiguous_format, Layout l=strided) -> ()",
    "f(ScalarType a=long, ScalarType? b=float, ScalarType c=bool, ScalarType d=complex64) -> ()",
    "f(*, ScalarType? dtype=None, Layout? layout=None, Device? device=None, "
    "bool? pin_memory=None) -> Tensor",
    'f(str a="soft", str b=\'hard\', str c="", Device d="cpu", Device? e="cuda:1") -> ()',
]

# Texts that only the dispatcher reads: torchgen splits strings at ", " and "=", names alias
# sets with one letter, and knows no "...", no namespace and no wildcard before the arrow.
DISPATCHER_ONLY = [
    "mylib::f.x(Tensor self) -> Tensor",
    "f(Tensor(*) self) -> Tensor(*)",
    "f(Tensor(a|b) self) -> Tensor(a|b)",
    "f(Tensor(a! -> b|c) self) -> ()",
    "f(Tensor(alpha!)[]? self) -> ()",
    "f(int a, ...) -> int",
    "f(...) -> ...",
    "f(int a) -> (int, ...)",
    'f(str a="a, b=(c) -> d") -> ()',
    'f(str a="say \\"no\\"", str b=\'it\\\'s\', str c="a\\\\b\\n\\t\\101") -> ()',
    'f(str a="""x"y""", str b=\'\'\')\'\'\') -> ()',
    "f(int[2] by=[0, 1], float[] x=[1e3, -2.5]) -> ()",
]


@pytest.mark.parametrize("text", ACCEPTED + DISPATCHER_ONLY)
def test_prints_back(text: str) -> None:
    schema = parse_schema(text)
    assert str(schema) == text
    assert parse_schema(str(schema)) == schema


@pytest.mark.parametrize("text", ACCEPTED + DISPATCHER_ONLY)
def test_dispatcher_accepts(text: str) -> None:
    read = torch._C.parse_schema(text)
    ours = parse_schema(text)
    assert [a.name for a in read.arguments] == [a.name for a in ours.arguments]
    assert [a.kwarg_only for a in read.arguments] == [a.kwarg_only for a in ours.arguments]
    assert [a.alias_info is not None for a in read.arguments] == [
        a.annotation is not None for a in ours.arguments
    ]
    assert read.is_mutable == bool(ours.mutated_arguments)


@pytest.mark.parametrize("text", ACCEPTED)
def test_torchgen_accepts(text: str) -> None:
    read = TorchgenSchema.parse(text)
    ours = parse_schema(text)
    assert str(read) == text
    assert read.kind().name == ours.kind.name.lower()
    assert read.has_symint() == ours.has_symint
    assert (read.arguments.tensor_options is not None) == (ours.tensor_options is not None)


# White space means nothing to the dispatcher; we print the usual form.
@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("f(Tensor self,int dim)->Tensor", "f(Tensor self, int dim) -> Tensor"),
        (" f . x ( Tensor ( a! ) self )->( ) ", "f.x(Tensor(a!) self) -> ()"),
        ("f(int[ 2 ] a = [ 1 , -2 ]) -> ()", "f(int[2] a=[1, -2]) -> ()"),
        ("f(int a=- 5) -> ()", "f(int a=-5) -> ()"),
        ("f(int[] a=[1,2], int[] b=[1, 2]) -> ()", "f(int[] a=[1,2], int[] b=[1, 2]) -> ()"),
        ("f(Tensor(a!->a|b) x) -> ()", "f(Tensor(a! -> a|b) x) -> ()"),
    ],
)
def test_respelled(text: str, printed: str) -> None:
    assert str(parse_schema(text)) == printed
    torch._C.parse_schema(text)


# Who refuses a text besides us: D the dispatcher, T torchgen, C a C++ compiler (what would be
# generated), - nobody: the text would be misread or fails when it is called.
REFUSED = [
    # the whole
    ("", 1, "expected an operator's name", "DT"),
    ("f", 1, "whole schema is needed", "DT"),
    ("f.x", 1, "whole schema is needed", "DT"),
    ("f(int a)", 9, "expected '->'", "DT"),
    ("f(int a) -> ", 13, "expected a type", "DT"),
    ("f(int a) -> () extra", 16, "behind the end of the schema", "DT"),
    ("f(int a) -> int x, int y", 18, "behind the end", "D"),
    ("f(int a -> int", 9, "expected ',' or ')'", "DT"),
    ("f(int a; int b) -> ()", 8, "unexpected character ';'", "DT"),
    ("f(int \u00e9) -> ()", 7, "unexpected character", "D"),
    ("f(int a) -> (Tensor)", 13, "without parentheses", "T"),
    # names
    ("1f(int a) -> ()", 1, "expected an operator's name", "D"),
    ("a::b::f(int a) -> ()", 5, "expected '.' or '('", "D"),
    ("f.x.y(int a) -> ()", 4, "expected '('", "D"),
    ("f.default(int a) -> ()", 3, "'default'", "D"),
    ("f.__x(int a) -> ()", 3, "'__x'", "D"),
    ("f.1(int a) -> ()", 2, "expected '('", "D"),
    ("f.class(int a) -> ()", 3, "reserved word of the schema language", "D"),
    ("class(int a) -> ()", 1, "reserved word of the schema language", "DC"),
    ("delete(int a) -> ()", 1, "keyword of C++", "C"),
    ("new::f(int a) -> ()", 1, "keyword of C++", "C"),
    ("f_out(int a) -> ()", 1, "cannot end in '_out'", "T"),
    # arguments
    ("f(Tensor self, float:sigma) -> Tensor", 16, "separated by a blank", "DT"),
    ("f(Tensor self, int) -> Tensor", 16, "'int' has no name", "DT"),
    ("f(Tensor self, int=2) -> Tensor", 16, "'int' has no name", "DT"),
    ("f(int a,) -> ()", 9, "expected a type", "D"),
    ("f(, int a) -> ()", 3, "expected a type", "D"),
    ("f(int a int b) -> ()", 9, "expected ',' or ')'", "DT"),
    ("f(int class) -> ()", 7, "reserved word", "DC"),
    ("f(int template) -> ()", 7, "keyword of C++", "C"),
    ("f(Tensor NULL) -> ()", 10, "macro of the C and C++ headers", "-"),
    ("f(int a, *, Scalar NAN=1) -> ()", 20, "macro of the C and C++ headers", "-"),
    ("stdin(int a) -> ()", 1, "macro of the C and C++ headers", "-"),
    ("linux::f(int a) -> ()", 1, "macro of the C and C++ headers", "-"),
    ("f(int a, *) -> ()", 10, "no keyword-only argument", "T"),
    ("f(int a, *, int b, *, int c) -> ()", 20, "expected an argument", "T"),
    ("f(int a, ..., int b) -> ()", 15, "expected ')'", "DT"),
    ("f(Tensor self, int n, int n=2) -> Tensor", 23, "two arguments are named 'n'", "C"),
    ("f(Tensor self, int n=2, int m) -> Tensor", 25, "follows 'n'", "DC"),
    ("f(Tensor self, int n=2, *, int m) -> Tensor", 28, "follows 'n'", "C"),
    ("f(Tensor self) -> (Tensor a, Tensor a)", 30, "two returns are named 'a'", "-"),
    # types
    ("f(Int a) -> ()", 3, "unknown type 'Int'", "DT"),
    ("f(tensor a) -> ()", 3, "unknown type 'tensor'", "T"),
    ("f(t a) -> t", 3, "unknown type 't'", "T"),
    ("f(Any a) -> ()", 3, "TorchScript", "T"),
    ("f(complex a) -> ()", 3, "TorchScript", "T"),
    ("f(Dict(str, int) a) -> ()", 3, "TorchScript", "T"),
    ("f((int, int) a) -> ()", 3, "expected a type", "T"),
    ("f(DimVector a) -> ()", 3, "unknown type 'DimVector'", "D"),
    ("f(Dimname a) -> ()", 3, "unknown type 'Dimname'", "DT"),
    ("f(int?? a) -> ()", 7, "'??'", "-"),
    ("f(int[2][] a) -> ()", 9, "expected the argument's name", "D"),
    ("f(int[0] a) -> ()", 7, "list's size", "T"),
    ("f(int[1.5] a) -> ()", 7, "list's size", "T"),
    ("f(int[-1] a) -> ()", 7, "expected ']'", "DT"),
    ("f(int[n] a) -> ()", 7, "expected ']'", "DT"),
    ("f(int[2 a) -> ()", 9, "expected ']'", "DT"),
    ("f(__torch__.torch.classes.Y a) -> ()", 3, "custom class", "D"),
    ("f(__torch__.torch.lib.x.Y a) -> ()", 3, "custom class", "DT"),
    # alias annotations
    ("f(Tensor! a) -> ()", 9, "expected a name", "T"),
    ("f(Tensor() a) -> ()", 10, "expected an alias set", "DT"),
    ("f(Tensor(1!) a) -> ()", 10, "expected an alias set", "DT"),
    ("f(Tensor(a! a) -> ()", 13, "expected ')'", "DT"),
    ("f(Tensor(a! -> ) a) -> ()", 16, "expected an alias set", "DT"),
    ("f(Tensor(a|a) a) -> ()", 12, "named twice", "-"),
    ("f(Tensor(*|a) a) -> ()", 12, "every alias set", "T"),
    ("f(int(a!) a) -> ()", 6, "only tensors", "T"),
    ("f(Tensor[](a!) a) -> ()", 11, "does not stand behind 'Tensor'", "T"),
    ("f(Tensor?(a!) a) -> ()", 10, "does not stand behind 'Tensor'", "DT"),
    # in-place, out= and mutable operators
    ("f_(Tensor self) -> Tensor", 4, "does not write to self", "T"),
    ("f_(Tensor(a!) x) -> Tensor(a!)", 1, "does not write to self", "T"),
    ("f_(Tensor(a!) self) -> ()", 1, "does not return self", "T"),
    ("f_(Tensor(a!) self) -> Tensor", 24, "does not return self", "T"),
    ("f_(Tensor(a!)[] self) -> Tensor(a!)[]", 26, "returns something", "T"),
    ("f_.out(Tensor(a!) self, *, Tensor(b!) out) -> Tensor(b!)", 28, "in-place operator", "T"),
    ("f.out(Tensor self, *, Tensor(a!) out) -> ()", 23, "returns its out arguments", "T"),
    ("f.out(Tensor self, *, Tensor(a!) out) -> Tensor", 42, "does not alias 'out'", "T"),
    ("f.out(Tensor self, *, Tensor(a!) out, int k) -> Tensor(a!)", 39, "follows the out", "T"),
    ("f.out(Tensor self, *, Tensor(a!)[] out) -> Tensor(a!)[]", 44, "returns something", "T"),
    ("f(Tensor self, Tensor(a!) b) -> Tensor(a!)", 16, "positional and returned", "T"),
    ("f(Tensor(b!) x, Tensor self) -> ()", 3, "stands before self", "T"),
    ("f(Tensor(a!) self) -> (Tensor(a!), Tensor)", 36, "not both", "T"),
    ("f(Tensor self) -> Tensor(a)", 19, "no argument has the alias set 'a'", "-"),
    (
        "f_(Tensor(a!) self, *, ScalarType dtype, Layout layout, Device device, "
        "bool pin_memory) -> Tensor(a!)",
        24,
        "only a functional operator",
        "T",
    ),
    # defaults
    ("f(float lo=-inf) -> ()", 13, "cannot be the default", "D"),
    ("f(float lo=inf) -> ()", 12, "cannot be the default", "D"),
    ("f(float lo=nan) -> ()", 12, "cannot be the default", "D"),
    ("f(int a=9223372036854775808) -> ()", 9, "64 bits", "D"),
    ("f(int a=-9223372036854775809) -> ()", 10, "64 bits", "D"),
    ("f(float a=1e999) -> ()", 11, "range of a double", "D"),
    ("f(float a=1e-400) -> ()", 11, "range of a double", "D"),
    ("f(float a=5e-324) -> ()", 11, "range of a double", "D"),
    ("f(int a=0x10) -> ()", 9, "not a number", "-"),
    ("f(float a=1.0f) -> ()", 11, "not a number", "D"),
    ("f(Scalar a=1j) -> ()", 12, "not a number", "C"),
    ("f(Scalar a=1E5) -> ()", 12, "reads the 'E'", "-"),
    ("f(int a=+5) -> ()", 9, "unexpected character '+'", "D"),
    ("f(int a=--5) -> ()", 10, "expected a number", "D"),
    ("f(int a=1.5) -> ()", 9, "cannot be the default", "-"),
    ("f(int a=True) -> ()", 9, "cannot be the default", "-"),
    ('f(int a="x") -> ()', 9, "cannot be the default", "-"),
    ("f(int a=None) -> ()", 9, "cannot be the default", "-"),
    ("f(int a=) -> ()", 9, "expected a default value", "D"),
    ("f(int a=[1]) -> ()", 9, "cannot be the default", "D"),
    ("f(int[] a=1) -> ()", 11, "cannot be the default", "D"),
    ("f(int[] a=[1.5]) -> ()", 12, "cannot be the default", "D"),
    ("f(int[] a=[1,]) -> ()", 14, "expected a default value", "D"),
    ("f(int[] a=[1 2]) -> ()", 14, "expected ',' or ']'", "D"),
    ("f(int[] a=None) -> ()", 11, "cannot be the default", "D"),
    ("f(int[]? a=[1]) -> ()", 12, "cannot be the default", "D"),
    ("f(int[2]? a=1) -> ()", 13, "cannot be the default", "-"),
    ("f(bool a=1) -> ()", 10, "cannot be the default", "-"),
    ("f(bool a=true) -> ()", 10, "cannot be the default", "D"),
    ("f(Tensor? a=1) -> ()", 13, "cannot be the default", "-"),
    ("f(Tensor[] a=[]) -> ()", 14, "cannot be the default", "D"),
    ("f(Scalar[] a=[1]) -> ()", 14, "cannot be the default", "D"),
    ("f(str a=x) -> ()", 9, "cannot be the default", "D"),
    ("f(str a=1) -> ()", 9, "cannot be the default", "-"),
    ('f(str[] a=["x"]) -> ()', 11, "cannot be the default", "D"),
    ('f(str a="x) -> ()', 9, "has no end", "D"),
    ('f(str a="a\\qb") -> ()', 11, "escape", "D"),
    ('f(str a="a\\x41") -> ()', 11, "escape", "D"),
    ('f(str a="\\400") -> ()', 10, "escape", "D"),
    ("f(Device a=cpu) -> ()", 12, "cannot be the default", "D"),
    ("f(MemoryFormat a=preserve_format) -> ()", 18, "cannot be the default", "D"),
    ("f(ScalarType a=Float) -> ()", 16, "cannot be the default", "D"),
    ("f(Storage a=None) -> ()", 13, "cannot be the default", "D"),
]


@pytest.mark.parametrize(("text", "column", "message", "who"), REFUSED)
def test_refused(text: str, column: int, message: str, who: str) -> None:
    with pytest.raises(SpecError) as caught:
        parse_schema(text, location=Location("ops.yaml", 7, 11))
    error = caught.value
    assert message in error.message
    assert error.location == Location("ops.yaml", 7, 10 + column)
    assert error.text == text
    assert error.errors == (error,)


@pytest.mark.parametrize(
    "text", [text for text, _, _, who in REFUSED if "D" in who], ids=lambda t: t[:40]
)
def test_dispatcher_refuses(text: str) -> None:
    with pytest.raises(Exception):  # noqa: B017 - the dispatcher throws errors of several types
        torch._C.parse_schema(text)


@pytest.mark.parametrize(
    "text", [text for text, _, _, who in REFUSED if "T" in who], ids=lambda t: t[:40]
)
def test_torchgen_refuses(text: str) -> None:
    with pytest.raises(Exception):  # noqa: B017 - torchgen raises errors of several types
        TorchgenSchema.parse(text)


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("f(Int a) -> ()", "did you mean 'int'"),
        ("f(tensor a) -> ()", "did you mean 'Tensor'"),
        ("f(string a) -> ()", "'str'"),
        ("f(bool a=true) -> ()", "did you mean 'True'"),
        ("f(str a=x) -> ()", 'a string has quotes: "x"'),
        ("f(float lo=-inf) -> ()", "no literal for infinity"),
        ("f_(Tensor(a!) self) -> ()", "write '-> Tensor(a!)'"),
        ("f_out(int a) -> ()", "'f.out'"),
        ("f(int class) -> ()", "'class_'"),
        ("f(int a) -> (Tensor)", "'-> Tensor'"),
        ("f(int a=None) -> ()", "'int?'"),
        ("f(Tensor! a) -> ()", "Tensor(a!)"),
        ("f(Tensor?(a!) a) -> ()", "'Tensor(a!)?'"),
    ],
)
def test_hints(text: str, hint: str) -> None:
    with pytest.raises(SpecError) as caught:
        parse_schema(text)
    assert caught.value.hint is not None
    assert hint in caught.value.hint


def test_error_text() -> None:
    with pytest.raises(SpecError) as caught:
        parse_schema("f(Int a) -> ()", location=Location("ops.yaml", 2, 9))
    assert str(caught.value) == (
        "ops.yaml:2:11: error: unknown type 'Int'\n"
        "    f(Int a) -> ()\n"
        "      ^^^\n"
        "  hint: did you mean 'int' or 'SymInt'?"
    )


def test_error_text_of_a_long_schema_is_cut() -> None:
    text = "f(" + "".join(f"Tensor argument{i}, " for i in range(40)) + "Int last) -> ()"
    with pytest.raises(SpecError) as caught:
        parse_schema(text)
    _, shown, caret = str(caught.value).splitlines()[:3]
    assert len(shown) < 130
    assert shown[caret.index("^") :].startswith("Int last")


def test_order_of_suffixes() -> None:
    """Case S5: three different types."""
    tensor = BaseType("Tensor")
    types = [
        parse_schema(f"mix(Tensor{suffix} parts) -> Tensor").arguments[0].type
        for suffix in ("?[]", "[]?", "?[]?")
    ]
    assert types == [
        ListType(OptionalType(tensor)),
        OptionalType(ListType(tensor)),
        OptionalType(ListType(OptionalType(tensor))),
    ]


def test_string_default() -> None:
    """Case S1 and its neighbours: the text is kept, the value is known."""
    text = 'paint.out(Tensor self, *, str mode="say \\"hi\\", a=1", Tensor(a!) out) -> Tensor(a!)'
    schema = parse_schema(text)
    assert schema.arguments[1].default == StringDefault('"say \\"hi\\", a=1"', 'say "hi", a=1')
    assert str(schema) == text
    assert [a.name for a in schema.out_arguments] == ["out"]


def test_string_value_equals_the_dispatchers() -> None:
    for written in ('"a\\\\b"', "'\\a\\b\\f\\v\\n\\t'", '"\\101\\060"', "'\\''", '""', '"""a"b"""'):
        default = parse_schema(f"f(str a={written}) -> ()").arguments[0].default
        assert isinstance(default, StringDefault)
        read = torch._C.parse_schema(f"f(str a={written}) -> ()")
        assert default.value == read.arguments[0].default_value


def test_parts() -> None:
    schema = parse_schema(
        "ns::f.x(Tensor cond, Tensor(a! -> b|c) self, int[2] n=0, *, ScalarType? dtype=None, "
        "Layout? layout=None, Device? device=None, bool? pin_memory=None, SymInt? k=None) -> ()",
        location=Location("x.yaml", 3, 5),
    )
    assert (schema.name.namespace, schema.name.base, schema.name.overload) == ("ns", "f", "x")
    assert schema.name.unambiguous == "f_x"
    assert [a.name for a in schema.positional] == ["cond", "self", "n"]
    assert schema.self_argument is schema.arguments[1]
    assert schema.self_argument.annotation == Annotation(("a",), True, ("b", "c"))
    assert schema.tensor_options is not None
    assert schema.has_symint
    assert schema.mutated_arguments == (schema.arguments[1],)
    assert not schema.is_view
    assert parse_schema("f(Tensor(a) self) -> Tensor(a)").is_view


def test_tensor_options_anywhere_in_the_keywords() -> None:
    schema = parse_schema(
        "f(*, int a=1, ScalarType? dtype=None, Layout? layout=None, Device? device=None, "
        "bool? pin_memory=None, MemoryFormat? memory_format=None) -> Tensor"
    )
    options = schema.tensor_options
    assert options is not None
    assert [a.name for a in options.arguments] == ["dtype", "layout", "device", "pin_memory"]
    assert options.dtype is schema.arguments[1]
    assert schema.kind is SchemaKind.FUNCTIONAL


def test_places_of_arguments() -> None:
    schema = parse_schema("f(int a, Tensor b) -> int", location=Location("x.yaml", 3, 5))
    assert [str(a.origin) for a in schema.arguments] == ["x.yaml:3:7", "x.yaml:3:14"]
    assert str(schema.returns[0].origin) == "x.yaml:3:27"
    assert schema == parse_schema("f(int a, Tensor b) -> int")


def test_kinds() -> None:
    kinds = {
        "f(Tensor self) -> Tensor": SchemaKind.FUNCTIONAL,
        "f_(Tensor(a!) self) -> Tensor(a!)": SchemaKind.INPLACE,
        "__ior__(Tensor(a!) self) -> Tensor(a!)": SchemaKind.INPLACE,
        "__or__(Tensor self) -> Tensor": SchemaKind.FUNCTIONAL,
        "f.o(Tensor self, *, Tensor(a!) out) -> Tensor(a!)": SchemaKind.OUT,
        "f.o(*, Tensor(a!) _scratch_b, Tensor(b!) out) -> Tensor(b!)": SchemaKind.SCRATCH,
        "f(Tensor self, Tensor(a!) b) -> Tensor": SchemaKind.MUTABLE,
    }
    for text, kind in kinds.items():
        assert parse_schema(text).kind is kind, text


def test_custom_class() -> None:
    (argument,) = parse_schema("f(__torch__.torch.classes.my.Box[]? b) -> ()").arguments
    assert argument.type == OptionalType(ListType(CustomClassType("my.Box")))


def test_list_separator_is_kept_but_is_no_difference() -> None:
    tight = parse_schema("f(int[2] a=[0,1]) -> ()")
    wide = parse_schema("f(int[2] a=[0, 1]) -> ()")
    assert tight == wide
    assert str(tight) != str(wide)
    assert isinstance(tight.arguments[0].default, ListDefault)


def test_operator_names() -> None:
    assert str(parse_operator_name("aten::add.Tensor")) == "aten::add.Tensor"
    with pytest.raises(SpecError, match="behind the end"):
        parse_operator_name("add.Tensor(Tensor self)")
