"""Which words may name things: in the schema language and in C++."""

from __future__ import annotations

import re

# [lex.key] of C++20 and its alternative tokens [lex.digraph]; later versions add none that
# a C++17 or C++20 compiler would refuse.
_CPP_KEYWORDS = """
    alignas alignof asm auto bool break case catch char char8_t char16_t char32_t class concept
    const consteval constexpr constinit const_cast continue co_await co_return co_yield decltype
    default delete do double dynamic_cast else enum explicit export extern false float for friend
    goto if inline int long mutable namespace new noexcept nullptr operator private protected
    public register reinterpret_cast requires return short signed sizeof static static_assert
    static_cast struct switch template this thread_local throw true try typedef typeid typename
    union unsigned using virtual void volatile wchar_t while
    and and_eq bitand bitor compl not not_eq or or_eq xor xor_eq
"""
CPP_KEYWORDS = frozenset(_CPP_KEYWORDS.split())

# Words that the dispatcher's lexer (torch/csrc/jit/frontend/lexer.h) never reads as a name.
_SCHEMA_RESERVED = """
    def if else elif while return is True False None and or not global for in raise assert
    break continue del pass class import with as Ellipsis NoneType
"""
SCHEMA_RESERVED = frozenset(_SCHEMA_RESERVED.split())

_IDENTIFIER = re.compile(r"[A-Za-z_][A-Za-z0-9_]*", re.ASCII)


def is_identifier(text: str) -> bool:
    """Whether the text is one identifier of ASCII letters, digits and ``_`` (keyword or not)."""
    return _IDENTIFIER.fullmatch(text) is not None


def why_not_cpp_name(text: str) -> str | None:
    """Why the text cannot be one name in C++, or None if it can."""
    if not is_identifier(text):
        return "is not an identifier (letters, digits and _, not starting with a digit)"
    if text in CPP_KEYWORDS:
        return "is a keyword of C++"
    return None
