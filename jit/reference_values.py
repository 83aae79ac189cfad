"""Python values as arguments and results of boxed calls on the reference runtime."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from dispatchless.model import (
    Argument,
    BaseType,
    BoolDefault,
    Default,
    FloatDefault,
    FunctionSchema,
    IntDefault,
    ListDefault,
    ListType,
    NoneDefault,
    OptionalType,
    SchemaType,
    StringDefault,
    WordDefault,
)

#: dtypes that tensors of the runtime can hold, by every usual name -> the value of
#: `c10::ScalarType`.
DTYPES = {
    "int": 3,
    "int32": 3,
    "long": 4,
    "int64": 4,
    "float": 6,
    "float32": 6,
    "double": 7,
    "float64": 7,
    "bool": 11,
}
DTYPE_NAMES = {3: "int32", 4: "int64", 6: "float32", 7: "float64", 11: "bool"}
FLOATING = frozenset({6, 7})
BOOL = 11

# Words of schemas that are enumerators of C++ -> their values.
_WORDS = {
    "strided": 0,
    "contiguous_format": 0,
    "preserve_format": 1,
    "channels_last": 2,
    "None": 0,
    "Mean": 1,
    "Sum": 2,
}
# The tags of c10::IValue that results can have.
_NONE, _TENSOR, _DOUBLE, _INT, _BOOL, _DEVICE, _STRING, _LIST = range(8)


def bound_arguments(
    schema: FunctionSchema, args: Sequence[object], kwargs: Mapping[str, object]
) -> list[object]:
    """The value of every argument in schema order, defaults filled in.

    Raises:
        TypeError: too many, missing or unknown arguments.
    """
    rest = dict(kwargs)
    if len(args) > len(schema.positional):
        raise TypeError(f"{schema.name}: {len(args)} positional arguments given: {schema}")
    values: list[object] = []
    for number, argument in enumerate(schema.arguments):
        if number < len(args):
            values.append(args[number])
        elif argument.name in rest:
            values.append(rest.pop(argument.name))
        elif argument.default is not None:
            values.append(default_value(argument))
        else:
            raise TypeError(f"{schema.name}: argument {argument.name!r} is missing: {schema}")
    if rest:
        raise TypeError(f"{schema.name}: no argument {', '.join(map(repr, rest))}: {schema}")
    return values


def default_value(argument: Argument) -> object:
    """The Python value of an argument's default."""
    assert argument.default is not None
    value = _python_value(argument.default)
    if isinstance(argument.type, ListType) and not isinstance(value, list):
        # int[2] dim=0 stands for [0, 0].
        return [value] * (argument.type.size or 1)
    return value


def _python_value(default: Default) -> object:
    match default:
        case NoneDefault():
            return None
        case BoolDefault() | IntDefault() | FloatDefault() | StringDefault():
            return default.value
        case WordDefault():
            return DTYPES[default.word] if default.word in DTYPES else _WORDS[default.word]
        case ListDefault():
            return [_python_value(element) for element in default.elements]


def push(arguments: Any, value: object, type: SchemaType) -> None:
    """Add one value to a `dispatchless_reference::Arguments` as its schema type wants it."""
    match type:
        case OptionalType(elem):
            if value is None:
                arguments.none()
            else:
                push(arguments, value, elem)
        case ListType(elem):
            items = value if isinstance(value, (list, tuple)) else [value]
            arguments.open_list()
            for item in items:
                push(arguments, item, elem)
            arguments.close_list()
        case BaseType(name):
            _push_base(arguments, value, name)
        case _:
            raise TypeError(f"the reference runtime has no values of type {type}")


def _push_base(arguments: Any, value: Any, name: str) -> None:
    if value is None:
        arguments.none()
    elif name == "Tensor":
        arguments.tensor(value)
    elif name == "bool":
        arguments.boolean(bool(value))
    elif name == "Scalar":
        if isinstance(value, bool):
            arguments.boolean(value)
        elif isinstance(value, int):
            arguments.integer(value)
        else:
            arguments.real(float(value))
    elif name == "float":
        arguments.real(float(value))
    elif name == "str":
        arguments.text(str(value))
    elif name == "Device":
        arguments.device(str(value))
    elif name == "ScalarType":
        arguments.integer(DTYPES[value] if isinstance(value, str) else int(value))
    elif name in ("Layout", "MemoryFormat"):
        arguments.integer(_WORDS[value] if isinstance(value, str) else int(value))
    elif name in ("int", "SymInt"):
        arguments.integer(int(value))
    else:
        raise TypeError(f"the reference runtime has no values of type {name}")


def results(stack: Any, make_tensor: Any) -> list[object]:
    """What a call left on its stack; `make_tensor` copies a tensor handle."""
    found: list[object] = []
    for i in range(stack.size()):
        tag = stack.tag(i)
        if tag == _NONE:
            found.append(None)
        elif tag == _TENSOR:
            found.append(make_tensor(stack.tensor_at(i)))
        elif tag == _DOUBLE:
            found.append(float(stack.real_at(i)))
        elif tag in (_INT, _BOOL):
            number = int(stack.integer_at(i))
            found.append(bool(number) if tag == _BOOL else number)
        elif tag == _STRING:
            found.append(str(stack.text_at(i)))
        elif tag == _LIST:
            found.append(results(stack.list_at(i), make_tensor))
        else:
            raise TypeError(f"a result of tag {tag} has no Python form")
    return found
