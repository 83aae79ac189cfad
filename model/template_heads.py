"""Compares the head of a user's template with the schema that it serves."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator

from dispatchless.frozen import frozen
from dispatchless.model.cpp_declarations import CppFunction, declared_name
from dispatchless.model.errors import SpecError
from dispatchless.model.output_heads import wrong_output
from dispatchless.model.schema import FunctionSchema
from dispatchless.model.schema_types import BaseType, OptionalType


@frozen
class _Head:
    """What a design asks of a template: how its template head begins, the words that its first
    template parameter cannot begin with, and how many function parameters stand before those of
    the schema."""

    text: str
    templates: int
    other_kinds: frozenset[str]
    leading: int = 0


_TOLD = "have defaults, or are named by the types of its parameters"
_TYPE_WORDS = frozenset(["class", "typename"])
_VALUE_WORDS = frozenset(["bool", "char", "int", "unsigned", "long", "auto"])
_NO_TYPE = _VALUE_WORDS | {"template", "DeviceType"}
_HEADS = {
    "composite": _Head("template <class OPS>", 1, _NO_TYPE),
    "structured_composite": _Head("template <class OPS, class OUT>", 2, _NO_TYPE, leading=1),
    "dispatchless": _Head(
        "template <c10::DeviceType DEV>",
        1,
        _TYPE_WORDS | _VALUE_WORDS - {"auto"} | {"template"},
    ),
}

# C++ types to which the compiler converts a schema's number without a word, losing some values:
# what the schema calls int has 64 bits, and its float is a double.
_SMALL = frozenset(["bool", "char", "short", "int", "int8_t", "int16_t", "int32_t", "float"])
_UNSIGNED = frozenset(["unsigned", "uint8_t", "uint16_t", "uint32_t", "uint64_t", "size_t"])
_NARROWER = {
    "int": _SMALL | _UNSIGNED | {"double"},
    "float": _SMALL | _UNSIGNED | {"long", "int64_t"},
}
_CPP_TYPES = {"int": "int64_t", "float": "double"}


def check_head(
    design: str, function: CppFunction, schema: FunctionSchema, overloads: Iterable[CppFunction]
) -> Iterator[SpecError]:
    """An error for a function that is no template, for template parameters that the design does
    not give and no argument tells, for another number of parameters, and for a parameter that
    does not hold every value of its argument.

    ``overloads`` are all declarations of the name. Packs and defaults are left to the compiler.
    """
    head = _HEADS.get(design)
    if head is None:
        return
    yield from _template_errors(design, head, function, overloads)
    if function.is_plain and function.template_parameters:
        yield from _parameter_errors(head, function, schema)


def _template_errors(
    design: str, head: _Head, function: CppFunction, overloads: Iterable[CppFunction]
) -> Iterator[SpecError]:
    shown = "::".join(function.qualified)
    source, parameters = function.source, function.template_parameters
    hint = f"it begins with '{head.text}'"
    if not parameters:
        if function.is_plain:
            yield source.error(
                f"'{shown}' is no template",
                function.name,
                hint=f"write '{head.text}' before it",
            )
        return
    first = function.template_declared[0]
    kind = itertools.takewhile(lambda token: token.text not in ("<", "="), first)
    if any(token.text in head.other_kinds for token in kind):
        yield source.error(
            f"the first template parameter of '{shown}' is '{source.shown(first)}'",
            (*first, function.name)[0],
            hint=hint,
        )
    if len(parameters) < head.templates:
        if function.is_plain:
            yield source.error(
                f"'{shown}' has {len(parameters)} template parameter, "
                f"and '{design}' gives it {head.templates}",
                function.name,
                hint=hint,
            )
        return
    if head.leading and function.declared:
        output = {token.text for token in function.declared[0]}
        if parameters[0] in output:
            yield source.error(
                f"the first template parameter of '{shown}' is the struct of operators, "
                f"and '{parameters[0]}' is the type of its output",
                (*first, function.name)[0],
                hint=hint,
            )
            return
        if not output.intersection(parameters):
            yield source.error(
                f"the first parameter of '{shown}' is no output",
                (*function.declared[0], function.name)[0],
                hint="'OUT& out' stands before the arguments of the schema",
            )
            return
        yield from wrong_output(function, 0)
    yield from untold(function, overloads, given=1, hint=f"{hint}; further ones {_TOLD}")


def untold(
    function: CppFunction, overloads: Iterable[CppFunction], *, given: int, hint: str = ""
) -> Iterator[SpecError]:
    """An error for each template parameter behind the ``given`` ones that no parameter of the
    function names."""
    if any(other is not function and not other.is_plain for other in overloads):
        return  # the defaults may stand in another declaration
    told = {token.text for declared in function.declared for token in declared}
    pairs = zip(function.template_parameters, function.template_declared, strict=True)
    for name, declared in [*pairs][given:]:
        if name not in told and not any(token.text in ("=", "...") for token in declared):
            yield function.source.error(
                f"nothing tells what the template parameter '{name or 'without a name'}' of "
                f"'{'::'.join(function.qualified)}' is",
                (*declared, function.name)[0],
                hint=hint or f"template parameters {_TOLD}",
            )


def _parameter_errors(
    head: _Head, function: CppFunction, schema: FunctionSchema
) -> Iterator[SpecError]:
    shown = "::".join(function.qualified)
    leading = head.leading
    wanted = len(schema.arguments) + leading
    if len(function.parameters) != wanted:
        yield function.source.error(
            f"'{shown}' has {len(function.parameters)} parameter"
            f"{'s' * (len(function.parameters) != 1)}, and '{schema.name}' gives it {wanted}",
            function.name,
            hint=("OUT& and " if leading else "")
            + "one for each argument of the schema: "
            + (", ".join(argument.name for argument in schema.arguments) or "none"),
        )
        return
    for argument, declared in zip(schema.arguments, function.declared[leading:], strict=True):
        type = argument.type.elem if isinstance(argument.type, OptionalType) else argument.type
        number = type.name.replace("SymInt", "int") if isinstance(type, BaseType) else ""
        written = [token.text for token in declared]
        written = written[:-1] if declared_name(declared) else written
        if "long" in written and (
            "double" in written or ("unsigned" not in written and number == "int")
        ):
            continue  # long int, long long, long double
        narrow = _NARROWER.get(number, frozenset()).intersection(written)
        if narrow:
            yield function.source.error(
                f"the parameter '{' '.join(written)}' does not hold every value of "
                f"'{argument.type} {argument.name}'",
                declared[0],
                hint=f"a schema's {number} is a C++ {_CPP_TYPES[number]}",
            )
