"""Compares the head of a user's template with the schema that it serves."""

from __future__ import annotations

from collections.abc import Iterator

from dispatchless.model.cpp_declarations import CppFunction, declared_name
from dispatchless.model.errors import SpecError
from dispatchless.model.schema import FunctionSchema
from dispatchless.model.schema_types import BaseType, OptionalType

# Template parameters and leading function parameters that a design asks for.
_HEADS = {"composite": (1, 0, "OPS"), "structured_composite": (2, 1, "OPS, class OUT")}

# C++ types to which the compiler converts a schema's number without a word, losing some values:
# what the schema calls int has 64 bits, and its float is a double.
_SMALL = frozenset(["bool", "char", "short", "int", "int8_t", "int16_t", "int32_t", "float"])
_UNSIGNED = frozenset(["unsigned", "uint8_t", "uint16_t", "uint32_t", "uint64_t", "size_t"])
_NARROWER = {
    "int": _SMALL | _UNSIGNED | {"double"},
    "float": _SMALL | _UNSIGNED | {"long", "int64_t"},
}
_CPP_TYPES = {"int": "int64_t", "float": "double"}


def check_head(design: str, function: CppFunction, schema: FunctionSchema) -> Iterator[SpecError]:
    """An error for a function that is no template, for another number of parameters, and for a
    parameter that does not hold every value of its argument.

    Packs, defaults and template parameters that arguments tell are left to the compiler.
    """
    if design not in _HEADS or not function.is_plain:
        return
    templates, leading, words = _HEADS[design]
    shown = "::".join(function.qualified)
    if not function.template_parameters:
        yield function.source.error(
            f"'{shown}' is no template",
            function.name,
            hint=f"write 'template <class {words}>' before it",
        )
        return
    if len(function.template_parameters) < templates:
        yield function.source.error(
            f"'{shown}' has {len(function.template_parameters)} template parameter, "
            f"and '{design}' gives it {templates}",
            function.name,
            hint=f"it begins with 'template <class {words}>'",
        )
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
