"""The table of rows, in the order in which a report shows them."""

from __future__ import annotations

import enum
from collections.abc import Callable
from operator import attrgetter

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
from dispatchless.jit.verify.subject import Subject


class Stack(enum.Enum):
    """Which part of torch's Python code a row goes through; its modules take seconds to import."""

    NONE = enum.auto()
    META = enum.auto()  # meta functions and decompositions written in Python
    TRACER = enum.auto()  # FakeTensor, make_fx, dynamo, AOTAutograd


@attrs.frozen
class RowCheck:
    """A row before it ran.

    `kept`: for which operators what it compares is decided by kernels that stay ATen's own, at
    other dispatch keys than those that get new ones.
    """

    name: str
    check: Callable[[Context], Row]
    stack: Stack = Stack.NONE
    kept: Callable[[Subject], bool] = lambda subject: False

    def __call__(self, context: Context) -> Row:
        """Run it."""
        if self.kept(context.subject):
            reason = f"the kernels that {context.subject.name} has at these keys stay ATen's"
            return not_applicable(self.name, reason)
        return self.check(context)


_WITH_AUTOGRAD: Callable[[Subject], bool] = attrgetter("keeps_autograd")
_OF_ATEN: Callable[[Subject], bool] = attrgetter("is_of_aten")

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
    RowCheck("gradients", autograd.gradients, kept=_WITH_AUTOGRAD),
    RowCheck("gradcheck", autograd.gradcheck),
    RowCheck("forward_mode", autograd.forward_mode, Stack.META, kept=_WITH_AUTOGRAD),
    RowCheck("conj_neg", kinds.conj_neg),
    RowCheck("sparse", kinds.sparse, kept=_OF_ATEN),
    RowCheck("zero_tensors", kinds.zero_tensors, Stack.META, kept=_WITH_AUTOGRAD),
    RowCheck("subclasses", kinds.subclasses, kept=_WITH_AUTOGRAD),
    RowCheck("autocast", runtime.autocast),
    RowCheck("threads", runtime.threads),
    RowCheck("vmap", transforms.vmap, kept=_WITH_AUTOGRAD),
    RowCheck("functorch", transforms.functorch, Stack.TRACER, kept=_WITH_AUTOGRAD),
    RowCheck("functionalize", transforms.functionalize, Stack.TRACER, kept=_WITH_AUTOGRAD),
    RowCheck("dispatch_mode", modes.dispatch_mode, kept=_WITH_AUTOGRAD),
    RowCheck("fake_tensor", modes.fake_tensor, Stack.TRACER, kept=_WITH_AUTOGRAD),
    RowCheck("make_fx", modes.make_fx, Stack.TRACER, kept=_WITH_AUTOGRAD),
    RowCheck("compile", compiled.compile_row, Stack.TRACER, kept=_WITH_AUTOGRAD),
    RowCheck("opcheck", compiled.opcheck, Stack.TRACER),
)
