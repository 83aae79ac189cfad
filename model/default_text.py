"""Reads the default value of an argument; its type says what it can be.

The rules are the dispatcher's (``parseDefaultValue`` of libtorch), made strict: it takes a
string as the default of an int and fails at the first call, we refuse it here.
"""

from __future__ import annotations

import math

from dispatchless.model.defaults import (
    DTYPE_WORDS,
    BoolDefault,
    Default,
    ElementDefault,
    FloatDefault,
    IntDefault,
    ListDefault,
    NoneDefault,
    StringDefault,
    WordDefault,
)
from dispatchless.model.errors import SpecError, did_you_mean
from dispatchless.model.schema_lexer import Token, TokenKind, string_value
from dispatchless.model.schema_types import BaseType, ListType, OptionalType, SchemaType
from dispatchless.model.token_stream import TokenStream

_INT_TYPES = frozenset({"int", "SymInt", "DeviceIndex"})
_NONE_TYPES = frozenset({"Tensor", "Generator"})  # the dispatcher lets them default to None
_LIST_ELEMENTS = frozenset({"int", "SymInt", "float", "bool", "ScalarType"})

_WORDS: dict[str, frozenset[str]] = {
    "int": frozenset({"Mean"}),
    "MemoryFormat": frozenset({"contiguous_format"}),
    "Layout": frozenset({"strided"}),
    "ScalarType": frozenset(DTYPE_WORDS),
}

_NO_LITERAL = frozenset({"inf", "infinity", "nan", "Inf", "Infinity", "NaN", "INFINITY", "NAN"})


def parse_default(stream: TokenStream, type: SchemaType) -> Default:
    """The default value at the stream's position, for an argument of the type."""
    token = stream.current
    if isinstance(type, OptionalType):
        if token.text == "None" and token.kind is TokenKind.NAME:
            stream.advance()
            return NoneDefault()
        if isinstance(type.elem, ListType):
            raise _refused(
                stream, type, "the dispatcher can only give an optional list the default None"
            )
        return _single(stream, type.elem, type)
    if token.text == "None" and token.kind is TokenKind.NAME:
        if isinstance(type, BaseType) and type.name in _NONE_TYPES:
            stream.advance()
            return NoneDefault()
        raise _refused(stream, type, f"only an optional argument can be None: write '{type}?'")
    if isinstance(type, ListType):
        return _list(stream, type)
    return _single(stream, type, type)


def _list(stream: TokenStream, type: ListType) -> Default:
    elem = type.elem
    if not (isinstance(elem, BaseType) and elem.name in _LIST_ELEMENTS):
        raise _refused(
            stream, type, "the dispatcher knows list defaults of int, SymInt, float and bool"
        )
    if not stream.at("["):
        if type.size is None:
            raise _refused(stream, type, "a list's default is written in brackets, as '[0, 1]'")
        return _single(stream, elem, type)
    opening = stream.advance()
    elements: list[ElementDefault] = []
    separator: str | None = None
    if not stream.at("]"):
        while True:
            elements.append(_element(stream, elem, type))
            if not stream.at(","):
                break
            comma = stream.advance()
            if separator is None:
                separator = ", " if stream.current.start > comma.end else ","
    if not stream.accept("]"):
        raise stream.unexpected(
            "',' or ']'", hint="the elements are separated by commas, and the last ends in ']'"
        )
    # `int[1]` is any list in whose place one int may stand: ATen has 'int[1] dim=[-2,-1]'.
    if type.size is not None and 1 < type.size < len(elements):
        raise stream.source.error(
            f"the default has {len(elements)} elements, more than a list of type {type} has",
            opening.start,
            stream.previous.end,
            hint=f"write {type.size} elements, or a list of any size as '{elem}[]'",
        )
    return ListDefault(tuple(elements), ", " if separator is None else separator)


def _element(stream: TokenStream, elem: BaseType, type: ListType) -> ElementDefault:
    value = _single(stream, elem, type)
    assert isinstance(value, (BoolDefault, IntDefault, FloatDefault, WordDefault))
    return value


def _single(stream: TokenStream, wanted: SchemaType, type: SchemaType) -> Default:
    """One constant for ``wanted``, the type itself or the one inside its option or list."""
    token = stream.current
    name = wanted.name if isinstance(wanted, BaseType) else ""
    if token.kind is TokenKind.STRING:
        if name not in ("str", "Device"):
            raise _refused(stream, type)
        value = string_value(stream.source, token)
        stream.advance()
        return StringDefault(token.text, value)
    if token.kind is TokenKind.NAME:
        return _word(stream, name, type)
    if token.kind is TokenKind.NUMBER or stream.at("-"):
        return _number(stream, name, type)
    if stream.at("["):
        raise _refused(stream, type)
    raise stream.unexpected("a default value", hint=_example(type))


def _word(stream: TokenStream, name: str, type: SchemaType) -> Default:
    token = stream.current
    if token.text in ("True", "False"):
        if name not in ("bool", "Scalar"):
            raise _refused(stream, type)
        stream.advance()
        return BoolDefault(token.text == "True")
    known = _WORDS.get(name, frozenset())
    if token.text in known:
        stream.advance()
        return WordDefault(token.text)
    if token.text in _NO_LITERAL:
        raise _refused(
            stream,
            type,
            "schemas have no literal for infinity or nan (the dispatcher cannot read one); "
            f"make the argument '{type if isinstance(type, OptionalType) else f'{type}?'}' with "
            "the default None and choose the value in the kernel",
        )
    hint = did_you_mean(token.text, [*known, "None", "True", "False"])
    if name in ("str", "Device"):
        hint = f'a string has quotes: "{token.text}"'
    elif name == "MemoryFormat":
        hint = "the dispatcher only knows contiguous_format; others are given by None"
    raise _refused(stream, type, hint)


def _number(stream: TokenStream, name: str, type: SchemaType) -> Default:
    minus = stream.advance() if stream.at("-") else None
    token = stream.current
    if token.kind is not TokenKind.NUMBER:
        if token.text in _NO_LITERAL:
            return _word(stream, name, type)
        raise stream.unexpected("a number behind '-'", hint=_example(type))
    text = token.text if minus is None else f"-{token.text}"
    _check_suffix(stream, token)
    is_whole = token.text.isdigit()
    if name == "float" or (name == "Scalar" and not is_whole):
        if name == "Scalar" and "E" in text:
            raise stream.source.error(
                "the dispatcher reads the 'E' of a Scalar's default wrong",
                token.start,
                token.end,
                hint=f"write '{text.lower()}'",
            )
        _check_float(stream, token)
        stream.advance()
        return FloatDefault(text)
    if name not in _INT_TYPES and name != "Scalar":
        raise _refused(stream, type)
    if not is_whole:
        raise _refused(stream, type)
    if not -(2**63) <= int(text) < 2**63:
        raise stream.source.error(
            f"{text} does not fit in 64 bits", token.start, token.end, hint=_int_range()
        )
    stream.advance()
    return IntDefault(text)


def _int_range() -> str:
    return f"an int lies between {-(2**63)} and {2**63 - 1}"


def _check_suffix(stream: TokenStream, token: Token) -> None:
    """Refuse what C++ or Python write behind a number: ``1.0f``, ``0x10``, ``1_000``, ``2j``."""
    after = stream.source.text[token.end : token.end + 1]
    if after.isalnum() or after == "_":
        raise stream.source.error(
            f"'{token.text}{after}' is not a number of the schema language",
            token.start,
            token.end + 1,
            hint="numbers are decimal, without suffix, as 10, -2, 0.5 or 1e-05",
        )


def _check_float(stream: TokenStream, token: Token) -> None:
    """Refuse what ``std::stod``, with which the dispatcher reads numbers, throws at."""
    value = float(token.text)
    mantissa = token.text.lower().partition("e")[0]
    tiny = value < 2.2250738585072014e-308 and mantissa.strip("0.") != ""
    if math.isinf(value) or tiny:
        raise stream.source.error(
            f"{token.text} is out of the range of a double",
            token.start,
            token.end,
            hint="a double lies between 2.23e-308 and 1.79e308, or is 0",
        )


def _refused(stream: TokenStream, type: SchemaType, hint: str | None = None) -> SpecError:
    token = stream.current
    end = token.end
    if token.text == "[":
        closing = stream.source.text.find("]", token.start)
        end = closing + 1 if closing >= 0 else end
    shown = stream.source.text[token.start : end]
    return stream.source.error(
        f"'{shown}' cannot be the default of an argument of type {type}",
        token.start,
        end,
        hint=hint or _example(type),
    )


_EXAMPLES = {
    "int": "a whole number, as 0",
    "SymInt": "a whole number, as 0",
    "DeviceIndex": "a whole number, as 0",
    "float": "a number, as 0.5",
    "Scalar": "a number, True or False",
    "bool": "True or False",
    "str": "a string in quotes",
    "Device": "a string in quotes",
    "Layout": "strided",
    "MemoryFormat": "contiguous_format",
    "ScalarType": "a dtype's name, as float or long",
    "Tensor": "None, and no other value",
    "Generator": "None, and no other value",
}


def _example(type: SchemaType) -> str:
    """What can be the default of an argument of the type."""
    if isinstance(type, OptionalType):
        inner = _example_of(type.elem)
        words = "None" if inner is None or "None" in inner else f"None or {inner}"
    else:
        words = _example_of(type) or f"given only as None, to '{type}?'"
    return f"the default of an argument of type {type} is {words}"


def _example_of(type: SchemaType) -> str | None:
    if isinstance(type, ListType):
        inner = _example_of(type.elem)
        return None if inner is None else f"a list in brackets, each element {inner}"
    return _EXAMPLES.get(type.name) if isinstance(type, BaseType) else None
