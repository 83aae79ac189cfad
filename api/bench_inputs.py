"""`bench --inputs`: a yaml file with arguments for the measured calls."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

import attrs

from dispatchless.model import (
    Argument,
    BaseType,
    FunctionSchema,
    ListType,
    NoneDefault,
    OperatorName,
    OptionalType,
    SchemaKind,
    SchemaType,
    SpecError,
    StringDefault,
)
from dispatchless.model.default_text import parse_default
from dispatchless.model.errors import ErrorCollector, did_you_mean
from dispatchless.model.schema_lexer import SchemaText
from dispatchless.model.token_stream import TokenStream
from dispatchless.model.yaml_source import (
    YamlMapping,
    YamlNode,
    YamlScalar,
    YamlSequence,
    load_yaml,
    read_text,
)
from dispatchless.specifications import PathLike

if TYPE_CHECKING:
    from dispatchless.jit.bench.inputs import Given, Inputs, TensorInput

_TENSOR = re.compile(r"([a-z0-9_]+)\s*\[([\d\s,]*)\]")
DTYPES = ("float", "double", "half", "bfloat16", "long", "int", "short", "char", "byte", "bool")
_TENSOR_HINT = "a tensor is its dtype and its sizes: float[32, 128]"
_FORM = (
    "the file is a mapping: operator -> argument -> value, as `sub:` above `self: float[32, 128]`"
)


def load_inputs(
    path: PathLike, schemas: Iterable[FunctionSchema], *, outputs: bool
) -> Mapping[OperatorName, tuple[Inputs, ...]]:
    """The sets of arguments of a file by operator; SCHEMAS are those that may be named.

    An operator has one mapping of its arguments, or a list of them. A value is `dtype[sizes]` for a
    tensor, a list of these for a list of tensors, and else what a schema could have as a default.

    Args:
        outputs: whether tensors for results are given, too; else the first call makes their size.

    Raises SpecError: everything that is wrong with the file, all at once.
    """
    errors = ErrorCollector()
    root = load_yaml(read_text(path), errors)
    found: dict[OperatorName, tuple[Inputs, ...]] = {}
    if not isinstance(root, YamlMapping):
        errors.add(
            SpecError(f"--inputs: there are no operators in {path}", hint=_FORM)
            if root is None
            else root.error(f"expected operators, found {root.described}", hint=_FORM)
        )
        errors.raise_if_any()
        raise AssertionError("an error was added")
    known = _names(schemas)
    for key, value in root.pairs:
        schema = known.get(key.value)
        if schema is None:
            hint = did_you_mean(key.value, known) or f"there are {', '.join(known)}"
            errors.add(key.error(f"no operator '{key.value}' is measured", hint=hint))
            continue
        with errors.collecting():
            found[schema.name] = _sets(schema, outputs, value, errors)
    errors.raise_if_any()
    return found


def _names(schemas: Iterable[FunctionSchema]) -> dict[str, FunctionSchema]:
    """By the whole name; without the namespace, and as the tables say it, where that is one only.

    The tables leave out the overload; of the forms of an operator, that is the functional one.
    """
    known: dict[str, FunctionSchema] = {}
    short: dict[str, list[FunctionSchema]] = {}
    for schema in schemas:
        known[str(schema.name)] = schema
        words = {str(schema.name.local)}
        if schema.kind is SchemaKind.FUNCTIONAL:
            words |= {schema.name.base, str(attrs.evolve(schema.name, overload=""))}
        for word in words:
            short.setdefault(word, []).append(schema)
    for word, those in short.items():
        if len(those) == 1:
            known.setdefault(word, those[0])
    return known


def _sets(
    schema: FunctionSchema, outputs: bool, value: YamlNode, errors: ErrorCollector
) -> tuple[Inputs, ...]:
    sets: dict[int, Inputs] = {}
    for node in value.items if isinstance(value, YamlSequence) else (value,):
        with errors.collecting():
            one = _set(schema, outputs, node, errors)
            if one.size in sets:
                raise node.error(
                    f"two sets of arguments have {one.size} elements in their first tensor",
                    hint="tables tell them apart by that number: measure one in another run",
                )
            sets[one.size] = one
    return tuple(sets.values())


def _set(schema: FunctionSchema, outputs: bool, node: YamlNode, errors: ErrorCollector) -> Inputs:
    from dispatchless.jit.bench.inputs import Inputs, TensorInput

    if not isinstance(node, YamlMapping):
        raise node.error(
            f"expected arguments of '{schema.name}', found {node.described}", hint=_FORM
        )
    arguments = {argument.name: argument for argument in schema.arguments}
    values: dict[str, Given] = {}
    tried = 0
    for key, value in node.pairs:
        argument = arguments.get(key.value)
        if argument is None:
            hint = did_you_mean(key.value, arguments) or f"it has {', '.join(arguments)}"
            errors.add(key.error(f"'{schema.name}' has no argument '{key.value}'", hint=hint))
            continue
        if argument.is_out and not outputs:
            errors.add(
                key.error(
                    f"'{key.value}' is what the result is written to",
                    hint="leave it out: the first call gives it its size",
                )
            )
            continue
        tried += 1
        with errors.collecting():
            values[argument.name] = _value(argument, value)
    given = (values[name] for name in arguments if name in values)
    each = (one for value in given for one in (value if isinstance(value, tuple) else (value,)))
    tensors = [one for one in each if isinstance(one, TensorInput)]
    if not tensors and node.pairs and len(values) == tried:
        raise node.error("none of the arguments is a tensor", hint=_TENSOR_HINT)
    return Inputs(values, tensors[0].elements if tensors else 1)


def _value(argument: Argument, node: YamlNode) -> Given:
    inner = _inner(argument.type)
    optional = isinstance(argument.type, OptionalType)
    if optional and isinstance(node, YamlScalar) and node.value == "None":
        return NoneDefault()
    if inner == BaseType("Tensor"):
        return _tensor(node)
    if isinstance(inner, ListType) and _inner(inner.elem) == BaseType("Tensor"):
        if not isinstance(node, YamlSequence):
            raise node.error(
                f"expected a list of tensors, found {node.described}",
                hint="write one below the other, each after '- '",
            )
        return tuple(_tensor(each) for each in node.items)
    text = node.source.text[node.start : node.end]
    if inner == BaseType("str") and isinstance(node, YamlScalar) and node.style is None:
        return StringDefault(f'"{text}"', text)
    stream = TokenStream(SchemaText(text, node.location))
    value = parse_default(stream, inner)
    stream.expect_end("the value")
    return value


def _inner(of: SchemaType) -> SchemaType:
    return of.elem if isinstance(of, OptionalType) else of


def _tensor(node: YamlNode) -> TensorInput:
    from dispatchless.jit.bench.inputs import TensorInput

    found = _TENSOR.fullmatch(node.value.strip()) if isinstance(node, YamlScalar) else None
    if found is None:
        raise node.error(f"expected a tensor, found {node.described}", hint=_TENSOR_HINT)
    dtype, sizes = found.groups()
    if dtype not in DTYPES:
        hint = did_you_mean(dtype, DTYPES) or f"there are {', '.join(DTYPES)}"
        raise node.error(f"there is no dtype '{dtype}'", hint=hint)
    words = [word.strip() for word in sizes.split(",")] if sizes.strip() else []
    if not all(word.isdigit() for word in words):
        raise node.error(f"the sizes [{sizes}] are no list of numbers", hint=_TENSOR_HINT)
    return TensorInput(tuple(map(int, words)), dtype)
