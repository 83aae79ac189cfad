"""The schema of an operator of native_functions.yaml, without the rest of its entry."""

from __future__ import annotations

import re

from dispatchless.model.native_yaml import OperatorTable
from dispatchless.model.schema import FunctionSchema, SchemaKind
from dispatchless.model.schema_forms import out_variant
from dispatchless.model.schema_text import parse_schema
from dispatchless.model.yaml_source import YamlText

# A schema that stands whole on the line of `func:`, in plain style: what follows is another key,
# a comment or nothing, since deeper indentation would go on with it.
_PLAIN_FUNC = re.compile(
    r"^(?:- |  )func: +([A-Za-z_](?:[^\n\"'#]|'[^'\n#]*')*?)[ ]*\n(?=  [a-z#]|[#\n]|$)",
    re.MULTILINE,
)


# What makes more of an entry than its schema matter to the out= form that ``autogen`` makes of it:
# see `generates_forms`.
_MORE_THAN_SCHEMA = ("CompositeImplicitAutograd", "manual_cpp_binding")
_HAS_KERNEL_OR_IS_CORE = re.compile(r"^  (dispatch:$|tags:.*\bcore\b)", re.MULTILINE)


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
    """The out= form that ``autogen`` makes of an in-place operator, or of a functional one without
    an in-place form."""
    text = table.unread_generator(name)
    if text is None or not _HAS_KERNEL_OR_IS_CORE.search(text.text):
        return None
    if any(word in text.text for word in _MORE_THAN_SCHEMA):
        return None
    generator = _plain_schema(text)
    if generator is None or not _says_most(table, generator):
        return None
    schema = out_variant(generator)
    return schema if schema is not None and str(schema.name) == name else None


def _says_most(table: OperatorTable, schema: FunctionSchema) -> bool:
    """Whether no entry that could be another form of the operator says more about what is written
    to; see `generated_operators`."""
    base = schema.name.base
    if schema.kind is SchemaKind.FUNCTIONAL:
        return not table.overload_names(f"{base}_")
    if schema.kind is not SchemaKind.INPLACE:
        return False
    return not any(
        _may_be_mutable(table.unread(other))
        for other in table.overload_names(base.removesuffix("_"))
        if table.unread_generator(other) is None
    )


def _may_be_mutable(text: YamlText | None) -> bool:
    """Whether an operator may write to an argument before its keyword arguments (out arguments are
    among those)."""
    return text is None or "!)" in text.text.partition("\n")[0].partition(" *, ")[0]
