"""The types of the schema language.

The names are those that both the dispatcher's parser (``SchemaTypeParser`` of libtorch) and
ATen's code generator know, since a kernel needs a schema for the first and a C++ type from
the second. ``DimVector`` is the exception: it stands only in ``precomputed:`` lists.
"""

from __future__ import annotations

import attrs

from dispatchless.frozen import frozen

BASE_TYPE_NAMES = frozenset(
    {
        "Tensor",
        "int",
        "SymInt",
        "float",
        "bool",
        "SymBool",
        "str",
        "Scalar",
        "ScalarType",
        "Layout",
        "Device",
        "DeviceIndex",
        "MemoryFormat",
        "Generator",
        "QScheme",
        "Storage",
        "Stream",
        "DimVector",
    }
)

CUSTOM_CLASS_PREFIX = "__torch__.torch.classes."


@frozen
class BaseType:
    """A type without parts: ``Tensor``, ``int``, ``Scalar``, ..."""

    name: str = attrs.field(validator=attrs.validators.in_(BASE_TYPE_NAMES))

    def __str__(self) -> str:
        return self.name


@frozen
class OptionalType:
    """``elem?``: a value or None."""

    elem: SchemaType

    def __str__(self) -> str:
        return f"{self.elem}?"


@frozen
class ListType:
    """``elem[]``, or ``elem[size]``, which also takes one element that is repeated."""

    elem: SchemaType
    size: int | None = attrs.field(default=None)

    @size.validator
    def _positive(self, _: object, value: int | None) -> None:
        if value is not None and value < 1:
            raise ValueError(f"a list's size is at least 1, not {value}")

    def __str__(self) -> str:
        return f"{self.elem}[{'' if self.size is None else self.size}]"


@frozen
class CustomClassType:
    """A class registered with ``torch::class_``; ``class_name`` is its ``namespace.Class``."""

    class_name: str

    def __str__(self) -> str:
        return CUSTOM_CLASS_PREFIX + self.class_name


SchemaType = BaseType | OptionalType | ListType | CustomClassType

TENSOR = BaseType("Tensor")
SYMINT = BaseType("SymInt")


def base_of(type: SchemaType) -> BaseType | CustomClassType:
    """The type with all ``?`` and ``[]`` taken off: ``Tensor?[]`` gives ``Tensor``."""
    while isinstance(type, (OptionalType, ListType)):
        type = type.elem
    return type


def is_tensor_like(type: SchemaType) -> bool:
    """Whether values of the type are tensors, at any depth of options and lists."""
    return base_of(type) == TENSOR


def is_list_like(type: SchemaType) -> ListType | None:
    """The list inside any options, or None."""
    while isinstance(type, OptionalType):
        type = type.elem
    return type if isinstance(type, ListType) else None
