"""Compares what a user's template returns, where that is written plainly, with its schema.

The compiler would name the generated kernel, at which there is nothing to mend.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from dispatchless.frozen import frozen
from dispatchless.model.cpp_declarations import CppFunction, result_type
from dispatchless.model.cpp_tokens import Token, split
from dispatchless.model.errors import SpecError
from dispatchless.model.schema import FunctionSchema, Return

_TENSOR, _TUPLE, _VECTOR = "at::Tensor", "std::tuple", "std::vector"
_SYNONYMS = {"torch::Tensor": _TENSOR, "std::int64_t": "int64_t"}
_NUMBERS = frozenset(["bool", "int64_t", "double"])
_PLAIN = frozenset([_TENSOR, _TUPLE, _VECTOR, "void", *_NUMBERS])

# The C++ types of schema types, and which of the plain types are converted to them without loss.
_CPP_TYPES = {
    "Tensor": _TENSOR,
    "Tensor[]": f"{_VECTOR}<{_TENSOR}>",
    "int": "int64_t",
    "SymInt": "c10::SymInt",
    "float": "double",
    "bool": "bool",
    "Scalar": "at::Scalar",
}
_CONVERTED = {
    "int": _NUMBERS - {"double"},
    "SymInt": _NUMBERS - {"double"},
    "float": _NUMBERS,
    "bool": _NUMBERS,
    "Scalar": _NUMBERS,
}


@frozen
class _Written:
    """A type that is written plainly. ``arguments`` are None where they are not."""

    name: str
    arguments: tuple[_Written | None, ...]
    is_reference: bool


def check_result(function: CppFunction, schema: FunctionSchema) -> Iterator[SpecError]:
    """An error if the template's result is not converted to what its kernels return."""
    tokens = result_type(function)
    written = _plain(tokens)
    if written is None or _fits(written, schema.returns):
        return
    types = [_cpp_type(each) for each in schema.returns]
    wanted = f"{_TUPLE}<{', '.join(types)}>" if len(types) > 1 else "".join(types) or "void"
    yield function.source.error(
        f"'{'::'.join(function.qualified)}' returns '{_text(tokens)}', and its operator "
        f"'{schema.name}' returns '{schema.results}'",
        tokens[0],
        hint="write 'auto', or what its schema returns"
        if "" in types
        else f"its schema returns '{wanted}' in C++",
    )


def _text(tokens: Sequence[Token]) -> str:
    return "".join(f"{t.text} " if t.text in ("const", ",") else t.text for t in tokens).strip()


def _plain(tokens: Sequence[Token]) -> _Written | None:
    """The type if it is one of those known here, spelled out; None if it may be anything."""
    rest = [token for token in tokens if token.text != "const"]
    is_reference = bool(rest) and rest[-1].text == "&"
    if is_reference:
        rest.pop()
    opening = next((i for i, token in enumerate(rest) if token.text == "<"), len(rest))
    name = "".join(token.text for token in rest[:opening]).removeprefix("::")
    name = _SYNONYMS.get(name, name)
    if name not in _PLAIN or (name in (_TUPLE, _VECTOR)) != (opening < len(rest)):
        return None
    if opening < len(rest) and rest[-1].text != ">":
        return None
    arguments = tuple(_plain(part) for part in split(rest[opening + 1 : -1]))
    return _Written(name, arguments, is_reference)


def _fits(written: _Written, returns: Sequence[Return]) -> bool:
    if not returns:
        return written.name == "void"
    if len(returns) == 1:
        return _fits_one(written, returns[0])
    return (
        written.name == _TUPLE
        and len(written.arguments) == len(returns)
        and all(map(_fits_one, written.arguments, returns))
    )


def _fits_one(written: _Written | None, result: Return) -> bool:
    if written is None:
        return True
    type = str(result.type)
    if type == "Tensor":
        return written.name == _TENSOR and (written.is_reference or not result.is_write)
    if type == "Tensor[]":
        return written.name == _VECTOR and all(
            each is None or each.name == _TENSOR for each in written.arguments
        )
    return written.name in _CONVERTED.get(type, _PLAIN - {"void"})


def _cpp_type(result: Return) -> str:
    """The result in C++; empty for one that is not known here."""
    type = str(result.type)
    return _CPP_TYPES.get(type, "") + (" &" if result.is_write and type == "Tensor" else "")
