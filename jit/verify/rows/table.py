"""The table of rows, in the order in which a report shows them."""

from __future__ import annotations

import enum
from collections.abc import Callable

import attrs

from dispatchless.jit.verify.context import Context, not_applicable
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
    """A row before it ran.

    `at_other_keys`: what it compares is decided by kernels at other dispatch keys than the
    backends', which stay ATen's own where an operator of ATen keeps its autograd kernels.
    """

    name: str
    check: Callable[[Context], Row]
    stack: Stack = Stack.NONE
    at_other_keys: bool = False

    def __call__(self, context: Context) -> Row:
        """Run it."""
        if self.at_other_keys and context.subject.keeps_autograd:
            reason = f"the kernels that {context.subject.name} has at these keys stay ATen's"
            return not_applicable(self.name, reason)
        return self.check(context)


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
    RowCheck("gradients", autograd.gradients, at_other_keys=True),
    RowCheck("gradcheck", autograd.gradcheck),
    RowCheck("forward_mode", autograd.forward_mode, Stack.META, at_other_keys=True),
    RowCheck("conj_neg", kinds.conj_neg),
    RowCheck("sparse", kinds.sparse),
    RowCheck("zero_tensors", kinds.zero_tensors, Stack.META, at_other_keys=True),
    RowCheck("subclasses", kinds.subclasses, at_other_keys=True),
    RowCheck("autocast", runtime.autocast),
    RowCheck("threads", runtime.threads),
    RowCheck("vmap", transforms.vmap, at_other_keys=True),
    RowCheck("functorch", transforms.functorch, Stack.TRACER, at_other_keys=True),
    RowCheck("functionalize", transforms.functionalize, Stack.TRACER, at_other_keys=True),
    RowCheck("dispatch_mode", modes.dispatch_mode, at_other_keys=True),
    RowCheck("fake_tensor", modes.fake_tensor, Stack.TRACER, at_other_keys=True),
    RowCheck("make_fx", modes.make_fx, Stack.TRACER, at_other_keys=True),
    RowCheck("compile", compiled.compile_row, Stack.TRACER, at_other_keys=True),
    RowCheck("opcheck", compiled.opcheck, Stack.TRACER),
)
