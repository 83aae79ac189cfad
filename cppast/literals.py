"""Literals, and their spelling: what is printed reads back as the same value, of the same type."""

from __future__ import annotations

import math
import re
import struct
from typing import Literal

import attrs

from dispatchless.cppast.node import Expr, NodeError, expr_tuple
from dispatchless.frozen import frozen

IntSuffix = Literal["", "U", "L", "UL", "LL", "ULL"]
FloatSuffix = Literal["", "F", "L"]
Encoding = Literal["", "u8", "u", "U", "L"]

_INT_SUFFIXES = frozenset({"", "U", "L", "UL", "LL", "ULL"})
_ENCODINGS = frozenset({"", "u8", "u", "U", "L"})
_INT32 = 2**31
_INT64 = 2**63


def _upper(suffix: str) -> str:
    return suffix.upper()


@frozen(eq=False, repr=False)
class IntLit(Expr):
    """An integer. Without a suffix its type is int where it fits in 32 bits, else long long.

    Beyond 63 bits an unsuffixed value is unsigned long long. The most negative values, which have
    no literal of their own, are spelt as a difference. `base` is 10 or 16.
    """

    value: int
    suffix: str = attrs.field(default="", converter=_upper)
    base: int = attrs.field(default=10, kw_only=True)

    def __attrs_post_init__(self) -> None:
        if type(self.value) is not int:
            raise NodeError(f"an integer literal holds an int: {self.value!r}")
        if self.suffix not in _INT_SUFFIXES:
            raise NodeError(f"an integer suffix is one of U, L, UL, LL, ULL: {self.suffix!r}")
        if self.base not in (10, 16):
            raise NodeError(f"an integer literal has base 10 or 16: {self.base!r}")
        if "U" in self.suffix and self.value < 0:
            raise NodeError(f"an unsigned literal cannot be negative: {self.value!r}")
        unsigned = "U" in self.suffix or self.suffix == ""
        if not -_INT64 <= self.value < (2 * _INT64 if unsigned else _INT64):
            raise NodeError(f"an integer literal fits in 64 bits: {self.value!r}{self.suffix}")

    @property
    def negative(self) -> bool:
        """Whether the spelling starts with a minus sign."""
        return self.value < 0 and not self.lowest

    @property
    def lowest(self) -> bool:
        """Whether the value is the least one of its type, which has no literal."""
        return self.value == -_INT64 or (self.value == -_INT32 and not self.suffix)


def int_text(literal: IntLit) -> str:
    """The spelling of an integer literal."""
    value, suffix = literal.value, literal.suffix
    if 0 <= value < _INT32 and not suffix and literal.base == 10:
        return str(value)
    if not suffix and not -_INT32 <= value < _INT32:
        suffix = "LL" if value < _INT64 else "ULL"
    if literal.lowest:
        return f"({_digits(value + 1, literal.base)}{suffix} - 1)"
    return _digits(value, literal.base) + suffix


def _digits(value: int, base: int) -> str:
    if base == 10:
        return str(value)
    return f"{'-' if value < 0 else ''}0x{abs(value):X}"


@frozen(eq=False, repr=False)
class FloatLit(Expr):
    """A floating-point number: double, or float with suffix F, long double with L.

    Any double survives, signed zero, infinities and nan included (those through
    `std::numeric_limits`, so that `<limits>` is included).
    """

    value: float
    suffix: str = attrs.field(default="", converter=_upper)

    def __attrs_post_init__(self) -> None:
        if type(self.value) is not float:
            raise NodeError(f"a floating-point literal holds a float: {self.value!r}")
        if self.suffix not in ("", "F", "L"):
            raise NodeError(f"a floating-point suffix is F or L: {self.suffix!r}")
        if self.suffix == "F" and math.isfinite(self.value):
            try:
                struct.pack("<f", self.value)
            except OverflowError:
                raise NodeError(
                    f"a float literal is in the range of float: {self.value!r}"
                ) from None

    @property
    def negative(self) -> bool:
        """Whether the spelling starts with a minus sign."""
        return math.copysign(1.0, self.value) < 0 and not math.isnan(self.value)


_FLOAT_TYPES = {"": "double", "F": "float", "L": "long double"}


def float_text(literal: FloatLit) -> str:
    """The spelling of a floating-point literal: the shortest that reads back as the same double."""
    value = literal.value
    if math.isfinite(value):
        return repr(value) + literal.suffix
    limits = f"std::numeric_limits<{_FLOAT_TYPES[literal.suffix]}>"
    if math.isnan(value):
        return f"{limits}::quiet_NaN()"
    return f"{'-' if value < 0 else ''}{limits}::infinity()"


# [usrlit.suffix] keeps suffixes without an underscore for the library; these are its own.
_LIBRARY_SUFFIXES = {
    "number": frozenset({"h", "min", "s", "ms", "us", "ns", "y", "d", "i", "il", "if"}),
    "string": frozenset({"s", "sv"}),
}


@frozen(eq=False, repr=False)
class UserLit(Expr):
    """A literal with a suffix of its own: `10_km`, `"text"_id`, `"text"sv` ([lex.ext]).

    The literal has no suffix of the language; a minus sign is an operator (`Prefix`).
    """

    literal: IntLit | FloatLit | CharLit | StringLit | RawStringLit
    suffix: str

    def __attrs_post_init__(self) -> None:
        literal, number = self.literal, isinstance(self.literal, (IntLit, FloatLit))
        if not isinstance(literal, (IntLit, FloatLit, CharLit, StringLit, RawStringLit)):
            raise NodeError(f"only numbers, characters and strings take a suffix: {literal!r}")
        own = _LIBRARY_SUFFIXES["number" if number else "string"]
        if not re.match(r"_\w+\Z", self.suffix, re.ASCII) and self.suffix not in own:
            raise NodeError(f"a suffix of one's own begins with an underscore: {self.suffix!r}")
        if isinstance(literal, (IntLit, FloatLit)):
            if literal.suffix:
                raise NodeError(f"a literal has one suffix: {literal.suffix!r}, {self.suffix!r}")
            if not (literal.value >= 0 and math.isfinite(literal.value)) or literal.negative:
                raise NodeError(f"a number with a suffix is finite and not negative: {literal!r}")
            if isinstance(literal, IntLit) and literal.base == 16 and self.suffix[0] != "_":
                raise NodeError(f"digits of base 16 run into this suffix: {self.suffix!r}")


def user_literal_text(literal: UserLit) -> str | None:
    """The spelling of a number with a suffix of its own; None for characters and strings."""
    held = literal.literal
    if isinstance(held, IntLit):
        return _digits(held.value, held.base) + literal.suffix
    return repr(held.value) + literal.suffix if isinstance(held, FloatLit) else None


@frozen(eq=False, repr=False)
class BoolLit(Expr):
    """`true` or `false`."""

    value: bool

    def __attrs_post_init__(self) -> None:
        if type(self.value) is not bool:
            raise NodeError(f"a boolean literal holds a bool: {self.value!r}")


@frozen(eq=False, repr=False)
class Nullptr(Expr):
    """`nullptr`."""


def _code_point(value: str | int) -> int:
    if isinstance(value, str):
        if len(value) != 1:
            raise NodeError(f"a character literal holds one character: {value!r}")
        return ord(value)
    return value


@frozen(eq=False, repr=False)
class CharLit(Expr):
    """One character, given as a string of length one or as a code.

    Without an encoding prefix the code is a byte (0 to 255); with `u8` ASCII; with `u` a UTF-16
    unit; with `U` and `L` a code point.
    """

    value: int = attrs.field(converter=_code_point)
    encoding: str = attrs.field(default="", kw_only=True)

    def __attrs_post_init__(self) -> None:
        _check_encoding(self.encoding)
        limit = {"": 0xFF, "u8": 0x7F, "u": 0xFFFF}.get(self.encoding, 0x10FFFF)
        if not 0 <= self.value <= limit or 0xD800 <= self.value <= 0xDFFF:
            raise NodeError(
                f"a character {self.encoding}'…' has a code up to {limit}: {self.value!r}"
            )


def _check_encoding(encoding: str) -> None:
    if encoding not in _ENCODINGS:
        raise NodeError(f"an encoding prefix is one of u8, u, U, L: {encoding!r}")


_NAMED = {7: "\\a", 8: "\\b", 9: "\\t", 10: "\\n", 11: "\\v", 12: "\\f", 13: "\\r", 92: "\\\\"}


def _escape(code: int, quote: int) -> str:
    # Three octal digits end an escape whatever follows; a hexadecimal one would run on.
    if code in _NAMED:
        return _NAMED[code]
    if code == quote:
        return "\\" + chr(code)
    if 32 <= code < 127:
        return chr(code)
    return f"\\{code:03o}"


def _escape_wide(code: int, quote: int) -> str:
    # Universal character names may not name control characters below U+00A0 before C++23.
    if code < 0xA0:
        return _escape(code, quote)
    return f"\\u{code:04X}" if code <= 0xFFFF else f"\\U{code:08X}"


def char_text(literal: CharLit) -> str:
    """The spelling of a character literal."""
    wide = literal.encoding in ("u", "U", "L")
    code = literal.value
    if code == 0:
        return f"{literal.encoding}'\\0'"
    text = _escape_wide(code, 39) if wide else _escape(code, 39)
    return f"{literal.encoding}'{text}'"


@frozen(eq=False, repr=False)
class StringLit(Expr):
    """A string. Text of plain and `u8` literals is taken as UTF-8; plain ones also take bytes."""

    value: str | bytes
    encoding: str = attrs.field(default="", kw_only=True)

    def __attrs_post_init__(self) -> None:
        if not isinstance(self.value, (str, bytes)):
            raise NodeError(f"a string literal holds str or bytes: {self.value!r}")
        _check_encoding(self.encoding)
        if isinstance(self.value, bytes):
            if self.encoding:
                raise NodeError(f"bytes need a plain string literal: {self.encoding}{self.value!r}")
        elif not self.value.isascii() and any(0xD800 <= ord(c) <= 0xDFFF for c in self.value):
            raise NodeError(f"a string holds no lone surrogates: {self.value!r}")


# Bytes that a literal spells as they are.
_PLAIN_BYTES = re.compile(rb"[ !#-\[\]-~]*")


def string_text(literal: StringLit) -> str:
    """The spelling of a string literal, in one piece, without trigraphs."""
    value = literal.value
    if isinstance(value, str) and literal.encoding in ("u", "U", "L"):
        body = "".join(_escape_wide(ord(c), 34) for c in value)
    else:
        data = value.encode() if isinstance(value, str) else value
        if _PLAIN_BYTES.fullmatch(data):
            body = data.decode("ascii")
        else:
            body = "".join(_escape(code, 34) for code in data)
    # `??=` and its kin are trigraphs up to C++14.
    while "??" in body:
        body = body.replace("??", "?\\?")
    return f'{literal.encoding}"{body}"'


@frozen(eq=False, repr=False)
class RawStringLit(Expr):
    """A raw string, printed over as many lines as it has; its delimiter is chosen to fit."""

    value: str
    encoding: str = attrs.field(default="", kw_only=True)

    def __attrs_post_init__(self) -> None:
        if not isinstance(self.value, str):
            raise NodeError(f"a raw string literal holds a str: {self.value!r}")
        _check_encoding(self.encoding)
        for forbidden in ("\r", "\0"):
            if forbidden in self.value:
                raise NodeError(f"a raw string cannot hold {forbidden!r}: {self.value!r}")
        if any(0xD800 <= ord(c) <= 0xDFFF for c in self.value):
            raise NodeError(f"a string holds no lone surrogates: {self.value!r}")


def raw_string_text(literal: RawStringLit) -> str:
    """The spelling of a raw string literal, newlines as they are."""
    delimiter, number = "", 0
    while f'){delimiter}"' in literal.value:
        delimiter = f"d{number}" if number else "d"
        number += 1
    return f'{literal.encoding}R"{delimiter}({literal.value}){delimiter}"'


@frozen(eq=False, repr=False)
class StringConcat(Expr):
    """Adjacent strings, which become one: `"n = %" PRId64` ([lex.phases]).

    The parts are strings, and names or calls of macros that stand for strings.
    """

    parts: tuple[Expr, ...] = attrs.field(converter=expr_tuple)

    def __attrs_post_init__(self) -> None:
        from dispatchless.cppast.exprs import NameExpr
        from dispatchless.cppast.macros import MacroCall
        from dispatchless.cppast.preproc import Stringize

        if len(self.parts) < 2:
            raise NodeError(f"adjacent strings are at least two: {self.parts!r}")
        encodings = set()
        for part in self.parts:
            if isinstance(part, (StringLit, RawStringLit)):
                encodings.add(part.encoding)
            elif isinstance(part, Stringize):
                encodings.add("")
            elif not isinstance(part, (NameExpr, MacroCall)):
                raise NodeError(f"a part of a string is a string or a macro: {part!r}")
        if not encodings:
            raise NodeError(f"of adjacent strings one at least is a literal: {self.parts!r}")
        if len(encodings - {""}) > 1:
            raise NodeError(f"adjacent strings have one encoding: {sorted(encodings)!r}")
