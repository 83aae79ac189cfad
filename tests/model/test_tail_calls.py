"""What a structured template ends with, read from its C++."""

from __future__ import annotations

import pytest

from dispatchless.model.cpp_declarations import declarations
from dispatchless.model.cpp_tokens import FilePositions, read_cpp
from dispatchless.model.output_calls import output_calls
from dispatchless.model.tail_calls import returned_calls


def calls_of(body: str, returns: str = "decltype(auto)") -> tuple[set[str] | None, list[str]]:
    """The methods called on OUT, and the errors as `line:column message`."""
    text = f"template <class OPS, class OUT>\n{returns} f(OUT& out, const at::Tensor& self) {{\n"
    text += body + "\n}\n"
    declared = declarations([read_cpp(text, FilePositions.of("h.h", text))])
    found, errors = output_calls(declared.functions[0], declared)
    shown = [f"{e.location.line}:{e.location.column} {e.message}" for e in errors if e.location]
    return None if found.names is None else set(found.names), shown


@pytest.mark.parametrize(
    ("body", "names"),
    [
        ("return out.add(self);", {"add"}),
        ("return (out.add(self));", {"add"}),
        ("return c ? out.add(self) : out.mul(self, {1, 2});", {"add", "mul"}),
        ("if (c) { return out.add(self); } else return out.mul(self);", {"add", "mul"}),
        ("for (;;) { if (c) return out.add(self); }", {"add"}),
        (
            "switch (c) { case 1: return out.add(self); default: return out.mul(self); }",
            {"add", "mul"},
        ),
        ("try { return out.add(self); } catch (...) { throw; }", {"add"}),
        ("out.set_output(s, o); return out.fill_(1);", {"fill_"}),
        ("auto f = [&] { return self; }; return out.add(f());", {"add"}),
        ("/* out.mul(self); */ return out.add(self); // out.neg()", {"add"}),
        ('log("out.mul(self)"); return out.template add<1>(self);', {"add"}),
        ("#define X out.mul(self)\nreturn out.add(self);", {"add"}),
        ('auto s = R"(out.mul(self);)"; return out.add(self);', {"add"}),
        ("return helper<OPS>(out, self);", None),
    ],
)
def test_right_bodies(body: str, names: set[str] | None) -> None:
    assert calls_of(body) == (names, [])


@pytest.mark.parametrize(
    ("body", "error"),
    [
        (
            "auto t = out.add(self); return OPS::neg(t);",
            "3:14 'out.add' is not the last act of 'f'",
        ),
        ("return out.add(self).neg();", "3:12 'out.add' is not the last act of 'f'"),
        ("return OPS::neg(out.add(self));", "3:21 'out.add' is not the last act of 'f'"),
        ("out.add(self);\nreturn out.mul(self);", "3:5 'out.add' is not the last act of 'f'"),
        ("return OPS::neg(self);", "3:8 'f' ends here and has written nothing to 'out'"),
        (
            "if (c) return self;\nreturn out.add(self);",
            "3:15 'f' ends here and has written nothing to 'out'",
        ),
    ],
)
def test_wrong_bodies(body: str, error: str) -> None:
    assert calls_of(body)[1] == [error]


@pytest.mark.parametrize(
    "body",
    [
        "out.add(self);",
        "out.add(self); return;",
        "if (c) { out.add(self); } else { out.mul(self); }",
        "if (c) { out.add(self); return; } out.mul(self);",
        "TORCH_CHECK(c); out.add(self);",
        "if (c) { out.add(self); } else { throw 1; }",
    ],
)
def test_right_void_bodies(body: str) -> None:
    assert calls_of(body, "void")[1] == []


@pytest.mark.parametrize(
    ("body", "place"),
    [
        ("if (c) { out.add(self); }", "3:1"),
        ("if (c) return;\nout.add(self);", "3:8"),
        ("OPS::neg(self);", "3:15"),
        ("", "4:1"),
        ("while (c) { OPS::neg(self); }", "3:1"),
    ],
)
def test_void_bodies_that_write_nothing(body: str, place: str) -> None:
    errors = calls_of(body, "void")[1]
    assert errors == [f"{place} 'f' ends here and has written nothing to 'out'"]


def test_void_body_that_goes_on() -> None:
    errors = calls_of("out.add(self);\nif (c) { out.mul(self); } else { out.add(self); }", "void")[
        1
    ]
    assert errors == ["3:5 'out.add' is not the last act of 'f'"]


def test_returned_calls_of_statements() -> None:
    text = "auto t = mul(a, b); if (c) { return add(t); } return (neg(t));"
    found = returned_calls(
        read_cpp(text, FilePositions.of("s", text)).tokens, frozenset({"add", "mul", "neg"})
    )
    assert found.tails == {"add", "neg"}
    assert found.other is None
    text = "return add(a) + 1;"
    found = returned_calls(read_cpp(text, FilePositions.of("s", text)).tokens, frozenset({"add"}))
    assert found.other is not None
    assert found.other.text == "add"
