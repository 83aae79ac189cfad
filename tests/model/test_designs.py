"""Every design: what an entry gives, and what is said about its C++."""

from __future__ import annotations

from pathlib import Path

import pytest
from design_specs import errors_of, load

from dispatchless.model import (
    Adapter,
    Alias,
    Composite,
    Dispatchless,
    OperatorTable,
    SchemaKind,
    SpecError,
    StructuredComposite,
    StructuredWrapper,
)

SUB = "sub.Tensor(Tensor self, Tensor other, *, Scalar alpha=1) -> Tensor"
VEC = "up.vec(Tensor input, SymInt[]? output_size, float[]? scale_factors) -> Tensor"
BODY = "const at::Tensor& self, const at::Tensor& other, const at::Scalar& alpha"


def expanded(error: str, folder: Path) -> str:
    """The error with its abbreviations written out."""
    never = "is listed and never called by the template at"
    return error.replace("{h}", str(folder / "h.h")).replace("{never}", never)


def structured(calls: str = "add.Tensor", more: str = "", func: str = SUB) -> str:
    return f"- func: {func}\n  structured_composite: my::sub ({calls})\n  header: h.h\n{more}"


def out_template(statement: str) -> str:
    return (
        "namespace my {\ntemplate <class OPS, class OUT>\n"
        f"decltype(auto) sub(OUT& out, {BODY}) {{\n  {statement}\n}}\n}}\n"
    )


def test_structured_composite_gives_three_forms(tmp_path: Path, native: OperatorTable) -> None:
    header = out_template("return out.add(self, other, -alpha);")
    functional, inplace, out = load(tmp_path, native, structured(), header).operators
    assert str(functional.schema) == SUB
    assert str(inplace.schema) == (
        "sub_.Tensor(Tensor(a!) self, Tensor other, *, Scalar alpha=1) -> Tensor(a!)"
    )
    assert str(out.schema) == (
        "sub.Tensor_out(Tensor self, Tensor other, *, Scalar alpha=1, Tensor(a!) out) -> Tensor(a!)"
    )
    assert [o.entry for o in (functional, inplace, out)] == [functional.name] * 3
    assert isinstance(functional.design, StructuredComposite)
    assert not functional.design.returns_nothing
    assert [str(c.name) for c in functional.inner_calls] == ["add.Tensor"]
    assert [str(c.name) for c in inplace.inner_calls] == ["add.Tensor", "add_.Tensor", "copy_"]
    assert [str(c.name) for c in out.inner_calls] == ["add.Tensor", "add.out"]


def test_forms_can_be_chosen(tmp_path: Path, native: OperatorTable) -> None:
    header = out_template("return out.add(self, other, -alpha);")
    spec = load(tmp_path, native, structured(more="  forms: [out]\n"), header)
    assert [o.schema.kind for o in spec.operators] == [SchemaKind.FUNCTIONAL, SchemaKind.OUT]
    spec = load(tmp_path, native, structured(more="  forms: functional\n"), header)
    assert len(spec.operators) == 1


def test_aten_forms_are_those_of_aten(tmp_path: Path, native: OperatorTable) -> None:
    header = out_template("return out.add(self, other, -alpha);")
    spec = load(tmp_path, native, structured(func=f"aten::{SUB}"), header)
    assert [str(o.name) for o in spec.operators] == [
        "aten::sub.Tensor",
        "aten::sub_.Tensor",
        "aten::sub.out",
    ]


def test_no_inplace_form_where_the_last_operator_has_none(
    tmp_path: Path, native: OperatorTable
) -> None:
    func = "near(Tensor self, int[1] size) -> Tensor"
    header = (
        "namespace my { template <class OPS, class OUT> decltype(auto) sub(OUT& out, "
        "const at::Tensor& self, at::IntArrayRef size) "
        "{ return out.upsample_nearest1d(self, size); } }"
    )
    text = structured("upsample_nearest1d", func=func)
    spec = load(tmp_path, native, text, header)
    assert [o.schema.kind for o in spec.operators] == [SchemaKind.FUNCTIONAL, SchemaKind.OUT]
    found = errors_of(tmp_path, native, text + "  forms: [inplace]\n", header)
    assert found == ["spec.yaml:4:11 there is no in-place form: 'upsample_nearest1d' has none"]


def test_void_template(tmp_path: Path, native: OperatorTable) -> None:
    header = out_template("out.add(self, other, -alpha);").replace("decltype(auto)", "void")
    operator = load(tmp_path, native, structured(), header).operators[0]
    assert isinstance(operator.design, StructuredComposite)
    assert operator.design.returns_nothing


@pytest.mark.parametrize(
    ("calls", "statement", "errors"),
    [
        (
            "add.Tensor",
            "return out.add(self, other).neg();",
            ["h.h:4:14 'out.add' is not the last act of 'sub'"],
        ),
        (
            "add.Tensor",
            "return out.mul(self, other);",
            [
                "h.h:4:14 OUT has no operator 'mul'",
                "spec.yaml:2:34 'add.Tensor' {never} {h}:3:16",
            ],
        ),
        ("add.Tensor, item", "return out.add(self, OPS::item(other));", []),
        (
            "add.Tensor, item",
            "return out.item(self);",
            [
                "h.h:4:14 OUT has no operator 'item'",
                "spec.yaml:2:34 'add.Tensor' {never} {h}:3:16",
            ],
        ),
    ],
)
def test_calls_of_structured_templates(
    tmp_path: Path, native: OperatorTable, calls: str, statement: str, errors: list[str]
) -> None:
    text, header = structured(calls), out_template(statement)
    if not errors:
        load(tmp_path, native, text, header)
        return
    wanted = [expanded(error, tmp_path) for error in errors]
    assert sorted(errors_of(tmp_path, native, text, header)) == sorted(wanted)


def test_structured_needs_a_functional_schema(tmp_path: Path, native: OperatorTable) -> None:
    func = "sub_(Tensor(a!) self) -> Tensor(a!)"
    found = errors_of(tmp_path, native, structured(func=func))
    assert found == [
        "spec.yaml:1:9 'sub_' cannot be made by 'structured_composite': it is the in-place form"
    ]


def wrapper(statements: str, calls: str = "(add.Tensor)", more: str = "") -> str:
    lines = "".join(f"    {line}\n" for line in statements.split("\n"))
    return f"- func: {SUB}\n  structured_wrapper: |\n{lines}  calls: {calls}\n{more}"


def test_wrapper(tmp_path: Path, native: OperatorTable) -> None:
    text = wrapper("auto minus = -alpha;\n\nreturn add(self, other, minus);")
    operators = load(tmp_path, native, text).operators
    assert len(operators) == 3
    design = operators[0].design
    assert isinstance(design, StructuredWrapper)
    assert [(line.text, str(line.origin).rpartition("spec.yaml")[2]) for line in design.lines] == [
        ("auto minus = -alpha;", ":3:5"),
        ("return add(self, other, minus);", ":5:5"),
    ]
    assert design.names == ("add",)
    assert design.tail_names == {"add"}
    assert not design.symint


@pytest.mark.parametrize(
    ("statements", "error"),
    [
        ("return at::add(self, other);", "3:16 'at::add' goes through the dispatcher"),
        ("return ::at::add(self, other);", "3:18 'at::add' goes through the dispatcher"),
        (
            "auto x = self.neg();\nreturn add(x, other);",
            "3:19 the method 'neg' goes through the dispatcher",
        ),
        (
            "auto x = neg(self);\nreturn add(x, other);",
            "3:14 'neg' is not listed and goes through the dispatcher",
        ),
        (
            "if (any(self).defined()) {}\nreturn add(self, other);",
            "3:9 'any' is not listed and goes through the dispatcher",
        ),
        ("return add(self + other, other);", "3:21 '+' on the tensor 'self' {goes}"),
        ("return add(self, 2*other);", "3:23 '*' on the tensor 'other' {goes}"),
        ("return add(self, -other);", "3:22 '-' on the tensor 'other' {goes}"),
        ("return add(self[0], other);", "3:20 '[' on the tensor 'self' {goes}"),
        (
            "if (1 > 0 && self!=other) {}\nreturn add(self, other);",
            "3:22 '!=' on the tensor 'self' {goes}",
        ),
        (
            "at::Tensor t = self;\nt += other;\nreturn add(t, other);",
            "4:7 '+=' on the tensor 't' {goes}",
        ),
        (
            "auto t = add(self, other)[0];\nreturn add(t, other);",
            "3:30 '[' on the tensor 'add(...)' {goes}",
        ),
        ("return alpha-add(self, other);", "3:17 '-' on the tensor 'add(...)' {goes}"),
        ("const auto& t = self; return add(~t, 1);", "3:38 '~' on the tensor 't' {goes}"),
        ("auto t = add(self, other);\nreturn t & t;", "4:14 '&' on the tensor 't' {goes}"),
        (
            "return add(self, other) ;\nreturn self;",
            "4:12 what is returned here is no call of a listed operator alone",
        ),
        (
            "auto x = add(self, other);\nreturn add(x, other);",
            "3:14 'add' is called inside and to return its result",
        ),
        (
            "auto f = add;\nreturn add(self, other);",
            "3:14 'add' is named inside and called to return its result",
        ),
        ("auto f = &at::add;\nreturn add(self, other);", "3:19 'at::add' {goes}"),
        ("use(&::at::add);\nreturn add(self, other);", "3:16 'at::add' {goes}"),
        ("return self;", "3:12 what is returned here is no call of a listed operator alone"),
    ],
)
def test_statements_that_dispatch_or_do_not_end_in_a_call(
    tmp_path: Path, native: OperatorTable, statements: str, error: str
) -> None:
    error = error.replace("{goes}", "goes through the dispatcher")
    assert f"spec.yaml:{error}" in errors_of(tmp_path, native, wrapper(statements))


@pytest.mark.parametrize(
    "statements",
    [
        "return add(self, other, -alpha);",
        "auto n = self.sizes().size() + self.dim(); return add(self, other, n);",
        "auto k = std::max(1, 2) + my::any(self); return add(self, other, k);",
        "auto s = alpha.to<double>(); return add(self, other, s);",
        "auto s = my::add(self); return add(self, other, s);",
        "auto neg = [](double x) { return -x; }; return add(self, other, neg(1.5));",
        "at::Tensor r = add_all(self); return add(r, other);",
        "// at::neg(self)\nreturn add(self, other);",
        "auto n = self.size(0) + 1 - other.sizes()[0]; return add(self, other, 2 * alpha);",
        "auto n = -self.dim() * 2 == other.dim(); auto* p = &self; return add(*p, other, -alpha);",
        "auto f = [&self, other](int a, const at::Tensor& self) { return a; };"
        " return add(self, other, f(1, self) + 1);",
        "for (int64_t other : self.sizes()) { other += -other; } return add(self, self);",
        "at::Tensor t = other; t = self; return add(t, other);",
        "std::cout << self; return add(self.dim() > 1 ? self : other, other);",
        "auto t = sizes_of(self); return add(self, other, t[0]);",
    ],
)
def test_statements_that_do_not_dispatch(
    tmp_path: Path, native: OperatorTable, statements: str
) -> None:
    assert load(tmp_path, native, wrapper(statements)).operators


@pytest.mark.parametrize(
    ("statements", "error"),
    [
        ("return add(self, other);}", "3:29 '}' closes no '{' and would end the function"),
        ("return add(self, other));", "3:28 ')' closes no '('"),
        ("if (true) {\n  return add(self, other);", "3:15 '{' has no end"),
        ("return add(self, other;", "3:15 '(' has no end"),
        ("return add(self[0, other);", "3:20 '[' has no end"),
        ('return add(self, "other);', "3:22 the string has no end"),
        ('return add(self, "a\\");', "3:22 the string has no end"),
        ("return add(self, 'o);", "3:22 the character has no end"),
        ('return add(self, R"x(o)");', "3:22 the string has no end"),
        ("return add(self, other); /* x", "3:30 the comment has no end"),
        ("return add(self, other); /*/", "3:30 the comment has no end"),
        ("return add(self, other);\n#if 1 /* x\n#endif", "4:5 the comment has no end"),
        ("#if 0\nreturn add(self, other);", "3:5 '#if' has no '#endif'"),
        ("#ifdef A\n  # if B\n#endif\nreturn add(self, other);", "3:5 '#ifdef' has no '#endif'"),
        ("return add(self, other);\n#endif", "4:5 '#endif' belongs to no '#if'"),
        ("#if 0\nreturn add(self, other);\n#endif\nneg(self);", "6:14 the statements return"),
        ("add(self, other);", "3:21 the statements return nothing"),
        ("return add(self, other)", "3:27 ';' is missing behind this"),
        (
            "if (self.defined()) {\n  return add(self, other)\n}\nreturn add(other, self);",
            "4:29 ';' is missing behind this",
        ),
    ],
)
def test_statements_that_cannot_compile(
    tmp_path: Path, native: OperatorTable, statements: str, error: str
) -> None:
    """One error says it, whatever else follows from it."""
    [found] = errors_of(tmp_path, native, wrapper(statements))
    assert found.startswith(f"spec.yaml:{error}")


@pytest.mark.parametrize(
    "statements",
    [
        'if (self.defined()) {\n  return add(self, other);\n} else { throw Error("}"); }',
        "return add(self, [&] { return other; }());",
        "#ifdef A\nif (self.defined()) {\n#elif B\nif (1) {\n#else\n{\n#endif\n"
        "  return add(self, other); }\nreturn add(self, other);",
        "#if 0\n{ (\n#else\n#endif\nreturn add(self, other);",
        "#error don't /* ' */\nreturn add(self, other); // don't (",
        '/* ( " \' */ auto c = \'\\\'\'; auto d = "\\"("; auto e = u8R"x(")x"; auto f = 1\'000;'
        "\nreturn add(self, other);",
        "switch (self.dim()) { case 0: return add(self, other); default: return add(self); }",
        "again: return add(self, other);",
    ],
)
def test_statements_that_may_compile(
    tmp_path: Path, native: OperatorTable, statements: str
) -> None:
    assert load(tmp_path, native, wrapper(statements)).operators


def test_dispatch_can_be_allowed(tmp_path: Path, native: OperatorTable) -> None:
    text = wrapper("auto x = self.neg();\nreturn add(x, -other[0]);")
    assert load(tmp_path, native, text + "  through_dispatcher: [neg, select]\n").operators


def test_unused_call_of_a_wrapper(tmp_path: Path, native: OperatorTable) -> None:
    text = wrapper("return add(self, other);", "(add.Tensor, neg)")
    assert errors_of(tmp_path, native, text) == ["spec.yaml:4:23 the statements do not call 'neg'"]


def adapter(header: str, more: str = "") -> tuple[str, str]:
    text = f"- func: {VEC}\n  adapter: my::Up -> upsample_nearest1d\n  header: h.h\n{more}"
    return text, f"namespace my {{ {header} }}"


def test_adapter_struct(tmp_path: Path, native: OperatorTable) -> None:
    text, header = adapter(
        "struct Up { Up(int, int, int); int output_size() const; int scales() const {} };"
    )
    functional, out = load(tmp_path, native, text, header).operators
    assert out.schema.kind is SchemaKind.OUT
    design = functional.design
    assert isinstance(design, Adapter)
    assert design.holds_arguments
    assert design.provided == {"output_size", "scales"}


@pytest.mark.parametrize(
    "header",
    [
        "struct Up { static int output_size(int); static int scales(int) {} };",
        "namespace Up { int output_size(int); inline int scales(int) {} }",
    ],
)
def test_adapter_without_object(tmp_path: Path, native: OperatorTable, header: str) -> None:
    operator = load(tmp_path, native, *adapter(header)).operators[0]
    assert isinstance(operator.design, Adapter)
    assert not operator.design.holds_arguments


def test_adapter_without_an_argument(tmp_path: Path, native: OperatorTable) -> None:
    text, header = adapter("struct Up { Up(int, int, int); int output_size() const; };")
    assert errors_of(tmp_path, native, text, header) == [
        "spec.yaml:2:22 nothing makes the argument 'scales' of 'upsample_nearest1d'"
    ]


def test_alias(tmp_path: Path, native: OperatorTable) -> None:
    text = "- func: absolute(Tensor self) -> Tensor\n  alias: abs\n"
    (operator,) = load(tmp_path, native, text).operators
    assert isinstance(operator.design, Alias)
    family = load(tmp_path, native, text + "  forms: all\n").operators
    assert [(str(o.name), str(o.inner_calls[0].name)) for o in family] == [
        ("absolute", "abs"),
        ("absolute_", "abs_"),
        ("absolute.out", "abs.out"),
    ]
    assert all(o.is_entry for o in family)


def test_alias_with_another_shape(tmp_path: Path, native: OperatorTable) -> None:
    text = "- func: absolute(Tensor self, Tensor other) -> Tensor\n  alias: abs\n"
    assert errors_of(tmp_path, native, text) == [
        "spec.yaml:1:9 'absolute' is no alias of 'abs': the arguments or results differ"
    ]
    text = "- func: absolute(Tensor self) -> Tensor\n  alias: abs\n  header: h.h\n"
    assert errors_of(tmp_path, native, text) == ["spec.yaml:3:3 'alias' takes no header"]


def test_dispatchless(tmp_path: Path, native: OperatorTable) -> None:
    header = (
        '#include "dispatchless/add.h"\n#include <dispatchless/ones_like.h>\n'
        "template <c10::DeviceType DEV> at::Tensor one(const at::Tensor& self)"
        " { return dispatchless::ones_like<DEV>(self); }\n"
        "template <c10::DeviceType DEV> at::Tensor add_one(const at::Tensor& self)"
        " { return dispatchless::add<DEV>(self, one<DEV>(self)); }\n"
    )
    text = "- func: add_one(Tensor self) -> Tensor\n  dispatchless: add_one\n  header: h.h\n"
    (operator,) = load(tmp_path, native, text, header).operators
    assert isinstance(operator.design, Dispatchless)
    assert operator.device_headers == ("add", "ones_like")
    assert [str(c.name) for c in operator.inner_calls] == ["add.Tensor", "add.Scalar", "ones_like"]
    wrong = header.replace("dispatchless::add<", "dispatchless::ad<")
    assert errors_of(tmp_path, native, text, wrong) == [
        "h.h:4:98 ATen has no operator with a C++ function 'ad'"
    ]


COMPOSITE = f"- func: {SUB}\n  composite: sub (add.Tensor)\n  header: h.h\n"


def composite_header(statement: str, more: str = "") -> str:
    return f"{more}template <class OPS>\nat::Tensor sub({BODY}) {{\n  {statement}\n}}\n"


@pytest.mark.parametrize(
    ("statement", "errors"),
    [
        ("return OPS::add(self, other);", []),
        (
            "return OPS::add(OPS::neg(self), other);",
            ["h.h:3:24 'neg' is called, and 'sub' does not list it"],
        ),
        (
            "return OPS::mul(self, other);",
            [
                "h.h:3:15 'mul' is called, and 'sub' does not list it",
                "spec.yaml:2:19 'add.Tensor' {never} {h}:2:12",
            ],
        ),
        (
            "return OPS::add_out(self, self, other);",
            [
                "h.h:3:15 'add_out' is called, and 'sub' does not list it",
                "spec.yaml:2:19 'add.Tensor' {never} {h}:2:12",
            ],
        ),
        ("return elsewhere<OPS>(self);", []),
    ],
)
def test_listed_operators_are_those_that_are_called(
    tmp_path: Path, native: OperatorTable, statement: str, errors: list[str]
) -> None:
    header = composite_header(statement)
    if not errors:
        load(tmp_path, native, COMPOSITE, header)
        return
    wanted = [expanded(error, tmp_path) for error in errors]
    assert errors_of(tmp_path, native, COMPOSITE, header) == wanted


def test_templates_that_are_handed_the_struct_are_read(
    tmp_path: Path, native: OperatorTable
) -> None:
    helper = "template <class X> at::Tensor help(at::Tensor t) { return X::neg(t); }\n"
    header = composite_header("return help<OPS>(self);", helper)
    assert errors_of(tmp_path, native, COMPOSITE, header) == [
        "h.h:1:62 'neg' is called, and 'sub' does not list it",
        "spec.yaml:2:19 'add.Tensor' is listed and never called by the template at "
        f"{tmp_path / 'h.h'}:3:12",
    ]


def test_operators_can_be_inferred(tmp_path: Path, native: OperatorTable) -> None:
    text = COMPOSITE.replace("(add.Tensor)", "(*)")
    header = composite_header("return OPS::add_out(self, OPS::sigmoid(self), other);")
    (operator,) = load(tmp_path, native, text, header).operators
    assert isinstance(operator.design, Composite)
    assert [str(call.name) for call in operator.design.calls] == [
        "add.out",
        "add.Scalar_out",
        "sigmoid",
    ]
    assert errors_of(tmp_path, native, text, "") == [
        "spec.yaml:2:14 the template 'sub' is not found in the header, so what it calls is not "
        "known"
    ]


@pytest.mark.parametrize(
    ("text", "error"),
    [
        (
            COMPOSITE + "  calls: (neg)\n",
            "spec.yaml:4:3 'calls' is a key of 'structured_wrapper', not of 'composite'",
        ),
        (structured(more="  forms: [inplac]\n"), "spec.yaml:4:11 unknown form 'inplac'"),
        (structured(more="  forms: [out, out]\n"), "spec.yaml:4:16 the form 'out' stands twice"),
        (
            f"- func: {SUB}\n  structured_wrapper: return add(self, other);\n",
            "spec.yaml:1:3 the wrapper does not say which operators it calls",
        ),
        (
            f"- func: {SUB}\n  structured_wrapper: return add(self);\n  calls: [add.Tensor]\n",
            "spec.yaml:3:10 'calls' is a text, not a list",
        ),
        (
            f"- func: {SUB}\n  structured_wrapper: return add(self);\n  calls: add.Tensor\n",
            "spec.yaml:3:10 a list of operators stands in parentheses",
        ),
        (
            f"- func: {SUB}\n  adapter: Sub add.Tensor\n  header: h.h\n",
            "spec.yaml:2:16 the adapter names no operator: '->' is missing",
        ),
        (
            f"- func: {SUB}\n  adapter: Sub - add.Tensor\n  header: h.h\n",
            "spec.yaml:2:16 the adapter names no operator: '->' is missing",
        ),
        (
            f"- func: {SUB}\n  adapter: my::Sub\n  header: h.h\n",
            "spec.yaml:2:19 the adapter names no operator: '->' is missing",
        ),
        (
            f"- func: {SUB}\n  composite:  sub  add.Tensor, neg\n  header: h.h\n",
            "spec.yaml:2:20 'sub  add.Tensor, neg' lists no operators: '(' is missing",
        ),
        (
            f"- func: {SUB}\n  composite: sub\n  header: h.h\n",
            "spec.yaml:2:17 'sub' lists no operators: '(' is missing",
        ),
        (
            "- func: a(Tensor self) -> Tensor\n  alias: b\n"
            "- func: b(Tensor self) -> Tensor\n  alias: a\n",
            "spec.yaml:4:10 aliases name each other in a cycle: a -> b -> a",
        ),
        (
            "- func: a(Tensor self) -> Tensor\n  alias: a\n",
            "spec.yaml:2:10 the alias 'a' is of itself",
        ),
        (
            f"- func: {SUB}\n  adapter: Sub -> ad.Tensor\n  header: h.h\n",
            "spec.yaml:2:19 unknown operator 'ad.Tensor'",
        ),
        (
            f"- func: {SUB}\n  dispatchless: a b\n  header: h.h\n",
            "spec.yaml:2:17 'a b' cannot be a template's name: 'a b' is not an identifier "
            "(letters, digits and _, not starting with a digit)",
        ),
        (f"- func: {SUB}\n  dispatchless: sub\n", "spec.yaml:1:3 the entry has no 'header'"),
        (
            "- func: absolute(Tensor self) -> Tensor\n  alias: abss\n",
            "spec.yaml:2:10 unknown operator 'abss'",
        ),
        (
            structured() + "- func: sub_.Tensor(Tensor(a!) self, Tensor other, *, Scalar alpha=1) "
            "-> Tensor(a!)\n  alias: sub_.Tensor\n",
            "spec.yaml:1:9 its form 'sub_.Tensor' is an operator of its own, too",
        ),
    ],
)
def test_malformed(tmp_path: Path, native: OperatorTable, text: str, error: str) -> None:
    assert error in errors_of(tmp_path, native, text)


GOOD = "template <class OPS> at::Tensor sub(const at::Tensor& self) { return self; }\n"


@pytest.mark.parametrize(
    ("written", "header", "hint"),
    [
        ("sub", f"namespace my {{ {GOOD} }}", "the header has 'my::sub'"),
        ("subb", GOOD, "'sub'"),
        ("zzz", GOOD, "the header has 'sub'"),
        ("my::sub", GOOD, "the header has 'sub'"),
        ("zzz", f"#include <vector>\n#include <ATen/core/Tensor.h>\n{GOOD}", "has 'sub'"),
    ],
)
def test_a_template_that_the_header_has_not(
    tmp_path: Path, native: OperatorTable, written: str, header: str, hint: str
) -> None:
    text = f"- func: f(Tensor self) -> Tensor\n  composite: {written} (abs)\n  header: h.h\n"
    with pytest.raises(SpecError) as caught:
        load(tmp_path, native, text, header)
    (error,) = caught.value.errors
    assert error.message == f"the header 'h.h' has no template '{written}'"
    assert error.location is not None
    assert (error.location.line, error.location.column) == (2, 14)
    assert error.hint is not None
    assert hint in error.hint


@pytest.mark.parametrize(
    "header",
    [
        "",
        f"#include <mylib/sub.h>\n{GOOD}",
        f'#include "not_there.h"\n{GOOD}',
        f"#define COMPOSITE template <class OPS> \\\n  at::Tensor other\n{GOOD}",
        f"MAKE(other)\n{GOOD}",
        f"namespace my {{ {GOOD.replace('sub', 'other')} }} using my::other;",
        GOOD.replace("sub", "other").replace("{ return self; }", ";"),
    ],
)
def test_a_template_that_the_header_may_have(
    tmp_path: Path, native: OperatorTable, header: str
) -> None:
    """What cannot be seen is left to the compiler."""
    text = "- func: f(Tensor self) -> Tensor\n  composite: other (abs)\n  header: h.h\n"
    (operator,) = load(tmp_path, native, text, header).operators
    assert operator.schema.name.base == "f"


@pytest.mark.parametrize(
    ("head", "message", "hint"),
    [
        ("at::Tensor sub(int a)", "'sub' is no template", "'template <class OPS>'"),
        (
            "template <class OPS> at::Tensor sub(int a, int b)",
            "'sub' has 2 parameters, and 'f' gives it 1",
            "one for each argument of the schema: self",
        ),
        (
            "template <class OPS> at::Tensor sub()",
            "'sub' has 0 parameters, and 'f' gives it 1",
            "schema: self",
        ),
    ],
)
def test_a_head_that_does_not_fit(
    tmp_path: Path, native: OperatorTable, head: str, message: str, hint: str
) -> None:
    text = "- func: f(Tensor self) -> Tensor\n  composite: sub (*)\n  header: h.h\n"
    with pytest.raises(SpecError) as caught:
        load(tmp_path, native, text, f"{head} {{ return OPS::abs(a); }}")
    error = caught.value.errors[0]
    assert error.message == message
    assert error.location is not None
    assert Path(error.location.file).name == "h.h"
    assert hint in (error.hint or "")


@pytest.mark.parametrize(
    "head",
    [
        "template <class OPS, class T> at::Tensor sub(const T& a)",
        "template <class OPS, class... T> at::Tensor sub(T... a)",
        "template <class OPS> at::Tensor sub(const at::Tensor& a, int more = 1)",
        "template <class OPS, class X = int> at::Tensor sub(const at::Tensor& a)",
    ],
)
def test_a_head_that_may_fit(tmp_path: Path, native: OperatorTable, head: str) -> None:
    text = "- func: f(Tensor self) -> Tensor\n  composite: sub (abs)\n  header: h.h\n"
    (operator,) = load(tmp_path, native, text, f"{head} {{ return OPS::abs(a); }}").operators
    assert operator.schema.name.base == "f"


@pytest.mark.parametrize(
    ("argument", "parameter", "shown", "right"),
    [
        ("int n", "int n", "int", "int64_t"),
        ("SymInt n", "const int & n", "const int &", "int64_t"),
        ("int? n", "std::optional<int32_t> n", "std :: optional < int32_t >", "int64_t"),
        ("int n", "unsigned long n", "unsigned long", "int64_t"),
        ("int n", "double", "double", "int64_t"),
        ("float n", "float n", "float", "double"),
    ],
)
def test_a_parameter_that_would_lose_values(
    tmp_path: Path, native: OperatorTable, argument: str, parameter: str, shown: str, right: str
) -> None:
    text = f"- func: f(Tensor self, {argument}) -> Tensor\n  composite: sub (*)\n  header: h.h\n"
    head = f"template <class OPS> at::Tensor sub(const at::Tensor& self,\n{parameter})"
    with pytest.raises(SpecError) as caught:
        load(tmp_path, native, text, f"{head} {{ return OPS::abs(self); }}")
    (error,) = caught.value.errors
    wanted = f"the parameter '{shown}' does not hold every value of '{argument}'"
    assert error.message == wanted
    assert error.location is not None
    assert (error.location.line, error.location.column) == (2, 1)
    assert error.hint is not None
    assert error.hint.endswith(right)


@pytest.mark.parametrize(
    ("argument", "parameter"),
    [
        *(("int n", f"{type} n") for type in ("int64_t", "long", "long long int", "auto", "N::t")),
        ("int[] n", "at::ArrayRef<int64_t> n"),
        ("bool n", "bool n"),
        ("int? n", "std::optional<int64_t> n"),
        ("float n", "double n"),
        ("int int_n", "const int64_t & int_n"),
    ],
)
def test_a_parameter_that_holds_every_value(
    tmp_path: Path, native: OperatorTable, argument: str, parameter: str
) -> None:
    text = f"- func: f(Tensor self, {argument}) -> Tensor\n  composite: sub (*)\n  header: h.h\n"
    head = f"template <class OPS> at::Tensor sub(const at::Tensor& self, {parameter})"
    load(tmp_path, native, text, f"{head} {{ return OPS::abs(self); }}")


def test_a_structured_template_needs_out(tmp_path: Path, native: OperatorTable) -> None:
    header = f"namespace my {{ template <class OPS> at::Tensor sub({BODY}) {{ return self; }} }}"
    found = errors_of(tmp_path, native, structured(), header)
    message = "'my::sub' has 1 template parameter, and 'structured_composite' gives it 2"
    assert f"h.h:1:48 {message}" in found


def test_one_parameter_is_no_plural(tmp_path: Path, native: OperatorTable) -> None:
    text = "- func: f(Tensor self, Tensor other) -> Tensor\n  composite: sub (*)\n  header: h.h\n"
    header = "template <class OPS> at::Tensor sub(int a) { return OPS::abs(a); }"
    assert errors_of(tmp_path, native, text, header) == [
        "h.h:1:33 'sub' has 1 parameter, and 'f' gives it 2"
    ]


def test_a_wrapper_has_no_output_to_fill(tmp_path: Path, native: OperatorTable) -> None:
    text = wrapper("if (alpha.equal(1)) { return fill_(self, 1); }\nreturn add(self, other);")
    text = text.replace("(add.Tensor)", "(add.Tensor, fill_.Scalar)")
    message = "'fill_' is returned, and there is no output that it could fill"
    assert errors_of(tmp_path, native, text) == [f"spec.yaml:3:34 {message}"]


def test_an_adapter_has_one_target(tmp_path: Path, native: OperatorTable) -> None:
    text = f"- func: {SUB}\n  adapter: Sub -> add.Tensor, mul.Tensor\n  header: h.h\n"
    assert errors_of(tmp_path, native, text) == [
        "spec.yaml:2:29 an adapter makes the arguments of one operator"
    ]
