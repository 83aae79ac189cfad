"""The schema of an operator of native_functions.yaml, without the rest of its entry."""

from __future__ import annotations

import re

from dispatchless.model.native_yaml import OperatorTable
from dispatchless.model.schema import FunctionSchema
from dispatchless.model.schema_text import parse_schema
from dispatchless.model.variant_families import out_variant
from dispatchless.model.yaml_source import YamlText

# A schema that stands whole on the line of `func:`, in plain style: what follows is another key,
# a comment or nothing, since deeper indentation would go on with it.
_PLAIN_FUNC = re.compile(
    r"^(?:- |  )func: +([A-Za-z_](?:[^\n\"'#]|'[^'\n#]*')*?)[ ]*\n(?=  [a-z#]|[#\n]|$)",
    re.MULTILINE,
)


# What must not stand in an entry for the generated out= form to follow from its schema alone: see
# `generates_forms` and `generated_operators`.
_MORE_THAN_SCHEMA = ("CompositeImplicitAutograd", "manual_cpp_binding", "!)")


def find_schema(table: OperatorTable, name: str) -> FunctionSchema | None:
    """The schema of the operator (``add.Tensor``), or None where the table has no such operator.

    Raises :class:`SpecError` for what is wrong in the schema, or in the entry where it must be read
    as a whole.
    """
    schema = _plain_schema(table.unread(name)) or _generated_schema(table, name)
    if schema is not None:
        return schema
    operator = table.find(name)
    return None if operator is None else operator.schema


def _plain_schema(text: YamlText | None) -> FunctionSchema | None:
    match = None if text is None else _PLAIN_FUNC.search(text.text)
    if text is None or match is None:
        return None
    return parse_schema(match[1], location=text.location(match.start(1)))


def _generated_schema(table: OperatorTable, name: str) -> FunctionSchema | None:
    """The out= form that ``autogen`` makes of a functional operator without an in-place form."""
    text = table.unread_generator(name)
    if text is None or "dispatch:" not in text.text:
        return None
    if any(word in text.text for word in _MORE_THAN_SCHEMA):
        return None
    if table.overloads(f"{name.partition('.')[0]}_"):
        return None
    functional = _plain_schema(text)
    schema = None if functional is None else out_variant(functional)
    return schema if schema is not None and str(schema.name) == name else None
