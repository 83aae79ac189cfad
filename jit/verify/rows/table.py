"""The table of rows, in the order in which a report shows them."""

from __future__ import annotations

import enum
from collections.abc import Callable

import attrs

from dispatchless.jit.verify.context import Context
from dispatchless.jit.verify.report import Row
from dispatchless.jit.verify.rows import (
    autograd,
    compiled,
    kinds,
    modes,
    mutation,
    out,
    results,
    runtime,
    transforms,
)


class Stack(enum.Enum):
    """Which part of torch's Python code a row goes through; its modules take seconds to import."""

    NONE = enum.auto()
    META = enum.auto()  # meta functions and decompositions written in Python
    TRACER = enum.auto()  # FakeTensor, make_fx, dynamo, AOTAutograd


@attrs.frozen
class RowCheck:
    """A row before it ran."""

    name: str
    check: Callable[[Context], Row]
    stack: Stack = Stack.NONE


ROWS = (
    RowCheck("values", results.values),
    RowCheck("errors", results.errors, Stack.META),
    RowCheck("meta", results.meta, Stack.META),
    RowCheck("dispatches", runtime.dispatches),
    RowCheck("overrides", runtime.overrides),
    RowCheck("out", out.out),
    RowCheck("inplace", mutation.inplace),
    RowCheck("version_counter", mutation.version_counter),
    RowCheck("inference_tensors", mutation.inference_tensors),
    RowCheck("views", mutation.views),
    RowCheck("gradients", autograd.gradients),
    RowCheck("gradcheck", autograd.gradcheck),
    RowCheck("forward_mode", autograd.forward_mode, Stack.META),
    RowCheck("conj_neg", kinds.conj_neg),
    RowCheck("sparse", kinds.sparse),
    RowCheck("zero_tensors", kinds.zero_tensors, Stack.META),
    RowCheck("subclasses", kinds.subclasses),
    RowCheck("autocast", runtime.autocast),
    RowCheck("threads", runtime.threads),
    RowCheck("vmap", transforms.vmap),
    RowCheck("functorch", transforms.functorch, Stack.TRACER),
    RowCheck("functionalize", transforms.functionalize, Stack.TRACER),
    RowCheck("dispatch_mode", modes.dispatch_mode),
    RowCheck("fake_tensor", modes.fake_tensor, Stack.TRACER),
    RowCheck("make_fx", modes.make_fx, Stack.TRACER),
    RowCheck("compile", compiled.compile_row, Stack.TRACER),
    RowCheck("opcheck", compiled.opcheck, Stack.TRACER),
)
