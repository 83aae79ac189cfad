"""Compares the head of a user's template with the schema that it serves."""

from __future__ import annotations

from collections.abc import Iterator

from dispatchless.model.cpp_declarations import CppFunction
from dispatchless.model.errors import SpecError
from dispatchless.model.schema import FunctionSchema

# Template parameters and leading function parameters that a design asks for.
_HEADS = {"composite": (1, 0, "OPS"), "structured_composite": (2, 1, "OPS, class OUT")}


def check_head(design: str, function: CppFunction, schema: FunctionSchema) -> Iterator[SpecError]:
    """An error for a function that is no template, and for another number of parameters.

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
            f"'{shown}' has {len(function.parameters)} parameters, and '{schema.name}' gives it "
            f"{wanted}",
            function.name,
            hint=("OUT& and " if leading else "")
            + "one for each argument of the schema: "
            + (", ".join(argument.name for argument in schema.arguments) or "none"),
        )
