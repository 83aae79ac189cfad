"""What the head of a structured template must be for its OUT object: its parameter and its
result."""

from __future__ import annotations

from collections.abc import Iterator

from dispatchless.model.cpp_declarations import (
    CppFunction,
    declared_name,
    result_type,
    without_attributes,
)
from dispatchless.model.errors import SpecError

_VALUES = frozenset(["auto", "Tensor", "tuple", "pair", "array", "vector"])


def has_output(function: CppFunction) -> bool:
    """Whether the first parameter of a template is an OUT object with a name, right or wrong as
    its type may be. What a pack holds is not known."""
    types = function.template_parameters[1:]
    return any(
        token.text in types and declared_name(declared)
        for declared in function.declared[:1]
        for token in declared
        if all(each.text != "..." for each in declared)
    )


def wrong_output(function: CppFunction, position: int) -> list[SpecError]:
    """The error for a parameter that is no reference to the OUT object, or a const one.

    ``OUT&&`` is a forwarding reference, and right: the object is passed as an lvalue.
    """
    declared = without_attributes(function.declared[position])
    words = [token.text for token in declared]
    types = {*function.template_parameters, "auto"}
    index = next((i for i, word in enumerate(words) if word in types), None)
    if index is None or "..." in words:
        return []
    type, behind = words[index], words[index + 1 :]
    behind = behind[:-1] if declared_name(declared) else behind
    name = declared_name(declared) or "out"
    if "const" in words:
        problem = "is const, and nothing can be written to it"
    elif behind == []:
        problem = "is a copy: what is written to it is lost"
    elif "*" in behind:
        problem = "is a pointer, and an object is passed"
    elif behind not in (["&"], ["&", "&"]):
        problem = "is no reference to the output"
    elif not declared_name(declared):
        problem = "has no name, so that nothing is written to it"
    else:
        return []
    shown = function.source.shown(function.declared[position])
    return [
        function.source.error(
            f"the parameter '{shown}' {problem}", declared[0], hint=f"write '{type}& {name}'"
        )
    ]


def wrong_result(function: CppFunction, *, is_only_functional: bool) -> Iterator[SpecError]:
    """The error for a result type that is not, in every form, what the method of OUT returns: a
    value in the functional one, references in the others.

    Types that a macro or a template parameter may make are left to the compiler.
    """
    tokens = result_type(function)
    words = [token.text for token in tokens]
    while words and words[-1] == "const":
        words.pop()
    if not words or function.returns_nothing:
        return
    hint = "write 'decltype(auto)', or 'void' and no 'return'"
    if words[-1] == "&":
        problem = "refers to a tensor that is gone when the functional form returns"
    elif is_only_functional or "decltype" in words or _value_type(words) not in _VALUES:
        return
    else:
        problem = "copies the tensor that OUT returns"
        hint += "; without further forms, 'forms: [functional]'"
    shown = function.source.shown(tokens)
    yield function.source.error(f"'{shown}' {problem}", tokens[0], hint=hint)


def _value_type(words: list[str]) -> str:
    """The last name of a type, before its template arguments."""
    depth = 0
    for word in reversed(words):
        depth += {">": 1, "<": -1}.get(word, 0)
        if depth == 0 and word != "<":
            return word
    return ""
