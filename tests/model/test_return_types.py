"""What templates return, where it is written plainly, is what their schemas return."""

from __future__ import annotations

from pathlib import Path

import pytest

from dispatchless.model import OperatorTable, SpecError, load_spec

PAIR = "std::tuple<at::Tensor, at::Tensor>"


def errors_of(folder: Path, native: OperatorTable, entry: str, header: str) -> list[SpecError]:
    (folder / "h.h").write_text(header)
    (folder / "spec.yaml").write_text(f"{entry}\n  header: h.h\n")
    try:
        load_spec(folder / "spec.yaml", native=native)
    except SpecError as error:
        return list(error.errors)
    return []


def composite(func: str) -> str:
    return f"- func: {func}\n  composite: q (abs)"


def template(result: str, parameters: str = "const at::Tensor& self") -> str:
    name = "" if "->" in result else "q"
    written = result.replace("->", f"q({parameters}) ->") if "->" in result else result
    tail = "" if "->" in result else f"({parameters})"
    return f"template <class OPS>\n{written} {name}{tail} {{ return OPS::abs(self); }}"


@pytest.mark.parametrize(
    ("returns", "result", "column", "shown", "right"),
    [
        ("(Tensor, Tensor)", "at::Tensor", 1, "at::Tensor", PAIR),
        ("(Tensor, Tensor)", "inline static at::Tensor", 15, "at::Tensor", PAIR),
        ("(Tensor, Tensor)", "auto -> torch::Tensor", 35, "torch::Tensor", PAIR),
        ("(Tensor, Tensor)", "std::tuple<at::Tensor>", 1, "std::tuple<at::Tensor>", PAIR),
        ("(Tensor, int)", f"::{PAIR}", 1, f"::{PAIR}", "std::tuple<at::Tensor, int64_t>"),
        ("Tensor", PAIR, 1, PAIR, "at::Tensor"),
        ("Tensor", "void", 1, "void", "at::Tensor"),
        ("Tensor", "std::vector<at::Tensor>", 1, "std::vector<at::Tensor>", "at::Tensor"),
        ("Tensor", "double", 1, "double", "at::Tensor"),
        ("()", "at::Tensor", 1, "at::Tensor", "void"),
        ("Tensor[]", "at::Tensor", 1, "at::Tensor", "std::vector<at::Tensor>"),
        ("int", "double", 1, "double", "int64_t"),
        ("SymInt", "const at::Tensor &", 1, "const at::Tensor&", "c10::SymInt"),
        ("bool", "void", 1, "void", "bool"),
    ],
)
def test_a_result_that_does_not_fit(
    tmp_path: Path,
    native: OperatorTable,
    returns: str,
    result: str,
    column: int,
    shown: str,
    right: str,
) -> None:
    entry = composite(f"q(Tensor self) -> {returns}")
    header = template(result)
    device = entry.replace("composite: q (abs)", "dispatchless: q")
    device_header = header.replace("class OPS", "c10::DeviceType DEV")
    for made, written in ((entry, header), (device, device_header)):
        (error,) = errors_of(tmp_path, native, made, written)
        assert f"{error.location}" == f"{tmp_path / 'h.h'}:2:{column}"
        assert error.message == f"'q' returns '{shown}', and its operator 'q' returns '{returns}'"
        assert error.hint == f"its schema returns '{right}' in C++"


WRITING = "const at::Tensor& self, at::Tensor& a, at::Tensor& b"
OUT = "q.out(Tensor self, *, Tensor(a!) a, Tensor(b!) b) -> (Tensor(a!), Tensor(b!))"


def test_references_of_what_is_written(tmp_path: Path, native: OperatorTable) -> None:
    inplace = composite("q_(Tensor(a!) self) -> Tensor(a!)")
    (error,) = errors_of(tmp_path, native, inplace, template("at::Tensor", "at::Tensor& self"))
    assert error.hint == "its schema returns 'at::Tensor &' in C++"
    (error,) = errors_of(tmp_path, native, composite(OUT), template(PAIR, WRITING))
    assert error.hint == "its schema returns 'std::tuple<at::Tensor &, at::Tensor &>' in C++"
    both = "std::tuple<at::Tensor&, at::Tensor &>"
    assert not errors_of(tmp_path, native, composite(OUT), template(both, WRITING))
    right = template("at::Tensor&", "at::Tensor& self")
    assert not errors_of(tmp_path, native, inplace, right)


@pytest.mark.parametrize(
    ("returns", "result"),
    [
        ("(Tensor, Tensor)", f"inline ::{PAIR}"),
        ("(Tensor, Tensor)", "std::tuple<const at::Tensor&, Other>"),
        ("(Tensor, Tensor)", "std::pair<at::Tensor, at::Tensor>"),
        ("(Tensor, Tensor)", "Tensor"),
        ("(Tensor, Tensor)", "[[nodiscard]] auto"),
        ("(Tensor, Tensor)", "decltype(auto)"),
        ("(Tensor, Tensor)", "auto -> typename OPS::pair"),
        ("(Tensor, float)", "std::tuple<at::Tensor, double>"),
        ("Tensor", "const at::Tensor&"),
        ("Tensor", "MAYBE at::Tensor"),
        ("Tensor", "std::enable_if_t<true, at::Tensor>"),
        ("Tensor(a)", "at::Tensor"),
        ("()", "void"),
        ("()", "static constexpr void"),
        ("Tensor[]", "std::vector<at::Tensor>"),
        ("int", "std::int64_t"),
        ("SymInt", "int64_t"),
        ("Scalar", "double"),
        ("bool", "bool"),
        ("float", "int64_t"),
        ("ScalarType", "at::ScalarType"),
    ],
)
def test_a_result_that_may_fit(
    tmp_path: Path, native: OperatorTable, returns: str, result: str
) -> None:
    argument = "Tensor(a) self" if returns == "Tensor(a)" else "Tensor self"
    entry = composite(f"q({argument}) -> {returns}")
    assert not errors_of(tmp_path, native, entry, template(result))


def test_a_structured_template_returns_what_out_returns(
    tmp_path: Path, native: OperatorTable
) -> None:
    entry = "- func: q(Tensor self) -> Tensor\n  structured_composite: q (abs)"
    head = "template <class OPS, class OUT> {} q(OUT& out, const at::Tensor& self) {{ {} }}"
    copied = head.format("at::Tensor", "return out.abs(self);")
    (error,) = errors_of(tmp_path, native, entry, copied)
    assert f"{error.location}" == f"{tmp_path / 'h.h'}:1:33"
    assert error.message == "'at::Tensor' copies the tensor that OUT returns"
    assert not errors_of(tmp_path, native, entry + "\n  forms: [functional]", copied)
    for result, body in (("void", "out.abs(self);"), ("decltype(auto)", "return out.abs(self);")):
        assert not errors_of(tmp_path, native, entry, head.format(result, body))
