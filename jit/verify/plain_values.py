"""Plain values of every type that a schema argument may have, the plainest first."""

from __future__ import annotations

import torch

from dispatchless.jit.verify.inputs import (
    Fill,
    Input,
    PlainInput,
    TensorInput,
    TensorListInput,
)
from dispatchless.jit.verify.subject import Argument, ArgumentType

#: Every dimension of a plain tensor: square tensors satisfy most rules on matching sizes.
SIDE = 3


def plain_values(kind: ArgumentType, rank: int, argument: Argument | None = None) -> list[Input]:
    """Values of a type from plain to less plain; the default of the schema comes first."""
    if kind.is_optional:
        return [PlainInput(None), *plain_values(kind.required, rank)]
    if kind.is_list and kind.element is not None:
        return _plain_lists(kind, kind.element, rank)
    if kind.kind == "TensorType":
        shape = (SIDE,) * rank
        return [
            TensorInput(shape),
            TensorInput(shape, torch.int64, fill=Fill.INDEX),
            TensorInput(shape, torch.bool),
            TensorInput((SIDE,)),
            TensorInput((SIDE,), torch.int64, fill=Fill.INDEX),
        ]
    values = _SCALARS.get(kind.kind, (None,))
    if argument is not None and argument.has_default:
        values = (argument.default, *(v for v in values if v != argument.default))
    return [PlainInput(v) for v in values]


def _plain_lists(kind: ArgumentType, element: ArgumentType, rank: int) -> list[Input]:
    if element.holds_tensors:
        shape = (SIDE,) * rank
        pair = (TensorInput(shape, seed=20), TensorInput(shape, seed=21))
        lists: list[tuple[TensorInput | None, ...]] = [pair, pair[:1], (*pair, pair[0]), ()]
        if element.is_optional:
            index = TensorInput((2,), torch.int64, fill=Fill.INDEX)
            lists = [(index,), (None, index), *lists]
        return [TensorListInput(members) for members in lists]
    values = _SCALARS.get(element.kind, (None,))
    if element.kind == "BoolType":
        values = values[::-1]  # a mask that asks for every result
    lengths = [kind.size] if kind.size else [n for n in (1, 2, rank, 3, 4, 0) if n >= 0]
    lists_of: list[list[object]] = [[v] * n for n in dict.fromkeys(lengths) for v in values[:3]]
    if element.kind in ("IntType", "SymIntType"):
        sizes: list[list[object]] = [[SIDE], [SIDE] * rank]
        dims: list[list[object]] = [[*range(rank)], [*range(rank)][::-1], [0, 1]]
        lists_of = [lists_of[0], *sizes, *dims, *lists_of[1:]]
    return [PlainInput(list(v)) for v in lists_of]


_SCALARS: dict[str, tuple[object, ...]] = {
    "IntType": (1, 0, 2, -1, 3, 7),
    "SymIntType": (2, 1, 0, -1, 3, 7),
    "FloatType": (2.0, 0.5, 0.0, -1.5, float("inf")),
    "BoolType": (False, True),
    "SymBoolType": (False, True),
    "NumberType": (2, 1, 0.5, -3, True, 2.5 + 1j, 0, float("nan")),
    "StringType": ("none", "mean", "sum", "constant", ""),
    "ScalarTypeType": (torch.float32, torch.float64, torch.int64),
    "LayoutType": (torch.strided,),
    "MemoryFormatType": (torch.contiguous_format, torch.preserve_format),
    "DeviceObjType": (torch.device("cpu"), torch.device("meta")),
    "ComplexType": (1 + 2j, 0j),
}
