"""Text made ready to be compiled in a namespace of its own."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dispatchless.jit.unit_text import (
    body,
    declared,
    defined_macros,
    included_names,
    outline,
    rerooted,
    tokens,
)

TEXT = """\
// #include <not_this.h>
#ifndef SUB_H
#define SUB_H  // guard
#include <map>  /* ordered */
#  include "other.h"
/* #include <nor_this.h>
   */ #include <vector>
const char* text = "#include <in_a_string.h>";
const char* raw = R"x(
#include <in_raw.h>
)x";
#if defined(A) && \\
    defined(B)
#include <set>
#endif
int f() { return 1'000; }
#endif
"""


def own(name: str) -> str | None:
    return "/copy/other.h" if name == '"other.h"' else None


def test_includes_are_found_where_the_preprocessor_finds_them() -> None:
    assert included_names(TEXT) == ("<map>", '"other.h"', "<vector>", "<set>")
    assert defined_macros(TEXT) == ("SUB_H",)


def test_outline_keeps_directives_and_lines() -> None:
    lines = outline(TEXT, own).splitlines()
    assert len(lines) == len(TEXT.splitlines())
    assert lines[4] == '#include "/copy/other.h"'
    assert lines[3].startswith("#include <map>")
    assert lines[15] == ""
    assert lines[7] == lines[9] == ""
    assert "#endif" in lines[16]


def test_body_keeps_code_and_lines() -> None:
    lines = body(TEXT, own).splitlines()
    assert len(lines) == len(TEXT.splitlines())
    assert lines[3] == ""
    assert lines[4] == '#include "/copy/other.h"'
    assert lines[15] == "int f() { return 1'000; }"
    assert lines[7:11] == TEXT.splitlines()[7:11]
    assert lines[13] == ""


@given(st.text(alphabet="ab:\"'\\/*\n #(){}R1.<>", max_size=60))
def test_tokens_are_the_whole_text(text: str) -> None:
    assert "".join(token.text for token in tokens(text)) == text


@given(st.text(alphabet="a\"'\\/*\n #include<>x", max_size=60))
def test_both_forms_keep_every_line(text: str) -> None:
    assert outline(text, lambda name: None).count("\n") == text.count("\n")
    assert body(text, lambda name: None).count("\n") == text.count("\n")


def test_declared_names() -> None:
    found = declared(
        """
        #define NOT_THIS(x) struct x
        namespace my::deep { struct Inner {}; namespace { int hidden; } }
        namespace at { namespace native { int helper(); } }
        namespace short_name = my::deep;
        namespace { int local_to_file; }
        extern "C" { int c_function(); }
        extern "C" int other_c_function();
        template <class OPS> at::Tensor sub(const at::Tensor& self) { int inside; return self; }
        struct Record { int member; } instance;
        enum Kind { A, B };
        using Alias = int;
        using my::deep::Inner;
        int variable = 3, second{4};
        """
    )
    assert found.namespaces == {("my",), ("my", "deep"), ("at",), ("at", "native")}
    assert found.names >= {
        *("my", "at", "short_name", "local_to_file", "c_function", "other_c_function", "sub"),
        *("Record", "instance", "Kind", "Alias", "Inner", "variable", "second"),
    }
    assert not found.names & {"helper", "inside", "member", "hidden", "Tensor", "deep", "self"}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("return ::sub<ops>(a);", "return ::U::sub<ops>(a);"),
        ("::sub(a)", "::U::sub(a)"),
        ("x = (::sub(a) + ::sub(b));", "x = (::U::sub(a) + ::U::sub(b));"),
        ("at::sub(a)", "at::sub(a)"),
        ("at :: sub(a)", "at :: sub(a)"),
        ("T<int>::sub", "T<int>::sub"),
        ("decltype(x)::sub", "decltype(x)::sub"),
        ("template <class T> ::sub f();", "template <class T> ::U::sub f();"),
        ("if (x) ::sub();", "if (x) ::U::sub();"),
        ("::other(a)", "::other(a)"),
        ("::other::sub(a)", "::other::sub(a)"),
        ('"::sub" /* ::sub */ // ::sub', '"::sub" /* ::sub */ // ::sub'),
        ("const ::sub& a", "const ::U::sub& a"),
        ("f<::sub>()", "f<::U::sub>()"),
        (":: sub(a)", ":: U::sub(a)"),
    ],
)
def test_rerooted(text: str, expected: str) -> None:
    assert rerooted(text, frozenset({"sub"}), "U") == expected
