"""Words that cannot be names in C++: keywords, and macros of the headers that are included."""

from __future__ import annotations

import re
import subprocess

import pytest

from dispatchless.model.identifiers import CPP_MACROS, taken_in_cpp, why_not_cpp_name

_HEADERS = """
    alloca assert errno float limits math setjmp stdarg stddef stdint stdio stdlib time unistd wchar
"""
_FAMILY_MEMBERS = """
    INT_MAX INT_MIN LONG_MAX LLONG_MIN CHAR_MAX SCHAR_MIN UCHAR_MAX USHRT_MAX UINT_MAX ULONG_MAX
    INT64_MIN INT64_MAX UINT8_MAX UINT64_MAX INT_FAST16_MAX UINT_LEAST32_MAX INTPTR_MIN UINTMAX_MAX
    PTRDIFF_MAX INT64_C UINTMAX_C FLT_MAX DBL_EPSILON LDBL_MIN_10_EXP FLT_RADIX FP_NAN M_PI M_PI_2
"""


def test_the_listed_macros_are_macros() -> None:
    """Of the compiler and the headers that ATen's headers include."""
    includes = "".join(f"#include <{name}.h>\n" for name in _HEADERS.split())
    command = ["c++", "-x", "c++", "-std=gnu++20", "-dM", "-E", "-"]
    done = subprocess.run(command, input=includes, capture_output=True, text=True, check=True)
    defined = set(re.findall(r"^#define (\w+)", done.stdout, re.MULTILINE))
    refused = CPP_MACROS | set(_FAMILY_MEMBERS.split())
    assert refused <= defined
    macro = "is a macro of the C and C++ headers"
    assert {why_not_cpp_name(name) for name in refused} == {macro}


@pytest.mark.parametrize(
    "name",
    [
        "TRUE",
        "FALSE",
        "null",
        "nan",
        "inf",
        "INT",
        "MAX",
        "INT_MAXIMUM",
        "M",
        "N",
        "eps",
        "E",
        "PI",
    ],
)
def test_names(name: str) -> None:
    assert taken_in_cpp(name) is None
