"""Which operators a .pte program calls, and with which tensors.

A program is a flatbuffer (schema/program.fbs of ExecuTorch, file identifier ``ET12``), which
is read here directly: a few tables of it are enough, and the runtime need not be installed.
"""

from __future__ import annotations

import os
import struct
from collections.abc import Iterator
from pathlib import Path

import attrs

from dispatchless.frozen import frozen
from dispatchless.model.errors import SpecError
from dispatchless.model.executorch_keys import KEY_VERSION
from dispatchless.model.location import Location

_IDENTIFIER = b"ET12"
_KERNEL_CALL = 1  # union InstructionArguments
_TENSOR, _LISTS = 5, (10, 11)  # union KernelTypes: Tensor; TensorList, OptionalTensorList


def kernel_keys_of(path: str | os.PathLike[str]) -> dict[str, tuple[str, ...]]:
    """The operators of a program (``aten::add.out``) with the keys that the runtime looks up.

    Tensors inside lists are no part of a key; a dtype that only they have is added as a key of
    its own (``v1/6;``), so that a build for these dtypes has it. Raises :class:`SpecError` for a
    file that is no program.
    """
    shown = os.fspath(path)
    try:
        data = Path(path).read_bytes()
    except OSError as error:
        raise SpecError(f"cannot read {shown}: {error.strerror}") from None
    if data[4:8] != _IDENTIFIER:
        found = "too short" if len(data) < 8 else f"its identifier is {data[4:8]!r}"
        raise SpecError(
            f"not a program of ExecuTorch: {found}",
            location=Location(shown, 1, 1),
            hint="a .pte file is expected, as torch's exporter writes it",
        )
    try:
        return _keys(data)
    except (struct.error, IndexError, UnicodeDecodeError):
        raise SpecError("the program is damaged", location=Location(shown, 1, 1)) from None


def _keys(data: bytes) -> dict[str, tuple[str, ...]]:
    found: dict[str, set[str]] = {}
    program = _Table(data, _number("<I", data, 0))
    for plan in program.tables(1):
        operators = [_operator_name(operator) for operator in plan.tables(6)]
        for name in operators:
            found.setdefault(name, set())
        values = tuple(plan.tables(2))
        for chain in plan.tables(5):
            for instruction in chain.tables(2):
                if instruction.scalar(0, "<B") == _KERNEL_CALL:
                    call = instruction.table(1)
                    keys = found[operators[call.scalar(0, "<i")]]
                    keys.update(_call_keys(call.numbers(1, "<i"), values))
    return {name: tuple(sorted(keys)) for name, keys in sorted(found.items())}


def _operator_name(operator: _Table) -> str:
    name, overload = operator.text(0), operator.text(1)
    return f"{name}.{overload}" if overload else name


def _call_keys(arguments: tuple[int, ...], values: tuple[_Table, ...]) -> Iterator[str]:
    metas: list[str] = []
    listed: set[int] = set()
    for index in arguments:
        kind = values[index].scalar(0, "<B")
        if kind == _TENSOR:
            metas.append(_meta(values[index].table(1)))
        elif kind in _LISTS:
            for item in values[index].table(1).numbers(0, "<i"):
                if item >= 0 and values[item].scalar(0, "<B") == _TENSOR:
                    listed.add(values[item].table(1).scalar(0, "<b"))
    yield f"{KEY_VERSION}/{'|'.join(metas)}"
    for dtype in sorted(listed - {int(meta.partition(";")[0]) for meta in metas}):
        yield f"{KEY_VERSION}/{dtype};"


def _meta(tensor: _Table) -> str:
    order = tensor.numbers(3, "<B")
    return f"{tensor.scalar(0, '<b')};{','.join(map(str, order))}"


def _number(kind: str, data: bytes, offset: int) -> int:
    if offset < 0:
        raise IndexError(offset)
    (number,) = struct.unpack_from(kind, data, offset)
    assert isinstance(number, int)
    return number


@frozen
class _Table:
    """A flatbuffer table: its fields are found through a vtable, absent ones are zero."""

    data: bytes = attrs.field(repr=False)
    start: int

    def _field(self, slot: int) -> int | None:
        vtable = self.start - _number("<i", self.data, self.start)
        position = 4 + 2 * slot
        if position >= _number("<H", self.data, vtable):
            return None
        offset = _number("<H", self.data, vtable + position)
        return self.start + offset if offset else None

    def _target(self, slot: int) -> int | None:
        field = self._field(slot)
        return None if field is None else field + _number("<I", self.data, field)

    def scalar(self, slot: int, kind: str) -> int:
        """A number."""
        field = self._field(slot)
        return 0 if field is None else _number(kind, self.data, field)

    def text(self, slot: int) -> str:
        """A string."""
        target = self._target(slot)
        if target is None:
            return ""
        length = _number("<I", self.data, target)
        text = self.data[target + 4 : target + 4 + length]
        if len(text) != length:
            raise IndexError(target)
        return text.decode()

    def table(self, slot: int) -> _Table:
        """A table, or the table that a union holds."""
        target = self._target(slot)
        if target is None:
            raise IndexError(slot)
        return _Table(self.data, target)

    def numbers(self, slot: int, kind: str) -> tuple[int, ...]:
        """A list of numbers."""
        target = self._target(slot)
        if target is None:
            return ()
        length = _number("<I", self.data, target)
        return struct.unpack_from(f"<{length}{kind[-1]}", self.data, target + 4)

    def tables(self, slot: int) -> Iterator[_Table]:
        """A list of tables."""
        target = self._target(slot)
        if target is None:
            return
        for index in range(_number("<I", self.data, target)):
            position = target + 4 + 4 * index
            yield _Table(self.data, position + _number("<I", self.data, position))
