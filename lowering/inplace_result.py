"""A helper of in-place forms: the check of a result that is to be copied into `self`."""

from __future__ import annotations

from dispatchless.cppast import (
    Block,
    Call,
    Comment,
    Function,
    HeaderFile,
    LRef,
    NamedType,
    NameExpr,
    Namespace,
    Param,
    Qualified,
    Return,
)
from dispatchless.lowering import dispatcher_symbols as symbols
from dispatchless.lowering.expressions import check, method, variable
from dispatchless.lowering.options import TorchOptions
from dispatchless.lowering.torch_symbols import TENSOR

CHECKED_RESULT = "checked_inplace_result"

_SELF, _RESULT = variable("self"), variable("result")


def inplace_result_path(options: TorchOptions) -> str:
    """The header with the helper."""
    return f"{options.lib_name}_inplace_result.h"


def inplace_result_header(options: TorchOptions, *, banner: str) -> HeaderFile:
    """The helper: raises what ATen's in-place operators raise, and gives the result back."""
    reference = LRef(Qualified(NamedType(TENSOR), const=True))
    dtype, self_dtype = method(_RESULT, "scalar_type"), method(_SELF, "scalar_type")
    sizes, self_sizes = method(_RESULT, "sizes"), method(_SELF, "sizes")
    castable = Call(NameExpr(symbols.CAN_CAST), (dtype, self_dtype))
    function = Function(
        CHECKED_RESULT,
        (Param(reference, "self"), Param(reference, "result")),
        reference,
        body=Block(
            (
                check(
                    castable,
                    "result type ",
                    dtype,
                    " can't be cast to the desired output type ",
                    self_dtype,
                ),
                check(
                    method(self_sizes, "equals", sizes),
                    "output with shape ",
                    self_sizes,
                    " doesn't match the broadcast shape ",
                    sizes,
                ),
                Return(_RESULT),
            )
        ),
        inline=True,
    )
    comment = Comment("A result that an in-place operator may write to SELF, or its error.")
    members = (Namespace((options.namespace,), (comment, function)),)
    return HeaderFile(inplace_result_path(options), members, banner=banner)
