"""What a structured template may do with its OUT object, and what its head must be.

All that would give a wrong result, or C++ that does not compile, is refused in the header; what is
right is not.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from design_specs import errors_of, load

from dispatchless.model import OperatorTable, SchemaKind, SpecError, StructuredComposite

HEAD = "template <class OPS, class OUT>"
PARAMETERS = "OUT& out, const at::Tensor& self"
SET = "out.set_output(self.sizes(), self.options());"


def entry(calls: str, more: str = "") -> str:
    return (
        f"- func: f(Tensor self) -> Tensor\n  structured_composite: f ({calls})\n"
        f"  header: h.h\n{more}"
    )


FUNCTIONAL = "  forms: [functional]\n"


def template(
    body: str, *, head: str = HEAD, returns: str = "decltype(auto)", parameters: str = PARAMETERS
) -> str:
    """The result and the body stand on lines of their own."""
    return f"{head}\n{returns} f({parameters}) {{\n{body}\n}}\n"


def messages(folder: Path, native: OperatorTable, header: str, calls: str = "*") -> list[str]:
    """`line:column message` of each error, all of them in the header, with its text and a hint."""
    with pytest.raises(SpecError) as caught:
        load(folder, native, entry(calls), header)
    for error in caught.value.errors:
        assert error.location is not None
        assert error.text == header.split("\n")[error.location.line - 1]
        assert error.hint
    found = errors_of(folder, native, entry(calls), header)
    assert all(each.startswith("h.h:") for each in found)
    return [each.removeprefix("h.h:") for each in found]


# The parameter


@pytest.mark.parametrize(
    ("parameter", "problem"),
    [
        ("OUT out", "is a copy: what is written to it is lost"),
        ("const OUT& out", "is const, and nothing can be written to it"),
        ("OUT const &out", "is const, and nothing can be written to it"),
        ("const OUT&& out", "is const, and nothing can be written to it"),
        ("OUT* out", "is a pointer, and an object is passed"),
        ("OUT*& out", "is a pointer, and an object is passed"),
        ("OUT&", "has no name, so that nothing is written to it"),
        ("std::vector<OUT>& out", "is no reference to the output"),
    ],
)
@pytest.mark.parametrize("calls", ["*", "add.Scalar"])
def test_a_parameter_that_is_no_output(
    tmp_path: Path, native: OperatorTable, parameter: str, problem: str, calls: str
) -> None:
    parameters = f"{parameter}, const at::Tensor& self"
    header = template("out.add(self, 1);", returns="void", parameters=parameters)
    wanted = f"the parameter '{parameter}' {problem}"
    found = messages(tmp_path, native, header, calls)
    assert found[0] == f"2:8 {wanted}"


@pytest.mark.parametrize(
    "parameter",
    ["OUT& out", "OUT&& out", "[[maybe_unused]] OUT &out", "OUT& out [[maybe_unused]]"],
)
def test_a_parameter_that_is_the_output(
    tmp_path: Path, native: OperatorTable, parameter: str
) -> None:
    parameters = f"{parameter}, const at::Tensor& self"
    header = template("out.add(self, 1);", returns="void", parameters=parameters)
    assert len(load(tmp_path, native, entry("add.Scalar"), header).operators) == 3


# The result


@pytest.mark.parametrize(
    "type", ["auto&&", "const auto&", "auto&", "at::Tensor&", "const at::Tensor &", "at::Tensor&&"]
)
@pytest.mark.parametrize("forms", ["", FUNCTIONAL])
def test_a_reference_is_no_result(
    tmp_path: Path, native: OperatorTable, type: str, forms: str
) -> None:
    header = template("return out.add(self, 1);", returns=f"inline {type}")
    problem = "refers to a tensor that is gone when the functional form returns"
    assert errors_of(tmp_path, native, entry("add.Scalar", forms), header) == [
        f"h.h:2:8 '{type}' {problem}"
    ]


@pytest.mark.parametrize("type", ["auto", "const auto", "at::Tensor", "Tensor"])
def test_a_value_is_the_result_of_the_functional_form_alone(
    tmp_path: Path, native: OperatorTable, type: str
) -> None:
    header = template("return out.add(self, 1);", returns=type)
    assert messages(tmp_path, native, header) == [
        f"2:1 '{type}' copies the tensor that OUT returns"
    ]
    (operator,) = load(tmp_path, native, entry("*", FUNCTIONAL), header).operators
    assert operator.schema.kind is SchemaKind.FUNCTIONAL


def test_a_trailing_result(tmp_path: Path, native: OperatorTable) -> None:
    header = template("return out.add(self, 1);", returns="auto").replace(
        ") {", ") -> at::Tensor {"
    )
    assert messages(tmp_path, native, header) == [
        "2:45 'at::Tensor' copies the tensor that OUT returns"
    ]
    for right in ("decltype(auto)", "decltype(out.add(self, 1))"):
        spec = load(tmp_path, native, entry("*"), header.replace("at::Tensor {", f"{right} {{"))
        assert len(spec.operators) == 3


@pytest.mark.parametrize(
    "type", ["[[nodiscard]] inline decltype(auto)", "RESULT", "result_of<OUT>"]
)
def test_a_result_that_may_be_right(tmp_path: Path, native: OperatorTable, type: str) -> None:
    header = template("return out.add(self, 1);", returns=type)
    assert len(load(tmp_path, native, entry("*"), header).operators) == 3


@pytest.mark.parametrize("type", ["void", "C10_ALWAYS_INLINE void", "[[gnu::flatten]] void"])
def test_void_with_words_before_it(tmp_path: Path, native: OperatorTable, type: str) -> None:
    header = template("out.add(self, 1);", returns=type)
    design = load(tmp_path, native, entry("*"), header).operators[0].design
    assert isinstance(design, StructuredComposite)
    assert design.returns_nothing


# Filling


@pytest.mark.parametrize(
    ("body", "place"),
    [
        ("return out.fill_(1);", "3:12"),
        (f"if (c) {{ {SET} }}\nreturn out.fill_(1);", "4:12"),
        (f"while (c) {{ {SET} }}\nreturn out.fill_(1);", "4:12"),
        (f"if (c) {{ {SET} return out.fill_(1); }}\nreturn out.fill_(2);", "4:12"),
        (f"if (c) {{ {SET} }} else if (d) {{ {SET} }}\nreturn out.fill_(1);", "4:12"),
        (f"if (c) {{ {SET} }}\nif (d) return out.fill_(1);\nreturn out.add(self, 1);", "4:19"),
        (
            f"switch (c) {{ case 1: {SET} return out.fill_(1);\ndefault: return out.fill_(2); }}",
            "4:21",
        ),
        (f"try {{ {SET} }} catch (...) {{}}\nreturn out.fill_(1);", "4:12"),
        ("return self.dim() ? out.add(self, 1) :\nout.fill_(1);", "4:5"),
    ],
)
def test_nothing_to_fill(tmp_path: Path, native: OperatorTable, body: str, place: str) -> None:
    message = "'fill_' is called, and there is no output that it could fill"
    assert messages(tmp_path, native, template(body)) == [f"{place} {message}"]


@pytest.mark.parametrize(
    "body",
    [
        f"{SET} return out.fill_(1);",
        f"{SET} if (c) {{ return out.fill_(1); }} return out.add(self, 1);",
        f"if (c) {{ {SET} }} else {{ {SET} }} return out.fill_(1);",
        f"if (c) {{ {SET} }} else {{ throw 1; }} return out.fill_(1);",
        f"if (c) {{ {SET} }} if (c) {{ return out.fill_(1); }} return out.add(self, 1);",
        f"if (!out.maybe_get_output().defined()) {{ {SET} }} return out.fill_(1);",
        f"const auto& t = out.maybe_get_output(); if (!t.defined()) {{ {SET} }}"
        " return out.fill_(1);",
        f"switch (c) {{ case 1: {SET} break; default: {SET} }} return out.fill_(1);",
        f"do {{ {SET} }} while (c); return out.fill_(1);",
        f"try {{ {SET} }} catch (...) {{ throw; }} return out.fill_(1);",
        f"auto fix = [&out] {{ {SET} }}; fix(); return out.fill_(1);",
    ],
)
def test_something_to_fill(tmp_path: Path, native: OperatorTable, body: str) -> None:
    design = load(tmp_path, native, entry("*"), template(body)).operators[0].design
    assert isinstance(design, StructuredComposite)
    assert design.allocates


# Paths that write nothing


@pytest.mark.parametrize(
    ("body", "returns", "place"),
    [
        (SET, "void", "3:45"),
        (SET, "decltype(auto)", "3:45"),
        ("out.maybe_get_output();", "void", "3:23"),
        ("return out.maybe_get_output();", "decltype(auto)", "3:8"),
        (f"if (c) {{ out.add(self, 1); }} else {{\n{SET} }}", "void", "4:45"),
        (f"if (c) {{ return out.add(self, 1); }} else {{\n{SET} }}", "decltype(auto)", "4:45"),
        (f"if (c) {{ return out.add(self, 1); }}\n{SET}", "decltype(auto)", "4:45"),
        ("", "void", "4:1"),
        ("", "decltype(auto)", "4:1"),
        ("throw 1;", "decltype(auto)", "4:1"),
        ("END;", "decltype(auto)", "4:1"),
        ("return OUT::add(self, 1);", "decltype(auto)", "3:8"),
        ("return other.out(self);", "decltype(auto)", "3:8"),
        ("return OPS::neg(self);", "void", "3:8"),
    ],
)
def test_a_path_that_writes_nothing(
    tmp_path: Path, native: OperatorTable, body: str, returns: str, place: str
) -> None:
    message = "'f' ends here and has written nothing to 'out'"
    header = template(body, returns=returns)
    assert messages(tmp_path, native, header) == [f"{place} {message}"]


# Other ways to the object

OTHER_WAY = "'out' is used in another way than by calling its methods"


@pytest.mark.parametrize(
    ("body", "error"),
    [
        ("return (&out)->add(self, 1);", f"3:10 {OTHER_WAY}"),
        ("return out->add(self, 1);", f"3:8 {OTHER_WAY}"),
        ("return static_cast<OUT&>(out).add(self, 1);", f"3:26 {OTHER_WAY}"),
        ("return ((OUT&)out).add(self, 1);", f"3:15 {OTHER_WAY}"),
        ("return out.add_outf(self, 1, 1, out);", f"3:33 {OTHER_WAY}"),
        ("return (out.add)(self, 1);", f"3:9 {OTHER_WAY}"),
        ("return out.add;", f"3:8 {OTHER_WAY}"),
        ("return out;", f"3:8 {OTHER_WAY}"),
        ("OUT& o = out; return o.add(self, 1);", f"3:10 {OTHER_WAY}"),
        ("auto e = [out] { return 1; }; return out.add(self, 1);", f"3:11 {OTHER_WAY}"),
        ("auto e = [&o = out] { return o.add(self, 1); }; return e();", f"3:16 {OTHER_WAY}"),
        ("FIN(out, self);", "3:5 'out' is handed to 'FIN', which is not the last act of 'f'"),
        (
            "return std::move(out).add(self, 1);",
            "3:18 'out' is handed to 'move', which is not the last act of 'f'",
        ),
        (
            "return OPS::neg(helper(out, self));",
            "3:24 'out' is handed to 'helper', which is not the last act of 'f'",
        ),
    ],
)
@pytest.mark.parametrize("calls", ["*", "add.Scalar"])
def test_other_ways_to_the_object(
    tmp_path: Path, native: OperatorTable, body: str, error: str, calls: str
) -> None:
    macro = "#define FIN(o, s) return o.add(s, 1)\n"
    found = messages(tmp_path, native, template(body) + macro, calls)
    assert found == [error]


@pytest.mark.parametrize(
    "body",
    [
        "return (out).add(self, 1);",
        "return ((out)).add(self, 1);",
        "return c ? (out).add(self, 1) : (out.add(self, 2));",
        "(void)out; return out.add(self, 1);",
        "using R = decltype(out.add(self, 1)); return out.add(self, 1);",
        "each([](auto& out) { out = 1; }); return out.add(self, 1);",
        "each([&](int i, int* out) mutable { *out = i; }); return out.add(self, 1);",
        "x.out = 1; y->out(2); return out.add(self, z::out);",
        "check(out.maybe_get_output()); return out.add(self, 1);",
    ],
)
def test_calls_that_are_understood(tmp_path: Path, native: OperatorTable, body: str) -> None:
    for calls in ("*", "add.Scalar"):
        operators = load(tmp_path, native, entry(calls), template(body)).operators
        assert len(operators) == 3
        design = operators[0].design
        assert isinstance(design, StructuredComposite)
        assert {str(tail.dependency.name) for tail in design.tails} >= {"add.Scalar"}


# Functions that are given the object


def helper(body: str, returns: str = "decltype(auto)", parameter: str = "O& o") -> str:
    return template(
        body,
        head="template <class X, class O>",
        returns=returns,
        parameters=f"{parameter}, const at::Tensor& s",
    ).replace(" f(", " fin(")


FIN = "return fin<OPS>(out, self);"


@pytest.mark.parametrize("parameter", ["O& o", "O&& o", "auto& o"])
def test_a_function_that_is_the_end(tmp_path: Path, native: OperatorTable, parameter: str) -> None:
    text = helper("return o.add(X::neg(s), 1);", parameter=parameter)
    for calls in ("*", "add.Scalar, neg"):
        design = load(tmp_path, native, entry(calls), text + template(FIN)).operators[0].design
        assert isinstance(design, StructuredComposite)
        assert {str(tail.dependency.name) for tail in design.tails} >= {"add.Scalar"}
    text = helper("o.add(s, 1);", "void", parameter)
    load(tmp_path, native, entry("*"), text + template("fin<OPS>(out, self);", returns="void"))


def test_a_function_that_fixes_the_output(tmp_path: Path, native: OperatorTable) -> None:
    text = helper("o.set_output(s.sizes(), s.options());", "void")
    header = text + template("fin<OPS>(out, self); return out.fill_(1);")
    design = load(tmp_path, native, entry("fill_.Scalar"), header).operators[0].design
    assert isinstance(design, StructuredComposite)
    assert design.allocates


@pytest.mark.parametrize(
    ("text", "body", "error"),
    [
        (
            helper("auto t = o.add(s, 1); return X::neg(t);"),
            FIN,
            "3:12 'o.add' is not the last act of 'fin'",
        ),
        (helper("return s;"), FIN, "3:8 'fin' ends here and has written nothing to 'o'"),
        (helper("o.add(s, 1);", "void"), FIN, "7:8 'fin' is void, and 'f' is not"),
        (
            helper("return o.add(s, 1);", "auto"),
            FIN,
            "2:1 'auto' copies the tensor that OUT returns",
        ),
        (
            helper("return o.add(s, 1);", parameter="O o"),
            FIN,
            "2:20 the parameter 'O o' is a copy: what is written to it is lost",
        ),
        (
            helper("o.set_output(s.sizes(), s.options());", "void", "O o"),
            "fin<OPS>(out, self); return out.fill_(1);",
            "2:10 the parameter 'O o' is a copy: what is written to it is lost",
        ),
        (
            helper("return o.fill_(1);"),
            FIN,
            "3:10 'fill_' is called, and there is no output that it could fill",
        ),
        (
            helper("return o.add(s, 1);"),
            "fin<OPS>(out, self); return out.add(self, 1);",
            "7:10 'out' is handed to 'fin', which is not the last act of 'f'",
        ),
        (
            helper("return o.add(s, 1);"),
            "return other<OPS>(out, self);",
            "7:8 what 'other' calls is not seen, so the operators are not known",
        ),
    ],
)
def test_a_function_that_is_not(
    tmp_path: Path, native: OperatorTable, text: str, body: str, error: str
) -> None:
    assert messages(tmp_path, native, text + template(body)) == [error]


def test_a_function_that_is_not_seen(tmp_path: Path, native: OperatorTable) -> None:
    header = template("return elsewhere<OPS>(out, self);")
    assert len(load(tmp_path, native, entry("add.Scalar"), header).operators) == 3


def test_a_function_that_calls_itself(tmp_path: Path, native: OperatorTable) -> None:
    text = helper("if (c) return fin<X>(o, s); return o.add(s, 1);")
    assert load(tmp_path, native, entry("*"), text + template(FIN)).operators


# Heads


@pytest.mark.parametrize(
    ("head", "parameters", "error"),
    [
        (
            "template <class OUT, class OPS>",
            PARAMETERS,
            "1:11 the first template parameter of 'f' is the struct of operators, and 'OUT' is the "
            "type of its output",
        ),
        (
            "template <class OPS, typename T, class OUT>",
            PARAMETERS,
            "1:22 nothing tells what the template parameter 'T' of 'f' is",
        ),
        (
            "template <class OPS, class OUT, int N>",
            PARAMETERS,
            "1:33 nothing tells what the template parameter 'N' of 'f' is",
        ),
        (
            HEAD,
            "const at::Tensor& self, OUT& out",
            "2:18 the first parameter of 'f' is no output",
        ),
        (
            "template <int OPS, class OUT>",
            PARAMETERS,
            "1:11 the first template parameter of 'f' is 'int OPS'",
        ),
        (HEAD, ", OUT& out", "2:16 the first parameter of 'f' is no output"),
    ],
)
@pytest.mark.parametrize("calls", ["*", "add.Scalar"])
def test_a_head_that_is_wrong(
    tmp_path: Path, native: OperatorTable, head: str, parameters: str, error: str, calls: str
) -> None:
    header = template("return out.add(self, 1);", head=head, parameters=parameters)
    assert error in messages(tmp_path, native, header, calls)


@pytest.mark.parametrize(
    ("head", "parameters"),
    [
        ("template <typename OPS, typename OUT>", PARAMETERS),
        ("template <class, class OUT>", PARAMETERS),
        ("template <class OPS, Output<int> OUT>", PARAMETERS),
        ("template <std::same_as<int> OPS, class OUT> requires good<OUT>", PARAMETERS),
        ("template <class OPS, class OUT, class T = int>", PARAMETERS),
        ("template <class OPS, class OUT, class... T>", PARAMETERS),
        ("template <class OPS, class... T>", "T&&... out"),
        ("template <class OPS, class T, class OUT>", "OUT& out, const T& self"),
        ("template <class OPS, class OUT, class T>", "OUT& out, const at::Base<T>& self"),
        (
            "template <class OPS, class OUT, class T = int> void f(OUT&, const at::Tensor&);\n"
            "template <class OPS, class OUT, class T>",
            PARAMETERS,
        ),
    ],
)
def test_a_head_that_is_right(
    tmp_path: Path, native: OperatorTable, head: str, parameters: str
) -> None:
    header = template("return out.add(self, 1);", head=head, parameters=parameters)
    assert len(load(tmp_path, native, entry("add.Scalar"), header).operators) == 3


@pytest.mark.parametrize(
    ("design", "head", "error"),
    [
        (
            "composite: f (neg)",
            "template <class OPS, class T>",
            "2:22 nothing tells what the template parameter 'T' of 'f' is",
        ),
        (
            "composite: f (neg)",
            "template <c10::DeviceType OPS>",
            "2:11 the first template parameter of 'f' is 'c10::DeviceType OPS'",
        ),
        (
            "composite: f (neg)",
            "template <template <class> class OPS>",
            "2:11 the first template parameter of 'f' is 'template <class> class OPS'",
        ),
        (
            "dispatchless: f",
            "template <class OPS>",
            "2:11 the first template parameter of 'f' is 'class OPS'",
        ),
        (
            "dispatchless: f",
            "template <c10::DeviceType DEV, class T>",
            "2:32 nothing tells what the template parameter 'T' of 'f' is",
        ),
        ("dispatchless: f", "inline", "3:12 'f' is no template"),
    ],
)
def test_heads_of_other_designs(
    tmp_path: Path, native: OperatorTable, design: str, head: str, error: str
) -> None:
    text = f"- func: f(Tensor self) -> Tensor\n  {design}\n  header: h.h\n"
    header = f'#include "dispatchless/neg.h"\n{head}\nat::Tensor f(const at::Tensor& self) {{\n'
    header += "return OPS::neg(self);\n}\n"
    assert f"h.h:{error}" in errors_of(tmp_path, native, text, header)
    right = header.replace(head, "template <at::DeviceType DEV>")
    if design.startswith("composite"):
        right = header.replace(head, "template <class OPS, class T = int>")
    assert load(tmp_path, native, text, right).operators
